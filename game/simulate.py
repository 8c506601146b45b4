"""Play without a window: records, checks, ladders, benchmarks.

python -m game.simulate nein_danke --seats hard,normal,easy --games 200 --seed 1 --record out.jsonl
python -m game.simulate --check out.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path

from game.core.match import BadSave, Match, Seat, load
from game.core.protocol import Action, BadOptions, Json
from game.core.rng import Rng
from game.registry import BOTS, RULES

RANDOM = "random"


def decide(match: Match, seat: int, level: str, rng: Rng) -> Action:
    """What a bot of ``level`` (or chance) does for ``seat``."""
    if level == RANDOM:
        return rng.choice(match.rules.legal_actions(match.state))
    for action in BOTS[match.rules.NAME].think(match.view(seat), rng, level):
        if action is not None:
            return action
    raise RuntimeError(f"a {level} bot gave up without an action")


def play(game: str, levels: Sequence[str], options: Mapping[str, Json], seed: int) -> Match:
    """Play one whole game between bots and return it."""
    seats = [Seat(f"{level} {number}", level) for number, level in enumerate(levels, 1)]
    match = Match(RULES[game], options, seats, seed)
    rng = Rng(seed ^ 0x5EED)
    while not match.is_over:
        seat = match.rules.to_move(match.state)
        match.apply(decide(match, seat, levels[seat], rng))
    return match


def record(match: Match) -> dict[str, Json]:
    """One line of a record: the save and the result."""
    rules, state = match.rules, match.state
    return match.save() | {"scores": list(rules.scores(state)), "winners": list(rules.winners(state))}


def check(path: Path) -> list[str]:
    """Replay a record and say where it differs."""
    problems = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            data = json.loads(line)
            again = record(load(data, RULES))
        except (ValueError, BadSave) as error:
            problems.append(f"line {number}: {error}")
            continue
        problems += [
            f"line {number}: {key} is {data.get(key)}, replayed {again[key]}"
            for key in ("scores", "winners")
            if data.get(key) != again[key]
        ]
    return problems


def win_share(
    game: str, hero: str, rival: str, seats: int, games: int, options: Mapping[str, Json], seed: int
) -> float:
    """Share of games that one ``hero`` wins among ``seats`` - 1 rivals; a shared win counts its part."""
    won = 0.0
    for number in range(games):
        place = number % seats
        levels = [hero if seat == place else rival for seat in range(seats)]
        match = play(game, levels, options, seed + number)
        winners = match.rules.winners(match.state)
        won += (place in winners) / len(winners)
    return won / games


def interval(share: float, games: int) -> float:
    """Half the width of the 95 % interval of a win share."""
    return 1.96 * sqrt(max(share * (1 - share), 1e-9) / games)


def ladder(game: str, games: int, seed: int) -> None:
    """Print how each level fares against the one below."""
    levels = (RANDOM, *BOTS[game].LEVELS)
    for specials in (False, True):
        for seats in (3, 4, 5):
            for rival, hero in pairwise(levels):
                share = win_share(game, hero, rival, seats, games, {"specials": specials}, seed)
                print(
                    f"{'specials' if specials else 'base':9}{seats} seats  {hero:>7} among {rival:7}"
                    f"{share:7.1%} +-{interval(share, games):.1%}  (parity {1 / seats:.1%})",
                    flush=True,
                )


def bench(game: str, games: int) -> None:
    """Print actions a second of random play."""
    rules = RULES[game]
    for seats in range(rules.MIN_SEATS, rules.MAX_SEATS + 1):
        rng = Rng(1)
        count = 0
        start = time.perf_counter()
        for _ in range(games):
            state = rules.setup({}, seats, rng)
            while actions := rules.legal_actions(state):
                state, _events = rules.apply(state, rng.choice(actions), rng)
                count += 1
        print(f"{game} {seats} seats: {count / (time.perf_counter() - start):,.0f} actions/s", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line and do what it says."""
    parser = argparse.ArgumentParser(prog="python -m game.simulate", description="Play without a window.")
    parser.add_argument("game", nargs="?", choices=sorted(RULES))
    parser.add_argument("--seats", default="normal,normal,normal,normal", help="levels, or 'random', by comma")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="a house rule")
    parser.add_argument("--record", type=Path, help="write every game to this file")
    parser.add_argument("--check", type=Path, help="replay a record instead")
    parser.add_argument("--ladder", action="store_true", help="play the levels against each other")
    parser.add_argument("--bench", action="store_true", help="measure random play")
    given = parser.parse_args(argv)
    if given.check:
        problems = check(given.check)
        print("\n".join(problems) or "every game replays to the same result")
        return bool(problems)
    if not given.game:
        parser.error("name a game: " + ", ".join(sorted(RULES)))
    if given.ladder:
        ladder(given.game, given.games, given.seed)
        return 0
    if given.bench:
        bench(given.game, given.games)
        return 0
    levels = given.seats.split(",")
    known = (RANDOM, *BOTS[given.game].LEVELS)
    if unknown := [level for level in levels if level not in known]:
        parser.error(f"unknown level {', '.join(unknown)}; known: {', '.join(known)}")
    try:
        options = {name: json.loads(value) for name, value in (pair.split("=", 1) for pair in given.option)}
        matches = [play(given.game, levels, options, given.seed + number) for number in range(given.games)]
    except (BadOptions, ValueError) as error:
        parser.error(str(error))
    if given.record:
        given.record.write_text("".join(json.dumps(record(match)) + "\n" for match in matches), encoding="utf-8")
    for seat, level in enumerate(levels):
        won = sum(seat in match.rules.winners(match.state) for match in matches)
        mean = sum(match.rules.scores(match.state)[seat] for match in matches) / len(matches)
        print(f"seat {seat + 1} {level:7} won {won:5} of {len(matches)}  mean score {mean:7.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
