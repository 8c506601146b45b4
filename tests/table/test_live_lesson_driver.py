"""A lesson in real time without a window: tasks, answers, texts and its end."""

from typing import Any

import pytest
from live_drivers import FRAME_MS, events, frames, local

from game.core.match import HUMAN
from game.engine.match_texts import LogLine
from game.engine.transitions import Pop, Push, Replace
from game.games.twin_it.state import Action, Verb
from game.host.clock import ManualClock
from game.player import lessons
from game.scenes.help.howto import HowTo
from game.scenes.lesson.lesson_end import LessonEnd
from game.scenes.table.pause import Pause
from game.table.driver import CornerButton, ScreenLeft, SoundPlayed
from game.table.lesson_text import ANSWER_MS
from game.table.live.driver import AllowedInput, LiveCue, LiveStep
from game.table.live.lesson import SEEN_MS, LiveLessonDriver
from game.tutorial.lesson import LEARNER


def test_a_match_leads_to_the_pause_and_to_help_with_the_lesson(context):
    driver = local(context)
    away = driver.leave(None)  # type: ignore[arg-type]
    assert isinstance(away, Push)
    assert isinstance(away.scene, Pause)
    pages = driver.help()
    assert isinstance(pages, Push)
    assert isinstance(pages.scene, HowTo)
    assert pages.scene.teaches


@pytest.fixture
def lesson(context) -> LiveLessonDriver:
    return LiveLessonDriver(context, lessons.start_course(context, "twin_it"))


def test_no_rival_of_a_lesson_adapts_to_a_player_of_whom_nothing_is_known(lesson):
    assert {seat.kind for seat in lesson.match.seats} == {HUMAN, "easy"}


def test_no_move_is_accepted_before_its_task_was_shown(lesson, clock):
    early = 0
    while not lesson.course.is_last:
        news = frames(lesson, clock)
        if lesson.course.asks and not lesson.says:
            early += 1
            assert not lesson.running
            assert lesson.submit(lesson.course.action) == ()
        elif lesson.says:
            [*(lesson.skip() if lesson.course.asks else lesson.read(None))]  # type: ignore[arg-type]
        assert not any(isinstance(one, ScreenLeft) for one in news)
    assert early


def go_to_step(driver: LiveLessonDriver, clock: ManualClock, asks: bool) -> list[Any]:
    """Go on to the next step with a task, or with a text; return the news of the last frame before it."""
    for _ in range(50):
        news = frames(driver, clock)
        while not driver.says:
            news = frames(driver, clock)
        if driver.course.asks == asks:
            return news
        [*(driver.skip() if driver.course.asks else driver.read(None))]  # type: ignore[arg-type]
    raise AssertionError("there is no such step")


def test_a_text_is_on_the_panel_and_blocks_moves(lesson, context, clock):
    assert (lesson.is_showing, lesson.covered, lesson.awake, lesson.waits_for_input) == (True, False, True, True)
    assert go_to_step(lesson, clock, asks=False) == [LiveCue.REFRESH_CONTROLS]
    panel, course = lesson.panel(), lesson.course
    assert panel is not None
    assert panel.text.body == context.texts(f"twin_it.lesson.{course.step.key}", name1="Frida", name2="Ole")
    assert [way.label for way in panel.text.buttons] == [context.texts("lesson.on")]
    assert (panel.requests_move, panel.points, panel.text.skip) == (False, course.step.points, "")
    assert (lesson.running, lesson.may, lesson.is_showing) == (False, AllowedInput.NOTHING_YET, False)
    assert lesson.asked("as the table says") == ""
    before, stood = course.place, lesson.shown_at
    assert lesson.submit(Action(Verb.FLIP, 0, LEARNER)) == ()
    assert frames(lesson, clock, 5000) == []
    assert (course.place, lesson.shown_at) == (before, stood)
    assert lesson.read(None) == (LiveCue.REFRESH_CONTROLS,)  # type: ignore[arg-type]
    assert course.place == before + 1
    assert lessons.progress(context, "twin_it")[0] > 0


