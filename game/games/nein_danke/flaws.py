"""Sentences about a wrong answer to a puzzle of Nein Danke!: what it leads to, one sentence each."""

from game.ai.levels import numbers_by_name, reason_for
from game.core.capabilities import Reason
from game.games.nein_danke import auction, bots, ending, reasons
from game.games.nein_danke.rules import Action, Phase, Verb, View, recipient

#: a card as likely as this to come back after a chip is said to do so
LIKELY = 0.5


def flaw(view: View, action: Action, best: Action) -> Reason | None:
    """Return what is wrong with an action where ``best`` is right; None if nothing tells."""
    if last := ending.ends(view):
        return _last(view.seat, last[action], last[best])
    numbers = numbers_by_name(bots.explain_action(view, action).numbers)
    if action.verb == Verb.SKIP:
        return reason_for("flaw.skip")
    if view.phase == Phase.GREEN:
        return _green(view, action, round(numbers["worth"]))
    if view.phase != Phase.PINK:
        return None
    cost, pot = round(numbers["cost"]), round(numbers["pot"])
    return _taken(view, cost, pot) if action.verb == Verb.TAKE else _paid(view, cost, pot)


def _last(seat: int, end: ending.End, best: ending.End) -> Reason | None:
    """Return how a game ends with its last card, if that is worse than with the best action."""
    share = end.results[seat].share
    if share >= best.results[seat].share:
        return None
    own, rival, most = reasons.sums(seat, end.points)
    return reason_for("flaw.last_shared" if share else "flaw.last", own=own, rival=rival, best=most)


def _taken(view: View, cost: int, pot: int) -> Reason:
    """Return what is wrong with taking a card now."""
    if cost > pot:
        return reasons.dear(view, cost, pot)
    if auction.chance_to_return(view) < LIKELY:
        return reason_for("flaw.theirs", card=view.card)
    return reason_for("flaw.early", card=view.card, count=view.pot)


def _paid(view: View, cost: int, pot: int) -> Reason:
    """Return what is wrong with a chip paid against a card."""
    left = view.chips[view.seat] - 1
    if cost < 0:
        return reason_for("flaw.goes_run", card=view.card, count=-cost)
    if cost <= pot:
        return reason_for("flaw.goes_pot" if cost else "flaw.goes", card=view.card, cost=cost, pot=pot)
    if 0 <= left < reasons.FEW_CHIPS:
        return reason_for("flaw.broke" if left else "flaw.broke.none", count=left)
    return reason_for("flaw.away", card=view.card)


def _green(view: View, action: Action, worth: int) -> Reason | None:
    """Return what is wrong with a bid for a green card, or with declining it."""
    if action.verb == Verb.PAY:
        return reason_for("flaw.bid", count=view.pot + 1)
    if recipient(view) == view.seat or worth <= view.pot:
        return None
    key = "flaw.decline" if view.pot else "flaw.decline.none"
    return reason_for(key, card=view.card, worth=worth, count=view.pot)
