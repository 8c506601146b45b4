"""The digits that choose cards at a table of turns."""

from __future__ import annotations

from game.engine.canvas import Canvas
from game.engine.controls import key_cap_plain
from game.engine.items import CARD, Item, ItemList
from game.engine.turn_table import AnyTurnTable


def numbered(table: AnyTurnTable, items: ItemList) -> dict[str, Item]:
    """The cards to choose from by the digit that chooses each."""
    return table.numbered([item for item in items.items if item.enabled and item.id.startswith(CARD)])


def point_on(table: AnyTurnTable, items: ItemList) -> None:
    """A card has been chosen by its number: what can be done with it is next under the act key."""
    if (button := table.next_step()) and table.asked:
        items.focus, items.ring = button, True


def draw_caps(canvas: Canvas, table: AnyTurnTable, items: ItemList) -> None:
    """Draw on each card the cap of the digit that chooses it."""
    for digit, item in numbered(table, items).items():
        spot = item.card or item.box
        canvas.put_centred(table.kit.ready(key_cap_plain, digit), spot.x + 16, spot.y + 4)
