"""The middle of the table of Twin It!, with a place for every card.

The field is a grid. With few cards they are large; a full grid is replaced by a finer one. That happens only when a
card finds no place, at most once in a usual game, and then all cards of the middle move a little at once: nothing else
moves a card that can be claimed. To be fair, a hand that comes down within ``AIM_MS`` of that is matched with the old
grid and claims the card that was there.

Each place has its own small shift and tilt, so that it looks like cards thrown on a table. The places fill evenly from
the middle, so that no side of the field stays empty for long; in a wide field the first ones lie together all the same,
not in a strip. A finer grid looks like a step back: the cards draw together around the middle, with room outside.
"""

from math import ceil
from typing import NamedTuple

from game.core.cache import cached
from game.core.rng import Rng
from game.engine.layout import Box

#: most cards in the middle at once: all of them
MOST = 135
#: least capacity against the clock: a third of the games needs no more
LEAST = 30
#: least capacity without one, where nobody is in a hurry as the cards move, and all can be larger until then
LEAST_CALM = 24
#: capacity of every grid but the coarsest: hardly a game needs more
USUAL = 40
#: a finer grid has room for more cards by at least this factor, and gives up this share of their size for a whole line
MORE, GIVES = 1.3, 0.95
#: the shortest reaction to moved cards, in milliseconds, for people and bots
AIM_MS = 350
#: greatest side of a card, also in a puzzle, and its share of the step between places
WIDEST, WIDEST_STILL = 150.0, 166.0
SHARE = 0.92
#: most room from one place to its neighbour, in steps, where the field is wider than its cards need
WIDEST_STEP = 1.08
#: share of chance in the order of places at about the same distance from the middle
CHANCE = 0.05
#: a coarser grid is used only if its cards are larger by this factor
WORTH = 1.09
#: the tilts of cards, in degrees
TILTS = (-4, -3, -1, 1, 3, 4)


class Grid(NamedTuple):
    """The places of a field: their middles in the order of filling, the side of a card, the tilts."""

    places: tuple[tuple[float, float], ...]
    side: float
    tilts: tuple[int, ...]
    #: the numbers of the places in the order in which they are filled without holes: in full columns from the middle
    closed: tuple[int, ...] = ()
    #: the lines of places, each from the left
    lines: tuple[tuple[int, ...], ...] = ()


def _fit(field: Box, room: int) -> tuple[float, int, int]:
    """Return the step, columns and rows of the grid with the largest cards."""
    best = (0.0, 1, 1)
    for columns in range(3, 28):
        rows = ceil(room / columns)
        best = max(best, (min(field.w / columns, field.h / rows, WIDEST / SHARE), columns, rows))
    return best


def _whole(field: Box, room: int) -> tuple[int, float]:
    """Return the capacity of a field that is full of cards about as large as ``room`` can be, and their step."""
    step = GIVES * _fit(field, room)[0]
    most = min(MOST, max(room, int(field.w / step) * int(field.h / step)))
    return most, _fit(field, most)[0]


@cached(64)
def rooms(field: Box, least: int = LEAST) -> tuple[int, ...]:
    """Return the useful capacities of ``field``, rising from at least ``least``.

    Each is that of a field full of cards, which are clearly smaller than those of the one before.
    """
    found = [_whole(field, least)]
    while (last := found[-1][0]) < MOST:
        room, step = _whole(field, min(MOST, max(USUAL, ceil(MORE * last))))
        if found[-1][1] < WORTH * step:
            found.pop()
        found.append((room, step))
    return tuple(room for room, _step in found)


