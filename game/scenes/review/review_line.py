"""The line through a reviewed game: the chance to win after each decision, with the mistakes marked."""

from collections.abc import Sequence

from pygame import Surface

from game.ai.review import AnyReview
from game.app.context import Context
from game.engine import fonts, layout, widgets
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.palette import GOLD, INK, SKY, SOFT_ON_PAPER, WARNING
from game.engine.plot import Scale, dashes_down, dot, line
from game.scenes.replay.time_line import mark
from game.scenes.shared.chart import bake_heading, bake_lines, spread_out

#: minimum and maximum radius of the dots
LEAST_DOT, MOST_DOT = 1.6, 5.0
#: how far a costly mistake's number is above it
ABOVE = 26.0
#: number of costliest mistakes that are numbered; size of such a number at the table's text scale
NUMBERED = 3
PILL = 32.0
EVERYWHERE = layout.Box(-1e6, -1e6, 2e6, 2e6)


def number_spots(
    marks: Sequence[tuple[float, float]], side: float, room: layout.Box = EVERYWHERE
) -> list[tuple[float, float]]:
    """Return the places of some marks' numbers, ``side`` wide and high, each near its mark where it is free.

    They stay in the ``room`` between the labels.
    """
    beyond = ABOVE + side
    ways = [(0.0, -ABOVE), (0.0, ABOVE), (side, -ABOVE), (-side, -ABOVE), (0.0, -beyond), (0.0, beyond)]
    ways += [(2 * side, 0.0), (3 * side, 0.0)]
    spots: list[tuple[float, float]] = []
    for x, y in marks:
        places = [(x + right, y + down) for right, down in ways]
        inside = [place for place in places if room.grown(-side / 2).holds(*place)] or places[:1]
        free = (place for place in inside if all(max(map(abs, _less(place, spot))) >= side for spot in spots))
        spots.append(next(free, inside[0]))
    return spots


def _less(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    return one[0] - other[0], one[1] - other[1]


class ChanceLine(widgets.Widget):
    """The line; during the review its dots appear one by one, the line itself at the end."""

    def __init__(self, context: Context, plate: Backdrop, box: layout.Box, name: str) -> None:
        super().__init__(context.kit)
        self.context = context
        #: the places of all decisions in the match, in order
        self.places: Sequence[int] = ()
        self.review: AnyReview | None = None
        kit, texts = context.kit, context.texts
        tall = kit.text_scale / kit.scale
        plate.paper(box)
        title = texts("review.course", name=name)
        bake_heading(plate, box, title, texts("review.course_note"), 0.7)
        self._left, self._right = box.x + 34 + 52 * tall, box.x + box.w - 26
        self._scale = Scale([0, 100], box.y + 64 + 14 * tall, box.y + box.h - 26 - 24 * tall)
        bake_lines(context, plate, self._scale, self._left, self._right, self._per_cent)
        self._low = box.y + box.h - 12 - 12 * tall
        #: the lower edge of the heading, and the upper one of the labels below
        self._top, self._foot = box.y + 34 + 14 * tall, self._low - 10 * tall
        self._bake_ends(plate)
        self._box = box

    def _per_cent(self, value: float) -> str:
        return self.context.texts("review.per_cent", number=self.context.texts.number(value))

    def _bake_ends(self, plate: Backdrop) -> None:
        kit, texts, y = self.kit, self.context.texts, self._low
        room = self._right - self._left
        plate.put(kit.line_plain(texts("review.first"), 17, SOFT_ON_PAPER, fonts.STRONG, room * 0.25), self._left, y)
        last = kit.line_plain(texts("review.last"), 17, SOFT_ON_PAPER, fonts.STRONG, room * 0.25)
        plate.put(last, self._right, y, "right")

    def _bake_legend(self, plate: Backdrop) -> None:
        kit, room, y = self.kit, self._right - self._left, self._low
        caption = kit.line_plain(self.context.texts("review.mistake"), 17, INK, fonts.BLACK, room * 0.3)
        x = (self._left + self._right) / 2 - caption.get_width() / kit.scale / 2
        plate.put(mark(kit, "error"), x - 8, y, "centre")
        plate.put(caption, x + 8, y)

    def _points(self, review: AnyReview) -> list[tuple[float, float]]:
        """Return the position of the chance after each judged decision, and of the result at the end."""
        spots = dict(zip((*self.places, None), spread_out(len(self.places) + 1, self._left, self._right), strict=True))
        found = [(spots[row.place], row.chance) for row in review.decisions]
        if len(found) == len(self.places):
            found.append((spots[None], review.result))
        return [(x, self._scale.y(100 * chance)) for x, chance in found]

    def finish(self, plate: Backdrop, review: AnyReview) -> None:
        """Bake the complete line, and a legend if there are marks."""
        points = self._points(review)
        for (x, y), row in zip(points, review.decisions, strict=False):
            if row.cost:
                dashes_down(plate, x, self._scale.y(100 * row.best_chance), y, WARNING)
        line(plate, self._box, points)
        if review.mistakes:
            self._bake_legend(plate)

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        review, kit = self.review, self.kit
        if review is None:
            return
        points = self._points(review)
        pitch = (self._right - self._left - 40) / max(1, len(self.places))
        picture = kit.made(_dot, min(MOST_DOT, max(LEAST_DOT, pitch * 0.36)))
        marks = []
        for (x, y), row in zip(points, review.decisions, strict=False):
            if row.cost or row.points:
                marks.append((x, y, row))
            else:
                canvas.put_centred(picture, x, y)
        for x, y, _row in marks:
            canvas.put_centred(kit.made(mark, "error"), x, y)
        numbered = [(x, y) for row in review.mistakes[:NUMBERED] for x, y, other in marks if other is row]
        room = layout.Box(self._left - 10, self._top, self._right + 20 - self._left, self._foot - self._top)
        spots = number_spots(numbered, PILL * kit.text_scale / kit.scale, room)
        for number, spot in enumerate(spots, 1):
            canvas.put_centred(kit.pill(str(number), 13, GOLD), *spot)
        if len(points) > len(self.places):
            won = review.result > 0
            sign = kit.image("icons/star_gold", 34, 34) if won else picture
            canvas.put_centred(sign, *points[-1])


def _dot(kit: Kit, radius: float) -> Surface:
    return dot(kit, radius, SKY)
