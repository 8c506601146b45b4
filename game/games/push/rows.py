"""The rows of Push: which of them a card may join, and who takes one when (rule text, section 3)."""

from __future__ import annotations

from game.core.remembering import remembered
from game.games.push.deck import MARKS, MOST_ROWS

Cards = tuple[int, ...]
#: the cards of each row, in order; a row that was taken is empty until the turn ends
Rows = tuple[Cards, ...]


def targets_of(rows: Rows, card: int) -> tuple[int, ...]:
    """The places of the rows that a number or dice card may join, a new one among them (section 3)."""
    mark = MARKS[card]
    found = []
    for place, row in enumerate(rows):
        for other in row:
            if MARKS[other] & mark:
                break
        else:
            found.append(place)
    if len(rows) < MOST_ROWS:
        found.append(len(rows))
    return tuple(found)


@remembered(1024)
def picking_order(active: int, seats: int, directions: int, bust: bool) -> tuple[int, ...]:
    """Who takes rows, in order: ``active`` first unless busted, then to the left, or to the right after an odd
    number of direction cards (section 3, P5, P12)."""
    step = -1 if directions % 2 else 1
    others = tuple((active + step * place) % seats for place in range(1, seats))
    return others if bust else (active, *others)
