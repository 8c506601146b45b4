"""The cards of Keine Ahnung as data.

A card is a small int with all of its properties, so that two copies are indistinguishable: function * 100 + colour * 10
+ number, or 400 + stars for a consolation prize. A grid place without a card is 0; in a view a face-down card is -1.
"""

COLOURS: tuple[str, ...] = ("blue", "grey", "green", "yellow", "red", "purple")
#: function -> name; 0 is a card without a function (rule text, section 1.2)
FUNCTIONS: tuple[str, ...] = ("plain", "remove", "plus", "refill")
REMOVE, PLUS, REFILL = 1, 2, 3
NUMBERS = range(1, 7)
PLACES = 6
#: number of cards that REFILL brings opponents' grids up to (section 4.1)
REFILL_TO = 3
#: most cards a player may have to call (section 4.3)
MOST_TO_CALL = 3

#: upper bound of the number of piles: that of the number cards (section 1)
MOST_PILES = 102

EMPTY = 0
HIDDEN = -1
PRIZE = 400

#: stars of the six consolation prizes and of the twelve trophies (section 1)
PRIZES: tuple[int, ...] = (PRIZE + 2, PRIZE + 1, PRIZE + 1, PRIZE + 1, PRIZE + 1, PRIZE)
TROPHIES: tuple[int, ...] = (5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3)

#: copies of each combination of colour and number: three, with these exceptions (section 1.1); colours count from 1
_COPIES = 3
_EVEN: dict[tuple[int, int], int] = {(1, 4): 2, (2, 5): 2, (3, 3): 2, (4, 1): 2, (5, 2): 2, (6, 6): 2}
#: colours of 22, 20, 18, 16, 14 and 12 cards, but 17 of every number (section 1.1, the preset "skewed")
_SKEWED: dict[tuple[int, int], int] = {
    **dict.fromkeys(((1, 1), (1, 2), (1, 3), (1, 4), (2, 5), (2, 6)), 4),
    **dict.fromkeys(((4, 5), (4, 6), (5, 1), (5, 2), (5, 3), (5, 4)), 2),
    **dict.fromkeys(((6, number) for number in NUMBERS), 2),
}


def card_of(colour: int, number: int, function: int = 0) -> int:
    """Return the card of a colour (1 to 6, as in COLOURS), a number (1 to 6) and a function (0 for none)."""
    return function * 100 + colour * 10 + number


def colour_of(card: int) -> str:
    """Return the colour's name of a number card."""
    return COLOURS[card // 10 % 10 - 1]


def number_of(card: int) -> int:
    """Return the number of a number card."""
    return card % 10


def plain_of(card: int) -> int:
    """Return the number card of that colour and number without a function."""
    return card % 100


def function_of(card: int) -> int:
    """Return the function of a number card, 0 for none."""
    return card // 100


def stars_of(prize: int) -> int:
    """Return the stars of a consolation prize."""
    return prize - PRIZE


def _box(copies: dict[tuple[int, int], int]) -> tuple[int, ...]:
    """Return the 102 number cards: one copy of every combination has a function, in threes along rows and columns."""
    cards = []
    for colour in range(1, len(COLOURS) + 1):
        for number in NUMBERS:
            function = (2 * (colour - 1) + number) % 3 + 1
            plain = copies.get((colour, number), _COPIES) - 1
            cards += [card_of(colour, number, function), *[card_of(colour, number)] * plain]
    return tuple(cards)


#: the house rule "deck" -> the 102 number cards
NUMBER_CARDS: dict[str, tuple[int, ...]] = {"even": _box(_EVEN), "skewed": _box(_SKEWED)}

#: card -> every number card that fits on it, by colour or number (section 3)
FITTING: dict[int, frozenset[int]] = {
    top: frozenset(card for card in NUMBER_CARDS["even"] if card // 10 % 10 == top // 10 % 10 or card % 10 == top % 10)
    for top in sorted({*NUMBER_CARDS["even"]})
}
