"""The folded set-up: little to choose, one tap to begin or to learn, the rest one tap away, and kept in one line."""

from itertools import combinations

import pygame
import pytest
from all_screens import SCALES, TALL, WIDE, show_at
from boxes import overlap
from offers import TAUGHT
from player import Player

from game.engine import containers as ui
from game.engine.layout import Box
from game.engine.texts import LANGUAGES
from game.table.turns.lesson import TurnLessonDriver
from game.table.turns.scene import TurnScene

OFFERED = ["back", "start", "lesson", "unfold", "howto", "figure-0", "name-0"]


def offered(player: Player) -> list[str]:
    """Return what can be used besides the modes and the rivals' figures."""
    return [id_ for id_ in player.ids() if not id_.startswith(("way-", "rival-"))]


def opened(size=(1280, 720), language="de", game="nein_danke", storage=None):
    """Return a new player at the set-up of a game."""
    player = Player(size, storage=storage, language=language)
    player.tap(game)
    return player


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL, (844, 390)])
def test_the_first_set_up_offers_few_things_and_all_fit(size, language, watched):
    faults: list[str] = []
    for game in TAUGHT:
        player = opened(size, language, game)
        assert offered(player) == OFFERED
        for scale in SCALES:
            watched.clear()
            show_at(player, size, scale)
            player.draw()
            faults += [f"{game} {scale}: {fault}" for fault in watched]
            frame, boxes = player.app.context.frame, [item.box for item in player.items]
            assert all(Box(frame.room.x, 0, frame.room.w, frame.height).holds(*box.centre) for box in boxes)
            assert all(overlap(one, other) < 0.01 for one, other in combinations(boxes, 2))
    assert not faults, "\n".join(["", *sorted(set(faults))])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_several_modes_offers_all_of_them_and_a_calm_one_at_once(language):
    player = opened(language=language, game="twin_it")
    assert [id_ for id_ in player.ids() if id_.startswith("way-")] == [f"way-{number}" for number in range(5)]
    found = []
    for number in range(5):
        player.tap(f"way-{number}")
        chosen = player.scene.lineup.options
        found.append((chosen["mode"], chosen["calm"]))
        assert player.scene.items.find(f"way-{number}").label
    assert found[:2] == [("competitive", False), ("competitive", True)]
    assert found[2:] == [("teams", False), ("minute", False), ("contest", False)]
    assert not any("way" in id_ for id_ in opened(game="push").ids())


@pytest.mark.parametrize(
    ("mode", "calm", "chosen"), [("competitive", True, 1), ("minute", True, 3), ("contest", True, 4)]
)
def test_the_mode_that_was_chosen_is_marked_as_it_is_although_no_way_is_quite_like_it(mode, calm, chosen):
    player = opened(game="twin_it")
    scene = player.scene
    scene.lineup.options |= {"mode": mode, "calm": calm}
    scene.build()
    marked = [scene.items.find(f"way-{number}").checked for number in range(5)]
    assert marked == [number == chosen for number in range(5)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL, (844, 390)])
def test_the_modes_stay_in_place_after_each_choice(size, language):
    player = opened(size, language, "twin_it")
    places = set()
    for number in range(5):
        player.tap(f"way-{number}")
        places.add(player.scene.items.find("way-0").box)
    assert len(places) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sets", [5, 7, 10])
def test_the_calm_mode_says_how_many_sets_win(language, sets):
    scene = opened(language=language, game="twin_it").scene
    scene.lineup.options |= {"calm": True, "sets": sets}
    assert f" {sets}\N{NO-BREAK SPACE}" in scene.way_note(scene.lineup.options)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL, (844, 390)])
def test_a_bot_without_a_clock_is_never_said_to_be_like_its_player(size, language, monkeypatch):
    player = opened(size, language, "twin_it")
    texts, said = player.app.context.texts, []
    line = ui.TextLine.lay
    monkeypatch.setattr(ui.TextLine, "lay", lambda part, plate, box: said.append(part.text) or line(part, plate, box))
    for seats in range(3, 7):
        player.tap("way-1")
        normal = texts("level.normal")
        assert said.count(normal) + said.count(texts("setup.computer", level=normal)) >= seats - 1
        assert texts("level.adaptive") not in said
        assert texts("twin_it.level.adaptive") not in said
        player.tap("unfold")
        if seats < 6:
            player.tap("add")
        said.clear()
        player.tap("back")


