#!/usr/bin/env python3
"""Play without a window: records, checks, ladders, benchmarks.

tasks.py simulate nein_danke --seats hard,normal,easy --games 200 --seed 1 --record out.jsonl
tasks.py simulate nein_danke --seats hard,reference,reference --option specials=true
tasks.py simulate --check out.jsonl
tasks.py simulate --ladder --games 2000 --jobs 2
tasks.py simulate nein_danke --ladder --rung hard:normal
tasks.py simulate twin_it --seats normal,hard --option mode='"contest"'
tasks.py simulate --bench
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import human_model
from audits import faults_of
from ladder import climb, levels_of, tables_of, turns

from game.ai.review import review_match
from game.catalogue.registry import GAMES
from game.core.game import IllegalAction
from game.core.match import AnyMatch, InvalidSave, load
from game.core.options import InvalidOptions, Json
from game.core.rng import Rng
from game.engine.texts import Texts
from game.games.twin_it.game import TwinIt
from game.services.launch_request import InvalidRequest, options_of, seats_of

#: games to play unless told otherwise
GAMES_PLAYED = 100
GAMES_A_RUNG = 2000
GAMES_A_MEASURE = 1000


class Fault(Exception):
    """An impossible position: the rules have lost or added something."""


class Unreadable(ValueError):
    """A line of a record without a readable match, and why."""


def audited(game: str, levels: Sequence[str], options: Mapping[str, Json], seed: int) -> AnyMatch:
    """Play one whole game and check after every action that no card or chip is missing."""
    for match in turns(game, levels, options, seed):
        if faults := faults_of(game, match.state):
            raise Fault(f"game {seed}, action {len(match.actions)}: {'; '.join(faults)}")
    return match


# ---- records ----------------------------------------------------------------------------------------


def record(match: AnyMatch) -> dict[str, Json]:
    """Return one line of a record: the save and the result."""
    game, state = match.game, match.state
    return match.save() | {"scores": list(game.scores(state)), "winners": list(game.winners(state))}


def told(error: InvalidSave) -> str:
    """Return the fault of a save, as a sentence."""
    texts, detail, cause = Texts("en"), error.detail, error.__cause__
    if isinstance(cause, (InvalidOptions, IllegalAction)):
        detail = f"{detail.partition(': ')[0]}: {texts(f'reason.{cause.reason}', **cause.details)}"
    text = texts(f"reason.{error.reason}")
    return f"{text} ({detail})" if detail else text


def read(line: str) -> tuple[dict[str, Json], AnyMatch]:
    """Return a line of a record, and its match replayed; raise Unreadable if it holds no match."""
    try:
        data = json.loads(line)
        return data, load(data, GAMES)
    except InvalidSave as error:
        raise Unreadable(told(error)) from error
    except (ValueError, RecursionError) as error:
        raise Unreadable("this isn't JSON") from error


def check(lines: Iterator[str]) -> Iterator[str]:
    """Replay a record and yield the differences, line by line; a line with the same result gives none."""
    for number, line in enumerate(lines, 1):
        try:
            data, match = read(line)
        except Unreadable as error:
            yield f"line {number}: {error}"
        else:
            again = record(match)
            wrong = [key for key in ("scores", "winners") if data.get(key) != again[key]]
            parts = [f"{key} {json.dumps(data.get(key))[:100]} instead of {json.dumps(again[key])}" for key in wrong]
            yield f"line {number}: {', '.join(parts)}" if parts else ""


def check_file(path: Path) -> int:
    """Print where a record differs from its replay; return the exit code."""
    games = faults = 0
    with path.open(encoding="utf-8", errors="replace") as lines:
        for problem in check(lines):
            games += 1
            if problem:
                faults += 1
                print(problem, flush=True)
    print(f"{games - faults} of {games} games replay to the same scores and winners")
    return 1 if faults or not games else 0


# ---- reviews ----------------------------------------------------------------------------------------


def told_of(match: AnyMatch, seat: int) -> Iterator[str]:
    """Yield the review of a finished game as lines: the totals, and every decision that cost a chance or points."""
    found = next(whole for share, whole in review_match(match, seat) if share == 1 and whole is not None)
    game, name = match.game, match.seats[seat].name
    others = found.others.chance if found.others else 0.0
    yield (
        f"{name}: {len(found.decisions)} decisions, chance at the start {found.start:.2f}, cost {found.cost:.2f}, "
        f"others {others:+.2f}, luck {found.luck:+.2f}, result {found.result:.2f}"
    )
    for row in found.costliest:
        played, best = (json.dumps(game.encode(action)) for action in (row.played, row.best))
        yield (
            f"  action {row.place + 1}: {played} {row.chance:.2f} instead of {best} {row.best_chance:.2f}: "
            f"cost {row.cost:.2f}, standard error {row.error:.2f}"
        )
    for row in found.point_losses:
        played, best = (json.dumps(game.encode(action)) for action in (row.played, row.best))
        yield (
            f"  action {row.place + 1}: {played} {row.margin:+.1f} instead of {best} {row.best_margin:+.1f} ahead: "
            f"cost {row.points:.1f} points, standard error {row.margin_error:.1f}"
        )


def review_file(path: Path) -> int:
    """Print the reviews of every game of a record, for its people, or for everybody; return the exit code."""
    faults = 0
    with path.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            try:
                _, match = read(line)
                for seat in match.humans or range(len(match.seats)):
                    for text in told_of(match, seat):
                        print(text, flush=True)
            except ValueError as error:
                faults += 1
                print(f"line {number}: {error}", flush=True)
    return 1 if faults else 0


# ---- games ------------------------------------------------------------------------------------------


def series(game: str, levels: Sequence[str], options: Mapping[str, Json], seeds: range, path: Path | None) -> None:
    """Play games, record each as soon as it has ended, and print how often each won."""
    won, points, reached = [0] * len(levels), [0] * len(levels), Counter[int]()
    with ExitStack() as open_files:
        file = open_files.enter_context(path.open("w", encoding="utf-8")) if path else None
        for seed in seeds:
            match = audited(game, levels, options, seed)
            if file:
                print(json.dumps(record(match)), file=file, flush=True)
            for seat, score in enumerate(match.game.scores(match.state)):
                points[seat] += score
                won[seat] += seat in match.game.winners(match.state)
            reached[match.game.records.medal(match.state)] += 1
    for seat, level in enumerate(levels):
        mean = points[seat] / len(seeds)
        print(f"seat {seat + 1} {level:7} won {won[seat]:5} of {len(seeds)}  mean score {mean:7.1f}")
    for step in sorted(step for step in reached if step >= 0):
        print(f"level {step} reached in {reached[step]:5} of {len(seeds)}")


def bench(game: str, games: int) -> None:
    """Print actions per second of random play, with every deck and number of seats.

    A second is processor time of this process: other load on the machine makes no game slower than another.
    """
    rules = GAMES[game]
    tick = time.get_clock_info("process_time").resolution
    for deck, options in rules.modes.variants.items():
        for seats in tables_of(game, deck):
            rng = Rng(1)
            count = 0
            start = time.process_time()
            for _ in range(games):
                state = rules.setup(options, seats, rng)
                while actions := rules.legal_actions(state):
                    state, _events = rules.apply(state, rng.choice(actions), rng)
                    count += 1
            speed = count / max(time.process_time() - start, tick)
            print(f"{game} {deck:9}{seats} seats: {speed:,.0f} actions/s", flush=True)


def against_persons(game: str, games: int) -> Iterator[str]:
    """Yield lines with the results of its bots against models of persons, ``games`` games a line, if there are any."""
    return human_model.table(TwinIt(), games) if game == TwinIt.name else iter(())


# ---- the command line -------------------------------------------------------------------------------


def _positive(text: str) -> int:
    """Return a number of games or processes."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0")
    return int(text)


