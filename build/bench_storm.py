"""Measure how soon people are back while servers and their Redis fail: ``tasks.py bench storm``.

``tests/fleet.py`` plays: several servers with one Redis that keeps all, and whole devices by sockets. Servers are
killed (``kill -9``), stopped (``SIGSTOP``) and replaced (``SIGTERM``), Redis is killed and stopped, one soon after the
other, in the same order with the same ``--seed``. New lines go where a proxy would send them that is set up as in
``several.md``: it asks every server each second whether it is ready, and waits two for the answer.

A time is counted without that in which Redis itself was gone, when nobody could have been back, and with all before
and after it. At the end every log is held
to all that people were told: an acknowledged move that is missing, or there twice, ends it with an error.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from fleet import Fleet, Line, Person, Process, may_have_many_lines  # noqa: E402
from redises import Server, running  # noqa: E402

from game.server.redis_ledger import RedisLedger  # noqa: E402
from game.server.web_server import READY  # noqa: E402

#: how often a proxy checks, and how long it waits for the answer, in seconds
ASK_S, ANSWER_S = 1.0, 2.0
#: how soon a killed process is restarted, in seconds
RESTART_S = 1.0
#: how long something is stopped, in seconds: shorter and longer than any timeout
STOPPED_S = (2.0, 14.0)
#: a killed or replaced server is assumed to be there again after so long
KILLED_S = 4.0
#: between the beginnings of two faults, in seconds
BETWEEN_S = 1.5
#: a device that is not back so long after the last fault does not come, in seconds
LONG_S = 60.0
FAULTS = ("kill", "stop", "redis_kill", "kill", "stop", "leave", "redis_stop", "stop")


class Fault(NamedTuple):
    """A fault, so long after the beginning, and for so long, in seconds."""

    at: float
    what: str
    #: the server's number, or -1 for Redis
    server: int
    long: float


def planned(seconds: float, servers: int, seed: int) -> list[Fault]:
    """Return the planned faults: all kinds in turn, never two of Redis at once, nor all servers."""
    chance = random.Random(seed)
    #: until when each of them is affected; the last is Redis
    until = [0.0] * (servers + 1)
    found: list[Fault] = []
    for number in range(int(seconds / BETWEEN_S)):
        at, what, long = number * BETWEEN_S, FAULTS[number % len(FAULTS)], chance.uniform(*STOPPED_S)
        well = [one for one in range(servers) if until[one] <= at]
        server = -1 if what.startswith("redis") else chance.choice(well)
        if until[server] > at or (server >= 0 and len(well) < 2):
            continue
        long = long if what.endswith("stop") else KILLED_S
        until[server] = at + long
        found.append(Fault(at, what, server, long))
    return found


def waited(begun: float, end: float, gone: Sequence[tuple[float, float]]) -> float:
    """Return the length of a wait without the outages of Redis, each given by its beginning and end."""
    return end - begun - sum(max(0.0, min(end, back) - max(begun, lost)) for lost, back in gone)


class Device(Person):  # type: ignore[misc]
    """A device whose waiting is measured."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)
        #: the server of the connection, and when that was stopped, or 0
        self.port = 0
        self.struck_at = 0.0
        self._away_at = self._said_at = 0.0
        #: in seconds: from losing the connection, and from the fault itself, until it was back; from a move to its
        #: answer
        self.from_loss: list[float] = []
        self.from_fault: list[float] = []
        self.answers: list[float] = []

    def _line(self) -> Line:
        self.port = self._fleet.any_port()
        return Line(self.port, self._address, self._hear)

    def look(self, now: float) -> None:
        """Receive, and record the times."""
        was_there, asked = self.remote.is_connected, self._asked
        super().look(now)
        gone = self._fleet.gone
        if was_there and not self.remote.is_connected:
            self._away_at = now
        elif self.remote.is_connected and self._away_at:
            self.from_loss.append(waited(self._away_at, now, gone))
            self.from_fault.append(waited(self.struck_at or self._away_at, now, gone))
            self._away_at = self.struck_at = 0.0
        if asked and not self._asked:
            self.answers.append(waited(self._said_at, now, gone))

    def act(self, now: float, chance: random.Random, pace: tuple[float, float]) -> None:
        """Act, and record when."""
        before = self._asked
        super().act(now, chance, pace)
        if self._asked != before:
            self._said_at = now


