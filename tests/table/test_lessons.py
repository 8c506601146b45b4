"""Lessons: each is legal under the rules, and at the table only the expected move is carried out."""

import json
from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest
import table_player
from drivers import driver_of, shows_lesson_text
from offers import TAUGHT
from player import Player

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.game import Action, AnyGame, IllegalAction
from game.core.live import actor_of, without_stamp_of
from game.core.match import HUMAN, Seat
from game.core.rng import Rng
from game.engine.banners import Banner
from game.engine.canvas import Canvas
from game.engine.dock import Dock, Rings, parts
from game.engine.items import NOTE
from game.engine.layout import Box, overlap
from game.engine.panel import ON, SKIP
from game.engine.surfaces import ASSETS
from game.engine.transitions import Push, Reset
from game.games.dnup import rules as dnup
from game.games.keine_ahnung import rules as keine_ahnung
from game.games.push import deck
from game.games.push.rules import Verb, targets_of
from game.games.push.targets import Target
from game.games.twin_it import state as twin_it
from game.host.storage import MemoryStorage
from game.player import lessons, saves, stats
from game.scenes.lesson.lesson_end import LessonEnd
from game.scenes.navigation import routes
from game.scenes.setup.setup import Setup
from game.table.lesson_text import ANSWER_MS, course_text
from game.table.live.scene import LiveScene
from game.table.turns.lesson import READ_MS, TurnLessonDriver
from game.table.turns.scene import TurnScene
from game.tutorial.course import AnyCourse, Course
from game.tutorial.lesson import (
    LEARNER,
    MOVE,
    Lesson,
    LessonStep,
    asked_step,
    number_of,
    recorded_steps,
    text_step,
)

#: window, size of texts, language
WINDOWS = [((1280, 720), 1.0, "de"), ((1280, 720), 1.3, "en"), ((390, 844), 1.3, "de"), ((844, 390), 1.3, "de")]
LONGEST = 140


#: the names of all lessons: of the games, and about house rules
LESSONS = [name for game in TAUGHT for name in lessons.names_of(game)]


def others(course: AnyCourse) -> list[Action]:
    """Return the learner's moves that are neither requested nor among those of a decision."""
    game, state = course.game, course.match.state
    moves = [move for move, _steps in course.step.branches] or [course.step.action] * (course.action is not None)
    good = [without_stamp_of(game, game.decode(move)) for move in moves]
    return [
        other
        for other in game.legal_actions(state)
        if actor_of(game, state, other) == LEARNER
        and without_stamp_of(game, other) not in good
        and not course.is_as_good(other)
    ]


