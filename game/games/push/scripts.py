"""The scripts of the events at the table of Push: what moves, in which time, and what is in flight meanwhile."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import NamedTuple, assert_never

from game.engine.director import Script
from game.engine.impact import volume_of
from game.engine.layout import Spot
from game.engine.sprites import SpritePlace
from game.engine.transit import InTransit
from game.engine.turn_table import TurnTable
from game.engine.tweens import out_cubic
from game.games.push import events as ev
from game.games.push import intensity
from game.games.push.bust import SHAKE_MS, BustAnimation, Misfit
from game.games.push.counts import Counts
from game.games.push.deck import Kind, kind_of
from game.games.push.die import DieAnimation
from game.games.push.faces import face_of
from game.games.push.panels import SeatPanels
from game.games.push.places import RIMS, Places
from game.games.push.rules import Action, View, targets_of
from game.games.push.scoring import colour_sums, points_of
from game.games.push.tempo import CALM, Tempo

#: the key of a card dragged off the pile
TOP = "top"
#: a row of at least this many points is a joy
GOOD_ROW = 9
#: duration of the shake of own cards that the die will take, in milliseconds at normal speed
LOST_SHAKE_MS = 600.0
#: pause after the viewer's own stop
OWN_STOP_MS = 80.0
#: time a card is held face down, in milliseconds at normal speed: at no risk, and at full risk
HELD_MS = (0.0, 1300.0)
#: largest tremble of a held card, logical, and its half periods per drum beat
TREMBLE, DRUM_BEATS = 5.0, 7
#: the share of the time that a held card takes to fly over the rows, and the longest flight in milliseconds; and, where
#: the excitement is above the first number, the share of the time in which it lies still at the end
FLIGHT, LONGEST_FLIGHT = 0.5, 260.0
BREATHLESS, STILL = 2 / 3, 0.3
#: time until another's die has come to lie, at normal speed, in milliseconds
LAID_MS = 40.0
#: flight of a drawn card to where it waits for its row, in milliseconds at normal speed
ASIDE_MS = 260.0
#: the same for an opponent's card that may cost points, from no tension to the fullest; and the time to turn it up, as
#: a share of that for the viewer's own
BREATH_MS, TURN_UP = (320.0, 1500.0), (0.7, 1.4)
#: duration of the announcement of an opponent's stop, in milliseconds at normal speed
STOP_MS = 540.0
#: time that an opponent is seen at the row before taking it, in milliseconds at normal speed
CHOSEN_MS = 240.0
#: the end of a change of points, in milliseconds, in which the next taker may already stand at their row
FADING_MS = 200.0
#: what is shown beside the points of another seat that a roll has cost none
NO_CHANGE = "±0"
#: share of the usual volume of a roll that can cost nothing
HARMLESS_VOLUME = 0.5
#: delay between lost cards, the limit of the whole, and the flight of one, in milliseconds at normal speed
LOSS_STEP, LOSS_TIME, LOST_MS = 190.0, 1300.0, 340.0


def without(view: View, seat: int, card: int) -> View:
    """Return ``view`` after one open card of a seat has been discarded."""
    kept = tuple(other for other in view.displays[seat] if other != card)
    displays = (*view.displays[:seat], kept, *view.displays[seat + 1 :])
    return view._replace(displays=displays, discard=(*view.discard, card))


def at_risk(view: View, seat: int) -> int:
    """Return the most points that a roll of ``seat`` can cost: those of a colour, or all if a star takes them."""
    sums = colour_sums(view.displays[seat])
    return sum(sums) if view.options.thrill else max(sums)


class Taker(NamedTuple):
    """A seat that takes a row, and the points it has got with it, once they have arrived."""

    seat: int
    points: int = 0


class Scripts:
    """The events of a match as a table shows them, and the cards that are on their way because of them."""

    places: Places

    def __init__(
        self,
        table: TurnTable[Action, ev.Event, View],
        counts: Counts,
        tempo: Tempo,
        underway: InTransit,
        deal: Callable[[Sequence[Hashable], SpritePlace, float], Script],
        strike: Callable[[ev.Busted, View], float],
    ) -> None:
        """``deal`` shows things coming to the empty table; ``strike`` shows how great a bust is, before its end."""
        self._table, self._counts, self._tempo, self._underway = table, counts, tempo, underway
        self._deal_out, self._strike, self._ms = deal, strike, table.ms
        self.die = DieAnimation(table, tempo.step)
        self.bust = BustAnimation(table, tempo.bust_shares, tempo.step)
        self.rivals = SeatPanels(table, counts.held)
        #: the card lifted off the pile, still face down, or 0; and whether one is being turned up
        self.lifted, self._turns_up = 0, False
        #: the top card of the discards, or 0; without those still in flight
        self.put_away = 0
        #: the view before a direction card in flight, which turns the order on arrival
        self.turning: View | None = None
        #: row -> its taker, from the taking until the next card is drawn
        self.takers: dict[int, Taker] = {}
        #: the last change of points told; and whether the last roll was in this turn, so that its cost is told
        self._last_change, self.roll_is_news = 0, False

    def build(self, places: Places) -> None:
        """Adopt the places of a window."""
        self.places = places
        self.bust.build(places.spots)
        self.die.build(places.spots)

    def forget(self) -> None:
        """Show nothing on its way: another moment of the match is shown."""
        self.die.forget()
        self.bust.misfit = None
        self.rivals.forget()
        self.lifted, self._turns_up, self.roll_is_news = 0, False, False
        self._underway.forget()
        self.turning = None
        rows = self._table.shown.rows
        self.takers = {row: taker for row, taker in self.takers.items() if not any(rows[row : row + 1])}
        self.see_discards()

    def see_discards(self) -> None:
        """Show the top of the discards, now that all have arrived."""
        shown = self._table.shown
        self.put_away = shown.discard[-1] if shown.discard else 0

    @property
    def is_aside(self) -> bool:
        """True if the drawn card lies beside the rows, one of which is to be chosen for it."""
        shown = self._table.shown
        asked = shown.card and not self._turns_up and self._table.decides(shown.turn)
        return bool(asked) and len(targets_of(shown.rows, shown.card)) > 1

    @property
    def drawn_at(self) -> Spot:
        """The place of the drawn card, which covers no row that can be chosen."""
        return self.places.spots.drawn if self.is_aside else self.places.spots.reveal

    def drawn(self) -> dict[Hashable, SpritePlace]:
        """Return the places of a drawn card, of one that fits no row, and of one still face down."""
        shown, shaken = self._table.shown, self._table.shaken
        places: dict[Hashable, SpritePlace] = {}
        if shown.card:
            # show at once that it has to be placed
            placed = kind_of(shown.card) != Kind.DIRECTION and targets_of(shown.rows, shown.card)
            places[shown.card] = SpritePlace(*self.drawn_at, face_of(shown.card), 50, "legal" if placed else "rest")
        places |= self.bust.place(shaken)
        if self.lifted:
            x, y, w = self.places.spots.reveal
            places[self.lifted] = SpritePlace(x + shaken, y, w, "back", 60, "hover")
        return places

    def _display_place(self, seat: int, card: int) -> SpritePlace:
        """Return the place of an open card of a seat, or where it comes to; for others the shape of its colour."""
        sprite = self._table.layer.sprites.get(card)
        return sprite.place if seat == self._table.viewer and sprite else self.places.display(seat, card)

    def _play(self, sound: str, volume: float = 1.0) -> None:
        self._table.context.audio.play(sound, volume)

    def script(self, event: ev.Event, view: View) -> Script:
        """Show one event; ``view`` is the viewer's view of the state after it."""
        self.die.is_due = isinstance(event, ev.Busted) or (isinstance(event, ev.RowTaken) and event.dice > 0)
        match event:
            case ev.GameStarted():
                yield from self._deal(event, view)
            case ev.CardDrawn(_, card):
                yield from self._draw_card(card, view)
            case ev.CardPlaced():
                self._play("deal")
                self._table.shown = view
                self._underway.send((event.card,))
                weight = self._tempo.weight(view.turn)
                self._table.arrange(self._ms(240 * weight))
                self._underway.look(self._table.layer)
                yield 260 * weight
                self._underway.end()
            case ev.DirectionChanged():
                yield from self._turn_round(event.card, view)
            case ev.Busted(seat, card):
                self._table.shown = view
                misfit = Misfit(seat, card, self._counts.visible_stake(), self.places.spots.reveal)
                volume = volume_of(intensity.intensity(event, view))
                yield from self.bust.run(misfit, view.rows, partial(self._strike, event, view), volume)
                yield from self._put_away((card,), seat)
            case ev.DrawingStopped():
                yield from self._stop(event, view)
            case ev.RowTaken():
                yield from self._take(event, view)
            case ev.DieRolled():
                yield from self._roll(event, view)
            case ev.CardsLost():
                yield from self._lose(event, view)
            case ev.RowDiscarded():
                yield from self._discard(event, view)
            case ev.ColourSecured():
                yield from self._secure(event, view)
            case ev.TurnEnded(seat, cards):
                self._table.shown = view
                yield from self._put_away(cards, seat)
            case ev.TurnStarted() | ev.GameEnded():
                self._table.shown, self.roll_is_news = view, False
                if self._table.context.settings.pace:
                    # without animations, a rival's roll has only its banner
                    self.die.hush()
                yield 120 * self._tempo.moved(view.turn)
            case _:
                assert_never(event)

    def _discard(self, event: ev.RowDiscarded, view: View) -> Script:
        self._play("slide")
        self._table.shown = view
        yield from self._put_away(event.cards, view.turn)

    def _draw_card(self, card: int, view: View) -> Script:
        """Animate a draw, from the drop point if the card was dragged."""
        self.takers.clear()
        start = self._table.drags.dropped(TOP, self.places.pile_top)
        # the viewer's own draws have a timing of their own
        tension = 0.0 if view.turn == self._table.viewer else self._tempo.tension()
        yield from self._suspense(card, start, tension)
        self._play("flip")
        self._table.shown = view
        weight = self._tempo.weight(view.turn)
        if tension:
            weight = (TURN_UP[0] + (TURN_UP[1] - TURN_UP[0]) * tension) * self._tempo.hurry()
        self._turns_up = True
        self._table.arrange(self._ms(300 * weight), curve=out_cubic, origins={card: start})
        yield 340 * weight
        self._turns_up = False
        if self.is_aside:
            self._table.arrange(self._ms(ASIDE_MS))

    def _stop(self, event: ev.DrawingStopped, view: View) -> Script:
        """Announce a stop; an opponent's is shown before the rows are taken."""
        self._play("claim")
        self._table.shown = view
        if self._table.decides(event.seat):
            # the viewer's own stop needs no announcement
            yield OWN_STOP_MS
        elif event.forced:
            yield 420 * self._tempo.moved(event.seat)
        else:
            self.rivals.stopped = event.seat
            self._table.feel(event.seat, "glad")
            yield STOP_MS * self._tempo.hurry()
            self.rivals.forget()

    def _turn_round(self, card: int, view: View) -> Script:
        """Animate a direction card to its place; the order turns on its arrival."""
        self._play("slide")
        self._table.shown, self.turning = view, self._table.shown
        self._underway.send((card,), then=self._turned)
        share = self._tempo.moved(view.turn)
        self._table.arrange(self._ms(280 * share))
        self._underway.look(self._table.layer)
        yield 480 * share
        self._underway.end()

    def _deal(self, event: ev.Event, view: View) -> Script:
        self._play("shuffle")
        self._table.shown = view
        w = self.places.spots.pile.w
        start = SpritePlace(self._table.context.frame.width / 2, -w, w, "back", 60)
        yield from self._deal_out([("pile", rim) for rim in range(RIMS)], start, 70)

    def _suspense(self, card: int, start: SpritePlace, tension: float) -> Script:
        """Animate a card from the pile or its drop point to the middle of the rows, where it is held face down.

        The more it may cost, the longer it is held and the more it trembles: by the ``tension`` of an opponent's turn,
        or by the risk of the viewer's own. Where nothing can happen, it turns up at once; at a great risk it lies still
        before. Without the risk in the house rules the animation reveals nothing of it.
        """
        share = self._tempo.thrill()
        least, most = BREATH_MS if tension else HELD_MS
        late = self._tempo.hurry() if tension else self._tempo.weight(self._table.shown.turn)
        held = (least + (most - least) * (tension or share)) * late
        lifting = min(held * FLIGHT, LONGEST_FLIGHT) if self._ms(1) else 0.0
        still = held * STILL if share > BREATHLESS else 0.0
        if lifting:
            self.lifted = card
            self._table.arrange(self._ms(lifting), curve=out_cubic, origins={card: start})
            yield lifting
        beats = max(int(share > CALM), round((held - lifting - still) / SHAKE_MS))
        for beat in range(beats):
            if share > CALM and beat % DRUM_BEATS == 0:
                self._play("drum", share)
            if lifting:
                self._table.shaken = TREMBLE * share * (beat + 1) / beats * (1 if beat % 2 else -1)
                self._table.arrange(self._ms(SHAKE_MS))
            yield SHAKE_MS
        self._table.shaken = 0.0
        if still:
            self._table.arrange(self._ms(SHAKE_MS))
            yield still
        self.lifted = 0

    def tell_before(self, event: ev.Event) -> Script:
        """Tell a change of points to its end before the next row is taken, unless play is fast or it is taken here.

        Nothing waits for the news that a roll has cost nothing.
        """
        pace = self._table.context.settings.pace
        if isinstance(event, ev.RowTaken) and event.seat not in self._table.held_by and pace >= 1 and self._last_change:
            yield max(0.0, self._table.popups.left - FADING_MS) / pace

    def _take(self, event: ev.RowTaken, view: View) -> Script:
        """Animate a row to its taker, card by card, each counting on arrival; a dice card is discarded."""
        table, layer = self._table, self._table.layer
        seat, row, cards, dice = event
        self._play("take")
        own = seat == table.viewer
        share = self._tempo.moved(seat)
        lying = table.shown.rows[row]
        self.takers[row] = Taker(seat)
        if seat not in table.held_by:
            yield CHOSEN_MS * share
        table.shown = view
        self._underway.send(cards, then=partial(self._took, seat, row, points_of(cards)))
        for place, card in enumerate(lying):
            start, later = self.places.in_row(row, place, card, len(lying))._replace(z=60), self._ms(60 * share) * place
            if card == dice:
                start = table.drags.dropped(card, start)
                layer.fly(start, self.places.discard(card), self._ms(320 * share), later)
            elif not own:
                layer.fly(start, self._display_place(seat, card), self._ms(380 * share), later, key=card)
        ends = table.lying()
        if own:
            # cards already there make room at once; only the new ones come one after the other
            here = {card: layer.sprites[card].place for card in cards if card in layer.sprites}
            layer.arrange(ends | here, self._ms(300 * share))
            ends = {card: ends[card] for card in cards} | ends
        layer.arrange(ends, self._ms(380 * share), stagger=self._ms(60 * share))
        self._underway.look(layer)
        yield (440 + 60 * len(lying)) * share
        self._underway.end()
        self.see_discards()

    def tell(self, seat: int, points: int) -> None:
        """Show a change of points beside its seat."""
        text = self._table.texts.signed(points) if points else NO_CHANGE
        self._table.popups.add(text, *self.places.change(seat), points >= 0)
        self._last_change = points

    def _turned(self) -> None:
        """Turn the order: the direction card has arrived."""
        self.turning = None

    def _took(self, seat: int, row: int, points: int) -> None:
        """Show the points of a row that has arrived at its taker."""
        self.takers[row] = Taker(seat, points)
        if points:
            self.tell(seat, points)
        self._table.feel(seat, "glad" if points >= GOOD_ROW else "calm")

    def _roll(self, event: ev.DieRolled, view: View) -> Script:
        """Animate a roll from the roller's figure; the cards that it costs shake before they go."""
        seat, roll = event.seat, view.roll
        assert roll is not None, "expected the roll that the event tells of"
        at_stake = at_risk(self._table.shown, seat)
        self._table.shown, self._table.close_up = view, self.die.stage
        self.roll_is_news = True
        share, seen = self._tempo.rolled(seat, at_stake), self._tempo.seen(seat, at_stake, points_of(roll.lost))
        volume = 1.0 if at_stake else HARMLESS_VOLUME
        for wait in self.die.run(roll, self.places.figure(seat), share, seen, volume):
            if self.die.result and seat == self._table.viewer:
                for card in roll.lost:
                    self._table.layer.shake(card, self._ms(LOST_SHAKE_MS))
            yield wait
        self._table.close_up = None
        if at_stake and not (roll.lost or self._table.decides(seat)):
            self.tell(seat, 0)

    def _lose(self, event: ev.CardsLost, view: View) -> Script:
        """Animate lost cards leaving one by one."""
        seat, cards = event
        share = self._tempo.moved(seat)
        self.tell(seat, -points_of(cards))
        self._table.feel(seat, "beaten")
        for card in cards:
            self._play("slide")
            start = self._display_place(seat, card)._replace(z=60)
            self._table.shown = without(self._table.shown, seat, card)
            self._table.arrange(self._ms(200 * share))
            self._table.layer.fly(start, self.places.discard(card), self._ms(LOST_MS * share))
            yield min(LOSS_STEP, LOSS_TIME / len(cards)) * share
        self._table.shown = view
        flight = LOST_MS * share
        if self._table.decides(seat):
            yield flight
            yield from self.die.leave()
        else:
            # another's die holds up nobody: it leaves while the last card is on its way
            yield from self.die.leave()
            yield LAID_MS if view.rows else flight
        self.see_discards()
        self._table.arrange()

    def _secure(self, event: ev.ColourSecured, view: View) -> Script:
        """Animate a colour turning face down and moving to the secured cards."""
        seat, _colour, cards = event
        # the rows were taken in an earlier turn
        self.takers.clear()
        self._play("flip")
        places = [self._display_place(seat, card)._replace(z=60) for card in cards]
        share = self._tempo.moved(seat)
        # the last card sets out within the time, whatever their number
        step = min(60.0, 300.0 / len(cards)) * share
        self._table.shown = view
        self._underway.send(cards, to=seat)
        lock, ms = self.places.lock(seat), self._ms(400 * share)
        for number, (card, start) in enumerate(zip(cards, places, strict=True)):
            self._table.layer.fly(start, lock, ms, self._ms(step) * number, 24, card)
        self._table.feel(seat, "glad")
        self._underway.look(self._table.layer)
        self._table.arrange(self._ms(300 * share))
        yield 440 * share + step * len(cards)
        self._underway.end()
        self._table.arrange()

    def _put_away(self, cards: tuple[int, ...], seat: int) -> Script:
        """Animate cards into the discard from their places, one after the other, in the turn of ``seat``."""
        share = self._tempo.moved(seat)
        for number, card in enumerate(cards):
            sprite = self._table.layer.sprites.get(card)
            if sprite:
                start, later = sprite.place._replace(z=60, state="rest"), self._ms(40 * share) * number
                self._table.layer.fly(start, self.places.discard(card), self._ms(300 * share), later, 20)
        self._table.arrange()
        yield (320 + 40 * len(cards) if cards else 40) * share
        self.see_discards()
        self._table.arrange()
