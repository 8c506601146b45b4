"""Widgets: items that know how to draw themselves. Boxes are logical."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import TypeAlias

from pygame import Surface

from game.engine import surfaces, text
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import (
    AMBER,
    CREAM,
    GOLD,
    GOOD,
    ICON_LIP,
    INK,
    LIP,
    PARCHMENT,
    SHADE,
    TOGGLE_OFF,
    WHITE,
    Colour,
)
from game.engine.transitions import Transition

#: what using something does
Use: TypeAlias = Callable[[], Transition]
#: the least side of a target, logical: 7.6 mm on a phone held wide
TARGET = 72


class Widget:
    """Something drawn, with the items it offers."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.items: list[Item] = []

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw; change nothing."""

    def state(self, item: Item, items: ItemList) -> str:
        """How an item looks: disabled, pressed, focus, hover or normal."""
        if not item.enabled:
            return "disabled"
        if items.pressed == item.id and items.hover == item.id:
            return "pressed"
        if items.ring and items.focus == item.id:
            return "focus"
        return "hover" if items.hover == item.id else "normal"


class Picture(Widget):
    """A picture at a fixed place; ``anchor`` is corner, centre, left or right."""

    def __init__(self, kit: Kit, picture: Surface, x: float, y: float, anchor: str = "centre") -> None:
        super().__init__(kit)
        self.picture, self.x, self.y, self.anchor = picture, x, y, anchor

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the picture."""
        put = {
            "corner": canvas.put,
            "centre": canvas.put_centred,
            "left": canvas.put_left,
            "right": canvas.put_right,
        }[self.anchor]
        put(self.picture, self.x, self.y)


