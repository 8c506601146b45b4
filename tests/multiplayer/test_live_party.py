"""A party in real time: touches are ordered by when they were made on what their owners saw."""

import pytest
from guests import Guest, ManualClock, run_pending, token
from lag_model import Model
from live_room import SEED, LiveRoom, pair_of, shown_time, with_a_pair
from memory_ledger import MemoryLedger

from game.catalogue.registry import GAMES
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.twin_it.bots import Mind, matches
from game.games.twin_it.scheduler import TwinItScheduler
from game.games.twin_it.state import STACK, Action, Verb
from game.games.twin_it.state import Phase as TwinItPhase
from game.server import live_clock
from game.server.live_clock import COUNT_IN_MS, LAG_MS, QUICK_MS, believed_stamp, delays_for
from game.server.log_entries import LiveDecided, LiveMoveMade, read_entry
from game.server.replica import LEASE_MS
from game.wire.commands import Leave, PauseTable, Ready, Start
from game.wire.messages import Ack, Nak, Origin, Over, PartyPhase, PartyUpdate, Ping, Welcome


def planned_touches(kinds: list[str], lag: int, options: dict, long_ms: int) -> list[Action]:
    """Return what people would do in the match with that seed."""
    done: list[Action] = []
    match = Match(GAMES["twin_it"], options, [Seat(f"P{n}", kind) for n, kind in enumerate(kinds)], int(SEED, 16))
    minds = {
        n: Model(n, n + 5, done) if kind == "human" else Mind(n, kind, Rng(match.seed * 100 + n))
        for n, kind in enumerate(kinds)
    }
    clock = TwinItScheduler(match, minds)
    clock.hold(lag, 0)
    clock.advance(long_ms)
    return [action for action in done if action.at_ms + lag < long_ms]


@pytest.mark.parametrize(
    ("people", "bots", "options"),
    [
        (2, 1, {}),
        (3, 0, {"forbidden": 1}),
        (4, 0, {"mode": "teams"}),
        (3, 0, {"mode": "contest"}),
        (1, 1, {"mode": "minute"}),
    ],
)
async def test_the_same_touches_make_the_same_match_over_any_connection(people, bots, options):
    long_ms, lag = 12_000, 150
    done = planned_touches(["human"] * people + ["hard"] * bots, lag, options, long_ms)
    rng = Rng(people)
    logs = []
    for delay in (lambda: 0, lambda: lag - 75, lambda: rng.below(lag - 74)):
        room = LiveRoom()
        await room.begin(people, bots, options)
        await room.ready(90)
        assert (room.table.delay, room.table.lag) == (75, lag)
        await room.play(done, delay)
        await room.until(room.table.when(long_ms))
        logs.append(room.party.match.actions)
        # every device received the same
        for guest in room.guests:
            assert guest.last(PartyUpdate).turn.length == len(logs[-1])
        await room.parties.close()
    assert logs[1:] == logs[:1] * 2
    assert sum(0 <= action.seat < people for action in logs[0]) > 5


async def test_the_table_runs_when_all_are_ready_and_stops_when_a_player_leaves():
    room = LiveRoom()
    await room.begin(3)
    first, second, third = room.guests
    await room.passes(10_000)
    assert room.party.match.actions == []
    assert isinstance(await first.do(Ready()), Ack)
    assert isinstance(await first.do(Ready()), Nak)
    assert not room.table.runs
    assert isinstance(await second.do(Ready()), Ack)
    assert first.party_state.live_clock.ready == (0, 1)
    assert isinstance(await third.do(Ready()), Ack)
    assert room.table.start_ms == room.clock.ms + COUNT_IN_MS
    assert isinstance(await room.lay(first, Action(Verb.FLIP, 5, room.party.to_move)), Nak)
    await room.passes(COUNT_IN_MS + 9_000)
    # cards are flipped by themselves
    count = len(room.party.match.actions)
    assert count >= 2
    stood_at = room.shows
    await second.visitor.gone()
    assert room.table.until == stood_at + room.table.lag
    await room.passes(20_000)
    assert not room.table.runs
    assert (room.table.base, room.table.stopped_by) == (stood_at + room.table.lag, 1)
    assert room.party.match.state.now == room.table.base
    # the others may go on without them: that seat cannot act
    for guest in (first, third):
        assert isinstance(await guest.do(Ready()), Ack)
    assert room.table.runs
    await room.passes(COUNT_IN_MS + 30_000)
    assert room.table.runs
    assert not any(action.seat == 1 for action in room.party.match.actions)
    # and is in the game again with its person
    again = Guest(room.parties, token(1))
    again.ids = 100
    await again.hello(first.last(Welcome).party)
    assert room.table.runs
    assert isinstance(await room.lay(again, Action(Verb.FLIP, room.shows - room.table.delay, 1)), Ack)
    await room.parties.close()


