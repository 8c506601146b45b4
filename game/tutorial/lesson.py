"""Lessons as data: a deal, everybody's moves, and the texts for the learner.

A lesson is a golden game with prompts: a sequence of recorded moves, requested moves, decisions of the learner's own,
and texts to read. Nothing is computed while it is played, so a changed rule shows in the test that plays every lesson;
see ``course``.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from game.core.options import Json

#: points at everything that a move is made with
MOVE = "move"
#: the learner's seat
LEARNER = 0
NOTHING: Mapping[str, Any] = MappingProxyType({})


class HiddenCards(NamedTuple):
    """The learner's hidden cards: one that was never turned up is as good as another, so the two may change places."""

    #: the number of places
    places: int
    #: the first number of the move that turns up the card at a place, which is the second one
    verb: int
    #: returns a state of the game with the learner's hidden cards at these places
    arrange: Callable[[Any, Sequence[int]], Any]


class LessonStep(NamedTuple):
    """One step of a lesson."""

    #: the move as its game encodes it; None for text only
    action: Json = None
    #: the text, as a key after ``GAME.lesson.``; empty: the move is recorded and made without a text. The same text may
    #: serve for the learner's next move as well
    key: str = ""
    #: what the text refers to: ids of items, places by the table's names (``TurnTable.place_of``), or ``MOVE`` for
    #: everything that the move is made with
    points: tuple[str, ...] = ()
    #: the explanation of any other move, as a text key after ``GAME.lesson.``
    wrong: str = ""
    #: the explanations of moves that begin like these
    answers: tuple[tuple[Sequence[Json], str], ...] = ()
    #: a decision of the learner's own: moves that are all good, each with the steps that follow it before the lesson
    #: goes on; the first is the one that is made if the learner skips the step
    branches: "tuple[tuple[Json, tuple[LessonStep, ...]], ...]" = ()
    #: True if any card that was never turned up will do for the requested one; see ``HiddenCards``
    any_hidden: bool = False

    def arranged(self, verb: int, places: Sequence[int]) -> "LessonStep":
        """Return the learner's step for cards at these places."""

        def moved(action: Json) -> Json:
            return [verb, places[action[1]]] if isinstance(action, list) and action[0] == verb else action

        names = {f"card-{old}": f"card-{new}" for old, new in enumerate(places)}
        return self._replace(
            action=moved(self.action),
            points=tuple(names.get(point, point) for point in self.points),
            branches=tuple((moved(action), steps) for action, steps in self.branches),
        )


class Lesson(NamedTuple):
    """The guided first game of one game."""

    seats: int
    seed: int
    #: approximate duration in minutes
    minutes: int
    steps: tuple[LessonStep, ...]
    #: the learner's new knowledge, as text keys after ``GAME.learned.``
    learned: tuple[str, ...]
    #: the house rules that differ from the printed ones
    options: Mapping[str, Json] = NOTHING
    #: short lessons about one house rule each, by the rule's name
    about: "Mapping[str, Lesson]" = NOTHING
    #: the learner's hidden cards, if they may change places
    hidden: HiddenCards | None = None

    def steps_along(self, path: Sequence[int], places: Sequence[int] = ()) -> list[LessonStep]:
        """Return the steps with the chosen branches, by number; the first branch of each decision yet to be made.

        ``places``: where the learner's hidden cards are, if some have changed places.
        """
        found: list[LessonStep] = []
        rest, chosen = [*self.steps], [*path]
        while rest:
            step = rest.pop(0)
            if self.hidden and places and step.key:
                step = step.arranged(self.hidden.verb, places)
            if step.branches:
                branch = chosen.pop(0) if chosen else 0
                action, steps = step.branches[min(max(0, branch), len(step.branches) - 1)]
                step, rest = step._replace(action=action), [*steps, *rest]
            found.append(step)
        return found


def number_of(steps: Sequence[LessonStep], place: int) -> tuple[int, int]:
    """Return the number of the present text after ``place`` steps, from 1, and the number of texts.

    One text for several consecutive moves counts once.
    """
    spoken = [(at, step.key) for at, step in enumerate(steps) if step.key]
    fresh = [at for (at, key), (_at, before) in zip(spoken, [(-1, ""), *spoken], strict=False) if key != before]
    due = next((at for at, _key in spoken if at >= place), len(steps))
    return sum(at <= due for at in fresh), len(fresh)


def text_step(key: str, *points: str) -> tuple[LessonStep, ...]:
    """Return a text to read and dismiss."""
    return (LessonStep(None, key, points),)


def asked_step(
    action: Json,
    key: str,
    *points: str,
    wrong: str = "",
    answers: Sequence[tuple[Sequence[Json], str]] = (),
    any_hidden: bool = False,
) -> tuple[LessonStep, ...]:
    """Return a requested move."""
    return (LessonStep(action, key, points, wrong, tuple(answers), any_hidden=any_hidden),)


def decision_step(
    key: str,
    *points: str,
    branches: Sequence[tuple[Json, tuple[LessonStep, ...]]],
    wrong: str = "",
    answers: Sequence[tuple[Sequence[Json], str]] = (),
    any_hidden: bool = False,
) -> tuple[LessonStep, ...]:
    """Return a decision of the learner's own in a game of turns, with the steps that follow each of the moves."""
    return (LessonStep(branches[0][0], key, points, wrong, tuple(answers), tuple(branches), any_hidden),)


def recorded_steps(*actions: Json) -> tuple[LessonStep, ...]:
    """Return recorded moves: the others', and the learner's forced ones."""
    return tuple(LessonStep(action) for action in actions)
