"""What several screens share: headings, corner buttons, rows of house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.context import Context
from game.core.protocol import Option
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.layout import Box
from game.engine.palette import CREAM, INK, LIP, SOFT, SOFT_ON_PAPER, mix
from game.engine.widgets import RoundButton, Segment, Toggle, Widget

#: the corner where "back" and "pause" are
CORNER = (58.0, 60.0)
RULE_ON_PAPER = mix(CREAM, LIP, 0.7)


def corner(context: Context) -> tuple[float, float]:
    """The middle of the upper left corner button."""
    return (60.0, 60.0) if context.frame.tall else CORNER


def back_button(
    context: Context, use: Callable[[], Any], icon: str = "back", label: str = "back", also: str = ""
) -> RoundButton:
    """The button in the upper left corner; the pause key uses it too, and the key that ``also`` names."""
    x, y = corner(context)
    keys = ("pause", "back", *filter(None, (also,)))
    return RoundButton(context.kit, label, x, y, icon, context.texts(f"button.{label}"), use, keys=keys)


def heading(context: Context, backdrop: Backdrop, title: str, sub: str = "") -> None:
    """A scene's title beside the corner button, baked."""
    kit, frame = context.kit, context.frame
    most = frame.width - 130 - 24 if frame.tall else 760
    words = kit.sticker_plain(title, 44, CREAM, most)
    backdrop.put(words, 110, 58)
    if sub:
        line = kit.line_plain(sub, 20, SOFT, text.BLACK)
        left = 110 + words.get_width() / kit.scale + 26
        if left + line.get_width() / kit.scale < frame.width - 30:
            backdrop.put(line, left, 64)


def row_text(
    context: Context, backdrop: Backdrop, x: float, y: float, most: float, label: str, note: str = "", size: float = 21
) -> None:
    """A row's label with a note below, on paper."""
    kit = context.kit
    apart = 12 * kit.text_scale / kit.scale
    backdrop.put(kit.line_plain(label, size, INK, text.BLACK, most), x, y - (apart if note else 0))
    if note:
        backdrop.put(kit.line_plain(note, 17, SOFT_ON_PAPER, text.STRONG, most), x, y + apart)


class OptionRow:
    """One house rule on paper: its words are baked, its control is a widget."""

    def __init__(
        self, context: Context, game: str, option: Option, value: Any, change: Callable[[str, Any], Any]
    ) -> None:
        self.context, self.game, self.option, self.value, self.change = context, game, option, value, change

    def words(self, key: str) -> str:
        """A text of this option."""
        return self.context.texts(f"{self.game}.option.{self.option.name}{key}")

    def bake(self, backdrop: Backdrop, x: float, y: float, w: float) -> None:
        """Write label and note at the left of a row ``w`` wide with its middle at ``y``."""
        note = f"{self.game}.option.{self.option.name}.note"
        room = w - (100 if len(self.option.values) == 2 else self._segment(w).w + 20)
        note = self.words(".note") if self.context.texts.has(note) else ""
        row_text(self.context, backdrop, x, y, room, self.words(""), note)

    def _segment(self, w: float) -> Box:
        wide = min(w * 0.6, 57.0 * len(self.option.values))
        return Box(0, 0, wide, 52)

    def widget(self, x: float, y: float, w: float) -> Widget:
        """The control at the right of the row."""
        option, kit = self.option, self.context.kit
        if len(option.values) == 2:
            on = self.value == option.values[1]
            return Toggle(
                kit,
                f"option-{option.name}",
                x + w - 76,
                y - 21,
                on,
                self.words(""),
                lambda wanted: self.change(option.name, option.values[int(wanted)]),
            )
        box = self._segment(w)
        return Segment(
            kit,
            f"option-{option.name}",
            Box(x + w - box.w, y - 26, box.w, box.h),
            [self._label(value) for value in option.values],
            option.values.index(self.value),
            lambda place: self.change(option.name, option.values[place]),
            self.words(""),
            22,
        )

    def _label(self, value: Any) -> str:
        key = f"{self.game}.option.{self.option.name}.{value}"
        return self.context.texts(key) if self.context.texts.has(key) else str(value)

