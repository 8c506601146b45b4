"""Where everything lies on a result: pure, from the window and from how much there is to show."""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from game.engine.layout import Box, Frame

#: how far things keep from the left and right edge, in a wide window and in a tall one
EDGE, EDGE_TALL = 32.0, 24.0
#: width of the column with the buttons, and what is between it and the rows
SIDE, GAP = 296.0, 20.0
#: where rows and pages begin and, in a wide window, end; with tabs above them they begin lower in a tall one
TOP, BOTTOM = 132.0, 692.0
TOP_TALL, TOP_BELOW_TABS = 152.0, 220.0
#: in rows that are lower than this, in a wide window and in a tall one, there is no room to say of every number what
#: it is: that stands once above them all, in a line so high
LOW, LOW_TALL_ROW, CAPTIONS = 90.0, 172.0, 30.0
#: beside the rows the best moment is at least so high
LEAST_MOMENT = 230.0
#: in a wide window without tabs the news lie over the column, beside the headline
NEWS_BAND = Box(0, 29, 0, 94)
#: the best moment is at most so high below the rows, in a tall window as a share of its width
HIGHEST_MOMENT, HIGHEST_MOMENT_TALL = 190.0, 0.8


class ResultContent(NamedTuple):
    """How much a result has to show."""

    rows: int
    #: a row is at most so high
    row_height: float
    #: height of the lines that explain how it is counted
    rule: float
    #: small buttons below the large one
    small: int
    #: what the numbers are is the same in every row
    alike: bool = False
    #: the game has pages of its own
    pages: bool = False
    #: the game's own standing: in a tall window it is so high
    standing: float = 0.0
    #: the least height of the best moment where it lies flat, 0 where there is none
    moment: float = 0.0
    #: how high the news are in a box of a width that may be so high at most
    news: Callable[[float, float], float] = lambda wide, most: 0.0


