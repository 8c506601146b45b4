"""Parties go on when the system's clock is set back while a server runs, as by a network's time."""

import asyncio

import pytest
from guests import Guest, ManualClock, act, gathered, run_pending, server, token
from live_room import LiveRoom
from memory_ledger import MemoryLedger

from game.core.rng import Rng
from game.server import replica
from game.server.limits import RateLimit
from game.server.replica import SET_BACK_MS, SteadyClock
from game.wire.commands import AssignSeat, React, SetTimeLimit, Start
from game.wire.messages import Ack, Close, Origin, Ping, Pong, Welcome

HOUR_MS = 3_600_000


def test_a_steady_clock_never_goes_back_and_follows_the_system_once_it_catches_up():
    system = ManualClock()
    clock, begun = SteadyClock(system), system.ms
    shown = [clock.now_ms(begun)]
    for step in (100, -2 * HOUR_MS, 100, 5_000, -HOUR_MS, 100):
        system.ms += step
        shown.append(clock.now_ms(begun))
    assert [one - begun for one in shown] == [0, 100, 100, 200, 5_200, 5_200, 5_300]
    system.ms = begun + HOUR_MS
    assert clock.now_ms(begun) == system.ms
    # after a restart only a log knows the time
    system.ms -= 2 * HOUR_MS
    assert SteadyClock(system).now_ms(begun) == begun


def test_clocks_of_several_servers_may_differ_a_little():
    system = ManualClock()
    assert SteadyClock(system).now_ms(system.ms + SET_BACK_MS) == system.ms


async def bots_move(guest: Guest, clock: ManualClock) -> bool:
    """Return whether bots act within a second."""
    if guest.turn.to_move == guest.seat:
        assert isinstance(await act(guest, Rng(1)), Ack)
    length = guest.turn.length
    for _ in range(10):
        clock.ms += 100
        await asyncio.sleep(0.001)
        await run_pending()
    return guest.turn.length > length


@pytest.mark.parametrize("starts_again", [False, True])
async def test_bots_go_on_after_the_clock_is_set_back(monkeypatch, starts_again):
    monkeypatch.setattr(replica, "LEASE_MS", 1)
    clock, ledger = ManualClock(), MemoryLedger()
    parties = server(ledger, clock)
    (guest,) = await gathered(parties, "nein_danke", 1)
    for seat in (1, 2):
        await guest.do(AssignSeat(seat, "easy"))
    assert isinstance(await guest.do(Start()), Ack)
    assert await bots_move(guest, clock)
    if starts_again:
        # with a bot to move
        while guest.turn.to_move != guest.seat:
            await bots_move(guest, clock)
        await parties.close()
        parties = server(ledger, clock)
    clock.ms -= 2 * HOUR_MS
    if starts_again:
        guest = await reconnected(parties, guest)
    assert await bots_move(guest, clock)
    await parties.close()


async def reconnected(parties, guest: Guest) -> Guest:
    """Return the device with a connection to another process."""
    back = Guest(parties, guest.token)
    back.ids = 100
    await back.hello(guest.last(Welcome).party)
    return back


async def test_a_time_limit_keeps_its_length_when_the_clock_is_set_back():
    clock = ManualClock()
    guests = await gathered(server(clock=clock), "push", 2)
    await guests[0].do(SetTimeLimit(10))
    await guests[0].do(Start())
    due = guests[0].turn.due_ms
    clock.ms += 4_000
    await guests[0].say(Ping(1))
    clock.ms -= HOUR_MS
    await guests[0].say(Ping(2))
    # devices are told the same time as before
    assert guests[0].last(Pong).now_ms == due - 6_000
    clock.ms += 5_000
    await guests[1].do(React(0))
    await run_pending()
    assert guests[0].turn.length == 0
    clock.ms += 1_100
    await guests[1].do(React(1))
    await run_pending()
    assert [step.entry.origin for step in guests[0].steps if step.entry.name == "Play"] == [Origin.CLOCK]


async def test_a_table_in_real_time_goes_on_with_all_players_present():
    room = LiveRoom()
    await room.begin(2)
    await room.ready()
    await room.passes(5_000)
    length = len(room.party.match.actions)
    for guest in room.guests:
        await guest.say(Ping(1))
    room.clock.ms -= HOUR_MS
    for guest in room.guests:
        await guest.visitor.look()
    await room.passes(9_000)
    assert room.table.runs
    assert len(room.party.match.actions) > length
    # a player with a new connection is present, too
    back = Guest(room.parties, token(1))
    await back.hello(room.guests[0].last(Welcome).party)
    await back.visitor.look()
    assert (back.closed, room.party.chairs[1].is_there) == (None, True)
    assert room.guests[1].closed == Close.ELSEWHERE
    await room.parties.close()


def test_a_limit_is_no_longer_than_before():
    limit, clock = RateLimit(2, 60_000), ManualClock()
    for _ in range(2):
        limit.count("address", clock.ms)
    assert limit.is_over("address", clock.ms - 1_000)
    clock.ms -= HOUR_MS
    assert not limit.is_over("address", clock.ms)
    limit.forget(clock.ms)
    assert len(limit) == 0
