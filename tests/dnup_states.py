"""Hand-built states of dnuP for rule tests, one line each. A card is written active/inactive: ``3/4``."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from game.core.game import IllegalAction
from game.core.rng import Rng
from game.games.dnup import rules
from game.games.dnup.deck import ACTIVE, number_of
from game.games.dnup.events import Event
from game.games.dnup.rules import Action, State, Verb


def name_of(card: int) -> str:
    """Return a card's name as written here."""
    return f"{ACTIVE[card]}/{ACTIVE[card ^ 1]}"


def names(cards: Iterable[int]) -> str:
    """Return cards' names as written here, in order."""
    return " ".join(map(name_of, cards))


def card_of(name: str, cards: Iterable[int]) -> int:
    """Return the first of ``cards`` with that name."""
    found = [card for card in cards if name_of(card) == name]
    assert found, f"no {name} is left"
    return found[0]


def cards_of(line: str, cards: Iterable[int]) -> tuple[int, ...]:
    """Return different ones of ``cards`` for every name of a line."""
    left, found = list(cards), []
    for name in line.split():
        found.append(card_of(name, left))
        left.remove(found[-1])
    return tuple(found)


def state_of(
    *hands: str,
    sets: Mapping[int, str] | None = None,
    options: Mapping[str, Any] | None = None,
    totals: Iterable[int] | None = None,
    **fields: Any,
) -> State:
    """Return a state on seat 0's turn, with one hand for each seat and sets by their place.

    All other cards are in the discard.
    """
    seats = len(hands)
    base = rules.setup(options or {}, seats, Rng(1))
    unused = [2 * number_of(card) + end for hand in base.hands for card in sorted(hand) for end in (0, 1)]
    unused.sort()

    def taken(line: str) -> tuple[int, ...]:
        found = cards_of(line, unused)
        for card in found:
            unused.remove(card)
            unused.remove(card ^ 1)
        return found

    lying = tuple(taken((sets or {}).get(place, "")) for place in range(len(base.sets)))
    held = tuple(map(taken, hands))
    table = base.store
    if totals is not None:
        table = table._replace(totals=tuple(totals), history=(tuple(totals),))
    state = base._replace(hands=held, sets=lying, discard=tuple(unused[::2]), turn=0, area=0, store=table)
    return state._replace(**fields)


def play(state: State, *actions: Action) -> tuple[State, list[Event]]:
    """Apply actions in turn; return the state and all events."""
    happened: list[Event] = []
    for action in actions:
        state, events = rules.apply(state, action, Rng(4))
        happened += events
    return state, happened


def lay(state: State, line: str) -> Action:
    """Return the action that plays the cards of a line from the hand of the seat to move."""
    return rules.play_of(cards_of(line, state.hands[state.turn]))


def add(state: State, name: str, place: int) -> Action:
    """Return the action that adds a card from the hand of the seat to move."""
    return Action(Verb.ADD, (card_of(name, state.hands[state.turn]),), place)


def take(place: int) -> Action:
    """Return the action that takes a set."""
    return Action(Verb.TAKE, (), place)


def kinds(events: Iterable[Event]) -> list[type]:
    """Return the kinds of events."""
    return [type(event) for event in events]


def refusal(state: State, action: Action) -> IllegalAction:
    """Return the error with which an action is refused."""
    assert action not in rules.legal_actions(state)
    with pytest.raises(IllegalAction) as caught:
        rules.apply(state, action, Rng(1))
    return caught.value
