"""Scoring of Keine Ahnung: stars and ties."""

import pytest
from keine_ahnung_states import cards

from game.games.keine_ahnung.scoring import best, score


@pytest.mark.parametrize(
    ("trophies", "prizes", "total", "count"),
    [
        ((), "", 0, 0),
        ((5, 4, 3), "", 12, 3),
        ((3,), "star2 star1 star0", 6, 4),
        ((), "star0", 0, 1),
        ((5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 3), "star2 star1 star1 star1 star1 star0", 52, 18),
    ],
)
def test_stars_of_trophies_and_prizes_are_added(trophies, prizes, total, count):
    result = score(trophies, cards(prizes))
    assert (result.total, result.cards) == (total, count)
    assert sum(result.trophies) + sum(result.prizes) == total
    assert len(result.trophies) + len(result.prizes) == count


def test_21_a_tie_is_won_by_more_cards_counting_prizes_without_stars():
    four = score((5, 4, 4), cards("star1"))
    five = score((4, 4, 4), cards("star2 star0"))
    assert four.total == five.total == 14
    assert best([four, five]) == (1,)
    assert best([five, four, score((3,), ())]) == (0,)


def test_a_tie_of_stars_and_cards_is_a_shared_win():
    same = score((5, 4), cards("star0"))
    assert best([same, score((3,), ()), score((4, 5), cards("star0"))]) == (0, 2)


def test_more_stars_beat_more_cards():
    assert best([score((5, 5), ()), score((3, 3), cards("star1 star1 star1"))]) == (0,)
