"""Markers, rounds and winners of dnuP (rule text, sections 5.1 and 6)."""

from functools import partial

import pytest
from finished import finished

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import Match
from game.engine.texts import Texts
from game.games.dnup.rules import NEXT_ROUND
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


def test_the_result_tells_the_sets_beaten_in_a_round_and_at_the_end_in_the_match():
    def beaten(match):
        return [row.remarks[1] for row in score_sheet(match).rows]

    score_sheet = partial(PRESENTATIONS["dnup"].score_sheet, Texts("en"))
    match = finished("dnup", 2, seed=3)
    last = max(length for length, action in enumerate(match.actions) if action == NEXT_ROUND)
    assert beaten(match) == ["9 sets beaten", "11 sets beaten"]
    assert beaten(match.at(last)) == ["2 sets beaten", "2 sets beaten"]
    assert len(score_sheet(Match.at_position(match.game, {}, match.seats, match.state)).rows[0].remarks) == 1
