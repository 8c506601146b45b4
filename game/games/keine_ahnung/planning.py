"""The hard level: searches its own turn, with the cards it knows and the chances of the rest.

The unit is one trophy: winning one is 1, six new cards are 0, and a grid left at the end of a turn is worth the more,
the fewer and better known its cards are.
"""

from typing import NamedTuple

from game.games.keine_ahnung.deck import HIDDEN, MOST_TO_CALL, PLACES, PLUS, REFILL, REFILL_TO, function_of
from game.games.keine_ahnung.odds import BIT, FITS, Memory, Odds, covered, mask_of, own_cards
from game.games.keine_ahnung.rules import PHASE_OWN, VERB_CALL, VERB_DECLINE, VERB_LAY, VERB_REVEAL, Action, View


class Weights(NamedTuple):
    """The weights of the judgement, tuned in many games against the other levels and itself."""

    #: number of cards at the end of a turn -> worth of the grid in trophies, no card known
    grid: tuple[float, ...] = (1.0, 0.42, 0.31, 0.28, 0.18, 0.06, 0.0)
    #: number of cards -> what each known card adds to that
    known: tuple[float, ...] = (0.0, 0.14, 0.16, 0.15, 0.135, 0.13, 0.11)
    #: worth of a consolation prize in trophies: one star of an average of nearly four
    prize: float = 0.26


WEIGHTS = Weights()


