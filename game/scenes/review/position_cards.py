"""The cards that a mistake was about, in rows that fit a box."""

from collections.abc import Sequence

from game.engine import sprites
from game.engine.canvas import Canvas
from game.engine.layout import Box

#: maximum width of a card, and maximum height of any game's cards, divided by their width
WIDEST, HIGH = 72.0, 1.56
#: distance between cards in widths if there is room, and gap between two rows
PITCH, ROW_GAP = 1.06, 5.0
#: least visible part of an overlapped card, in widths; longer rows than this are split
LEAST_PITCH, LONG = 0.5, 5


def parts(row: Sequence[str]) -> list[Sequence[str]]:
    """Return a row, or the two halves of a long one."""
    half = -(-len(row) // 2)
    return [row] if len(row) <= LONG else [row[:half], row[half:]]


def laid(rows: Sequence[Sequence[str]], box: Box) -> list[sprites.SpritePlace]:
    """Place rows of cards in the middle of a box, all as large as they fit; in long rows they overlap."""
    rows = [part for row in rows for part in parts(row) if part]
    if not rows:
        return []
    longest = max(map(len, rows))
    w = min(WIDEST, box.w / (1 + LEAST_PITCH * (longest - 1)), ((box.h + ROW_GAP) / len(rows) - ROW_GAP) / HIGH)
    high = w * HIGH + ROW_GAP
    top = box.y + (box.h - high * len(rows) + ROW_GAP) / 2
    found = []
    for number, row in enumerate(rows):
        step = min(w * PITCH, (box.w - w) / max(1, len(row) - 1))
        first = box.x + (box.w - step * (len(row) - 1)) / 2
        y = top + number * high + w * HIGH / 2
        found += [sprites.SpritePlace(first + place * step, y, w, face) for place, face in enumerate(row)]
    return found


def draw_cards(look: sprites.Look, cards: Sequence[sprites.SpritePlace], canvas: Canvas) -> None:
    """Draw the cards of a position."""
    for card in cards:
        canvas.put_centred(look(card.face, card.w, card.state), card.x, card.y)
