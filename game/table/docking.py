"""What lies in the dock of a table, of turns or in real time: the words of its driver or of a hint, and their marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Generic, TypeAlias

from game.core.capabilities import Advice
from game.core.game import Action
from game.engine.cards import CORNER
from game.engine.dock import Dock, Mark
from game.engine.game_table import AnyTable
from game.engine.items import CARD, Item
from game.engine.layout import Box
from game.engine.panel import CLOSE, MORE, ON, SKIP, DriverPanel, PanelText
from game.engine.transitions import Transition
from game.engine.widgets import UseAction
from game.scenes.table.hinting import TableHint
from game.table.driver import Driver, N
from game.table.live.news import LiveNews
from game.table.turns.news import TurnNews
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
        context: Context,
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
