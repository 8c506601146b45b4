"""Lessons of single games at the table: what each of them shows, marks and explains."""

import pygame
import pytest
import table_player
from drivers import driver_of
from lesson_player import (
    WINDOWS,
    course_of,
    do_step,
    dock_with_content,
    lesson_of,
    others,
    paths,
    seated,
    wait_for_dock,
    walk,
)
from player import Player

from game.catalogue.registry import GAMES
from game.core.match import HUMAN, Seat
from game.core.rng import Rng
from game.engine.banners import Banner
from game.engine.canvas import Canvas
from game.engine.layout import Box, overlap
from game.games.dnup import rules as dnup
from game.games.keine_ahnung import rules as keine_ahnung
from game.games.push import deck
from game.games.push.rules import Verb, targets_of
from game.games.push.targets import Target
from game.host.storage import MemoryStorage
from game.table.lesson_text import course_text
from game.tutorial.course import Course
from game.tutorial.lesson import (
    LEARNER,
)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_in_dnup_a_choice_that_leads_to_no_requested_move_is_explained_before_it_is_made(size):
    player = Player(size)
    scene = seated(player, "dnup")
    raised, aimed = 0, 0
    while not driver_of(scene).course.is_last:
        asked = wait_for_dock(player, scene).panel_text
        course = driver_of(scene).course
        for other in others(course) if course.asks else ():
            lone = len(other.cards) == 1 and other.verb == dnup.Verb.PLAY
            if lone or other.verb == dnup.Verb.TAKE:
                (id_, *_button) = table_player.items_for(scene.table, other)
                player.tap(id_, touch=True)
                player.wait(100)
                shown, before = wait_for_dock(player, scene).panel_text, len(scene.match.actions)
                fits = lone and any(set(other.cards) <= set(move.cards) for move in course.requested)
                assert shown.wrong is not fits
                assert fits or shown.body == course_text(player.app.context, course, course.answer(other))
                raised, aimed = raised + lone, aimed + (not lone)
                # put back, the task returns and nothing has happened
                player.tap(id_, touch=True)
                player.wait(100)
                assert wait_for_dock(player, scene).panel_text == asked
                assert len(scene.match.actions) == before
        do_step(player, scene)
        player.wait(100)
    assert raised > 20
    assert aimed > 2


@pytest.mark.parametrize("pick", [0, -1])
def test_in_keine_ahnung_any_card_that_was_never_turned_up_will_do(pick):
    changed = 0
    for path in paths(lesson_of("keine_ahnung")):
        course, chosen = course_of("keine_ahnung"), [*path]
        game = course.game
        while not course.is_last:
            step = course.step
            encoded = step.branches[chosen.pop(0)][0] if step.branches else step.action
            action = None if encoded is None else game.decode(encoded)
            if good := [move for move in game.legal_actions(course.match.state) if course.is_as_good(move)]:
                # at the decision only one of the ways turns up a card
                action = good[pick] if action.verb == keine_ahnung.Verb.REVEAL else action
                changed += action not in course.requested
            if action is not None:
                assert not course.asks or course.answer(action) == ""
                course.arrange(action)
                course.match.apply(action)
            course.go_on(action)
            again = Course(game, course.lesson, course.match.seats, course.place, course.path, places=course.places)
            assert (again.match.state, again.step) == (course.match.state, course.step)
        assert course.path == path
        assert [step.key for step in course.steps] == [step.key for step in course.lesson.steps_along(path)]
    assert changed > 4


@pytest.mark.parametrize(("language", "words"), [("de", "oben Mitte"), ("en", "top middle")])
def test_in_keine_ahnung_a_text_names_the_place_of_the_card_that_was_taken(language, words):
    storage = MemoryStorage()
    player = Player(storage=storage, language=language)
    scene = seated(player, "keine_ahnung")
    do_step(player, scene)
    wait_for_dock(player, scene)
    scene.choose(scene.game.decode([3, 1]))
    wait_for_dock(player, scene)
    while driver_of(scene).course.step.key != "remember":
        assert not driver_of(scene).course.is_last
        do_step(player, scene)
        wait_for_dock(player, scene)
    player.press(pygame.K_ESCAPE)
    again = Player(storage=storage, language=language)
    scene = seated(again, "keine_ahnung")
    wait_for_dock(again, scene)
    scene.choose(scene.game.decode([3, 3]))
    assert words in wait_for_dock(again, scene).panel_text.body
    scene.choose(scene.game.decode([3, 1]))
    wait_for_dock(again, scene)
    assert driver_of(scene).course.step.key == "go_on"


def test_in_keine_ahnung_a_card_that_a_text_is_about_stays_open_until_one_goes_on():
    player = Player((390, 844))
    scene = seated(player, "keine_ahnung")
    seen = {}
    while not driver_of(scene).course.is_last:
        wait_for_dock(player, scene)
        player.wait(3000)
        step, table = driver_of(scene).course.step, scene.table
        seen[step.key] = {
            key: sprite.face for key, sprite in table.layer.sprites.items() if key in table.scripts.kept_open
        }
        do_step(player, scene)
        player.wait(100)
    open_cards = {key: faces for key, faces in seen.items() if faces}
    assert list(open_cards) == ["back", "stop_safe"]
    assert list(open_cards["back"]) == [(LEARNER, 3)]
    assert list(open_cards["stop_safe"]) == [(1, 2)]
    assert all(not face.startswith("back") for faces in open_cards.values() for face in faces.values())


