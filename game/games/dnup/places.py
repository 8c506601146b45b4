"""Where sets lie on the table of dnuP: whose place is whose, and what is tested against what (rule text, 5 and 6)."""

from __future__ import annotations

from game.core.remembering import remembered
from game.games.dnup.deck import ACTIVE, MOST_ALIKE


def areas_of(seats: int) -> int:
    """How many sets a player can have on the table: two between two players, else one (section 6)."""
    return 2 if seats == 2 else 1


def owner_of(place: int, seats: int) -> int:
    """The seat before which ``place`` lies."""
    return place // 2 if seats == 2 else place


def own_place(turn: int, area: int, seats: int) -> int:
    """The place whose turn it is: what lies there is discarded before the action (sections 5 and 6)."""
    return 2 * turn + area if seats == 2 else turn


@remembered(32)
def places_of_others(seat: int, seats: int) -> tuple[int, ...]:
    """The places that lie before the others of ``seat``."""
    return tuple(place for place in range(seats * areas_of(seats)) if owner_of(place, seats) != seat)


def heights_of(sets: tuple[tuple[int, ...], ...], place: int) -> list[int]:
    """Size -> value of every set on the table but the one at ``place``, 0 for none; no two have the same size."""
    heights = [0] * (MOST_ALIKE + 2)
    for other, cards in enumerate(sets):
        if cards and other != place:
            heights[len(cards)] = ACTIVE[cards[0]]
    return heights
