"""Measures the bots against a model of a person: ``python -m game.games.twin_it.measure --games 400``.

The model claims every match it sees after a time with a median of 2.2 s and a spread of 1.0 s; it makes no
errors and misses nothing. Two seats, the plain game.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import cos, exp, log, pi, sqrt

from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.twin_it.bots import LEVELS, Mind
from game.games.twin_it.clockwork import Clockwork, TwinItMatch, drive
from game.games.twin_it.game import TwinIt
from game.games.twin_it.levels import FLOOR_MS, TAP_MS, Manner

MEDIAN_MS = 2200
#: of the logarithm, so that the standard deviation of the time itself is 1.0 s
SPREAD = 0.403
#: the share of games that the model is to win against each level
WINDOWS = {"easy": (0.65, 0.85), "normal": (0.40, 0.60), "hard": (0.15, 0.35), "adaptive": (0.40, 0.60)}


class Person(Mind):
    """The model of a person, driven like a bot."""

    def __init__(self, seat: int, rng: Rng, median: float = MEDIAN_MS) -> None:
        super().__init__(seat, "normal", rng)
        self.manner = Manner(0, 0, 0, 0.0, 0.0, 1.0)
        self.middle = median

    def reaction(self, faces: int) -> int:
        """A log-normal time, whatever lies on the table."""
        normal = sqrt(-2 * log(1 - self.rng.fraction())) * cos(2 * pi * self.rng.fraction())
        return max(FLOOR_MS + TAP_MS, round(self.middle * exp(SPREAD * normal)))


def play(level: str, seed: int, median: float = MEDIAN_MS) -> TwinItMatch:
    """One game of the model at seat 0 against a bot at seat 1."""
    match = Match(TwinIt(), {}, [Seat("P", "human"), Seat("B", level)], seed)
    minds = {0: Person(0, Rng(seed ^ 0xF00D), median), 1: Mind(1, level, Rng(seed ^ 0xB07), median)}
    for _ in drive(Clockwork(match, minds)):
        pass
    return match


def share_won(level: str, games: int, seed: int = 1, median: float = MEDIAN_MS) -> float:
    """The share of games that the model wins; a shared win counts a half."""
    total = 0.0
    for number in range(games):
        match = play(level, seed + number, median)
        winners = match.game.winners(match.state)
        total += (0 in winners) / len(winners)
    return total / games


def table(games: int) -> Iterator[str]:
    """A line for each level."""
    for level in LEVELS:
        share = share_won(level, games)
        least, most = WINDOWS[level]
        off = 1.96 * sqrt(max(share * (1 - share), 1e-9) / games)
        verdict = "reached" if least <= share <= most else "MISSED"
        yield f"{level:9} person wins {share:6.1%} +-{off:.1%}  window {least:.0%} to {most:.0%}  {verdict}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    for line in table(parser.parse_args().games):
        print(line, flush=True)


if __name__ == "__main__":
    main()
