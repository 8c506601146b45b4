#!/usr/bin/env python3
"""Measure servers with many tables: ``tasks.py bench host``, ``--processes 1,2,4 --ledger redis`` for several.

``--endure`` is another one, see ``endure_host.py``.

A server is ``game/tools/hosting.py`` in a process of its own, by itself with its file of SQLite, or one of several with
a Redis that writes every second to the disk; all devices are in this process, the lines of one table spread over the
servers. First the memory with lines that only look on, then tables at which everybody acts about once a second, then
the same tables as quickly as they can. What this process itself takes to read a message is in the times: they are upper
bounds. All of it shares the machine's cores, this process takes most of one, so that more servers than cores measure
what they cost and not what they could do.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import re
import resource
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from project import ROOT
from websockets.asyncio.client import ClientConnection, connect

from game.catalogue.registry import GAMES
from game.core.options import Json
from game.server.ledger import Signal, is_set
from game.wire.commands import Command, Play, Sit, Start
from game.wire.join_link import PATH
from game.wire.messages import (
    CLIENT_CODEC,
    VERSION,
    Ack,
    ClientMessage,
    Hello,
    Nak,
    Open,
    Opened,
    PartyPhase,
    PartyUpdate,
    Ping,
    Pong,
    Request,
    ServerMessage,
    Welcome,
    message_text,
    read_answer,
)

TURNS = [name for name, game in GAMES.items() if not game.real_time]
SEATS = 4
#: between two actions at a table that people sit at, in seconds
PACE = (0.5, 1.5)
WARM_UP_S = 4.0
#: so many tables are joined at the same time
AT_ONCE = 20


class Tally:
    """The measurements while it runs."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.actions = 0
        self.bytes = 0


def asking(message: ClientMessage) -> str:
    """Return a device's message, as text."""
    return message_text(CLIENT_CODEC, message)


class Seat:
    """One device at a table."""

    def __init__(self, table: Table, wire: ClientConnection) -> None:
        self.table, self.wire = table, wire
        self.token = secrets.token_hex(16)
        self.n, self.count = -1, 0
        self.waiting: dict[str, asyncio.Future[Ack | Nak]] = {}

    async def say(self, message: ClientMessage) -> None:
        """Send a message."""
        await self.wire.send(asking(message))

    async def do(self, command: Command) -> bool:
        """Send a command based on the last known entry; return whether it was carried out."""
        self.count += 1
        wish = Request(f"x{self.count}", self.n, command)
        answer = self.waiting[wish.id] = asyncio.get_running_loop().create_future()
        await self.say(wish)
        return isinstance(await answer, Ack)

    async def listen(self) -> None:
        """Read messages until the connection ends, which fails everything that waits for an answer."""
        try:
            async for text in self.wire:
                self._hear(str(text))
        finally:
            for answer in self.waiting.values():
                if not answer.done():
                    answer.set_exception(ConnectionError("a line has ended while an answer was due"))

    def _hear(self, text: str) -> None:
        now = time.perf_counter()
        message = read_answer(text)
        self.table.tally.bytes += len(text.encode())
        if isinstance(message, Ack | Nak):
            # one without an id only says that a server still waits for its ledger
            if message.id:
                self.waiting.pop(message.id).set_result(message)
        elif isinstance(message, Welcome | PartyUpdate):
            self.n = message.n
            self.table.told(self, message, now)


