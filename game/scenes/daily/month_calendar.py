"""The calendar of the deals of the day: a month on its paper, with the result of each date, and the last seven days."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.engine import dates, fonts, layout, surfaces
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.containers import Column, CustomPart, Grid, PaperBox, Part, RoundButtonPart, RowOfParts, TextLine
from game.engine.controls import focus_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.palette import AMBER, CREAM, GOLD, INK, LIP, PARCHMENT, SOFT_ON_PAPER, WHITE, Colour, mix
from game.engine.services import UsesContext
from game.engine.transitions import Transition
from game.engine.widgets import UseAction, Widget
from game.player import daily_deal
from game.services.context import Context

WEEK, MOST_WEEKS = 7, 6
#: heights of the month's name, the weekdays, and below the marks of the last days between two lines
MONTH, NAMES, MARKS, SUMS = 62.0, 30.0, 46.0, 32.0
#: gap between dates, and distance from the paper's edge
GAP, EDGE = 5.0, 16.0
#: shortest streak worth showing
ROW = 2


class Month(NamedTuple):
    """A month of a year."""

    year: int
    month: int

    @classmethod
    def of(cls, day: date) -> "Month":
        """Return the month of a date."""
        return cls(day.year, day.month)

    def moved(self, by: int) -> "Month":
        """Return the month ``by`` months later."""
        year, month = divmod(self.year * 12 + self.month - 1 + by, 12)
        return Month(year, month + 1)

    @property
    def days(self) -> list[date]:
        """Its dates."""
        first, beyond = date(self.year, self.month, 1), date(*self.moved(1), 1)
        return [date(self.year, self.month, number) for number in range(1, (beyond - first).days + 1)]


def date_text(context: Context, day: date) -> str:
    """Return a date in words, with its weekday."""
    texts = context.texts
    return f"{texts(f'statistics.weekday.{day.weekday()}')}, {dates.date_text(texts, day)}"


class KnownDates(NamedTuple):
    """All dates with their results, as the calendar knows them."""

    today: date
    entries: Mapping[date, daily_deal.DailyEntry]
    #: dates whose matches have been started
    open: Collection[date]

    def has(self, day: date) -> bool:
        """Return True if a date can be selected: it has come, or was played before the clock was set back."""
        return daily_deal.FIRST_DAY <= day <= self.today or day == self.today or day in self.entries or day in self.open

    @property
    def months(self) -> tuple[Month, Month]:
        """The first and the last month with a date to select."""
        known = [self.today, *self.entries, *self.open]
        return min(Month.of(day) for day in (daily_deal.FIRST_DAY, *known)), max(map(Month.of, known))

    @property
    def week(self) -> list[tuple[date, daily_deal.DailyEntry | None]]:
        """The last seven dates, today last, with their results; none before the first that was played."""
        days = [self.today - daily_deal.ONE_DAY * ago for ago in range(WEEK - 1, -1, -1)]
        return [(day, self.entries.get(day)) for day in days] if self.entries else []

    def state(self, day: date) -> str:
        """Return the state of a date: the suffix of its text key, and the key of its sign."""
        entry = self.entries.get(day)
        if entry is None:
            return "open" if day in self.open else "free"
        if entry.result is None:
            return "given_up"
        return "won" if entry.result.place == 1 else "played"


#: icons of dates by their state
SIGNS = {"open": "play", "given_up": "minus", "won": "star_gold", "played": "check"}


class DayCell(Widget):
    """A date."""

    def __init__(
        self, context: Context, known: KnownDates, day: date, box: layout.Box, chosen: bool, use: UseAction
    ) -> None:
        super().__init__(context.kit)
        texts, entry = context.texts, known.entries.get(day)
        self.box, self.day, self.chosen, self.today = box, day, chosen, day == known.today
        self.look = known.state(day)
        self.later = bool(entry and entry.later)
        deal = daily_deal.deal_of(day)
        self.felt = PRESENTATIONS[deal.game].felt
        result = entry.result if entry else None
        state = (
            texts("daily.place_of", place=result.place, count=result.among)
            if result
            else texts(f"daily.state.{self.look}")
        )
        parts = [
            date_text(context, day),
            *([texts("statistics.today")] if self.today else []),
            texts(f"game.{deal.game}"),
        ]
        label = ", ".join([*parts, state, *([texts("daily.later")] if self.later else [])])
        self.items = [Item(f"day-{day.isoformat()}", label, box, use, checked=chosen)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        state = self.state(self.items[0], items)
        lit = state in ("hover", "pressed")
        picture = kit.scene_image(
            cell_plain, box.w - GAP, box.h - GAP, str(self.day.day), self.look, self.felt, self.later, self.today, lit
        )
        canvas.put(picture, box.x + GAP / 2, box.y + GAP / 2)
        if self.chosen:
            ring = kit.scene_image(ring_plain, box.w - GAP, box.h - GAP)
            canvas.put(ring, box.x + GAP / 2, box.y + GAP / 2)
        if state == "focus":
            canvas.put(
                kit.widget_image(focus_plain, box.w - GAP, box.h - GAP, 12), box.x + GAP / 2 - 8, box.y + GAP / 2 - 8
            )


def cell_plain(  # noqa: PLR0913 - all of it is what one sees
    kit: Kit,
    w: float,
    h: float,
    words: str,
    look: str,
    felt: Colour,
    later: bool = False,
    today: bool = False,
    lit: bool = False,
    place: str = "",
) -> Surface:
    """Draw a date with the sign of its result or the place, on the felt of its game once it was played; plain."""
    fill, ink = {"free": (PARCHMENT, INK), "open": (AMBER, INK)}.get(look, (felt, CREAM))
    size, radius = (kit.px(w), kit.px(h)), kit.px(12)
    whole = surfaces.rounded(size, radius, mix(fill, WHITE, 0.25) if lit else fill).copy()
    if today:
        whole.blit(surfaces.ring(size, radius, max(2, kit.px(4)), GOLD if look != "open" else CREAM), (0, 0))
    sign = SIGNS.get(look)
    line = kit.line_plain(words, kit.fitting(23, 30), ink, fonts.DISPLAY, w * (0.48 if place else 0.52))
    centred(whole, line, kit.px(w * (0.3 if place else 0.34 if sign else 0.5)), kit.px(h / 2))
    if place:
        number = kit.line_plain(place, kit.fitting(20, 28), GOLD, fonts.DISPLAY, w * 0.3)
        centred(whole, number, kit.px(w * 0.77), kit.px(h / 2))
    elif sign:
        side = min(26.0, h * 0.46)
        picture = kit.image_plain(f"icons/{sign}", side, side) if look == "won" else kit.icon_plain(sign, side, ink)
        centred(whole, picture, kit.px(w * 0.7), kit.px(h / 2))
    if later:
        centred(whole, kit.icon_plain("clock", 17, ink), kit.px(w - 16), kit.px(16))
    return whole


def ring_plain(kit: Kit, w: float, h: float) -> Surface:
    """Draw the ring of the selected date: an ink line with a light one inside; plain."""
    size = (kit.px(w), kit.px(h))
    whole = surfaces.ring(size, kit.px(12), max(2, kit.px(4)), INK).copy()
    inner = (size[0] - 2 * kit.px(4), size[1] - 2 * kit.px(4))
    whole.blit(surfaces.ring(inner, kit.px(9), max(1, kit.px(2)), CREAM), (kit.px(4), kit.px(4)))
    return whole


class MonthCalendar(UsesContext):
    """A month, laid out on a paper."""

    def __init__(self, context: Context, known: KnownDates, day: date) -> None:
        self.context, self.known = context, known
        #: the selected date, and the displayed month
        self.day, self.month = day, Month.of(day)

    def turn(self, by: int) -> None:
        """Show the month ``by`` months later; the buttons stop at the first and last."""
        self.month = self.month.moved(by)

    def sums(self) -> list[str]:
        """Return the totals of all dates that are worth showing."""
        texts, known = self.texts, self.known
        if not known.entries:
            return [texts("daily.none")]
        row, longest = daily_deal.streak(known.entries, known.today), daily_deal.longest_streak(known.entries)
        found = [texts("daily.row", count=row)] if row >= ROW else []
        if longest > max(row, ROW - 1):
            found.append(texts("daily.longest", count=longest))
        return [*found, texts("daily.played", count=len(known.entries))]

    def week(self) -> str:
        """Return how many of the last seven deals were played and won; a day left out is not held against anybody."""
        texts, standing = self.texts, self.known.week
        played = [entry for _day, entry in standing if entry]
        if not played:
            return ""
        won = sum(entry.result is not None and entry.result.place == 1 for entry in played)
        words = [texts("daily.week_played", count=len(played))]
        words += [texts("daily.week_won", count=won)] if won else []
        return f"{texts('daily.week')}: {', '.join(words)}"

    def standing(self) -> str:
        """Return how often in the last seven days the player was better than each level, or "" if never."""
        texts, counts = self.texts, daily_deal.times_better(entry for _day, entry in self.known.week if entry)
        listed = [texts("daily.times_better", level=texts(f"level.{level}"), count=count) for level, count in counts]
        return f"{texts('daily.week_better')} {', '.join(listed)}" if listed else ""

    def _mark(self, plate: Backdrop, day: date, entry: daily_deal.DailyEntry | None) -> Part:
        """Return the mark of one of the last seven days: its weekday, and what came of it."""
        result = entry.result if entry else None
        words = self.texts(f"statistics.weekday.{day.weekday()}")[:2]
        felt = PRESENTATIONS[daily_deal.deal_of(day).game].felt
        place = f"{result.place}." if result and result.place > 1 else ""
        look = self.known.state(day)

        def baked(box: layout.Box) -> Sequence[Widget]:
            picture = cell_plain(plate.kit, box.w - GAP, box.h - GAP, words, look, felt, place=place)
            plate.put(picture, *box.centre, "centre")
            return ()

        return CustomPart(baked)

    def title(self) -> str:
        """Return the month in words."""
        name = self.texts(f"statistics.month.{self.month.month}")
        return self.texts("statistics.date_of_year", date=name, year=self.month.year)

    def bake(
        self, plate: Backdrop, box: layout.Box, choose: Callable[[date], Transition], turn: Callable[[int], Transition]
    ) -> list[Widget]:
        """Bake the static parts, and return the dates and the buttons to other months."""
        kit, texts, (first, last) = plate.kit, self.texts, self.known.months

        def way(name: str, by: int, icon: str, enabled: bool) -> RoundButtonPart:
            label = texts(f"daily.{name}_month")
            return RoundButtonPart(f"{name}_month", label, partial(turn, by), icon, 48, enabled, w=72)

        before, after = self.month > first, self.month < last
        title = TextLine(self.title(), 26, face=fonts.DISPLAY, side="centre")
        buttons = (way("previous", -1, "arrow_left", before), title, way("next", 1, "arrow_right", after))
        short = [texts(f"statistics.weekday.{number}")[:2] for number in range(WEEK)]
        size = kit.fitting(17, 24)
        names = Grid([TextLine(name, size, SOFT_ON_PAPER, fonts.BLACK, "centre", h=NAMES) for name in short], WEEK)
        days = self.month.days
        cells = [Part()] * days[0].weekday() + [self._cell(plate, day, choose) for day in days]
        weeks = Grid(cells + [Part()] * (WEEK * MOST_WEEKS - len(cells)), WEEK, weight=1)
        room = kit.px(box.w - 2 * EDGE)
        standing = fonts.evened(self.standing(), fonts.BLACK, round(18 * kit.text_scale), room)
        above, *middle, below = [
            TextLine(words, 18, SOFT_ON_PAPER, fonts.BLACK, "centre", h=SUMS)
            for words in (self.week(), *filter(None, standing), " · ".join(self.sums()))
        ]
        marks = RowOfParts([self._mark(plate, *one) for one in self.known.week], h=MARKS)
        parts = (RowOfParts(buttons, h=MONTH), names, weeks, above, *middle, marks, below)
        return PaperBox(Column(parts), EDGE, 4).lay(plate, box)

    def _cell(self, plate: Backdrop, day: date, choose: Callable[[date], Transition]) -> Part:
        """Return a date to choose, or the number of one to come, which needs no more height than the others."""
        kit, chosen, use = plate.kit, day == self.day, partial(choose, day)

        def baked(box: layout.Box) -> Sequence[Widget]:
            if self.known.has(day):
                return [DayCell(self.context, self.known, day, box, chosen, use)]
            plate.put(kit.line_plain(str(day.day), kit.fitting(21, 30), LIP, fonts.DISPLAY), *box.centre, "centre")
            return ()

        return CustomPart(baked)
