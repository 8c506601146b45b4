"""The scripts of the events at the table of Keine Ahnung: what moves when, and what is under way meanwhile."""

from collections.abc import Callable, Generator, Hashable, Sequence
from itertools import chain
from typing import NamedTuple, assert_never

from game.engine.director import Look, Script
from game.engine.palette import CREAM, DANGER, GOLD, GOOD, INK, Colour
from game.engine.sprites import SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import TurnTable
from game.engine.tweens import out_back, out_cubic
from game.games.keine_ahnung import deck, faces
from game.games.keine_ahnung import events as ev
from game.games.keine_ahnung.heaps import Heaps
from game.games.keine_ahnung.places import Places
from game.games.keine_ahnung.rules import Action, Phase, View
from game.games.keine_ahnung.tempo import LEAST_GRAND, OWN_DRAWN, Tempo
from game.games.keine_ahnung.texts import KeineAhnungTexts

#: the key of a card dragged off the draw pile
TOP = "top"
#: time cards stay visible before they are turned back, in milliseconds at any speed, even without animation
LOOK_MS = 800.0
#: the least share of that for others' cards, after those that they have shown since the own turn
LEAST_LOOK = 0.75
#: the tutorial's share of that, for its learner is to remember a card for the first time
LESSON_LOOK = 3.0
#: pauses in a call: before its first card, after each card, and at its outcome
CALL_MS, CALL_STEP_MS, OUTCOME_MS = 600.0, 420.0, 900.0
#: sideways positions of a shaking misfit, logical, and milliseconds for each at normal speed
MISS_SHAKE, SHAKE_MS = (7.0, -7.0, 6.0, -5.0, 3.0, 0.0), 40.0
#: volume of the tones for others' cards in a row, the length of a row that makes a seat glad, and the number of cards
#: left that make a misfit hurt
OTHERS_RUN, GLAD_RUN, NEARLY = 0.5, 3, 2
#: a misfit is announced in full so many times
FAMILIAR = 2


class Banner(NamedTuple):
    """The large announcement of a call."""

    text: str
    fill: Colour = GOLD
    ink: Colour = INK


def caller(view: View) -> int:
    """Return the seat that has called and is revealing its cards, or -1."""
    return view.turn if view.phase == Phase.CALL else -1


