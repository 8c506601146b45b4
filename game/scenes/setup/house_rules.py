"""House rules of a game that is being set up: rows for the set-up, and a screen of their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.options import InvalidOptions, Json, Option, Pick, as_values
from game.core.rng import Rng
from game.engine import backdrop, containers, controls, fonts, layout, surfaces, transitions, widgets
from game.engine import containers as ui
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, GOOD, INK, PARCHMENT, SOFT, SOFT_ON_PAPER, WHITE, mix
from game.engine.services import UsesContext
from game.engine.widgets import Segment, UseAction, Widget
from game.player.lineup import Lineup
from game.scenes.setup import ways
from game.scenes.shared.common import Baked, back_button, draw_focused, heading
from game.services.context import Context

#: minimum width of a value's part of its control, and its extra width around the name
NARROW, AROUND = 50.0, 20.0
#: text size of short names, and of longer ones
SIZE, LONG_SIZE = 22.0, 20.0
#: minimum height of a row, and the padding above and below its text
LEAST_HIGH, EDGE = 58.0, 6.0
#: gap between a rule's label and its control, the control's height, and what a label above it may take more
BESIDE, CONTROL, MORE = 20.0, 52.0, 10.0


#: height of the line about the marks on a tall table
NOTE = 36.0
#: maximum height of a row, wide and tall, and of a tile, logical
ROW, TILE = (160.0, 190.0), 214.0
#: width of the paper of an only rule on a wide table, height of its drawing and most width of its cards: wide and tall
ALONE, DRAWING, DRAWN_CARD = 640.0, (250.0, 430.0), (132.0, 210.0)
#: size of a rule's example, its least height, and the most width of its cards
EXAMPLE, EXAMPLE_HIGH, EXAMPLE_LEAST, EXAMPLE_CARD = 112.0, 132.0, 68.0, 62.0
GAP = 6.0
#: height of a card of width 1 that a tile leaves room for
RATIO = 1.4


@dataclass(frozen=True)
class OptionRow(UsesContext, containers.Part):
    """One house rule on paper, with its label at the left and its control at the right."""

    context: Context
    lineup: Lineup
    option: Option
    change: Callable[[str, Json], None]
    #: the seat whose value it is, if each has its own, else -1
    seat: int = -1

    @property
    def key(self) -> str:
        """The prefix of the option's text keys."""
        return f"{self.lineup.game}.option.{self.option.name}"

    @property
    def _meaning(self) -> str:
        """The text key of its name and note; an active switch may have its own."""
        on = (f"{self.key}.with_{name}" for name, value in self.lineup.options.items() if value is True)
        return next(filter(self.texts.has, on), self.key)

    @property
    def name(self) -> str:
        """The name of the option."""
        who = {"name": self.lineup.seats[self.seat].name} if self.seat >= 0 else {}
        return self.texts(self._meaning, **who)

    @property
    def note(self) -> str:
        """The note below the name, or ""."""
        key = f"{self._meaning}.note"
        return self.texts(key) if self.texts.has(key) else ""

    @property
    def value(self) -> Json:
        """The chosen value."""
        value = self.lineup.options[self.option.name]
        if self.seat < 0:
            return value
        values = as_values(value)
        return values[self.seat] if self.seat < len(values) else self.option.values[0]

    @property
    def changed(self) -> bool:
        """True if the value differs from the printed rule."""
        return self.value != (self.option.default if self.seat < 0 else self.option.values[0])

    @property
    def summary(self) -> str:
        """The name and the chosen value in a few words."""
        label, counted = self._label(self.value), f"{self.key}.summary"
        if self._on_or_off:
            is_on = self.value == self.option.values[1]
            return self.name if is_on else self.texts("setup.switched_off", name=self.name)
        if label[:1].isdigit() and self.texts.has(counted):
            return self.texts(counted, count=label)
        return f"{self.name}: {label}" if ":" not in self.name else f"{self.name} ({label})"

    def _choose(self, value: Json) -> None:
        if self.seat < 0:
            return self.change(self.option.name, value)
        fill = self.option.values[0]
        given, count = as_values(self.lineup.options[self.option.name]), len(self.lineup.seats)
        values = [*given, *[fill] * count][:count]
        values[self.seat] = value
        return self.change(self.option.name, tuple(values))

    def _wide(self, kit: Kit, w: float, most: float = 0.6) -> float:
        """Return the width of the control in a row of width ``w``, at ``most`` that share of it."""
        if self.option.pick == Pick.SEAT:
            return min(w * 0.4, 210.0)
        if self._on_or_off:
            return controls.SWITCH[0]
        real = round(self._size * kit.text_scale)
        widest = max(fonts.width(label, fonts.DISPLAY, real) for label in self._labels) / kit.scale
        return min(w * most, 8 + max(widgets.TARGET if kit.frame.tall else NARROW, widest + AROUND) * len(self._labels))

    @property
    def _on_or_off(self) -> bool:
        """True if the rule is a switch: no and yes, or two words without texts.

        The rule's name then means the second value. Numbers are always written.
        """
        texts, values = self.texts, self.option.values
        if len(values) != 2:
            return False
        if isinstance(values[0], str):
            return not any(texts.has(f"{self.key}.{value}") for value in values)
        return all(isinstance(value, bool) for value in values)

    @property
    def _labels(self) -> list[str]:
        return [self._label(value) for value in self.option.values]

    @property
    def _size(self) -> float:
        """The text size of the values: smaller if a name has more than two characters."""
        return LONG_SIZE if max(map(len, self._labels)) > 2 else SIZE

    def _beside(self, kit: Kit, w: float) -> float:
        """Return the height of the label beside the control."""
        label = containers.NotedLabel(self.name, self.note, EDGE)
        return max(LEAST_HIGH, label.least(kit, w - self._wide(kit, w) - BESIDE))

    def _above(self, kit: Kit, w: float) -> float:
        """Return the height of the label above the control."""
        return containers.NotedLabel(self.name, self.note, EDGE).least(kit, w) + CONTROL

    def least(self, kit: Kit, w: float) -> float:
        return self._above(kit, w) if self._stands(kit, w) else self._beside(kit, w)

    def _stands(self, kit: Kit, w: float) -> bool:
        """Return True if the label stands above the control, because it would be high and narrow beside it."""
        return not self._on_or_off and self._above(kit, w) < self._beside(kit, w) + MORE

    def lay(self, plate: backdrop.Backdrop, box: layout.Box) -> list[widgets.Widget]:
        kit, label = plate.kit, containers.NotedLabel(self.name, self.note)
        stands = self._stands(kit, box.w)
        control = containers.CustomPart(partial(self.control, kit), w=self._wide(kit, box.w, 1.0 if stands else 0.6))
        if not stands:
            return containers.RowOfParts((label, control), BESIDE).lay(plate, box)
        high = label.least(kit, box.w)
        below = containers.RowOfParts((containers.Part(), control), h=CONTROL)
        return containers.CentredColumn((replace(label, h=high), below), EDGE).lay(plate, box)

    def control(self, kit: Kit, box: layout.Box) -> Sequence[widgets.Widget]:
        """Return the widgets that change the value."""
        values, y = self.option.values, box.centre[1]
        id_ = f"option-{self.option.name}" + (f"-{self.seat}" if self.seat >= 0 else "")
        box = box._replace(y=y - CONTROL / 2, h=CONTROL)
        at = values.index(self.value)
        if self.option.pick == Pick.SEAT:
            label, use = self._label(self.value), partial(self._choose, values[(at + 1) % len(values)])
            button = widgets.Button(kit, id_, box, label, use, size=22, spoken=f"{self.name}: {label}")
            button.item.box = box.at_least(widgets.TARGET)
            return [button]
        name, use_at = self.name, lambda place: self._choose(values[int(place)])
        if self._on_or_off:
            return [widgets.Toggle(kit, id_, box.x, y - controls.SWITCH[1] / 2, on=at == 1, name=name, change=use_at)]
        return [widgets.Segment(kit, id_, box, self._labels, at, use_at, name=name, size=self._size)]

    def _label(self, value: Json) -> str:
        if self.option.pick == Pick.SEAT and isinstance(value, int):
            return self.lineup.seats[value].name if value >= 0 else self.texts("setup.nobody")
        if self.option.unit and isinstance(value, int):
            digits = len(f"{value / 1000:g}".partition(".")[2])
            return self.texts(f"unit.{self.option.unit}", count=self.texts.number(value / 1000, digits))
        key = f"{self.key}.{value}"
        return self.texts(key) if self.texts.has(key) else str(value)


