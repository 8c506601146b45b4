"""Why the hint of Keine Ahnung advises what it does, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.capabilities import Why
from game.games.keine_ahnung.deck import MOST_TO_CALL, PLACES, REMOVE, function_of
from game.games.keine_ahnung.odds import BIT, covered, fitting_places, mask_of
from game.games.keine_ahnung.planning import Plan
from game.games.keine_ahnung.rules import CALL, END, Action, Verb
from game.thinking.levels import why

#: from such a chance on, in per cent, an unknown card fits now and then, and rather often
SOME, MUCH = 35, 60
#: and from such a one on nearly always
SURELY = 75
#: a call is certain
CERTAIN = 100


def reason(plan: Plan, action: Action, numbers: Mapping[str, float]) -> Why:
    """Why ``action`` is advised; ``numbers`` are those behind it, see ``bots.explain``."""
    view = plan.view
    match action.verb:
        case Verb.LAY:
            return _laying(plan, action)
        case Verb.DECLINE:
            return why("decline")
        case Verb.CALL:
            return why("call_sure" if numbers["call"] == CERTAIN else "call")
        case Verb.END:
            little = not fitting_places(plan.mine, mask_of(plan.tops)) and numbers.get("chance", 0) < SOME
            return why("stop" if little else "stop.here")
    if known := plan.mine.get(action.which):
        return _showing(plan, action.which, known)
    # whoever knows some of the own cards is told that it is none of those
    if END in view.legal:
        if numbers.get("chance", 0) >= SURELY:
            return why("go_on_likely.unknown" if plan.mine else "go_on_likely")
        return why("go_on.unknown" if plan.mine else "go_on")
    if CALL in view.legal:
        return why("too_early.unknown" if plan.mine else "too_early")
    chance = numbers["chance"]
    # whoever has been told which cards are known is not asked for them
    if "seen" in numbers:
        return why("unknown_much" if chance >= MUCH else "unknown_some" if chance >= SOME else "unknown_little")
    return why("reveal_much" if chance >= MUCH else "reveal_some" if chance >= SOME else "reveal_little")


def _showing(plan: Plan, place: int, card: int) -> Why:
    """Why a card is turned up that everybody has seen."""
    mask = mask_of(plan.tops)
    if BIT[card] & mask:
        return why("seen", place=place, card=card)
    hopeless = not plan.unknown and not fitting_places(plan.mine, mask)
    return why("seen_not" if hopeless else "seen_not.rather", place=place)


def _laying(plan: Plan, action: Action) -> Why:
    """Why a card is laid on that pile: what fits afterwards."""
    view, tops = plan.view, plan.tops
    if function_of(view.card) == REMOVE:
        return why("lay_clear")
    chances = {
        other.which: plan.odds.fit(mask_of(covered(tops, other.which, view.card)))
        for other in view.legal
        if other.verb == Verb.LAY
    }
    here = chances[action.which]
    if len(chances) == 1:
        return why("lay_only")
    if here > min(chances.values()):
        return why("lay_open", top=tops[action.which])
    held = PLACES - view.grids[view.seat].count(0)
    closes = here < max(chances.values()) and held <= MOST_TO_CALL
    return why("lay_closed", top=tops[action.which]) if closes else why("lay_same")
