"""Widgets: items that know how to draw themselves. Boxes are logical."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from pygame import Surface

from game.engine import fonts, palette
from game.engine.canvas import Canvas
from game.engine.controls import SWITCH, bar_plain, focus_plain, key_cap_plain, knob_plain, segment_plain, toggle_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.transitions import Transition

#: an action of an item
UseAction: TypeAlias = Callable[[], Transition]
#: least side of a touch target, logical: 7.6 mm on a phone held sideways
TARGET = 72


def put_paper(canvas: Canvas, kit: Kit, paper: Surface, x: float, y: float) -> None:
    """Draw a paper; the corner of its sheet, without the shadow, is at (x, y)."""
    margin = kit.paper_margin() / kit.scale
    canvas.put(paper, x - margin, y - margin)


class Widget:
    """Something drawn, with the items it offers."""

    #: label of its key cap
    cap = ""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.items: list[Item] = []

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw; change nothing."""

    def draw_cap(self, canvas: Canvas) -> None:
        """Draw the key cap alone, again above what covers it; change nothing."""

    def state(self, item: Item, items: ItemList) -> str:
        """Return an item's look: disabled, pressed, focus, hover or normal."""
        if not item.enabled:
            return "disabled"
        if items.pressed == item.id and items.hover == item.id:
            return "pressed"
        if items.ring and items.focus == item.id:
            return "focus"
        return "hover" if items.hover == item.id else "normal"


class Painted(Widget):
    """Something drawn by ``paint``, without items."""

    def __init__(self, kit: Kit, paint: Callable[[Canvas], None]) -> None:
        super().__init__(kit)
        self.paint = paint

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        self.paint(canvas)


class Button(Widget):
    """A button with a label, and optionally a second line and an icon."""

    def __init__(  # noqa: PLR0913 - all but the first are named by who calls
        self,
        kit: Kit,
        id_: str,
        box: Box,
        label: str,
        use: UseAction,
        *,
        kind: str = "secondary",
        sub: str = "",
        icon: str = "",
        size: float = 0,
        enabled: bool = True,
        keys: tuple[str, ...] = (),
        cap: str = "",
        spoken: str = "",
    ) -> None:
        super().__init__(kit)
        name = spoken or (f"{label}, {sub}" if sub else label)
        self.item = Item(id_, name, box, use, enabled, keys)
        self.items = [self.item]
        self.box, self.label, self.kind, self.sub, self.icon, self.size = box, label, kind, sub, icon, size
        self.cap = cap

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, state = self.box, self.state(self.item, items)
        look = {"kind": self.kind, "state": state, "sub": self.sub, "icon": self.icon}
        picture = self.kit.button(box.w, box.h, self.label, **look, size=self.size)
        canvas.put(picture, box.x - Kit.MARGIN, box.y - Kit.MARGIN)
        self.draw_cap(canvas)

    def draw_cap(self, canvas: Canvas) -> None:
        if self.cap and self.item.enabled:
            canvas.put_centred(
                self.kit.widget_image(key_cap_plain, self.cap), self.box.x + self.box.w - 8, self.box.y - 6
            )


class RoundButton(Widget):
    """A round icon button; its target is at least 72 each way."""

    def __init__(  # noqa: PLR0913 - all but the first are named by who calls
        self,
        kit: Kit,
        id_: str,
        x: float,
        y: float,
        label: str,
        use: UseAction,
        *,
        icon: str,
        side: float = 56,
        keys: tuple[str, ...] = (),
        enabled: bool = True,
    ) -> None:
        super().__init__(kit)
        self.x, self.y, self.icon, self.side = x, y, icon, side
        box = Box(x - side / 2, y - side / 2, side, side).at_least(TARGET)
        self.item = Item(id_, label, box, use, enabled, keys, has_tooltip=True)
        self.items = [self.item]

    def move(self, x: float, y: float) -> None:
        """Move its centre."""
        box = self.item.box
        self.item.box = box._replace(x=box.x + x - self.x, y=box.y + y - self.y)
        self.x, self.y = x, y

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        picture = self.kit.round_button(self.icon, self.side, self.state(self.item, items))
        canvas.put_centred(picture, self.x, self.y)


