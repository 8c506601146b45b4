"""The button for the speed at a table: its pill says which one it is now."""

from __future__ import annotations

from game.app.context import Context
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.palette import CREAM, INK
from game.engine.widgets import RoundButton, UseAction

#: how far below the button's middle its pill has its own, and the size of the letters
PILL, LETTERS = 29.0, 13.0


class SpeedButton(RoundButton):
    """The next speed by a tap; the key for it is known everywhere, see App."""

    def __init__(self, context: Context, x: float, y: float, use: UseAction) -> None:
        texts = context.texts
        self.words = texts(f"speed.{context.settings.speed}")
        label = f"{texts('button.speed')}: {self.words}"
        super().__init__(context.kit, "speed", x, y, label, use, icon="speed", side=56)
        # its pill says more than a tip would
        self.item.tip = False

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the button and the name of the speed at its foot."""
        super().draw(canvas, items)
        size = self.kit.fitting(LETTERS, 16)
        canvas.put_centred(self.kit.pill(self.words, size, INK, CREAM), self.x, self.y + PILL)
