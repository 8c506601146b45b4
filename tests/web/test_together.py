"""One room: a host with its file, phones and a big screen in a browser, a program beside them. Nobody loses a move."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from player import Player
from test_qr import read
from visitor import Visitor

from game import start
from game.scenes.online_result import OnlineResult
from game.wire import qr

ROOT = Path(__file__).resolve().parent.parent.parent
#: makes every decision as soon as it is asked for, and counts them
PLAYING = """(() => {
  window.turns = 0;
  setInterval(() => {
    const buttons = [...document.querySelectorAll('#mirror button:enabled')];
    const moves = buttons.filter(button => /^(do-|card-)/.test(button.dataset.id));
    if (moves.length) moves.at((window.turns += 1) % 3 ? 0 : -1).click();
  }, 60);
})()"""
#: what browsers say when a server is gone
GONE = ("WebSocket connection to", "ERR_CONNECTION")
PATIENCE_S = 240.0


class Host:
    """The program that serves, in a process of its own."""

    def __init__(self, site: Path, ledger: Path) -> None:
        self._command = [sys.executable, "-m", "game.hosting", "--address", "127.0.0.1", "--no-screen"]
        self._command += ["--site", str(site), "--ledger", str(ledger)]
        self.said: list[str] = []
        self.begin(0)
        words = [word for row in self.said for word in row.split()]
        self.link, self.screen = (next(one for one in words if f"/#{way}=" in one) for way in ("join", "watch"))
        self.port = int(re.search(r":(\d+)/", self.link)[1])

    def begin(self, port: int) -> None:
        command = [*self._command, "--port", str(port)]
        self.run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.said = []
        while not self.said or "End with" not in self.said[-1]:
            row = self.run.stdout.readline()
            assert row, self.said
            self.said.append(row.rstrip("\n"))

    def kill(self) -> None:
        self.run.send_signal(signal.SIGKILL)
        self.run.wait(10)
        self.run.stdout.close()


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    found = Host(site, tmp_path / "tables")
    yield found
    found.run.terminate()
    assert found.run.wait(10) == 0
    found.run.stdout.close()


def scanned(said: list[str]) -> str:
    """What a phone reads from the terminal."""
    rows = [row[2:] for row in said if "█" in row]
    halves = {letter: pair for pair, letter in qr.HALVES.items()}
    light = [[halves[letter][half] for letter in row] for row in rows for half in (0, 1)]
    side = len(light[0]) - 2 * qr.MARGIN
    return read([[not one for one in row[qr.MARGIN :][:side]] for row in light[qr.MARGIN :][:side]])


def is_over(guest: Visitor) -> bool:
    return "again" in guest.buttons()


def played(text: str) -> list[Any]:
    """The last match that a device keeps, as far as all have the same: its game, seed, seats and every action."""
    kept = json.loads(text)[0]
    return [kept[name] for name in ("game", "seed", "seats", "actions")]


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="nothing is killed like that there")
def test_a_room_plays_a_game_while_a_phone_and_the_server_are_killed(visit, host):
    assert scanned(host.said) == host.link
    base, code = host.link.partition("#")[0], host.link[-5:]
    way = f"{host.link.removeprefix(base)}&speed=off&lang=en"
    phones = [visit(way, base=base, size=(390, 844), dpr=2) for _ in range(2)]
    screen = visit(f"{host.screen.removeprefix(base)}&speed=off", base=base)
    program = Player(wish=start.read(["--join", f"127.0.0.1:{host.port}/{code}", "--speed", "off"]), language="de")
    for guest in (*phones, screen):
        guest.expected += GONE
        guest.begin()
    for phone in phones:
        phone.use(phone.wait_for("sit"))
    turns = 0

    def live(until) -> None:
        """Let the program play in real time until something is so."""
        nonlocal turns
        end = time.monotonic() + PATIENCE_S
        while not until():
            assert time.monotonic() < end, (program.ids(), [guest.buttons() for guest in (*phones, screen)])
            for _ in range(10):
                program.wait(16)
                time.sleep(0.016)
            if moves := [id_ for id_ in program.ids() if id_.startswith(("do-", "card-"))]:
                turns += 1
                program.tap(moves[0 if turns % 3 else -1])

    live(lambda: "sit" in program.ids())
    program.tap("sit")
    live(lambda: "start" in phones[0].buttons())
    phones[0].use("start")
    for phone in phones:
        phone.run(PLAYING)
    live(lambda: turns >= 2)
    assert not [id_ for id_ in screen.buttons() if id_.startswith(("do-", "card-"))]
    # a phone is thrown away and comes again by the same way, the server is killed and comes again at its file
    phones[1].page.close()
    phones[1].new_page()
    phones[1].open(way)
    host.kill()
    host.begin(host.port)
    assert host.said[0].endswith(f"{code}.")
    # and a reload alone leads back as well
    phones[0].page.reload()
    for phone in phones:
        phone.begin()
        phone.run(PLAYING)
    live(lambda: isinstance(program.scene, OnlineResult) and all(map(is_over, (*phones, screen))))
    kept = [phone.run("localStorage.getItem('kartenkiste/finished')") for phone in phones]
    matches = [played(text) for text in (*kept, program.storage.read("finished"))]
    assert matches[0] == matches[1] == matches[2]
    assert matches[0][0] == "nein_danke"
    assert turns > 3
