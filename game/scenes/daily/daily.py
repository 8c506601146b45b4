"""The deal of the day: the calendar, and the paper of the selected date, from play to results."""

from datetime import date
from functools import partial

from pygame import Surface

from game.catalogue.lengths import minutes_of
from game.core.match import AnyMatch
from game.engine import backdrop, fonts, palette
from game.engine.containers import ButtonPart, RoundButtonPart, RowOfParts
from game.engine.input import Input, StoredElsewhere
from game.engine.layout import Box
from game.engine.transitions import Push, Reset, Transition
from game.engine.widgets import Painted, Widget
from game.host import device
from game.player import daily_deal, daily_store, lineup, saves
from game.scenes.daily import day_panel, month_calendar
from game.scenes.navigation import routes
from game.scenes.shared.common import Baked, back_button, heading
from game.services.context import Context

#: height of the buttons at the foot of the paper (usual, and with results), and their distance from its edge
FOOT, LOW_FOOT, BELOW = 78.0, 68.0, 20.0
#: share of the width for the month, on wide screens
MONTH_SHARE = 600 / 1208
#: height of the verdict above the comparison's heading and its rows
VERDICT = 30.0
#: height of the calendar on a tall window
CALENDAR = 760.0
#: the displayed count is refreshed after this many moves
MOVES = 5


