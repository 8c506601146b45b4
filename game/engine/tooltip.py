"""Names of icon buttons, shown when the pointer rests on them or the keyboard's focus is there."""

from collections.abc import Sequence

from game.engine.canvas import Canvas
from game.engine.items import Item
from game.engine.kit import Kit
from game.engine.layout import Box, overlap
from game.engine.scene import Scene

REST_MS = 300.0
#: how near to the table's edge a name may lie, logical
EDGE = 16.0
#: how far caps of keys stick out of the buttons they stand on, logical
CAP = 10.0


class Tooltip:
    """The name of the item under the pointer or in focus, if it shows none itself."""

    def __init__(self) -> None:
        self._item: Item | None = None
        self._ms = 0.0
        self._others: list[Box] = []

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
        # the caps of keys stick out of the upper edge of buttons
        self._others = [other.box.grown(CAP) for other in scene.items.items if other.id != item.id and not other.about]
        before, self._ms = self._ms, self._ms + ms
        return before < REST_MS <= self._ms

    def draw(self, canvas: Canvas, kit: Kit) -> None:
        """Draw the name beside the item, within the table."""
        if self._item is None or self._ms < REST_MS:
            return
        picture = kit.pill(self._item.label, 18)
        scale = canvas.frame.scale
        size = picture.get_width() / scale, picture.get_height() / scale
        place = beside(self._item.box, size, self._others, (canvas.frame.width, canvas.frame.height))
        canvas.put_centred(picture, *place.centre)


def beside(box: Box, size: tuple[float, float], others: Sequence[Box], table: tuple[float, float]) -> Box:
    """Where a name of this size lies beside ``box``: below, above, left or right of it, wherever it covers least.

    It stays on the table; ``others`` are what it should not lie on.
    """
    wide, high = size
    x, y = box.centre
    middles = (
        (x, box.y + box.h + 16),
        (x, box.y - 14),
        (box.x - wide / 2 - 8, y),
        (box.x + box.w + wide / 2 + 8, y),
    )
    places = []
    for across, down in middles:
        left = min(max(across - wide / 2, EDGE), table[0] - wide - EDGE)
        places.append(Box(left, min(max(down - high / 2, EDGE), table[1] - high - EDGE), wide, high))
    return min(places, key=lambda place: sum(overlap(place, other) for other in (box.grown(-8), *others)))
