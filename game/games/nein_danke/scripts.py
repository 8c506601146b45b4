"""The scripts of the events at the table of Nein Danke!: what moves, in which time, and how others take it."""

from collections.abc import Callable, Hashable, Sequence
from typing import assert_never

from game.engine import tweens
from game.engine.director import Script
from game.engine.sprites import SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import TurnTable
from game.games.nein_danke import deck, intensity, judgement, reasons
from game.games.nein_danke import events as ev
from game.games.nein_danke.pieces import Sprites
from game.games.nein_danke.places import Places
from game.games.nein_danke.rules import PAY, Action, Phase, View

#: duration of the pop after a chip has been added to the pot, in milliseconds
POP_MS = 260.0
#: the key of the own chips, and of a dragged chip
CHIP = "chip"
#: most chips in flight at once
FLIGHT = 8
#: number of pitches of the chip sound
CLINKS = 7
#: flight time of a dealt chip and delay before the next one, in milliseconds at normal speed
CHIP_MS, CHIP_STEP = 240, 34
#: flight time of a card and the pot's chips to their receiver, and delay of each further chip
AWARD_MS, AWARD_STEP = 310, 45
#: from this many seats on, others take this share of the usual time to think and to pay
CROWD, CROWDED = 6, 0.5
#: pots from and to these shares of the card's cost are close decisions; bots think less long about all others
CLOSE, PLAIN = (0.25, 0.7), 0.3
#: from the second chip on a card on, others think before paying in this share of the usual time
AGAIN = 0.08
#: and pay in these in each lap round the card: that they pay at all is no news later; the least of all shares
LAPS, LEAST_SHARE = (0.85, 0.6, 0.5), 0.35
#: duration of the start that the card on offer gives at a chip, its height for each chip in the pot, and the most
START_MS, START_HIGH, START_MOST = 190.0, 0.7, 9.0
#: duration of a card's hop in a run that is a feat, delay of the next card's, and its height
HOP_MS, HOP_STEP, HOP_HIGH = 230.0, 55.0, 14.0


def refuses(view: View, seat: int) -> bool:
    """Return True if a seat that pays leaves a card that joins an own one."""
    return view.phase == Phase.PINK and bool(reasons.neighbours(view.displays[seat], view.card))


