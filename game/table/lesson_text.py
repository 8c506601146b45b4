"""Texts of a tutorial's steps for any table, with the opponents' names filled in."""

from collections.abc import Sequence

from game.engine.input import Input, Key, Pointer
from game.engine.match_texts import LogLine
from game.engine.panel import ON, PanelButton, PanelText
from game.services.context import Context
from game.tutorial.course import AnyCourse
from game.tutorial.lesson import number_of

#: number of opponents' moves since the learner's last one that are listed
TOLD = 3
#: an answer to a wrong move is shown for this long, in milliseconds, before the task returns
ANSWER_MS = 7000.0


class LessonAnswer:
    """The consequence of the last wrong move. The task returns after a while, or at the next press."""

    def __init__(self) -> None:
        #: text key of the answer, or ""
        self.key = ""
        self._remaining_ms = 0.0
        #: pressed since the answer came: the press that caused it may still be held
        self._pressed = False

    def give(self, key: str) -> None:
        """Show an answer from now on; "" shows none."""
        self.key, self._remaining_ms, self._pressed = key, ANSWER_MS, False

    def passed(self, ms: float) -> bool:
        """Advance time; return True if the answer has expired."""
        self._remaining_ms -= ms
        return bool(self.key) and self._remaining_ms <= 0 and self._gone()

    def ended_by(self, event: Input) -> bool:
        """Note input before it is used; return True if it ends the answer."""
        if isinstance(event, Pointer) and event.kind == "down":
            self._pressed = bool(self.key)
        ends = isinstance(event, Key) or (isinstance(event, Pointer) and event.kind == "up" and self._pressed)
        return bool(self.key) and ends and self._gone()

    def _gone(self) -> bool:
        self.key = ""
        return True


def course_text(context: Context, course: AnyCourse, key: str) -> str:
    """Return a text of the lesson, with the names of the others, and the place of the requested card."""
    blanks = {f"name{seat}": row.name for seat, row in enumerate(course.match.seats) if seat}
    if course.requested_place >= 0:
        blanks["place"] = context.texts(f"{course.game.name}.place.{course.requested_place}")
    return context.texts(f"{course.game.name}.lesson.{key}", **blanks)


def step_text(context: Context, course: AnyCourse, answer: str) -> PanelText:
    """Return the text of the current step, or the ``answer`` to a wrong move."""
    texts, step = context.texts, course.step
    buttons = () if step.action is not None else (PanelButton(ON, texts("lesson.on"), kind="primary"),)
    if answer:
        return PanelText(
            texts("lesson.wrong"),
            course_text(context, course, answer),
            True,
            skip=texts("lesson.skip"),
            buttons=buttons,
        )
    number, count = number_of(course.steps, course.place)
    skip = texts("lesson.skip") if course.asks else ""
    return PanelText(
        texts("lesson.step", number=number, count=count),
        course_text(context, course, step.key),
        skip=skip,
        buttons=buttons,
    )


def others_text(context: Context, since: Sequence[LogLine]) -> PanelText:
    """Return what others have done ``since`` the learner's turn, without repeats."""
    texts, lines = context.texts, dict.fromkeys(line.text for line in since)
    return PanelText(texts("lesson.meanwhile"), texts.sentences(list(lines)[-TOLD:]))
