"""Markers, rounds and winners of dnuP (rule text, sections 5.1 and 6)."""

import pytest

from game.games.dnup.scoring import award_of, goal_of, outs_of, prospects, winners_of


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


def test_between_two_rounds_every_order_of_going_out_is_equally_likely():
    assert prospects((1, 0)) == [(0.75, 1.0), (0.25, -1.0)]
    # of 0, 3 and 3 markers only the latter can win: the first to go out, or the second after the one without any
    assert prospects((3, 0, 3)) == [(0.5, 0.0), (0.0, -4.0), (0.5, 0.0)]
    shares = [share for share, _lead in prospects((2, 0, 1, 0, 2))]
    assert sum(shares) == pytest.approx(1)
    assert pytest.approx(shares[0]) == shares[4] > shares[2] > shares[1] == pytest.approx(shares[3])
    assert prospects((5, 3, 0)) == [(1.0, 2.0), (0.0, -2.0), (0.0, -5.0)]
