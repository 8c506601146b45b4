"""The piles of Keine Ahnung as they lie on the table, where a card keeps its key from one place to the next."""

import itertools
from typing import NamedTuple, TypeAlias

from game.games.keine_ahnung import deck
from game.games.keine_ahnung.rules import Cards, Piles


class LyingCard(NamedTuple):
    """A card face up on a pile or aside."""

    key: int
    card: int


Heap: TypeAlias = list[LyingCard]


def cards_of(heap: Heap) -> Cards:
    """Return the cards of a heap, the top one last."""
    return tuple([lying.card for lying in heap])


def _staying(heap: Heap, cards: Cards) -> Heap:
    """Return the part of a heap that remains in ``cards``: all of it, perhaps below a new card, or only its top."""
    lying = cards_of(heap)
    if lying in (cards, cards[:-1]):
        return heap
    return heap[-1:] if lying[-1:] == cards else []


class Heaps:
    """The piles and the set-aside cards; each card keeps its key while it is in one of them."""

    def __init__(self) -> None:
        self._keys = itertools.count()
        self.piles: list[Heap] = []
        self.rest: Heap = []

    def follow(self, piles: Piles, rest: Cards) -> None:
        """Update to these piles; a card that stays or is set aside keeps its key."""
        before, self.piles = [*self.piles], []
        for place, cards in enumerate(piles):
            # usually a pile keeps its place
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

    def fitting(self, card: int) -> int:
        """Return the first pile on which a card fits, or -1; also -1 for the empty place of a prize."""
        if deck.EMPTY < card < deck.PRIZE:
            for pile, heap in enumerate(self.piles):
                if card in deck.FITTING[heap[-1].card]:
                    return pile
        return -1

    def _new(self, card: int) -> LyingCard:
        return LyingCard(next(self._keys), card)
