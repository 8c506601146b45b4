"""Standing orders of the people at a table: what they do, and when they end."""

from collections.abc import Mapping, Sequence

from game.core.capabilities import Order
from game.core.game import Action, View, redact
from game.core.match import HUMAN, AnyMatch
from game.server.chairs import Chair, CommandRefused
from game.wire.refusal import Refusal


def _seen(match: AnyMatch, seat: int) -> View:
    """Return the view as it is sent to that person: an order knows no more."""
    return redact(match.game, match.view(seat))


def check(match: AnyMatch, seat: int, order: Order) -> None:
    """Raise CommandRefused for an order that ``seat`` cannot give now."""
    orders = match.game.orders
    if orders is None or not any(choice.allows(order) for choice in orders.choices(_seen(match, seat))):
        raise CommandRefused(Refusal.NO_ORDER)


def action_of(match: AnyMatch, seat: int, order: Order) -> Action | None:
    """Return the action that an order makes for the seat to move, or None; it is legal like a person's own."""
    orders = match.game.orders
    action = orders.action(_seen(match, seat), order) if orders else None
    return None if action is None or match.objection(action) is not None else action


def still_holding(match: AnyMatch, chairs: Sequence[Chair], orders: Mapping[int, Order]) -> dict[int, Order]:
    """Return the orders that go on in the present position, of the people who are still seated."""
    offered = match.game.orders
    if offered is None:
        return {}
    people = {seat: order for seat, order in orders.items() if chairs[seat].kind == HUMAN}
    return {seat: order for seat, order in people.items() if offered.holds(_seen(match, seat), order)}
