"""How the hard level plays: it thinks its own turn through, with what it knows and the chances of the rest.

Everything is measured in trophies. Winning one is 1, six new cards are 0, and a grid that is left behind at the
end of a turn is worth what its cards promise: the fewer they are, and the better they are known, the more.
"""

from typing import NamedTuple

from game.games.keine_ahnung.deck import HIDDEN, MOST_TO_CALL, PLACES, PLUS, REFILL, REFILL_TO, function_of
from game.games.keine_ahnung.odds import BIT, FITS, Memory, Odds, covered, mask_of, own_cards
from game.games.keine_ahnung.rules import PHASE_OWN, VERB_CALL, VERB_DECLINE, VERB_LAY, VERB_REVEAL, Action, View


class Weights(NamedTuple):
    """The numbers of the judgement, found by playing many games against the other levels and itself."""

    #: a grid of so many cards at the end of a turn, none of them known, in trophies
    grid: tuple[float, ...] = (1.0, 0.42, 0.31, 0.28, 0.18, 0.06, 0.0)
    #: what each known card adds to that
    known: tuple[float, ...] = (0.0, 0.14, 0.16, 0.15, 0.135, 0.13, 0.11)
    #: a consolation prize in trophies: one star of a mean of nearly four
    prize: float = 0.26


WEIGHTS = Weights()


class Plan:
    """One turn thought through from what lies on the table."""

    def __init__(self, view: View, known: Memory) -> None:
        self.view = view
        self.mine, self.unknown = own_cards(view, known)
        self.odds = Odds(view, known.values())
        self.tops = tuple([pile[-1] for pile in view.piles])
        self.cards = tuple(sorted(self.mine.values()))
        self.refill = self._worth_of_refill(known)
        self._values: dict[tuple[object, ...], float] = {}
        #: a card that is known, or HIDDEN -> what revealing one promises: at every place where there is such a one
        self._reveals: dict[int, float] = {}

    def _worth_of_refill(self, known: Memory) -> float:
        """What a REFILL card takes from the opponents, spread over them."""
        seats = len(self.view.grids)
        loss = 0.0
        for seat, grid in enumerate(self.view.grids):
            cards = sum(map(bool, grid))
            if seat != self.view.seat and 0 < cards < REFILL_TO:
                seen = sum(owner == seat for owner, _ in known)
                loss += worth(cards, seen) - worth(REFILL_TO, seen)
        return loss / (seats - 1)

    # -- what can be done now --

    def prospect(self, action: Action) -> float:
        """What a legal action promises, in trophies."""
        cards, count, verb = self.cards, len(self.unknown), action.verb
        if verb == VERB_REVEAL and self.view.phase == PHASE_OWN:
            card = self.mine.get(action.which, HIDDEN)
            if card not in self._reveals:
                self._reveals[card] = self._revealed(card)
            return self._reveals[card]
        if verb == VERB_CALL:
            return self._call(mask_of(self.tops), cards, count)
        if verb == VERB_LAY:
            tops = covered(self.tops, action.which, self.view.card)
            return self._laid(tops, self.view.card, cards, count)
        if verb == VERB_DECLINE:
            return worth(len(cards) + count + 1, len(cards) + 1)
        return worth(len(cards) + count, len(cards))

    # -- thinking ahead --

    def _revealed(self, card: int) -> float:
        """Revealing an own card now: a known one, or one that is HIDDEN from everybody."""
        cards, count = self.cards, len(self.unknown)
        if card == HIDDEN:
            return self._unknown(self.tops, cards, count)
        if BIT[card] & mask_of(self.tops):
            return self._own(self.tops, card, cards, count)
        return worth(len(cards) + count, len(cards))

    def _value(self, tops: tuple[int, ...], cards: tuple[int, ...], count: int) -> float:
        """The best that can be done with these tops and the own cards: known ``cards``, ``count`` others."""
        key = (tops, cards, count)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._best(tops, cards, count)
        return value

    def _best(self, tops: tuple[int, ...], cards: tuple[int, ...], count: int) -> float:
        mask = mask_of(tops)
        # stopping, or revealing what is known not to fit, ends the turn alike
        values = [worth(len(cards) + count, len(cards))]
        fitting = [card for card in dict.fromkeys(cards) if BIT[card] & mask]
        if not fitting and len(cards) + count <= MOST_TO_CALL:
            values.append(self._call(mask, cards, count))
        values += [self._own(tops, card, cards, count) for card in fitting]
        if count:
            values.append(self._unknown(tops, cards, count))
        return max(values)

    def _call(self, mask: int, cards: tuple[int, ...], count: int) -> float:
        """Calling: a trophy or nothing, and six cards again either way, of which some are known then."""
        known = len(cards)
        if any(BIT[card] & mask for card in cards):
            return worth(PLACES, known)
        won = self.odds.call(mask, count)
        # on the whole half of the unknown cards are revealed before one is the wrong one
        return won * (1 + worth(PLACES, known + count)) + (1 - won) * worth(PLACES, known + count // 2)

    def _own(self, tops: tuple[int, ...], card: int, cards: tuple[int, ...], count: int) -> float:
        """Laying a known card where it fits best."""
        place = cards.index(card)
        rest = cards[:place] + cards[place + 1 :]
        bit = BIT[card]
        return max(
            [
                self._laid(covered(tops, pile, card), card, rest, count)
                for pile, top in enumerate(tops)
                if FITS[top] & bit
            ]
        )

    def _laid(self, tops: tuple[int, ...], card: int, cards: tuple[int, ...], count: int) -> float:
        """A card has been laid: what it sets off, and what comes then."""
        function = function_of(card)
        gain = 0.0
        if function == REFILL:
            gain = self.refill
        if not cards and not count:
            return gain + WEIGHTS.grid[0]
        if function == PLUS:
            # what will be drawn is not known: the tops are taken to stay useful, unless it is a prize
            prize = self.odds.prize
            ends = worth(len(cards) + count, len(cards)) + WEIGHTS.prize
            return prize * ends + (1 - prize) * self._value(tops, cards, count)
        return gain + self._value(tops, cards, count)

    def _unknown(self, tops: tuple[int, ...], cards: tuple[int, ...], count: int) -> float:
        """Revealing a card that nobody knows."""
        fits, prize = self.odds.fit(mask_of(tops)), self.odds.prize
        left = len(cards) + count
        if left == 1:
            return fits + prize * (1 + WEIGHTS.prize) + (1 - fits - prize) * worth(1, 1)
        found = worth(left - 1, len(cards)) + WEIGHTS.prize
        goes_on = self._value(tops, cards, count - 1)
        return fits * goes_on + prize * found + (1 - fits - prize) * worth(left, len(cards) + 1)


#: cards -> known ones among them -> what such a grid promises at the end of a turn
_WORTH = tuple(
    tuple(WEIGHTS.grid[cards] + WEIGHTS.known[cards] * known for known in range(PLACES + 1))
    for cards in range(PLACES + 1)
)


def worth(cards: int, known: int) -> float:
    """What a grid of so many cards, some of them known, promises at the end of a turn, in trophies."""
    return _WORTH[cards][known]
