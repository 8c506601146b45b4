"""Secrets of people who share a device: hidden on the table, and shown while their owner holds them."""

from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.widgets import TARGET, Button, UseAction

#: id of the item that shows it
SECRET = "secret"
#: a shorter press is a tap, and how long a tap shows the secret; in milliseconds
HOLD_MS, SHOWN_MS = 150.0, 2000.0


class HeldSecret:
    """The viewer's secret: shown while its item is pressed, and for a while after a tap or a key."""

    def __init__(self) -> None:
        self._held_ms = self._remaining_ms = 0.0

    @property
    def shown(self) -> bool:
        """True while its owner looks at it."""
        return self._held_ms >= HOLD_MS or self._remaining_ms > 0

    def tap(self) -> None:
        """Show it for a while, unless this is the end of a longer press."""
        if self._held_ms < HOLD_MS:
            self._remaining_ms = SHOWN_MS

    def hide(self) -> None:
        """Hide it at once."""
        self._held_ms = self._remaining_ms = 0.0

    def update(self, ms: float, held: bool) -> bool:
        """Advance time, its item ``held`` or not; return True if it has been shown or hidden."""
        before = self.shown
        self._held_ms = self._held_ms + ms if held else 0.0
        self._remaining_ms = max(0.0, self._remaining_ms - ms)
        return before != self.shown


class SecretButton(Button):
    """The button in the place of a hidden secret; it leaves its place to the secret while that is shown."""

    def __init__(self, secret: HeldSecret, kit: Kit, box: Box, label: str, use: UseAction, size: float) -> None:
        super().__init__(kit, SECRET, box, label, use, kind="dark", icon="eye", size=size)
        self.secret = secret
        self.item.box, self.item.about = box.at_least(TARGET), SECRET

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        if not self.secret.shown:
            super().draw(canvas, items)
