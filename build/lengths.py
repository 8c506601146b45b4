#!/usr/bin/env python3
"""Measure how long matches last by the game's own clock: bots of a first visit at a table at normal speed.

Usage: ``python build/lengths.py [GAME ...] [--seeds 3]`` plays without a window and prints, for each deck and number of
seats, what ``game/lengths.py`` holds: the median seconds of a match and of the decisions of a seat.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from game import app, lineup
from game.engine.transitions import Reset
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.ladder import tables_of
from game.lengths import DECKS, Length
from game.registry import GAMES
from game.scenes import routes

#: so much time passes from one step to the next, the most that a frame lets pass
STEP_MS = app.LONGEST_STEP_MS
#: so many matches for each number of seats
SEEDS = 3
#: no match lasts longer than an hour
MOST_MS = 3_600_000


class Played(NamedTuple):
    """A match that was played to its end."""

    ms: float
    #: how many decisions each seat has made, on average
    decisions: float


def played(game: str, deck: str, seats: int, seed: int) -> Played:
    """Let bots play one whole match at a table at normal speed; raise RuntimeError if it does not end."""
    pygame.display.init()
    pygame.font.init()
    screen = pygame.display.set_mode((640, 360))
    clock = ManualClock()
    running = app.App(screen, MemoryStorage(), clock)
    table = lineup.standard(game, running.context.texts)
    levels = (GAMES[game].first_level,) * seats
    table.seats, table.seed = lineup.named(levels, running.context.texts), seed
    table.options |= GAMES[game].decks[deck]
    match = table.match()
    running.stack.carry_out(Reset(routes.table(running.context, match)))
    while not match.is_over:
        clock.pass_ms(STEP_MS)
        running.step(STEP_MS)
        # a game in real time waits until somebody is ready, and between two rounds sums are looked at
        if (waits := next((item for item in running.scene.items.items if item.id in ("go", "next")), None)) is not None:
            running.stack.carry_out(running.scene.use(waits))
        if clock.now_ms() > MOST_MS:
            raise RuntimeError(f"{game} does not end")
    return Played(clock.now_ms(), len(match.actions) / seats)


def measured(game: str, deck: str, seats: int, seeds: range) -> Length:
    """What a deck comes to at so many seats: the medians over some matches."""
    rows = [played(game, deck, seats, seed) for seed in seeds]
    return Length(round(median(row.ms for row in rows) / 1000), round(median(row.decisions for row in rows)))


def main() -> None:
    """Measure the games that are named, or all of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them unless given")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="matches for each number of seats")
    given = parser.parse_args()
    for game in given.games or GAMES:
        for deck in DECKS.get(game, ("base",)):
            for seats in tables_of(game, deck):
                length = measured(game, deck, seats, range(1, given.seeds + 1))
                print(f'("{game}", "{deck}", {seats}): Length{tuple(length)},', flush=True)


if __name__ == "__main__":
    main()
