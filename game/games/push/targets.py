"""The targets on the table of Push: rows, own colours to secure, and panels."""

from pygame import Surface

from game.engine import controls, layout, surfaces, widgets
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.palette import GOLD, GOOD, INK, WHITE, Colour

#: margin around a target, logical
ROOM = 8.0


def frame_plain(kit: Kit, w: float, h: float, radius: float, state: str) -> Surface:
    """Draw the plain line around a target of w x h that starts at ROOM, ROOM: gold, or white under the pointer."""
    whole = surfaces.blank((kit.px(w + 2 * ROOM), kit.px(h + 2 * ROOM)))
    lines: tuple[tuple[float, float, Colour, int], ...] = ((4.0, 4, GOLD, 80), (2.0, 3.2, GOLD, 255))
    if state == "waiting":
        lines = ((5.5, 2, INK, 255), (4.0, 4.5, GOOD, 255))
    elif state != "normal":
        lines = ((7.0, 2, INK, 255), (5.5, 4.5, WHITE, 255), (1.5, 2, INK, 255))
    for out, width, colour, alpha in lines:
        size = (kit.px(w + 2 * out), kit.px(h + 2 * out))
        line = surfaces.ring(size, kit.px(radius + out), max(1, kit.px(width)), colour, alpha)
        centred(whole, line, whole.get_width() // 2, whole.get_height() // 2)
    return whole


class Target(widgets.Widget):
    """A part of the table that can be chosen: framed in gold if it ``shows``, in white under the pointer or the focus.

    The key cap is at the upper edge, ``back`` from the right one so that the card's corners stay visible. Without
    ``back`` it is lower, clear of the pills on the upper edge.
    """

    def __init__(
        self, kit: Kit, item: Item, parts: tuple[tuple[layout.Box, float], ...], cap: str, shows: bool, back: float
    ) -> None:
        super().__init__(kit)
        self.back = back
        self.items = [item]
        #: the framed boxes and the radius of their corners
        self.parts, self.cap, self.shows = parts, cap, shows

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        item = self.items[0]
        state = "waiting" if item.awaits_confirmation else self.state(item, items)
        for box, radius in self.parts if self.shows or state != "normal" else ():
            picture = self.kit.scene_image(frame_plain, box.w, box.h, radius, state)
            canvas.put(picture, box.x - ROOM, box.y - ROOM)
        self.draw_cap(canvas)

    def draw_cap(self, canvas: Canvas) -> None:
        if self.cap:
            box = self.parts[0][0]
            x, y = box.x + box.w - (self.back or 2), box.y if self.back else box.centre[1] - 6
            canvas.put_centred(self.kit.widget_image(controls.key_cap_plain, self.cap), x, y)


class PanelSpot(widgets.Widget):
    """An area with a note that appears under the pointer; only its focus ring is drawn."""

    def __init__(self, kit: Kit, item: Item) -> None:
        super().__init__(kit)
        self.items = [item]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        item = self.items[0]
        if items.ring and items.focus == item.id:
            box = item.card
            assert box is not None
            canvas.put(self.kit.widget_image(controls.focus_plain, box.w, box.h, 16), box.x - 8, box.y - 8)
