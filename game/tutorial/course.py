"""Progress of a lesson: its match, the present step, and explanations of wrong moves."""

from collections.abc import Sequence
from typing import Generic, TypeAlias

from game.core.game import A, Action, E, Event, Game, S, State, V, View
from game.core.live import without_stamp_of
from game.core.match import Match, Seat
from game.tutorial.lesson import Lesson, LessonStep


class Course(Generic[S, A, E, V]):
    """A lesson and its progress. The caller calls ``arrange``, changes the match and calls ``go_on``."""

    def __init__(
        self,
        game: Game[S, A, E, V],
        lesson: Lesson,
        seats: Sequence[Seat],
        place: int = 0,
        path: Sequence[int] = (),
        name: str = "",
        places: Sequence[int] = (),
    ) -> None:
        self.game, self.lesson = game, lesson
        #: the lesson's name, by which its progress is stored
        self.name = name or game.name
        #: the chosen branch of each decision so far, and the steps along them
        self.path = tuple(path)
        hidden = lesson.hidden
        #: where the learner's hidden cards are, if some have changed places
        self.places = tuple(places) if hidden and sorted(places) == [*range(hidden.places)] else ()
        self.steps = lesson.steps_along(self.path, self.places)
        self.match = Match(game, lesson.options, seats, lesson.seed)
        if hidden and self.places:
            self.match.state = hidden.arrange(self.match.state, self.places)
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

    @property
    def requested_place(self) -> int:
        """The place of the hidden card that is to be turned up, or -1."""
        return next((place for place in map(self._turned_up, self.requested) if place >= 0), -1)

    def _turned_up(self, action: A) -> int:
        """Return the place of the learner's hidden card that ``action`` turns up, or -1."""
        hidden, move = self.lesson.hidden, self.game.encode(action)
        return move[1] if hidden and isinstance(move, list) and move[0] == hidden.verb else -1

    def _branch(self, action: A) -> int:
        """Return the number of the present decision's branch that begins with ``action``, or -1."""
        game, plain = self.game, without_stamp_of(self.game, action)
        moves = [without_stamp_of(game, game.decode(move)) for move, _steps in self.step.branches]
        return moves.index(plain) if plain in moves else -1

    def is_as_good(self, action: A) -> bool:
        """Return True if ``action`` turns up a card that is as unknown as the requested one."""
        place = self._turned_up(action)
        if place < 0 or not self.step.any_hidden:
            return False
        return self.game.encode(action) not in [step.action for step in self.steps[: self.place] if step.key]

    def arrange(self, action: A) -> None:
        """Put the requested card where ``action`` turns one up that is as good; call it before the move is made."""
        hidden, one, other = self.lesson.hidden, self._turned_up(action), self.requested_place
        if hidden is None or one == other or not self.is_as_good(action):
            return
        exchange = [{one: other, other: one}.get(place, place) for place in range(hidden.places)]
        self.match.state = hidden.arrange(self.match.state, exchange)
        self.places = tuple(exchange[place] for place in self.places or range(hidden.places))
        self.steps = self.lesson.steps_along(self.path, self.places)

    def answer(self, action: A) -> str:
        """Return the text key that explains ``action``, or "" if it is good: requested, of a decision, or as good."""
        game, due = self.game, self.action
        if due is not None and without_stamp_of(game, action) == without_stamp_of(game, due):
            return ""
        if self._branch(action) >= 0 or self.is_as_good(action):
            return ""
        step, encoded = self.step, game.encode(without_stamp_of(game, action))
        given = encoded if isinstance(encoded, list) else [encoded]
        return next((key for begins, key in step.answers if given[: len(begins)] == list(begins)), step.wrong)

    def go_on(self, action: A | None = None) -> None:
        """Advance to the next step; at a decision, along the branch of ``action``, the first one if None."""
        if self.step.branches:
            self.path += (self._branch(action) if action is not None else 0,)
            self.steps = self.lesson.steps_along(self.path, self.places)
        self.place = min(self.place + 1, len(self.steps) - 1)


#: a course of any game
AnyCourse: TypeAlias = Course[State, Action, Event, View]
