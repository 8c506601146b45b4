"""What several screens share: headings, corner buttons, pages to turn, veils, rows of house rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from game.context import Context
from game.core.protocol import Option, offers
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.input import Input, Pointer
from game.engine.layout import Box
from game.engine.palette import CREAM, FELT, INK, LIP, SOFT, SOFT_ON_PAPER, mix, rgb
from game.engine.scene import Scene, Transition
from game.engine.table import Table
from game.engine.widgets import TARGET, Button, RoundButton, Segment, Toggle, Widget
from game.lineup import Lineup
from game.registry import GAMES

#: the corner where "back" and "pause" are
CORNER = (58.0, 60.0)
RULE_ON_PAPER = mix(CREAM, LIP, 0.7)
VEIL = rgb("#120A14")


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


def veiled(context: Context, game: str, table: Table | None = None) -> Backdrop:
    """The table, or only its felt, blurred and darkened: what lies under a paper that everything waits for."""
    frame = context.frame
    if table:
        picture = surfaces.opaque(frame.window, VEIL)
        table.draw(Canvas(picture, frame))
    else:
        picture = felt(frame, FELT[game])
    return Backdrop(context.kit, surfaces.dimmed(surfaces.softened(picture, max(4, frame.px(6))), VEIL, 0.62))


class Paged(Scene, ABC):
    """A scene with pages to turn, by buttons of its own and by the wheel."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        #: the page that is shown, from 0
        self.page = 0

    @abstractmethod
    def page_count(self) -> int:
        """How many pages there are, at least one."""

    def page_words(self) -> str:
        """Which page of how many is shown."""
        return self.context.texts("page", number=self.page + 1, count=self.page_count())

    def turn(self, by: int) -> None:
        """Turn so many pages on, or back, but not beyond the ends."""
        page = min(max(self.page + by, 0), self.page_count() - 1)
        if page != self.page:
            self.page = page
            self.build()

    def handle(self, event: Input) -> Transition:
        """The wheel turns pages too."""
        if isinstance(event, Pointer) and event.kind == "wheel":
            self.turn(-event.turn)
            return None
        return super().handle(event)


class OptionRow:
    """One house rule on paper: its words are baked, its control is a widget."""

    def __init__(
        self, context: Context, lineup: Lineup, option: Option, change: Callable[[str, Any], Any], seat: int = -1
    ) -> None:
        self.context, self.lineup, self.option, self.change = context, lineup, option, change
        #: whose value it is, where each seat has one of its own
        self.seat = seat

    @property
    def key(self) -> str:
        """Where the texts of this option are."""
        return f"{self.lineup.game}.option.{self.option.name}"

    @property
    def name(self) -> str:
        """What the option is called."""
        who = {"name": self.lineup.seats[self.seat].name} if self.seat >= 0 else {}
        return self.context.texts(self.key, **who)

    @property
    def value(self) -> Any:
        """The value that is chosen."""
        value = self.lineup.options[self.option.name]
        if self.seat < 0:
            return value
        return value[self.seat] if self.seat < len(value) else self.option.values[0]

    def _choose(self, value: Any) -> Any:
        if self.seat < 0:
            return self.change(self.option.name, value)
        fill = self.option.values[0]
        values = [*self.lineup.options[self.option.name], *[fill] * len(self.lineup.seats)][: len(self.lineup.seats)]
        values[self.seat] = value
        return self.change(self.option.name, tuple(values))

    def _wide(self, w: float) -> float:
        """How wide the control is in a row of ``w``."""
        if self.option.pick == "seat":
            return min(w * 0.45, 210.0)
        values = self.option.values
        return 80.0 if len(values) == 2 else min(w * 0.6, (72.0 if self._long else 57.0) * len(values))

    @property
    def _long(self) -> bool:
        """Whether some value has a name of more than two signs."""
        return max(len(self._label(value)) for value in self.option.values) > 2

    def bake(self, backdrop: Backdrop, x: float, y: float, w: float) -> None:
        """Write label and note at the left of a row ``w`` wide with its middle at ``y``."""
        note = f"{self.key}.note"
        note = self.context.texts(note) if self.context.texts.has(note) else ""
        row_text(self.context, backdrop, x, y, w - self._wide(w) - 20, self.name, note)

    def widget(self, x: float, y: float, w: float) -> Widget:
        """The control at the right of the row."""
        option, kit, values = self.option, self.context.kit, self.option.values
        id_ = f"option-{option.name}" + (f"-{self.seat}" if self.seat >= 0 else "")
        wide = self._wide(w)
        box = Box(x + w - wide, y - 26, wide, 52)
        if option.pick == "seat":
            after = values[(values.index(self.value) + 1) % len(values)]
            label = self._label(self.value)
            button = Button(kit, id_, box, label, lambda: self._choose(after), size=22, spoken=f"{self.name}: {label}")
            button.item.box = box.at_least(TARGET)
            return button
        if len(values) == 2:
            on = self.value == values[1]
            return Toggle(kit, id_, x + w - 76, y - 21, on, self.name, lambda wanted: self._choose(values[int(wanted)]))
        labels = [self._label(value) for value in values]
        chosen = values.index(self.value)
        size = 20 if self._long else 22
        return Segment(kit, id_, box, labels, chosen, lambda place: self._choose(values[place]), self.name, size)

    def _label(self, value: Any) -> str:
        if self.option.pick == "seat":
            return self.lineup.seats[value].name if value >= 0 else self.context.texts("setup.nobody")
        key = f"{self.key}.{value}"
        return self.context.texts(key) if self.context.texts.has(key) else str(value)


def option_rows(context: Context, lineup: Lineup, change: Callable[[str, Any], Any]) -> list[OptionRow]:
    """A row for every house rule with one value that makes a difference now, the most important first.

    Where each seat has a value of its own, people have a row each; bots have their levels.
    """
    rules = GAMES[lineup.game].rules
    known = {option.name: option for option in rules.OPTIONS}
    rows = []
    for name, values in offers(rules, lineup.options, len(lineup.seats)).items():
        option = known[name]._replace(values=values)
        if option.pick == "each":
            rows += [OptionRow(context, lineup, option, change, seat) for seat in lineup.humans]
        elif option.pick in ("one", "seat"):
            rows.append(OptionRow(context, lineup, option, change))
    return rows
