"""What a guided first game says at a step, whatever its table: the words, and who is named in them."""

from collections.abc import Sequence

from game.app.context import Context
from game.engine.input import Input, Key, Pointer
from game.engine.match_texts import LogLine
from game.engine.panel import ON, PanelButton, PanelText
from game.tutorial.course import AnyCourse

#: so many of the moves since the learner's last one are told while others follow
TOLD = 3
#: an answer to a move that is not meant has been read after so long, in milliseconds, and gives way to what is asked
ANSWER_MS = 7000.0


class LessonAnswer:
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


def lesson_words(context: Context, course: AnyCourse, key: str) -> str:
    """A text of the lesson, with the names of the others."""
    names = {f"name{seat}": row.name for seat, row in enumerate(course.match.seats) if seat}
    return context.texts(f"{course.game.name}.lesson.{key}", **names)


def step_text(context: Context, course: AnyCourse, answer: str) -> PanelText:
    """What is said at this step, or the ``answer`` to a move that is not meant."""
    texts, step = context.texts, course.step
    ways = () if step.action is not None else (PanelButton(ON, texts("lesson.on"), kind="primary"),)
    if answer:
        return PanelText(
            texts("lesson.wrong"), lesson_words(context, course, answer), True, skip=texts("lesson.skip"), buttons=ways
        )
    number, count = course.lesson.number(course.place)
    skip = texts("lesson.skip") if course.asks else ""
    return PanelText(
        texts("lesson.step", number=number, count=count),
        lesson_words(context, course, step.key),
        skip=skip,
        buttons=ways,
    )


def others_text(context: Context, since: Sequence[LogLine]) -> PanelText:
    """What has been done ``since`` the learner was asked, while others go on; what happens twice is said once."""
    texts, words = context.texts, dict.fromkeys(line.words for line in since)
    return PanelText(texts("lesson.meanwhile"), texts.sentences(list(words)[-TOLD:]))
