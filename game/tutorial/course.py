"""Progress of a lesson: its match, the present step, and explanations of wrong moves."""

from collections.abc import Sequence
from typing import Generic, TypeAlias

from game.core.game import A, Action, E, Event, Game, S, State, V, View
from game.core.live import without_stamp_of
from game.core.match import Match, Seat
from game.tutorial.lesson import Lesson, LessonStep


class Course(Generic[S, A, E, V]):
    """A lesson and its progress. The caller changes the match, then calls ``go_on``."""

    def __init__(
        self,
        game: Game[S, A, E, V],
        lesson: Lesson,
        seats: Sequence[Seat],
        place: int = 0,
        path: Sequence[int] = (),
        name: str = "",
    ) -> None:
        self.game, self.lesson = game, lesson
        #: the lesson's name, by which its progress is stored
        self.name = name or game.name
        #: the chosen branch of each decision so far, and the steps along them
        self.path = tuple(path)
        self.steps = lesson.steps_along(self.path)
        self.match = Match(game, lesson.options, seats, lesson.seed)
        #: the number of steps done
        self.place = min(max(0, place), len(self.steps) - 1)
        for step in self.steps[: self.place]:
            if step.action is not None:
                self.match.apply(game.decode(step.action))

    @property
    def step(self) -> LessonStep:
        """The present step; the last one is text only and stays."""
        return self.steps[self.place]

    @property
    def is_last(self) -> bool:
        """True at the last step."""
        return self.place == len(self.steps) - 1

    @property
    def asks(self) -> bool:
        """True if the learner is to make a move."""
        return bool(self.step.key) and self.step.action is not None

    @property
    def action(self) -> A | None:
        """The requested or recorded move, or None for text only."""
        return None if self.step.action is None else self.game.decode(self.step.action)

    @property
    def requested(self) -> list[A]:
        """The requested or recorded move, or all moves of a decision."""
        moves = [move for move, _steps in self.step.branches] or [self.step.action]
        return [self.game.decode(move) for move in moves if move is not None]

    def _branch(self, action: A) -> int:
        """Return the number of the present decision's branch that begins with ``action``, or -1."""
        game, plain = self.game, without_stamp_of(self.game, action)
        moves = [without_stamp_of(game, game.decode(move)) for move, _steps in self.step.branches]
        return moves.index(plain) if plain in moves else -1

    def answer(self, action: A) -> str:
        """Return the text key that explains ``action``, or "" if it is the requested move or one of a decision."""
        game, due = self.game, self.action
        if due is not None and without_stamp_of(game, action) == without_stamp_of(game, due):
            return ""
        if self._branch(action) >= 0:
            return ""
        step, encoded = self.step, game.encode(without_stamp_of(game, action))
        given = encoded if isinstance(encoded, list) else [encoded]
        return next((key for begins, key in step.answers if given[: len(begins)] == list(begins)), step.wrong)

    def go_on(self, action: A | None = None) -> None:
        """Advance to the next step; at a decision, along the branch of ``action``, the first one if None."""
        if self.step.branches:
            self.path += (self._branch(action) if action is not None else 0,)
            self.steps = self.lesson.steps_along(self.path)
        self.place = min(self.place + 1, len(self.steps) - 1)


#: a course of any game
AnyCourse: TypeAlias = Course[State, Action, Event, View]
