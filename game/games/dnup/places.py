"""Places of everything that moves on the table of dnuP, as pure functions of layout, seats and cards."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from game.engine.layout import Box
from game.engine.sprites import SpritePlace
from game.games.dnup import layout, rules, scoring
from game.games.dnup.deck import ACTIVE, number_of
from game.games.dnup.faces import face_of

#: number of rims of the discard pile
RIMS = 4
#: rise of a chosen card and of one pointed at, as a share of its width
RISE = {"selected": 0.16, "hover": 0.06}
#: the own cards with their places, from the left
Hand: TypeAlias = list[tuple[int, layout.Spot]]


def by_value(cards: Sequence[int]) -> list[int]:
    """Sort a hand by active value, then by the value after turning."""
    return sorted(cards, key=lambda card: (ACTIVE[card], ACTIVE[card ^ 1], card))


def in_order(cards: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """Sort a hand by value, or in the order of these card ``numbers`` with new cards last."""
    order = {number: place for place, number in enumerate(numbers)}
    return sorted(by_value(cards), key=lambda card: order.get(number_of(card), len(order)))


def seen_of(hand: Hand) -> dict[int, Box]:
    """Return the visible part of each own card: the next one of its row may cover its right side."""
    found = {card: spot.box for card, spot in hand}
    for (card, spot), (_next, over) in pairwise(hand):
        if over.y == spot.y:
            box = found[card]
            found[card] = box._replace(w=min(box.w, over.box.x - box.x))
    return found


class Places(NamedTuple):
    """The places of sets, hands and letters in one window, for the viewer and the seats behind in playing ``order``."""

    spots: layout.Spots
    #: the hand's box without room for a dock: making that room does not lay the cards in other rows
    usual_hand: Box
    order: tuple[int, ...]
    panels: Mapping[int, layout.Panel]
    tall: bool
    #: the box of each place for a set
    boxes: Mapping[int, Box]

    @classmethod
    def at(
        cls,
        spots: layout.Spots,
        usual_hand: Box,
        order: Sequence[int],
        panels: Mapping[int, layout.Panel],
        tall: bool,
    ) -> "Places":
        """Return the places of a table with these spots."""
        areas = rules.areas_of(len(order))
        sets = zip((*order[1:], order[0]), (*spots.sets, spots.areas), strict=True)
        boxes = {seat * areas + area: part for seat, parts in sets for area, part in enumerate(parts)}
        return cls(spots, usual_hand, tuple(order), panels, tall, boxes)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.order)

    def is_own(self, place: int) -> bool:
        """Return True if a place belongs to the viewer."""
        return rules.owner_of(place, self.seats) == self.order[0]

    # ---- sets ------------------------------------------------------------------------------------

    def set_spots(self, place: int, count: int) -> tuple[layout.Spot, ...]:
        """Return the places of ``count`` cards of the set at a place."""
        box = self.boxes[place]
        if rules.areas_of(self.seats) > 1:
            label = 20 if self.tall else 11
            box = Box(box.x + 8, box.y + label, box.w - 16, box.h - label - 2)
        return layout.a_set(box, count, self.spots.widest_own if self.is_own(place) else self.spots.widest_set)

    def set_box(self, place: int, count: int) -> Box:
        """Return the box around ``count`` cards of the set at a place."""
        return layout.around(self.set_spots(place, count))

    def lay_sets(
        self,
        sets: Sequence[rules.Cards],
        leaving: int,
        joining: Callable[[int], Collection[int]],
        look: Callable[[int], str],
    ) -> dict[Hashable, SpritePlace]:
        """Return the places of the cards of all sets.

        The set at the place ``leaving`` is upside down, and to each of them own cards may be ``joining``. ``look``
        returns the state of the cards at a place.
        """
        places: dict[Hashable, SpritePlace] = {}
        for place, cards in enumerate(sets):
            turn, state = int(place == leaving), look(place)
            spots = self.set_spots(place, len(cards) + len(joining(place)))
            for number, (card, spot) in enumerate(zip(cards, spots, strict=False)):
                places[number_of(card)] = SpritePlace(*spot, face_of(card ^ turn), 20 + number * 0.1, state)
        return places

    def lay_discards(self, count: int) -> dict[Hashable, SpritePlace]:
        """Return the places of the discard pile's backs."""
        (x, y, w), rims = self.spots.discard, min(RIMS, -(-count // 3))
        return {
            ("discard", rim): SpritePlace(x - rim * 1.5, y - rim * 2.2, w, "back", -9 + rim, "flat" if rim else "rest")
            for rim in range(rims)
        }

    # ---- hands -----------------------------------------------------------------------------------

    def hand(self, count: int) -> tuple[layout.Spot, ...]:
        """Return the places of ``count`` own cards."""
        return layout.hand(self.spots.hand, count, self.spots.widest, self.usual_hand)

    def lay_hand(
        self, hand: Hand, look: Callable[[int], str], sent: Mapping[int, layout.Spot]
    ) -> dict[Hashable, SpritePlace]:
        """Return the places of the own cards in their state by ``look``; some have been ``sent`` elsewhere."""
        places: dict[Hashable, SpritePlace] = {}
        for number, (card, spot) in enumerate(hand):
            key, z, state = number_of(card), 40 + number * 0.1, look(card)
            rise = spot.w * RISE.get(state, 0.0)
            places[key] = SpritePlace(spot.x, spot.y - rise, spot.w, face_of(card), z, state)
            if key in sent:
                places[key] = SpritePlace(*sent[key], face_of(card), z)
        return places

    def hand_place(self, seat: int, face: str = "back") -> SpritePlace:
        """Return the place of a rival's hand."""
        panel = self.panels[seat]
        return SpritePlace(panel.fan[0] + panel.fan_width / 3, panel.fan[1], panel.back, face, 60)

    def fan_places(self, seat: int, count: int) -> list[SpritePlace]:
        """Return the places of the ``count`` backs in a rival's hand."""
        panel = self.panels[seat]
        x, y = panel.fan
        step = panel.fan_step(count)
        return [SpritePlace(x + panel.back / 2 + step * number, y, panel.back, "back", 60) for number in range(count)]

    # ---- letters ---------------------------------------------------------------------------------

    def letter_place(self, seat: int, number: int) -> tuple[float, float, float]:
        """Return the middle and width of the place of a seat's letter, counted from 0."""
        number = min(number, scoring.goal_of(self.seats) - 1)
        if seat == self.order[0]:
            (x, y), w, step = self.spots.letters, self.spots.letter, self.spots.step
        else:
            (x, y), w, step = self.panels[seat].letters, self.panels[seat].letter, self.panels[seat].step
        return x + number * step, y, w

    def letter_face(self, number: int) -> str:
        """Return the picture of a seat's letter, or of a round won between two players."""
        return "cup" if self.seats == 2 else f"letter{min(number, len(scoring.LETTERS) - 1)}"

    def letters_box(self) -> Box:
        """Return the box around the own letters."""
        places = [self.letter_place(self.order[0], number) for number in range(scoring.goal_of(self.seats))]
        return layout.around(tuple(layout.Spot(*place) for place in places))
