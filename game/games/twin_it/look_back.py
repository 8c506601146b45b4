"""The review of a match of Twin It!: reaction times, overlooked matches, confused patterns."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil, dist, inf
from typing import TYPE_CHECKING, NamedTuple

from pygame import Surface

from game.core.match import Seat
from game.core.records import MatchRecord
from game.engine import figures, fonts, plot, score_sheet, surfaces
from game.engine.backdrop import Backdrop
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, LIP, SOFT, SOFT_ON_PAPER, WHITE
from game.engine.plot import Scale
from game.engine.texts import Texts
from game.games.twin_it import bots, deck, faces, history, pieces, scheduler
from game.games.twin_it.state import MINUTE, State
from game.games.twin_it.texts import TwinItTexts
from game.games.twin_it.view import view_of

if TYPE_CHECKING:
    from game.services.context import Context

#: distances between the marks of the time axis, in seconds
TICKS = (10, 15, 30, 60, 120, 300, 600, 1200)
#: most spaces between them, and the room that a text needs at the usual size
MOST_TICKS, TICK_WIDE = 7, 58.0
#: radius of the faces of people and of bots in the plot, and their reduction above a number of claims
OWN, RIVAL = 16.0, 12.0
MANY, CROWDED = 24, 0.76
#: least radius of a face, however close people's are; and the width of their rings
LEAST_OWN, RING = 10.0, 4.5
#: greatest sideways shift of a face, and number of rounds, to uncover others
FAR, NUDGES = 26.0, 8
#: least distance between two pills beside the plot
APART = 32.0
#: opacity of the band of the spread, of 255
BAND = 80
#: opacity of the band behind the own row of the table, of 255
OWN_ROW = 40
#: opacity of a bot's face, of 255
PALE = 215
#: greatest and least width of a missed pattern's card, and the least with a time on it
LARGEST, LEAST, LEAST_TIMED = 160.0, 40.0, 46.0
#: height from which a panel is tall, in its widths
TALL = 0.8
#: distance between missed patterns, in card widths
PITCH = 1.32
#: fewer cards than this are no larger than this number would be, and their distance may grow by this factor
FEW, LOOSE = 4, 1.25
#: width of two cards side by side, in card widths
ABREAST = 1.95
#: share of the lower box for missed matches, and that of missed matches or of errors if there are none of the other
SPLIT, SPLIT_ONE = 0.55, 0.74
#: greatest height of a row in the table of times, and of its text
HIGHEST_ROW, HIGHEST_TEXT = 76.0, 25.0
#: least room for a name in the table of times
NAME_ROOM = 46.0


def fit(count: int, box: Box, widest: float, pitch: float, across: float = 1.0) -> tuple[float, int, int]:
    """Return the width of ``count`` equal cells that fill ``box``, and their rows and columns.

    A cell is ``across`` card widths wide and one high; the distance to its neighbour is ``pitch`` times that.
    """
    sizes = [
        (min(widest, box.h / (pitch * rows), box.w / (pitch * across * ceil(count / rows))), -rows)
        for rows in range(1, count + 1)
    ]
    w, rows = max(sizes)
    return w, -rows, ceil(count / -rows)


class LookBack(NamedTuple):
    """The review of a match for the people who played it, or for all seats if only bots did."""

    texts: Texts
    seats: tuple[Seat, ...]
    state: State
    #: the seats of people
    people: tuple[int, ...]
    match_history: history.MatchHistory
    #: the only person's usual median in earlier matches, in milliseconds, or 0
    custom: int = 0
    #: the family of each pair of near-twins that the person confused in earlier matches
    confused: tuple[int, ...] = ()

    def say(self, key: str, **blanks: object) -> str:
        """Return a text of this page."""
        return self.texts(f"twin_it.result.{key}", **blanks)

    @property
    def match_texts(self) -> TwinItTexts:
        """The texts of the table."""
        return TwinItTexts(self.texts, self.seats)

    @property
    def calm(self) -> bool:
        """True without a clock, so that there are no reaction times."""
        return self.state.options.calm

    @property
    def strong(self) -> tuple[int, ...]:
        """The seats whose claims are emphasized: the people's, or all if only bots play."""
        return self.people or tuple(range(len(self.seats)))

    @property
    def own(self) -> history.ReactionTimes | None:
        """The reaction times of the only person, or None."""
        return history.reaction_of(self.match_history.claims, *self.people) if len(self.people) == 1 else None

    def spread(self) -> str:
        """Return the range of the middle half of the only person's times in words, or "" for too few."""
        spread = self.own.spread if self.own else None
        low, high = (self.texts.number(ms / 1000, 1) for ms in spread or (0, 0))
        if low == high:
            return self.say("spread_one", time=low) if spread else ""
        return self.say("spread", low=low, high=high)

    def rows(self) -> list[tuple[int, tuple[str, str]]]:
        """Return the seats in the order of their medians, with two numbers each."""
        match_history, none = self.match_history, "\u2013"
        if self.calm:
            found = [
                (seat, sum(seat in claim.hands for claim in match_history.claims)) for seat in range(len(self.seats))
            ]
            wrong = [sum(slip.seat == seat for slip in match_history.slips) for seat, _ in found]
            return [
                (seat, (self.texts.number(count), self.texts.number(wrong[seat])))
                for seat, count in sorted(found, key=lambda row: (-row[1], row[0]))
            ]
        times = [(seat, history.reaction_of(match_history.claims, seat)) for seat in range(len(self.seats))]
        times.sort(key=lambda row: (row[1] is None, row[1].median if row[1] else 0, row[0]))
        seconds = self.match_texts.seconds
        return [
            (seat, (seconds(found.best) if found.best else none, seconds(found.median)) if found else (none, none))
            for seat, found in times
        ]

    def missed_heading(self, lays: Sequence[history.Lay]) -> str:
        """Return the heading of the missed matches: the numbers taken by others and by nobody."""
        if self.state.options.timed:
            if lays:
                late = not self.calm and not self.missed_lays()
                return self.say("open_late" if late else "open", count=len(lays))
            gone = any(lay.seat < 0 for lay in self.match_history.lays)
            return self.say("open_gone" if gone else "open_none")
        taken = sum(lay.seat >= 0 for lay in lays)
        left = len(lays) - taken
        key = "missed" if taken and left else "missed_taken" if taken else "missed_left" if left else "missed_none"
        return self.say(key, taken=taken, left=left)

    def late(self) -> list[history.Lay]:
        """Return the matches open at the end of timed play, too short to count as missed."""
        if not self.state.options.timed:
            return []
        view = view_of(self.state, 0)
        left = {one.pattern: view.now - one.shown_at for one, _ in bots.matches(view)}
        return [history.Lay(pattern, ms, -1) for pattern, ms in left.items() if ms < history.LOOK_MS]

    def lays(self) -> list[history.Lay]:
        """Return the matches to show: those missed; in timed play the late ones, with a clock if none was missed."""
        missed = self.missed_lays()
        return missed + self.late() if self.calm or not missed else missed

    def missed_lays(self) -> list[history.Lay]:
        """Return the matches that the people's sides missed; in the minute those that nobody took."""
        state = self.state
        if state.options.mode == MINUTE:
            return history.missed_of(self.match_history, range(len(self.seats)))
        sides = {mate for seat in self.strong for mate in state.members(state.side_of(seat))}
        return history.missed_of(self.match_history, sorted(sides))

    def habit(self, slip: history.Slip) -> str:
        """Return how often the only person confused this family before, in words, or ""."""
        kin = {deck.FAMILY_OF[pattern] for pattern in slip.patterns}
        count = self.confused.count(min(kin)) if len(kin) == 1 and slip.why == "unequal" else 0
        return self.say("habit", count=count) if count else ""

    def slips(self) -> list[history.Slip]:
        """Return the people's errors, or all if only bots play."""
        return [slip for slip in self.match_history.slips if slip.seat in self.strong]

    def sentences(self) -> Iterator[str]:
        """Yield the page in words."""
        for seat, (one, other) in self.rows():
            yield self.say("spoken_calm" if self.calm else "spoken", name=self.seats[seat].name, one=one, other=other)
        if not self.calm and (spread := self.spread()):
            yield f"{self.seats[self.people[0]].name}: {spread}"
        if self.custom and not self.calm:
            yield self.say("custom", time=self.match_texts.seconds(self.custom))
        lays, slips = self.lays(), self.slips()
        yield self.missed_heading(lays)
        for lay in lays:
            taker = self.seats[lay.seat].name if lay.seat >= 0 else ""
            time = "" if self.calm else self.match_texts.seconds(lay.ms)
            yield " ".join(filter(None, (self.match_texts.motif(lay.pattern), time, taker)))
        yield self.say("slips", count=len(slips)) if slips else self.say("slips_none")
        for slip in slips:
            yield ", ".join(filter(None, (*map(self.match_texts.motif, slip.patterns), self.habit(slip))))


