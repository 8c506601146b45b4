"""Offers of lessons: at the set-up and on the help pages, once; a lesson left is resumed."""

import json

import pygame
import pytest
from drivers import driver_of
from lesson_player import do_step, lesson_of, seated, wait_for_dock
from player import Player

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.engine.panel import ON
from game.engine.transitions import Push, Reset
from game.host.storage import MemoryStorage
from game.player import lessons, saves, stats
from game.scenes.navigation import routes
from game.scenes.setup.setup import Setup
from game.table.turns.lesson import TurnLessonDriver
from game.tutorial.lesson import (
    number_of,
)

# ---- leaving, resuming, counting -----------------------------------------------------------------------


def test_a_lesson_is_resumed_where_it_was_left_and_touches_no_match():
    storage = MemoryStorage()
    player = Player(storage=storage)
    scene = seated(player, "nein_danke")
    for _ in range(8):
        do_step(player, scene)
    wait_for_dock(player, scene)
    place, state = driver_of(scene).course.place, scene.match.state
    player.press(pygame.K_ESCAPE)
    assert not isinstance(getattr(player.scene, "driver", None), TurnLessonDriver)
    names = {name for name in storage.names() if storage.read(name) not in (None, "null")}
    assert names <= {"settings", lessons.STORED.name}
    assert saves.resumable_matches(player.app.context) == []
    again = Player(storage=storage)
    scene = seated(again, "nein_danke")
    wait_for_dock(again, scene)
    assert driver_of(scene).course.place == place
    assert scene.match.state == state


def test_a_finished_lesson_is_not_recorded_and_begins_anew():
    player = Player()
    context = player.app.context
    scene = seated(player, "nein_danke")
    while not driver_of(scene).course.is_last:
        do_step(player, scene)
    wait_for_dock(player, scene)
    player.tap(ON)
    assert stats.entries(context) == []
    assert lessons.steps_done(context, "nein_danke") == 0
    assert not lessons.should_offer(context, "nein_danke")


def test_an_invalid_stored_step_starts_the_lesson_anew():
    rows: tuple[object, ...] = ([], {"nein_danke": 7}, *({"nein_danke": {"place": place}} for place in (9999, -1, "x")))
    for nonsense in ("{", *map(json.dumps, rows)):
        storage = MemoryStorage()
        storage.write(lessons.STORED.name, nonsense)
        player = Player(storage=storage)
        assert driver_of(seated(player, "nein_danke")).course.place == 0


# ---- where it is offered ---------------------------------------------------------------------------------


def test_the_set_up_offers_a_lesson_once_and_the_help_pages_always():
    player = Player()
    player.tap("nein_danke")
    assert "lesson" in player.ids()
    player.tap("start")
    assert not isinstance(player.scene, Setup)
    player.app.stack.carry_out(Push(routes.setup(player.app.context, "nein_danke")))
    assert "lesson" not in player.ids()
    player.tap("howto")
    player.tap("lesson")
    assert isinstance(getattr(player.scene, "driver", None), TurnLessonDriver)
    # and the help pages opened in a lesson do not open another one
    wait_for_dock(player, player.scene)
    player.tap("help")
    assert "lesson" not in player.ids()


@pytest.mark.parametrize("answer", ["start", "lesson", "lesson-no"])
def test_the_lesson_about_special_cards_is_offered_when_they_are_first_switched_on(answer):
    player = Player()
    texts = player.app.context.texts
    player.tap("nein_danke")
    player.tap("lesson-no")
    assert "lesson" not in player.ids()
    player.tap("option-specials")
    assert "lesson" in player.ids()
    if answer != "lesson-no":
        player.press(pygame.K_ESCAPE)
        note = texts("lesson.note_about", name=texts("nein_danke.option.specials"), minutes=2)
        assert note in player.scene.items.find("lesson").label
    player.tap(answer)
    if answer == "lesson":
        assert driver_of(player.scene).course.name == "nein_danke.specials"
        assert not driver_of(player.scene).course.is_last
        scene = player.scene
        while not driver_of(scene).course.is_last:
            wait_for_dock(player, scene)
            do_step(player, scene)
        wait_for_dock(player, scene)
        player.tap(ON)
        player.tap("play")
        assert player.scene.match.options["specials"]
    player.app.stack.carry_out(Reset(routes.setup(player.app.context, "nein_danke")))
    player.tap("unfold")
    assert "lesson" not in player.ids()


def test_the_help_leads_to_the_lesson_that_the_page_is_about():
    player = Player()
    context = player.app.context
    for page, about in enumerate(page.about for page in PRESENTATIONS["nein_danke"].howto.PAGES):
        player.app.stack.carry_out(Reset(routes.howto(context, "nein_danke")))
        player.scene.turn(page)
        player.tap("lesson")
        assert driver_of(player.scene).course.name == ("nein_danke.specials" if about else "nein_danke")


def test_a_declined_lesson_is_not_offered_again():
    player = Player()
    player.tap("nein_danke")
    player.tap("lesson-no")
    assert "lesson" not in player.ids()
    player.tap("back")
    player.tap("back")
    player.tap("nein_danke")
    assert "lesson" not in player.ids()


def test_a_lesson_that_was_left_can_be_resumed():
    player = Player()
    player.tap("nein_danke")
    player.tap("lesson")
    scene = player.scene
    assert isinstance(getattr(scene, "driver", None), TurnLessonDriver)
    scene.context.settings.speed = "off"
    for _ in range(4):
        do_step(player, scene)
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Setup)
    player.tap("back")
    player.tap("nein_danke")
    player.tap("lesson")
    assert isinstance(getattr(player.scene, "driver", None), TurnLessonDriver)
    assert driver_of(player.scene).course.place >= 4
    place = driver_of(player.scene).course.place
    player.press(pygame.K_ESCAPE)
    # the offer itself tells the step
    number, count = lessons.progress(player.app.context, "nein_danke")
    assert 1 < number < count == number_of(lesson_of("nein_danke").steps_along(()), 0)[1]
    assert not player.app.toasts.shown
    player.tap("lesson-no")
    assert "lesson" not in player.ids()
    # nothing is lost: the help pages resume it
    assert lessons.steps_done(player.app.context, "nein_danke") == place
    assert not lessons.should_offer(player.app.context, "nein_danke")
    player.app.stack.carry_out(Push(routes.howto(player.app.context, "nein_danke")))
    player.tap("lesson")
    assert driver_of(player.scene).course.place == place


def test_a_game_without_a_lesson_offers_none(monkeypatch):
    monkeypatch.setattr(type(GAMES["push"]), "lesson", None)
    player = Player()
    context = player.app.context
    assert not lessons.should_offer(context, "push")
    player.app.stack.carry_out(Push(routes.howto(context, "push")))
    assert "lesson" not in player.ids()
