#!/usr/bin/env python3
"""Measure whether anything grows in the long run: ``tasks.py bench endure``.

One page goes through all screens again and again in compressed time: frames are drawn as fast as possible, and the
page's clock advances as if they were 16.7 ms apart. At the end of each lap, at the title, everything that can be held
is counted; the output is slopes per 1,000 frames, without the first laps, in which caches fill. ``--native`` does the
same in a hidden window, ``--matches N`` plays whole matches there, and ``--real MINUTES`` watches two pages in real
time instead: one at a table against bots, one at a party with two other devices. Nothing here passes or fails:
``tests/web/test_endurance.py`` does, with fewer frames.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT), str(HERE), str(ROOT / "tests"), str(ROOT / "tests" / "web")]

import bench_host  # noqa: E402
import web  # noqa: E402
from engines import ENGINES, Engine, started  # noqa: E402
from serve import BEST, warm  # noqa: E402
from visitor import Visitor  # noqa: E402
from websockets.asyncio.client import ClientConnection, connect  # noqa: E402

from game.server.ledger import is_set  # noqa: E402
from game.wire.commands import Sit, Start  # noqa: E402
from game.wire.messages import VERSION, Hello, Open, Opened, PartyPhase, read_answer  # noqa: E402

#: frames follow each other at once, and the page's clock advances by 16.7 ms between two of them. Within a frame it
#: runs normally, so that anything with a time limit in milliseconds stops
PRESSED = """(() => {
  const FRAME = 1000 / 60, real = performance.now.bind(performance), waiting = [], soon = new MessageChannel();
  let base = real(), begun = base;
  performance.now = () => base + Math.min(real() - begun, FRAME);
  soon.port1.onmessage = () => {
    base += FRAME;
    begun = real();
    for (const draw of waiting.splice(0)) draw(base);
  };
  window.requestAnimationFrame = draw => { if (waiting.push(draw) === 1) soon.port2.postMessage(0); return 1; };
})();"""
#: open sockets
LINES = """(() => {
  window.lines = new Set();
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) { super(...all); lines.add(this); this.addEventListener("close", () => lines.delete(this)); }
  };
})();"""
#: the tour, in the page's own Python
IN_PAGE = """
import sys, types
module = types.ModuleType("endure_tour")
sys.modules["endure_tour"] = module
exec(compile(SOURCE, "endure_tour.py", "exec"), module.__dict__)
tour = None
endured = 0
plain_endured = program.App.step
def enduring(self, ms):
    global endured
    endured += 1
    outcome = plain_endured(self, ms)
    if tour is not None:
        tour.frame()
    return outcome
