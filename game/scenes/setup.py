"""The set-up: seats, house rules and game number. It opens with the last choices, so one tap starts."""

from __future__ import annotations

from pygame import Surface

from game import lineup, saves, start
from game.context import Context
from game.core.match import FIGURES, HUMAN
from game.core.options import BadOptions, Json
from game.engine import backdrop as tables
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop
from game.engine.figures import figure_plain
from game.engine.input import Input, Key, Pointer
from game.engine.layout import Box
from game.engine.palette import CREAM, GOLD, INK, LIP, SKY, SOFT, WHITE
from game.engine.texts import Texts
from game.engine.transitions import Push, Reset, Transition
from game.engine.widgets import Button, RoundButton, Segment, Use, Widget
from game.host import device
from game.presentations import PRESENTATIONS
from game.registry import GAMES
from game.scenes import routes
from game.scenes.common import LINE, RULE_ON_PAPER, Baked, back_button, heading, row_text
from game.scenes.option_rows import option_rows
from game.scenes.setup_parts import NOTHING, SEED, AddSeat, SeatFace, SeatName, SeedField

#: how many house rules the set-up shows itself; the rest is one tap away
SHOWN_RULES = 4
#: the least height of a rule's row
ROW = 70.0
#: what a choice of modes above the seats takes, and how far below it its note stands
MODES_HIGH, NOTE_BELOW = 64.0, 22.0
#: signs of the teams
TEAMS = (("A", GOLD), ("B", SKY))


