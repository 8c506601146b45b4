#!/usr/bin/env python3
"""Race three pages with different latencies for cards of Twin It!: ``tasks.py bench live``.

Each page connects to one server through a proxy with the round trip of ``WAYS``, now and then longer. Whenever two
equal cards are in sight every page touches both, at a moment of its own by this machine's clock, which all of them
share: the page records when its touch was really made. The first one by more than the tie margin must have won by the
server's log. Nothing here passes or fails; the figures are printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("", "build", "tests", "tests/multiplayer", "tests/web")
sys.path[:0] = [str(ROOT / place) for place in PLACES]

import web  # noqa: E402
from engines import started  # noqa: E402
from pages_room import Host, party_of  # noqa: E402
from serve import GOOD, warm  # noqa: E402
from visitor import Visitor  # noqa: E402

from game.engine.items import card_id  # noqa: E402
from game.games.twin_it.bots import matches  # noqa: E402
from game.games.twin_it.events import ContestStarted, SetStolen, SetWon  # noqa: E402
from game.games.twin_it.state import Phase  # noqa: E402
from game.server import log_entries  # noqa: E402
from game.server.party import Party  # noqa: E402

if TYPE_CHECKING:
    from game.games.twin_it.events import Event
    from game.games.twin_it.view import View

#: the round trip of a text, in milliseconds, and by how much of that it may take longer
WAYS, JITTER = (0, 60, 200), 0.2
#: between the two touches of a person, and between two persons' first touches, in milliseconds
SECOND_MS, APART_MS = 3, (0, 20, 40, 60, 100)
#: a match has ended by then
MOST_RACES = 60
#: touches are made so long after they are requested, so that every page learns of it in time
AHEAD_MS = 700
PATIENCE_S = 60.0
#: every touch has arrived and counted by then, in seconds
DECIDED_S = 1.2
#: touches places at a moment, and returns when that was
LAYING = """window.lay = (moment, places) => new Promise(done => {
  const now = () => performance.timeOrigin + performance.now();
  const put = () => {
    const [x, y] = places.shift();
    const how = { bubbles: true, cancelable: true, pointerId: 90, pointerType: "mouse", isPrimary: true,
      clientX: x, clientY: y, button: 0 };
    const down = new PointerEvent("pointerdown", { ...how, buttons: 1 });
    canvas.dispatchEvent(down);
    canvas.dispatchEvent(new PointerEvent("pointerup", { ...how, buttons: 0 }));
    return performance.timeOrigin + down.timeStamp;
  };
  const soon = due => { while (now() < due) ; return put(); };
  setTimeout(() => done([soon(moment), soon(moment + SECOND)]), Math.max(0, moment - now() - 12));
});""".replace("SECOND", str(SECOND_MS))
#: the difference of a page's table clock and the server's, without the delay of all pages
ERROR = """
import time
visit = program.running.context.visit
going = visit.remote.going
shown = visit.remote.table_ms(program.running.clock.now_ms())
shown - (going.base + time.time() * 1000 - going.start_ms - going.delay) if shown is not None else 0.0
"""
#: cards are flipped only by hand while a race is prepared
CHOICE = """
from game.wire.commands import ChooseGame
program.running.context.session.do(ChooseGame("twin_it", {"flip_after": 10000}))
"""
#: stores the messages that a page has received and sent lately, each with its time by this machine's clock
HEARD = """
import collections, time
remote = program.running.context.visit.remote
program.heard = kept = collections.deque(maxlen=600)
hear, say = remote._hear, remote._say
def hearing(text):
    kept.append((time.time() * 1000, "heard", text))
    hear(text)
def saying(message):
    kept.append((time.time() * 1000, "said", repr(message)))
    say(message)
