"""The hint: a paper with what a strong player would do and why, and the marks on what it speaks of."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from math import ceil, inf
from typing import NamedTuple

from pygame import Surface

from game.engine import surfaces, text
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box, Frame, overlap
from game.engine.palette import CREAM, GOOD, INK, PARCHMENT, SOFT_ON_PAPER
from game.engine.widgets import Use, Widget, put_paper

#: id of the paper, which shows the numbers behind the reason when it is used
MORE = "hint-more"
#: id of the x at its corner, which puts it away: how large it is, and what of the corner it takes for a pointer
CLOSE, CLOSE_SIDE = "hint-close", 30.0
CLOSE_TARGET = Box(-46, -44, 72, 52)
#: logical room around what is marked
ROOM = 10.0
#: height of the letters of the title, and of what leads to the numbers
TITLE_SIZE, TURN_SIZE = 17.0, 16.0
#: height of the letters of the move on one line, and where it takes several
MOVE_SIZE, WRAPPED_SIZE = 25.0, 21.0
#: height of the letters of a number and of its name, and what is free between two columns of them
NUMBER_SIZE, NAME_SIZE, COLUMN_GAP = 20.0, 17.0, 30.0
#: the numbers lie at least so far apart
LEAST_STEP = 18.0
#: height of the reason's letters
WHY_SIZE = 19.0
#: height of the letters of its figure, and the room for them: two lines
FIGURE_SIZE, FIGURE_HIGH = 16.0, 50.0
#: steps in which a free place for the paper is looked for, logical
STEP = 16
#: how far the paper keeps off what must stay in sight, and off the table's edge: a wide table has room within its seam
APART, EDGE, SEAM = 6.0, 10.0, 22.0


class Said(NamedTuple):
    """What a hint says."""

    title: str
    move: str
    #: the sentence that gives the reason, or nothing
    why: str
    #: the numbers behind it that are shown below it: what they are, and their values
    rows: tuple[tuple[str, str], ...]
    #: what adds the numbers to the reason or takes them away; nothing where there is one of them alone
    turn: str = ""
    #: how it compares with the next best move, or that this is being worked out; it has room of its own
    figure: str = ""


class Measures(NamedTuple):
    """How a paper is divided, logical."""

    #: the move takes more than one line, and so much more than that
    wrapped: bool
    longer: float
    #: the height of what stands above the reason, the room for that, how high it is, and the height of the figure
    head: float
    room: float
    words: float
    tail: float
    #: the room for the title, and from one line of numbers to the next, of which each has so many
    title: float
    step: float
    columns: int
    #: the height of the whole paper
    high: float


def measures(kit: Kit, w: float, most: float, said: Said) -> Measures:
    """How a paper ``w`` wide and at most ``most`` high is divided."""
    # lines grow with the texts; how much larger they are than the table
    larger = kit.text_scale / kit.scale
    # a move that is too long for one line is wrapped, never shrunken or cut
    size = round(MOVE_SIZE * kit.text_scale)
    longer, wrapped = 0.0, text.width(said.move, text.DISPLAY, size) > kit.px(w - 80)
    if wrapped:
        one_line = text.font(text.DISPLAY, size).get_height()
        real = round(WRAPPED_SIZE * kit.text_scale)
        lines = text.wrapped(said.move, text.DISPLAY, real, kit.px(w - 80))
        longer = max(0.0, (text.high(len(lines), real) - one_line) / kit.scale)
    head = 52 * larger + 22 + longer
    # as high before the figure is known as with it: nothing moves when it comes
    tail = FIGURE_HIGH * larger if said.figure else 0.0
    columns = 2 if len(said.rows) > 1 and _half_wide(kit, w, said.rows) else 1
    count, room = ceil(len(said.rows) / columns), most - head - tail - 16
    # the reason has its room before the numbers have more than they need
    for_words = max(1.0, room - (LEAST_STEP * larger * count + 22 if count else 0))
    words = 0.0
    if said.why:
        real, lines = text.fitted_lines(
            said.why, text.STRONG, round(WHY_SIZE * kit.text_scale), kit.px(w - 40), kit.px(for_words)
        )
        words = text.high(len(lines), real) / kit.scale + 4
    step = max(LEAST_STEP * larger, min(30.0 * larger, (room - words - 22) / max(1, count)))
    high = head + words + (step * count + 22 if count else 0.0) + tail + 5
    turn = text.width(said.turn, text.BLACK, round(TURN_SIZE * kit.text_scale)) / kit.scale + 26 if said.turn else 0.0
    return Measures(wrapped, longer, head, for_words, words, tail, w - 60 - 24 - turn, step, columns, high)


def _column(w: float, columns: int) -> float:
    """How wide a number is with its name, in one of the columns of a paper ``w`` wide; between two of them is a gap."""
    return (w - 58 - COLUMN_GAP * (columns - 1)) / columns


def _half_wide(kit: Kit, w: float, rows: Sequence[tuple[str, str]]) -> bool:
    """Whether all numbers with their names, in their full size, have room in two columns."""
    size = round(NAME_SIZE * kit.text_scale), round(NUMBER_SIZE * kit.text_scale)
    return all(
        text.width(name, text.STRONG, size[0]) + text.width(value, text.DISPLAY, size[1]) + kit.px(20)
        <= kit.px(_column(w, 2))
        for name, value in rows
    )


def reads(kit: Kit, w: float, most: float, said: Said) -> bool:
    """Whether a paper of these measures says everything, in letters that are as good as their full size."""
    parts = measures(kit, w, most, said)

    def least(size: float) -> int:
        return ceil(round(size * kit.text_scale) * text.LEAST_SHRINK)

    def row_fits(name: str, value: str) -> bool:
        shown = text.width(value, text.DISPLAY, round(kit.fitting(NUMBER_SIZE, parts.step) * kit.text_scale))
        room = kit.px(_column(w, parts.columns) - 22) - shown
        return text.width(name, text.STRONG, least(kit.fitting(NAME_SIZE, parts.step * 0.85))) <= room

    whole = round(WRAPPED_SIZE * kit.text_scale)
    # where the numbers come below the reason that stays as it was
    why = round(WHY_SIZE * kit.text_scale) if said.rows else least(WHY_SIZE)
    return (
        (not parts.wrapped or text.fits(said.move, text.DISPLAY, whole, kit.px(w - 80)))
        and text.width(said.title, text.STRONG, least(TITLE_SIZE)) <= kit.px(parts.title)
        and (not said.why or text.fits(said.why, text.STRONG, why, kit.px(w - 40), kit.px(parts.room)))
        and (
            not said.figure
            or text.fits(said.figure, text.STRONG, least(FIGURE_SIZE), kit.px(w - 40), kit.px(parts.tail))
        )
        and all(row_fits(*row) for row in said.rows)
        and (not (said.why and said.rows) or parts.high <= most)
    )


def advice_paper(kit: Kit, w: float, most: float, said: Said, least: float = 0.0) -> Surface:
    """What is advised, and below it the reason and the numbers, as far as there are any; at most ``most`` high.

    It is as high as that takes, and at ``least`` so high.
    """
    px, larger = kit.px, kit.text_scale / kit.scale
    wrapped, longer, head, room, below, tail, left, step, columns, high = measures(kit, w, most, said)
    move = (
        kit.paragraph_plain(said.move, WRAPPED_SIZE, w - 80, INK, text.DISPLAY)
        if wrapped
        else kit.line_plain(said.move, MOVE_SIZE, INK, text.DISPLAY)
    )
    whole = kit.paper_plain(w, max(high, least), 16)
    margin = kit.paper_margin()

    def put(picture: Surface, x: float, y: float, right: bool = False) -> None:
        left = margin + px(x) - (picture.get_width() if right else 0)
        whole.blit(picture, (left, margin + px(y) - picture.get_height() // 2))

    put(kit.icon_plain("bulb", 34, INK), 18, (head - longer) * 0.44)
    put(kit.line_plain(said.title, TITLE_SIZE, SOFT_ON_PAPER, text.STRONG, left), 60, 6 + 16 * larger)
    if said.turn:
        put(turn_plain(kit, said.turn), w - 12, 6 + 16 * larger, True)
    put(move, 60, 12 + 38 * larger + longer / 2)
    if said.why:
        words = kit.paragraph_plain(said.why, WHY_SIZE, w - 40, INK, text.STRONG, room)
        whole.blit(words, (margin + px(20), margin + px(head)))
    if said.rows:
        lines, wide = ceil(len(said.rows) / columns), _column(w, columns)
        inset = surfaces.rounded((px(w - 28), px(step * lines + 14)), px(12), PARCHMENT)
        whole.blit(inset, (margin + px(14), margin + px(head + below + 2)))
        for number, (name, value) in enumerate(said.rows):
            x = 28 + number // lines * (wide + COLUMN_GAP)
            y = head + below + 9 + step * (number % lines + 0.5)
            shown = kit.line_plain(value, kit.fitting(NUMBER_SIZE, step), INK, text.DISPLAY)
            put(shown, x + wide, y, True)
            left = wide - 22 - shown.get_width() / kit.scale
            put(kit.line_plain(name, kit.fitting(NAME_SIZE, step * 0.85), INK, text.STRONG, left), x, y)
    if said.figure:
        figure = kit.paragraph_plain(said.figure, FIGURE_SIZE, w - 40, SOFT_ON_PAPER, text.STRONG, tail)
        whole.blit(figure, (margin + px(20), margin + px(high - tail - 3)))
    return whole


def turn_plain(kit: Kit, words: str) -> Surface:
    """What adds the numbers, as a small button; plain."""
    top = kit.pill_plain(words, TURN_SIZE, PARCHMENT, INK, text.BLACK)
    (w, h), lip = top.get_size(), kit.px(2.5)
    whole = surfaces.blank((w, h + lip))
    whole.blit(surfaces.rounded((w, h), h // 2, INK), (0, lip))
    whole.blit(top, (0, 0))
    return whole


def mark_plain(kit: Kit, w: float, h: float, radius: float) -> Surface:
    """The ring around something w x h that a hint speaks of, which starts at ROOM, ROOM; plain."""
    whole = surfaces.blank((kit.px(w + 2 * ROOM), kit.px(h + 2 * ROOM)))
    # the light line keeps it apart from what is green itself
    for out, width, colour in ((8.5, 9.0, INK), (7.0, 6.0, GOOD), (2.6, 1.8, CREAM)):
        size = (kit.px(w + 2 * out), kit.px(h + 2 * out))
        ring = surfaces.ring(size, kit.px(radius + out), max(1, kit.px(width)), colour, 255)
        centred(whole, ring, whole.get_width() // 2, whole.get_height() // 2)
    return whole


def room_on(frame: Frame) -> Box:
    """Where a paper may lie on the table."""
    room = frame.room.grown(-EDGE)
    return room if frame.tall else room.wider(SEAM - EDGE, EDGE - SEAM)


def free_spot(w: float, h: float, room: Box, taken: Sequence[Box], near: Box) -> Box | None:
    """Where a paper of w x h covers nothing of what is ``taken``, the nearest to ``near``, or None."""
    right, low = max(room.x, room.x + room.w - w), max(room.y, room.y + room.h - h)
    start = max(room.x, min(near.x, right))
    columns = sorted(_from(start, room.x, right))
    best, far = None, inf
    for y in _from(max(room.y, min(near.y, low)), room.y, low):
        if (y - near.y) ** 2 >= far:
            break
        # between what lies beside the paper at this height there are gaps for its left edge
        edge = room.x
        for left, end, _high in [*sorted(_strips(taken, y, h)), (right + w, inf, 0.0)]:
            for x in _nearest(columns, edge, left - w, near.x):
                away = (x - near.x) ** 2 + (y - near.y) ** 2
                if away < far:
                    best, far = Box(x, y, w, h), away
            edge = max(edge, end)
    return best


def _nearest(columns: Sequence[float], first: float, last: float, near: float) -> Sequence[float]:
    """The nearest of ``columns`` to ``near`` on either side, of those from ``first`` to ``last``."""
    low, high = bisect_left(columns, first), bisect_right(columns, last)
    if low >= high:
        return ()
    middle = min(max(bisect_left(columns, near), low), high - 1)
    return columns[max(low, middle - 1) : middle + 1]


def spared_place(
    w: float, h: float, room: Box, taken: Sequence[Box], near: Box, spared: Sequence[Box]
) -> tuple[Box, float]:
    """Where a paper of w x h covers nothing of what is ``taken`` and least of what is to be ``spared``; and how much.

    There is a place that covers nothing of the former, see ``free_spot``.
    """
    right, low = max(room.x, room.x + room.w - w), max(room.y, room.y + room.h - h)
    columns = _from(max(room.x, min(near.x, right)), room.x, right)
    places: list[tuple[float, float, Box]] = []
    for y in _from(max(room.y, min(near.y, low)), room.y, low):
        firm, soft = _strips(taken, y, h), _strips(spared, y, h)
        found = [
            (_covered(soft, x, w), (x - near.x) ** 2 + (y - near.y) ** 2, Box(x, y, w, h))
            for x in columns
            if not any(left < x + w and x < end for left, end, _high in firm)
        ]
        places += [min(found)] if found else []
    spoilt, _away, box = min(places)
    return box, spoilt


def free_place(w: float, h: float, room: Box, taken: Sequence[Box], near: Box) -> tuple[Box, float]:
    """Where a paper of w x h covers least of what is ``taken``, of such places the nearest to ``near``; and how much.

    It keeps ``APART`` from what it does not cover.
    """
    if free := free_spot(w, h, room, taken, near):
        return free, 0.0
    right, low = max(room.x, room.x + room.w - w), max(room.y, room.y + room.h - h)
    first = Box(max(room.x, min(near.x, right)), max(room.y, min(near.y, low)), w, h)
    columns = _from(first.x, room.x, right)
    best, least, far = first, inf, inf
    for y in _from(first.y, room.y, low):
        beside = _strips(taken, y, h)
        for x in columns:
            covered, away = _covered(beside, x, w), (x - near.x) ** 2 + (y - near.y) ** 2
            if (covered, away) < (least, far):
                best, least, far = Box(x, y, w, h), covered, away
    return best, least


def _strips(boxes: Sequence[Box], y: float, h: float) -> list[tuple[float, float, float]]:
    """From where to where boxes reach that lie beside a paper at ``y``, ``h`` high, and for how much of that height."""
    return [
        (box.x - APART, box.x + box.w + APART, min(y + h, box.y + box.h + APART) - max(y, box.y - APART))
        for box in boxes
        if box.y - APART < y + h and y < box.y + box.h + APART
    ]


def _covered(strips: Sequence[tuple[float, float, float]], x: float, w: float) -> float:
    """How much of them a paper at ``x``, ``w`` wide, covers."""
    return sum(max(0.0, min(x + w, end) - max(x, left)) * high for left, end, high in strips)


def free_at(box: Box, room: Box, taken: Sequence[Box]) -> bool:
    """Whether a paper may lie there: within the room, and over nothing that is ``taken``."""
    within = overlap(box, room) >= 0.999 * box.w * box.h
    return within and not any(overlap(box.grown(APART), other) for other in taken)


def _from(start: float, low: float, high: float) -> list[float]:
    """``start``, a step after the other from ``low`` to ``high``, and that itself: the nearest to the start first."""
    steps = [low + STEP * number for number in range(int(high - low) // STEP + 1)]
    return sorted({start, *steps, high}, key=lambda place: abs(place - start))


class Rings(Widget):
    """The marks on what a paper speaks of.

    They strike through nothing that is to be read: the ``labels`` of what lies on the table are drawn over them once
    more, and so are the caps of the keys on what lies ``below``. They go along with a card that is lifted, as far as
    ``risen`` says.
    """

    def __init__(
        self,
        kit: Kit,
        marks: Sequence[tuple[Box, float]],
        labels: Callable[[Canvas], None],
        below: Sequence[Widget] = (),
        risen: Callable[[Box], float] = lambda _box: 0.0,
    ) -> None:
        super().__init__(kit)
        self.marks, self.labels, self.risen = marks, labels, risen
        self.capped = [widget for widget in below if widget.cap]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        del items
        if not self.marks:
            return
        for box, radius in self.marks:
            canvas.put(self.kit.made(mark_plain, box.w, box.h, radius), box.x - ROOM, box.y - self.risen(box) - ROOM)
        self.labels(canvas)
        for widget in self.capped:
            widget.draw_cap(canvas)


class Marking(Widget):
    """A paper on the table that speaks of what is marked there; see ``Rings``."""

    def __init__(self, kit: Kit, box: Box, marks: Sequence[tuple[Box, float]]) -> None:
        super().__init__(kit)
        self.box, self.marks = box, marks


class HintPaper(Marking):
    """The paper of a hint on the table: a button where there is more to say than it shows, and an x at its corner."""

    def __init__(self, kit: Kit, paper: Surface, box: Box, marks: Sequence[tuple[Box, float]], said: Said, use: Use):
        super().__init__(kit, box, marks)
        self.paper, self.said = paper, said
        if said.turn:
            self.items = [Item(MORE, said.turn, box, use)]

    def offer_close(self, label: str, use: Use, beside: Iterable[Item]) -> None:
        """Put an x at the corner, unless it would lie over something else that can be used, or out of the window."""
        corner = CLOSE_TARGET._replace(x=self.box.x + self.box.w + CLOSE_TARGET.x, y=self.box.y + CLOSE_TARGET.y)
        others = [item.box for item in beside if item.enabled and item.id not in (MORE, CLOSE)]
        if corner.centre[1] >= 0 and not any(overlap(corner, other) for other in others):
            self.items = [*self.items, Item(CLOSE, label, corner, use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the paper, with the ring around it while it has the focus, and the x."""
        if self.items and items.ring and items.focus == MORE:
            canvas.put(self.kit.ready(focus_plain, self.box.w, self.box.h, 16), self.box.x - 8, self.box.y - 8)
        put_paper(canvas, self.kit, self.paper, self.box.x, self.box.y)
        if self.items and self.items[-1].id == CLOSE:
            picture = self.kit.round_button("close", CLOSE_SIDE, self.state(self.items[-1], items))
            canvas.put_centred(picture, self.box.x + self.box.w - 6, self.box.y - 4)
