"""What may lie hidden: positions that a seat of Keine Ahnung cannot tell from the true one, if it forgets nothing."""

from __future__ import annotations

from collections import Counter

from game.core.rng import Rng
from game.games.keine_ahnung.deck import HIDDEN, NUMBER_CARDS, PLACES, PRIZES, TROPHIES
from game.games.keine_ahnung.state import State, Store
from game.games.keine_ahnung.view import View


def world(view: View, rng: Rng) -> State:
    """One position, by chance, that the seat of ``view`` cannot tell from the true one (section 3).

    Other cards lie face down where nobody has seen them, the draw pile included, and other stars are on the trophies
    that somebody else has won or that are still to be won. Whatever has lain face up is remembered.
    """
    grids, shown = [list(grid) for grid in view.grids], [[0] * PLACES for _ in view.grids]
    for seen in view.sightings:
        grids[seen.seat][seen.place] = seen.card
        shown[seen.seat][seen.place] = seen.turn
    cards = rng.shuffled(_hidden(view, grids))
    for grid in grids:
        for place, card in enumerate(grid):
            if card == HIDDEN:
                grid[place] = cards.pop()
    stars = rng.shuffled(sorted((Counter(TROPHIES) - Counter(view.trophies)).elements()))
    trophies = tuple(
        view.trophies if owner == view.seat else tuple([stars.pop() for _ in range(count)])
        for owner, count in enumerate(view.trophy_counts)
    )
    return State(
        turn=view.turn,
        phase=view.phase,
        draw=tuple(cards),
        piles=view.piles,
        grids=tuple(map(tuple, grids)),
        shown=tuple(map(tuple, shown)),
        card=view.card,
        place=view.place,
        laid=view.laid,
        called=view.called,
        turns=view.turns,
        store=Store(view.rest, tuple(stars), trophies, view.found, view.options),
    )


def _hidden(view: View, grids: list[list[int]]) -> list[int]:
    """The cards that nobody has seen, in their order."""
    left = Counter(NUMBER_CARDS[view.options.deck] + PRIZES)
    for cards in (*view.piles, view.rest, *view.found, *grids):
        left.subtract([card for card in cards if card > 0])
    if view.card and view.place < 0:
        left[view.card] -= 1
    return sorted(left.elements())
