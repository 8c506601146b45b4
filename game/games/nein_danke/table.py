"""The table of Nein Danke!: how its events are shown and what can be done."""

from __future__ import annotations

from typing import Any, assert_never

from game.core.match import HUMAN
from game.engine.box_art import BoxArt, BoxName
from game.engine.canvas import Canvas
from game.engine.director import Script
from game.engine.items import Item
from game.engine.layout import Box
from game.engine.palette import CREAM
from game.engine.sprites import Place
from game.engine.table import CardSpot, Choose, LogLine
from game.engine.tweens import out_back, out_cubic
from game.engine.widgets import Button, Widget
from game.games.nein_danke import deck
from game.games.nein_danke.deck import FIRST_SPECIAL, IMMEDIATE_IDS
from game.games.nein_danke.events import (
    AsideSeen,
    CardDeclined,
    CardDiscarded,
    CardGiven,
    CardRevealed,
    CardTaken,
    ChipPaid,
    Event,
    GameEnded,
    PinkDrawn,
    RoundEnded,
    RoundStarted,
    SkipUsed,
)
from game.games.nein_danke.faces import RATIO, face_of
from game.games.nein_danke.layout import Lying
from game.games.nein_danke.notes import Note, draw_advice
from game.games.nein_danke.picture import Picture
from game.games.nein_danke.rules import NEXT_ROUND, Action, Phase, Verb, View
from game.games.nein_danke.scoring import score

#: the box on the title
BOX = BoxArt(206, 334, (BoxName(103, 36, 37, 178, CREAM),))
#: most chips that fly at once
FLIGHT = 8


