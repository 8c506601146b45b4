"""The calendar of the deals of the day: a month with each date's game and result, and what has been reached."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.engine import dates, fonts, layout, surfaces
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.containers import (
    CentredColumn,
    Column,
    CustomPart,
    Grid,
    ImagePart,
    PaperBox,
    Paragraph,
    Part,
    RoundButtonPart,
    RowOfParts,
    TextLine,
    TrayBox,
)
from game.engine.controls import focus_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.palette import (
    AMBER,
    CREAM,
    GAME_COLOURS,
    GOLD,
    INK,
    LIP,
    PARCHMENT,
    SOFT_ON_PAPER,
    WHITE,
    mix,
    rgb,
)
from game.engine.services import UsesContext
from game.engine.transitions import Transition
from game.engine.widgets import UseAction, Widget
from game.player import daily_deal
from game.services.context import Context

WEEK, LEAST_WEEKS = 7, 5
#: heights of the month's name, the weekdays, the tiles with numbers, and a game with its best
MONTH, NAMES, TILES, BEST = 54.0, 30.0, 60.0, 54.0
#: radius of the medals of the last seven dates
MEDAL = 14.0
#: gap between dates, distance from the paper's edge, and gap between the parts below the dates
GAP, EDGE, APART = 5.0, 16.0, 8.0
#: colours of the medals of the first places; further ones have none
MEDALS = (GOLD, GAME_COLOURS["grey"][2], rgb("#DE9A62"))
#: strength of the veil over the game's box while its date has not been played
VEIL = 105
#: colour of the outline of a date that was missed and can still be played
MISSED = mix(PARCHMENT, INK, 0.5)
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


#: icons of dates by their state, where there is no place
SIGNS = {"open": "play", "given_up": "minus"}


class DayLook(NamedTuple):
    """All that is seen of a date."""

    number: int
    game: str
    #: as in ``KnownDates.state``
    state: str
    #: the place reached, 0 for none
    place: int = 0
    later: bool = False
    today: bool = False


class DayCell(Widget):
    """A date."""

    def __init__(
        self, context: Context, known: KnownDates, day: date, box: layout.Box, chosen: bool, use: UseAction
    ) -> None:
        super().__init__(context.kit)
        texts, entry = context.texts, known.entries.get(day)
        self.box, self.chosen = box, chosen
        deal, state, result = daily_deal.deal_of(day), known.state(day), entry.result if entry else None
        later, today = bool(entry and entry.later), day == known.today
        self.look = DayLook(day.day, deal.game, state, result.place if result else 0, later, today)
        parts = [
            date_text(context, day),
            *([texts("statistics.today")] if today else []),
            texts(f"game.{deal.game}"),
            texts("daily.place_of", place=result.place, count=result.among)
            if result
            else texts(f"daily.state.{state}"),
            *([texts("daily.later")] if later else []),
        ]
        self.items = [Item(f"day-{day.isoformat()}", ", ".join(parts), box, use, checked=chosen)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        state = self.state(self.items[0], items)
        lit = state in ("hover", "pressed")
        picture = kit.scene_image(cell_plain, box.w - GAP, box.h - GAP, self.look, lit)
        canvas.put(picture, box.x + GAP / 2, box.y + GAP / 2)
        if self.chosen:
            ring = kit.scene_image(ring_plain, box.w - GAP, box.h - GAP)
            canvas.put(ring, box.x + GAP / 2, box.y + GAP / 2)
        if state == "focus":
            canvas.put(
                kit.widget_image(focus_plain, box.w - GAP, box.h - GAP, 12), box.x + GAP / 2 - 8, box.y + GAP / 2 - 8
            )


def cell_plain(kit: Kit, w: float, h: float, look: DayLook, lit: bool = False) -> Surface:
    """Draw a date with the box of its game; on the felt, with the medal of its place, once it was played; plain."""
    felt = PRESENTATIONS[look.game].felt
    fill, ink = {"free": (PARCHMENT, INK), "open": (AMBER, INK)}.get(look.state, (felt, CREAM))
    size, radius = (kit.px(w), kit.px(h)), kit.px(12)
    fill = mix(fill, WHITE, 0.25) if lit else fill
    whole = surfaces.rounded(size, radius, fill).copy()
    centred(whole, sign_plain(kit, look.game, w * 0.44, h - 12), kit.px(w * 0.66), kit.px(h / 2))
    if look.state == "free" and not look.today:
        whole.blit(surfaces.rounded(size, radius, fill, VEIL), (0, 0))
    number = kit.line_plain(str(look.number), kit.fitting(23, 27), ink, fonts.DISPLAY, w * 0.44)
    centred(whole, number, kit.px(w * 0.26), kit.px(h / 2))
    side = min(h * 0.27, w * 0.19)
    if look.place or look.state in SIGNS:
        centred(
            whole, medal_plain(kit, side, look.place, SIGNS.get(look.state, "")), kit.px(w - side), kit.px(h - side)
        )
    elif look.state == "free":
        # an empty place to be filled
        whole.blit(surfaces.ring(size, radius, max(1, kit.px(2)), MISSED), (0, 0))
    if look.later:
        centred(whole, medal_plain(kit, side * 0.8, 0, "clock"), kit.px(w - side), kit.px(side * 0.9))
    if look.today:
        ring = surfaces.ring(size, radius, max(2, kit.px(4)), CREAM if look.state == "open" else GOLD)
        whole.blit(ring, (0, 0))
    return whole


def sign_plain(kit: Kit, game: str, w: float, h: float) -> Surface:
    """Draw a game's box without its name, as large as it fits; plain."""
    art = PRESENTATIONS[game].box
    share = min(w / art.w, h / art.h)
    return kit.image_plain(f"title/box_{game}", art.w * share, art.h * share)