def _offers(lineup: Lineup) -> dict[str, tuple[Json, ...]]:
    """Return the house rules that matter now, with their values, the most important first."""
    rules = GAMES[lineup.game]
    if rules.modes.available_options:
        return rules.modes.available_options(lineup.options, len(lineup.seats))
    return {option.name: option.values for option in rules.options}


def _multi_options(lineup: Lineup) -> list[Option]:
    """Return the house rules of several values that matter now."""
    offers = _offers(lineup)
    return [option for option in GAMES[lineup.game].options if option.pick == Pick.SOME and option.name in offers]


def option_rows(context: Context, lineup: Lineup, change: Callable[[str, Json], None]) -> list[OptionRow]:
    """Return a row for every house rule with one value that matters now, the most important first.

    If each seat has a value of its own, people have a row each; bots have their levels. What the chosen way to play
    decides has no row.
    """
    known = {option.name: option for option in GAMES[lineup.game].options}
    rows, decided = [], ways.decided(lineup.game, context.texts, lineup.options)
    for name, values in _offers(lineup).items():
        if name in decided:
            continue
        option = known[name]._replace(values=values)
        if option.pick == Pick.EACH:
            rows += [OptionRow(context, lineup, option, change, seat) for seat in lineup.humans]
        elif option.pick in (Pick.ONE, Pick.SEAT):
            rows.append(OptionRow(context, lineup, option, change))
    return rows


