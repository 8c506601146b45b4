"""Pages that play together at a server of their own, as processes that can be killed."""

import inspect
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from engines.by_playwright import PATIENCE_MS
from player import Player
from table_player import items_for
from visitor import Visitor

from game.app.app import App
from game.catalogue.registry import GAMES
from game.core.game import Action
from game.scenes.result.after import AfterParty
from game.server import log_entries
from game.server.party import Party
from game.services import launch_request
from game.table.turns.scene import TurnScene
from game.wire.messages import PartyPhase, commitment

ROOT = Path(__file__).resolve().parent.parent.parent


#: presses these buttons one after the other, each as soon as it is there, and forgets pending presses of before; after
#: a long frame the page has its buttons a frame later, and a press on the old ones would be lost
PRESSING = """ids => {
  clearInterval(window.pressing);
  window.wanted = ids;
  window.pressing = setInterval(() => {
    const button = document.querySelector(`#mirror button[data-id='${ids[0]}']:enabled`);
    if (button && !kartenkiste.python.runPython("program.running._unreported_frames")) { button.click(); ids.shift(); }
    if (!ids.length) clearInterval(window.pressing);
  }, 8);
}"""


#: drawing five pages costs more processor time than playing: these draw ten times a second
SELDOM = """
const soon = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = draw => setTimeout(() => soon(draw), 84);
"""


#: messages of browsers when a server is gone
GONE = ("WebSocket connection to", "ERR_CONNECTION", "/party was interrupted", "connection to the server at ws:")


#: a page of plain http at an address of a home network has none of these
INSECURE = """
Object.defineProperty(window, "isSecureContext", { value: false });
for (const name of ["clipboard", "wakeLock", "serviceWorker"]) delete Navigator.prototype[name];
"""


def known(app: App) -> list[Any]:
    """Return the finished match, whether it is kept, its commitment and whether that held"""
    remote = app.context.session.remote
    finished = json.loads(app.context.storage.read("finished") or "[]")
    saves = [remote.over.save, *finished]
    match, *kept = [{name: save[name] for name in ("game", "seed", "actions")} for save in saves]
    return [match, match in kept, remote.party_state.commitment, remote.is_fair]


#: asks a page for the same
KNOWN = f"""
import json
from game.app.app import App
from typing import Any
{inspect.getsource(known)}
json.dumps(known(program.running))
"""


class Host:
    """The server program, in a process of its own."""

    def __init__(self, site: Path, ledger: Path) -> None:
        self._command = [sys.executable, "-m", "game.tools.hosting", "--address", "127.0.0.1", "--no-screen"]
        self._command += ["--site", str(site), "--ledger", str(ledger)]
        self.ledger = ledger
        self.said: list[str] = []
        self.begin(0)
        words = [word for row in self.said for word in row.split()]
        self.link, self.screen = (next(one for one in words if f"/#{way}=" in one) for way in ("join", "watch"))
        self.port = int(re.search(r":(\d+)/", self.link)[1])

    def begin(self, port: int) -> None:
        command = [*self._command, "--port", str(port)]
        self.run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.said = []
        while not self.said or "Stop with" not in self.said[-1]:
            row = self.run.stdout.readline()
            assert row, self.said
            self.said.append(row.rstrip("\n"))

    def kill(self) -> None:
        self.run.send_signal(signal.SIGKILL)
        self.run.wait(10)
        self.run.stdout.close()


def party_of(host: Host, before: Party | None = None) -> Party:
    """Return the party by the entries of the server's file; it continues from ``before``."""
    told = "SELECT line FROM lines WHERE length(name) = 24 AND n >= ? ORDER BY n"
    with closing(sqlite3.connect(host.ledger)) as file:
        rows = [log_entries.read_entry(row) for (row,) in file.execute(told, (before.length if before else 0,))]
    party = before or Party(GAMES, rows.pop(0))
    for line in rows:
        party.append(line)
    return party


