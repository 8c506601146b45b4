"""The server program: what it prints, and that killing it loses nothing."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from guests import token
from host_program import given, running
from web_server_client import end_of, line, received

from game.catalogue.registry import GAMES
from game.games.nein_danke.rules import Action, Verb
from game.server.ledger import NoRoom
from game.server.sqlite_ledger import SqliteLedger
from game.tools import hosting
from game.wire.commands import Play, Sit, Start
from game.wire.messages import CLIENT_CODEC, VERSION, Ack, Hello, PartyPhase, Request, Welcome, message_text

ROOT = Path(__file__).resolve().parents[2]


async def test_the_host_prints_its_address_and_shows_the_same_table_after_a_restart(tmp_path, monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr(hosting, "has_desktop", lambda: True)
    monkeypatch.setattr(hosting.webbrowser, "open", opened.append)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<p>", encoding="utf-8")
    codes = []
    for more in ([], ["--no-screen"]):
        async with running(given(tmp_path, "--site", str(tmp_path / "site"), *more)) as said:
            (link,) = [row.strip() for row in said if row.startswith("  http")]
            port, code = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#join=([A-Z]{5})", link).groups()
            screen = f"http://127.0.0.1:{port}/#watch={code}&at=http%3A%2F%2F127.0.0.1%3A{port}%2F"
            assert f"On the big screen: {screen}" in said
            assert sum("█" in row for row in said) > 10
            codes.append((code, screen))
    assert codes[0][0] == codes[1][0]
    assert opened == [codes[0][1]]


async def test_a_failure_to_listen_is_explained_in_words(tmp_path, monkeypatch):
    async def refused(*more: str) -> str:
        with pytest.raises(hosting.CannotHost) as caught:
            async with running(given(tmp_path, *more)):
                pass
        return str(caught.value)

    async def full(_ledger, _name, _line, _until):
        raise NoRoom("database or disk is full")

    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        assert await refused("--port", str(port)) == hosting.listen_error(OSError(98, ""), "127.0.0.1", port)
    assert "isn't an address of this machine. It has 127.0.0.1" in await refused("--address", "192.0.2.77")
    assert "isn't an address of this machine" in await refused("--address", "no such name.invalid")
    assert "Can't listen" in await refused("--port", "99999")
    assert "There's no site in" in await refused("--site", str(tmp_path))
    (tmp_path / "poem").write_text("no ledger, but as long as a page of one. " * 200, encoding="utf-8")
    assert "Can't use the tables file" in await refused("--ledger", str(tmp_path / "poem"))
    assert "Can't write to" in await refused("--ledger", str(tmp_path / "poem" / "below"))
    assert "Can't use Redis: redis://127.0.0.1:1: " in await refused("--ledger", "redis://me:it@127.0.0.1:1")
    monkeypatch.setattr(SqliteLedger, "create", full)
    assert "Can't open a table in" in await refused("--ledger", str(tmp_path / "fresh"))


async def test_a_public_server_has_no_table_of_its_own(tmp_path):
    async with running(given(tmp_path, "--name", "cards.example.org")) as said:
        assert len(said) == 1
        assert re.search(r"is listening on 127\.0\.0\.1, port \d+, for cards\.example\.org\.$", said[0])


def test_the_ledger_with_its_password_can_come_from_the_environment(monkeypatch):
    monkeypatch.setenv(hosting.LEDGER, "redis://:secret@127.0.0.1:1")
    assert hosting.parser().parse_args([]).ledger == "redis://:secret@127.0.0.1:1"
    assert hosting.parser().parse_args(["--ledger", "here"]).ledger == "here"
    assert "secret" not in hosting.parser().format_help()
    monkeypatch.delenv(hosting.LEDGER)
    assert hosting.parser().parse_args([]).ledger == hosting.FILE


@pytest.mark.skipif(os.name == "nt", reason="no signal reaches a loop there")
# Python prints that it could not write to the pipe
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
async def test_a_server_with_a_full_event_pipe_still_obeys_sigterm(tmp_path):
    said: list[str] = []
    serving = asyncio.create_task(hosting.serve(given(tmp_path, "--name", "cards.example.org"), said.append))
    while not said:
        await asyncio.sleep(0.01)
    loop = asyncio.get_running_loop()
    # callbacks of other threads fill the pipe through which the system reports a signal
    for _ in range(5_000):
        loop.call_soon_threadsafe(int)
    os.kill(os.getpid(), signal.SIGTERM)
    await serving
    assert said[-1] == "Stopping: players will be back when it starts again."


@pytest.mark.skipif(os.name == "nt", reason="deals lie open to this user alone by POSIX rights")
async def test_the_ledger_file_is_private_to_its_user(tmp_path):
    await (await hosting.open_ledger(str(tmp_path / "l"))).close()
    assert (tmp_path / "l").stat().st_mode & 0o077 == 0


class Process:
    """The program in a process of its own."""

    def __init__(self, ledger: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "game.tools.hosting", "--address", "127.0.0.1", "--port", str(port)]
        self._run = subprocess.Popen(
            [*command, "--ledger", str(ledger)], cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        said = ""
        while "Stop with" not in said:
            row = self._run.stdout.readline()
            assert row, said
            said += row
        found = re.search(r"http://127\.0\.0\.1:(\d+)/([A-Z]{5})", said)
        self.port, self.code = int(found[1]), found[2]

    def end(self, number: signal.Signals) -> int:
        self._run.send_signal(number)
        code = self._run.wait(60)
        self._run.stdout.close()
        return code


async def join_party(wire, code: str, person: int) -> Welcome:
    await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, "", code, token(person), f"page{person}", -1, "")))
    return await received(wire, Welcome)


async def command_answer(wire, id_: str, n: int, command) -> int:
    await wire.send(message_text(CLIENT_CODEC, Request(id_, n, command)))
    return (await received(wire, Ack)).n


@pytest.mark.skipif(os.name == "nt", reason="nothing is killed like that there")
async def test_a_killed_server_resumes_every_table(tmp_path):
    first = Process(tmp_path / "l")
    try:
        async with line(first.port) as wire:
            n = (await join_party(wire, first.code, 0)).n
            for seat in range(3):
                n = await command_answer(wire, "a", n, Sit(seat, "Ada", "owl", token(seat)))
            await join_party(wire, first.code, 0)
            n = await command_answer(wire, "c", n, Start())
            mover = (await join_party(wire, first.code, 0)).turn.to_move
            before = await join_party(wire, first.code, mover)
            take = GAMES[before.party_state.game].encode(Action(Verb.TAKE))
            n = await command_answer(wire, "d", before.n, Play(take))
            assert first.end(signal.SIGKILL) == -signal.SIGKILL
    finally:
        first._run.kill()
    second = Process(tmp_path / "l", first.port)
    try:
        assert second.code == first.code
        async with line(second.port) as wire:
            after = await join_party(wire, second.code, mover)
            assert (after.seat, after.party_state.phase) == (mover, PartyPhase.PLAYING)
            assert after.n >= n
            assert after.turn.length > before.turn.length
            # a command that was carried out is not carried out again
            assert await command_answer(wire, "d", before.n, Play(take)) == n
            assert await asyncio.to_thread(second.end, signal.SIGTERM) == 0
            assert await end_of(wire) == 1012
    finally:
        second._run.kill()
