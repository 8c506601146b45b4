"""A lesson at the table: dock, answers to wrong moves, and ways to play it."""

import pygame
import pytest
import table_player
from drivers import driver_of, shows_lesson_text
from lesson_player import (
    LESSONS,
    WINDOWS,
    Lessons,
    do_step,
    dock_of,
    dock_with_content,
    seated,
    wait_for_dock,
    wrong_moves,
)
from offers import TAUGHT
from player import Player

from game.engine.dock import Rings, parts
from game.engine.items import NOTE
from game.engine.layout import overlap
from game.engine.panel import ON, SKIP
from game.player import lessons
from game.scenes.lesson.lesson_end import LessonEnd
from game.table.lesson_text import ANSWER_MS
from game.table.live.scene import LiveScene
from game.table.turns.lesson import READ_MS
from game.tutorial.lesson import (
    MOVE,
)


def choose(scene: Lessons, action) -> None:
    """Make a move at the table."""
    scene.submit(action) if isinstance(scene, LiveScene) else scene.choose(action)


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


@pytest.mark.parametrize("name", TAUGHT)
def test_rings_lie_below_the_items_and_their_labels(name):
    player = Player()
    scene = seated(player, name)
    while not driver_of(scene).course.asks:
        do_step(player, scene)
    paper = wait_for_dock(player, scene)
    assert isinstance(scene.widgets[0], Rings)
    assert scene.widgets[0].marks == paper.marks


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
