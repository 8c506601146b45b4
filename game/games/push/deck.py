"""The cards of Push as data (rule text, section 1).

A card is a small int: 1 to 90 are the number cards, then 18 dice cards, then 12 direction cards. Each copy has
an id of its own. A colour is an int too, the place of its name in ``COLOURS``.
"""

from enum import IntEnum

COLOURS = ("red", "blue", "green", "yellow", "purple")
VALUES = range(1, 7)
COPIES = 3
DICE_CARDS = 18
DIRECTION_CARDS = 12

#: faces of the die: one per colour and a star
STAR = len(COLOURS)
FACES = len(COLOURS) + 1

FIRST_DICE = len(COLOURS) * len(VALUES) * COPIES + 1
FIRST_DIRECTION = FIRST_DICE + DICE_CARDS
#: the most rows on the table (section 3)
MOST_ROWS = 3

NUMBER_CARDS = tuple(range(1, FIRST_DICE))
DICE = tuple(range(FIRST_DICE, FIRST_DIRECTION))
DIRECTIONS = tuple(range(FIRST_DIRECTION, FIRST_DIRECTION + DIRECTION_CARDS))
CARDS = (*NUMBER_CARDS, *DICE, *DIRECTIONS)


class Kind(IntEnum):
    """The kinds of cards."""

    NUMBER = 0
    DICE = 1
    DIRECTION = 2


def _per_card(number: int) -> tuple[int, int]:
    """Return the colour and value of a number card."""
    colour, place = divmod((number - 1) // COPIES, len(VALUES))
    return colour, VALUES[place]


#: card -> colour, or -1 for a card without one; places 0 and -1 are no card
COLOUR_OF = (-1, *(_per_card(card)[0] for card in NUMBER_CARDS), *(-1 for _ in (*DICE, *DIRECTIONS)))
#: card -> points, 0 for a card without a number
VALUE_OF = (0, *(_per_card(card)[1] for card in NUMBER_CARDS), *(0 for _ in (*DICE, *DIRECTIONS)))
#: card -> bits for its colour and its value, or a bit for being a dice card; cards that share a bit cannot be in the
#: same row (section 3)
DICE_MARK = 1 << (len(COLOURS) + len(VALUES))
MARKS = (
    0,
    *(1 << COLOUR_OF[card] | 1 << (len(COLOURS) + VALUE_OF[card] - 1) for card in NUMBER_CARDS),
    *(DICE_MARK for _ in DICE),
    *(0 for _ in DIRECTIONS),
)


def number_card(colour: int, value: int, copy: int = 0) -> int:
    """Return the card of a colour (0 to 4) and a value (1 to 6); ``copy`` is 0 to 2."""
    return (colour * len(VALUES) + value - 1) * COPIES + copy + 1


def kind_of(card: int) -> Kind:
    """Return the kind of ``card``."""
    if card < FIRST_DICE:
        return Kind.NUMBER
    return Kind.DICE if card < FIRST_DIRECTION else Kind.DIRECTION
