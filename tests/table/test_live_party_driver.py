"""A party's match in real time without a window: its clock, its stops, touches, and who is missing."""

from types import SimpleNamespace
from typing import Any

import pytest
from live_drivers import FLIPS_MS, FRAME_MS, TWIN_IT, events, frames, note_input
from table_player import match_of
from twin_it_states import X, Y, spot, state_of, top, touch

from game.core.match import HUMAN
from game.engine.transitions import Push, Replace
from game.games.twin_it.events import CardFlipped, SetWon
from game.games.twin_it.state import Action, Verb
from game.host.clock import ManualClock
from game.scenes.navigation import routes
from game.scenes.table.pause import OnlinePause
from game.services.context import Context
from game.services.party_updates import PartyUpdates
from game.table.driver import CornerButton, ScreenLeft, SoundPlayed
from game.table.live.driver import AllowedInput, LiveCue, Notice, StartButton
from game.table.live.own_hands import LINGER_MS
from game.table.live.party import LivePartyDriver
from game.table.party import notice
from game.wire.commands import PauseTable, Ready
from game.wire.join_link import JoinLink
from game.wire.messages import LiveClock, Origin, PartyPhase, PartyState, PublicEntry, SeatInfo, TurnState
from game.wire.party_client import PartyStep

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
