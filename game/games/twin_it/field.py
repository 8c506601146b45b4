"""The middle of the table of Twin It!: a place for every card.

Claimable cards never move, so the field is a fixed grid with room for the most cards that a usual game
brings; only a table fuller than that is laid out anew in smaller steps. Each place has its own small shift
and tilt, and the places fill from the middle, so that it looks like cards thrown on a table.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from game.core.rng import Rng
from game.engine.layout import Box

#: most cards in the middle at once: all that there are
MOST = 135
#: rooms of the field, by how many cards lie in it at most
ROOMS = (40, 44, 60, 84, 112, MOST)
#: a card's side at most, and its share of the step from place to place
WIDEST = 112.0
SHARE = 0.92
#: most degrees that a card is turned, and its tilts
TILTS = (-4, -3, -1, 1, 3, 4)


class Grid(NamedTuple):
    """Places in a field: the middle of each in the order in which they fill, the side of a card, the tilts."""

    places: tuple[tuple[float, float], ...]
    side: float
    tilts: tuple[int, ...]


def room_for(cards: int, usual: int) -> int:
    """The room of a field for ``cards``, not less than the ``usual`` one."""
    return next(room for room in ROOMS if room >= max(cards, min(usual, MOST)))


@lru_cache(maxsize=16)
def grid(field: Box, room: int) -> Grid:
    """A grid of at least ``room`` places in ``field``, with cards as large as can be."""
    best = (0.0, 1, 1)
    for columns in range(3, 28):
        rows = ceil(room / columns)
        best = max(best, (min(field.w / columns, field.h / rows, WIDEST / SHARE), columns, rows))
    step, columns, rows = best
    across, down = field.w / columns, field.h / rows
    side = min(WIDEST, SHARE * step)
    rng = Rng(columns * 100 + rows)
    # what a tilted card does not need can be used to lie a little beside the middle
    slack_x, slack_y = max(0.0, across - side * 1.08), max(0.0, down - side * 1.08)
    places, tilts, far = [], [], []
    for line in range(rows):
        for column in range(columns):
            x, y = field.x + (column + 0.5) * across, field.y + (line + 0.5) * down
            off = ((column + 0.5) / columns - 0.5, (line + 0.5) / rows - 0.5)
            far.append(off[0] ** 2 + off[1] ** 2 + 0.12 * rng.fraction())
            places.append((x + (rng.fraction() - 0.5) * slack_x, y + (rng.fraction() - 0.5) * slack_y))
            tilts.append(rng.choice(TILTS))
    order = sorted(range(len(places)), key=far.__getitem__)
    return Grid(tuple(places[n] for n in order), side, tuple(tilts[n] for n in order))
