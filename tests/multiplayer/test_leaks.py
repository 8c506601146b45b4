"""Nothing remains of tables and connections that have gone, and nothing is computed twice while they are there."""

import asyncio
import gc
import os
import sqlite3
import sys
import weakref
from collections import Counter
from pathlib import Path

import pytest
from guests import TURNS, Guest, ManualClock, play_on, run_pending, server, started
from memory_ledger import MemoryLedger
from websockets.asyncio.client import connect

from game.catalogue.registry import GAMES
from game.core.cache import cached, clear_caches
from game.core.rng import Rng
from game.server import memory
from game.server import web_server as gates
from game.server.broadcast import KEPT, PACKED, BroadcastEntry
from game.server.client_connection import ClientConnection
from game.server.ledger import LogNotifier
from game.server.log_entries import token_hash
from game.server.parties import Parties
from game.server.sqlite_ledger import SqliteLedger
from game.server.web_server import WebServer
from game.wire.messages import CLIENT_CODEC, DAY_MS, VERSION, Hello, Over, PartyUpdate, Welcome, message_text


def row_counts(path: Path) -> tuple[int, ...]:
    """Return the numbers of logs and entries in a file, and of its free pages."""
    with sqlite3.connect(path) as file:
        counts = [file.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("logs", "lines", "leases")]
        free = file.execute("PRAGMA freelist_count").fetchone()[0]
    file.close()
    return (*counts, free)


async def test_tables_that_were_played_and_left_leave_nothing_behind(tmp_path):
    clock, ledger = ManualClock(), await SqliteLedger.open(tmp_path / "ledger")
    parties = server(ledger, clock)
    tasks = len(asyncio.all_tasks())
    there: list[weakref.ref[object]] = []
    for number in range(8):
        guests = await started(parties, TURNS[number % len(TURNS)], 4)
        guests.append(Guest(parties))
        await guests[-1].hello(guests[0].last(Welcome).party)
        await play_on(guests[:4], Rng(number), 25)
        for guest in guests:
            await guest.visitor.gone()
        replica = guests[0].visitor.replica
        there += [weakref.ref(one) for one in (replica, replica.broadcast, replica.party)]
        # no address has opened too many
        clock.ms += 3_600_000
        del replica, guest, guests
    await parties.sweep()
    await run_pending()
    assert len(parties) == 0
    while len(asyncio.all_tasks()) > tasks:
        await asyncio.sleep(0.01)
    gc.collect()
    assert [one() for one in there if one() is not None] == []
    while len(ledger._bell):
        await asyncio.sleep(0.01)
        gc.collect()
    assert ledger._known == {}
    assert row_counts(tmp_path / "ledger")[0] > 0, "a person who comes back finds the table"
    clock.ms += 31 * DAY_MS
    await parties.sweep()
    assert (len(parties._opened), len(parties._wrong_codes)) == (0, 0)
    assert row_counts(tmp_path / "ledger") == (0, 0, 0, 0)
    await parties.close()
    await ledger.close()


async def test_connections_that_have_come_and_gone_leave_nothing_behind():
    parties = Parties(MemoryLedger(), GAMES, ManualClock(), pause_ms=0)
    gate = WebServer(parties, None)
    port = await gate.open("127.0.0.1", 0)
    name, _code = await parties.open("push", {}, "")
    tasks, files = 0, 0
    for turn in range(3):
        wires = [await connect(f"ws://127.0.0.1:{port}{gates.PATH}", compression=None) for _ in range(40)]
        for wire in wires:
            await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, name, "", "", "p", -1, "")))
            await wire.recv()
        for number, wire in enumerate(wires):
            if number % 2:
                wire.transport.abort()
            else:
                await wire.close()
        while gate.counted()[0]:
            await asyncio.sleep(0.01)
        await run_pending()
        del wire, wires
        # tasks that close a connection take a moment; what remains is waited for until the test's time is over
        while any(
            isinstance(one, gates._HttpConnection | gates._Channel | ClientConnection) for one in gc.get_objects()
        ):
            await asyncio.sleep(0.05)
            gc.collect()
        assert (len(gate._lines), len(gate._channels)) == (0, 0)
        now = len(asyncio.all_tasks()), len([*Path("/proc/self/fd").iterdir()]) if os.name == "posix" else 0
        assert turn == 0 or now == (tasks, files)
        tasks, files = now
    await gate.close()


@pytest.mark.parametrize("name", TURNS)
async def test_a_seats_message_is_computed_once_per_entry_for_all_listeners(name, monkeypatch):
    steps, views = Counter[tuple[int, int]](), Counter[tuple[int, int, int]]()
    keep = []
    make_step, make_view = BroadcastEntry._step, BroadcastEntry._view

    def step(self, seat):
        steps[self.n, seat] += 1
        return make_step(self, seat)

    def view(self, state, seat):
        keep.append(state)
        views[self.n, seat, id(state)] += 1
        return make_view(self, state, seat)

    guests = await started(server(), name, 3)
    party = guests[0].last(Welcome).party
    watchers = [Guest(guests[0].visitor.parties) for _ in range(3)]
    for watcher in watchers:
        await watcher.hello(party)
    monkeypatch.setattr(BroadcastEntry, "_step", step)
    monkeypatch.setattr(BroadcastEntry, "_view", view)
    count = await play_on(guests, Rng(3), 40)
    assert count >= 20
    assert len({tuple(watcher.texts[1:]) for watcher in watchers}) == 1
    assert len(steps) >= 4 * count
    assert {*steps.values()} == {1}
    assert {*views.values()} == {1}
    # and the states are freed
    assert guests[0].visitor.replica.broadcast.last._cached is None


