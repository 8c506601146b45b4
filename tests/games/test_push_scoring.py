"""Scoring of Push: sums, and ties."""

import pytest
from boxes import within
from finished import finished
from player import Player
from push_states import copies_of, state_of
from pygame import Surface

from game.core.match import Seat
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.games.push import layout
from game.games.push.deck import COLOURS, DICE, NUMBER_CARDS
from game.games.push.faces import sum_tile
from game.games.push.result import Pictures, sheet_of
from game.games.push.scoring import Score, colour_sums, points_of, score, winners_of
from game.scenes.result.result import Result


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


def test_the_tie_rule_is_explained_only_if_it_decides_a_place():
    assert rule_of("r6", "b6", "y1") == "push.result.rule"
    assert rule_of("r6", "b1", "y1") == "push.result.rule"
    assert rule_of("r6", "b2", "y1") == "push.result.rule_plain"


@pytest.mark.parametrize("size", [(1280, 720), (844, 390), (390, 844)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_result_has_a_stack_with_a_readable_sum_for_each_colour_and_secured_cards(size, seats, monkeypatch):
    """Colours are below one another, so that an absent one leaves its place free."""
    player = Player(size)
    scene = Result(player.app.context, finished("push", seats, 1))
    player.app.stack.carry_out(Reset(scene))
    kit, store, made = player.app.context.kit, scene.match.state.store, list[tuple]()
    monkeypatch.setattr(kit, "scene_image", lambda make, *args: made.append((make, args)) or make(kit, *args))
    for number, (row, *_rest) in enumerate(scene.outcome.rows):
        made.clear()
        box = scene.rows.cards_box(scene.places.row(number))
        scene.pictures.draw_cards(Canvas(player.screen, player.app.context.frame), row.seat, box, len(COLOURS), False)
        sums = {
            name: points_of(cards)
            for name, cards in zip(COLOURS, layout.by_colour(store.displays[row.seat]), strict=True)
        }
        sums["back"] = points_of(store.secured[row.seat])
        assert sorted(args[-2] if make is sum_tile else args[1] for make, args in made) == sorted(
            filter(sums.get, sums)
        )
        for make, args in made:
            size, name, points = (args[1] * 0.8, *args[2:]) if make is sum_tile else (args[0] * 0.46, *args[1:3])
            assert points == sums[name]
            assert kit.px(size) >= 11, "the sum can be read"
        places = scene.pictures.places(box)
        assert all(within(place, box) for place in places)
        assert scene.pictures.card_width(box) <= places[0].w


def test_a_sum_appears_as_its_colour_is_counted(monkeypatch):
    player = Player()
    kit, shown = player.app.context.kit, list[int]()
    pictures = Pictures(player.app.context, state_of(seats=2, displays=("r1 b2 b3", ""), secured=("y4", "")))
    monkeypatch.setattr(
        kit, "scene_image", lambda _make, _w, _name, points, _count: shown.append(points) or Surface((1, 1))
    )
    canvas = Canvas(player.screen, player.app.context.frame)
    for pieces in range(3):
        pictures.draw_cards(canvas, 0, Box(0, 0, 400, 80), pieces, False)
    assert shown == [-1, -1, -1, 1, -1, -1, 1, 5, 4]