class Storm(Fleet):  # type: ignore[misc]
    """People who play while one fault follows another."""

    def __init__(self, redis: Server, servers: int) -> None:
        super().__init__(redis.address, servers, person=Device)
        self._redis = redis
        #: the outages of Redis: beginning and end, or no end as long as it lasts
        self.gone: list[tuple[float, float]] = []
        #: servers that a proxy avoids
        self._out: set[Process] = set()
        #: current faults: numbers of servers, or -1; and the number of faults of each kind
        self._doing: set[int] = set()
        self.counts: Counter[str] = Counter()

    def any_port(self) -> int:
        """Return the server to which a proxy routes the next connection."""
        well = [one for one in self.servers if one.is_ready and one not in self._out]
        return int(self.chance.choice(well or self.servers).port)

    async def _ask(self, server: Process) -> None:
        while True:
            begun = time.monotonic()
            is_well = False
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(ANSWER_S):
                    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                    try:
                        writer.write(f"GET {READY} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                        is_well = b" 200 " in await reader.readline()
                    finally:
                        writer.close()
            (self._out.discard if is_well else self._out.add)(server)
            await asyncio.sleep(max(0.05, ASK_S - (time.monotonic() - begun)))

    async def _start(self, server: Process) -> None:
        """Start it until it runs, as systemd does: it ends where Redis does not answer."""
        while True:
            await asyncio.sleep(RESTART_S)
            with suppress(AssertionError):
                await asyncio.to_thread(server.start)
                return

    async def _strike(self, fault: Fault) -> None:
        """Cause a fault, and end it."""
        if fault.server < 0:
            await self._strike_redis(fault)
            return
        server = self.servers[fault.server]
        if fault.what == "kill":
            server.kill()
            await self._start(server)
        elif fault.what == "leave":
            server.leave()
            await asyncio.to_thread(server.wait, LONG_S)
            await self._start(server)
        else:
            server.signal(signal.SIGSTOP)
            now = time.monotonic()
            for one in self.people:
                if one.port == server.port and one.remote.is_connected:
                    one.struck_at = now
            await asyncio.sleep(fault.long)
            server.signal(signal.SIGCONT)
            for one in self.people:
                if one.struck_at and one.port == server.port and one.remote.is_connected:
                    # it has waited all that time
                    one.from_fault.append(waited(one.struck_at, time.monotonic(), self.gone))
                    one.struck_at = 0.0

    async def _strike_redis(self, fault: Fault) -> None:
        lost = time.monotonic()
        self.gone.append((lost, math.inf))
        if fault.what == "redis_kill":
            self._redis.kill()
            await asyncio.sleep(RESTART_S)
            await asyncio.to_thread(self._redis.start)
        else:
            self._redis.signal(signal.SIGSTOP)
            await asyncio.sleep(fault.long)
            self._redis.signal(signal.SIGCONT)
        self.gone[-1] = (lost, time.monotonic())

    async def rage(self, faults: Sequence[Fault]) -> None:
        """Run through these faults, and wait until everybody is back."""
        asking = [asyncio.create_task(self._ask(server)) for server in self.servers]
        struck: list[asyncio.Task[None]] = []
        begun = time.monotonic()
        for fault in faults:
            await self.live(max(0.0, begun + fault.at - time.monotonic()))
            # without an answer of Redis a start takes longer than planned: one server has to be well at any time
            hit = [server for server in self._doing if server >= 0]
            if fault.server in self._doing or (fault.server >= 0 and len(hit) + 1 == len(self.servers)):
                continue
            struck.append(asyncio.create_task(self._strike(fault)))
            self._doing.add(fault.server)
            struck[-1].add_done_callback(lambda _, server=fault.server: self._doing.discard(server))  # type: ignore[misc]
            self.counts[fault.what] += 1
        await self.until(lambda: not self._doing, LONG_S, "a fault does not end")
        await asyncio.gather(*struck)
        await self.until(lambda: all(one.remote.is_connected for one in self.people), LONG_S, "somebody is not back")
        for task in asking:
            task.cancel()


def row(name: str, times: Sequence[float]) -> str:
    """Return the median, 90 %, 99 % and maximum of some times in seconds, in words."""
    found = sorted(times)
    if not found:
        return f"{name}: none"
    p50, p90, p99 = (found[min(len(found) - 1, int(len(found) * share))] for share in (0.5, 0.9, 0.99))
    return f"{name}: {len(found)}, p50 {p50:.2f}, p90 {p90:.2f}, p99 {p99:.2f}, max {found[-1]:.2f} s"


async def measure(redis: Server, given: argparse.Namespace) -> None:
    """Open tables, run the faults, and print the results."""
    storm = Storm(redis, given.servers)
    faults = planned(given.seconds, given.servers, given.seed)
    try:
        await storm.open(given.tables, 2, 1)
        await storm.live(2)
        for one in storm.people:
            one.answers.clear()
        await storm.rage(faults)
        await storm.rest()
        people = storm.people
        print(f"{len(people)} devices, {given.tables} tables, {given.servers} servers;", end=" ")
        print(", ".join(f"{count} {what}" for what, count in storm.counts.items()), flush=True)
        print(row("back, from losing the connection", [wait for one in people for wait in one.from_loss]))
        print(row("back, from the fault", [wait for one in people for wait in one.from_fault]))
        print(row("from a move to its answer", [wait for one in people for wait in one.answers]))
        ledger = await RedisLedger.open(redis.address)
        print(f"none missing, none twice: {await storm.checked(ledger)}", flush=True)
        await ledger.close()
    finally:
        storm.end()


def main(rest: Sequence[str] | None = None) -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(prog="tasks.py bench storm", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--tables", type=int, default=20, help="tables, each with two people and a bot; default: %(default)s"
    )
    parser.add_argument("--servers", type=int, default=3, help="servers; default: %(default)s")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long faults happen; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="seed of the faults; default: %(default)s")
    given = parser.parse_args(rest)
    may_have_many_lines()
    with running(is_kept=True) as redis:
        asyncio.run(measure(redis, given))


if __name__ == "__main__":
    main()