def changed_rules(context: Context, lineup: Lineup) -> list[str]:
    """Return each house rule that differs from the printed ones in a few words."""
    words = [row.summary for row in option_rows(context, lineup, lambda _name, _value: None) if row.changed]
    for option in _multi_options(lineup):
        count = len(as_values(lineup.options[option.name]))
        if count < len(option.values):
            name = context.texts(f"{lineup.game}.option.{option.name}")
            words.append(f"{name}: {context.texts('house_rules.kinds', count=count, most=len(option.values))}")
    return words


@dataclass(frozen=True)
class ExampleRow(ui.Part):
    """A house rule beside its example, which says whether it differs from the printed rule."""

    row: OptionRow

    def least(self, kit: Kit, w: float) -> float:
        return max(EXAMPLE_LEAST, self.row.least(kit, w - EXAMPLE - BESIDE))

    def lay(self, plate: backdrop.Backdrop, box: layout.Box) -> list[widgets.Widget]:
        kit, row, high = plate.kit, self.row, min(EXAMPLE_HIGH, box.h - 12)
        tray = Box(box.x, box.centre[1] - high / 2, EXAMPLE, high)
        plate.inset(tray, 12, GOLD if row.changed else PARCHMENT)
        below = 0.0
        if row.changed:
            line = kit.line_plain(row.texts("house_rules.changed"), kit.fitting(15, 18), INK, fonts.BLACK, tray.w - 8)
            below = line.get_height() / kit.scale + 5
            plate.put(line, tray.centre[0], tray.y + tray.h - below / 2 - 1, "centre")
        self._bake_example(plate, tray._replace(h=tray.h - below))
        return row.lay(plate, box.inset((EXAMPLE + BESIDE) / 2, 0)._replace(x=box.x + EXAMPLE + BESIDE))

    def _bake_example(
        self, plate: backdrop.Backdrop, box: layout.Box, most: float = EXAMPLE_CARD, disc: float = 17.0
    ) -> None:
        """Bake the cards side by side, and the icon on a disc at their corner."""
        kit, context = plate.kit, self.row.context
        look = PRESENTATIONS[self.row.lineup.game].howto.look(kit, context.texts, context.settings.colours == "grey")
        words = PRESENTATIONS[self.row.lineup.game].examples.get(self.row.option.name, "").split()
        faces = [word for word in words if not word.startswith("@")]
        wide = min(most, (box.h - 8) / RATIO)
        step = min(wide * 0.75, (box.w - 16 - wide) / max(1, len(faces) - 1))
        x, y = box.centre
        for number, face in enumerate(faces):
            plate.put(look(face, wide, "rest"), x + (number - (len(faces) - 1) / 2) * step, y + 2, "centre")
        radius = min(disc, box.h * 0.26)
        for word in words[len(faces) :]:
            right = min(x + (len(faces) - 1) / 2 * step + wide * 0.55, box.x + box.w - radius - 3)
            low = box.y + box.h - radius - 1
            for share, fill in ((1.0, INK), (0.85, CREAM)):
                plate.put(surfaces.disc(kit.px(radius * share), fill), right, low, "centre")
            plate.put(kit.icon_plain(word[1:], radius * 1.1, INK), right, low, "centre")


