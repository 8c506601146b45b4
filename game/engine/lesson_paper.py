"""The paper of a lesson: what is said at one step, with the marks on what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from game.engine import text
from game.engine.advice import draw_marks
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER, WARNING
from game.engine.widgets import TARGET, Button, Sheet, Use, Widget, put_paper

#: id of the button that puts what was read away
ON = "lesson-on"
#: id of what passes over a step, and how wide that is
SKIP, SKIP_WIDE = "skip", 168.0
#: height of the letters, and of the button with what lies around it
SIZE = 20.0
BUTTON, GAP = 60.0, 22.0
EDGE = 20.0


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
    return 18 + 20 * kit.text_scale / kit.scale


def skip_box(box: Box) -> Box:
    """Where the words that pass over a step are used: the upper right corner of the paper."""
    return Box(box.x + box.w - SKIP_WIDE, box.y - 4, SKIP_WIDE, TARGET)


def lesson_paper(kit: Kit, w: float, taught: Taught) -> Surface:
    """The sheet with a head line and the words, and room for a button below where there is one; plain."""
    head = head_height(kit)
    words = kit.paragraph_plain(taught.words, SIZE, w - 2 * EDGE, INK, text.STRONG)
    high = head + words.get_height() / kit.scale + (BUTTON + GAP if taught.on else 6)
    whole = kit.paper_plain(w, high, 16)
    margin, px = kit.paper_margin(), kit.px
    colour = WARNING if taught.wrong else SOFT_ON_PAPER
    room = w - 2 * EDGE
    if taught.skip:
        arrow = kit.icon_plain("arrow_right", 20, SOFT_ON_PAPER)
        skip = kit.line_plain(taught.skip, 16, SOFT_ON_PAPER, text.BLACK, SKIP_WIDE - 40)
        right = margin + px(w - EDGE + 4) - arrow.get_width()
        for picture, x in ((arrow, right), (skip, right - skip.get_width())):
            whole.blit(picture, (x, margin + px(head / 2 + 2) - picture.get_height() // 2))
        room -= (skip.get_width() + arrow.get_width()) / kit.scale + 12
    line = kit.line_plain(taught.head, 16, colour, text.BLACK, room)
    whole.blit(line, (margin + px(EDGE), margin + px(head / 2 + 2) - line.get_height() // 2))
    whole.blit(words, (margin + px(EDGE), margin + px(head)))
    return whole


class Rings(Widget):
    """The marks on what a paper speaks of, below the buttons: a ring hides no key that stands on one."""

    def __init__(self, kit: Kit, marks: Sequence[tuple[Box, float]]) -> None:
        super().__init__(kit)
        self.marks = marks

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw them."""
        del items
        draw_marks(canvas, self.kit, self.marks)


class LessonPaper(Sheet):
    """The paper on the table and, where something is only read, a button to go on."""

    def __init__(
        self, kit: Kit, box: Box, marks: Sequence[tuple[Box, float]], taught: Taught, on: Use, skip: Use, cap: str
    ) -> None:
        super().__init__(kit, box)
        self.marks, self.taught = marks, taught
        self.button: Button | None = None
        if taught.on:
            place = Box(box.x + EDGE, box.y + box.h - BUTTON - GAP + 4, box.w - 2 * EDGE, BUTTON)
            self.button = Button(kit, ON, place, taught.on, on, kind="primary", size=24, keys=("first",), cap=cap)
            self.items = self.button.items
        if taught.skip:
            self.items = [Item(SKIP, taught.skip, skip_box(box), skip, keys=("hint",))]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the paper; its marks are drawn before the buttons, see ``Rings``."""
        put_paper(canvas, self.kit, self.kit.made(lesson_paper, self.box.w, self.taught), self.box.x, self.box.y)
        if self.button:
            self.button.draw(canvas, items)
        if self.taught.skip and self.state(self.items[0], items) != "normal":
            box = skip_box(self.box)
            canvas.put(self.kit.ready(focus_plain, box.w - 16, box.h - 16, 12), box.x, box.y)
