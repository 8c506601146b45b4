"""How the moves' buttons and the prompt come and go from turn to turn: they rise a little and fade, which is short.

Only their picture does. The items are there, or gone, at once, for hands, keys and whoever cannot see them.
"""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Surface

from game.engine import surfaces
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.turn_table import AnyTurnTable
from game.engine.tweens import out_cubic
from game.engine.widgets import Button, Widget

#: how long coming and going take at normal speed, in milliseconds
COME_MS, GO_MS = 160.0, 120.0
#: how far they rise, logical
RISE = 16.0


class FadedCanvas(Canvas):
    """A canvas on which everything lies lower and is thinner than it will be."""

    def __init__(self, canvas: Canvas, share: float) -> None:
        super().__init__(canvas.screen, canvas.frame)
        self._low = RISE * (1 - share)
        self._share = share

    def put(self, picture: Surface, x: float, y: float) -> None:
        """Draw a picture with its upper left corner at a place."""
        super().put(surfaces.thin(picture, self._share), x, y + self._low)

    def put_centred(self, picture: Surface, x: float, y: float) -> None:
        """Draw a picture with its middle at a place."""
        super().put_centred(surfaces.thin(picture, self._share), x, y + self._low)


class ControlFade:
    """What is coming and going at a table."""

    def __init__(self) -> None:
        self._buttons: list[Widget] = []
        self._leaving: list[Widget] = []
        #: milliseconds since they came or went, and how long that takes
        self._came, self._coming = 0.0, 0.0
        self._went, self._going = 0.0, 0.0
        #: what is asked now
        self.prompt = ""
        self._said, self._saying = 0.0, 0.0

    def offer(self, widgets: Sequence[Widget], pace: float) -> None:
        """These are a move's widgets now; their buttons ease in if there were none, and out if none are left."""
        buttons: list[Widget] = [widget for widget in widgets if isinstance(widget, Button)]
        if buttons and not self._buttons:
            self._came, self._coming = 0.0, COME_MS * pace
        elif self._buttons and not buttons:
            self._leaving = self._buttons
            self._went, self._going = 0.0, GO_MS * pace
        self._buttons = buttons

    def say(self, prompt: str, pace: float) -> None:
        """This is the prompt now: a new one eases in."""
        if prompt != self.prompt:
            self.prompt = prompt
            self._said, self._saying = 0.0, COME_MS * pace

    def update(self, ms: float) -> bool:
        """Let time pass; return whether the picture changes."""
        busy = self._came < self._coming or self._went < self._going or self._said < self._saying
        self._came, self._went, self._said = self._came + ms, self._went + ms, self._said + ms
        if self._went >= self._going:
            self._leaving = []
        return busy

    def draw(self, canvas: Canvas, widgets: Sequence[Widget], items: ItemList) -> None:
        """Draw the widgets of the table, over what is on its way out."""
        self._draw_leaving(canvas)
        for widget in widgets:
            self._draw_widget(widget, canvas, items)

    def _draw_widget(self, widget: Widget, canvas: Canvas, items: ItemList) -> None:
        """Draw a widget of the table, as far as it has come; one that the keys are on is there at once."""
        ringed = items.ring and any(item.id == items.focus for item in widget.items)
        if widget in self._buttons and self._came < self._coming and not ringed:
            canvas = FadedCanvas(canvas, out_cubic(self._came / self._coming))
        widget.draw(canvas, items)

    def _draw_leaving(self, canvas: Canvas) -> None:
        """Draw what is on its way out."""
        if self._leaving and self._went < self._going:
            thinner = FadedCanvas(canvas, 1 - self._went / self._going)
            for widget in self._leaving:
                widget.draw(thinner, ItemList())

    def draw_prompt(self, canvas: Canvas, table: AnyTurnTable) -> None:
        """Draw the prompt, as far as it has come, unless the table tells something larger."""
        if not self.prompt or table.tells:
            return
        if self._said < self._saying:
            canvas = FadedCanvas(canvas, out_cubic(self._said / self._saying))
        table.draw_prompt(canvas, self.prompt, *table.spots.prompt, table.spots.prompt_width)
