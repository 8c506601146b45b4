#!/usr/bin/env python3
"""Measure the self-contained site in Chromium: start-up, bytes, frames of the busiest table, memory, time stamps.

Usage: ``python build/bench_browser.py`` (``tasks.py bench --browser``). Prints a table. Numbers hold for the machine
they were taken on, with a software canvas; nothing here passes or fails.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "build"), str(ROOT / "tests" / "web")]

import web  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from serve import BEST, Server, warm  # noqa: E402
from visitor import Visitor  # noqa: E402

from game import registry  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"]
STARTS = 3
#: everything drawn anew in every frame
SCREENS = (((1280, 720), 1), ((1920, 1080), 1), ((390, 844), 3))
BUSIER = """
from game import app
plain = app.App.draw
def draw(self):
    for scene in self.stack.scenes:
        scene.dirty = True
    return plain(self)
app.App.draw = draw
"""
QUICK = "#game=nein_danke&seats=easy,easy,easy&seed=7&speed=off"
#: keeps the running program where the next script finds it
FOUND = """
from game import app as program
step = program.App.step
def keeping(self, ms):
    program.running = self
    return step(self, ms)
program.App.step = keeping
"""
#: the same table again with another game number
AGAIN = """
from game import app as program
from game.engine.transitions import Reset
from game.lineup import fresh_seed, named
from game.core.match import Match
from game.registry import GAMES
from game.scenes import routes
app = program.running
seats = named(("easy",) * 3, app.context.texts)
match = Match(GAMES["nein_danke"], {}, seats, fresh_seed(app.clock.wall_ms()))
app.stack.carry_out(Reset(routes.table(app.context, match)))
"""
#: memory is looked at after so many games
GAMES = (1, 5, 20, 40)
#: what Python holds when all that is let go is gone; gc lists no surfaces, only who holds them
HELD = """
import gc, json
import pygame
gc.unfreeze()
gc.collect()
objects = gc.get_objects()
surfaces = {id(found): found for holder in objects for found in gc.get_referents(holder)
            if isinstance(found, pygame.Surface)}
pixels = sum(found.get_pitch() * found.get_height() for found in surfaces.values() if found.get_parent() is None)
gc.freeze()
json.dumps({"objects": len(objects), "surfaces": len(surfaces), "pixels": pixels})
"""
#: bytes of WebAssembly's memory that are given out: a field of the C library's mallinfo()
GIVEN_OUT = """(() => { const m = kartenkiste.python._module, at = m._PyMem_RawMalloc(40);
    try { m._mallinfo(at); return m.HEAP32[(at >> 2) + 7]; } finally { m._PyMem_RawFree(at); } })()"""
STAMPS = """
from game.engine.input import Pointer
from game.engine.scene import Scene
stamps = []
handle = Scene.handle
def noting(self, event):
    if isinstance(event, Pointer) and event.kind in ("down", "up"):
        stamps.append(event.at_ms)
    return handle(self, event)
Scene.handle = noting
"""
Row = tuple[str, str]


def seconds(values: list[float]) -> str:
    """Middle and worst of some milliseconds, in seconds."""
    return f"{statistics.median(values) / 1000:.2f} s (worst of {len(values)}: {max(values) / 1000:.2f})"


def started(guest: Visitor) -> dict[str, float]:
    """When what happened, from the beginning of the navigation."""
    guest.wait_ready()
    paints = guest.run("performance.getEntriesByType('paint').map(entry => entry.startTime)")
    return {"paint": min(paints), **guest.run("kartenkiste.marks")}


def throttled(guest: Visitor, mbits: float, slower: float) -> None:
    """A slow line and a slow processor."""
    line = guest.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    rate = mbits * 125_000
    speed = {"offline": False, "latency": 40, "downloadThroughput": rate, "uploadThroughput": rate}
    line.send("Network.emulateNetworkConditions", speed)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def start_up(browser: Any, server: Server) -> list[Row]:
    """First visits, later visits, and a weak phone on a slow line."""
    rows = []
    first: list[dict[str, float]] = []
    later: list[dict[str, float]] = []
    sent = 0
    for _ in range(STARTS):
        server.sent = 0
        guest = Visitor(browser, server.address)
        guest.open()
        first.append(started(guest))
        sent = server.sent
        for _ in range(2):
            guest.page.close()
            guest.new_page()
            guest.open()
            later.append(started(guest))
        guest.close()
    rows.append(("first paint", seconds([row["paint"] for row in first + later])))
    rows.append(("first visit to the title", seconds([row["title"] for row in first])))
    rows.append(("later visit to the title", seconds([row["title"] for row in later])))
    parts = [statistics.median(row[name] for row in later) / 1000 for name in ("load", "unpack", "begin")]
    rows.append(("of that: loaded, Python there, unpacked", " / ".join(f"{part:.2f} s" for part in parts)))
    rows.append(("bytes on the wire, first visit", f"{sent:,}"))
    for name, mbits, slower in (("10 Mbit/s", 10, 1), ("10 Mbit/s, processor 4x slower", 10, 4)):
        guest = Visitor(browser, server.address, size=(390, 844), dpr=3)
        throttled(guest, mbits, slower)
        guest.open()
        rows.append((f"first visit, phone, {name}", seconds([started(guest)["title"]])))
        guest.close()
    return rows


def frames(browser: Any, server: Server) -> list[Row]:
    """Work in a frame of each game's busiest table, milliseconds: as many bots as can sit down, without pauses."""
    rows = []
    for name, game in registry.GAMES.items():
        for size, dpr in SCREENS:
            guest = Visitor(browser, server.address, size=size, dpr=dpr)
            guest.open(f"#game={name}&seats={','.join(['normal'] * game.max_seats)}&seed=7&speed=fast")
            guest.begin()
            guest.run(f"kartenkiste.python.runPython({json.dumps(BUSIER)}); 0")
            guest.page.wait_for_timeout(1000)
            guest.run("kartenkiste.frames = []; 0")
            guest.page.wait_for_timeout(10_000)
            times = sorted(guest.run("kartenkiste.frames"))
            pixels = guest.run("`${canvas.width}x${canvas.height}`")
            late, fps = times[int(len(times) * 0.99)], len(times) / 10
            spread = f"mean {statistics.mean(times):.2f}, 99 % {late:.2f}, worst {times[-1]:.2f} ms, {fps:.0f}/s"
            rows.append((f"frame of {name}, canvas {pixels}", spread))
            guest.close()
    return rows


