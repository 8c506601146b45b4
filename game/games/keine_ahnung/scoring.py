"""Scoring of trophies and consolation prizes (rule text, section 5)."""

from collections.abc import Sequence
from typing import NamedTuple

from game.games.keine_ahnung.deck import stars_of


class Score(NamedTuple):
    """One player's score, in the parts that the score screen adds up."""

    #: stars of each trophy, in the order won
    trophies: tuple[int, ...]
    #: stars of each consolation prize, in the order found
    prizes: tuple[int, ...]
    #: number of trophies and prizes, including those without stars: the tie-break
    cards: int
    #: all stars together
    total: int


def score(trophies: Sequence[int], prizes: Sequence[int]) -> Score:
    """Score a player's trophies (stars) and consolation prizes (cards)."""
    stars = tuple(map(stars_of, prizes))
    return Score(tuple(trophies), stars, len(trophies) + len(prizes), sum(trophies) + sum(stars))


def best(results: Sequence[Score]) -> tuple[int, ...]:
    """Return the winning seats: most stars, then most cards; seats still equal share the win."""
    keys = [(result.total, result.cards) for result in results]
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))
