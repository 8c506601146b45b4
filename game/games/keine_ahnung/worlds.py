"""What may lie hidden: positions that a seat of Keine Ahnung cannot tell from the true one, if it forgets nothing."""

from __future__ import annotations

from game.core.rng import Rng
from game.games.keine_ahnung.state import State


def world(state: State, seat: int, rng: Rng) -> State:
    """One position, by chance, that ``seat`` cannot tell from ``state`` (section 3).

    Other cards lie face down where nobody has seen them, the draw pile included, and other stars are on the trophies
    that somebody else has won or that are still to be won. Whatever has lain face up is remembered.
    """
    open_places = {*state.called, state.place}
    hidden = [
        (owner, place)
        for owner, (grid, shown) in enumerate(zip(state.grids, state.shown, strict=True))
        for place, card in enumerate(grid)
        if card and not shown[place] and not (owner == state.turn and place in open_places)
    ]
    cards = rng.shuffled(sorted([*state.draw, *(state.grids[owner][place] for owner, place in hidden)]))
    grids = [list(grid) for grid in state.grids]
    for owner, place in hidden:
        grids[owner][place] = cards.pop()
    store = state.store
    others = [stars for owner, won in enumerate(store.trophies) if owner != seat for stars in won]
    stars = rng.shuffled(sorted([*store.stack, *others]))
    trophies = tuple(
        won if owner == seat else tuple([stars.pop() for _ in won]) for owner, won in enumerate(store.trophies)
    )
    return state._replace(
        draw=tuple(cards),
        grids=tuple(map(tuple, grids)),
        store=store._replace(stack=tuple(stars), trophies=trophies),
    )
