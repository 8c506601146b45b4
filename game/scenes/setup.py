"""The set-up: seats, house rules and game number. It opens with the last choices, so one tap starts."""

from __future__ import annotations

from typing import Any

from game import lineup, saves
from game.context import Context
from game.core.match import HUMAN, Seat
from game.core.protocol import BadOptions
from game.engine import backdrop as tables
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.figures import FIGURES, figure, figure_plain
from game.engine.input import Input, Key
from game.engine.items import Item, ItemList
from game.engine.layout import Box
from game.engine.palette import CREAM, FELT, GOLD, INK, LIP, SOFT, WHITE
from game.engine.scene import Push, Reset, Scene, Transition
from game.engine.widgets import Button, RoundButton, Segment, Widget
from game.registry import GAMES
from game.scenes import routes
from game.scenes.common import RULE_ON_PAPER, OptionRow, back_button, heading, row_text

#: how many house rules the set-up shows itself; the rest is one tap away
SHOWN_RULES = 4


class SeatFace(Widget):
    """A seat's figure: a tap takes the next free one."""

    def __init__(self, scene: Setup, place: int, x: float, y: float, radius: float) -> None:
        super().__init__(scene.context.kit)
        self.seat, self.x, self.y, self.radius = scene.lineup.seats[place], x, y, radius
        box = Box(x - radius, y - radius, 2 * radius, 2 * radius).at_least(72)
        label = scene.texts("setup.figure", name=self.seat.name)
        self.items = [Item(f"figure-{place}", label, box, lambda: scene.next_figure(place), data={"tip": True})]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the face, in a gold ring while it can be tapped."""
        active = self.state(self.items[0], items) in ("hover", "focus", "pressed")
        canvas.put_centred(figure(self.kit, self.seat.figure, self.radius, "calm", active), self.x, self.y)


class SeatName(Widget):
    """A seat's name with a pen: a tap lets it be typed."""

    def __init__(self, scene: Setup, place: int, box: Box, size: float) -> None:
        super().__init__(scene.context.kit)
        self.box, self.size = box, size
        self.typing = scene.typing == place
        self.name = scene.typed if self.typing else scene.lineup.seats[place].name
        label = scene.texts("setup.name", name=scene.lineup.seats[place].name)
        self.items = [Item(f"name-{place}", label, box.at_least(72), lambda: scene.type_name(place))]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the name and the pen, or the name being typed and its caret."""
        box, kit = self.box, self.kit
        words = f"{self.name}|" if self.typing else self.name
        colour = GOLD if self.typing or self.state(self.items[0], items) != "normal" else CREAM
        line = kit.line(words or " ", self.size, colour, text.BLACK, box.w - 34)
        canvas.put_left(line, box.x, box.y + box.h / 2)
        if not self.typing:
            pen = kit.icon("pen", 24, SOFT)
            canvas.put_left(pen, box.x + line.get_width() / kit.scale + 8, box.y + box.h / 2)
        if self.state(self.items[0], items) == "focus":
            canvas.put(kit.ready("focus_plain", box.w, box.h, 12), box.x - 8, box.y - 8)


class Setup(Scene):
    """Choose who plays, by which rules and with which game number."""

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self._memory = context.stored("setup", "file.setup")
        self.lineup = lineup.remembered(game, self._memory, context.texts)
        self.lineup.seed = lineup.fresh_seed(context.clock.wall_ms())
        #: the seat whose name is being typed, or -1; -2 for the game number
        self.typing = -1
        self.typed: str = ""
        #: a match that is stored will be given up, and the player has been told
        self._sure = False
        self.items.focus = "start"

    @property
    def texts(self) -> Any:
        """The texts of the player's language."""
        return self.context.texts

    @property
    def game(self) -> str:
        """The game to be set up."""
        return self.lineup.game

    # ---- choices --------------------------------------------------------------------------------

    def _seat(self, place: int, **changes: Any) -> None:
        self.lineup.seats[place] = self.lineup.seats[place]._replace(**changes)
        self.build()

    def _level(self, place: int, kind: str) -> None:
        self._seat(place, kind=kind)

    def _next_level(self, place: int) -> None:
        kinds = self._kinds()
        self._seat(place, kind=kinds[(kinds.index(self.lineup.seats[place].kind) + 1) % len(kinds)])

    def _kinds(self) -> list[str]:
        return [HUMAN, *GAMES[self.game].bots.LEVELS]

    def next_figure(self, place: int) -> None:
        """Take the next figure that nobody has; its own name comes with it unless another was typed."""
        seat = self.lineup.seats[place]
        taken = {row.figure for row in self.lineup.seats}
        start = FIGURES.index(seat.figure)
        free = [FIGURES[(start + step) % len(FIGURES)] for step in range(1, len(FIGURES))]
        free = [name for name in free if name not in taken]
        if not free:
            return
        own = seat.name == self.texts(f"figure.{seat.figure}")
        self._seat(place, figure=free[0], name=self._free_name(free[0]) if own else seat.name)

    def _free_name(self, figure_: str) -> str:
        """A figure's own name, numbered if somebody has typed the same one."""
        name, taken = str(self.texts(f"figure.{figure_}")), {row.name for row in self.lineup.seats}
        numbered = (f"{name} {number}" for number in range(2, len(FIGURES) + 2))
        return next(found for found in (name, *numbered) if found not in taken)

    def _add(self) -> None:
        seats = self.lineup.seats
        figure_ = next(name for name in FIGURES if name not in {row.figure for row in seats})
        level = next((row.kind for row in reversed(seats) if row.kind != HUMAN), self._kinds()[2])
        seats.append(Seat(self._free_name(figure_), level, figure_))
        self.build()

    def _remove(self, place: int) -> None:
        del self.lineup.seats[place]
        self.build()

    def _option(self, name: str, value: Any) -> None:
        self.lineup.options[name] = value
        self.build()

    def _standard(self) -> None:
        fresh = lineup.standard(self.game, self.texts)
        fresh.seed = self.lineup.seed
        self.lineup = fresh
        self.build()

    def _roll(self) -> None:
        self.lineup.seed = lineup.fresh_seed(self.context.clock.wall_ms() + self.lineup.seed)
        self.build()

    def _remember(self) -> None:
        memory = self._memory if isinstance(self._memory, dict) else {}
        self.context.store("setup", memory | {self.game: self.lineup.as_json()})

    def _start(self) -> Transition:
        try:
            match = self.lineup.match()
        except BadOptions as error:
            self.context.notices.append(self.texts(f"reason.{error.reason}"))
            return None
        if saves.resume(self.context) and not self._sure:
            self._sure = True
            self.context.notices.append(self.texts("setup.sure"))
            return None
        self._remember()
        return Reset(routes.table(self.context, match))

    def back(self) -> Transition:
        """Back to the box; the choices are kept."""
        self._remember()
        return Reset(routes.title(self.context))

    # ---- typing ---------------------------------------------------------------------------------

    def type_name(self, place: int) -> None:
        """Begin to type the name of a seat."""
        self.typing, self.typed = place, self.lineup.seats[place].name
        self.captures_keys = True
        self.build()

    def _type_seed(self) -> None:
        self.typing, self.typed = -2, ""
        self.captures_keys = True
        self.build()

    def _done_typing(self, keep: bool) -> None:
        name = self.typed.strip()
        if keep and name and self.typing >= 0:
            place = self.typing
            if name not in {row.name for seat, row in enumerate(self.lineup.seats) if seat != place}:
                self.lineup.seats[place] = self.lineup.seats[place]._replace(name=name)
            else:
                self.context.notices.append(self.texts("setup.name_taken", name=name))
        elif keep and name:
            self.lineup.seed = max(1, int(name))
        self.typing, self.captures_keys = -1, False
        self.build()

    def handle(self, event: Input) -> Transition:
        """While a name is being typed, keys belong to it."""
        if self.typing != -1 and isinstance(event, Key):
            if event.raw in ("return", "keypad enter", "enter", "tab") or (event.pad and event.meaning == "act"):
                self._done_typing(True)
            elif event.raw == "escape" or event.pad:
                self._done_typing(False)
            elif event.raw == "backspace":
                self.typed = self.typed[:-1]
                self.build()
            else:
                most = lineup.LONGEST_NAME if self.typing >= 0 else lineup.DIGITS
                fits = text.can_write(event.text) if self.typing >= 0 else event.text in "0123456789"
                if event.text and len(self.typed) < most and fits:
                    self.typed += event.text
                    self.build()
            return None
        if self.typing != -1 and getattr(event, "kind", "") == "down":
            self._done_typing(True)
        return super().handle(event)

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the seats and the rules."""
        frame = self.context.frame
        self.back_plate = Backdrop(self.context.kit, tables.felt(frame, FELT[self.game], (0.45, 0.44)))
        heading(self.context, self.back_plate, self.texts(f"game.{self.game}"), self.texts("setup.title"))
        widgets: list[Widget] = [back_button(self.context, self.back)]
        widgets += self._build_tall() if frame.tall else self._build_wide()
        focus = self.items.focus or "start"
        self.show(widgets)
        if self.items.find(focus):
            self.items.focus = focus

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, then the widgets."""
        canvas.background(self.back_plate.surface)
        super().draw(canvas)

    def _build_wide(self) -> list[Widget]:
        seats, most = self.lineup.seats, GAMES[self.game].rules.MAX_SEATS
        kit, plate = self.context.kit, self.back_plate
        plate.put(kit.line_plain(self.texts("setup.seats"), 22, CREAM, text.BLACK), 40, 122)
        plate.put(
            kit.line_plain(self.texts("setup.of_most", count=len(seats), most=most), 18, SOFT), 788, 122, "right"
        )
        rows = len(seats) + (len(seats) < most)
        high, step = (86.0, 96.0) if rows <= 5 else (70.0, 76.0)
        widgets: list[Widget] = []
        for place in range(len(seats)):
            y = 144 + place * step
            plate.panel(Box(28, y, 774, high))
            middle = y + high / 2
            widgets.append(SeatFace(self, place, 78, middle, min(29, high * 0.36)))
            widgets.append(SeatName(self, place, Box(124, middle - 30, 136, 60), 25))
            bar = min(60.0, high - 12)
            widgets.append(self._level_control(place, Box(266, middle - bar / 2, 438, bar)))
            widgets.append(self._remove_button(place, 756, middle))
        if len(seats) < most:
            widgets.append(self._add_row(Box(29, 144 + len(seats) * step, 772, high - 4)))
        if rows <= 5:
            hint = kit.line_plain(self.texts("setup.tip"), 18, SOFT, most=760)
            plate.put(hint, 40, 144 + rows * step + 22)
        widgets += self._rules(Box(826, 104, 426, 416))
        widgets.append(self._start_button(Box(826, 536, 426, 96)))
        widgets += self._lower(826, 642, 426, 50, 17)
        return widgets

    def _build_tall(self) -> list[Widget]:
        seats, most = self.lineup.seats, GAMES[self.game].rules.MAX_SEATS
        height = self.context.frame.height
        rows = len(seats) + (len(seats) < most)
        spare = height - 1280
        step = 92.0 if rows <= 5 else 78.0 + spare / 14
        high = step - 8
        widgets: list[Widget] = []
        for place in range(len(seats)):
            y = 116 + place * step
            self.back_plate.panel(Box(24, y, 672, high))
            middle = y + high / 2
            widgets.append(SeatFace(self, place, 76, middle, 29))
            widgets.append(SeatName(self, place, Box(122, middle - 34, 210, 68), 25))
            widgets.append(self._level_button(place, Box(344, middle - 34, 250, 64)))
            widgets.append(self._remove_button(place, 648, middle))
        if len(seats) < most:
            widgets.append(self._add_row(Box(25, 116 + len(seats) * step, 670, high - 4)))
        top = 116 + rows * step + 8
        widgets += self._rules(Box(24, top, 672, height - 236 - top))
        widgets.append(self._start_button(Box(24, height - 216, 672, 100)))
        widgets += self._lower(24, height - 100, 672, 72, 19)
        return widgets

    def _level_control(self, place: int, box: Box) -> Widget:
        kinds, seat = self._kinds(), self.lineup.seats[place]
        labels = [self.texts(f"level.{kind}") for kind in kinds]
        return Segment(
            self.context.kit,
            f"level-{place}",
            box,
            labels,
            kinds.index(seat.kind),
            lambda chosen: self._level(place, kinds[chosen]),
            seat.name,
        )

    def _level_button(self, place: int, box: Box) -> Widget:
        seat = self.lineup.seats[place]
        label = self.texts(f"level.{seat.kind}")
        kind = "secondary" if seat.kind == HUMAN else "dark"
        return Button(
            self.context.kit,
            f"level-{place}",
            box,
            label,
            lambda: self._next_level(place),
            kind,
            icon="pawn" if seat.kind == HUMAN else "gear",
            size=22,
            spoken=f"{seat.name}: {label}",
        )

    def _remove_button(self, place: int, x: float, y: float) -> Widget:
        seat = self.lineup.seats[place]
        return RoundButton(
            self.context.kit,
            f"remove-{place}",
            x,
            y,
            "close",
            self.texts("setup.remove", name=seat.name),
            lambda: self._remove(place),
            48,
            enabled=len(self.lineup.seats) > GAMES[self.game].rules.MIN_SEATS,
        )

    def _add_row(self, box: Box) -> Widget:
        kit, plate = self.context.kit, self.back_plate
        plate.inset(box, 18, FELT[self.game])
        plate.surface.blit(
            surfaces.rounded((kit.px(box.w), kit.px(box.h)), kit.px(18), (0, 0, 0), 46),
            self.context.frame.to_real(box.x, box.y),
        )
        plate.frame_line(box, 18, CREAM, 2, 90)
        free = [name for name in FIGURES if name not in {row.figure for row in self.lineup.seats}]
        for number, name in enumerate(free[:3]):
            plate.put(figure_plain(kit, name, 22), box.x + box.w - 162 + number * 62, box.y + box.h / 2, "centre")
        return AddSeat(self, box)

    def _rules(self, box: Box) -> list[Widget]:
        plate, kit = self.back_plate, self.context.kit
        plate.paper(box)
        x, w = box.x + 24, box.w - 48
        plate.put(kit.line_plain(self.texts("setup.rules"), 25, INK, text.DISPLAY), x, box.y + 32)
        options = [option for option in GAMES[self.game].rules.OPTIONS if option.pick == "one"][:SHOWN_RULES]
        top = box.y + 56
        step = min(96.0, (box.h - 64) / (len(options) + 1))
        widgets: list[Widget] = []
        for number, option in enumerate(options):
            row = OptionRow(self.context, self.game, option, self.lineup.options[option.name], self._option)
            y = top + step * (number + 0.5)
            row.bake(plate, x, y, w)
            widgets.append(row.widget(x, y, w))
            plate.rule(x, top + step * (number + 1), w, RULE_ON_PAPER)
        y = top + step * (len(options) + 0.5)
        row_text(self.context, plate, x, y, w - 200, self.texts("setup.seed"), self.texts("setup.seed_note"))
        plate.inset(Box(x + w - 166, y - 24, 104, 48), 12, WHITE)
        plate.frame_line(Box(x + w - 166, y - 24, 104, 48), 12, LIP, 2)
        widgets.append(SeedField(self, Box(x + w - 166, y - 24, 104, 48)))
        widgets.append(
            RoundButton(kit, "roll", x + w - 22, y, "dice", self.texts("setup.roll"), self._roll, 44, target=72)
        )
        return widgets

    def _start_button(self, box: Box) -> Widget:
        sub = self.texts(f"setup.start_note.{len(self.lineup.seats)}", minutes=self.texts(f"game.{self.game}.minutes"))
        return Button(
            self.context.kit, "start", box, self.texts("setup.start"), self._start, "primary", sub, "play", 34
        )

    def _lower(self, x: float, y: float, w: float, h: float, size: float) -> list[Widget]:
        part = (w - 24) / 3
        uses: list[tuple[str, Any]] = [
            ("setup.more_rules", lambda: Push(routes.house_rules(self.context, self.lineup))),
            ("setup.standard", self._standard),
            ("button.howto", lambda: Push(routes.howto(self.context, self.game))),
        ]
        return [
            Button(
                self.context.kit,
                key.split(".")[1],
                Box(x + number * (part + 12), y, part, h),
                self.texts(key),
                use,
                "dark",
                size=size,
            )
            for number, (key, use) in enumerate(uses)
        ]


