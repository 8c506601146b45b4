"""Why the hint of dnuP advises what it does, in one sentence."""

from __future__ import annotations

from game.core.capabilities import Why
from game.games.dnup.deck import ACTIVE, turned
from game.games.dnup.planning import sets_in
from game.games.dnup.rules import Action, Verb, View, outcome_of, owner_of
from game.thinking.levels import why

#: so many cards at once, and a card so high alone, are hardly ever beaten
MANY, HIGH = 3, 8
#: so few sets are few
FEW = 3


def reason(view: View, action: Action) -> Why:
    """Why ``action`` is advised."""
    match action.verb:
        case Verb.PLAY:
            return _playing(view, action)
        case Verb.ADD:
            return _adding(view, action)
        case Verb.TAKE:
            return _taking(view, action)
        case Verb.TURN:
            return _turning(view)
    return why("next_round")


def _turning(view: View) -> Why:
    if len(view.legal) == 1:
        return why("turn_only")
    fewer, more = sets_in(turned(view.hand)), sets_in(view.hand)
    return why("turn_fewer", count=fewer, other=more) if fewer < more else why("turn")


def _playing(view: View, action: Action) -> Why:
    cards, outcome = action.cards, outcome_of(view, action)
    value, count = ACTIVE[cards[0]], len(cards)
    if outcome.goes_out:
        return why("out")
    if outcome.beaten >= 0:
        owner = owner_of(outcome.beaten, len(view.hand_counts))
        if owner == view.seat:
            return why("beats_own")
        return why("beats_last" if owner in view.out else "beats", seat=owner)
    if count >= MANY:
        return why("many", number=count)
    if count == 1 and value >= HIGH:
        return why("high", value=value)
    below = ACTIVE[cards[0] ^ 1]
    if count == 1 and below > value:
        return why("comes_back", value=value, other=below)
    left = tuple(card for card in view.hand if card not in cards)
    if any(ACTIVE[card] == value for card in left):
        return why("fewer.part", value=value)
    count = sets_in(left)
    return why("fewer" if count <= FEW else "fewer.step", count=count)


def _adding(view: View, action: Action) -> Why:
    outcome = outcome_of(view, action)
    if outcome.goes_out:
        return why("out")
    if outcome.beaten < 0:
        return why("add")
    owner = owner_of(outcome.beaten, len(view.hand_counts))
    return why("beats_own") if owner == view.seat else why("add_beats", seat=owner)


def _taking(view: View, action: Action) -> Why:
    """A set is taken for the sake of its other ends."""
    cards = view.sets[action.place]
    ends = [ACTIVE[card ^ 1] for card in cards]
    if not {ACTIVE[card] for card in view.hand}.isdisjoint(ends):
        return why("take_joins", count=len(cards))
    worth_more = sum(ends) > sum(ACTIVE[card] for card in cards)
    return why("take", count=len(cards)) if worth_more else why("take_away")
