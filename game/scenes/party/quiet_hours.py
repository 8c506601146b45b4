"""The player's own nights and holidays, in which their time does not pass at tables that are played over days."""

from collections.abc import Callable, Sequence

from game.engine import backdrop, controls, dates, fonts, palette, surfaces
from game.engine import containers as ui
from game.engine.layout import Box
from game.engine.transitions import Pop
from game.engine.widgets import Toggle, Widget
from game.player.quiet import today
from game.scenes.setup.form import FINGER
from game.scenes.shared import choice
from game.scenes.shared.common import VEIL, Baked
from game.services.context import Context
from game.wire.commands import DAY_MIN, LONGEST_NIGHT_MIN, MOST_HOLIDAYS

#: the night that is set first, and the days ahead at which a holiday can begin
NIGHT, AHEAD = (22 * 60, 7 * 60), 60
HOUR = 60


class QuietHours(Baked):
    """Choose nights and a holiday; changes are stored at once, and sent to the tables."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._today = today(context.clock.wall_ms())
        if context.settings.holiday[1] <= self._today:
            context.settings.holiday = (0, 0)

    @property
    def _night(self) -> tuple[int, int]:
        return self.context.settings.night

    @property
    def _holiday(self) -> tuple[int, int]:
        return self.context.settings.holiday

    def spoken(self) -> str:
        texts = self.context.texts
        return texts.sentences([texts("quiet.title"), texts("quiet.note"), texts("quiet.holiday_note")])

    # ---- changes --------------------------------------------------------------------------------

    def _set_night(self, begin: int, end: int) -> None:
        # a night that would become too long keeps its length
        length = (end - begin) % DAY_MIN
        if not 0 < length <= LONGEST_NIGHT_MIN:
            end = begin + (HOUR if not length else LONGEST_NIGHT_MIN)
        self.context.settings.night = begin, end % DAY_MIN
        self._changed()

    def _set_holiday(self, first: int, days: int) -> None:
        self.context.settings.holiday = first, first + days
        self._changed()

    def _switch_night(self, on: bool) -> None:
        self.context.settings.night = NIGHT if on else (0, 0)
        self._changed()

    def _switch_holiday(self, on: bool) -> None:
        self.context.settings.holiday = (self._today + 1, self._today + 8) if on else (0, 0)
        self._changed()

    def _changed(self) -> None:
        self.context.settings_changed()
        self.build()

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame, texts = self.context, self.context.frame, self.context.texts
        self.plate = backdrop.Backdrop(
            context.kit, surfaces.dimmed(surfaces.softened(backdrop.wood(frame), 6), VEIL, 0.62)
        )
        parts = [
            ui.Paragraph(texts("quiet.title"), 30, face=fonts.DISPLAY, limit=88),
            ui.Paragraph(texts("quiet.note"), 20, palette.SOFT_ON_PAPER, limit=100),
            self._switch("night", self._night[0] != self._night[1], self._switch_night),
            *self._night_rows(),
            self._switch("holiday", self._holiday != (0, 0), self._switch_holiday),
            *self._holiday_rows(),
            ui.ButtonPart(
                "done", texts("quiet.done"), Pop, "primary", size=24, keys=("pause", "back"), h=max(64, self._high)
            ),
        ]
        widgets = ui.Anchor(ui.PaperBox(ui.Column(parts, 10), 30, 24, radius=24), 640).lay(self.plate, frame.table)
        for item in (item for widget in widgets for item in widget.items):
            item.box = item.box.at_least(self._high)
        self.show(widgets)

    @property
    def _high(self) -> float:
        """The height of a row: where fingers use it, 44 pixels of a phone."""
        return FINGER if self.context.frame.tall else 56.0

    def _switch(self, name: str, on: bool, change: Callable[[bool], None]) -> ui.Part:
        label = self.context.texts(f"quiet.{name}")

        def toggle(box: Box) -> Sequence[Widget]:
            y = box.centre[1] - controls.SWITCH[1] / 2
            return [Toggle(self.context.kit, name, box.x, y, on=on, name=label, change=change)]

        line = ui.TextLine(label, 22, face=fonts.BLACK)
        return ui.RowOfParts((line, ui.CustomPart(toggle, w=controls.SWITCH[0])), 16, h=self._high)

    def _night_rows(self) -> list[ui.Part]:
        begin, end = self._night
        if begin == end:
            return []
        texts = self.context.texts
        hours = [texts.clock(hour) for hour in range(24)]
        lengths = range(HOUR, LONGEST_NIGHT_MIN + HOUR, HOUR)
        ends = [texts.clock((begin + length) % DAY_MIN // HOUR) for length in lengths]
        at = lengths.index((end - begin) % DAY_MIN)
        return [
            self._row("from", "night_from", hours, begin // HOUR, lambda hour: self._set_night(hour * HOUR, end)),
            self._row("until", "night_until", ends, at, lambda at: self._set_night(begin, begin + lengths[at])),
        ]

    def _holiday_rows(self) -> list[ui.Part]:
        first, until = self._holiday
        if first == until:
            return []
        texts, now = self.context.texts, self.context.clock.wall_ms()
        # one that has begun keeps its first day
        begins = range(min(first, self._today), self._today + AHEAD)
        names = [dates.coming_day(texts, day - self._today, now) for day in begins]
        lengths = [texts("party.days", count=count) for count in range(1, MOST_HOLIDAYS + 1)]
        days = until - first
        return [
            self._row("first", "holiday", names, first - begins[0], lambda at: self._set_holiday(begins[at], days)),
            self._row("days", "days", lengths, days - 1, lambda at: self._set_holiday(first, at + 1)),
            ui.Paragraph(texts("quiet.holiday_note"), 18, palette.SOFT_ON_PAPER, limit=60),
        ]

    def _row(self, label: str, id_: str, names: Sequence[str], at: int, choose: choice.Choose) -> ui.Part:
        line = ui.TextLine(self.context.texts(f"quiet.{label}"), 20, w=110)
        arrows = ui.CustomPart(
            lambda box: choice.arrows(self.context, self.plate, box, id_, names, at, choose), h=self._high, weight=1
        )
        return ui.RowOfParts((line, arrows), 12, h=self._high)
