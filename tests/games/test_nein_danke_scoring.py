"""Scoring of Nein Danke!: the printed numbers, and jokers against brute force."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nein_danke_states import special

from game.games.nein_danke import scoring
from game.games.nein_danke.scoring import score


@pytest.mark.parametrize(
    ("numbers", "kinds", "chips", "total"),
    [
        ([6], [], 0, -6),  # G1
        ([21], [], 0, -21),  # G2
        ([15, 16, 17], [], 0, -15),  # G3
        ([28, 29, 30], ["highest_doubled"], 0, -56),  # G12
        ([30, 31], ["number_40", "highest_doubled"], 0, -110),  # G12
        ([3, 10, 11, 12, 13, 20], [], 5, -28),  # 12a
        ([4, 6, 10, 21], [], 0, -41),  # 12a
        ([13, 15, 16], [], 0, -28),  # 12a
        ([13, 14, 15, 16], [], 0, -13),  # 12a
        ([20, 22, 24], ["joker"], 0, -42),  # 14
        ([35], ["joker", "number_40"], 0, -74),  # 14
        ([8], ["double_chips"], 5, 2),  # 16
        ([8], ["chips_negative"], 5, -13),
        ([8], ["double_chips", "chips_negative"], 5, -18),
        ([8], ["double_chips", "halve_chips"], 5, -3),  # N8
        ([8], ["halve_chips", "chips_negative"], 5, -10),
        ([], ["halve_chips"], 7, 3),  # G10
        ([], ["number_40"], 3, -37),  # 18
        ([], ["joker"], 4, 4),  # N6: alone = 0
        ([35], ["joker", "highest_doubled"], 0, -68),  # N7: 34 joins the chain of the real 35
        ([], ["bonus5", "bonus10", "bonus15", "bonus20"], 0, 50),
        ([4], ["plus_per_card", "skip"], 0, -1),
        ([4], ["minus_per_card"], 0, -6),
        ([4], ["minus_per_card", "plus_per_card"], 2, -2),
    ],
)
def test_printed_totals(numbers, kinds, chips, total):
    assert score([*numbers, *(special(kind) for kind in kinds)], chips).total == total


def test_14_a_joker_bridges_38_and_40():
    assert scoring.place_jokers(frozenset({38, 40}), 1, 0) == (39,)
    assert scoring.penalty_of({38, 39, 40}) == (38, 0)


def test_the_parts_of_a_score_add_up():
    result = score([8, 9, 24, special("joker"), special("bonus10"), special("plus_per_card")], 6)
    parts = result.chip_points + result.bonus + result.per_card - result.penalty - result.doubled
    assert parts == result.total


def brute_force(numbers: frozenset[int], jokers: int, doublings: int) -> int:
    """Return the least penalty over every placement of every number of jokers."""
    free = [n for n in range(1, 41) if n not in numbers]
    best = None
    for count in range(jokers + 1):
        for chosen in combinations(free, count):
            every = numbers.union(chosen)
            penalty = sum(n for n in every if n - 1 not in every)
            if doublings and numbers:
                low = max(numbers)
                while low - 1 in every:
                    low -= 1
                penalty += low * doublings
            best = penalty if best is None else min(best, penalty)
    assert best is not None
    return best


NUMBERS = st.frozensets(st.integers(3, 40).filter(lambda n: not 36 <= n <= 39), max_size=14)


@settings(max_examples=1000, deadline=None)
@given(NUMBERS, st.integers(0, 1))
def test_one_joker_is_placed_as_well_as_by_brute_force(numbers, doublings):
    placed = scoring.place_jokers(numbers, 1, doublings)
    found = sum(scoring.penalty_of(numbers.union(placed), max(numbers, default=0), doublings))
    assert found == brute_force(numbers, 1, doublings)
    assert not numbers & set(placed)


@settings(max_examples=400, deadline=None)
@given(NUMBERS, st.integers(0, 2))
def test_two_jokers_are_placed_as_well_as_by_brute_force(numbers, doublings):
    placed = scoring.place_jokers(numbers, 2, doublings)
    found = sum(scoring.penalty_of(numbers.union(placed), max(numbers, default=0), doublings))
    assert found == brute_force(numbers, 2, doublings)
    assert all(1 <= n <= 40 for n in placed)