remote._hear, remote._say = hearing, saying
"""
#: the messages that a page has received and sent since a moment, without pings
TOLD = """
import json
json.dumps([row for row in program.heard if row[0] >= SINCE and "Pong" not in row[2] and "Ping" not in row[2]])
"""
#: so much of each message about an invalid race is printed
LONGEST = 400


class Told(NamedTuple):
    """One race for two cards: the lead of the first seat, and whether it won, tied, or lost."""

    by_ms: float
    won: bool
    tied: bool
    lost: bool

    @property
    def is_nothing(self) -> bool:
        """Return whether the race was invalid."""
        return not (self.won or self.tied or self.lost)


class Way:
    """A proxy port to the server, with so much latency in each direction."""

    def __init__(self, port: int, there_and_back: int, seed: int) -> None:
        self._port, self._half, self._rng = port, there_and_back / 2000, random.Random(seed)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._come, "127.0.0.1", 0), self._loop).result()
        self.port = int(server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Close the port."""

        async def leave() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            self._loop.stop()

        asyncio.run_coroutine_threadsafe(leave(), self._loop)
        self._thread.join(5)

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer), return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward texts, later and in order."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def hand_over() -> None:
            while True:
                due, piece = await late.get()
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if not piece:
                    break
                writer.write(piece)
                await writer.drain()
            writer.close()

        handing = asyncio.create_task(hand_over())
        piece = b"begin"
        while piece:
            try:
                piece = await reader.read(65536)
            except OSError:
                piece = b""
            late.put_nowait((time.monotonic() + self._half * (1 + JITTER * self._rng.random()), piece))
        await handing


class Table:
    """Three pages at one table, and the server's log of it."""

    def __init__(self, host: Host, pages: list[Visitor]) -> None:
        self.host, self.pages = host, pages
        self._party: Party | None = None

    @property
    def party(self) -> Party:
        """Return the party by the current entries of the server's file."""
        self._party = party_of(self.host, self._party)
        return self._party

    def until(self, so: Any) -> Any:
        """Wait until something is true; return the value found. Raises AssertionError after a while."""
        end = time.monotonic() + PATIENCE_S
        while not (found := so(self.party)):
            assert time.monotonic() < end, [[*page.buttons()] for page in self.pages]
            time.sleep(0.02)
        return found

    def sit(self) -> None:
        """Seat all pages, and deal."""
        for seat, page in enumerate(self.pages):
            page.begin()
            page.find_program()
            page.run(LAYING + "0")
            page.wait_for("sit")
            page.use("sit")
            self.until(lambda party, seat=seat: party.chairs[seat].is_there)
            page.python(HEARD)
        self.pages[0].python(CHOICE)
        self.until(lambda party: party.game.name == "twin_it")
        self.pages[0].wait_for("start")
        self.pages[0].use("start")

    def go(self) -> None:
        """Make all ready, if the table is stopped."""
        if self.party.clock and self.party.clock.runs:
            return
        for page in self.pages:
            page.wait_for("go")
            page.use("go")
        self.until(lambda party: party.clock and party.clock.runs)

    def pair(self) -> tuple[int, int] | None:
        """Return two equal cards that all may claim, once they are there; None if the match is over."""

        def there(party: Party) -> tuple[int, ...]:
            if party.match is None or party.match.is_over:
                return (-1,)
            self.go()
            # a party's match may be of any game; here it is known
            views = [cast("View", party.match.view(seat)) for seat in range(len(self.pages))]
            if views[0].phase != Phase.OPEN:
                # after a tie there is a countdown of three, during which no card may be touched
                return ()
            found = [{frozenset((a.card, b.card)) for a, b in matches(view)} for view in views]
            both = set.intersection(*found)
            # of three equal ones each might take others
            alone = [pair for pair in both if not any(pair & other for other in both - {pair})]
            if alone:
                return tuple(sorted(alone[0]))
            page = self.pages[max(0, party.to_move)]
            if "do-flip" in page.buttons():
                page.run("document.querySelector(`#mirror button[data-id='do-flip']:enabled`)?.click(); 0")
                time.sleep(0.1)
            return ()

        found = self.until(there)
        return None if found == (-1,) else (found[0], found[1])

    def race(self, order: list[int], apart: int) -> Told | None:
        """Make every page touch two equal cards, one after the other; return None if there are none any more."""
        cards = self.pair()
        if cards is None:
            return None
        ids = [card_id(card) for card in cards]
        for page in self.pages:
            # once both are there nothing else moves
            for id_ in ids:
                page.wait_for(id_)
        places = [[page.box(id_) for id_ in ids] for page in self.pages]
        before = self.party
        assert before.match is not None
        count, length, since = len(before.match.actions), before.length, time.time() * 1000
        moment = since + AHEAD_MS
        for place, seat in enumerate(order):
            given = json.dumps([moment + place * apart, places[seat]])
            self.pages[seat].run(f"window.laid = null; lay(...{given}).then(at => {{ window.laid = at; }}); 0")
        laid = [page.page.wait_for_function("window.laid").json_value() for page in self.pages]
        time.sleep(DECIDED_S)
        party = self.party
        assert party.match is not None
        events = [cast("Event", event) for rows in party.match.events[count:] for event in rows]
        winners = [event.seat for event in events if isinstance(event, SetWon | SetStolen)]
        first, second = sorted(one[0] for one in laid)[:2]
        won = bool(winners) and laid[winners[0]][0] == first
        tied = any(isinstance(event, ContestStarted) for event in events)
        told = Told(second - first, won, tied, bool(winners) and not won)
        margin = int(str(party.match.options["tie_margin"]))
        if told.is_nothing or (told.lost and told.by_ms > margin):
            self.explain(cards, length, since, laid)
        return told

    def explain(self, cards: tuple[int, int], length: int, since: float, laid: list[list[float]]) -> None:
        """Print everything about a race with a wrong outcome: entries, and messages received and sent."""
        with closing(sqlite3.connect(self.host.ledger)) as file:
            told = "SELECT n, line FROM lines WHERE length(name) = 24 AND n >= ? ORDER BY n"
            rows = [(n, log_entries.read_entry(row)) for n, row in file.execute(told, (length - 4,))]
        print(f"cards {cards}; hands at {[[round(at - since) for at in one] for one in laid]}")
        for n, line in rows:
            print(f"  {line.at - since:+7.0f} line {n} by {line.origin} of {line.seat}: {str(line.command)[:LONGEST]}")
        match, clock = self.party.match, self.party.clock
        assert match is not None
        print(f"  {clock}")
        for action, events in list(zip(match.actions, match.events, strict=True))[-12:]:
            print(f"  {action}: {events}")
        for seat, page in enumerate(self.pages):
            for at, join_link, text in json.loads(page.python(TOLD.replace("SINCE", str(since - 1500)))):
                print(f"  page {seat} {at - since:+7.0f} {join_link} {text[:LONGEST]}")


