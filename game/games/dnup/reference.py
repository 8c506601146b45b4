"""The fixed yardstick that the levels are measured against; nobody is offered it as an opponent.

It greedily plays its largest set, of equals the highest, whatever it will need later. It is not to be improved: a
ladder is worth as much as its rungs stay where they are.
"""

from __future__ import annotations

from game.games.dnup.deck import ACTIVE
from game.games.dnup.rules import TURN, Action, Verb, View


def decide(view: View) -> Action:
    """The yardstick's one action for what it sees: the largest set, else a card added, else the hand turned."""
    plays = [action for action in view.legal if action.verb == Verb.PLAY]
    if plays:
        return max(plays, key=lambda action: (len(action.cards), ACTIVE[action.cards[0]]))
    adds = [action for action in view.legal if action.verb == Verb.ADD]
    if adds:
        return adds[0]
    return TURN if TURN in view.legal else view.legal[0]
