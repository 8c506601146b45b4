"""Transitions of the moves' buttons and the prompt between turns: a short rise and fade.

Only pictures are animated. The items themselves appear and disappear at once, for pointers, keys and screen readers.
"""

from collections.abc import Sequence

from pygame import Surface

from game.engine import surfaces
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.sprites import SpriteLayer
from game.engine.turn_table import AnyTurnTable, lit_plain
from game.engine.tweens import out_cubic
from game.engine.widgets import Button, RoundButton, Widget

#: duration of appearing and disappearing at normal speed, in milliseconds
COME_MS, GO_MS = 160.0, 120.0
#: height of the rise, logical
RISE = 16.0
#: how far the word of a round button reaches beyond its target, logical
WORD = 8.0


class FadedCanvas(Canvas):
    """A canvas that draws lower and fainter, by the progress of a transition."""

    def __init__(self, canvas: Canvas, share: float) -> None:
        super().__init__(canvas.screen, canvas.frame)
        self._offset = RISE * (1 - share)
        self._share = share

    def put(self, picture: Surface, x: float, y: float) -> None:
        super().put(surfaces.thin(picture, self._share), x, y + self._offset)

    def put_centred(self, picture: Surface, x: float, y: float) -> None:
        super().put_centred(surfaces.thin(picture, self._share), x, y + self._offset)


class ControlFade:
    """The transitions at a table."""

    def __init__(self) -> None:
        self._buttons: list[Widget] = []
        self._fading_widgets: list[Widget] = []
        #: elapsed and total milliseconds of appearing and disappearing
        self._in_ms, self._in_total_ms = 0.0, 0.0
        self._out_ms, self._out_total_ms = 0.0, 0.0
        #: the current prompt
        self.prompt = ""
        self._prompt_ms, self._prompt_total_ms = 0.0, 0.0

    def offer(self, widgets: Sequence[Widget], pace: float) -> None:
        """Set a move's widgets; their buttons fade in if there were none, and out if none are left."""
        buttons: list[Widget] = [widget for widget in widgets if isinstance(widget, Button)]
        if buttons and not self._buttons:
            self._in_ms, self._in_total_ms = 0.0, COME_MS * pace
        elif self._buttons and not buttons:
            self._fading_widgets = self._buttons
            self._out_ms, self._out_total_ms = 0.0, GO_MS * pace
        self._buttons = buttons

    def say(self, prompt: str, pace: float) -> None:
        """Set the prompt; a new one fades in."""
        if prompt != self.prompt:
            self.prompt = prompt
            self._prompt_ms, self._prompt_total_ms = 0.0, COME_MS * pace

    def update(self, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        busy = (
            self._in_ms < self._in_total_ms
            or self._out_ms < self._out_total_ms
            or self._prompt_ms < self._prompt_total_ms
        )
        self._in_ms, self._out_ms, self._prompt_ms = self._in_ms + ms, self._out_ms + ms, self._prompt_ms + ms
        if self._out_ms >= self._out_total_ms:
            self._fading_widgets = []
        return busy

    def draw(self, canvas: Canvas, widgets: Sequence[Widget], items: ItemList, layer: SpriteLayer) -> None:
        """Draw the table's widgets above those that are disappearing; cards on their way pass over round buttons."""
        self._draw_leaving(canvas)
        for widget in widgets:
            self._draw_widget(widget, canvas, items)
        layer.draw_above(canvas, (one.item.box.grown(WORD) for one in widgets if isinstance(one, RoundButton)))

    def _draw_widget(self, widget: Widget, canvas: Canvas, items: ItemList) -> None:
        """Draw a widget with its transition; a focused one appears at once."""
        ringed = items.ring and any(item.id == items.focus for item in widget.items)
        if widget in self._buttons and self._in_ms < self._in_total_ms and not ringed:
            canvas = FadedCanvas(canvas, out_cubic(self._in_ms / self._in_total_ms))
        widget.draw(canvas, items)

    def _draw_leaving(self, canvas: Canvas) -> None:
        if self._fading_widgets and self._out_ms < self._out_total_ms:
            thinner = FadedCanvas(canvas, 1 - self._out_ms / self._out_total_ms)
            for widget in self._fading_widgets:
                widget.draw(thinner, ItemList())

    def draw_prompt(self, canvas: Canvas, table: AnyTurnTable) -> None:
        """Draw the prompt with its transition, unless the table shows something larger."""
        if not self.prompt or table.tells:
            return
        if self._prompt_ms < self._prompt_total_ms:
            canvas = FadedCanvas(canvas, out_cubic(self._prompt_ms / self._prompt_total_ms))
        if table.viewer_decides and not table.alone and (tray := table.spots.tray):
            canvas.put_centred(table.kit.scene_image(lit_plain, tray.w, tray.h), *tray.centre)
        table.draw_prompt(canvas, self.prompt, table.spots.prompt)
