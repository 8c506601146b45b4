"""What is said at a table of turns: by the driver's panel, or by the hint that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.app.context import Context
from game.engine.dock import Rings
from game.engine.items import Item, ItemList
from game.engine.saying import CLOSE, MORE, ON, SKIP, Panel, Said
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Use, Widget
from game.scenes.puzzle.riddle import NEXT, PLAY
from game.scenes.table.hinting import Hinting, marks_of
from game.table.docking import docked, place_by_items, pointed_out
from game.table.turns.driver import Room, TurnDriver
from game.table.turns.news import News


class Words:
    """The words at one table: what they are, and what is done with them.

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

    def said(self, table: AnyTurnTable) -> Said | None:
        """What the dock says now."""
        if self.panel:
            return self.panel.said
        return self.hinting.said(table) if table.asked else None

    def lay(self, table: AnyTurnTable, shown: list[Widget]) -> list[Widget]:
        """All that is ``shown`` at the table, with the words."""
        said, kit = self.said(table), self.context.kit
        if said is None:
            return shown
        items = [item for widget in shown for item in widget.items]
        if self.panel is None:
            marks = self.hinting.marks(table, items)
            # its marks lie over the focus, which the hint puts on what it advises
            rings = Rings(kit, marks, table.draw_labels, shown, table.risen)
            return [*shown, rings, docked(table, said, self._uses(table), marks)]
        place_of = place_by_items(table.place_of, items)
        marks = pointed_out(self.panel, place_of, lambda advice: marks_of(table, advice, items))
        dock = docked(table, said, self._uses(table), marks)
        if self.driver.room == Room.PUZZLE:
            return [*shown, Rings(kit, marks, table.draw_labels, shown, table.risen), dock]
        # its marks lie below what is used: whoever plays by keys sees there what has the focus
        return [Rings(kit, marks, table.draw_labels, risen=table.risen), *shown, dock]

    def _uses(self, table: AnyTurnTable) -> dict[str, Use]:
        """What the buttons of the dock do."""
        return {
            ON: lambda: self._take(self.driver.read(table)),
            SKIP: lambda: self._take(self.driver.skip()),
            PLAY: lambda: self.driver.play_on(self._sure),
            MORE: self.turn_hint,
            CLOSE: self._close,
        }

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
