"""House rules as rows on paper: the set-up shows the first of them, their own screen all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.app.context import Context
from game.catalogue.registry import GAMES
from game.core.options import Json, Option, as_values
from game.engine import backdrop, containers, controls, layout, text, widgets
from game.engine.kit import Kit
from game.player.lineup import Lineup

#: how wide a value's part of its control is at least, and how much wider than its name
NARROW, AROUND = 50.0, 20.0
#: height of the letters of a short name, and of longer ones
SIZE, LONG_SIZE = 22.0, 20.0
#: a row is at least so high, and so much of it stays free above and below its words
LEAST_HIGH, EDGE = 64.0, 6.0
#: between what a rule is about and its control
BESIDE = 20.0


@dataclass(frozen=True)
class OptionRow(containers.Part):
    """One house rule on paper: what it is about at the left, and its control at the right."""

    context: Context
    lineup: Lineup
    option: Option
    change: Callable[[str, Json], None]
    #: whose value it is, where each seat has one of its own
    seat: int = -1

    @property
    def key(self) -> str:
        """Where the texts of this option are."""
        return f"{self.lineup.game}.option.{self.option.name}"

    @property
    def _meaning(self) -> str:
        """Where the texts of its name and note are: a switch that is on may make something else of it."""
        on = (f"{self.key}.with_{name}" for name, value in self.lineup.options.items() if value is True)
        return next(filter(self.context.texts.has, on), self.key)

    @property
    def name(self) -> str:
        """What the option is called."""
        who = {"name": self.lineup.seats[self.seat].name} if self.seat >= 0 else {}
        return self.context.texts(self._meaning, **who)

    @property
    def note(self) -> str:
        """What its name leaves open, or nothing."""
        key = f"{self._meaning}.note"
        return self.context.texts(key) if self.context.texts.has(key) else ""

    @property
    def value(self) -> Json:
        """The value that is chosen."""
        value = self.lineup.options[self.option.name]
        if self.seat < 0:
            return value
        values = as_values(value)
        return values[self.seat] if self.seat < len(values) else self.option.values[0]

    def _choose(self, value: Json) -> None:
        if self.seat < 0:
            return self.change(self.option.name, value)
        fill = self.option.values[0]
        given, count = as_values(self.lineup.options[self.option.name]), len(self.lineup.seats)
        values = [*given, *[fill] * count][:count]
        values[self.seat] = value
        return self.change(self.option.name, tuple(values))

    def _wide(self, kit: Kit, w: float) -> float:
        """How wide the control is in a row of ``w``."""
        if self.option.pick == "seat":
            return min(w * 0.4, 210.0)
        if self._on_or_off:
            return controls.SWITCH[0]
        real = round(self._size * kit.text_scale)
        widest = max(text.width(label, text.DISPLAY, real) for label in self._labels) / kit.scale
        return min(w * 0.6, 8 + max(NARROW, widest + AROUND) * len(self._labels))

    @property
    def _on_or_off(self) -> bool:
        """Whether the rule is in force or not: no and yes, or two words that have no texts.

        The name of the rule then says what the second of them means. Numbers are always written.
        """
        texts, values = self.context.texts, self.option.values
        if len(values) != 2:
            return False
        if isinstance(values[0], str):
            return not any(texts.has(f"{self.key}.{value}") for value in values)
        return all(isinstance(value, bool) for value in values)

    @property
    def _labels(self) -> list[str]:
        """The names of the values."""
        return [self._label(value) for value in self.option.values]

    @property
    def _size(self) -> float:
        """How high the letters of the values are: less where some value has a name of more than two signs."""
        return LONG_SIZE if max(map(len, self._labels)) > 2 else SIZE

    def least(self, kit: Kit, w: float) -> float:
        return max(
            LEAST_HIGH, containers.NotedLabel(self.name, self.note, EDGE).least(kit, w - self._wide(kit, w) - BESIDE)
        )

    def lay(self, plate: backdrop.Backdrop, box: layout.Box) -> list[widgets.Widget]:
        control = containers.CustomPart(partial(self.control, plate.kit), w=self._wide(plate.kit, box.w))
        return containers.RowOfParts((containers.NotedLabel(self.name, self.note), control), BESIDE).lay(plate, box)

    def control(self, kit: Kit, box: layout.Box) -> Sequence[widgets.Widget]:
        """What changes the value."""
        values, y = self.option.values, box.centre[1]
        id_ = f"option-{self.option.name}" + (f"-{self.seat}" if self.seat >= 0 else "")
        box = box._replace(y=y - 26, h=52)
        at = values.index(self.value)
        if self.option.pick == "seat":
            label, use = self._label(self.value), partial(self._choose, values[(at + 1) % len(values)])
            button = widgets.Button(kit, id_, box, label, use, size=22, spoken=f"{self.name}: {label}")
            button.item.box = box.at_least(widgets.TARGET)
            return [button]
        name, use_at = self.name, lambda place: self._choose(values[int(place)])
        if self._on_or_off:
            return [widgets.Toggle(kit, id_, box.x, y - controls.SWITCH[1] / 2, on=at == 1, name=name, change=use_at)]
        return [widgets.Segment(kit, id_, box, self._labels, at, use_at, name=name, size=self._size)]

    def _label(self, value: Json) -> str:
        if self.option.pick == "seat" and isinstance(value, int):
            return self.lineup.seats[value].name if value >= 0 else self.context.texts("setup.nobody")
        key = f"{self.key}.{value}"
        return self.context.texts(key) if self.context.texts.has(key) else str(value)


def option_rows(context: Context, lineup: Lineup, change: Callable[[str, Json], None]) -> list[OptionRow]:
    """A row for every house rule with one value that makes a difference now, the most important first.

    Where each seat has a value of its own, people have a row each; bots have their levels.
    """
    rules = GAMES[lineup.game]
    known = {option.name: option for option in rules.options}
    rows = []
    every = {option.name: option.values for option in rules.options}
    offers = (
        rules.modes.available_options(lineup.options, len(lineup.seats)) if rules.modes.available_options else every
    )
    for name, values in offers.items():
        option = known[name]._replace(values=values)
        if option.pick == "each":
            rows += [OptionRow(context, lineup, option, change, seat) for seat in lineup.humans]
        elif option.pick in ("one", "seat", "rare"):
            rows.append(OptionRow(context, lineup, option, change))
    return rows
