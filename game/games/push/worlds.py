"""What may lie hidden: positions that a seat of Push cannot tell from the true one.

Secured cards lie face down, but every one of them has lain open before: they are no secret for who has watched.
"""

from __future__ import annotations

from game.core.rng import Rng
from game.games.push.rules import State


def world(state: State, seat: int, rng: Rng) -> State:
    """One position, by chance, that no seat can tell from ``state`` (section 2): the pile in another order."""
    del seat
    return state._replace(pile=tuple(rng.shuffled(sorted(state.pile))))
