"""The line through a reviewed game: the chance to win turn by turn, with the mistakes marked."""

from collections.abc import Iterable, Mapping, Sequence
from math import dist, inf
from types import MappingProxyType
from typing import NamedTuple

from pygame import Surface

from game.ai.judgement import JudgedDecision
from game.ai.review import AnyReview
from game.core.game import Action
from game.engine import fonts, layout, surfaces, widgets
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, LIP, SKY, SOFT_ON_PAPER, WARNING
from game.engine.plot import Scale, dot, line, line_plain
from game.scenes.replay.time_line import mark
from game.scenes.shared.chart import bake_heading, bake_lines, spread_out
from game.services.context import Context

#: minimum and maximum radius of the dots
LEAST_DOT, MOST_DOT = 1.6, 5.0
#: how far a costly mistake's number is above it
ABOVE = 26.0
#: number of costliest mistakes that are numbered; size of such a number at the table's text scale
NUMBERED = 3
PILL = 32.0
#: width and height of a mistake's mark
MARK = 18.0
#: how far a number and a mark may overlap
TOUCH = 4.0
#: the marks' meanings, and the share of the width that this may take between start and end
LEGENDS = MappingProxyType({"best": "review.mark_best", "error": "review.mark_played", "lead": "review.mark_lead"})
LEGEND, LEGEND_SIZE = 0.7, 17.0
#: width of a mistake's bar from the best move's chance down to that of the move played; radius of the ring at its top
BAR, RING = 5.0, 5.0
#: the highest value of the scale: the first that holds all chances, so that small ones can be read, too
TOPS = (20, 40, 60, 80, 100)
#: chances in per cent below which the chart says that there were hardly any, as an empty one would look broken
HARDLY = 4.0
#: a rough chance of what happened that is below this was too rough to be drawn
REFUTED = 0.02
EVERYWHERE = layout.Box(-1e6, -1e6, 2e6, 2e6)


def number_spots(
    marks: Sequence[tuple[float, float]],
    side: float,
    room: layout.Box = EVERYWHERE,
    others: Sequence[tuple[float, float]] = (),
) -> list[tuple[float, float]]:
    """Return the places of some marks' numbers, ``side`` wide and high, each near its mark where it is free.

    They stay in the ``room`` between the labels, and step aside for all marks, ``others`` included, where their own
    remains the nearest.
    """
    beyond = ABOVE + side
    ways = [(0.0, -ABOVE), (0.0, ABOVE), (side, -ABOVE), (-side, -ABOVE), (0.0, -beyond), (0.0, beyond)]
    ways += [(side, ABOVE), (-side, ABOVE), (side, 0.0), (-side, 0.0), (2 * side, 0.0), (3 * side, 0.0)]
    spots: list[tuple[float, float]] = []
    taken, apart = [*marks, *others], min(ABOVE - TOUCH, (side + MARK) / 2)
    for x, y in marks:
        places = [(x + right, y + down) for right, down in ways]
        inside = [place for place in places if room.grown(-side / 2).holds(*place)] or places[:1]
        free = [place for place in inside if _is_apart(place, spots, side)]
        near = (place for place in free if dist(place, (x, y)) <= beyond and _is_apart(place, taken, apart))
        clear = (place for place in near if all(dist(place, (x, y)) <= dist(place, one) + TOUCH for one in taken))
        spots.append(next(clear, (free or inside)[0]))
    return spots


def _is_apart(place: tuple[float, float], others: Sequence[tuple[float, float]], distance: float) -> bool:
    """Return True if a place is at least this far from each of the others, to a side or in height."""
    return all(max(abs(place[0] - x), abs(place[1] - y)) >= distance for x, y in others)


class _Dot(NamedTuple):
    """A dot of the line: its place, the chance it shows, and the turn's judged decisions."""

    x: float
    y: float
    #: the height of the best move's chance at a mistake, else that of the dot
    top: float
    chance: float
    rows: tuple[JudgedDecision[Action], ...]

    @property
    def points(self) -> list[tuple[float, float]]:
        """The line's points: a mistake's before and after it."""
        return [(self.x, self.top)] * (self.mark == "error") + [(self.x, self.y)]

    @property
    def mark(self) -> str:
        """The kind of its mark: an error, only lost lead, or none."""
        return "error" if any(row.cost for row in self.rows) else "lead" if any(row.points for row in self.rows) else ""


