"""The fixed baseline bots that the levels are measured against; they are not offered as opponents.

They must not be improved: a ladder is meaningful only as long as its rungs stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from game.core.game import Action, View
from game.games.dnup import bots as dnup
from game.games.keine_ahnung import rules as keine_ahnung
from game.games.keine_ahnung.bots import most_fitting
from game.games.keine_ahnung.odds import fitting_places, mask_of, memory_of, own_cards
from game.games.nein_danke import judgement as nein_danke_judgement
from game.games.nein_danke import rules as nein_danke
from game.games.nein_danke.judgement import cost_of
from game.games.push import judgement as push_judgement
from game.games.push import rules as push
from game.games.push.judgement import bust_risk, rows_of

#: the level's name
REFERENCE = "reference"

# ---- Nein Danke!: by shares of what a card costs ----------------------------------------------------

#: share of a pink card's cost that the pot has to reach
SHARE = 0.5
#: share of a green card's worth up to which its price is paid
GREEN_SHARE = 0.45
#: rivals whose share of the cost is not reached within the next lap leave a card alone
RIVAL_SHARE = 0.3
#: with fewer chips a card that costs nothing is taken at once
CHIPS_TO_WAIT = 3


def in_nein_danke(view: nein_danke.View) -> nein_danke.Action:
    """Take when the pot reaches half of the card's cost, counting runs.

    A card that costs nothing goes round as long as no rival would want it.
    """
    phase = view.phase
    if phase == nein_danke.Phase.PINK:
        return _take_or_pay(view)
    if phase == nein_danke.Phase.GREEN:
        worth = -cost_of(view, view.seat, view.card)
        pays = nein_danke.PAY in view.legal and view.pot < GREEN_SHARE * worth
        return nein_danke.PAY if pays else nein_danke.DECLINE
    is_own = phase in (nein_danke.Phase.GIVE, nein_danke.Phase.REMOVE)
    return nein_danke_judgement.cheapest(view) if is_own else view.legal[0]


def _take_or_pay(view: nein_danke.View) -> nein_danke.Action:
    cost = cost_of(view, view.seat, view.card)
    if nein_danke.PAY not in view.legal:
        skips = nein_danke.SKIP in view.legal and cost > view.pot
        return nein_danke.SKIP if skips else nein_danke.TAKE
    if cost <= 0:
        return nein_danke.PAY if _waits(view) else nein_danke.TAKE
    own = view.chips[view.seat]
    # the last chips are worth more than a point each
    limit = SHARE * cost + min(0, own - CHIPS_TO_WAIT - 1)
    return nein_danke.TAKE if view.pot >= limit else nein_danke.PAY


def _waits(view: nein_danke.View) -> bool:
    """Return whether a card that costs nothing comes round once more with a fuller pot."""
    others = [cost_of(view, seat, view.card) for seat in range(len(view.chips)) if seat != view.seat]
    pot = view.pot + len(others)
    return view.chips[view.seat] >= CHIPS_TO_WAIT and all(cost > 0 and pot < RIVAL_SHARE * cost for cost in others)


# ---- Keine Ahnung: remembers everything and never calls ---------------------------------------------


def in_keine_ahnung(view: keine_ahnung.View) -> keine_ahnung.Action:
    """Lay any card that fits, and never call."""
    if view.phase == keine_ahnung.Phase.DRAW:
        return keine_ahnung.DRAW
    mine, unknown = own_cards(view, memory_of(view, 1.0))
    if view.phase == keine_ahnung.Phase.PLACE:
        return most_fitting(view, mine)
    fitting = fitting_places(mine, mask_of(pile[-1] for pile in view.piles))
    places = fitting or unknown or list(mine)
    # a known card that does not fit ends the turn just as stopping does
    return keine_ahnung.Action(keine_ahnung.Verb.REVEAL, places[0]) if places else view.legal[0]


# ---- Push: stops in time ----------------------------------------------------------------------------

#: points of a row that are enough
ENOUGH = 12
#: highest bust risk that is run
RISK = 0.05
#: open points of a colour that are secured
SECURE = 7


def in_push(view: push.View) -> push.Action:
    """Stop at a row worth 12, own dice risk counted, or when the bust risk exceeds 5 %; secure a colour at 7."""
    if view.phase == push.Phase.PLACE:
        return push_judgement.placing(view)
    if view.phase == push.Phase.TAKE:
        return push_judgement.best_row(view)
    if view.phase == push.Phase.CHOOSE:
        return push_judgement.securing(view, SECURE)
    if push.STOP not in view.legal:
        return push.DRAW
    risk = bust_risk(rows_of(view), view.unseen)
    return push.STOP if max(push_judgement.worths(view)) >= ENOUGH or risk > RISK else push.DRAW


# ---- all of them ------------------------------------------------------------------------------------

Yardstick: TypeAlias = Callable[[View], Action]

#: by the name of the game; the baseline bot of dnuP also plays for easy where it does not vary
BASELINES = {
    "nein_danke": cast("Yardstick", in_nein_danke),
    "keine_ahnung": cast("Yardstick", in_keine_ahnung),
    "dnup": cast("Yardstick", dnup.greedy),
    "push": cast("Yardstick", in_push),
}
