"""The paper of a lesson: what is said at one step, with the marks on what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from pygame import Surface

from game.engine import text
from game.engine.advice import Marking
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER, WARNING
from game.engine.widgets import TARGET, Button, Use, put_paper

#: id of the button that puts what was read away
ON = "lesson-on"
#: id of what passes over a step, how high its letters are, how wide it is at least, and its arrow
SKIP, SKIP_SIZE, SKIP_WIDE, ARROW = "skip", 16.0, 168.0, 20.0
#: height of the letters, and of the button with what lies around it
SIZE = 20.0
BUTTON, GAP = 60.0, 22.0
EDGE = 20.0
#: what lies above and below the line over the words
ABOVE = 18.0


class Taught(NamedTuple):
    """What is said at one step."""

    head: str
    words: str
    #: what the button below says, or nothing where a move is asked for
    on: str = ""
    #: what is said is what would have come of a move
    wrong: bool = False
    #: what passes over this step, if it can be
    skip: str = ""


def head_height(kit: Kit) -> float:
    """How much the line above the words takes, logical."""
    return ABOVE + 20 * kit.text_scale / kit.scale


def skip_width(kit: Kit, words: str) -> float:
    """How wide the ``words`` that pass over a step are, with their arrow."""
    return text.width(words, text.BLACK, round(SKIP_SIZE * kit.text_scale)) / kit.scale + ARROW + 12


def is_narrow(kit: Kit, w: float, taught: Taught) -> bool:
    """Whether a paper ``w`` wide has no room for its head line beside what passes over the step."""
    if not taught.skip:
        return False
    least = ceil(round(SKIP_SIZE * kit.text_scale) * text.LEAST_SHRINK)
    return text.width(taught.head, text.BLACK, least) > kit.px(w - 2 * EDGE - skip_width(kit, taught.skip))


def skip_box(kit: Kit, box: Box, taught: Taught) -> Box:
    """Where the words that pass over a step are used: the upper right corner of the paper, or the lower one of a
    narrow paper; as wide as they are.
    """
    wide = max(SKIP_WIDE, skip_width(kit, taught.skip) + EDGE)
    y = box.y + box.h - TARGET if is_narrow(kit, box.w, taught) else box.y - 4
    return Box(box.x + box.w - wide, y, wide, TARGET)


def lesson_paper(kit: Kit, w: float, taught: Taught) -> Surface:
    """The sheet with a head line and the words, and room for a button below where there is one; plain."""
    first, narrow = head_height(kit), is_narrow(kit, w, taught)
    room = w - 2 * EDGE - (skip_width(kit, taught.skip) if taught.skip and not narrow else 0)
    words = kit.paragraph_plain(taught.words, SIZE, w - 2 * EDGE, INK, text.STRONG)
    below = BUTTON + GAP if taught.on else 6 + (first - ABOVE) * narrow
    high = first + words.get_height() / kit.scale + below
    whole = kit.paper_plain(w, high, 16)
    margin, px = kit.paper_margin(), kit.px
    colour = WARNING if taught.wrong else SOFT_ON_PAPER
    if taught.skip:
        arrow = kit.icon_plain("arrow_right", ARROW, SOFT_ON_PAPER)
        skip = kit.line_plain(taught.skip, SKIP_SIZE, SOFT_ON_PAPER, text.BLACK)
        right = margin + px(w - EDGE + 4) - arrow.get_width()
        middle = high - 6 - (first - ABOVE) / 2 if narrow else first / 2 + 2
        for picture, x in ((arrow, right), (skip, right - skip.get_width())):
            whole.blit(picture, (x, margin + px(middle) - picture.get_height() // 2))
    line = kit.line_plain(taught.head, SKIP_SIZE, colour, text.BLACK, room)
    whole.blit(line, (margin + px(EDGE), margin + px(first / 2 + 2) - line.get_height() // 2))
    whole.blit(words, (margin + px(EDGE), margin + px(first)))
    return whole


class LessonPaper(Marking):
    """The paper on the table and, where something is only read, a button to go on."""

    def __init__(
        self, kit: Kit, box: Box, marks: Sequence[tuple[Box, float]], taught: Taught, on: Use, skip: Use, cap: str
    ) -> None:
        super().__init__(kit, box, marks)
        self.taught = taught
        self.button: Button | None = None
        if taught.on:
            place = Box(box.x + EDGE, box.y + box.h - BUTTON - GAP + 4, box.w - 2 * EDGE, BUTTON)
            self.button = Button(kit, ON, place, taught.on, on, kind="primary", size=24, keys=("first",), cap=cap)
            self.items = self.button.items
        if taught.skip:
            self.items = [Item(SKIP, taught.skip, skip_box(kit, box, taught), skip, keys=("hint",))]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        put_paper(canvas, self.kit, self.kit.made(lesson_paper, self.box.w, self.taught), self.box.x, self.box.y)
        if self.button:
            self.button.draw(canvas, items)
        if self.taught.skip and self.state(self.items[0], items) != "normal":
            box = self.items[0].box
            top = box.y + 16 * is_narrow(self.kit, self.box.w, self.taught)
            canvas.put(self.kit.ready(focus_plain, box.w - 16, box.h - 16, 12), box.x, top)
