"""Scripts of the events of dnuP: what moves when, and what is under way meanwhile."""

from collections.abc import Hashable
from typing import assert_never

from game.engine.director import Script
from game.engine.sprites import SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import TurnTable
from game.engine.tweens import in_out_cubic, out_cubic
from game.games.dnup import events as ev
from game.games.dnup.deck import number_of
from game.games.dnup.faces import face_of
from game.games.dnup.places import Places, in_order
from game.games.dnup.rules import Action, View
from game.games.dnup.sent_cards import Sending
from game.games.dnup.texts import DnupTexts

#: flight time of played cards, in milliseconds at normal speed
SEND_MS = 280.0
#: time a card takes to turn, and delay of the next one
TURN_MS, NEXT_MS = 280.0, 90.0
#: the shorter delay in a hand
HAND_NEXT_MS = 32.0
#: how long a set that beats another lies there before the beaten one leaves, in milliseconds at normal speed
BEAT_MS = 320.0
#: duration of the banner of a round's end, in milliseconds at normal speed
END_MS = 1500.0


def still_lying(view: View, beaten: ev.SetReturned | ev.SetDiscarded) -> View:
    """Return a view with a beaten set on the table as before its event, for the time until its reason is seen."""
    place, cards, seat = beaten.place, beaten.cards, beaten.seat
    sets = (*view.sets[:place], cards, *view.sets[place + 1 :])
    if isinstance(beaten, ev.SetDiscarded):
        return view._replace(sets=sets, discard_count=view.discard_count - len(cards))
    hand = tuple(card for card in view.hand if card ^ 1 not in cards) if seat == view.seat else view.hand
    counts = [count - len(cards) * (other == seat) for other, count in enumerate(view.hand_counts)]
    return view._replace(sets=sets, hand=hand, hand_counts=tuple(counts))


