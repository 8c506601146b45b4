"""Drivers of turn-based tables, without a window: what they say and allow, and the news they give, as values."""

import pytest
from offers import PUZZLED, TAUGHT

from game.catalogue.registry import GAMES
from game.core.match import HUMAN, Match, Seat
from game.engine.panel import ON
from game.player import daily_store, lessons, puzzles, saves
from game.table.driver import CornerButton, FocusSet, ScreenLeft, SoundPlayed
from game.table.puzzle_attempt import NEXT, PLAY
from game.table.turns import driver as news
from game.table.turns.daily import DailyDriver
from game.table.turns.lesson import READ_MS, THINK_MS, TurnLessonDriver
from game.table.turns.local import LAST_LOOK_MS, TurnLocalDriver
from game.table.turns.puzzle import TurnPuzzleDriver
from game.tutorial.lesson import MOVE

TURNS = [name for name, game in GAMES.items() if not game.real_time]


class NoTable:
    """A table without rules of thumb: no move is forced, and everybody thinks equally long."""

    def __init__(self) -> None:
        self.log: list[object] = []
        self.forced: object = None

    def forced_move(self, view):
        return self.forced

    def pause_before(self, action) -> float:
        return 1.0

    def thinking_time(self, view, action) -> float:
        return 1.0


def match_of(name: str, *kinds: str, seed: int = 3) -> Match:
    seats = [Seat(f"P{number}", kind, "fox") for number, kind in enumerate(kinds)]
    return Match(GAMES[name], {}, seats, seed)


def seated(driver):
    driver.pacing = NoTable()
    return driver


def news_until(driver, kind, ms: float = 50.0, most: int = 4000):
    """Return the news up to the first one of that kind."""
    found = []
    for _ in range(most):
        for one in driver.go_on(ms):
            found.append(one)
            if isinstance(one, kind):
                return found
    raise AssertionError(f"no {kind.__name__}: {found[-3:]}")


def kinds(told) -> list[str]:
    return [one.name if isinstance(one, news.TurnCue) else type(one).__name__ for one in told]


# ---- a match on this device ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TURNS)
def test_a_whole_match_is_played_stored_and_ends_with_the_totals(name, context):
    match = match_of(name, HUMAN, "easy", "easy")
    driver = seated(TurnLocalDriver(context, match))
    begun = [*driver.begin()]
    assert kinds(begun) == ["DealShown"]
    acted = 0
    for _ in range(6000):
        told = news_until(driver, (news.DecisionAsked, news.Steps, ScreenLeft))
        last = told[-1]
        if isinstance(last, ScreenLeft):
            if match.is_over:
                break
            # the totals of a round are shown
            last.transition.scene.after.go_on()
        elif isinstance(last, news.DecisionAsked):
            assert last.seat == driver.viewer == match.mover
            acted += 1
            (steps,) = driver.submit(match.game.legal_actions(match.state)[0])
            assert isinstance(steps, news.Steps)
            kept = saves.stored_match(context, name)
            assert match.is_over or kept.match.save() == match.save()
    assert match.is_over
    assert acted
    assert saves.stored_match(context, name) is None
    assert len(saves.finished_matches(context)) == 1


def test_an_illegal_action_is_refused_and_changes_nothing(context):
    match, other = match_of("dnup", HUMAN, "easy"), match_of("dnup", "easy", "easy", seed=9)
    driver = seated(TurnLocalDriver(context, match))
    news_until(driver, news.DecisionAsked)
    before = match.save()
    forbidden = next(action for action in other.game.legal_actions(other.state) if match.objection(action))
    (refused,) = driver.submit(forbidden)
    assert isinstance(refused, news.MoveRefused)
    assert refused.error.reason
    assert match.save() == before


