"""What the set-up is made of: a seat's figure and name, the row that adds a seat, the game number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine import text
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.figures import figure
from game.engine.items import Item, ItemList
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, SOFT
from game.engine.widgets import Widget

if TYPE_CHECKING:
    from game.scenes.setup import Setup

#: what is being typed, where it is not the name of a seat: the game number, or nothing
SEED, NOTHING = -2, -1


class SeatFace(Widget):
    """A seat's figure: a tap takes the next free one."""

    def __init__(self, scene: Setup, place: int, x: float, y: float, radius: float) -> None:
        super().__init__(scene.context.kit)
        self.seat, self.x, self.y, self.radius = scene.lineup.seats[place], x, y, radius
        box = Box(x - radius, y - radius, 2 * radius, 2 * radius).at_least(72)
        label = scene.texts("setup.figure", name=self.seat.name)
        self.items = [Item(f"figure-{place}", label, box, lambda: scene.next_figure(place), tip=True)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the face, in a gold ring while it can be tapped."""
        active = self.state(self.items[0], items) in ("hover", "focus", "pressed")
        canvas.put_centred(figure(self.kit, self.seat.figure, self.radius, "calm", active), self.x, self.y)


class SeatName(Widget):
    """A seat's name with a pen: a tap lets it be typed."""

    def __init__(self, scene: Setup, place: int, box: Box, size: float) -> None:
        super().__init__(scene.context.kit)
        self.box, self.size = box, size
        self.typing = scene.typing == place
        self.name = scene.typed if self.typing else scene.lineup.seats[place].name
        label = scene.texts("setup.name", name=scene.lineup.seats[place].name)
        self.items = [Item(f"name-{place}", label, box.at_least(72), lambda: scene.type_name(place))]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the name and the pen, or the name being typed and its caret."""
        box, kit = self.box, self.kit
        words = f"{self.name}|" if self.typing else self.name
        colour = GOLD if self.typing or self.state(self.items[0], items) != "normal" else CREAM
        # what is being typed has its caret at the end, which must not be cut off
        least = 0.0 if self.typing else text.LEAST_READABLE
        line = kit.line(words or " ", self.size, colour, text.BLACK, box.w - 34, least)
        canvas.put_left(line, box.x, box.y + box.h / 2)
        if not self.typing:
            pen = kit.icon("pen", 24, SOFT)
            canvas.put_left(pen, box.x + line.get_width() / kit.scale + 8, box.y + box.h / 2)
        if self.state(self.items[0], items) == "focus":
            canvas.put(kit.ready(focus_plain, box.w, box.h, 12), box.x - 8, box.y - 8)


class AddSeat(Widget):
    """The row that adds a seat."""

    def __init__(self, scene: Setup, box: Box) -> None:
        super().__init__(scene.context.kit)
        self.box, self.words = box, scene.texts("setup.add")
        self.items = [Item("add", self.words, box, scene.add)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the plus and the words."""
        box = self.box
        state = self.state(self.items[0], items)
        middle = box.y + box.h / 2
        canvas.put_centred(self.kit.round_button("plus", 48, state), box.x + 49, middle)
        canvas.put_left(self.kit.line(self.words, 24, CREAM, text.BLACK, box.w - 300), box.x + 95, middle)


class SeedField(Widget):
    """The game number: a tap lets it be typed."""

    def __init__(self, scene: Setup, box: Box) -> None:
        super().__init__(scene.context.kit)
        self.box, self.typing = box, scene.typing == SEED
        self.words = f"{scene.typed}|" if self.typing else str(scene.lineup.seed)
        label = scene.texts("setup.seed_label", number=scene.lineup.seed)
        self.items = [Item("seed", label, box.at_least(72), scene.type_seed)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the number."""
        box = self.box
        if self.state(self.items[0], items) == "focus":
            canvas.put(self.kit.ready(focus_plain, box.w, box.h, 12), box.x - 8, box.y - 8)
        line = self.kit.line(self.words, 22, INK, text.DISPLAY, box.w - 12)
        canvas.put_centred(line, *box.centre)
