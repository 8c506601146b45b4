"""What is said at a table of turns: by the driver's panel, or by the hint that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.app.context import Context
from game.engine.advice import Rings
from game.engine.items import Item, ItemList
from game.engine.lesson_paper import ON
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Widget
from game.scenes.puzzle.riddle import NEXT, PLAY
from game.scenes.table.hinting import Hinting
from game.table.turns.driver import Panel, TurnDriver
from game.table.turns.news import News
from game.table.turns.panel import PanelPlace


class Words:
    """The words at one table: what they are, where they lie, and what is done with them.

    ``offer`` lays out anew what can be used, ``take`` shows what the driver tells, and ``sure`` asks whether a button
    that throws something away is meant.
    """

    def __init__(
        self,
        context: Context,
        driver: TurnDriver,
        offer: Callable[[], None],
        take: Callable[[Iterable[News]], Transition],
        sure: Callable[[str], bool],
    ) -> None:
        self.context, self.driver = context, driver
        self._offer, self._take, self._sure = offer, take, sure
        self.hinting = Hinting()
        #: what the panel says
        self.panel: Panel | None = None
        self._place = PanelPlace()

    def lay(self, table: AnyTurnTable, shown: list[Widget]) -> list[Widget]:
        """All that is ``shown`` at the table, with the words."""
        table.sheet = None
        if self.panel:
            return self._with_panel(table, self.panel, shown)
        items = [item for widget in shown for item in widget.items]
        hint = self.hinting.paper(table, items, self.turn_hint) if table.asked else None
        if hint is None:
            return shown
        hint.offer_close(self.context.texts("hint.close"), self._close, items)
        table.sheet = hint.box
        # its marks lie over the focus, which the hint puts on what it advises
        return [*shown, Rings(self.context.kit, hint.marks, table.draw_labels, shown, table.risen), hint]

    def _with_panel(self, table: AnyTurnTable, panel: Panel, shown: list[Widget]) -> list[Widget]:
        def on() -> Transition:
            return self._take(self.driver.read(table))

        def skip() -> Transition:
            return self._take(self.driver.skip())

        below, above, table.sheet = self._place.lay(table, panel, shown, on, skip)
        for item in (item for widget in above for item in widget.items if item.id == PLAY):
            item.use = lambda: self.driver.play_on(self._sure)
        return [*below, *shown, *above]

    def focus(self, items: ItemList) -> None:
        """Let what the panel offers have the focus where nothing else has."""
        if self.panel and not items.focus:
            found = [id_ for id_ in (ON if items.ring and self.panel.speaks else "", NEXT) if items.find(id_)]
            items.focus = found[0] if found else ""

    # ---- the hint -------------------------------------------------------------------------------

    def hint(self, table: AnyTurnTable, items: ItemList) -> Transition:
        """Open the hint, or close it."""
        if self.hinting.open:
            return self._close()
        self.hinting.begin(self.driver.game, self.driver.view, self.driver.viewer)
        self.say_hint(table, items)
        return self._take(self.driver.hinted())

    def _close(self) -> Transition:
        self.hinting.close()
        self._offer()
        return None

    def say_hint(self, table: AnyTurnTable, items: ItemList) -> None:
        """Show what the hint has to say by now, and say it aloud."""
        table.aside = self.hinting.spoken(table)
        if self.hinting.advice and not self.hinting.measured:
            # its own marks show it; whoever goes by keys goes on from there
            items.focus = table.item_of(self.hinting.advice.action)
        self._offer()

    def turn_hint(self) -> Transition:
        """The numbers behind the reason of the hint come below it, or go."""
        self.hinting.numbers = not self.hinting.numbers
        self._offer()
        return None

    def touched(self, item: Item) -> None:
        """A hint goes as soon as something on the table is touched."""
        if self.hinting.ended_by(item):
            self._offer()
