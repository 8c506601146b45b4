"""The set-up: seats, house rules and game number. It opens with the last choices, so one tap starts."""

from __future__ import annotations

from collections.abc import Sequence

from game.app import start
from game.app.context import Context
from game.catalogue.lengths import minutes_of
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import HUMAN
from game.core.options import BadOptions, Json
from game.engine import backdrop as tables
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.containers import Label
from game.engine.items import Item
from game.engine.layout import Box, row
from game.engine.palette import INK, LIP, RULE_ON_PAPER, SOFT_ON_PAPER, WHITE
from game.engine.text_field import TextField
from game.engine.texts import Texts
from game.engine.transitions import Push, Reset, Transition
from game.engine.widgets import Button, RoundButton, Use, Widget
from game.host import device
from game.player import lessons, lineup, puzzles, saves
from game.player.settings import LONGEST_NAME
from game.scenes.navigation import routes
from game.scenes.setup import first_setup, seat_rows
from game.scenes.setup.lesson_offer import OFFER, OFFER_GAP, lesson_offer
from game.scenes.setup.option_rows import EDGE, LEAST_HIGH, option_rows
from game.scenes.shared.common import Baked, back_button, heading, heading_box
from game.scenes.shared.faces import TAKE
from game.scenes.shared.typing import TypingScene

#: how many house rules the set-up shows at most itself, on a wide and on a tall table; the rest is one tap away
SHOWN_RULES, SHOWN_TALL = 5, 4
#: the most that a row of one is high for texts of the usual size, and what stays free at the foot of their paper
ROW, FOOT = 96.0, 8.0
#: how wide the house rules are on a wide table, and how much of what the window has beside it they get
RULES_WIDE, RULES_SHARE = 426.0, 0.5
#: the button that leads to the puzzles, beside the heading
PUZZLES_WIDE = 210.0
DIGIT = "0123456789"


