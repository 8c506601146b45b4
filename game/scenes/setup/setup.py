"""The set-up of a match. It opens with the last choices, so one tap starts.

At first it shows the game's aim, the players, and buttons to start or to learn. Seats, levels, house rules and game
number can be changed behind one button; what was chosen there is summed up in one line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil

from game.catalogue import lengths, presentations, registry
from game.core.match import FIGURES, HUMAN
from game.core.options import InvalidOptions, Json
from game.engine import containers as ui
from game.engine import fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.items import Item, ItemList
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import CREAM, INK, LIP, SOFT, WHITE
from game.engine.text_field import BEFORE_PEN, PEN, TextField
from game.engine.transitions import Push, Reset, Transition
from game.engine.widgets import TARGET, UseAction, Widget
from game.host import device
from game.host.page import Copied
from game.player import lessons, lineup, puzzles, saves
from game.scenes.navigation import routes
from game.scenes.setup.form import APART, SeatRow, TableForm
from game.scenes.setup.house_rules import EDGE, LEAST_HIGH, changed_rules, option_rows
from game.scenes.shared import choice, common, crate
from game.services import launch_request
from game.services.context import Context

#: maximum number of house rules in the set-up itself, on a wide and on a tall table; the rest is one tap away
SHOWN_RULES, SHOWN_TALL = 5, 4
#: number of them that have room on a tall table before its seats grow
FEW = 2
#: how much higher seats and rules may be where there are fewer rules
HIGHER = 1.35
#: maximum height of a rule's row at the usual text size, and the padding at the foot of their paper
ROW, FOOT = 96.0, 8.0
#: width of everything on a tall table, and of the text on that paper
TALL_WIDE, RULES_WIDE = 672.0, 624.0
#: width of the button to the puzzles, beside the heading
PUZZLES_WIDE = 210.0
DIGIT = "0123456789"
#: maximum number of figures beside the row that adds a seat
WAITING = 3
#: heights of the question for the player's name, and of the tutorial's offer
ASK, OFFER = 68.0, 76.0
#: folded page: maximum radius of a figure, and as a share of its cell; figures side by side; text size of a name
FIGURE, FIGURE_SHARE, ABREAST, NAME = 116.0, 0.36, 2, 27.0
#: the same page of a wide table: height of the aim's text and its heading, its size, width of the game's box beside it
AIM, AIM_SIZE, BOX_WIDE = 250.0, 26.0, 176.0
#: chosen text size above which the text needs the box's room
LARGE = 1.1
#: the same on a tall table, where there is more room: largest radius, share of a cell, and text size of a name
FIGURE_TALL, SHARE_TALL, NAME_TALL = 132.0, 0.38, 30.0
#: height of a rival's level, its text's distance from the ends, and the arrow behind it
CHIP, CHIP_EDGE, CHEVRON = 32.0, 12.0, 18.0
#: maximum height of the text about a level, and maximum number of them in a wide window
RIVAL, MOST_TOLD = 60.0, 2
#: what its items begin with that come after the buttons to start, in the focus order
LATER = (choice.TAKE, "figure-", "name-", "way-", "rival-")


class AddSeat(Widget):
    """The row that adds a seat."""

    def __init__(self, kit: Kit, box: Box, text: str, use: UseAction) -> None:
        super().__init__(kit)
        self.box, self.text = box, text
        self.items = [Item("add", text, box, use)]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        box = self.box
        middle = box.y + box.h / 2
        canvas.put_centred(self.kit.round_button("plus", 48, self.state(self.items[0], items)), box.x + 49, middle)
        canvas.put_left(self.kit.line(self.text, 24, CREAM, fonts.BLACK, box.w - 300), box.x + 95, middle)


class Setup(TableForm):
    """Choose the players, the rules and the game number."""

    def __init__(self, context: Context, game: str, seed: int = 0, unfolded: bool = False, people: int = 0) -> None:
        super().__init__(context)
        self.unfolded = unfolded
        self._memory = context.stored("setup", "file.setup")
        self.lineup = lineup.stored_lineup(game, self._memory, context.texts, context.settings.me)
        if people:
            self.lineup.seat_people(people, context.texts)
        self.lineup.seed = seed or lineup.new_seed(context.clock.wall_ms())
        #: the player has typed the game number
        self._seed_given = False
        self.items.focus = "start"

    @property
    def address(self) -> str:
        return f"setup.{self.lineup.game}.{self.lineup.seed}" + ".all" * self.unfolded

    @property
    def game(self) -> str:
        """The game to be set up."""
        return self.lineup.game

    @property
    def lesson(self) -> str:
        """The name of the tutorial that is offered, or ""."""
        return lessons.offered_lesson(self.context, self.lineup)

    def pause(self) -> None:
        """Store the choices: this scene may never resume."""
        super().pause()
        self._remember()

    # ---- players --------------------------------------------------------------------------------

    def table(self) -> lineup.Lineup:
        return self.lineup

    def called(self, place: int) -> tuple[str, str]:
        seat = self.lineup.seats[place]
        return seat.name, seat.figure

    def id_of(self, what: str, place: int) -> str:
        return f"{what}-{place}"

    def rows(self) -> list[SeatRow]:
        rows, texts = self.lineup, self.texts
        teams = registry.GAMES[self.game].modes.teams(rows.options, len(rows.seats))
        levels = registry.GAMES[self.game].bots.levels_under(rows.options)
        kinds, may_remove = [HUMAN, *levels], len(rows.seats) > rows.seat_range[0]
        found = list[SeatRow]()
        for place, seat in enumerate(row._replace(kind=rows.level(at)) for at, row in enumerate(rows.seats)):
            note, team = self.how(place), teams[place] if teams else -1
            if teams:
                note = ": ".join(filter(None, (texts(f"team.{team}"), note)))
            remove_label = texts("setup.remove", name=seat.name)
            row = SeatRow(
                seat,
                note,
                seat.name,
                own=True,
                kinds=kinds,
                remove_label=remove_label,
                may_remove=may_remove,
                team=team,
            )
            found.append(row)
        return found

    @property
    def asks_who(self) -> bool:
        """True if the player's name is still to be asked for."""
        return not self.context.settings.met and self.lineup.own >= 0

    def meet(self) -> None:
        """Remember the player at this device's own seat, for every game."""
        settings, seat = self.context.settings, self.lineup.seats[self.lineup.own]
        settings.be_called(seat.name, self.texts(f"figure.{seat.figure}"))
        settings.figure = seat.figure
        if self.items.focus == "who-yes":
            self.items.focus = "start"
        self.context.settings_changed()

    def how(self, place: int) -> str:
        """Return a seat's style of play in one line."""
        seat = self.lineup.seats[place]
        if seat.kind == HUMAN:
            if place != self.lineup.own:
                return self.texts("setup.somebody")
            # nobody has confirmed yet who sits there
            return self.texts("setup.you" if self.context.settings.met else "setup.person")
        plain = f"{self.game}.level.{self.lineup.level(place)}"
        # an active house rule may describe a level differently
        on = (f"{plain}.with_{name}" for name, value in self.lineup.options.items() if value is True)
        return next((self.texts(key) for key in (*on, plain) if self.texts.has(key)), "")

    def rename(self, place: int, name: str) -> None:
        self.withdraw_messages()
        if name in {other.name for seat, other in enumerate(self.lineup.seats) if seat != place}:
            self.say(self.texts("setup.name_taken", name=name))
            return
        self.lineup.seats[place] = self.lineup.seats[place]._replace(name=name)
        # a bot that was given a name is no added bot any more
        self.lineup.added_bots.pop(place, None)
        if place == self.lineup.own:
            self.meet()

    def take_figure(self, place: int, figure: str) -> None:
        """Give the seat a figure; a seat that has it gets the other one."""
        self.lineup.take_figure(place, figure, self.texts)
        if place == self.lineup.own or self.context.settings.met:
            self.meet()

    # ---- choices --------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Resolve conflicts after a choice, and report them."""
        self.withdraw_messages()
        self.say(*self.lineup.settle(self.texts))
        self.build()

    def choose_level(self, place: int, kind: str) -> None:
        self.lineup.seats[place] = self.lineup.seats[place]._replace(kind=kind)
        self._settle()

    def add(self) -> None:
        """Add a bot."""
        self.lineup.add(self.texts)
        self._settle()
        if not self.items.find("add"):
            # every seat is taken: the focus moves to the last one
            self.items.focus = f"name-{len(self.lineup.seats) - 1}"

    def remove(self, place: int) -> None:
        self.lineup.remove(place)
        self._settle()
        item = self.items.find(f"remove-{place}")
        if not item or not item.enabled:
            self.items.focus = f"name-{min(place, len(self.lineup.seats) - 1)}"

    def choose_option(self, name: str, value: Json) -> None:
        """Choose a house rule."""
        self.lineup.options[name] = value
        self._settle()

    def _type_seed(self) -> None:
        self.type_into("seed", str(self.lineup.seed), lineup.DIGITS, DIGIT.__contains__, self._take_seed)

    def _take_seed(self, digits: str) -> None:
        self.withdraw_messages()
        self.lineup.seed, self._seed_given = max(1, int(digits)), True

    def _standard(self) -> None:
        fresh = lineup.default_lineup(self.game, self.texts, me=self.context.settings.me)
        # seats and house rules would be lost
        if fresh.as_json() != self.lineup.as_json() and not self.confirmed("standard"):
            return
        self.withdraw_messages()
        fresh.seed = self.lineup.seed
        self.lineup = fresh
        self.build()

    def _roll(self) -> None:
        self.withdraw_messages()
        self.lineup.seed, self._seed_given = lineup.new_seed(self.context.clock.wall_ms() + self.lineup.seed), False
        self.build()

    def _copy(self) -> None:
        """Share a link or command that opens this table elsewhere."""
        rows = self.lineup
        table = (rows.game, [seat.kind for seat in rows.seats], rows.seed, rows.options)
        device.page.share(launch_request.link_to(*table), launch_request.command_to(*table), self._copied)

    def _copied(self, what: Copied) -> None:
        self.withdraw_messages()
        self.say(self.texts(f"setup.copied.{what}"))

    def _pass_over(self) -> None:
        """Decline the tutorial for good."""
        lessons.decline(self.context, self.lesson)
        self.items.focus = "start"
        self.build()

    def _learn(self) -> Transition:
        name = self.lesson
        lessons.mark_offered(self.context, name)
        return Push(routes.lesson(self.context, name))

    def _remember(self) -> None:
        memory = self._memory if isinstance(self._memory, dict) else {}
        self.context.store("setup", memory | {self.game: self.lineup.as_json()})

    def _start(self) -> Transition:
        try:
            match = self.lineup.match()
        except InvalidOptions as error:
            self.say(self.texts(f"reason.{error.reason}", **error.details))
            return None
        # only one match of each game is in progress: a new one replaces it
        if saves.is_in_progress(self.context, self.game) and not self.confirmed("start"):
            return None
        self._remember()
        lessons.mark_offered(self.context, self.lesson)
        if self.asks_who:
            # starting without an answer confirms the suggested name
            self.meet()
        return Reset(routes.table(self.context, match))

    def back(self) -> Transition:
        if self.unfolded:
            self.fold()
            return None
        self._remember()
        return Reset(routes.title(self.context, self.lineup.game))

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        body = self._body if self.unfolded else self._first
        # there is no room beside the heading of a tall table
        self.message_fills = self.frame.tall
        felt, title = presentations.PRESENTATIONS[self.game].felt, self.texts(f"game.{self.game}")
        back, *widgets = self.lay_out(felt, title, self.texts("setup.title"), self._free_right, body)
        if not self.unfolded:
            # buttons to start come first in the focus order
            widgets.sort(key=lambda widget: widget.items[0].id.startswith(LATER))
        focus = self.items.focus or "start"
        self.show([back, *self._way_to_puzzles(), *widgets])
        if self.items.find(focus):
            self.items.focus = focus

    @property
    def _leads_to_puzzles(self) -> bool:
        """True if there are puzzles and the player has passed the first visit."""
        return self.lesson != self.game and bool(puzzles.puzzles_of(self.game))

    @property
    def _free_right(self) -> float:
        """Distance of the heading from the right edge."""
        if not self._leads_to_puzzles:
            return 24
        return 108 if self.frame.tall else 28 + PUZZLES_WIDE + 12

    def message_box(self) -> Box | None:
        """Return the heading's box, or on a wide table the one beside its texts."""
        if self.frame.tall:
            return common.heading_box(self.context, self._free_right)
        return self.beside_heading(self._free_right)

    def _way_to_puzzles(self) -> list[Widget]:
        """Return the button to the game's puzzles in the upper right corner, if there are any."""
        if not self._leads_to_puzzles:
            return []
        frame, room, label = self.frame, self.frame.room, self.texts("puzzles.title")

        def use() -> Transition:
            return Push(routes.puzzles(self.context, self.game))

        if frame.tall:
            return ui.RoundButtonPart("puzzles", label, use, "bulb").lay(self.plate, Box(frame.width - 96, 24, 72, 72))
        box = Box(room.x + room.w - 28 - PUZZLES_WIDE, 26, PUZZLES_WIDE, 62)
        return ui.ButtonPart("puzzles", label, use, "dark", icon="bulb", size=22).lay(self.plate, box)

    def _body(self) -> ui.Part:
        """Return the seats, the house rules, the tutorial's offer, and the main buttons."""
        tall, rows = self.frame.tall, self.seat_parts()
        if tall and self._has_few_rules:
            rows = [replace(row, max_length=row.max_length * HIGHER) for row in rows]
        seats = [*self._modes(), *([self._ask()] if self.asks_who else []), *rows]
        if len(self.lineup.seats) < self.lineup.seat_range[1]:
            seats.append(
                ui.CustomPart(
                    self._add_row,
                    h=80 if tall else rows[0].h,
                    weight=0 if tall else 1,
                    max_length=rows[0].max_length - 4,
                )
            )
        rules = ui.CustomPart(
            self._rules, h=self.head_high + FOOT + self._seed_row().least(self.kit, RULES_WIDE), weight=ui.LAST
        )
        side = [
            rules,
            *([self._offer()] if self.lesson else []),
            self.start_button(100 if tall else 86),
            self._lower(),
        ]
        if not tall:
            return self.side_by_side(seats, side, APART)
        # the seats leave room for a few rows there
        rest = self.frame.height - 128 - ui.Column([*seats, *side], APART).least(self.kit, TALL_WIDE)
        wanted = FEW * ui.NotedLabel(" ", " ", EDGE, h=LEAST_HIGH).least(self.kit, RULES_WIDE)
        rules = replace(rules, h=rules.h + min(wanted, max(0.0, rest)))
        return ui.Column([*seats, rules, *side[1:]], APART)

    def _modes(self) -> list[ui.Part]:
        """Return the mode's parts, on a wide table with the number of seats; most games have only that."""
        tall, most = self.frame.tall, self.lineup.seat_range[1]
        text = self.texts("setup.of_most", count=len(self.lineup.seats), most=most)
        count = [] if tall else [ui.TextLine(text, 18, SOFT, side="right").tight(self.kit)]
        if not self.ways:
            title = ui.TextLine(self.texts("setup.seats"), 22, CREAM, fonts.BLACK)
            return [] if tall else [ui.RowOfParts((ui.Part(w=2), title, *count, ui.Part(w=4)), 10, h=30)]
        bar = self.ways_bar("option-mode", 60 if tall else 52, self._go, folds=tall)
        note = ui.Paragraph(self.way_note(self.lineup.options), 18, SOFT)
        return [bar, ui.RowOfParts((ui.Part(w=2), note, *count, ui.Part(w=4)), 10)]

    def _ask(self) -> ui.Part:
        """Return the question for the player's name, shown until it is answered or play starts."""
        own, tall = self.lineup.own, self.frame.tall
        seat = self.lineup.seats[own]
        same = ui.ButtonPart("who-yes", self.texts("setup.who_yes"), self.meet, "good", size=20, w=100 if tall else 110)
        use, label = partial(self.type_name, own), self.texts("setup.who_other")
        other = ui.ButtonPart("who-other", label, use, icon="pen", size=20, w=190 if tall else 170)
        paragraph = ui.Paragraph(self.texts("setup.who", name=seat.name), 20, face=fonts.BLACK, y=0.5, limit=ASK - 12)
        face = ui.ImagePart(figure_plain(self.kit, seat.figure, 22), w=52, h=44)
        return ui.PaperBox(ui.RowOfParts((face, paragraph, same, other), 10, h=ASK + 8 * tall - 18), 10, 8, radius=16)

    def waiting(self) -> list[str]:
        """Return free figures beside the row that adds a seat, the first at its end, at most one for each free seat."""
        seats, (_, most) = self.lineup.seats, self.lineup.seat_range
        free = [name for name in FIGURES if name not in {row.figure for row in seats}]
        return free[: min(WAITING, most - len(seats))][::-1]

    def _add_row(self, box: Box) -> Sequence[Widget]:
        kit, plate = self.kit, self.plate
        plate.inset(box, 18, presentations.PRESENTATIONS[self.game].felt)
        shade = surfaces.rounded((kit.px(box.w), kit.px(box.h)), kit.px(18), (0, 0, 0), 46)
        plate.surface.blit(shade, self.frame.to_real(box.x, box.y))
        plate.frame_line(box, 18, CREAM, 2, 90)
        for number, name in enumerate(self.waiting()):
            plate.put(figure_plain(kit, name, 22), box.x + box.w - 38 - number * 62, box.y + box.h / 2, "centre")
        return [AddSeat(kit, box, self.texts("setup.add"), self.add)]

    @property
    def _has_few_rules(self) -> bool:
        """True if the game has so few house rules that their paper would be half empty on a tall table."""
        return len(option_rows(self.context, self.lineup, self.choose_option)) < FEW

    # ---- house rules and main buttons -------------------------------------------------------------

    @property
    def head_high(self) -> float:
        """Height of the house rules' heading."""
        return 34 + 26 * self.kit.text_growth

    def _rules(self, box: Box) -> Sequence[Widget]:
        """Lay out as many of the first house rules as fit, a button to all of them, and the game number."""
        self.rules_paper, w = box, box.w - 48
        rows = option_rows(self.context, self.lineup, self.choose_option)
        self.seed_high = self._seed_row().least(self.kit, w)
        room = box.h - self.head_high - FOOT - self.seed_high
        leasts = [rule.least(self.kit, w) for rule in rows[: SHOWN_TALL if self.frame.tall else SHOWN_RULES]]
        shown = sum(sum(leasts[: number + 1]) <= room for number in range(len(leasts)))
        title = ui.TextLine(self.texts("house_rules.title"), 25, face=fonts.DISPLAY)
        use = lambda: Push(routes.house_rules(self.context, self.lineup))  # noqa: E731
        label, spoken = self.texts("setup.see_rules", count=len(rows)), self.texts("setup.more_rules")
        every = ui.ButtonPart("more_rules", label, use, size=20, spoken=spoken, target=TARGET, h=44)
        # a single rule that is shown here needs no page of its own
        beside = [ui.CentredColumn([every], w=w * 0.46)] if len(rows) > 1 or not shown else []
        head = ui.RowOfParts((title, *beside), h=self.head_high)
        highest = ROW * max(1.0, self.kit.text_growth) * (HIGHER if self._has_few_rules else 1.0)
        parts: list[ui.Part] = [replace(rule, weight=1, max_length=highest) for rule in rows[:shown]]
        parts.append(self._seed_row(weight=1, most=highest))
        return ui.PaperBox(ui.Column((head, ui.RuledColumn(parts, weight=1), ui.Part(h=FOOT))), 24).lay(self.plate, box)

    def _seed_row(self, weight: float = 0.0, most: float = 0.0) -> ui.Part:
        """Return the game number, with its field, its share button and its dice."""
        texts, number = self.texts, str(self.lineup.seed)
        label = ui.NotedLabel(texts("setup.seed"), texts("setup.seed_note"), EDGE, h=LEAST_HIGH)

        def field(box: Box) -> Sequence[Widget]:
            box = box._replace(y=box.centre[1] - 24, h=48)
            self.plate.inset(box, 12, WHITE)
            self.plate.frame_line(box, 12, LIP, 2)
            spoken, use, entry = texts("setup.seed_label", number=number), self._type_seed, self.entry_of("seed")
            return [TextField(self.kit, "seed", box, number, spoken, use, entry=entry, size=22, ink=INK, pen=False)]

        copy = ui.RoundButtonPart(
            "copy", texts("setup.copy.link" if device.WEB else "setup.copy.command"), self._copy, "export", 44
        )
        roll = ui.RoundButtonPart("roll", texts("setup.roll"), self._roll, "dice", 44)
        typed = ui.CustomPart(field, w=max(104.0 if self.frame.tall else 96.0, 76 * self.kit.text_growth))
        wide = 72.0 if self.frame.tall else 60.0
        rounds = ui.RowOfParts((replace(copy, w=wide), replace(roll, w=wide)), w=2 * wide)
        field_and_rounds = ui.RowOfParts((typed, rounds), w=typed.w + rounds.w + 8, gap=8)
        return ui.RowOfParts((label, field_and_rounds), 0, weight=weight, max_length=most)

    def _offer(self) -> ui.Part:
        """Return the line that offers the tutorial to players new to the game."""
        texts, begun = self.texts, lessons.progress(self.context, self.lesson)
        text = texts("lesson.offer", minutes=lessons.minutes(self.lesson))
        if self.lesson != self.game:
            text = texts("lesson.offer_about", name=self._lesson_name, minutes=lessons.minutes(self.lesson))
        if begun:
            text = texts("lesson.offer_on", number=begun[0], count=begun[1])
        text_part = ui.Paragraph(text, 19, face=fonts.BLACK, y=0.5, limit=OFFER - 8)
        label = texts("lesson.resume" if begun else "lesson.yes")
        wide = max(220.0 if self.frame.tall else 150.0, 118 * self.kit.text_growth)
        go = ui.InsetBox(ui.ButtonPart("lesson", label, self._learn, "good", size=20), 0, 5, w=wide)
        close = ui.RoundButtonPart("lesson-no", texts("lesson.no"), self._pass_over, "close", 40, w=62)
        return ui.PaperBox(
            ui.RowOfParts((ui.Part(w=14), text_part, ui.Part(w=12), go, close), h=OFFER - 8), 2, 4, radius=16
        )

    def start_button(self, high: float) -> ui.Part:
        """Return the start button, with the number of players and the duration; it asks if that ends a match."""
        minutes = lengths.minutes_of(self.lineup, self.texts)
        sub = self.texts(f"setup.start_note.{len(self.lineup.seats)}", minutes=minutes)
        start = ui.ButtonPart("start", self.texts("setup.start"), self._start, "primary", sub, "play", 34, h=high)
        return start.confirming(self.confirming == "start", self.texts("setup.sure"), self.texts("setup.sure_note"), 26)

    def _lower(self) -> ui.Part:
        usual = ui.ButtonPart("standard", self.texts("setup.standard"), self._standard, "dark", icon="restart", size=20)
        usual = usual.confirming(self.confirming == "standard", self.texts("setup.standard_sure"))
        parts = (usual, replace(self._howto(), size=20))
        return ui.RowOfParts(parts, 12, h=72 if self.frame.tall else 56)

    def _howto(self) -> ui.ButtonPart:
        def use() -> Transition:
            return Push(routes.howto(self.context, self.game))

        return ui.ButtonPart("howto", self.texts("button.howto"), use, "dark", icon="help", size=22, keys=("help",))

    # ---- the folded page --------------------------------------------------------------------------

    def chosen(self) -> list[str]:
        """Return the changed house rules and a typed game number in a few words each."""
        seed = f"{self.texts('setup.seed')} {self.lineup.seed}"
        return [*changed_rules(self.context, self.lineup), *([seed] if self._seed_given else [])]

    def _go(self, way: Mapping[str, Json]) -> None:
        """Play in another of the ways."""
        self.lineup.options |= way
        self._settle()

    def _first(self) -> ui.Part:
        """Return the aim, the players, what else was chosen, and the large start button."""
        chosen = ", ".join(self.chosen())
        line: ui.Part = ui.TextLine(chosen, 19, SOFT, side="centre")
        if self.frame.tall:
            line = ui.Paragraph(chosen, 19, SOFT, middle=True, limit=46 * self.kit.text_growth)
        rivals = [ui.InsetBox(ui.Paragraph(text, 19, SOFT, middle=True, limit=RIVAL), 14) for text in self.rivals()]
        seats = ui.GlassBox(
            ui.Column((replace(self._who(), weight=1), *rivals, *([line] if chosen else [])), 2), 8, 8, weight=1
        )
        learn = [self._lesson_button(94 if self.frame.tall else 80)] if self.lesson else []
        others = (self.fold_button(size=22, h=76), self._howto())
        if self.frame.tall:
            parts = (self._aim(266), seats, self.start_button(116), *learn, ui.RowOfParts(others, 12))
            return ui.Column(parts, 16)
        side = ui.Column((self._aim(AIM), self.start_button(116), *learn, ui.RowOfParts(others, 12)), APART)
        return ui.RowOfParts((seats, replace(side, weight=1)), 24)

    def rivals(self) -> list[str]:
        """Return how the rivals of each level play; none if texts are large, or a wide window has too many levels."""
        levels = registry.GAMES[self.game].bots.ranked_levels
        styles = {self.lineup.level(place): self.how(place) for place in range(len(self.lineup.seats))}
        found = [
            self.texts("setup.rival", level=self.texts(f"level.{level}"), how=styles[level])
            for level in levels
            if styles.get(level)
        ]
        has_room = self.kit.player_scale <= 1.0 and (self.frame.tall or len(found) <= MOST_TOLD)
        return found if has_room else []

    @property
    def _lesson_name(self) -> str:
        """The name of the house rule that the offered tutorial is about."""
        return self.texts(f"{self.game}.option.{self.lesson.partition('.')[2]}")

    def _lesson_button(self, high: float) -> ui.Part:
        label = self.texts("lesson.yes" if lessons.progress(self.context, self.lesson) is None else "lesson.resume")
        note = self.texts("lesson.note", minutes=lessons.minutes(self.lesson))
        if self.lesson != self.game:
            note = self.texts("lesson.note_about", name=self._lesson_name, minutes=lessons.minutes(self.lesson))
        return ui.ButtonPart("lesson", label, self._learn, "good", note, "bulb", 22, h=high)

    def _aim(self, high: float) -> ui.Part:
        """Return what the game is about, or the choice of a mode above what that is about."""
        key, growth = f"{self.game}.howto.aim", self.kit.text_growth
        text, head, gap = self.texts(f"{key}.text"), 38 * growth, 8.0 * bool(self.ways)
        title: ui.Part = ui.TextLine(self.texts(key), 25, face=fonts.DISPLAY, h=head)
        texts, at = [text], 0
        if ways := self.ways:
            at = self.way
            # only the first is what the rules begin with; the description of the chosen one knows its other switches
            texts += [self.way_note({**self.lineup.options, **way.options}) for way in ways[1:]]
            texts[at] = self.way_note(self.lineup.options) if at else text
            title = self.ways_bar("way", 72.0 if self.frame.tall else 58.0, self._go)
            head = title.h
            high += head - 72 if self.frame.tall else 0
        is_large = self.kit.player_scale > LARGE
        size = 23 if self.frame.tall or self.ways or is_large else AIM_SIZE
        about = [ui.Paragraph(text, size, limit=high - head - gap - 24) for text in texts]
        said: ui.Part = ui.CentredColumn((title, ui.OneOf(about, at)), gap)
        if self.frame.tall:
            return ui.PaperBox(said, 28, h=high)
        # beside the rules' beginning there is room for the game's box, but for large texts
        box = [] if is_large else [ui.CustomPart(self._box, w=BOX_WIDE)]
        if self.ways:
            below = ui.RowOfParts((ui.CentredColumn((ui.OneOf(about, at),)), *box), 16, weight=1)
            return ui.PaperBox(ui.Column((title, below), gap), 24, 16, weight=1)
        return ui.PaperBox(ui.RowOfParts((said, *box), 16, weight=1), 24, weight=1)

    def _box(self, box: Box) -> Sequence[Widget]:
        """Bake the picture of the game's box."""
        picture = crate.small_box(self.kit, self.game, self.texts(f"game.{self.game}"), box.w, box.h - 16)
        self.plate.put(picture, *box.centre, "centre")
        return []

    def _who(self) -> ui.Part:
        """Return the players with their levels; the own name and figure can be changed."""
        if self.choosing is not None:
            return self.figures(self.choosing)
        count = len(self.lineup.seats)
        # two rows on a wide table
        most = ABREAST if self.frame.tall else max(ABREAST, ceil(count / 2))
        cells = [ui.CustomPart(partial(self._person, place)) for place in range(count)]
        return ui.Grid(cells, min(most, count), centred=True, weight=1)

    @property
    def _name_size(self) -> float:
        return NAME_TALL if self.frame.tall else NAME

    def _person(self, place: int, box: Box) -> Sequence[Widget]:
        seat, own = self.lineup.seats[place], place == self.lineup.own
        tall, growth = self.frame.tall, self.kit.text_growth
        name, note = (46 * growth if tall else 40 * growth), CHIP * growth
        most, share = (FIGURE_TALL, SHARE_TALL) if tall else (FIGURE, FIGURE_SHARE)
        radius = min(most, box.w * share, (box.h - name - note - 12) / 2)
        level, bots = self.lineup.level(place), registry.GAMES[self.game].bots
        how = self.texts("setup.you" if own else f"level.{level}")
        # the name of a level alone says too little, if there is room for more
        if level in bots.levels:
            size, room = round(19 * self.kit.text_scale), self.kit.px(box.w - 12 - 2 * CHIP_EDGE - CHEVRON)
            more = self.texts("setup.computer", level=how) if level in bots.ranked_levels else self.how(place)
            how = more if fonts.reads(more, fonts.STRONG, size, room) else how
        line: ui.Part = ui.TextLine(how, 19, SOFT, side="centre", h=note)
        if not own:
            line = ui.CustomPart(partial(self._chip, how), h=note)
        face: ui.Part = ui.CustomPart(partial(self._rival_face, place, radius, box))
        name_part: ui.Part = ui.TextLine(seat.name, self._name_size, CREAM, fonts.BLACK, "centre", h=name)
        if own:
            face = ui.CustomPart(partial(self._own_face, place, radius))
            name_part = ui.CustomPart(lambda at: [self._own_name(place, at, box)], h=name)
        parts = (replace(face, h=2 * radius), ui.Part(h=8), name_part, line)
        return ui.CentredColumn(parts).lay(self.plate, box.inset(6, 0))

    def _own_face(self, place: int, radius: float, box: Box) -> Sequence[Widget]:
        """Return the own figure, whose target is large enough for a small one, too."""
        round_box = Box(box.centre[0] - radius, box.y, 2 * radius, 2 * radius)
        (button,) = self.face(place, radius).lay(self.plate, round_box)
        # it grows away from the name below
        target = round_box.at_least(TARGET)
        button.items[0].box = target._replace(y=round_box.y + round_box.h - target.h)
        return [button]

    def _rival_face(self, place: int, radius: float, cell: Box, box: Box) -> Sequence[Widget]:
        """Return a rival's figure; a tap on it, or on what is below it, leads to where its level can be changed."""
        seat = self.lineup.seats[place]
        id_, label = f"rival-{place}", self.texts("setup.rival_more", name=seat.name)
        face = choice.FigureButton(
            self.context, seat.figure, box, partial(self.unfold, place), radius=radius, id_=id_, label=label
        )
        face.items[0].box = cell.inset(6, 0)
        return [face]

    def _chip(self, text: str, box: Box) -> Sequence[Widget]:
        """Bake a rival's level as a chip with an arrow: a tap on the rival leads to where it can be changed."""
        kit, plate = self.kit, self.plate
        around = 2 * CHIP_EDGE + CHEVRON
        wide = min(box.w, fonts.width(text, fonts.STRONG, round(19 * kit.text_scale)) / kit.scale + around)
        chip = Box(box.centre[0] - wide / 2, box.y, wide, box.h)
        plate.frame_line(chip, chip.h / 2, CREAM, 2, 90)
        ui.TextLine(text, 19, SOFT).lay(plate, Box(chip.x + CHIP_EDGE, chip.y, wide - around, chip.h))
        arrow = surfaces.turned(kit.icon_plain("back", CHEVRON, SOFT), 180)
        plate.put(arrow, chip.x + chip.w - CHIP_EDGE - CHEVRON / 2 + 4, chip.centre[1], "centre")
        return []

    def _own_name(self, place: int, box: Box, cell: Box) -> Widget:
        """Return the own name, centred with its pen; its touch target reaches from the figure down."""
        kit, beside = self.kit, PEN + BEFORE_PEN
        field = box
        if not self.entry_of(f"name-{place}"):
            name = kit.line_plain(self.called(place)[0], self._name_size, CREAM, fonts.BLACK, box.w - beside)
            wide = name.get_width() / kit.scale + beside
            field = box._replace(x=box.centre[0] - wide / 2, w=wide)
        named = self.name_field(place, field, size=self._name_size)
        named.items[0].box = Box(cell.x + 6, box.y, cell.w - 12, cell.y + cell.h - box.y)
        return named
