"""The log as a sheet: every move of the match, newest first, in pages.

In a match with several rounds each has a heading that expands or collapses it; the current round is expanded. In the
log of a finished match a line leads to its position in the replay.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.engine import fonts
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.figures import figure_plain
from game.engine.game_table import AnyTable, shortened
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.match_texts import LogLine
from game.engine.palette import INK, PARCHMENT, RULE_ON_PAPER, SOFT_ON_PAPER
from game.engine.transitions import Pop
from game.engine.widgets import UseAction, Widget
from game.scenes.shared.common import Baked, Paged, back_button, heading

#: jumps to the position of the log line with this number
Jump = Callable[[int], None]


class LogRow(NamedTuple):
    """A row of the sheet: a log line, its number, and how many lines a collapsed round hides."""

    line: LogLine
    number: int
    hidden: int = 0


class RowTarget(Widget):
    """The target of a row of the sheet; the row itself is baked."""

    def __init__(self, kit: Kit, id_: str, box: Box, label: str, use: UseAction) -> None:
        super().__init__(kit)
        self.box = box
        self.items = [Item(id_, label, box, use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        if self.state(self.items[0], items) != "normal":
            ring = self.kit.ready(focus_plain, self.box.w - 12, self.box.h - 12, 10)
            canvas.put(ring, self.box.x - 2, self.box.y - 2)


def rows_of(log: Sequence[LogLine], toggled: frozenset[int]) -> list[LogRow]:
    """Return the rows of a log, newest first: below each round's heading its lines, if it is expanded.

    Rounds are counted from 0. The last one is expanded and the others are collapsed, inverted for those in ``toggled``.
    """
    rounds: list[list[LogRow]] = [[]]
    for number, line in enumerate(log):
        if line.heading:
            rounds.append([])
        rounds[-1].append(LogRow(line, number))
    last = len(rounds) - 2
    found: list[LogRow] = []
    for number in range(last, -1, -1):
        head, *lines = rounds[number + 1]
        is_open = (number == last) != (number in toggled)
        found.append(head._replace(hidden=0 if is_open else len(lines)))
        found += reversed(lines) if is_open else []
    return [*found, *reversed(rounds[0])]


class LogSheet(Baked, Paged):
    """All lines of the log."""

    def __init__(
        self, context: Context, table: AnyTable, log: Sequence[LogLine] | None = None, jump: Jump | None = None
    ) -> None:
        super().__init__(context)
        self.table = table
        #: the events so far, or those of the whole match if lines are links
        self._log = table.log if log is None else log
        self._jump = jump
        self._toggled: frozenset[int] = frozenset()

    def _grid(self) -> tuple[int, int, float]:
        """Return columns, rows per column, and height of a row: that of a touch target if rows can be used."""
        frame = self.context.frame
        can_use = self._jump is not None or any(line.heading for line in self._log)
        step = max(50.0 if can_use else 44.0, 44.0 * self.context.settings.scale)
        return (1 if frame.tall else 2), int((frame.height - 104 - 110) / step), step

    def page_count(self) -> int:
        columns, rows, _step = self._grid()
        return max(1, -(-len(rows_of(self._log, self._toggled)) // (columns * rows)))

    def _rows(self) -> list[LogRow]:
        columns, rows, _step = self._grid()
        return rows_of(self._log, self._toggled)[self.page * columns * rows :][: columns * rows]

    def spoken(self) -> str:
        texts = self.context.texts
        lines = [self._row_text(row) for row in self._rows()] or [texts("log.empty")]
        return texts.sentences([texts("log.title"), *([self.page_text()] if self.page_count() > 1 else []), *lines])

    def _row_text(self, row: LogRow) -> str:
        """Return a row's text; a collapsed round adds the number of hidden lines."""
        if not row.hidden:
            return row.line.text
        return self.context.texts("log.closed", text=row.line.text, count=row.hidden)

    def _toggle(self, number: int) -> None:
        """Expand or collapse the round whose heading is the log's line ``number``."""
        place = sum(line.heading for line in self._log[:number])
        self._toggled ^= {place}
        self.build()

    def _use(self, row: LogRow) -> UseAction | None:
        jump = self._jump
        if row.line.heading:
            return lambda: self._toggle(row.number)
        if jump is None:
            return None

        def go() -> Pop:
            jump(row.number)
            return Pop()

        return go

    def build(self) -> None:
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        plate = self.plate = Backdrop(kit, felt(frame, PRESENTATIONS[self.table.game].felt))
        heading(context, plate, texts("log.title"), texts("log.jump") if self._jump and not frame.tall else "")
        columns, rows, step = self._grid()
        self.page = min(self.page, self.page_count() - 1)
        sheet = Box(28, 104, frame.width - 56, rows * step + 28)
        plate.paper(sheet)
        shown = self._rows()
        wide = (sheet.w - 48) / columns
        widgets: list[Widget] = [back_button(context, Pop, also="log")]
        for number, row in enumerate(shown):
            x = sheet.x + 24 + number // rows * wide
            box = Box(x, sheet.y + 14 + step * (number % rows), wide - 24, step)
            self._bake_row(plate, row, box, rule=number % rows < rows - 1)
            if use := self._use(row):
                widgets.append(RowTarget(kit, f"line-{row.number}", box, self._row_text(row), use))
        if not shown:
            empty = kit.line_plain(texts("log.empty"), 22, SOFT_ON_PAPER, fonts.STRONG)
            plate.put(empty, frame.width / 2, sheet.y + sheet.h / 2, "centre")
        self.show([*widgets, *self._page_buttons(plate)])

    def _bake_row(self, plate: Backdrop, row: LogRow, box: Box, *, rule: bool) -> None:
        """Bake a line with its figure, or a heading on a strip of its own."""
        kit, y = self.context.kit, box.y + box.h / 2
        if row.line.heading:
            plate.surface.fill(
                PARCHMENT, (*self.context.frame.to_real(box.x, box.y + 3), kit.px(box.w), kit.px(box.h - 6))
            )
            sign = "arrow_right" if row.hidden else "arrow_down"
            plate.put(kit.icon_plain(sign, 22, INK), box.x + 18, y, "centre")
            plate.put(kit.line_plain(self._row_text(row), 20, INK, fonts.DISPLAY, box.w - 54), box.x + 42, y)
        else:
            if row.line.seat >= 0:
                plate.put(figure_plain(kit, self.table.seats[row.line.seat].figure, 13), box.x + 18, y, "centre")
            name = self.table.name(row.line.seat) if row.line.seat >= 0 else ""
            text = shortened(kit, row.line.text, name, 19, fonts.STRONG, box.w - 46)
            plate.put(kit.line_plain(text, 19, INK, fonts.STRONG, box.w - 46), box.x + 42, y)
        if rule:
            plate.rule(box.x, box.y + box.h, box.w, RULE_ON_PAPER)

    def _page_buttons(self, plate: Backdrop) -> list[Widget]:
        if self.page_count() == 1:
            return []
        kit, middle, y = self.context.kit, self.context.frame.width / 2, self.context.frame.height - 56.0
        number = kit.pill_plain(self.page_text(), 20)
        plate.put(number, middle, y, "centre")
        # a large text needs more room between the arrows
        away = max(130.0, number.get_width() / kit.scale / 2 + 44)
        return self.page_arrows(y, {"log.newer": middle - away, "log.older": middle + away})
