"""What the pointer or the focus rests on at a table of turns: a card lifts, and after a moment its note appears."""

from __future__ import annotations

from game.engine.items import CARD, NOTE, Item, ItemList
from game.engine.turn_table import AnyTurnTable
from game.scenes.shared.common import ARRANGE_MS

#: a note appears when the pointer has rested this long
REST_MS = 300.0


class Pointing:
    """What is pointed at, for how long, and what was tapped to be explained."""

    def __init__(self) -> None:
        self._rest_ms = 0.0
        self._tapped = ""

    def tap(self, over: Item | None) -> None:
        """Something was pressed: what explains itself shows its note at once, anything else puts it away."""
        self._tapped = over.id if over and over.id.startswith(NOTE) else ""

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
        """What is explained now; nothing that is rested on is while something is ``carried`` over it."""
        id_ = self._tapped
        if not id_ and self._rest_ms >= REST_MS and not carried:
            id_ = table.pointed
        return items.find(id_) if id_ else None
