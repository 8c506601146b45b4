"""The pause: what it does to a running match, in every game."""

from __future__ import annotations

import json

import pytest
from player import Player

from game import saves, start
from game.core.match import Match
from game.registry import GAMES
from game.scenes.pause import Pause
from game.scenes.realtime import RealTime
from game.scenes.table import TableScene

SEED = 7


def at_table(game: str) -> Player:
    """One person among bots, at a table that was asked for by its game number."""
    wish = start.Wish(game, ("human", "easy", "easy"), SEED)
    player = Player(wish=wish, language="en")
    player.app.context.settings.speed = "off"
    assert player.wait(5000, lambda: isinstance(player.scene, (TableScene, RealTime)))
    return player


def match_of(player: Player) -> Match:
    """The match at the table before the screen."""
    assert isinstance(player.scene, (TableScene, RealTime))
    return player.scene.match


@pytest.mark.parametrize("game", GAMES)
def test_whoever_starts_again_cannot_know_the_cards(game):
    player = at_table(game)
    before = match_of(player)
    assert before.seed == SEED
    player.tap("pause")
    player.tap("restart")
    assert isinstance(player.scene, Pause), "the first tap only asks"
    player.tap("restart")
    fresh = match_of(player)
    assert fresh is not before
    assert (fresh.game, fresh.seats, fresh.options) == (before.game, before.seats, before.options)
    assert fresh.seed != SEED
    assert fresh.at(0).state != before.at(0).state, "the deal is another one"
    player.wait(100)
    kept = json.loads(player.storage.read(saves.CURRENT) or "{}")
    assert kept.items() >= fresh.save().items(), "the fresh match is the one that is kept"


@pytest.mark.parametrize("game", GAMES)
def test_who_goes_on_after_the_pause_finds_the_same_match(game):
    player = at_table(game)
    before = match_of(player)
    player.tap("pause")
    player.tap("resume")
    assert match_of(player) is before
