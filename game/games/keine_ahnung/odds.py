"""Chances in Keine Ahnung: which cards may still lie face down, what a bot remembers of them, and what fits.

A combination of colour and number is a bit, 36 in all; what fits on some piles is a sum of such bits.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from game.core import cache, rng
from game.games.keine_ahnung.deck import FITTING, HIDDEN, NUMBER_CARDS, PLACES, PRIZES, REMOVE, function_of
from game.games.keine_ahnung.rules import Sighting, View

#: number card -> the bit of its combination; its function does not matter for fitting
BIT: dict[int, int] = {card: 1 << (6 * (card // 10 % 10 - 1) + card % 10 - 1) for card in FITTING}
#: number card -> the combinations that fit on it
FITS: dict[int, int] = {top: sum({BIT[card] for card in cards}) for top, cards in FITTING.items()}
#: how many copies of each combination are in the box, by deck
_COPIES: dict[str, dict[int, int]] = {
    name: dict.fromkeys(BIT.values(), 0) | Counter(BIT[card] for card in cards) for name, cards in NUMBER_CARDS.items()
}


def fitting_places(cards: Mapping[int, int], mask: int) -> list[int]:
    """The places of those of these cards (place -> card) whose combination is among those of ``mask``."""
    return [place for place, card in cards.items() if BIT[card] & mask]


def mask_of(tops: Iterable[int]) -> int:
    """The combinations that fit on at least one of these tops."""
    mask = 0
    for top in tops:
        mask |= FITS[top]
    return mask


def covered(tops: Sequence[int], pile: int, card: int) -> tuple[int, ...]:
    """The tops once ``card`` lies on ``pile`` and, if it says REMOVE, all other piles are gone."""
    return (card,) if function_of(card) == REMOVE else (*tops[:pile], card, *tops[pile + 1 :])


@cache.cached(64)
def _in_play(deck: str, rest: tuple[int, ...]) -> dict[int, int]:
    """How many copies of each combination are not among the cards that lie aside, which stay there for many turns."""
    copies = dict(_COPIES[deck])
    for card in rest:
        copies[BIT[card]] -= 1
    return copies


class Odds:
    """What an unknown face-down card may be, for somebody who knows some of them."""

    def __init__(self, view: View, known: Iterable[int]) -> None:
        copies = _in_play(view.options.deck, view.rest).copy()
        for pile in (*view.piles, known):
            for card in pile:
                copies[BIT[card]] -= 1
        if view.card and view.place < 0:
            copies[BIT[view.card]] -= 1
        for card in view.grids[view.turn]:
            # a prize does not stay in a grid once it is face up
            if card > 0:
                copies[BIT[card]] -= 1
        self.copies = tuple(copies.items())
        self.prizes = len(PRIZES) - sum(view.prize_counts)
        #: cards that nobody has seen, or that have been forgotten; 1 if there is none, to divide by
        self.unseen = max(1, sum(copies.values()) + self.prizes)
        #: the chance that an unknown card is a consolation prize
        self.prize = self.prizes / self.unseen
        self._fitting: dict[int, int] = {}

    def _count(self, mask: int) -> int:
        count = self._fitting.get(mask)
        if count is None:
            count = self._fitting[mask] = sum([copies for bit, copies in self.copies if bit & mask])
        return count

    def fit(self, mask: int) -> float:
        """The chance that an unknown card fits."""
        return self._count(mask) / self.unseen

    def call(self, mask: int, cards: int) -> float:
        """The chance that none of so many unknown cards fits or is a prize."""
        harmless = self.unseen - self._count(mask) - self.prizes
        chance = 1.0
        for drawn in range(cards):
            chance *= max(0, harmless - drawn) / max(1, self.unseen - drawn)
        return chance


#: (seat, place) -> card
Memory = dict[tuple[int, int], int]


def memory_of(view: View, retention: float) -> Memory:
    """The face-down cards that the view's seat still knows; ``retention`` is the chance to keep one for a turn more.

    A turn of anybody counts. With a retention of 1 nothing is forgotten.
    """
    sightings: Iterable[Sighting] = view.sightings
    if retention < 1:
        sightings = [seen for seen in sightings if _stays(seen, view.seat) < retention ** (view.turns - seen.turn)]
    return {(seat, place): card for seat, place, card, _ in sightings}


def _stays(seen: Sighting, seat: int) -> float:
    """How firmly ``seat`` has taken in a sighting, from 0 (for good) to 1 (not at all)."""
    key = seen.turn
    for part, range_ in ((seen.seat, 8), (seen.place, PLACES), (seen.card, 1000), (seat, 8)):
        key = key * range_ + part
    return rng.Rng(key).fraction()


def own_cards(view: View, known: Memory) -> tuple[dict[int, int], list[int]]:
    """This seat's face-down cards: place -> card for what it knows, and the places of the others."""
    places = [place for place, card in enumerate(view.grids[view.seat]) if card == HIDDEN]
    mine = {place: known[view.seat, place] for place in places if (view.seat, place) in known}
    return mine, [place for place in places if place not in mine]
