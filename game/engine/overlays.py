"""Overlays above every scene: short messages and the names of icon buttons."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.engine.canvas import Canvas
from game.engine.items import Item
from game.engine.kit import Kit
from game.engine.layout import Box, Frame, overlap
from game.engine.scene import Scene
from game.engine.tweens import out_cubic

if TYPE_CHECKING:
    from game.services.context import Context


IN_MS, HOLD_MS, OUT_MS = 180.0, 2400.0, 160.0
#: how far a message rises at its place, logical
RISE = 14.0
#: reading time per character: longer texts stay longer
MS_PER_LETTER = 55.0


#: how long something is pointed at before its name is shown, and when the name goes again
REST_MS, LONGEST_MS = 300.0, 2500.0
#: minimum distance of a tooltip from the table's edge, logical
EDGE = 16.0
#: how far key caps stick out of their buttons, logical
CAP = 10.0


def upper_edge(frame: Frame) -> Box:
    """Return the place of messages that have no other."""
    return Box(100, 0, frame.width - 200, 0)


class Toasts:
    """Messages shown for a while at the upper edge."""

    def __init__(self) -> None:
        self.waiting: list[str] = []
        self.shown = ""
        self._age = 0.0

    def take(self, context: "Context") -> bool:
        """Queue new messages without repeats; return True if the one on display was taken back."""
        gone = self.shown in context.withdrawn
        self.waiting = [notice for notice in self.waiting if notice not in context.withdrawn]
        if gone:
            self.shown = ""
        for notice in context.notices:
            if notice != self.shown and notice not in self.waiting:
                self.waiting.append(notice)
        context.withdrawn.clear()
        context.notices.clear()
        return gone

    def _hold(self) -> float:
        return max(HOLD_MS, len(self.shown) * MS_PER_LETTER)

    def update(self, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        if not self.shown:
            if not self.waiting:
                return False
            self.shown, self._age = self.waiting.pop(0), 0.0
            return True
        before, self._age = self._age, self._age + ms
        if self._age > IN_MS + self._hold() + OUT_MS:
            self.shown = ""
            return True
        return before < IN_MS or self._age > IN_MS + self._hold()

    def draw(self, canvas: Canvas, context: "Context", box: Box | None = None, fills: bool = False) -> None:
        """Draw the message in the middle of a ``box`` or as large as that, or at the upper edge."""
        if not self.shown:
            return
        frame = canvas.frame
        room = box or upper_edge(frame)
        picture = context.kit.notice(self.shown, room.w, (room.w, room.h) if fills else (0.0, 0.0))
        out = self._age - IN_MS - self._hold()
        share = out_cubic(min(1.0, self._age / IN_MS)) if out < 0 else 1 - out_cubic(min(1.0, out / OUT_MS))
        if context.settings.reduced_motion:
            share = 1.0
        x, y = room.centre
        high = picture.get_height() / frame.scale
        if box is None:
            y = -high / 2 + (high + 16) * share
        elif share > 0:
            # in a box it only rises a little
            y = min(max(y, high / 2 + 8), frame.height - high / 2 - 8) + RISE * (1 - share)
        canvas.put_centred(picture, x, y)


class Tooltip:
    """The name of the item that is hovered or focused, if it shows none itself.

    Once an item was pressed, or its name was shown for some time, a pointer that stays there shows it no more.
    """

    def __init__(self) -> None:
        self._item: Item | None = None
        self._ms = 0.0
        #: where the pointer had last gone down before
        self._pressed_at = (0.0, 0.0)
        self._others: list[Box] = []

    @staticmethod
    def _wanted(scene: Scene) -> Item | None:
        items = scene.items
        item = items.find(items.hover) or (items.focused() if items.ring else None)
        return item if item and item.has_tooltip else None

    def update(self, scene: Scene, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        item, at = self._wanted(scene), scene.items.pressed_at
        is_pressed, self._pressed_at = at != self._pressed_at, at
        if item is None or self._item is None or item.id != self._item.id:
            shown = self._shown
            # a pointer that comes to a button only to press it knows its name
            is_known = item is not None and is_pressed and scene.items.hover == item.id and item.box.holds(*at)
            self._item, self._ms = item, LONGEST_MS if is_known else 0.0
            return shown
        self._item = item
        # key caps stick out of the upper edge of buttons
        self._others = [other.box.grown(CAP) for other in scene.items.items if other.id != item.id and not other.about]
        self._others += scene.kept_clear
        before = self._shown
        if is_pressed:
            self._ms = LONGEST_MS
        elif scene.items.hover == item.id or self._ms < REST_MS:
            self._ms += ms
        return before != self._shown

    @property
    def _shown(self) -> bool:
        return self._item is not None and REST_MS <= self._ms < LONGEST_MS

    def draw(self, canvas: Canvas, kit: Kit) -> None:
        """Draw the name beside the item, within the table."""
        if self._item is None or not self._shown:
            return
        picture = kit.pill(self._item.label, 18)
        scale = canvas.frame.scale
        size = picture.get_width() / scale, picture.get_height() / scale
        place = beside(self._item.box, size, self._others, (canvas.frame.width, canvas.frame.height))
        canvas.put_centred(picture, *place.centre)


def beside(box: Box, size: tuple[float, float], others: Sequence[Box], table: tuple[float, float]) -> Box:
    """Return the place for a name of this size beside ``box`` (below, above, left or right) that covers least.

    It stays on the table; ``others`` are boxes to avoid.
    """
    wide, high = size
    x, y = box.centre
    middles = ((x, box.y + box.h + 16), (x, box.y - 14), (box.x - wide / 2 - 8, y), (box.x + box.w + wide / 2 + 8, y))
    places = []
    for across, down in middles:
        left = min(max(across - wide / 2, EDGE), table[0] - wide - EDGE)
        places.append(Box(left, min(max(down - high / 2, EDGE), table[1] - high - EDGE), wide, high))
    return min(places, key=lambda place: sum(overlap(place, other) for other in (box.grown(-8), *others)))
