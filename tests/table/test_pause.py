"""The pause and its effect on a running match, in every game."""

import json

import pygame
import pytest
from player import Player
from table_player import offered_moves, sit

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.player import saves
from game.scenes.table.pause import Pause
from game.services import launch_request
from game.table.live.scene import LiveScene
from game.table.turns.scene import TurnScene

SEED = 7


def at_table(game: str) -> Player:
    """Return one person among bots, at a table that was asked for by its game number."""
    wish = launch_request.LaunchRequest(game, ("human", "easy", "easy"), SEED)
    player = Player(wish=wish, language="en")
    player.app.context.settings.speed = "off"
    assert player.wait(5000, lambda: isinstance(player.scene, (TurnScene, LiveScene)))
    return player


def match_of(player: Player) -> Match:
    """Return the match at the table before the screen."""
    assert isinstance(player.scene, (TurnScene, LiveScene))
    return player.scene.match


def act(player: Player) -> None:
    """Wait until something has been done in the match."""
    match = match_of(player)
    for _ in range(400):
        stored = json.loads(player.storage.read(saves.save_key(match.game.name)) or "{}")
        if match.actions and stored.get("seed") == match.seed:
            return
        player.wait(100)
        if moves := [id_ for id_ in player.ids() if id_ == "go" or id_.startswith(("do-", "card-"))]:
            # a button acts at once, whereas a card may only be chosen
            player.tap(min(moves, key=lambda id_: not id_.startswith("do-")))
    raise AssertionError("nobody acts")


@pytest.mark.parametrize("game", GAMES)
def test_a_restarted_match_has_new_cards(game):
    player = at_table(game)
    before = match_of(player)
    assert before.seed == SEED
    act(player)
    player.tap("pause")
    player.tap("restart")
    assert isinstance(player.scene, Pause), "the first tap only asks"
    player.tap_again("restart")
    fresh = match_of(player)
    assert fresh is not before
    assert (fresh.game, fresh.seats, fresh.options) == (before.game, before.seats, before.options)
    assert fresh.seed != SEED
    assert fresh.at(0).state != before.at(0).state, "the deal is another one"
    act(player)
    kept = json.loads(player.storage.read(saves.save_key(player.scene.match.game.name)) or "{}")
    assert kept["seed"] == fresh.seed, "the fresh match is the one that is kept"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_without_actions_restarts_without_a_question(game):
    player = at_table(game)
    before = match_of(player)
    if before.actions:
        return
    player.tap("pause")
    player.tap("restart")
    assert match_of(player) is not before


def test_a_question_to_confirm_expires_after_a_while_or_another_touch():
    player = at_table("nein_danke")
    act(player)
    player.tap("pause")

    def asks() -> bool:
        text = player.app.context.texts("pause.sure")
        return any(item.label == text for item in player.items)

    for leave in (
        lambda: player.wait(6000),
        lambda: player.tap("speed-1"),
        lambda: player.point(3, 3),
        lambda: player.press(pygame.K_ESCAPE),
        lambda: player.press(pygame.K_UP),
    ):
        player.tap("restart")
        assert asks()
        leave()
        assert isinstance(player.scene, Pause)
        assert not asks()
    player.tap("restart")
    assert isinstance(player.scene, Pause)


@pytest.mark.parametrize("game", GAMES)
def test_resuming_after_a_pause_keeps_the_match(game):
    player = at_table(game)
    before = match_of(player)
    player.tap("pause")
    player.tap("resume")
    assert match_of(player) is before


def test_a_double_click_does_not_confirm():
    """Its second press came too early to have read the question."""
    player = sit(Match(GAMES["push"], {}, [Seat("Toni", "human"), Seat("Frida", "easy")], 3))
    assert player.wait(9000, lambda: bool(offered_moves(player)))
    player.tap(offered_moves(player)[0])
    player.tap("pause")
    match, presses = player.scene.match, 3
    for _ in range(presses):
        player.tap("restart")
        player.wait(100)
    assert isinstance(player.scene, Pause)
    assert player.scene.confirming == "restart"
    player.tap_again("restart")
    assert player.scene.match is not match
