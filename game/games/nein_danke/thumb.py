"""The rule of thumb most people play by: weigh the pot against what the card costs as things lie now.

The easier levels play by it with slips of their own, the yardstick is one fixed form of it, and the hard
level expects it of the others at the table (rule text, section 7).
"""

from __future__ import annotations

from game.games.nein_danke.deck import IMMEDIATE_IDS, SKIP_IDS, kind_of
from game.games.nein_danke.rules import Action, View
from game.games.nein_danke.scoring import score

#: chips a seat is taken to have when they are hidden: they matter only to cards that change their worth
USUAL_CHIPS = 9
#: points that Take first pink costs: about what an average card costs when it is taken
FIRST_PINK_COST = 14.0
#: rough worth in points of green cards that bring most of it later
WORTH = {"joker": 14.0, "skip": 4.0, "give_left": 5.0, "peek_nine": 1.0, "remove_one": 14.0, "plus_per_card": 8.0}


def cost_of(view: View, seat: int, card: int, display: tuple[int, ...] | None = None) -> float:
    """Points that ``card`` costs ``seat``, its run and its jokers counted; below 0 if it gains.

    ``display`` stands in for the seat's own if it is given.
    """
    kind = kind_of(card)
    if card in IMMEDIATE_IDS:
        return FIRST_PINK_COST if kind == "take_first_pink" else -WORTH[kind]
    shown = view.displays[seat] if display is None else display
    chips = view.chips[seat] if view.chips[seat] >= 0 else USUAL_CHIPS
    change = float(score(shown, chips).total - score((*shown, card), chips).total)
    if kind in WORTH:
        return min(change, -WORTH[kind])
    if kind == "minus_per_card":
        return change + view.pile_count / len(view.chips)
    return change


def cheapest(view: View) -> Action:
    """Give or remove the display card that costs most; a Skip is worth a little to keep."""

    def without(action: Action) -> float:
        display = tuple(card for card in view.displays[view.seat] if card != action.card)
        kept = 0.0 if action.card in SKIP_IDS else WORTH["skip"]
        return score(display, view.chips[view.seat]).total + kept

    return max(view.legal, key=without)
