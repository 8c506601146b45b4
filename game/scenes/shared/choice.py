"""Choices: names side by side, or one between two arrows if they do not fit; and a row of all figures."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from game.core.match import FIGURES
from game.engine import figures, fonts, palette, transitions
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.layout import Box
from game.engine.widgets import Segment, UseAction, Widget, arrow_pair, segment_fits
from game.services.context import Context

#: called with the number of the chosen name
Choose: TypeAlias = Callable[[int], transitions.Transition]

#: maximum number of names side by side on a tall screen
MOST_TABS = 3
#: text size of the names
TAB_SIZE = 21.0


def choice(
    context: Context,
    plate: Backdrop,
    box: Box,
    id_: str,
    names: Sequence[str],
    at: int,
    choose: Choose,
    spoken: str,
) -> list[Widget]:
    """Return the widgets of a choice, whose arrows have the ids ``previous_ID`` and ``next_ID``; its name is baked."""
    kit = context.kit
    few = len(names) <= MOST_TABS if context.frame.tall else segment_fits(kit, box.w, names, TAB_SIZE)
    if few:
        return [Segment(kit, id_, box, names, at, choose, name=spoken, size=TAB_SIZE)]
    return arrows(context, plate, box, id_, names, at, choose)


def arrows(
    context: Context,
    plate: Backdrop,
    box: Box,
    id_: str,
    names: Sequence[str],
    at: int,
    choose: Choose,
) -> list[Widget]:
    """Bake the chosen name between two arrows; return the arrows."""
    kit, texts = context.kit, context.texts
    y = box.y + box.h / 2
    plate.inset(box, box.h / 2, palette.PARCHMENT)
    name = kit.line_plain(names[at], 24, palette.INK, fonts.DISPLAY, box.w - 192)
    plate.put(name, box.x + box.w / 2, y, "centre")
    sides = (("previous", box.x + box.h / 2), ("next", box.x + box.w - box.h / 2))
    ends = [(f"{way}_{id_}", texts(f"choice.{way}_{id_}"), x) for way, x in sides]
    return arrow_pair(kit, y, ends, lambda by: choose((at + by) % len(names)), side=52)


#: id prefix of the figures to choose from
TAKE = "take-"
#: maximum radius of a face, logical
MOST = 29.0


class FigureButton(Widget):
    """A figure that can be chosen; the chosen one has a gold ring."""

    def __init__(
        self,
        context: Context,
        name: str,
        box: Box,
        use: UseAction,
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
        self.items = [Item(id_ or f"{TAKE}{name}", label, box, use, checked=on, has_tooltip=True)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        state = self.state(self.items[0], items)
        mood = "calm" if state == "normal" else "glad"
        active = bool(self.on) or state in ("focus", "pressed")
        canvas.put_centred(figures.figure(self.kit, self.name, self.radius, mood, active), *self.box.centre)


def choice_of_figures(context: Context, box: Box, chosen: str, choose: Callable[[str], None]) -> list[Widget]:
    """Return every figure in a row; ``choose`` gets the name of the chosen one."""
    wide = box.w / len(FIGURES)
    return [
        FigureButton(
            context, name, Box(box.x + place * wide, box.y, wide, box.h), partial(choose, name), on=name == chosen
        )
        for place, name in enumerate(FIGURES)
    ]
