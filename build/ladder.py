"""Ladders of bots: one of a higher level among lower ones, and how often it wins."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from baseline_bots import BASELINES, REFERENCE

from game.ai.expert import EXPERT
from game.ai.levels import chosen_by
from game.catalogue.registry import GAMES
from game.core.game import Action
from game.core.live import as_live_game
from game.core.match import AnyMatch, Match, Seat
from game.core.options import Json
from game.core.rng import Rng

RANDOM = "random"
#: the decks with which all play for themselves with the same skills, for games in which not all are like that
DECKS = {"twin_it": ("base", "contest")}
#: the numbers of seats at which a game is measured. In Push rows are distributed in another way at each of them
USUAL_SEATS = (3, 4, 5)
SEATS = {"keine_ahnung": (2, 3, 4, 5), "push": (2, 3, 4, 5, 6)}
#: how far above parity, in parities, a level has to be among the next lower one
STEP = 4 / 3
#: games that a process plays before it reports
PORTION = 50


def chance_of(game: str) -> tuple[str, ...]:
    """Return the level that plays at random; a game in real time has none, for its rate of moves would be arbitrary."""
    return () if GAMES[game].real_time else (RANDOM,)


def levels_of(game: str) -> tuple[str, ...]:
    """Return every level that can sit at a table here: random, the game's own and its baseline bot."""
    return (*chance_of(game), *GAMES[game].bots.levels, *yardsticks_of(game))


def yardsticks_of(game: str) -> tuple[str, ...]:
    """Return the baseline bot that the levels are measured against, if there is one."""
    return (REFERENCE,) if game in BASELINES else ()


def rising_of(game: str) -> tuple[str, ...]:
    """Return the levels from weak to strong: random, then all of the game's own unless it says which ones rise.

    Without the expert, a game of which may take a minute: its rung is measured on request.
    """
    return (*chance_of(game), *(level for level in GAMES[game].bots.ranked_levels if level != EXPERT))


def tables_of(game: str, deck: str) -> range:
    """Return the numbers of seats that a game can be played with under these house rules."""
    least, most = GAMES[game].seat_range(GAMES[game].modes.variants[deck])
    return range(least, most + 1)


def seats_of(game: str, deck: str) -> list[int]:
    """Return the numbers of seats that a game is measured at, as far as its house rules have them."""
    tables = tables_of(game, deck)
    return [seats for seats in SEATS.get(game, USUAL_SEATS) if seats in tables] or [tables[0]]


def decide(match: AnyMatch, seat: int, level: str, rng: Rng) -> Action:
    """Return the action of ``level`` (or random, or the baseline bot) for ``seat``."""
    legal = match.game.legal_actions(match.state)
    if level == RANDOM:
        return rng.choice(legal)
    if level == REFERENCE:
        return legal[0] if len(legal) == 1 else BASELINES[match.game.name](match.view(seat))
    return chosen_by(match.game.bots.think(match.view(seat), rng, level))


def turns(game: str, levels: Sequence[str], options: Mapping[str, Json], seed: int) -> Iterator[AnyMatch]:
    """Play one whole game between bots; yield the match after the deal and after every action.

    In real time the game's own scheduler drives them, as it does at the table; without a clock, the seat that is to
    move thinks.
    """
    rules = GAMES[game]
    match = Match(rules, options, [Seat(f"{level} {number}", level) for number, level in enumerate(levels, 1)], seed)
    yield match
    if rules.real_time and as_live_game(rules).has_clock(match.state):
        for _ in as_live_game(rules).run(match):
            yield match
        return
    rng = Rng(seed ^ 0x5EED)
    while not match.is_over:
        seat = match.game.to_move(match.state)
        match.apply(decide(match, seat, levels[seat], rng))
        yield match


def play(game: str, levels: Sequence[str], options: Mapping[str, Json], seed: int) -> AnyMatch:
    """Play one whole game between bots and return it."""
    *_, match = turns(game, levels, options, seed)
    return match


class Rung(NamedTuple):
    """One line of a ladder: one ``hero`` among ``seats`` - 1 rivals."""

    game: str
    hero: str
    rival: str
    deck: str
    seats: int
    #: the lower bound of the win share's interval has to be above this many parities
    goal: float


class Portion(NamedTuple):
    """Some games of a rung: those with the seeds ``first`` to ``last`` - 1."""

    rung: Rung
    first: int
    last: int


def rungs(game: str, pair: tuple[str, str] | None = None) -> list[Rung]:
    """Return the rungs: each level among the next lower one, and the highest among every baseline bot.

    With a ``pair`` of levels it is their rung alone.
    """
    levels, yardsticks = rising_of(game), yardsticks_of(game)
    pairs = [(hero, rival) for rival, hero in pairwise(levels)] + [(levels[-1], rival) for rival in yardsticks]
    return [
        Rung(game, hero, rival, deck, seats, 1.0 if rival in yardsticks else STEP)
        for deck in DECKS.get(game, GAMES[game].modes.variants)
        for seats in seats_of(game, deck)
        for hero, rival in ([pair] if pair else pairs)
    ]


def won(portion: Portion) -> float:
    """Return the number of games that the hero wins; a shared win counts in part. It sits at every seat in turn."""
    rung, total = portion.rung, 0.0
    for seed in range(portion.first, portion.last):
        place = seed % rung.seats
        levels = [rung.hero if seat == place else rung.rival for seat in range(rung.seats)]
        match = play(rung.game, levels, GAMES[rung.game].modes.variants[rung.deck], seed)
        winners = match.game.winners(match.state)
        # if all lose, everybody's part is zero
        total += (place in winners) / max(1, len(winners))
    return total


def interval(share: float, games: int) -> float:
    """Return half the width of the 95 % interval of a win share."""
    return 1.96 * sqrt(max(share * (1 - share), 1e-9) / games)


def line_of(rung: Rung, share: float, games: int) -> str:
    """Return a rung's result as a line of the printed ladder."""
    low = share - interval(share, games)
    verdict = "reached" if low > rung.goal / rung.seats else "MISSED"
    return (
        f"{rung.deck:9}{rung.seats} seats  {rung.hero:>7} among {rung.rival:10}"
        f"{share:6.1%} +-{interval(share, games):.1%}  parity {1 / rung.seats:.1%}  "
        f"goal {rung.goal / rung.seats:.1%} < {low:.1%}  {verdict}"
    )


def climb(game: str, games: int, seed: int, jobs: int, pair: tuple[str, str] | None = None) -> Iterator[str]:
    """Play the ladder, or a ``pair`` of it, in ``jobs`` processes, line by line. Their number changes no result."""
    with ProcessPoolExecutor(jobs) as pool:
        for rung in rungs(game, pair):
            end = seed + games
            portions = [Portion(rung, first, min(first + PORTION, end)) for first in range(seed, end, PORTION)]
            yield line_of(rung, sum(pool.map(won, portions)) / games, games)