def look_back_of(texts: Texts, match: scheduler.TwinItMatch, records: Sequence[MatchRecord] = ()) -> LookBack:
    """Return the review of ``match``; earlier ``records`` give the usual values of its only person."""
    people = tuple(match.humans)
    viewer = people[0] if people else 0
    found = LookBack(texts, match.seats, match.state, people, history.history_of(match, viewer))
    if len(people) != 1:
        return found
    own = history.record_from(match, viewer, found.match_history)
    earlier = history.before(records, own)
    confused = tuple(family for record in earlier for family in record.confused)
    return found._replace(custom=history.custom_of(earlier, own), confused=confused)


class Page(score_sheet.ResultPage):
    """The review page, drawn once into a plate."""

    title = "twin_it.result.page"

    def __init__(self, context: "Context", look_back: LookBack) -> None:
        self.context, self.look_back = context, look_back

    def spoken(self) -> str:
        return ". ".join(self.look_back.sentences())

    def begin(self, plate: Backdrop) -> None:
        """Draw into this plate from now on."""
        self.plate, self.kit = plate, plate.kit
        self.faces = faces.TwinItFaces(self.kit, self.context.settings.colours == "grey")

    def bake(self, plate: Backdrop, boxes: Sequence[Box]) -> None:
        large, side, low = boxes
        self.begin(plate)
        lays, slips = bool(self.look_back.lays()), bool(self.look_back.slips())
        # a tick alone needs little room
        split = SPLIT if lays == slips else SPLIT_ONE if lays else 1 - SPLIT_ONE
        missed = Box(low.x, low.y, low.w * split - 7, low.h)
        wrong = Box(low.x + missed.w + 14, low.y, low.w - missed.w - 14, low.h)
        if self.look_back.calm:
            missed, wrong = large, low
        else:
            self.plot(large)
        self.table(side)
        self.missed(missed)
        self.slips(wrong)

    # ---- the plot -----------------------------------------------------------------------------------

    def plot(self, box: Box) -> None:
        """Draw every claim along the game's time: people's faces strong, those of bots pale."""
        plate, kit, match_history = self.plate, self.kit, self.look_back.match_history
        tall = kit.text_growth
        plate.paper(box)
        title = kit.line_plain(self.look_back.say("plot"), 22, INK, fonts.DISPLAY, box.w - 48)
        plate.put(title, box.x + 24, box.y + 32)
        if not match_history.claims:
            none = kit.line_plain(self.look_back.say("no_claims"), 22, SOFT_ON_PAPER, fonts.STRONG, box.w - 80)
            plate.put(none, box.x + box.w / 2, box.y + box.h / 2, "centre")
            return
        own, custom = self.look_back.own, self.look_back.custom
        room = box.w - title.get_width() / kit.scale - 60
        spread = kit.line_plain(self.look_back.spread(), 17, SOFT_ON_PAPER, fonts.BLACK)
        # large letters need a line of their own
        below = 24 * tall if spread.get_width() > kit.px(room) else 0
        plate.put(spread, box.x + box.w - 24, box.y + 32 + below, "right")
        left = box.x + 34 + 34 * tall
        right = box.x + box.w - 38 - 104 * tall
        top, bottom = box.y + 66 + 8 * tall + below, box.y + box.h - 18 - 24 * tall
        scale = Scale([0, custom / 1000, *(claim.ms / 1000 for claim in match_history.claims)], top, bottom, 4)
        for value in scale.lines:
            plate.rule(left, scale.y(value), right - left, LIP)
            label = kit.line_plain(self.look_back.texts("twin_it.seconds", seconds=value), 17, INK, fonts.BLACK)
            plate.put(label, left - 10, scale.y(value), "right")
        length = max(1, match_history.length)
        for second in ticks(length // 1000, int((right - left) / (TICK_WIDE * tall))):
            x = left + (right - left) * second * 1000 / length
            label = kit.line_plain(clock(second), 17, INK, fonts.BLACK)
            plate.put(label, x, bottom + 6 + 12 * tall, "centre")
        note = kit.line_plain(self.look_back.say("axis"), 16, SOFT_ON_PAPER, fonts.STRONG, 80 * tall)
        plate.put(note, box.x + box.w - 22, bottom + 6 + 12 * tall, "right")
        if own:
            self._levels(scale, left, right, own, custom)
            points = history.course_of(match_history.claims, *self.look_back.people)
            line = [(left + (right - left) * at / length, scale.y(ms / 1000)) for at, ms in points]
            plot.line(plate, Box(left, box.y, right - left, box.h), line, INK, 2.5)
        many = len(match_history.claims) > MANY
        spots = {
            claim: (left + (right - left) * claim.at / length, scale.y(claim.ms / 1000))
            for claim in match_history.claims
        }
        strong = [spots[claim] for claim in match_history.claims if set(claim.hands) & set(self.look_back.strong)]
        largest = apart_enough(strong, OWN * (CROWDED if many else 1.0))
        small = RIVAL * (CROWDED if many else 1.0)
        ours = {claim: bool(set(claim.hands) & set(self.look_back.strong)) for claim in spots}
        sizes = [largest + RING if ours[claim] else small for claim in spots]
        aside = dict(zip(spots, beside(list(spots.values()), sizes, left, right), strict=True))
        for claim in sorted(spots, key=lambda claim: (ours[claim], -claim.ms)):
            self._put(claim, aside[claim], spots[claim][1], largest, small, own)

    def _levels(self, scale: Scale, left: float, right: float, own: history.ReactionTimes, custom: int) -> None:
        """Draw the own median with its spread as a band, and the person's usual median."""
        plate, kit = self.plate, self.kit
        if own.spread:
            low, high = (scale.y(ms / 1000) for ms in own.spread)
            band = surfaces.rounded((kit.px(right - left), max(1, kit.px(low - high))), 0, GOLD, BAND)
            plate.put(band, left, high, "corner")
        middle = scale.y(own.median / 1000)
        if custom:
            usual = scale.y(custom / 1000)
            plot.dashes(plate, left, right, usual, SOFT_ON_PAPER)
            # beside its line, but clear of the other pill
            apart = APART * kit.text_growth
            beside = middle + (apart if usual > middle else -apart) if abs(usual - middle) < apart else usual
            pill = kit.pill_plain(
                self.look_back.say("custom", time=self.look_back.match_texts.seconds(custom)), 15, CREAM, INK
            )
            plate.put(pill, right + 20, beside)
        plot.dashes(plate, left, right, middle)
        pill = kit.pill_plain(
            self.look_back.say("median_is", time=self.look_back.match_texts.seconds(own.median)), 15, GOLD, INK
        )
        plate.put(pill, right + 20, middle)

    def _put(
        self, claim: history.Claim, x: float, y: float, large: float, small: float, own: history.ReactionTimes | None
    ) -> None:
        seat = next((hand for hand in claim.hands if hand in self.look_back.strong), claim.seat)
        strong = seat in self.look_back.strong
        radius = large if strong else small
        face = figures.figure_plain(self.kit, self.look_back.seats[seat].figure, radius)
        if strong:
            self.plate.put(ringed(self.kit, face, radius), x, y, "centre")
        else:
            veil = surfaces.rounded(face.get_size(), 0, WHITE, PALE)
            self.plate.put(surfaces.masked(face, veil), x, y, "centre")
        if own and strong and claim.ms == own.best > 0:
            star = self.kit.image_plain("icons/star_gold", 1.9 * radius, 1.9 * radius)
            self.plate.put(star, x + radius * 1.05, y - radius * 1.05, "centre")

    def table(self, box: Box) -> None:
        """Draw a row for every seat, the quickest first: best and median, or sets and errors in the calm mode."""
        plate, kit = self.plate, self.kit
        tall = kit.text_growth
        calm = self.look_back.calm
        plate.panel(box, 18, 0.46)
        ends = (box.x + box.w - 20 - (100 if box.w < 400 else 170), box.x + box.w - 20)
        for key, x in zip(("found", "errors") if calm else ("best", "median"), ends, strict=True):
            most = (ends[1] - ends[0] if x == ends[1] else x - box.x - 16) - 4
            plate.put(kit.line_plain(self.look_back.say(key), 17, SOFT, fonts.STRONG, most), x, box.y + 28, "right")
        rows = self.look_back.rows()
        step = min(HIGHEST_ROW, (box.h - 56) / len(rows))
        high = min(HIGHEST_TEXT, step * 0.38, step * 0.55 / tall)
        # a name gets the room left by the longest number beside it
        numbers = [kit.line_plain(values[0], high, CREAM, fonts.DISPLAY).get_width() for _seat, values in rows]
        room = ends[0] - box.x - 68 - 14 - max(numbers) / kit.scale
        for number, (seat, values) in enumerate(rows):
            y = box.y + 48 + step * (number + 0.5)
            face = figures.figure_plain(kit, self.look_back.seats[seat].figure, min(24.0, step * 0.4))
            strong = seat in self.look_back.strong
            colour = CREAM if strong else SOFT
            if self.look_back.own and strong:
                band = surfaces.rounded((kit.px(box.w - 20), kit.px(step - 4)), kit.px(12), GOLD, OWN_ROW)
                plate.put(band, box.x + 10, y - step / 2 + 2, "corner")
            plate.put(face, box.x + 38, y, "centre")
            if room >= NAME_ROOM * tall:
                # with large texts there is room for the faces only
                name = kit.line_plain(
                    self.look_back.seats[seat].name, min(high, step * 0.5 / tall), colour, fonts.BLACK, room
                )
                plate.put(name, box.x + 68, y)
            for value, x in zip(values, ends, strict=True):
                colour = GOLD if strong else CREAM
                plate.put(kit.line_plain(value, high, colour, fonts.DISPLAY), x, y, "right")

    # ---- missed and confused ----------------------------------------------------------------------------

    def missed(self, box: Box) -> None:
        """Draw the missed matches: the time each was visible, and the seat that took it."""
        lays = self.look_back.lays()
        inner = self._panel(box, self.look_back.missed_heading(lays), not lays)
        if not lays:
            return
        w, places = self._places(len(lays), inner, least=LEAST if self.look_back.calm else LEAST_TIMED)
        shown = lays if len(lays) == len(places) else lays[: len(places) - 1]
        for lay, (x, y) in zip(shown, places, strict=False):
            self._card(lay.pattern, w, x, y)
            self._fate(lay, w, x, y)
        if len(shown) < len(lays):
            pill = self.kit.pill_plain(f"+{len(lays) - len(shown)}", min(18.0, w * 0.34), CREAM)
            self.plate.put(pill, *places[-1], "centre")

    def _places(
        self, count: int, inner: Box, across: float = 1.0, least: float = 0.0, few: int = FEW
    ) -> tuple[float, list[tuple[float, float]]]:
        """Return the card width of ``count`` cells, and the middles of as many cells as fit."""
        w, rows, columns = fit(max(few, count), inner, LARGEST, PITCH, across)
        if w < least:
            w = least
            rows, columns = max(1, int(inner.h / (w * PITCH))), int(inner.w / (w * PITCH))
        step, high = min(inner.w / columns, w * PITCH * across * LOOSE), w * PITCH
        # fewer cards than the room is measured for are in the middle, too
        top = inner.y + (inner.h - min(rows, ceil(count / columns)) * high) / 2
        cells = (divmod(number, columns) for number in range(min(count, rows * columns)))
        # in a tall panel they are in the middle across, too
        left = inner.x + max(0.0, inner.w - step * min(count, columns)) / 2 if inner.h > inner.w * TALL else inner.x
        return w, [(left + (column + 0.5) * step, top + (row + 0.5) * high) for row, column in cells]

    def _pill(self, text: str, w: float, x: float, y: float, most: float) -> None:
        """Draw a label below a card of width ``w``, at most ``most`` times as wide."""
        size = self.kit.fitting(max(15.0, w * 0.2), max(19.0, w * 0.25))
        self.plate.put(self.kit.pill_plain(text, size, CREAM, max_width=w * most), x, y + w * 0.5, "centre")

    def _fate(self, lay: history.Lay, w: float, x: float, y: float) -> None:
        """Draw the seat that took a match, and the time it was visible."""
        if lay.seat >= 0:
            face = figures.figure_plain(self.kit, self.look_back.seats[lay.seat].figure, w * 0.2)
            self.plate.put(face, x - w * 0.44, y - w * 0.44, "centre")
        if not self.look_back.calm:
            self._pill(self.look_back.match_texts.seconds(lay.ms), w, x, y, 1.28)

    def slips(self, box: Box) -> None:
        """Draw the pairs that people wrongly took for equal, or were not allowed to take."""
        slips = self.look_back.slips()
        text = self.look_back.say("slips", count=len(slips)) if slips else self.look_back.say("slips_none")
        inner = self._panel(box, text, not slips)
        if not slips:
            return
        w, places = self._places(len(slips), inner, ABREAST, few=FEW // 2)
        for slip, (x, y) in zip(slips, places, strict=True):
            for pattern, side in zip(slip.patterns[:2], (-1, 1), strict=False):
                self._card(pattern, w, x + side * w * 0.54, y)
            self.plate.put(pieces.why_plain(self.kit, w * 0.42, pieces.SIGNS[slip.why]), x, y, "centre")
            if text := self.look_back.habit(slip):
                self._pill(text, w, x, y, 2.4)

    def _panel(self, box: Box, text: str, empty: bool) -> Box:
        """Draw a panel with its heading, and a tick if ``empty``; return the room left."""
        plate, kit = self.plate, self.kit
        tall = kit.text_growth
        plate.panel(box, 18, 0.46)
        head, room = 24 + 20 * tall, box.w - 40
        if fonts.reads(text, fonts.BLACK, round(20 * kit.text_scale), kit.px(room)):
            heading = kit.line_plain(text, 20, CREAM, fonts.BLACK, room)
            plate.put(heading, box.x + 20, box.y + 14 + 14 * tall)
        else:
            heading = kit.paragraph_plain(text.replace(" · ", "\n"), 20, room, CREAM, fonts.BLACK)
            plate.put(heading, box.x + 20, box.y + 14 + 2 * tall, "corner")
            head = 24 + heading.get_height() / kit.scale
        inner = Box(box.x + 18, box.y + head, box.w - 36, box.h - head - 12)
        if empty:
            side = min(64.0, inner.h * 0.7)
            plate.put(kit.icon_plain("check", side, GOOD), box.x + box.w / 2, inner.y + inner.h * 0.45, "centre")
        return inner

    def _card(self, pattern: int, w: float, x: float, y: float) -> None:
        card = self.faces.plain(pattern, w)
        cast, _ = surfaces.shadow(
            card.get_size(), round(card.get_width() * faces.RADIUS), max(1, self.kit.px(w * 0.03)), 110
        )
        self.plate.put(cast, x + w * 0.02, y + w * 0.05, "centre")
        self.plate.put(card, x, y, "centre")


def apart_enough(spots: Sequence[tuple[float, float]], most: float) -> float:
    """Return the radius of ringed faces at ``spots`` that do not overlap, within limits."""
    closest = min((dist(one, other) for one, other in combinations(spots, 2)), default=inf)
    return max(LEAST_OWN, min(most, closest / 2 - RING))


def beside(spots: Sequence[tuple[float, float]], sizes: Sequence[float], left: float, right: float) -> list[float]:
    """Return x positions that keep faces of these ``sizes`` from overlapping, moved sideways only.

    The reaction time has to be read exactly, the time of the game need not.
    """
    across = [x for x, _y in spots]
    for _ in range(NUDGES):
        for one, other in combinations(range(len(spots)), 2):
            need, down = sizes[one] + sizes[other], abs(spots[one][1] - spots[other][1])
            if down < need and (lacks := (need**2 - down**2) ** 0.5 - abs(across[other] - across[one])) > 0:
                way = lacks / 2 if across[other] >= across[one] else -lacks / 2
                across[one] -= way
                across[other] += way
        limits = ((max(left, x - FAR), min(right, x + FAR)) for x, _y in spots)
        across = [min(max(x, low), high) for x, (low, high) in zip(across, limits, strict=True)]
    return across


def ticks(seconds: int, most: int) -> range:
    """Return the marks of a time axis of ``seconds`` seconds with room for ``most`` spaces between them."""
    step = next((step for step in TICKS if seconds <= step * min(most, MOST_TICKS)), TICKS[-1])
    return range(0, seconds + 1, step)


def clock(seconds: int) -> str:
    """Return a time of the game as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def ringed(kit: Kit, face: Surface, radius: float) -> Surface:
    """Draw a plain face in a gold ring."""
    out = kit.px(radius + RING)
    side = max(face.get_width(), 2 * out)
    whole = surfaces.clear((side, side), INK)
    for size, colour in ((out, INK), (out - kit.px(1.5), GOLD), (out - kit.px(4), INK), (out - kit.px(4.6), CREAM)):
        centred(whole, surfaces.disc(max(2, size), colour), side // 2, side // 2)
    centred(whole, face, side // 2, side // 2)
    return whole
