"""A short run of ``tasks.py bench --endure``: after some laps over all screens nothing has grown, in any engine."""

import copy

import pytest
from bench_endure import Others, Table, endure, hosted

from game.catalogue.registry import GAMES

FRAMES = 20_000
#: at each table: nine laps take as long
A_PLACE = 280
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
    "objects": 0.5,
    "surfaces": 0.2,
    "stored": 1.0,
    "besides pixels": 512.0,
    "JavaScript": 256.0,
}
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


def grown(table: Table, first: int = SEEN) -> set[str]:
    """Return the names of counters that have grown from that lap on."""
    frames, times = table.frames[-1] - table.frames[first], len(table.frames) - 1 - first
    found = {name for name in LEVEL if len({*seen(table, name, first)}) > 1}
    for name in STEADY:
        values = seen(table, name, first)
        half = len(values) // 2
        # a growth that comes once, such as a field first needed late, is not one of every lap
        if values and min(values[half:]) > max(values[:half]) and values[-1] - values[0] >= len(values) - 1:
            found.add(name)
    bounds = {name: most * frames for name, most in A_FRAME.items()}
    bounds |= {name: most * times for name, most in A_LAP.items()}
    for name, most in bounds.items():
        if (values := seen(table, name, first)) and values[-1] - values[0] >= most:
            found.add(name)
    # the path to the last match may be remembered, a little more or less of it; a leak of every lap is larger by now
    before, now, laps = table.types[1], table.types[-1], len(table.types) - 2
    more = {name for name, count in now.items() if count >= before.get(name, 0) + laps}
    return found | {name for name in more if name.startswith(GOES)}


def leaking(table: Table, name: str, a_frame: float, a_lap: float) -> Table:
    """Return the same run as it would be with so much more of something left."""
    other = copy.deepcopy(table)
    for lap, (frames, row) in enumerate(zip(other.frames, other.samples, strict=True)):
        row[name] += a_frame * frames + a_lap * lap
    return other


@pytest.mark.every_engine
@pytest.mark.usefixtures("site")
def test_nothing_grows_in_the_long_run(thorough_browser):
    with hosted() as port, Others(port, (0.05, 0.15)) as code:
        table = endure(thorough_browser, f"http://127.0.0.1:{port}/", FRAMES, A_PLACE, f"join={code}")
    assert not grown(table), [(name, seen(table, name)) for name in (*LEVEL, *STEADY, *A_LAP, *A_FRAME)]
    assert table.samples[-1]["memory"] < MOST_MEMORY
    assert all(row["log lines"] <= MOST_LOG_LINES for row in table.samples)
    # one of these leaked by every lap, or a few, would have been found, or one by every frame
    for name in (*LEVEL, *STEADY, *A_LAP):
        if name in table.samples[0]:
            assert grown(leaking(table, name, 0, MANY if name in STEADY else 1)) == {name}
    for name, most in A_FRAME.items():
        counted = "given out" if name == "besides pixels" else name
        if counted in table.samples[0]:
            assert grown(leaking(table, counted, TIMES_MOST * most, 0)) == {name}


#: leaks something of every kind: in each frame, or at the end of each lap
LEAKS = """
import js, pygame
from pyodide.code import run_js
leak = run_js('''() => {
  (window.kept ??= []).push(new Array(100).fill({}));
  document.body.append(document.createElement("i"));
  addEventListener("leak", () => {});
  kartenkiste.python._module._PyMem_RawMalloc(1024);
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
    found = grown(table, 1)
    assert found >= {*LEVEL, *STEADY, *A_LAP, *A_FRAME, "game.scenes.leaking.Kept"} - {"stack", "open lines", "caches"}
