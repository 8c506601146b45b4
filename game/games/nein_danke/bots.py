"""Computer opponents of Nein Danke!. A bot sees a View, never a State.

All levels weigh a card by what it costs them, runs and jokers included, against the chips that come with
it (rule text, section 7): a pink card is taken when the pot reaches a share of that cost. The levels
differ in how they judge and in how much they overlook.
"""

from __future__ import annotations

from typing import NamedTuple

from game.core.protocol import Thinking
from game.core.rng import Rng
from game.games.nein_danke.deck import BONUS, IMMEDIATE_IDS, SKIP_IDS, kind_of
from game.games.nein_danke.rules import DECLINE, PAY, SKIP, TAKE, Action, Phase, Verb, View
from game.games.nein_danke.scoring import score

LEVELS: tuple[str, ...] = ("easy", "normal", "hard")


class Manner(NamedTuple):
    """How a level plays."""

    #: take when the pot reaches this share of what the card costs
    share: float
    #: how often a decision is made without thought
    slips: float
    #: leaves a card that helps only itself on the table while the others pay for it
    milks: bool


MANNERS = {
    "easy": Manner(0.85, 0.15, False),
    "normal": Manner(0.55, 0.03, False),
    "hard": Manner(0.5, 0.0, True),
}
#: rough worth of green cards that are not worth a fixed number of points
WORTH = {"joker": 14.0, "skip": 4.0, "give_left": 5.0, "peek_nine": 1.0, "remove_one": 14.0, "plus_per_card": 8.0}


def think(view: View, rng: Rng, level: str) -> Thinking:
    """Yield None once, so that the table can breathe, then one legal action."""
    manner = MANNERS[level]
    yield None
    if len(view.legal) == 1:
        yield view.legal[0]
    elif view.legal[0].verb == Verb.CHOOSE:
        yield choose_card(view)
    elif rng.fraction() < manner.slips:
        yield rng.choice(view.legal)
    elif view.phase == Phase.GREEN:
        yield bid(view)
    else:
        yield take_or_pay(view, manner)


def cost_of(view: View, seat: int, card: int) -> float:
    """Points that ``card`` costs ``seat``, its run and its jokers counted; below 0 if it gains."""
    chips = own_chips(view, seat)
    display = view.displays[seat]
    if card in IMMEDIATE_IDS:
        return 14.0 if kind_of(card) == "take_first_pink" else -WORTH[kind_of(card)]
    change = score(display, chips).total - score((*display, card), chips).total
    kind = kind_of(card)
    if kind in WORTH:
        return min(float(change), -WORTH[kind])
    if kind == "minus_per_card":
        return change + view.pile_count / len(view.chips)
    return float(change)


def own_chips(view: View, seat: int) -> int:
    """Chips of ``seat``: known, or a fair share of what is not in sight."""
    if view.chips[seat] >= 0:
        return view.chips[seat]
    return 9


def take_or_pay(view: View, manner: Manner) -> Action:
    """Decide on a pink card."""
    cost = cost_of(view, view.seat, view.card)
    own = view.chips[view.seat]
    if PAY not in view.legal:
        return SKIP if SKIP in view.legal and cost > view.pot else TAKE
    if cost <= 0:
        return wait_for_more(view) if manner.milks else TAKE
    limit = manner.share * cost + (0 if own > 3 else own - 4)
    return TAKE if view.pot >= limit else PAY


def wait_for_more(view: View) -> Action:
    """Milk a card that costs nothing: let it go round while no other seat would take it."""
    own = view.chips[view.seat]
    others = [cost_of(view, seat, view.card) for seat in range(len(view.chips)) if seat != view.seat]
    rivals_pot = view.pot + len(others)
    if own >= 3 and all(cost > 0 and rivals_pot < 0.3 * cost for cost in others):
        return PAY
    return TAKE


def bid(view: View) -> Action:
    """Decide on a green card: pay for it, or let the last bidder have it."""
    worth = -cost_of(view, view.seat, view.card)
    kind = kind_of(view.card)
    if kind in BONUS:
        worth = float(BONUS[kind])
    return PAY if PAY in view.legal and worth - view.pot > 0.55 * worth else DECLINE


def choose_card(view: View) -> Action:
    """Give or remove the display card that costs most."""

    def without(action: Action) -> float:
        display = tuple(card for card in view.displays[view.seat] if card != action.card)
        keep_skip = 3.0 if action.card in SKIP_IDS else 0.0
        return score(display, view.chips[view.seat]).total - keep_skip

    return max(view.legal, key=without)
