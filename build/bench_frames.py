#!/usr/bin/env python3
"""Measure how long a frame of a busy table takes: everything drawn anew, cards on their way, no window.

Usage: ``python build/bench_frames.py`` prints mean, 99 % and worst milliseconds for each game and size.
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

from game import app, start
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.registry import BOTS, GAMES, RULES

FRAMES = 1500
STEP_MS = 16.0


def measure(game: str, size: tuple[int, int]) -> str:
    """Let as many bots as possible play for some seconds and time update and drawing of every frame."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode(size)
    clock = ManualClock()
    levels = BOTS[game].LEVELS
    wish = start.Wish(game, (levels[len(levels) // 2],) * RULES[game].MAX_SEATS, 7, "de", "fast")
    running = app.App(screen, MemoryStorage(), clock, wish)
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
    return f"{game} {size[0]}x{size[1]}: mean {mean:.2f} ms, 99 % {late:.2f} ms, worst {times[-1]:.2f} ms"


if __name__ == "__main__":
    for name in GAMES:
        for window in ((1280, 720), (1920, 1080), (2560, 1440), (390, 844)):
            print(measure(name, window), flush=True)
