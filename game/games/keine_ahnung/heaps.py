"""The cards of Keine Ahnung that lie face up in heaps: keys tell equal ones apart while they move."""

from itertools import count
from typing import NamedTuple

from game.games.keine_ahnung.rules import Cards, Piles


class LyingCard(NamedTuple):
    """A card that lies face up on a pile or aside."""

    key: int
    card: int


Heap = list[LyingCard]


def cards_of(heap: Heap) -> Cards:
    """The cards of a heap, the top one last."""
    return tuple([lying.card for lying in heap])


def _staying(heap: Heap, cards: Cards) -> Heap:
    """What of a heap still lies there if it is ``cards`` now: all of it, maybe below one more, or its top alone."""
    lying = cards_of(heap)
    if lying in (cards, cards[:-1]):
        return heap
    return heap[-1:] if lying[-1:] == cards else []


class Heaps:
    """The piles and what lies aside; a card keeps its key as long as it lies in one of them."""

    def __init__(self) -> None:
        self._keys = count()
        self.piles: list[Heap] = []
        self.rest: Heap = []

    def follow(self, piles: Piles, rest: Cards) -> None:
        """Let them lie so: what stays where it was or goes aside keeps its key."""
        before, self.piles = [*self.piles], []
        for place, cards in enumerate(piles):
            # mostly a pile is still the one at its place
            order = sorted(range(len(before)), key=lambda other, place=place: other != place)  # type: ignore[misc]
            staying, was = next(
                ((kept, other) for other in order if (kept := _staying(before[other], cards))), (Heap(), -1)
            )
            if was >= 0:
                before[was] = []
            self.piles.append([*staying, *map(self._new, cards[len(staying) :])])
        gone = [lying for heap in before for lying in heap]
        self.rest = [*self.rest] if cards_of(self.rest) == rest[: len(self.rest)] else []
        for card in rest[len(self.rest) :]:
            lying = next((one for one in gone if one.card == card), None) or self._new(card)
            gone = [one for one in gone if one is not lying]
            self.rest.append(lying)

    def _new(self, card: int) -> LyingCard:
        return LyingCard(next(self._keys), card)
