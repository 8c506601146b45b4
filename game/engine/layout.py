"""From the logical table to the window: pure functions and small values, no surfaces.

The logical table is 1280x720 in a wide window. In a tall one it is 720 wide and as high as the window's
shape asks for, between 1280 and 1560. It is scaled to the window's real pixels, centred, and what lies
beyond it is filled with the same felt or wood.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from math import inf
from typing import NamedTuple

from game.core.cache import cached

WIDE = (1280, 720)
TALL = (720, 1280)
#: the most a tall table grows to fill a slender phone
TALLEST = 1560
#: what of a broad window's sides a wide table can use: at least so much to be worth it, and at most
LEAST_SIDE, MOST_SIDE = 48.0, 140.0


class Box(NamedTuple):
    """A rectangle in logical pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies within."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def grown(self, by: float) -> Box:
        """Larger by ``by`` on each side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def wider(self, left: float, right: float) -> Box:
        """With its left and its right edge moved so far to the right."""
        return Box(self.x + left, self.y, self.w + right - left, self.h)

    def inset(self, sides: float, ends: float) -> Box:
        """Smaller by so much at each side, and above and below."""
        return Box(self.x + sides, self.y + ends, self.w - 2 * sides, self.h - 2 * ends)

    def cut_down(self, heights: Sequence[float], gap: float = 0.0) -> list[Box]:
        """Parts so high, one below the other from its upper edge."""
        tops = accumulate(heights, lambda top, high: top + high + gap, initial=self.y)
        return [Box(self.x, top, self.w, high) for top, high in zip(tops, heights, strict=False)]

    def cut_across(self, widths: Sequence[float], gap: float = 0.0) -> list[Box]:
        """Parts so wide, side by side from its left edge."""
        lefts = accumulate(widths, lambda left, wide: left + wide + gap, initial=self.x)
        return [Box(left, self.y, wide, self.h) for left, wide in zip(lefts, widths, strict=False)]

    def at_least(self, side: float) -> Box:
        """Grown around its centre to at least ``side`` each way: a target that can be hit."""
        wide, high = max(self.w, side), max(self.h, side)
        x, y = self.centre
        return Box(x - wide / 2, y - high / 2, wide, high)


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide * high if wide > 0 and high > 0 else 0.0


def bounds(boxes: Collection[Box]) -> Box:
    """The smallest box that holds all of ``boxes``; there has to be one."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.x + box.w for box in boxes) - x, max(box.y + box.h for box in boxes) - y)


class Spot(NamedTuple):
    """A card's place: its middle and width."""

    x: float
    y: float
    w: float

    def card(self, ratio: float) -> Box:
        """The card as a rectangle, ``ratio`` times as high as wide."""
        high = self.w * ratio
        return Box(self.x - self.w / 2, self.y - high / 2, self.w, high)


class Insets(NamedTuple):
    """How many real pixels of the window a notch, round corners or a home bar cover on each side."""

    top: int = 0
    right: int = 0
    bottom: int = 0
    left: int = 0


UNCOVERED = Insets()


class Frame(NamedTuple):
    """How the logical table lies in the window."""

    #: logical width and height
    width: int
    height: int
    #: real pixels per logical pixel
    scale: float
    #: real pixels left of and above the table
    left: int
    top: int
    #: the window in real pixels
    window: tuple[int, int]
    #: what of it is covered: no part of the table lies there, only felt and wood
    safe: Insets = UNCOVERED

    @property
    def tall(self) -> bool:
        """Whether this is the portrait table."""
        return self.height > self.width

    @property
    def whole(self) -> bool:
        """Whether the table has all the room of its window; below a lower one lies something else."""
        suited = frame_for(self.window, self.safe)
        return self.px(self.height) >= suited.px(suited.height) - 2

    @property
    def broad(self) -> bool:
        """Whether the window is a good deal broader than a wide table, as that of a phone on its side."""
        return frame_for(self.window, self.safe).side > 0

    @property
    def side(self) -> float:
        """How far a whole wide table may go beyond its left and its right edge, where that is worth while."""
        return _side(self)

    @property
    def table(self) -> Box:
        """The whole table."""
        return Box(0, 0, self.width, self.height)

    @property
    def room(self) -> Box:
        """The table with its sides: what a screen without a table may fill."""
        return self.table.wider(-self.side, self.side)

    def to_logical(self, x: float, y: float) -> tuple[float, float]:
        """A point of the window on the logical table."""
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    def to_real(self, x: float, y: float) -> tuple[int, int]:
        """A point of the logical table in the window."""
        return round(x * self.scale) + self.left, round(y * self.scale) + self.top

    def px(self, length: float) -> int:
        """A length in real pixels."""
        return round(length * self.scale)


@cached(8)
def _side(frame: Frame) -> float:
    """See ``Frame.side``: what is asked for at every step of a layout is worked out once for a window."""
    if frame.tall or not frame.whole:
        return 0.0
    left = frame.left - frame.safe.left
    right = frame.window[0] - frame.safe.right - frame.left - frame.px(frame.width)
    free = min(left, right) / frame.scale
    return min(MOST_SIDE, free) if free >= LEAST_SIDE else 0.0


