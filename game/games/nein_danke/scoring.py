"""Scoring of a display and its chips at the end of a round (rule text, section 5)."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from game.core.cache import cached
from game.games.nein_danke.deck import BONUS, FIRST_SPECIAL, NUMBER_OF, SPECIALS


class Score(NamedTuple):
    """One player's score, in the parts that the score screen adds up."""

    #: maximal chains of numbers, joker placements included
    runs: tuple[tuple[int, ...], ...]
    #: numbers the jokers stand for; a joker that saves nothing is not placed
    jokers: tuple[int, ...]
    #: sum of the lowest number of each run
    penalty: int
    #: points that Highest doubled adds to the penalty
    doubled: int
    chips: int
    chip_points: int
    bonus: int
    #: display count times (+1 cards minus -1 cards)
    per_card: int
    total: int


def runs_of(numbers: Iterable[int]) -> list[tuple[int, ...]]:
    """Split numbers into maximal chains of consecutive ones, lowest chain first."""
    line = sorted(numbers)
    starts = [place for place, number in enumerate(line) if not place or number != line[place - 1] + 1]
    return [tuple(line[start:end]) for start, end in pairwise([*starts, len(line)])]


def penalty_of(numbers: Iterable[int], highest: int = 0, doublings: int = 0) -> tuple[int, int]:
    """Return (sum of the runs' lowest numbers, points added by doubling).

    ``highest`` is the highest real number card; ``doublings`` counts Highest doubled cards: the lowest number of the
    chain that holds ``highest`` counts once more for each (rulings N7, G12).
    """
    total = doubled = 0
    low = previous = -9
    for number in sorted(numbers):
        if number != previous + 1:
            low = number
            total += number
        if number == highest:
            doubled = low * doublings
        previous = number
    return total, doubled


def place_jokers(numbers: frozenset[int], jokers: int, doublings: int) -> tuple[int, ...]:
    """Return the numbers (1 to 40) for at most ``jokers`` jokers with the least penalty, doubling included.

    Only places at most ``jokers`` below a real card can help: a joker lowers or bridges a chain, and every bridge of g
    jokers ends right below a real card.
    """
    if not numbers or not jokers:
        return ()
    highest = max(numbers)
    places = sorted({n - d for n in numbers for d in range(1, jokers + 1) if n - d >= 1} - numbers)
    best: tuple[int, ...] = ()
    least = sum(penalty_of(numbers, highest, doublings))
    for count in range(1, jokers + 1):
        for chosen in combinations(places, count):
            cost = sum(penalty_of(numbers.union(chosen), highest, doublings))
            if cost < least:
                best, least = chosen, cost
    return best


def score(display: Sequence[int], chips: int) -> Score:
    """Score one player's display and chips (section 5)."""
    if max(display, default=0) < FIRST_SPECIAL:
        runs = runs_of(display)
        penalty = sum(run[0] for run in runs)
        return Score(tuple(runs), (), penalty, 0, chips, chips, 0, 0, chips - penalty)
    numbers = frozenset(NUMBER_OF[card] for card in display if card in NUMBER_OF)
    kinds = [SPECIALS[card] for card in display if card >= FIRST_SPECIAL]
    doublings = kinds.count("highest_doubled")
    placed = place_jokers(numbers, kinds.count("joker"), doublings)
    every = numbers.union(placed)
    penalty, doubled = penalty_of(every, max(numbers, default=0), doublings)
    counted = chips * 2 ** kinds.count("double_chips") // 2 ** kinds.count("halve_chips")
    chip_points = -counted if "chips_negative" in kinds else counted
    bonus = sum(BONUS.get(kind, 0) for kind in kinds)
    per_card = len(display) * (kinds.count("plus_per_card") - kinds.count("minus_per_card"))
    total = chip_points + bonus + per_card - penalty - doubled
    return Score(tuple(runs_of(every)), placed, penalty, doubled, chips, chip_points, bonus, per_card, total)


#: the same for a table, which asks in every frame
score_shown = cached(64)(score)