def arrow_pair(
    kit: Kit,
    y: float,
    ends: Sequence[tuple[str, str, float]],
    turn: Callable[[int], Transition],
    *,
    can: tuple[bool, bool] = (True, True),
    side: float = 56,
) -> list[Widget]:
    """Return the buttons for previous and next; ``ends`` has the id, label and centre of each."""
    return [
        RoundButton(kit, id_, x, y, label, partial(turn, by), icon=icon, side=side, enabled=enabled)
        for (id_, label, x), by, icon, enabled in zip(ends, (-1, 1), ("arrow_left", "arrow_right"), can, strict=True)
    ]


class Segment(Widget):
    """One of several values, side by side; each value is an item of its own."""

    def __init__(  # noqa: PLR0913 - all but the first six are passed by name
        self,
        kit: Kit,
        id_: str,
        box: Box,
        labels: Sequence[str],
        chosen: int,
        choose: Callable[[int], Transition],
        *,
        name: str,
        size: float = 20,
        first: int = 0,
    ) -> None:
        """Show ``labels``; none of them is ``chosen`` if that is no place of theirs.

        If the values are in several lines, ``first`` is the number of this line's first one.
        """
        super().__init__(kit)
        self.box, self.labels, self.chosen, self.size = box, list(labels), chosen, size
        wide = (box.w - 8) / len(labels)
        for place, label in enumerate(labels):
            part = Box(box.x + 4 + place * wide, box.y, wide, box.h)
            self.items.append(
                Item(
                    f"{id_}-{first + place}",
                    f"{name}: {label}",
                    part.at_least(0)._replace(y=box.y + box.h / 2 - max(box.h, TARGET) / 2, h=max(box.h, TARGET)),
                    lambda place=first + place: choose(place),  # type: ignore[misc]
                    checked=place == chosen,
                )
            )

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box, kit = self.box, self.kit
        canvas.put(
            kit.widget_image(segment_plain, box.w, box.h, tuple(self.labels), self.chosen, self.size),
            box.x - 12,
            box.y - 12,
        )
        for item in self.items:
            if self.state(item, items) == "focus":
                inner = Box(item.box.x, box.y + 4, item.box.w, box.h - 8)
                canvas.put(kit.widget_image(focus_plain, inner.w, inner.h, inner.h / 2), inner.x - 8, inner.y - 8)


def segment_fits(kit: Kit, w: float, labels: Sequence[str], size: float) -> bool:
    """Return True if a segment ``w`` wide can show these labels at a readable size."""
    real, room = round(size * kit.text_scale), kit.px((w - 8) / len(labels) - 14)
    return all(fonts.reads(label, fonts.DISPLAY, real, room) for label in labels)


class Toggle(Widget):
    """On or off, with a tick or a dash."""

    def __init__(
        self, kit: Kit, id_: str, x: float, y: float, *, on: bool, name: str, change: Callable[[bool], Transition]
    ) -> None:
        super().__init__(kit)
        self.x, self.y, self.on = x, y, on
        box = Box(x, y, *SWITCH).at_least(TARGET)
        self.item = Item(id_, name, box, lambda: change(not on), checked=on)
        self.items = [self.item]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        if self.state(self.item, items) == "focus":
            canvas.put(self.kit.widget_image(focus_plain, *SWITCH, 21), self.x - 8, self.y - 8)
        canvas.put(self.kit.widget_image(toggle_plain, self.on), self.x, self.y)


class Slider(Widget):
    """A value from 0 to 1 along a bar."""

    def __init__(
        self,
        kit: Kit,
        id_: str,
        x: float,
        y: float,
        w: float,
        value: float,
        *,
        name: str,
        change: Callable[[float], None],
    ) -> None:
        super().__init__(kit)
        self.x, self.y, self.w, self.value = x, y, w, value
        self._change = change
        box = Box(x - 17, y - TARGET / 2, w + 34, TARGET)
        label, adjust = f"{name}: {round(value * 100)}", lambda by: self._set(self.value + by * 0.1)
        self.item = Item(id_, label, box, lambda: None, adjust=adjust, on_slide=self._drag)
        self.items = [self.item]

    def _drag(self, share: float) -> None:
        self._set((share * (self.w + 34) - 17) / self.w)

    def _set(self, value: float) -> None:
        self.value = round(min(1.0, max(0.0, value)) * 20) / 20
        self._change(self.value)

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        canvas.put(self.kit.widget_image(bar_plain, self.w, 14, self.value, palette.AMBER), self.x, self.y - 7)
        if self.state(self.item, items) == "focus":
            canvas.put_centred(self.kit.widget_image(focus_plain, 34, 34, 17), self.x + self.w * self.value, self.y)
        canvas.put_centred(self.kit.widget_image(knob_plain), self.x + self.w * self.value, self.y)