class Plan:
    """The search of one turn from the present table."""

    def __init__(self, view: View, known: Memory, fresh: Memory | None = None) -> None:
        """``fresh`` are cards of others that count for the chances alone, besides the ``known`` ones."""
        self.view = view
        self.mine, self.unknown = own_cards(view, known)
        self.odds = Odds(view, {**(fresh or {}), **known}.values())
        self.tops = tuple([pile[-1] for pile in view.piles])
        self._mask = mask_of(self.tops)
        self.cards = tuple(sorted(self.mine.values()))
        self.refill = self._worth_of_refill(known)
        #: True if the next trophy ends the game
        self._is_last = view.stack_count == 1
        #: for the last trophy: the combinations with which a rival, down to one known card, takes it if they fit
        self._threats = self._last_cards_of_rivals(known) if self._is_last else 0
        self._values: dict[tuple[object, ...], float] = {}
        #: known card, or HIDDEN -> worth of revealing one, the same at every place
        self._reveals: dict[int, float] = {}

    def _worth_of_refill(self, known: Memory) -> float:
        """Return the average loss that a REFILL card causes the opponents."""
        seats = len(self.view.grids)
        loss = 0.0
        for seat, grid in enumerate(self.view.grids):
            cards = sum(map(bool, grid))
            if seat != self.view.seat and 0 < cards < REFILL_TO:
                seen = sum(owner == seat for owner, _ in known)
                loss += worth(cards, seen) - worth(REFILL_TO, seen)
        return loss / (seats - 1)

    def _last_cards_of_rivals(self, known: Memory) -> int:
        """Return the combinations of the last cards of rivals, as far as they are known."""
        mask = 0
        for (seat, _place), card in known.items():
            if seat != self.view.seat and sum(map(bool, self.view.grids[seat])) == 1:
                mask |= BIT[card]
        return mask

    def _end(self, mask: int, cards: int, known: int) -> float:
        """Return the worth of the own grid if the turn ends here; 0 if a rival takes the last trophy then.

        Here and below, ``mask`` are the combinations that fit on the tops.
        """
        return 0.0 if self._threats & mask else _WORTH[cards][known]

    # -- legal actions --

    def prospect(self, action: Action) -> float:
        """Return the expected value of a legal action, in trophies."""
        cards, count, verb, mask = self.cards, len(self.unknown), action.verb, self._mask
        if verb == VERB_REVEAL and self.view.phase == PHASE_OWN:
            card = self.mine.get(action.which, HIDDEN)
            if card not in self._reveals:
                self._reveals[card] = self._revealed(card)
            return self._reveals[card]
        if verb == VERB_CALL:
            return self._call(mask, cards, count)
        if verb == VERB_LAY:
            tops = covered(self.tops, action.which, self.view.card)
            return self._laid(tops, self.view.card, cards, count)
        if verb == VERB_DECLINE:
            return self._end(mask, len(cards) + count + 1, len(cards) + 1)
        return self._end(mask, len(cards) + count, len(cards))

    # -- search --

    def _revealed(self, card: int) -> float:
        """Return the value of revealing an own card now: a known one, or a HIDDEN one."""
        cards, count = self.cards, len(self.unknown)
        if card == HIDDEN:
            return self._unknown(self.tops, self._mask, cards, count)
        if BIT[card] & self._mask:
            return self._own(self.tops, card, cards, count)
        return self._end(self._mask, len(cards) + count, len(cards))

    def _value(self, tops: tuple[int, ...], cards: tuple[int, ...], count: int) -> float:
        """Return the best value with these tops and the own cards: known ``cards``, and ``count`` others."""
        key = (tops, cards, count)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._best(tops, cards, count)
        return value

    def _best(self, tops: tuple[int, ...], cards: tuple[int, ...], count: int) -> float:
        mask, held = mask_of(tops), len(cards) + count
        # stopping and revealing a card known not to fit are worth the same: the turn ends
        best = self._end(mask, held, len(cards))
        fitting = [card for card in cards if BIT[card] & mask]
        if fitting:
            best = max(best, *[self._own(tops, card, cards, count) for card in dict.fromkeys(fitting)])
        elif held <= MOST_TO_CALL:
            best = max(best, self._call(mask, cards, count))
        return max(best, self._unknown(tops, mask, cards, count)) if count else best

    def _call(self, mask: int, cards: tuple[int, ...], count: int) -> float:
        """Return the value of calling: a trophy or nothing, then six cards, some of them known."""
        known = len(cards)
        if any([BIT[card] & mask for card in cards]):
            return self._end(mask, PLACES, known)
        won = self.odds.call(mask, count)
        later = 0.0 if self._is_last else _WORTH[PLACES][known + count]
        # on average half of the unknown cards are revealed before a wrong one
        return won * (1 + later) + (1 - won) * self._end(mask, PLACES, known + count // 2)

    def _own(self, tops: tuple[int, ...], card: int, cards: tuple[int, ...], count: int) -> float:
        """Return the value of playing a known card on the best pile."""
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
        """Return the value after playing a card, its function included."""
        function = function_of(card)
        gain = 0.0
        if function == REFILL:
            gain = self.refill
        if not cards and not count:
            return gain + WEIGHTS.grid[0]
        if function == PLUS:
            # the drawn card is unknown: assume the tops stay as useful, unless it is a prize
            prize = self.odds.prize
            ends = self._end(mask_of(tops), len(cards) + count, len(cards)) + WEIGHTS.prize
            return prize * ends + (1 - prize) * self._value(tops, cards, count)
        return gain + self._value(tops, cards, count)

    def _unknown(self, tops: tuple[int, ...], mask: int, cards: tuple[int, ...], count: int) -> float:
        """Return the value of revealing an unknown card."""
        fits, prize, known = self.odds.fit(mask), self.odds.prize, len(cards)
        left = known + count
        if left == 1:
            return fits + prize * (1 + WEIGHTS.prize) + (1 - fits - prize) * self._end(mask, 1, 1)
        found = self._end(mask, left - 1, known) + WEIGHTS.prize
        goes_on = self._value(tops, cards, count - 1)
        return fits * goes_on + prize * found + (1 - fits - prize) * self._end(mask, left, known + 1)


#: cards -> known cards among them -> worth of such a grid at the end of a turn
_WORTH = tuple(
    tuple(WEIGHTS.grid[cards] + WEIGHTS.known[cards] * known for known in range(PLACES + 1))
    for cards in range(PLACES + 1)
)


def worth(cards: int, known: int) -> float:
    """Return the worth of a grid of ``cards`` cards, ``known`` of them known, at the end of a turn, in trophies."""
    return _WORTH[cards][known]
