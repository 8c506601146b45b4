#!/usr/bin/env python3
"""Measure the self-contained site in a browser: start-up, bytes, frames of the busiest table, reviews, memory, stamps.

Usage: ``python build/bench_browser.py [--engine NAME] [--part NAME ...]`` (``tasks.py bench browser``). Prints the
same table for each engine, without what its driver cannot tell. Numbers hold for the machine they were taken on and
what else it does, with a software canvas; nothing here passes or fails.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "build"), str(ROOT / "tests"), str(ROOT / "tests" / "web")]

import web  # noqa: E402
from engines import ENGINES, Engine, started  # noqa: E402
from finished import finished  # noqa: E402
from serve import BEST, Server, warm  # noqa: E402
from visitor import Visitor  # noqa: E402

from game.catalogue import registry  # noqa: E402

STARTS = 3
SCREENS = (((1280, 720), 1), ((1920, 1080), 1), ((390, 844), 3))
#: frames are measured for so long, in milliseconds: the first of a table, those after them, and those drawn anew
FIRST_MS, PLAY_MS, ANEW_MS = 10_000, 20_000, 4_000
#: counts what is drawn and shown
COUNTED = """
from game.engine.window_surface import WindowSurface
finish, drawn = WindowSurface.finish, []
def counting(self):
    changed = finish(self)
    drawn.append(sum(part.w * part.h for part in changed))
    return changed
WindowSurface.finish = counting
"""
#: from now on everything is drawn anew in every frame
BUSIER = """
from game.app import app
plain = app.App.draw
def draw(self):
    self.window_surface.forget()
    for scene in self.stack.scenes:
        scene.dirty = True
    return plain(self)
app.App.draw = draw
"""
#: a match is reviewed from here on, slice by slice
REVIEWED = """
import json, time
from game.core.match import load
from game.engine.transitions import Push
from game.catalogue.registry import GAMES
from game.scenes.navigation import routes
from game.player import review_worker
go_on, slices = review_worker.ReviewWorker.go_on, []
def timed(self):
    begun = time.perf_counter()
    found = go_on(self)
    slices.append((time.perf_counter() - begun) * 1000)
    return found
review_worker.ReviewWorker.go_on = timed
app = program.running
app.stack.carry_out(Push(routes.review(app.context, load(json.loads(SAVE), GAMES))))
"""
#: the limit that a slice should stay below; and the longest time of a review
SLICE_MS, REVIEW_S = 8, 400
QUICK = "#game=nein_danke&seats=easy,easy,easy&seed=7&speed=off"
#: the same table again with another game number
AGAIN = """
from game.app import app as program
from game.engine.transitions import Reset
from game.player.lineup import new_seed, named_seats
from game.core.match import Match
from game.catalogue.registry import GAMES
from game.scenes.navigation import routes
app = program.running
seats = named_seats(("easy",) * 3, app.context.texts)
match = Match(GAMES["nein_danke"], {}, seats, new_seed(app.clock.wall_ms()))
app.stack.carry_out(Reset(routes.table(app.context, match)))
"""
#: memory is measured after so many games
GAMES = (1, 5, 20, 40)
#: the objects of Python when everything that can be freed is gone; gc lists no surfaces, only their holders
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
#: allocated bytes of WebAssembly's memory: a field of the C library's mallinfo()
GIVEN_OUT = """(() => { const m = kartenkiste.python._module, at = m._PyMem_RawMalloc(40);
    try { m._mallinfo(at); return m.HEAP32[(at >> 2) + 7]; } finally { m._PyMem_RawFree(at); } })()"""
STAMPS = """
from game.engine.input import Pointer
from game.engine.scene import Scene
stamps = []
handle = Scene.on_input
def noting(self, event):
    if isinstance(event, Pointer) and event.kind in ("down", "up"):
        stamps.append(event.at_ms)
    return handle(self, event)
Scene.on_input = noting
"""
#: the game's clock cannot be further ahead of the browser's than before a reading, nor less than after it
SKEW = """(() => { const game = kartenkiste.python.globals.get("game_now"), rows = [];
    for (let i = 0; i < 300; i++) {
      const before = performance.now(), own = game();
      rows.push([own - performance.now(), own - before]);
    }
    return [Math.max(...rows.map(row => row[0])), Math.min(...rows.map(row => row[1]))]; })()"""
GRAIN = """(() => { let least = 1e9, last = performance.now();
    for (const end = last + 300; last < end;) {
      const now = performance.now();
      if (now > last) least = Math.min(least, now - last);
      last = now;
    }
    return least; })()"""
PRESSES = 60
Row = tuple[str, str]


def seconds(values: list[float]) -> str:
    """Return median and maximum of some milliseconds, in seconds."""
    return f"{statistics.median(values) / 1000:.2f} s (worst of {len(values)}: {max(values) / 1000:.2f})"


def arrived(guest: Visitor) -> dict[str, float]:
    """Return the times of the page's marks, from the beginning of the navigation."""
    guest.wait_ready()
    paints = guest.run("performance.getEntriesByType('paint').map(entry => entry.startTime)")
    return {"paint": min(paints), **guest.run("kartenkiste.marks")}