async def test_a_silent_device_counts_as_away_long_before_its_connection_is_closed():
    room = LiveRoom()
    await room.begin(2)
    await room.ready()
    first, second = room.guests
    for _ in range(4):
        await room.passes(1_000)
        await first.say(Ping(0))
        for guest in room.guests:
            await guest.visitor.look()
        if not room.party.chairs[1].is_there:
            break
    assert (room.party.chairs[0].is_there, room.party.chairs[1].is_there) == (True, False)
    assert (room.table.stopped_by, room.table.until) == (1, room.shows + room.table.lag)
    await room.passes(1_000)
    assert not room.table.runs
    # the next message of that device, on the same connection, brings its person back
    await second.say(Ping(0))
    assert room.party.chairs[1].is_there
    for guest in room.guests:
        assert isinstance(await guest.do(Ready()), Ack)
    assert room.table.runs
    await room.parties.close()


@pytest.mark.parametrize("way", ["goes", "pauses", "leaves"])
async def test_leaving_does_not_cancel_a_touch_made_before(way):
    room = LiveRoom()
    await room.begin(2)
    await room.ready()
    cards = await with_a_pair(room)
    now = room.shows - room.table.delay
    assert isinstance(await room.lay(room.guests[0], Action(Verb.TOUCH, now, 0, cards)), Ack)
    # the other one pulls the plug before it is decided
    if way == "goes":
        await room.guests[1].visitor.gone()
    else:
        assert isinstance(await room.guests[1].do(PauseTable() if way == "pauses" else Leave()), Ack)
    await room.passes(5_000)
    assert not room.table.runs
    assert room.party.match.view(0).set_counts == (1, 0)
    # and a later touch does nothing
    assert isinstance(await room.lay(room.guests[0], Action(Verb.TOUCH, now, 0, cards)), Nak)
    await room.parties.close()


async def test_a_wrong_touch_costs_a_set_even_if_its_player_leaves():
    room = LiveRoom()
    await room.begin(2)
    await room.ready()
    for count in (1, 2):
        cards = await with_a_pair(room)
        assert isinstance(await room.lay(room.guests[1], Action(Verb.TOUCH, shown_time(room), 1, cards)), Ack)
        await room.passes(400)
        assert room.party.match.view(0).set_counts == (0, count)
    tops = [face for face in room.party.match.view(0).faces if face.where == STACK]
    assert tops[0].pattern != tops[1].pattern
    wrong = Action(Verb.TOUCH, shown_time(room), 1, (tops[0].card, tops[1].card))
    assert isinstance(await room.lay(room.guests[1], wrong), Ack)
    await room.passes(room.table.lag + 60)
    assert room.party.match.state.phase == TwinItPhase.CHOOSE
    # the table does not wait for the choice of an absent player
    await room.guests[1].visitor.gone()
    await room.passes(2_000)
    assert isinstance(await room.guests[0].do(Ready()), Ack)
    await room.passes(COUNT_IN_MS + 4_000)
    assert room.party.match.view(0).set_counts == (0, 1)
    # nor does the seat win anything, with any player in its place
    await room.passes(20_000)
    assert not any(action.seat == 1 and action.at_ms > wrong.at_ms + 500 for action in room.party.match.actions)
    await room.parties.close()


async def test_the_earlier_touch_wins_even_if_it_arrives_later():
    room = LiveRoom()
    await room.begin(2)
    await room.ready(200)
    cards = await with_a_pair(room)
    shown = room.shows - room.table.delay
    await room.until(room.clock.ms + 20)
    assert isinstance(await room.lay(room.guests[1], Action(Verb.TOUCH, shown + 15, 1, cards)), Ack)
    await room.until(room.clock.ms + 90)
    assert isinstance(await room.lay(room.guests[0], Action(Verb.TOUCH, shown + 5, 0, cards)), Ack)
    await room.passes(1_000)
    assert room.party.match.view(0).set_counts == (1, 0)
    await room.parties.close()


