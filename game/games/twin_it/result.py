"""The result of Twin It!: the sets that everybody has won, or the medal that a group has earned together.

A second page tells how quickly everybody claimed, what nobody saw in time, and what was taken for equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil, dist, inf
from typing import TYPE_CHECKING

from pygame import Surface

from game.core.match import HUMAN
from game.core.records import MatchRecord
from game.engine import plot, surfaces, tally, text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, LIP, SOFT, SOFT_ON_PAPER, WARNING, WHITE
from game.engine.plot import Scale
from game.engine.presentation import Weight
from game.engine.tally import Part, Tally
from game.games.twin_it import events as ev
from game.games.twin_it import medals, scoring
from game.games.twin_it.clockwork import TwinItMatch
from game.games.twin_it.deck import FAMILY_OF
from game.games.twin_it.faces import RADIUS, Faces, won
from game.games.twin_it.history import (
    Claim,
    Lay,
    Reaction,
    Slip,
    Story,
    before,
    course_of,
    custom_of,
    missed_of,
    reaction_of,
    record_from,
    story_of,
)
from game.games.twin_it.pieces import SIGNS, why_plain
from game.games.twin_it.state import MINUTE, WonSet
from game.games.twin_it.words import Words

if TYPE_CHECKING:
    from game.app.context import Context

#: distances between the marks of the time axis, in seconds
TICKS = (10, 15, 30, 60, 120, 300, 600, 1200)
MOST_TICKS = 7
#: radius of the faces of people and of bots in the plot; smaller if there are many
OWN, RIVAL = 16.0, 12.0
MANY, CROWDED = 24, 0.76
#: no face is smaller, however close people's lie; what their rings take
LEAST_OWN, RING = 10.0, 4.5
#: a face moves aside by so much at most, in so many rounds, to cover no other
FAR, NUDGES = 26.0, 8
#: how far two pills beside the plot are apart at least
APART = 32.0
#: how strong the band of the spread is, 255 for wholly
BAND = 80
#: how pale a bot's face is, 255 for not at all
PALE = 215
#: a missed pattern's card is at most and at least so wide; at least so where a time is to be read on it
LARGEST, LEAST, LEAST_TIMED = 100.0, 40.0, 46.0
#: how far one missed pattern begins after the other, in widths of a card
PITCH = 1.32
#: few of them are as large as so many would be, and begin at most so many times as far apart where there is room
FEW, LOOSE = 4, 1.25
#: how much wider than a card two cards side by side are
ABREAST = 1.95
#: share of the lower box that is for what was missed
SPLIT = 0.55
#: least room for a name in the table of times
NAME_ROOM = 46.0
#: a set is at most so wide, and its neighbour begins so many widths further
WIDEST, SET_PITCH = 104.0, 1.14
#: events that a replay jumps to, and what they are
WEIGHTS: dict[type, Weight] = {
    ev.CardFlipped: "turn",
    ev.SetWon: "gain",
    ev.SetStolen: "gain",
    ev.SetCollected: "gain",
    ev.SetExtended: "gain",
    ev.ErrorMade: "error",
    ev.CollectRefused: "error",
}


def fit(count: int, box: Box, widest: float, pitch: float, across: float = 1.0) -> tuple[float, int, int]:
    """The width of ``count`` equal cells that fill ``box``, and their rows and columns.

    A cell is ``across`` widths of a card wide and one high, and its neighbour begins ``pitch`` times as far.
    """
    sizes = [
        (min(widest, box.h / (pitch * rows), box.w / (pitch * across * ceil(count / rows))), -rows)
        for rows in range(1, count + 1)
    ]
    w, rows = max(sizes)
    return w, -rows, ceil(count / -rows)


class Page:
    """Bakes the parts of the page for one match."""

    def __init__(self, reckoning: Reckoning, plate: Backdrop) -> None:
        self.reckoning, self.plate = reckoning, plate
        self.kit, self.texts = reckoning.context.kit, reckoning.context.texts
        self.faces: Faces = reckoning.faces
        self.seats = reckoning.seats
        self.words = Words(self.texts, self.seats)

    def say(self, key: str, **blanks: object) -> str:
        """A text of this page."""
        return self.texts(f"twin_it.result.{key}", **blanks)

    # ---- the plot -----------------------------------------------------------------------------------

    def plot(self, box: Box) -> None:
        """Every claim along the game's time: people's faces strong, those of bots pale."""
        plate, kit, story = self.plate, self.kit, self.reckoning.story
        tall = kit.text_scale / kit.scale
        plate.paper(box)
        title = kit.line_plain(self.say("plot"), 22, INK, text.DISPLAY, box.w - 48)
        plate.put(title, box.x + 24, box.y + 32)
        if not story.claims:
            none = kit.line_plain(self.say("no_claims"), 22, SOFT_ON_PAPER, text.STRONG, box.w - 80)
            plate.put(none, box.x + box.w / 2, box.y + box.h / 2, "centre")
            return
        own, custom = self._own(), self.reckoning.custom
        room = box.w - title.get_width() / kit.scale - 60
        spread = kit.line_plain(self.spread(), 17, SOFT_ON_PAPER, text.BLACK, room)
        plate.put(spread, box.x + box.w - 24, box.y + 32, "right")
        left = box.x + 34 + 34 * tall
        right = box.x + box.w - 38 - 104 * tall
        top, bottom = box.y + 66 + 8 * tall, box.y + box.h - 18 - 24 * tall
        scale = Scale([0, custom / 1000, *(claim.ms / 1000 for claim in story.claims)], top, bottom, 4)
        for value in scale.lines:
            plate.rule(left, scale.y(value), right - left, LIP)
            label = kit.line_plain(self.texts("twin_it.seconds", seconds=value), 17, INK, text.BLACK)
            plate.put(label, left - 10, scale.y(value), "right")
        length = max(1, story.length)
        for second in ticks(length // 1000):
            x = left + (right - left) * second * 1000 / length
            label = kit.line_plain(clock(second), 17, INK, text.BLACK)
            plate.put(label, x, bottom + 6 + 12 * tall, "centre")
        note = kit.line_plain(self.say("axis"), 16, SOFT_ON_PAPER, text.STRONG, 80 * tall)
        plate.put(note, box.x + box.w - 22, bottom + 6 + 12 * tall, "right")
        if own:
            self._levels(scale, left, right, own, custom)
            points = course_of(story.claims, *self.reckoning.people)
            line = [(left + (right - left) * at / length, scale.y(ms / 1000)) for at, ms in points]
            plot.line(plate, Box(left, box.y, right - left, box.h), line, INK, 2.5)
        many = len(story.claims) > MANY
        spots = {claim: (left + (right - left) * claim.at / length, scale.y(claim.ms / 1000)) for claim in story.claims}
        strong = [spots[claim] for claim in story.claims if set(claim.hands) & set(self._strong)]
        largest = apart_enough(strong, OWN * (CROWDED if many else 1.0))
        small = RIVAL * (CROWDED if many else 1.0)
        ours = {claim: bool(set(claim.hands) & set(self._strong)) for claim in spots}
        sizes = [largest + RING if ours[claim] else small for claim in spots]
        aside = dict(zip(spots, beside(list(spots.values()), sizes, left, right), strict=True))
        for claim in sorted(spots, key=lambda claim: (ours[claim], -claim.ms)):
            self._put(claim, aside[claim], spots[claim][1], largest, small, own)

    def spread(self) -> str:
        """Between what the middle half of the only person's times lies, in words, as far as there are enough."""
        own = self._own()
        spread = own.spread if own else None
        low, high = (self.texts.number(ms / 1000, 1) for ms in spread or (0, 0))
        if low == high:
            return self.say("spread_one", time=low) if spread else ""
        return self.say("spread", low=low, high=high)

    def _levels(self, scale: Scale, left: float, right: float, own: Reaction, custom: int) -> None:
        """The own middle time with its spread as a band, and what is usual for the person."""
        plate, kit = self.plate, self.kit
        if own.spread:
            low, high = (scale.y(ms / 1000) for ms in own.spread)
            band = surfaces.rounded((kit.px(right - left), max(1, kit.px(low - high))), 0, GOLD, BAND)
            plate.put(band, left, high, "corner")
        middle = scale.y(own.median / 1000)
        if custom:
            usual = scale.y(custom / 1000)
            plot.dashes(plate, left, right, usual, SOFT_ON_PAPER)
            # beside its line, but off the other pill
            apart = APART * kit.text_scale / kit.scale
            beside = middle + (apart if usual > middle else -apart) if abs(usual - middle) < apart else usual
            pill = kit.pill_plain(self.say("custom", time=self.words.seconds(custom)), 15, CREAM, INK)
            plate.put(pill, right + 20, beside)
        plot.dashes(plate, left, right, middle)
        pill = kit.pill_plain(self.say("median_is", time=self.words.seconds(own.median)), 15, GOLD, INK)
        plate.put(pill, right + 20, middle)

    @property
    def _strong(self) -> tuple[int, ...]:
        """Whose claims stand out: the people's, or everybody's where only bots play."""
        return self.reckoning.people or tuple(range(len(self.seats)))

    def _own(self) -> Reaction | None:
        """The reaction times of the only person."""
        people = self.reckoning.people
        return reaction_of(self.reckoning.story.claims, *people) if len(people) == 1 else None

    def _put(self, claim: Claim, x: float, y: float, large: float, small: float, own: Reaction | None) -> None:
        seat = next((hand for hand in claim.hands if hand in self._strong), claim.seat)
        strong = seat in self._strong
        radius = large if strong else small
        face = figure_plain(self.kit, self.seats[seat].figure, radius)
        if strong:
            self.plate.put(ringed(self.kit, face, radius), x, y, "centre")
        else:
            veil = surfaces.rounded(face.get_size(), 0, WHITE, PALE)
            self.plate.put(surfaces.masked(face, veil), x, y, "centre")
        if own and strong and claim.ms == own.best:
            star = self.kit.image_plain("icons/star_gold", 1.9 * radius, 1.9 * radius)
            self.plate.put(star, x + radius * 1.05, y - radius * 1.05, "centre")

    # ---- best and median ------------------------------------------------------------------------------

    def table(self, box: Box) -> None:
        """A row for every seat, the quickest first: best and median, or sets and errors where no clock ran."""
        plate, kit = self.plate, self.kit
        tall = kit.text_scale / kit.scale
        calm = self.reckoning.state.options.calm
        plate.panel(box, 18, 0.46)
        ends = (box.x + box.w - 20 - (100 if box.w < 400 else 170), box.x + box.w - 20)
        for key, x in zip(("found", "errors") if calm else ("best", "median"), ends, strict=True):
            plate.put(kit.line_plain(self.say(key), 17, SOFT, text.STRONG, 96), x, box.y + 28, "right")
        rows = self.rows()
        step = min(58.0, (box.h - 56) / len(rows))
        high = min(21.0, step * 0.55 / tall)
        # a name has all the room that the longest of the numbers beside it leaves
        numbers = [kit.line_plain(values[0], high, CREAM, text.DISPLAY).get_width() for _seat, values in rows]
        room = ends[0] - box.x - 68 - 14 - max(numbers) / kit.scale
        for number, (seat, values) in enumerate(rows):
            y = box.y + 48 + step * (number + 0.5)
            face = figure_plain(kit, self.seats[seat].figure, min(21.0, step * 0.4))
            plate.put(face, box.x + 38, y, "centre")
            strong = seat in self._strong
            colour = CREAM if strong else SOFT
            if room >= NAME_ROOM * tall:
                # with large texts there is room for the faces alone
                name = kit.line_plain(self.seats[seat].name, min(20.0, step * 0.5 / tall), colour, text.BLACK, room)
                plate.put(name, box.x + 68, y)
            for value, x in zip(values, ends, strict=True):
                colour = GOLD if strong else CREAM
                plate.put(kit.line_plain(value, high, colour, text.DISPLAY), x, y, "right")

    def rows(self) -> list[tuple[int, tuple[str, str]]]:
        """The seats in the order of their medians, with two numbers each."""
        story, none = self.reckoning.story, "\u2013"
        if self.reckoning.state.options.calm:
            found = [(seat, sum(seat in claim.hands for claim in story.claims)) for seat in range(len(self.seats))]
            wrong = [sum(slip.seat == seat for slip in story.slips) for seat, _ in found]
            return [
                (seat, (self.texts.number(count), self.texts.number(wrong[seat])))
                for seat, count in sorted(found, key=lambda row: (-row[1], row[0]))
            ]
        times = [(seat, reaction_of(story.claims, seat)) for seat in range(len(self.seats))]
        times.sort(key=lambda row: (row[1] is None, row[1].median if row[1] else 0, row[0]))
        return [
            (seat, (self.words.seconds(told.best), self.words.seconds(told.median)) if told else (none, none))
            for seat, told in times
        ]

    # ---- missed and confused ----------------------------------------------------------------------------

    def missed(self, box: Box) -> None:
        """What the people did not get: how long it lay there, and who took it in the end."""
        lays = self.lays()
        inner = self._panel(box, self.missed_words(lays), not lays)
        if not lays:
            return
        w, rows, columns = fit(max(FEW, len(lays)), inner, LARGEST, PITCH)
        least = LEAST if self.reckoning.state.options.calm else LEAST_TIMED
        if w < least:
            w = least
            rows, columns = max(1, int(inner.h / (w * PITCH))), int(inner.w / (w * PITCH))
        room, step = rows * columns, min(inner.w / columns, w * PITCH * LOOSE)
        shown = lays if len(lays) <= room else lays[: room - 1]
        top = inner.y + (inner.h - rows * w * PITCH) / 2
        for number in range(min(len(lays), room)):
            x = inner.x + (number % columns + 0.5) * step
            y = top + (number // columns + 0.5) * w * PITCH
            if number >= len(shown):
                pill = self.kit.pill_plain(f"+{len(lays) - len(shown)}", min(18.0, w * 0.34), CREAM)
                self.plate.put(pill, x, y, "centre")
                continue
            self._card(shown[number].pattern, w, x, y)
            self._fate(shown[number], w, x, y)

    def missed_words(self, lays: Sequence[Lay]) -> str:
        """What stands over what was missed: how much of it others took, and how much nobody."""
        if self.reckoning.timed:
            return self.say("open", count=len(lays)) if lays else self.say("open_none")
        taken = sum(lay.seat >= 0 for lay in lays)
        left = len(lays) - taken
        key = "missed" if taken and left else "missed_taken" if taken else "missed_left" if left else "missed_none"
        return self.say(key, taken=taken, left=left)

    def lays(self) -> list[Lay]:
        """What the people and their mates missed; in the minute only what nobody has taken is missed by the group."""
        state = self.reckoning.state
        sides = {mate for seat in self._strong for mate in state.members(state.side_of(seat))}
        return missed_of(self.reckoning.story, range(len(self.seats)) if self.reckoning.together else sorted(sides))

    def _fate(self, lay: Lay, w: float, x: float, y: float) -> None:
        """Who took a match in the end, and how long it had lain there."""
        if lay.seat >= 0:
            face = figure_plain(self.kit, self.seats[lay.seat].figure, w * 0.2)
            self.plate.put(face, x - w * 0.44, y - w * 0.44, "centre")
        if not self.reckoning.state.options.calm:
            size = self.kit.fitting(max(15.0, w * 0.2), max(19.0, w * 0.25))
            pill = self.kit.pill_plain(self.words.seconds(lay.ms), size, CREAM, most=w * 1.28)
            self.plate.put(pill, x, y + w * 0.5, "centre")

    def slips(self, box: Box) -> None:
        """Pairs that a person took for equal, or was not to take."""
        slips = self.own_slips()
        words = self.say("slips", count=len(slips)) if slips else self.say("slips_none")
        inner = self._panel(box, words, not slips)
        if not slips:
            return
        w, rows, columns = fit(max(FEW, len(slips)), inner, LARGEST, PITCH, ABREAST)
        step = min(inner.w / columns, w * PITCH * ABREAST * LOOSE)
        top = inner.y + (inner.h - rows * w * PITCH) / 2
        for number, slip in enumerate(slips):
            x = inner.x + (number % columns + 0.5) * step
            y = top + (number // columns + 0.5) * w * PITCH
            for pattern, side in zip(slip.patterns[:2], (-1, 1), strict=False):
                self._card(pattern, w, x + side * w * 0.54, y)
            self.plate.put(why_plain(self.kit, w * 0.42, SIGNS[slip.why]), x, y, "centre")
            if words := self.habit(slip):
                size = self.kit.fitting(max(15.0, w * 0.2), max(19.0, w * 0.25))
                self.plate.put(self.kit.pill_plain(words, size, CREAM, most=w * 2.4), x, y + w * 0.5, "centre")

    def habit(self, slip: Slip) -> str:
        """How often the only person has confused patterns of this family before, in words, if ever."""
        kin = {FAMILY_OF[pattern] for pattern in slip.patterns}
        count = self.reckoning.confused[min(kin)] if len(kin) == 1 and slip.why == "unequal" else 0
        return self.say("habit", count=count) if count else ""

    def own_slips(self) -> list[Slip]:
        """The errors of the people, or of all where only bots play."""
        return [slip for slip in self.reckoning.story.slips if slip.seat in self._strong]

    def _panel(self, box: Box, words: str, empty: bool) -> Box:
        """A panel with its heading, and the room that it leaves; one that is ``empty`` has a tick."""
        plate, kit = self.plate, self.kit
        tall = kit.text_scale / kit.scale
        plate.panel(box, 18, 0.46)
        head, room = 24 + 20 * tall, box.w - 40
        if text.width(words, text.BLACK, round(20 * kit.text_scale)) * text.LEAST_SHRINK <= kit.px(room):
            heading = kit.line_plain(words, 20, CREAM, text.BLACK, room)
            plate.put(heading, box.x + 20, box.y + 14 + 14 * tall)
        else:
            heading = kit.paragraph_plain(words.replace(" · ", "\n"), 20, room, CREAM, text.BLACK)
            plate.put(heading, box.x + 20, box.y + 14 + 2 * tall, "corner")
            head = 24 + heading.get_height() / kit.scale
        inner = Box(box.x + 18, box.y + head, box.w - 36, box.h - head - 12)
        if empty:
            side = min(64.0, inner.h * 0.7)
            plate.put(kit.icon_plain("check", side, GOOD), box.x + box.w / 2, inner.y + inner.h * 0.45, "centre")
        return inner

    def _card(self, pattern: int, w: float, x: float, y: float) -> None:
        card = self.faces.plain(pattern, w)
        cast, _ = surfaces.shadow(card.get_size(), round(card.get_width() * RADIUS), max(1, self.kit.px(w * 0.03)), 110)
        self.plate.put(cast, x + w * 0.02, y + w * 0.05, "centre")
        self.plate.put(card, x, y, "centre")


def apart_enough(spots: Sequence[tuple[float, float]], most: float) -> float:
    """The radius of ringed faces at ``spots`` of which none covers another, as far as they stay large enough."""
    closest = min((dist(one, other) for one, other in combinations(spots, 2)), default=inf)
    return max(LEAST_OWN, min(most, closest / 2 - RING))


def beside(spots: Sequence[tuple[float, float]], sizes: Sequence[float], left: float, right: float) -> list[float]:
    """Where faces of these ``sizes`` lie across, so that none covers another: moved aside a little, never up or down.

    How quick somebody was is to be read exactly, when that was need not be.
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


def ticks(seconds: int) -> range:
    """The marks of a time axis that is so many seconds long."""
    step = next((step for step in TICKS if seconds <= step * MOST_TICKS), TICKS[-1])
    return range(0, seconds + 1, step)


def clock(seconds: int) -> str:
    """A time of the game as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def ringed(kit: Kit, face: Surface, radius: float) -> Surface:
    """A face in a gold ring; plain."""
    out = kit.px(radius + RING)
    side = max(face.get_width(), 2 * out)
    whole = surfaces.blank((side, side))
    whole.fill((*INK, 0))
    for size, colour in ((out, INK), (out - kit.px(1.5), GOLD), (out - kit.px(4), INK), (out - kit.px(4.6), CREAM)):
        centred(whole, surfaces.disc(max(2, size), colour), side // 2, side // 2)
    centred(whole, face, side // 2, side // 2)
    return whole


def weight(event: ev.Event) -> Weight:
    """What an event means for a replay."""
    return WEIGHTS.get(type(event), "")


class Reckoning(tally.Reckoning):
    """The sets and sums of a finished match."""

    pages = ("twin_it.result.page",)

    def __init__(self, context: Context, match: TwinItMatch) -> None:
        super().__init__(context, match.seats)
        state = match.state
        self.state, self.timed = state, state.options.timed
        self.at_once = not self.timed
        self.unit = "points" if self.timed else "sets"
        self.people = tuple(seat for seat, row in enumerate(match.seats) if row.kind == HUMAN)
        self.rule = "twin_it.result.rule_timed" if self.timed else "twin_it.result.rule"
        self.together = state.options.mode == MINUTE
        self.standing_height = 250.0 if self.together else 0.0
        rows = range(2) if state.options.in_teams else range(state.seats)
        self.sets = {row: self._sets_of(row) for row in rows}
        self.tallies = tuple(self._tally(row) for row in rows)
        self.viewer = self.people[0] if self.people else 0
        self.story: Story = story_of(match, self.viewer)
        self._match = match
        #: the person's usual median in earlier matches, in milliseconds, or 0
        self.custom = 0
        #: family of patterns -> how often the person has confused its near-twins before
        self.confused: Counter[int] = Counter()
        self.build()

    def remember(self, records: Sequence[MatchRecord]) -> None:
        """See what the only person's usual time is, and what it has confused before."""
        if len(self.people) == 1:
            own = record_from(self._match, self.viewer, self.story)
            earlier = before(records, own)
            self.custom = custom_of(earlier, own)
            self.confused = Counter(family for record in earlier for family in record.confused)

    def build(self) -> None:
        self.faces = Faces(self.context.kit, self.context.settings.colours == "grey")

    # ---- the sums ---------------------------------------------------------------------------------

    def _sets_of(self, seat: int) -> tuple[WonSet, ...]:
        sets = [one for member in self.members(seat) for one in self.state.sets[member]]
        return tuple(sorted(sets, key=lambda one: one.won_at))

    def _worth(self, one: WonSet) -> int:
        """What a set adds to the sum (rule text, sections 2 and 5)."""
        if not scoring.is_valid(self.state, one):
            return 0
        return len(one.faces) - 1 if self.timed else 1

    def _tally(self, seat: int) -> Tally:
        sets = self.sets[seat]
        sums = [sum(self._worth(one) for one in sets if len(one.faces) == size) for size in (2, 3)]
        parts = (Part("twin_it.result.pairs", sums[0]), Part("twin_it.result.triples", sums[1]))
        return Tally(seat, parts, sum(sums), sum(sums))

    def members(self, seat: int) -> tuple[int, ...]:
        """The seats of a team; elsewhere everybody counts alone, in the co-operative minute as well."""
        return self.state.members(seat) if self.state.options.in_teams else (seat,)

    def label(self, seat: int) -> str:
        """The name, or the number of the team."""
        if self.state.options.in_teams:
            return self.context.texts("twin_it.result.team", number=seat + 1)
        return super().label(seat)

    def crowned(self, winners: tuple[int, ...]) -> tuple[int, ...]:
        """Nobody, where all win or lose together."""
        return () if self.together else winners

    def note(self) -> str:
        """How long the game took, where there is a clock."""
        if self.state.options.calm:
            return ""
        seconds = self.story.length // 1000
        return self.context.texts("twin_it.result.time", minutes=seconds // 60, seconds=f"{seconds % 60:02d}")

    def pieces(self, seat: int) -> int:
        """The sets are counted one by one."""
        return len(self.sets[seat])

    def counted(self, seat: int, pieces: int) -> int:
        """What the pairs among the first sets are worth."""
        return sum(self._worth(one) for one in self.sets[seat][:pieces] if len(one.faces) == 2)

    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw the sets as small cards; those not counted yet are dark, in timed play counted ones say their worth."""
        del bright
        kit, sets = self.context.kit, self.sets[seat]
        if not sets:
            return
        # as large in every row as in the fullest one
        most = max(map(len, self.sets.values()))
        widest, _, _ = fit(most, box, WIDEST, SET_PITCH)
        w, rows, columns = fit(len(sets), box, widest, SET_PITCH)
        high = w * SET_PITCH
        top = box.y + (box.h - high * rows) / 2
        for number, one in enumerate(sets):
            x = box.x + (number % columns + 0.5) * w * SET_PITCH
            y = top + (number // columns + 0.5) * high
            worth = self._worth(one)
            face = won(self.state.deck[one.faces[0]], len(one.faces))
            shown = number < pieces
            canvas.put_centred(self.faces(face, w, "rest" if shown and (worth or not self.timed) else "dim"), x, y)
            if shown and self.timed and w >= 30:
                fill, words = (GOLD, str(worth)) if worth else (WARNING, self.context.texts.number(0))
                pill = kit.pill(words, max(11.0, w * 0.22), fill, INK if worth else CREAM, text.DISPLAY)
                canvas.put_centred(pill, x + w * 0.3, y + w * 0.36)

    # ---- the medal ----------------------------------------------------------------------------------

    def draw_standing(self, canvas: Canvas, box: Box, total: int, done: bool) -> None:
        """Draw the medal of the co-operative minute as far as it is earned."""
        medals.draw(self.context, canvas, box, total, scoring.LEVELS[self.state.seats], done)

    # ---- the second page ----------------------------------------------------------------------------

    def bake_page(self, plate: Backdrop, page: int, boxes: Sequence[Box]) -> None:
        """Bake how quick everybody was, and what was overlooked or confused."""
        del page
        large, side, low = boxes
        drawn = Page(self, plate)
        missed = Box(low.x, low.y, low.w * SPLIT - 7, low.h)
        wrong = Box(low.x + missed.w + 14, low.y, low.w - missed.w - 14, low.h)
        if self.state.options.calm:
            # without a clock there are no reaction times
            missed, wrong = large, low
        else:
            drawn.plot(large)
        drawn.table(side)
        drawn.missed(missed)
        drawn.slips(wrong)

    def spoken_page(self, page: int) -> str:
        """Best and middle time of everybody, and how much was overlooked and wrong."""
        del page
        return ". ".join(self.told())

    def told(self) -> Iterator[str]:
        """The second page in words."""
        page = Page(self, Backdrop(self.context.kit, surfaces.blank((1, 1))))
        calm = self.state.options.calm
        for seat, (one, other) in page.rows():
            key = "spoken_calm" if calm else "spoken"
            yield page.say(key, name=page.seats[seat].name, one=one, other=other)
        if not calm and (spread := page.spread()):
            yield f"{page.seats[self.people[0]].name}: {spread}"
        if self.custom and not calm:
            yield page.say("custom", time=page.words.seconds(self.custom))
        lays = page.lays()
        yield page.missed_words(lays)
        for lay in lays:
            taker = page.seats[lay.seat].name if lay.seat >= 0 else ""
            yield " ".join(
                filter(None, (page.words.motif(lay.pattern), "" if calm else page.words.seconds(lay.ms), taker))
            )
        slips = len(page.own_slips())
        yield page.say("slips", count=slips) if slips else page.say("slips_none")
        for slip in page.own_slips():
            yield ", ".join(filter(None, (*map(page.words.motif, slip.patterns), page.habit(slip))))