def test_between_two_people_the_table_is_covered(context):
    driver = seated(TurnLocalDriver(context, match_of("dnup", HUMAN, HUMAN, "easy")))
    assert driver.covered
    assert [*driver.begin()] == []
    (cover,) = driver.go_on(16)
    assert isinstance(cover, news.Cover)
    told = [*driver.hand_over(cover.seat, False)]
    assert kinds(told) == ["ViewerChanged", "DealShown"]
    assert not driver.covered
    assert driver.viewer == cover.seat
    assert driver.undo is None, "nothing is taken back where others have looked"


def test_the_last_choice_can_be_undone_until_something_is_revealed(context):
    match = match_of("nein_danke", HUMAN, "easy", "easy")
    driver = seated(TurnLocalDriver(context, match))
    news_until(driver, news.DecisionAsked)
    assert not driver.undo.allowed
    assert driver.undo.why_not == "notice.undo_none"
    before = match.save()
    decline = next(
        action
        for action in match.game.legal_actions(match.state)
        if not match.game.needs_confirmation(action, driver.view)
    )
    [*driver.submit(decline)]
    assert driver.undo.allowed
    assert [*driver.take_back()] == [news.ViewerChanged(driver.viewer, moves=True)]
    assert match.save() == before
    assert saves.stored_match(context, "nein_danke").match.save() == before


def test_a_forced_move_is_made_automatically_unless_moves_are_always_confirmed(context):
    match = match_of("nein_danke", HUMAN, "easy", "easy")
    driver = seated(TurnLocalDriver(context, match))
    news_until(driver, (news.DecisionAsked, news.OtherThinks))
    driver = seated(TurnLocalDriver(context, match))
    while match.mover != 0:
        news_until(driver, news.Steps)
    action = driver.pacing.forced = match.game.legal_actions(match.state)[0]
    context.settings.confirm = "always"
    assert driver.forced is None
    context.settings.confirm = "never"
    assert driver.forced == action
    assert kinds(driver.go_on(16)) == ["Wait", "CANCEL_DRAG", "Steps"]
    assert match.movers[-1] == 0


def test_the_last_card_can_be_looked_at_before_the_totals(context):
    match = match_of("nein_danke", HUMAN, "easy", "easy")
    while not match.is_over:
        match.apply(match.game.legal_actions(match.state)[0])
    driver = seated(TurnLocalDriver(context, match))
    assert [*driver.go_on(LAST_LOOK_MS - 1)] == []
    assert kinds(driver.go_on(2)) == ["ScreenLeft"]


# ---- the daily deal ---------------------------------------------------------------------------------------


def test_hints_at_a_daily_table_are_counted_once_for_each_move(context):
    day = daily_store.today(context)
    driver = seated(DailyDriver(context, daily_store.begin(context, day)))
    # nothing is stored before the first action: until then the page in the calendar leads here
    assert driver.address == f"calendar.{day.isoformat()}"
    [*driver.hinted(), *driver.hinted()]
    assert driver.attempt.hints == 1
    news_until(driver, news.DecisionAsked)
    [*driver.submit(driver.game.legal_actions(driver.match.state)[0])]
    assert driver.address == f"day.{day.isoformat()}"
    [*driver.hinted()]
    assert driver.attempt.hints == 2
    assert daily_store.open_days(context) == [day] or day in daily_store.open_days(context)


# ---- a lesson ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in TURNS if name in TAUGHT])
def test_a_lesson_shows_each_step_when_it_can_be_read_and_accepts_only_the_expected_move(name, context):
    driver = seated(TurnLessonDriver(context, lessons.start_course(context, name)))
    assert driver.corners == (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG, CornerButton.SPEED)
    assert driver.undo is None
    asked = said = 0
    for _ in range(400):
        [*driver.go_on(max(READ_MS, THINK_MS))]
        if not driver.says:
            assert not driver.is_own
            continue
        said += 1
        assert driver.panel(True, "") is None or not driver.panel(True, "").speaks, "not while something moves"
        panel = driver.panel(False, "")
        assert panel.speaks
        assert panel.text.body
        assert panel.requests_move == driver.is_own == driver.course.asks
        if driver.course.asks:
            asked += 1
            assert MOVE not in panel.points or panel.move == driver.course.action
            [*driver.skip()]
        elif driver.course.is_last:
            break
        else:
            [*driver.read(None)]
    assert driver.course.is_last
    assert asked >= 3 < said


