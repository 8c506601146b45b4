"""The fixed yardstick that the levels are measured against; nobody is offered it as an opponent.

Take when the pot reaches half of what the card costs, runs counted, and let a card that costs nothing go
round as long as nobody else would want it. It is not to be improved: a ladder is worth as much as its rungs
stay where they are.
"""

from __future__ import annotations

from game.games.nein_danke import judgement
from game.games.nein_danke.judgement import cost_of
from game.games.nein_danke.rules import DECLINE, PAY, SKIP, TAKE, Action, Phase, View

#: share of a pink card's cost that the pot has to reach
SHARE = 0.5
#: share of a green card's worth up to which its price is paid
GREEN_SHARE = 0.45
#: rivals whose share of the cost is not reached within the next lap leave a card alone
RIVAL_SHARE = 0.3
#: with fewer chips a card that costs nothing is taken at once
CHIPS_TO_WAIT = 3


def decide(view: View) -> Action:
    """The yardstick's one action for what it sees."""
    if view.phase == Phase.PINK:
        return _take_or_pay(view)
    if view.phase == Phase.GREEN:
        worth = -cost_of(view, view.seat, view.card)
        return PAY if PAY in view.legal and view.pot < GREEN_SHARE * worth else DECLINE
    return judgement.cheapest(view) if view.phase in (Phase.GIVE, Phase.REMOVE) else view.legal[0]


def _take_or_pay(view: View) -> Action:
    cost = cost_of(view, view.seat, view.card)
    if PAY not in view.legal:
        return SKIP if SKIP in view.legal and cost > view.pot else TAKE
    if cost <= 0:
        return PAY if _waits(view) else TAKE
    own = view.chips[view.seat]
    # the last chips are worth more than a point each
    limit = SHARE * cost + min(0, own - CHIPS_TO_WAIT - 1)
    return TAKE if view.pot >= limit else PAY


def _waits(view: View) -> bool:
    """Whether a card that costs nothing comes round once more with a fuller pot."""
    others = [cost_of(view, seat, view.card) for seat in range(len(view.chips)) if seat != view.seat]
    pot = view.pot + len(others)
    return view.chips[view.seat] >= CHIPS_TO_WAIT and all(cost > 0 and pot < RIVAL_SHARE * cost for cost in others)
