"""Scoring of a player's cards (rule text, section 4)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.games.push.deck import COLOUR_OF, COLOURS, VALUE_OF


class Score(NamedTuple):
    """One player's score, in the parts that the score screen adds up."""

    #: points of the open and of the secured cards
    shown: int
    secured: int
    #: number cards held, open and secured: the tie-break
    cards: int
    total: int


def points_of(cards: Iterable[int]) -> int:
    """Return the sum of the cards' values; dice and direction cards have none."""
    return sum([VALUE_OF[card] for card in cards])


def colour_sums(cards: Iterable[int]) -> list[int]:
    """Return the points of number cards by colour."""
    sums = [0] * len(COLOURS)
    for card in cards:
        sums[COLOUR_OF[card]] += VALUE_OF[card]
    return sums


def score(display: Sequence[int], secured: Sequence[int]) -> Score:
    """Score a player's open and secured cards (section 4)."""
    shown, safe = points_of(display), points_of(secured)
    return Score(shown, safe, len(display) + len(secured), shown + safe)


def winners_of(scores: Sequence[Score]) -> tuple[int, ...]:
    """Return the winning seats: most points, then most cards; seats still equal share the win (section 4)."""
    keys = [(result.total, result.cards) for result in scores]
    best = max(keys)
    return tuple(seat for seat, key in enumerate(keys) if key == best)
