"""What the set-up is made of: a seat's figure, and the row that adds a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine import text
from game.engine.canvas import Canvas
from game.engine.figures import figure
from game.engine.items import Item, ItemList
from game.engine.layout import Box
from game.engine.palette import CREAM
from game.engine.widgets import Widget

if TYPE_CHECKING:
    from game.scenes.setup.setup import Setup


class SeatFace(Widget):
    """A seat's figure: a tap shows all of them to choose from."""

    def __init__(self, scene: Setup, place: int, x: float, y: float, radius: float) -> None:
        super().__init__(scene.kit)
        self.seat, self.x, self.y, self.radius = scene.lineup.seats[place], x, y, radius
        box = Box(x - radius, y - radius, 2 * radius, 2 * radius).at_least(72)
        label = scene.texts("setup.figure", name=self.seat.name)
        self.items = [Item(f"figure-{place}", label, box, lambda: scene.show_figures(place), tip=True)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the face, in a gold ring while it can be tapped."""
        active = self.state(self.items[0], items) in ("hover", "focus", "pressed")
        canvas.put_centred(figure(self.kit, self.seat.figure, self.radius, "calm", active), self.x, self.y)


class AddSeat(Widget):
    """The row that adds a seat."""

    def __init__(self, scene: Setup, box: Box) -> None:
        super().__init__(scene.kit)
        self.box, self.words = box, scene.texts("setup.add")
        self.items = [Item("add", self.words, box, scene.add)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the plus and the words."""
        box = self.box
        state = self.state(self.items[0], items)
        middle = box.y + box.h / 2
        canvas.put_centred(self.kit.round_button("plus", 48, state), box.x + 49, middle)
        canvas.put_left(self.kit.line(self.words, 24, CREAM, text.BLACK, box.w - 300), box.x + 95, middle)
