"""A word at the edge of somebody's panel: who is away, or a seat that is free."""

from __future__ import annotations

from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.palette import CREAM, GOLD, INK
from game.engine.widgets import Widget

#: the size of a mark's letters
SIZE = 17.0


class SeatLabel(Widget):
    """A word at the edge of somebody's panel; it may be something to be used."""

    def __init__(self, kit: Kit, x: float, y: float, words: str, item: Item | None) -> None:
        super().__init__(kit)
        self.x, self.y, self.words = x, y, words
        self.items = [item] if item else []

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the pill, gold where it can be used."""
        state = self.state(self.items[0], items) if self.items else "normal"
        fill = GOLD if self.items and state != "hover" else CREAM
        size = SIZE + 2 * (state in ("hover", "focus"))
        canvas.put_centred(self.kit.pill(self.words, size, fill, INK), self.x, self.y)