def test_the_expected_move_is_carried_out(lesson, clock):
    assert go_to_step(lesson, clock, asks=True) == [SoundPlayed("your_turn"), LiveCue.REFRESH_CONTROLS]
    panel, due = lesson.panel(), lesson.course.action
    assert panel is not None
    assert (panel.requests_move, panel.move, panel.text.buttons) == (True, due, ())
    assert panel.text.skip
    assert (lesson.running, lesson.may) == (True, AllowedInput.ALL)
    assert lesson.input_at == lesson.shown_at == due.at_ms
    news = [*lesson.submit(due)]
    assert (news[0], news[-1]) == (LiveCue.CANCEL_GESTURES, LiveCue.SHOW)
    assert events(news) == [*lesson.match.events[-1]]
    assert {one.view for one in news if isinstance(one, LiveStep)} == {lesson.view}
    assert lesson.match.actions[-1] == due
    assert (lesson.running, lesson.is_showing) == (False, True)
    assert lesson.asked("as the table says") == "as the table says"


def test_the_next_text_waits_until_the_last_event_was_seen(lesson, clock):
    while not lesson.match.actions or lesson.match.actions[-1].verb != Verb.TOUCH:
        go_to_step(lesson, clock, asks=True)
        lesson.skip()
    frames(lesson, clock, SEEN_MS - 100)
    assert lesson.course.step.key, "something is said of the first pair"
    assert not lesson.says
    frames(lesson, clock, 200)
    assert lesson.says


def test_a_wrong_move_is_answered_and_the_answer_makes_way(lesson, context, clock):
    go_to_step(lesson, clock, asks=True)
    while lesson.course.action.verb != Verb.TOUCH:
        lesson.skip()
        go_to_step(lesson, clock, asks=True)
    asked, actions = lesson.panel(), len(lesson.match.actions)
    due = lesson.course.action
    other = next(face.card for face in lesson.known.faces if face.card not in due.cards)
    wrong = due._replace(cards=(due.cards[0], other))
    assert lesson.submit(wrong) == (SoundPlayed("wrong", "wrong"), LiveCue.SHOW)
    answer = lesson.panel()
    assert answer is not None
    assert answer.text.wrong
    assert answer.text.head == context.texts("lesson.wrong")
    assert len(lesson.match.actions) == actions
    assert frames(lesson, clock, ANSWER_MS + FRAME_MS) == [LiveCue.REFRESH_CONTROLS]
    assert lesson.panel() == asked


def test_only_new_log_lines_of_others_are_shown(lesson, context, clock):
    log = [LogLine(-1, "Before.")]
    lesson.meet(log)
    go_to_step(lesson, clock, asks=True)
    lesson.skip()
    assert lesson.panel() is None
    log += [LogLine(-1, "Ole flips."), LogLine(-1, "Frida flips.")]
    panel = lesson.panel()
    assert panel is not None
    assert panel.text.body == "Ole flips. Frida flips."
    assert (panel.points, panel.text.buttons) == ((), ())


def test_the_last_step_leads_to_the_end_of_the_lesson(lesson, clock):
    while not lesson.course.is_last:
        frames(lesson, clock)
        if lesson.says and not lesson.course.is_last:
            [*(lesson.skip() if lesson.course.asks else lesson.read(None))]  # type: ignore[arg-type]
    while not lesson.says:
        frames(lesson, clock)
    (away,) = lesson.read(None)  # type: ignore[arg-type]
    assert isinstance(away, ScreenLeft)
    assert isinstance(away.transition, Replace)
    assert isinstance(away.transition.scene, LessonEnd)


def test_a_lesson_can_be_left_and_its_help_does_not_offer_it_again(lesson):
    assert (lesson.corners, lesson.address, lesson.is_stored) == (
        (CornerButton.BACK, CornerButton.HELP),
        "lesson.twin_it",
        False,
    )
    assert lesson.leave(None) == Pop()  # type: ignore[arg-type]
    pages = lesson.help()
    assert isinstance(pages, Push)
    assert not pages.scene.teaches
