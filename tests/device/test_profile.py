"""The player's profile: asked once in passing, kept in the settings, used at every table and behind every link."""

import json

import pygame
import pytest
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import FIGURES
from game.engine.texts import Texts
from game.engine.transitions import Push
from game.player import lineup
from game.player.settings import Profile, Settings, settings_from
from game.scenes.navigation import routes
from game.services import launch_request
from game.table.turns.scene import TurnScene

TEXTS = Texts("de")


def type_text(player, text):
    for letter in text:
        player.press(ord(letter.lower()), letter)
    player.press(pygame.K_RETURN, "\r")


def own(player):
    return player.scene.lineup.seats[0]


@pytest.mark.parametrize("touch", [False, True])
def test_the_first_set_up_asks_for_the_profile_and_every_game_uses_it(touch):
    player = Player()
    player.tap("push", touch)
    player.tap("who-other", touch)
    type_text(player, "Zoe")
    assert "who-other" not in player.ids()
    player.tap("figure-0", touch)
    player.tap("take-owl", touch)
    player.tap("back")
    for game in GAMES:
        player.tap("back")
        player.tap(game)
        assert own(player)[::2] == ("Zoe", "owl")
        assert "who-yes" not in player.ids()
        assert len({seat.figure for seat in player.scene.lineup.seats}) == len(player.scene.lineup.seats)


def test_confirming_the_profile_or_playing_answers_the_question():
    player = Player()
    player.use_by_keys("push")
    player.use_by_keys("who-yes")
    assert "who-yes" not in player.ids()
    assert player.scene.items.focus == "start"
    other = Player()
    other.tap("push")
    other.tap("start")
    settings = other.app.context.settings
    assert (settings.met, settings.name) == (True, "")
    # the stored answer is known at the next start
    again = Player(storage=other.storage)
    again.tap("dnup")
    assert "who-yes" not in again.ids()


def test_a_link_seats_the_profile():
    player = Player()
    settings = player.app.context.settings
    settings.name, settings.figure = "Zoe", "fox"
    player.app.context.settings_changed()
    wish = launch_request.LaunchRequest("push", ("hard", "human", "easy"), 3)
    linked = Player(wish=wish, storage=player.storage)
    assert isinstance(linked.scene, TurnScene)
    assert [seat.name for seat in linked.scene.match.seats] == ["Toni", "Zoe", "Ole"]
    assert linked.scene.match.seats[1].figure == "fox"


def test_the_settings_change_name_and_figure():
    player = Player()
    player.tap("settings")
    player.use_by_keys("name")
    type_text(player, "Ada")
    player.use_by_keys("figure")
    player.press(pygame.K_RIGHT)
    player.press(pygame.K_RETURN, "\r")
    settings = player.app.context.settings
    assert settings.me == Profile("Ada", FIGURES[1])
    assert json.loads(player.storage.read("settings"))["name"] == "Ada"
    # Escape leaves the choice of figures first, and the settings then
    player.tap("figure")
    player.press(pygame.K_ESCAPE)
    assert "take-owl" not in player.ids()
    # a reset keeps the profile
    player.tap("tab-3")
    player.tap("reset")
    player.tap_again("reset")
    assert settings.me == Profile("Ada", FIGURES[1])


def test_a_figures_own_name_is_not_stored_and_changes_with_the_language():
    player = Player()
    player.tap("push")
    player.tap("figure-0")
    player.tap("take-penguin")
    assert player.app.context.settings.me == Profile("", "penguin")
    assert own(player).name == TEXTS("figure.penguin")


def test_all_figures_are_offered_and_a_taken_one_is_swapped():
    player = Player()
    player.tap("push")
    player.tap("figure-2")
    assert [item.id for item in player.items if item.id.startswith("take-")] == [f"take-{name}" for name in FIGURES]
    before = [seat.figure for seat in player.scene.lineup.seats]
    player.tap("take-fox")
    assert [seat.figure for seat in player.scene.lineup.seats] == [before[0], before[2], before[1], before[3]]
    # names that are the figures' own go with them
    assert [seat.name for seat in player.scene.lineup.seats][1:3] == ["Ole", "Frida"]


def test_a_bot_with_the_players_name_gets_another_name():
    row = lineup.default_lineup("push", TEXTS, me=Profile("Frida", "cat"))
    names = [seat.name for seat in row.seats]
    assert names[0] == "Frida"
    assert len(set(names)) == len(names)
    assert row.seats[0].figure == "cat"


@pytest.mark.parametrize("name", [7, " Zoe", "Zoe\n", "much too long"])
def test_invalid_stored_names_are_ignored(name):
    assert settings_from({"name": name, "figure": "dragon"}).me == Settings().me


def test_each_row_says_how_its_seat_plays():
    for language in ("de", "en"):
        texts = Texts(language)
        for game, rules in GAMES.items():
            for level in rules.bots.levels:
                assert texts.has(f"{game}.level.{level}")
    player = Player()
    # a title with many games shows them on several pages
    player.app.stack.carry_out(Push(routes.setup(player.app.context, "push")))
    # the profile has not been asked for yet
    assert player.scene.how(0) == TEXTS("setup.person")
    player.tap("who-yes")
    assert player.scene.how(0) == TEXTS("setup.you")
    player.tap("level-1-3")
    assert player.scene.how(1) == TEXTS("push.level.hard")
    player.tap("level-1-0")
    assert player.scene.how(1) == TEXTS("setup.somebody")


@pytest.mark.parametrize("language", ["de", "en"])
def test_without_a_clock_no_row_mentions_speed(language):
    texts = Texts(language)
    player = Player(language=language)
    player.tap("twin_it")
    assert player.scene.how(1) == texts("twin_it.level.adaptive")
    player.tap("option-mode-1")
    for place, level in enumerate(GAMES["twin_it"].bots.ranked_levels, 1):
        player.tap(f"level-1-{place}")
        assert player.scene.how(1) == texts(f"twin_it.level.{level}.with_calm") != texts(f"twin_it.level.{level}")


def at_the_first_card(*seats):
    player = Player(wish=launch_request.LaunchRequest("nein_danke", seats, 3))
    player.app.context.settings.speed = "off"
    assert player.wait(5000, lambda: "do-take" in player.ids())
    return player


def test_a_single_player_is_addressed_as_you():
    player = at_the_first_card("human", "easy", "easy")
    table = player.scene.table
    assert table.prompt(table.view) == "Du bist dran: nehmen oder zahlen?"
    player.tap("do-pay")
    player.wait(2000)
    said = [line.text for line in table.log]
    assert any(text.startswith("Du zahlst (") for text in said)
    assert not any("Toni" in text for text in said)
    # the name is still shown as a name
    assert table.name(0) == "Toni"
    player.press(pygame.K_ESCAPE)
    player.tap("home")
    assert any("Du bist dran" in item.label for item in player.items)


def test_people_sharing_a_device_are_called_by_name():
    player = at_the_first_card("human", "human", "easy")
    table = player.scene.table
    name = table.seats[player.scene.match.mover].name
    assert table.prompt(table.view) == f"{name} ist dran: nehmen oder zahlen?"
    player.tap("do-pay")
    player.wait(2000)
    assert f"{name} zahlt (1 im Pot)" in [line.text for line in table.log]
