"""Layout of a result: a pure function of the window and the amount of content."""

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from game.engine.layout import Box, Frame

#: margin at the left and right edge, in a wide window and in a tall one
EDGE, EDGE_TALL = 32.0, 24.0
#: scale of everything on a big screen, which is read from across the room and has no buttons
ACROSS = 1.35
#: width of the column beside the standing on a big screen, and height of what comes next below it
ASIDE, NEXT = 392.0, 288.0
#: width of the column with the buttons, and its gap to the rows
SIDE, GAP = 296.0, 20.0
#: top of rows and pages and, in a wide window, their bottom; in a tall one they start lower below tabs
TOP, BOTTOM = 132.0, 692.0
TOP_TALL, TOP_BELOW_TABS = 152.0, 220.0
#: below these heights, wide and tall, rows have no room for captions: a line of the last height above all has them
LOW, LOW_TALL_ROW, CAPTIONS = 90.0, 230.0, 30.0
#: height of a tall window's rows below which only the first of the news has room below them
ROOMY_TALL_ROW = 180.0
#: minimum height of the best moment beside the rows
LEAST_MOMENT = 230.0
#: in a wide window without tabs the news are above the column, beside the headline
NEWS_BAND = Box(0, 29, 0, 94)
#: maximum width of that band, in widths of the column: usual, and where a broader one has room for more of the news
MOST_NEWS, BROADEST_NEWS = 1.5, 2.0
#: maximum height of the best moment below the rows, in a tall window as a share of its width
HIGHEST_MOMENT, HIGHEST_MOMENT_TALL = 190.0, 0.8


class ResultContent(NamedTuple):
    """The amount of content of a result."""

    rows: int
    #: maximum height of a row
    row_height: float
    #: height of the lines of the scoring rule
    rule: float
    #: number of small buttons below the large one
    small: int
    #: the rows have several numbers, with captions
    captioned: bool = False
    #: the game has pages of its own
    pages: bool = False
    #: height of the game's own standing in a tall window
    standing: float = 0.0
    #: minimum height of a flat best moment, 0 if there is none
    moment: float = 0.0
    #: returns the height of the news for a width and a maximum height
    news: Callable[[float, float], float] = lambda wide, most: 0.0
    #: width for the news in a line each
    news_width: float = 0.0
    #: for a big screen, which nobody touches
    big: bool = False


