"""The standing of a party as parts of a screen: its table, its matches with their best moments, a podium."""

from dataclasses import dataclass

from pygame import Surface

from game.engine import containers as ui
from game.engine import fonts
from game.engine.backdrop import Backdrop
from game.engine.figures import figure_plain
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, PARCHMENT, SOFT, SOFT_ON_PAPER
from game.engine.texts import Texts
from game.engine.widgets import Widget
from game.scenes.party.night_games import called, moment_of
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.messages import PartyState, PlayedMatch, StandingRow

#: height of the table's captions; greatest and least height of a row, and the rows shown at most
CAPTIONS, HIGH, LOW, MOST = 34.0, 78.0, 40.0, 8
#: how much higher rows are on a tall table if there is room, and how much wider figures, which leave room for names
HIGHER, NARROWER = 1.4, 1.1
#: greatest growth of the captions
MOST_CAPTIONS = 1.25
#: width of a place, of a figure, and greatest share of the width for a number
PLACE, FACE, NUMBER = 46.0, 62.0, 0.135
#: number of columns up to which numbers have a larger share
FEW, NUMBER_OF_FEW = 3, 0.16
#: heights of a name, of which the greater is for short ones only, and of a caption, as shares of their width
NAME, NAME_FAR, CAPTION = 0.1, 0.16, 0.23
#: radius of a figure on the podium, and the heights of its steps from the first place on, as shares of the whole
RADIUS, STEPS = 46.0, (0.5, 0.36, 0.25)
#: text size of the note that somebody has left, as a share of that of the name
LEFT = 0.72
#: names shrink to this share before they are cut
SMALLEST = 0.5
#: height of a step from which a name may have two lines
BREAKS = 100.0
#: wins in a row from which they are news
STREAK = 2


def is_evening(party_state: PartyState) -> bool:
    """Return True if the standing is that of an evening, in progress or just over."""
    return party_state.evening is not None


def points_in(party_state: PartyState, row: StandingRow) -> int:
    """Return the points by which people are ranked now: those of the evening, or of all matches."""
    return row.evening if is_evening(party_state) else row.points


def places_of(party_state: PartyState) -> list[int]:
    """Return the place of each row; equal points share one."""
    counts = [points_in(party_state, row) for row in party_state.standing]
    return [1 + sum(other > count for other in counts) for count in counts]


def first_rows(party_state: PartyState) -> list[StandingRow]:
    """Return the rows that share the first place; none without any points."""
    rows = zip(party_state.standing, places_of(party_state), strict=True)
    return [row for row, place in rows if place == 1 and points_in(party_state, row)]


def on_podium(party_state: PartyState) -> list[tuple[StandingRow, int]]:
    """Return the rows on the podium with their places: the first three, and everybody who shares the third place."""
    rows = [*zip(party_state.standing, places_of(party_state), strict=True)]
    return [(row, place) for row, place in rows if place <= len(STEPS)][:MOST]


def title_of(texts: Texts, party_state: PartyState) -> str:
    """Return the heading: the winner of an evening that is over, or how far it is."""
    evening = party_state.evening
    if evening is None:
        return texts("standing.title")
    if not evening.is_over:
        return texts("evening.title")
    names = [row.player.name for row in first_rows(party_state)]
    if not names:
        return texts("evening.over")
    return (
        texts("evening.wins", name=names[0]) if len(names) == 1 else texts("evening.shared", names=texts.listed(names))
    )


def news_of(texts: Texts, party_state: PartyState) -> list[str]:
    """Return the standing in a line as news of a result; nothing for a person alone."""
    rows, evening = party_state.standing, party_state.evening
    if len(rows) < 2 and evening is None:
        return []
    listed = ", ".join(f"{row.player.name}\u00a0({points_in(party_state, row)})" for row in rows[:MOST])
    if evening is None:
        return [texts("standing.news", list=listed)]
    return [texts("evening.news", number=evening.played, count=len(evening.games), list=listed)]


def streaks_of(texts: Texts, party_state: PartyState) -> list[str]:
    """Return who has won several times in a row, as news of a result."""
    rows = party_state.standing
    if len(rows) < 2 and party_state.evening is None:
        return []
    streaks = [row for row in rows if row.run >= STREAK and row.last >= 0]
    return [texts("standing.streak", name=row.player.name, amount=texts.amount(row.run)) for row in streaks]


def spoken(session: PartySession, texts: Texts, party_state: PartyState) -> str:
    """Return the standing for screen readers."""
    rows = [
        texts(
            "standing.spoken",
            place=place,
            name=row.player.name,
            amount=texts("unit.points", count=points_in(party_state, row)),
        )
        for row, place in zip(party_state.standing, places_of(party_state), strict=True)
    ]
    told = [line for match in party_state.finished for line in match_lines(session, texts, match)]
    return texts.sentences([title_of(texts, party_state), *rows, *filter(None, told)])


