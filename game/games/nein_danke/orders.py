"""Standing orders: pay until so many chips lie there, keep so many chips, or pay for all cards above a number.

An order about a card ends with it, one about all cards with the round. Skip cards and choices of cards are left to the
person, and so is a card that can no longer be paid for.
"""

from game.core.capabilities import Order, OrderChoice
from game.core.game import WATCHER
from game.games.nein_danke import deck
from game.games.nein_danke.rules import AUCTION, DECLINE, PAY, PHASE_GREEN, PHASE_PINK, TAKE, Action, Phase, View

#: pay until so many chips lie on the card, then take the pink one or decline the green one
TAKE_AT, DECLINE_AT = "take_at", "decline_at"
#: pay for this card as long as more than so many own chips are left
KEEP = "keep"
#: pay for every number above this one, until the round ends
ABOVE = "above"
#: the largest number of chips on a card to wait for, beyond those that lie there
MOST_MORE = 30
#: the usual number of rounds of paying before a card is taken
USUAL_ROUNDS = 2


def choices(view: View) -> tuple[OrderChoice, ...]:
    """Return the orders that the seat of ``view`` can give."""
    if view.seat == WATCHER or view.phase not in AUCTION or view.seat in view.out or not view.chips[view.seat]:
        return ()
    own, bidders = view.chips[view.seat], len(view.chips) - len(view.out)
    pots = tuple(range(view.pot + 1, view.pot + MOST_MORE + 1))
    usual = view.pot + USUAL_ROUNDS * bidders
    until = OrderChoice(Order(DECLINE_AT if view.phase == PHASE_GREEN else TAKE_AT, usual, view.card), pots)
    left = tuple(range(1, own))
    keep = (OrderChoice(Order(KEEP, left[len(left) // 2], view.card), left),) if left else ()
    if view.phase == PHASE_GREEN:
        return until, *keep
    numbers = deck.NUMBERS[:-1]
    usual = min(max(deck.NUMBER_OF.get(view.card, 0) - 1, numbers[0]), numbers[-1])
    return until, *keep, OrderChoice(Order(ABOVE, usual, view.round), tuple(numbers))


def action(view: View, order: Order) -> Action | None:
    """Return the action of an order for the seat to move; None if its person has to decide."""
    if not holds(view, order) or view.turn != view.seat:
        return None
    if order.kind in (TAKE_AT, DECLINE_AT) and view.pot >= order.number:
        return DECLINE if view.phase == PHASE_GREEN else TAKE
    if order.kind == ABOVE and (view.phase != PHASE_PINK or deck.NUMBER_OF.get(view.card, 0) <= order.number):
        return None
    return PAY if view.chips[view.seat] else None


def holds(view: View, order: Order) -> bool:
    """Return True while an order goes on: with its card or round, and while there are chips for it."""
    if order.kind == ABOVE:
        return view.round == order.about and view.phase not in (Phase.ROUND_OVER, Phase.OVER)
    chips = view.chips[view.seat]
    enough = chips > order.number if order.kind == KEEP else chips or view.pot >= order.number
    return view.phase in AUCTION and view.card == order.about and view.seat not in view.out and bool(enough)
