"""What lies in the dock of a table, of turns or in real time: the words of its driver or of a hint, and their marks."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeAlias

from game.app.context import Context
from game.core.capabilities import Advice
from game.core.game import Action
from game.core.match import HUMAN
from game.engine import items as ids
from game.engine.cards import CORNER
from game.engine.dock import Dock, Mark, Rings
from game.engine.game_table import AnyTable
from game.engine.items import CARD, Item, ItemList
from game.engine.layout import Box
from game.engine.live_table import AnyLiveTable
from game.engine.panel import CLOSE, MORE, ON, SKIP, DriverPanel, PanelText
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import UseAction, Widget
from game.scenes.puzzle.puzzle_attempt import NEXT, PLAY
from game.scenes.table.at_table import ARRANGE_MS
from game.scenes.table.hinting import TableHint, lift_of, live_marks_of, marks_of
from game.scenes.table.recap import is_needed
from game.table.driver import Driver, N
from game.table.film import Playback
from game.table.live.driver import LiveDriver, LiveNews
from game.table.turns.driver import DockRoom, TurnDriver, TurnNews
from game.tutorial.lesson import MOVE

if TYPE_CHECKING:
    from game.app.context import Context


#: the marks of a move
MarksOfMove = Callable[[Advice[Action]], list[Mark]]


class DockWords(Generic[N]):
    """The words of one table: the driver's panel, or the hint that is open; and what their buttons do.

    ``offer`` lays out anew what can be used, ``take`` shows what the driver tells.
    """

    def __init__(
        self,
        context: "Context",
        driver: Driver[N],
        offer: Callable[[], None],
        take: Callable[[Iterable[N]], Transition],
    ) -> None:
        self.context = context
        self._driver, self._offer, self._take = driver, offer, take
        self.hinting = TableHint()
        #: what the driver says
        self.panel: DriverPanel | None = None

    def uses(self, table: AnyTable) -> dict[str, UseAction]:
        """What the buttons of the dock do."""
        return {
            ON: lambda: self._take(self._driver.read(table)),
            SKIP: lambda: self._take(self._driver.skip()),
            MORE: self.turn_hint,
            CLOSE: self.close,
        }

    def close(self) -> Transition:
        """Put the hint away, if it is open."""
        if self.hinting.open:
            self.hinting.close()
            self._offer()
        return None

    def turn_hint(self) -> Transition:
        """The numbers behind the reason of the hint come below it, or go."""
        self.hinting.numbers = not self.hinting.numbers
        self._offer()
        return None


def dock_for(table: AnyTable, said: PanelText, uses: Mapping[str, UseAction], marks: Iterable[Mark]) -> Dock:
    """What is ``said``, in the dock of a table."""
    return Dock(table.kit, table.spots.dock, said, uses, list(marks), table.cap("first"))


def panel_marks(panel: DriverPanel, place_of: Callable[[str], Box | None], of_move: MarksOfMove) -> list[Mark]:
    """What a panel speaks of, with the radius of the corners."""
    marks: list[Mark] = []
    for point in panel.points:
        if point == MOVE and panel.move is not None:
            marks += of_move(Advice(panel.move, ()))
        elif box := place_of(point):
            card = point.startswith(CARD) or box.h > box.w * 1.2
            marks.append((box, box.w * CORNER if card else min(18.0, box.h * 0.28)))
    return list(dict.fromkeys(marks))


def place_by_items(table_place: Callable[[str], Box | None], items: Iterable[Item]) -> Callable[[str], Box | None]:
    """Where something lies by the id of what can be used, or else as the table knows it."""
    by_id = {item.id: item.card or item.box for item in items}
    return lambda point: by_id.get(point) or table_place(point)


#: the words of a table, whatever it is told
AnyDockWords: TypeAlias = DockWords[TurnNews] | DockWords[LiveNews]


class TurnWords(DockWords[TurnNews]):
    """The words at one table; ``sure`` asks whether a button that throws something away is meant."""

    def __init__(
        self,
        context: "Context",
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
        if says or not (held or table.drags.dragged):
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


class LiveWords(DockWords[LiveNews]):
    """The words at one table."""

    def __init__(
        self,
        context: "Context",
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
        large = [item.id for item in items.items if item.id == "go" or item.id.startswith(ids.MOVE)]
        stale = not focus or (focus not in large and (focus == "go" or focus.startswith(ids.MOVE)))
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