class ResultLayout:
    """Where everything lies in one window."""

    def __init__(self, frame: Frame, needs: ResultContent) -> None:
        self.frame, self.needs = frame, needs
        self.tall = frame.tall
        #: the edges of what can be used
        room = frame.room
        self.start, self.end = room.x, room.x + room.w
        #: how much larger than usual rows and their texts are, for their width
        self.grow = room.w / frame.width
        edge = EDGE_TALL if self.tall else EDGE
        self.left, self.right = self.start + edge, self.end - edge
        side = self.right - self.left if self.tall else SIDE * self.grow
        #: the column with the buttons; in a tall window all of its width
        self._side = Box(self.right - side, TOP, side, self.button_top - 14 - TOP)
        #: width of the rows
        self.wide = side if self.tall else self._side.x - GAP - self.left
        #: height of the line above the rows that says what their numbers are, or 0 where every row says it
        self.captions = 0.0
        self.row_step = min(needs.row_height, self._room / max(1, needs.rows))
        if needs.alike and self.row_step < (LOW_TALL_ROW if self.tall else LOW):
            self.captions = CAPTIONS
            self.row_step = min(needs.row_height, self._room / max(1, needs.rows))
        self.news, self.moment = self._told()

    # ---- the head ---------------------------------------------------------------------------------

    @property
    def back(self) -> tuple[float, float]:
        """The middle of the corner button."""
        return (60.0, 60.0) if self.tall else (self.start + 58, 60.0)

    @property
    def figure(self) -> tuple[float, float, float]:
        """Middle and radius of the figure beside the headline."""
        return (136.0, 72.0, 33.0) if self.tall else (self.start + 146, 70.0, 36.0)

    def title(self, figure: bool) -> tuple[float, float]:
        """Where the headline begins, with or without a figure before it, and how wide it may be."""
        left = self.start + ((184.0 if self.tall else 200.0) if figure else 110.0)
        right = self.end - 24
        if not self.tall and self.needs.pages:
            right = self.tabs.x - 12
        elif self.news and not self._below:
            right = self._side.x - GAP
        return left, right - left

    @property
    def tabs(self) -> Box:
        """The bar that turns the pages."""
        return Box(24, 146, 672, 62) if self.tall else Box(self.end - 460, 32, 428, 58)

    # ---- the rows ---------------------------------------------------------------------------------

    @property
    def top(self) -> float:
        """Where the rows or the page begin, below the standing."""
        if not self.tall:
            return TOP
        return TOP_BELOW_TABS if self.needs.pages else TOP_TALL

    @property
    def _rows_top(self) -> float:
        standing = self.needs.standing + 12 if self.tall and self.needs.standing else 0
        return self.top + standing + self.captions - (8 if self.captions else 0)

    @property
    def _bottom(self) -> float:
        """Where all that is beside or above the buttons ends."""
        return self.button_top - 12 if self.tall else BOTTOM

    @property
    def _below(self) -> bool:
        """Whether what is told of the match lies below the rows, and not at their side."""
        return self.tall or bool(self.needs.standing)

    @property
    def _room(self) -> float:
        """How high the rows may be, all of them together."""
        needs = self.needs
        kept = 0.0
        if self._below:
            news = needs.news(self.wide, inf)
            kept = needs.moment + news + 10 * (bool(needs.moment) + bool(news))
        return self._bottom - kept - needs.rule - self._rows_top

    def row(self, number: float) -> Box:
        """The box of a row, or on the way from one to another."""
        return Box(self.left, self._rows_top + number * self.row_step, self.wide, self.row_step - 8)

    @property
    def rule(self) -> Box:
        """The line below the rows that explains how it is counted."""
        last = self.row(self.needs.rows - 1)
        return Box(last.x + 12, last.y + last.h + 6, last.w - 24, self.needs.rule)

    @property
    def standing(self) -> Box:
        """The game's own standing."""
        return Box(self.left, self.top, self.wide, self.needs.standing) if self.tall else self._side

    # ---- what is told of the match ------------------------------------------------------------------

    def _told(self) -> tuple[Box | None, Box | None]:
        """The boxes of the news and of the best moment, as far as there are any."""
        needs, side = self.needs, self._side
        if self._below:
            top = self.rule.y + self.rule.h + 4
            rest = Box(self.left, top, self.wide, self._bottom - top)
            highest = HIGHEST_MOMENT_TALL * rest.w if self.tall else HIGHEST_MOMENT
            news, moment = _stacked(rest, needs.news(rest.w, inf))
            moment = moment._replace(h=min(highest, moment.h))
        elif needs.pages:
            # what is new is told as far as it leaves room for the moment, the most important first
            most = side.h - 10 - LEAST_MOMENT if needs.moment else inf
            news, moment = _stacked(side, needs.news(side.w, most))
        else:
            high = needs.news(side.w, NEWS_BAND.h)
            news = Box(side.x, NEWS_BAND.y + (NEWS_BAND.h - high) / 2, side.w, high)
            moment = side
        return news if news.h else None, moment if needs.moment else None

    # ---- pages and buttons ----------------------------------------------------------------------------

    @property
    def page(self) -> tuple[Box, Box, Box]:
        """Room for a page of the game's own: one large box, one at its side, one below."""
        gap = 14.0
        if not self.tall:
            return Box(self.left, TOP, self.wide, 352), self._side, Box(self.left, TOP + 352 + gap, self.wide, 194)
        high = self._bottom - 8 - self.top - 2 * gap
        large, side = high * 0.4, high * 0.29
        return (
            Box(self.left, self.top, self.wide, large),
            Box(self.left, self.top + large + gap, self.wide, side),
            Box(self.left, self.top + large + side + 2 * gap, self.wide, high - large - side),
        )

    @property
    def button_top(self) -> float:
        """Where the buttons begin; in a wide window small ones stand in pairs below the large one."""
        if self.tall:
            return self.frame.height - (220.0 if self.needs.small else 134.0)
        rows = -(-self.needs.small // 2)
        return 688.0 - 80 - 84.0 * rows if rows else 612.0

    @property
    def large(self) -> Box:
        """The large button."""
        return Box(self._side.x, self.button_top, self._side.w, 96 if self.tall else 80)

    @property
    def small(self) -> list[Box]:
        """The small buttons."""
        count, side = self.needs.small, self._side
        if self.tall:
            part = (side.w - 12 * (count - 1)) / max(1, count)
            return [Box(side.x + n * (part + 12), self.frame.height - 110, part, 76) for n in range(count)]
        part = (side.w - 12) / 2
        top, odd = self.button_top + 94, count % 2
        places = (divmod(n + odd, 2) for n in range(count))
        boxes = [Box(side.x + at * (part + 12), top + row * 84, part, 72) for row, at in places]
        # an odd one has a row of its own, the first
        return [Box(side.x, top, side.w, 72), *boxes[1:]] if odd else boxes


def _stacked(box: Box, news: float) -> tuple[Box, Box]:
    """Room for news that are so high, and below them for the moment."""
    gap = 10 if news else 0
    return box._replace(h=news), box._replace(y=box.y + news + gap, h=box.h - news - gap)
