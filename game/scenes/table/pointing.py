"""What the pointer or the focus rests on at a table of turns: a card lifts, and after a moment its note appears."""

from __future__ import annotations

from game.engine.canvas import Canvas
from game.engine.items import CARD, NOTE, Item, ItemList
from game.engine.turn_table import AnyTurnTable
from game.scenes.table.at_table import ARRANGE_MS

#: a note appears when the pointer has rested this long
REST_MS = 300.0


class PointedItem:
    """What is pointed at, for how long, and what was tapped to be explained."""

    def __init__(self) -> None:
        self._rest_ms = 0.0
        self._tapped = ""

    def tap(self, over: Item | None) -> None:
        """Something was pressed: what explains itself shows its note at once, anything else puts it away."""
        self._tapped = over.id if over and over.id.startswith(NOTE) else ""

    def lifted(self, items: ItemList, over: Item | None, pressed: str) -> None:
        """A pointer that had ``pressed`` an item has been lifted over another one, or beside all of them."""
        # what comes to light where a button has just gone was not meant
        self.tap(over if over and over.id == pressed else None)
        if over is None:
            items.focus = ""

    def update(self, table: AnyTurnTable, items: ItemList, ms: float) -> bool:
        """Lift the card under the pointer or the focus; return whether the picture changes."""
        id_ = items.hover or (items.focus if items.ring else "")
        changed = id_ != table.pointed
        if changed:
            last, table.pointed, self._rest_ms = table.pointed, id_, 0.0
            if CARD in (id_[: len(CARD)], last[: len(CARD)]) or not id_:
                table.arrange(table.ms(ARRANGE_MS))
        before, self._rest_ms = self._rest_ms, self._rest_ms + ms
        return changed or before < REST_MS <= self._rest_ms

    def noted(self, table: AnyTurnTable, items: ItemList, carried: bool) -> Item | None:
        """What is explained now; nothing that is rested on is while something is ``dragged`` over it."""
        id_ = self._tapped
        if not id_ and self._rest_ms >= REST_MS and not carried:
            id_ = table.pointed
        return items.find(id_) if id_ else None

    def draw_note(self, canvas: Canvas, table: AnyTurnTable, items: ItemList, carried: bool) -> bool:
        """Draw the note on what is explained now; return whether there is one."""
        noted = self.noted(table, items, carried)
        note = table.note(noted) if noted else None
        if note:
            note.draw(canvas)
        return note is not None
