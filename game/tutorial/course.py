"""Progress of a lesson: its match, the present step, and explanations of wrong moves."""

from collections.abc import Sequence
from typing import Generic, TypeAlias

from game.core.game import A, Action, E, Event, Game, S, State, V, View
from game.core.live import without_stamp_of
from game.core.match import Match, Seat
from game.tutorial.lesson import Lesson, LessonStep


class Course(Generic[S, A, E, V]):
    """A lesson and its progress. The caller changes the match, then calls ``go_on``."""

    def __init__(self, game: Game[S, A, E, V], lesson: Lesson, seats: Sequence[Seat], place: int = 0) -> None:
        self.game, self.lesson = game, lesson
        self.match = Match(game, lesson.options, seats, lesson.seed)
        #: the number of steps done
        self.place = min(max(0, place), len(lesson.steps) - 1)
        for step in lesson.steps[: self.place]:
            if step.action is not None:
                self.match.apply(game.decode(step.action))

    @property
    def step(self) -> LessonStep:
        """The present step; the last one is text only and stays."""
        return self.lesson.steps[self.place]

    @property
    def is_last(self) -> bool:
        """True at the last step."""
        return self.place == len(self.lesson.steps) - 1

    @property
    def asks(self) -> bool:
        """True if the learner is to make a move."""
        return bool(self.step.key) and self.step.action is not None

    @property
    def action(self) -> A | None:
        """The requested or recorded move, or None for text only."""
        return None if self.step.action is None else self.game.decode(self.step.action)

    def answer(self, action: A) -> str:
        """Return the text key that explains ``action``, or "" if it is the requested move."""
        game, due = self.game, self.action
        if due is not None and without_stamp_of(game, action) == without_stamp_of(game, due):
            return ""
        step, encoded = self.step, game.encode(without_stamp_of(game, action))
        given = encoded if isinstance(encoded, list) else [encoded]
        return next((key for begins, key in step.answers if given[: len(begins)] == list(begins)), step.wrong)

    def go_on(self) -> None:
        """Advance to the next step."""
        self.place = min(self.place + 1, len(self.lesson.steps) - 1)


#: a course of any game
AnyCourse: TypeAlias = Course[State, Action, Event, View]