class Scripts:
    """The scripts of one table, and what is under way while they run."""

    #: made anew for each window
    places: Places
    match_texts: DnupTexts

    def __init__(self, table: TurnTable[Action, ev.Event, View]) -> None:
        self._table = table
        #: a beaten set's event until it has been shown, and the set's place from when its reason has been seen, or -1
        self.beaten: ev.SetReturned | ev.SetDiscarded | None = None
        self.struck = -1
        #: the place of a set that is turning before it goes to a hand, or -1
        self.leaving = -1
        #: the rival whose hand is turning, or -1
        self.turning = -1
        #: own card numbers in their order while the hand is turning; else empty
        self.order_kept: list[int] = []
        #: own played cards, which fly to their place at once
        self.sending = Sending()
        #: backs dealt to the others, and letters in flight to a seat
        self.dealt, self.letters = InTransit(), InTransit()
        #: heading and text of the banner when a seat goes out or a round ends
        self.banner_texts: tuple[str, str] | None = None
        #: the set played last, and the lines of this round about seats that went out
        self._last_set = ""
        self._out_lines: list[str] = []

    def forget(self) -> None:
        """Drop all that is under way, when a view is shown as it is."""
        self.beaten, self.struck = None, -1
        self.leaving, self.turning, self.order_kept = -1, -1, []
        self.dealt.forget()
        self.letters.forget()
        self.sending.forget()
        self.banner_texts = None

    def count_of(self, seat: int) -> int:
        """Return the number of cards in a hand, without those in flight."""
        return self._table.shown.hand_counts[seat] - self.dealt.due(seat)

    def script(self, event: ev.Event, view: View) -> Script:
        """Show one event."""
        table = self._table
        if self.sending.follow(event, table.shown, self.places.set_spots):
            table.drags.resting.clear()
            table.context.audio.play("deal")
            table.arrange(table.ms(SEND_MS), curve=out_cubic)
        if not isinstance(event, ev.WentOut | ev.RoundEnded | ev.RoundBroken | ev.GameEnded):
            self.banner_texts = None
        match event:
            case ev.RoundStarted():
                table.context.audio.play("shuffle")
                table.arrangement.clear()
                self._out_lines.clear()
                table.shown = view._replace(hand=(), hand_counts=(0,) * len(table.seats))
                table.layer.arrange({})
                table.arrange()
                yield 400
            case ev.HandsDealt():
                yield from self._deal(event, view)
            case ev.SetDiscarded():
                yield from self._discard(event, view)
            case ev.SetReturned() | ev.SetTaken():
                yield from self._take_up(event, view)
            case ev.SetPlayed() | ev.CardAdded():
                yield from self._lay(event, view)
            case ev.HandTurned():
                yield from self._turn_hand(event, view)
            case ev.WentOut():
                yield from self._go_out(event, view)
            case ev.RoundEnded() | ev.RoundBroken() | ev.GameEnded():
                yield from self._end(event, view)
            case _:
                assert_never(event)

    def strike(self) -> Script:
        """Show the set that beats another lying there, and the beaten one struck by it, before that one leaves."""
        table, beaten = self._table, self.beaten
        self.beaten = None
        if not beaten:
            return
        self.struck = beaten.place
        for card in beaten.cards:
            table.layer.shake(number_of(card), table.ms(BEAT_MS))
        yield BEAT_MS

    def _deal(self, event: ev.HandsDealt, view: View) -> Script:
        table = self._table
        table.shown = view
        start = SpritePlace(*self.places.spots.discard, "back", 90)
        self.dealt.send(due={seat: view.hand_counts[seat] for seat in self.places.panels})
        origins: dict[Hashable, SpritePlace] = {number_of(card): start for card in view.hand}
        table.arrange(table.ms(240), curve=out_cubic, stagger=table.ms(70), origins=origins)
        for _ in event.hands[table.viewer]:
            table.context.audio.play("deal")
            for seat in self.places.panels:
                self.dealt.arrive(seat)
                table.layer.fly(start, self.places.hand_place(seat), table.ms(240), arc=0)
            yield 70
        yield 260

    def _discard(self, event: ev.SetDiscarded, view: View) -> Script:
        table = self._table
        table.context.audio.play("slide")
        self.struck = -1
        end = SpritePlace(*self.places.spots.discard, "back", 60)
        spots = self.places.set_spots(event.place, len(event.cards))
        for number, (card, spot) in enumerate(zip(event.cards, spots, strict=True)):
            table.layer.fly(SpritePlace(*spot, face_of(card), 60), end, table.ms(280), table.ms(40) * number, 20)
        table.shown = view
        table.arrange(table.ms(SEND_MS) if self.sending.spots else 0)
        yield 300 + 40 * len(spots)

    def _take_up(self, event: ev.SetReturned | ev.SetTaken, view: View) -> Script:
        """Animate the golden rule: each card turns in place, one after the other, then all fly to the hand."""
        table = self._table
        audio, seat = table.context.audio, event.seat
        if isinstance(event, ev.SetReturned):
            table.feel(seat, "beaten")
        else:
            audio.play("take")
        self.leaving = event.place
        table.arrange(table.ms(TURN_MS), curve=in_out_cubic, stagger=table.ms(NEXT_MS))
        for _ in event.cards:
            audio.play("flip")
            yield NEXT_MS
        yield TURN_MS
        yield 160
        spots = self.places.set_spots(event.place, len(event.cards))
        self.leaving = self.struck = -1
        table.drags.resting.clear()
        table.shown = view
        if seat != table.viewer:
            for number, (card, spot) in enumerate(zip(event.cards, spots, strict=True)):
                face = face_of(card ^ 1)
                end = self.places.hand_place(seat, face)
                table.layer.fly(SpritePlace(*spot, face, 60), end, table.ms(300), table.ms(40) * number, 20)
        table.arrange(table.ms(320), curve=out_cubic)
        audio.play("slide")
        yield 360

    def _lay(self, event: ev.SetPlayed | ev.CardAdded, view: View) -> Script:
        table = self._table
        cards = event.cards if isinstance(event, ev.SetPlayed) else (event.card,)
        table.context.audio.play("claim" if isinstance(event, ev.CardAdded) else f"count_{min(3, len(cards))}")
        waits = 140.0 if self.sending.spots else 360.0 + 30 * len(cards)
        self.sending.forget()
        table.shown = view
        self._last_set = self.match_texts.set(cards)
        origins: dict[Hashable, SpritePlace] = {}
        if event.seat != table.viewer:
            origins = {number_of(card): self.places.hand_place(event.seat) for card in cards}
        table.arrange(table.ms(SEND_MS), curve=out_cubic, stagger=table.ms(30), origins=origins)
        yield waits

    def _turn_hand(self, event: ev.HandTurned, view: View) -> Script:
        """Animate every card of a hand turning in place; the own hand is then sorted."""
        table = self._table
        audio, seat = table.context.audio, event.seat
        audio.play("curtain")
        if seat != table.viewer:
            self.turning = seat if table.ms(480) else -1
            for start in self.places.fan_places(seat, self.count_of(seat)):
                table.layer.fly(start, start._replace(face="kcab"), table.ms(480), arc=0)
            yield 480
            self.turning = -1
            yield 60
            return
        self.order_kept = [number_of(card) for card in in_order(table.shown.hand, table.arrangement)]
        table.shown = view
        table.arrange(table.ms(TURN_MS), curve=in_out_cubic, stagger=table.ms(HAND_NEXT_MS))
        for number in range(len(event.hand)):
            if number % 2 == 0:
                audio.play("flip")
            yield HAND_NEXT_MS
        yield TURN_MS
        self.order_kept = []
        table.arrange(table.ms(320), curve=out_cubic)
        yield 360

    def _go_out(self, event: ev.WentOut, view: View) -> Script:
        """Announce a seat that goes out, and animate its letters one by one."""
        table = self._table
        audio, seat = table.context.audio, event.seat
        audio.play("win")
        table.feel(seat, "glad")
        had = table.shown.totals[seat]
        table.shown = view
        self._out_lines.append(table.text("went_out", name=table.name(seat), set=self._last_set))
        self.banner_texts = table.text("done", name=table.name(seat)), table.text("done_with", set=self._last_set)
        self.letters.send(due={seat: event.award})
        table.arrange(table.ms(120))
        yield 300
        for number in range(event.award):
            face = self.places.letter_face(had + number)
            x, y, w = self.places.letter_place(seat, had + number)
            start = SpritePlace(table.frame.width / 2, table.frame.height * 0.45, 110, face, 95)
            table.layer.fly(start, SpritePlace(x, y, w, face, 95), table.ms(520), arc=40)
            audio.play(f"chip_{1 + number % 3}")
            yield 540
            self.letters.arrive(seat)
        yield 240

    def _end(self, event: ev.RoundEnded | ev.RoundBroken | ev.GameEnded, view: View) -> Script:
        """Announce the end of the round or the game."""
        table = self._table
        table.shown = view
        over = table.text("round_over")
        if isinstance(event, ev.RoundBroken):
            self.banner_texts = over, table.text("log.RoundBroken", count=event.turns)
        elif (
            isinstance(event, ev.RoundEnded)
            and self._out_lines
            and (not self.banner_texts or self.banner_texts[0] != over)
        ):
            self.banner_texts = over, table.texts.listed(self._out_lines)
        if isinstance(event, ev.GameEnded):
            for seat in range(len(table.seats)):
                table.feel(seat, "glad" if seat in event.winners else "beaten")
            yield 500
        elif isinstance(event, ev.RoundBroken):
            table.context.audio.play("wrong")
            yield 800
        else:
            table.arrange(table.ms(120))
            # it stays visible even without animation
            yield END_MS if table.context.settings.pace else -END_MS