def medal_plain(kit: Kit, radius: float, place: int, icon: str = "") -> Surface:
    """Draw the medal of a place, or a disc with an icon or empty; plain."""
    whole = surfaces.disc(kit.px(radius), INK).copy()
    middle, inner = whole.get_width() // 2, kit.px(radius) - max(1, kit.px(2))
    colour = MEDALS[place - 1] if 1 <= place <= len(MEDALS) else CREAM
    centred(whole, surfaces.disc(inner, colour), middle, middle)
    if not (place or icon):
        centred(whole, surfaces.disc(inner, PARCHMENT), middle, middle)
    elif icon:
        centred(whole, kit.icon_plain(icon, radius * 1.3, INK), middle, middle)
    else:
        centred(whole, kit.numeral_plain(str(place), radius * 1.35, INK, radius * 1.5), middle, middle)
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
        """Return the totals of all dates that are worth telling, and the best of each game."""
        texts, known = self.texts, self.known
        if not known.entries:
            return [texts("daily.none"), texts("daily.none_more")]
        row, longest = daily_deal.streak(known.entries, known.today), daily_deal.longest_streak(known.entries)
        found = [texts("daily.row", count=row)] if row >= ROW else []
        if longest > max(row, ROW - 1):
            found.append(texts("daily.longest", count=longest))
        found.append(texts("daily.played", count=len(known.entries)))
        bests = ((texts(f"game.{game}"), best) for game, best in self.bests() if best)
        return [*found, *(f"{game}: {texts('daily.record', result=best)}" for game, best in bests)]

    def standing(self) -> str:
        """Return how often in the last seven days the player was better than each level, or "" if never."""
        texts, counts = self.texts, daily_deal.times_better(entry for _day, entry in self.known.week if entry)
        listed = [texts("daily.times_better", level=texts(f"level.{level}"), count=count) for level, count in counts]
        return texts("daily.week_standing", levels=", ".join(listed)) if listed else ""

    def numbers(self) -> list[tuple[int, str]]:
        """Return the numbers to be proud of, each with its words: the streak, or else the longest one, first."""
        texts, known = self.texts, self.known
        row, longest = daily_deal.streak(known.entries, known.today), daily_deal.longest_streak(known.entries)
        found = [(row, texts("daily.tile.row"))] if row >= ROW else []
        found += [(longest, texts("daily.tile.longest"))] if longest >= ROW > row else []
        month = sum(Month.of(day) == self.month for day in known.entries)
        won = sum(bool(entry.result and entry.result.place == 1) for entry in known.entries.values())
        name = texts(f"statistics.month.{self.month.month}")
        return [
            *found,
            (month, texts("daily.tile.month", month=name)),
            (len(known.entries), texts("daily.tile.played")),
            (won, texts("daily.tile.won")),
        ]

    def bests(self) -> list[tuple[str, str]]:
        """Return each game of the rotation with the player's best result, or "" without one."""
        best = daily_deal.best_entries(self.known.entries.values())

        def text(game: str) -> str:
            entry = best.get(game)
            return (
                daily_deal.result_text(self.texts, daily_deal.deal_of(entry.day), entry.result)
                if entry and entry.result
                else ""
            )

        return [(turn.game, text(turn.game)) for turn in daily_deal.ROTATION]

    def title(self) -> str:
        """Return the month in words."""
        name = self.texts(f"statistics.month.{self.month.month}")
        return self.texts("statistics.date_of_year", date=name, year=self.month.year)

    @staticmethod
    def weekdays(box: layout.Box) -> layout.Box:
        """Return the row of the weekdays' names on a paper."""
        return layout.Box(box.x, box.y + EDGE + MONTH, box.w, NAMES)

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
        count = max(LEAST_WEEKS, -(-len(cells) // WEEK))
        weeks = Grid(cells + [Part()] * (WEEK * count - len(cells)), WEEK, weight=1)
        parts = (RowOfParts(buttons, h=MONTH), names, weeks, *self._reached(kit))
        return PaperBox(Column(parts), EDGE, 10).lay(plate, box)

    def _reached(self, kit: Kit) -> list[Part]:
        """Return what has been reached, in numbers, and the best of each game; before, what there is to win."""
        gap = Part(h=APART)
        if self.known.entries:
            numbers = self.numbers()
            above: list[Part] = [RowOfParts([self._tile(kit, *one) for one in numbers], APART)]
            above += [gap, self._week(kit)]
        else:
            above = [
                TextLine(self.texts("daily.none"), 24, face=fonts.DISPLAY, side="centre"),
                Paragraph(self.texts("daily.none_more"), 17, SOFT_ON_PAPER, middle=True),
            ]
        bests = [self._best(kit, *one) for one in self.bests()]
        return [gap, *above, gap, Grid(bests, 2 if kit.frame.tall else len(bests), (APART, APART))]

    def _week(self, kit: Kit) -> Part:
        """Return the last seven dates, today last, each with the medal of its place, or empty if it was not played."""
        parts: list[Part] = [TextLine(self.texts("daily.week"), 17, SOFT_ON_PAPER, fonts.BLACK)]
        for day, entry in self.known.week:
            place = entry.result.place if entry and entry.result else 0
            sign = SIGNS.get(self.known.state(day), "")
            parts.append(ImagePart(medal_plain(kit, MEDAL, place, sign), w=2 * MEDAL + 4))
        return RowOfParts(parts, 4, h=2 * MEDAL + 4)

    def _tile(self, kit: Kit, number: int, words: str) -> Part:
        """Return a number with its words."""
        fill = GOLD if words == self.texts("daily.tile.row") else PARCHMENT
        lines = (
            TextLine(self.texts.number(number), kit.fitting(28, 34), face=fonts.DISPLAY, side="centre"),
            TextLine(words, kit.fitting(16, 22), INK if fill == GOLD else SOFT_ON_PAPER, side="centre"),
        )
        return TrayBox(CentredColumn(lines, h=TILES - 8), 8, 4, radius=12, fill=fill)

    def _best(self, kit: Kit, game: str, result: str) -> Part:
        """Return the sign of a game with the player's best result in it, or with its name."""
        sign = ImagePart(sign_plain(kit, game, 34, BEST - 10), w=34, h=BEST - 8)
        if not result:
            size = 17 if kit.frame.tall else kit.fitting(17, 18)
            words: Part = Paragraph(self.texts(f"game.{game}"), size, INK, fonts.BLACK, limit=BEST - 8, y=0.5)
            return TrayBox(RowOfParts((sign, words), 6), 6, 4, radius=12)
        number, *unit = result.split(maxsplit=1)
        cup = ImagePart(kit.icon_plain("trophy", 19, INK), w=21, h=19)
        size = kit.fitting(23, 28)
        above = RowOfParts((cup, TextLine(number, size, face=fonts.DISPLAY)), 4)
        # a long unit keeps its size as far as possible
        below = TextLine(" ".join(unit), kit.fitting(16, 18), SOFT_ON_PAPER)
        return TrayBox(RowOfParts((sign, CentredColumn((above, below))), 4), 4, 4, radius=12)

    def _cell(self, plate: Backdrop, day: date, choose: Callable[[date], Transition]) -> Part:
        """Return a date to choose, or the number of one to come, which needs no more height than the others."""
        kit, chosen, use = plate.kit, day == self.day, partial(choose, day)

        def baked(box: layout.Box) -> Sequence[Widget]:
            if self.known.has(day):
                return [DayCell(self.context, self.known, day, box, chosen, use)]
            # what is still to come is no more than a pale number
            plate.put(kit.line_plain(str(day.day), kit.fitting(18, 22), LIP), *box.centre, "centre")
            return ()

        return CustomPart(baked)
