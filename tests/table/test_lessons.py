"""Lessons: each is legal under the rules, and at the table only the expected move is carried out."""

import json
from collections.abc import Iterator

import pygame
import pytest
from drivers import driver_of
from lesson_player import (
    LESSONS,
    course_of,
    do_step,
    lesson_of,
    others,
    paths,
    seated,
    wait_for_dock,
    walk,
    wrong_moves,
)
from offers import TAUGHT
from player import Player

from game.catalogue.registry import GAMES
from game.core.game import AnyGame, IllegalAction
from game.core.live import actor_of
from game.core.match import HUMAN, Seat
from game.core.rng import Rng
from game.engine.panel import ON
from game.engine.surfaces import ASSETS
from game.host.storage import MemoryStorage
from game.player import lessons
from game.scenes.lesson.lesson_end import LessonEnd
from game.tutorial.course import Course
from game.tutorial.lesson import (
    LEARNER,
    Lesson,
    asked_step,
    number_of,
    recorded_steps,
    text_step,
)

LONGEST = 140


def faults(game: AnyGame, lesson: Lesson) -> Iterator[str]:
    """Yield the faults of a lesson under today's rules, played on every way from its first step to its last."""
    seats = [Seat(f"P{seat}", HUMAN if seat == LEARNER else game.bots.first_level) for seat in range(lesson.seats)]
    if not lesson.steps or lesson.steps[-1].action is not None or not lesson.steps[-1].key:
        yield "the last step is nothing to read"
    counts = {number_of(lesson.steps_along(path), 0)[1] for path in paths(lesson)}
    if len(counts) > 1:
        yield f"the number of texts depends on the way: {counts}"
    for path in paths(lesson):
        course = Course(game, lesson, seats)
        try:
            for place, step in walk(course, path):
                if step.action is None and not step.key:
                    yield f"step {place} is empty"
                if step.action is not None and step.key:
                    mover = actor_of(game, course.match.state, game.decode(step.action))
                    if mover != LEARNER:
                        yield f"step {place} asks for a move, but seat {mover} decides"
                    missing = [other for other in others(course) if not course.answer(other)]
                    yield from (f"step {place} has no answer to {other}" for other in missing)
        except IllegalAction as error:
            yield f"step {course.place} cannot be done: {error}"


# ---- the lessons ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_legal_on_every_way_from_the_first_step_to_the_last(name):
    assert list(faults(course_of(name).game, lesson_of(name))) == []


@pytest.mark.parametrize(
    ("name", "most"),
    [("nein_danke", 13), ("nein_danke.specials", 7), ("dnup", 12), ("keine_ahnung", 14), ("push", 12), ("twin_it", 12)],
)
def test_a_lesson_takes_about_a_dozen_texts_and_few_moves_for_each(name, most):
    for path in paths(lesson_of(name)):
        steps = lesson_of(name).steps_along(path)
        assert number_of(steps, 0)[1] <= most
        keys = [step.key for step in steps if step.key]
        assert max(map(keys.count, keys)) <= 3


def test_a_decision_goes_on_along_the_chosen_move_and_is_resumed_there():
    storage, ways = MemoryStorage(), {}
    for verb in (1, 0):
        player = Player(storage=storage)
        scene = seated(player, "nein_danke")
        wait_for_dock(player, scene)
        while not driver_of(scene).course.step.branches:
            do_step(player, scene)
            wait_for_dock(player, scene)
        scene.choose(scene.game.decode([verb]))
        wait_for_dock(player, scene)
        ways[verb] = driver_of(scene).course.step.key
        place, path, state = driver_of(scene).course.place, driver_of(scene).course.path, scene.match.state
        player.press(pygame.K_ESCAPE)
        again = Player(storage=storage)
        scene = seated(again, "nein_danke")
        wait_for_dock(again, scene)
        course = driver_of(scene).course
        assert (course.place, course.path, scene.match.state) == (place, path, state)
        while not driver_of(scene).course.is_last:
            do_step(again, scene)
            wait_for_dock(again, scene)
        again.tap(ON)
        assert isinstance(again.scene, LessonEnd)
    assert ways == {1: "run_safe", 0: "run_back"}


@pytest.mark.parametrize("name", lessons.names_of("nein_danke"))
def test_the_others_play_like_the_level_hard_in_the_lessons_of_nein_danke(name):
    for path in paths(lesson_of(name)):
        course = course_of(name)
        for place, step in walk(course, path):
            match = course.match
            if step.action is not None and not match.is_over and match.mover != LEARNER:
                thoughts = course.game.bots.think(match.view(match.mover), Rng(5), "hard")
                (thought,) = [action for action in thoughts if action is not None]
                assert course.game.encode(thought) == step.action, (path, place)


def test_a_lesson_that_breaks_the_rules_is_found():
    game, taught = GAMES["nein_danke"], lesson_of("nein_danke")
    end = taught.steps[-1:]

    def found(*steps) -> str:
        return " ".join(faults(game, taught._replace(steps=sum(steps, ()))))

    assert found(text_step("aim"), end) == ""
    assert "cannot be done" in found(recorded_steps([2]), end)
    assert "has no answer" in found(asked_step([0], "first"), end)
    assert "asks for a move, but seat 1" in found(recorded_steps([0]), asked_step([0], "first", wrong="x"), end)
    assert "nothing to read" in found(asked_step([0], "first", wrong="x"))


@pytest.mark.parametrize("game", TAUGHT)
def test_every_text_of_a_lesson_exists_in_both_languages_and_is_short(game):
    taught = [lesson_of(name) for name in lessons.names_of(game)]
    steps = [step for lesson in taught for path in paths(lesson) for step in lesson.steps_along(path)]
    keys = {key for step in steps for key in (step.key, step.wrong, *(key for _, key in step.answers)) if key}
    for language in ("de", "en"):
        texts = json.loads((ASSETS / "texts" / f"{language}.json").read_text(encoding="utf-8"))
        said = {key.split(".")[2]: text for key, text in texts.items() if key.startswith(f"{game}.lesson.")}
        assert set(said) == keys
        for key, text in said.items():
            assert len(text) <= LONGEST, (language, key, len(text))
            assert text[-1] in ".!?", (language, key)


@pytest.mark.parametrize("name", LESSONS)
def test_a_wrong_move_at_any_step_gets_its_answer_and_changes_nothing(name):
    tried = 0
    for path in paths(lesson_of(name)):
        course = course_of(name)
        for _place, step in walk(course, path):
            if course.asks:
                for other in wrong_moves(course):
                    assert course.answer(other)
                    tried += 1
                for move in [encoded for encoded, _steps in step.branches] or [step.action]:
                    assert course.answer(course.game.decode(move)) == ""
    assert tried


def test_a_text_for_several_moves_counts_as_one_step():
    steps = (
        *text_step("a"),
        *recorded_steps([1]),
        *asked_step([1], "b"),
        *asked_step([2], "b"),
        *recorded_steps([1], [1]),
        *text_step("c"),
    )
    assert [number_of(steps, place) for place in range(7)] == [(at, 3) for at in (1, 2, 2, 2, 3, 3, 3)]