@pytest.mark.parametrize("touch", [False, True])
def test_one_tap_begins_a_match_and_the_next_set_up_is_as_light(touch):
    player = opened()
    player.tap("start", touch)
    assert isinstance(player.scene, TurnScene)
    again = opened(game="push", storage=player.storage)
    assert offered(again) == OFFERED
    # the lesson has been passed, and puzzles come in its place
    again = opened(storage=player.storage)
    assert offered(again) == ["back", "puzzles", "start", "unfold", "howto", "figure-0", "name-0"]


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_one_tap_starts_the_lesson_and_another_unfolds_all_choices(way):
    player = opened()
    use = {"mouse": player.tap, "touch": lambda id_: player.tap(id_, True), "keys": player.use_by_keys}[way]
    use("lesson")
    assert isinstance(getattr(player.scene, "driver", None), TurnLessonDriver)
    player = opened(storage=player.storage, game="dnup")
    use = {"mouse": player.tap, "touch": lambda id_: player.tap(id_, True), "keys": player.use_by_keys}[way]
    use("unfold")
    assert {"level-1-0", "option-redeal_after-0", "add", "who-yes"} <= set(player.ids())
    # going back folds them again, in this game and at the next start
    player.press(pygame.K_ESCAPE)
    assert offered(player) == OFFERED
    assert player.scene.items.focus == "unfold"
    assert offered(opened(storage=player.storage, game="push")) == OFFERED


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_choices_are_kept_and_summed_up_in_a_line(language):
    texts = opened(language=language).app.context.texts

    def line(player):
        return player.scene.chosen()

    player = opened(language=language)
    assert line(player) == []
    player.tap("option-specials")
    player.tap("option-rounds-2")
    player.tap("more_rules")
    player.tap("kinds-joker")
    player.press(pygame.K_ESCAPE)
    player.press(pygame.K_ESCAPE)
    wanted = [texts("nein_danke.option.specials"), f"{texts('nein_danke.option.rounds')}: 3"]
    wanted.append(f"{texts('nein_danke.option.kinds')}: {texts('house_rules.kinds', count=16, most=17)}")
    assert line(player) == wanted
    player.press(pygame.K_ESCAPE)
    assert line(opened(language=language, storage=player.storage)) == wanted
    # a switch that is on as printed says that it is off
    player = opened(language=language, game="push")
    player.tap("option-sums")
    assert line(player) == [texts("setup.switched_off", name=texts("push.option.sums"))]
    player = opened(language=language, game="dnup")
    player.tap("option-redeal_after-1")
    assert line(player)[0].startswith(texts("dnup.option.redeal_after") + " ")
    assert "100" in line(player)[0]


def test_the_line_shows_a_game_number_that_was_typed():
    player = opened()
    assert player.scene.chosen() == []
    player.tap("seed")
    player.press(pygame.K_a, "a", pygame.KMOD_CTRL)
    player.press(pygame.K_7, "7")
    player.press(pygame.K_RETURN, "\r")
    player.press(pygame.K_ESCAPE)
    assert player.scene.chosen() == ["Spielnummer 7"]
    player.tap("roll")
    player.press(pygame.K_ESCAPE)
    assert player.scene.chosen() == []


def test_the_start_button_has_the_focus_and_help_has_its_key():
    player = opened()
    assert player.scene.items.focus == "start"
    player.press(pygame.K_F1)
    assert "start" not in player.ids()
    player.press(pygame.K_ESCAPE)
    player.press(pygame.K_RETURN, "\r")
    assert isinstance(player.scene, TurnScene)


def test_a_tap_on_a_rival_leads_to_its_level_and_the_number_of_players():
    player = opened(game="dnup")
    assert [id_ for id_ in player.ids() if id_.startswith("rival-")] == ["rival-1", "rival-2", "rival-3"]
    player.tap("rival-2")
    assert {"level-2-0", "add"} <= set(player.ids())
    assert player.scene.tapped == 2, "its row is marked"
    player.tap("level-2-0")
    assert player.scene.tapped == 2
    player.tap("level-3-0")
    assert player.scene.tapped == -1


@pytest.mark.parametrize("size", [WIDE, TALL])
def test_a_name_and_figure_chosen_here_are_used_in_every_game(size):
    player = opened(size)
    player.tap("name-0")
    player.press(pygame.K_a, "a", pygame.KMOD_CTRL)
    for letter in "Anna":
        player.press(ord(letter.lower()), letter)
    player.press(pygame.K_RETURN, "\r")
    player.tap("figure-0")
    player.draw()
    player.tap("take-penguin")
    assert offered(player) == OFFERED, "nothing has been unfolded by that"
    player.tap("start")
    again = opened(size, storage=player.storage, game="push")
    seat = again.scene.lineup.seats[0]
    assert (seat.name, seat.figure) == ("Anna", "penguin")
    assert "who-yes" not in again.ids()
