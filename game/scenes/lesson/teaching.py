"""What a guided first game says at a step, whatever its table: the words, who is named in them, and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from game.app.context import Context
from game.engine.advice import free_at, free_place, room_on
from game.engine.input import Input, Key, Pointer
from game.engine.layout import Box, overlap
from game.engine.lesson_paper import Taught, lesson_paper
from game.engine.table import AnyTable
from game.engine.words import LogLine
from game.teaching.course import AnyCourse

#: so many of the moves since the learner's last one are told while others follow
TOLD = 3
#: widths of the paper that are tried one after the other, on a wide table after that of its notes, and on a tall one
WIDTHS, TALL_WIDTHS = (318.0, 400.0, 480.0, 560.0), (664.0, 560.0, 460.0, 400.0)
#: an answer to a move that is not meant has been read after so long, in milliseconds, and gives way to what is asked
ANSWER_MS = 7000.0


class Answer:
    """What would have come of the move that was tried last. Soon, or at the next press, what is asked comes back."""

    def __init__(self) -> None:
        #: the text key of what is said, or ""
        self.key = ""
        self._left = 0.0
        #: something has been pressed since it was given: what gave it may still be held down
        self._pressed = False

    def give(self, key: str) -> None:
        """Say it from now on; "" says nothing."""
        self.key, self._left, self._pressed = key, ANSWER_MS, False

    def passed(self, ms: float) -> bool:
        """Let time pass; return whether it gives way."""
        self._left -= ms
        return bool(self.key) and self._left <= 0 and self._gone()

    def ended_by(self, event: Input) -> bool:
        """Take note of input before it is used; return whether the answer gives way to it."""
        if isinstance(event, Pointer) and event.kind == "down":
            self._pressed = bool(self.key)
        ends = isinstance(event, Key) or (isinstance(event, Pointer) and event.kind == "up" and self._pressed)
        return bool(self.key) and ends and self._gone()

    def _gone(self) -> bool:
        self.key = ""
        return True


def said(context: Context, course: AnyCourse, key: str) -> str:
    """A text of the lesson, with the names of the others."""
    names = {f"name{seat}": row.name for seat, row in enumerate(course.match.seats) if seat}
    return context.texts(f"{course.game.name}.lesson.{key}", **names)


def taught(context: Context, course: AnyCourse, answer: str) -> Taught:
    """What is said at this step, or the ``answer`` to a move that is not meant."""
    texts, step = context.texts, course.step
    on = texts("lesson.on") if step.action is None else ""
    if answer:
        return Taught(texts("lesson.wrong"), said(context, course, answer), on, True, texts("lesson.skip"))
    number, count = course.lesson.number(course.place)
    skip = texts("lesson.skip") if course.asks else ""
    return Taught(texts("lesson.step", number=number, count=count), said(context, course, step.key), on, skip=skip)


def meanwhile(context: Context, since: Sequence[LogLine]) -> Taught:
    """What has been done ``since`` the learner was asked, while others go on; what happens twice is said once."""
    texts, words = context.texts, dict.fromkeys(line.words for line in since)
    return Taught(texts("lesson.meanwhile"), texts.sentences(list(words)[-TOLD:]))


def place_beside(
    table: AnyTable,
    note: Box,
    last: Box,
    taught: Taught,
    firm: Sequence[Box],
    soft: Sequence[Sequence[Box]],
    fixed: Sequence[Box] = (),
) -> Box:
    """Where a paper covers nothing ``firm`` and as little as can be of what is ``soft``, tier by tier.

    A table may have ``fixed`` places for it, at the lower edge of which it lies. Else that is where it lay ``last`` or
    at the ``note``, if it covers nothing there that the game is about: nobody shall have to look for it. Where it has
    been pushed aside a little, it goes back into line.
    """
    frame, kit = table.context.frame, table.kit
    room = room_on(frame)
    widths = TALL_WIDTHS if frame.tall else (note.w, *WIDTHS)

    def lying(x: float, y: float, w: float) -> Box:
        return Box(x, y, w, kit.paper_height(kit.made(lesson_paper, w, taught)))

    for place in fixed:
        box = lying(place.x, place.y, place.w)
        box = box._replace(y=place.y + place.h - box.h)
        if free_at(box, room, [*firm, *soft[1]]):
            return box
    home = lying((frame.width - widths[0]) / 2 if frame.tall else note.x, note.y, widths[0])
    if last.w:
        stay = lying(last.x, last.y, last.w)
        for place in (home, stay) if overlap(home, stay) else (stay, home):
            if free_at(place, room, [*firm, *soft[1]]):
                return place
    best, least = home, inf
    for boxes in soft:
        for w in widths:
            x = (frame.width - w) / 2 if frame.tall else note.x
            _x, _y, _w, high = lying(x, note.y, w)
            found, covered = free_place(w, high, room, [*firm, *boxes], note._replace(x=x))
            if covered < least:
                best, least = found, covered
            if not covered:
                return found
    return best