@contextmanager
def tables(ways: tuple[int, ...], seed: int) -> Iterator[Table]:
    """Start a server, and a page at the end of each proxy."""
    with tempfile.TemporaryDirectory() as folder, started("chromium", Path(folder)) as browser:
        host = Host(web.SITE, Path(folder) / "tables")
        rows = [Way(host.port, join_link, seed + place) for place, join_link in enumerate(ways)]
        pages = []
        try:
            for row in rows:
                page = Visitor(browser, f"http://127.0.0.1:{row.port}/")
                page.open(f"#join={host.link[-5:]}&speed=off&lang=en")
                pages.append(page)
            yield Table(host, pages)
        finally:
            for page in pages:
                page.close()
            for row in rows:
                row.close()
            host.kill()


def main() -> int:
    """Print the outcomes of the races, the lag that was found, and the errors of the pages' clocks."""
    parser = argparse.ArgumentParser(prog="tasks.py bench live", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=3, help="matches to play to the end; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="seed of the order of taps; default: %(default)s")
    given = parser.parse_args()
    web.self_contained()
    warm(web.SITE, GOOD)
    rng, told, errors = random.Random(given.seed), list[tuple[int, Told]](), list[list[float]]()
    margin = 0
    for match in range(given.matches):
        with tables(WAYS, given.seed + match) as table:
            table.sit()
            table.go()
            for number in range(MOST_RACES):
                apart = APART_MS[number % len(APART_MS)]
                race = table.race(rng.sample(range(len(WAYS)), len(WAYS)), apart)
                if race is None:
                    break
                told.append((apart, race))
                errors.append([float(page.python(ERROR)) for page in table.pages])
            party = table.party
        assert party.clock is not None
        assert party.match is not None
        clock, margin = party.clock, int(str(party.match.options["tie_margin"]))
        print(
            f"ways there and back {WAYS} ms: all is shown {clock.delay} ms later and counts {clock.lag} ms after that"
        )
    for join_link, row in zip(WAYS, zip(*errors, strict=True), strict=True):
        print(f"clock of the page at {join_link} ms: {min(row):+.1f} to {max(row):+.1f} ms off")
    for apart in APART_MS:
        rows = [race for meant, race in told if meant == apart]
        outside = [race for race in rows if race.by_ms > margin]
        right, ties = (sum(getattr(race, what) for race in outside) for what in ("won", "tied"))
        wrong, nothing = (sum(getattr(race, what) for race in outside) for what in ("lost", "is_nothing"))
        within = sum(race.tied for race in rows) - ties
        print(
            f"{apart:3} ms apart: {len(rows)} races; {len(outside)} beyond the tie margin, of which the first hand won "
            f"{right}, another {wrong}, {ties} were a tie and {nothing} came to nothing; "
            f"{len(rows) - len(outside)} within it, {within} a tie"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
