"""Why nothing can be taken back at a table of turns, for whoever tries it all the same."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.input import Key, Pointer
from game.engine.items import ItemList
from game.engine.texts import Texts
from game.table.turns.driver import TurnDriver


class UndoRefusal:
    """Says by ``say`` why nothing can be taken back, when a key or a press on the idle button asks for it."""

    def __init__(self, driver: TurnDriver, say: Callable[[str], None]) -> None:
        self.driver, self._say = driver, say

    def by_key(self, event: Key, texts: Texts) -> bool:
        """Refuse a key that would take back, if nothing can be; return whether it was one."""
        refused = event.meaning == "undo" and self._is_idle()
        return refused and self._refuse(texts)

    def by_press(self, event: Pointer, items: ItemList, pressed: str, texts: Texts) -> None:
        """Refuse a pointer that has been lifted over the idle button; it had ``pressed`` another item, or nothing."""
        # not after it has just been used: there may be nothing more to be taken back then
        button = items.find("undo") if pressed != "undo" else None
        if button and button.box.holds(event.x, event.y) and self._is_idle():
            self._refuse(texts)

    def _is_idle(self) -> bool:
        undo = self.driver.undo
        return undo is not None and not undo.can

    def _refuse(self, texts: Texts) -> bool:
        undo = self.driver.undo
        assert undo is not None, "there is a button for it"
        self._say(texts(undo.why_not))
        return True
