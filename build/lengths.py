#!/usr/bin/env python3
"""Measure how long matches last by the game's own clock: bots of a first visit at a table at normal speed.

Usage: ``python build/lengths.py [GAME ...] [--seeds 3]`` plays without a window and prints, for each deck and number of
seats, what ``game/lengths.py`` holds: the median seconds of a match and of the decisions of a seat.
"""

from __future__ import annotations

import argparse
from statistics import median
from typing import NamedTuple

from windowless import at_table

from game import app
from game.ladder import tables_of
from game.lengths import DECKS, Length
from game.registry import GAMES

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
    running = at_table(game, (640, 360), seats, GAMES[game].decks[deck], seed=seed)
    match = running.match
    while not match.is_over:
        running.step(STEP_MS)
        # a game in real time waits until somebody is ready, and between two rounds sums are looked at
        scene = running.app.scene
        if (waits := next((item for item in scene.items.items if item.id in ("go", "next")), None)) is not None:
            running.app.stack.carry_out(scene.use(waits))
        if running.clock.now_ms() > MOST_MS:
            raise RuntimeError(f"{game} does not end")
    return Played(running.clock.now_ms(), len(match.actions) / seats)


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