class ResultLayout:
    """Layout of a result in one window."""

    def __init__(self, frame: Frame, needs: ResultContent) -> None:
        self.frame, self.needs = frame, needs
        self.tall = frame.tall
        #: edges of the usable area
        room = frame.room
        self.start, self.end = room.x, room.x + room.w
        #: scale of the rows' figures and names, and of all in them that goes by their width
        self.zoom = ACROSS if needs.big else 1.0
        self.grow = room.w / frame.width * self.zoom
        edge = EDGE_TALL if self.tall else EDGE
        self.left, self.right = self.start + edge, self.end - edge
        side = self.right - self.left if self.tall else SIDE * self.grow
        if needs.big and not needs.standing:
            # the rows have the whole width
            side = -GAP
        #: the column with the buttons; in a tall window its full width
        self._side = Box(self.right - side, TOP, side, self.button_top - 14 - TOP)
        #: width of the rows
        self.wide = side if self.tall else self._side.x - GAP - self.left
        #: height of the line of captions above the rows, or 0 if every row has its own
        self.captions = 0.0
        self.row_step = min(needs.row_height, self._room / max(1, needs.rows))
        if needs.captioned and self.row_step < (LOW_TALL_ROW if self.tall else LOW):
            self.captions = CAPTIONS
            self.row_step = min(needs.row_height, self._room / max(1, needs.rows))
        self.news, self.moment = self._news_boxes()

    # ---- the head ---------------------------------------------------------------------------------

    @property
    def back(self) -> tuple[float, float]:
        """The centre of the corner button."""
        return (60.0, 60.0) if self.tall else (self.start + 58, 60.0)

    @property
    def figure(self) -> tuple[float, float, float]:
        """Centre and radius of the figure beside the headline."""
        if self.tall:
            return 136.0, 72.0, 33.0
        return (self.start + 156, 72.0, 46.0) if self.needs.big else (self.start + 146, 70.0, 36.0)

    def title(self, figure: bool) -> tuple[float, float]:
        """Return the headline's left edge, with or without a figure before it, and its maximum width."""
        left = self.start + ((184.0 if self.tall else 222.0 if self.needs.big else 200.0) if figure else 110.0)
        right = self.end - 24
        if not self.tall and self.needs.pages:
            right = self.tabs.x - 12
        elif self.news and not self._below:
            right = self.news.x - GAP
        return left, right - left

    @property
    def tabs(self) -> Box:
        """The bar that switches between pages."""
        return Box(24, 146, 672, 62) if self.tall else Box(self.end - 460, 32, 428, 58)

    # ---- the rows ---------------------------------------------------------------------------------

    @property
    def top(self) -> float:
        """The top of the rows or the page, below the standing."""
        if not self.tall:
            return TOP
        return TOP_BELOW_TABS if self.needs.pages else TOP_TALL

    @property
    def _rows_top(self) -> float:
        standing = self.needs.standing + 12 if self.tall and self.needs.standing else 0
        return self.top + standing + self.captions - (8 if self.captions else 0)

    @property
    def _bottom(self) -> float:
        """The bottom of everything beside or above the buttons."""
        return self.button_top - 12 if self.tall else BOTTOM

    @property
    def _below(self) -> bool:
        """True if the highlights are below the rows instead of at their side."""
        return self.tall or bool(self.needs.standing)

    @property
    def _room(self) -> float:
        """Height available for all rows together."""
        needs = self.needs
        kept = 0.0
        if self._below:
            news = needs.news(self.wide, self._most_news)
            kept = needs.moment + news + 10 * (bool(needs.moment) + bool(news))
        return self._bottom - kept - needs.rule - self._rows_top

    @property
    def _most_news(self) -> float:
        """Maximum height of the news below the rows, which need their room for the cards."""
        needs = self.needs
        if not self.tall:
            return inf
        rows = needs.rows * min(needs.row_height, ROOMY_TALL_ROW)
        return max(0.0, self._bottom - needs.moment - needs.rule - 20 - self._rows_top - rows)

    def row(self, number: float) -> Box:
        """Return the box of a row; a fraction is between two rows."""
        return Box(self.left, self._rows_top + number * self.row_step, self.wide, self.row_step - 8)

    @property
    def rule(self) -> Box:
        """The line below the rows with the scoring rule."""
        last = self.row(self.needs.rows - 1)
        return Box(last.x + 12, last.y + last.h + 6, last.w - 24, self.needs.rule)

    @property
    def standing(self) -> Box:
        """The game's own standing."""
        return Box(self.left, self.top, self.wide, self.needs.standing) if self.tall else self._side

    def _news_boxes(self) -> tuple[Box | None, Box | None]:
        """Return the boxes of the news and of the best moment, or None for each that is missing."""
        needs, side = self.needs, self._side
        if self._below:
            top = self.rule.y + self.rule.h + 4
            rest = Box(self.left, top, self.wide, self._bottom - top)
            highest = HIGHEST_MOMENT_TALL * rest.w if self.tall else HIGHEST_MOMENT
            news, moment = _stacked(rest, needs.news(rest.w, self._most_news))
            moment = moment._replace(h=min(highest, moment.h))
        elif needs.pages:
            # the news leave room for the moment, so that only the most important ones are shown
            most = side.h - 10 - LEAST_MOMENT if needs.moment else inf
            news, moment = _stacked(side, needs.news(side.w, most))
        else:
            least = SIDE * self.grow
            wide = max(0 if needs.big else least, min(needs.news_width, MOST_NEWS * least))
            if needs.news(wide, inf) > NEWS_BAND.h:
                wide = max(wide, min(needs.news_width, BROADEST_NEWS * least))
            high = needs.news(wide, NEWS_BAND.h)
            news = Box(self.right - wide, NEWS_BAND.y + (NEWS_BAND.h - high) / 2, wide, high)
            moment = side
        return news if news.h else None, moment if needs.moment else None

    # ---- pages and buttons ----------------------------------------------------------------------------

    @property
    def page(self) -> tuple[Box, Box, Box]:
        """The boxes of the game's own page: a large one, one at its side, one below."""
        gap = 14.0
        if self.needs.big:
            high, x = BOTTOM - TOP, self.right - ASIDE
            low = TOP + high - NEXT
            board = Box(self.left, TOP, x - GAP - self.left, high)
            return board, Box(x, TOP, ASIDE, high - NEXT - gap), Box(x, low, ASIDE, NEXT)
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
        """The top of the buttons; in a wide window small ones are in pairs below the large one."""
        if self.tall:
            return self.frame.height - 134.0 - 86.0 * self._tall_rows
        rows = -(-self.needs.small // 2)
        return 688.0 - 80 - 84.0 * rows if rows else 612.0

    @property
    def _tall_rows(self) -> int:
        """The number of rows of small buttons in a tall window: more than three do not fit side by side."""
        return (self.needs.small > 0) + (self.needs.small > 3)

    @property
    def large(self) -> Box:
        """The large button."""
        return Box(self._side.x, self.button_top, self._side.w, 96 if self.tall else 80)

    @property
    def small(self) -> list[Box]:
        """The small buttons."""
        count, side = self.needs.small, self._side
        if self.tall:
            across = -(-count // max(1, self._tall_rows))
            part, top = (side.w - 12 * (across - 1)) / max(1, across), self.button_top + 110
            return [Box(side.x + n % across * (part + 12), top + n // across * 86, part, 76) for n in range(count)]
        part = (side.w - 12) / 2
        top, odd = self.button_top + 94, count % 2
        places = (divmod(n + odd, 2) for n in range(count))
        boxes = [Box(side.x + at * (part + 12), top + row * 84, part, 72) for row, at in places]
        # an odd one has the first row to itself
        return [Box(side.x, top, side.w, 72), *boxes[1:]] if odd else boxes


def _stacked(box: Box, news: float) -> tuple[Box, Box]:
    """Split a box into room for news of this height and, below, for the moment."""
    gap = 10 if news else 0
    return box._replace(h=news), box._replace(y=box.y + news + gap, h=box.h - news - gap)
