"""Playing on from a point of a replay: it asks at that point if another match would be shelved."""

import json
from dataclasses import replace

import pytest
from drivers import is_replay
from finished import finished
from ladder import play
from player import Player
from table_player import PHONE, WIDE

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine.layout import overlap
from game.engine.scene import Push
from game.player import saves
from game.scenes.navigation import routes
from game.services import launch_request
from game.table.turns.local import TurnLocalDriver


def replaying() -> Player:
    """Return a player at a replay while a match is in progress."""
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3))
    assert player.wait(60_000, lambda: "do-take" in player.ids())
    player.tap("do-take")
    player.app.stack.carry_out(Push(routes.replay(player.app.context, play("nein_danke", ("easy",) * 3, {}, 9))))
    player.wait(100)
    return player


def test_playing_on_asks_once_if_a_match_would_be_shelved():
    player = replaying()
    player.tap("play_on")
    assert is_replay(player.scene)
    # screen readers read out the button's question
    assert player.scene.question() == (player.app.context.texts("replay.play_on_sure"), True)
    player.tap_again("play_on")
    assert isinstance(player.scene.driver, TurnLocalDriver)
    assert player.scene.match.seed == 9


def test_playing_on_shelves_the_match_in_progress():
    player = replaying()
    before = json.loads(player.storage.read(saves.save_key("nein_danke")))
    player.tap("play_on")
    player.tap_again("play_on")
    assert [saved.save for saved in saves.resumable_matches(player.app.context) if saved.is_shelved] == [before]


def test_moving_on_in_the_replay_withdraws_the_question():
    player = replaying()
    player.tap("play_on")
    for way in ("forward", "backward", "forward"):
        player.tap(way)
        player.wait(100)
        player.tap("play_on")
        assert is_replay(player.scene)
        assert json.loads(player.storage.read(saves.save_key("nein_danke")))["seed"] == 3


def test_without_a_match_in_progress_playing_on_does_not_ask():
    player = replaying()
    player.storage.delete(saves.save_key("nein_danke"))
    player.tap("play_on")
    assert isinstance(player.scene.driver, TurnLocalDriver)


def test_a_replay_is_drawn_only_while_something_moves():
    player = replaying()
    scene = player.scene
    scene.driver.playing = False
    player.wait(5000, lambda: not scene.director.busy and not scene.table.layer.busy)
    player.wait(100)
    scene.dirty = False
    scene.update(16)
    assert not scene.dirty
    scene.table.layer.arrange(
        {key: sprite.place._replace(x=sprite.place.x + 90) for key, sprite in scene.table.layer.sprites.items()}, 300
    )
    scene.update(16)
    assert scene.dirty


def test_a_press_elsewhere_withdraws_the_question():
    player = replaying()
    player.tap("play_on")
    assert player.scene.confirming == "play_on"
    player.hold(2, 2)
    assert not player.scene.confirming
    player.let_go(2, 2)
    player.tap("play_on")
    assert is_replay(player.scene)


@pytest.mark.parametrize("game", GAMES)
def test_a_wide_table_keeps_its_size_in_a_replay_and_its_controls_cover_nothing(game):
    player, match = Player(WIDE), finished(game)
    shown = PRESENTATIONS[game].table(player.app.context, match.seats, 0, match.view(0))
    player.app.stack.carry_out(Push(routes.replay(player.app.context, match)))
    table, strip = player.scene.table, player.scene.strip
    if game == "push":
        # the controls are where it announces what a roll costs
        shown.spots = replace(shown.spots, stage=table.spots.stage)
    assert table.spots == shown.spots
    x, y, w, h = strip.panel
    over = [*filter(None, (table.spots.tray, getattr(table.spots, "log", None), getattr(table.spots, "field", None)))]
    assert not any(overlap(strip.panel, box) for box in over)
    controls = [item.box for item in player.scene.items.items if item.id in ("start", "end", "toggle", "play_on")]
    assert all(x <= box.x and box.x + box.w <= x + w and y <= box.y and box.y + box.h <= y + h for box in controls)
    assert len(controls) == 4
    assert strip.line.y + strip.line.h <= player.app.context.frame.height


@pytest.mark.parametrize("game", [game for game in GAMES if game != "twin_it"])
def test_a_replay_in_portrait_tells_the_last_event_once(game):
    player = Player(PHONE)
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished(game), routes.ReplayStart(place=20))))
    player.wait(200)
    table = player.scene.table
    assert table.log
    assert not table.log_panel.first(3)
    player.resize(WIDE)
    player.wait(200)
    assert player.scene.table.log_panel.first(3)
