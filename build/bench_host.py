#!/usr/bin/env python3
"""Measure one server process with many tables: ``tasks.py bench --host``.

The server is ``game/hosting.py`` with its file of SQLite, in a process of its own; all devices are in this one. First
its memory with lines that only look on, then tables at which everybody acts about once a second, then the same tables
as quickly as they can. What this process itself takes to read a message is in the times: they are upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from project import ROOT
from websockets.asyncio.client import ClientConnection, connect

from game.registry import GAMES
from game.server.ledger import is_set
from game.wire.deeds import Deed, Play, Sit, Start
from game.wire.messages import (
    ASKED,
    VERSION,
    Ack,
    Asked,
    Do,
    Hello,
    Nak,
    Open,
    Opened,
    Phase,
    Step,
    Welcome,
    answered,
    data_of,
    packed,
    text_of,
)
from game.wire.way import PATH

TURNS = [name for name, game in GAMES.items() if not game.real_time]
SEATS = 4
#: between two actions at a table that people sit at, in seconds
PACE = (0.5, 1.5)
WARM_UP_S = 4.0


class Tally:
    """What is measured while it runs."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.actions = 0
        self.bytes = 0


def asking(message: Asked) -> str:
    """What a device says, as text."""
    return packed(ASKED, message)


class Seat:
    """One device at a table."""

    def __init__(self, table: Table, wire: ClientConnection) -> None:
        self.table, self.wire = table, wire
        self.token = secrets.token_hex(16)
        self.n, self.count = -1, 0
        self.waiting: dict[str, asyncio.Future[Ack | Nak]] = {}

    async def say(self, message: Asked) -> None:
        """Say something."""
        await self.wire.send(asking(message))

    async def do(self, deed: Deed) -> bool:
        """Do something after what is known; return whether it was done."""
        self.count += 1
        wish = Do(f"x{self.count}", self.n, deed)
        answer = self.waiting[wish.id] = asyncio.get_running_loop().create_future()
        await self.say(wish)
        return isinstance(await answer, Ack)

    async def listen(self) -> None:
        """Read what is told."""
        async for text in self.wire:
            now = time.perf_counter()
            message = answered(str(text))
            self.table.tally.bytes += len(str(text).encode())
            if isinstance(message, Ack | Nak):
                self.waiting.pop(message.id).set_result(message)
            elif isinstance(message, Welcome | Step):
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
        self.phase = Phase.GATHERING
        #: who is to move, with what they see
        self.turn: tuple[Seat, str] | None = None
        self.news = asyncio.Event()

    async def sit(self, port: int, address: str) -> None:
        """Everybody sits down, each by a line of their own."""
        address_of = {"X-Forwarded-For": address}
        wires = [await connect(where(port), compression=None, additional_headers=address_of) for _ in range(SEATS)]
        await wires[0].send(asking(Open(VERSION, self.game, "{}")))
        opened = answered(str(await wires[0].recv()))
        assert isinstance(opened, Opened), opened
        for number, wire in enumerate(wires):
            seat = Seat(self, wire)
            self.seats.append(seat)
            self.listening.append(asyncio.create_task(seat.listen()))
            await seat.say(Hello(VERSION, opened.party, "", seat.token, f"p{number}", -1, ""))
            while seat.n < 0:
                await asyncio.sleep(0.001)
            await seat.do(Sit(number, f"Guest {number}", "fox", seat.token))

    def told(self, seat: Seat, message: Welcome | Step, now: float) -> None:
        """A device has been told something."""
        if isinstance(message, Step) and message.happened.what == "Play":
            self.tally.times.append(now - self.at)
        if message.standing:
            self.phase = message.standing.phase
        if message.turn and message.turn.to_move == message.seat >= 0:
            self.turn = (seat, message.turn.view)
        self.news.set()

    async def play(self, pace: tuple[float, float] | None, until: float) -> None:
        """Act whenever somebody can, until a moment."""
        game = GAMES[self.game]
        while time.perf_counter() < until:
            self.news.clear()
            if self.phase != Phase.PLAYING:
                await self.seats[0].do(Start())
            elif self.turn is not None:
                (seat, text), self.turn = self.turn, None
                if pace:
                    await asyncio.sleep(self.chance.uniform(*pace))
                view = game.view_codec().read(data_of(text))
                action = self.chance.choice([*getattr(view, "legal", ())])
                self.at = time.perf_counter()
                self.tally.actions += await seat.do(Play(text_of(game.encode(action))))
            else:
                await is_set(self.news, 1.0)


