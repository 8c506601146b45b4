"""The sheet for planning ahead: the standing orders that a person can give at a party's table."""

from collections.abc import Callable
from functools import partial

from game.core.capabilities import Order, OrderChoice
from game.core.game import View
from game.engine import containers as ui
from game.engine import fonts
from game.engine.game_table import AnyTable
from game.engine.match_texts import order_text
from game.engine.palette import SOFT_ON_PAPER
from game.engine.transitions import Pop, Transition
from game.scenes.shared.common import Baked, back_button, veiled
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.commands import GiveOrder

#: width of a sentence's buttons on a wide screen
BUTTONS = 360.0


class PlanAhead(Baked):
    """The orders of a game as sentences, each with its number and a button to give it; the standing one can be stopped.

    What can be ordered follows what happens at the table meanwhile.
    """

    stage = "table"
    awake = True

    def __init__(
        self,
        context: Context,
        session: PartySession,
        table: AnyTable,
        choices: Callable[[View], tuple[OrderChoice, ...]],
    ) -> None:
        super().__init__(context)
        self.session, self.table, self._choices = session, table, choices
        #: the chosen numbers by kind of order
        self._numbers: dict[str, int] = {}
        self._built_from: object = None

    @property
    def _offered(self) -> tuple[OrderChoice, ...]:
        view = self.session.remote.view
        return self._choices(view) if view is not None else ()

    @property
    def _state(self) -> object:
        return self.session.remote.order, self._offered

    def update(self, ms: float) -> Transition:
        """Follow the table; close when the match has ended."""
        if self._state != self._built_from:
            self.build()
        return super().update(ms) or (Pop() if self.session.updates.was_reset else None)

    def _number(self, choice: OrderChoice) -> int:
        """Return the number of an order: the chosen one if it is still possible, else the usual one."""
        chosen = self._numbers.get(choice.order.kind, choice.order.number)
        return chosen if chosen in choice.numbers else choice.order.number

    def _step(self, choice: OrderChoice, by: int) -> None:
        """Choose the next or the previous number."""
        at = choice.numbers.index(self._number(choice)) + by
        self._numbers[choice.order.kind] = choice.numbers[min(max(at, 0), len(choice.numbers) - 1)]
        self.build()

    def _give(self, order: Order | None) -> Transition:
        self.session.do(GiveOrder(order))
        return Pop()

    def build(self) -> None:
        self._built_from = self._state
        plate = self.plate = veiled(self.context, self.table.game, self.table)
        parts: list[ui.Part] = [
            ui.TextLine(self.texts("plan.title"), 38, face=fonts.DISPLAY, side="centre", h=50),
            ui.Paragraph(self.texts("plan.note"), 18, SOFT_ON_PAPER, middle=True),
        ]
        if order := self.session.remote.order:
            text = order_text(self.texts, self.table.game, order, stands=True)
            parts.append(self._block(text, (self._stop_button(),)))
        offered = self._offered
        parts += [self._choice(choice) for choice in offered]
        if not offered and not order:
            parts.append(ui.Paragraph(self.texts("plan.none"), 21, middle=True))
        paper = ui.PaperBox(ui.Column(parts, 20), 34, 24, radius=24)
        widgets = ui.Anchor(paper, 640 if self.frame.tall else 900).lay(plate, self.frame.table)
        self.show([*widgets, back_button(self.context, Pop)])

    def _stop_button(self) -> ui.Part:
        stop = self.texts("plan.stop")
        return ui.ButtonPart("order-stop", stop, partial(self._give, None), "dark", icon="close", size=22, h=60)

    def _block(self, text: str, buttons: tuple[ui.Part, ...]) -> ui.Part:
        """Return a sentence with its buttons: below it on a tall screen, beside it on a wide one, which is lower."""
        if self.frame.tall:
            parts = ui.Paragraph(text, 21, middle=True), ui.RowOfParts(buttons, 12, h=60)
            return ui.TrayBox(ui.Column(parts, 8), 16, 12, radius=16)
        beside = ui.Column((ui.RowOfParts(buttons, 8, h=60),), w=BUTTONS)
        return ui.TrayBox(ui.RowOfParts((ui.Paragraph(text, 21, y=0.5), beside), 16), 18, 10, radius=16)

    def _choice(self, choice: OrderChoice) -> ui.Part:
        order, texts = choice.order._replace(number=self._number(choice)), self.texts
        text, kind = order_text(texts, self.table.game, order), order.kind
        give = ui.ButtonPart(
            f"give-{kind}",
            texts("plan.give"),
            partial(self._give, order),
            "good",
            size=22,
            h=60,
            spoken=f"{text}: {texts('plan.give')}",
        )
        if not choice.numbers:
            return self._block(text, (give,))

        def step(name: str, icon: str, by: int, end: int) -> ui.Part:
            use, can = partial(self._step, choice, by), order.number != choice.numbers[end]
            return ui.RoundButtonPart(f"{name}-{kind}", texts(f"plan.{name}"), use, icon, enabled=can, w=76)

        return self._block(text, (step("less", "minus", -1, 0), give, step("more", "plus", 1, -1)))