@cached(32)
def grid(field: Box, room: int, least: int = LEAST) -> Grid:
    """Return a grid of at least ``room`` places in ``field``, with cards as large as possible.

    Its first places are those of the coarser grid in the same order: the same block of cards, with new lines outside.
    The coarsest one has room for ``least`` cards, and begins in the very middle.
    """
    step, columns, rows = _fit(field, room)
    across, down = min(field.w / columns, WIDEST_STEP * step), field.h / rows
    side = min(WIDEST, SHARE * step)
    rng = Rng(columns * 100 + rows)
    # the room that a tilted card leaves allows a small shift
    slack_x, slack_y = max(0.0, across - side * 1.08), max(0.0, down - side * 1.08)
    places, tilts, far = [], [], []
    # places opposite each other come one after the other
    chances: dict[tuple[int, int], float] = {}
    for line in range(rows):
        for column in range(columns):
            x = field.x + field.w / 2 + (column + 0.5 - columns / 2) * across
            y = field.y + (line + 0.5) * down
            off = ((column + 0.5) / columns - 0.5, (line + 0.5) / rows - 0.5)
            chance = chances.setdefault((line, min(column, columns - 1 - column)), rng.fraction())
            beyond = off[0] ** 2 * columns / rows + off[1] ** 2
            # next to the middle little is left to chance
            far.append(round(beyond + min(CHANCE, beyond / 2) * chance, 6))
            places.append((x + (rng.fraction() - 0.5) * slack_x, y + (rng.fraction() - 0.5) * slack_y))
            tilts.append(rng.choice(TILTS))
    free = sorted(range(len(places)), key=far.__getitem__)
    coarser = [one for one in rooms(field, least) if one < room]
    before = grid(field, coarser[-1], least).lines if coarser else ()
    at = {number: (line, column) for line, row in enumerate(before) for column, number in enumerate(row)}
    order = []
    for number in range(len(at)):
        line, column = at[number]
        line, column = line + (rows - len(before)) // 2, column + (columns - len(before[0])) // 2
        order.append(min(free, key=lambda n: abs(n // columns - line) + abs(n % columns - column)))
        free.remove(order[-1])
    order += free

    def outward(n: int) -> tuple[int, ...]:
        line, column = divmod(order[n], columns)
        return abs(2 * column + 1 - columns), column, abs(2 * line + 1 - rows), line

    closed = tuple(sorted(range(len(order)), key=outward))
    numbers = sorted(range(len(order)), key=order.__getitem__)
    lines = tuple(tuple(numbers[line * columns : (line + 1) * columns]) for line in range(rows))
    return Grid(tuple(places[n] for n in order), side, tuple(tilts[n] for n in order), closed, lines)


@cached(32)
def centred(field: Box, taken: tuple[int, ...]) -> Grid:
    """Return a grid for the cards of a puzzle on the ``taken`` places: in full rows around the middle, and large."""
    count, most = len(taken), WIDEST_STILL / SHARE
    step, columns = max(
        (min(field.w / columns, field.h / ceil(count / columns), most), -columns) for columns in range(1, count + 1)
    )
    rows = ceil(count / -columns)
    columns = ceil(count / rows)
    rng, (x, y) = Rng(columns * 100 + rows), field.centre
    places = dict.fromkeys(range(max(taken) + 1), (x, y))
    for number, place in enumerate(taken):
        line, column = divmod(number, columns)
        beside = min(columns, count - line * columns)
        places[place] = x + (column - (beside - 1) / 2) * step, y + (line - (rows - 1) / 2) * step
    return Grid(tuple(places.values()), SHARE * step, tuple(rng.choice(TILTS) for _ in places))


class Middle:
    """The present grid of a table, which gets finer with more cards, and the matching of hands with it."""

    def __init__(self, box: Box, room: int, least: int = LEAST) -> None:
        self.box, self._least = box, least
        self.grid = self._for(room)
        self._before: Grid | None = None
        self._since = 0

    def _for(self, cards: int) -> Grid:
        """Return the grid with room for ``cards``."""
        self.room = next(room for room in rooms(self.box, self._least) if room >= min(cards, MOST))
        return grid(self.box, self.room, self._least)

    @property
    def finer(self) -> Grid | None:
        """The next grid, or None if there is no finer one."""
        more = [room for room in rooms(self.box, self._least) if room > self.room]
        return grid(self.box, more[0], self._least) if more else None

    def hold(self, cards: int, now: int) -> bool:
        """Make room for ``cards`` at game time ``now``; return True if the other cards had to move."""
        if cards <= len(self.grid.places):
            return False
        self._before, self._since = self.grid, now
        self.grid = self._for(cards)
        return True

    def aimed(self, place: int, at: int) -> tuple[float, float, float, bool]:
        """Return middle and side of a place's card for a hand that came down at ``at``, and True if it is new.

        New means that it came with the finer grid, so that no hand can have aimed at it yet.
        """
        old = self._before if at < self._since + AIM_MS else None
        new = old is not None and place >= len(old.places)
        found = old if old and not new else self.grid
        return (*found.places[place], found.side, new)


class StillMiddle(Middle):
    """The middle of a puzzle, where no card comes."""

    def __init__(self, box: Box, taken: tuple[int, ...]) -> None:
        super().__init__(box, MOST)
        self.grid = centred(box, taken)