class Setup(Baked):
    """Choose who plays, by which rules and with which game number."""

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self._memory = context.stored("setup", "file.setup")
        self.lineup = lineup.remembered(game, self._memory, context.texts)
        self.lineup.seed = lineup.fresh_seed(context.clock.wall_ms())
        #: the seat whose name is being typed, SEED or NOTHING
        self.typing = NOTHING
        self.typed: str = ""
        self.items.focus = "start"

    @property
    def texts(self) -> Texts:
        """The texts of the player's language."""
        return self.context.texts

    @property
    def game(self) -> str:
        """The game to be set up."""
        return self.lineup.game

    # ---- choices --------------------------------------------------------------------------------

    def _seat(self, place: int, **changes: str) -> None:
        self.lineup.seats[place] = self.lineup.seats[place]._replace(**changes)
        self._settle()

    def _settle(self) -> None:
        """After any choice: what does not go together any more is put right, and told."""
        self.context.notices += self.lineup.settle(self.texts)
        self.build()

    def _level(self, place: int, kind: str) -> None:
        self._seat(place, kind=kind)

    def _next_level(self, place: int) -> None:
        kinds = self._kinds()
        self._seat(place, kind=kinds[(kinds.index(self.lineup.seats[place].kind) + 1) % len(kinds)])

    def _kinds(self) -> list[str]:
        return [HUMAN, *GAMES[self.game].levels]

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
        self._seat(place, figure=free[0], name=self.lineup.free_name(free[0], self.texts) if own else seat.name)

    def add(self) -> None:
        """Seat one more bot."""
        self.lineup.add(self.texts)
        self._settle()

    def _remove(self, place: int) -> None:
        self.lineup.remove(place)
        self._settle()

    def _option(self, name: str, value: Json) -> None:
        self.lineup.options[name] = value
        self._settle()

    def _standard(self) -> None:
        fresh = lineup.standard(self.game, self.texts)
        fresh.seed = self.lineup.seed
        self.lineup = fresh
        self.build()

    def _roll(self) -> None:
        self.lineup.seed = lineup.fresh_seed(self.context.clock.wall_ms() + self.lineup.seed)
        self.build()

    def _copy(self) -> None:
        """Hand out what opens this very table elsewhere."""
        rows = self.lineup
        table = (rows.game, [seat.kind for seat in rows.seats], rows.seed, rows.options)
        device.share(start.link_to(*table), start.command_to(*table), self._copied)

    def _copied(self, what: str) -> None:
        self.context.tell(f"setup.copied.{what}")

    def _remember(self) -> None:
        memory = self._memory if isinstance(self._memory, dict) else {}
        self.context.store("setup", memory | {self.game: self.lineup.as_json()})

    def _start(self) -> Transition:
        try:
            match = self.lineup.match()
        except BadOptions as error:
            self.context.tell(f"reason.{error.reason}", **error.details)
            return None
        # of each game one match is in progress: a new one gives it up
        if saves.is_in_progress(self.context, self.game) and not self.sure("start"):
            return None
        self._remember()
        return Reset(routes.table(self.context, match))

    def back(self) -> Transition:
        """Back to the box; the choices are kept."""
        self._remember()
        return Reset(routes.title(self.context, self.lineup.game))

    # ---- typing ---------------------------------------------------------------------------------

    def type_name(self, place: int) -> None:
        """Begin to type the name of a seat."""
        self.typing, self.typed = place, self.lineup.seats[place].name
        self.captures_keys = True
        self.build()

    def type_seed(self) -> None:
        """Begin to type the game number."""
        self.typing, self.typed = SEED, ""
        self.captures_keys = True
        self.build()

    def _done_typing(self, keep: bool) -> None:
        name = self.typed.strip()
        if keep and name and self.typing >= 0:
            place = self.typing
            if name not in {row.name for seat, row in enumerate(self.lineup.seats) if seat != place}:
                self.lineup.seats[place] = self.lineup.seats[place]._replace(name=name)
            else:
                self.context.tell("setup.name_taken", name=name)
        elif keep and name:
            self.lineup.seed = max(1, int(name))
        self.typing, self.captures_keys = NOTHING, False
        self.build()

    def handle(self, event: Input) -> Transition:
        """While a name is being typed, keys belong to it."""
        if self.typing != NOTHING and isinstance(event, Key):
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
        if self.typing != NOTHING and isinstance(event, Pointer) and event.kind == "down":
            self._done_typing(True)
        return super().handle(event)

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the seats and the rules."""
        frame = self.context.frame
        self.plate = Backdrop(self.context.kit, tables.felt(frame, PRESENTATIONS[self.game].felt, (0.45, 0.44)))
        heading(self.context, self.plate, self.texts(f"game.{self.game}"), self.texts("setup.title"))
        widgets: list[Widget] = [back_button(self.context, self.back)]
        widgets += self._build_tall() if frame.tall else self._build_wide()
        focus = self.items.focus or "start"
        self.show(widgets)
        if self.items.find(focus):
            self.items.focus = focus

    def _build_wide(self) -> list[Widget]:
        seats, (_, most) = self.lineup.seats, self.lineup.seat_range
        kit, plate = self.context.kit, self.plate
        widgets, lower = self._modes(Box(28, 104, 774, 52))
        top = 144 + lower
        if not lower:
            plate.put(kit.line_plain(self.texts("setup.seats"), 22, CREAM, text.BLACK), 40, top - 22)
        plate.put(self._count(), 788, 156 + NOTE_BELOW if lower else top - 22, "right")
        rows = len(seats) + (len(seats) < most)
        high, step = (86.0, 96.0) if rows <= 5 else (70.0, 76.0)
        # a note in several lines takes it from the rows
        over = max(0.0, top + rows * step - 696) / rows
        high, step = high - over, step - over
        for place in range(len(seats)):
            y = top + place * step
            plate.panel(Box(28, y, 774, high))
            middle = y + high / 2
            widgets.append(SeatFace(self, place, 78, middle, min(29, high * 0.36)))
            bar = min(60.0, high - 12)
            left = 304 if len(self._kinds()) <= 4 else 288
            widgets.append(self._name(place, Box(124, middle - 30, left - 130, 60)))
            widgets.append(self._level_control(place, Box(left, middle - bar / 2, 716 - left, bar)))
            widgets.append(self._remove_button(place, 756, middle))
        if len(seats) < most:
            widgets.append(self._add_row(Box(29, top + len(seats) * step, 772, high - 4)))
        if top + rows * step < 660:
            hint = kit.line_plain(self.texts("setup.tip"), 18, SOFT, most=760)
            plate.put(hint, 40, top + rows * step + 22)
        widgets += self._rules(Box(826, 104, 426, 416))
        widgets.append(self._start_button(Box(826, 536, 426, 96)))
        widgets += self._lower(826, 642, 426, 50, 17)
        return widgets

    def _build_tall(self) -> list[Widget]:
        seats, (_, most) = self.lineup.seats, self.lineup.seat_range
        height = self.context.frame.height
        widgets, lower = self._modes(Box(24, 104, 672, 72))
        top = 116 + (lower and lower + 36)
        rows = len(seats) + (len(seats) < most)
        spare = height - 1280
        step = 92.0 if rows <= 5 else 78.0 + spare / 14
        high = step - 8
        for place in range(len(seats)):
            y = top + place * step
            self.plate.panel(Box(24, y, 672, high))
            middle = y + high / 2
            widgets.append(SeatFace(self, place, 76, middle, 29))
            widgets.append(self._name(place, Box(122, middle - 34, 210, 68)))
            widgets.append(self._level_button(place, Box(344, middle - 34, 250, 64)))
            widgets.append(self._remove_button(place, 648, middle))
        if len(seats) < most:
            widgets.append(self._add_row(Box(25, top + len(seats) * step, 670, high - 4)))
        top += rows * step + 8
        widgets += self._rules(Box(24, top, 672, height - 236 - top))
        widgets.append(self._start_button(Box(24, height - 216, 672, 100)))
        widgets += self._lower(24, height - 100, 672, 72, 19)
        return widgets

    def _count(self) -> Surface:
        """How many seats there are and can be; plain."""
        words = self.texts("setup.of_most", count=len(self.lineup.seats), most=self.lineup.seat_range[1])
        return self.context.kit.line_plain(words, 18, SOFT)

    def _modes(self, box: Box) -> tuple[list[Widget], float]:
        """What makes another game of it, above the seats, and the height that this takes; nothing for most games."""
        kit, options = self.context.kit, GAMES[self.game].options
        option = next((option for option in options if option.pick == "mode"), None)
        if option is None:
            return [], 0.0
        key = f"{self.game}.option.{option.name}"
        value = self.lineup.options[option.name]
        # on a wide table the number of seats stands in the same line
        beside = 0 if self.context.frame.tall else self._count().get_width() / kit.scale + 24
        note, real = self.texts(f"{key}.{value}.note"), round(18 * kit.text_scale)
        lines = text.wrapped(note, text.STRONG, real, kit.px(box.w - 24 - beside))
        apart = real * LINE / kit.scale
        for number, line in enumerate(lines):
            words = text.plain(line, text.STRONG, real, SOFT)
            self.plate.put(words, box.x + 12, box.y + box.h + NOTE_BELOW + number * apart)
        labels = [self.texts(f"{key}.{value}") for value in option.values]
        chosen = option.values.index(value)
        bar = Segment(
            kit,
            f"option-{option.name}",
            box,
            labels,
            chosen,
            lambda place: self._option(option.name, option.values[place]),
            name=self.texts(key),
            size=24,
        )
        return [bar], MODES_HIGH + (len(lines) - 1) * apart

    def _name(self, place: int, box: Box) -> Widget:
        """A seat's name; in teams its team stands below, and a strip beside it in the team's colour."""
        teams = GAMES[self.game].sides(self.lineup.options, len(self.lineup.seats))
        if not teams:
            return SeatName(self, place, box, 25)
        letter, colour = TEAMS[teams[place]]
        middle = box.y + box.h / 2
        line = self.context.kit.line_plain(self.texts("setup.team", letter=letter), 18, colour, text.BLACK, box.w)
        self.plate.put(line, box.x, middle + 17)
        self.plate.inset(Box(36, middle - 24, 6, 48), 3, colour)
        return SeatName(self, place, box._replace(y=middle - 34, h=44), 25)

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
            name=seat.name,
            size=20 if len(kinds) <= 4 else 17,
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
            kind=kind,
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
            side=48,
            enabled=len(self.lineup.seats) > self.lineup.seat_range[0],
        )

    def _add_row(self, box: Box) -> Widget:
        kit, plate = self.context.kit, self.plate
        plate.inset(box, 18, PRESENTATIONS[self.game].felt)
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
        plate, kit = self.plate, self.context.kit
        plate.paper(box)
        x, w = box.x + 24, box.w - 48
        plate.put(kit.line_plain(self.texts("setup.rules"), 25, INK, text.DISPLAY), x, box.y + 32)
        # larger texts need higher rows, and fewer of them
        least = ROW * max(1.0, kit.player_scale)
        shown = min(SHOWN_RULES, int((box.h - 64) / least) - 1)
        rows = option_rows(self.context, self.lineup, self._option)[:shown]
        top = box.y + 56
        step = min(96.0, (box.h - 64) / (len(rows) + 1))
        widgets: list[Widget] = []
        for number, row in enumerate(rows):
            y = top + step * (number + 0.5)
            row.bake(plate, Box(x, y - step / 2, w, step))
            widgets.append(row.widget(x, y, w))
            plate.rule(x, top + step * (number + 1), w, RULE_ON_PAPER)
        y = top + step * (len(rows) + 0.5)
        wide = 104.0 if self.context.frame.tall else 96.0
        field = Box(x + w - 120 - wide, y - 24, wide, 48)
        words = Box(x, y - step / 2, field.x - 8 - x, step)
        row_text(self.context, plate, words, self.texts("setup.seed"), self.texts("setup.seed_note"))
        plate.inset(field, 12, WHITE)
        plate.frame_line(field, 12, LIP, 2)
        widgets.append(SeedField(self, field))
        copy = self.texts("setup.copy.link" if device.WEB else "setup.copy.command")
        uses: list[tuple[str, str, str, Use]] = [
            ("copy", "export", copy, self._copy),
            ("roll", "dice", self.texts("setup.roll"), self._roll),
        ]
        for place, (id_, icon, label, use) in enumerate(uses):
            button = RoundButton(kit, id_, x + w - 82 + place * 60, y, icon, label, use, side=44)
            # side by side: as high as any target, but no wider than the way to its neighbour
            button.item.box = Box(button.x - 30, y - 36, 60, 72)
            widgets.append(button)
        return widgets

    def _start_button(self, box: Box) -> Widget:
        minutes = self.texts(f"game.{self.game}.minutes")
        sub = self.texts(f"setup.start_note.{len(self.lineup.seats)}", minutes=minutes)
        asks = self.asking == "start"
        return Button(
            self.context.kit,
            "start",
            box,
            self.texts("setup.sure" if asks else "setup.start"),
            self._start,
            kind="danger" if asks else "primary",
            sub=self.texts("setup.sure_note") if asks else sub,
            icon="play",
            size=26 if asks else 34,
        )

    def _lower(self, x: float, y: float, w: float, h: float, size: float) -> list[Widget]:
        part = (w - 24) / 3
        uses: list[tuple[str, Use]] = [
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
                kind="dark",
                size=size,
                keys=("help",) if key == "button.howto" else (),
            )
            for number, (key, use) in enumerate(uses)
        ]