def test_claiming_an_earlier_time_gains_no_more_than_stated():
    rng = Rng(3)
    gained = 0
    for _ in range(20_000):
        rtt = rng.below(600)
        delay, lag = delays_for(rtt, calm=False)
        lag = min(lag + rng.below(6) * live_clock.MORE_MS, LAG_MS[1])
        # any delay this time, however long it has been before
        up = rng.below(2 * rtt + 1)
        done, said = 10_000, 10_000 - rng.below(2_000)
        came = done + delay + up
        honest = max(believed_stamp(done, came, delay, lag) + lag, came)
        counts = max(believed_stamp(said, came, delay, lag) + lag, came)
        # a truthful stamp is believed
        assert believed_stamp(done, came, delay, lag) == done or came - done - lag > LAG_MS[1]
        assert honest == max(done + lag, came)
        assert honest - counts <= max(0, lag - delay - up)
        gained = max(gained, honest - counts)
        # and no touch can be stamped in the future
        assert believed_stamp(done + 1 + rng.below(5_000), came, delay, lag) <= came - delay
    assert LAG_MS[1] // 2 < gained <= LAG_MS[1] - LAG_MS[0] // 2


def test_delays_follow_the_slowest_device_within_bounds():
    assert delays_for(0, calm=False) == (50, 100)
    assert delays_for(60, calm=False) == (60, 120)
    assert delays_for(2_000, calm=False) == (175, 350)
    assert delays_for(2_000, calm=True) == (0, 0)


async def test_a_late_touch_counts_on_arrival_and_its_player_is_told():
    room = LiveRoom()
    await room.begin(2)
    await room.ready(100)
    lag, delay = room.table.lag, room.table.delay
    cards = await with_a_pair(room)
    first = room.shows - delay
    for number in range(3):
        shown = room.shows - delay
        room.guests[0].visitor.rtt_ms = 2_000
        await room.until(room.clock.ms + lag)
        answer = await room.lay(room.guests[0], Action(Verb.TOUCH, shown, 0, (cards[0],)))
        line = read_entry((await room.ledger.read(room.replica.broadcast.name))[answer.n])
        assert isinstance(line.command, LiveMoveMade)
        step = next(one for one in room.guests[1].steps if one.n == answer.n)
        assert (step.entry.name, step.entry.seat, step.entry.value) == ("Lay", -1, delay)
        assert room.table.late_moves == number + 1
        await room.passes(40)
    assert next(a.at_ms for a in room.party.match.actions if a.verb == Verb.TOUCH) == first + lag + delay
    # everything counts later from the next card on, and everybody is told
    await room.passes(6_000)
    assert (room.table.lag, room.table.late_moves) == (lag + live_clock.MORE_MS, 0)
    assert room.guests[1].party_state.live_clock.lag == lag + live_clock.MORE_MS
    await room.parties.close()


async def test_a_touch_is_secret_until_it_counts():
    room = LiveRoom()
    await room.begin(2)
    looks_on = Guest(room.parties)
    await looks_on.hello(room.guests[0].last(Welcome).party)
    await room.ready()
    cards = await with_a_pair(room)
    before = len(looks_on.heard), len(room.guests[1].heard)
    view = looks_on.turn.view
    stamp = room.shows - room.table.delay
    assert isinstance(await room.lay(room.guests[0], Action(Verb.TOUCH, stamp, 0, cards)), Ack)
    for guest, count in zip((looks_on, room.guests[1]), before, strict=True):
        (step,) = guest.heard[count:]
        assert (step.entry.name, step.entry.seat, step.entry.other) == ("Lay", -1, -1)
        assert (step.events, step.views) == ((), ())
    assert looks_on.turn.view == view
    await room.passes(1_000)
    assert "SetWon" in {event["is"] for step in looks_on.steps for event in step.events}
    await room.parties.close()


async def test_inhumanly_quick_touches_are_counted():
    room = LiveRoom()
    await room.begin(2)
    await room.ready()
    delay = room.table.delay
    while next(matches(room.party.match.view(0)), None) is None:
        await room.passes(25)
    cards = pair_of(room)
    newest = max(face.shown_at for face in room.party.match.view(0).faces if face.card in cards)
    await room.until(room.table.when(newest + 30 + delay))
    assert isinstance(await room.lay(room.guests[1], Action(Verb.TOUCH, newest + 30, 1, cards)), Ack)
    await room.passes(400)
    assert room.guests[0].party_state.live_clock.too_fast == (0, 1)
    assert QUICK_MS > 30
    await room.parties.close()


# ---- the deciding server -------------------------------------------------------------------------------


async def test_a_paused_server_that_lost_its_lease_decides_nothing():
    ledger, clock = MemoryLedger(), ManualClock()
    room = LiveRoom(ledger, clock)
    await room.begin(2)
    await room.ready()
    await room.passes(5_000)
    name = room.replica.broadcast.name
    # another server has the lease by now
    ledger.leases[name] = ledger.leases[name]._replace(until_ms=0)
    epoch = await ledger.lease(name, "another", LEASE_MS)
    assert epoch == 2
    lines = len(await ledger.read(name))
    await room.passes(6_000)
    assert len(await ledger.read(name)) == lines
    await room.parties.close()


