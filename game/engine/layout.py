"""Layout from the logical table to the window: pure functions and small values, no surfaces.

The logical table is 1280x720 in a wide window. In a tall one it is 720 wide and as high as the window's shape asks for,
between 1280 and 1560. It is scaled to the window's real pixels and centred; the rest is filled with felt or wood.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf
from typing import NamedTuple, Protocol, TypeVar

from game.core.cache import cached

WIDE = (1280, 720)
TALL = (720, 1280)
#: maximum height of a tall table, to fill a slender phone
TALLEST = 1560
#: least width at a broad window's sides that a wide table uses, and the most
LEAST_SIDE, MOST_SIDE = 48.0, 140.0


class Box(NamedTuple):
    """A rectangle in logical pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        """The centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def holds(self, x: float, y: float) -> bool:
        """Return True if the point is inside."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def beyond(self, x: float, y: float) -> float:
        """Return how far outside the point is; negative inside."""
        across, down = self.centre
        return max(abs(x - across) - self.w / 2, abs(y - down) - self.h / 2)

    def grown(self, by: float) -> "Box":
        """Return the box enlarged by ``by`` on each side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def wider(self, left: float, right: float) -> "Box":
        """Return the box with its left and its right edge moved that far to the right."""
        return Box(self.x + left, self.y, self.w + right - left, self.h)

    def inset(self, sides: float, ends: float) -> "Box":
        """Return the box reduced by ``sides`` at each side, and by ``ends`` above and below."""
        return Box(self.x + sides, self.y + ends, self.w - 2 * sides, self.h - 2 * ends)

    def cut_down(self, heights: Sequence[float], gap: float = 0.0) -> "list[Box]":
        """Return parts of these heights, one below the other from the upper edge."""
        tops = accumulate(heights, lambda top, high: top + high + gap, initial=self.y)
        return [Box(self.x, top, self.w, high) for top, high in zip(tops, heights, strict=False)]

    def cut_across(self, widths: Sequence[float], gap: float = 0.0) -> "list[Box]":
        """Return parts of these widths, side by side from the left edge."""
        lefts = accumulate(widths, lambda left, wide: left + wide + gap, initial=self.x)
        return [Box(left, self.y, wide, self.h) for left, wide in zip(lefts, widths, strict=False)]

    def at_least(self, side: float) -> "Box":
        """Return the box grown around its centre to at least ``side`` each way, as a touch target."""
        wide, high = max(self.w, side), max(self.h, side)
        x, y = self.centre
        return Box(x - wide / 2, y - high / 2, wide, high)


NOWHERE = Box(0, 0, 0, 0)


def overlap(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide * high if wide > 0 and high > 0 else 0.0


def bounds(boxes: Collection[Box]) -> Box:
    """Return the smallest box that contains all ``boxes``; at least one is needed."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.x + box.w for box in boxes) - x, max(box.y + box.h for box in boxes) - y)


class Spot(NamedTuple):
    """A card's place: its centre and width."""

    x: float
    y: float
    w: float

    def card(self, ratio: float) -> Box:
        """Return the card as a rectangle, ``ratio`` times as high as wide."""
        high = self.w * ratio
        return Box(self.x - self.w / 2, self.y - high / 2, self.w, high)


