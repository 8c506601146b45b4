"""Puzzles of the eye: cards to find, to count and to tell apart at a table of Twin It!."""

import pygame
import pytest
from all_screens import TALL, WIDE
from drivers import driver_of
from player import Player
from puzzle_pages import opened, stored
from table_player import dock_of

from game.player import puzzles


def test_two_touches_find_the_pair_and_others_are_refused():
    player = opened("twin_it", 5)
    puzzle = puzzles.puzzles_of("twin_it")[5]
    one, other = puzzle.steps[0].right[0][3:]
    third = next(face.card for face in player.scene.match.view(0).faces if face.card not in (one, other))
    for card in (one, third):
        player.tap(f"card-{card}")
    player.wait(100)
    assert player.scene.spoken() == player.app.context.texts("puzzles.not_it")
    assert not stored(player)
    for card in (one, other):
        x, y = player.app.context.frame.to_real(*player.scene.items.find(f"card-{card}").box.centre)
        across = {"x": x / player.screen.get_width(), "y": y / player.screen.get_height()}
        player.feed(pygame.FINGERDOWN, touch_id=1, finger_id=card, dx=0.0, dy=0.0, **across)
        player.feed(pygame.FINGERUP, touch_id=1, finger_id=card, dx=0.0, dy=0.0, **across)
    player.wait(100)
    assert player.app.context.texts("puzzles.right") in player.scene.spoken()
    assert stored(player) == {"twin_it": {str(puzzle.seed): 2}}
    assert len(player.scene.match.actions) == len(puzzle.actions)
    player.press(pygame.K_RETURN, "\r")
    player.wait(100)
    assert driver_of(player.scene).attempt.number == 6


def eye(ask: str) -> int:
    """Return the number of the first puzzle of Twin It! with this question."""
    return next(number for number, puzzle in enumerate(puzzles.puzzles_of("twin_it")) if puzzle.steps[0].ask == ask)


def answer(player: Player, given: object) -> None:
    """Tap the cards of a move, or the button of a number."""
    for id_ in [f"puzzle-choice-{given}"] if isinstance(given, int) else [f"card-{card}" for card in given[3:]]:  # type: ignore[index]
        player.tap(id_)
        player.wait(100)


@pytest.mark.parametrize("size", [WIDE, TALL])
@pytest.mark.parametrize("ask", ["lookalikes", "alone", "pairs"])
def test_a_question_of_the_eye_is_answered_by_its_cards_or_a_number(ask, size):
    player = opened("twin_it", eye(ask), size=size)
    puzzle, texts = puzzles.puzzles_of("twin_it")[eye(ask)], player.app.context.texts
    step, dock = puzzle.steps[0], dock_of(player)
    assert texts(f"twin_it.ask.{ask}") in player.scene.spoken()
    cards = [face.card for face in player.scene.match.view(0).faces]
    boxes = [player.scene.table.place_of(f"card-{card}") for card in step.about]
    assert [box for box, _ in dock.marks] == ([] if step.asks_number else boxes)
    wrong = step.wrong[0][0] if step.wrong else [*step.right[0][:3], *[c for c in cards if c not in step.right[0]][:2]]
    answer(player, wrong)
    own = f"twin_it.ask.{ask}.wrong"
    assert dock_of(player).panel_text.head == texts(own if texts.has(own) else "puzzles.wrong_answer")
    answer(player, step.right[0])
    assert stored(player) == {"twin_it": {str(puzzle.seed): 2}}
    marked = [f"card-{card}" for card in (step.about if step.asks_number else step.right[0][3:])]
    assert {box for box, _ in dock_of(player).marks} == {*map(player.scene.table.place_of, marked)}
    assert dock_of(player).panel_text.body, "a right answer has its reason"


def test_only_the_marked_cards_can_be_the_one_alone_and_no_card_answers_with_a_number():
    for ask in ("alone", "pairs"):
        player = opened("twin_it", eye(ask))
        about = puzzles.puzzles_of("twin_it")[eye(ask)].steps[0].about
        other = next(face.card for face in player.scene.match.view(0).faces if face.card not in about)
        item = player.scene.items.find(f"card-{other}")
        assert (item is None) == (ask == "pairs")
        if item:
            player.tap(item.id)
        attempt = driver_of(player.scene).attempt
        assert (attempt.misses, attempt.last_try) == (0, None)


def test_a_puzzle_of_the_eye_allows_no_other_move():
    player = opened("twin_it", 0)
    before = player.scene.match.save()
    assert not [id_ for id_ in player.ids() if id_.startswith("do-")]
    assert player.scene.table.spots.stack is None
    card = player.scene.match.view(0).faces[-1].card
    item = player.scene.items.find(f"card-{card}")
    player.drag(item.box.centre, (item.box.x + 300, item.box.y + 40))
    player.wait(60_000)
    assert player.scene.match.save() == before
    player.press(pygame.K_h, "h")
    player.wait(100)
    assert player.app.context.texts("puzzles.answer_is") in player.scene.spoken()
