"""Names of icon buttons, shown when the pointer rests on them or the keyboard's focus is there."""

from __future__ import annotations

from game.engine.canvas import Canvas
from game.engine.items import Item
from game.engine.kit import Kit
from game.engine.scene import Scene

REST_MS = 300.0


class Tooltip:
    """The name of the item under the pointer or in focus, if it shows none itself."""

    def __init__(self) -> None:
        self._item: Item | None = None
        self._ms = 0.0

    @staticmethod
    def _wanted(scene: Scene) -> Item | None:
        items = scene.items
        item = items.find(items.hover) or (items.focused() if items.ring else None)
        return item if item and item.tip else None

    def update(self, scene: Scene, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        item = self._wanted(scene)
        if item is None or self._item is None or item.id != self._item.id:
            shown = self._item is not None and self._ms >= REST_MS
            self._item, self._ms = item, 0.0
            return shown
        self._item = item
        before, self._ms = self._ms, self._ms + ms
        return before < REST_MS <= self._ms

    def draw(self, canvas: Canvas, kit: Kit) -> None:
        """Draw the name beside the item, within the table."""
        if self._item is None or self._ms < REST_MS:
            return
        picture = kit.pill(self._item.label, 18)
        wide = picture.get_width() / canvas.frame.scale
        x, _y = self._item.box.centre
        x = min(max(x, wide / 2 + 16), canvas.frame.width - wide / 2 - 16)
        box = self._item.box
        below = box.y + box.h + 16
        canvas.put_centred(picture, x, below if below < canvas.frame.height - 30 else box.y - 14)
