"""The table of Keine Ahnung: how its events are shown and what can be done."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from functools import partial
from typing import TypeAlias, assert_never

from game.core.game import Advice
from game.core.match import HUMAN
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.items import NOTE, Item, card_id, move_id
from game.engine.layout import Box
from game.engine.palette import CREAM, DANGER, GOOD
from game.engine.sprites import Place
from game.engine.table import CardSpot
from game.engine.turn_table import Choose, Offer
from game.engine.tweens import out_back, out_cubic
from game.engine.widgets import Widget
from game.engine.words import LogLine
from game.games.keine_ahnung import drags
from game.games.keine_ahnung.deck import EMPTY, FITTING, FUNCTIONS, PRIZE, function_of
from game.games.keine_ahnung.events import (
    CallLost,
    CallMade,
    CallWon,
    CardDeclined,
    CardDrawn,
    CardLaid,
    CardRevealed,
    CardsDealt,
    CardsTurnedBack,
    DrawPileShuffled,
    DrawSkipped,
    Event,
    FunctionTriggered,
    GameEnded,
    GameStarted,
    PilesRemoved,
    PrizeFound,
    TrophyWon,
    TurnForfeited,
    TurnStarted,
    TurnStopped,
)
from game.games.keine_ahnung.faces import face_of
from game.games.keine_ahnung.notes import Note
from game.games.keine_ahnung.picture import Banner, Picture
from game.games.keine_ahnung.rules import CALL, DECLINE, DRAW, END, Action, Phase, Verb, View

#: so long everybody may look at cards before they are turned back, at any speed and with no animation at all
LOOK_MS = 800.0
#: how long a card that was turned up in a call lies there before the next one
CALL_STEP_MS = 420.0
#: how a card shakes that fits nowhere: so far to the sides, logical, and how long each way takes at normal speed
MISS_SHAKE, SHAKE_MS = (7.0, -7.0, 6.0, -5.0, 3.0, 0.0), 40.0
#: what others do is shown for such a share of the time that own moves have; a draw, which nobody chooses, for less,
#: and one's own for this
BRISK, DRAWN, OWN_DRAWN = 0.5, 0.36, 0.75
#: each card laid since a turn began takes so much off what others need for the next one, down to so much of it; it
#: lies there for all to see, and whoever has to wait for a long turn has least to remember of it
HASTE, MOST_HASTE = 0.18, 0.45
#: how long others think, as a share of the usual time: where they have no choice, where to lay a card, about the rest
FORCED, PLACING, DARING = 0.08, 0.2, 0.3

#: so far from the own cards of a tall table ends what stands beside them
BESIDE = 16.0

#: what is worth a moment of everybody's
Great: TypeAlias = CallMade | CallWon | CallLost | PrizeFound | TrophyWon


class Table(Picture):
    """One match of Keine Ahnung as one player sees it."""

    # ---- what a hint leaves in sight ----------------------------------------------------------------

    def own_part(self) -> list[Box]:
        """The own cards, and what is asked: in the places of cards that are gone a tall table has room for a hint."""
        return [*self._own_seen(), self.asked_at()]

    def _own_seen(self) -> list[Box]:
        """The own part, or on a tall table what lies in it: the plate with the functions, and the cards."""
        spots, cards = self.spots, self.shown.grids[self.viewer]
        if not self.context.frame.tall:
            return [spots.tray]
        left = spots.grid[0].box.x - BESIDE
        plate = spots.tray._replace(w=left - spots.tray.x)
        return [plate, *(spot.box for spot, card in zip(spots.grid, cards, strict=True) if card != EMPTY)]

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: Event) -> None:
        """Mark an event as the last move, if it is one."""
        marked = self.last
        super().mark(event)
        # what a call led to stays marked: that its cards are turned back, or that a prize ended it, is less; and a
        # card that was declined is not one that did not fit
        if isinstance(event, CardsTurnedBack | CallLost) and marked in self._outcomes(event.seat):
            self.last = marked

    def lets_rest(self, event: Event) -> bool:
        """An own card turns where it was dropped: from there it goes on to its pile, or home."""
        return isinstance(event, CardRevealed)

    def _outcomes(self, seat: int) -> list[tuple[int, str]]:
        """The marks of what lets cards be turned back: what a call may lead to, and declining."""
        blank = {"name": self.name(seat)}
        kinds = ("CallLost", "PrizeFound", "TrophyWon", "CardDeclined")
        return [(seat, self.words(f"move.{name}", **blank)) for name in kinds]

    def script(self, event: Event, view: View) -> Script:
        """Show one event."""
        self.mark(event)
        self.opened = False
        match event:
            case GameStarted():
                yield from self._deal(event, view)
            case DrawPileShuffled() | DrawSkipped() | CardDrawn() | CardsDealt():
                yield from self._from_draw_pile(event, view)
            case CardRevealed() | CardsTurnedBack() | CardDeclined():
                yield from self._turn(event, view)
            case CardLaid() | FunctionTriggered() | PilesRemoved():
                yield from self._on_piles(event, view)
            case CallMade() | CallWon() | CallLost():
                yield from self._call(event, view)
            case PrizeFound() | TrophyWon():
                yield from self._win(event, view)
            case TurnForfeited(seat, place):
                self.context.audio.play("wrong")
                self.feel(seat, "beaten")
                spot = self.grid_of(seat)[place]
                self.pop_up(self.words("move.TurnForfeited"), spot.x, spot.y, False)
                yield 700
            case TurnStopped(seat):
                self.context.audio.play("click")
                yield 240 * self._weight(seat)
            case GameEnded():
                self.shown.apply(event, view)
                self.arrange(self.ms(120))
                yield 60
            case TurnStarted():
                self.banner, self.laid_by_now = None, 0
                self.shown.apply(event, view)
                self.arrange(self.ms(120))
                yield 60
            case _:
                assert_never(event)

    def _weight(self, seat: int, others: float = BRISK) -> float:
        """How long something is shown, as a share of what it is at most: less for ``others``, but not to a learner."""
        return 1.0 if seat == self.viewer or self.teaches else others

    def _drawn(self, seat: int) -> float:
        """The same for a card from the draw pile."""
        if self.teaches:
            return 1.0
        return OWN_DRAWN if seat == self.viewer else DRAWN * self._haste(seat)

    def _haste(self, seat: int) -> float:
        """How much of its time is left for what others do once they have laid cards in this turn."""
        own = seat == self.viewer or self.teaches
        return 1.0 if own else max(MOST_HASTE, 1 - HASTE * self.laid_by_now)

    def _grand(self, event: Great) -> float:
        """As :meth:`_weight` for a great moment: the first of its kind at this table is shown like an own one."""
        first = type(event) not in self.witnessed
        self.witnessed.add(type(event))
        return 1.0 if first else self._weight(event.seat)

    def ponders(self, view: View) -> float:
        """Nobody has a choice about the draw, and hardly one in a call."""
        match view.phase:
            case Phase.DRAW | Phase.CALL:
                return FORCED
            case Phase.PLACE:
                return PLACING * self._haste(view.turn)
        return DARING * self._haste(view.turn)

    def _top(self, face: str = "back") -> Place:
        """The top card of the draw pile, about to leave it."""
        return Place(*self.spots.draw, face, 60)

    def _deal(self, event: Event, view: View) -> Script:
        """The grids are filled from the draw pile, card by card."""
        self.context.audio.play("shuffle")
        self.shown.apply(event, view)
        self.layer.arrange({})
        keys: list[Hashable] = [(seat, place) for place in range(6) for seat in self.order()]
        origins = dict.fromkeys(keys, self._top())
        self.arrange(self.ms(220), curve=out_cubic, stagger=self.ms(40), origins=origins)
        for _ in keys:
            self.context.audio.play("deal")
            yield 40
        yield 220

    def _from_draw_pile(self, event: DrawPileShuffled | DrawSkipped | CardDrawn | CardsDealt, view: View) -> Script:
        """A card is turned up, grids are filled, the pile is made anew."""
        audio, shown = self.context.audio, self.shown
        if isinstance(event, CardDrawn):
            audio.play("flip")
            shown.apply(event, view)
            weight = self._drawn(event.seat)
            start = self.dropped(drags.TOP, self._top())
            self.arrange(self.ms(320 * weight), curve=out_back, origins={"hand": start})
            yield 520 * weight
        elif isinstance(event, CardsDealt):
            shown.apply(event, view)
            keys: list[Hashable] = [(event.seat, place) for place in event.places]
            step = 70 * self._weight(event.seat)
            self.arrange(self.ms(240), curve=out_cubic, stagger=self.ms(step), origins=dict.fromkeys(keys, self._top()))
            for _ in keys:
                audio.play("deal")
                yield step
            yield 260 * self._weight(event.seat)
        elif isinstance(event, DrawPileShuffled):
            audio.play("shuffle")
            start, end = Place(*self.spots.rest, "back"), self._top()
            for number in range(min(event.cards, 8)):
                self.layer.fly(start, end, self.ms(260), self.ms(60) * number, 60)
            yield 500
            shown.apply(event, view)
            self.arrange(self.ms(200))
            yield 260
        else:
            audio.play("wrong")
            yield 300

    def _turn(self, event: CardRevealed | CardsTurnedBack | CardDeclined, view: View) -> Script:
        """An own card is turned up, or cards are turned back after everybody has had a look."""
        audio, shown = self.context.audio, self.shown
        if isinstance(event, CardRevealed):
            calling = shown.caller == event.seat
            # the first call takes its time to its end
            weight = self._weight(event.seat) if not calling or self.witnessed & {CallWon, CallLost} else 1.0
            if not calling:
                weight *= self._haste(event.seat)
            audio.play("flip")
            shown.apply(event, view)
            self.aside = self.say.revealed(event.seat, event.place, event.card)
            self.arrange(self.ms((380 if calling else 280) * weight))
            yield 420 * weight
            if calling:
                audio.play(f"count_{1 + (sum(card > 0 for card in shown.grids[event.seat]) - 1) % 3}")
                yield CALL_STEP_MS * weight
        elif isinstance(event, CardsTurnedBack):
            # a card that was dropped elsewhere is told of in its place
            self.arrange(self.ms(200))
            look = LOOK_MS - (yield from self._miss(event))
            yield -look
            audio.play("flip")
            self.missed = None
            shown.apply(event, view)
            self.aside = ""
            self.overlooked = -1
            self.arrange(self.ms(260))
            # the next turn begins while it is turned back
            yield 120 * self._weight(event.seat)
        else:
            audio.play("slide")
            self.feel(event.seat, "think")
            yield 260 * self._weight(event.seat)

    def _miss(self, event: CardsTurnedBack) -> Generator[float, None, float]:
        """A card that fits nowhere shakes, and everybody is told what to remember before it is turned back.

        Return how much of the look at it this has taken where others wait for it.
        """
        seat, place = event.seat, event.places[0]
        card, weight = self.shown.grids[seat][place], self._weight(seat)
        calling = self.shown.caller == seat or self.banner is not None
        if calling or not EMPTY < card < PRIZE or self._fitting(card) >= 0:
            yield 500 * weight
            return 0.0
        self.context.audio.play("wrong")
        self.missed = seat, place
        self.aside = self.words("miss", card=self.say.plain(card))
        yield from self.shake(MISS_SHAKE, SHAKE_MS * weight)
        yield 100 * weight
        return 0.0 if weight == 1.0 else self.ms(100 + SHAKE_MS * len(MISS_SHAKE)) * weight

    def _on_piles(self, event: CardLaid | FunctionTriggered | PilesRemoved, view: View) -> Script:
        """A card is laid, shows what it does, and sweeps the other piles aside."""
        audio, shown, seat = self.context.audio, self.shown, event.seat
        weight = self._weight(seat) * self._haste(seat)
        if isinstance(event, CardLaid):
            audio.play("slide")
            source = "hand" if event.place < 0 else (event.seat, event.place)
            sprite = self.layer.sprites.get(source)
            start = sprite.place._replace(z=80, state="rest") if sprite else self._top(face_of(event.card))
            shown.apply(event, view)
            key = shown.piles[event.pile][-1].key
            if event.place < 0:
                weight = self._drawn(seat)
            self.laid_on = event.pile
            self.laid_by_now += 1
            self.arrange(self.ms(300 * weight), origins={key: start})
            yield 340 * weight
        elif isinstance(event, FunctionTriggered):
            # a tone of its own for each function
            audio.play(f"chip_{function_of(event.card)}")
            x, y, w = self.pile_spots[self.laid_on]
            sign = FUNCTIONS[function_of(event.card)]
            start = Place(x + w * 0.3, y - w * 0.53, w * 0.32, sign)
            self.layer.fly(start, Place(x, y - w * 0.1, w * 0.9, sign), self.ms(460), arc=30)
            yield 480 * weight
        else:
            audio.play("shuffle")
            shown.apply(event, view)
            self.arrange(self.ms(360), curve=out_cubic, stagger=self.ms(40))
            yield 560 * weight

    def _call(self, event: CallMade | CallWon | CallLost, view: View) -> Script:
        """Somebody calls; whether it was right is a moment for everybody."""
        audio, seat, length = self.context.audio, event.seat, 900 * self._grand(event)
        if isinstance(event, CallMade):
            audio.play("curtain")
            self.banner = Banner(self.words("call"))
            self.shown.apply(event, view)
            self.arrange(self.ms(160))
        elif isinstance(event, CallWon):
            audio.play("call_won")
            self.banner = Banner(self.words("call_won"), GOOD)
            self.feel(seat, "glad")
        else:
            audio.play("lose")
            self.overlooked = self._fitting(self.shown.grids[seat][event.place])
            self.banner = Banner(self.words("call_lost" if self.overlooked >= 0 else "call_prize"), DANGER, CREAM)
            self.feel(seat, "beaten")
            self.arrange(self.ms(160))
        yield length

    def _fitting(self, card: int) -> int:
        """The first pile on which a card fits, or -1; none for the place that a prize has left."""
        if EMPTY < card < PRIZE:
            for pile, heap in enumerate(self.shown.piles):
                if card in FITTING[heap[-1].card]:
                    return pile
        return -1

    def _win(self, event: PrizeFound | TrophyWon, view: View) -> Script:
        """A prize or a trophy flies to its winner; only the winner sees the stars of a trophy, and alone."""
        audio, shown, end = self.context.audio, self.shown, self.count_spot(event.seat)
        weight = self._grand(event)
        self.feel(event.seat, "glad")
        if isinstance(event, PrizeFound):
            audio.play("take")
            face = face_of(event.card)
            spot = self.spots.hand if event.place < 0 else self.grid_of(event.seat)[event.place]
            yield 300 * weight
            yield -LOOK_MS / 2
            self.layer.fly(Place(*spot, face), end._replace(face=face), self.ms(420 * weight), arc=60)
            shown.take_up(event.seat, event.place)
            self.arrange()
            yield 460 * weight
            shown.apply(event, view)
            self.arrange()
            return
        audio.play("claim")
        self.banner = None
        stack = Place(*self.spots.trophies, "trophy_back", 90)
        if event.stars and self.alone:
            self.won = f"trophy{event.stars}"
            self.arrange(self.ms(420), origins={"won": stack})
            yield 900
            yield -LOOK_MS / 2
            self.layer.fly(Place(*self.spots.centre, self.won), end._replace(face=self.won), self.ms(380))
            self.won = ""
            self.arrange()
        else:
            self.layer.fly(stack, end, self.ms(600 * weight), arc=90)
        yield 400 * weight
        audio.play("take")
        shown.apply(event, view)
        self.arrange()
        yield 260 * weight
        if not event.left:
            audio.play("win")
            self.banner = Banner(self.words("last_trophy"))
            yield 1100

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(self, view: View, choose: Choose[Action], selected: Action | None) -> list[Widget]:
        """Buttons for drawing, calling and stopping; the own cards and the piles themselves."""
        self.selected = selected
        widgets: list[Widget] = []
        for pile in range(len(view.piles)):
            action = Action(Verb.LAY, pile)
            if action in view.legal:
                box = self.pile_spots[pile].box
                widgets.append(self._card_item(card_id(pile, "pile"), action, box, choose, ("pile", pile)))
        for place, spot in enumerate(self.spots.grid):
            action = Action(Verb.REVEAL, place)
            if action in view.legal:
                widget = self._card_item(card_id(place), action, spot.box, choose, ("place", place))
                if view.phase != Phase.DRAW:
                    # before drawing it is possible under the strict house rule, and never an offer
                    widget.items[0].take = self.taking(partial(drags.own_card, self, action, choose))
                widgets.append(widget)
        buttons = self._buttons(view, choose, selected)
        if view.phase == Phase.DRAW:
            item = Item("draw-pile", self.words("draw"), self.spots.draw.box, lambda: choose(DRAW), tip=True)
            item.take = self.taking(partial(drags.top_card, self, choose))
            return [*buttons, *widgets, _DrawPile(self, item)]
        return [*widgets, *buttons]

    def handles(self, view: View, choose: Choose[Action]) -> list[Item]:
        """What only a pointer uses."""
        return drags.handles(self, view, choose)

    def _card_item(self, id_: str, action: Action, box: Box, choose: Choose[Action], what: tuple[str, int]) -> Widget:
        label = self.say.action(action, self.view)
        item = Item(id_, label, box, lambda: choose(action), card=box, about=what)
        return CardSpot(self.context.kit, item, True)

    def _buttons(self, view: View, choose: Choose[Action], selected: Action | None) -> list[Widget]:
        following = self.name((self.viewer + 1) % len(self.seats))
        held = self.shown.cards_of(self.viewer)
        offers = (
            Offer(DRAW, "primary", self.words("draw"), self.words("draw_note"), "eye"),
            Offer(DECLINE, "secondary", self.words("decline"), self.words("decline_note"), "close"),
            Offer(CALL, "secondary", self.words("call_button"), self.words("call_note", count=held), "help"),
            Offer(END, "secondary", self.words("stop"), self.words("stop_note", name=following), "check"),
        )
        return self.offered([offer for offer in offers if offer.action in view.legal], 26, choose, selected)

    def foregone(self, view: View) -> Action | None:
        """The draw that every turn begins with; several at one device make it themselves, and see whose turn it is."""
        several = sum(seat.kind == HUMAN for seat in self.seats) > 1
        return DRAW if not several and view.legal == (DRAW,) else None

    def item_of(self, action: Action) -> str:
        """The id of the item that carries out an action."""
        if action.verb == Verb.LAY:
            return card_id(action.which, "pile")
        return card_id(action.which) if action.verb == Verb.REVEAL else move_id(action.verb)

    def explained(self) -> list[Widget]:
        """The functions on top of the piles; a card that lies face down explains nothing."""
        widgets: list[Widget] = []
        for pile, heap in enumerate(self.shown.piles):
            card = heap[-1].card
            if function_of(card):
                box = self.pile_spots[pile].box
                label = self.words("explain_pile", card=self.say.card(card))
                item = Item(f"{NOTE}pile-{pile}", label, box, lambda: None, card=box, about=("pile", pile))
                widgets.append(CardSpot(self.context.kit, item, False))
        return widgets

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """The draw pile, the own cards that would be shown, or the piles that a known card fits on."""
        boxes: list[Box] = []
        action, view = advice.action, self.view
        if action == DRAW:
            boxes.append(self.spots.draw.box)
        elif action == CALL:
            grid = view.grids[self.viewer]
            boxes += [spot.box for spot, card in zip(self.spots.grid, grid, strict=True) if card]
        elif advice.why and (card := dict(advice.why.blanks).get("card")):
            tops = enumerate(pile[-1] for pile in view.piles)
            boxes += [self.pile_spots[pile].box for pile, top in tops if card in FITTING[top]]
        return [(box, box.w * CORNER) for box in boxes]

    def note(self, item: Item) -> Note | None:
        """The paper that explains the function on top of a pile."""
        match item.about:
            case ("pile", int() as pile) if item.card and pile < len(self.shown.piles):
                card = self.shown.piles[pile][-1].card
                return Note(self, card, item.card) if function_of(card) else None
        return None

    def log_lines(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        return self.say.log(event)

    def prompt(self, view: View) -> str:
        """What is to be decided, or by whom."""
        return self.say.prompt(view, self.decides(view.turn), self.context.frame.tall)


class _DrawPile(CardSpot):
    """The draw pile as a target beside its button."""

    def __init__(self, table: Table, item: Item) -> None:
        super().__init__(table.context.kit, item, False)
        item.card = item.box