def frame_for(window: tuple[int, int], safe: Insets = UNCOVERED) -> Frame:
    """The table that suits the window's shape, as large as fits beside what is covered, centred as far as that goes."""
    wide, high = max(1, window[0]), max(1, window[1])
    across, down = max(1, wide - safe.left - safe.right), max(1, high - safe.top - safe.bottom)
    width, height = TALL if high > wide else WIDE
    if high > wide:
        height = min(TALLEST, max(height, round(width * down / across)))
    scale = min(across / width, down / height)
    left = _placed(wide, width * scale, safe.left, safe.right)
    top = _placed(high, height * scale, safe.top, safe.bottom)
    return Frame(width, height, scale, left, top, (wide, high), safe)


def _placed(window: int, length: float, before: int, after: int) -> int:
    """Where something begins that is centred in the window, unless one of its ends would be covered."""
    return round(min(max((window - length) / 2, before), window - after - length))


def lengths(spans: Sequence[tuple[float, float, float]], room: float) -> list[float]:
    """How long each part is of those that share ``room``: of each its least length, its weight and its most.

    What the least lengths leave goes to those with a weight, by their weights, until they have their most. Where there
    is too little for the least lengths, each has its share of that.
    """
    found = [least for least, _, _ in spans]
    free, growing = room - sum(found), [at for at, (least, weight, most) in enumerate(spans) if weight and most > least]
    if free < 0:
        return [length * max(0.0, room) / sum(found) for length in found]
    while growing and free > 0:
        unit = free / sum(spans[at][1] for at in growing)
        full = [at for at in growing if found[at] + unit * spans[at][1] >= spans[at][2]]
        for at in full or growing:
            grown = spans[at][2] - found[at] if full else unit * spans[at][1]
            found[at], free = found[at] + grown, free - grown
        growing = [at for at in growing if at not in full] if full else []
    return found


def row(count: int, space: Box, gap: float, widest: float = inf) -> list[Box]:
    """``count`` equal boxes side by side in ``space``; where they would be wider than ``widest``, in its middle."""
    full = (space.w - gap * (count - 1)) / max(1, count)
    wide = min(widest, full)
    left = space.x if wide == full else space.x + (space.w - wide * count - gap * (count - 1)) / 2
    return [Box(left + place * (wide + gap), space.y, wide, space.h) for place in range(count)]


def column(count: int, space: Box, gap: float) -> list[Box]:
    """``count`` equal boxes one below the other in ``space``."""
    high = (space.h - gap * (count - 1)) / max(1, count)
    return [space._replace(y=space.y + place * (high + gap), h=high) for place in range(count)]


# ---- where most games have their things -------------------------------------------------------------

#: the two buttons of a wide table, and how far the left edge of their column goes to the right where the table has
#: more room at its sides: the column itself takes the rest
COLUMN = 0.4
BUTTONS = (Box(976, 508, 270, 84), Box(976, 606, 270, 84))


#: what a tall table gives up for its dock, and so much more for texts twice as large
SHEET, SHEET_GROWS = 232.0, 212.0
#: a tall table that is lower makes all its parts lower
COMFORTABLE = 1172.0


def wide_buttons(side: float = 0.0) -> tuple[Box, Box]:
    """The two buttons of a wide table, one below the other at its right edge."""
    first, last = (box.wider(COLUMN * side, side) for box in BUTTONS)
    return first, last


def tall_buttons(height: float) -> tuple[Box, Box]:
    """The two buttons of a tall table, side by side at its lower edge."""
    return Box(24, height - 132, 326, 108), Box(370, height - 132, 326, 108)


def sheet_for(text_scale: float) -> float:
    """How much of its height a tall table gives up for words whose player has set the texts to that scale."""
    return SHEET + SHEET_GROWS * max(0.0, text_scale - 1)


def short(height: float) -> float:
    """By how much a tall table is lower than all its parts like to be, because its dock takes the room."""
    return max(0.0, COMFORTABLE - height)


def tall_dock(height: float, sheet: float) -> Box:
    """The dock of a tall table that gives up so much of its ``height`` for a ``sheet``: at its lower edge."""
    return Box(24, height - sheet - 8, 672, sheet - 14)


def button_boxes(pair: Sequence[Box], count: int) -> list[Box]:
    """The boxes of one to three buttons in the room of two: one alone fills a row, or has the middle of a column."""
    first, last = pair
    if count == 2:
        return [first, last]
    room = bounds((first, last))
    if first.y == last.y:
        return row(count, room, 12)
    return [first._replace(y=(first.y + last.y) / 2)] if count == 1 else column(count, room, 8)


def wide_rivals(
    count: int, top: float, high: float, widest: float = 350.0, gap: float = 11.0, side: float = 0.0
) -> list[Box]:
    """The rivals' panels along the upper edge of a wide table, between the round buttons in its corners."""
    room = Box(104, top, 1072, high).wider(-side, side)
    return row(count, room, gap, widest * room.w / 1072)


def tall_rivals(count: int, top: float, high: float) -> list[Box]:
    """The rivals' panels on a tall table: up to three one below the other, more of them in two columns."""
    if count <= 3:
        return [Box(24, top + place * (high + 8), 672, high) for place in range(count)]
    return [Box(24 + place % 2 * 341, top + place // 2 * (high + 8), 331, high) for place in range(count)]
