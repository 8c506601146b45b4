"""The keys on the settings screen: a tile each, and what happens when a new key is pressed."""

from __future__ import annotations

from pygame import Surface

from game.app.context import Context
from game.engine import surfaces, text
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.input import Key
from game.engine.items import Item, ItemList
from game.engine.keys import FIXED
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, PARCHMENT, WHITE, mix
from game.engine.texts import Texts
from game.engine.widgets import Use, Widget

#: keys that only change what other keys mean
MODIFIERS = frozenset(
    f"{side} {key}" for side in ("left", "right") for key in ("shift", "ctrl", "alt", "meta", "gui", "super")
) | {"caps lock", "numlock", "scroll lock", "alt gr", "mode"}


def caption(texts: Texts, key: str) -> str:
    """A key's name as it stands on a key cap."""
    named = f"settings.cap.{key.replace(' ', '_')}"
    if texts.has(named):
        return texts(named)
    return key.upper() if len(key) < 4 else key.capitalize()


def taken(context: Context, meaning: str, event: Key) -> bool:
    """Give ``meaning`` the key that was pressed; another one that has it gets the old key. Refused keys are told."""
    texts, keys = context.texts, context.settings.keys
    # a sign that needs Shift is named by what it shows, a letter by its key
    key = event.text if event.text.strip() and not event.text.isalpha() else event.raw
    if event.raw in FIXED or not key:
        context.tell("settings.key_fixed", key=caption(texts, event.raw))
        return False
    before = keys[meaning]
    for other, used in keys.items():
        if other != meaning and used == key:
            keys[other] = before
            names = {"key": caption(texts, key), "other": texts(f"settings.key.{other}")}
            context.tell("settings.key_swapped", **names, old=caption(texts, before))
    keys[meaning] = key
    return True


def tile_plain(kit: Kit, w: float, h: float, label: str, cap: str, state: str, waiting: bool) -> Surface:
    """What a key does and the key itself on its cap; the tile starts at 8, 8."""
    px = kit.px
    whole = surfaces.blank((px(w + 16), px(h + 16)))
    whole.fill((*INK, 0))
    if state == "focus":
        whole.blit(focus_plain(kit, w, h, 12), (0, 0))
    fill = {"hover": mix(PARCHMENT, WHITE, 0.45), "pressed": mix(PARCHMENT, INK, 0.1)}.get(state, PARCHMENT)
    whole.blit(surfaces.rounded((px(w), px(h)), px(12), fill), (px(8), px(8)))
    if waiting:
        whole.blit(surfaces.ring((px(w), px(h)), px(12), max(2, px(4)), GOLD), (px(8), px(8)))
    high = min(h - 12, 44.0)
    line = kit.line_plain(cap, 19, INK, text.BLACK, w * 0.36)
    wide = max(px(high + 6), line.get_width() + px(24))
    left, top = px(8 + w - 10) - wide, px(8 + (h - high) / 2)
    whole.blit(surfaces.rounded((wide, px(high)), px(9), INK), (left, top))
    face = (wide - px(4), px(high - 6))
    whole.blit(surfaces.rounded(face, px(8), GOLD if waiting else CREAM), (left + px(2), top + px(1)))
    centred(whole, line, left + wide // 2, top + px(1) + face[1] // 2)
    room = (left - px(8 + 16 + 8)) / kit.scale
    words = kit.line_plain(label, 20, INK, text.STRONG, room)
    whole.blit(words, (px(8 + 16), px(8 + h / 2) - words.get_height() // 2))
    return whole


class KeyTile(Widget):
    """One meaning with its key; using it waits for another key."""

    def __init__(self, context: Context, meaning: str, box: Box, waiting: bool, use: Use) -> None:
        super().__init__(context.kit)
        texts = context.texts
        self.box, self.waiting = box, waiting
        self.label = texts(f"settings.key.{meaning}")
        self.cap = "?" if waiting else caption(texts, context.settings.keys[meaning])
        self.items = [Item(f"key-{meaning}", f"{self.label}: {self.cap}", box, use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the tile in its state."""
        box = self.box
        state = self.state(self.items[0], items)
        tile = self.kit.made(tile_plain, box.w, box.h, self.label, self.cap, state, self.waiting)
        canvas.put(tile, box.x - 8, box.y - 8)