class Table:
    """Devices that play one match after the other."""

    def __init__(self, game: str, chance: random.Random) -> None:
        self.game, self.chance = game, chance
        self.tally = Tally()
        self.seats: list[Seat] = []
        self.listening: list[asyncio.Task[None]] = []
        #: when the last action was sent
        self.at = 0.0
        self.phase = PartyPhase.GATHERING
        #: the device to move, with its view
        self.turn: tuple[Seat, Json] | None = None
        self.news = Signal()

    async def sit(self, ports: Sequence[int], address: str) -> None:
        """Seat all devices, each with a connection of its own, distributed over the servers."""
        address_of = {"X-Forwarded-For": address}
        party = ""
        for number in range(SEATS):
            # a server waits for the first message of a connection no longer than for people
            wire = await connect(where(ports[number % len(ports)]), compression=None, additional_headers=address_of)
            if not party:
                await wire.send(asking(Open(VERSION, self.game, {})))
                opened = read_answer(str(await wire.recv()))
                assert isinstance(opened, Opened), opened
                party = opened.party
            seat = Seat(self, wire)
            self.seats.append(seat)
            self.listening.append(asyncio.create_task(seat.listen()))
            await seat.say(Hello(VERSION, party, "", seat.token, f"p{number}", -1, ""))
            while seat.n < 0:
                if self.listening[-1].done():
                    raise ConnectionError("a device is not let in")
                await asyncio.sleep(0.001)
            await seat.do(Sit(number, f"Guest {number}", "fox", seat.token))

    def told(self, seat: Seat, message: Welcome | PartyUpdate, now: float) -> None:
        """Handle a message to a device."""
        if isinstance(message, PartyUpdate) and message.entry.name == "Play":
            self.tally.times.append(now - self.at)
        if message.party_state:
            self.phase = message.party_state.phase
        if message.turn and message.turn.to_move == message.seat >= 0:
            self.turn = (seat, message.turn.view)
        self.news.set()

    async def play(self, pace: tuple[float, float] | None, until: float) -> None:
        """Act whenever a device can, until a given time."""
        if pace:
            # people do not all begin at once
            await asyncio.sleep(self.chance.uniform(0, pace[1]))
        while time.perf_counter() < until:
            self.news.clear()
            if self.phase != PartyPhase.PLAYING:
                await self.seats[0].do(Start())
            elif self.turn is not None:
                await self.act(pace)
            else:
                await is_set(self.news, 1.0)

    async def act(self, pace: tuple[float, float] | None) -> None:
        """Carry out a legal action for the seat to move."""
        assert self.turn is not None, "nobody is to move"
        (seat, written), self.turn = self.turn, None
        if pace:
            await asyncio.sleep(self.chance.uniform(*pace))
        game = GAMES[self.game]
        view = game.view_codec().read(written)
        action = self.chance.choice([*getattr(view, "legal", ())])
        self.at = time.perf_counter()
        self.tally.actions += await seat.do(Play(game.encode(action)))


def may_have_many_lines() -> None:
    """Raise the limit of open files to what thousands of connections need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 16384)), hard))


def pair(text: str) -> tuple[float, float]:
    """Return two numbers separated by a comma."""
    least, most = map(float, text.split(","))
    return least, most


def where(port: int) -> str:
    """Return the address for connections."""
    return f"ws://127.0.0.1:{port}{PATH}"


def memory_of(pid: int) -> int:
    """Return the memory of a process in bytes, where the system reports it."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def spent_by(pid: int) -> float:
    """Return the processor time of a process in milliseconds, where the system reports it."""
    try:
        rest = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")


async def looking_on(port: int, pid: int, count: int, hold: float) -> float:
    """Measure how many KiB of the server a spectator's connection takes; report how many are left after a while."""

    async def answer(wire: ClientConnection) -> ServerMessage:
        await wire.send(asking(Ping(1)))
        return read_answer(str(await wire.recv()))

    async def come(party: str, number: int) -> ClientConnection:
        address_of = {"X-Forwarded-For": f"10.1.{number // 50}.1"}
        wire = await connect(where(port), compression=None, additional_headers=address_of)
        await wire.send(asking(Hello(VERSION, party, "", "", f"p{number}", -1, "")))
        await wire.recv()
        return wire

    async with connect(where(port), compression=None) as first:
        await first.send(asking(Open(VERSION, "push", {})))
        opened = read_answer(str(await first.recv()))
        assert isinstance(opened, Opened), opened
        # the cost that comes once with the first connections
        wires = [await come(opened.party, number) for number in range(50)]
        before = memory_of(pid)
        wires += [await come(opened.party, 50 + number) for number in range(count)]
        taken = memory_of(pid) - before
        # longer than the server waits for a silent device
        await asyncio.sleep(hold)
        begun = time.perf_counter()
        answers = await asyncio.gather(*(answer(wire) for wire in wires), return_exceptions=True)
        seconds = time.perf_counter() - begun
        there = sum(isinstance(one, Pong) for one in answers)
        print(f"{there} of {len(wires)} connections answer after {hold:.0f} s of silence, all within {seconds:.1f} s")
        for wire in wires:
            wire.transport.abort()
    return taken / count / 1024


def told(name: str, tables: list[Table], seconds: float, spent: float, spent_there: float) -> str:
    """Return a row of the measurements, which restart."""
    actions = sum(table.tally.actions for table in tables)
    sent = sum(table.tally.bytes for table in tables)
    times = sorted(1000 * one for table in tables for one in table.tally.times)
    for table in tables:
        table.tally = Tally()
    if not times or not actions:
        return f"{name}: nobody came to play"
    half, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    parts = [
        f"{name}: {len(tables)} tables of {SEATS}, {actions / seconds:.0f} actions/s",
        f"from an action to everybody's view p50 {half:.1f} ms, p99 {late:.1f} ms, worst {times[-1]:.0f} ms",
        f"{sent / actions:,.0f} bytes to all and {spent / actions:.2f} ms of the servers' processor an action",
    ]
    if spent_there:
        parts.append(f"{spent_there / actions:.2f} ms of Redis's")
    return "; ".join(parts)


