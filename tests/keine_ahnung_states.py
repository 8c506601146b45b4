"""Hand-built states of Keine Ahnung for tests, in the rule text's notation: red5, blue3x, yellow4+, grey3f, star2."""

from collections import Counter
from typing import Any

from game.core.rng import Rng
from game.games.keine_ahnung import rules
from game.games.keine_ahnung.deck import COLOURS, EMPTY, NUMBER_CARDS, PLACES, PRIZE, PRIZES, card_of
from game.games.keine_ahnung.events import Event
from game.games.keine_ahnung.rules import Action, State, Verb

#: the sign of a function behind the number
SIGNS = {"x": 1, "+": 2, "f": 3}


def card(name: str) -> int:
    """Return a card by its notation; ``-`` is an empty place."""
    if name == "-":
        return EMPTY
    if name.startswith("star"):
        return PRIZE + int(name[4:])
    function = SIGNS.get(name[-1], 0)
    bare = name[:-1] if function else name
    return card_of(COLOURS.index(bare[:-1]) + 1, int(bare[-1]), function)


def cards(names: str) -> tuple[int, ...]:
    """Return cards by their notations, between blanks."""
    return tuple(map(card, names.split()))


def state_of(
    piles: str = "",
    grids: tuple[str, ...] = (),
    draw: str = "",
    *,
    seats: int = 2,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> State:
    """Return a state in which seat 0 is to draw and every card of the box is somewhere.

    Piles are separated by blanks, their cards by slashes, the top last. A grid that is not given is full; places that
    are not given are empty. The first card of ``draw`` is the next one.
    """
    base = rules.setup(options or {}, seats, Rng(1))
    lying = tuple(tuple(map(card, pile.split("/"))) for pile in piles.split())
    hands = [cards(grid) for grid in grids]
    left = Counter(NUMBER_CARDS[base.store.options.deck] + PRIZES)
    left.subtract([one for group in (*lying, *hands, cards(draw)) for one in group if one])
    assert min(left.values()) >= 0, "more copies than there are in the box"
    rest = sorted(left.elements())
    while len(hands) < seats:
        hands.append(tuple(rest.pop(0) for _ in range(PLACES)))
    full = tuple(hand + (EMPTY,) * (PLACES - len(hand)) for hand in hands)
    state = base._replace(turn=0, piles=lying, grids=full, draw=(*rest, *cards(draw)[::-1]))
    return state._replace(**fields)


def reveal(place: int) -> Action:
    """Return the action that turns up the own card at a place."""
    return Action(Verb.REVEAL, place)


def lay(pile: int) -> Action:
    """Return the action that lays the card on a pile."""
    return Action(Verb.LAY, pile)


def play(state: State, *actions: Action) -> tuple[State, list[Event]]:
    """Apply actions in turn; return the state after them and all their events."""
    told: list[Event] = []
    for action in actions:
        state, events = rules.apply(state, action, Rng(5))
        told += events
    return state, told


def tops(state: State) -> list[int]:
    """Return the tops of the piles from left to right."""
    return [pile[-1] for pile in state.piles]


def grid_of(state: State, seat: int = 0) -> list[int]:
    """Return the cards in a grid, in the order of their places."""
    return [one for one in state.grids[seat] if one]


def indistinguishable(state: State, seat: int, rng: Rng) -> State:
    """Return another state that ``seat`` cannot tell from ``state``: unseen cards are changed at random."""
    open_places = {(state.turn, place) for place in (*state.called_places, state.place)}
    secret = [
        (owner, place)
        for owner, grid in enumerate(state.grids)
        for place, one in enumerate(grid)
        if one and not state.last_shown[owner][place] and (owner, place) not in open_places
    ]
    pool = rng.shuffled([*state.draw, *(state.grids[owner][place] for owner, place in secret)])
    grids = [list(grid) for grid in state.grids]
    for owner, place in secret:
        grids[owner][place] = pool.pop()
    trophies, prizes = list(state.store.trophies), list(state.store.prizes)
    stars = rng.shuffled([*state.store.stack, *(s for n, won in enumerate(trophies) if n != seat for s in won)])
    found = rng.shuffled([one for other, kept in enumerate(prizes) if other != seat for one in kept])
    for other in range(len(grids)):
        if other != seat:
            trophies[other] = tuple(stars.pop() for _ in trophies[other])
            prizes[other] = tuple(found.pop() for _ in prizes[other])
    store = state.store._replace(stack=tuple(stars), trophies=tuple(trophies), prizes=tuple(prizes))
    return state._replace(draw=tuple(pool), grids=tuple(map(tuple, grids)), store=store)