def throttled(guest: Visitor, mbits: float, slower: float) -> None:
    """Emulate a slow connection and a slow processor."""
    line = guest.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    rate = mbits * 125_000
    speed = {"offline": False, "latency": 40, "downloadThroughput": rate, "uploadThroughput": rate}
    line.send("Network.emulateNetworkConditions", speed)
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})


def start_up(browser: Engine, server: Server) -> list[Row]:
    """Measure first visits, later visits, and a weak phone on a slow connection."""
    rows = []
    first: list[dict[str, float]] = []
    later: list[dict[str, float]] = []
    sent = 0
    for _ in range(STARTS):
        server.sent = 0
        guest = Visitor(browser, server.address)
        guest.open()
        first.append(arrived(guest))
        sent = server.sent
        for _ in range(2):
            guest.page.close()
            guest.new_page()
            guest.open()
            later.append(arrived(guest))
        guest.close()
    rows.append(("first paint", seconds([row["paint"] for row in first + later])))
    rows.append(("first visit to the title", seconds([row["title"] for row in first])))
    rows.append(("later visit to the title", seconds([row["title"] for row in later])))
    parts = [statistics.median(row[name] for row in later) / 1000 for name in ("load", "unpack", "begin")]
    rows.append(("of that: loaded, Python there, unpacked", " / ".join(f"{part:.2f} s" for part in parts)))
    rows.append(("bytes on the wire, first visit", f"{sent:,}"))
    slow = (("10 Mbit/s", 10, 1), ("10 Mbit/s, processor 4x slower", 10, 4))
    # no other driver can slow a connection or a processor down
    for name, mbits, slower in slow if browser.name == "chromium" else ():
        guest = Visitor(browser, server.address, size=(390, 844), dpr=3)
        throttled(guest, mbits, slower)
        guest.open()
        rows.append((f"first visit, phone, {name}", seconds([arrived(guest)["title"]])))
        guest.close()
    return rows


def watched(guest: Visitor, ms: int) -> str:
    """Return the work in the frames of so many milliseconds, and the share of the picture they drew."""
    guest.python("drawn.clear()")
    guest.run("kartenkiste.frames = []; 0")
    guest.page.wait_for_timeout(ms)
    times = sorted(guest.run("kartenkiste.frames"))
    drawn = json.loads(guest.python("import json; json.dumps(drawn)"))
    whole = guest.run("canvas.width * canvas.height")
    late = times[int(len(times) * 0.99)]
    return (
        f"mean {statistics.mean(times):.2f}, median {statistics.median(times):.2f}, 99 % {late:.2f}, "
        f"worst {times[-1]:.2f} ms, {len(times) / ms * 1000:.0f}/s, {100 * sum(drawn) / len(times) / whole:.1f} % drawn"
    )


def frames(browser: Engine, server: Server) -> list[Row]:
    """Measure the work in a frame of each game's busiest table: as many bots as can sit down, without pauses.

    First as it is played: its first seconds, in which every picture is new and the browser still compiles, apart from
    those after them. Then with everything drawn anew in every frame, which does not happen in play.
    """
    rows = []
    for name, game in registry.GAMES.items():
        for size, dpr in SCREENS:
            guest = Visitor(browser, server.address, size=size, dpr=dpr)
            guest.open(f"#game={name}&seats={','.join(['normal'] * game.max_seats)}&seed=7&speed=fast")
            guest.begin()
            if "go" in guest.buttons():
                # a real-time game waits until a player is ready
                guest.use("go")
            guest.python(COUNTED)
            pixels = guest.run("`${canvas.width}x${canvas.height}`")
            rows.append((f"{name}, canvas {pixels}, at first", watched(guest, FIRST_MS)))
            rows.append((f"{name}, canvas {pixels}, in play", watched(guest, PLAY_MS)))
            guest.python(BUSIER)
            rows.append((f"{name}, canvas {pixels}, all anew", watched(guest, ANEW_MS)))
            guest.close()
    return rows


