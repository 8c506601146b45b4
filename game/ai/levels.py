"""Shared parts of bots and hints: choosing by level, and the numbers of a hint. A bot sees a View only."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from game.core.capabilities import Bots, Reason, Thinking
from game.core.game import A, E, Rules, S, V
from game.core.rng import Rng

T = TypeVar("T")
C = TypeVar("C")
#: chooses an action from a view
ChooseAction: TypeAlias = Callable[[C, Rng], A]


def think_at_once(
    view: C, legal: Sequence[A], rng: Rng, level: str, choosers: Mapping[str, ChooseAction[C, A]]
) -> Thinking[A]:
    """Yield None once, so that a frame can be drawn, then a ``legal`` action: the only one, or the level's choice.

    Raise ValueError for a level missing from ``choosers``.
    """
    yield None
    if level not in choosers:
        raise ValueError(f"no such level: {level}")
    yield legal[0] if len(legal) == 1 else choosers[level](view, rng)


def chosen_by(thinking: Thinking[A]) -> A:
    """Return a bot's choice, thinking without pauses; raise RuntimeError if there is none."""
    for action in thinking:
        if action is not None:
            return action
    raise RuntimeError("a bot gave up without an action")


def rollout_move(rules: Rules[S, A, E, V], bots: Bots[A, V], state: S, seat: int, rng: Rng, level: str) -> Thinking[A]:
    """Return the thinking of ``seat``, which is to move, in a play-out; a forced move takes one slice."""
    legal = rules.legal_actions(state)
    return iter((None, *legal)) if len(legal) == 1 else bots.think(rules.view(state, seat), rng, level)


def play_out(
    rules: Rules[S, A, E, V],
    bots: Bots[A, V],
    state: S,
    action: A,
    rng: Rng,
    level_at: Callable[[S], str],
    longest: int,
) -> Iterator[S | None]:
    """Carry out ``action`` and play on: yield None meanwhile, then the last state.

    Everybody plays at the level of ``level_at``, which is "" where it ends, and has at most ``longest`` actions.
    Raise RuntimeError for a bot without an action.
    """
    for _ in range(longest):
        state, _ = rules.apply(state, action, rng)
        mover = rules.to_move(state)
        if mover < 0 or not (level := level_at(state)):
            break
        for thought in rollout_move(rules, bots, state, mover, rng, level):
            if thought is not None:
                action = thought
                break
            yield None
        else:
            raise RuntimeError(f"a {level} bot gave up without an action")
    yield state


def best_action(values: Mapping[T, float]) -> T:
    """Return the action with the highest value, the first of equals."""
    return max(values, key=values.__getitem__)


def tied_actions(values: Mapping[T, float], best: T) -> tuple[T, ...]:
    """Return the other actions tied with the best."""
    return tuple(action for action, value in values.items() if value == values[best] and action != best)


def reason_for(key: str, **blanks: int) -> Reason:
    """Return a reason by its key; ``blanks`` are numbers, cards or seats, as the game counts them."""
    return Reason(key, tuple(blanks.items()))


def numbers_by_name(numbers: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the numbers of a hint by their names without the prefix."""
    return {key.removeprefix("hint."): number for key, number in numbers}


def hint_numbers(**numbers: float | None) -> tuple[tuple[str, float], ...]:
    """Return the numbers of a hint that are not None, to one decimal; adding 0 turns -0.0 into 0."""
    return tuple((f"hint.{key}", round(number, 1) + 0.0) for key, number in numbers.items() if number is not None)
