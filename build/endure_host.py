#!/usr/bin/env python3
"""See what of a server grows: ``tasks.py bench endure-host``.

A server of its own, with its file of SQLite, whose clocks go on when they are told to: days pass in minutes. Tables are
opened, played at by four lines and left, lines come to look on and go, then a day passes with little going on, then as
long as tables are kept. What is there is told at intervals, and held to what an empty server has. The sockets are real.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bench_host import TURNS, Table, asking, may_have_many_lines, memory_of, where
from project import ROOT
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from game.catalogue.registry import GAMES
from game.server.web_server import WebServer
from game.tools import hosting
from game.wire.commands import Play, Start
from game.wire.messages import VERSION, Hello, Opened, PartyPhase, read_answer
from game.wire.messages import Open as Opening

#: so many spectators connect at the same time
LINES_AT_ONCE = 50
#: the largest step of the server's clocks, in seconds: less than its timeout for an answer
STRIDE_S = 10.0
#: the time that devices at a table may take for everything they do there, in real seconds
PATIENCE_S = 60.0
#: the additional memory that a server may have after all of it, compared with an empty one; and the bytes of its file
MOST_MEMORY, MOST_FILE = 1.2, 16 * 2**20
#: kinds of objects that exist for each connection or table
KINDS = (
    "Replica",
    "Party",
    "BroadcastEntry",
    "ClientConnection",
    "_Channel",
    "_HttpConnection",
    "Task",
    "Event",
    "TimerHandle",
    "Future",
)


# ---- the server -------------------------------------------------------------------------------------


class PressedLoop(asyncio.SelectorEventLoop):
    """A loop whose clock can be advanced beyond the real one."""

    ahead = 0.0

    def time(self) -> float:
        """Return the time; see :class:`asyncio.AbstractEventLoop`."""
        return super().time() + self.ahead


async def served(ledger: str) -> None:
    """Serve, and carry out lines from the standard input: ``figures`` or so many seconds to advance."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, PressedLoop)
    told: list[str] = []
    arguments = ["--address", "127.0.0.1", "--port", "0", "--proxy", "127.0.0.1", "--name", "127.0.0.1"]
    given = hosting.parser().parse_args([*arguments, "--ledger", ledger])
    host = hosting.Host(given, told.append, lambda: int(1000 * (time.time() + loop.ahead)))
    running = asyncio.create_task(host.run())
    while not told and not running.done():
        await asyncio.sleep(0.01)
    print(told[0] if told else "", flush=True)
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().strip():
        if line != "figures":
            loop.ahead += float(line)
            # due tasks run, and their results too, which may need the ledger's thread
            for _ in range(5):
                await asyncio.sleep(0.0005)
        print(json.dumps(figures(ledger) if line == "figures" else {}), flush=True)
    host.ending.set()
    await running


def figures(ledger: str) -> dict[str, int]:
    """Return the counts of this process."""
    kinds = Counter(type(one).__name__ for one in gc.get_objects())
    gate = next(one for one in gc.get_objects() if type(one) is WebServer)
    lines, come = gate.counted()
    parties = next(int(one.value) for one in gate.metrics() if one.name == "parties")
    files = [Path(ledger + end) for end in ("", "-wal", "-shm")]
    return {
        "memory": memory_of(os.getpid()),
        "objects": sum(kinds.values()),
        "files": len([*Path("/proc/self/fd").iterdir()]),
        "bytes": sum(one.stat().st_size for one in files if one.exists()),
        "parties": parties,
        "lines": lines,
        "come": come,
        **{kind: kinds[kind] for kind in KINDS},
    }


# ---- devices ----------------------------------------------------------------------------------------


