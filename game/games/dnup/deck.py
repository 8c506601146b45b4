"""The cards of dnuP as data (rule text, section 1).

A card is a small int that includes its orientation: twice its number, from 1 to 40, plus one if the higher of its two
values is upright. Turning a card by 180 degrees is therefore ``card ^ 1``.
"""

from collections.abc import Iterable
from typing import TypeGuard

#: low and high value of every card, those always in the game first; the first one has the star
BASE = (
    *((1, 5), (1, 6), (1, 6), (1, 7), (1, 7), (1, 8), (1, 9)),
    *((2, 4), (2, 4), (2, 5), (2, 5), (2, 6), (2, 9), (2, 10)),
    *((3, 4), (3, 5), (3, 6), (3, 7), (3, 8), (3, 9)),
    *((4, 6), (4, 7), (4, 8), (5, 7), (5, 8), (6, 7)),
)
#: the cards added for the third, fourth and fifth player, each group with a symbol
JOINING = {
    3: ((1, 10), (2, 8), (3, 6), (4, 5)),
    4: ((1, 8), (1, 9), (2, 6), (2, 7), (3, 4), (3, 5)),
    5: ((3, 10), (4, 9), (5, 8), (6, 7)),
}
PAIRS = (*BASE, *(pair for pairs in JOINING.values() for pair in pairs))
#: card -> its active value, the upright one; 0 and 1 are no cards
ACTIVE: tuple[int, ...] = (0, 0, *(value for pair in PAIRS for value in pair))
HIGHEST = 10
#: the most cards of one value, and so the largest set
MOST_ALIKE = max(map(ACTIVE.count, range(1, HIGHEST + 1)))
FIRST_CARD, END_OF_CARDS = 2, len(ACTIVE)
#: card -> its bit in a bit set of cards
BITS = tuple(1 << card for card in range(END_OF_CARDS))
#: stands for a card that a seat does not see
HIDDEN = 0
#: the number of the star card, whose holder starts
STAR = 1


def is_card(value: object) -> TypeGuard[int]:
    """Return True for a card, either way up; bools and floats are no cards."""
    return type(value) is int and FIRST_CARD <= value < END_OF_CARDS


def number_of(card: int) -> int:
    """Return the number of a card, from 1 to 40, either way up."""
    return card >> 1


def turned(cards: Iterable[int]) -> tuple[int, ...]:
    """Return ``cards``, each turned by 180 degrees (section 2, the golden rule)."""
    return tuple([card ^ 1 for card in cards])


def by_value(cards: Iterable[int]) -> list[tuple[int, ...]]:
    """Return active value -> those of ``cards`` that have it, in the order given."""
    groups: list[tuple[int, ...]] = [()] * (HIGHEST + 1)
    for card in cards:
        groups[ACTIVE[card]] += (card,)
    return groups


def bits_by_value(cards: Iterable[int]) -> list[int]:
    """Return active value -> bit set of those of ``cards`` that have it, independent of their order."""
    groups = [0] * (HIGHEST + 1)
    for card in cards:
        groups[ACTIVE[card]] |= BITS[card]
    return groups


def cards_in(bits: int) -> tuple[int, ...]:
    """Return the cards of a bit set, in ascending order."""
    cards: list[int] = []
    while bits:
        lowest = bits & -bits
        cards.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(cards)


def numbers_for(seats: int) -> range:
    """Return the numbers of the cards in play with that number of players (section 1.1)."""
    return range(1, 1 + len(BASE) + sum(len(pairs) for least, pairs in JOINING.items() if least <= seats))
