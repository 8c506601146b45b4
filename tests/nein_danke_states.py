"""Hand-built states for rule tests, one line each."""

from typing import Any

from game.core.rng import Rng
from game.games.nein_danke import rules
from game.games.nein_danke.deck import GREEN_IDS, SPECIALS
from game.games.nein_danke.rules import Phase, State, Store


def special(kind: str, copy: int = 0) -> int:
    """Return the id of a special card."""
    return [card for card, name in SPECIALS.items() if name == kind][copy]


def state_of(card: int, *, seats: int = 3, options: dict[str, Any] | None = None, **fields: Any) -> State:
    """Return a state in which seat 0 is to move on ``card``; the pile is 4, 5 (5 on top) unless given."""
    base = rules.setup(options or {}, seats, Rng(1))
    phase = Phase.GREEN if card in GREEN_IDS else Phase.PINK
    around = {name: fields.pop(name) for name in list(fields) if name in Store._fields}
    table = base.store._replace(**({"pile": (4, 5)} | around))
    return base._replace(**({"turn": 0, "card": card, "phase": phase, "store": table} | fields))


def state_after(state: State, *actions: rules.Action) -> State:
    """Apply actions in turn."""
    for action in actions:
        state, _ = rules.apply(state, action, Rng(5))
    return state


def cards_of(state: State) -> list[int]:
    """Return every card of a state, in order: for conservation."""
    cards = [*state.store.pile, *state.store.set_aside, *state.store.discard]
    for display in state.store.displays:
        cards += display
    if state.card:
        cards.append(state.card)
    return sorted(cards)
