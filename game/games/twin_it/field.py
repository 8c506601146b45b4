"""The middle of the table of Twin It!: a place for every card.

The field is a grid. While few cards lie there they are large, and a grid that is full gives way to a finer one. That
happens only when a card comes down for which there is no place, once or twice in a usual game, and then all cards of
the middle move a little at once: nothing else ever moves a card that can be claimed. It is fair by one rule: a hand
that comes down within ``AIM_MS`` of that has aimed at what was there before, and lies on the card that lay there.

Each place has its own small shift and tilt, and the places fill from the middle, so that it looks like cards thrown on
a table. A finer grid is as if one stepped back: all draw together around the middle, and there is room outside.
"""

from math import ceil, sqrt
from typing import NamedTuple

from game.core.cache import cached
from game.core.rng import Rng
from game.engine.layout import Box

#: most cards in the middle at once: all that there are
MOST = 135
#: rooms of the field, by how many cards lie in it at most
ROOMS = (16, 30, 40, 48, 60, 84, 112, MOST)
#: nobody reacts sooner to cards that have moved, in milliseconds; no bot does either
AIM_MS = 350
#: a card's side at most, and its share of the step from place to place
WIDEST = 128.0
SHARE = 0.92
#: a coarser grid is used only where its cards are so much larger
WORTH = 1.09
#: most degrees that a card is turned, and its tilts
TILTS = (-4, -3, -1, 1, 3, 4)


class Grid(NamedTuple):
    """Places in a field: the middle of each in the order in which they fill, the side of a card, the tilts."""

    places: tuple[tuple[float, float], ...]
    side: float
    tilts: tuple[int, ...]


def _fit(field: Box, room: int) -> tuple[float, int, int]:
    """The step from place to place of a grid with cards as large as can be, its columns and rows."""
    best = (0.0, 1, 1)
    for columns in range(3, 28):
        rows = ceil(room / columns)
        best = max(best, (min(field.w / columns, field.h / rows, WIDEST / SHARE), columns, rows))
    return best


@cached(32)
def rooms(field: Box) -> tuple[int, ...]:
    """The rooms of ``field``, rising: only those whose cards are clearly larger than those of the next."""
    kept = [MOST]
    for room in ROOMS[-2::-1]:
        if _fit(field, room)[0] >= WORTH * _fit(field, kept[0])[0]:
            kept.insert(0, room)
    return tuple(kept)


@cached(32)
def grid(field: Box, room: int) -> Grid:
    """A grid of at least ``room`` places in ``field``, with cards as large as can be.

    Its first places are those of the grid before it in the same order, drawn together around the middle.
    """
    step, columns, rows = _fit(field, room)
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
    free = sorted(range(len(places)), key=far.__getitem__)
    coarser = [one for one in rooms(field) if one < room]
    before = grid(field, coarser[-1]).places if coarser else ()
    closer = sqrt(len(before) / len(places))
    middle_x, middle_y = field.centre
    order = []
    for left, top in before:
        x, y = middle_x + (left - middle_x) * closer, middle_y + (top - middle_y) * closer
        order.append(min(free, key=lambda n: (places[n][0] - x) ** 2 + (places[n][1] - y) ** 2))
        free.remove(order[-1])
    order += free
    return Grid(tuple(places[n] for n in order), side, tuple(tilts[n] for n in order))


class Middle:
    """The grid that a table has now, which grows finer as the cards get more, and where hands find them."""

    def __init__(self, box: Box, room: int) -> None:
        self.box = box
        self.grid = self._for(room)
        self._before: Grid | None = None
        self._since = 0

    def _for(self, cards: int) -> Grid:
        """The grid with room for ``cards``."""
        self.room = next(room for room in rooms(self.box) if room >= cards)
        return grid(self.box, self.room)

    @property
    def finer(self) -> Grid | None:
        """The next grid, or None if there is no finer one."""
        more = [room for room in rooms(self.box) if room > self.room]
        return grid(self.box, more[0]) if more else None

    def hold(self, cards: int, now: int) -> bool:
        """Have room for so many ``cards`` at ``now``, the game's time; return whether the others had to move."""
        if cards <= len(self.grid.places):
            return False
        self._before, self._since = self.grid, now
        self.grid = self._for(cards)
        return True

    def aimed(self, place: int, at: int) -> tuple[float, float, float, bool]:
        """Where a hand that came down at ``at`` finds the card of a place: its middle, its side, whether it is new.

        New is what has come with the finer grid: nobody can have aimed at it yet.
        """
        old = self._before if at < self._since + AIM_MS else None
        new = old is not None and place >= len(old.places)
        found = old if old and not new else self.grid
        return (*found.places[place], found.side, new)
