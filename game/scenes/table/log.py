"""The log as a sheet: the whole match in rows, newest first, in pages.

A row, such as a turn, expands to its single moves. In a match with several rounds each has a heading that expands or
collapses it; the current round is expanded. Where the match can be replayed, a single move leads to its position there.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import HUMAN
from game.engine import fonts
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.figures import figure_plain
from game.engine.game_table import AnyTable
from game.engine.history import AnyHistory, HistoryRow
from game.engine.items import FINGER, Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.log_line import CARD, log_line
from game.engine.match_texts import LogLine
from game.engine.palette import AMBER, CREAM, GOLD, INK, PARCHMENT, RULE_ON_PAPER, SOFT_ON_PAPER, mix
from game.engine.transitions import Pop, Transition
from game.engine.widgets import UseAction, Widget
from game.scenes.shared.common import Baked, Paged, back_button, heading
from game.services.context import Context

#: leads to the position after the event with this number
Jump = Callable[[int], Transition]
#: indentation of the single moves below their row, logical
INDENT = 34.0
#: width of the mark at the left of the own rows, and their colour
OWN, OWN_FILL = 5.0, mix(CREAM, GOLD, 0.32)
#: height of a row of two lines at the usual text size
TWO_LINES = 43.0
#: on a tall table: how much larger cards and figures are and, below this scale, texts
ROOMY, ROOMY_TEXT, LARGE = 1.45, 1.16, 1.15
#: text size of a row, radius of its figure with the places of its centre and of the text
SIZE, FACE, FACE_X, TEXT_X = 19.0, 13.0, 18.0, 42.0


class LogRow(NamedTuple):
    """A row of the sheet: its id, its log line, the number of its event, and how much it hides while collapsed."""

    id: str
    line: LogLine
    event: int
    #: the row of the history that it expands or collapses, or -1
    folds: int = -1
    hidden: int = 0
    #: a single move below its row
    is_single: bool = False
    #: of a round that is over: the totals after it
    standing: str = ""


class RowTarget(Widget):
    """The target of a row of the sheet; the row itself is baked."""

    def __init__(self, kit: Kit, id_: str, box: Box, label: str, use: UseAction) -> None:
        super().__init__(kit)
        self.box = box
        self.items = [Item(id_, label, box, use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        if self.state(self.items[0], items) != "normal":
            ring = self.kit.widget_image(focus_plain, self.box.w - 12, self.box.h - 12, 10)
            canvas.put(ring, self.box.x - 2, self.box.y - 2)


def rows_of(history: Iterable[HistoryRow], toggled: frozenset[int]) -> list[LogRow]:
    """Return the rows of a history, newest first: below each round's heading its rows, if it is expanded.

    The last round is expanded, everything else is collapsed, inverted for the rows of the history in ``toggled``. The
    single moves of a row follow in their order.
    """
    rounds: list[list[LogRow]] = []
    below = list[LogRow]()
    rows = list(history)
    for number, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True):
        if row.line.heading:
            is_open = (not rounds) != (number in toggled)
            head = LogRow(
                f"line-{number}", row.line, row.last, number, 0 if is_open else len(below), standing=row.standing
            )
            rounds.append([head, *(below if is_open else ())])
            below = []
            continue
        is_open, singles = number in toggled, len(row.lines) > 1
        hidden = len(row.lines) if singles and not is_open else 0
        below.append(LogRow(f"line-{number}", row.line, row.last, number if singles else -1, hidden))
        if singles and is_open:
            below += [
                LogRow(f"line-{number}-{place}", line, event, is_single=True)
                for place, (event, line) in enumerate(row.lines)
            ]
    return [*(row for rows in rounds for row in rows), *below]


class LogSheet(Baked, Paged):
    """All lines of the log."""

    def __init__(
        self, context: Context, table: AnyTable, history: AnyHistory | None = None, jump: Jump | None = None
    ) -> None:
        super().__init__(context)
        self.table = table
        #: the match so far, or all of it in a replay
        self._history = history or table.history
        self._jump = jump
        self._toggled: frozenset[int] = frozenset()

    def _grid(self) -> tuple[int, int, float]:
        """Return columns, rows per column, and height of a row: that of a touch target if rows can be used."""
        step = max(
            FINGER if self.frame.tall else 50.0,
            44.0 * self.context.settings.scale,
            TWO_LINES * self.kit.text_scale / self.frame.scale,
        )
        rows = int((self.frame.height - 104 - 110) / step)
        # a few rows have the whole width
        return (1 if self.frame.tall or len(self._all()) <= rows else 2), rows, step

    def page_count(self) -> int:
        columns, rows, _step = self._grid()
        return max(1, -(-len(self._all()) // (columns * rows)))

    def _all(self) -> list[LogRow]:
        return rows_of(self._history.newest(), self._toggled)

    def rows(self) -> list[LogRow]:
        """Return the rows of this page, newest first."""
        columns, rows, _step = self._grid()
        return self._all()[self.page * columns * rows :][: columns * rows]

    def spoken(self) -> str:
        texts = self.texts
        lines = [self._row_text(row) for row in self.rows()] or [texts("log.empty")]
        return texts.sentences([texts("log.title"), *([self.page_text()] if self.page_count() > 1 else []), *lines])

    def _row_text(self, row: LogRow) -> str:
        """Return what is read out for a row; a collapsed one adds the number of hidden lines."""
        text = self._text_of(row)
        return self.texts("log.closed", text=text, count=row.hidden) if row.hidden else text

    def _text_of(self, row: LogRow) -> str:
        """Return the text of a row, with the totals if it is the heading of a round that is over."""
        text = row.line.spoken or row.line.text
        return self.texts("log.standing", round=text, standing=row.standing) if row.standing else text

    def _toggle(self, number: int) -> None:
        """Expand or collapse a row of the history."""
        self._toggled ^= {number}
        self.build()

    def _use(self, row: LogRow) -> UseAction | None:
        if row.folds >= 0:
            return partial(self._toggle, row.folds)
        return partial(self._jump, row.event) if self._jump else None

    def _use_note(self) -> str:
        """Return the sentence about the use of the rows, or "" if they have none."""
        folds = any(row.folds >= 0 for row in self._all())
        key = ("log.fold_jump" if folds else "log.jump") if self._jump else "log.fold" if folds else ""
        return self.texts(key) if key else ""

    def build(self) -> None:
        plate = self.plate = Backdrop(self.kit, felt(self.frame, PRESENTATIONS[self.table.game].felt))
        room = self.frame.room
        heading(self.context, plate, self.texts("log.title"), "" if self.frame.tall else self._use_note(), left=room.x)
        columns, rows, step = self._grid()
        self.page = min(self.page, self.page_count() - 1)
        sheet = Box(room.x + 28, 104, room.w - 56, rows * step + 28)
        plate.paper(sheet)
        shown = self.rows()
        wide = (sheet.w - 24) / columns
        widgets: list[Widget] = [back_button(self.context, Pop, also="log", left=room.x)]
        for number, row in enumerate(shown):
            x = sheet.x + 24 + number // rows * wide
            box = Box(x, sheet.y + 14 + step * (number % rows), wide - 24, step)
            self._bake_row(plate, row, box, rule=number % rows < rows - 1)
            if use := self._use(row):
                widgets.append(RowTarget(self.kit, row.id, box, self._row_text(row), use))
        if not shown:
            empty = self.kit.line_plain(self.texts("log.empty"), 22, SOFT_ON_PAPER, fonts.STRONG)
            plate.put(empty, self.frame.width / 2, sheet.y + sheet.h / 2, "centre")
        self.show([*widgets, *self._page_buttons(plate)])

    def _is_own(self, row: LogRow) -> bool:
        """Return True for a line of the only person's."""
        people = [seat for seat, one in enumerate(self.table.seats) if one.kind == HUMAN]
        return people == [row.line.seat]

    def _bake_row(self, plate: Backdrop, row: LogRow, box: Box, *, rule: bool) -> None:
        """Bake a line with its figure and its cards, or a heading on a strip of its own."""
        kit, y = self.kit, box.y + box.h / 2
        sign = "arrow_right" if row.hidden else "arrow_down"
        if row.line.heading:
            plate.surface.fill(PARCHMENT, (*self.frame.to_real(box.x, box.y + 3), kit.px(box.w), kit.px(box.h - 6)))
            plate.put(kit.icon_plain(sign, 22, INK), box.x + 18, y, "centre")
            # there is no room for the number of hidden lines beside the totals
            text = self._text_of(row) if row.standing else self._row_text(row)
            plate.put(kit.line_plain(text, 20, INK, fonts.DISPLAY, box.w - 54), box.x + 42, y)
        else:
            left = box.x + (INDENT if row.is_single else 0)
            ink, face = SOFT_ON_PAPER if row.is_single else INK, fonts.STRONG
            if self._is_own(row):
                face, mark = fonts.BLACK, (kit.px(OWN), kit.px(box.h - 6))
                plate.inset(Box(box.x - 2 * OWN, box.y + 3, box.w + 4 * OWN, box.h - 6), 6, OWN_FILL)
                plate.surface.fill(AMBER, (*self.frame.to_real(box.x - 2 * OWN, box.y + 3), *mark))
            zoom = ROOMY if self.frame.tall else 1.0
            if row.line.seat >= 0:
                figure = figure_plain(kit, self.table.seats[row.line.seat].figure, FACE * zoom)
                plate.put(figure, left + FACE_X * zoom, y, "centre")
            line = log_line(
                kit,
                row.line,
                self.table.name(row.line.seat) if row.line.seat >= 0 else "",
                self.table.faces,
                size=SIZE * (ROOMY_TEXT if self.frame.tall and kit.player_scale < LARGE else 1.0),
                colour=ink,
                face=face,
                max_width=box.x + box.w - left - TEXT_X * zoom - 32,
                spread=True,
                card_w=CARD * zoom,
            )
            plate.put(line, left + TEXT_X * zoom, y)
            if row.folds >= 0:
                plate.put(kit.icon_plain(sign, 18, SOFT_ON_PAPER), box.x + box.w - 14, y, "centre")
        if rule:
            plate.rule(box.x, box.y + box.h, box.w, RULE_ON_PAPER)

    def _page_buttons(self, plate: Backdrop) -> list[Widget]:
        if self.page_count() == 1:
            return []
        kit, middle, y = self.kit, self.frame.width / 2, self.frame.height - 56.0
        number = kit.pill_plain(self.page_text(), 20)
        plate.put(number, middle, y, "centre")
        # a large text needs more room between the arrows
        away = max(130.0, number.get_width() / kit.scale / 2 + 44)
        return self.page_arrows(y, {"log.newer": middle - away, "log.older": middle + away})
