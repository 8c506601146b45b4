"""Standing orders: draw as long as the risk is small enough, and take the row with the most points.

An order about drawing ends with the seat's own turn, one about a row when the seat has taken one or the turn is over.
A card that fits several rows, and a choice of a colour to secure, are left to the person.
"""

from game.core.capabilities import Order, OrderChoice
from game.core.game import WATCHER
from game.games.push.judgement import bust_risk, rows_of
from game.games.push.rules import DRAW, STOP, Action, Phase, Verb, View

#: draw until the risk of a bust is greater than so many percent, then stop
DRAW_TO = "draw_to"
#: take the row with the most points, or the one with the most among those without a dice card
MOST, SAFE = "most", "safe"
#: the risks to choose from, in percent, and the usual one
RISKS, USUAL_RISK = tuple(range(5, 65, 5)), 25


def choices(view: View) -> tuple[OrderChoice, ...]:
    """Return the orders that the seat of ``view`` can give."""
    if view.seat == WATCHER or view.turn < 0:
        return ()
    if view.seat != view.active_seat:
        waits = _takes_a_row(view) and view.turn != view.seat
        return tuple(OrderChoice(Order(kind, 0, view.active_seat)) for kind in (MOST, SAFE)) if waits else ()
    is_drawing = view.drawing and view.options.risk
    return (OrderChoice(Order(DRAW_TO, USUAL_RISK, view.active_seat), RISKS),) if is_drawing else ()


def _takes_a_row(view: View) -> bool:
    """Return True if the seat may still take a row in this turn."""
    return view.drawing or view.seat in view.order


def action(view: View, order: Order) -> Action | None:
    """Return the action of an order for the seat to move; None if its person has to decide."""
    if view.turn != view.seat or not holds(view, order):
        return None
    rows = rows_of(view)
    if order.kind == DRAW_TO:
        if view.phase == Phase.DECIDE and STOP in view.legal and bust_risk(rows, view.unseen) * 100 > order.number:
            return STOP
        if view.phase == Phase.PLACE:
            return view.legal[0] if len(view.legal) == 1 else None
        return DRAW if DRAW in view.legal else None
    offered = [take.target for take in view.legal if order.kind == MOST or not rows[take.target].dice]
    if view.phase != Phase.TAKE or not offered:
        return None
    # of equal rows the first
    return Action(Verb.TAKE, max(offered, key=lambda row: rows[row].points))


def holds(view: View, order: Order) -> bool:
    """Return True while an order goes on."""
    if view.active_seat != order.about or view.turn < 0:
        return False
    return view.drawing if order.kind == DRAW_TO else _takes_a_row(view)
