"""Own cards of dnuP under the pointer: sorted within the hand, played or added outside it."""

from collections.abc import Hashable
from functools import partial
from typing import Protocol

from game.engine import drag
from game.engine.drag import DragPayload, DropTarget
from game.engine.items import DragStart
from game.engine.sprites import SpritePlace
from game.engine.transitions import Transition
from game.engine.turn_table import ChooseAction
from game.engine.tweens import out_cubic
from game.engine.widgets import TARGET
from game.games.dnup import layout, rules
from game.games.dnup.choice import Choice, set_id
from game.games.dnup.deck import number_of
from game.games.dnup.places import Hand, Places
from game.games.dnup.rules import Action, View

#: time of the other cards to make room, and of a set to gather beside the dragged card, in milliseconds
ROOM_MS, GATHER_MS = 120.0, 110.0
#: distance of cards dragged together, as a share of their width, and the greatest width of all, logical
APART, WIDEST = 0.62, 260.0
#: margin of the hand around its box, logical
AROUND = 14.0


class HandTable(drag.MovesBench[Action], Protocol):
    """The part of the table that a dragged card uses."""

    view: View
    drags: drag.Dragging[Action]
    #: the viewer's own order of their cards; empty for the order by value
    arrangement: list[int]
    places: Places
    choice: Choice

    def hand_spots(self) -> Hand:
        """Return the own cards with their places."""

    def changed(self) -> None:
        """Update the table and the buttons after a change of choice or order."""


class CardDrag(drag.SpriteDrag):
    """An own card dragged by the pointer; outside the hand the rest of the chosen set follows."""

    def __init__(self, table: HandTable, card: int, grip: DragStart, choose: ChooseAction[Action]) -> None:
        self.table = table
        #: the card under the pointer comes first
        self.cards = (
            [card, *(other for other in table.choice.cards if other != card)] if card in table.choice.cards else [card]
        )
        self._ranks: dict[Hashable, int] = {number_of(other): rank for rank, other in enumerate(self.cards)}
        #: True within the hand: the other cards make room, and the card stays where it is dropped
        self.sorting = True
        self._before = list(table.arrangement)
        #: offsets of the others from the pointer when they left the hand, and the time since
        self._strayed: dict[Hashable, tuple[float, float]] = {}
        self._gather_ms = 0.0
        places = table.drags.at_rest([number_of(other) for other in self.cards])
        box = dict(table.hand_spots())[card].box
        super().__init__(table, DragPayload(places, box, self._goals(choose)), grip)

    def _goals(self, choose: ChooseAction[Action]) -> tuple[DropTarget, ...]:
        """Return the drop targets of the cards: the own place, and the others' sets to add to or beat."""
        table, cards, view = self.table, self.cards, self.table.view
        playing = rules.play_of(tuple(cards))
        plays = playing in view.legal
        beaten = rules.outcome_of(view, playing).beaten if plays else -1

        def goal(action: Action, place: int, legal: bool) -> DropTarget:
            lying = view.sets[place]
            own = table.places.is_own(place)
            box = table.places.boxes[place] if own else table.places.set_box(place, len(lying)).at_least(TARGET)
            use = partial(self._pick, action, choose) if legal else partial(table.host.refuse, action)
            return DropTarget(box, use, "" if own else set_id(place), 14.0, legal)

        found = []
        for place, lying in enumerate(view.sets):
            if lying and not table.places.is_own(place):
                adding = Action(rules.Verb.ADD, tuple(cards), place)
                if adding in view.legal:
                    found.append(goal(adding, place, legal=True))
                elif place == beaten:
                    found.append(goal(playing, place, legal=True))
                else:
                    found.append(goal(adding if len(cards) == 1 else playing, place, legal=False))
        own = rules.own_place(view.turn, view.area, table.places.seats)
        return (*found, goal(playing, own, legal=plays))

    def _pick(self, action: Action, choose: ChooseAction[Action]) -> Transition:
        """Choose the cards and act on them at once."""
        self.table.choice.cards, self.table.choice.target = list(self.cards), -1
        return choose(action)

    def places(self) -> dict[Hashable, SpritePlace]:
        """Return the places of the dragged cards: within the hand only the first, outside all of them."""
        found = super().places()
        first = number_of(self.cards[0])
        return {first: found[first]} if self.sorting else found

    def offset(self, key: Hashable) -> tuple[float, float]:
        """Return a card's offset from the pointer: the rest of a set gathers beside the first card."""
        first = number_of(self.cards[0])
        x, y = super().offset(first)
        if key == first:
            return x, y
        x += min(self.payload.places[first].w * APART, WIDEST / len(self.cards)) * self._ranks[key]
        whole = self.bench.ms(GATHER_MS)
        share = out_cubic(min(1.0, self._gather_ms / whole)) if whole else 1.0
        left, down = self._strayed.get(key, (x, y))
        return left + (x - left) * share, down + (y - down) * share

    def move(self, x: float, y: float) -> None:
        """Follow the pointer, within the hand or outside with the whole set."""
        inside = self.table.places.spots.hand.grown(AROUND).holds(x, y)
        if inside != self.sorting:
            self._cross(inside, x, y)
        super().move(x, y)
        if self.sorting:
            self._make_room()

    def _cross(self, inside: bool, x: float, y: float) -> None:
        """Leave the hand, which gets its former order back, or return to it."""
        table, sprites = self.table, self.table.layer.sprites
        self.x, self.y, self.sorting, self._gather_ms = x, y, inside, 0.0
        self._strayed = {key: (sprites[key].x - x, sprites[key].y - y) for key in self.payload.places}
        table.choice.dragged = [] if inside else list(self.cards)
        table.arrangement[:] = self._before
        table.arrange(table.ms(ROOM_MS))

    def _make_room(self) -> None:
        """Rearrange the hand to make room for the card at the pointer."""
        table, number = self.table, number_of(self.cards[0])
        spots = table.hand_spots()
        nearest = min(range(len(spots)), key=lambda place: layout.away(spots[place][1], self.x, self.y))
        order = [number_of(other) for other, _spot in spots]
        if order.index(number) != nearest:
            order.remove(number)
            order.insert(nearest, number)
            table.arrangement[:] = order
            table.arrange(table.ms(ROOM_MS))

    def _goal(self) -> DropTarget | None:
        return None if self.sorting else super()._goal()

    def update(self, ms: float) -> bool:
        moves = not self.sorting and len(self.cards) > 1 and self._gather_ms < GATHER_MS * 2
        self._gather_ms += ms
        if moves and not self.accepted:
            self.put()
        return super().update(ms) or moves

    def drop(self) -> Transition:
        """Drop the card: within the hand it keeps its new place, elsewhere a target takes it or it flies back."""
        if not self.sorting:
            outcome = super().drop()
            self.table.choice.dragged = []
            return outcome
        self.bench.drags.dragged = None
        self.bench.layer.let_go()
        self.table.context.audio.play("slide")
        self.table.changed()
        return None

    def cancel(self) -> None:
        self.table.choice.dragged = []
        self.table.arrangement[:] = self._before
        super().cancel()
