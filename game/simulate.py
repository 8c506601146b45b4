"""Play without a window: records, checks, ladders, benchmarks.

python -m game.simulate nein_danke --seats hard,normal,easy --games 200 --seed 1 --record out.jsonl
python -m game.simulate --check out.jsonl
python -m game.simulate nein_danke --ladder --games 2000 --jobs 2
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from game.core.match import BadSave, Match, load
from game.core.protocol import BadOptions, Json
from game.core.rng import Rng
from game.ladder import climb, levels_of, play, turns
from game.registry import GAMES, RULES

#: games to play unless told otherwise
GAMES_PLAYED = 100
GAMES_A_RUNG = 2000


class Fault(Exception):
    """A position that cannot be: the rules have lost or made something."""


def audited(game: str, levels: Sequence[str], options: Mapping[str, Json], seed: int) -> Match:
    """Play one whole game and look after every action whether cards and the like are all still there."""
    audit = getattr(GAMES[game], "audit", None)
    if audit is None:
        return play(game, levels, options, seed)
    for match in turns(game, levels, options, seed):
        if faults := audit.audit(match.state):
            raise Fault(f"game {seed}, action {len(match.actions)}: {'; '.join(faults)}")
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
    parser.add_argument(
        "--games", type=int, help=f"{GAMES_PLAYED} unless given, or {GAMES_A_RUNG} for each line of a ladder"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="a house rule")
    parser.add_argument("--record", type=Path, help="write every game to this file")
    parser.add_argument("--check", type=Path, help="replay a record instead")
    parser.add_argument("--ladder", action="store_true", help="play the levels against each other")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that play a ladder")
    parser.add_argument("--bench", action="store_true", help="measure random play")
    given = parser.parse_args(argv)
    if given.check:
        problems = check(given.check)
        print("\n".join(problems) or "every game replays to the same result")
        return bool(problems)
    if not given.game:
        parser.error("name a game: " + ", ".join(sorted(RULES)))
    if given.ladder:
        for line in climb(given.game, given.games or GAMES_A_RUNG, given.seed, given.jobs):
            print(line, flush=True)
        return 0
    games = given.games or GAMES_PLAYED
    if given.bench:
        bench(given.game, games)
        return 0
    levels = given.seats.split(",")
    known = levels_of(given.game)
    if unknown := [level for level in levels if level not in known]:
        parser.error(f"unknown level {', '.join(unknown)}; known: {', '.join(known)}")
    try:
        options = {name: json.loads(value) for name, value in (pair.split("=", 1) for pair in given.option)}
        matches = [audited(given.game, levels, options, given.seed + number) for number in range(games)]
    except (BadOptions, ValueError) as error:
        parser.error(str(error))
    except Fault as fault:
        print(fault)
        return 1
    if given.record:
        given.record.write_text("".join(json.dumps(record(match)) + "\n" for match in matches), encoding="utf-8")
    for seat, level in enumerate(levels):
        won = sum(seat in match.rules.winners(match.state) for match in matches)
        mean = sum(match.rules.scores(match.state)[seat] for match in matches) / len(matches)
        print(f"seat {seat + 1} {level:7} won {won:5} of {len(matches)}  mean score {mean:7.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
