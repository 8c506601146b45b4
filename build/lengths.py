#!/usr/bin/env python3
"""Measure how long matches last by the game's own clock: bots of a first visit at a table at normal speed.

Usage: ``python build/lengths.py [GAME ...] [--seeds 3]`` plays without a window and writes, for each deck and number of
seats, what ``assets/lengths.json`` holds: the median seconds of a match, decisions of a seat and seconds that a bot
thinks about one.
"""

from __future__ import annotations

import argparse
import json
from statistics import median
from typing import NamedTuple

from ladder import tables_of
from windowless import at_table

from game.app import app
from game.catalogue.lengths import BOT_S, DECKS, Length
from game.catalogue.registry import GAMES
from game.core.live import LiveGame
from game.core.options import Json, validated_values
from game.engine.assets import ASSETS
from game.table.turns.scene import TurnScene

FILE = ASSETS / "lengths.json"
#: the step of time, which is the longest one that a frame allows
STEP_MS = app.LONGEST_STEP_MS
#: so many matches for each number of seats
SEEDS = 3
#: if one match is twice as long as the next, more of them are played
MORE_SEEDS = {("dnup", "base"): 7, ("twin_it", "base"): 11, ("twin_it", "calm"): 5}
#: no match lasts longer than an hour
MOST_MS = 3_600_000


class Played(NamedTuple):
    """A match that was played to its end."""

    ms: float
    #: the average number of decisions of a seat, and how long a bot seems to think about one
    decisions: float
    thought_ms: float


def options_of(game: str, deck: str, seats: int) -> dict[str, Json]:
    """Return the house rules of a new table of a variant, at which no person sits."""
    modes = GAMES[game].modes
    given = validated_values(GAMES[game].options, {**modes.newest, **modes.variants[deck]})
    return modes.normalized_options(given, seats, 0)


def played(game: str, deck: str, seats: int, seed: int) -> Played:
    """Play one whole match between bots at a table at normal speed; raise RuntimeError if it does not end."""
    running = at_table(game, (640, 360), seats, options_of(game, deck, seats), seed=seed)
    match, thought, decisions = running.match, 0.0, 0
    while not match.is_over:
        table, before, asks = running.app.scene, len(match.actions), True
        if isinstance(table, TurnScene) and not table.director.busy:
            # in a turn-based game the time without animation is thinking; and a forced move needs no thinking
            thought += STEP_MS
            asks = match.mover < 0 or table.table.forced_move(match.view(match.mover)) is None
        elif isinstance(match.game, LiveGame):
            asks = match.game.forced_action(match) is None
        running.step(STEP_MS)
        decisions += (len(match.actions) - before) * asks
        # a real-time game waits until a player is ready, and between two rounds the result is looked at
        scene = running.app.scene
        if (waits := next((item for item in scene.items.items if item.id in ("go", "next")), None)) is not None:
            running.app.stack.carry_out(scene.use(waits))
        if running.clock.now_ms() > MOST_MS:
            raise RuntimeError(f"expected {game} to end within {MOST_MS / 60_000:.0f} minutes")
    return Played(running.clock.now_ms(), decisions / seats, thought / decisions)


def measured(game: str, deck: str, seats: int, seeds: int = 0) -> Length:
    """Return the medians of a deck at so many seats, over so many matches, or over as many as usual."""
    seeds = seeds or MORE_SEEDS.get((game, deck), SEEDS)
    rows = [played(game, deck, seats, seed) for seed in range(1, seeds + 1)]
    seconds, decisions = median(row.ms for row in rows) / 1000, median(row.decisions for row in rows)
    thought = round(median(row.thought_ms for row in rows) / 1000, 2)
    return Length(round(seconds), round(decisions), thought or BOT_S)


def text_of(found: dict[str, dict[str, dict[str, list[float]]]]) -> str:
    """The file's text, with a line for each deck."""
    games = (
        f'  "{game}": {{\n' + ",\n".join(f'    "{deck}": {json.dumps(rows)}' for deck, rows in decks.items()) + "\n  }"
        for game, decks in found.items()
    )
    return "{\n" + ",\n".join(games) + "\n}\n"


def main() -> None:
    """Measure the games that are named, or all of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument(
        "--seeds", type=int, default=0, help=f"matches for each number of seats (default: {SEEDS} or more)"
    )
    given = parser.parse_args()
    found = json.loads(FILE.read_text(encoding="utf-8"))
    for game in given.games or GAMES:
        for deck in DECKS.get(game, ("base",)):
            rows = {str(seats): [*measured(game, deck, seats, given.seeds)] for seats in tables_of(game, deck)}
            found.setdefault(game, {})[deck] = rows
            print(f"{game}, {deck}: {json.dumps(rows)}", flush=True)
    FILE.write_text(text_of(found), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
