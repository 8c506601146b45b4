"""The first set-up of a new player: little to choose, one tap to begin or to learn, the rest one tap away."""

from itertools import combinations

import pygame
import pytest
from boxes import overlap
from offers import TAUGHT
from player import Player
from test_screens import SCALES, TALL, WIDE, show_at, watched  # noqa: F401

from game.app import start
from game.engine.layout import Box
from game.engine.texts import LANGUAGES
from game.table.turns.lesson import TurnLessonDriver
from game.table.turns.scene import TurnScene

OFFERED = ["back", "start", "lesson", "unfold", "howto", "figure-0", "name-0"]


def opened(size=(1280, 720), language="de", game="nein_danke", storage=None):
    """Return a new player at the set-up of a game."""
    player = Player(size, storage=storage, language=language, folded=True)
    player.tap(game)
    return player


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, TALL, (844, 390)])
def test_the_first_set_up_offers_few_things_and_all_fit(size, language, watched):  # noqa: F811
    faults: list[str] = []
    for game in TAUGHT:
        player = opened(size, language, game)
        assert player.ids() == OFFERED
        for scale in SCALES:
            watched.clear()
            show_at(player, size, scale)
            player.draw()
            faults += [f"{game} {scale}: {fault}" for fault in watched]
            frame, boxes = player.app.context.frame, [item.box for item in player.items]
            assert all(Box(frame.room.x, 0, frame.room.w, frame.height).holds(*box.centre) for box in boxes)
            assert all(overlap(one, other) <= 0 for one, other in combinations(boxes, 2))
    assert not faults, "\n".join(["", *sorted(set(faults))])


@pytest.mark.parametrize("touch", [False, True])
def test_one_tap_begins_a_match_and_the_next_set_up_is_complete(touch):
    player = opened()
    player.tap("start", touch)
    assert isinstance(player.scene, TurnScene)
    again = opened(game="push", storage=player.storage)
    assert "level-1-0" in again.ids()
    assert "unfold" not in again.ids()


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_one_tap_starts_the_lesson_and_another_unfolds_all_choices_for_good(way):
    player = opened()
    use = {"mouse": player.tap, "touch": lambda id_: player.tap(id_, True), "keys": player.use_by_keys}[way]
    use("lesson")
    assert isinstance(getattr(player.scene, "driver", None), TurnLessonDriver)
    player = opened(storage=player.storage, game="dnup")
    use = {"mouse": player.tap, "touch": lambda id_: player.tap(id_, True), "keys": player.use_by_keys}[way]
    use("unfold")
    assert {"level-1-0", "more_rules", "add", "who-yes"} <= set(player.ids())
    # it is remembered, in every game and at the next start
    assert "level-1-0" in opened(storage=player.storage, game="push").ids()


def test_the_start_button_has_the_focus_and_help_has_its_key():
    player = opened()
    assert player.scene.items.focus == "start"
    player.press(pygame.K_F1)
    assert "start" not in player.ids()
    player.press(pygame.K_ESCAPE)
    player.press(pygame.K_RETURN, "\r")
    assert isinstance(player.scene, TurnScene)


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
    assert player.ids() == OFFERED, "nothing has been unfolded by that"
    player.tap("start")
    again = opened(size, storage=player.storage, game="push")
    seat = again.scene.lineup.seats[0]
    assert (seat.name, seat.figure) == ("Anna", "penguin")
    assert "who-yes" not in again.ids()


def test_a_player_who_came_by_a_link_gets_the_complete_set_up():
    first = Player(wish=start.LaunchRequest("nein_danke", ("human", "easy", "easy"), 7), folded=True)
    assert first.wait(60_000, lambda: "do-take" in first.ids())
    first.tap("do-take")
    assert "level-1-0" in opened(storage=first.storage).ids()
