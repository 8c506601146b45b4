"""Takeovers at live tables: the deciding server dies, pauses or is slow in the middle of a claim, on SQLite and Redis.

Two servers in one program, each with a ledger of its own to the same logs. The match is on a clock that advances when
told to; leases run by the ledger's own clock, so they are made short.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from guests import Guest, ManualClock, run_pending, token
from live_room import TWIN_IT, LiveRoom, shown_time, with_a_pair
from memory_ledger import MemoryLedger
from redises import running

from game.catalogue.registry import GAMES
from game.games.twin_it.state import Action, Verb
from game.server import replica
from game.server.broadcast import Broadcast
from game.server.ledger import Ledger
from game.server.log_entries import LiveDecided, LiveMoveMade, LogEntry, entry_text, read_entry, token_hash
from game.server.redis_ledger import RedisLedger
from game.server.sqlite_ledger import SqliteLedger
from game.wire.commands import PauseTable
from game.wire.messages import Ack, Origin, PartyUpdate, Welcome, read_answer

#: how long a lease lasts here, in milliseconds
SHORT_MS = 250
#: the longest wait, in seconds
LONG_S = 20.0

Opened = Callable[[], Any]


@pytest.fixture(scope="module")
def redis():
    with running() as server:
        yield server


@pytest.fixture(params=["sqlite", "redis"])
def opened(request, tmp_path, monkeypatch) -> Opened:
    """Open one more ledger to the same logs."""
    monkeypatch.setattr(replica, "LEASE_MS", SHORT_MS)
    server = request.getfixturevalue("redis") if request.param == "redis" else None
    if server:
        server.empty()

    @asynccontextmanager
    async def open_one() -> AsyncIterator[Ledger]:
        ledger = await (RedisLedger.open(server.address) if server else SqliteLedger.open(tmp_path / "ledger"))
        try:
            yield ledger
        finally:
            await ledger.close()

    return open_one


class Stopping:
    """A ledger whose process can be stopped: its calls then wait until it is resumed."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._goes = asyncio.Event()
        self._goes.set()
        #: the calls that wait while it is stopped
        self.asked: list[tuple[str, tuple[object, ...]]] = []
        #: never answered again
        self.mute = ""

    def __getattr__(self, name: str) -> Callable[..., Awaitable[object]]:
        async def ask(*given: object) -> object:
            self.asked.append((name, given))
            await self._goes.wait()
            while name == self.mute:
                await asyncio.sleep(LONG_S)
            return await getattr(self._ledger, name)(*given)

        return ask

    def stop(self) -> None:
        """Stop the process."""
        self.asked.clear()
        self._goes.clear()

    def go_on(self) -> None:
        """Resume the process."""
        self._goes.set()


async def wait_until(so: Callable[[], object], room: LiveRoom) -> None:
    """Wait until something is true; the time of the table stands still meanwhile."""
    end = time.monotonic() + LONG_S
    while not so():
        assert time.monotonic() < end
        room.replica._changed.set()
        await asyncio.sleep(0.005)


class Room(LiveRoom):
    """A server whose ledger takes its time: pending decisions are made before time goes on."""

    async def turn(self) -> None:
        """Make the decisions of the server that are due."""
        await super().turn()

        def done() -> bool:
            arbiter, match = self.replica._arbiter, self.party.match
            if not self.table.runs or match is None or arbiter is None:
                return not self.table.runs
            # decided, and written down
            is_written = len(arbiter._match.actions) == len(match.actions)
            return is_written and arbiter.next_ms(self.clock.ms) > self.clock.ms

        await wait_until(done, self)


async def reconnect(room: LiveRoom, before: list[Guest]) -> None:
    """Move the same devices to another server: they say what they know, and are told what they missed."""
    name = before[0].last(Welcome).party
    for number, old in enumerate(before):
        guest = Guest(room.parties, token(number))
        guest.ids = 100
        room.guests.append(guest)
        last = old.last(PartyUpdate)
        await guest.hello(name, have=last.n, hash_=last.hash)
        assert guest.last(Welcome) is None, "it was told all over again"
        guest.heard.insert(0, old.last(Welcome))