async def measure(ports: Sequence[int], pids: Sequence[int], redis: int, given: argparse.Namespace) -> None:
    """Run all measurements against servers, and the Redis that they share if there is one."""

    def memory() -> int:
        return sum(map(memory_of, pids))

    def spent() -> tuple[float, float]:
        return sum(map(spent_by, pids)), spent_by(redis) if redis else 0.0

    if given.lines:
        a_line = await looking_on(ports[0], pids[0], given.lines, given.hold)
        print(f"memory: {a_line:.1f} KiB per connection, of {given.lines} that watch", flush=True)
    chance = random.Random(1)
    pace = given.pace or PACE
    before, there = memory(), memory_of(redis) if redis else 0
    tables = [Table(TURNS[number % len(TURNS)], chance) for number in range(given.tables)]
    if not tables:
        return

    async def sit(number: int) -> None:
        turned = [*ports[number % len(ports) :], *ports[: number % len(ports)]]
        await tables[number].sit(turned, f"10.2.{number // 250}.{number % 250}")

    for first in range(0, len(tables), AT_ONCE):
        print(f"\r{first} of {len(tables)} tables have players", end="", file=sys.stderr, flush=True)
        await asyncio.gather(*map(sit, range(first, min(first + AT_ONCE, len(tables)))))
    print(file=sys.stderr)
    # not all begin at once
    await asyncio.gather(*(table.play(pace, time.perf_counter() + max(WARM_UP_S, pace[1])) for table in tables))
    for table in tables:
        table.tally = Tally()
    ways = [("as people play", pace), *(() if given.pace else (("as quickly as they can", None),))]
    for name, join_link in ways:
        until, (own, other) = time.perf_counter() + given.seconds, spent()
        await asyncio.gather(*(table.play(join_link, until) for table in tables))
        now = spent()
        print(told(name, tables, given.seconds, now[0] - own, now[1] - other), flush=True)
        each = (memory() - before) / len(tables) / 1024
        print(f"memory: {memory() / 2**20:.0f} MiB, {each:.0f} KiB per table with its connections", flush=True)
    if redis:
        print(f"memory: {(memory_of(redis) - there) / len(tables) / 1024:.0f} KiB of Redis per table", flush=True)
    for table in tables:
        for seat in table.seats:
            seat.wire.transport.abort()


@contextmanager
def a_redis(folder: str) -> Iterator[tuple[str, int]]:
    """Start a Redis; yield its address and its process."""
    program = shutil.which("redis-server")
    if program is None:
        raise SystemExit("redis-server is not installed (Debian: apt install redis-server)")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    command = [
        program,
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--dir",
        folder,
        "--save",
        "",
        "--appendonly",
        "yes",
        "--appendfsync",
        "always",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:
        try:
            end = time.monotonic() + 10
            while time.monotonic() < end:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.02)
            yield f"redis://127.0.0.1:{port}/0", running.pid
        finally:
            running.terminate()


@contextmanager
def a_server(ledger: str) -> Iterator[tuple[int, int]]:
    """Start a server; yield its port and its process."""
    command = [sys.executable, "-m", "game.tools.hosting", "--address", "127.0.0.1", "--port", "0"]
    command += ["--proxy", "127.0.0.1", "--name", "127.0.0.1", "--ledger", ledger]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield int(re.findall(r"port (\d+)", server.stdout.readline())[0]), server.pid
        finally:
            server.terminate()


def main(rest: list[str]) -> int:
    """Start servers and measure them."""
    parser = argparse.ArgumentParser(prog="tasks.py bench host", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200, help="tables to play at; default: %(default)s")
    parser.add_argument("--lines", type=int, default=1000, help="connections that only watch; default: %(default)s")
    parser.add_argument("--hold", type=float, default=0.0, metavar="SECONDS", help="how long those stay silent")
    parser.add_argument(
        "--pace",
        type=pair,
        metavar="LEAST,MOST",
        help="seconds between two actions at a table; default: measure two paces",
    )
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="how long to measure each pace; default: %(default)s"
    )
    parser.add_argument("--processes", default="1", help="numbers of servers to measure in turn, such as 1,2,4")
    parser.add_argument(
        "--ledger", choices=("sqlite", "redis"), default="sqlite", help="where tables are kept; default: %(default)s"
    )
    given = parser.parse_args(rest)
    # pauses of this process would count as latency
    gc.disable()
    may_have_many_lines()
    for count in map(int, given.processes.split(",")):
        print(f"{count} of them, {given.ledger}, on {os.cpu_count()} cores:", flush=True)
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            ledger, redis = str(Path(folder) / "tables.sqlite"), 0
            if given.ledger == "redis":
                ledger, redis = stack.enter_context(a_redis(folder))
            servers = [stack.enter_context(a_server(ledger)) for _ in range(count)]
            asyncio.run(measure([port for port, _ in servers], [pid for _, pid in servers], redis, given))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