class Daily(Baked):
    """Play the deal of a date, see its results, and share them in a line."""

    stage = "menu"

    def __init__(self, context: Context, day: date | None = None) -> None:
        super().__init__(context)
        self.today = daily_store.today(context)
        self.calendar = month_calendar.MonthCalendar(context, self._known(), day or self.today)
        self._open(self.calendar.day)

    # ---- what is looked at ------------------------------------------------------------------------

    @property
    def address(self) -> str:
        return f"calendar.{self.day.isoformat()}"

    @property
    def day(self) -> date:
        """The selected date."""
        return self.calendar.day

    def _known(self) -> month_calendar.KnownDates:
        return month_calendar.KnownDates(
            self.today, daily_store.entries(self.context), daily_store.open_days(self.context)
        )

    def _open(self, day: date) -> None:
        """Select a date; levels that have not played its seat yet start now."""
        self.calendar.day = day
        self.deal = daily_deal.deal_of(day)
        self.entry = self.calendar.known.entries.get(day)
        self.working = day_panel.LevelComparison(self.context, self.entry) if self.entry else None
        self._moves = 0
        self._kept: tuple[AnyMatch, float] | None = self._find_match() if self.entry else None
        self.items.focus = "share" if self.entry else "play"

    def _find_match(self) -> tuple[AnyMatch, float] | None:
        """Return the finished match of this date while it can still be replayed, and when it ended."""
        found = saves.replayable(self.context, seed=self.deal.seed, game=self.deal.game)
        return next((row for row in found if self.deal.is_of(row.match)), None)

    def _look_again(self) -> None:
        self.calendar.known = self._known()
        self._open(self.day)
        self.build()

    def _choose(self, day: date) -> None:
        self._open(day)
        self.items.focus = f"day-{day.isoformat()}"
        self.build()

    def _turn(self, by: int) -> None:
        self.calendar.turn(by)
        self.build()

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """True while levels play, when nobody touches the screen."""
        return bool(self.working and self.working.level)

    def update(self, ms: float) -> Transition:
        """Continue the levels' matches, and move on to the next date at midnight."""
        if daily_store.today(self.context) != self.today:
            self.today = daily_store.today(self.context)
            self.calendar.known = self._known()
            self.build()
        if self.working and self.working.level:
            if self.working.go_on():
                self.calendar.known = self._known()
                self.entry = self.calendar.known.entries.get(self.day)
                self._moves = 0
                self.build()
            elif self.working.moves >= self._moves + MOVES:
                self._moves = self.working.moves
                self._offer()
        return None

    # ---- choices ----------------------------------------------------------------------------------

    def _play(self) -> Transition:
        return Reset(routes.daily_table(self.context, self.day))

    def _give_up(self) -> Transition:
        if self.confirmed("give_up"):
            daily_store.give_up(self.context, daily_store.begin(self.context, self.day))
            self._look_again()
        return None

    def _share(self) -> None:
        assert self.entry, f"expected a finished daily game on {self.day}"
        device.page.copy_text(daily_deal.share_line(self.texts, self.entry), self._copied)

    def _copied(self, done: bool) -> None:
        self.withdraw_messages()
        self.say(self.texts("daily.copied" if done else "setup.copied.failed"))

    def _review(self) -> Transition:
        assert self._kept, f"expected a kept match of {self.day}"
        return Push(routes.review(self.context, *self._kept))

    def back(self) -> Transition:
        return Reset(routes.title(self.context))

    def on_input(self, event: Input) -> Transition:
        """Reload when another tab has continued or ended a match."""
        if isinstance(event, StoredElsewhere):
            self._look_again()
            return None
        return super().on_input(event)

    # ---- what it says -----------------------------------------------------------------------------

    def _when(self) -> str:
        text = month_calendar.date_text(self.context, self.day)
        return f"{text}, {self.texts('statistics.today')}" if self.day == self.today else text

    def spoken(self) -> str:
        parts = [self.texts("daily.title"), self._when(), self.texts(f"game.{self.deal.game}")]
        if self.entry:
            parts += [
                day_panel.verdict(self.texts, self.deal, self.entry),
                day_panel.compared(self.texts, self.entry),
                day_panel.remarks(self.texts, self.entry),
            ]
            rows = day_panel.rows_of(self.texts, self.deal, self.entry, None)
            parts += [", ".join(filter(None, (row.name, row.place, row.score))) for row in rows]
        else:
            parts += self._notes()
        return self.texts.sentences([*parts, self.calendar.standing(), *self.calendar.sums()])

    def _notes(self) -> list[str]:
        """Return the notes on a deal that is new or in progress."""
        is_open = self.day in self.calendar.known.open
        notes = [self.texts(f"daily.{key}") for key in (("open_note",) if is_open else ("rules", "rules_more"))]
        best = dict(self.calendar.bests())[self.deal.game]
        return [*notes, self.texts("daily.record", result=best)] if best else notes

    def message_box(self) -> Box | None:
        """Return the box below the dates, where a message leaves the deal's paper visible."""
        month = self._month
        return Box(month.x + 16, month.y + month.h - 100, month.w - 32, 80)

    # ---- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        plate = self.plate = backdrop.Backdrop(self.kit, backdrop.wood(self.frame))
        room = self.frame.room
        heading(self.context, plate, self.texts("daily.title"), left=room.x)
        if self.frame.tall:
            end = self.frame.height - 24.0
            month = Box(24, end - CALENDAR, 672, CALENDAR)
            self._paper = Box(24, 112, 672, month.y - 16 - 112)
        else:
            wide = (room.w - 72) * MONTH_SHARE
            month = Box(room.x + 28, 112, wide, 584)
            self._paper = Box(month.x + wide + 16, 112, room.w - 72 - wide, 584)
        self._month = month
        plate.paper(self._paper)
        day_panel.bake_head(self.context, plate, self._paper, self.deal, self._when())
        self._bake_texts(plate)
        self.kept_clear = [self.calendar.weekdays(month)]
        cells = self.calendar.bake(plate, month, self._choose, self._turn)
        self._fixed: list[Widget] = [back_button(self.context, self.back, left=room.x)]
        self._cells = cells
        self._offer()

    @property
    def _inner(self) -> Box:
        """The box between the head of the paper and its buttons."""
        paper = self._paper
        top = paper.y + day_panel.EDGE + day_panel.head_height(self.kit) + 8
        return Box(paper.x + 24, top, paper.w - 48, paper.y + paper.h - BELOW - self._foot - 12 - top)

    @property
    def _foot(self) -> float:
        """Height of the buttons at the foot of the paper: less if the rows and the line need the room."""
        return LOW_FOOT if self.entry else FOOT

    def _bake_texts(self, plate: backdrop.Backdrop) -> None:
        kit, texts, inner = plate.kit, self.texts, self._inner
        if self.entry is None:
            day_panel.bake_invitation(plate, inner, self.deal, texts, self._notes())
            return
        verdict = kit.line_plain(
            day_panel.verdict(texts, self.deal, self.entry), kit.fitting(24, 32), palette.INK, fonts.DISPLAY, inner.w
        )
        plate.put(verdict, inner.x, inner.y + 14)
        plate.put(self._compared(self.entry), inner.x, inner.y + VERDICT, "corner")
        high = day_panel.line_height(kit)
        shared = day_panel.shared_plain(kit, inner.w, high, daily_deal.share_line(texts, self.entry))
        plate.put(shared, inner.x, inner.y + inner.h - high, "corner")

    def _compared(self, entry: daily_deal.DailyEntry) -> Surface:
        """Draw what the rows compare, in one line or two; plain."""
        words, size = day_panel.compared(self.texts, entry), self.kit.fitting(17, 21)
        return self.kit.paragraph_plain(words, size, self._inner.w, palette.SOFT_ON_PAPER, fonts.STRONG)

    def _offer(self) -> None:
        """Show the usable widgets, and the rows of everybody who has played the seat."""
        widgets = [*self._buttons(), *self._fixed, *self._cells]
        if self.entry:
            inner, texts, kit = self._inner, self.texts, self.kit
            headed = VERDICT + self._compared(self.entry).get_height() / kit.scale
            box = Box(inner.x, inner.y + headed, inner.w, inner.h - headed - day_panel.line_height(self.kit) - 6)
            rows = day_panel.rows_of(texts, self.deal, self.entry, self.working)
            widgets.append(Painted(kit, partial(day_panel.draw_comparison, kit, box, rows)))
        self.show(widgets)

    def lay_out_question(self) -> None:
        self._offer()

    def _buttons(self) -> list[Widget]:
        """Return the buttons: share and review, play, or continue and give up."""
        plate, paper = self.plate, self._paper
        foot = Box(paper.x + 24, paper.y + paper.h - BELOW - self._foot, paper.w - 48, self._foot)
        if self.entry:
            share = ButtonPart("share", self.texts("daily.share"), self._share, "primary", icon="export", size=25)
            review = ButtonPart("review", self.texts("review.open"), self._review, "dark", size=22, w=190)
            return RowOfParts((share, review) if self._kept else (share,), 14).lay(plate, foot)
        if self.day not in self.calendar.known.open:
            seats = lineup.named_seats(self.deal.kinds, self.texts)
            options = dict(self.deal.match(seats).options)
            minutes = minutes_of(lineup.Lineup(self.deal.game, seats, options), self.texts)
            label = self.texts("daily.play" if self.day >= self.today else "daily.play_later")
            sub = self.texts(f"setup.start_note.{len(seats)}", minutes=minutes)
            return ButtonPart("play", label, self._play, "primary", sub, "play", 28).lay(plate, foot)
        if self.confirming == "give_up":
            sure = self.texts("daily.give_up_sure")
            return ButtonPart("give_up", sure, self._give_up, "danger", icon="close", size=24).lay(plate, foot)
        on = ButtonPart("play", self.texts("title.go_on"), self._play, "primary", icon="play", size=28)
        give_up = RoundButtonPart("give_up", self.texts("daily.give_up"), self._give_up, "close", w=72)
        return RowOfParts((on, give_up), 14).lay(plate, foot)
