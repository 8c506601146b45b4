"""All figures side by side: one of them is chosen at a glance."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.app.context import Context
from game.core.match import FIGURES
from game.engine.canvas import Canvas
from game.engine.figures import figure
from game.engine.items import Item, ItemList
from game.engine.layout import Box
from game.engine.widgets import Use, Widget

#: how the ids of the figures to choose from begin
TAKE = "take-"
#: the largest face, logical
MOST = 29.0


class Face(Widget):
    """A figure that can be chosen; the one that is has a gold ring."""

    def __init__(
        self,
        context: Context,
        name: str,
        box: Box,
        use: Use,
        *,
        on: bool | None = None,
        radius: float = 0.0,
        id_: str = "",
        label: str = "",
    ) -> None:
        super().__init__(context.kit)
        self.name, self.box, self.on = name, box, on
        self.radius = radius or min(MOST, box.w * 0.38, box.h * 0.36)
        label = label or context.texts(f"animal.{name}")
        self.items = [Item(id_ or f"{TAKE}{name}", label, box, use, on=on, tip=True)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the face: glad while it is pointed at."""
        state = self.state(self.items[0], items)
        mood = "calm" if state == "normal" else "glad"
        active = bool(self.on) or state in ("focus", "pressed")
        canvas.put_centred(figure(self.kit, self.name, self.radius, mood, active), *self.box.centre)


def choice_of_figures(context: Context, box: Box, chosen: str, choose: Callable[[str], None]) -> list[Widget]:
    """Every figure in a row; ``choose`` gets the name of the one that is used."""
    wide = box.w / len(FIGURES)
    return [
        Face(context, name, Box(box.x + place * wide, box.y, wide, box.h), partial(choose, name), on=name == chosen)
        for place, name in enumerate(FIGURES)
    ]
