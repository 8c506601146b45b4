"""The chance that a set played now is beaten before its owner's next turn there, by what its player can see.

Cards that came from the table are known in their hands, all others are as likely with any rival and either way up.
"""

from collections import Counter
from collections.abc import Iterable
from math import comb

from game.games.dnup import deck
from game.games.dnup.deck import ACTIVE
from game.games.dnup.rules import Cards, View, own_place, owner_of, unseen

#: a set is hardly ever beaten below this chance
HARDLY = 0.1


def nobody_beats(view: View, cards: Cards) -> bool:
    """Return True if no higher value has enough cards left, in any hands, for a set of as many.

    Between two players the own second turn of a go comes first, and its cards may be added to or taken.
    """
    own = view.sets[own_place(view.turn, view.area, len(view.totals))]
    kept = cards if _plays_on(view) else view.hand
    gone = {*map(deck.number_of, (*kept, *own)), *view.known_discards}
    return _is_highest(cards, [number for number in deck.numbers_for(len(view.totals)) if number not in gone])


def nobody_ever_beats(view: View, cards: Cards) -> bool:
    """Return True if no higher value has enough cards in the whole deck for a set of as many."""
    return _is_highest(cards, deck.numbers_for(len(view.totals)))


def _is_highest(cards: Cards, numbers: Iterable[int]) -> bool:
    """Return True if no value above that of ``cards`` has as many cards among ``numbers``, at either end."""
    higher = Counter(ACTIVE[card] for number in numbers for card in (2 * number, 2 * number + 1))
    return all(higher[value] < len(cards) for value in range(ACTIVE[cards[0]] + 1, deck.HIGHEST + 1))


def _plays_on(view: View) -> bool:
    """Return True in the first of two turns of a go between two players."""
    return len(view.totals) == 2 and not view.area


def chance_beaten(view: View, cards: Cards) -> float:
    """Return the chance that a rival can beat a set of ``cards``, played now, before it is discarded."""
    holds = 1.0
    for seat in range(len(view.totals)):
        if seat != view.seat and seat not in view.out:
            holds *= _chance_held_against(view, seat, cards)
    return 1.0 - holds


def _chance_held_against(view: View, rival: int, cards: Cards) -> float:
    """Return the chance that a rival cannot beat ``cards`` with its hand; of two players also with its turned hand."""
    seats, known, numbers = len(view.totals), view.known_cards[rival], unseen(view)
    # each unseen card is in this hand with the same chance, and this way up in half of the cases
    share = (view.hand_counts[rival] - len(known)) / max(1, len(numbers)) / 2
    hidden = Counter(value for number in numbers for value in deck.PAIRS[number - 1])
    hands = [Counter(ACTIVE[card] for card in known)]
    if seats == 2:
        # it has two turns: time to turn its hand before
        hands.append(Counter(ACTIVE[card ^ 1] for card in known))
    there = _lying_for(view, rival, len(cards) - 1)
    holds = 1.0
    for held in hands:
        for value in range(ACTIVE[cards[0]] + 1, deck.HIGHEST + 1):
            needed = (1 if value in there else len(cards)) - held[value]
            holds *= 1.0 - _chance_of(needed, hidden[value], share)
    return holds


def _lying_for(view: View, rival: int, size: int) -> set[int]:
    """Return the values of sets of ``size`` cards that still lie there when a rival's turn comes, to be added to."""
    seats = len(view.totals)
    found: set[int] = set()
    for place, cards in enumerate(view.sets):
        owner = owner_of(place, seats)
        if seats == 2:
            stays = owner == view.seat and view.area == 1 and place != own_place(view.turn, view.area, seats)
        else:
            stays = owner != rival and (owner - view.seat) % seats > (rival - view.seat) % seats
        if stays and cards and len(cards) == size:
            found.add(ACTIVE[cards[0]])
    return found


def _chance_of(needed: int, cards: int, share: float) -> float:
    """Return the chance of at least ``needed`` of some cards, each with the same chance."""
    if needed <= 0:
        return 1.0
    fewer = range(min(needed, cards + 1))
    return 1.0 - sum(comb(cards, got) * share**got * (1 - share) ** (cards - got) for got in fewer)
