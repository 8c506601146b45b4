"""The position of a decision in small: the cards that it was about, in rows, as one glance at the table shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.sprites import Look

#: a card is at most so wide, and cards of every game are at most so much higher than wide
WIDEST, HIGH = 54.0, 1.56
#: its neighbour begins so many widths further where there is room, and what lies between two rows
PITCH, GAP = 1.06, 5.0
#: of a card below another one so much is to be seen at least, in widths; a row of more than so many is halved
LEAST_PITCH, LONG = 0.5, 5


class Lying(NamedTuple):
    """A card of the picture: its face, its middle and how wide it is."""

    face: str
    x: float
    y: float
    w: float


def parts(row: Sequence[str]) -> list[Sequence[str]]:
    """A row, or the two halves of a long one."""
    half = -(-len(row) // 2)
    return [row] if len(row) <= LONG else [row[:half], row[half:]]


def laid(rows: Sequence[Sequence[str]], box: Box) -> list[Lying]:
    """Rows of cards in the middle of a box, all as large as there is room for; in a long row one lies on the other."""
    rows = [part for row in rows for part in parts(row) if part]
    if not rows:
        return []
    longest = max(map(len, rows))
    w = min(WIDEST, box.w / (1 + LEAST_PITCH * (longest - 1)), ((box.h + GAP) / len(rows) - GAP) / HIGH)
    high = w * HIGH + GAP
    top = box.y + (box.h - high * len(rows) + GAP) / 2
    found = []
    for number, row in enumerate(rows):
        step = min(w * PITCH, (box.w - w) / max(1, len(row) - 1))
        first = box.x + (box.w - step * (len(row) - 1)) / 2
        y = top + number * high + w * HIGH / 2
        found += [Lying(face, first + place * step, y, w) for place, face in enumerate(row)]
    return found


def draw_cards(look: Look, cards: Sequence[Lying], canvas: Canvas) -> None:
    """Draw some cards of such a picture."""
    for card in cards:
        canvas.put_centred(look(card.face, card.w, "rest"), card.x, card.y)