def reviews(browser: Engine, server: Server) -> list[Row]:
    """Measure the review of a match of four in every turn-based game, and its slices."""
    rows = []
    for name, game in registry.GAMES.items():
        if game.real_time:
            continue
        guest = Visitor(browser, server.address)
        guest.open()
        guest.begin()
        guest.find_program()
        guest.python(REVIEWED.replace("SAVE", repr(json.dumps(finished(name, seats=4).save()))))
        guest.run("kartenkiste.frames = []; 0")
        begun = time.monotonic()
        while not guest.python("app.scene.now.done") and time.monotonic() < begun + REVIEW_S:
            guest.page.wait_for_timeout(500)
        took, count = time.monotonic() - begun, guest.run("kartenkiste.frames.length")
        times = sorted(json.loads(guest.python("json.dumps(slices)")))
        decisions = guest.python("len(app.scene.now.steps)")
        guest.close()
        over = sum(slice_ms > SLICE_MS for slice_ms in times)
        told = (
            f"{decisions} decisions in {took:.0f} s, {count / took:.0f} frames/s; slices: median "
            f"{statistics.median(times):.1f}, 99 % {times[int(len(times) * 0.99)]:.1f}, worst {times[-1]:.1f} ms, "
            f"{over} of {len(times)} above {SLICE_MS}"
        )
        rows.append((f"{name}, a match of four reviewed", told))
    return rows


def of_page(browser: Engine, guest: Visitor) -> str:
    """Return the memory of JavaScript and the page, as far as a driver can tell."""
    if browser.name != "chromium":
        return ""
    line = guest.context.new_cdp_session(guest.page)
    line.send("Performance.enable")
    line.send("HeapProfiler.collectGarbage")
    page = {row["name"]: row["value"] for row in line.send("Performance.getMetrics")["metrics"]}
    line.detach()
    return (
        f"; JavaScript {page['JSHeapUsedSize'] / 2**20:.1f} MiB, "
        f"{page['Nodes']:.0f} nodes, {page['JSEventListeners']:.0f} listeners"
    )


def memory(browser: Engine, server: Server) -> list[Row]:
    """Measure what Python, JavaScript and the page hold after some games in one page, to see whether it levels off."""
    guest = Visitor(browser, server.address)
    guest.open(QUICK)
    guest.begin()
    guest.wait_for("again")
    rows = []
    guest.find_program()
    for number in range(1, GAMES[-1] + 1):
        guest.python(AGAIN)
        guest.wait_for("pause")
        guest.wait_for("again")
        if number not in GAMES:
            continue
        held = json.loads(guest.python(HELD))
        heap, used = guest.run("kartenkiste.python._module.HEAPU8.length"), guest.run(GIVEN_OUT)
        rows.append(
            (
                f"memory after {number} game{'s' * (number > 1)}",
                (
                    f"WebAssembly {heap / 2**20:.1f} MiB, given out {used / 2**20:.1f}; {held['objects']:,} objects, "
                    f"{held['surfaces']} surfaces of {held['pixels'] / 2**20:.1f} MiB{of_page(browser, guest)}"
                ),
            )
        )
    guest.close()
    return rows


def stamps(browser: Engine, server: Server) -> list[Row]:
    """Measure the resolution of the browser's clock and stamps, and the error of the game's own times."""
    guest = Visitor(browser, server.address)
    guest.open()
    guest.begin()
    guest.python(STAMPS)
    guest.find_program()
    listen = "addEventListener(name, event => pressed.push([event.timeStamp, performance.now()]), true)"
    guest.run(f"window.pressed = []; for (const name of ['pointerdown', 'pointerup']) {listen}; 0")
    for step in range(PRESSES):
        guest.page.mouse.move(3 + 20 * step, 3)
        guest.page.mouse.down()
        guest.page.mouse.up()
        guest.page.wait_for_timeout(37)
    guest.page.wait_for_timeout(300)
    noted = json.loads(guest.python("import json; json.dumps(stamps)"))
    real = [own for own, _heard in guest.run("pressed")]
    guest.python("game_now = program.running.clock.now_ms")
    low, high = guest.run(SKEW)
    grain = guest.run(GRAIN)
    guest.close()
    worst = max(abs(a - b) for a, b in zip(noted, real, strict=True))
    return [
        ("smallest step of the browser's clock", f"{grain:.3f} ms"),
        ("game's clock against the browser's", f"between {low:.2f} and {high:.2f} ms ahead"),
        ("time stamp of an input against the event's own", f"at most {worst:.3f} ms off ({len(noted)} inputs)"),
    ]


PARTS = {"start": start_up, "frames": frames, "reviews": reviews, "memory": memory, "stamps": stamps}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="tasks.py bench browser", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--engine", choices=list(ENGINES), default="chromium", help="browser engine; default: %(default)s"
    )
    parser.add_argument(
        "--part", choices=list(PARTS), action="append", help="measure only this part; repeat for more; default: all"
    )
    given = parser.parse_args()
    web.self_contained()
    warm(web.SITE, BEST)
    server = Server(web.SITE, levels=BEST).start()
    with tempfile.TemporaryDirectory() as folder, started(given.engine, Path(folder)) as browser:
        print(f"\n{browser.version}\n")
        for part in given.part or PARTS:
            for name, value in PARTS[part](browser, server):
                print(f"| {name:46} | {value} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
