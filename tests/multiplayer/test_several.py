"""Several servers at one ledger, within one program: bots decide once, and no table ends with a server."""

import asyncio
import re
from contextlib import asynccontextmanager, suppress

import memory_ledger
import pytest
from guests import Guest, ManualClock, gathered, run_pending, server, started
from memory_ledger import MemoryLedger
from web_server_client import end_of, get, line

from game.catalogue.registry import GAMES
from game.server import client_connection, parties, replica, web_server
from game.server.ledger import LeaseLost, Unreachable
from game.server.metrics import MeasuredLedger
from game.server.web_server import FIGURES, LIVES, READY, WebServer
from game.wire.commands import AssignSeat, Lock, Play, Start
from game.wire.messages import (
    CLIENT_CODEC,
    VERSION,
    Ack,
    Close,
    Hello,
    Nak,
    Open,
    Origin,
    PartyUpdate,
    Ping,
    Request,
    Welcome,
    message_text,
    read_answer,
)


class Ledger(MemoryLedger):
    """A ledger that records who wrote, and that can be unreachable or silent about its writes."""

    def __init__(self) -> None:
        super().__init__()
        self.epochs: list[int] = []
        self.is_gone = self.is_silent = False
        #: the number of failed calls since the last wait for news there
        self.refused = 0

    async def append(self, name, length, line, epoch=0):
        self._there()
        done = await super().append(name, length, line, epoch)
        if done and epoch:
            self.epochs.append(epoch)
        if self.is_silent:
            raise Unreachable("no answer")
        return done

    async def read(self, name, start=0):
        self._there()
        return await super().read(name, start)

    async def wait(self, name, length, seconds):
        self._there()
        self.refused = 0
        return await super().wait(name, length, 0.02)

    async def lease(self, name, holder, ms):
        self._there()
        return await super().lease(name, holder, ms)

    def _there(self) -> None:
        if self.is_gone:
            self.refused += 1
            raise Unreachable("gone")


async def with_bots(parties) -> tuple[Guest, str]:
    """Return a person and two bots, of whom the first is to move."""
    (guest,) = await gathered(parties, "nein_danke", 1)
    for seat in (1, 2):
        assert isinstance(await guest.do(AssignSeat(seat, "easy")), Ack)
    return guest, guest.last(Welcome).party


async def wait_until(done) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(10):
        while not done():
            await asyncio.sleep(0.005)


async def act(guest: Guest) -> None:
    """Carry out the first legal action."""
    await wait_until(lambda: guest.turn.to_move == guest.seat)
    game = GAMES[guest.party_state.game]
    assert isinstance(await guest.do(Play(game.encode(guest.legal[0]))), Ack)


async def bots_play(guest: Guest, ledger: Ledger) -> None:
    """Act until bots have acted as well, and it is one's turn again."""
    before = len(ledger.epochs)
    while len(ledger.epochs) == before or guest.turn.to_move != guest.seat:
        await act(guest)
        await wait_until(lambda: guest.turn.to_move == guest.seat or len(ledger.epochs) > before)
        await run_pending()


async def test_one_server_decides_for_bots_and_another_takes_over_when_it_ends():
    ledger, clock = Ledger(), ManualClock()
    one, other = server(ledger, clock), server(ledger, clock)
    guest, name = await with_bots(one)
    second = Guest(other, guest.token)
    assert isinstance(await guest.do(Start()), Ack)
    await bots_play(guest, ledger)
    assert {*ledger.epochs} == {1}, "one has done all of it"
    await second.hello(name)
    await one.close()
    await bots_play(second, ledger)
    assert {*ledger.epochs} == {1, 2}, "the other one, under an epoch of its own"
    await other.close()


async def test_a_silent_server_loses_its_lease_and_writes_nothing_more(monkeypatch):
    monkeypatch.setattr(replica, "LEASE_MS", 80)
    monkeypatch.setattr(replica, "LOOK_S", 0.02)
    ledger, clock = Ledger(), ManualClock()
    one, other = server(ledger, clock), server(ledger, clock)
    guest, name = await with_bots(one)
    assert isinstance(await guest.do(Start()), Ack)
    paused = await one.replica(name)
    await bots_play(guest, ledger)
    # as if it were stopped: its pending writes come later
    paused._tasks[1].cancel()
    second = Guest(other, guest.token)
    await second.hello(name)
    await bots_play(second, ledger)
    assert {*ledger.epochs} == {1, 2}
    before = await ledger.read(name)
    with pytest.raises(LeaseLost):
        await paused._write(lambda: paused._entry(Origin.PERSON, 0, Lock(True)), 1)
    assert await ledger.read(name) == before
    await one.close()
    await other.close()


