"""A card of Keine Ahnung that fits nowhere: its red edge, and beside it what is to be remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Surface

from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.games.keine_ahnung.faces import RATIO, miss, red_edge

if TYPE_CHECKING:
    from game.games.keine_ahnung.picture import Picture

#: what is said keeps so far from the window's sides
EDGE = 14.0


def draw(table: Picture, canvas: Canvas) -> None:
    """Draw both, if a card has just been missed."""
    sprite = table.layer.sprites.get(table.missed) if table.missed else None
    if sprite is None or table.missed is None:
        return
    (seat, place), kit = table.missed, table.kit
    x, y, w = sprite.x, sprite.y, sprite.place.w
    canvas.put_centred(kit.made(red_edge, w), x, y)
    words = table.words("miss", card=table.say.plain(table.shown.grids[seat][place]))
    paper = kit.made(miss, words, table.context.frame.width - 40.0)
    canvas.put_centred(paper, *box_of(table, seat, Box(x - w / 2, y - w * RATIO / 2, w, w * RATIO), paper).centre)


def box_of(table: Picture, seat: int, card: Box, paper: Surface) -> Box:
    """Where it is told of a seat's ``card`` that it fits nowhere."""
    wide, tall = paper.get_width() / table.kit.scale, paper.get_height() / table.kit.scale
    frame = table.context.frame
    left, right, y = EDGE, frame.width - EDGE, card.y + card.h + 2
    if seat == table.viewer:
        # above an own card: there the rows of the table lie
        y = card.y - 2 - tall
    elif not frame.tall:
        # off the round buttons at the sides, and below all cards that are to be remembered
        boxes = table.spots.opponents
        left, right = min(box.x for box in boxes), max(box.x + box.w for box in boxes)
        y = max(y, *(box.y + box.h for box in boxes))
    return Box(min(max(card.centre[0] - wide / 2, left), right - wide), y, wide, tall)
