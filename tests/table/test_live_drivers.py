"""Drivers of a match and of a puzzle in real time, without a window: what they say, offer, allow and store."""

import json

import pytest
from live_drivers import FLIPS_MS, FRAME_MS, events, frames, local, note_input
from twin_it_states import X, Y, state_of

from game.core.live import without_stamp_of
from game.engine.transitions import Pop, Replace
from game.games.twin_it.events import CardFlipped
from game.games.twin_it.state import Action, Verb
from game.player import puzzles, saves, stats
from game.scenes.result.result import Result
from game.table.driver import CornerButton, FocusSet, SoundPlayed
from game.table.live.driver import AllowedInput, InputRefused, LiveCue, LiveStep, StartButton
from game.table.live.local import KEEP_MS, LOOK_MS, LiveLocalDriver
from game.table.live.puzzle import LivePuzzleDriver
from game.table.puzzle_attempt import NEXT
from game.tutorial.lesson import MOVE


def set_state(driver: LiveLocalDriver, **how: object) -> None:
    """Replace the position of the match."""
    driver.match.state = state_of(seats=len(driver.match.seats), options=driver.match.options, **how)


def test_the_faces_are_covered_until_a_player_is_ready(context, clock):
    driver = local(context)
    assert (driver.covered, driver.running, driver.awake) == (True, False, False)
    assert driver.go_button == StartButton(context.texts("twin_it.ready"))
    assert driver.corners == (CornerButton.PAUSE, CornerButton.HELP, CornerButton.LOG, CornerButton.HINT)
    # nothing is stored before the first action
    dealt = f"dealt.{json.dumps(driver.match.save())}"
    assert (driver.may, driver.is_stored, driver.address) == (AllowedInput.ALL, True, dealt)
    assert driver.shown_at is None
    assert frames(driver, clock, 1000) == []
    assert driver.clock.now == 0
    assert driver.go() == (SoundPlayed("your_turn"), LiveCue.SHOW_AT_ONCE)
    assert (driver.covered, driver.running, driver.awake) == (False, True, True)
    assert driver.go_button is None
    assert driver.go() == ()
    frames(driver, clock)
    assert driver.shown_at == driver.clock.now == FRAME_MS


@pytest.mark.parametrize(
    ("mode", "calm"),
    [
        *((mode, False) for mode in ("competitive", "minute", "contest", "teams")),
        ("competitive", True),
        ("minute", True),
    ],
)
def test_bots_alone_finish_every_match_and_a_spectator_can_press_nothing(mode, calm, context, clock):
    driver = local(context, *["normal"] * 4, mode=mode, calm=calm)
    driver.go()
    assert (driver.may, CornerButton.HINT in driver.corners) == (AllowedInput.NOTHING, False)
    for _ in range(4_000):
        clock.pass_ms(100)
        list(driver.advance(100))
        if driver.is_over:
            return
    pytest.fail(f"no end after {len(driver.match.actions)} actions")


def test_a_persons_action_counts_at_its_stamp_and_comes_with_the_view_after_it(context, clock):
    driver = local(context, "human", "human")
    driver.go()
    frames(driver, clock, FLIPS_MS)
    note_input(driver, clock)
    assert driver.input_at == driver.clock.now == FLIPS_MS
    assert driver.submit(Action(Verb.FLIP, driver.input_at, driver.match.state.turn)) == ()
    assert not driver.match.actions, "nothing is decided before it has settled"
    news = frames(driver, clock, 160)
    (flip,) = [one for one in news if isinstance(one, LiveStep) and isinstance(one.event, CardFlipped)]
    assert flip.view == driver.match.game.view(driver.match.at(1).state, 0)
    assert flip.event.card in {face.card for face in flip.view.faces}
    assert news[-1] == LiveCue.SHOW
    assert [action.at_ms for action in driver.match.actions] == [FLIPS_MS]