@dataclass(frozen=True)
class OnlyRule(ExampleRow):
    """The only house rule of a game, below its example in large."""

    def least(self, kit: Kit, w: float) -> float:
        return DRAWING[kit.frame.tall] + self.row.least(kit, w) + 2 * BESIDE

    def lay(self, plate: backdrop.Backdrop, box: layout.Box) -> list[widgets.Widget]:
        tall, row = plate.kit.frame.tall, self.row
        tray = box._replace(y=box.y + BESIDE / 2, h=DRAWING[tall])
        plate.inset(tray, 16, GOLD if row.changed else PARCHMENT)
        self._bake_example(plate, tray.inset(20, 26), DRAWN_CARD[tall], DRAWN_CARD[tall] / 4)
        if row.changed:
            line = plate.kit.line_plain(row.texts("house_rules.changed"), 18, INK, fonts.BLACK)
            plate.put(line, tray.x + tray.w - 18, tray.y + 24, "right")
        below = box.y + box.h - tray.y - tray.h
        return row.lay(plate, box._replace(y=tray.y + tray.h, h=below))


def tile_plain(kit: Kit, w: float, h: float, of: tuple[str, str, Json], name: str, on: bool, state: str) -> Surface:
    """Draw a value with its picture and name; ticked, or faded with an empty ring."""
    px = kit.px
    fill = {"hover": mix(PARCHMENT, WHITE, 0.45), "pressed": mix(PARCHMENT, INK, 0.1)}.get(state, PARCHMENT)
    whole = surfaces.rounded((px(w), px(h)), px(12), fill).copy()
    real = round(16 * kit.text_scale)
    while True:
        lines = fonts.wrapped(name, fonts.STRONG, real, px(w - 10))
        widest = max(fonts.width(line, fonts.STRONG, real) for line in lines)
        if (len(lines) <= 2 and widest <= px(w - 10) and real * 2.2 <= px(h * 0.34)) or real <= 8:
            break
        real -= 1
    step = round(real * 1.1)
    below = px(8) + 2 * step
    room = h - below / kit.scale - 12
    game, option, value = of
    card = PRESENTATIONS[game].option_picture(kit, option, value, min(w - 20, room / RATIO))
    middle = px(w / 2)
    if card is not None:
        centred(whole, card, middle, px(8) + px(room) // 2)
        if not on:
            veil = surfaces.rounded((px(w - 8), px(room + 4)), px(10), fill, 150)
            whole.blit(veil, (px(4), px(6)))
    top = px(h) - below // 2 - len(lines) * step // 2 - px(1)
    for number, line in enumerate(lines):
        picture = fonts.plain(line, fonts.STRONG, real, INK if on else SOFT_ON_PAPER)
        centred(whole, picture, middle, top + number * step + step // 2)
    x, y = px(w - 17), px(17)
    centred(whole, surfaces.disc(px(14), INK if on else SOFT_ON_PAPER), x, y)
    centred(whole, surfaces.disc(px(11.5), GOOD if on else CREAM), x, y)
    if on:
        centred(whole, kit.icon_plain("check", 17, INK), x, y)
    return whole


class OptionTile(Widget):
    """A value that can be included or not."""

    def __init__(
        self, scene: "HouseRules", game: str, option: Option, value: Json, on: bool, box: Box, use: UseAction
    ) -> None:
        super().__init__(scene.kit)
        texts = scene.context.texts
        own = f"{game}.option.{option.name}.{value}"
        self.name = texts(own if texts.has(own) else f"{game}.card.{value}")
        self.args = ((game, option.name, value), self.name, on)
        self.box = box
        label = texts("house_rules.on" if on else "house_rules.off", name=self.name)
        self.items = [Item(f"{option.name}-{value}", label, box, use, checked=on)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box = self.box
        state = self.state(self.items[0], items)
        canvas.put(self.kit.scene_image(tile_plain, box.w, box.h, *self.args, state), box.x, box.y)
        if state == "focus":
            canvas.put(self.kit.widget_image(controls.focus_plain, box.w, box.h, 12), box.x - 8, box.y - 8)


class HouseRules(Baked):
    """The house rules: rows for rules with one value, tiles for rules with several."""

    stage = "menu"

    def __init__(self, context: Context, lineup: Lineup) -> None:
        super().__init__(context)
        self.lineup = lineup
        #: page on a tall screen
        self.tab = 0
        self.multi_options: list[Option] = []
        self.option_rows: list[OptionRow] = []
        #: there is room for an example beside each rule
        self._illustrated = True

    @property
    def kit(self) -> Kit:
        """The kit whose text scale suits the room."""
        return self.context.kit.roomy

    # ---- choices --------------------------------------------------------------------------------

    def _change(self, name: str, value: Json) -> None:
        """Set a rule, unless the game refuses the combination."""
        self.withdraw_messages()
        before = dict(self.lineup.options)
        self.lineup.options[name] = value
        messages = self.lineup.settle(self.texts)
        try:
            GAMES[self.lineup.game].setup(self.lineup.options, len(self.lineup.seats), Rng(1))
        except InvalidOptions as error:
            self.lineup.options = before
            self.say(self.texts(f"reason.{error.reason}", **error.details))
        else:
            self.say(*messages)
        self.build()

    def _flip(self, option: Option, value: Json) -> None:
        chosen = set(as_values(self.lineup.options[option.name])) ^ {value}
        self._choose(option, chosen)

    def _choose(self, option: Option, chosen: set[Json]) -> None:
        self._change(option.name, tuple(value for value in option.values if value in chosen))

    def _turn(self, tab: int) -> None:
        self.tab = tab
        self.build()

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        context, frame = self.context, self.frame
        texts, game = context.texts, self.lineup.game
        left = frame.room.x
        self.option_rows = option_rows(context, self.lineup, self._change)
        self.multi_options = _multi_options(self.lineup)
        plate = self.plate = backdrop.Backdrop(self.kit, backdrop.felt(frame, PRESENTATIONS[game].felt))
        end = heading(context, plate, texts("house_rules.title"), texts(f"game.{game}"), left=left)
        box = frame.room.inset(24 if frame.tall else 28, 24)
        top = 104 + NOTE * frame.tall
        room = Box(box.x, top, box.w, box.y + box.h - top)
        for self._illustrated in (True, False):
            body = self._tall() if frame.tall else self._wide()
            if body.least(self.kit, room.w) <= room.h:
                break
        if self._illustrated:
            # what no mark says: beside the heading, or on a tall table below it
            note, side = Box(end + 20, 44, box.x + box.w - end - 20, 40), "right"
            if frame.tall:
                note, side = Box(box.x, 100, box.w, NOTE), "left"
            ui.TextLine(texts("house_rules.as_printed"), 19, SOFT, side=side).lay(plate, note)
        self.show([back_button(context, transitions.Pop, left=left), *body.lay(plate, room)])

    def _wide(self) -> ui.Part:
        """Return rows with tiles beside them; without tiles, two columns of equal height, or a single row."""
        if not self.multi_options:
            rest, count = ui.Part(weight=ui.LAST), len(self.option_rows)
            if count == 1:
                middle = ui.Column((rest, self._only(), rest), w=ALONE)
                return ui.RowOfParts((ui.Part(), middle, ui.Part()))
            half = -(-count // 2)
            columns = [self._rows(rows, half) for rows in (self.option_rows[:half], self.option_rows[half:])]
            most = max(column.max_length for column in columns)
            return ui.Column((rest, ui.RowOfParts(columns, 24, weight=1, max_length=most), rest))
        tiles = [self._tiles(option, 6) for option in self.multi_options]
        share = 520 / (1224 - 520 - 24)
        return ui.RowOfParts((replace(self._rows(self.option_rows), weight=share), ui.Column(tiles, 16)), 24)

    def _tall(self) -> ui.Part:
        if not self.multi_options:
            rest = ui.Part(weight=ui.LAST)
            return ui.Column((rest, self._only(), rest)) if len(self.option_rows) == 1 else self._rows(self.option_rows)
        names = [self.texts("house_rules.tab")]
        names += [self.texts(f"{self.lineup.game}.option.{option.name}") for option in self.multi_options]
        title = self.texts("house_rules.title")
        tabs = ui.CustomPart(
            lambda box: [Segment(self.kit, "tab", box, names, self.tab, self._turn, name=title, size=22)], h=72
        )
        page = self._tiles(self.multi_options[self.tab - 1], 4) if self.tab else self._rows(self.option_rows)
        return ui.Column((tabs, page), 20)

    def _only(self) -> ui.Part:
        """Return a paper with the only rule, with its drawing if there is room for it."""
        rule = self.option_rows[0]
        return ui.PaperBox(OnlyRule(rule) if self._illustrated else rule, 24, 12)

    def _rows(self, rows: Sequence[OptionRow], high: int = 0) -> ui.Part:
        """Return a paper with rows, at least ``high`` rows high."""
        row = ROW[self.frame.tall]
        kinds: list[ui.Part] = [ExampleRow(rule) if self._illustrated else rule for rule in rows]
        parts = [replace(part, weight=1, max_length=row) for part in kinds]
        most = row * max(high, len(rows)) + 16
        paper = ui.PaperBox(ui.RuledColumn(parts, weight=1), 24, 8, weight=1, max_length=most)
        return ui.Column([paper] if rows else [], weight=1, max_length=most)

    def _tiles(self, option: Option, columns: int) -> ui.Part:
        """Return a tile for each value of a rule, with buttons for all and none."""
        grow = 1.25 if self.frame.tall else 1.0
        chosen, game = set(as_values(self.lineup.options[option.name])), self.lineup.game

        def tile(value: Json, box: Box) -> Sequence[Widget]:
            return [OptionTile(self, game, option, value, value in chosen, box, partial(self._flip, option, value))]

        tiles = ui.Grid([ui.CustomPart(partial(tile, value)) for value in option.values], columns, (GAP, GAP), weight=1)
        head = self._head(option, len(chosen), grow)
        high = 66 * grow + 18 + TILE * -(-len(option.values) // columns)
        return ui.Column(
            (ui.PaperBox(ui.Column((head, tiles), 6), 20, 6, weight=1, max_length=high),), weight=1, max_length=high
        )

    def _head(self, option: Option, count: int, grow: float) -> ui.Part:
        """Return the rule's name, the number of values included, and the buttons for all and none."""
        texts, key = self.texts, f"{self.lineup.game}.option.{option.name}"
        title = texts("house_rules.kinds", count=count, most=len(option.values))
        if not self.frame.tall:
            # on a tall screen the tab has the name
            title = f"{texts(key)}: {title}"
        lines: list[ui.Part] = [ui.TextLine(title, 21, face=fonts.DISPLAY)]
        if texts.has(f"{key}.note"):
            lines.append(ui.TextLine(texts(f"{key}.note"), 17, SOFT_ON_PAPER))
        buttons = [
            ui.ButtonPart(
                f"{option.name}-{which}",
                texts(f"house_rules.{which}"),
                partial(self._choose, option, values),
                size=20,
                spoken=texts(f"house_rules.{which}_spoken", option=texts(key)),
                target=72,
                h=46 * grow,
            )
            for which, values in (("all", set(option.values)), ("none", set()))
        ]
        return ui.RowOfParts(
            (ui.CentredColumn(lines), *(ui.CentredColumn([way], w=104 * grow) for way in buttons)), 12, h=60 * grow
        )

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        draw_focused(self, canvas)