class Server(NamedTuple):
    """The server as seen by the devices."""

    port: int
    process: asyncio.subprocess.Process

    async def ask(self, line: str) -> dict[str, int]:
        """Send a line to it, and return the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n".encode())
        answer = json.loads(await self.process.stdout.readline())
        assert isinstance(answer, dict)
        return answer

    async def pass_by(self, seconds: float, stride: float = STRIDE_S) -> None:
        """Advance its clocks, with time for connections to answer in between."""
        while seconds > 0:
            await self.ask(str(min(stride, seconds)))
            seconds -= stride
            await asyncio.sleep(0)

    async def tell(self, name: str) -> dict[str, int]:
        """Print the counts."""
        found = await self.ask("figures")
        objects = ", ".join(f"{kind} {found[kind]}" for kind in KINDS if found[kind])
        print(
            f"{name}: {found['memory'] / 2**20:.1f} MiB, {found['bytes'] / 1024:,.0f} KiB of SQLite, "
            f"{found['files']} files, {found['parties']} parties, {found['lines']} lines of {found['come']:,} so far, "
            f"{found['objects']:,} objects ({objects})",
            flush=True,
        )
        return found


def address() -> dict[str, str]:
    """Return the header for a device at any address."""
    return {"X-Forwarded-For": ".".join(str(random.randrange(1, 255)) for _ in range(4))}


async def leave(wires: Sequence[ClientConnection], first: int = 0) -> None:
    """Close half of the connections, and drop the other half."""
    for number, wire in enumerate(wires, first):
        if number % 2:
            wire.transport.abort()
        else:
            await wire.close()


async def sat_at(port: int, game: str, actions: int, chance: random.Random) -> int:
    """Open a table, take a seat, act so often and leave; return how many actions there were."""
    table = Table(game, chance)
    done = 0
    # on a busy machine a device may be too late for the server, too
    with suppress(TimeoutError, ConnectionError, ConnectionClosed):
        async with asyncio.timeout(PATIENCE_S):
            await table.sit([port], address()["X-Forwarded-For"])
            done = await acted_at(table, actions)
    await leave([seat.wire for seat in table.seats])
    await asyncio.gather(*table.listening, return_exceptions=True)
    return done


async def acted_at(table: Table, actions: int) -> int:
    """Act so often at a table, or until a match is over; return how many actions there were."""
    done, game, chance = 0, GAMES[table.game], table.chance
    while done < actions:
        table.news.clear()
        if table.phase != PartyPhase.PLAYING:
            if done:
                break
            await table.seats[0].do(Start())
        elif table.turn is not None:
            (seat, written), table.turn = table.turn, None
            view = game.view_codec().read(written)
            action = chance.choice([*getattr(view, "legal", ())])
            done += await seat.do(Play(game.encode(action)))
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(table.news.wait(), 1.0)
    return done


async def looked_at(port: int, party: str, number: int) -> None:
    """Connect as a spectator and leave."""
    wire = await connect(where(port), compression=None, additional_headers=address())
    with suppress(ConnectionClosed):
        await wire.send(asking(Hello(VERSION, party, "", "", f"p{number}", -1, "")))
        await wire.recv()
    await leave([wire], number)


async def opened(port: int) -> tuple[ClientConnection, str]:
    """Open a table that stays; return it with its connection."""
    wire = await connect(where(port), compression=None, additional_headers=address())
    await wire.send(asking(Opening(VERSION, "push", {})))
    found = read_answer(str(await wire.recv()))
    assert isinstance(found, Opened), found
    return wire, found.party


async def endure(server: Server, given: argparse.Namespace) -> int:
    """Run everything; return 1 if something has grown that should not."""
    chance = random.Random(1)
    start = await server.tell("empty")
    for game in TURNS:
        await sat_at(server.port, game, given.actions, chance)
    # the cost that comes once with a first table and connection
    await server.pass_by(3 * 3600)
    await server.tell("after a first table of each game")
    done = 0
    for first in range(0, given.tables, given.at_once):
        row = range(first, min(first + given.at_once, given.tables))
        done += sum(
            await asyncio.gather(*(sat_at(server.port, TURNS[n % len(TURNS)], given.actions, chance) for n in row))
        )
        await server.pass_by(60)
        if (first // given.at_once + 1) % max(1, given.tables // given.at_once // 8) == 0:
            await server.tell(f"{row[-1] + 1:,} tables, {done:,} actions")
    stays, party = await opened(server.port)
    await stays.send(asking(Hello(VERSION, party, "", "", "stays", -1, "")))
    rest = max(0, given.lines - (await server.ask("figures"))["come"])
    for first in range(0, rest, LINES_AT_ONCE):
        await asyncio.gather(
            *(looked_at(server.port, party, n) for n in range(first, min(first + LINES_AT_ONCE, rest)))
        )
        await server.pass_by(STRIDE_S)
        if (first // LINES_AT_ONCE + 1) % max(1, rest // LINES_AT_ONCE // 8) == 0:
            await server.tell("lines")
    for hour in range(given.hours):
        await sat_at(server.port, TURNS[hour % len(TURNS)], given.actions, chance)
        await server.pass_by(3600)
        if hour % 4 == 3:
            await server.tell(f"{hour + 1} hours later")
    await leave([stays])
    # until everything kept for a day has expired, and then everything kept for a month
    await server.pass_by(26 * 3600, 60.0)
    await server.tell("a day later")
    await server.pass_by(31 * 24 * 3600, 900.0)
    await server.pass_by(3600)
    end = await server.tell("a month later")
    bounds = {
        "memory": int(MOST_MEMORY * start["memory"]),
        "files": start["files"],
        "bytes": MOST_FILE,
        **dict.fromkeys(
            (
                "parties",
                "lines",
                "Replica",
                "Party",
                "BroadcastEntry",
                "ClientConnection",
                "_Channel",
                "_HttpConnection",
            ),
            0,
        ),
        **{kind: start[kind] + 5 for kind in ("Task", "Event", "Future")},
    }
    grown = [f"{name} is {end[name]:,}, at most {most:,}" for name, most in bounds.items() if end[name] > most]
    if done < given.tables:
        grown.append(f"only {done:,} actions at {given.tables:,} tables: nobody has played, so this says nothing")
    print("\n".join(grown) or "nothing grew", flush=True)
    return int(bool(grown))


async def run(given: argparse.Namespace) -> int:
    """Start a server, and see what of it grows."""
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            __file__,
            "--serve",
            str(Path(folder) / "tables.sqlite"),
            cwd=ROOT,
            # like the units in game/server/README.md: Python's own allocator gives little back
            env=os.environ if given.pymalloc else {**os.environ, "PYTHONMALLOC": "malloc"},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            told = (await process.stdout.readline()).decode()
            return await endure(Server(int(told.partition("port ")[2].partition(",")[0]), process), given)
        finally:
            process.stdin.close()
            await process.wait()


def main(rest: list[str]) -> int:
    """Read the options, and endure."""
    parser = argparse.ArgumentParser(prog="tasks.py bench endure-host", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--tables", type=int, default=5_000, help="tables to open, play at and leave; default: %(default)s"
    )
    parser.add_argument("--at-once", type=int, default=300, help="tables open at the same time; default: %(default)s")
    parser.add_argument("--pymalloc", action="store_true", help="use Python's own allocator")
    parser.add_argument(
        "--lines", type=int, default=200_000, help="connections to open and close; default: %(default)s"
    )
    parser.add_argument("--actions", type=int, default=20, help="most actions at a table; default: %(default)s")
    parser.add_argument("--hours", type=int, default=24, help="hours to let pass at the end; default: %(default)s")
    parser.add_argument("--serve", metavar="FILE", help=argparse.SUPPRESS)
    given = parser.parse_args(rest)
    if given.serve:
        hosting.settle_memory()
        with asyncio.Runner(loop_factory=PressedLoop) as runner:
            runner.run(served(given.serve))
        return 0
    gc.disable()
    may_have_many_lines()
    return asyncio.run(run(given))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
