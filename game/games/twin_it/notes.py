"""Sentences that stand at the cards they are about: where in the middle they hide the least."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import TYPE_CHECKING

from pygame import Surface

from game.engine.layout import Box
from game.engine.palette import GOLD, WARNING
from game.games.twin_it import pieces
from game.games.twin_it.layout import Cell

if TYPE_CHECKING:
    from game.games.twin_it.picture import Picture

#: how large a sentence is, and how wide at most
SIZE, WIDEST = 22.0, 560.0
#: how far one place that is tried lies beside the next, logical
STEP = 16.0
#: what lies over a card counts like being so many pixels farther away for each pixel of it
COVER = 1000.0
#: beside a card that it is about, so much more is left free: the figures of hands stand there
FIGURES = 18.0


def picture(table: Picture, words: str, good: bool) -> Surface:
    """The sentence as a pill, with a red line if something has gone wrong."""
    most = min(WIDEST, table.spots.field.w - 24)
    return table.kit.made(pieces.told_plain, words, SIZE, most, GOLD if good else WARNING)


def place(table: Picture, pill: Surface, cells: Sequence[Cell], off: Sequence[Box], bare: bool) -> tuple[float, float]:
    """The middle of a pill close to ``cells``; never over them, nor over what is to be kept ``off``.

    Where it would lie over another card, it stands in the place of the prompt if all cards are to stay ``bare``.
    """
    scale, field = table.kit.scale, table.spots.field
    w, h = pill.get_width() / scale, pill.get_height() / scale
    never = [*(cell.box.grown(FIGURES) for cell in cells), *off]
    cards = [table.cell_of(face)[0].box for face in table.in_sight()]
    x0, y0 = (sum(values) / len(cells) for values in zip(*(cell[:2] for cell in cells), strict=True))
    best: tuple[float, float, float] | None = None
    for row in range(max(1, int((field.h - h) / STEP) + 1)):
        for column in range(max(1, int((field.w - w) / STEP) + 1)):
            box = Box(field.x + column * STEP, field.y + row * STEP, w, h)
            if any(shared(box, other) for other in never):
                continue
            cover = sum(shared(box, card) for card in cards)
            x, y = box.centre
            cost = COVER * cover + dist((x, y), (x0, y0))
            if best is None or cost < best[0]:
                best = (cost, x, y)
    if best is None or (bare and best[0] >= COVER):
        return table.spots.prompt
    return best[1:]


def shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0.0, wide) * max(0.0, high)
