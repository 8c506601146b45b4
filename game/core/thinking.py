"""What the bots of several games share: how a level decides, and the figures of a hint. A bot sees a View only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from game.core.protocol import Action, Thinking, View
from game.core.rng import Rng

#: how a level finds one of several actions
Way = Callable[[View, Rng], Action]
T = TypeVar("T")


def at_once(view: View, rng: Rng, level: str, ways: Mapping[str, Way]) -> Thinking:
    """Yield None once, so that the table can breathe, then one legal action: the only one, or by the level's way.

    Raise ValueError for a level that is not among ``ways``.
    """
    yield None
    if level not in ways:
        raise ValueError(f"no such level: {level}")
    yield view.legal[0] if len(view.legal) == 1 else ways[level](view, rng)


def best_of(values: Mapping[T, float]) -> T:
    """The action that promises most; of equals the first."""
    return max(values, key=values.__getitem__)


def figures(**numbers: float | None) -> tuple[tuple[str, float], ...]:
    """The figures of a hint that there are, to one decimal; adding 0 turns a -0.0 into a plain 0."""
    return tuple((f"hint.{key}", round(number, 1) + 0.0) for key, number in numbers.items() if number is not None)
