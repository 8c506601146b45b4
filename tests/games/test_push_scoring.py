"""Scoring of Push: sums, and ties."""

import pytest
from player import Player
from push_states import copies_of, state_of

from game.core.match import Seat
from game.engine.layout import Box
from game.engine.texts import Texts
from game.games.push import layout
from game.games.push.deck import DICE, NUMBER_CARDS
from game.games.push.result import SAFE, Pictures, sheet_of
from game.games.push.scoring import Score, colour_sums, points_of, score, winners_of


def cards(line: str) -> tuple[int, ...]:
    """Return cards by their short names, the first copy of each."""
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
def test_open_and_secured_cards_score_their_numbers(shown, secured, result):
    assert score(cards(shown), cards(secured)) == result


def test_all_numbers_together_are_315_and_each_colour_is_63():
    assert points_of(NUMBER_CARDS) == 315
    assert colour_sums(NUMBER_CARDS) == [63] * 5


def test_dice_cards_score_no_points():
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
def test_the_most_points_win_then_the_most_cards_and_then_it_is_shared(scores, winners):
    assert winners_of([Score(total, 0, count, total) for total, count in scores]) == winners


def rule_of(*displays: str) -> str:
    seats = [Seat(f"P{number}", "human") for number in range(len(displays))]
    return sheet_of(Texts("de"), seats, state_of(seats=len(displays), displays=displays)).rule


def test_the_tie_rule_is_explained_only_if_it_decides_the_first_place():
    assert rule_of("r6", "b6", "y1") == "push.result.rule"
    assert rule_of("r6", "b1", "y1") == "push.result.rule_plain"


def test_the_cards_of_all_players_have_the_same_size_in_the_result():
    """Otherwise the player with the fewest cards would seem to have the most."""
    displays = ("r1", "r2 r3 b1 b2 y1 y2 g1 g2 p1 p2 r4 b4 y4", "b6 y6")
    found = Pictures(Player().app.context, state_of(seats=3, displays=displays))
    box = Box(0, 0, 420 * (1 - SAFE), 110)
    w = found.card_width(box)
    laid = [layout.spread(tuple(cards), box, w, False, (1.0,)) for cards in found.store.displays]
    assert {lying.w for row in laid for lying in row.cards} == {w}
    assert all(lying.x + w / 2 <= box.w + 1 for row in laid for lying in row.cards)
    assert layout.spread(tuple(found.store.displays[0]), box, 100.0, False).cards[0].w > w
