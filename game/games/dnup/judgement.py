"""One look ahead: what an action leaves in the hand, what may come back, and what it does to the others."""

from __future__ import annotations

from typing import NamedTuple

from game.games.dnup.deck import ACTIVE, HIGHEST, turned
from game.games.dnup.places import owner_of
from game.games.dnup.planning import Outlook, cost_of
from game.games.dnup.rules import VERB_ADD, VERB_PLAY, VERB_TAKE, VERB_TURN, Action


class Weights(NamedTuple):
    """The numbers of the judgement, found by playing many games against the other levels and itself."""

    #: chance that the lowest set of one card, two cards and so on comes back from one rival
    returns: tuple[float, ...] = (0.0, 0.55, 0.4, 0.22, 0.1)
    #: plays that a set sent back to a rival is worth, and each of its cards
    sends: float = 0.3
    sends_card: float = 0.1
    #: the same for a rival who is about to go out, times this over its cards
    near_out: float = 1.0


WEIGHTS = Weights()

#: what the last card is worth: more than anything else can be
GOING_OUT = 100.0


def value_of(outlook: Outlook, action: Action) -> float:
    """What ``action`` promises, in plays: higher is better; the position before it counts as nothing."""
    verb, cards, place = action
    hand = outlook.hand
    if verb == VERB_TURN:
        return -cost_of(turned(hand))
    if verb == VERB_TAKE:
        return -cost_of(hand + turned(outlook.sets[place]))
    kept = tuple([card for card in hand if card not in cards])
    value = ACTIVE[cards[0]]
    size = len(cards) + (len(outlook.sets[place]) if verb == VERB_ADD else 0)
    total = 0.0
    if outlook.heights[size]:
        beaten = next(other for other, there in enumerate(outlook.sets) if len(there) == size)
        owner = owner_of(beaten, len(outlook.counts))
        if owner == outlook.seat:
            kept += turned(outlook.sets[beaten])
        elif owner not in outlook.out:
            total = _sent_back(outlook, owner, size)
    if not kept:
        return GOING_OUT
    cost = cost_of(kept)
    if verb == VERB_PLAY and (chance := _chance_of_return(outlook, size, value)):
        cost += chance * (cost_of(kept + turned(cards)) - cost)
    return total - cost


def _chance_of_return(outlook: Outlook, size: int, value: int) -> float:
    """How likely a set is to be beaten before it is discarded."""
    if size >= len(WEIGHTS.returns) or value == HIGHEST:
        return 0.0
    one = WEIGHTS.returns[size] * (1 - value / HIGHEST)
    # a rival has one turn before the set is discarded, between two players two
    turns = len(outlook.counts) - 1 - len(outlook.out) if len(outlook.counts) > 2 else 2
    return 1.0 - (1.0 - one) ** turns


def _sent_back(outlook: Outlook, owner: int, size: int) -> float:
    """What it is worth to send a rival's set of ``size`` cards back."""
    held = outlook.counts[owner]
    worth = WEIGHTS.sends + WEIGHTS.sends_card * size
    return worth / (len(outlook.counts) - 1) * (1 + WEIGHTS.near_out / max(1, held))
