"""What an input means beside the hands of a live table."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.dock import Dock
from game.engine.input import Input, Key, Pointer
from game.engine.items import ItemList
from game.engine.widgets import Widget

#: what a key means that lets a bot's look end at once
HURRIES = ("act", "first")


def wants_on(event: Input, items: ItemList) -> bool:
    """Whether somebody taps the table, or confirms, and means nothing that could be used."""
    if isinstance(event, Pointer):
        item = items.at(event.x, event.y)
        return event.kind == "down" and (item is None or item.now)
    focused = items.focused()
    return isinstance(event, Key) and event.meaning in HURRIES and not (focused and focused.enabled)


def comes_down_on_dock(event: Pointer, widgets: Iterable[Widget]) -> bool:
    """Whether a hand comes down on words: it means nothing that is below them."""
    docks = (widget for widget in widgets if isinstance(widget, Dock))
    return event.kind == "down" and any(dock.box.holds(event.x, event.y) for dock in docks)
