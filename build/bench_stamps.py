#!/usr/bin/env python3
"""Measure how exactly a hand on a card is stamped: presses of a real X server's mouse against what the match is told.

Usage: ``python build/bench_stamps.py [PRESSES] [--load N] [--as-read] [--alike] [--size WxH]``. It needs Xvfb and
libXtst. A second process presses the button and notes when, on the clock that the game uses; the game runs its own loop
with a table of Twin It! that bots play as well, so that cards are turned and taken and their faces made meanwhile. N
more processes do nothing but compute. Prints how far the stamp lies behind the press.

The X server and the pressing process stand for the system and the hand, so they come before everything else where that
may be asked for; with ``--alike`` they wait for the processor like the game. With ``--as-read`` the X server's own
stamps are left out, as on systems that have none.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

#: the target: so many milliseconds behind the press
AIM_MS = 4.0
#: a process that uses all the processor time it can get
BUSY = "while True: pass"
#: seconds after which the busy processes are at work
BUSY_AFTER = 0.5
#: between two presses, in seconds
REST = (0.05, 0.35)
#: the last press has arrived by then, in milliseconds
AFTER_MS = 300.0


def press(presses: int, size: tuple[int, int]) -> None:
    """Press the left button so often and print each time in milliseconds: the second process."""
    x11 = ctypes.CDLL("libX11.so.6")
    xtst = ctypes.CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    # the first press only brings the window to the front
    for down in (1, 0):
        time.sleep(0.5)
        xtst.XTestFakeButtonEvent(display, 1, down, 0)
        x11.XFlush(display)
    # the same pauses in every run
    rests = random.Random(1)
    for number in range(presses):
        # from card to card: two quick presses at one place would count as one that was reported twice
        xtst.XTestFakeMotionEvent(display, -1, size[0] // 2 + 60 * (number % 2), size[1] // 2, 0)
        x11.XFlush(display)
        time.sleep(rests.uniform(*REST))
        at = time.perf_counter() * 1000
        xtst.XTestFakeButtonEvent(display, 1, 1, 0)
        x11.XFlush(display)
        print(at, flush=True)
        time.sleep(0.03)
        xtst.XTestFakeButtonEvent(display, 1, 0, 0)
        x11.XFlush(display)


class Measured(NamedTuple):
    """The times of presses by the button and by the game, both in milliseconds, and what went on meanwhile."""

    pressed: list[float]
    recorded: list[float]
    #: presses before which something with a later stamp was decided
    overtaken: int
    #: pictures of faces that were made
    faces: int


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Run so many processes that compute all the time."""
    load = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(processes)]
    try:
        time.sleep(BUSY_AFTER if load else 0.0)
        yield
    finally:
        for process in load:
            process.kill()
            process.wait()


@contextlib.contextmanager
def display(size: tuple[int, int]) -> Iterator[subprocess.Popen[bytes]]:
    """Start an X server with a screen of this size; programs started meanwhile appear there."""
    told, tell = os.pipe()
    screen = f"{size[0]}x{size[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(tell), "-screen", "0", screen, "-nolisten", "tcp"],
        pass_fds=[tell],
        stderr=subprocess.DEVNULL,
    )
    os.close(tell)
    before = dict(os.environ)
    try:
        with os.fdopen(told) as number:
            os.environ |= {"DISPLAY": f":{int(number.readline())}", "SDL_VIDEODRIVER": "x11"}
        yield server
    finally:
        server.terminate()
        server.wait()
        os.environ.clear()
        os.environ |= before


