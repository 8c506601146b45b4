"""Standing orders of the person at a party's table, as their device shows them."""

from game.core.capabilities import Order, OrderChoice
from game.core.game import View
from game.engine.match_texts import order_text
from game.engine.panel import DriverPanel, PanelButton, PanelText
from game.engine.transitions import Transition
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.commands import GiveOrder
from game.wire.remote_match import RemoteMatch


class PartyOrders:
    """The standing order of the person here, and those that can be given."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match

    @property
    def order(self) -> Order | None:
        """The standing order."""
        return self.session.remote.order

    def choices(self, view: View) -> tuple[OrderChoice, ...]:
        """Return the orders that can be given at a view."""
        orders = self.match.game.orders
        return tuple(orders.choices(view)) if orders and self.match.seat >= 0 and not self.match.is_over else ()

    def acts(self, view: View) -> bool:
        """Return True if the order decides now: the server is about to act."""
        orders, order = self.match.game.orders, self.order
        return bool(orders and order and orders.action(view, order) is not None)

    def is_at_hand(self, view: View) -> bool:
        """Return True if there is something to plan or to stop."""
        return self.order is not None or bool(self.choices(view))

    def give(self, order: Order | None) -> None:
        """Give an order, or revoke it."""
        self.session.do(GiveOrder(order))

    @property
    def text(self) -> str:
        """The standing order in a sentence, or ""."""
        order = self.order
        if order is None:
            return ""
        return order_text(self.context.texts, self.match.game.name, order, stands=True)

    @property
    def panel(self) -> DriverPanel | None:
        """The standing order, with the button that stops it."""
        if self.order is None:
            return None
        texts = self.context.texts
        stop = PanelButton("order-stop", texts("plan.stop"), use=self._stop, kind="dark")
        return DriverPanel(PanelText(texts("plan.stands"), self.text, buttons=(stop,)), own=False)

    def _stop(self) -> Transition:
        self.give(None)
        return None