def test_an_illegal_action_is_refused_with_its_reason(context, clock):
    driver = local(context, "human", "human", buzzers=False)
    driver.go()
    wrong = Action(Verb.CHOOSE, 0, 0, (3,))
    driver.submit(wrong)
    (refused,) = frames(driver, clock, 160)
    assert isinstance(refused, InputRefused)
    assert refused.reason == "not_to_choose"
    assert without_stamp_of(driver.game, refused.action) == without_stamp_of(driver.game, wrong)
    assert not driver.match.actions


def test_a_pause_stops_the_clock_and_stores_the_match(context, clock):
    driver = local(context, "human", "human")
    driver.go()
    frames(driver, clock, FLIPS_MS)
    driver.submit(Action(Verb.FLIP, driver.clock.now, driver.match.state.turn))
    frames(driver, clock, 480)
    assert driver.match.actions
    assert saves.stored_match(context, "twin_it") is None
    driver.rest(hurried=True)
    assert (driver.covered, driver.running) == (True, False)
    stood = driver.clock.now
    frames(driver, clock, 5000)
    assert driver.clock.now == stood
    assert driver.go_button == StartButton(context.texts("twin_it.go_on"))
    saved = saves.stored_match(context, "twin_it")
    assert saved is not None
    assert saved.match.actions == driver.match.actions


def test_an_action_just_before_a_pause_still_counts(context, clock):
    driver = local(context, "human", "human")
    driver.go()
    frames(driver, clock, FLIPS_MS)
    driver.submit(Action(Verb.FLIP, driver.clock.now, driver.match.state.turn))
    assert any(isinstance(event, CardFlipped) for event in events([*driver.rest(hurried=True)]))


def test_important_events_are_stored_soon_but_not_in_every_frame(context, clock, monkeypatch):
    stored: list[float] = []
    monkeypatch.setattr(saves, "store_match", lambda *_: stored.append(clock.now_ms()))
    driver = local(context, "human", "human")
    driver.go()
    driver.shown(False)
    frames(driver, clock, 160)
    assert stored == []
    for _ in range(5):
        driver.shown(True)
        frames(driver, clock, KEEP_MS / 4)
    assert len(stored) == 2
    assert stored[1] - stored[0] >= KEEP_MS


def test_without_a_clock_a_pause_stops_nothing(context, clock):
    driver = local(context, "human", "human", calm=True)
    driver.go()
    driver.rest(hurried=False)
    assert (driver.covered, driver.running) == (False, True)
    assert saves.stored_match(context, "twin_it") is not None


def test_a_looking_bot_can_be_hurried_if_nothing_else_goes_on(context, clock):
    driver = local(context, "hard", "hard", calm=True)
    driver.go()
    assert not driver.hurry()
    clock.pass_ms(FRAME_MS)
    assert events([*driver.advance(FRAME_MS)]) == []
    assert driver.hurry()
    assert events(frames(driver, clock, 160)), "its look is over at once"
    assert LOOK_MS[0] > 160


def test_a_finished_match_leads_to_its_result_and_counts_once(context, clock):
    driver = local(context, "human", mode="minute")
    driver.go()
    driver.submit(Action(Verb.DEAL, 0, 0))
    frames(driver, clock, 70_000)
    assert driver.is_over
    assert (driver.covered, driver.go_button) == (False, None)
    assert len(saves.finished_matches(context)) == len(stats.entries(context)) == 1
    assert frames(driver, clock, 160) == []
    driver.rest(hurried=True)
    assert not driver.covered, "there is nothing to be found any more"
    result = driver.result()
    assert isinstance(result, Replace)
    assert isinstance(result.scene, Result)


def test_a_table_of_bots_has_no_human_seat(context):
    driver = local(context, "easy", "easy")
    assert (driver.humans, driver.viewer) == ([], 0)


def test_the_hint_is_for_the_given_seat_or_else_for_the_viewer(context):
    driver = local(context, "human", "human")
    set_state(driver, spots=[X, Y, X])
    seen = {seat: driver.game.hints.explain(driver.match.view(seat)) for seat in (0, 1)}
    assert driver.advise(1) == seen[1]
    assert driver.advise(-1) == seen[0]