def _pair_of(rung: str, games: Sequence[str]) -> tuple[str, str] | None:
    """Return both levels of HERO:RIVAL; raise InvalidRequest for a level that a game lacks."""
    if not rung:
        return None
    hero, _, rival = (part.strip() for part in rung.partition(":"))
    for game in games:
        known = levels_of(game)
        if hero not in known or rival not in known:
            raise InvalidRequest(f"A rung of {game} is HERO:RIVAL, not {rung!r}. Known levels: {', '.join(known)}.")
    return hero, rival


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tasks.py simulate", description="Play without a window.")
    parser.add_argument(
        "game", nargs="?", choices=sorted(GAMES), help="game to play; --ladder and --bench take every game by default"
    )
    parser.add_argument(
        "--seats", default="normal,normal,normal,normal", help="levels, or 'random', separated by commas"
    )
    parser.add_argument(
        "--games",
        type=_positive,
        help=f"games to play (default: {GAMES_PLAYED}, or {GAMES_A_RUNG} for each line of a ladder)",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=JSON", help="a house rule")
    parser.add_argument("--record", type=Path, help="write every game to this file")
    parser.add_argument("--check", type=Path, help="replay a record, and compare its scores and winners")
    parser.add_argument("--review", type=Path, help="review the decisions in every game of a record")
    parser.add_argument("--ladder", action="store_true", help="play the levels against each other")
    parser.add_argument("--rung", default="", metavar="HERO:RIVAL", help="compare only these two levels")
    parser.add_argument(
        "--jobs",
        type=_positive,
        default=os.cpu_count() or 1,
        help="processes that play a ladder (default: one per core)",
    )
    parser.add_argument("--bench", action="store_true", help="measure the speed of random play")
    return parser


def _carry_out(given: argparse.Namespace) -> int:
    """Carry out the command line; raise InvalidRequest for anything unknown."""
    if given.check:
        return check_file(given.check)
    if given.review:
        return review_file(given.review)
    games = [given.game] if given.game else list(GAMES)
    if given.ladder or given.rung:
        pair = _pair_of(given.rung, games)
        for game in games:
            print(game)
            for line in climb(game, given.games or GAMES_A_RUNG, given.seed, given.jobs, pair):
                print(line, flush=True)
            for number, line in enumerate(() if pair else against_persons(game, given.games or GAMES_A_MEASURE)):
                if not number:
                    print("against models of people")
                print(line, flush=True)
        return 0
    if given.bench:
        for game in games:
            bench(game, given.games or GAMES_PLAYED)
        return 0
    if not given.game:
        raise InvalidRequest(f"Name a game. Known: {', '.join(GAMES)}.")
    levels = seats_of(given.game, given.seats, levels_of(given.game))
    options = options_of(given.game, given.option, len(levels))
    seeds = range(given.seed, given.seed + (given.games or GAMES_PLAYED))
    series(given.game, levels, options, seeds, given.record)
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line and carry it out."""
    parser = _parser()
    given = parser.parse_args(argv)
    try:
        return _carry_out(given)
    except InvalidRequest as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except Fault as fault:
        print(fault)
        return 1


if __name__ == "__main__":
    sys.exit(main())