class Circle(NamedTuple):
    """The place of a figure or a round button: its centre and radius."""

    x: float
    y: float
    radius: float

    @property
    def box(self) -> Box:
        """The square around it."""
        return Box(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


class TextPlace(NamedTuple):
    """The place of a text: its left end or its centre, and its maximum width (0 for none)."""

    x: float
    y: float
    w: float = 0.0


@dataclass(frozen=True, kw_only=True)
class TurnSpots:
    """Places of the parts that all tables of turns share, for one window and number of opponents; logical."""

    #: the opponents' panels
    opponents: tuple[Box, ...]
    #: the pill of the prompt by its centre
    prompt: TextPlace
    #: the player's own cards
    tray: Box
    #: room for two buttons, and the centres of the undo and hint buttons
    buttons: tuple[Box, ...] = ()
    undo: tuple[float, float]
    hint: tuple[float, float]
    #: the dock, and the log if it has a box of its own
    dock: Box = NOWHERE
    log: Box | None = None


S_co = TypeVar("S_co", bound=TurnSpots, covariant=True)


class TableLayout(Protocol[S_co]):
    """Lays out a table for a window.

    A wide table may extend beyond its left and right edges by ``side``. A tall one leaves ``sheet`` for its dock.
    """

    def __call__(self, width: int, height: int, opponents: int, side: float = 0.0, sheet: float = 0.0) -> S_co:
        """Return the places of all parts."""


S = TypeVar("S", bound=TurnSpots)


def by_window(wide: Callable[[int, float], S], tall: Callable[[float, int], S]) -> TableLayout[S]:
    """Return the layout of a table that is made of those of a wide and a tall one.

    Its buttons are in the usual place, and so is the dock of a tall one.
    """

    def spots(width: int, height: int, opponents: int, side: float = 0.0, sheet: float = 0.0) -> S:
        if height > width:
            found, buttons = tall(height - sheet, opponents), tall_buttons(height - sheet)
            return replace(found, buttons=buttons, dock=tall_dock(height, sheet))
        return replace(wide(opponents, side), buttons=wide_buttons(side))

    return spots


class Insets(NamedTuple):
    """Real pixels of the window covered by a notch, round corners or a home bar on each side."""

    top: int = 0
    right: int = 0
    bottom: int = 0
    left: int = 0


UNCOVERED = Insets()


class Frame(NamedTuple):
    """Position of the logical table in the window."""

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
    #: covered edges: only felt and wood are drawn there, no part of the table
    safe: Insets = UNCOVERED

    @property
    def tall(self) -> bool:
        """True for the portrait table."""
        return self.height > self.width

    @property
    def whole(self) -> bool:
        """True if the table has all the room of its window, False if something else is below it."""
        suited = frame_for(self.window, self.safe)
        return self.px(self.height) >= suited.px(suited.height) - 2

    @property
    def broad(self) -> bool:
        """True if the window is much broader than a wide table, as on a phone held sideways."""
        return frame_for(self.window, self.safe).side > 0

    @property
    def side(self) -> float:
        """Extent of a whole wide table beyond its left and right edge; 0 if not worthwhile."""
        return _side(self)

    @property
    def table(self) -> Box:
        """The whole table."""
        return Box(0, 0, self.width, self.height)

    @property
    def room(self) -> Box:
        """The table with its sides: the area of a screen without a table."""
        return self.table.wider(-self.side, self.side)

    def to_logical(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the window to the logical table."""
        return (x - self.left) / self.scale, (y - self.top) / self.scale

    def to_real(self, x: float, y: float) -> tuple[int, int]:
        """Convert a point of the logical table to the window."""
        return round(x * self.scale) + self.left, round(y * self.scale) + self.top

    def px(self, length: float) -> int:
        """Return a length in real pixels."""
        return round(length * self.scale)


@cached(8)
def _side(frame: Frame) -> float:
    """Return ``Frame.side``, cached because every step of a layout asks for it."""
    if frame.tall or not frame.whole:
        return 0.0
    left = frame.left - frame.safe.left
    right = frame.window[0] - frame.safe.right - frame.left - frame.px(frame.width)
    free = min(left, right) / frame.scale
    return min(MOST_SIDE, free) if free >= LEAST_SIDE else 0.0


def frame_for(window: tuple[int, int], safe: Insets = UNCOVERED) -> Frame:
    """Return the largest table for the window's shape beside the covered edges, centred if possible."""
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
    """Return the start of something centred in the window, moved if one of its ends would be covered."""
    return round(min(max((window - length) / 2, before), window - after - length))


def lengths(spans: Sequence[tuple[float, float, float]], room: float) -> list[float]:
    """Divide ``room`` among parts, each given by its least length, its weight and its maximum; return the lengths.

    What the least lengths leave goes to the parts with a weight, in proportion, up to their maximum. If there is too
    little room, all least lengths are reduced in proportion.
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
    """Return ``count`` equal boxes side by side in ``space``, centred if limited by ``widest``."""
    full = (space.w - gap * (count - 1)) / max(1, count)
    wide = min(widest, full)
    left = space.x if wide == full else space.x + (space.w - wide * count - gap * (count - 1)) / 2
    return [Box(left + place * (wide + gap), space.y, wide, space.h) for place in range(count)]


def column(count: int, space: Box, gap: float) -> list[Box]:
    """Return ``count`` equal boxes one below the other in ``space``."""
    high = (space.h - gap * (count - 1)) / max(1, count)
    return [space._replace(y=space.y + place * (high + gap), h=high) for place in range(count)]


# ---- places shared by most games ------------------------------------------------------------------

#: the two buttons of a wide table, and the share of extra room at the sides by which their column's left edge moves
#: right: the column itself takes the rest
COLUMN = 0.4
BUTTONS = (Box(976, 508, 270, 84), Box(976, 606, 270, 84))
#: height of the buttons of a tall table with the edge below them
BUTTONS_HIGH = 132.0

#: height that a tall table gives up for its dock, and the addition for texts twice as large
SHEET, SHEET_GROWS = 232.0, 212.0
#: below this height a tall table makes all its parts lower
COMFORTABLE = 1172.0


def wide_buttons(side: float = 0.0) -> tuple[Box, Box]:
    """Return the two buttons of a wide table, one below the other at its right edge."""
    first, last = (box.wider(COLUMN * side, side) for box in BUTTONS)
    return first, last


def tall_buttons(height: float) -> tuple[Box, Box]:
    """Return the two buttons of a tall table, side by side at its lower edge."""
    top = height - BUTTONS_HIGH
    return Box(24, top, 326, 108), Box(370, top, 326, 108)


def sheet_for(text_scale: float) -> float:
    """Return the height that a tall table gives up for its dock at a player's text scale."""
    return SHEET + SHEET_GROWS * max(0.0, text_scale - 1)


def has_spare_height(height: float, text_scale: float) -> bool:
    """Return True if a tall table is comfortable beside a dock of its own."""
    return height - sheet_for(text_scale) >= COMFORTABLE


def short(height: float) -> float:
    """Return how far a tall table is below its comfortable height."""
    return max(0.0, COMFORTABLE - height)


def tall_dock(height: float, sheet: float) -> Box:
    """Return the dock of a tall table that gives up ``sheet`` of its ``height``, at its lower edge."""
    return Box(24, height - sheet - 8, 672, sheet - 14)


def button_boxes(pair: Sequence[Box], count: int) -> list[Box]:
    """Return the boxes of one to three buttons in the room of two: one alone fills a row, or is centred in a column."""
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
    """Return the rivals' panels along the upper edge of a wide table, between the round buttons in its corners."""
    room = Box(104, top, 1072, high).wider(-side, side)
    return row(count, room, gap, widest * room.w / 1072)


def tall_rivals(count: int, top: float, high: float) -> list[Box]:
    """Return the rivals' panels on a tall table: up to three one below the other, more in two columns."""
    if count <= 3:
        return [Box(24, top + place * (high + 8), 672, high) for place in range(count)]
    return [Box(24 + place % 2 * 341, top + place // 2 * (high + 8), 331, high) for place in range(count)]
