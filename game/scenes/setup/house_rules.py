"""All house rules of a game that is being set up. Every change goes straight into its line-up."""

from __future__ import annotations

from functools import partial

from pygame import Surface

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.options import BadOptions, Json, Option, several
from game.core.rng import Rng
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop, felt
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.layout import Box, column, row
from game.engine.palette import CREAM, GOOD, INK, PARCHMENT, RULE_ON_PAPER, SOFT_ON_PAPER, WHITE, mix
from game.engine.transitions import Pop
from game.engine.widgets import Button, Segment, Use, Widget
from game.player.lineup import Lineup
from game.scenes.setup.option_rows import OptionRow, option_rows
from game.scenes.shared.common import Baked, back_button, draw_focused, heading

#: tallest row of a rule, and tallest tile, logical
ROW, TILE = 140.0, 214.0
GAP = 6.0
#: height of a card for a width of 1 that a tile leaves room for
RATIO = 1.4


def tile_plain(kit: Kit, w: float, h: float, of: tuple[str, str, Json], name: str, on: bool, state: str) -> Surface:
    """One value with its picture and name; ticked, or faded with an empty ring."""
    px = kit.px
    fill = {"hover": mix(PARCHMENT, WHITE, 0.45), "pressed": mix(PARCHMENT, INK, 0.1)}.get(state, PARCHMENT)
    whole = surfaces.rounded((px(w), px(h)), px(12), fill).copy()
    real = round(16 * kit.text_scale)
    while True:
        lines = text.wrapped(name, text.STRONG, real, px(w - 10))
        widest = max(text.width(line, text.STRONG, real) for line in lines)
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
        picture = text.plain(line, text.STRONG, real, INK if on else SOFT_ON_PAPER)
        centred(whole, picture, middle, top + number * step + step // 2)
    x, y = px(w - 17), px(17)
    centred(whole, surfaces.disc(px(14), INK if on else SOFT_ON_PAPER), x, y)
    centred(whole, surfaces.disc(px(11.5), GOOD if on else CREAM), x, y)
    if on:
        centred(whole, kit.icon_plain("check", 17, INK), x, y)
    return whole


class Tile(Widget):
    """A value that can be in or out."""

    def __init__(self, scene: HouseRules, game: str, option: Option, value: Json, on: bool, box: Box, use: Use) -> None:
        super().__init__(scene.kit)
        texts = scene.context.texts
        own = f"{game}.option.{option.name}.{value}"
        self.name = texts(own if texts.has(own) else f"{game}.card.{value}")
        self.args = ((game, option.name, value), self.name, on)
        self.box = box
        label = texts("house_rules.on" if on else "house_rules.off", name=self.name)
        self.items = [
            Item(
                f"{option.name}-{value}",
                label,
                box,
                use,
                on=on,
            )
        ]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the tile in its state."""
        box = self.box
        state = self.state(self.items[0], items)
        canvas.put(self.kit.made(tile_plain, box.w, box.h, *self.args, state), box.x, box.y)
        if state == "focus":
            canvas.put(self.kit.ready(focus_plain, box.w, box.h, 12), box.x - 8, box.y - 8)


class HouseRules(Baked):
    """Rules with one value as rows, rules with any number of values as tiles."""

    stage = "menu"

    def __init__(self, context: Context, lineup: Lineup) -> None:
        super().__init__(context)
        self.lineup = lineup
        #: the page that is shown on a tall screen
        self.tab = 0
        self.somes = [option for option in GAMES[lineup.game].options if option.pick == "some"]
        self.ones: list[OptionRow] = []

    # ---- choices --------------------------------------------------------------------------------

    def _change(self, name: str, value: Json) -> None:
        """Set a rule, unless the game says that it does not go together with the others."""
        self.unsay()
        before = dict(self.lineup.options)
        self.lineup.options[name] = value
        told = self.lineup.settle(self.context.texts)
        try:
            GAMES[self.lineup.game].setup(self.lineup.options, len(self.lineup.seats), Rng(1))
        except BadOptions as error:
            self.lineup.options = before
            self.say(self.context.texts(f"reason.{error.reason}", **error.details))
        else:
            self.say(*told)
        self.build()

    def _flip(self, option: Option, value: Json) -> None:
        chosen = set(several(self.lineup.options[option.name])) ^ {value}
        self._choose(option, chosen)

    def _choose(self, option: Option, chosen: set[Json]) -> None:
        self._change(option.name, tuple(value for value in option.values if value in chosen))

    def _turn(self, tab: int) -> None:
        self.tab = tab
        self.build()

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out rows and tiles: side by side, or on pages."""
        context, frame = self.context, self.context.frame
        texts, game = context.texts, self.lineup.game
        #: with texts that suit the room
        self.kit = context.kit.roomy
        left = frame.room.x
        self.ones = option_rows(context, self.lineup, self._change, self.kit)
        plate = self.plate = Backdrop(self.kit, felt(frame, PRESENTATIONS[game].felt, (0.5, 0.44)))
        heading(context, plate, texts("house_rules.title"), texts(f"game.{game}"), left=left)
        widgets: list[Widget] = [back_button(context, Pop, left=left)]
        self.show(widgets + (self._build_tall() if frame.tall else self._build_wide()))

    def _build_wide(self) -> list[Widget]:
        room = self.context.frame.room
        whole = Box(room.x + 28, 104, room.w - 56, 592)
        if not self.somes:
            half = -(-len(self.ones) // 2)
            papers = zip((self.ones[:half], self.ones[half:]), row(2, whole, 24), strict=True)
            return [widget for rows, paper in papers for widget in self._rows(rows, paper)]
        ones = whole._replace(w=520 * whole.w / 1224)
        widgets = self._rows(self.ones, ones)
        tiles = whole._replace(x=ones.x + ones.w + 24, w=whole.w - ones.w - 24)
        for option, paper in zip(self.somes, column(len(self.somes), tiles, 16), strict=True):
            widgets += self._tiles(option, paper, 6)
        return widgets

    def _build_tall(self) -> list[Widget]:
        context, frame = self.context, self.context.frame
        texts = context.texts
        if not self.somes:
            return self._rows(self.ones, Box(24, 112, 672, frame.height - 140))
        names = [texts(f"{self.lineup.game}.option.{option.name}") for option in self.somes]
        tabs = Segment(
            self.kit,
            "tab",
            Box(24, 106, 672, 72),
            [texts("house_rules.tab"), *names],
            self.tab,
            self._turn,
            name=texts("house_rules.title"),
            size=22,
        )
        space = Box(24, 198, 672, frame.height - 226)
        if self.tab == 0:
            return [tabs, *self._rows(self.ones, space)]
        return [tabs, *self._tiles(self.somes[self.tab - 1], space, 4)]

    def _rows(self, rows: list[OptionRow], paper: Box) -> list[Widget]:
        """Rows with one value, one below the other."""
        if not rows:
            return []
        x, w = paper.x + 24, paper.w - 48
        # a row has what its words need and its share of the rest; if all is too little, each its share of that
        least = [rule.high(w) for rule in rows]
        spare = paper.h - 16 - sum(least)
        heights = [max(high, min(ROW, high + spare / len(rows))) for high in least]
        heights = [high * min(1.0, (paper.h - 16) / sum(heights)) for high in heights]
        self.plate.paper(paper._replace(h=sum(heights) + 16))
        widgets: list[Widget] = []
        top = paper.y + 8
        for rule, high in zip(rows, heights, strict=True):
            rule.bake(self.plate, Box(x, top, w, high))
            widgets.append(rule.widget(x, top + high / 2, w))
            if top > paper.y + 8:
                self.plate.rule(x, top, w, RULE_ON_PAPER)
            top += high
        return widgets

    def _tiles(self, option: Option, paper: Box, columns: int) -> list[Widget]:
        """A rule with any number of values: a tile each, and buttons for all and none."""
        context, plate = self.context, self.plate
        kit, texts, game = self.kit, context.texts, self.lineup.game
        grow = 1.25 if context.frame.tall else 1.0
        head = 66.0 * grow
        rows = -(-len(option.values) // columns)
        step = min(TILE, (paper.h - head - 18) / rows)
        paper = paper._replace(h=head + step * rows + 18)
        plate.paper(paper)
        chosen = set(several(self.lineup.options[option.name]))
        x, w = paper.x + 20, paper.w - 40
        wide = 104 * grow
        room = w - 2 * wide - 34
        count = texts("house_rules.count", count=len(chosen), most=len(option.values))
        # on a tall screen the tab says what this is
        title = count if context.frame.tall else f"{texts(f'{game}.option.{option.name}')}: {count}"
        note = f"{game}.option.{option.name}.note"
        apart = 12 * kit.text_scale / kit.scale if texts.has(note) else 0
        middle = paper.y + 6 + head / 2
        plate.put(kit.line_plain(title, 21, INK, text.DISPLAY, room), x + 4, middle - apart)
        if apart:
            plate.put(kit.line_plain(texts(note), 17, SOFT_ON_PAPER, text.STRONG, room), x + 4, middle + apart)
        widgets: list[Widget] = []
        for place, (key, values) in enumerate((("all", set(option.values)), ("none", set()))):
            box = Box(x + w - (2 - place) * wide - (1 - place) * 12, middle - 23 * grow, wide, 46 * grow)
            spoken = texts(f"house_rules.{key}_spoken", option=texts(f"{game}.option.{option.name}"))
            button = Button(
                kit,
                f"{option.name}-{key}",
                box,
                texts(f"house_rules.{key}"),
                partial(self._choose, option, values),
                size=20,
                spoken=spoken,
            )
            button.item.box = box.at_least(72)
            widgets.append(button)
        pitch = (w + GAP) / columns
        for place, value in enumerate(option.values):
            left, top = x + place % columns * pitch, paper.y + head + 6 + place // columns * step
            box = Box(left, top, pitch - GAP, step - GAP)
            widgets.append(
                Tile(
                    self,
                    game,
                    option,
                    value,
                    value in chosen,
                    box,
                    partial(self._flip, option, value),
                )
            )
        return widgets

    def draw(self, canvas: Canvas) -> None:
        """Draw the papers and tiles."""
        super().draw(canvas)
        draw_focused(self, canvas)
