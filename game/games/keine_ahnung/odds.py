"""Probabilities in Keine Ahnung: the possible face-down cards, a bot's memory of them, and fitting cards.

Each of the 36 combinations of colour and number is a bit; the cards that fit on some piles are a bit mask.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from game.core import cache, rng
from game.games.keine_ahnung.deck import FITTING, HIDDEN, NUMBER_CARDS, PLACES, PRIZES, REMOVE, function_of
from game.games.keine_ahnung.rules import Sighting, View

#: the difference of two chances that is worth telling, in per cent as they are told
NOTABLE = 3
#: number card -> the bit of its combination; functions do not matter for fitting
BIT: dict[int, int] = {card: 1 << (6 * (card // 10 % 10 - 1) + card % 10 - 1) for card in FITTING}
#: number card -> the combinations that fit on it
FITS: dict[int, int] = {top: sum({BIT[card] for card in cards}) for top, cards in FITTING.items()}
#: deck -> copies of each combination in the box
_COPIES: dict[str, dict[int, int]] = {
    name: dict.fromkeys(BIT.values(), 0) | Counter(BIT[card] for card in cards) for name, cards in NUMBER_CARDS.items()
}


def fitting_places(cards: Mapping[int, int], mask: int) -> list[int]:
    """Return the places of those cards (place -> card) whose combination is in ``mask``."""
    return [place for place, card in cards.items() if BIT[card] & mask]


def mask_of(tops: Iterable[int]) -> int:
    """Return the combinations that fit on at least one of these tops."""
    mask = 0
    for top in tops:
        mask |= FITS[top]
    return mask


def covered(tops: Sequence[int], pile: int, card: int) -> tuple[int, ...]:
    """Return the tops after ``card`` goes on ``pile``; a REMOVE card leaves no other pile."""
    return (card,) if function_of(card) == REMOVE else (*tops[:pile], card, *tops[pile + 1 :])


@cache.cached(64)
def _in_play(deck: str, rest: tuple[int, ...]) -> dict[int, int]:
    """Return the copies of each combination not set aside; cached, because the set-aside cards rarely change."""
    copies = dict(_COPIES[deck])
    for card in rest:
        copies[BIT[card]] -= 1
    return copies


class Odds:
    """The probabilities of an unknown face-down card, given the known ones."""

    def __init__(self, view: View, known: Iterable[int]) -> None:
        copies = _in_play(view.options.deck, view.removed).copy()
        for pile in (*view.piles, known):
            for card in pile:
                copies[BIT[card]] -= 1
        if view.card and view.place < 0:
            copies[BIT[view.card]] -= 1
        for card in view.grids[view.turn]:
            # a prize leaves the grid once it is face up
            if card > 0:
                copies[BIT[card]] -= 1
        self.copies = tuple(copies.items())
        self.prizes = len(PRIZES) - sum(view.prize_counts)
        #: number of unseen or forgotten cards; at least 1, as a divisor
        self.unseen = max(1, sum(copies.values()) + self.prizes)
        #: chance that an unknown card is a consolation prize
        self.prize = self.prizes / self.unseen
        self._fitting: dict[int, int] = {}
        self._calls: dict[tuple[int, int], float] = {}

    def _count(self, mask: int) -> int:
        count = self._fitting.get(mask)
        if count is None:
            count = self._fitting[mask] = sum([copies for bit, copies in self.copies if bit & mask])
        return count

    def fit(self, mask: int) -> float:
        """Return the chance that an unknown card fits."""
        return self._count(mask) / self.unseen

    def call(self, mask: int, cards: int) -> float:
        """Return the chance that none of ``cards`` unknown cards fits or is a prize."""
        chance = self._calls.get((mask, cards))
        if chance is None:
            harmless, chance = self.unseen - self._count(mask) - self.prizes, 1.0
            for drawn in range(cards):
                chance *= max(0, harmless - drawn) / max(1, self.unseen - drawn)
            self._calls[mask, cards] = chance
        return chance


#: (seat, place) -> card
Memory = dict[tuple[int, int], int]


def memory_of(view: View, retention: float) -> Memory:
    """Return the face-down cards the view's seat remembers, each kept for a turn with chance ``retention``.

    Turns of all seats count. With a retention of 1 nothing is forgotten.
    """
    sightings: Iterable[Sighting] = view.sightings
    if retention < 1:
        sightings = [seen for seen in sightings if _stays(seen, view.seat) < retention ** (view.turns - seen.turn)]
    return {(seat, place): card for seat, place, card, _ in sightings}


def fresh_cards(view: View) -> Memory:
    """Return the cards that others have turned back since the last turn of the view's seat: it has just seen them."""
    since = view.turns - len(view.grids)
    return {(seat, place): card for seat, place, card, turn in view.sightings if seat != view.seat and turn > since}


def _stays(seen: Sighting, seat: int) -> float:
    """Return how weakly ``seat`` remembers a sighting, from 0 (kept for good) to 1 (forgotten at once)."""
    key = seen.turn
    for part, range_ in ((seen.seat, 8), (seen.place, PLACES), (seen.card, 1000), (seat, 8)):
        key = key * range_ + part
    return rng.Rng(key).fraction()


def own_cards(view: View, known: Memory) -> tuple[dict[int, int], list[int]]:
    """Return this seat's face-down cards: place -> card for known ones, and the places of the others."""
    places = [place for place, card in enumerate(view.grids[view.seat]) if card == HIDDEN]
    mine = {place: known[view.seat, place] for place in places if (view.seat, place) in known}
    return mine, [place for place in places if place not in mine]