async def test_a_server_that_takes_over_stops_the_table_until_people_go_on():
    ledger, clock = MemoryLedger(), ManualClock()
    room = LiveRoom(ledger, clock)
    await room.begin(2, 1)
    await room.ready()
    await room.passes(7_000)
    party, decided = room.guests[0].last(Welcome).party, room.table.decided
    away = room.guests
    # the first server is gone without a word, and so is its lease after a while
    for task in room.replica._tasks:
        task.cancel()
    lease = ledger.leases[party]
    ledger.leases[party] = lease._replace(until_ms=0)
    other = LiveRoom(ledger, clock)
    other.guests = [Guest(other.parties, token(n)) for n in range(2)]
    for guest in other.guests:
        guest.ids = 100
        await guest.hello(party)
    await other.passes(3_000)
    assert not other.table.runs
    # no card was flipped while no server decided
    assert other.table.base == other.table.decided == decided
    assert other.party.match.actions == away[0].visitor.replica.party.match.actions
    await other.ready()
    await other.passes(9_000)
    assert other.table.decided > decided
    assert ledger.leases[party].epoch > lease.epoch
    lines = [read_entry(text) for text in await ledger.read(party)]
    assert [line.command for line in lines if isinstance(line.command, PauseTable)] == [PauseTable()]
    assert all(line.origin == Origin.HOUSE for line in lines if isinstance(line.command, LiveDecided))
    await other.parties.close()


async def test_a_server_that_slept_stops_the_table():
    room = LiveRoom()
    await room.begin(2)
    await room.ready()
    await room.passes(5_000)
    decided, count = room.table.decided, len(room.party.match.actions)
    room.clock.ms += 60_000
    await room.turn()
    assert not room.table.runs
    assert (room.table.base, len(room.party.match.actions)) == (decided, count)
    await room.parties.close()


# ---- whole matches --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "bots", "options"),
    [
        (1, 2, {}),
        (1, 0, {"mode": "minute"}),
        (1, 3, {"mode": "teams"}),
        (1, 1, {"mode": "minute"}),
        (2, 1, {"mode": "contest"}),
    ],
)
async def test_a_match_is_played_to_its_end(people, bots, options):
    room = LiveRoom()
    await room.begin(people, bots, options)
    await room.ready()
    for _ in range(4_000):
        if room.party.phase == PartyPhase.OVER:
            break
        await room.until(room.clock.ms + 500, 250)
    over = room.guests[0].last(Over)
    assert over is not None
    assert room.guests[0].party_state.phase == PartyPhase.OVER
    # and once more, with the same people
    assert isinstance(await room.guests[0].do(Start()), Ack)
    await room.ready()
    assert room.table.base == 0
    await room.parties.close()


@pytest.mark.parametrize("options", [{"calm": True}, {"calm": True, "mode": "minute"}])
async def test_without_a_clock_bots_play_and_absent_players_are_not_waited_for(options):
    room = LiveRoom()
    await room.begin(2, 1, options)
    await room.ready()
    assert (room.table.untimed, room.table.lag) == (True, 0)
    first, second = room.guests
    if "mode" in options:
        for _ in range(12):
            assert isinstance(await room.lay(first, Action(Verb.DEAL, 1, 0)), Ack)
        await room.passes(30_000)
        assert any(action.seat == 2 for action in room.party.match.actions)
    # the player whose turn it is to look is waited for while present
    await room.passes(200_000)
    if "mode" not in options:
        count = len(room.party.match.actions)
        await room.passes(60_000)
        assert len(room.party.match.actions) == count
        mover = room.guests[room.party.to_move]
        await mover.visitor.gone()
        await room.passes(1_000)
        other = first if mover is second else second
        assert isinstance(await other.do(Ready()), Ack)
        await room.passes(40_000)
        assert len(room.party.match.actions) > count
    await room.parties.close()


async def test_a_seat_left_for_good_gets_a_bot():
    room = LiveRoom()
    await room.begin(2)
    await room.ready()
    await room.passes(3_000)
    assert isinstance(await room.guests[1].do(Leave()), Ack)
    await room.passes(3_000)
    assert not room.table.runs
    assert isinstance(await room.guests[0].do(Ready()), Ack)
    for _ in range(200):
        if any(action.seat == 1 for action in room.party.match.actions):
            break
        await room.passes(1_000)
    assert any(action.seat == 1 for action in room.party.match.actions)
    await run_pending(3)
    await room.parties.close()
