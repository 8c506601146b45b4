"""The table of dnuP: how its events are shown and what can be done."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import assert_never

from game.core.game import Advice
from game.engine.cards import CORNER
from game.engine.director import Script
from game.engine.items import Item, card_id, move_id
from game.engine.layout import Box
from game.engine.sprites import SHAKE_MS, Place
from game.engine.table import CardSpot
from game.engine.transitions import Transition
from game.engine.turn_table import KEYS, Choose, Offer
from game.engine.tweens import in_out_cubic, out_cubic
from game.engine.widgets import TARGET, Button, Widget
from game.engine.words import LogLine
from game.games.dnup import drags, layout
from game.games.dnup.deck import ACTIVE, number_of
from game.games.dnup.events import (
    CardAdded,
    Event,
    GameEnded,
    HandsDealt,
    HandTurned,
    RoundBroken,
    RoundEnded,
    RoundStarted,
    SetDiscarded,
    SetPlayed,
    SetReturned,
    SetTaken,
    WentOut,
)
from game.games.dnup.faces import face_of
from game.games.dnup.outlook import outcome_of
from game.games.dnup.picture import Picture
from game.games.dnup.places import owner_of
from game.games.dnup.rules import TURN, Action, Phase, Verb, View
from game.games.dnup.sending import SEND_MS

#: how long a card turns, and how much later the next one begins
TURN_MS, NEXT_MS = 280.0, 90.0
#: in a hand they follow each other faster
HAND_NEXT_MS = 32.0
#: how long it can be read who went out with what, in milliseconds at normal speed
END_MS = 1500.0


class Table(Picture):
    """One match of dnuP as one player sees it."""

    # what bots lay shows their cards, so that nothing before it can be taken back
    undo_is_rare = True
    # the digit of a card is the number that it shows: a cap would only hide its star
    digit_caps = False

    # ---- events -------------------------------------------------------------------------------------

    def mark(self, event: Event) -> None:
        """As everywhere; with a new round nobody is out any more."""
        super().mark(event)
        if isinstance(event, RoundStarted):
            self.last = None

    def script(self, event: Event, view: View) -> Script:
        """Show one event."""
        self.mark(event)
        self.chosen, self.target = [], -1
        self.sending.follow(event)
        if not isinstance(event, WentOut | RoundEnded | RoundBroken | GameEnded):
            self.told = None
        match event:
            case RoundStarted():
                self.context.audio.play("shuffle")
                self.arrangement.clear()
                self.went_out.clear()
                self.shown.apply(event)
                self.layer.arrange({})
                self.arrange()
                yield 400
            case HandsDealt():
                yield from self._deal(event)
            case SetDiscarded():
                yield from self._discard(event)
            case SetReturned() | SetTaken():
                yield from self._take_up(event)
            case SetPlayed() | CardAdded():
                yield from self._lay(event)
            case HandTurned():
                yield from self._turn_hand(event)
            case WentOut():
                yield from self._go_out(event)
            case RoundEnded() | RoundBroken() | GameEnded():
                yield from self._end(event, view)
            case _:
                assert_never(event)

    def lets_rest(self, event: Event) -> bool:
        """What makes room for played cards comes before them; a set that is taken turns where it was dropped."""
        return isinstance(event, SetDiscarded | SetReturned | SetTaken)

    def _deal(self, event: HandsDealt) -> Script:
        """Everybody gets a hand from the pack, card by card."""
        shown = self.shown
        shown.apply(event)
        start = Place(*self.spots.discard, "back", 90)
        for seat in self.panels:
            shown.counts[seat] = 0
        origins: dict[Hashable, Place] = {number_of(card): start for card in shown.hand}
        self.arrange(self.ms(240), curve=out_cubic, stagger=self.ms(70), origins=origins)
        for number in range(len(event.hands[self.viewer])):
            self.context.audio.play("deal")
            for seat in self.panels:
                shown.counts[seat] = number + 1
                self.layer.fly(start, self.hand_place(seat), self.ms(240), arc=0)
            yield 70
        yield 260

    def _discard(self, event: SetDiscarded) -> Script:
        """A set leaves the round, face down."""
        self.context.audio.play("slide")
        end = Place(*self.spots.discard, "back", 60)
        spots = self.set_spots(event.place, len(event.cards))
        for number, (card, spot) in enumerate(zip(event.cards, spots, strict=True)):
            self.layer.fly(Place(*spot, face_of(card), 60), end, self.ms(280), self.ms(40) * number, 20)
        self.shown.apply(event)
        self.arrange(self.ms(SEND_MS) if self.sending.spots else 0)
        yield 300 + 40 * len(spots)

    def _take_up(self, event: SetReturned | SetTaken) -> Script:
        """The golden rule: every card turns where it lies, one after the other, then they go to the hand."""
        audio, shown, seat = self.context.audio, self.shown, event.seat
        if isinstance(event, SetReturned):
            self.feel(seat, "beaten")
        else:
            audio.play("take")
        self.leaving = event.place
        self.arrange(self.ms(TURN_MS), curve=in_out_cubic, stagger=self.ms(NEXT_MS))
        for _ in event.cards:
            audio.play("flip")
            yield NEXT_MS
        yield TURN_MS
        yield 160
        spots = self.set_spots(event.place, len(event.cards))
        self.leaving = -1
        self.resting.clear()
        shown.apply(event)
        if seat != self.viewer:
            for number, (card, spot) in enumerate(zip(event.cards, spots, strict=True)):
                face = face_of(card ^ 1)
                end = self.hand_place(seat, face)
                self.layer.fly(Place(*spot, face, 60), end, self.ms(300), self.ms(40) * number, 20)
        self.arrange(self.ms(320), curve=out_cubic)
        audio.play("slide")
        yield 360

    def _lay(self, event: SetPlayed | CardAdded) -> Script:
        """Cards go from a hand to the table."""
        cards = event.cards if isinstance(event, SetPlayed) else (event.card,)
        self.context.audio.play("claim" if isinstance(event, CardAdded) else f"count_{min(3, len(cards))}")
        waits = 140.0 if self.sending.spots else 360.0 + 30 * len(cards)
        self.sending.forget()
        self.shown.apply(event)
        self.laid = self.say.set(cards)
        origins: dict[Hashable, Place] = {}
        if event.seat != self.viewer:
            origins = {number_of(card): self.hand_place(event.seat) for card in cards}
        self.arrange(self.ms(300), curve=out_cubic, stagger=self.ms(30), origins=origins)
        yield waits

    def _turn_hand(self, event: HandTurned) -> Script:
        """Every card of a hand turns in its place; then an own hand is put in order."""
        audio, seat = self.context.audio, event.seat
        audio.play("curtain")
        if seat != self.viewer:
            self.turning = seat if self.ms(480) else -1
            for start in self.fan_places(seat):
                self.layer.fly(start, start._replace(face="kcab"), self.ms(480), arc=0)
            yield 480
            self.turning = -1
            yield 60
            return
        self.order_kept = [number_of(card) for card, _spot in self.hand_spots()]
        self.shown.apply(event)
        self.arrange(self.ms(TURN_MS), curve=in_out_cubic, stagger=self.ms(HAND_NEXT_MS))
        for number in range(len(event.hand)):
            if number % 2 == 0:
                audio.play("flip")
            yield HAND_NEXT_MS
        yield TURN_MS
        self.order_kept = []
        self.arrange(self.ms(320), curve=out_cubic)
        yield 360

    def _go_out(self, event: WentOut) -> Script:
        """Somebody has no card left and gets letters, one by one."""
        audio, seat = self.context.audio, event.seat
        audio.play("win")
        self.feel(seat, "glad")
        had = self.shown.totals[seat]
        self.shown.apply(event)
        self.went_out.append(self.words("went_out", name=self.name(seat), set=self.laid))
        self.told = self.words("done", name=self.name(seat)), self.words("done_with", set=self.laid)
        self.uncollected[seat] = event.award
        self.arrange(self.ms(120))
        frame = self.context.frame
        yield 300
        for number in range(event.award):
            face = self.letter_face(had + number)
            x, y, w = self.letter_place(seat, had + number)
            start = Place(frame.width / 2, frame.height * 0.45, 110, face, 95)
            self.layer.fly(start, Place(x, y, w, face, 95), self.ms(520), arc=40)
            audio.play(f"chip_{1 + number % 3}")
            yield 540
            self.uncollected[seat] -= 1
        yield 240

    def _end(self, event: RoundEnded | RoundBroken | GameEnded, view: View) -> Script:
        """The round, or the game, is over."""
        self.shown.apply(event)
        over = self.words("round_over")
        if isinstance(event, RoundBroken):
            self.told = over, self.words("log.broken", count=event.turns)
        elif isinstance(event, RoundEnded) and self.went_out and (not self.told or self.told[0] != over):
            self.told = over, self.context.texts.listed(self.went_out)
        if isinstance(event, GameEnded):
            for seat in range(len(self.seats)):
                self.feel(seat, "glad" if seat in event.winners else "beaten")
            yield 500
        elif isinstance(event, RoundBroken):
            self.context.audio.play("wrong")
            yield 800
        else:
            self.shown.turn = view.turn
            self.arrange(self.ms(120))
            # without animation too it stays in sight for a while
            yield END_MS if self.context.settings.pace else -END_MS

    # ---- what can be done ---------------------------------------------------------------------------

    def controls(self, view: View, choose: Choose[Action], selected: Action | None) -> list[Widget]:
        """The own cards and the others' sets, to be chosen; buttons that say what the choice leads to."""
        if view.phase != Phase.PLAY:
            return []
        choose = self.sending.noting(choose)
        widgets: list[Widget] = []
        seen = self.seen_of_hand()
        for card, spot in self.hand_spots():
            box = spot.box
            item = Item(
                card_id(number_of(card)),
                self.say.card(card),
                box,
                lambda card=card: self._toggle(card),  # type: ignore[misc]
                shift=lambda by, card=card: self._shift(card, by),  # type: ignore[misc]
                take=lambda grip, card=card: self.begin(drags.CardDrag(self, card, grip, choose)),  # type: ignore[misc]
                on=card in self.chosen,
                card=seen[card],
            )
            widgets.append(CardSpot(self.context.kit, item, True))
        for place, cards in enumerate(view.sets):
            if cards and owner_of(place, len(self.seats)) != self.viewer:
                box = layout.around(self.set_spots(place, len(cards)))
                label = self.words("set_of", set=self.say.set(cards), name=self.say.owner(place))
                item = Item(
                    self.set_id(place),
                    label,
                    box.at_least(TARGET),
                    lambda place=place: self._aim(place, choose),  # type: ignore[misc]
                    take=self.taking(partial(drags.a_set, self, place, choose)),
                    on=place == self.target,
                    card=box,
                )
                widgets.append(CardSpot(self.context.kit, item, True))
        return [*widgets, *self._buttons(choose, selected), *self._sort_button()]

    def marked(self, advice: Advice[Action]) -> list[tuple[Box, float]]:
        """The cards to play or to add, and the set that is beaten, added to or taken."""
        action, view = advice.action, self.view
        cards = [box for card, box in self.seen_of_hand().items() if card in action.cards]
        places = [action.place] if action.verb in (Verb.ADD, Verb.TAKE) else []
        if action.verb in (Verb.PLAY, Verb.ADD) and (beaten := outcome_of(view, action).beaten) >= 0:
            places.append(beaten)
        sets = [layout.around(self.set_spots(place, len(view.sets[place]))) for place in places]
        return [*((box, box.w * CORNER) for box in cards), *((box, 12.0) for box in sets)]

    def _toggle(self, card: int) -> None:
        """Choose an own card or put it back; cards of another value make way, for no set could hold both."""
        self.target = -1
        if card in self.chosen:
            self.chosen.remove(card)
        else:
            self.chosen = [other for other in self.chosen if ACTIVE[other] == ACTIVE[card]] + [card]
        self.changed()

    def decided_by(self) -> list[Box]:
        """Beside what every player looks at the places of all sets."""
        return [*super().decided_by(), *self.boxes.values()]

    # ---- the order of the hand ------------------------------------------------------------------

    def _shift(self, card: int, by: int) -> None:
        """Let an own card and its neighbour to the left (-1) or right (1) change places (rule text, ruling d)."""
        order = [number_of(other) for other, _spot in self.hand_spots()]
        here = order.index(number_of(card))
        there = here + by
        if 0 <= there < len(order):
            order[here], order[there] = order[there], order[here]
            self.arrangement[:] = order
            self.context.audio.play("slide")
            self.changed()

    def _sort_button(self) -> list[Widget]:
        """Puts a hand that has been ordered by hand in order by value again."""
        if not self.arrangement:
            return []
        return [Button(self.kit, "sort", self.spots.sort, self.words("sort"), self._sort, kind="dark", size=18)]

    def _sort(self) -> None:
        self.arrangement.clear()
        self.context.audio.play("slide")
        self.changed()

    # ---- the choice -------------------------------------------------------------------------------

    def _aim(self, place: int, choose: Choose[Action]) -> Transition:
        """Choose the set of somebody else: to add the one chosen card, to be beaten, or to be taken."""
        action, outcome = self.considered(), self.outcome()
        if action and outcome and outcome.beaten == place:
            return choose(action)
        if len(self.chosen) == 1:
            return choose(Action(Verb.ADD, tuple(self.chosen), place))
        self.chosen = []
        self.target = -1 if place == self.target else place
        self.changed()
        return None

    def changed(self) -> None:
        """Show another choice or order, and offer what can be done with it."""
        self.arrange(self.ms(120))
        self.offer()

    def pick(self, cards: list[int], action: Action, choose: Choose[Action]) -> Transition:
        """Choose these own cards and what is to be done with them at once."""
        self.chosen, self.target = list(cards), -1
        return choose(action)

    def handles(self, view: View, choose: Choose[Action]) -> list[Item]:
        """What only a pointer uses."""
        del view, choose
        return drags.handles(self)

    def next_step(self) -> str:
        """The first button of the choice, if one has been begun."""
        offers = self._offers() if self.chosen or self.target >= 0 else []
        return self.button_id(offers[0].action) if offers else ""

    def unchoose(self) -> bool:
        """Put the chosen cards back."""
        if not self.chosen and self.target < 0:
            return False
        self.chosen, self.target = [], -1
        self.changed()
        return True

    def _offers(self) -> list[Offer[Action]]:
        """What can be done with the choice, above the turning of the hand or in its place, as buttons say it."""
        say, view = self.say, self.view
        offers: list[Offer[Action]] = []
        if playing := self.action_chosen():
            kind, icon = ("primary", "check") if playing in view.legal else ("dark", "close")
            label = self.words("play_set", set=say.set(playing.cards))
            offers.append(Offer(playing, kind, label, say.leads_to(playing, view), icon))
        for adding in list(self.additions().values())[:1]:
            made = self.words("set", count=len(view.sets[adding.place]) + 1, value=ACTIVE[adding.cards[0]])
            label = self.words("add_short", set=made)
            # one amber button at a time: where the choice can be played too, that is it
            kind = "secondary" if any(offer.kind == "primary" for offer in offers) else "primary"
            offers.append(Offer(adding, kind, label, say.leads_to(adding, view), "plus"))
        if self.target >= 0:
            taking = Action(Verb.TAKE, (), self.target)
            label = self.words("take_set", set=say.set(view.sets[self.target]))
            offers.append(Offer(taking, "primary", label, self.words("take_note"), "card"))
        if len(offers) < 2:
            sub = self.words("turn_note", count=len(view.hand))
            offers.append(Offer(TURN, "secondary", self.words("turn"), sub, "turn"))
        return offers

    def _buttons(self, choose: Choose[Action], selected: Action | None) -> list[Widget]:
        """A button for each offer."""
        offers = self._offers()
        numbers = range(len(offers)) if len(offers) > 1 else (1,)
        return [
            self.button(offer, self._button_box(number, len(offers)), 27, KEYS[number], self._tried(choose), selected)
            for number, offer in zip(numbers, offers, strict=True)
        ]

    def _tried(self, choose: Choose[Action]) -> Choose[Action]:
        """Choose an action by its button: where it cannot be done the chosen cards shake, beside what is said of it."""

        def chosen(action: Action) -> Transition:
            for card in action.cards if action not in self.view.legal else ():
                self.layer.shake(number_of(card), self.ms(SHAKE_MS))
            return choose(action)

        return chosen

    def cap(self, meaning: str) -> str:
        """Nothing: a digit chooses a card of that value here."""
        del meaning
        return ""

    def numbered(self, cards: Sequence[Item]) -> dict[str, Item]:
        """The own cards by their value: the next one that is not chosen yet, or the last if all of them are."""
        items = {item.id: item for item in cards}
        found: dict[str, Item] = {}
        for card, _spot in self.hand_spots():
            digit = str(ACTIVE[card])
            if (item := items.get(card_id(number_of(card)))) and (digit not in found or found[digit].on):
                found[digit] = item
        return found

    def _button_box(self, place: int, count: int) -> Box:
        first, last = self.spots.buttons
        if count == 1 and first.y == last.y:
            return first._replace(w=last.x + last.w - first.x)
        return (first, last)[place]

    def button_id(self, action: Action) -> str:
        """The id of an action's button; playing begins with a card. With other cards chosen that is another move's."""
        others = self.chosen and action.cards and set(self.chosen) != set(action.cards)
        return "" if others else move_id(action.verb)

    def item_of(self, action: Action) -> str:
        """The id of the item that an action begins with: its first card, a set, or a button."""
        if action.verb == Verb.TAKE:
            return self.set_id(action.place)
        return card_id(number_of(action.cards[0])) if action.cards else self.button_id(action)

    def log_lines(self, event: Event) -> list[LogLine]:
        """The log's lines for an event, in order."""
        return self.say.log(event)

    def prompt(self, view: View) -> str:
        """What is to be decided, or by whom."""
        chosen = tuple(self.chosen) if self.asked else ()
        return self.say.prompt(view, chosen, self.target, self.decides(view.turn), self.context.frame.tall)
