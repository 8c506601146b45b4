"""The hint: a paper with what a strong player would do and why, and the marks on what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from pygame import Surface

from game.engine import surfaces, text
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box, Frame, overlap
from game.engine.palette import GOOD, INK, PARCHMENT, SOFT_ON_PAPER
from game.engine.widgets import Sheet, Use, put_paper

#: id of the paper, which shows the numbers behind the reason when it is used
MORE = "hint-more"
#: logical room around what is marked
ROOM = 10.0
#: height of the letters of the move on one line, and where it takes several
MOVE_SIZE, WRAPPED_SIZE = 25.0, 21.0
#: the numbers lie at least so far apart
LEAST_STEP = 18.0
#: height of the reason's letters
WHY_SIZE = 19.0
#: height of the letters of its figure, and the room for them: two lines
FIGURE_SIZE, FIGURE_HIGH = 16.0, 50.0
#: steps in which a free place for the paper is looked for, logical
STEP = 16
#: how far the paper keeps off what must stay in sight, and off the table's edge
APART, EDGE = 6.0, 10.0


class Said(NamedTuple):
    """What a hint says."""

    title: str
    move: str
    #: the sentence that gives the reason, or nothing
    why: str
    #: the numbers behind it: what they are, and their values
    rows: tuple[tuple[str, str], ...]
    #: what leads from the reason to the numbers or back; nothing where there is one of them alone
    turn: str = ""
    #: how it compares with the next best move, or that this is being worked out; it has room of its own
    figure: str = ""


def advice_paper(kit: Kit, w: float, most: float, said: Said) -> Surface:
    """What is advised, and below it either the reason or, without one, the numbers; at most ``most`` high."""
    px = kit.px
    # lines grow with the texts; how much larger they are than the table
    larger = kit.text_scale / kit.scale
    # a move that is too long for one line is wrapped, never shrunken or cut
    move = kit.line_plain(said.move, MOVE_SIZE, INK, text.DISPLAY)
    one_line = move.get_height() / kit.scale
    if move.get_width() > kit.px(w - 80):
        move = kit.paragraph_plain(said.move, WRAPPED_SIZE, w - 80, INK, text.DISPLAY)
    longer = max(0.0, move.get_height() / kit.scale - one_line)
    head = 52 * larger + 22 + longer
    # as high before the figure is known as with it: nothing moves when it comes
    tail = FIGURE_HIGH * larger if said.figure else 0.0
    room = most - head - tail - 16
    words = kit.paragraph_plain(said.why, WHY_SIZE, w - 40, INK, text.STRONG, room) if said.why else None
    step = max(LEAST_STEP * larger, min(30.0 * larger, (room - 22) / max(1, len(said.rows))))
    body = words.get_height() / kit.scale + 4 if words else step * len(said.rows) + 22 if said.rows else 0.0
    whole = kit.paper_plain(w, head + body + tail + 5, 16)
    margin = kit.paper_margin()

    def put(picture: Surface, x: float, y: float, right: bool = False) -> None:
        left = margin + px(x) - (picture.get_width() if right else 0)
        whole.blit(picture, (left, margin + px(y) - picture.get_height() // 2))

    put(kit.icon_plain("bulb", 34, INK), 18, (head - longer) * 0.44)
    turn = kit.line_plain(said.turn, 16, SOFT_ON_PAPER, text.BLACK, w * 0.35) if said.turn else None
    left = w - 60 - 24 - (turn.get_width() / kit.scale + 12 if turn else 0)
    put(kit.line_plain(said.title, 17, SOFT_ON_PAPER, text.STRONG, left), 60, 6 + 16 * larger)
    if turn:
        put(turn, w - 24, 6 + 16 * larger, True)
    put(move, 60, 12 + 38 * larger + longer / 2)
    if words:
        whole.blit(words, (margin + px(20), margin + px(head)))
    elif said.rows:
        inset = surfaces.rounded((px(w - 28), px(step * len(said.rows) + 14)), px(12), PARCHMENT)
        whole.blit(inset, (margin + px(14), margin + px(head + 2)))
        for number, (name, value) in enumerate(said.rows):
            y = head + 9 + step * (number + 0.5)
            shown = kit.line_plain(value, kit.fitting(20, step), INK, text.DISPLAY)
            put(shown, w - 30, y, True)
            left = w - 80 - shown.get_width() / kit.scale
            put(kit.line_plain(name, kit.fitting(17, step * 0.85), INK, text.STRONG, left), 28, y)
    if said.figure:
        figure = kit.paragraph_plain(said.figure, FIGURE_SIZE, w - 40, SOFT_ON_PAPER, text.STRONG, tail)
        whole.blit(figure, (margin + px(20), margin + px(head + body + 2)))
    return whole


def mark_plain(kit: Kit, w: float, h: float, radius: float) -> Surface:
    """The ring around something w x h that a hint speaks of, which starts at ROOM, ROOM; plain."""
    whole = surfaces.blank((kit.px(w + 2 * ROOM), kit.px(h + 2 * ROOM)))
    for out, width, colour in ((8.5, 9.0, INK), (7.0, 6.0, GOOD)):
        size = (kit.px(w + 2 * out), kit.px(h + 2 * out))
        ring = surfaces.ring(size, kit.px(radius + out), max(1, kit.px(width)), colour, 255)
        centred(whole, ring, whole.get_width() // 2, whole.get_height() // 2)
    return whole


def room_on(frame: Frame) -> Box:
    """Where a paper may lie on the table."""
    return frame.room.grown(-EDGE)


def draw_marks(canvas: Canvas, kit: Kit, marks: Sequence[tuple[Box, float]]) -> None:
    """Draw the rings around what a paper speaks of."""
    for box, radius in marks:
        canvas.put(kit.made(mark_plain, box.w, box.h, radius), box.x - ROOM, box.y - ROOM)


def free_place(w: float, h: float, room: Box, taken: Sequence[Box], near: Box) -> tuple[Box, float]:
    """Where a paper of w x h covers least of what is ``taken``, of such places the nearest to ``near``; and how much.

    It keeps ``APART`` from what it does not cover.
    """
    right, low = max(room.x, room.x + room.w - w), max(room.y, room.y + room.h - h)
    first = Box(max(room.x, min(near.x, right)), max(room.y, min(near.y, low)), w, h)
    columns = _from(first.x, room.x, right)
    best, least, far = first, inf, inf
    for y in _from(first.y, room.y, low):
        if not least and (y - near.y) ** 2 >= far:
            break
        # only what lies beside the paper at this height can be in its way, and that for so much of its height
        beside = [
            (box.x - APART, box.x + box.w + APART, min(y + h, box.y + box.h + APART) - max(y, box.y - APART))
            for box in taken
            if box.y - APART < y + h and y < box.y + box.h + APART
        ]
        for x in columns:
            away = (x - near.x) ** 2 + (y - near.y) ** 2
            if not least and away >= far:
                break
            covered = sum(max(0.0, min(x + w, end) - max(x, left)) * high for left, end, high in beside)
            if (covered, away) < (least, far):
                best, least, far = Box(x, y, w, h), covered, away
    return best, least


def free_at(box: Box, room: Box, taken: Sequence[Box]) -> bool:
    """Whether a paper may lie there: within the room, and over nothing that is ``taken``."""
    within = overlap(box, room) >= 0.999 * box.w * box.h
    return within and not any(overlap(box.grown(APART), other) for other in taken)


def _from(start: float, low: float, high: float) -> list[float]:
    """``start`` and a step after the other from ``low`` to ``high``, the nearest to the start first."""
    steps = [low + STEP * number for number in range(int(high - low) // STEP + 1)]
    return sorted((start, *steps), key=lambda place: abs(place - start))


class HintPaper(Sheet):
    """The paper of a hint on the table, with the marks: a button where there is more to say than it shows."""

    def __init__(self, kit: Kit, paper: Surface, box: Box, marks: Sequence[tuple[Box, float]], said: Said, use: Use):
        super().__init__(kit, box)
        self.paper, self.marks, self.said = paper, marks, said
        if said.turn:
            self.items = [Item(MORE, said.turn, box, use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the marks, and the paper over them."""
        draw_marks(canvas, self.kit, self.marks)
        if self.items and items.ring and items.focus == MORE:
            canvas.put(self.kit.ready(focus_plain, self.box.w, self.box.h, 16), self.box.x - 8, self.box.y - 8)
        put_paper(canvas, self.kit, self.paper, self.box.x, self.box.y)