def memory(browser: Any, server: Server) -> list[Row]:
    """After some games in one page: what Python, JavaScript and the page hold, to see whether it levels off."""
    guest = Visitor(browser, server.address)
    guest.open(QUICK)
    guest.begin()
    guest.wait_for("again")
    line = guest.context.new_cdp_session(guest.page)
    line.send("Performance.enable")
    rows = []
    guest.run(f"kartenkiste.python.runPython({json.dumps(FOUND)}); 0")
    guest.page.wait_for_timeout(200)
    for number in range(1, GAMES[-1] + 1):
        guest.run(f"kartenkiste.python.runPython({json.dumps(AGAIN)}); 0")
        guest.wait_for("pause")
        guest.wait_for("again")
        if number not in GAMES:
            continue
        held = json.loads(guest.run(f"kartenkiste.python.runPython({json.dumps(HELD)})"))
        line.send("HeapProfiler.collectGarbage")
        page = {row["name"]: row["value"] for row in line.send("Performance.getMetrics")["metrics"]}
        heap, used = guest.run("kartenkiste.python._module.HEAPU8.length"), guest.run(GIVEN_OUT)
        rows.append(
            (
                f"memory after {number} game{'s' * (number > 1)}",
                (
                    f"WebAssembly {heap / 2**20:.1f} MiB, given out {used / 2**20:.1f}; {held['objects']:,} objects, "
                    f"{held['surfaces']} surfaces of {held['pixels'] / 2**20:.1f} MiB; "
                    f"JavaScript {page['JSHeapUsedSize'] / 2**20:.1f} MiB, "
                    f"{page['Nodes']:.0f} nodes, {page['JSEventListeners']:.0f} listeners"
                ),
            )
        )
    guest.close()
    return rows


def stamps(browser: Any, server: Server) -> list[Row]:
    """How far the time of an input in the game is from the event's own."""
    guest = Visitor(browser, server.address)
    guest.open()
    guest.begin()
    guest.run(f"kartenkiste.python.runPython({json.dumps(STAMPS)}); 0")
    listen = "addEventListener(name, event => pressed.push([event.timeStamp, performance.now()]), true)"
    guest.run(f"window.pressed = []; for (const name of ['pointerdown', 'pointerup']) {listen}; 0")
    for step in range(60):
        guest.page.mouse.move(3 + 20 * step, 3)
        guest.page.mouse.down()
        guest.page.mouse.up()
        guest.page.wait_for_timeout(37)
    guest.page.wait_for_timeout(300)
    noted = guest.run("kartenkiste.python.globals.get('stamps').toJs()")
    real = [own for own, _heard in guest.run("pressed")]
    guest.close()
    worst = max(abs(a - b) for a, b in zip(noted, real, strict=True))
    return [("time stamp of an input against the event's own", f"at most {worst:.3f} ms off ({len(noted)} inputs)")]


def main() -> int:
    """Measure and print."""
    web.self_contained()
    warm(web.SITE, BEST)
    server = Server(web.SITE, levels=BEST).start()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        print(f"\nChromium {browser.version}\n")
        for part in (start_up, frames, memory, stamps):
            for name, value in part(browser, server):
                print(f"| {name:46} | {value} |", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