class ChanceLine(widgets.Widget):
    """The line; during the review its dots appear one by one, the line itself at the end."""

    def __init__(
        self,
        context: Context,
        plate: Backdrop,
        box: layout.Box,
        name: str,
        turns: Sequence[Sequence[int]],
        note: str,
        chances: Iterable[float] = (1.0,),
        won: bool = False,
    ) -> None:
        super().__init__(context.kit)
        self.context = context
        #: True if the line's seat won: then its end is a star that is named
        self._won = won
        #: the places of all decisions in the match, in order, turn by turn
        self.turns: Sequence[Sequence[int]] = turns
        self.review: AnyReview | None = None
        #: rough chances of turns not judged yet, by the place of their first decision; and the line through all
        self.sketch: Mapping[int, float] = {}
        #: all has been judged, and the line is baked
        self._is_final = False
        self._rough: tuple[list[tuple[float, float]], Surface] | None = None
        kit, texts = context.kit, context.texts
        tall = kit.text_scale / kit.scale
        plate.paper(box)
        title = texts("review.course", name=name)
        bake_heading(plate, box, title, note, 0.7)
        self._left, self._right = box.x + 34 + 52 * tall, box.x + box.w - 26
        #: the highest of the ``chances`` that it has to show, in per cent
        self._highest = 100 * max(chances, default=1.0)
        top = next((top for top in TOPS if self._highest <= top), TOPS[-1])
        self._scale = Scale([0, top], box.y + 64 + 14 * tall, box.y + box.h - 26 - 24 * tall, step=top // 2)
        bake_lines(context, plate, self._scale, self._left, self._right, self._per_cent)
        self._low = box.y + box.h - 12 - 12 * tall
        #: the lower edge of the heading, and the upper one of the labels below
        self._top, self._foot = box.y + 34 + 14 * tall, self._low - 10 * tall
        self._box = box

    def _per_cent(self, value: float) -> str:
        return self.context.texts("review.per_cent", number=self.context.texts.number(value))

    @property
    def _one(self) -> float:
        """The size of the labels, in hundreds."""
        return LEGEND_SIZE / 100 * self.kit.text_scale / self.kit.scale

    @property
    def _last(self) -> tuple[str, str]:
        """The label of the line's end and its face: a victory is named, as its star could be anybody's moment."""
        texts = self.context.texts
        return (texts("review.last_won"), fonts.BLACK) if self._won else (texts("review.last"), fonts.STRONG)

    def _bake_ends(self, plate: Backdrop, start: bool = True) -> None:
        """Bake the label of the end, and of the start unless the legend takes its place."""
        kit, y = self.kit, self._low
        room = self._right - self._left
        if start:
            first = self.context.texts("review.first")
            plate.put(kit.line_plain(first, 17, SOFT_ON_PAPER, fonts.STRONG, room * 0.25), self._left, y)
        label, face = self._last
        last = kit.line_plain(label, 17, INK if self._won else SOFT_ON_PAPER, face, room * 0.25)
        plate.put(last, self._right, y, "right")

    def _bake_legend(self, plate: Backdrop, kinds: Sequence[str]) -> None:
        """Bake the meaning of the kinds of marks: between start and end, or instead of them if there is no room.

        The name of a victory stays if there is any.
        """
        kit, texts, box, y = self.kit, self.context.texts, self._box, self._low
        words = [texts(LEGENDS[kind]) for kind in kinds]
        needed = [fonts.width(text, fonts.BLACK, 100) for text in words]
        last = fonts.width(*self._last, 100)
        ends = max(fonts.width(texts("review.first"), fonts.STRONG, 100), last)
        one = self._one
        signs, room = 2 * MARK * len(kinds), self._right - self._left - 2 * ends * one - MARK
        middle = (self._left + self._right) / 2
        if sum(needed) * one + signs < room:
            self._bake_ends(plate)
        elif self._won and sum(needed) * one + signs < (beside := self._right - last * one - MARK - box.x):
            self._bake_ends(plate, start=False)
            room, middle = beside, box.x + MARK / 2 + beside / 2
        else:
            room, middle = box.w - 2 * MARK, box.x + box.w / 2
        # if they have to be smaller, all of them by as much
        most = (room - signs) / max(1, sum(needed))
        captions = [
            kit.line_plain(text, LEGEND_SIZE, INK, fonts.BLACK, most * w) for text, w in zip(words, needed, strict=True)
        ]
        wide = [caption.get_width() / kit.scale + 2 * MARK for caption in captions]
        x = middle - sum(wide) / 2 + MARK
        for kind, caption, w in zip(kinds, captions, wide, strict=True):
            plate.put(_ring(kit) if kind == "best" else mark(kit, kind), x, y, "centre")
            plate.put(caption, x + 14, y)
            x += w

    def _dots(self, review: AnyReview) -> list[_Dot]:
        """Return the dots of the turns of which a decision has been judged."""
        spots, rows = self._spots(), {row.place: row for row in review.decisions}
        found = []
        for x, turn in zip(spots, self.turns, strict=False):
            if judged := [rows[place] for place in turn if place in rows]:
                found.append(self._dot(x, judged))
        return found

    def _dot(self, x: float, judged: Sequence[JudgedDecision[Action]]) -> _Dot:
        """Return a turn's dot: at a mistake the chances of its costliest one, as the list tells them."""
        dearest = max(judged, key=lambda row: row.cost)
        if dearest.cost:
            best, chance = dearest.best_chance, dearest.chance
        else:
            # of many decisions in a turn each has a chance with an error of its own, and luck in between
            best = chance = sum(row.chance for row in judged) / len(judged)
        return _Dot(x, self._scale.y(100 * chance), self._scale.y(100 * best), chance, tuple(judged))

    @property
    def _radius(self) -> float:
        """The radius of a dot: smaller in a long match."""
        pitch = (self._right - self._left - 40) / max(1, len(self.turns))
        return min(MOST_DOT, max(LEAST_DOT, pitch * 0.36))

    def _spots(self) -> list[float]:
        return spread_out(len(self.turns) + 1, self._left, self._right)

    def _end(self, review: AnyReview) -> list[tuple[float, float]]:
        """Return the place of the result."""
        return [(self._spots()[-1], self._scale.y(100 * review.result))]

    def finish(self, plate: Backdrop, review: AnyReview | None) -> None:
        """Bake the complete line with its legend, or the ends alone until there is a whole review."""
        if review is None:
            # large texts leave no room beside what is told of the pale line
            words = [self.context.texts(key) for key in ("review.first", "review.course_rough", "review.last")]
            needed = sum(fonts.width(text, fonts.STRONG, 100) for text in words) * self._one
            if needed + 2 * MARK < self._right - self._left:
                self._bake_ends(plate)
            return
        self._is_final = True
        dots = self._dots(review)
        line(plate, self._box, [*(point for at in dots for point in at.points), *self._end(review)])
        if self._highest < HARDLY:
            room, middle = self._right - self._left, (self._left + self._right) / 2
            note = self.kit.line_plain(self.context.texts("review.hardly"), 18, SOFT_ON_PAPER, fonts.STRONG, room)
            # above the middle line
            plate.put(note, middle, self._scale.y(TOPS[0] * 0.75), "centre")
        found = {at.mark for at in dots}
        shown = {"best": "error" in found, "error": "error" in found, "lead": "lead" in found}
        self._bake_legend(plate, [kind for kind in LEGENDS if shown[kind]])

    def _known(self, dots: Sequence[_Dot]) -> list[tuple[float, float]]:
        """Return the pale line's points: a mistake's chance before and after it, else one for each turn.

        A mistake proves the chance just before it, so a rough one there that is lower rises to that; one that rules out
        what then happened is refuted by the result and left out.
        """
        judged, found = {at.x: at for at in dots}, list[tuple[float, float]]()
        rough = [(x, self.sketch.get(turn[0])) for x, turn in zip(self._spots(), self.turns, strict=False)]
        for (x, chance), (behind, _chance) in zip(rough, [*rough[1:], (inf, None)], strict=True):
            if at := judged.get(x):
                found += at.points
            elif chance is not None and abs(chance - self._won) <= 1 - REFUTED:
                y, mistake = self._scale.y(100 * chance), judged.get(behind)
                found.append((x, min(y, mistake.top) if mistake and mistake.mark == "error" else y))
        return found

    def _draw_rough(self, dots: Sequence[_Dot], end: Sequence[tuple[float, float]], canvas: Canvas) -> None:
        """Draw the pale line through what is known: judged turns, rough chances of the others, and the result."""
        kit, known = self.kit, self._known(dots)
        rough = sum(turn[0] in self.sketch for turn in self.turns)
        points = [*known, *end] if len(dots) + rough >= len(self.turns) else known
        if self._rough is None or self._rough[0] != points:
            picture = line_plain(kit, self._box, points, LIP, 2.5) if len(points) > 1 else surfaces.clear((1, 1), LIP)
            self._rough = (points, surfaces.ready(picture))
        canvas.put(self._rough[1], self._box.x, self._box.y)
        judged = {at.x for at in dots}
        for x, y in known:
            if x not in judged:
                canvas.put_centred(kit.scene_image(_rough_dot, self._radius * 0.8), x, y)
        room = (self._right - self._left) * LEGEND
        note = kit.line(self.context.texts("review.course_rough"), 17, SOFT_ON_PAPER, fonts.STRONG, room)
        canvas.put_centred(note, (self._left + self._right) / 2, self._low)

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        review, kit = self.review, self.kit
        dots, end = (self._dots(review), self._end(review)) if review else ([], [])
        if not self._is_final and (dots or self.sketch):
            self._draw_rough(dots, end, canvas)
        elif review is None or not self._is_final:
            x, y = (self._left + self._right) / 2, (self._scale.y(50) + self._scale.y(100)) / 2
            note = self.context.texts("review.course_coming")
            canvas.put_centred(kit.line(note, 18, SOFT_ON_PAPER, fonts.STRONG, self._right - self._left), x, y)
            return
        if review is None:
            return
        picture = kit.scene_image(_dot, self._radius)
        marked = [at for at in dots if at.mark]
        for at in dots:
            if at not in marked:
                canvas.put_centred(picture, at.x, at.y)
        for at in marked:
            if at.mark == "error":
                canvas.fill(layout.Box(at.x - BAR / 2, at.top, BAR, at.y - at.top), WARNING)
                canvas.put_centred(kit.scene_image(_ring), at.x, at.top)
            canvas.put_centred(kit.scene_image(mark, at.mark), at.x, at.y)
        dearest = review.dearest_of(self.turns)[:NUMBERED]
        numbered = [(at.x, at.top) for row in dearest for at in marked if row in at.rows]
        room = layout.Box(self._left - 10, self._top, self._right + 20 - self._left, self._foot - self._top)
        others = [point for at in marked for point in at.points]
        spots = number_spots(numbered, PILL * kit.text_scale / kit.scale, room, others)
        for number, spot in enumerate(spots, 1):
            canvas.put_centred(kit.pill(str(number), 13, GOLD), *spot)
        for spot in end:
            canvas.put_centred(kit.image("icons/star_gold", 34, 34) if self._won else picture, *spot)


def _dot(kit: Kit, radius: float) -> Surface:
    return dot(kit, radius, SKY)


def _ring(kit: Kit) -> Surface:
    """Draw the hollow dot of a best move that was not played; plain."""
    whole = dot(kit, RING, WARNING)
    middle = whole.get_width() // 2
    centred(whole, surfaces.disc(max(1, kit.px(RING * 0.55)), CREAM), middle, middle)
    return whole


def _rough_dot(kit: Kit, radius: float) -> Surface:
    return surfaces.disc(max(2, kit.px(radius)), LIP)
