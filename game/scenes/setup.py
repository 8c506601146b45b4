"""The set-up: seats, house rules and game number. It opens with the last choices, so one tap starts."""

from __future__ import annotations

from game import lessons, lineup, saves, start
from game.context import Context
from game.core.match import HUMAN
from game.core.options import BadOptions, Json
from game.engine import backdrop as tables
from game.engine import text
from game.engine.backdrop import Backdrop
from game.engine.items import Item
from game.engine.layout import Box
from game.engine.palette import INK, LIP, WHITE
from game.engine.text_field import TextField
from game.engine.texts import Texts
from game.engine.transitions import Push, Reset, Transition
from game.engine.widgets import Button, RoundButton, Use, Widget
from game.host import device
from game.lengths import minutes_of
from game.presentations import PRESENTATIONS
from game.scenes import routes, seat_rows
from game.scenes.common import RULE_ON_PAPER, Baked, back_button, heading, row_text
from game.scenes.faces import TAKE
from game.scenes.lesson_offer import OFFER, OFFER_GAP, lesson_offer
from game.scenes.option_rows import option_rows
from game.scenes.typing import TypingScene
from game.settings import LONGEST_NAME

#: how many house rules the set-up shows itself; the rest is one tap away
SHOWN_RULES = 4
#: the least height of a rule's row
ROW = 70.0
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
        self.items.focus = "start"

    @property
    def texts(self) -> Texts:
        """The texts of the player's language."""
        return self.context.texts

    @property
    def game(self) -> str:
        """The game to be set up."""
        return self.lineup.game

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
            return self.texts("setup.you" if place == self.lineup.own else "setup.somebody")
        key = f"{self.game}.level.{seat.kind}"
        return self.texts(key) if self.texts.has(key) else ""

    def type_name(self, place: int) -> None:
        """Begin to type the name of a seat."""
        name = self.lineup.seats[place].name
        self.items.focus = f"name-{place}"
        self.type_into(f"name-{place}", name, LONGEST_NAME, text.can_write, lambda words: self._rename(place, words))

    def _rename(self, place: int, name: str) -> None:
        if name in {row.name for seat, row in enumerate(self.lineup.seats) if seat != place}:
            self.context.tell("setup.name_taken", name=name)
            return
        self.lineup.seats[place] = self.lineup.seats[place]._replace(name=name)
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

    def _settle(self) -> None:
        """After any choice: what does not go together any more is put right, and told."""
        self.context.notices += self.lineup.settle(self.texts)
        self.build()

    def choose_level(self, place: int, kind: str) -> None:
        """Let a person sit at a seat, or a bot of some level."""
        self.lineup.seats[place] = self.lineup.seats[place]._replace(kind=kind)
        self._settle()

    def add(self) -> None:
        """Seat one more bot."""
        self.lineup.add(self.texts)
        self._settle()

    def remove(self, place: int) -> None:
        """Let whoever sits at a seat leave the table."""
        self.lineup.remove(place)
        self._settle()

    def choose_option(self, name: str, value: Json) -> None:
        """Choose a house rule."""
        self.lineup.options[name] = value
        self._settle()

    def _type_seed(self) -> None:
        self.type_into("seed", str(self.lineup.seed), lineup.DIGITS, DIGIT.__contains__, self._take_seed)

    def _take_seed(self, digits: str) -> None:
        self.lineup.seed = max(1, int(digits))

    def _standard(self) -> None:
        fresh = lineup.standard(self.game, self.texts, me=self.context.settings.me)
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
        lessons.was_offered(self.context, self.game)
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
        self.plate = Backdrop(self.context.kit, tables.felt(frame, PRESENTATIONS[self.game].felt, (0.45, 0.44)))
        heading(self.context, self.plate, self.texts(f"game.{self.game}"), self.texts("setup.title"))
        widgets: list[Widget] = [back_button(self.context, self.back)]
        widgets += self._build_tall() if frame.tall else self._build_wide()
        focus = self.items.focus or "start"
        self.show(widgets)
        if self.items.find(focus):
            self.items.focus = focus

    def _build_wide(self) -> list[Widget]:
        widgets = seat_rows.wide(self)
        widgets += self._rules_and_offer(Box(826, 104, 426, 416))
        widgets.append(self._start_button(Box(826, 536, 426, 96)))
        widgets += self._lower(826, 642, 426, 50, 17)
        return widgets

    def _build_tall(self) -> list[Widget]:
        height = self.context.frame.height
        widgets, top = seat_rows.tall(self)
        widgets += self._rules_and_offer(Box(24, top, 672, height - 236 - top))
        widgets.append(self._start_button(Box(24, height - 216, 672, 100)))
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

    def _rules(self, box: Box) -> list[Widget]:
        plate, kit = self.plate, self.context.kit
        plate.paper(box)
        x, w = box.x + 24, box.w - 48
        plate.put(kit.line_plain(self.texts("setup.rules"), 25, INK, text.DISPLAY), x, box.y + 32)
        # larger texts need higher rows, and fewer of them
        least = ROW * max(1.0, kit.player_scale)
        shown = min(SHOWN_RULES, int((box.h - 64) / least) - 1)
        rows = option_rows(self.context, self.lineup, self.choose_option)[:shown]
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
        seed = str(self.lineup.seed)
        label = self.texts("setup.seed_label", number=seed)
        entry = self.entry_of("seed")
        widgets.append(
            TextField(kit, "seed", field, seed, label, self._type_seed, entry=entry, size=22, ink=INK, pen=False)
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

    def _start_button(self, box: Box) -> Widget:
        minutes = minutes_of(self.lineup, self.texts)
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
