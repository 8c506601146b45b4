"""The table of Twin It!: what is heard and felt when something happens, and what can be touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pygame import Surface

from game.core.game import Advice
from game.core.live import NEVER
from game.engine.canvas import Canvas
from game.engine.items import CARD, Item, card_id, move_id
from game.engine.layout import Box
from game.engine.live_table import Corners, LiveHost
from game.engine.palette import CREAM, GOLD, Colour
from game.engine.table import CardSpot, Making
from game.engine.widgets import Button, Widget
from game.engine.words import LogLine
from game.games.twin_it import marks, pieces, timer
from game.games.twin_it.actions import Action, Verb
from game.games.twin_it.events import (
    Buzzed,
    CardDealt,
    CardFlipped,
    CardTouched,
    CardTurned,
    CollectRefused,
    ContestStarted,
    ErrorMade,
    Event,
    GameEnded,
    GameStarted,
    LastLookStarted,
    SetCollected,
    SetExtended,
    SetLost,
    SetStolen,
    SetWon,
)
from game.games.twin_it.hands import Hands
from game.games.twin_it.options import TEAMS
from game.games.twin_it.picture import Picture
from game.games.twin_it.state import SET, Phase
from game.games.twin_it.telling import SHORT_MS
from game.games.twin_it.view import Face, View

SOUNDS: dict[type, str] = {
    CardFlipped: "flip",
    CardTurned: "flip",
    CardDealt: "deal",
    CardTouched: "peek",
    SetWon: "claim",
    SetStolen: "claim",
    SetCollected: "claim",
    SetExtended: "claim",
    ContestStarted: "count_3",
    ErrorMade: "wrong",
    CollectRefused: "wrong",
    Buzzed: "count_1",
    GameStarted: "shuffle",
    LastLookStarted: "your_turn",
}
#: what can be touched is at least this large, logical
TARGET = 66.0
#: about how large the hint's paper is
ADVICE_WIDE, ADVICE_HIGH = 308.0, 190.0


def enclosing(boxes: Sequence[Box]) -> Box | None:
    """The least box with all of ``boxes``, or None for none."""
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.x + box.w for box in boxes) - left, max(box.y + box.h for box in boxes) - top)


class Table(Picture):
    """One match of Twin It! as the people at the device see it."""

    def hands(self, host: LiveHost[Action]) -> Hands:
        """The hands of the people at this table."""
        return Hands(host, self)

    def ahead(self) -> Iterator[Making]:
        """As everywhere, and what lies around the patterns: which of them comes nobody knows, all else is alike."""
        grid, finer = self.ground.grid, self.ground.finer
        for tilt in dict.fromkeys(grid.tilts):
            yield partial(self.faces.shade, grid.side, tilt, False)
        yield from marks.ahead(self, ((grid.side, tilt) for tilt in grid.tilts))
        if not self.timed:
            yield from marks.ahead(self, ((area.top.w, 180 * area.turned) for area in self.areas.values()))
            for seat in range(len(self.seats)):
                turn = self.view._replace(phase=Phase.OPEN, turn=seat, touches=(), say=-1)
                yield partial(self._asked, self.prompt(turn), CREAM)
            for count in range(max(self.view.stack_counts), -1, -1):
                for seat, area in self.areas.items():
                    yield partial(self.count_pill, seat, area, count)
        yield from super().ahead()
        if finer:
            yield from marks.ahead(self, ((finer.side, tilt) for tilt in finer.tilts))

    # ---- events -------------------------------------------------------------------------------------

    def happened(self, event: Event) -> None:
        """Let an event be heard and seen; the cards follow the view."""
        self.take_note(event)
        sound = SOUNDS.get(type(event))
        if sound:
            self.context.audio.play(sound)
        telling = self.telling
        match event:
            case SetWon(seat=seat, cards=cards, ms=taken) | SetStolen(seat=seat, cards=cards, ms=taken):
                ms = max(0, taken - self.lag)
                self.feel(seat, "glad")
                telling.found(seat, cards)
                if isinstance(event, SetStolen) and event.owner != seat:
                    self.feel(event.owner, "beaten")
                if not self.view.options.calm:
                    telling.word(seat, self.say.seconds(ms), True)
                if words := self.say.stolen(event, self.people, self.view.options):
                    telling.say(words, SHORT_MS)
            case SetCollected(seat=seat) | SetExtended(seat=seat):
                self.feel(seat, "glad")
            case ErrorMade(seat, cards, why):
                self.feel(seat, "beaten")
                telling.wrong(seat, cards, why)
                self.shake(cards)
                telling.word(seat, self.words(f"error.{why}"), False)
                if self.people == [seat] and not self.view.set_counts[seat]:
                    telling.say(self.words("no_set"), at=self.cells_of(cards))
            case CardFlipped(card=card):
                telling.new(card)
            case CardTurned(card=card):
                telling.new(card)
                if self.view.phase == Phase.COUNT:
                    telling.nobody(self.words("nobody"))
            case CollectRefused(seat=seat, cards=cards):
                self.feel(seat, "beaten")
                telling.wrong(seat, cards, "unequal")
                self.shake(cards)
                telling.say(self.say.waits(seat, self.view.options), SHORT_MS)
            case ContestStarted():
                # with whom one contests is said there
                telling.say("")
            case GameEnded():
                self.closing.begin(event)
            case SetLost(seat=seat, owner=owner):
                self.feel(owner, "beaten")
                telling.lost(event)
                telling.say(self.say.lost(event, telling.why(seat)), at=telling.wrong_cells)
            case _:
                pass

    def hush(self) -> None:
        """Another moment of the match is shown."""
        super().hush()
        self.telling.forget()
        self.closing.forget()

    # ---- what can be done ---------------------------------------------------------------------------

    def touchable(self, use: Callable[[int], None]) -> list[Widget]:
        """Every thing in play as something that can be used; ``use`` gets its card."""
        widgets: list[Widget] = []
        if self.covered:
            return widgets
        for face in self.in_sight():
            cell = self.cell_of(face)[0]
            item = Item(
                card_id(face.card),
                self.say.thing(face, self.view),
                cell.box.at_least(min(TARGET, cell.w + 8)),
                lambda card=face.card: use(card),  # type: ignore[misc]
                enabled=self.usable(face),
                card=cell.box,
                now=True,
            )
            widgets.append(CardSpot(self.context.kit, item, False))
        return widgets

    def usable(self, face: Face) -> bool:
        """Whether a hand can lie on ``face`` at all: to gather for the group or in the contest, not on a triple."""
        if self.view.phase == Phase.CHOOSE:
            return face.where == SET and self.view.sides[face.place] == self.view.sides[self.view.turn]
        return self.view.phase != Phase.OVER and (not self.timed or len(face.cards) < 3)

    def buttons(self, act: Callable[[Verb], None], asked: bool) -> list[Widget]:
        """The large buttons: flip, or what is done in the minute; calm mode's pass."""
        view, kit = self.view, self.context.kit
        boxes = self.spots.buttons
        if not boxes or self.covered or view.phase == Phase.OVER:
            return []
        if self.timed:
            return self._timed_buttons(act, boxes)
        if view.phase == Phase.COUNT:
            # nothing can be done, and what the button says would be the wrong thing
            return []
        if view.options.calm and view.say >= 0:
            own = view.say in self.people
            return [
                Button(
                    kit,
                    move_id(Verb.PASS),
                    boxes[0],
                    self.words("button.pass"),
                    lambda: act(Verb.PASS),
                    kind="secondary",
                    # where several sit at the device it is said whose look it is
                    sub="" if self.people == [view.say] else self.name(view.say),
                    icon="eye",
                    size=28,
                    enabled=own,
                    keys=("first",),
                    cap=self.cap("first"),
                )
            ]
        if self.flips_itself:
            return []
        note = self._flip_note()
        return [
            Button(
                kit,
                move_id(Verb.FLIP),
                boxes[0],
                self.words("button.flip"),
                lambda: act(Verb.FLIP),
                kind="dark" if self._flip_waits() else "primary",
                sub=note,
                icon="card",
                size=31,
                enabled=asked and view.phase == Phase.OPEN,
                keys=("first",),
                cap=self.cap("first"),
            )
        ]

    @property
    def flips_itself(self) -> bool:
        """Whether the own card is turned over unasked now: without a clock, once everybody has looked."""
        view = self.view
        own = view.options.calm and not self.timed and self.people == [view.turn]
        does = self.does_unasked and self.context.settings.confirm != "always"
        return own and does and view.phase == Phase.OPEN and view.say < 0

    def _flip_waits(self) -> bool:
        """Whether a person is to flip who may not yet."""
        view = self.view
        return view.phase == Phase.OPEN and view.turn in self.people and self.now < view.flip_from < NEVER

    def _flip_note(self) -> str:
        """Who flips next, or when it happens by itself."""
        view = self.view
        if view.phase != Phase.OPEN:
            return self.name(view.turn)
        if view.turn not in self.people:
            return self.name(view.turn)
        if self._flip_waits():
            return self.words("flip_kept" if self.flip_kept else "flip_wait")
        if view.due >= NEVER:
            return "" if len(self.people) == 1 else self.name(view.turn)
        return self.words("flip_note", seconds=max(1, -(-(view.due - self.now) // 1000)))

    def bar_length(self) -> float:
        """How long the bar of the time that is left is now, logical."""
        return timer.left(self)[0] * self.spots.bar.w

    def button_words(self) -> str:
        """What the buttons say now, and what is counted: all is drawn anew when it changes."""
        buttons = f"{self._flip_note()}|{self.now >= self.view.flip_from}" if self.spots.buttons else ""
        return f"{buttons}|{marks.counted(self)}"

    def _timed_buttons(self, act: Callable[[Verb], None], boxes: tuple[Box, ...]) -> list[Widget]:
        view, kit = self.view, self.context.kit
        tall = self.context.frame.tall
        over = view.options.calm and view.looks_left <= 0
        deal = self.words("button.end") if over else self.words("button.deal")
        return [
            Button(
                kit,
                move_id(Verb.DEAL),
                boxes[0],
                deal,
                lambda: act(Verb.PASS if over else Verb.DEAL),
                kind="primary",
                sub=self.words("deal_note", count=view.stack_counts[0]) if tall else "",
                icon="" if tall else "check" if over else "card",
                size=26,
                enabled=over or view.stack_counts[0] > 0,
                keys=("first",),
                cap=self.cap("first"),
            ),
            Button(
                kit,
                move_id(Verb.TURN),
                boxes[1],
                self.words("button.turn"),
                lambda: act(Verb.TURN),
                kind="secondary",
                sub="",
                icon="restart",
                size=22,
                enabled=self.chosen >= 0 and not over,
                keys=("second",),
                cap=self.cap("second"),
            ),
        ]

    @property
    def go_note(self) -> str:
        """What is to be done once the faces are up, by mode and by who sits here."""
        options = self.view.options
        if not self.people:
            return self.words("go_note")
        way = "calm" if options.calm else "buzz" if options.buzzers else "teams" if options.mode == TEAMS else "tap"
        return self.words(f"go_note.{options.mode if self.timed else way}")

    def item_of(self, action: Action) -> str:
        """The id of the item that carries out an action, or begins to."""
        return card_id(action.cards[0]) if action.cards else move_id(action.verb)

    def log_lines(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        return self.say.log(event, self.view.options)

    def prompt(self, view: View) -> str:
        """What the table waits for."""
        return self.words("prompt.flips") if self.flips_itself else self.say.prompt(view, self.viewer, self.people)

    def draw_asked(self, canvas: Canvas, words: str, refused: bool) -> None:
        """What the table waits for, gold while it waits for a person to point or to choose; or a refusal.

        For a moment what somebody has lost is said there instead.
        """
        if (self.view.phase == Phase.COUNT and not self.covered) or self.closing.shown:
            # it is told at the cards, or in the middle
            return
        if self.telling.sentence and not self.telling.in_the_middle and not self.covered:
            told = self.kit.made(pieces.told_plain, self.telling.sentence, 18, self.spots.prompt_width)
            canvas.put_centred(told, *self.spots.prompt)
            return
        if words and refused:
            canvas.put_centred(self.kit.prompt(words, 17, self.spots.prompt_width + 20), *self.spots.prompt)
            return
        if self.timed or not words:
            return
        people = [seat for seat, _hands in self.view.buzzes] if self.view.phase == Phase.BUZZED else [self.view.turn]
        asks = self.view.phase in (Phase.BUZZED, Phase.CHOOSE) and any(seat in self.people for seat in people)
        canvas.put_centred(self._asked(words, GOLD if asks else CREAM), *self.spots.prompt)

    def _asked(self, words: str, colour: Colour) -> Surface:
        """What the table waits for."""
        size = 18.0 if not self.context.frame.tall else 19.0
        return self.kit.made(pieces.asked_plain, words, size, self.spots.prompt_width, colour)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """The two cards that are alike, or the set to give up."""
        shown = [face for face in self.in_sight() if set(face.cards) & set(advice.action.cards)]
        cells = [self.cell_of(face)[0] for face in shown]
        return [(cell.box, cell.w * 0.12) for cell in cells]

    def place_of(self, name: str) -> Box | None:
        """A thing in play by any of its cards; the own places for sets, and the bar of the time."""
        if name == "bar":
            return self.spots.bar
        if name == "sets":
            return enclosing([cell.box for cell in self.areas[self.viewer].cells])
        number = name.removeprefix(CARD)
        thing = next((face for face in self.in_sight() if number != name and int(number) in face.cards), None)
        return self.cell_of(thing)[0].box if thing else None

    def looked_at(self) -> list[Box]:
        """All things in play, and the count while there is a contest."""
        found = [self.cell_of(face)[0].box for face in self.in_sight()]
        if count := marks.count_place(self):
            found.append(count.box)
        return found

    def figure_of(self, seat: int) -> tuple[float, float] | None:
        """The middle of a seat's figure."""
        return self.areas[seat].face if seat in self.areas else None

    def seat_boxes(self) -> list[Box]:
        """The panels of all seats."""
        return [area.box for area in self.areas.values()]

    @property
    def advice_at(self) -> Box:
        """Above the own cards, at the right."""
        field = self.spots.field
        return Box(field.x + field.w - ADVICE_WIDE, field.y + field.h - ADVICE_HIGH, ADVICE_WIDE, ADVICE_HIGH)

    def corners(self) -> Corners:
        """Where the scene's buttons stand: where seats are in the corners, only the pause has room.

        All of them keep off the field, so that none lies over a card.
        """
        frame, spots = self.context.frame, self.spots
        left, right = spots.pause[0], frame.width + frame.side - 58.0
        hinted = self.view.options.calm
        beside = (right - 84, 60.0)
        if self.around:
            return Corners(spots.pause, None, None, (beside if frame.tall else (right, 128.0)) if hinted else None)
        if self.timed:
            # the other one is in the pause
            log, hint = (None, beside) if hinted else (None if frame.tall else beside, None)
            return Corners(spots.pause, (right, 60.0), log, hint)
        if frame.tall:
            return Corners(spots.pause, (right, 60.0), beside, (right - 168, 60.0) if hinted else None)
        high, low = 46.0, 108.0
        return Corners((left, high), (right, high), (right, low), (left, low) if hinted else None)

    @property
    def hurried(self) -> bool:
        """Whether a clock runs."""
        return not self.view.options.calm

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the field."""
        return self.spots.field.centre

    @property
    def says_last(self) -> bool:
        """In timed play the clock stands there."""
        return not self.timed

    # ---- keyboard -----------------------------------------------------------------------------------

    def give_signs(self, shown: bool, without: str) -> None:
        """Show a key's sign on every thing, or none; a thing keeps its sign as long as it is in play."""
        if not shown:
            self.signs = {}
            return
        # without a zero, which is hardly told from the letter
        every = [sign for sign in (*"abcdefghijklmnopqrstuvwxyz", *"123456789") if sign not in without]
        every += [sign.upper() for sign in every if sign.isalpha()]
        cards = [face.card for face in self.in_sight() if self.usable(face)]
        kept = {card: sign for card, sign in self.signs.items() if card in cards}
        free = iter([sign for sign in every if sign not in kept.values()])
        for card in cards:
            if card not in kept:
                sign = next(free, "")
                if sign:
                    kept[card] = sign
        self.signs = kept

    @property
    def takes_letters(self) -> bool:
        """Whether typed letters are signs on cards now."""
        return bool(self.signs)

    def signed(self, sign: str) -> int:
        """The thing that bears a sign, or -1."""
        return next((card for card, own in self.signs.items() if own == sign), -1)
