"""Markers, rounds and winners of dnuP (rule text, sections 5.1 and 6)."""

import pytest

from game.games.dnup.scoring import award_of, goal_of, outs_of, winners_of


@pytest.mark.parametrize(("seats", "awards"), [(2, [1, 0]), (3, [2, 1, 0]), (4, [2, 1, 0, 0]), (5, [2, 1, 0, 0, 0])])
def test_going_out_first_gives_two_markers_and_second_one(seats, awards):
    assert [award_of(rank, seats) for rank in range(seats)] == awards
    assert outs_of(seats) == sum(award > 0 for award in awards)


def test_four_markers_or_two_rounds_win():
    assert [goal_of(seats) for seats in range(2, 6)] == [2, 4, 4, 4]
    assert winners_of((1, 1)) == ()
    assert winners_of((1, 2)) == (1,)
    assert winners_of((3, 3, 3)) == ()
    assert winners_of((3, 5, 3)) == (1,)
    assert winners_of((0, 0, 0, 0, 4)) == (4,)