async def test_an_unreachable_ledger_freezes_tables_with_a_notice_until_it_is_back(monkeypatch):
    monkeypatch.setattr(replica, "AGAIN_S", 0.01)
    ledger = Ledger()
    parties = server(ledger)
    guests = await started(parties, "nein_danke", 3)
    name = guests[0].last(Welcome).party
    # shorter than the tolerated time, on any machine: no guest notices
    monkeypatch.setattr(replica, "FROZEN_S", 600.0)
    ledger.is_gone = True
    await wait_until(lambda: ledger.refused >= 3)
    ledger.is_gone = False
    await wait_until(lambda: not ledger.refused)
    assert [guest.closed for guest in guests] == [None] * 3
    # longer: everybody is told, and new connections as well
    monkeypatch.setattr(replica, "FROZEN_S", 0.05)
    ledger.is_gone = True
    await wait_until(lambda: all(guest.closed == Close.FROZEN for guest in guests))
    again = Guest(parties, guests[0].token)
    await again.hello(name)
    assert again.closed == Close.FROZEN
    ledger.is_gone = False
    again = Guest(parties, guests[0].token)
    await again.hello(name)
    assert again.last(Welcome).n >= guests[0].n, "nothing is lost"
    assert isinstance(await again.do(Lock(True)), Ack)
    await parties.close()


async def test_a_request_with_unknown_outcome_is_answered_once_the_log_is_readable():
    ledger = Ledger()
    parties = server(ledger)
    (guest,) = await gathered(parties, "nein_danke", 1)
    n, wish = guest.n, Request("once", guest.n, Lock(True))
    ledger.is_silent = True
    await guest.say(wish)
    assert not [one for one in guest.heard if getattr(one, "id", "") == "once"]
    ledger.is_silent = False
    await guest.say(wish)
    await wait_until(lambda: guest.n == n + 1)
    assert [one for one in guest.heard if getattr(one, "id", "") == "once"] == [Ack("once", n + 1)]
    await parties.close()


async def test_a_log_that_has_become_shorter_is_read_anew():
    """This happens when a ledger was restored from a copy."""
    ledger = Ledger()
    parties = server(ledger)
    (guest,) = await gathered(parties, "nein_danke", 1)
    name = guest.last(Welcome).party
    assert isinstance(await guest.do(Lock(True)), Ack)
    del ledger.logs[name][-1]
    await guest.say(Request("on", guest.n, Lock(False)))
    assert guest.closed == Close.RESTART
    again = Guest(parties, guest.token)
    await again.hello(name, have=guest.n, hash_=guest.last(PartyUpdate).hash)
    assert again.last(Welcome) is not None
    assert not again.party_state.locked
    assert isinstance(await again.do(Lock(True)), Ack)
    await parties.close()


@pytest.mark.parametrize("comes_back", [False, True])
async def test_players_of_a_dead_server_count_as_away_on_the_next_one(monkeypatch, comes_back):
    clock = ManualClock()
    monkeypatch.setattr(memory_ledger.time, "monotonic_ns", lambda: clock.ms * 1_000_000)
    ledger = Ledger()
    dead, other = server(ledger, clock), server(ledger, clock)
    guests = await started(dead, "nein_danke", 3)
    await dead.look_round()
    name = guests[0].last(Welcome).party

    async def seen(*more) -> list[bool]:
        for _ in range(3):
            clock.ms += int(parties.BEAT_S * 1000)
            for one in (*more, other):
                await one.look_round()
        return [one.away for one in back.party_state.places]

    # with its server went all its connections, and two of the devices, without a word
    back = Guest(other, guests[0].token)
    await back.hello(name)
    before = len(await ledger.read(name))
    if comes_back:
        # it was only paused, for long: a device that speaks on an old connection is there
        assert await seen() == [False, False, False]
        assert await seen() == [False, True, True]
        await wait_until(lambda: guests[1].party_state.places[1].away)
        await guests[1].say(Ping(1))
        await wait_until(lambda: not back.party_state.places[1].away)
        assert await seen(dead) + await seen(dead) == [False, False, True] * 2
        assert guests[1].closed is None
    else:
        assert await seen() + await seen() == [False] * 3 + [False, True, True]
        assert len(await ledger.read(name)) == before + 2, "once"
    # a device that was reported away returns as always
    again = Guest(other, guests[2].token)
    await again.hello(name)
    assert [one.away for one in back.party_state.places] == [False, not comes_back, False]
    for one in (dead, other):
        await one.close()


