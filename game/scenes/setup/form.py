"""The form by which a table is set up, on this device or at a party.

It shows a line-up and offers changes to its rows. Subclasses apply the changes: the set-up to its own line-up, a
party's lobby by requests to the server.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from game.catalogue import presentations, registry
from game.core import match
from game.core.options import Json
from game.engine import backdrop, fonts, items, transitions
from game.engine import backdrop as tables
from game.engine import containers as ui
from game.engine.canvas import Canvas
from game.engine.controls import focus_plain
from game.engine.figures import figure_plain
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, SOFT, Colour
from game.engine.text_field import TextField
from game.engine.widgets import TARGET, Segment, UseAction, Widget
from game.player import lineup, settings
from game.scenes.setup import ways
from game.scenes.shared import common, text_entry_scene
from game.scenes.shared.choice import MOST, TAKE, FigureButton, choice_of_figures
from game.services.context import Context
from game.wire.commands import FREE

#: usual width of a wide table's seats and of the column beside them, and that column's share of extra width
WIDE, SIDE, SIDE_SHARE = 774.0, 426.0, 0.5
#: gaps between two seats, and between two papers
GAP, APART = 10.0, 12.0
#: minimum and maximum height of a row on a wide table, and the minimum on a tall one
LOW, HIGH, LOWEST = 56.0, 86.0, 72.0
#: height of a row's controls at the usual text size, and the minimum beside the line about a seat's play
BAR, LEAST_BAR = 41.0, 30.0
#: text size of the line about a seat's play, and its height in the row
LINE_SIZE, LINE_SHARE = 16.0, 1.36
#: widths in a row: left of the figure, the figure, the remove button, and the level on a tall table
EDGE, FACE_WIDE, OUT_WIDE, LEVEL_TALL = 12.0, 78.0, 70.0, 250.0
#: least side of a touch target on a tall table, logical: 44 pixels of a phone that is 390 wide
FINGER = 82.0
#: width of the question in place of the remove button
SURE_WIDE = 220.0
#: width of the button beside a free seat that gives it to a bot, and size of the pawn in place of a figure
BOT_WIDE, PAWN = 150.0, 34.0


class SeatRow(NamedTuple):
    """Texts and controls of a seat in the form."""

    seat: match.Seat
    #: its style of play, or a note on its player
    note: str
    #: its name when its level is read out
    spoken_name: str
    #: its name and figure can be changed here
    own: bool = False
    #: the player's own seat, without anything to choose
    marked: bool = False
    #: kinds of players to choose from
    kinds: Sequence[str] = ()
    #: label of the remove button, and whether that is enabled
    remove_label: str = ""
    may_remove: bool = True
    #: label of the sit button, and the text read out for it
    sit_labels: tuple[str, str] = ("", "")
    #: a free seat's name and label, all of it the target for somebody who sits elsewhere
    free_labels: tuple[str, str] = ("", "")
    #: kind of the bot that a free seat's button seats, with its label and the text read out for it
    bot: str = ""
    bot_labels: tuple[str, str] = ("", "")
    #: its team, or -1
    team: int = -1


class SeatTarget(Widget):
    """A free seat that somebody who sits elsewhere takes by a tap; a ring tells where a pointer or the focus is."""

    def __init__(self, kit: Kit, id_: str, box: Box, spoken: str, use: UseAction) -> None:
        super().__init__(kit)
        self.box = box
        self.items = [items.Item(id_, spoken, box, use, has_tooltip=True)]

    def draw(self, canvas: Canvas, items: items.ItemList) -> None:
        item = self.items[0]
        if self.state(item, items) != "normal":
            ring = self.box
            canvas.put(self.kit.widget_image(focus_plain, ring.w, ring.h, 14), ring.x - 8, ring.y - 8)


class TableForm(text_entry_scene.TextEntryScene, common.Baked, ABC):
    """Seats at the left or above, with the settings and the main button beside or below them."""

    stage = "menu"
    #: id prefix of the remove buttons, and the text key of their question
    empties, empties_sure = "remove", ""
    #: scale of everything on a screen that is read from across the room
    larger = 1.0

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        #: the seat whose figure is being chosen
        self.choosing: int | None = None
        #: the choices beyond the usual ones are shown
        self.unfolded = False
        #: the seat that was tapped to show them, marked until something else is used, or -1
        self.tapped = -1
        #: right end of the heading's texts
        self.heading_end = 0.0

    @property
    def kit(self) -> Kit:
        """The kit whose text scale suits the room."""
        return self.context.kit.roomy

    # ---- state and changes --------------------------------------------------------------------------

    @abstractmethod
    def table(self) -> lineup.Lineup:
        """Return the current line-up."""

    @abstractmethod
    def rows(self) -> list[SeatRow]:
        """Return the texts and controls of its seats."""

    @abstractmethod
    def called(self, place: int) -> tuple[str, str]:
        """Return the name and the figure of a seat."""

    @abstractmethod
    def id_of(self, what: str, place: int) -> str:
        """Return the id of a seat's ``name`` or ``figure`` item."""

    @abstractmethod
    def rename(self, place: int, name: str) -> None:
        """Give a seat a name."""

    @abstractmethod
    def take_figure(self, place: int, figure: str) -> None:
        """Give a seat a figure."""

    @abstractmethod
    def choose_level(self, place: int, kind: str) -> None:
        """Give a seat to a person or a bot, or leave it free."""

    @abstractmethod
    def remove(self, place: int) -> None:
        """Remove a seat's player from the table."""

    def sit(self, place: int = -1) -> None:
        """Sit down at a free seat, if supported."""

    # ---- more choices -------------------------------------------------------------------------------

    def unfold(self, place: int = -1) -> None:
        """Show all choices, those of a seat marked."""
        self.tapped = place
        self._turn_fold(True, "start" if place < 0 else f"level-{place}")

    def fold(self) -> None:
        """Hide all but the usual choices; what was chosen is kept."""
        self._turn_fold(False, "unfold")

    def _turn_fold(self, unfolded: bool, focus: str) -> None:
        self.withdraw_messages()
        self.choosing, self.unfolded, self.items.focus = None, unfolded, focus
        self.build()

    def fold_button(self, size: float, h: float) -> ui.ButtonPart:
        """Return the button that shows all choices, or hides them again."""
        id_, use = ("fold", self.fold) if self.unfolded else ("unfold", self.unfold)
        return ui.ButtonPart(id_, self.texts(f"setup.{id_}"), use, "dark", icon="gear", size=size, h=h)

    # ---- names and figures --------------------------------------------------------------------------

    def type_name(self, place: int) -> None:
        """Edit the name of a seat."""
        id_ = self.items.focus = self.id_of("name", place)
        self.type_into(id_, self.called(place)[0], settings.LONGEST_NAME, fonts.can_write, partial(self.rename, place))

    def show_figures(self, place: int) -> None:
        """Show all figures for a seat, or hide them."""
        self.choosing = None if self.choosing == place else place
        if self.choosing is not None:
            self.items.focus = f"{TAKE}{self.called(place)[1]}"
        self.build()

    def _choose_figure(self, place: int, figure: str) -> None:
        self.choosing = None
        self.take_figure(place, figure)
        self.items.focus = self.id_of("figure", place)
        self.build()

    def use(self, item: items.Item) -> transitions.Transition:
        """End the choice of a figure when anything else is used; the back button does only that."""
        if self.choosing is not None and not item.id.startswith((TAKE, "figure")):
            self.show_figures(self.choosing)
            if item.id == "back":
                return None
        if not f"{item.id}-".startswith(f"level-{self.tapped}-"):
            self.tapped = -1
        return super().use(item)

    # ---- layout -------------------------------------------------------------------------------------

    def lay_out(self, felt: Colour, title: str, sub: str, right: float, body: Callable[[], ui.Part]) -> list[Widget]:
        """Bake the felt and the heading, lay out the ``body`` below it, and return all widgets."""
        self.plate = backdrop.Backdrop(self.kit, tables.felt(self.frame, felt))
        left = self.frame.room.x
        self.heading_end = common.heading(self.context, self.plate, title, sub, left=left, right=right)
        box = self.frame.room.inset(24 if self.frame.tall else 28, 24)
        back = common.back_button(self.context, self.back, left=self.frame.room.x)
        return [back, *body().lay(self.plate, Box(box.x, 104, box.w, box.y + box.h - 104))]

    def beside_heading(self, right: float) -> Box:
        """Return the box beside a wide table's heading, which ends ``right`` before the edge."""
        room, left = self.frame.room, self.heading_end + 20
        return Box(left, 22, room.x + room.w - right - left, 72)

    def side_by_side(self, seats: Sequence[ui.Part], side: Sequence[ui.Part], gap: float, wide: float = 0.0) -> ui.Part:
        """Return a wide table's seats with the column beside them."""
        wide = wide or SIDE + (self.frame.room.w - self.frame.width) * SIDE_SHARE
        return ui.RowOfParts((ui.Column(seats, GAP), ui.Column(side, gap, w=wide)), 24)

    def seat_parts(self) -> list[ui.Part]:
        """Return a part for each seat."""
        rows, tall = self.rows(), self.frame.tall
        # if there is room, a button grows with its text, and the row with the button and the line below
        most = 31 + (BAR + LINE_SIZE * LINE_SHARE) * self.kit.text_growth if tall else HIGH
        least, room = LOWEST if tall else LOW, 498 if tall else self.frame.room.w - SIDE - 268
        size = self._line_size([row.note for row in rows], room)
        return [
            ui.CustomPart(partial(self._seat, place, row, size), h=least, weight=1, max_length=most)
            for place, row in enumerate(rows)
        ]

    def _line_size(self, notes: Sequence[str], room: float) -> float:
        """Return the one text size at which all of these lines fit."""
        most = round(LINE_SIZE * self.kit.text_scale)
        real = min((fonts.fitted(text, fonts.STRONG, most, self.kit.px(room)) for text in notes), default=most)
        return max(real, round(most * fonts.LEAST_READABLE)) / self.kit.text_scale

    def figures(self, place: int) -> ui.Part:
        """Return all figures to choose a seat's from."""
        chosen, use = self.called(place)[1], partial(self._choose_figure, place)
        return ui.CustomPart(lambda box: choice_of_figures(self.context, box.inset(6, 0), chosen, use))

    def face(self, place: int, radius: float = MOST, w: float = FACE_WIDE) -> ui.Part:
        """Return a seat's figure; a tap shows all of them."""
        name, figure = self.called(place)
        label, id_, use = self.texts("setup.figure", name=name), self.id_of("figure", place), self.show_figures
        return ui.CustomPart(
            lambda box: [
                FigureButton(self.context, figure, box, partial(use, place), radius=radius, id_=id_, label=label)
            ],
            w=w,
        )

    def name_field(self, place: int, box: Box, ink: Colour = CREAM, size: float = 25.0) -> TextField:
        """Return a seat's editable name."""
        name, id_ = self.called(place)[0], self.id_of("name", place)
        label, use = self.texts("setup.name", name=name), partial(self.type_name, place)
        return TextField(self.kit, id_, box, name, label, use, entry=self.entry_of(id_), size=size, ink=ink)

    def _seat(self, place: int, row: SeatRow, size: float, box: Box) -> Sequence[Widget]:
        """Lay out one seat: its player, its style of play, and its controls."""
        free = row.seat.kind == FREE
        if free:
            self.plate.inset(box, 18, presentations.PRESENTATIONS[self.table().game].felt)
            self.plate.frame_line(box, 18, CREAM, 2, 70)
        else:
            self.plate.panel(box) if row.team < 0 else self.plate.team_panel(box, 18, row.team)
        if self.tapped == place:
            self.plate.frame_line(box, 18, GOLD, 4)
        if row.own and self.choosing == place:
            return self.figures(place).lay(self.plate, box)
        radius = min(MOST * self.larger, box.h * 0.37)
        face = self.face(place, radius) if row.own else ui.Part(w=FACE_WIDE)
        if not free and not row.own:
            face = ui.ImagePart(figure_plain(self.kit, row.seat.figure, radius, "calm", row.marked), w=FACE_WIDE)
        part = self._free_part(place, row, box.inset(8, 0)) if free else self._player_part(place, row, size, box)
        parts = (part,) if free else (ui.Part(w=EDGE), face, part)
        return ui.RowOfParts((*parts, *self._out(place, row), ui.Part(w=10))).lay(self.plate, box.inset(8, 0))

    def _out(self, place: int, row: SeatRow) -> list[ui.Part]:
        id_, use = f"{self.empties}-{place}", partial(self.remove, place)
        if not row.remove_label:
            return []
        if self.confirming == id_:
            label = self.texts(self.empties_sure)
            return [ui.CentredColumn([ui.ButtonPart(id_, label, use, "danger", size=20, h=50)], w=SURE_WIDE)]
        return [ui.RoundButtonPart(id_, row.remove_label, use, "close", 48, row.may_remove, w=OUT_WIDE)]

    def _free_part(self, place: int, row: SeatRow, box: Box) -> ui.Part:
        """Return a free seat's text or sit button, and the button that gives it to a bot."""
        label, spoken = row.sit_labels
        part: ui.Part = ui.RowOfParts((ui.Part(w=EDGE + FACE_WIDE), ui.TextLine(label, 22 * self.larger, SOFT)), h=50)
        high = min(64.0, box.h - 8) if self.frame.tall else 50.0
        if spoken and row.free_labels[0]:
            part = ui.CustomPart(partial(self._target, place, row))
        elif spoken:
            # the next step of somebody without a seat
            sit = partial(self.sit, place)
            part = ui.ButtonPart(f"sit-{place}", label, sit, "dark", size=20, spoken=spoken, h=high)
            part = ui.RowOfParts((ui.CentredColumn([part], w=230), ui.Part()))
        if not row.bot:
            return part
        use, (label, spoken) = partial(self.choose_level, place, row.bot), row.bot_labels
        bot = ui.ButtonPart(f"bot-{place}", label, use, size=20, spoken=spoken, h=high)
        return ui.RowOfParts((part, ui.CentredColumn([bot], w=BOT_WIDE)), 10)

    def _target(self, place: int, row: SeatRow, box: Box) -> Sequence[Widget]:
        """Lay out a free seat's name beside a pawn, and make all of it the target for moving there."""
        name, free = row.free_labels
        pawn = ui.ImagePart(self.kit.icon_plain("pawn", PAWN, SOFT), w=FACE_WIDE)
        words = ui.CentredColumn((ui.TextLine(name, 22, CREAM, fonts.BLACK), ui.TextLine(free, LINE_SIZE, SOFT)))
        ui.RowOfParts((ui.Part(w=EDGE), pawn, words)).lay(self.plate, box)
        use = partial(self.sit, place)
        return [SeatTarget(self.kit, f"sit-{place}", box.inset(0, 4), row.sit_labels[1], use)]

    def _player_part(self, place: int, row: SeatRow, size: float, box: Box) -> ui.Part:
        """Return name and level, and below them the style of play."""
        line = size * LINE_SHARE * self.kit.text_growth
        if not (row.own or row.kinds):
            return self._said_alone(row, size)
        # no line if it would leave the controls too little height; those without one have controls of the same height
        tells = box.h - line - 8 >= LEAST_BAR * self.kit.text_growth
        note, bar = row.note if tells else "", self._bar(box.h - (line + 2) * tells)
        name: ui.Part = ui.TextLine(row.seat.name, 25, CREAM, fonts.BLACK)
        if row.own:
            name = ui.CustomPart(lambda at: [self.name_field(place, at)])
        level = self._level(place, row, bar)
        parts: list[ui.Part] = [
            ui.RowOfParts((replace(name, w=self._name_wide(box) if level else 0.0), *level), 14, h=bar)
        ]
        if note:
            parts.append(ui.TextLine(note, size, SOFT, h=line))
        return ui.CentredColumn(parts)

    def _bar(self, high: float) -> float:
        return min(5 + BAR * self.kit.text_growth if self.frame.tall else 56.0, high - 10)

    def _name_wide(self, box: Box) -> float:
        """Return the width of a name beside a level: 0 on a tall table, where the level has a fixed width."""
        if self.frame.tall:
            return 0.0
        few = len(registry.GAMES[self.table().game].bots.levels) < 4
        return (168.0 if few else 152.0) * (1 + (box.w / WIDE - 1) * 2 / 3)

    def _said_alone(self, row: SeatRow, size: float) -> ui.Part:
        """Return the player of a seat that cannot be changed."""
        name = ui.TextLine(row.seat.name, 25 * self.larger, CREAM, fonts.BLACK)
        if self.larger > 1:
            # side by side: there is no height for two such lines
            return ui.RowOfParts(
                (name, ui.TextLine(row.note, 17 * self.larger, SOFT, side="right").tight(self.kit)), 12
            )
        return ui.CentredColumn((name, ui.TextLine(row.note, 17, SOFT)))

    def _level(self, place: int, row: SeatRow, high: float) -> list[ui.Part]:
        """Return the choice of a seat's player; on a tall table a button for the next one."""
        if not row.kinds:
            return []
        texts, kinds, kind = self.texts, row.kinds, row.seat.kind
        labels = [texts("party.free" if kind == FREE else f"level.{kind}") for kind in kinds]
        at, id_ = kinds.index(kind), f"level-{place}"
        if self.frame.tall:
            plain, after = kind in (match.HUMAN, FREE), kinds[(at + 1) % len(kinds)]
            button = ui.ButtonPart(
                id_,
                labels[at],
                partial(self.choose_level, place, after),
                "secondary" if plain else "dark",
                icon="pawn" if plain else "gear",
                size=22,
                spoken=". ".join(filter(None, (f"{row.spoken_name}: {labels[at]}", row.note))),
                target=TARGET,
                h=high - 5,
            )
            return [ui.CentredColumn([button], w=LEVEL_TALL)]

        def use(at: int) -> None:
            self.choose_level(place, kinds[at])

        def make(box: Box) -> Sequence[Widget]:
            size = 20 if len(kinds) <= 4 else 17
            bar = box._replace(y=box.centre[1] - high / 2, h=high)
            return [Segment(self.kit, id_, bar, labels, at, use, name=row.spoken_name, size=size)]

        return [ui.CustomPart(make)]

    # ---- modes --------------------------------------------------------------------------------------

    @property
    def ways(self) -> list[ways.Way]:
        """The ways to play; [] for most games."""
        return ways.ways_of(self.table().game, self.texts)

    @property
    def way(self) -> int:
        """The place of the chosen way."""
        return ways.way_at(self.ways, self.table().options)

    def way_note(self, options: Mapping[str, Json]) -> str:
        """Return the description of the way to play with ``options``."""
        game, mode = self.table().game, ways.mode_of(self.table().game)
        assert mode is not None, f"expected a game with modes, got {game}"
        plain = f"{game}.option.{mode.name}.{options[mode.name]}"
        # an active switch may change what the mode is about
        on = (f"{plain}.with_{name}.note" for name, value in options.items() if value is True)
        note = next(filter(self.texts.has, on), f"{plain}.note")
        numbers = {name: value for name, value in options.items() if type(value) is int}
        return self.texts(note, **numbers)

    def ways_bar(
        self,
        id_: str,
        h: float,
        choose: Callable[[Mapping[str, Json]], transitions.Transition],
        folds: bool = True,
    ) -> ui.Part:
        """Return the choice of a way in lines ``h`` high: in one, or if it ``folds`` in two."""
        name = self.texts(f"{self.table().game}.option.mode")
        return ways.ways_part(
            self.kit, id_=id_, ways=self.ways, at=self.way, choose=choose, name=name, h=h, folds=folds
        )
