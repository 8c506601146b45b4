"""Several servers in processes of their own with one Redis, people who play there, and checks of the logs.

People are whole devices (``game/wire/party_client.py``) with a connection by a socket; after losing it they connect to
any server, as a proxy would route them.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from game.catalogue.registry import GAMES
from game.server.broadcast import Broadcast
from game.server.ledger import Ledger
from game.server.log_entries import read_entry, token_hash
from game.wire.commands import AssignSeat, ChooseGame, Play, Sit, Start
from game.wire.join_link import PATH
from game.wire.messages import (
    CLIENT_CODEC,
    VERSION,
    Ack,
    Hello,
    Nak,
    PartyPhase,
    PartyUpdate,
    message_text,
    read_answer,
)
from game.wire.party_client import PartyClient

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent
TURNS = [name for name, game in GAMES.items() if not game.real_time]
HOSTING = ("-m", "game.tools.hosting")
#: how long a server takes to close its connections, in seconds
LEAVE_S = 1.5
#: between two rounds over all people, in seconds
LOOK_S = 0.02


class Process:
    """A server process. It has the same port whenever it is started again; ``program`` is what Python runs."""

    def __init__(self, ledger: str, more: Sequence[str] = (), program: Sequence[str] = HOSTING) -> None:
        self._ledger = ledger
        self._more = more
        self._program = program
        self.port = 0
        #: whether a proxy would route anybody there
        self.is_ready = False
        self._run: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Start it, or restart it."""
        command = [sys.executable, *self._program, "--address", "127.0.0.1", "--port", str(self.port)]
        command += ["--name", "127.0.0.1", "--proxy", "127.0.0.1", "--ledger", self._ledger, "--leave", str(LEAVE_S)]
        command += self._more
        self._run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        assert self._run.stdout is not None
        found = re.search(r"port (\d+)", self._run.stdout.readline())
        assert found, "it does not begin"
        self.port = int(found[1])
        self.is_ready = True

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._run is not None, "it has been started"
        return self._run.pid

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def wait(self, seconds: float) -> int:
        """Wait until it has ended."""
        assert self._run is not None, "it has been started"
        code = self._run.wait(seconds)
        assert self._run.stdout is not None
        self._run.stdout.close()
        return code

    def leave(self) -> None:
        """Shut it down gracefully."""
        self.is_ready = False
        self.signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self.is_ready = False
        if self._run is not None and self._run.poll() is None:
            self._run.kill()
            self.wait(10)


class Line:
    """A connection by a socket, to a server chosen by the fleet; see :class:`~game.wire.party_client.Connection`."""

    def __init__(self, port: int, address: str, heard: Callable[[str], None]) -> None:
        self.closed: int | None = None
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._texts: list[str] = []
        self._heard = heard
        self._task = asyncio.create_task(self._carry(port, address))

    def send(self, text: str) -> None:
        """Send a text as soon as the connection is open."""
        self._said.put_nowait(text)

    def take(self) -> list[str]:
        """Return the texts received since the last time."""
        texts, self._texts = self._texts, []
        return texts

    def close(self) -> None:
        """Drop the connection."""
        self._task.cancel()

    async def _carry(self, port: int, address: str) -> None:
        code = 1006
        try:
            where = f"ws://127.0.0.1:{port}{PATH}"
            heads = {"X-Forwarded-For": address}
            async with connect(where, compression=None, additional_headers=heads, close_timeout=0.2) as wire:
                writing = asyncio.create_task(self._write(wire))
                try:
                    async for text in wire:
                        self._heard(str(text))
                        self._texts.append(str(text))
                finally:
                    writing.cancel()
                    code = wire.close_code or code
        except (OSError, TimeoutError, WebSocketException):
            pass
        finally:
            self.closed = code

    async def _write(self, wire) -> None:
        try:
            while True:
                await wire.send(await self._said.get())
        except WebSocketException:
            pass


