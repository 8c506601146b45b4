"""Drivers of live tables, without a window: what they say, offer, allow and store."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from table_player import match_of
from twin_it_states import X, Y, spot, state_of, top, touch

from game.catalogue.registry import GAMES
from game.core.live import without_stamp_of
from game.core.match import HUMAN
from game.engine.layout import frame_for
from game.engine.match_texts import LogLine
from game.engine.transitions import Pop, Push, Replace
from game.games.twin_it.events import CardFlipped, SetWon
from game.games.twin_it.state import Action, Verb
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player import lessons, puzzles, saves, stats
from game.scenes.help.howto import HowTo
from game.scenes.lesson.lesson_end import LessonEnd
from game.scenes.navigation import routes
from game.scenes.result.result import Result
from game.scenes.table.pause import OnlinePause, Pause
from game.services.context import Context
from game.services.party_updates import PartyUpdates
from game.table.driver import CornerButton, FocusSet, ScreenLeft, SoundPlayed
from game.table.lesson_text import ANSWER_MS
from game.table.live.driver import AllowedInput, InputRefused, LiveCue, LiveDriver, LiveStep, Notice, StartButton
from game.table.live.lesson import SEEN_MS, LiveLessonDriver
from game.table.live.local import KEEP_MS, LOOK_MS, LiveLocalDriver
from game.table.live.own_hands import LINGER_MS
from game.table.live.party import LivePartyDriver
from game.table.live.puzzle import LivePuzzleDriver
from game.table.party import notice
from game.table.puzzle_attempt import NEXT
from game.tutorial.lesson import LEARNER, MOVE
from game.wire.commands import PauseTable, Ready
from game.wire.join_link import JoinLink
from game.wire.messages import LiveClock, Origin, PartyPhase, PartyState, PublicEntry, SeatInfo, TurnState
from game.wire.party_client import PartyStep

TWIN_IT = GAMES["twin_it"]
FRAME_MS = 16.0
#: no card is flipped before that, and by then nothing has happened by itself
FLIPS_MS = 1600


@pytest.fixture(autouse=True)
def _there_is_no_window(monkeypatch):
    def opened(*_size: object, **_how: object) -> None:
        raise AssertionError("a driver needs no window")

    monkeypatch.setattr("pygame.display.set_mode", opened)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def context(clock, monkeypatch) -> Context:
    """Return the services of the program, recording sounds and vibrations."""
    made = Context(MemoryStorage(), clock, frame_for((1280, 720)), "en")
    made.settings.speed = "normal"
    return made


def frames(driver: LiveDriver, clock: ManualClock, ms: float = FRAME_MS) -> list[Any]:
    """Advance the clock frame by frame; return the driver's news."""
    news: list[Any] = []
    for _ in range(max(1, round(ms / FRAME_MS))):
        clock.pass_ms(FRAME_MS)
        news += driver.advance(FRAME_MS)
    return news


def note_input(driver: LiveDriver, clock: ManualClock) -> None:
    """Report an input of a player now."""
    driver.heed(None, clock.now_ms())  # type: ignore[arg-type]


def events(news: list[Any]) -> list[Any]:
    return [one.event for one in news if isinstance(one, LiveStep)]


# ---- a match on this device -----------------------------------------------------------------------------


def local(context: Context, *kinds: str, seed: int = 5, **options: object) -> LiveLocalDriver:
    return LiveLocalDriver(context, match_of(TWIN_IT, kinds or ("human", "easy"), seed, **options))


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


def test_a_match_leads_to_the_pause_and_to_help_with_the_lesson(context):
    driver = local(context)
    away = driver.leave(None)  # type: ignore[arg-type]
    assert isinstance(away, Push)
    assert isinstance(away.scene, Pause)
    pages = driver.help()
    assert isinstance(pages, Push)
    assert isinstance(pages.scene, HowTo)
    assert pages.scene.teaches


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


# ---- a lesson -------------------------------------------------------------------------------------------


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


# ---- a party --------------------------------------------------------------------------------------------

LAG, NAMES = 100, ("Ada", "Ben", "Cleo")


