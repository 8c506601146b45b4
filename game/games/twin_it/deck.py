"""The cards of Twin It! as data (rule text, section 1).

A pattern is a small int, 0 to 118; patterns are ordered in families of near-twins, in the order of ``FAMILIES``, like
the drawn pictures. A card of the box is a pair of patterns, one per side. A game shuffles the box and turns each card
to a random side, so that a card's number in a game (0 to 134) reveals nothing about its other side.
"""

from game.core.rng import Rng
from game.games.twin_it.deck_table import CARDS

CARD_COUNT = 135
PATTERN_COUNT = 119
#: numbers of patterns that occur once, twice and three times; the known numbers leave a choice, this one is ours
ONCE, TWICE, THRICE = 5, 77, 37

#: family -> number of its near-twins
# fmt: off
FAMILIES: dict[str, int] = {
    "rings": 3, "diamonds": 2, "blossom": 3, "hexagons": 2, "burst": 3, "scallops": 3, "chevrons": 2, "zigzag": 2,
    "harlequin": 2, "dots": 3, "pinwheel": 2, "waves": 3, "ripples": 2, "rose": 3, "dahlia": 2, "truchet": 2,
    "leaves": 2, "weave": 2, "quarters": 2, "star": 3, "swirl": 3, "petals": 2, "plus": 2, "triangles": 2,
    "fish": 3, "tulips": 2, "mushrooms": 3, "eyes": 2, "hearts": 3, "moons": 2, "arrows": 2, "drops": 2, "bows": 2,
    "houses": 2, "birds": 3, "cups": 2, "pears": 3, "hexastars": 2, "yinyang": 2, "rainbows": 3, "nest": 2,
    "plaid": 2, "corner": 2, "split": 2, "mountains": 2, "pills": 2, "sunset": 2, "sun": 3, "butterfly": 3,
    "spiral": 2, "maze": 2,
}
# fmt: on

#: pattern -> the number of its family
FAMILY_OF: tuple[int, ...] = tuple(number for number, size in enumerate(FAMILIES.values()) for _ in range(size))


#: pattern -> its near-twins, the other patterns of its family
TWINS: dict[int, tuple[int, ...]] = {
    pattern: tuple(other for other, kin in enumerate(FAMILY_OF) if kin == family and other != pattern)
    for pattern, family in enumerate(FAMILY_OF)
}


def twins_of(pattern: int) -> tuple[int, ...]:
    """Return the near-twins of ``pattern``; a pattern without a family has none."""
    return TWINS.get(pattern, ())


def shuffled(rng: Rng) -> tuple[int, ...]:
    """Return the box for one game: 270 patterns, ``[2c]`` and ``[2c + 1]`` being the sides of card ``c``."""
    faces: list[int] = []
    for one, other in rng.shuffled(CARDS):
        faces += (one, other) if rng.below(2) else (other, one)
    return tuple(faces)