program.App.step = enduring
"""
OF_PAGE = """(() => {
  const m = kartenkiste.python._module, at = m._PyMem_RawMalloc(40);
  try {
    m._mallinfo(at);
    // as many as the last match has had, up to a bound
    const read = document.querySelectorAll("#log *").length;
    const stored = Object.entries(localStorage).reduce((sum, [name, text]) => sum + name.length + text.length, 0);
    return { "stack": m.stackSave(), "memory": m.HEAPU8.length, "given out": m.HEAP32[(at >> 2) + 7],
      "nodes in the page": document.getElementsByTagName("*").length - read, "log lines": read,
      "open lines": lines.size, "stored": stored,
      "names stored": localStorage.length };
  } finally { m._PyMem_RawFree(at); }
})()"""
#: laps that are not measured: caches fill
WARM_UP = 0.34
#: how often to check whether a lap is over
LOOK_MS = 100
#: the longest time to wait for a lap, in a page that may not be drawn any more
PATIENCE_S = 900.0
#: the longest time for the other devices to take their seats, or to leave them
SEATED_S = 90.0
#: the longest time for the title's question about its tables to be answered, and for connections left before to close
CLOSING_S = 10.0
Sample = dict[str, float]


# ---- a host, and two other devices ------------------------------------------------------------------------------


class Company(bench_host.Table):
    """Devices at a table for three, which one of them has opened."""

    async def play(self, pace: tuple[float, float] | None, until: float) -> None:
        """Begin a match as soon as there are enough players, and act on each turn."""
        while time.perf_counter() < until:
            self.news.clear()
            if self.phase == PartyPhase.PLAYING and self.turn is not None:
                await self.act(pace)
            elif not await is_set(self.news, 1.0) and self.phase != PartyPhase.PLAYING:
                await self.seats[0].do(Start())


class Others:
    """Two devices that open a table at a host and wait there for a third, in a thread of their own."""

    def __init__(self, port: int, pace: tuple[float, float]) -> None:
        self._port, self._pace = port, pace
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._wires: list[ClientConnection] = []

    def __enter__(self) -> str:
        """Take seats; return the table's code."""
        self._thread.start()
        table = Company("nein_danke", random.Random(1))
        code = asyncio.run_coroutine_threadsafe(self._sit(table), self._loop).result(SEATED_S)
        playing = table.play(self._pace, time.perf_counter() + 86_400)
        asyncio.run_coroutine_threadsafe(playing, self._loop)
        return code

    def __exit__(self, *_error: object) -> None:
        """Disconnect."""

        async def leave() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            for wire in self._wires:
                await wire.close()

        asyncio.run_coroutine_threadsafe(leave(), self._loop).result(SEATED_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
        self._loop.close()

    async def _sit(self, table: Company) -> str:
        wires = self._wires = [await connect(bench_host.where(self._port), compression=None) for _ in range(2)]
        await wires[0].send(bench_host.asking(Open(VERSION, table.game, {})))
        opened = read_answer(str(await wires[0].recv()))
        assert isinstance(opened, Opened), opened
        for number, wire in enumerate(wires):
            seat = bench_host.Seat(table, wire)
            table.seats.append(seat)
            table.listening.append(asyncio.create_task(seat.listen()))
            await seat.say(Hello(VERSION, opened.party, "", seat.token, f"p{number}", -1, ""))
            while seat.n < 0:
                await asyncio.sleep(0.01)
            await seat.do(Sit(number + 1, f"Guest {number}", "fox", seat.token))
        return opened.code


@contextmanager
def hosted() -> Iterator[int]:
    """Serve the built site and tables; return the port."""
    command = [sys.executable, "-m", "game.tools.hosting", "--address", "127.0.0.1", "--port", "0", "--no-screen"]
    with tempfile.TemporaryDirectory() as folder:
        command += ["--site", str(web.SITE), "--ledger", str(Path(folder) / "tables.sqlite")]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
            assert server.stdout is not None
            port = 0
            while not port:
                row = server.stdout.readline()
                assert row, "the host does not start"
                found = re.search(r"http://127\.0\.0\.1:(\d+)/", row)
                port = int(found[1]) if found else 0
            threading.Thread(target=server.stdout.read, daemon=True).start()
            try:
                yield port
            finally:
                server.terminate()


# ---- pages --------------------------------------------------------------------------------------------------------


def toured(guest: Visitor, tour: str) -> None:
    """Start a tour in a page that has begun, or press something now and then."""
    source = (HERE / "endure_tour.py").read_text(encoding="utf-8")
    guest.find_program()
    guest.python(IN_PAGE.replace("SOURCE", repr(source)))
    # a page that has restarted to free stack or memory does not have it any more
    guest.run("window.toured = true")
    guest.python(f"tour = module.{tour}")


def lap(guest: Visitor, engine: Engine) -> tuple[int, Sample, Mapping[str, Any]]:
    """Wait for the end of a lap and start another; return the frames so far, the counts, and Python's objects."""
    end = time.monotonic() + PATIENCE_S
    while guest.run("window.toured") and not guest.python("tour.is_resting"):
        assert time.monotonic() < end, "a lap takes too long"
        assert not guest.page.is_visible("#failure"), guest.page.text_content("#details")
        guest.page.wait_for_timeout(LOOK_MS)
    assert guest.run("window.toured"), guest.complaints
    # what is still open then has been forgotten, and is counted
    end = time.monotonic() + CLOSING_S
    while guest.run("lines.size") and time.monotonic() < end:
        guest.page.wait_for_timeout(LOOK_MS)
    own = json.loads(guest.python("module.as_json()"))
    sample: Sample = {**guest.run(OF_PAGE), **flat(own)}
    if engine.name == "chromium":
        line = guest.context.new_cdp_session(guest.page)
        line.send("Performance.enable")
        line.send("HeapProfiler.collectGarbage")
        page = {row["name"]: row["value"] for row in line.send("Performance.getMetrics")["metrics"]}
        # each line of the log has a text besides
        nodes = page["Nodes"] - 2 * sample["log lines"]
        sample |= {"JavaScript": page["JSHeapUsedSize"], "nodes": nodes, "listeners": page["JSEventListeners"]}
        line.detach()
    frames = int(guest.python("tour.frames"))
    guest.python("tour.go_on()")
    return frames, sample, own


def endure(engine: Engine, base: str, frames: int, a_place: int, party: str, leak: str = "") -> Table:
    """Run one page of an engine for so many frames, ``a_place`` at each table.

    ``leak`` is a Python script that runs there before the first of them.
    """
    guest = Visitor(engine, base, script=PRESSED + LINES)
    # a table that is left before its connection has opened
    guest.expected += ("WebSocket", "/party")
    guest.open("#lang=en")
    guest.begin()
    # every frame is drawn into it but never shown, which would take a fifth of the time
    guest.run("document.getElementById('canvas').style.visibility = 'hidden'")
    toured(guest, f"Tour(program.running, {a_place}, {party!r})")
    guest.python(leak)
    table = Table()
    while not table.frames or table.frames[-1] < frames:
        table.add(*lap(guest, engine))
        now = table.samples[-1]
        sizes = ", ".join(f"{name} {now[name] / 2**20:.1f} MiB" for name in ("memory", "given out", "pixels"))
        print(f"{table.frames[-1]:,} frames; {sizes}", file=sys.stderr, flush=True)
    assert not guest.complaints, guest.complaints
    guest.close()
    return table


def in_real_time(engine: Engine, base: str, code: str, minutes: float) -> None:
    """Watch two pages as people have them open, once a minute; stop if one of them stops."""
    link = "#game=nein_danke&seats=human,normal,normal&seed=7&lang=en"
    guests = {"against bots": link, "a party": f"#join={code}&lang=en"}
    pages = {name: Visitor(engine, base, script=LINES) for name in guests}
    for name, guest in pages.items():
        guest.open(guests[name])
        guest.begin()
        toured(guest, "Guest(program.running, 90)")
    begun = time.monotonic()
    while (passed := time.monotonic() - begun) < 60 * minutes:
        for name, guest in pages.items():
            assert not guest.page.is_visible("#failure"), guest.page.text_content("#details")
            row = guest.run(OF_PAGE)
            frames, pressed = guest.python("endured"), guest.python("tour.pressed")
            seen = guest.python("type(program.running.scene).__name__")
            told = ", ".join(f"{key} {value:,.0f}" for key, value in row.items())
            print(f"{passed / 60:6.1f} min, {name}, {seen}: {frames:,} frames, {pressed:,} presses; {told}", flush=True)
        time.sleep(min(60.0, 60 * minutes))
    for name, guest in pages.items():
        print(f"{name}: {guest.complaints or 'no complaint'}", flush=True)
        guest.shot(f"endured {name}")


def flat(own: Mapping[str, Any]) -> Sample:
    """Return Python's objects, as numbers."""
    counted = {name: value for name, value in own.items() if name not in ("types", "caches")}
    return {**counted, "cache entries": sum(row[0] for row in own["caches"].values()), "caches": len(own["caches"])}


# ---- natively -----------------------------------------------------------------------------------------------------


def process() -> Sample:
    """Return the system's figures for this process."""
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text(encoding="ascii").split()[1]) if statm.exists() else 0
    handles = Path("/proc/self/fd")
    return {
        "memory": pages * resource.getpagesize(),
        "file handles": len(list(handles.iterdir())) if handles.exists() else 0,
        "threads": threading.active_count(),
    }