def test_a_lesson_explains_the_effect_of_a_wrong_move(context):
    driver = seated(TurnLessonDriver(context, lessons.start_course(context, "nein_danke")))
    for _ in range(200):
        [*driver.go_on(1000)]
        if driver.says and driver.course.asks:
            break
        if driver.says:
            [*driver.read(None)]
    before, text = driver.match.save(), driver.panel(False, "").text.body
    other = next(action for action in driver.game.legal_actions(driver.match.state) if action != driver.course.action)
    assert kinds(driver.submit(other)) == ["SoundPlayed", "ACTION_WITHOUT_EFFECT"]
    panel = driver.panel(False, "")
    assert panel.text.wrong
    assert panel.text.body != text
    assert driver.match.save() == before
    assert kinds(driver.pass_time(60_000)) == ["REFRESH_CONTROLS"]
    assert driver.panel(False, "").text.body == text


# ---- a puzzle ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in TURNS if name in PUZZLED])
def test_a_puzzle_judges_a_move_and_then_offers_how_to_go_on(name, context):
    rows = puzzles.puzzles_of(name)
    number = next(place for place, puzzle in enumerate(rows) if not puzzle.steps[-1].ask and len(puzzle.steps) > 1)
    driver = seated(TurnPuzzleDriver(context, name, number))
    while not driver.attempt.is_last:
        place = driver.attempt.place
        assert SoundPlayed("call_won", "glad") in driver.submit(driver.attempt.answer)
        (button,) = driver.panel(False, "").text.buttons
        assert button.id == ON
        assert kinds(driver.read(None)) == ["REFRESH_CONTROLS"]
        while driver.attempt.place == place:
            assert driver.asked("a prompt") == "", "the game goes on by itself"
            told = [*driver.go_on(20_000)]
            assert kinds(told)[-1] == "Steps"
    before = driver.match.save()
    assert CornerButton.CLUE in driver.corners
    assert kinds(driver.give_up()) == ["SoundPlayed", "ACTION_WITHOUT_EFFECT"]
    assert CornerButton.ANSWER in driver.corners, "after the hint"
    assert CornerButton.SPEED not in driver.corners
    panel = driver.panel(False, "")
    assert panel.requests_move
    assert panel.text.buttons == ()
    wrong = driver.game.decode(driver.attempt.step.wrong[0][0])
    told = [*driver.submit(wrong)]
    assert kinds(told) == ["SoundPlayed", "ACTION_WITHOUT_EFFECT"]
    assert told[0].name == "wrong"
    assert driver.panel(False, "").text.wrong
    assert driver.match.save() == before
    told = [*driver.submit(driver.attempt.answer)]
    assert FocusSet(NEXT) in told
    assert driver.attempt.is_answered
    assert [offer.id for offer in driver.panel(False, "").text.buttons] == [PLAY, NEXT]
    assert driver.panel(False, PLAY).text.buttons[0].kind == "danger"
    assert CornerButton.ANSWER not in driver.corners
    if driver.carried_out:
        assert driver.panel(True, "") is None, "the cards that go are what is to be seen"
        assert not driver.is_own
    assert driver.attempt.match.save() == before, "the match played on begins before it"


def test_playing_on_from_a_puzzle_asks_about_a_match_in_progress(context):
    driver = seated(TurnPuzzleDriver(context, "push", 0))
    asked: list[str] = []
    other = match_of("push", HUMAN, "easy")
    other.apply(other.game.legal_actions(other.state)[0])
    saves.store_match(context, other)
    assert driver.play_on(lambda id_: bool(asked.append(id_))) is None
    assert asked == [PLAY]
    assert saves.stored_match(context, "push").match.save() == other.save()