@pytest.mark.parametrize(("size", "scale", "language"), WINDOWS)
def test_the_banner_of_dnup_is_clear_of_the_dock(size, scale, language, monkeypatch):
    player, drawn, clear = Player(size, language=language), [], set()
    player.app.context.settings.scale = scale
    player.app.context.settings_changed()
    scene = seated(player, "dnup")

    def watch(banner: Banner, _canvas: Canvas, _title: str, _body: str, x: float, y: float) -> None:
        drawn.append(Box(x - banner.wide / 2, y - banner.high / 2, banner.wide, banner.high))

    monkeypatch.setattr(Banner, "draw", watch)
    course = driver_of(scene).course
    while not course.is_last:
        if course.step.key.startswith("out"):
            player.app.context.settings.speed = "normal"
        do_step(player, scene)
        while scene.director.busy:
            player.wait(48)
            drawn.clear()
            player.draw()
            if drawn and (dock := dock_with_content(scene)):
                assert not overlap(drawn[0], dock.paper), (drawn, dock.paper)
                seen = overlap(drawn[0], player.app.context.frame.room)
                assert seen == pytest.approx(drawn[0].w * drawn[0].h)
                clear.add(scene.table.scripts.banner_texts)
    assert clear


def test_the_die_of_push_shows_the_roll_that_the_lesson_refers_to():
    player, rolls = Player(), []
    scene = seated(player, "push")
    while not driver_of(scene).course.is_last:
        wait_for_dock(player, scene)
        if "die" in driver_of(scene).course.step.points:
            rolls.append((driver_of(scene).course.step.key, scene.table.shown.roll.seat))
        do_step(player, scene)
    assert rolls == [("rolled", LEARNER)]


def test_the_lesson_marks_the_card_that_another_player_showed():
    player = Player()
    scene = seated(player, "keine_ahnung")
    paper = wait_for_dock(player, scene)
    while driver_of(scene).course.step.key != "stop_safe":
        assert not driver_of(scene).course.is_last
        do_step(player, scene)
        paper = wait_for_dock(player, scene)
    marked = [box for box, _radius in paper.marks]
    assert scene.table.places.grid_of(1)[2].box in marked
    assert scene.table.spots.opponents[0] not in marked


def test_only_the_target_row_of_push_is_framed():
    player, seen = Player(), set()
    scene = seated(player, "push")
    while driver_of(scene).course.step.key != "secure":
        do_step(player, scene)
        paper = wait_for_dock(player, scene)
        rows = [widget for widget in scene.widgets if isinstance(widget, Target)]
        asked = rows and not driver_of(scene).course.step.branches
        if asked and driver_of(scene).course.action.verb in (Verb.PLACE, Verb.TAKE):
            assert not any(row.shows for row in rows)
            meant = scene.table.spots.rows[driver_of(scene).course.action.target]
            assert sum(box in scene.table.spots.rows for box, _radius in paper.marks) == 1
            assert meant in [box for box, _radius in paper.marks]
            # the digits stay for a player using keys
            assert all(row.cap for row in rows)
            seen.add(driver_of(scene).course.step.key)
    assert seen >= {"row", "stopped"}


def test_the_lesson_of_push_tells_the_true_risk_of_every_draw_that_it_speaks_of():
    told = set()
    for path in paths(lesson_of("push")):
        course = course_of("push")
        for _place, step in walk(course, path):
            view = course.match.view(LEARNER)
            misfits = [card for card in view.unseen if card < deck.FIRST_DIRECTION and not targets_of(view.rows, card)]
            risk = len(misfits) / len(view.unseen)
            if step.key == "dare":
                assert round(100 * risk) == 13
                assert {deck.COLOUR_OF[card] for card in misfits} == {deck.COLOURS.index("green")}
            if step.key == "greedy":
                assert 0.25 < risk < 0.3
            told.add(step.key)
    assert told >= {"dare", "greedy"}


def test_answers_to_moves_against_the_2_in_dnup_match_their_effects():
    game = GAMES["dnup"]
    lesson = lesson_of("dnup")
    course = Course(game, lesson, [Seat(f"P{seat}", HUMAN) for seat in range(lesson.seats)])
    while course.step.key != "beat":
        if course.action is not None:
            course.match.apply(course.action)
        course.go_on()
    said: dict[str, list[bool]] = {}
    for other in others(course):
        after, _ = game.apply(course.match.state, other, Rng(1))
        said.setdefault(course.answer(other), []).append(bool(after.sets[1]))
    # whether the 2 of the left neighbour still lies there
    assert {key: set(lies) for key, lies in said.items()} == {
        "beat_other": {True},
        "beat_turned": {True},
        "beat_six": {False},
        "beat_single": {False},
        "beat_taken": {False},
    }
    assert sum(len(lies) for key, lies in said.items() if key == "beat_single") == 6