async def watch(port: int, party: str) -> None:
    """Look on at a table, so that its server follows it; come again whenever the server does."""
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(f"ws://127.0.0.1:{port}{PATH}", compression=None) as line:
                await line.send(message_text(CLIENT_CODEC, Hello(VERSION, party, "", "", "page", -1, "")))
                async for _ in line:
                    pass
        await asyncio.sleep(0.2)


class Person:
    """A player at a table, who acts at random."""

    def __init__(self, fleet: Fleet, number: int, party: str = "", opens: ChooseGame | None = None) -> None:
        self._fleet = fleet
        self._address = f"10.{number // 60000}.{number // 240 % 250}.{number % 240 + 1}"
        self.token = secrets.token_hex(16)
        self.remote = PartyClient(GAMES, self._line, party, self.token, secrets.token_hex(4), opens=opens)
        #: every entry received, by its number, and the longest message of the state
        self.steps: dict[int, str] = {}
        self.acks: dict[str, int] = {}
        self.codes: set[int] = set()
        self._asked: str = ""
        self._at = self._lost_at = 0.0
        #: how long each reconnection took, in seconds
        self.waits: list[float] = []

    def _line(self) -> Line:
        return Line(self._fleet.any_port(), self._address, self._hear)

    def _hear(self, text: str) -> None:
        message = read_answer(text)
        if isinstance(message, PartyUpdate):
            assert self.steps.setdefault(message.n, text) == text, "another story than before"

    def look(self, now: float) -> None:
        """Receive, and act on one's turn."""
        was_there = self.remote.is_connected
        self.remote.poll(int(now * 1000))
        if was_there and not self.remote.is_connected:
            self._lost_at = now
        if self.remote.closed is not None:
            self.codes.add(self.remote.closed)
        if self.remote.is_connected and self._lost_at:
            self.waits.append(now - self._lost_at)
            self._lost_at = 0.0
        self.remote.take_steps()
        if self._asked and (answer := self.remote.answer(self._asked)) is not None:
            if isinstance(answer, Ack):
                self.acks[answer.id] = answer.n
            else:
                assert isinstance(answer, Nak)
                assert answer.reason in ("stale", "not_your_turn", "busy", "playing"), answer
            self._asked = ""

    def do(self, command) -> None:
        """Send a command; its answer is stored."""
        assert not self._asked, "one thing after the other"
        self._asked = self.remote.do(command)

    @property
    def is_idle(self) -> bool:
        """Return whether every command has been answered."""
        return not self._asked and self.remote.is_connected

    def act(self, now: float, chance: random.Random, pace: tuple[float, float]) -> None:
        """Act on one's turn after some thinking time."""
        remote = self.remote
        if not self.is_idle or now < self._at or remote.party_state is None:
            return
        if remote.party_state.phase != PartyPhase.PLAYING:
            if remote.party_state.owner == remote.seat:
                self.do(Start())
        elif (turn := remote.turn_state) and turn.to_move == remote.seat >= 0:
            game, view = remote.game, remote.view
            assert game is not None
            self._asked = remote.do(Play(game.encode(chance.choice([*getattr(view, "legal", ())]))))
        else:
            return
        self._at = now + chance.uniform(*pace)


