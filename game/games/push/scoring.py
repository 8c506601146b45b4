"""What a player's cards are worth (rule text, section 4)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.games.push.deck import COLOUR_OF, COLOURS, VALUE_OF


class Score(NamedTuple):
    """One player's score, in the parts that the score screen adds up."""

    #: points that lie open and face down
    shown: int
    secured: int
    #: number cards held, open and secured: they break a tie
    cards: int
    total: int


def points_of(cards: Iterable[int]) -> int:
    """Sum of the cards' values; dice and direction cards have none."""
    return sum([VALUE_OF[card] for card in cards])


def colour_sums(cards: Iterable[int]) -> list[int]:
    """Points of number cards by colour."""
    sums = [0] * len(COLOURS)
    for card in cards:
        sums[COLOUR_OF[card]] += VALUE_OF[card]
    return sums


def score(display: Sequence[int], secured: Sequence[int]) -> Score:
    """Score a player's open and secured cards (section 4)."""
    shown, safe = points_of(display), points_of(secured)
    return Score(shown, safe, len(display) + len(secured), shown + safe)


def winners_of(scores: Sequence[Score]) -> tuple[int, ...]:
    """The seats with most points, of those the ones with most cards; what is still equal is shared (section 4)."""
    keys = [(result.total, result.cards) for result in scores]
    best = max(keys)
    return tuple(seat for seat, key in enumerate(keys) if key == best)