class Scripts:
    """The events of a match as a table shows them, and all that is under way or announced because of them."""

    #: made anew for each window
    places: Places
    match_texts: KeineAhnungTexts

    def __init__(
        self,
        table: TurnTable[Action, ev.Event, View],
        heaps: Heaps,
        see: Callable[[View], None],
        deal: Callable[[Sequence[Hashable], SpritePlace, float], Script],
    ) -> None:
        """``see`` shows the viewer's view after an event, ``deal`` things coming to the empty table."""
        self._table, self._heaps, self._see, self._deal_out = table, heaps, see, deal
        self.tempo = Tempo(table)
        #: prizes in flight to their finders
        self.transit = InTransit()
        #: the face of a trophy on display, or ""
        self.won = ""
        #: seat and place of an open card that does not fit, during its animation
        self.missed: tuple[int, int] | None = None
        #: in a lesson the card that did not fit last, face up at its place until the next card is drawn
        self.kept_open: dict[tuple[int, int], int] = {}
        #: the number of misfits so far
        self._misses = 0
        #: the pile that a failed call overlooked, or -1
        self.overlooked = -1
        #: the pile of the card laid last
        self._laid_on = 0
        #: own cards that the seat in turn has laid in a row
        self.run = 0
        #: the announcement of a call with its colours
        self.banner: Banner | None = None

    def forget(self, view: View) -> None:
        """Drop all that is under way, when a view is shown as it is; a call in it is announced."""
        self.transit.forget()
        self.won, self.overlooked, self.missed = "", -1, None
        if view.phase != Phase.OVER:
            self.banner = Banner(self._table.text("call")) if view.phase == Phase.CALL else None

    def script(self, event: ev.Event, view: View) -> Script:
        """Show one event; ``view`` is the viewer's view of the state after it."""
        table = self._table
        match event:
            case ev.GameStarted():
                yield from self._deal(event, view)
            case ev.DrawPileShuffled() | ev.DrawSkipped() | ev.CardDrawn() | ev.CardsDealt():
                yield from self._from_draw_pile(event, view)
            case ev.CardRevealed() | ev.CardsTurnedBack() | ev.CardDeclined():
                yield from self._turn(event, view)
            case ev.CardLaid() | ev.FunctionTriggered() | ev.PilesRemoved():
                yield from self._on_piles(event, view)
            case ev.CallMade() | ev.CallWon() | ev.CallLost():
                yield from self._call(event, view)
            case ev.PrizeFound() | ev.TrophyWon():
                yield from self._win(event, view)
            case ev.TurnForfeited(seat, place):
                table.context.audio.play("wrong")
                table.feel(seat, "beaten")
                spot = self.places.grid_of(seat)[place]
                table.popups.add(table.text("move.TurnForfeited"), spot.x, spot.y, False)
                yield 700
            case ev.TurnStopped(seat):
                table.context.audio.play("click")
                yield 240 * self.tempo.weight(seat)
            case ev.GameEnded():
                self._see(view)
                table.arrange(table.ms(120))
                yield 60
            case ev.TurnStarted(seat):
                self.banner, self.run = None, 0
                self.tempo.shown_cards *= seat != table.viewer
                self._see(view)
                table.arrange(table.ms(120))
                yield 60
            case _:
                assert_never(event)

    def _deal(self, event: ev.Event, view: View) -> Script:
        """Animate the grids being filled from the draw pile, card by card."""
        table = self._table
        table.context.audio.play("shuffle")
        self._see(view)
        yield from self._deal_out(
            [(seat, place) for place in range(6) for seat in table.order()], self.places.top(), 40
        )

    def _from_draw_pile(
        self, event: ev.DrawPileShuffled | ev.DrawSkipped | ev.CardDrawn | ev.CardsDealt, view: View
    ) -> Script:
        """Animate a drawn card, dealt cards, or a new draw pile."""
        table = self._table
        audio = table.context.audio
        if isinstance(event, ev.CardDrawn):
            audio.play("flip")
            self.kept_open = {}
            self._see(view)
            self.tempo.shown_draws[event.seat != table.viewer] += 1
            weight = self.tempo.drawn(event.seat)
            start = table.drags.dropped(TOP, self.places.top())
            table.arrange(table.ms(320 * weight), curve=out_back, origins={"hand": start})
            yield 520 * weight
        elif isinstance(event, ev.CardsDealt):
            self._see(view)
            keys: list[Hashable] = [(event.seat, place) for place in event.places]
            # dealt to the viewer in another's turn, it is part of that
            weight = min(self.tempo.weight(event.seat), self.tempo.weight(table.shown.turn))
            step = 70 * weight
            table.arrange(
                table.ms(240), curve=out_cubic, stagger=table.ms(step), origins=dict.fromkeys(keys, self.places.top())
            )
            for _ in keys:
                audio.play("deal")
                yield step
            yield 260 * weight
        elif isinstance(event, ev.DrawPileShuffled):
            audio.play("shuffle")
            start, end = SpritePlace(*self.places.spots.rest, "back"), self.places.top()
            for number in range(min(event.cards, 8)):
                table.layer.fly(start, end, table.ms(260), table.ms(60) * number, 60)
            yield 500
            self._see(view)
            table.arrange(table.ms(200))
            yield 260
        else:
            audio.play("wrong")
            yield 300

    def _turn(self, event: ev.CardRevealed | ev.CardsTurnedBack | ev.CardDeclined, view: View) -> Script:
        """Animate an own card turned up, or cards turned back after a look."""
        table = self._table
        audio = table.context.audio
        if isinstance(event, ev.CardRevealed):
            calling = caller(table.shown) == event.seat
            weight = self.tempo.weight(event.seat)
            if calling:
                # the first call is shown more slowly, to its end
                known = self.tempo.shown_kinds & {ev.CallWon, ev.CallLost}
                weight = max(LEAST_GRAND, weight) if known else self.tempo.first(event.seat)
            audio.play("flip")
            self._see(view)
            table.announcement = self.match_texts.revealed(event.seat, event.place, event.card)
            table.arrange(table.ms((380 if calling else 280) * weight))
            yield 420 * weight
            if calling:
                audio.play(f"count_{1 + (sum(card > 0 for card in table.shown.grids[event.seat]) - 1) % 3}")
                yield CALL_STEP_MS * weight
        elif isinstance(event, ev.CardsTurnedBack):
            # announce a dropped card at its own place
            table.arrange(table.ms(200))
            shaken = yield from self._miss(event)
            if not self.banner or self.tempo.calm(event.seat) == 1.0:
                # a rival's cards in a call have been open all the while
                share = LESSON_LOOK if table.teaches else max(LEAST_LOOK, self.tempo.haste(event.seat))
                yield Look(LOOK_MS * share - shaken)
            audio.play("flip")
            if table.teaches and self.missed:
                # the lesson's text is about it
                seat, place = self.missed
                self.kept_open = {self.missed: table.shown.grids[seat][place]}
            self.missed = None
            self.tempo.shown_cards += event.seat != table.viewer
            self._see(view)
            table.announcement = ""
            self.overlooked = -1
            table.arrange(table.ms(260))
            # the next turn begins during the flip
            yield 120 * self.tempo.weight(event.seat)
        else:
            audio.play("slide")
            table.feel(event.seat, "think")
            yield 260 * self.tempo.weight(event.seat)

    def _miss(self, event: ev.CardsTurnedBack) -> Generator[float | Look, None, float]:
        """Shake a card that does not fit, and announce it for everyone to remember before it is turned back.

        Return the part of the look, in milliseconds, that this has taken.
        """
        table = self._table
        seat, place = event.seat, event.places[0]
        card, weight = table.shown.grids[seat][place], self.tempo.calm(seat)
        calling = caller(table.shown) == seat or self.banner is not None
        if calling or not deck.EMPTY < card < deck.PRIZE or self._heaps.fitting(card) >= 0:
            yield 500 * weight
            return 0.0
        table.context.audio.play("wrong")
        self.missed = seat, place
        self._misses += 1
        if sum(held != deck.EMPTY for held in table.shown.grids[seat]) <= NEARLY:
            table.feel(seat, "beaten")
        table.announcement = table.text("miss", card=self.match_texts.plain(card))
        for wait in chain(table.shake(MISS_SHAKE, SHAKE_MS * weight), (100 * weight,)):
            # of an own card a tap ends no part of the look
            skipped = weight < 1.0 or table.teaches
            yield wait if skipped or isinstance(wait, Look) else Look(table.ms(wait))
        return 0.0 if table.teaches else table.ms(100 + SHAKE_MS * len(MISS_SHAKE)) * weight

    @property
    def miss(self) -> str:
        """The key of the announcement of a misfit, which is short once it is familiar."""
        return "miss_short" if self._misses > FAMILIAR and not self._table.teaches else "miss"

    def _go_on_with_run(self, seat: int) -> None:
        """Sound a tone that rises with each own card laid in a turn; from the third one on the seat is glad."""
        table = self._table
        self.run += 1
        table.context.audio.play(f"count_{min(self.run, 3)}", 1.0 if seat == table.viewer else OTHERS_RUN)
        if self.run >= GLAD_RUN:
            table.feel(seat, "glad")

    def _on_piles(self, event: ev.CardLaid | ev.FunctionTriggered | ev.PilesRemoved, view: View) -> Script:
        """Animate a card laid on a pile, its function's sign, and the other piles swept aside."""
        table = self._table
        audio, seat = table.context.audio, event.seat
        weight = self.tempo.weight(seat)
        if isinstance(event, ev.CardLaid):
            audio.play("slide")
            source = "hand" if event.place < 0 else (event.seat, event.place)
            sprite = table.layer.sprites.get(source)
            start = sprite.place._replace(z=80, state="rest") if sprite else self.places.top(faces.face_of(event.card))
            self._see(view)
            key = self._heaps.piles[event.pile][-1].key
            if event.place < 0:
                weight = self.tempo.drawn(seat)
            else:
                self._go_on_with_run(seat)
            self._laid_on = event.pile
            self.tempo.shown_cards += seat != table.viewer
            table.arrange(table.ms(300 * weight), origins={key: start})
            yield 340 * weight
        elif isinstance(event, ev.FunctionTriggered):
            # each function has a tone of its own
            audio.play(f"chip_{deck.function_of(event.card)}")
            x, y, w = self.places.piles(len(table.shown.piles), self.banner is not None)[self._laid_on]
            sign = deck.FUNCTIONS[deck.function_of(event.card)]
            start = SpritePlace(x + w * 0.3, y - w * 0.53, w * 0.32, sign)
            table.layer.fly(start, SpritePlace(x, y - w * 0.1, w * 0.9, sign), table.ms(460), arc=30)
            yield 480 * min(weight, OWN_DRAWN) * self.tempo.function(event.seat)
        else:
            audio.play("shuffle")
            self._see(view)
            table.arrange(table.ms(360), curve=out_cubic, stagger=table.ms(40))
            yield 560 * min(weight, OWN_DRAWN)

    def _call(self, event: ev.CallMade | ev.CallWon | ev.CallLost, view: View) -> Script:
        table = self._table
        audio, seat, share, length = table.context.audio, event.seat, self.tempo.grand(event), OUTCOME_MS
        if isinstance(event, ev.CallMade):
            length = CALL_MS
            audio.play("curtain")
            self.banner = Banner(table.text("call"))
            self._see(view)
            table.arrange(table.ms(160))
        elif isinstance(event, ev.CallWon):
            audio.play("call_won")
            self.banner = Banner(table.text("call_won"), GOOD)
            table.feel(seat, "glad")
        else:
            audio.play("lose")
            self.overlooked = self._heaps.fitting(table.shown.grids[seat][event.place])
            self.banner = Banner(table.text("call_lost" if self.overlooked >= 0 else "call_prize"), DANGER, CREAM)
            table.feel(seat, "beaten")
            table.arrange(table.ms(160))
        yield length * share

    def _win(self, event: ev.PrizeFound | ev.TrophyWon, view: View) -> Script:
        """Animate a prize or a trophy to its winner; a trophy's stars are shown only to the winner alone."""
        table = self._table
        audio, end = table.context.audio, self.places.count_spot(event.seat)
        weight = self.tempo.grand(event)
        table.feel(event.seat, "glad")
        if isinstance(event, ev.PrizeFound):
            audio.play("take")
            face = faces.face_of(event.card)
            spot = self.places.spots.hand if event.place < 0 else self.places.grid_of(event.seat)[event.place]
            yield 300 * weight
            yield Look(LOOK_MS / 2 * max(0.5, weight))
            table.layer.fly(SpritePlace(*spot, face), end._replace(face=face), table.ms(420 * weight), arc=60)
            self._see(view)
            self.transit.send(due={event.seat: 1})
            table.arrange()
            yield 460 * weight
            self.transit.end()
            return
        audio.play("claim")
        self.banner = None
        stack = SpritePlace(*self.places.spots.trophies, "trophy_back", 90)
        if event.stars and table.alone:
            self.won = f"trophy{event.stars}"
            table.arrange(table.ms(420), origins={"won": stack})
            yield 900
            yield Look(LOOK_MS / 2)
            table.layer.fly(
                SpritePlace(*self.places.spots.centre, self.won), end._replace(face=self.won), table.ms(380)
            )
            self.won = ""
            table.arrange()
        else:
            table.layer.fly(stack, end, table.ms(600 * weight), arc=90)
        yield 400 * weight
        audio.play("take")
        self._see(view)
        table.arrange()
        yield 260 * weight
        if not event.left:
            audio.play("win")
            self.banner = Banner(table.text("last_trophy"))
            yield 1100
