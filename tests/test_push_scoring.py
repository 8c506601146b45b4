"""Scoring of Push: sums, and who wins when they are equal."""

from __future__ import annotations

import pytest
from push_states import copies_of

from game.games.push.deck import DICE, NUMBER_CARDS
from game.games.push.scoring import Score, colour_sums, points_of, score, winners_of


def cards(line: str) -> tuple[int, ...]:
    """Cards by their short names, the first copy of each."""
    return tuple(copies_of(name)[0] for name in line.split())


@pytest.mark.parametrize(
    ("shown", "secured", "result"),
    [
        ("", "", Score(0, 0, 0, 0)),
        ("r6 b4", "", Score(10, 0, 2, 10)),
        ("", "y1 y2 g3", Score(0, 6, 3, 6)),
        ("p5 r1", "y1 y2 g3", Score(6, 6, 5, 12)),
    ],
)
def test_open_and_secured_cards_count_their_numbers(shown, secured, result):
    assert score(cards(shown), cards(secured)) == result


def test_all_numbers_together_are_315_and_each_colour_63():
    assert points_of(NUMBER_CARDS) == 315
    assert colour_sums(NUMBER_CARDS) == [63] * 5


def test_dice_cards_have_no_points():
    assert points_of((*DICE, *cards("r6"))) == 6


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([(12, 3), (11, 9)], (0,)),
        ([(12, 3), (12, 4)], (1,)),
        ([(12, 4), (12, 4), (12, 3)], (0, 1)),
        ([(0, 0), (0, 0)], (0, 1)),
    ],
)
def test_most_points_win_then_most_cards_and_then_it_is_shared(scores, winners):
    assert winners_of([Score(total, 0, count, total) for total, count in scores]) == winners
