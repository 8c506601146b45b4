"""The log as a sheet: every move of the match with names, newest first, in pages."""

from __future__ import annotations

from game.context import Context
from game.engine import text
from game.engine.backdrop import Backdrop, felt
from game.engine.figures import figure_plain
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.table import AnyTable
from game.engine.transitions import Pop
from game.engine.widgets import RoundButton, Widget
from game.engine.words import LogLine
from game.presentations import PRESENTATIONS
from game.scenes.common import RULE_ON_PAPER, Baked, Paged, back_button, heading


class LogSheet(Baked, Paged):
    """All lines of the log."""

    def __init__(self, context: Context, table: AnyTable) -> None:
        super().__init__(context)
        self.table = table

    def _grid(self) -> tuple[int, int, float]:
        """Columns, rows in a column, and height of a row."""
        frame = self.context.frame
        step = 44.0 * max(1.0, self.context.settings.scale)
        return (1 if frame.tall else 2), int((frame.height - 104 - 110) / step), step

    def page_count(self) -> int:
        """As many as the lines need."""
        columns, rows, _step = self._grid()
        return max(1, -(-len(self.table.log) // (columns * rows)))

    def _lines(self) -> list[LogLine]:
        """The lines of the page, newest first."""
        columns, rows, _step = self._grid()
        return self.table.log[::-1][self.page * columns * rows :][: columns * rows]

    def spoken(self) -> str:
        """The lines of the page."""
        texts = self.context.texts
        words = [line.words for line in self._lines()] or [texts("log.empty")]
        return texts.sentences([texts("log.title"), *([self.page_words()] if self.page_count() > 1 else []), *words])

    def build(self) -> None:
        """Bake the page."""
        context, frame = self.context, self.context.frame
        kit, texts = context.kit, context.texts
        plate = self.plate = Backdrop(kit, felt(frame, PRESENTATIONS[self.table.game].felt))
        heading(context, plate, texts("log.title"))
        columns, rows, step = self._grid()
        self.page = min(self.page, self.page_count() - 1)
        sheet = Box(28, 104, frame.width - 56, rows * step + 28)
        plate.paper(sheet)
        lines = self._lines()
        wide = (sheet.w - 48) / columns
        for number, line in enumerate(lines):
            x = sheet.x + 24 + number // rows * wide
            y = sheet.y + 14 + step * (number % rows + 0.5)
            if line.seat >= 0:
                plate.put(figure_plain(kit, self.table.seats[line.seat].figure, 13), x + 18, y, "centre")
            words = self.table.short_line(line, 19, text.STRONG, wide - 70)
            plate.put(kit.line_plain(words, 19, INK, text.STRONG, wide - 70), x + 42, y)
            if number % rows < rows - 1:
                plate.rule(x, y + step / 2, wide - 24, RULE_ON_PAPER)
        if not lines:
            empty = kit.line_plain(texts("log.empty"), 22, SOFT_ON_PAPER, text.STRONG)
            plate.put(empty, frame.width / 2, sheet.y + sheet.h / 2, "centre")
        widgets: list[Widget] = [back_button(context, Pop, also="log")]
        y = frame.height - 56.0
        if self.page_count() > 1:
            plate.put(kit.pill_plain(self.page_words(), 20), frame.width / 2, y, "centre")
            for id_, icon, by, x in (("newer", "arrow_left", -1, -130), ("older", "arrow_right", 1, 130)):
                can = 0 <= self.page + by < self.page_count()
                widgets.append(
                    RoundButton(
                        kit,
                        id_,
                        frame.width / 2 + x,
                        y,
                        icon,
                        texts(f"log.{id_}"),
                        lambda by=by: self.turn(by),  # type: ignore[misc]
                        enabled=can,
                    )
                )
        self.show(widgets)