def native_player(folder: Path) -> Any:
    """Return the program in a hidden window, with its storage in ``folder``."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    import pygame
    from player import Player

    from game.host.storage import FileStorage

    pygame.mixer.init(44100, -16, 2, 512)
    return Player(storage=FileStorage(folder), language="en")


def native_frame(player: Any, ms: float = 16.0) -> None:
    """Run one frame that takes so long, with everything that the program's own loop does in one."""
    app, clock = player.app, player.clock
    clock.pass_ms(ms)
    app.step(ms)
    changed = app.draw()
    app.tell_page(clock.now_ms())
    app.make_ahead(clock.now_ms(), not changed)
    while app.work(ms):
        pass


def add_native(table: Table, frames: int, folder: Path) -> None:
    """Count what this process holds."""
    import endure_tour

    own = endure_tour.held()
    stored = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    table.add(frames, {**process(), **flat(own), "stored": stored}, own)
    print(f"\r{frames:,} frames", end="", file=sys.stderr, flush=True)


def endure_natively(frames: int, a_place: int, port: int, code: str) -> Table:
    """Run the tour in this process, drawn to a hidden surface."""
    import endure_tour

    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        player = native_player(Path(folder))
        player.app.context.server = f"ws://127.0.0.1:{port}/party"
        tour = endure_tour.Tour(player.app, a_place, f"join={code}")
        while not table.frames or table.frames[-1] < frames:
            native_frame(player)
            tour.frame()
            if tour.is_resting:
                add_native(table, tour.frames, Path(folder))
                tour.go_on()
    return table


