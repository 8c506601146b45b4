"""The only source of randomness: a seeded generator with the same sequence on every platform.

Only ``random.Random.random`` is used underneath, the one method whose sequence for a given seed Python promises to
keep. The module-level functions of ``random`` are never used.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Rng:
    """A seeded random generator. The same seed gives the same draws, natively and in the browser."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        self._random = Random(int(seed)).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1."""
        return int(self._random() * limit)

    def fraction(self) -> float:
        """Return a number from 0 (inclusive) to 1 (exclusive)."""
        return self._random()

    def choice(self, items: Sequence[T]) -> T:
        """Return one of ``items``, each equally likely."""
        return items[int(self._random() * len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return a new list with ``items`` in random order."""
        cards = list(items)
        draw = self._random
        for last in range(len(cards) - 1, 0, -1):
            other = int(draw() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        return cards
