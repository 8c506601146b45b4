"""A lesson on its way: its match, the step that is due, and what is said to a move that is not the one meant."""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeAlias

from game.core.game import A, Action, E, Event, Game, IllegalAction, S, State, V, View
from game.core.live import actor_of, without_stamp_of
from game.core.match import HUMAN, Match, Seat
from game.tutorial.lesson import LEARNER, Lesson, LessonStep


class Course(Generic[S, A, E, V]):
    """A lesson and how far it has come. The match is changed by whoever shows it; ``go_on`` says that it has been."""

    def __init__(self, game: Game[S, A, E, V], lesson: Lesson, seats: Sequence[Seat], place: int = 0) -> None:
        self.game, self.lesson = game, lesson
        self.match = Match(game, lesson.options, seats, lesson.seed)
        #: so many steps are done
        self.place = min(max(0, place), len(lesson.steps) - 1)
        for step in lesson.steps[: self.place]:
            if step.action is not None:
                self.match.apply(game.decode(step.action))

    @property
    def step(self) -> LessonStep:
        """What is due; the last step is to be read and stays."""
        return self.lesson.steps[self.place]

    @property
    def is_last(self) -> bool:
        """Whether nothing follows."""
        return self.place == len(self.lesson.steps) - 1

    @property
    def asks(self) -> bool:
        """Whether the learner is to make a move."""
        return bool(self.step.key) and self.step.action is not None

    @property
    def action(self) -> A | None:
        """The move that is due, or None where something is to be read."""
        return None if self.step.action is None else self.game.decode(self.step.action)

    def others(self) -> list[A]:
        """What the learner could do now but for what is due."""
        game, state, due = self.game, self.match.state, self.action
        return [
            other
            for other in game.legal_actions(state)
            if actor_of(game, state, other) == LEARNER
            and (due is None or without_stamp_of(game, other) != without_stamp_of(game, due))
        ]

    def answer(self, action: A) -> str:
        """The text key of what would have come of ``action``, or "" if it is the move that is due."""
        game, due = self.game, self.action
        if due is not None and without_stamp_of(game, action) == without_stamp_of(game, due):
            return ""
        step, encoded = self.step, game.encode(without_stamp_of(game, action))
        given = encoded if isinstance(encoded, list) else [encoded]
        return next((key for begins, key in step.answers if given[: len(begins)] == list(begins)), step.wrong)

    def go_on(self) -> None:
        """The step that was due is done."""
        self.place = min(self.place + 1, len(self.lesson.steps) - 1)


#: a course, whatever is taught
AnyCourse: TypeAlias = Course[State, Action, Event, View]


def lesson_faults(game: Game[S, A, E, V], lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson under the rules as they are: it is played from its first step to its last."""
    seats = [Seat(f"P{seat}", HUMAN if seat == LEARNER else game.bots.first_level) for seat in range(lesson.seats)]
    course = Course(game, lesson, seats)
    match = course.match
    if not lesson.steps or lesson.steps[-1].action is not None or not lesson.steps[-1].key:
        yield "the last step is nothing to read"
    for place, step in enumerate(lesson.steps):
        if step.action is None:
            if not step.key:
                yield f"step {place} is empty"
        else:
            action = game.decode(step.action)
            mover = actor_of(game, match.state, action)
            if step.key and mover != LEARNER:
                yield f"step {place} asks for a move, but seat {mover} decides"
            if step.key:
                missing = [other for other in course.others() if not course.answer(other)]
                yield from (f"step {place} has no answer to {other}" for other in missing)
            try:
                match.apply(action)
            except IllegalAction as error:
                yield f"step {place} cannot be done: {error}"
                return
        course.go_on()