class Room:
    """The table of three phones, the big screen and a program, with the log of the server."""

    def __init__(self, visit: Callable[..., Visitor], host: Host) -> None:
        self.host = host
        self.base, self.code = host.link.partition("#")[0], host.link[-5:]
        self.join_link = f"{host.link.removeprefix(self.base)}&speed=off&lang=en"
        scripts = (SELDOM, SELDOM, SELDOM + INSECURE)
        self.phones = [visit(self.join_link, script=script, base=self.base, size=(390, 844)) for script in scripts]
        self.screen = visit(f"{host.screen.removeprefix(self.base)}&speed=off", base=self.base, script=SELDOM)
        wish = launch_request.read(["--join", f"127.0.0.1:{host.port}/{self.code}", "--speed", "off"])
        self.program = Player(wish=wish, language="de")
        self.guests = [*self.phones, self.screen]
        for guest in self.guests:
            guest.expected += GONE
            self.let_in(guest)
        self._party: Party | None = None
        #: the device of the seat with this hash, and the program's pending presses
        self._devices: dict[str, Visitor | Player] = {}
        self._wanted: list[str] = []
        #: every decision of the current match, as it was pressed
        self.decided: dict[int, Action] = {}

    def let_in(self, guest: Visitor) -> None:
        """Start the game in a page."""
        guest.begin()
        guest.find_program()

    @property
    def party(self) -> Party:
        """Return the party by the current entries of the server's file."""
        self._party = party_of(self.host, self._party)
        return self._party

    def live(self, until: Callable[[], object]) -> None:
        """Run the program in real time until something is true; the time limit starts anew while the log grows."""
        end, length = 0.0, -1
        while not until():
            if (self._party and self._party.length != length) or not end:
                end, length = time.monotonic() + PATIENCE_MS / 1000, self._party.length if self._party else 0
            assert time.monotonic() < end, self._stuck()
            self.program.wait(16)
            if self._wanted and self._wanted[0] in self.program.ids():
                self.program.tap(self._wanted.pop(0))
            time.sleep(0.008)

    def _stuck(self) -> str:
        """Describe a deadlock: the state by the log, the pending presses, and what every device offers."""
        match = self._party.match if self._party else None
        last = match and (match.game.name, match.mover, len(match.actions), self.decided.get(len(match.actions)))
        wanted = {token: id(device) for token, device in self._devices.items()}
        offers = [(id(guest), [*guest.buttons()], guest.run("window.wanted")) for guest in self.guests]
        return "\n".join(map(str, (last, wanted, (id(self.program), self.program.ids(), self._wanted), *offers)))

    def press(self, device: Visitor | Player, *ids: str) -> None:
        """Press buttons of a device one after the other, as soon as each is there."""
        if isinstance(device, Visitor):
            device.page.evaluate(PRESSING, [*ids])
        else:
            self._wanted = [*ids]

    def sit(self) -> None:
        """Take all seats, one after the other."""
        for number, device in enumerate((*self.phones, self.program)):
            self.press(device, "sit")
            self.live(lambda number=number: self.party.chairs[number].is_there)
            self._devices[self.party.chairs[number].token] = device

    def play(self, until: Callable[[Party], bool] = lambda party: party.phase == PartyPhase.OVER) -> None:
        """Play a match to its end, or until something is true: each decision is pressed once."""

        def going_on() -> bool:
            party = self.party
            if party.match is None or until(party):
                return party.match is not None and until(party)
            self._decide(party)
            return False

        self.live(going_on)

    def _decide(self, party: Party) -> None:
        match = party.match
        number, scene = len(match.actions), self.program.scene
        if number in self.decided or party.phase != PartyPhase.PLAYING:
            return
        if isinstance(scene, TurnScene):
            # two of three take their card: each seat makes both moves, with a quarter of a good match's presses
            action = self.decided[number] = match.game.legal_actions(match.state)[-1 if number % 3 else 0]
            self.press(self._devices[party.chairs[match.mover].token], *items_for(scene.table, action))

    def compare(self) -> None:
        """Check that all have the match of the log, as committed, made of exactly the decisions that were pressed."""
        party = self.party
        assert party.match.actions == [*self.decided.values()]
        told = party.match.save()
        self.live(lambda: isinstance(getattr(self.program.scene, "after", None), AfterParty))
        self.phones[0].sum_up()
        # only the owner begins the next one; the others say that they have read the result
        for guest in self.phones[1:]:
            guest.wait_for("home-button")
            assert "again" in guest.buttons()
            assert "begin" not in guest.buttons()
        # nobody presses anything at the big screen
        self.screen.wait_for("home")
        assert not {"again", "begin", "home-button"} & {*self.screen.buttons()}
        told = json.loads(json.dumps({name: told[name] for name in ("game", "seed", "actions")}))
        pages = [guest.python(KNOWN) for guest in self.guests]
        for found, plays in zip((*map(json.loads, pages), known(self.program.app)), (1, 1, 1, 0, 1), strict=True):
            # the same cards and actions everywhere, stored as a replay for players, and as committed
            assert found == [told, bool(plays), commitment(party.deal.seed, party.deal.nonce), True]


def kill(room: Room) -> None:
    """Kill a phone, which returns by its link, and the server, which restarts with its file."""
    lost, reloaded = room.phones[1], room.phones[0]
    assert not [id_ for id_ in room.screen.buttons() if id_.startswith(("do-", "card-"))]
    lost.page.close()
    lost.new_page()
    lost.open(room.join_link)
    room.host.kill()
    room.host.begin(room.host.port)
    assert room.host.said[0].endswith(f"{room.code}.")
    # a reload alone leads back as well: to the seat, and to the spectator screen
    for guest in (reloaded, room.screen):
        guest.page.reload()
    for guest in (lost, reloaded, room.screen):
        room.let_in(guest)
    # a lost press is repeated
    room.decided = dict(enumerate(room.party.match.actions))
