#!/usr/bin/env python3
"""Measure how long a frame of a busy table takes: everything drawn anew, cards on their way, no window.

Usage: ``python build/bench_frames.py [GAME ...]`` prints mean, 99 % and worst milliseconds for each game and size.
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


def measure(game: str, size: tuple[int, int], options: dict[str, object], before: int = 0) -> str:
    """Let as many bots as possible play for some seconds and time update and drawing of every frame.

    ``before`` that, so many actions are taken at once, each the first that the rules offer.
    """
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(size)
    clock = ManualClock()
    seats = (lineup.middle_level(game),) * GAMES[game].seat_range(options)[1]
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
    times = []
    for _ in range(FRAMES):
        clock.pass_ms(STEP_MS)
        begin = time.perf_counter()
        running.step(STEP_MS)
        for scene in running.stack.scenes:
            scene.dirty = True
        running.draw()
        times.append((time.perf_counter() - begin) * 1000)
    times.sort()
    mean = sum(times) / len(times)
    late = times[int(len(times) * 0.99)]
    words = "".join(f" {name}={value}" for name, value in options.items())
    words += f" after {before} actions" if before else ""
    return f"{game}{words} {size[0]}x{size[1]}: mean {mean:.2f} ms, 99 % {late:.2f} ms, worst {times[-1]:.2f} ms"


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        for window in ((1280, 720), (1920, 1080), (2560, 1440), (390, 844)):
            print(measure(name, window, {}), flush=True)
            if name in FULLEST:
                print(measure(name, window, *FULLEST[name]), flush=True)
