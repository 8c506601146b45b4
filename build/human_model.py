"""Measures the bots of Twin It! against models of three persons, for ``tasks.py ladder twin_it``.

A model claims every match it sees after a time with its own median and a spread of 0.4 of the logarithm; it makes no
errors and misses nothing. 2.2 s is a usual person, 3.5 s somebody who plays for the first time, 1.3 s a quick child.
The plain game, one or three opponents, all of one level. The adaptive level meets each of them for the first time, and
once more, as "later", when the table knows from earlier games how quick the person is. At last the same without a
clock, where the persons see a share of the matches whenever they look.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, exp, log, pi, sqrt
from typing import TypeAlias

from game.core.live import LiveGame
from game.core.match import Match, Seat
from game.core.rng import Rng
from game.games.twin_it.bots import FLOOR_MS, LEVELS, OVERLOOKS, RISING, TAP_MS, Manner, Mind, choose, look
from game.games.twin_it.events import Event
from game.games.twin_it.pace import nearest
from game.games.twin_it.rules import to_move
from game.games.twin_it.scheduler import TwinItMatch, TwinItScheduler, drive
from game.games.twin_it.state import Action, Phase, State
from game.games.twin_it.view import View

#: Twin It! itself, which is measured
TwinItGame: TypeAlias = LiveGame[State, Action, Event, View]

#: the medians of the persons, in milliseconds, and how many opponents each of them meets
MEDIANS = (3500, 2200, 1300)
OPPONENTS = (1, 3)
#: of the logarithm
SPREAD = 0.403
#: the share of games that each of the persons should win against each level, in the order of ``MEDIANS``
WINDOWS: dict[tuple[str, int], tuple[tuple[float, float], ...]] = {
    ("easy", 1): ((0.40, 0.65), (0.90, 1.0), (0.95, 1.0)),
    ("normal", 1): ((0.0, 0.10), (0.40, 0.60), (0.95, 1.0)),
    ("hard", 1): ((0.0, 0.05), (0.05, 0.25), (0.80, 1.0)),
    ("adaptive", 1): ((0.25, 0.60), (0.40, 0.65), (0.45, 0.80)),
    ("later", 1): ((0.35, 0.65), (0.35, 0.65), (0.35, 0.65)),
    ("easy", 3): ((0.35, 0.65), (0.90, 1.0), (0.95, 1.0)),
    ("normal", 3): ((0.0, 0.10), (0.30, 0.60), (0.95, 1.0)),
    ("hard", 3): ((0.0, 0.05), (0.05, 0.25), (0.85, 1.0)),
    ("adaptive", 3): ((0.15, 0.45), (0.20, 0.50), (0.35, 0.70)),
    ("later", 3): ((0.20, 0.55), (0.20, 0.55), (0.20, 0.60)),
}
#: the rows of the table for one number of opponents
ROWS = (*LEVELS, "later")
#: without a clock: the shares of the matches that the persons see, and of the games that each of them should win
SEES = (0.95, 0.8, 0.6)
CALM_WINDOWS: dict[tuple[str, int], tuple[tuple[float, float], ...]] = {
    ("easy", 1): ((0.95, 1.0), (0.90, 1.0), (0.80, 1.0)),
    ("normal", 1): ((0.80, 1.0), (0.70, 1.0), (0.45, 0.80)),
    ("hard", 1): ((0.50, 0.85), (0.35, 0.70), (0.15, 0.50)),
    ("easy", 3): ((0.90, 1.0), (0.85, 1.0), (0.70, 1.0)),
    ("normal", 3): ((0.65, 0.95), (0.50, 0.85), (0.30, 0.60)),
    ("hard", 3): ((0.15, 0.45), (0.10, 0.35), (0.0, 0.25)),
}


class Person(Mind):
    """The model of a person, driven like a bot."""

    def __init__(self, seat: int, rng: Rng, median: float) -> None:
        super().__init__(seat, "normal", rng)
        self.manner = Manner(0, 0, 0, 0.0, 0.0, 1.0)
        self.middle = median

    def reaction(self, faces: int) -> int:
        """Return a log-normal time that does not depend on the table."""
        normal = sqrt(-2 * log(1 - self.rng.fraction())) * cos(2 * pi * self.rng.fraction())
        return max(FLOOR_MS + TAP_MS, round(self.middle * exp(SPREAD * normal)))


def play(game: TwinItGame, row: str, opponents: int, median: float, seed: int) -> TwinItMatch:
    """Play one game of a model at seat 0 against bots of one level; see ``ROWS``."""
    level, known = ("adaptive", {"pace": nearest(median)}) if row == "later" else (row, {})
    seats = [Seat("P", "human"), *(Seat(f"B{number}", level) for number in range(opponents))]
    match = Match(game, known, seats, seed)
    minds: dict[int, Mind] = {0: Person(0, Rng(seed ^ 0xF00D), median)}
    minds |= {seat: Mind(seat, level, Rng((seed ^ 0xB07) * 10 + seat)) for seat in range(1, len(seats))}
    for _ in drive(TwinItScheduler(match, minds)):
        pass
    return match


def share_won(game: TwinItGame, row: str, opponents: int, median: float, games: int, seed: int = 1) -> float:
    """Return the share of games that the model wins; a shared win counts in part."""
    total = 0.0
    for number in range(games):
        match = play(game, row, opponents, median, seed + number)
        winners = match.game.winners(match.state)
        total += (0 in winners) / len(winners)
    return total / games


def play_calm(game: TwinItGame, level: str, opponents: int, sees: float, seed: int) -> TwinItMatch:
    """Play one game without a clock, with a person at seat 0 who sees such a share of the matches at every look."""
    seats = [Seat("P", "human"), *(Seat(f"B{number}", level) for number in range(opponents))]
    match = Match(game, {"calm": True, "looks": 0}, seats, seed)
    while not match.is_over:
        seat = to_move(match.state)
        view = match.view(seat)
        if view.phase == Phase.CHOOSE:
            match.apply(choose(view, view.now + 1))
        else:
            match.apply(look(view, match.bot_rng(), 1 - sees if seat == 0 else OVERLOOKS[level]))
    return match


def share_won_calm(game: TwinItGame, level: str, opponents: int, sees: float, games: int, seed: int = 1) -> float:
    """Return the share of games without a clock that the person wins; a shared win counts in part."""
    total = 0.0
    for number in range(games):
        match = play_calm(game, level, opponents, sees, seed + number)
        winners = match.game.winners(match.state)
        total += (0 in winners) / len(winners)
    return total / games


def table(game: TwinItGame, games: int) -> Iterator[str]:
    """Yield a line for each of ``ROWS`` and number of opponents: the shares of the three persons."""
    for opponents in OPPONENTS:
        yield f"{opponents + 1} seats, parity {1 / (opponents + 1):.0%}"
        for row in ROWS:
            cells = []
            for median, (least, most) in zip(MEDIANS, WINDOWS[row, opponents], strict=True):
                share = share_won(game, row, opponents, median, games)
                cells.append(f"{median / 1000} s {_judged(share, least, most, games)}")
            yield f"  {row:9} person of " + "  ".join(cells)
    for opponents in OPPONENTS:
        yield f"{opponents + 1} seats without a clock, parity {1 / (opponents + 1):.0%}"
        for row in RISING:
            cells = []
            for sees, (least, most) in zip(SEES, CALM_WINDOWS[row, opponents], strict=True):
                share = share_won_calm(game, row, opponents, sees, games)
                cells.append(f"{sees:.0%} {_judged(share, least, most, games)}")
            yield f"  {row:9} person who sees " + "  ".join(cells)


def _judged(share: float, least: float, most: float, games: int) -> str:
    """Return a share of games, and whether it is in its window, as far as so many games can tell."""
    off = 1.96 * sqrt(max(share * (1 - share), 1e-9) / games)
    verdict = "reached" if least - off <= share <= most + off else "MISSED"
    return f"{share:4.0%} ({least:.0%} to {most:.0%}, {verdict})"
