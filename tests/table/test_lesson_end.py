"""The end of a lesson: its points are ticked off, and a real match with them follows."""

from unittest.mock import MagicMock

import pygame
import pytest
from drivers import driver_of
from lesson_player import WINDOWS, do_step, lesson_of, seated, wait_for_dock
from offers import TAUGHT
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import HUMAN
from game.engine import surfaces
from game.engine.layout import overlap
from game.engine.panel import ON
from game.player import lineup, saves
from game.scenes.lesson import lesson_end
from game.scenes.lesson.lesson_end import LessonEnd
from game.scenes.setup.setup import Setup


def ended(name: str, size=(1280, 720), language="de", speed="off", scale=1.0) -> Player:
    """Return a player who has come to the end of a lesson."""
    player = Player(size, language=language)
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    scene = seated(player, name)
    while not driver_of(scene).course.is_last:
        do_step(player, scene)
    wait_for_dock(player, scene)
    player.app.context.settings.speed = speed
    player.tap(ON)
    assert isinstance(player.scene, LessonEnd)
    return player


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize(("size", "scale", "language"), WINDOWS)
def test_the_end_lists_the_lessons_points_within_the_window(name, size, scale, language):
    scene = ended(name, size, language, scale=scale).scene
    assert 3 <= len(scene.lines) <= 5
    assert all(line in scene.spoken() for line in scene.lines)
    frame = scene.context.frame
    for item in scene.items.items:
        assert overlap(item.box, frame.room) == pytest.approx(item.box.w * item.box.h)
    highs = [y for _x, y in scene._spots]
    assert highs == sorted(highs)
    buttons = min(item.box.y for item in scene.items.items if item.id in ("play", "set-up"))
    assert highs[-1] + 30 < buttons


def test_points_are_ticked_off_one_by_one_and_a_press_shows_all():
    player = ended("push", speed="normal")
    scene = player.scene
    assert scene.ticked == 0
    counts = []
    player.wait(3000, lambda: counts.append(scene.ticked) or scene.ticked == len(scene.lines))
    assert sorted(set(counts)) == list(range(len(scene.lines) + 1))
    again = ended("push", speed="normal")
    again.press(pygame.K_DOWN)
    assert again.scene.ticked == len(again.scene.lines)
    still = ended("push")
    still.wait(32)
    assert still.scene.ticked == len(still.scene.lines)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_end_leads_to_a_match_with_the_lessons_rules_against_the_easiest_bots(name):
    player = ended(name)
    lesson = lesson_of(name)
    player.tap("play")
    match = player.scene.match
    assert type(player.scene).__name__ == ("LiveScene" if GAMES[name].real_time else "TurnScene")
    assert [seat.kind for seat in match.seats] == [HUMAN, *[GAMES[name].bots.levels[0]] * (lesson.seats - 1)]
    for option, value in lesson.options.items():
        assert match.options[option] == value
    assert match.seed != lesson.seed
    assert len({seat.name for seat in match.seats}) == lesson.seats


def test_a_match_in_progress_is_kept_when_the_lessons_match_begins():
    player = ended("push")
    context = player.app.context
    match = GAMES["push"]
    open_ = lineup.default_lineup("push", context.texts, 3).match()
    open_.apply(match.legal_actions(open_.state)[0])
    saves.store_match(context, open_)
    player.tap("play")
    assert len(saves.resumable_matches(context)) == 1


def test_the_end_leads_to_the_set_up_and_back():
    player = ended("dnup")
    player.tap("set-up")
    assert isinstance(player.scene, Setup)
    player = ended("dnup")
    player.press(pygame.K_ESCAPE)
    assert not isinstance(player.scene, LessonEnd)


def test_cards_of_the_game_spread_behind_the_figure_without_confetti(monkeypatch):
    player = ended("push", speed="normal")
    scene, drawn = player.scene, []
    monkeypatch.setattr(lesson_end, "turned_card", lambda *given: drawn.append(given[1:]) or surfaces.blank((9, 9)))
    first = scene.spread
    scene.draw(MagicMock())
    assert [game for game, _, _ in drawn] == ["push"] * lesson_end.CARDS
    player.wait(1500)
    assert first < scene.spread == 1
    drawn.clear()
    scene.draw(MagicMock())
    # the one in the middle has not turned
    assert len({degrees for _, _, degrees in drawn}) == lesson_end.CARDS - 1
    # nothing moves where animations are off
    assert ended("push").scene.update(0) is None
    still = ended("push").scene
    still.update(0)
    assert still.spread == 1


def test_the_end_says_the_learners_name_and_leads_to_the_next_lesson_until_that_is_known():
    player = ended("nein_danke")
    assert player.scene.match.seats[0].name in player.scene.spoken()
    player.tap("next-lesson")
    assert driver_of(player.scene).course.name == "nein_danke.specials"
    assert "next-lesson" not in ended("nein_danke.specials").ids()
    assert "next-lesson" not in ended("push").ids()
