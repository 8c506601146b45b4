"""Whole games through the interface: by keyboard alone, by pointer alone, by touch, at several sizes."""

import json

import pygame
import pytest
import table_player
from player import Player
from table_player import offered

from game.app import start
from game.host.storage import MemoryStorage
from game.scenes.setup.setup import Setup
from game.scenes.title.title import Title
from game.table.turns.scene import TurnScene


def play_out(player: Player, use) -> int:
    """Use every fourth time the last of what is offered, else the first; return the number of decisions."""

    def decide(number: int) -> None:
        ids = offered(player)
        use(ids[-1] if number % 4 == 0 else ids[0])

    done = table_player.play_out(player, use, decide, table_player.MOVES, 600)
    assert not done.curtains
    return done.decisions


def fast(player: Player) -> None:
    player.app.context.settings.speed = "fast"


def test_from_launch_to_play_are_two_inputs():
    player = Player()
    assert isinstance(player.scene, Title)
    player.tap("nein_danke")
    player.tap("start")
    assert isinstance(player.scene, TurnScene)


def test_a_whole_game_by_keyboard_alone():
    player = Player(language="en")
    fast(player)
    player.use_by_keys("nein_danke")
    assert isinstance(player.scene, Setup)
    player.use_by_keys("option-specials")
    player.use_by_keys("start")
    play_out(player, player.use_by_keys)
    result = player.scene
    player.use_by_keys("skip")
    player.wait(400)
    player.use_by_keys("again")
    assert isinstance(player.scene, TurnScene), "a rematch begins at once"
    assert result.match.is_over


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_whole_game_by_pointer_alone(size):
    player = Player(size)
    fast(player)
    player.tap("nein_danke")
    player.tap("option-specials")
    player.tap("start")
    play_out(player, player.tap)
    player.tap("skip")
    player.wait(400)
    player.tap("again")
    assert isinstance(player.scene, TurnScene)


def test_by_touch_a_card_is_lifted_before_it_is_given_away():
    asked = 0

    def use(id_: str) -> None:
        nonlocal asked
        match = player.scene.match
        before, choice = len(match.actions), len(match.game.legal_actions(match.state)) > 1
        player.tap(id_, touch=True)
        # where nothing else can be done a slip of the finger harms nobody
        if id_.startswith("card-") and choice:
            assert len(player.scene.match.actions) == before, "one touch must not give a card away"
            assert player.scene.choosing.selected is not None
            asked += 1
            player.tap(id_, touch=True)
        assert len(player.scene.match.actions) == before + 1

    for seed in range(1, 30):
        storage = MemoryStorage()
        storage.write("setup", json.dumps({"nein_danke": {"options": {"specials": True}}}))
        player = Player((390, 844), start.Wish("nein_danke", ("human", "easy", "easy"), seed), storage)
        player.app.context.settings.speed = "off"
        play_out(player, use)
        if asked:
            break
    assert asked


def test_first_and_second_key_are_the_two_moves():
    player = Player()
    fast(player)
    player.tap("nein_danke")
    player.tap("start")
    scene = player.scene
    assert player.wait(60_000, lambda: bool(offered(player)))
    before = len(scene.match.actions)
    player.press(pygame.K_1, "1")
    assert len(scene.match.actions) == before + 1


def test_a_tap_skips_what_is_being_shown():
    player = Player()
    player.tap("nein_danke")
    player.tap("start")
    scene = player.scene
    assert scene.director.busy
    player.point(640, 600)
    assert not scene.director.busy
