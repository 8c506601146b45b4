"""The table of Nein Danke!: how its events are shown and what can be done."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from game.core.game import Advice
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.items import NOTE, Item, card_id, move_id
from game.engine.layout import Box, button_boxes
from game.engine.sprites import Place
from game.engine.table import CardSpot
from game.engine.turn_table import Choose, Offer
from game.engine.tweens import out_back, out_cubic
from game.engine.widgets import Widget
from game.engine.words import LogLine
from game.games.nein_danke import deck, drags
from game.games.nein_danke.auction import MOST_POT
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
from game.games.nein_danke.faces import RATIO
from game.games.nein_danke.notes import Note
from game.games.nein_danke.picture import CHIP, Picture
from game.games.nein_danke.reasons import neighbours
from game.games.nein_danke.rules import AUCTION, DECLINE, LOOKED, PAY, SKIP, TAKE, Action, Phase, Verb, View
from game.games.nein_danke.scoring import score
from game.games.nein_danke.shown import NOTHING, Arriving
from game.games.nein_danke.thumb import cost_of

#: most chips that fly at once
FLIGHT = 8
#: chips have so many pitches
CLINKS = 7
#: how long a dealt chip flies, and how much later the next one follows, in milliseconds at normal speed
CHIP_MS, CHIP_STEP = 240, 34
#: how long a card and the pot's chips fly to whoever gets them, and how much later each chip follows
AWARD_MS, AWARD_STEP = 310, 45
#: from so many seats on others take such a share of the usual time to think and to pay
CROWD, CROWDED = 6, 0.5
#: a pot of such a share of what its card costs is worth a thought; below and above it others think for less time
CLOSE, PLAIN = (0.25, 0.7), 0.3


class Table(Picture):
    """One match of Nein Danke! as one player sees it."""

    #: the card in the middle as something for a pointer
    _middle: Item | None = None

    # ---- events -------------------------------------------------------------------------------------

    def script(self, event: Event, view: View) -> Script:
        """Show one event."""
        audio, shown = self.context.audio, self.shown
        self.mark(event)
        match event:
            case ChipPaid(seat, pot):
                x, y = self.pot_place(pot - 1)
                start = self.dropped(CHIP, self.chip_spot(seat)) if seat == self.viewer else self.chip_spot(seat)
                weight = self._weight(seat)
                self.layer.pay(start, Place(x, y, self.spots.chip * 2, "chip"), self.ms(260 * weight))
                self.shown.arriving = Arriving(seat, 1)
                yield 260 * weight
                # the more there are already, the brighter it clinks
                audio.play(f"chip_{min(pot, CLINKS)}")
                shown.apply(event, view)
                self.shown.arriving = NOTHING
                self.pop()
                yield 180 * weight
            case CardTaken(seat, card, chips):
                shown.apply(event, view)
                self.feel(seat, "glad" if chips > max(3, card // 3) else "beaten")
                yield from self._award(seat, card, chips)
            case CardDeclined(seat, card, chips, to):
                shown.apply(event, view)
                self.feel(to, "glad")
                yield from self._award(seat, card, chips)
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
                given, shown.chips = shown.chips, [min(count, 0) for count in shown.chips]
                self.layer.arrange({})
                x, y, w = self.spots.pile
                start = Place(self.context.frame.width / 2, -w, w, "back_pink", 60)
                keys = [("pile", rim) for rim in range(min(5, shown.pile_count))]
                self.arrange(self.ms(220), curve=out_cubic, stagger=self.ms(70), origins=dict.fromkeys(keys, start))
                for _ in keys:
                    audio.play("deal")
                    yield 70
                yield 220
                yield from self._deal_chips(given)
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

    def tells_first(self, event: Event) -> bool:
        """Whoever has paid or taken here knows it: only what others do is told when it has been seen."""
        return isinstance(event, ChipPaid | CardTaken) and event.seat == self.viewer

    def _weight(self, seat: int) -> float:
        """How long a chip of a seat takes, as a share of the usual time: less where many others pay one after it."""
        return CROWDED if len(self.seats) >= CROWD and seat != self.viewer and not self.teaches else 1.0

    def ponders(self, view: View) -> float:
        """Where many sit, each thinks for less time; and hardly at all about what all can see is plain."""
        share = self._weight(view.turn)
        if view.phase != Phase.PINK or self.teaches:
            return share
        cost = cost_of(view, view.turn, view.card)
        least, most = (part * cost for part in CLOSE)
        return share * PLAIN if cost > 0 and not least <= view.pot <= most else share

    def _deal_chips(self, given: list[int]) -> Script:
        """Everybody gets the chips to begin with, one after the other."""
        frame, flying = self.context.frame, CHIP_MS // CHIP_STEP
        start = Place(frame.width / 2, -self.spots.chip, self.spots.chip * 2, "chip")
        for number in range(max(given) + flying):
            if number < max(given):
                for seat in self.order():
                    self.layer.fly(start, self.chip_spot(seat), self.ms(CHIP_MS))
            self.shown.chips = [min(count, max(0, number - flying)) if count >= 0 else count for count in given]
            if number % 2 == 0:
                self.context.audio.play(f"chip_{1 + number // 2 % 3}")
            yield CHIP_STEP
        self.shown.chips = given
        yield CHIP_STEP

    def _award(self, seat: int, card: int, chips: int) -> Script:
        """The card goes to where it belongs now and the pot's chips to ``seat``; each counts once it is there."""
        flying = min(chips, FLIGHT)
        self.context.audio.play("take")
        for number in range(flying):
            x, y = self.pot_place(number)
            start = Place(x, y, self.spots.chip * 2, "chip")
            self.layer.fly(start, self.chip_spot(seat), self.ms(AWARD_MS), self.ms(AWARD_STEP) * number)
        self.arrange(self.ms(AWARD_MS))
        self.shown.arriving = Arriving(seat, chips, card)
        yield AWARD_MS
        if chips:
            self.pop_up(f"+{chips}", *self.gain_spot(seat), True)
        for number in range(1, flying + 1):
            self.shown.arriving = Arriving(seat, chips - chips * number // flying)
            self.context.audio.play(f"chip_{min(number, CLINKS)}")
            yield AWARD_STEP
        self.shown.arriving = NOTHING
        yield max(AWARD_STEP, AWARD_MS - AWARD_STEP * flying)

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(self, view: View, choose: Choose[Action], selected: Action | None) -> list[Widget]:
        """Buttons for the auction, or the own cards where one has to be chosen."""
        self.selected = selected
        verbs = {action.verb for action in view.legal}
        if Verb.CHOOSE in verbs:
            return self._card_choices(view, choose)
        offers: list[Offer[Action]] = []
        if Verb.PAY in verbs:
            key = "bid" if view.phase == Phase.GREEN else "pay"
            sub = self.words("then_left", count=view.chips[self.viewer] - 1)
            offers.append(Offer(PAY, "primary", self.words(key), sub, "chip"))
        if Verb.TAKE in verbs:
            offers.append(Offer(TAKE, "secondary", self.words("take"), "", "card"))
        if Verb.DECLINE in verbs:
            offers.append(Offer(DECLINE, "secondary", self.words("decline"), self.say.declining(view), "close"))
        if Verb.SKIP in verbs:
            offers.append(Offer(SKIP, "good", self.words("skip"), self.words("skip_note"), "arrow_right"))
        if Verb.LOOKED in verbs:
            offers.append(Offer(LOOKED, "primary", self.words("looked"), "", "eye"))
        tall, several = self.context.frame.tall, len(offers) > 2
        if tall and several:
            offers = [offer._replace(icon="") for offer in offers]
        boxes = button_boxes(self.spots.buttons, len(offers))
        offers = [
            offer._replace(sub=self._after_taking(view, box, offer.icon)) if offer.action == TAKE else offer
            for offer, box in zip(offers, boxes, strict=True)
        ]
        return self.offered(offers, 27 if tall or several else 31, choose, selected)

    def _after_taking(self, view: View, box: Box, icon: str) -> str:
        """What taking the card leads to, on a button: the chips gained and the points then, or these alone."""
        signed = self.context.texts.signed(view.pot)
        pot = self.words("gain_chips", count=view.pot, signed=signed)
        if view.card in IMMEDIATE_IDS:
            return f"{pot}, {self.words('takes_next')}"
        display = (*view.displays[self.viewer], view.card)
        total = score(display, view.chips[self.viewer] + view.pot).total
        long, short = (
            self.words(key, count=abs(total), points=self.context.texts.number(total))
            for key in ("then_points", "then_points.short")
        )
        # how many chips lie there can be seen: what comes of it is the last thing to be left out
        ways = [f"{pot}, {long}", f"{pot}, {short}", long, short]
        ways = ways[1:] if self.context.frame.tall else ways
        return next((way for way in ways if self.kit.sub_reads(box.w, box.h, way, icon)), short)

    def _card_choices(self, view: View, choose: Choose[Action]) -> list[Widget]:
        widgets: list[Widget] = []
        for lying in sorted(self.spreads[self.viewer].cards, key=lambda lying: (lying.y, lying.x)):
            action = Action(Verb.CHOOSE, lying.card)
            if action in view.legal:
                verb = self.words("give_card" if view.phase == Phase.GIVE else "remove_card")
                label = f"{verb}: {self.say.card(lying.card)}"
                item = Item(
                    card_id(lying.card),
                    label,
                    self.visible_part(lying, self.spreads[self.viewer]),
                    lambda action=action: choose(action),  # type: ignore[misc]
                    card=lying.body,
                    about=(lying.card, self.viewer),
                    take=self.taking(partial(drags.chosen, self, lying, action, view, choose)),
                )
                widgets.append(CardSpot(self.context.kit, item, True))
        return widgets

    def handles(self, view: View, choose: Choose[Action]) -> list[Item]:
        """What only a pointer uses: the own chips and the card in the middle."""
        self._middle = drags.middle(self, view, choose)
        return drags.handles(self, view, self._middle, choose)

    def item_of(self, action: Action) -> str:
        """The id of the item that carries out an action."""
        return card_id(action.card) if action.card else move_id(action.verb)

    def explained(self) -> list[Widget]:
        """Every special card on the table, and the one in the centre."""
        widgets: list[Widget] = []
        spots: list[tuple[int, int, Box, Box]] = []
        if self.shown.card >= FIRST_SPECIAL:
            body = self.spots.centre.card(RATIO)
            spots.append((self.shown.card, -1, body, body))
        for seat in self.order():
            spread = self.spreads[seat]
            spots += [
                (lying.card, seat, lying.body, self.visible_part(lying, spread))
                for lying in spread.cards
                if lying.card >= FIRST_SPECIAL
            ]
        for card, seat, body, target in spots:
            item = Item(
                f"{NOTE}{card}",
                self.say.explaining(card, seat),
                target,
                lambda: None,
                card=body,
                about=(card, seat),
                take=self._middle.take if self._middle and seat < 0 else None,
            )
            widgets.append(CardSpot(self.context.kit, item, False))
        return widgets

    def log_lines(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        return self.say.log(event, self.view.options)

    def prompt(self, view: View) -> str:
        """What is to be decided, or by whom."""
        return self.say.prompt(view, self.decides(view.turn), self.context.frame.tall)

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """The card that is auctioned, and the own cards that it would make a run with."""
        if self.view.phase not in AUCTION:
            return []
        boxes = [self.spots.centre.card(RATIO)]
        joined = neighbours(self.view.displays[self.viewer], self.view.card)
        boxes += [lying.body for lying in self.spreads[self.viewer].cards if lying.card in joined]
        return [(box, box.w * CORNER) for box in boxes]

    def hint_number(self, key: str, value: float) -> str:
        """A number of the hint: what the card brings, the pot and the balance add up, so they carry signs."""
        if key == "hint.limit":
            return self.context.texts("never") if value >= MOST_POT else super().hint_number(key, value)
        # a cost is shown as what it brings, like everything else in the sum
        brings = -value if key == "hint.cost" else value
        words = super().hint_number(key, brings)
        return f"+{words}" if brings > 0 else words

    def note(self, item: Item) -> Note | None:
        """The paper that explains the card of an item."""
        match item.about:
            case (int() as card, int() as seat) if item.card and card >= FIRST_SPECIAL:
                return Note(self, card, seat, item.card)
        return None