def paths(lesson: Lesson, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield every way through a lesson, as the number of the branch at each decision."""
    forks = [step for step in lesson.steps_along(path) if step.branches]
    if len(path) == len(forks):
        yield path
        return
    for branch in range(len(forks[len(path)].branches)):
        yield from paths(lesson, (*path, branch))


def course_of(name: str) -> AnyCourse:
    game, taught = GAMES[name.partition(".")[0]], lesson_of(name)
    seats = [Seat(f"P{seat}", HUMAN if seat == LEARNER else game.bots.first_level) for seat in range(taught.seats)]
    return Course(game, taught, seats)


def walk(course: AnyCourse, path: tuple[int, ...]) -> Iterator[tuple[int, LessonStep]]:
    """Go through a lesson, and yield each step before it is done."""
    game, chosen = course.game, [*path]
    while True:
        place, step = course.place, course.step
        yield place, step
        if course.is_last:
            return
        encoded = step.branches[chosen.pop(0)][0] if step.branches else step.action
        action = None if encoded is None else game.decode(encoded)
        if action is not None:
            course.match.apply(action)
        course.go_on(action)


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


def lesson_of(name: str) -> Lesson:
    found = lessons.lesson_of(name)
    assert found
    return found


Lessons = TurnScene | LiveScene


def seated(player: Player, name: str, speed: str = "off") -> Lessons:
    """Return the scene of a game's lesson, open over the title."""
    context = player.app.context
    context.settings.speed = speed
    player.app.stack.carry_out(Push(routes.lesson(context, name)))
    scene = player.scene
    assert isinstance(scene, Lessons)
    return scene


def wrong_moves(course) -> list:
    """Return the moves that the learner could make instead of the expected one.

    In real time two hands reach any two cards.
    """
    found = others(course)
    if course.game.real_time:
        cards = [face.card for face in course.match.view(LEARNER).faces]
        pairs = [twin_it.Action(twin_it.Verb.TOUCH, 0, LEARNER, pair) for pair in combinations(cards, 2)]
        found += [
            pair
            for pair in pairs
            if without_stamp_of(course.game, pair) != without_stamp_of(course.game, course.action)
        ]
    return found


def choose(scene: Lessons, action) -> None:
    """Make a move at the table."""
    scene.submit(action) if isinstance(scene, LiveScene) else scene.choose(action)


def wait_for_dock(player: Player, scene: Lessons) -> Dock:
    """Pass time until something is said; return the dock."""
    player.wait(20_000, lambda: dock_of(scene) is not None)
    paper = dock_of(scene)
    assert paper, f"nothing is said at step {driver_of(scene).course.place}"
    return paper


def dock_of(scene: Lessons) -> Dock | None:
    """Return the dock if it shows a task or a text now."""
    return dock_with_content(scene) if shows_lesson_text(scene) else None


def dock_with_content(scene: Lessons) -> Dock | None:
    """Return the dock with any content."""
    return next((widget for widget in scene.widgets if isinstance(widget, Dock)), None)


def finger(player: Player, scene: Lessons, id_: str) -> None:
    """Tap an item with a finger: a table in real time gets each touch as the screen reports it."""
    if not scene.fingers:
        player.tap(id_, touch=True)
        return
    item, frame = scene.items.find(id_), player.app.context.frame
    assert item, id_
    (x, y), (wide, high) = frame.to_real(*item.box.centre), frame.window
    fields = {"touch_id": 1, "finger_id": 4, "x": x / wide, "y": y / high, "dx": 0.0, "dy": 0.0}
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        player.feed(kind, **fields)


def do_step(player: Player, scene: Lessons) -> None:
    """Do what this step expects; the last one is left to the player."""
    wait_for_dock(player, scene)
    if not driver_of(scene).course.is_last:
        player.tap("skip" if driver_of(scene).course.asks else ON)


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


# ---- at the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize(("size", "scale", "language"), WINDOWS)
def test_the_dock_covers_nothing_used_marked_or_in_play(name, size, scale, language):
    player = Player(size, language=language)
    context = player.app.context
    context.settings.scale = scale
    context.settings_changed()
    scene = seated(player, name)
    places = set()
    while True:
        dock = wait_for_dock(player, scene)
        player.wait(100)
        step, room = driver_of(scene).course.step, context.frame.room
        places.add(dock.box)
        assert overlap(dock.box, room) == pytest.approx(dock.box.w * dock.box.h)
        assert parts(scene.table.kit, dock.box, dock.panel_text).fits, step.key
        assert len(dock.marks) >= len(step.points) - (MOVE in step.points), step
        assert dock.marks or MOVE not in step.points, step
        for box, _radius in dock.marks:
            assert not overlap(box, dock.box), step.key
        for item in scene.items.items:
            if item.id not in (ON, SKIP) and not item.id.startswith(NOTE):
                assert not overlap(item.box, dock.box), (step.key, item.id)
        for sprite in scene.table.layer.sprites.values():
            assert not dock.box.holds(sprite.place.x, sprite.place.y), (step.key, sprite.place.face)
        player.draw()
        if driver_of(scene).course.is_last:
            break
        do_step(player, scene)
    assert len(places) == 1, "nobody has to look for it"


@pytest.mark.parametrize("name", TAUGHT)
def test_a_wrong_move_at_the_table_is_answered_and_not_carried_out(name):
    player = Player()
    scene = seated(player, name)
    told = set()
    while not driver_of(scene).course.is_last:
        wait_for_dock(player, scene)
        before = len(scene.match.actions)
        if driver_of(scene).course.asks:
            # at a table with a dozen cards some of the many pairs are enough
            for other in wrong_moves(driver_of(scene).course)[: 6 if scene.game.real_time else None]:
                choose(scene, other)
                player.wait(200)
                assert len(scene.match.actions) == before
                taught = wait_for_dock(player, scene).panel_text
                assert taught.wrong
                told.add(taught.body)
        do_step(player, scene)
        player.wait(100)
        assert dock_of(scene) is None or not wait_for_dock(player, scene).panel_text.wrong
    assert told


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("end", ["time", "press"])
def test_after_the_answer_to_a_wrong_move_the_task_returns(name, end):
    player = Player()
    scene = seated(player, name)
    while not driver_of(scene).course.asks or not wrong_moves(driver_of(scene).course):
        do_step(player, scene)
    asked = wait_for_dock(player, scene).panel_text
    for other in wrong_moves(driver_of(scene).course)[:1] * 2:
        choose(scene, other)
        player.wait(500)
        assert wait_for_dock(player, scene).panel_text.wrong
    if end == "time":
        player.wait(ANSWER_MS)
    else:
        x, y = player.app.context.frame.to_real(640, 6)
        player.feed(pygame.MOUSEBUTTONDOWN, pos=(int(x), int(y)), button=1, touch=False)
        player.feed(pygame.MOUSEBUTTONUP, pos=(int(x), int(y)), button=1, touch=False)
        player.wait(50)
    assert wait_for_dock(player, scene).panel_text == asked
    assert driver_of(scene).course.asks


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


def uses(scene: Lessons) -> list[str]:
    """Yield the items that make the expected move, one after the other; at a text, the button below it."""
    action = driver_of(scene).course.action
    if action is None:
        return [ON]
    return table_player.items_for(scene.table, action)


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("way", ["keys", "touch"])
def test_a_lesson_can_be_played_by_keyboard_alone_and_by_touch_alone(name, way):
    player = Player((1280, 720) if way == "keys" else (390, 844))
    scene = seated(player, name)
    # a touch may have to be confirmed by another one
    for _ in range(2 * len(driver_of(scene).course.steps)):
        wait_for_dock(player, scene)
        last = driver_of(scene).course.is_last
        for id_ in uses(scene):
            if way == "keys":
                player.use_by_keys(id_)
            else:
                finger(player, scene, id_)
            player.wait(50)
        if last:
            break
    assert isinstance(player.scene, LessonEnd)
    assert lessons.steps_done(player.app.context, name) == 0


def test_a_note_under_a_button_just_pressed_is_not_opened():
    player = Player((768, 1024))
    scene = seated(player, "push")
    explains = None
    while explains is None:
        do_step(player, scene)
        wait_for_dock(player, scene)
        explains = next((item for item in scene.items.items if item.id.startswith(NOTE)), None)
    x, y = explains.box.centre
    for pressed, noted in (("lesson-on", None), (explains.id, explains)):
        scene._pointed_item.lifted(scene.items, scene.items.at(x, y), pressed)
        assert scene._pointed_item.noted(scene.table, scene.items, carried=False) is noted


def test_a_lesson_is_played_by_touch_and_a_dragged_chip_counts_too():
    player = Player((390, 844))
    scene = seated(player, "nein_danke")
    wait_for_dock(player, scene)
    player.tap(ON, touch=True)
    wait_for_dock(player, scene)
    player.tap("do-take", touch=True)
    assert wait_for_dock(player, scene).panel_text.wrong
    assert not scene.match.actions
    chips, centre = scene.table.place_of("chips"), scene.table.place_of("centre")
    assert chips
    assert centre
    player.drag((chips.x + chips.h / 2, chips.y + chips.h / 2), centre.centre, touch=True)
    player.wait(2000)
    assert scene.match.actions


def test_the_lessons_texts_are_read_out():
    player = Player(language="en")
    scene = seated(player, "nein_danke")
    wait_for_dock(player, scene)
    text, own = scene.question() or ("", False)
    assert own
    assert "costs as many points as it shows" in text
    do_step(player, scene)
    wait_for_dock(player, scene)
    scene.choose(scene.game.decode([1]))
    text, own = scene.question() or ("", False)
    assert own
    assert "minus 25 points" in text
    # and the table as well, since a move is expected
    assert "In the middle: 25" in text


# ---- moves of others -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TAUGHT)
def test_moves_of_others_appear_in_the_dock_and_stay_long_enough_to_be_read(name):
    """The dock tells every event on the table, and no new prompt comes before that was read."""
    player = Player()
    scene = seated(player, name, "normal")
    seen = 0
    for _ in range(6):
        do_step(player, scene)
        came: set[str] = set()
        while not shows_lesson_text(scene):
            player.wait(16)
            fresh = scene.table.log[driver_of(scene).log_start :]
            if fresh and scene.table.log and not shows_lesson_text(scene):
                paper = dock_with_content(scene)
                assert paper
                assert fresh[-1].text in paper.panel_text.body
                assert not paper.items, "there is nothing to be used"
                came |= {line.text for line in fresh}
        seen += len(came)
    # in real time the log leaves out what is seen anyway
    assert seen >= (1 if scene.game.real_time else 3)


def test_a_prompt_waits_until_the_last_move_has_been_read():
    player = Player()
    scene = seated(player, "nein_danke", "normal")
    for _ in range(2):
        do_step(player, scene)
    player.wait(60_000, lambda: driver_of(scene).reads and not scene.director.busy)
    assert not shows_lesson_text(scene)
    assert not player.wait(READ_MS - 100, lambda: shows_lesson_text(scene))
    assert player.wait(300, lambda: shows_lesson_text(scene))


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


def test_a_marked_card_is_framed_alone():
    """A card that is to be remembered is not marked: there all cards that can be turned up are framed."""
    player, framed, marked = Player(), {}, {}
    scene = seated(player, "keine_ahnung")
    while driver_of(scene).course.step.key != "go_on":
        do_step(player, scene)
        paper = wait_for_dock(player, scene)
        marked[driver_of(scene).course.step.key] = [box for box, _radius in paper.marks]
        player.wait(400)
        states = [sprite.place.state for sprite in scene.table.layer.sprites.values()]
        framed[driver_of(scene).course.step.key] = states.count("legal")
    assert framed["reveal"] == framed["go_on"] == 0
    grid = scene.table.spots.grid
    assert (marked["reveal"], marked["go_on"]) == ([grid[3].box], [grid[5].box])
    assert framed["remember"] == 6


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


@pytest.mark.parametrize("name", TAUGHT)
def test_rings_lie_below_the_items_and_their_labels(name):
    player = Player()
    scene = seated(player, name)
    while not driver_of(scene).course.asks:
        do_step(player, scene)
    paper = wait_for_dock(player, scene)
    assert isinstance(scene.widgets[0], Rings)
    assert scene.widgets[0].marks == paper.marks


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


def test_the_skip_button_says_what_it_does():
    for language, text in (("de", "Überspringen"), ("en", "Skip")):
        player = Player(language=language)
        scene = seated(player, "push")
        do_step(player, scene)
        paper = wait_for_dock(player, scene)
        assert paper.panel_text.skip == text
        item = scene.items.find(SKIP)
        assert item
        assert item.label == text
        assert overlap(item.box, paper.box)
        player.use_by_keys(SKIP)
        assert scene.match.actions


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