class AddSeat(Widget):
    """The row that adds a seat."""

    def __init__(self, scene: Setup, box: Box) -> None:
        super().__init__(scene.context.kit)
        self.box, self.words = box, scene.texts("setup.add")
        self.items = [Item("add", self.words, box, scene._add)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the plus and the words."""
        box = self.box
        state = self.state(self.items[0], items)
        middle = box.y + box.h / 2
        canvas.put_centred(self.kit.round_button("plus", 48, state), box.x + 49, middle)
        canvas.put_left(self.kit.line(self.words, 24, CREAM, text.BLACK, box.w - 300), box.x + 95, middle)


class SeedField(Widget):
    """The game number: a tap lets it be typed."""

    def __init__(self, scene: Setup, box: Box) -> None:
        super().__init__(scene.context.kit)
        self.box, self.typing = box, scene.typing == -2
        self.words = f"{scene.typed}|" if self.typing else str(scene.lineup.seed)
        label = scene.texts("setup.seed_label", number=scene.lineup.seed)
        self.items = [Item("seed", label, box.at_least(72), scene._type_seed)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the number."""
        box = self.box
        if self.state(self.items[0], items) == "focus":
            canvas.put(self.kit.ready("focus_plain", box.w, box.h, 12), box.x - 8, box.y - 8)
        line = self.kit.line(self.words, 22, INK, text.DISPLAY, box.w - 12)
        canvas.put_centred(line, *box.centre)
