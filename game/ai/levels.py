"""What the bots of several games share: how a level decides, and the numbers of a hint. A bot sees a View only."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from game.core.capabilities import Bots, Reason, Thinking
from game.core.game import A, E, Rules, S, V
from game.core.rng import Rng

T = TypeVar("T")
C = TypeVar("C")
#: how a level finds one of several actions in a view
ChooseAction: TypeAlias = Callable[[C, Rng], A]


def think_at_once(
    view: C, legal: Sequence[A], rng: Rng, level: str, ways: Mapping[str, ChooseAction[C, A]]
) -> Thinking[A]:
    """Yield None once, so that the table can breathe, then one of the ``legal`` actions: the only one, or the level's.

    Raise ValueError for a level that is not among ``ways``.
    """
    yield None
    if level not in ways:
        raise ValueError(f"no such level: {level}")
    yield legal[0] if len(legal) == 1 else ways[level](view, rng)


def chosen_by(thinking: Thinking[A]) -> A:
    """What a bot comes to, all its thinking done at once; RuntimeError if it comes to nothing."""
    for action in thinking:
        if action is not None:
            return action
    raise RuntimeError("a bot gave up without an action")


def rollout_move(rules: Rules[S, A, E, V], bots: Bots[A, V], state: S, seat: int, rng: Rng, level: str) -> Thinking[A]:
    """What ``seat``, which is to move, does where a position is only imagined: as its level does.

    Where there is but one thing to do, as often enough, nobody has to look or to think. It is a slice all the same.
    """
    legal = rules.legal_actions(state)
    return iter((None, *legal)) if len(legal) == 1 else bots.think(rules.view(state, seat), rng, level)


def best_action(values: Mapping[T, float]) -> T:
    """The action that promises most; of equals the first."""
    return max(values, key=values.__getitem__)


def tied_actions(values: Mapping[T, float], best: T) -> tuple[T, ...]:
    """Whatever else promises as much as the best."""
    return tuple(action for action, value in values.items() if value == values[best] and action != best)


def reason_for(key: str, **blanks: int) -> Reason:
    """The reason with that key; ``blanks`` are numbers, cards or seats, as the game counts them."""
    return Reason(key, tuple(blanks.items()))


def numbers_by_name(numbers: Iterable[tuple[str, float]]) -> dict[str, float]:
    """The numbers of a hint by their bare names."""
    return {key.removeprefix("hint."): number for key, number in numbers}


def hint_numbers(**numbers: float | None) -> tuple[tuple[str, float], ...]:
    """The numbers of a hint that there are, to one decimal; adding 0 turns a -0.0 into a plain 0."""
    return tuple((f"hint.{key}", round(number, 1) + 0.0) for key, number in numbers.items() if number is not None)
