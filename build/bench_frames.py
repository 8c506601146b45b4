#!/usr/bin/env python3
"""Measure how much processor time a frame of a busy table takes, without a window.

Usage: ``python build/bench_frames.py [GAME ...]`` prints mean, 99 % and worst milliseconds for each game and size: as
it is played, where of each frame only what has changed is drawn, and with everything drawn anew in every frame, which
nobody gets to see. The first frame is told by itself: a table that is opened makes its pictures then.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from game import app, lineup
from game.engine.transitions import Reset
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.registry import GAMES
from game.scenes import routes

FRAMES = 1500
STEP_MS = 16.0
#: house rules that fill a table more than the printed ones do, and after how many first choices it is full
FULLEST: dict[str, tuple[dict[str, object], int]] = {"twin_it": ({"mode": "minute", "minute": 120}, 135)}


def measure(game: str, size: tuple[int, int], options: dict[str, object], before: int = 0) -> list[str]:
    """Let as many bots as possible play for some seconds, twice, and time update and drawing of every frame.

    ``before`` that, so many actions are taken at once, each the first that the rules offer.
    """
    words = "".join(f" {name}={value}" for name, value in options.items())
    words += f" after {before} actions" if before else ""
    rows = []
    for anew in (False, True):
        running, clock = at_table(game, size, options, before)
        times, drawn = [], 0
        for _ in range(FRAMES):
            clock.pass_ms(STEP_MS)
            begin = time.process_time()
            running.step(STEP_MS)
            if anew:
                running.painting.forget()
                for scene in running.stack.scenes:
                    scene.dirty = True
            changed = running.draw()
            times.append((time.process_time() - begin) * 1000)
            drawn += sum(part.w * part.h for part in changed)
        first = times.pop(0)
        times.sort()
        late = times[int(len(times) * 0.99)]
        how = "all anew" if anew else "in play"
        rows.append(
            f"{game}{words} {size[0]}x{size[1]} {how}: mean {sum(times) / len(times):.2f} ms, "
            f"99 % {late:.2f} ms, worst {times[-1]:.2f} ms, first {first:.1f} ms, "
            f"{100 * drawn / FRAMES / size[0] / size[1]:.1f} % of the pixels drawn"
        )
    return rows


def at_table(game: str, size: tuple[int, int], options: dict[str, object], before: int) -> tuple[app.App, ManualClock]:
    """The program with bots at a table, and its clock."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(size)
    clock = ManualClock()
    seats = (GAMES[game].first_level,) * GAMES[game].seat_range(options)[1]
    running = app.App(screen, MemoryStorage(), clock)
    running.context.settings.speed = "fast"
    table = lineup.standard(game, running.context.texts)
    table.seats, table.seed = lineup.named(seats, running.context.texts), 7
    table.options |= options
    match = table.match()
    for _ in range(before):
        match.apply(match.game.legal_actions(match.state)[0])
    running.stack.carry_out(Reset(routes.table(running.context, match)))
    if running.scene.items.find("go"):
        # a game in real time waits until somebody is ready; the button has the focus
        running.feed([pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="\r", mod=0)])
    return running, clock


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        for window in ((1280, 720), (1920, 1080), (985, 2131), (2560, 1440), (390, 844)):
            for row in measure(name, window, {}):
                print(row, flush=True)
            for row in measure(name, window, *FULLEST[name]) if name in FULLEST else ():
                print(row, flush=True)