def put_first(process: subprocess.Popen[Any]) -> bool:
    """Give a process the highest priority; return whether that is allowed."""
    try:
        os.sched_setscheduler(process.pid, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        return False
    return True


async def measure(presses: int, size: tuple[int, int], as_read: bool = False, first: bool = False) -> Measured:
    """Run the game's own loop until all presses are in."""
    import pygame

    from game.app import app
    from game.host import device
    from game.host.storage import MemoryStorage
    from game.services import launch_request

    pygame.init()
    screen = pygame.display.set_mode(size)
    if not as_read:
        device.request_stamps()
    wish = launch_request.LaunchRequest("twin_it", ("human", "easy", "easy", "easy"), 7, "en", "", {})
    running = app.App(screen, MemoryStorage(), device.clock(), wish)
    table: Any = running.scene
    driver = table.driver
    table.use(table.items.find("go"))
    recorded: list[float] = []
    overtaken = 0

    def note(action: Any) -> None:
        nonlocal overtaken
        recorded.append(driver.at_ms)
        # a press that waited while the table was uncovered counts from then on
        overtaken += action.at_ms <= table.match.state.now and driver.at_ms > driver.clock.since

    # the pointer is always on a card, and the touch is only recorded: the game itself goes on
    table.table.places.thing_at = lambda x, y, at: table.table.view.faces[0]
    table.table.places.usable = lambda face: True
    table.submit = note
    before = table.table.faces.count
    hand = subprocess.Popen(
        [sys.executable, __file__, str(presses), "--size", f"{size[0]}x{size[1]}", "--press"],
        stdout=subprocess.PIPE,
        text=True,
    )
    if first:
        put_first(hand)

    async def end() -> None:
        """Leave the game when the last press has arrived."""
        while hand.poll() is None:
            await asyncio.sleep(0.05)
        await asyncio.sleep(AFTER_MS / 1000)
        running.stack.running = False

    await asyncio.gather(app.loop(running), end())
    pygame.quit()
    pressed = [float(line) for line in hand.stdout or ()]
    stamps = [stamp for stamp in recorded if stamp >= pressed[0] - AIM_MS]
    return Measured(pressed, stamps, overtaken, table.table.faces.count - before)


def main() -> None:
    """Print the distribution."""
    parser = argparse.ArgumentParser(description="Measure how exactly presses are stamped.")
    parser.add_argument("presses", nargs="?", type=int, default=200)
    parser.add_argument("--load", type=int, default=0, metavar="N", help="run N busy processes as well")
    parser.add_argument("--as-read", action="store_true", help="ignore the time stamps of the X server")
    parser.add_argument("--alike", action="store_true", help="schedule the X server and the hand like the game")
    parser.add_argument("--size", default="1280x720", help="size of the window in pixels (default: %(default)s)")
    parser.add_argument("--press", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    wide, high = map(int, asked.size.split("x"))
    if asked.press:
        press(asked.presses, (wide, high))
        return
    with display((wide, high)) as server, busy(asked.load):
        first = not asked.alike and put_first(server)
        found = asyncio.run(measure(asked.presses, (wide, high), asked.as_read, first))
        machine = os.getloadavg()[0]
    if len(found.pressed) != len(found.recorded):
        sys.exit(f"{len(found.pressed)} presses, but {len(found.recorded)} were recorded: is the window in front?")
    late = sorted(stamp - at for at, stamp in zip(found.pressed, found.recorded, strict=True))
    count = len(late)
    within = sum(abs(ms) <= AIM_MS for ms in late)
    stamped = "as read" if asked.as_read else "by the X server"
    order = "come first" if first else "wait like the game"
    middle, nearly, almost = (late[int(count * share)] for share in (0.5, 0.95, 0.99))
    print(f"{count} presses stamped {stamped}, {found.faces} faces made meanwhile")
    print(f"{asked.load} busy processes, load average {machine:.1f}; X server and hand {order}")
    print(f"late: median {middle:.2f} ms, 95% {nearly:.2f} ms, 99% {almost:.2f} ms")
    print(f"{late[0]:.2f} to {late[-1]:.2f} ms, within {AIM_MS:g} ms {within} of {count} ({within / count:.1%})")
    print(f"presses decided after later ones: {found.overtaken}")


if __name__ == "__main__":
    main()
