#!/usr/bin/env python3
"""Measure how exactly a hand on a card is stamped: presses of a real X server's mouse against what the match records.

Usage: ``python build/bench_stamps.py [PRESSES]``. It needs libXtst and an X display as large as the window, such
as ``xvfb-run -a -s "-screen 0 1280x720x24"`` gives. A second process presses the button and notes when, on the
clock that the game uses; the game runs its own loop with a table of Twin It! that bots play as well. Prints how
far the recorded stamp lies behind the press.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import random
import subprocess
import sys
import time
from pathlib import Path

os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SIZE = (1280, 720)
#: between two presses, in seconds
REST = (0.05, 0.35)
#: the last press has arrived by then, in milliseconds
AFTER_MS = 300.0


def press(presses: int) -> None:
    """The second process: press the left button so often and print each time in milliseconds."""
    x11 = ctypes.CDLL("libX11.so.6")
    xtst = ctypes.CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    # the first press only brings the window to the front
    for down in (1, 0):
        time.sleep(0.5)
        xtst.XTestFakeButtonEvent(display, 1, down, 0)
        x11.XFlush(display)
    # the same rests each time this is run
    rests = random.Random(1)
    for number in range(presses):
        # from card to card: two presses at once in one place are taken for one that was reported twice
        xtst.XTestFakeMotionEvent(display, -1, SIZE[0] // 2 + 60 * (number % 2), SIZE[1] // 2, 0)
        x11.XFlush(display)
        time.sleep(rests.uniform(*REST))
        at = time.perf_counter() * 1000
        xtst.XTestFakeButtonEvent(display, 1, 1, 0)
        x11.XFlush(display)
        print(at, flush=True)
        time.sleep(0.03)
        xtst.XTestFakeButtonEvent(display, 1, 0, 0)
        x11.XFlush(display)


async def stamps(presses: int) -> tuple[list[float], list[float]]:
    """Run the game's own loop until all presses are in; the times of the presses, and what was recorded."""
    import pygame

    from game import app, start
    from game.host import device
    from game.host.storage import MemoryStorage

    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    wish = start.Wish("twin_it", ("human", "easy", "easy", "easy"), 7, "en", "", {})
    clock = device.clock()
    running = app.App(screen, MemoryStorage(), clock, wish)
    table = running.scene
    table.use(table.items.find("go"))
    recorded: list[float] = []
    # wherever the pointer is, it is on a card, and the hand is only noted: the game itself goes on
    table.table.thing_at = lambda x, y: table.table.view.faces[0]
    table.table.usable = lambda face: True
    table.submit = lambda action: recorded.append(table._since + action.at_ms - table._base)
    hand = subprocess.Popen(
        [sys.executable, __file__, "--press", str(presses)], stdout=subprocess.PIPE, text=True, close_fds=True
    )
    last = clock.now_ms()
    over = 0.0
    while not over or clock.now_ms() < over:
        running.feed(device.events())
        now = clock.now_ms()
        if not over and hand.poll() is not None:
            over = now + AFTER_MS
        if now - last >= device.FRAME_MS:
            running.step(now - last)
            last = now
            if running.draw():
                pygame.display.flip()
        await device.breathe()
    pressed = [float(line) for line in hand.stdout or ()]
    return pressed, [stamp for stamp in recorded if stamp >= pressed[0]]


def main() -> None:
    """Print the distribution."""
    if "--press" in sys.argv:
        press(int(sys.argv[-1]))
        return
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    pressed, recorded = asyncio.run(stamps(presses))
    if len(pressed) != len(recorded):
        sys.exit(f"{len(pressed)} presses, but {len(recorded)} were recorded: is the window in front?")
    late = sorted(stamp - at for at, stamp in zip(pressed, recorded, strict=True))
    middle, nearly = late[len(late) // 2], late[int(len(late) * 0.99)]
    print(f"{len(late)} presses: recorded {late[0]:.2f} to {late[-1]:.2f} ms later")
    print(f"median {middle:.2f} ms, 99 % {nearly:.2f} ms, within 2 ms {sum(ms <= 2 for ms in late)} of {len(late)}")


if __name__ == "__main__":
    main()