@pytest.mark.parametrize("name", [*GAMES])
async def test_older_entries_are_packed_and_can_be_unpacked(name):
    game = GAMES[name]
    guests = await started(server(), name, 3)
    party = guests[0].last(Welcome).party
    looks_on = Guest(guests[0].visitor.parties)
    await looks_on.hello(party)
    if not game.real_time:
        while guests[0].n < 2 * KEPT and not guests[0].last(Over):
            await play_on(guests, Rng(guests[0].n), 10)
    records = guests[0].visitor.replica.broadcast._records
    assert len(records._unpacked) <= PACKED
    broadcast, last = guests[0].visitor.replica.broadcast, guests[0].n
    assert looks_on.n == last
    for guest in (*guests, looks_on):
        secret = token_hash(guest.token) if guest.token else ""
        texts = {
            one.n: text for one, text in zip(guest.heard, guest.texts, strict=True) if isinstance(one, PartyUpdate)
        }
        hashes = {one.n: one.hash for one in guest.steps}
        for have in {last - KEPT, last - KEPT + 1, last - PACKED, last - 3, last} & texts.keys():
            missed = broadcast.steps(secret, have, hashes[have])
            if have <= last - KEPT:
                assert missed is None, "too long ago"
            else:
                assert missed == [texts[n] for n in range(have + 1, last + 1)]
            assert broadcast.steps(secret, have, "another") is None


async def test_a_match_on_a_server_keeps_its_actions_and_not_their_events():
    guests = await started(server(), "dnup", 3)
    await play_on(guests, Rng(1), 30)
    match = guests[0].visitor.replica.party.match
    assert len(match.actions) >= 30
    assert match.events == []
    assert match._rng._source is None


async def test_a_notifier_without_waiters_keeps_nothing():
    bell = LogNotifier()
    loop = asyncio.get_running_loop()
    waiting = asyncio.create_task(bell.rings("a", loop.time() + 5))
    assert not await bell.rings("b", loop.time())
    # as soon as the loop has let go of it
    while len(bell) != 1:
        await asyncio.sleep(0.01)
    bell.ring("a")
    assert await waiting
    waiting = asyncio.create_task(bell.rings("c", loop.time() + 5))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    del waiting
    while len(bell):
        await asyncio.sleep(0.01)
        gc.collect()


async def test_an_older_ledger_file_gives_back_unused_pages(tmp_path):
    path = tmp_path / "ledger"
    await (await SqliteLedger.open(path)).close()
    with sqlite3.connect(path) as file:
        # as it was laid out when nothing was given back
        file.execute("PRAGMA journal_mode = DELETE")
        file.execute("PRAGMA auto_vacuum = 0")
        file.execute("VACUUM")
        assert file.execute("PRAGMA auto_vacuum").fetchone() == (0,)
    file.close()
    ledger = await SqliteLedger.open(path)
    for name in range(200):
        await ledger.create(f"log {name}", "x" * 5_000, name)
        assert await ledger.append(f"log {name}", 1, "y" * 5_000)
    whole = row_counts(path)
    assert whole[:2] == (200, 400)
    await ledger.expire(198)
    assert await ledger.read("log 199") == ["x" * 5_000, "y" * 5_000]
    # and the write-ahead log too, though the file was neither closed nor written to since
    files = [one for end in ("", "-wal") if (one := Path(f"{path}{end}")).exists()]
    assert sum(one.stat().st_size for one in files) < 100_000
    await ledger.close()
    assert row_counts(path) == (1, 2, 0, 0)


async def test_memory_is_released_when_as_many_connections_have_gone_as_remain(monkeypatch):
    given: list[bool] = []
    lines = (0, 0)
    monkeypatch.setattr(memory, "LOOK_S", 0.001)
    monkeypatch.setattr(memory, "release_memory", given.append)
    tidy = asyncio.create_task(memory.run_collector(lambda: lines))

    async def after(there: int, come: int) -> list[bool]:
        nonlocal lines
        lines = (there, come)
        given.clear()
        await asyncio.sleep(0.05)
        return [*given]

    assert await after(1_000, 1_000) == []
    assert await after(1_000, 1_900) == []
    assert await after(1_000, 2_000) == [False]
    assert await after(1_000, 2_100) == []
    assert await after(0, 2_100) == [True]
    assert await after(0, 2_100 + memory.LEAST_GONE - 1) == []
    monkeypatch.setattr(memory, "OLD_S", 0.01)
    assert await after(0, 2_100 + memory.LEAST_GONE - 1)
    tidy.cancel()


def test_young_objects_are_collected_after_a_number_of_messages(monkeypatch):
    asked: list[int] = []
    monkeypatch.setattr(memory.gc, "collect", asked.append)
    young = memory.YoungCollector()
    for _ in range(3 * memory.YOUNG_AFTER - 1):
        young.message_done()
    assert asked == [1, 1]


def test_caches_can_be_cleared_except_permanent_ones():
    made: list[int] = []

    @cached(8)
    def other(number: int) -> int:
        made.append(number)
        return number

    @cached(8, permanent=True)
    def good(number: int) -> int:
        made.append(-number)
        return number

    for _ in range(2):
        assert (other(1), good(1)) == (1, 1)
    assert made == [1, -1]
    clear_caches()
    assert (other(1), good(1)) == (1, 1)
    assert made == [1, -1, 1]


def test_attribute_names_remembered_by_type_checks_are_freed():
    name = f"attribute {os.getpid()}"
    before = sys.getrefcount(name)
    assert not hasattr(ClientConnection, name)
    assert sys.getrefcount(name) > before, "Python remembers it"
    memory.release_memory(is_empty=False)
    assert sys.getrefcount(name) == before
