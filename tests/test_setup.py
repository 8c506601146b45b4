"""The set-up of a game with modes: it fits in every size, and pointer and keys can choose everything."""

from __future__ import annotations

import pygame
import pytest
from player import Player
from test_screens import SCALES, TALL, WIDE, show_at, watched  # noqa: F401

from game.core.match import HUMAN
from game.engine.layout import Box
from game.engine.texts import LANGUAGES
from game.games.twin_it.options import MODES
from game.registry import GAMES
from game.scenes import routes
from game.scenes.howto import HowTo
from game.scenes.setup import Setup

GAME = "twin_it"
RULES = GAMES[GAME]


def opened(size=(1280, 720), language="de", people=1):
    """A player at the set-up, with so many people among the seats."""
    player = Player(size, language=language)
    player.tap(GAME)
    rows = player.scene.lineup.seats
    rows[:people] = [row._replace(kind=HUMAN) for row in rows[:people]]
    player.scene.lineup.settle(player.app.context.texts)
    player.scene.build()
    return player


def hold(player, faults, watched):  # noqa: F811
    """Note what is wrong with the screen that is shown."""
    for scale in SCALES:
        watched.clear()
        show_at(player, player.screen.get_size(), scale)
        player.draw()
        faults += [f"{type(player.scene).__name__} {player.scene.lineup.options['mode']} {scale}: {w}" for w in watched]
    frame = player.app.context.frame
    for item in player.items:
        assert Box(0, 0, frame.width, frame.height).holds(*item.box.centre), item
        assert max(item.box.w, item.box.h) >= 72, item
        assert min(item.box.w, item.box.h) >= 48, item


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL])
def test_every_mode_fits(size, language, watched):  # noqa: F811
    faults: list[str] = []
    for people in (1, 3):
        player = opened(size, language, people)
        for place in range(len(MODES)):
            player.tap(f"option-mode-{place}")
            hold(player, faults, watched)
            player.tap("more_rules")
            hold(player, faults, watched)
            player.tap("back")
        while "add" in player.ids():
            player.tap("add")
        hold(player, faults, watched)
    assert not faults, "\n".join(["", *sorted(set(faults))])


def test_teams_seat_bots_and_tell_it_and_a_single_one_can_play_the_minute():
    player = opened()
    while len(player.scene.lineup.seats) > 2:
        player.tap("remove-1")
    assert "remove-0" not in player.ids()
    player.tap("option-mode-1")
    assert len(player.scene.lineup.seats) == 4
    player.wait(100)
    assert player.app.toasts.shown.startswith("Ab 4 Plätzen")
    player.tap("option-mode-2")
    for _ in range(3):
        player.tap("remove-1")
    assert len(player.scene.lineup.seats) == 1
    player.tap("option-mode-0")
    assert [seat.kind for seat in player.scene.lineup.seats] == [HUMAN, "adaptive"]


def test_a_second_person_brings_buzzers_and_that_is_told():
    player = opened()
    player.tap("level-1-0")
    player.wait(100)
    assert player.scene.lineup.options["buzzers"]
    assert player.app.toasts.shown == player.app.context.texts("twin_it.settled.buzzers.on")
    player.tap("option-calm")
    assert not player.scene.lineup.options["buzzers"]


def test_keys_alone_reach_modes_and_house_rules():
    player = opened()
    player.use_by_keys("option-forbidden")
    assert player.scene.lineup.options["forbidden"] == 0
    player.use_by_keys("option-mode-1")
    assert player.scene.lineup.options["mode"] == "teams"
    assert player.scene.lineup.options["forbidden"] == -1
    assert player.scene.items.find("option-forbidden") is None
    player.use_by_keys("more_rules")
    player.use_by_keys("option-handicap-0-2")
    assert player.scene.lineup.options["handicap"] == (600, 0, 0, 0)
    player.press(pygame.K_ESCAPE)
    player.use_by_keys("start")
    assert player.scene.match.state.options.handicap == (600, 0, 0, 0)
    assert player.scene.match.state.options.mode == "teams"


def test_the_forbidden_patterns_are_for_one_after_the_other_and_then_for_nobody():
    player = opened()
    seen = []
    for _ in range(4):
        seen.append(player.scene.items.find("option-forbidden").label)
        player.tap("option-forbidden")
    names = [seat.name for seat in player.scene.lineup.seats]
    assert seen == [f"Verbotene Muster: {name}" for name in ("niemand", *names)]


def test_the_house_rules_show_what_makes_a_difference_and_a_row_for_every_person():
    player = opened(people=2)
    for place in range(len(MODES)):
        player.tap(f"option-mode-{place}")
        lineup = player.scene.lineup
        player.tap("more_rules")
        shown = {row.option.name for row in player.scene.ones}
        assert shown == set(RULES.offers(lineup.options, len(lineup.seats))) - {"mode"}
        assert [row.seat for row in player.scene.ones if row.option.name == "handicap"] == [0, 1]
        player.tap("back")


def test_what_is_set_up_is_remembered():
    player = opened(people=2)
    player.tap("option-mode-3")
    player.tap("back")
    again = routes.setup(player.app.context, GAME).lineup
    assert again.options["mode"] == "contest"
    assert len(again.humans) == 2


def test_the_key_for_help_opens_the_rules_here_too():
    player = Player()
    player.tap("push")
    player.press(pygame.K_F1)
    assert isinstance(player.scene, HowTo)
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Setup)
