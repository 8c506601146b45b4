"""What an action would lead to, as far as the player who thinks about it may know: whose set goes where."""

from __future__ import annotations

from typing import NamedTuple

from game.games.dnup.deck import ACTIVE
from game.games.dnup.places import own_place, owner_of
from game.games.dnup.rules import Action, Verb, View


class Outcome(NamedTuple):
    """What the set that playing or adding would make does to the one of its size."""

    #: the place of the lower set of equal size, or -1
    beaten: int
    #: the value of a set of equal size that is not lower, or 0: the action is not allowed
    blocked: int
    #: the last cards leave the hand
    goes_out: bool


def outcome_of(view: View, action: Action) -> Outcome:
    """What playing a set or adding a card leads to (rule text, sections 5 and 6); for these two verbs only."""
    seats = len(view.hand_counts)
    own = own_place(view.turn, view.area, seats)
    size, value = len(action.cards), ACTIVE[action.cards[0]]
    if action.verb == Verb.ADD:
        size = len(view.sets[action.place]) + 1
    beaten, blocked = -1, 0
    for place, cards in enumerate(view.sets):
        if len(cards) == size and place != own:
            if ACTIVE[cards[0]] < value:
                beaten = place
            else:
                blocked = ACTIVE[cards[0]]
    comes_back = beaten >= 0 and owner_of(beaten, seats) == view.seat
    goes_out = len(action.cards) == len(view.hand) and not comes_back
    return Outcome(beaten, blocked, goes_out and not blocked)