class Button(Widget):
    """A button with a label, maybe a second line and an icon."""

    def __init__(  # noqa: PLR0913 - all but the first are named by who calls
        self,
        kit: Kit,
        id_: str,
        box: Box,
        label: str,
        use: Use,
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
        """Draw the button in its state, and its key cap."""
        state = self.state(self.item, items)
        picture = self.kit.button(self.box.w, self.box.h, self.label, self.kind, state, self.sub, self.icon, self.size)
        canvas.put(picture, self.box.x - Kit.MARGIN, self.box.y - Kit.MARGIN)
        if self.cap and state != "disabled":
            canvas.put_centred(self.kit.ready("key_cap_plain", self.cap), self.box.x + self.box.w - 8, self.box.y - 6)


class RoundButton(Widget):
    """A round icon button; its target is at least 72 each way."""

    def __init__(  # noqa: PLR0913 - all but the first are named by who calls
        self,
        kit: Kit,
        id_: str,
        x: float,
        y: float,
        icon: str,
        label: str,
        use: Use,
        *,
        side: float = 56,
        keys: tuple[str, ...] = (),
        enabled: bool = True,
        target: float = TARGET,
    ) -> None:
        super().__init__(kit)
        self.x, self.y, self.icon, self.side = x, y, icon, side
        box = Box(x - side / 2, y - side / 2, side, side).at_least(target)
        self.item = Item(id_, label, box, use, enabled, keys, tip=True)
        self.items = [self.item]

    def move(self, x: float, y: float) -> None:
        """Put its middle elsewhere."""
        box = self.item.box
        self.item.box = box._replace(x=box.x + x - self.x, y=box.y + y - self.y)
        self.x, self.y = x, y

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the button in its state."""
        picture = self.kit.round_button(self.icon, self.side, self.state(self.item, items))
        canvas.put_centred(picture, self.x, self.y)


class Segment(Widget):
    """One of several values, side by side; each value is an item of its own."""

    def __init__(
        self,
        kit: Kit,
        id_: str,
        box: Box,
        labels: Sequence[str],
        chosen: int,
        choose: Callable[[int], Transition],
        name: str,
        size: float = 20,
    ) -> None:
        super().__init__(kit)
        self.box, self.labels, self.chosen, self.size = box, list(labels), chosen, size
        wide = (box.w - 8) / len(labels)
        for place, label in enumerate(labels):
            part = Box(box.x + 4 + place * wide, box.y, wide, box.h)
            self.items.append(
                Item(
                    f"{id_}-{place}",
                    f"{name}: {label}",
                    part.at_least(0)._replace(y=box.y + box.h / 2 - max(box.h, TARGET) / 2, h=max(box.h, TARGET)),
                    lambda place=place: choose(place),  # type: ignore[misc]
                    on=place == chosen,
                )
            )

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the bar, the chosen value and the ring."""
        box, kit = self.box, self.kit
        canvas.put(
            kit.ready("segment_plain", box.w, box.h, tuple(self.labels), self.chosen, self.size), box.x - 12, box.y - 12
        )
        for item in self.items:
            if self.state(item, items) == "focus":
                inner = Box(item.box.x, box.y + 4, item.box.w, box.h - 8)
                canvas.put(kit.ready("focus_plain", inner.w, inner.h, inner.h / 2), inner.x - 8, inner.y - 8)


def segment_fits(kit: Kit, w: float, labels: Sequence[str], size: float) -> bool:
    """Whether a segment ``w`` wide can hold these labels without any of them becoming too small."""
    least = ceil(round(size * kit.text_scale) * text.LEAST_SHRINK)
    room = kit.px((w - 8) / len(labels) - 14)
    return all(text.width(label, text.DISPLAY, least) <= room for label in labels)


class Toggle(Widget):
    """On or off, with a tick or a dash."""

    SIZE = (76, 42)

    def __init__(
        self, kit: Kit, id_: str, x: float, y: float, on: bool, name: str, change: Callable[[bool], Transition]
    ) -> None:
        super().__init__(kit)
        self.x, self.y, self.on = x, y, on
        box = Box(x, y, *self.SIZE).at_least(TARGET)
        self.item = Item(id_, name, box, lambda: change(not on), on=on)
        self.items = [self.item]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the switch."""
        if self.state(self.item, items) == "focus":
            canvas.put(self.kit.ready("focus_plain", *self.SIZE, 21), self.x - 8, self.y - 8)
        canvas.put(self.kit.ready("toggle_plain", self.on), self.x, self.y)


class Slider(Widget):
    """A value from 0 to 1 along a bar."""

    def __init__(
        self, kit: Kit, id_: str, x: float, y: float, w: float, value: float, name: str, change: Callable[[float], None]
    ) -> None:
        super().__init__(kit)
        self.x, self.y, self.w, self.value = x, y, w, value
        self._change = change
        box = Box(x - 17, y - TARGET / 2, w + 34, TARGET)
        self.item = Item(id_, f"{name}: {round(value * 100)}", box, lambda: None, adjust=self._adjust, drag=self._drag)
        self.items = [self.item]

    def _adjust(self, by: int) -> None:
        self._set(self.value + by * 0.1)

    def _drag(self, share: float) -> None:
        self._set((share * (self.w + 34) - 17) / self.w)

    def _set(self, value: float) -> None:
        self.value = round(min(1.0, max(0.0, value)) * 20) / 20
        self._change(self.value)

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the bar and the knob."""
        canvas.put(self.kit.ready("bar_plain", self.w, 14, self.value, AMBER), self.x, self.y - 7)
        if self.state(self.item, items) == "focus":
            canvas.put_centred(self.kit.ready("focus_plain", 34, 34, 17), self.x + self.w * self.value, self.y)
        canvas.put_centred(self.kit.ready("knob_plain"), self.x + self.w * self.value, self.y)


class WidgetKit(Kit):
    """The kit with the pictures that only widgets need."""

    def key_cap_plain(self, key: str) -> Surface:
        """A key's name on a small cap."""
        line = self.line_plain(key, 15, INK, text.BLACK)
        wide = max(self.px(26), line.get_width() + self.px(12))
        whole = surfaces.rounded((wide + self.px(4), self.px(28)), self.px(7), INK).copy()
        whole.blit(surfaces.rounded((wide, self.px(23)), self.px(6), CREAM), (self.px(2), self.px(1)))
        centred(whole, line, whole.get_width() // 2, self.px(12))
        return whole

    def focus_plain(self, w: float, h: float, radius: float) -> Surface:
        """The white ring around a w x h box that starts at 8, 8."""
        whole = surfaces.blank((self.px(w + 16), self.px(h + 16)))
        for out, width, colour in ((8, 2, INK), (6, 4, WHITE), (2, 2, INK)):
            size = (self.px(w + 2 * out), self.px(h + 2 * out))
            line = surfaces.ring(size, self.px(radius + out), max(1, self.px(width)), colour)
            centred(whole, line, whole.get_width() // 2, whole.get_height() // 2)
        return whole

    def segment_plain(self, w: float, h: float, labels: tuple[str, ...], chosen: int, size: float) -> Surface:
        """A bar of labels with the chosen one in a dark pill; the bar starts at 12, 12."""
        px = self.px
        whole = surfaces.blank((px(w + 24), px(h + 28)))
        whole.fill((*SHADE, 0))
        cast, room = surfaces.shadow((px(w), px(h)), px(h / 2), max(1, px(3)), 102)
        whole.blit(cast, (px(14) - room, px(17) - room))
        whole.blit(surfaces.rounded((px(w), px(h)), px(h / 2), ICON_LIP), (px(12), px(15)))
        whole.blit(surfaces.rounded((px(w), px(h)), px(h / 2), PARCHMENT), (px(12), px(12)))
        part = (w - 8) / len(labels)
        sizes = [text.fitted(label, text.DISPLAY, round(size * self.text_scale), px(part - 14)) for label in labels]
        for place, label in enumerate(labels):
            left = 16 + place * part
            if place == chosen:
                whole.blit(surfaces.rounded((px(part), px(h - 8)), px(h / 2 - 4), INK), (px(left), px(16)))
            line = text.plain(label, text.DISPLAY, min(sizes), CREAM if place == chosen else INK)
            centred(whole, line, px(left + part / 2), px(12 + h / 2))
        return whole

    def toggle_plain(self, on: bool) -> Surface:
        """A switch: green with a tick, or grey with a dash."""
        px = self.px
        w, h = Toggle.SIZE
        whole = surfaces.rounded((px(w), px(h)), px(h / 2), INK).copy()
        fill = GOOD if on else TOGGLE_OFF
        whole.blit(surfaces.rounded((px(w - 5), px(h - 5)), px(h / 2 - 2.5), fill), (px(2.5), px(2.5)))
        x = px(w - h / 2) if on else px(h / 2)
        centred(whole, surfaces.disc(px(h / 2 - 4), INK, 102), x, px(h / 2 + 2))
        centred(whole, surfaces.disc(px(h / 2 - 4.5), CREAM), x, px(h / 2))
        centred(whole, self.icon_plain("check" if on else "minus", 22, INK), x, px(h / 2))
        return whole

    def bar_plain(self, w: float, h: float, value: float, fill: Colour) -> Surface:
        """A bar filled to ``value``."""
        px = self.px
        whole = surfaces.rounded((px(w), px(h)), px(h / 2), INK).copy()
        whole.blit(surfaces.rounded((px(w - 4), px(h - 4)), px(h / 2 - 2), LIP), (px(2), px(2)))
        if value > 0:
            size = (max(px(h - 4), px((w - 4) * value)), px(h - 4))
            whole.blit(surfaces.rounded(size, px(h / 2 - 2), fill), (px(2), px(2)))
        return whole

    def knob_plain(self) -> Surface:
        """The knob of a slider."""
        px = self.px
        whole = surfaces.blank((px(44), px(44)))
        middle = whole.get_width() // 2
        centred(whole, surfaces.disc(px(17), SHADE, 90), middle + px(1.5), middle + px(4))
        centred(whole, surfaces.disc(px(17), INK), middle, middle + px(2.5))
        centred(whole, surfaces.disc(px(15), CREAM), middle, middle)
        centred(whole, surfaces.disc(px(5.5), AMBER), middle, middle)
        return whole

    def bright_row_plain(self, w: float, h: float) -> Surface:
        """A light row in a gold line: the one that matters now."""
        whole = surfaces.rounded((self.px(w), self.px(h)), self.px(18), CREAM).copy()
        whole.blit(surfaces.ring((self.px(w), self.px(h)), self.px(18), max(2, self.px(4)), GOLD), (0, 0))
        return whole

    def gold_row_plain(self, w: float, h: float) -> Surface:
        """A gold row: the first place."""
        return surfaces.rounded((self.px(w), self.px(h)), self.px(14), GOLD).copy()