def match_lines(session: PartySession, texts: Texts, match: PlayedMatch) -> tuple[str, str]:
    """Return who has won a match, and its best moment, or "" for none."""
    game, winners = texts(f"game.{match.game}"), [called(session, one) for one in match.winners]
    won = texts("standing.match", game=game, names=texts.listed(winners)) if winners else ""
    return won or texts("standing.match_lost", game=game), moment_of(session, texts, match)


@dataclass(frozen=True)
class StandingTable(ui.Part):
    """The people with their points, the first first."""

    texts: Texts
    party_state: PartyState
    #: the seat whose row is marked
    own: int = -1
    #: scale of the rows, and whether they tell how far everybody is behind the first
    zoom: float = 1.0
    tells_gap: bool = False

    @property
    def _is_far(self) -> bool:
        """True if it is read from far away."""
        return self.zoom > 1

    @property
    def _captions(self) -> float:
        return CAPTIONS * min(self.zoom, MOST_CAPTIONS)

    @property
    def full(self) -> float:
        """The height at which all rows are as high as they may be."""
        return self._captions + HIGH * self.zoom * min(MOST, len(self.party_state.standing)) + 16

    def least(self, kit: Kit, w: float) -> float:
        return max(self.h, self._captions + LOW * min(MOST, len(self.party_state.standing)) + 16)

    def _columns(self) -> list[tuple[str, list[int]]]:
        """Return the captions of the numbers with those of every row; -1 for none.

        The points by which people are ranked are always there; other numbers are left out where they say the same.
        """
        rows, is_night = self.party_state.standing, is_evening(self.party_state)
        counts = [points_in(self.party_state, row) for row in rows]
        last, wins, all_ = [row.last for row in rows], [row.wins for row in rows], [row.points for row in rows]
        found = [("standing.last", last)] if last != counts else []
        if self.tells_gap and len(rows) > 1:
            found.append(("standing.behind", [max(counts) - count or -1 for count in counts]))
        found += [("standing.evening", counts)] if is_night else [("standing.wins", wins)]
        if not is_night or (all_ != counts and not self._is_far):
            found.append(("standing.all", all_))
        if any(row.run >= STREAK for row in rows):
            found.append(("standing.run", [row.run or -1 for row in rows]))
        return found

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        kit, state, columns, zoom = plate.kit, self.party_state, self._columns(), self.zoom
        rows = state.standing[:MOST]
        captions = self._captions
        roomy = max(zoom, HIGHER) if kit.frame.tall else zoom
        high = min(HIGH * roomy, (box.h - 16 - captions) / max(1, len(rows)))
        box = box._replace(h=16 + captions + high * len(rows))
        plate.panel(box)
        inner = box.inset(10, 8)
        wide = inner.w * (NUMBER if len(columns) > FEW else NUMBER_OF_FEW)
        lefts = [inner.x + inner.w - wide * (len(columns) - number) for number in range(len(columns))]
        # a place and a figure are as wide as the rows are high
        front = (PLACE + FACE) * min(max(zoom, NARROWER if kit.frame.tall else 1.0), max(1.0, high / HIGH))
        room = lefts[0] - inner.x - front - 6
        # words keep to their width also when texts are larger
        size = kit.fitting(17 * zoom, min(captions * 0.8, (wide - 8) * CAPTION))
        grown = min(zoom, MOST_CAPTIONS)
        named = kit.fitting(0.4 * grown * high, min(high * 0.6, self._name_size(kit, room)))
        for (key, _counts), left in zip(columns, lefts, strict=True):
            line = kit.line_plain(self.texts(key), size, SOFT, fonts.STRONG, wide - 8)
            plate.put(line, left + wide / 2, inner.y + captions / 2, "centre")
        decisive = "standing.evening" if is_evening(state) else "standing.all"
        for number, (row, place) in enumerate(zip(rows, places_of(state), strict=False)):
            at = Box(inner.x, inner.y + captions + number * high, inner.w, high - 5)
            self._bake_row(plate, at, row, place, named, (front, room))
            for (key, counts), left in zip(columns, lefts, strict=True):
                shown = self.texts.number(counts[number]) if counts[number] >= 0 else "\u2013"
                ink = INK if self._is_first(row, place) else GOLD if key == decisive else CREAM
                line = kit.line_plain(
                    shown, kit.fitting(0.46 * grown * high, high * 0.62), ink, fonts.DISPLAY, wide - 8
                )
                plate.put(line, left + wide / 2, at.centre[1], "centre")
        return []

    def _name_size(self, kit: Kit, room: float) -> float:
        """Return the greatest size at which all names have room; a few long ones may be smaller than the others."""
        names = [row.player.name for row in self.party_state.standing[:MOST]]
        widest = max((fonts.width(name, fonts.BLACK, 100) / 100 for name in names), default=1.0)
        return max(room * NAME, min(room * NAME_FAR, room / widest))

    def _is_first(self, row: StandingRow, place: int) -> bool:
        return place == 1 and points_in(self.party_state, row) > 0

    def _bake_row(
        self, plate: Backdrop, box: Box, row: StandingRow, place: int, size: float, widths: tuple[float, float]
    ) -> None:
        """Bake a row's place, figure and name, on gold for the first and within a line for the player here.

        ``widths`` are those before the name, and of it.
        """
        kit, first = plate.kit, self._is_first(row, place)
        if first:
            plate.inset(box, 14, GOLD)
        elif row.seat >= 0 and row.seat == self.own:
            plate.frame_line(box, 14, GOLD, 3)
        y, gone = box.centre[1], row.seat < 0
        ink = INK if first else SOFT if gone else CREAM
        number = kit.line_plain(str(place), kit.fitting(0.42 * box.h, box.h * 0.62), ink, fonts.DISPLAY)
        front, room = widths
        grown = front / (PLACE + FACE)
        plate.put(number, box.x + PLACE / 2 * grown, y, "centre")
        face = figure_plain(kit, row.player.figure, min(28.0 * grown, box.h * 0.42), "glad" if first else "calm")
        plate.put(face, box.x + 72 * grown, y, "centre")
        line = kit.line_plain(row.player.name, size, ink, fonts.BLACK, room, SMALLEST)
        # from far away the colour has to do
        below = gone and not self._is_far
        plate.put(line, box.x + front, y - 0.14 * box.h * below)
        if below:
            note = kit.line_plain(self.texts("standing.left"), size * LEFT, ink, fonts.STRONG, room)
            plate.put(note, box.x + front, y + 0.26 * box.h)