async def check_log(ledger: Ledger, rooms: list[list[Guest]], name: str) -> Broadcast:
    """Replay the log from its beginning and compare it with everything that any device was told; return it."""
    texts = await ledger.read(name)
    broadcast = Broadcast(GAMES, name, texts[:1])
    steps = {}
    for text in texts[1:]:
        broadcast.append(read_entry(text))
        for number in range(len(rooms[0])):
            step = read_answer(broadcast.last.step(token_hash(token(number))))
            steps[number, step.n] = step
    count = 0
    for guests in rooms:
        for number, guest in enumerate(guests):
            for one in guest.heard:
                if isinstance(one, PartyUpdate) and one.seat >= 0:
                    assert one == steps[number, one.n]
                    count += 1
                if isinstance(one, Ack):
                    line = read_entry(texts[one.n])
                    assert (line.seat, line.origin) == (number, Origin.PERSON)
    assert count > 10
    return broadcast


async def win_next_cards(room: LiveRoom) -> None:
    """Win the next two cards for the second person at the server that has taken over."""
    await room.ready()
    cards = await with_a_pair(room)
    before = room.party.match.view(0).set_counts
    stamp = shown_time(room)
    assert isinstance(await room.lay(room.guests[1], Action(Verb.TOUCH, stamp, 1, cards)), Ack)
    await room.passes(room.table.lag + 100)
    assert room.party.match.view(0).set_counts == (before[0], before[1] + 1)


async def claims(room: LiveRoom) -> Ack:
    """Touch two equal cards for the first person, which does not count yet."""
    cards = await with_a_pair(room)
    ack = await room.lay(room.guests[0], Action(Verb.TOUCH, shown_time(room), 0, cards))
    assert isinstance(ack, Ack)
    assert room.party.match.view(0).set_counts == (0, 0)
    return ack


def clock() -> ManualClock:
    """Return a clock at the system's time, as Redis expires by it."""
    found = ManualClock()
    found.ms = int(time.time() * 1000)
    return found


async def test_another_server_takes_over_when_the_deciding_one_dies_during_a_claim(opened):
    async with opened() as ledger:
        async with opened() as dying:
            room = Room(dying, clock())
            await room.begin(2)
            await room.ready()
            name = room.replica.broadcast.name
            ack = await claims(room)
            decided, epoch = room.table.decided, room.replica._epoch
            # it is gone without a word to anybody, and its lease lasts for a while
            for task in room.replica._tasks:
                task.cancel()
            await asyncio.gather(*room.replica._tasks, return_exceptions=True)
        other = Room(ledger, room.clock)
        await reconnect(other, room.guests)
        await wait_until(lambda: not other.table.runs, other)
        # events under way then are lost: the table stops where all was decided, and the touch is in the log
        assert other.table.base == other.table.decided == decided
        texts = await ledger.read(name)
        assert isinstance(read_entry(texts[ack.n]).command, LiveMoveMade)
        assert other.party.match.view(0).set_counts == (0, 0)
        await win_next_cards(other)
        assert other.replica._epoch > epoch
        whole = await check_log(ledger, [room.guests, other.guests], name)
        assert whole.party.match.actions == other.party.match.actions
        rests = [
            read_entry(text) for text in await ledger.read(name) if isinstance(read_entry(text).command, PauseTable)
        ]
        assert [line.origin for line in rests] == [Origin.HOUSE]
        await other.parties.close()


