"""What is said at a table of turns: by the driver's panel, or by the hint that is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from game.app.context import Context
from game.core.match import HUMAN
from game.engine.dock import Rings
from game.engine.game_table import AnyTable
from game.engine.items import Item, ItemList
from game.engine.panel import ON, PanelText
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import UseAction, Widget
from game.scenes.puzzle.puzzle_attempt import NEXT, PLAY
from game.scenes.table.at_table import ARRANGE_MS
from game.scenes.table.hinting import lift_of, marks_of
from game.scenes.table.recap import is_needed
from game.table.docking import DockWords, dock_for, panel_marks, place_by_items
from game.table.film import Playback
from game.table.turns.driver import DockRoom, TurnDriver
from game.table.turns.news import TurnNews
from game.tutorial.lesson import MOVE


class TurnWords(DockWords[TurnNews]):
    """The words at one table; ``sure`` asks whether a button that throws something away is meant."""

    def __init__(
        self,
        context: Context,
        driver: TurnDriver,
        offer: Callable[[], None],
        take: Callable[[Iterable[TurnNews]], Transition],
        sure: Callable[[str], bool],
    ) -> None:
        super().__init__(context, driver, offer, take)
        self.driver, self._sure = driver, sure

    def said(self, table: AnyTurnTable) -> PanelText | None:
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
            rings = Rings(kit, marks, table.draw_labels, shown, partial(lift_of, table))
            return [*shown, rings, dock_for(table, said, self.uses(table), marks)]
        place_of = place_by_items(table.place_of, items)
        marks = panel_marks(self.panel, place_of, lambda advice: marks_of(table, advice, items))
        dock = dock_for(table, said, self.uses(table), marks)
        if self.driver.room == DockRoom.PUZZLE:
            return [*shown, Rings(kit, marks, table.draw_labels, shown, partial(lift_of, table)), dock]
        # its marks lie below what is used: whoever plays by keys sees there what has the focus
        return [Rings(kit, marks, table.draw_labels, risen=partial(lift_of, table)), *shown, dock]

    def uses(self, table: AnyTable) -> dict[str, UseAction]:
        return {**super().uses(table), PLAY: lambda: self.driver.play_on(self._sure)}

    def focus(self, items: ItemList) -> None:
        """Let what the panel offers have the focus where nothing else has."""
        if self.panel and not items.focus:
            found = [id_ for id_ in (ON if items.ring and self.panel.speaks else "", NEXT) if items.find(id_)]
            items.focus = found[0] if found else ""

    # ---- the hint -------------------------------------------------------------------------------

    def hint(self, table: AnyTurnTable, items: ItemList) -> Transition:
        """Open the hint, or close it."""
        if self.hinting.open:
            return self.close()
        self.hinting.begin(self.driver.game, self.driver.view, self.driver.viewer)
        self.say_hint(table, items)
        return self._take(self.driver.hinted())

    def say_hint(self, table: AnyTurnTable, items: ItemList) -> None:
        """Show what the hint has to say by now, and say it aloud."""
        table.aside = self.hinting.spoken(table)
        if self.hinting.advice and not self.hinting.measured:
            # its own marks show it; whoever goes by keys goes on from there
            items.focus = table.item_of(self.hinting.advice.action)
        self._offer()

    def touched(self, item: Item) -> None:
        """A hint goes as soon as something on the table is touched."""
        if self.hinting.ended_by(item):
            self._offer()

    def question(self, table: AnyTurnTable, asking: str) -> tuple[str, bool]:
        """What is to be heard, and whether it asks whoever sits here; a move is asked with what lies on the table."""
        driver = self.driver
        view, panel = driver.match.view(table.viewer), driver.panel(False, asking)
        if panel and panel.speaks:
            words = self.context.texts.sentences(panel.said.sentences)
            return (f"{words} {table.spoken(view)}" if panel.asks else words), panel.own
        words, own = table.prompt(view), driver.match.mover == table.viewer
        plays = driver.match.seats[table.viewer].kind == HUMAN or not driver.is_apart
        return (f"{words} {table.spoken(view)}" if own else words), own and plays

    # ---- room -----------------------------------------------------------------------------------

    def keeps_room(self, table: AnyTurnTable) -> bool:
        """Whether the dock has its room though nothing is said just now: soon something will be."""
        return not isinstance(self.driver, Playback) and (self.driver.room != DockRoom.NONE or is_needed(table))

    def make_room(self, table: AnyTurnTable, held: bool) -> None:
        """Let the dock have its room while there are words, but move nothing that is ``held``."""
        says = self.said(table) is not None
        table.says = says or table.teaches
        if says or not (held or table.dragged):
            table.make_room(says or self.keeps_room(table))

    def arrange_for(self, table: AnyTurnTable, asked: bool) -> None:
        """Let cards stand as they do while the viewer is ``asked``, or not; and while the panel speaks of a move."""
        # where the move itself is marked, what else could be used is not: one of many frames says nothing
        points_out = self.panel is not None and self.driver.room == DockRoom.LESSON and MOVE in self.panel.points
        if (asked, points_out) != (table.asked, table.points_out):
            table.asked, table.points_out = asked, points_out
            table.arrange(table.ms(ARRANGE_MS))


def is_idle_sheet(table: AnyTurnTable) -> bool:
    """Whether a tall table gives up room for the dock though nothing is said."""
    return table.context.frame.tall and table.docked and not table.says
