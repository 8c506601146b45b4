"""A short run of ``tasks.py bench endure``: after some laps over all screens nothing has grown, in any engine."""

import copy

import pytest
from bench_endure import Others, Table, endure, hosted

from game.catalogue.registry import GAMES

#: frames at each table. What grows by frames is Python's, the same in every engine, so Chromium stays there longer
A_PLACE = {"chromium": 280, "firefox": 90, "webkit": 90}
#: ten laps have so many times the frames at a table
LONG = 70
#: by then each game has been set up and taught once, and the caches for that are filled
SEEN = len(GAMES)
#: counters of objects of which none is cached, and the title has equally many in the end as at the beginning
GOES = tuple(f"game.{room}." for room in ("scenes", "wire", "app", "engine.items", "engine.scene"))
#: counters that are equal at the end of each lap, to the byte
LEVEL = ("stack", "sounds")
#: counters that vary by a few, and are never larger in the second half of the laps than in the first: on a busy machine
#: a question to the server may be on its way at the end of a lap
STEADY = ("open lines", "nodes in the page", "nodes", "listeners", "caches")
#: a growth per lap of more than a few
MANY = 5
#: a growth per lap of too many: the end of a first match stores things that did not exist
A_LAP = {"names stored": 1.0}
#: a leak of so many times the bound is found in any run: caches may become smaller meanwhile
TIMES_MOST = 4
#: and a growth per frame: caches of pictures and games still grow a little. Parts of an object, and bytes
A_FRAME = {
    "objects": 0.15,
    "surfaces": 0.2,
    "stored": 1.0,
    "besides pixels": 512.0,
    "JavaScript": 256.0,
}
#: caches fill by visits: in a run of fewer frames they grow as much as in one of so many
LEAST_FRAMES = 10_000
#: lines of the log that a page keeps for screen readers
MOST_LOG_LINES = 40
#: a phone gives a page more room than this
MOST_MEMORY = 400 * 2**20


def seen(table: Table, name: str, first: int = SEEN) -> list[float]:
    """Return the counter at the end of each lap from ``first`` on; empty if the engine does not report it."""
    rows = table.samples[first:]
    if name == "besides pixels":
        return [row["given out"] - row["pixels"] for row in rows]
    return [row[name] for row in rows if name in row]


def bounds(table: Table, first: int, least_frames: int) -> dict[str, float]:
    """Return by how much counters may grow from that lap on, for those that the engine reports."""
    frames, times = max(least_frames, table.frames[-1] - table.frames[first]), len(table.frames) - 1 - first
    found = {name: most * frames for name, most in A_FRAME.items()}
    found |= {name: most * times for name, most in A_LAP.items()}
    return {name: most for name, most in found.items() if seen(table, name, first)}


def grown(table: Table, first: int = SEEN, least_frames: int = LEAST_FRAMES) -> set[str]:
    """Return the names of counters that have grown from that lap on."""
    found = {name for name in LEVEL if len({*seen(table, name, first)}) > 1}
    for name in STEADY:
        values = seen(table, name, first)
        half = len(values) // 2
        # a growth that comes once, such as a field first needed late, is not one of every lap
        if values and min(values[half:]) > max(values[:half]) and values[-1] - values[0] >= len(values) - 1:
            found.add(name)
    for name, most in bounds(table, first, least_frames).items():
        values = seen(table, name, first)
        # what one lap leaves may be gone only in the next
        now = min(values[-2:]) if name in A_FRAME else values[-1]
        if now - values[0] >= most:
            found.add(name)
    # the path to the last match may be remembered, a little more or less of it; a leak of every lap is larger by now
    second, last, laps = table.types[1], table.types[-1], len(table.types) - 2
    more = {name for name, count in last.items() if count >= second.get(name, 0) + laps}
    return found | {name for name in more if name.startswith(GOES)}


def leaking(table: Table, name: str, a_lap: float) -> Table:
    """Return the same run as it would be with so much more of something left by every lap."""
    other = copy.deepcopy(table)
    for lap, row in enumerate(other.samples):
        row["given out" if name == "besides pixels" else name] += a_lap * lap
    return other


@pytest.mark.every_engine
@pytest.mark.usefixtures("site")
def test_nothing_grows_in_the_long_run(thorough_browser):
    with hosted() as port, Others(port, (0.05, 0.15)) as code:
        a_place = A_PLACE[thorough_browser.name]
        table = endure(thorough_browser, f"http://127.0.0.1:{port}/", LONG * a_place, a_place, f"join={code}")
    assert not grown(table), [(name, seen(table, name)) for name in (*LEVEL, *STEADY, *A_LAP, *A_FRAME)]
    assert table.samples[-1]["memory"] < MOST_MEMORY
    assert all(row["log lines"] <= MOST_LOG_LINES for row in table.samples)
    # one of these leaked by every lap, or a few, would have been found, or some times the bound
    laps = len(table.frames) - 1 - SEEN
    leaks = {name: TIMES_MOST * most / laps for name, most in bounds(table, SEEN, LEAST_FRAMES).items()}
    leaks |= dict.fromkeys((*LEVEL, *A_LAP), 1) | dict.fromkeys(STEADY, MANY)
    for name, a_lap in leaks.items():
        if seen(table, name):
            assert grown(leaking(table, name, a_lap)) == {name}


#: leaks something of every kind: in each frame, or at the end of each lap. Of bytes several times the bound, as caches
#: and the memory of JavaScript go up and down meanwhile
LEAKS = """
import js, pygame
from pyodide.code import run_js
leak = run_js('''() => {
  (window.kept ??= []).push(new Array(1000).fill({}));
  document.body.append(document.createElement("i"));
  addEventListener("leak", () => {});
  kartenkiste.python._module._PyMem_RawMalloc(4096);
}''')
class Kept:
    "Something of a scene's."
Kept.__module__ = "game.scenes.leaking"
left, laps = [], [0]
def leaking(self):
    plain(self)
    leak()
    left.append([pygame.Surface((1, 1))])
    if self.laps > laps[-1]:
        laps.append(self.laps)
        left.append([pygame.mixer.Sound(buffer=bytes(64)), Kept()])
        js.localStorage.setItem(f"leak {self.laps}", "x" * 8192)
plain, module.Tour.frame = module.Tour.frame, leaking
"""


@pytest.mark.usefixtures("site")
def test_every_kind_of_leak_is_found(browser):
    with hosted() as port:
        # four laps: what caches add while they fill hides no leak
        table = endure(browser, f"http://127.0.0.1:{port}/", 1500, 60, "", LEAKS)
    found = grown(table, 1, 0)
    assert found >= {*LEVEL, *STEADY, *A_LAP, *A_FRAME, "game.scenes.leaking.Kept"} - {"stack", "open lines", "caches"}
