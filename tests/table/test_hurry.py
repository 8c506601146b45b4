"""A round of bots that lasts long can be hurried on to the next decision of the person."""

import pytest
from player import Player
from table_player import PHONE, match_of, scene_of, sit, wait_until

from game.catalogue.registry import GAMES
from game.engine.layout import Box, overlap
from game.engine.transitions import Reset
from game.scenes.navigation import routes
from game.scenes.table.bots_round import LONG_MS
from game.table.turns.parts import PILL

TURN_GAMES = [name for name, game in GAMES.items() if not game.real_time]
BOTS = ("human", *["normal"] * 5)


def bots_play(name: str, **how):
    """Return a player at a table of six where bots have begun to play, after the person's decisions."""
    game = GAMES[name]
    player = sit(match_of(game, BOTS[: game.max_seats], 3), speed="normal", **how)
    wait_until(player, lambda: "to_me" in player.ids() or scene_of(player).table.viewer_decides)
    while scene_of(player).table.viewer_decides:
        scene_of(player).act(game.legal_actions(scene_of(player).match.state)[0])
        wait_until(player, lambda: "to_me" in player.ids() or scene_of(player).table.viewer_decides)
    return player, scene_of(player)


@pytest.mark.parametrize("name", TURN_GAMES)
@pytest.mark.parametrize("size", [(1280, 720), PHONE])
def test_a_tap_hurries_bots_on_to_the_persons_decision_with_the_same_moves(name, size):
    took = []
    for taps in (False, True):
        player, scene = bots_play(name, size=size)
        if taps:
            player.tap("to_me")
            assert "to_me" not in player.ids()
        began = player.clock.now_ms()
        wait_until(player, lambda scene=scene: scene.table.viewer_decides)
        took.append((player.clock.now_ms() - began, scene.match.actions))
        assert "to_me" not in player.ids()
    (usual_ms, moves), (hurried_ms, same) = took
    assert moves == same
    assert hurried_ms < 0.4 * usual_ms


def test_a_round_is_hurried_once_and_only_after_a_while():
    player, scene = bots_play("push")
    player.tap("to_me")
    wait_until(player, lambda: scene.table.viewer_decides and not scene.bots_round.hurried)
    while scene.table.viewer_decides:
        scene.act(scene.match.game.legal_actions(scene.match.state)[-1])
        player.wait(32)
    player.wait(LONG_MS - 100, lambda: scene.table.viewer_decides)
    assert "to_me" not in player.ids()


def test_a_press_that_comes_too_late_makes_no_move():
    player, scene = bots_play("push")
    box = scene.items.find("to_me").box
    player.tap("to_me")
    wait_until(player, lambda: scene.table.viewer_decides)
    assert scene.items.at(*box.centre).id == "hint"


def test_a_tutorial_is_not_hurried():
    player = Player()
    player.app.stack.carry_out(Reset(routes.lesson(player.app.context, "push")))
    assert not player.scene.driver.bots_alone


@pytest.mark.parametrize("name", TURN_GAMES)
@pytest.mark.parametrize("size", [(1280, 720), PHONE, (844, 390)])
def test_the_word_of_the_button_is_clear_of_the_own_part_below(name, size):
    _player, scene = bots_play(name, size=size, language="de")
    button = next(one for one in scene.widgets if getattr(one, "text", "") == scene.context.texts("button.to_me_short"))
    word = Box(button.x, button.y + PILL, 0, 0).at_least(22)
    assert not overlap(word, scene.table.spots.tray)