class Scripts:
    """The events of a match as a table shows them, and the chips that are on their way because of them."""

    places: Places

    def __init__(
        self,
        table: TurnTable[Action, ev.Event, View],
        layer: Sprites,
        transit: InTransit,
        deal: Callable[[Sequence[Hashable], SpritePlace, float], Script],
    ) -> None:
        """``deal`` shows things coming to the empty table."""
        self._table, self._layer, self._transit, self._deal_out, self._ms = table, layer, transit, deal, table.ms
        #: milliseconds since the pot last grew
        self.popped = POP_MS

    def update(self, ms: float) -> bool:
        """Advance the pop of the pot; return True if the picture changes."""
        if self.popped >= POP_MS:
            return False
        self.popped += ms
        return True

    def script(self, event: ev.Event, view: View) -> Script:
        """Show one event; ``view`` is the viewer's view of the state after it."""
        self._react(event, view)
        if not isinstance(event, ev.ChipPaid):
            self._table.shown = view
        match event:
            case ev.ChipPaid():
                yield from self._pay(event, view)
            case ev.CardTaken(seat, card, chips):
                self._table.feel(seat, "glad" if intensity.intensity(event, view) > 0 else "beaten")
                yield from self._award(seat, card, chips)
                yield from self._ripple(intensity.great_run(view.displays[seat], card))
            case ev.CardDeclined(seat, card, chips, to):
                self._table.feel(to, "glad")
                yield from self._award(seat, card, chips)
            case ev.CardRevealed(_, card):
                self._play("flip")
                back = "back_green" if deck.is_green(card) else "back_pink"
                self._table.arrange(
                    self._ms(300), curve=tweens.out_back, origins={card: SpritePlace(*self.places.spots.pile, back, 60)}
                )
                yield 380
            case ev.PinkDrawn(_, card):
                self._play("flip")
                self._table.arrange(
                    self._ms(380), origins={card: SpritePlace(*self.places.spots.pile, "back_pink", 60)}
                )
                yield 560
            case ev.CardGiven() | ev.CardDiscarded() | ev.SkipUsed():
                self._play("slide")
                self._table.arrange(self._ms(280))
                yield 420
            case ev.RoundStarted():
                self._play("shuffle")
                # its first card is still on the pile
                back = "green" if deck.is_green(view.card) else "pink"
                self._table.shown = view._replace(card=0, pile_count=view.pile_count + 1, next_back=back)
                yield from self._begin_round()
            case ev.AsideSeen():
                self._play("peek")
                yield 500
            case ev.RoundEnded() | ev.GameEnded():
                self._table.arrange()
                yield 200
            case _:
                assert_never(event)

    def _react(self, event: ev.Event, view: View) -> None:
        """Show on figures and in the last move how an event touches runs that everybody sees."""
        displays = [(seat, cards) for seat, cards in enumerate(view.displays) if seat not in self._table.held_by]
        match event:
            case ev.ChipPaid(seat, pot) if refuses(view, seat):
                self._table.moves.note(seat, self._table.text("move.holds_out"), self._table.text("moved.holds_out"))
                if pot <= len(self._table.seats) and seat not in self._table.held_by:
                    self._table.feel(seat, "glad")
            case ev.CardTaken(seat, card):
                for other, cards in displays:
                    if other != seat and reasons.neighbours(cards, card):
                        self._table.feel(other, "beaten")
            case ev.CardRevealed(_, card):
                for other, cards in displays:
                    if intensity.closes_gap(cards, card):
                        self._table.feel(other, "glad")

    def _ripple(self, cards: Sequence[int]) -> Script:
        """Make the cards of a run hop one after the other, from the lowest."""
        for card in cards if self._ms(1) else ():
            self._layer.hop(card, self._ms(HOP_MS), HOP_HIGH)
            self._play("deal")
            yield HOP_STEP

    def _pay(self, event: ev.ChipPaid, view: View) -> Script:
        """Animate a chip to the pot, and count it on arrival."""
        seat, pot = event
        x, y = self.places.pot(pot - 1)
        start = (
            self._table.drags.dropped(CHIP, self.places.chip(seat))
            if seat == self._table.viewer
            else self.places.chip(seat)
        )
        weight = self._weight(seat)
        if pot > 1 and seat != self._table.viewer and not self._table.teaches:
            lap = min((pot - 1) // len(self._table.seats), len(LAPS) - 1)
            weight = max(LEAST_SHARE, weight * LAPS[lap])
        self._layer.pay(start, SpritePlace(x, y, self.places.spots.chip * 2, "chip"), self._ms(260 * weight))
        self._transit.send(due={seat: 1})
        yield 260 * weight
        # the fuller the pot, the higher the pitch
        self._play(f"chip_{min(pot, CLINKS)}")
        self._table.shown = view
        self._transit.end()
        self.popped = 0.0 if self._ms(1) else POP_MS
        # the dearer the pot, the harder it lands
        self._layer.hop(view.card, self._ms(START_MS), min(START_MOST, START_HIGH * pot))
        yield 180 * weight

    def _begin_round(self) -> Script:
        """Animate the pile arriving card by card, then the chips."""
        self._transit.send(due={seat: max(0, chips) for seat, chips in enumerate(self._table.shown.chips)})
        w = self.places.spots.pile.w
        start = SpritePlace(self._table.context.frame.width / 2, -w, w, "back_pink", 60)
        yield from self._deal_out([("pile", rim) for rim in range(min(5, self._table.shown.pile_count))], start, 70)
        yield from self._deal_chips()

    def _weight(self, seat: int) -> float:
        """Return a seat's share of the usual animation time: less for others at a crowded table."""
        return (
            CROWDED
            if len(self._table.seats) >= CROWD and seat != self._table.viewer and not self._table.teaches
            else 1.0
        )

    def thinking(self, view: View, action: Action) -> float:
        """Return the bot's share of the usual pause: less at a crowded table, and little for clear decisions."""
        share = self._weight(view.turn)
        if view.pot and action == PAY and not self._table.teaches:
            # the first time, leaving a card that fits is a decision to watch
            watched = view.pot < len(self._table.seats) and refuses(view, view.turn)
            return share * (PLAIN if watched else AGAIN)
        if view.phase != Phase.PINK or self._table.teaches:
            return share
        cost = judgement.cost_of(view, view.turn, view.card)
        least, most = (part * cost for part in CLOSE)
        return share * PLAIN if cost > 0 and not least <= view.pot <= most else share

    def _deal_chips(self) -> Script:
        frame, flying, most = self._table.context.frame, CHIP_MS // CHIP_STEP, max(self._table.shown.chips)
        start = SpritePlace(frame.width / 2, -self.places.spots.chip, self.places.spots.chip * 2, "chip")
        for number in range(most + flying):
            if number < most:
                for seat in self._table.order():
                    self._layer.fly(start, self.places.chip(seat), self._ms(CHIP_MS))
            for seat in self._table.order() if number > flying else ():
                self._transit.arrive(seat)
            if number % 2 == 0:
                self._play(f"chip_{1 + number // 2 % 3}")
            yield CHIP_STEP
        self._transit.end()
        yield CHIP_STEP

    def _award(self, seat: int, card: int, chips: int) -> Script:
        """Animate the card and the pot's chips to their receivers; each counts on arrival."""
        flying = min(chips, FLIGHT)
        self._play("take")
        for number in range(flying):
            x, y = self.places.pot(number)
            start = SpritePlace(x, y, self.places.spots.chip * 2, "chip")
            self._layer.fly(start, self.places.chip(seat), self._ms(AWARD_MS), self._ms(AWARD_STEP) * number)
        self._table.arrange(self._ms(AWARD_MS))
        self._transit.send([card], due={seat: chips})
        yield AWARD_MS
        if chips:
            self._table.popups.add(f"+{chips}", *self.places.gain(seat), True)
        for number in range(1, flying + 1):
            self._transit.send(due={seat: chips - chips * number // flying})
            self._play(f"chip_{min(number, CLINKS)}")
            yield AWARD_STEP
        self._transit.end()
        yield max(AWARD_STEP, AWARD_MS - AWARD_STEP * flying)

    def _play(self, sound: str) -> None:
        self._table.context.audio.play(sound)