def where(port: int) -> str:
    """The address of lines."""
    return f"ws://127.0.0.1:{port}{PATH}"


def memory_of(pid: int) -> int:
    """The bytes of memory that a process has, where the system says so."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def spent_by(pid: int) -> float:
    """The milliseconds of processor time that a process has had, where the system says so."""
    try:
        rest = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(rest[11]) + int(rest[12])) / os.sysconf("SC_CLK_TCK")


async def looking_on(port: int, pid: int, count: int) -> float:
    """How many KiB of the server a line takes that only looks on."""

    async def come(party: str, number: int) -> ClientConnection:
        address_of = {"X-Forwarded-For": f"10.1.{number // 50}.1"}
        wire = await connect(where(port), compression=None, additional_headers=address_of)
        await wire.send(asking(Hello(VERSION, party, "", "", f"p{number}", -1, "")))
        await wire.recv()
        return wire

    async with connect(where(port), compression=None) as first:
        await first.send(asking(Open(VERSION, "push", "{}")))
        opened = answered(str(await first.recv()))
        assert isinstance(opened, Opened), opened
        # what the first lines bring along is there once
        wires = [await come(opened.party, number) for number in range(50)]
        before = memory_of(pid)
        wires += [await come(opened.party, 50 + number) for number in range(count)]
        taken = memory_of(pid) - before
        for wire in wires:
            wire.transport.abort()
    return taken / count / 1024


def told(name: str, tables: list[Table], seconds: float, spent: float) -> str:
    """A row of what was measured, which begins anew."""
    actions = sum(table.tally.actions for table in tables)
    sent = sum(table.tally.bytes for table in tables)
    times = sorted(1000 * one for table in tables for one in table.tally.times)
    for table in tables:
        table.tally = Tally()
    if not times or not actions:
        return f"{name}: nobody came to play"
    half, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    words = [
        f"{name}: {len(tables)} tables of {SEATS}, {actions / seconds:.0f} actions/s",
        f"from an action to everybody's view p50 {half:.1f} ms, p99 {late:.1f} ms, worst {times[-1]:.0f} ms",
        f"{sent / actions:,.0f} bytes to all and {spent / actions:.2f} ms of the server's processor an action",
    ]
    return "; ".join(words)


async def measure(port: int, pid: int, given: argparse.Namespace) -> None:
    """All of it, against a server."""
    print(
        f"memory: {await looking_on(port, pid, given.lines):.1f} KiB a line, of {given.lines} that look on", flush=True
    )
    chance = random.Random(1)
    tables = [Table(TURNS[number % len(TURNS)], chance) for number in range(given.tables)]
    for number, table in enumerate(tables):
        await table.sit(port, f"10.2.{number // 250}.{number % 250}")
    print(f"memory: {memory_of(pid) / 2**20:.0f} MiB with {len(tables)} tables", flush=True)
    # not all begin at once
    await asyncio.gather(*(table.play(PACE, time.perf_counter() + WARM_UP_S) for table in tables))
    for table in tables:
        table.tally = Tally()
    for name, pace in (("as people play", PACE), ("as quickly as they can", None)):
        until, before = time.perf_counter() + given.seconds, spent_by(pid)
        await asyncio.gather(*(table.play(pace, until) for table in tables))
        print(told(name, tables, given.seconds, spent_by(pid) - before), flush=True)
    for table in tables:
        for seat in table.seats:
            seat.wire.transport.abort()


def main(rest: list[str]) -> int:
    """Start a server and measure it."""
    parser = argparse.ArgumentParser(prog="tasks.py bench --host", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--lines", type=int, default=1000, help="that only look on; default: %(default)s")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each way to play; default: %(default)s")
    given = parser.parse_args(rest)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 16384)), hard))
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "game.hosting",
            "--address",
            "127.0.0.1",
            "--port",
            "0",
            "--proxy",
            "127.0.0.1",
        ]
        command += ["--name", "127.0.0.1", "--ledger", str(Path(folder) / "tables.sqlite")]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(re.findall(r"port (\d+)", server.stdout.readline())[0])
            try:
                asyncio.run(measure(port, server.pid, given))
            finally:
                server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
