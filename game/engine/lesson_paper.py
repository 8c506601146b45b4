"""The paper of a lesson: what is said at one step, with the marks on what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from game.engine import text
from game.engine.advice import ROOM, mark_plain
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER, WARNING
from game.engine.widgets import Button, Use, Widget, put_paper

#: id of the button that puts what was read away
ON = "lesson-on"
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


def head_height(kit: Kit) -> float:
    """How much the line above the words takes, logical."""
    return 18 + 20 * kit.text_scale / kit.scale


def lesson_paper(kit: Kit, w: float, taught: Taught) -> Surface:
    """The sheet with a head line and the words, and room for a button below where there is one; plain."""
    head = head_height(kit)
    words = kit.paragraph_plain(taught.words, SIZE, w - 2 * EDGE, INK, text.STRONG)
    high = head + words.get_height() / kit.scale + (BUTTON + GAP if taught.on else 6)
    whole = kit.paper_plain(w, high, 16)
    margin, px = kit.paper_margin(), kit.px
    colour = WARNING if taught.wrong else SOFT_ON_PAPER
    line = kit.line_plain(taught.head, 16, colour, text.BLACK, w - 2 * EDGE)
    whole.blit(line, (margin + px(EDGE), margin + px(head / 2 + 2) - line.get_height() // 2))
    whole.blit(words, (margin + px(EDGE), margin + px(head)))
    return whole


class LessonPaper(Widget):
    """The paper on the table, with the marks and, where something is only read, a button to go on."""

    def __init__(
        self, kit: Kit, box: Box, marks: Sequence[tuple[Box, float]], taught: Taught, on: Use, cap: str
    ) -> None:
        super().__init__(kit)
        self.box, self.marks, self.taught = box, marks, taught
        self.button: Button | None = None
        if taught.on:
            place = Box(box.x + EDGE, box.y + box.h - BUTTON - GAP + 4, box.w - 2 * EDGE, BUTTON)
            self.button = Button(kit, ON, place, taught.on, on, kind="primary", size=24, keys=("first",), cap=cap)
            self.items = self.button.items

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the marks, and the paper over them."""
        for box, radius in self.marks:
            canvas.put(self.kit.made(mark_plain, box.w, box.h, radius), box.x - ROOM, box.y - ROOM)
        put_paper(canvas, self.kit, self.kit.made(lesson_paper, self.box.w, self.taught), self.box.x, self.box.y)
        if self.button:
            self.button.draw(canvas, items)