class Party:
    """A stand-in for a session at a party without delay: the table's clock is the device's."""

    def __init__(self, context: Context, clock: ManualClock, seat: int = 0, count: int = 2) -> None:
        self.context, self.clock, self.seat = context, clock, seat
        self.match = match_of(TWIN_IT, [HUMAN] * count, 5)
        self.live_clock = LiveClock(0, 0, -1, 0, LAG, (), -1, (0,) * count)
        self.away: tuple[int, ...] = ()
        self.phase = PartyPhase.PLAYING
        self.updates, self.results = PartyUpdates(), SimpleNamespace(take_missed=lambda: None)
        self.join_link = JoinLink()
        self.is_late = self.is_big_screen = False
        self.done: list[object] = []
        #: commands sent and not answered yet
        self.open: set[type] = set()
        self.hands: list[Action] = []
        self.unheard: list[str] = []
        self.late: list[int] = []
        self.remote = SimpleNamespace(ended=None, is_connected=True, seat=seat, table_ms=self._table_ms)
        self._follow()

    @property
    def party_state(self) -> PartyState:
        """Return the state of the party."""
        places = [
            SeatInfo(HUMAN, NAMES[n], figure, n in self.away, False, False)
            for n, figure in zip(range(len(self.match.seats)), ("bear", "fox", "owl"), strict=False)
        ]
        return PartyState(self.phase, "twin_it", "{}", tuple(places), 0, False, 0, False, 1, "", None, self.live_clock)

    def _table_ms(self, at_ms: float) -> float | None:
        return self.live_clock.base + at_ms - self.live_clock.start_ms if self.live_clock.start_ms else None

    def _follow(self) -> None:
        self.remote.party_state = self.party_state
        self.remote.view = TWIN_IT.view(self.match.state, self.seat)
        self.remote.turn_state = TurnState(len(self.match.actions), -1, 0, False, "")

    def tell(self, what: str = "Ready", seat: int = 1, *actions: Action) -> None:
        """Announce an event at the party with the actions that it leads to."""
        happened = [event for action in actions for event in self.match.apply(action)]
        self._follow()
        steps = tuple((event, self.remote.view) for event in happened)
        told = PublicEntry(what, Origin.PERSON, seat, -1, 0)
        seen = (self.party_state, steps, self.remote.turn_state, self.remote.view)
        self.updates.add([PartyStep(told, self.seat, *seen)])

    def start(self) -> None:
        """Start the table's clock."""
        self.clock.pass_ms(1)
        self.live_clock = self.live_clock._replace(start_ms=int(self.clock.now_ms()), ready=())
        self.tell()

    def stop(self, because: int) -> None:
        """Stop the table's clock because of a seat."""
        self.live_clock = self.live_clock._replace(start_ms=0, base=self.live_clock.base, stopped_by=because)
        self.tell("Rest", because)

    # the methods that a driver calls

    def waits_for(self, kind: type) -> bool:
        return kind in self.open

    def do(self, command: object) -> None:
        self.done.append(command)
        self.open.add(type(command))

    def send_live_action(self, action: Action) -> str:
        self.hands.append(action)
        return f"hand {len(self.hands)}"

    def take_refused_moves(self) -> list[str]:
        unheard, self.unheard = self.unheard, []
        return unheard

    def take_late(self) -> list[int]:
        late, self.late = self.late, []
        return late

    def named(self, figure: str) -> str:
        return figure


def at_party(context: Context, clock: ManualClock, seat: int = 0, count: int = 2, **how: Any) -> tuple[Any, Party]:
    """Return a driver at a party's table whose match has a given position."""
    clock.pass_ms(1000)
    party = Party(context, clock, seat, count)
    if how:
        party.match.state = state_of(seats=count, options=party.match.options, **how)
        party._follow()
    return LivePartyDriver(context, party), party  # type: ignore[arg-type]


def test_players_declare_themselves_ready_and_see_the_missing_ones(context, clock):
    driver, party = at_party(context, clock, count=3)
    frames(driver, clock)
    assert (driver.covered, driver.running, driver.may) == (True, False, AllowedInput.ALL)
    assert driver.corners == (CornerButton.PAUSE, CornerButton.LOG)
    assert driver.go_button == StartButton(context.texts("twin_it.ready"))
    driver.go()
    driver.go()
    assert party.done == [Ready()]
    assert not driver.go_button.enabled, "it is on its way"
    party.open.clear()
    party.live_clock = party.live_clock._replace(ready=(0,))
    party.tell()
    assert LiveCue.SHOW_AT_ONCE in frames(driver, clock)
    names = context.texts.listed(["Ben", "Cleo"])
    assert driver.panel() == notice(context, context.texts("party.live.waits", names=names))
    assert not driver.go_button.enabled