async def test_a_paused_server_that_lost_its_lease_writes_nothing_when_it_resumes(opened):
    async with opened() as ledger, opened() as own:
        paused = Stopping(own)
        room = Room(paused, clock())
        await room.begin(2)
        await room.ready()
        old, name = room.replica, room.replica.broadcast.name
        await claims(room)
        # it is stopped with a decision not yet written, sure of its lease
        paused.stop()
        old._renewal = asyncio.get_running_loop().time() + 10 * LONG_S
        room.clock.ms += room.table.lag + 50
        await wait_until(lambda: [row for row in paused.asked if row[0] == "append"], room)
        length = len(await ledger.read(name))
        (wanted,) = [given for what, given in paused.asked if what == "append"]
        assert wanted[1] == length, "it would be the very next line"
        assert isinstance(read_entry(wanted[2]).command, LiveDecided)
        # another server has the lease once it is over, and has written nothing yet
        epoch = 0
        while not epoch:
            await asyncio.sleep(0.01)
            epoch = await ledger.lease(name, "another", SHORT_MS)
        assert epoch > wanted[3]
        paused.mute = "lease"
        paused.go_on()
        await wait_until(lambda: old._epoch == 0, room)
        await run_pending(20)
        assert len(await ledger.read(name)) == length
        assert old._arbiter is None
        # its devices go on at the other server, and it follows
        await ledger.release(name, epoch)
        other = Room(ledger, room.clock)
        await reconnect(other, room.guests)
        await wait_until(lambda: not other.table.runs, other)
        await win_next_cards(other)
        assert other.replica._epoch > epoch
        await wait_until(lambda: old.broadcast.length == other.replica.broadcast.length, other)
        assert old.party.match.actions == other.party.match.actions
        whole = await check_log(ledger, [room.guests, other.guests], name)
        assert whole.party.match.actions == other.party.match.actions
        await other.parties.close()
        await room.parties.close()


# ---- a slow ledger --------------------------------------------------------------------------------------------------


class SlowLedger(MemoryLedger):
    """A ledger that delays the appends that are held."""

    def __init__(self) -> None:
        super().__init__()
        self.goes = asyncio.Event()
        self.goes.set()
        self.holds_house = False

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        if bool(epoch) == self.holds_house:
            await self.goes.wait()
        return await super().append(name, length, line, epoch)


def stop_places(lines) -> list[PauseTable]:
    """Return where the table was stopped."""
    return [line.command for line in map(read_entry, lines) if isinstance(line.command, PauseTable)]


async def test_a_touch_received_in_time_counts_however_long_its_append_takes():
    room = LiveRoom(ledger := SlowLedger())
    await room.begin(2)
    await room.ready()
    cards = await with_a_pair(room)
    shown = shown_time(room)
    assert isinstance(await room.lay(room.guests[0], Action(Verb.TOUCH, shown, 0, cards[:1])), Ack)
    await room.passes(10)
    ledger.goes.clear()
    second = asyncio.create_task(room.lay(room.guests[0], Action(Verb.TOUCH, shown + 10, 0, cards[1:])))
    await room.passes(10)
    rival = asyncio.create_task(room.lay(room.guests[1], Action(Verb.TOUCH, shown + 20, 1, cards[1:])))
    # the first touch would have counted long ago
    await room.passes(room.table.lag + 60)
    ledger.goes.set()
    assert [type(await one) for one in (second, rival)] == [Ack, Ack]
    await room.passes(500)
    assert room.party.match.view(0).set_counts == (1, 0)
    stamps = [action.at_ms for action in room.party.match.actions if action.verb == Verb.TOUCH]
    assert stamps[:2] == [shown + room.table.lag, shown + 10 + room.table.lag]
    assert not stop_places(await ledger.read(room.replica.broadcast.name))
    await room.parties.close()


async def test_a_touch_appended_by_another_server_during_a_decision_counts_after_it():
    room = LiveRoom(ledger := SlowLedger())
    await room.begin(2)
    await room.ready()
    cards = await with_a_pair(room)
    name, shown = room.replica.broadcast.name, room.shows - room.table.delay
    assert isinstance(await room.lay(room.guests[0], Action(Verb.TOUCH, shown, 0, cards[:1])), Ack)
    ledger.goes.clear()
    ledger.holds_house = True
    await room.passes(room.table.lag + 60)
    came = shown + room.table.lag
    command = LiveMoveMade(TWIN_IT.encode(Action(Verb.TOUCH, shown + 10, 0, cards[1:])), came)
    length = len(await ledger.read(name))
    assert await ledger.append(name, length, entry_text(LogEntry(room.clock.ms, Origin.PERSON, 0, "other", command)))
    ledger.goes.set()
    await room.passes(500)
    assert room.party.match.view(0).set_counts == (1, 0)
    assert not stop_places(await ledger.read(name))
    await room.parties.close()
