"""What is said at a table in real time: by the driver's panel, or by the hint that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.app.context import Context
from game.engine.dock import Rings
from game.engine.items import MOVE, ItemList
from game.engine.live_table import AnyLiveTable
from game.engine.panel import ON, PanelText
from game.engine.transitions import Transition
from game.engine.widgets import Widget
from game.scenes.table.hinting import live_marks_of
from game.table.docking import DockWords, dock_for, panel_marks
from game.table.live.driver import LiveDriver
from game.table.live.news import LiveNews


class LiveWords(DockWords[LiveNews]):
    """The words at one table."""

    def __init__(
        self,
        context: Context,
        driver: LiveDriver,
        offer: Callable[[], None],
        take: Callable[[Iterable[LiveNews]], Transition],
    ) -> None:
        super().__init__(context, driver, offer, take)
        self.driver = driver

    def ask(self, table: AnyLiveTable) -> None:
        """Ask the driver what it says, and let the dock have its room meanwhile."""
        self.panel = self.driver.panel()
        if (says := self.panel is not None) != table.says:
            table.says = says
            table.make_room(says or self.driver.has_words)

    def said(self, table: AnyLiveTable) -> PanelText | None:
        """What the dock says now; no hint is given to covered faces."""
        if self.panel:
            return self.panel.said
        return None if table.covered else self.hinting.said(table)

    def lay(self, table: AnyLiveTable, shown: list[Widget], usable: list[Widget]) -> list[Widget]:
        """All that is ``shown`` at the table, with the words; hands use what is ``usable``."""
        said, panel, kit = self.said(table), self.panel, self.context.kit
        if said is None:
            return shown
        items = [item for widget in shown for item in widget.items]
        if panel:
            marks = panel_marks(panel, table.place_of, lambda advice: live_marks_of(table, advice, items))
        else:
            marks = live_marks_of(table, self.hinting.advice, items) if self.hinting.advice else []
        dock = dock_for(table, said, self.uses(table), marks)
        if panel and not self.driver.rings_above:
            return [Rings(kit, marks, table.draw_labels), *shown, dock]
        return [*shown, Rings(kit, marks, table.draw_labels, usable), dock]

    def focus(self, items: ItemList) -> None:
        """Let confirming go on without a way to look for what does: the large button that there is, or the words'."""
        focus = items.focus
        if items.ring and not focus and items.find(ON):
            items.focus = ON
        large = [item.id for item in items.items if item.id == "go" or item.id.startswith(MOVE)]
        stale = not focus or (focus not in large and (focus == "go" or focus.startswith(MOVE)))
        if self.driver.confirms and large and stale:
            items.focus = large[0]

    def hint(self, table: AnyLiveTable, seat: int) -> Transition:
        """Open the hint for a ``seat``, see ``advise``, or close it."""
        if self.hinting.open:
            return self.close()
        advice = self.driver.advise(seat)
        self.hinting.show(advice)
        table.aside = self.context.texts.sentences(table.said(advice, False).sentences)
        self._offer()
        return None