def test_the_faces_show_while_the_tables_clock_runs(context, clock):
    driver, party = at_party(context, clock)
    frames(driver, clock)
    party.start()
    assert frames(driver, clock) == [SoundPlayed("your_turn"), LiveCue.SHOW_AT_ONCE]
    assert (driver.covered, driver.running, driver.go_button, driver.panel()) == (False, True, None, None)
    assert driver.shown_at == FRAME_MS
    assert driver.lag == LAG
    party.stop(because=1)
    assert frames(driver, clock) == [LiveCue.CANCEL_GESTURES, LiveCue.SHOW_AT_ONCE]
    assert (driver.covered, driver.shown_at) == (True, None)


def test_the_panel_names_who_stopped_the_table_and_who_is_away(context, clock):
    driver, party = at_party(context, clock)
    party.start()
    party.tell("Lived", -1, Action(Verb.FLIP, FLIPS_MS, party.match.state.turn))
    frames(driver, clock, FLIPS_MS + 160)
    party.stop(because=1)
    frames(driver, clock)
    assert driver.go_button == StartButton(context.texts("twin_it.go_on"), "")
    assert driver.panel() == notice(context, context.texts("party.live.stopped", name="Ben"))
    assert driver.away == ()
    party.away = (1,)
    party.tell("Away", 1)
    frames(driver, clock)
    assert driver.panel() == notice(context, context.texts("party.live.without", names="Ben"))
    assert driver.away == (1,)


def test_an_event_is_shown_when_the_tables_clock_reaches_it(context, clock):
    driver, party = at_party(context, clock)
    party.start()
    frames(driver, clock)
    before = driver.known
    party.tell("Lived", -1, Action(Verb.FLIP, FLIPS_MS, party.match.state.turn))
    assert events(frames(driver, clock, FLIPS_MS - 2 * FRAME_MS)) == []
    assert driver.known == before
    news = frames(driver, clock, 4 * FRAME_MS)
    assert [type(event) for event in events(news)][:1] == [CardFlipped]
    assert driver.known == party.remote.view != before


def test_while_the_clock_stands_still_all_events_are_shown_at_once(context, clock):
    driver, party = at_party(context, clock)
    frames(driver, clock)
    party.tell("Lived", -1, Action(Verb.FLIP, 60_000, party.match.state.turn))
    assert events(frames(driver, clock))
    assert driver.known == party.remote.view


def test_ones_own_touch_is_shown_at_once_until_it_counts(context, clock):
    driver, party = at_party(context, clock, spots=[X, Y])
    cards = [face.card for face in driver.known.faces][:2]
    assert driver.submit(touch(0, 0, cards[0])) == (), "nobody plays while the faces are covered"
    party.start()
    frames(driver, clock, 160)
    note_input(driver, clock)
    at = driver.input_at
    for card in cards:
        assert driver.submit(touch(at, 0, card)) == (LiveCue.SHOW,)
    assert [action.at_ms for action in party.hands] == [at, at + 1], "no two hands have one stamp"
    assert {one.card for one in driver.view.touches} == {*cards}
    assert not driver.known.touches
    assert LiveCue.SHOW not in frames(driver, clock, LAG + LINGER_MS - 2 * FRAME_MS)
    assert LiveCue.SHOW in frames(driver, clock, 4 * FRAME_MS)
    assert not driver.view.touches


def test_a_touch_is_stamped_before_events_not_yet_shown(context, clock):
    driver, party = at_party(context, clock, spots=[X, Y])
    party.start()
    frames(driver, clock, FLIPS_MS)
    flip = driver.clock.now + 8
    party.tell("Lived", -1, Action(Verb.FLIP, flip, party.match.state.turn))
    assert not [*driver.advance(0)]
    driver.submit(touch(flip + 5, 0, driver.known.faces[0].card))
    assert party.hands[-1].at_ms == flip - 1