#: items that continue a match that bots play alone
ONWARD = ("next", "go", "skip")
#: one of so many steps of time is drawn there
STEPS_DRAWN = 10
#: a folder in memory, if there is one: a disk would take a third of the time
QUICK = Path("/dev/shm")


def matches(count: int) -> Table:
    """Play so many whole matches at their tables, game after game, and count after every twentieth part of them.

    The number of matches matters: time advances in steps as long as a frame may take at most, one in ``STEPS_DRAWN`` is
    drawn, and nothing waits for a disk.
    """
    from game.app.app import LONGEST_STEP_MS
    from game.catalogue.registry import GAMES
    from game.scenes.navigation import first_scene
    from game.services import launch_request

    table = Table()
    with tempfile.TemporaryDirectory(dir=QUICK if QUICK.exists() else None) as folder:
        player = native_player(Path(folder))
        app, names, frames = player.app, list(GAMES), 0
        for number in range(1, count + 1):
            asked = {"game": names[number % len(names)], "seats": "easy,easy,normal", "speed": "off"}
            app.stack.carry_out(
                first_scene.first_scene(app.context, launch_request.from_link(asked | {"seed": str(number)}))
            )
            while not app.scene.items.find("again"):
                for _ in range(STEPS_DRAWN - 1):
                    player.clock.pass_ms(LONGEST_STEP_MS)
                    app.step(LONGEST_STEP_MS)
                native_frame(player, LONGEST_STEP_MS)
                frames += 1
                for id_ in ONWARD:
                    # the result of a round has been read, or the faces are to be uncovered
                    if id_ in player.ids():
                        player.tap(id_)
            if number % max(1, count // 20) == 0:
                app.stack.carry_out(first_scene.first_scene(app.context, launch_request.LaunchRequest()))
                app.draw()
                add_native(table, frames, Path(folder))
    return table


# ---- the output
# --------------------------------------------------------------------------------------------------------


class Table:
    """Samples in the order of their frames, and the lines fitted to them."""

    def __init__(self) -> None:
        self.frames: list[int] = []
        self.samples: list[Sample] = []
        self.types: list[Mapping[str, int]] = []
        #: of every cache at the end: its entries, its limit, the bytes of its pictures
        self.caches: Mapping[str, Sequence[int]] = {}

    def add(self, frames: int, sample: Sample, own: Mapping[str, Any]) -> None:
        """Add a sample, and Python's own objects."""
        self.frames.append(frames)
        self.samples.append(sample)
        self.types.append(own["types"])
        self.caches = own["caches"]

    @property
    def first(self) -> int:
        """The number of the first sample that counts."""
        return int(len(self.samples) * WARM_UP)

    def slope(self, values: Sequence[float]) -> float:
        """Return by how much values rise in 1,000 frames, by linear regression."""
        xs, ys = self.frames[self.first :], values[self.first :]
        middle, level = sum(xs) / len(xs), sum(ys) / len(ys)
        spread = sum((x - middle) ** 2 for x in xs)
        return 1000 * sum((x - middle) * (y - level) for x, y in zip(xs, ys, strict=True)) / spread if spread else 0.0

    def rows(self) -> Iterator[tuple[str, float, float, float]]:
        """Return each counter: its name, its value after the warm-up, at the end, and its slope."""
        for name in self.samples[0]:
            values = [sample[name] for sample in self.samples]
            yield name, values[self.first], values[-1], self.slope(values)

    def growing(self, most: int = 12) -> list[tuple[str, float, float, float]]:
        """Return the types of objects that grow in number, the fastest first."""
        names = set().union(*self.types[self.first :]) if self.types else set()
        found = []
        for name in names:
            values = [float(types.get(name, 0)) for types in self.types]
            if values[-1] > values[self.first] and (slope := self.slope(values)) > 0:
                found.append((name, values[self.first], values[-1], slope))
        return sorted(found, key=lambda row: -row[3])[:most]

    def told(self) -> None:
        """Print the table."""
        print(f"{self.frames[-1]:,} frames in {len(self.frames)} laps, the first {self.first} not counted")
        print(f"| {'':34} | {'then':>14} | {'at the end':>14} | per 1,000 frames |")
        for name, before, now, slope in (*self.rows(), *self.growing()):
            print(f"| {name[-34:]:34} | {before:14,.0f} | {now:14,.0f} | {slope:16,.3f} |")
        print(f"| {'cache':44} | entries | at most | MiB of pictures |")
        for name, (entries, most, size) in sorted(self.caches.items(), key=lambda row: -row[1][2]):
            if entries and name.startswith("game."):
                print(f"| {name[-44:]:44} | {entries:7,} | {most:7,} | {size / 2**20:15.1f} |", flush=True)


def main(rest: Sequence[str] | None = None) -> int:
    """Read the options, endure, print."""
    parser = argparse.ArgumentParser(prog="tasks.py bench endure", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--engine", choices=list(ENGINES), default="chromium", help="browser engine; default: %(default)s"
    )
    parser.add_argument("--frames", type=int, default=500_000, help="frames in all; default: %(default)s")
    parser.add_argument("--place", type=int, default=1500, help="frames at each table; default: %(default)s")
    parser.add_argument("--native", action="store_true", help="run without a browser, in a window that is not shown")
    parser.add_argument(
        "--real", type=float, default=0.0, metavar="MINUTES", help="run two pages in real time for this long"
    )
    parser.add_argument("--matches", type=int, default=0, help="play this many whole matches without a browser")
    given = parser.parse_args(rest)
    if given.matches:
        print(f"\n{given.matches} matches natively\n")
        matches(given.matches).told()
        return 0
    web.self_contained()
    warm(web.SITE, BEST)
    pace = (1.0, 3.0) if given.real else (0.05, 0.15)
    with hosted() as port, Others(port, pace) as code, tempfile.TemporaryDirectory() as folder:
        base = f"http://127.0.0.1:{port}/"
        if given.native:
            print("\nnatively\n")
            endure_natively(given.frames, given.place, port, code).told()
            return 0
        with started(given.engine, Path(folder)) as engine:
            print(f"\n{engine.version}\n")
            if given.real:
                in_real_time(engine, base, code, given.real)
            else:
                endure(engine, base, given.frames, given.place, f"join={code}").told()
    return 0


if __name__ == "__main__":
    sys.exit(main())