def test_the_most_used_kind_of_input_is_recorded(context, clock, monkeypatch):
    kept: list[str] = []
    monkeypatch.setattr(saves, "finish", lambda _context, _match, hand: kept.append(hand))
    driver = local(context, "human", mode="minute")
    driver.go()
    for hand in ("touch", "mouse", "touch"):
        driver.input_device = hand
        driver.submit(Action(Verb.DEAL, driver.clock.now, 0))
        frames(driver, clock, 320)
    frames(driver, clock, 70_000)
    assert kept == ["touch"]


# ---- a puzzle -------------------------------------------------------------------------------------------


def wrong_and_right_pair(driver: LivePuzzleDriver) -> tuple[Action, Action]:
    """Return a wrong pair and the right one."""
    right = driver.attempt.answer
    other = next(face.card for face in driver.known.faces if face.card not in right.cards)
    return right._replace(cards=(right.cards[0], other)), right


def test_a_puzzle_begins_once_all_its_faces_are_made(context):
    driver = LivePuzzleDriver(context, "twin_it", 5)
    assert driver.uncovers_when_rendered
    assert (driver.covered, driver.running, driver.go_button) == (True, False, None)
    assert driver.go() == (LiveCue.SHOW_AT_ONCE,)
    assert (driver.covered, driver.running) == (False, True)
    assert (driver.may, driver.address, driver.is_stored) == (AllowedInput.CARDS, "puzzle.twin_it.5", False)
    assert driver.shown_at is None


def test_a_wrong_pair_is_refused_and_the_right_one_solves_the_puzzle(context):
    driver = LivePuzzleDriver(context, "twin_it", 5)
    driver.go()
    wrong, right = wrong_and_right_pair(driver)
    before = driver.match.save()
    assert driver.asked("as the table says") == context.texts("twin_it.puzzle")
    assert not driver.panel().points
    assert driver.corners == (CornerButton.BACK, CornerButton.HELP, CornerButton.ANSWER)
    assert driver.submit(Action(Verb.DEAL, 0, 0)) == (LiveCue.SHOW,)
    assert driver.submit(wrong) == (SoundPlayed("wrong", "wrong"), LiveCue.SHOW)
    assert driver.asked("") == context.texts("puzzles.not_it")
    assert driver.submit(right) == (SoundPlayed("claim", "glad"), LiveCue.SHOW, FocusSet(NEXT))
    panel = driver.panel()
    assert panel is not None
    assert panel.text.head == context.texts("puzzles.right_stars", count=2)
    assert (panel.points, panel.move, panel.requests_move) == ((MOVE,), driver.attempt.answer, False)
    assert [offer.id for offer in panel.text.buttons] == [NEXT]
    assert context.texts("puzzles.right") in driver.asked("")
    assert driver.corners == (CornerButton.BACK, CornerButton.HELP)
    assert driver.submit(wrong) == (LiveCue.SHOW,), "what is known is not tried any more"
    assert driver.match.save() == before
    assert [*puzzles.solved_puzzles(context, "twin_it").values()] == [2]


def test_the_answer_of_a_puzzle_can_be_shown(context):
    driver = LivePuzzleDriver(context, "twin_it", 0)
    driver.go()
    assert driver.give_up() == (SoundPlayed("peek"), LiveCue.SHOW, FocusSet(NEXT))
    panel = driver.panel()
    assert panel is not None
    assert panel.text.head == context.texts("puzzles.answer_is")
    assert [*puzzles.solved_puzzles(context, "twin_it").values()] == [puzzles.SHOWN]


def test_a_puzzle_does_not_replace_the_stored_match(context):
    own = local(context)
    own.rest(hurried=True)
    before = context.storage.read("match-twin_it")
    driver = LivePuzzleDriver(context, "twin_it", 0)
    driver.go()
    driver.rest(hurried=False)
    driver.rest(hurried=True)
    driver.shown(True)
    assert before
    assert context.storage.read("match-twin_it") == before
    assert driver.leave(None) == Pop()  # type: ignore[arg-type]