class Table(Picture):
    """One match of Nein Danke! as one player sees it."""

    # ---- events -------------------------------------------------------------------------------------

    def take_note(self, event: Event) -> None:
        """Add an event to the log and mark it as the last move, if it is one."""
        self.log += self.log_lines(event)
        seat = getattr(event, "seat", -1)
        key = f"move.{type(event).__name__}"
        if self.context.texts.has(f"{self.game}.{key}"):
            self.last = (seat, self.words(key))

    def script(self, event: Event, view: View) -> Script:
        """Show one event."""
        audio, shown = self.context.audio, self.shown
        self.take_note(event)
        match event:
            case ChipPaid(seat, pot):
                audio.play(f"chip_{1 + pot % 3}")
                x, y = self.pot_place(pot - 1)
                self.layer.fly(self.chip_spot(seat), Place(x, y, self.spots.chip * 2, "chip"), self.ms(260))
                yield 260
                shown.apply(event, view)
                yield 180
            case CardTaken(seat, card, chips):
                audio.play("take")
                self._fly_pot(seat, chips)
                shown.apply(event, view)
                self.feel(seat, "glad" if chips > max(3, card // 3) else "beaten")
                self.arrange(self.ms(320))
                yield 620
            case CardDeclined(seat, card, chips, to):
                audio.play("take")
                self._fly_pot(seat, chips)
                shown.apply(event, view)
                self.feel(to, "glad")
                self.arrange(self.ms(320))
                yield 620
            case CardRevealed(seat, card):
                audio.play("flip")
                shown.apply(event, view)
                pile = self.spots.pile
                back = "back_green" if deck.is_green(card) else "back_pink"
                start = Place(pile.x, pile.y, pile.w, back, 60)
                self.arrange(self.ms(300), curve=out_back, origins={card: start})
                yield 380
            case PinkDrawn(seat, card):
                audio.play("flip")
                shown.apply(event, view)
                pile = self.spots.pile
                self.arrange(self.ms(380), origins={card: Place(pile.x, pile.y, pile.w, "back_pink", 60)})
                yield 560
            case CardGiven() | CardDiscarded() | SkipUsed():
                audio.play("slide")
                shown.apply(event, view)
                self.arrange(self.ms(280))
                yield 420
            case RoundStarted():
                audio.play("shuffle")
                shown.apply(event, view)
                self.layer.arrange({})
                x, y, w = self.spots.pile
                start = Place(self.context.frame.width / 2, -w, w, "back_pink", 60)
                keys = [("pile", rim) for rim in range(min(5, shown.pile_count))]
                self.arrange(self.ms(220), curve=out_cubic, stagger=self.ms(70), origins=dict.fromkeys(keys, start))
                for _ in keys:
                    audio.play("deal")
                    yield 70
                yield 220
            case AsideSeen():
                audio.play("peek")
                shown.apply(event, view)
                yield 500
            case RoundEnded() | GameEnded():
                shown.apply(event, view)
                self.arrange()
                yield 200
            case _:
                assert_never(event)

    def _fly_pot(self, seat: int, chips: int) -> None:
        """Let the pot's chips fly to a seat, and say how many they are."""
        x, y = self.chip_spot(seat)[:2]
        if chips:
            self.pop_up(f"+{chips}", x + 30, y, True)
        for number in range(min(chips, FLIGHT)):
            x, y = self.pot_place(number)
            start = Place(x, y, self.spots.chip * 2, "chip")
            self.layer.fly(start, self.chip_spot(seat), self.ms(300), self.ms(50) * number)

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(self, view: View, choose: Choose, selected: Action | None) -> list[Widget]:
        """Buttons for the auction, or the own cards where one has to be chosen."""
        self.selected = selected
        verbs = {action.verb for action in view.legal}
        if Verb.CHOOSE in verbs:
            return self._card_choices(view, choose)
        texts = self.context.texts
        chips = view.chips[self.viewer]
        buttons: list[tuple[Verb, str, str, str, str]] = []
        green = view.phase == Phase.GREEN
        if Verb.PAY in verbs:
            key = "bid" if green else "pay"
            buttons.append((Verb.PAY, "primary", self.words(key), self.words("then_left", count=chips - 1), "chip"))
        if Verb.TAKE in verbs:
            buttons.append((Verb.TAKE, "secondary", self.words("take"), self._after_taking(view), "card"))
        if Verb.DECLINE in verbs:
            sub = self.words("gain_chips", count=view.pot, signed=texts.signed(view.pot))
            buttons.append((Verb.DECLINE, "secondary", self.words("decline"), sub, "close"))
        if Verb.SKIP in verbs:
            buttons.append((Verb.SKIP, "good", self.words("skip"), self.words("skip_note"), "arrow_right"))
        if Verb.LOOKED in verbs:
            buttons.append((Verb.LOOKED, "primary", self.words("looked"), "", "eye"))
        widgets: list[Widget] = []
        for place, (verb, kind, label, sub, icon) in enumerate(buttons):
            wait = selected is not None and selected.verb == verb
            widgets.append(
                Button(
                    self.context.kit,
                    f"do-{verb.name.lower()}",
                    self._button_box(place, len(buttons)),
                    label,
                    lambda verb=verb: choose(Action(verb)),  # type: ignore[misc]
                    "good" if wait else kind,
                    texts("confirm.again") if wait else sub,
                    icon if len(buttons) < 3 or not self.context.frame.tall else "",
                    31 if len(buttons) < 3 and not self.context.frame.tall else 27,
                    keys=(("first", "second", "third")[place],),
                    cap=self._cap(("first", "second", "third")[place]),
                )
            )
        return widgets

    def _cap(self, meaning: str) -> str:
        key = self.context.settings.keys.get(meaning, "")
        return "" if self.context.frame.tall or self.context.touched else key.upper()

    def _button_box(self, place: int, count: int) -> Box:
        boxes = self.spots.buttons
        if count == 1:
            first, last = boxes[0], boxes[-1]
            if first.y == last.y:
                return Box(first.x, first.y, last.x + last.w - first.x, first.h)
            return Box(first.x, (first.y + last.y) / 2, first.w, first.h)
        if count == 3:
            first, last = boxes[0], boxes[-1]
            if first.y == last.y:
                wide = (last.x + last.w - first.x - 24) / 3
                return Box(first.x + place * (wide + 12), first.y, wide, first.h)
            high = (last.y + last.h - first.y - 16) / 3
            return Box(first.x, first.y + place * (high + 8), first.w, high)
        return boxes[place]

    def _after_taking(self, view: View) -> str:
        """What taking the card leads to: the chips gained and the points then."""
        pot = self.words("gain_chips", count=view.pot, signed=self.context.texts.signed(view.pot))
        if view.card in IMMEDIATE_IDS:
            return f"{pot}, {self.words('takes_next')}"
        display = (*view.displays[self.viewer], view.card)
        then = score(display, view.chips[self.viewer] + view.pot).total
        return f"{pot}, {self.words('then_points', points=self.context.texts.number(then))}"

    def _card_choices(self, view: View, choose: Choose) -> list[Widget]:
        widgets: list[Widget] = []
        for lying in sorted(self.spreads[self.viewer].cards, key=lambda lying: (lying.y, lying.x)):
            action = Action(Verb.CHOOSE, lying.card)
            if action in view.legal:
                verb = self.words("give_card" if view.phase == Phase.GIVE else "remove_card")
                label = f"{verb}: {self.say.card(lying.card)}"
                item = Item(
                    f"card-{lying.card}",
                    label,
                    self.visible_part(lying, self.spreads[self.viewer]),
                    lambda action=action: choose(action),  # type: ignore[misc]
                    data={"card": self.body_of(lying), "explain": (lying.card, self.viewer)},
                )
                widgets.append(CardSpot(self.context.kit, item, True))
        return widgets

    def item_of(self, action: Action) -> str:
        """The id of the item that carries out an action."""
        return f"card-{action.card}" if action.card else f"do-{action.verb.name.lower()}"

    def explained(self) -> list[Widget]:
        """Every special card on the table, and the one in the centre."""
        widgets: list[Widget] = []
        spots: list[tuple[int, int, Box, Box]] = []
        if self.shown.card >= FIRST_SPECIAL:
            centre = self.spots.centre
            body = self.body_of(Lying(self.shown.card, 0, centre.x, centre.y, centre.w, 0))
            spots.append((self.shown.card, -1, body, body))
        for seat in self.order():
            for lying in self.spreads[seat].cards:
                if lying.card >= FIRST_SPECIAL:
                    spots.append((lying.card, seat, self.body_of(lying), self.visible_part(lying, self.spreads[seat])))
        for card, seat, body, target in spots:
            item = Item(
                f"explain-{card}",
                self.say.explaining(card, seat),
                target,
                lambda: None,
                data={"card": body, "explain": (card, seat)},
            )
            widgets.append(CardSpot(self.context.kit, item, False))
        return widgets

    def log_lines(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        return self.say.log(event, self.view.options)

    def prompt(self, view: View) -> str:
        """What is to be decided, or by whom."""
        own = view.turn == self.viewer and self.seats[self.viewer].kind == HUMAN
        return self.say.prompt(view, own, self.context.frame.tall)

    def spoken(self, view: View) -> str:
        """The card, the chips and everybody's cards."""
        return self.say.table(view)

    def draw_advice(self, canvas: Canvas, advice: Any) -> None:
        """The hint's paper."""
        draw_advice(self, canvas, advice)

    def note(self, item: Item) -> Note | None:
        """The paper that explains the card of an item."""
        if "explain" not in item.data:
            return None
        card, seat = item.data["explain"]
        if card < FIRST_SPECIAL:
            return None
        return Note(self, card, seat, item.data["card"])

GO_ON = NEXT_ROUND


def private(view: View) -> str:
    """What only the player to move may see now: "always" hidden, hidden "unless_waived", or nothing."""
    if view.phase == Phase.PEEK:
        return "always"
    return "" if view.options.open_chips or view.phase >= Phase.ROUND_OVER else "unless_waived"


def summary_due(view: View) -> bool:
    """Whether a round has just been scored and another follows."""
    return view.phase == Phase.ROUND_OVER


def title_card(kit: Any, number: int, w: float) -> Any:
    """One of the game's cards as it looks out of the crate on the title; plain."""
    return kit.image_plain(f"nein_danke/{face_of(deck.NUMBERS[number % len(deck.NUMBERS)])}", w, w * RATIO)


def option_picture(kit: Any, option: str, value: Any, w: float) -> Any:
    """A card that shows one of the values of a house rule, or None; plain."""
    return kit.image_plain(f"nein_danke/{value}_small", w, w * RATIO) if option == "kinds" else None
