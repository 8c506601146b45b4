"""What can be dragged on the table of dnuP: own cards, within the hand to sort it and out of it to be played."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING

from game.engine.dragging import Carried, Goal, Load
from game.engine.items import Grip, Item
from game.engine.sprites import Place
from game.engine.transitions import Transition
from game.engine.turn_table import Choose
from game.engine.tweens import out_cubic
from game.engine.widgets import TARGET
from game.games.dnup import layout
from game.games.dnup.deck import number_of
from game.games.dnup.outlook import outcome_of
from game.games.dnup.places import own_place, owner_of
from game.games.dnup.rules import Action, Verb, play_of

if TYPE_CHECKING:
    from game.games.dnup.table import Table

#: how long the other cards make room, and the cards of a set gather beside the one that is dragged, in milliseconds
ROOM_MS, GATHER_MS = 120.0, 110.0
#: cards that are dragged together lie so far apart, as a share of their width, and all of them within so much, logical
APART, WIDEST = 0.62, 260.0
#: the hand reaches so far around its box, logical
AROUND = 14.0


class CardDrag(Carried):
    """An own card on its way; out of the hand the others of the set that has been chosen come along."""

    def __init__(self, table: Table, card: int, grip: Grip, choose: Choose[Action]) -> None:
        self.table = table
        #: the card that the pointer has hold of comes first
        self.cards = [card, *(other for other in table.chosen if other != card)] if card in table.chosen else [card]
        self._ranks: dict[Hashable, int] = {number_of(other): rank for rank, other in enumerate(self.cards)}
        #: it is in the hand: the others make room for it, and where it is dropped it stays
        self.sorting = True
        self._before = list(table.arrangement)
        #: how far from the pointer the others were as they left the hand, and how long that is ago
        self._strayed: dict[Hashable, tuple[float, float]] = {}
        self._gathering = 0.0
        places = table.at_rest([number_of(other) for other in self.cards])
        box = dict(table.hand_spots())[card].box
        super().__init__(table, Load(places, box, goals(table, self.cards, choose)), grip)

    def places(self) -> dict[Hashable, Place]:
        """In the hand the one card alone is with the pointer, outside of it all of them."""
        found = super().places()
        first = number_of(self.cards[0])
        return {first: found[first]} if self.sorting else found

    def offset(self, key: Hashable) -> tuple[float, float]:
        """The others of a set come to lie beside the one that the pointer has hold of."""
        first = number_of(self.cards[0])
        x, y = super().offset(first)
        if key == first:
            return x, y
        x += min(self.load.places[first].w * APART, WIDEST / len(self.cards)) * self._ranks[key]
        whole = self.bench.ms(GATHER_MS)
        share = out_cubic(min(1.0, self._gathering / whole)) if whole else 1.0
        left, down = self._strayed.get(key, (x, y))
        return left + (x - left) * share, down + (y - down) * share

    def move(self, x: float, y: float) -> None:
        """Follow the pointer: within the hand, or out of it with the whole set."""
        inside = self.table.spots.hand.grown(AROUND).holds(x, y)
        if inside != self.sorting:
            self._cross(inside, x, y)
        super().move(x, y)
        if self.sorting:
            self._make_room()

    def _cross(self, inside: bool, x: float, y: float) -> None:
        """Leave the hand, which is again as it was before, or come back to it."""
        table, sprites = self.table, self.table.layer.sprites
        self.x, self.y, self.sorting, self._gathering = x, y, inside, 0.0
        self._strayed = {key: (sprites[key].x - x, sprites[key].y - y) for key in self.load.places}
        table.moving = [] if inside else list(self.cards)
        table.arrangement[:] = self._before
        table.arrange(table.ms(ROOM_MS))

    def _make_room(self) -> None:
        """Let the others lie so that there is room for the card where it would go."""
        table, number = self.table, number_of(self.cards[0])
        spots = table.hand_spots()
        nearest = min(range(len(spots)), key=lambda place: layout.away(spots[place][1], self.x, self.y))
        order = [number_of(other) for other, _spot in spots]
        if order.index(number) != nearest:
            order.remove(number)
            order.insert(nearest, number)
            table.arrangement[:] = order
            table.arrange(table.ms(ROOM_MS))

    def _goal(self) -> Goal | None:
        return None if self.sorting else super()._goal()

    def update(self, ms: float) -> bool:
        """Let time pass; return whether anything has moved."""
        moves = not self.sorting and len(self.cards) > 1 and self._gathering < GATHER_MS * 2
        self._gathering += ms
        if moves and not self.accepted:
            self.put()
        return super().update(ms) or moves

    def drop(self) -> Transition:
        """Let go: in the hand the card stays where there is room for it, elsewhere a goal gets it or it goes home."""
        if not self.sorting:
            outcome = super().drop()
            self.table.moving = []
            return outcome
        self.bench.carried = None
        self.bench.layer.let_go()
        self.table.context.audio.play("slide")
        self.table.changed()
        return None

    def cancel(self) -> None:
        """Let it go home, to the hand as it was before."""
        self.table.moving = []
        self.table.arrangement[:] = self._before
        super().cancel()


def goals(table: Table, cards: list[int], choose: Choose[Action]) -> tuple[Goal, ...]:
    """The place of the own set, and the others' sets: to be added to or to be beaten."""
    view, seats = table.view, len(table.seats)
    playing = play_of(tuple(cards))
    plays = playing in view.legal
    beaten = outcome_of(view, playing).beaten if plays else -1

    def goal(action: Action, place: int, legal: bool) -> Goal:
        lying = view.sets[place]
        own = owner_of(place, seats) == table.viewer
        box = table.boxes[place] if own else layout.around(table.set_spots(place, len(lying))).at_least(TARGET)
        use = partial(table.pick, cards, action, choose) if legal else partial(table.refuse, action)
        return Goal(box, use, "" if own else table.set_id(place), 14.0, legal)

    found = []
    for place, lying in enumerate(view.sets):
        if lying and owner_of(place, seats) != table.viewer:
            adding = Action(Verb.ADD, tuple(cards), place)
            if adding in view.legal:
                found.append(goal(adding, place, legal=True))
            elif place == beaten:
                found.append(goal(playing, place, legal=True))
            else:
                found.append(goal(adding if len(cards) == 1 else playing, place, legal=False))
    own = own_place(view.turn, view.area, seats)
    return (*found, goal(playing, own, legal=plays))


def a_set(table: Table, place: int, choose: Choose[Action]) -> Load:
    """The set of somebody else, to the own hand: it is taken."""
    cards = table.view.sets[place]
    action = Action(Verb.TAKE, (), place)
    box = layout.around(table.set_spots(place, len(cards)))
    goal = table.goal(action, table.spots.tray, choose, legal=action in table.view.legal, radius=18)
    return Load(table.at_rest([number_of(card) for card in cards]), box, (goal,))


def handles(table: Table) -> list[Item]:
    """The own cards while somebody else decides: they stay where they are."""
    if table.asked:
        return []
    return [table.handle(str(number_of(card)), spot.box, [number_of(card)]) for card, spot in table.hand_spots()]