@dataclass(frozen=True)
class Podium(ui.Part):
    """The first three on their steps; equals stand side by side, equally high."""

    context: Context
    party_state: PartyState
    #: scale of figures and texts
    zoom: float = 1.0

    def lay(self, plate: Backdrop, box: Box) -> list[Widget]:
        kit, texts = plate.kit, self.context.texts
        rows = on_podium(self.party_state)
        wide = min(230.0 * self.zoom, box.w / max(len(STEPS), len(rows)))
        # the first stands in the middle of the best three
        order = [*rows[1:2], *rows[:1], *rows[2:]]
        left = box.x + (box.w - wide * len(order)) / 2
        for number, (row, place) in enumerate(order):
            high = box.h * STEPS[min(place, len(STEPS)) - 1]
            step = Box(left + number * wide + 4, box.y + box.h - high, wide - 8, high)
            plate.paper(step, 14, GOLD if place == 1 else PARCHMENT)
            radius = min(RADIUS * self.zoom, (box.h * (1 - STEPS[0])) * 0.42, step.w * 0.5)
            mood = "glad" if place == 1 else "calm"
            picture = figure_plain(kit, row.player.figure, radius, mood, place == 1)
            plate.put(picture, step.centre[0], step.y - radius * 0.98, "centre")
            middle = step.centre[0]
            name = self._name(kit, row.player.name, step)
            plate.put(name, middle, step.y + high * 0.3, "centre")
            points = texts("unit.points", count=points_in(self.party_state, row))
            ink = INK if place == 1 else SOFT_ON_PAPER
            size = kit.fitting(19 * self.zoom, high * 0.3)
            line = kit.line_plain(points, size, ink, fonts.STRONG, step.w - 12, SMALLEST / self.zoom)
            plate.put(line, middle, step.y + high * 0.68, "centre")
        return []

    def _name(self, kit: Kit, name: str, step: Box) -> Surface:
        """Draw a name for its step, in two lines if it is long and can be broken; plain."""
        size, room = kit.fitting(22 * self.zoom, step.h * 0.34), step.w - 12
        fits = fonts.width(name, fonts.BLACK, round(size * kit.text_scale)) <= kit.px(room)
        pairs = [(name[: at + 1].strip(), name[at + 1 :]) for at, sign in enumerate(name) if sign in " -"]
        if fits or not pairs or step.h < BREAKS:
            return kit.line_plain(name, size, INK, fonts.BLACK, room, SMALLEST / self.zoom)
        broken = "\n".join(min(pairs, key=lambda pair: max(map(len, pair))))
        return kit.paragraph_plain(broken, size, room, INK, fonts.BLACK, step.h * 0.46, middle=True)