class Fleet:
    """The servers, and everybody who plays there."""

    def __init__(self, address: str, servers: int, more: Sequence[str] = (), person: type[Person] = Person) -> None:
        self.address = address
        self.servers = [Process(address, more) for _ in range(servers)]
        self._person = person
        self.people: list[Person] = []
        self.tables: list[list[Person]] = []
        self.chance = random.Random(7)
        self.pace = (0.2, 0.8)
        self.is_playing = True

    def any_port(self) -> int:
        """Return the port for the next connection: of any server that is alive and not leaving."""
        return self.chance.choice([one for one in self.servers if one.is_ready] or self.servers).port

    async def meanwhile(self, work: Callable[[], T]) -> T:
        """Play with everybody while something is done in a thread of its own."""
        doing = asyncio.create_task(asyncio.to_thread(work))
        while not doing.done():
            await self.live(LOOK_S)
        return await doing

    async def until(self, done: Callable[[], bool], seconds: float, why: str) -> None:
        """Play with everybody until something is true."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, why
            await self.live(LOOK_S)

    async def live(self, seconds: float) -> None:
        """Play with everybody for a while."""
        end = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            for person in self.people:
                person.look(now)
                if self.is_playing:
                    person.act(now, self.chance, self.pace)
            if now >= end:
                return
            await asyncio.sleep(LOOK_S)

    async def open(self, tables: int, people: int, bots: int) -> None:
        """Open tables with so many people and bots each, all games in turn, and deal."""
        self.is_playing = False
        for number in range(tables):
            first = self._person(self, number * 10, opens=ChooseGame(TURNS[number % len(TURNS)], {}))
            self.tables.append([first])
            self.people.append(first)
        await self.until(lambda: all(one.remote.is_connected for one in self.people), 60, "tables are not opened")
        for number, table in enumerate(self.tables):
            for seat in range(1, people):
                table.append(self._person(self, number * 10 + seat, table[0].remote.party))
                self.people.append(table[-1])
        for seat in range(people):
            for table in self.tables:
                await self.until(lambda one=table[seat]: one.is_idle, 60, "nobody comes")
                table[seat].do(Sit(seat, f"Guest {seat}", "fox", table[seat].token))
        for bot in range(bots):
            await self.until(lambda: all(one.is_idle for one in self.people), 60, "nobody sits")
            for table in self.tables:
                table[0].do(AssignSeat(people + bot, table[0].remote.game.bots.first_level))
        await self.until(lambda: all(one.is_idle for one in self.people), 60, "no bots come")
        self.is_playing = True
        await self.until(lambda: all(one.remote.turn_state for one in self.people), 60, "nobody plays")

    def waits(self) -> list[float]:
        """Return how long reconnections took since the last time, in order."""
        found = sorted(one for person in self.people for one in person.waits)
        for person in self.people:
            person.waits.clear()
        return found

    async def rest(self) -> None:
        """Wait until all commands are answered, and everybody has received everything."""
        self.is_playing = False
        await self.until(lambda: all(one.is_idle for one in self.people), 60, "a wish has no answer")

    async def checked(self, ledger: Ledger) -> dict[str, int]:
        """Replay every log, and compare it with everything that people received; return the counts."""
        found = {"lines": 0, "acks": 0, "steps": 0, "bots": 0}
        for table in self.tables:
            name = table[0].remote.party
            lines = await ledger.read(name)
            found["lines"] += len(lines)
            self._check(table, name, lines, found)
        return found

    def _check(self, table: Sequence[Person], name: str, lines: Sequence[str], found: dict[str, int]) -> None:
        tokens = [token_hash(person.token) for person in table]
        ids = [(read_entry(text).id, n) for n, text in enumerate(lines)]
        broadcast = Broadcast(GAMES, name, lines[:1])
        for n, text in enumerate(lines[1:], 1):
            # an entry that may not be there raises Damaged: no gap, no fork
            broadcast.append(read_entry(text))
            found["bots"] += read_entry(text).origin.value == "bot"
            for person, token in zip(table, tokens, strict=True):
                if n in person.steps:
                    assert person.steps[n] == broadcast.last.step(token), "not what the seat may see"
                    found["steps"] += 1
        for person in table:
            for id_, n in person.acks.items():
                assert [one for one in ids if one[0] == id_] == [(id_, n)], "once, and where it was said to be"
            found["acks"] += len(person.acks)
            last = broadcast.welcome(token_hash(person.token), 0)
            # bots and deadlines may go on during this check
            assert person.remote.n <= len(lines) - 1
            if person.remote.n == len(lines) - 1:
                assert (person.remote.hash, person.remote.seat) == (last.hash, last.seat)
                assert person.remote.party_state == last.party_state
        assert len([id_ for id_, _ in ids if id_]) == len({id_ for id_, _ in ids if id_}), "a wish was done twice"

    def end(self) -> None:
        """End every server."""
        for server in self.servers:
            server.kill()


def may_have_many_lines() -> None:
    """Raise the limit of open files to what hundreds of people need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 16384)), hard))