class Setup(TypingScene, Baked):
    """Choose who plays, by which rules and with which game number."""

    stage = "menu"

    def __init__(self, context: Context, game: str) -> None:
        super().__init__(context)
        self._memory = context.stored("setup", "file.setup")
        self.lineup = lineup.remembered(game, self._memory, context.texts, context.settings.me)
        self.lineup.seed = lineup.fresh_seed(context.clock.wall_ms())
        #: the guided first game is offered
        self.teaches = lessons.is_to_be_offered(context, game)
        #: the seat whose figure is being chosen, or -1
        self.choosing = -1
        self._folded = False
        self.items.focus = "start"

    @property
    def address(self) -> str:
        """The set-up of its game."""
        return f"setup.{self.lineup.game}"

    @property
    def texts(self) -> Texts:
        """The texts of the player's language."""
        return self.context.texts

    @property
    def game(self) -> str:
        """The game to be set up."""
        return self.lineup.game

    def pause(self) -> None:
        """Store the choices: nobody knows whether this goes on."""
        super().pause()
        self._remember()

    # ---- who plays ------------------------------------------------------------------------------

    @property
    def asks_who(self) -> bool:
        """Whether the player of this device is still to be asked for a name."""
        return not self.context.settings.met and self.lineup.own >= 0

    def meet(self) -> None:
        """Whoever sits at this device's own seat is the player from now on, in every game."""
        settings, seat = self.context.settings, self.lineup.seats[self.lineup.own]
        settings.be_called(seat.name, self.texts(f"figure.{seat.figure}"))
        settings.figure = seat.figure
        if self.items.focus == "who-yes":
            # the question goes away
            self.items.focus = "start"
        self.context.settings_changed()

    def how(self, place: int) -> str:
        """How whoever sits at a seat plays, in one line."""
        seat = self.lineup.seats[place]
        if seat.kind == HUMAN:
            if place != self.lineup.own:
                return self.texts("setup.somebody")
            # nobody has said yet who sits there
            return self.texts("setup.you" if self.context.settings.met else "setup.person")
        plain = f"{self.game}.level.{seat.kind}"
        # a house rule that is on may make something else of a level
        on = (f"{plain}.with_{name}" for name, value in self.lineup.options.items() if value is True)
        key = next(filter(self.texts.has, on), plain)
        return self.texts(key) if self.texts.has(key) else ""

    def type_name(self, place: int) -> None:
        """Begin to type the name of a seat."""
        name = self.lineup.seats[place].name
        self.items.focus = f"name-{place}"
        self.type_into(f"name-{place}", name, LONGEST_NAME, text.can_write, lambda words: self._rename(place, words))

    def _rename(self, place: int, name: str) -> None:
        self.unsay()
        if name in {other.name for seat, other in enumerate(self.lineup.seats) if seat != place}:
            self.say(self.texts("setup.name_taken", name=name))
            return
        self.lineup.seats[place] = self.lineup.seats[place]._replace(name=name)
        # who has been given a name is wanted here
        self.lineup.guests.pop(place, None)
        if place == self.lineup.own:
            self.meet()

    def show_figures(self, place: int) -> None:
        """Show all figures to choose the seat's from, or no longer."""
        self.choosing = -1 if self.choosing == place else place
        if self.choosing >= 0:
            self.items.focus = f"{TAKE}{self.lineup.seats[place].figure}"
        self.build()

    def choose_figure(self, figure: str) -> None:
        """Give the seat a figure; who has it gets the other one."""
        place, self.choosing = self.choosing, -1
        self.lineup.take_figure(place, figure, self.texts)
        self.items.focus = f"figure-{place}"
        if place == self.lineup.own or self.context.settings.met:
            self.meet()
        self.build()

    def use(self, item: Item) -> Transition:
        """Whatever else is used ends the choice of a figure; the way back does nothing more than that."""
        if self.choosing >= 0 and not item.id.startswith((TAKE, "figure-")):
            self.show_figures(self.choosing)
            if item.id == "back":
                return None
        return super().use(item)

    # ---- choices --------------------------------------------------------------------------------

    def unfold(self) -> None:
        """Show all that can be chosen, from now on."""
        self.context.settings.unfolded = True
        self.context.settings_changed()
        self.items.focus = "start"
        self.build()

    def _settle(self) -> None:
        """After any choice: what does not go together any more is put right, and told."""
        self.unsay()
        self.say(*self.lineup.settle(self.texts))
        self.build()

    def choose_level(self, place: int, kind: str) -> None:
        """Let a person sit at a seat, or a bot of some level."""
        self.lineup.seats[place] = self.lineup.seats[place]._replace(kind=kind)
        self._settle()

    def add(self) -> None:
        """Seat one more bot."""
        self.lineup.add(self.texts)
        self._settle()
        if not self.items.find("add"):
            # every seat is taken: keys go on at the last one
            self.items.focus = f"name-{len(self.lineup.seats) - 1}"

    def remove(self, place: int) -> None:
        """Let whoever sits at a seat leave the table."""
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
        self.unsay()
        self.lineup.seed = max(1, int(digits))

    def _standard(self) -> None:
        fresh = lineup.standard(self.game, self.texts, me=self.context.settings.me)
        # seats and house rules are gone then
        if fresh.as_json() != self.lineup.as_json() and not self.sure("standard"):
            return
        self.unsay()
        fresh.seed = self.lineup.seed
        self.lineup = fresh
        self.build()

    def _roll(self) -> None:
        self.unsay()
        self.lineup.seed = lineup.fresh_seed(self.context.clock.wall_ms() + self.lineup.seed)
        self.build()

    def _copy(self) -> None:
        """Hand out what opens this very table elsewhere."""
        rows = self.lineup
        table = (rows.game, [seat.kind for seat in rows.seats], rows.seed, rows.options)
        device.share(start.link_to(*table), start.command_to(*table), self._copied)

    def _copied(self, what: str) -> None:
        self.unsay()
        self.say(self.texts(f"setup.copied.{what}"))

    def _remember(self) -> None:
        memory = self._memory if isinstance(self._memory, dict) else {}
        self.context.store("setup", memory | {self.game: self.lineup.as_json()})

    def _start(self) -> Transition:
        try:
            match = self.lineup.match()
        except BadOptions as error:
            self.say(self.texts(f"reason.{error.reason}", **error.details))
            return None
        # of each game one match is in progress: a new one gives it up
        if saves.is_in_progress(self.context, self.game) and not self.sure("start"):
            return None
        self._remember()
        lessons.was_offered(self.context, self.game)
        if self._folded:
            # the next one offers all there is
            self.context.settings.unfolded = True
            self.context.settings_changed()
        if self.asks_who:
            # whoever just plays has passed the question over
            self.meet()
        return Reset(routes.table(self.context, match))

    def back(self) -> Transition:
        """Back to the box; the choices are kept."""
        self._remember()
        return Reset(routes.title(self.context, self.lineup.game))

    # ---- layout ---------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the seats and the rules."""
        frame = self.context.frame
        #: with texts that suit the room
        self.kit = self.context.kit.roomy
        left = frame.room.x
        self._folded = first_setup.is_wanted(self)
        self.plate = Backdrop(self.kit, tables.felt(frame, PRESENTATIONS[self.game].felt, (0.45, 0.44)))
        title = self.texts(f"game.{self.game}")
        heading(self.context, self.plate, title, self.texts("setup.title"), left=left, right=self._free_right)
        widgets: list[Widget] = [back_button(self.context, self.back, left=left), *self._way_to_puzzles()]
        if self._folded:
            widgets += first_setup.build(self)
        else:
            widgets += self._build_tall() if frame.tall else self._build_wide()
        focus = self.items.focus or "start"
        self.show(widgets)
        if self.items.find(focus):
            self.items.focus = focus

    @property
    def _leads_to_puzzles(self) -> bool:
        """Whether there are puzzles, and whoever sits here may be ready for them."""
        return not self._folded and bool(puzzles.puzzles_of(self.game))

    @property
    def _free_right(self) -> float:
        """How far the heading has to stay from the right edge."""
        if not self._leads_to_puzzles:
            return 24
        return 108 if self.context.frame.tall else 28 + PUZZLES_WIDE + 12

    def message_box(self) -> Box | None:
        """Over the heading, beside the way to the puzzles."""
        return heading_box(self.context, self._free_right)

    def _way_to_puzzles(self) -> list[Widget]:
        """The button that leads to the game's puzzles, if there are any, in the upper right corner."""
        if not self._leads_to_puzzles:
            return []
        frame, label = self.context.frame, self.texts("puzzles.title")

        def use() -> Transition:
            return Push(routes.puzzles(self.context, self.game))

        if frame.tall:
            return [RoundButton(self.kit, "puzzles", frame.width - 60, 60, label, use, icon="bulb")]
        room = frame.room
        box = Box(room.x + room.w - 28 - PUZZLES_WIDE, 26, PUZZLES_WIDE, 62)
        return [Button(self.kit, "puzzles", box, label, use, kind="dark", icon="bulb", size=22)]

    def _build_wide(self) -> list[Widget]:
        room = self.context.frame.room
        wide = RULES_WIDE + (room.w - self.context.frame.width) * RULES_SHARE
        x = room.x + room.w - 28 - wide
        widgets = seat_rows.wide(self, Box(room.x + 28, 104, x - 24 - room.x - 28, 592))
        widgets += self._rules_and_offer(Box(x, 104, wide, 424))
        widgets.append(self.start_button(Box(x, 540, wide, 86)))
        widgets += self._lower(x, 636, wide, 56, 17)
        return widgets

    def _build_tall(self) -> list[Widget]:
        height = self.context.frame.height
        # the seats leave room for a few house rules, and for fewer where their own words are larger than usual
        few = 3 if self.kit.text_scale > self.kit.scale else 4
        rules = self.head_high + few * self._row_high + (OFFER + OFFER_GAP if self.teaches else 0)
        widgets, top = seat_rows.tall(self, 236 + 16 + rules)
        widgets += self._rules_and_offer(Box(24, top, 672, height - 236 - top))
        widgets.append(self.start_button(Box(24, height - 216, 672, 100)))
        widgets += self._lower(24, height - 100, 672, 72, 19)
        return widgets

    def _pass_over(self) -> None:
        """The guided first game is not offered again."""
        lessons.decline(self.context, self.game)
        self.teaches = False
        self.items.focus = "start"
        self.build()

    def _rules_and_offer(self, box: Box) -> list[Widget]:
        """The house rules, and below them the line that offers the guided first game."""
        if not self.teaches:
            return self._rules(box)
        high = box.h - OFFER - OFFER_GAP
        line = Box(box.x, box.y + high + OFFER_GAP, box.w, OFFER)
        offered = lesson_offer(self.context, self.plate, self.game, line, self._pass_over)
        return [*self._rules(box._replace(h=high)), *offered]

    @property
    def head_high(self) -> float:
        """How high the heading of the house rules is."""
        return 30 + 26 * self.kit.text_scale / self.kit.scale

    @property
    def _row_high(self) -> float:
        """What a house rule with a note in one line takes."""
        return max(LEAST_HIGH, Label(" ", " ", EDGE).least(self.kit, self.context.frame.width))

    def _rules(self, box: Box) -> list[Widget]:
        plate, kit = self.plate, self.kit
        plate.paper(box)
        self.rules_paper = box
        x, w = box.x + 24, box.w - 48
        head = self.head_high
        every = option_rows(self.context, self.lineup, self.choose_option, kit)
        rows = [rule for rule in every if rule.option.pick != "rare"]
        heading = self.texts("setup.rules" if rows else f"{self.game}.howto.aim")
        plate.put(kit.line_plain(heading, 25, INK, text.DISPLAY), x, box.y + 4 + head / 2)
        field_wide = 104.0 if self.context.frame.tall else 96.0
        words_wide = w - 128 - field_wide
        seed = self.texts("setup.seed"), self.texts("setup.seed_note")
        most = SHOWN_TALL if self.context.frame.tall else SHOWN_RULES
        heights = [rule.high(w) for rule in rows[:most]]
        last = self.seed_high = max(LEAST_HIGH, Label(*seed, EDGE).least(kit, words_wide))
        shown = self._fitting(heights, box.h - head - FOOT - last)
        several = len(every) + sum(option.pick == "some" for option in GAMES[self.game].options)
        if rows and shown < several:
            count = self.texts("house_rules.count", count=shown, most=several)
            plate.put(kit.line_plain(count, 18, SOFT_ON_PAPER, text.BLACK), x + w, box.y + 4 + head / 2, "right")
        more = (box.h - head - FOOT - last - sum(heights[:shown])) / (shown + 1)
        top = box.y + head
        if not rows and (room := box.h - head - FOOT - last) > LEAST_HIGH:
            # nothing to settle: what it is about
            aim = kit.paragraph_plain(self.texts(f"{self.game}.howto.aim.text"), 19, w, INK, text.STRONG, room)
            plate.put(aim, x, top, "corner")
            top, more = top + room, 0.0
        widgets: list[Widget] = []
        highest = ROW * max(1.0, kit.text_scale / kit.scale)
        for rule, least in zip(rows[:shown], heights, strict=False):
            high = max(least, min(highest, least + more))
            rule.bake(plate, Box(x, top, w, high))
            widgets.append(rule.widget(x, top + high / 2, w))
            top += high
            plate.rule(x, top, w, RULE_ON_PAPER)
        high = max(last, min(highest, last + more))
        y = top + high / 2
        field = Box(x + w - 120 - field_wide, y - 24, field_wide, 48)
        Label(*seed).lay(plate, Box(x, top, words_wide, high))
        plate.inset(field, 12, WHITE)
        plate.frame_line(field, 12, LIP, 2)
        number = str(self.lineup.seed)
        label = self.texts("setup.seed_label", number=number)
        entry = self.entry_of("seed")
        widgets.append(
            TextField(kit, "seed", field, number, label, self._type_seed, entry=entry, size=22, ink=INK, pen=False)
        )
        copy = self.texts("setup.copy.link" if device.WEB else "setup.copy.command")
        uses: list[tuple[str, str, str, Use]] = [
            ("copy", "export", copy, self._copy),
            ("roll", "dice", self.texts("setup.roll"), self._roll),
        ]
        for place, (id_, icon, label, use) in enumerate(uses):
            button = RoundButton(kit, id_, x + w - 82 + place * 60, y, label, use, icon=icon, side=44)
            # side by side: as high as any target, but no wider than the way to its neighbour
            button.item.box = Box(button.x - 30, y - 36, 60, 72)
            widgets.append(button)
        return widgets

    @staticmethod
    def _fitting(heights: Sequence[float], room: float) -> int:
        """How many rows, from the first, have room; whatever gives way is among all house rules, one tap away."""
        return sum(sum(heights[: number + 1]) <= room for number in range(len(heights)))

    def start_button(self, box: Box) -> Widget:
        """The button that deals, with how many play and how long that takes; it asks where a match is given up."""
        minutes = minutes_of(self.lineup, self.texts)
        sub = self.texts(f"setup.start_note.{len(self.lineup.seats)}", minutes=minutes)
        asks = self.asking == "start"
        return Button(
            self.kit,
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
        uses: list[tuple[str, str, Use]] = [
            ("more_rules", "setup.more_rules", lambda: Push(routes.house_rules(self.context, self.lineup))),
            ("standard", "setup.standard", self._standard),
            ("howto", "button.howto", lambda: Push(routes.howto(self.context, self.game))),
        ]
        return [
            Button(
                self.kit,
                id_,
                place,
                self.texts("setup.standard_sure" if id_ == self.asking else key),
                use,
                kind="danger" if id_ == self.asking else "dark",
                size=size,
                keys=("help",) if id_ == "howto" else (),
            )
            for (id_, key, use), place in zip(uses, row(3, Box(x, y, w, h), 12), strict=True)
        ]
