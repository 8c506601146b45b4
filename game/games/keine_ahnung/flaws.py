"""Sentences about a wrong answer to a puzzle of Keine Ahnung: what it leads to, one sentence each."""

from game.ai.levels import reason_for
from game.core.capabilities import Reason
from game.games.keine_ahnung.deck import EMPTY
from game.games.keine_ahnung.odds import BIT, fitting_places, mask_of, memory_of
from game.games.keine_ahnung.planning import Plan
from game.games.keine_ahnung.rules import Action, Phase, Verb, View


def flaw(view: View, action: Action, best: Action) -> Reason | None:
    """Return what is wrong with an action where ``best`` is right; None if nothing tells.

    It tells nothing where people have to remember cards.
    """
    if not view.options.reminders or view.phase not in (Phase.OWN, Phase.CALL):
        return None
    plan = Plan(view, memory_of(view, 1.0))
    if view.phase == Phase.CALL:
        return reason_for("flaw.called")
    match action.verb:
        case Verb.REVEAL:
            return _shown(plan, action, best)
        case Verb.CALL:
            return _called(plan)
        case Verb.END:
            return _ended(plan, best)
    return None


def _shown(plan: Plan, action: Action, best: Action) -> Reason | None:
    """Return what is wrong with turning up a card."""
    mask = mask_of(plan.tops)
    if known := plan.mine.get(action.which):
        if BIT[known] & mask:
            return None
        return reason_for("flaw.shown", place=action.which)
    chance = round(100 * plan.odds.fit(mask))
    if best.verb == Verb.REVEAL and BIT.get(plan.mine.get(best.which, 0), 0) & mask:
        return reason_for("flaw.unknown_sure", chance=chance)
    return reason_for("flaw.unknown", chance=chance)


def _called(plan: Plan) -> Reason:
    """Return what is wrong with a call."""
    mask = mask_of(plan.tops)
    if fitting_places(plan.mine, mask):
        return reason_for("flaw.call_lost")
    return reason_for("flaw.call", chance=round(100 * plan.odds.call(mask, len(plan.unknown))))


def _ended(plan: Plan, best: Action) -> Reason:
    """Return what is wrong with ending the turn."""
    grid = plan.view.grids[plan.view.seat]
    count = len(grid) - grid.count(EMPTY)
    if fitting_places(plan.mine, mask_of(plan.tops)):
        return reason_for("flaw.end_fits", count=count)
    if best.verb == Verb.CALL:
        return reason_for("flaw.end_call")
    return reason_for("flaw.end", count=count)
