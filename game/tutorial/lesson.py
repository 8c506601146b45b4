"""A guided first game as data: a deal, everybody's moves, and what is said to the learner on the way.

A lesson is a golden game with prompts. Its steps are played one after the other: moves that are recorded, moves that
the learner is asked for, and words that only have to be read. Nothing in it is worked out while it is played, so a
rule that changes shows in the test that plays every lesson; see ``course``.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from game.core.options import Json

#: points at all that a move is made with
MOVE = "move"
#: the seat of whoever learns
LEARNER = 0
NOTHING: Mapping[str, Json] = MappingProxyType({})


class LessonStep(NamedTuple):
    """One entry of a lesson."""

    #: the move as its game encodes it; None where nothing is done and something is to be read
    action: Json = None
    #: what is said, as a text key after ``GAME.lesson.``; empty: the move is recorded and made without a word.
    #: The same words may go for the next move of the learner as well
    key: str = ""
    #: what that speaks of: ids of items, places by the names that the game's table knows (``TurnTable.place_of``), or
    #: ``MOVE`` for all that the move is made with
    points: tuple[str, ...] = ()
    #: what would have come of any other move, as a text key after ``GAME.lesson.``
    wrong: str = ""
    #: what would have come of the moves that begin like these
    answers: tuple[tuple[Sequence[Json], str], ...] = ()


class Lesson(NamedTuple):
    """The guided first game of one game."""

    seats: int
    seed: int
    #: about how long it takes, in minutes
    minutes: int
    steps: tuple[LessonStep, ...]
    #: what the learner knows in the end, as text keys after ``GAME.learned.``
    learned: tuple[str, ...]
    #: the house rules that are not the printed ones
    options: Mapping[str, Json] = NOTHING

    def number(self, place: int) -> tuple[int, int]:
        """The how manieth of all that is said is due after so many steps, from 1 on, and how much there is.

        Where the same words go for several moves, one after the other, that counts once.
        """
        spoken = [(at, step.key) for at, step in enumerate(self.steps) if step.key]
        fresh = [at for (at, key), (_at, before) in zip(spoken, [(-1, ""), *spoken], strict=False) if key != before]
        due = next((at for at, _key in spoken if at >= place), len(self.steps))
        return sum(at <= due for at in fresh), len(fresh)


def told_step(key: str, *points: str) -> tuple[LessonStep, ...]:
    """Something to read, which the learner puts away."""
    return (LessonStep(None, key, points),)


def asked_step(
    action: Json, key: str, *points: str, wrong: str = "", answers: Sequence[tuple[Sequence[Json], str]] = ()
) -> tuple[LessonStep, ...]:
    """A move that the learner is led to."""
    return (LessonStep(action, key, points, wrong, tuple(answers)),)


def recorded_steps(*actions: Json) -> tuple[LessonStep, ...]:
    """Moves as they were recorded: the others', and those about which the learner has no choice."""
    return tuple(LessonStep(action) for action in actions)