def test_a_refused_or_late_touch_is_reported_and_removed(context, clock):
    driver, party = at_party(context, clock, spots=[X, Y])
    party.start()
    frames(driver, clock, 160)
    driver.submit(touch(driver.clock.now, 0, driver.known.faces[0].card))
    party.unheard, party.late = ["hand 1"], [30, 70]
    assert frames(driver, clock) == [LiveCue.SHOW, Notice(context.texts("party.live.late", ms=70))]
    assert not driver.view.touches


def test_a_notice_says_by_how_much_a_rival_was_quicker(context, clock):
    driver, party = at_party(context, clock, spots=[X, X, Y])
    party.start()
    frames(driver, clock, 160)
    pair = (spot(party.match.state, 0), spot(party.match.state, 1))
    at = driver.clock.now
    for card in pair:
        driver.submit(touch(at, 0, card))
    party.tell("Lived", -1, touch(at - 40 + LAG, 1, *pair))
    news = frames(driver, clock, 320)
    won = next(event for event in events(news) if isinstance(event, SetWon))
    assert won.seat == 1
    said = [one for one in news if isinstance(one, Notice)]
    assert said == [Notice(context.texts("party.live.first", name="Ben", ms=41))]
    assert not driver.view.touches


def test_a_spectator_cannot_act_or_stop_the_table(context, clock):
    driver, party = at_party(context, clock, seat=-1)
    frames(driver, clock)
    assert (driver.may, driver.humans) == (AllowedInput.NOTHING, [])
    names = context.texts.listed(["Ada", "Ben"])
    keys = ("party.watching", "party.watching_full", "party.live.waits")
    told = [context.texts(key, name="Ada", names=names) for key in keys]
    assert driver.panel() == notice(context, context.texts.sentences(told))
    assert not driver.go_button.enabled
    party.start()
    frames(driver, clock)
    assert driver.submit(touch(0, 0, top(party.match.state, 0))) == ()
    driver.rest(hurried=True)
    assert party.done == party.hands == []
    assert driver.covered, "whatever lies over the table finds it covered"
    assert frames(driver, clock) == [LiveCue.SHOW_AT_ONCE]
    assert not driver.covered


def test_a_player_who_looks_away_stops_the_table_once(context, clock):
    driver, party = at_party(context, clock)
    party.start()
    frames(driver, clock)
    driver.rest(hurried=False)
    assert party.done == []
    assert not driver.covered
    driver.rest(hurried=True)
    driver.rest(hurried=True)
    assert party.done == [PauseTable()]
    assert driver.covered


@pytest.mark.parametrize("why", ["ended", "anew", "gathering", "Start", "Choose"])
def test_the_driver_follows_the_party_to_another_screen(context, clock, monkeypatch, why):
    for name in ("lobby", "online_table"):
        monkeypatch.setattr(routes, name, lambda *_given, name=name: name)
    driver, party = at_party(context, clock)
    frames(driver, clock)
    leads = {"ended": "lobby", "anew": "online_table", "gathering": "lobby", "Start": "online_table", "Choose": "lobby"}
    if why == "ended":
        party.remote.ended = 1
    elif why in ("anew", "gathering"):
        party.updates.reset()
        party.phase = PartyPhase.GATHERING if why == "gathering" else PartyPhase.PLAYING
        party._follow()
    else:
        party.tell(why)
    assert frames(driver, clock) == [ScreenLeft(Replace(leads[why]))]
    assert bool(party.updates) == (why in ("Start", "Choose")), "the next screen hears it"


def test_changes_for_the_whole_table_are_announced(context, clock):
    driver, party = at_party(context, clock)
    frames(driver, clock)
    party.live_clock = party.live_clock._replace(lag=LAG + 50, too_fast=(0, 2))
    party.tell("Rest", 1)
    frames(driver, clock)
    texts = context.texts
    expected = [
        texts("party.happened.Rest", name="Ben"),
        texts("party.live.quick", name="Ben", count=2),
        texts("party.live.lag", lag=LAG + 50),
    ]
    assert context.notices[-3:] == expected


def test_a_partys_match_leads_to_its_pause(context, clock):
    driver, _ = at_party(context, clock)
    driver.session.remote.live_clock = driver.clock.live_clock
    away = driver.leave(None)
    assert isinstance(away, Push)
    assert isinstance(away.scene, OnlinePause)
    assert driver.address == ""
