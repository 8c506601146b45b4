"""How the pot of Nein Danke! heaps up: where each of its chips lies."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple


class Chip(NamedTuple):
    """Where a chip of the pot lies: from the heap's middle, for chips with a radius of 1, and on how many others."""

    across: float
    down: float
    tier: int


def _ring(count: int, radius: float, tier: int, turn: float = 0.0) -> list[Chip]:
    """Chips in a ring on a tier of the heap, seen from above and a little from the front; no two quite alike."""
    chips = []
    for number in range(count):
        angle = 2 * pi * (number / count + turn)
        far = radius * (1 + 0.1 * (number % 3 - 1))
        chips.append(Chip(far * cos(angle), far * sin(angle) * 0.74 - tier * 0.46, tier))
    return chips


#: the pot's chips in the order in which they are paid: a ring, a tip on it, a wider ring, a higher tip
HEAP = (
    *_ring(1, 0.0, 0),
    *_ring(6, 1.4, 0, 0.06),
    *_ring(3, 0.78, 1, 0.16),
    *_ring(1, 0.0, 2),
    *_ring(6, 1.9, 0, 0.14),
    *_ring(4, 1.3, 1, 0.03),
    *_ring(3, 0.66, 2, 0.3),
    *_ring(1, 0.0, 3),
)
