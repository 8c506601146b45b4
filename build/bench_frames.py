#!/usr/bin/env python3
"""Measure how much processor time a frame of a busy table takes, without a window.

Usage: ``python build/bench_frames.py [GAME ...]`` prints mean, 99 % and worst milliseconds for each game and size: as
it is played, where of each frame only what has changed is drawn, and with everything drawn anew in every frame, which
nobody gets to see. The first frame is told by itself: a table that is opened makes its pictures then.
"""

from __future__ import annotations

import sys
import time

from windowless import at_table

from game.catalogue.registry import GAMES
from game.core.options import Json

FRAMES = 1500
STEP_MS = 16.0
#: house rules that fill a table more than the printed ones do, and after how many first choices it is full
FULLEST: dict[str, tuple[dict[str, Json], int]] = {"twin_it": ({"mode": "minute", "minute": 120}, 135)}


def measure(game: str, size: tuple[int, int], options: dict[str, Json], before: int = 0) -> list[str]:
    """Play with as many bots as possible for some seconds, twice, and time update and drawing of every frame.

    ``before`` that, so many actions are taken at once, each the first legal one.
    """
    text = "".join(f" {name}={value}" for name, value in options.items())
    text += f" after {before} actions" if before else ""
    rows = []
    for anew in (False, True):
        _, most = GAMES[game].seat_range(options)
        running = at_table(game, size, most, options, seed=7, speed="fast", before=before)
        running.go()
        times, drawn = [], 0
        for _ in range(FRAMES):
            begin = time.process_time()
            running.step(STEP_MS)
            if anew:
                running.app.window_surface.forget()
                for scene in running.app.stack.scenes:
                    scene.dirty = True
            changed = running.app.draw()
            times.append((time.process_time() - begin) * 1000)
            drawn += sum(part.w * part.h for part in changed)
        first = times.pop(0)
        times.sort()
        late = times[int(len(times) * 0.99)]
        how = "all anew" if anew else "in play"
        rows.append(
            f"{game}{text} {size[0]}x{size[1]} {how}: mean {sum(times) / len(times):.2f} ms, "
            f"99 % {late:.2f} ms, worst {times[-1]:.2f} ms, first {first:.1f} ms, "
            f"{100 * drawn / FRAMES / size[0] / size[1]:.1f} % of the pixels drawn"
        )
    return rows


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        for window in ((1280, 720), (1920, 1080), (985, 2131), (2560, 1440), (390, 844)):
            for row in measure(name, window, {}):
                print(row, flush=True)
            for row in measure(name, window, *FULLEST[name]) if name in FULLEST else ():
                print(row, flush=True)