async def test_a_living_server_is_not_taken_for_dead(monkeypatch):
    clock = ManualClock()
    monkeypatch.setattr(memory_ledger.time, "monotonic_ns", lambda: clock.ms * 1_000_000)
    ledger = Ledger()
    one, other = server(ledger, clock), server(ledger, clock)
    guests = await started(one, "nein_danke", 3)
    second = Guest(other, guests[0].token)
    await second.hello(guests[0].last(Welcome).party)
    for number in range(9):
        # for a while nothing can be written, and the ledger forgets leases that could not be renewed
        ledger.is_gone = number in (3, 4, 5, 6)
        clock.ms += int(parties.BEAT_S * 1000)
        for parties_ in (other, one):
            with suppress(Unreachable):
                await parties_.look_round()
    assert not any(place.away for place in second.party_state.places)
    await one.close()
    await other.close()


# ---- the operator -------------------------------------------------------------------------------------


@asynccontextmanager
async def opened(ledger):
    counted = MeasuredLedger(ledger)
    parties = server(counted)
    gate = WebServer(parties, None, figures=counted.metrics)
    port = await gate.open("127.0.0.1", 0)
    try:
        yield gate, port
    finally:
        await gate.close()


async def test_a_connection_during_a_ledger_outage_waits_and_is_let_in(monkeypatch):
    monkeypatch.setattr(client_connection, "AGAIN_S", 0.02)
    monkeypatch.setattr(web_server, "HELLO_S", 0.1)
    ledger = Ledger()
    async with opened(ledger) as (_, port):
        async with line(port) as wire:
            await wire.send(message_text(CLIENT_CODEC, Open(VERSION, "push", {})))
            party = read_answer(str(await wire.recv())).party
        async with opened(ledger) as (_, other), line(other) as wire:
            ledger.is_gone = True
            await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, party, "", "", "p", -1, "")))
            heard = [read_answer(str(await wire.recv())) for _ in range(12)]
            assert {type(one) for one in heard} == {Nak}, "it is told that somebody is there"
            ledger.is_gone = False
            while isinstance(found := read_answer(str(await wire.recv())), Nak):
                pass
            assert isinstance(found, Welcome)


async def test_metrics_are_for_the_operator_and_not_for_strangers(monkeypatch):
    monkeypatch.setattr(client_connection, "HELD_S", 0.1)
    ledger = Ledger()
    async with opened(ledger) as (_, port):
        assert (await get(port, LIVES))[0] == (await get(port, READY))[0] == 200
        async with line(port) as wire:
            await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, "nobody", "", "", "p", -1, "")))
            await end_of(wire)
        status, heads, body = await get(port, FIGURES)
        assert status == 200
        assert heads["Content-Type"].startswith("text/plain")
        rows = body.decode().split("\n")
        assert "kartenkiste_lines_come_total 1" in rows
        assert "kartenkiste_ledger_up 1" in rows
        assert all(re.fullmatch(r"(# .*|kartenkiste_\w+(\{\w+=\"[^\"]*\"\})? [\d.e+-]+|)", row) for row in rows)
        for path in (LIVES, READY, FIGURES):
            assert (await get(port, path, "X-Forwarded-For: 203.0.113.5"))[0] == 404
        ledger.is_gone = True
        async with line(port) as wire:
            await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, "nobody", "", "", "p", -1, "")))
            assert await end_of(wire) == Close.FROZEN
        assert "kartenkiste_ledger_up 0" in (await get(port, FIGURES))[2].decode()
        assert (await get(port, READY))[0] == 200, "another server would fare no better"


async def test_a_server_that_shuts_down_closes_connections_and_accepts_none():
    ledger = Ledger()
    async with opened(ledger) as (one, port), opened(ledger) as (_, other):
        wires = [await line(port) for _ in range(3)]
        await wires[0].send('{"what":"x"}')
        leaving = asyncio.create_task(one.leave(0.3))
        await asyncio.sleep(0.02)
        assert (await get(port, READY))[0] == 503
        assert (await get(port, LIVES))[0] == 200
        with pytest.raises(Exception, match="503"):
            await line(port)
        await leaving
        async with line(other) as wire:
            await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, "nobody", "", "", "p", -1, "")))
            assert await end_of(wire) == Close.NO_PARTY
        assert [await end_of(wire) for wire in wires[1:]] == [Close.RESTART] * 2
