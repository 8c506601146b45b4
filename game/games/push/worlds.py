"""What may lie hidden: positions that a seat of Push cannot tell from the true one.

Secured cards lie face down, but every one of them has lain open before: they are no secret for who has watched.
"""

from __future__ import annotations

from game.core.rng import Rng
from game.games.push.rows import targets_of
from game.games.push.rules import Phase, State, Store, View


def world(view: View, rng: Rng) -> State:
    """One position, by chance, that no seat can tell from the true one (section 2): the pile in another order."""
    pile, rows, phase = tuple(rng.shuffled(view.unseen)), view.rows, view.phase
    targets = targets_of(rows, view.card) if phase == Phase.PLACE else ()
    waiting = view.waiting if phase == Phase.TAKE else ()
    store = Store(view.displays, view.counted, view.discard, view.roll, view.options)
    return State(view.turn, view.active, phase, view.card, targets, rows, view.directions, waiting, pile, store)
