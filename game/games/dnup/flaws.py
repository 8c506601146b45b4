"""Sentences about a wrong answer to a puzzle of dnuP: what it leads to, one sentence each."""

from game.ai.levels import reason_for
from game.core.capabilities import Reason
from game.games.dnup.bots import hand_after
from game.games.dnup.deck import ACTIVE, turned
from game.games.dnup.odds import chance_beaten
from game.games.dnup.planning import sets_in
from game.games.dnup.rules import Action, Cards, Verb, View, outcome_of, owner_of

#: a set with at least this chance to be beaten is said to be
LIKELY = 0.4
#: the chance from which that is as good as certain
SURELY = 0.95


def flaw(view: View, action: Action, best: Action) -> Reason | None:
    """Return what is wrong with an action where ``best`` is right; None if nothing tells."""
    after = hand_after(view, action)
    if action.verb == Verb.TAKE:
        return _taken(view, action, after, best)
    if action.verb == Verb.TURN:
        count, other = sets_in(after), sets_in(view.hand)
        if count > other:
            return reason_for("flaw.turn_more", count=count, other=other)
        return reason_for("flaw.turn", count=len(after))
    if action.verb not in (Verb.PLAY, Verb.ADD):
        return None
    return _beating(view, action) or _played(view, action, after, best)


def _taken(view: View, action: Action, after: Cards, best: Action) -> Reason | None:
    """Return what is wrong with taking a set; against taking another one the number of cards alone does not speak."""
    if best.verb != Verb.TAKE or len(after) > len(left := hand_after(view, best)):
        return reason_for("flaw.take", count=len(after), other=len(view.hand))
    if {ACTIVE[card] for card in view.hand}.isdisjoint(ACTIVE[card] for card in turned(view.sets[action.place])):
        return reason_for("flaw.take_apart", count=len(after) - len(view.hand))
    return reason_for("flaw.sets", count=sets_in(after)) if sets_in(after) > sets_in(left) else None


def _beating(view: View, action: Action) -> Reason | None:
    """Return what is wrong with beating a set that its owner likes to have back, or that is the own one."""
    beaten = outcome_of(view, action).beaten
    if beaten < 0:
        return None
    owner, cards = owner_of(beaten, len(view.hand_counts)), view.sets[beaten]
    if owner == view.seat:
        return reason_for("flaw.own", count=len(cards))
    more = sum(map(ACTIVE.__getitem__, turned(cards))) > sum(map(ACTIVE.__getitem__, cards))
    return reason_for("flaw.helps", seat=owner) if more and owner not in view.out else None


def _played(view: View, action: Action, after: Cards, best: Action) -> Reason | None:
    """Return what is wrong with cards played or added, after which the hand is ``after``."""
    left, value = hand_after(view, best), ACTIVE[action.cards[0]]
    if best.verb in (Verb.PLAY, Verb.ADD) and not left:
        return reason_for("flaw.stay", count=len(after))
    if sets_in(after) > sets_in(left):
        return reason_for("flaw.sets", count=sets_in(after))
    if any(ACTIVE[card] == value for card in after):
        return reason_for("flaw.splits", value=value)
    chance = chance_beaten(view, action.cards) if action.verb == Verb.PLAY else 0.0
    risk, count = round(100 * chance), len(action.cards)
    if chance >= LIKELY:
        return reason_for("flaw.beaten" if chance < SURELY else "flaw.beaten_surely", risk=risk, count=count)
    if len(after) > len(left):
        return reason_for("flaw.cards", count=len(after))
    if _is_beating_rival(view, best) and not _is_beating_rival(view, action):
        return reason_for("flaw.nobody")
    if after and value > max(map(ACTIVE.__getitem__, after)):
        return reason_for("flaw.strong", value=value)
    return reason_for("flaw.beaten", risk=risk, count=count) if risk else None


def _is_beating_rival(view: View, action: Action) -> bool:
    if action.verb not in (Verb.PLAY, Verb.ADD):
        return False
    beaten = outcome_of(view, action).beaten
    return beaten >= 0 and owner_of(beaten, len(view.hand_counts)) != view.seat
