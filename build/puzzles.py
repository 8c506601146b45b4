#!/usr/bin/env python3
"""Find puzzles: positions of games between bots in which one move is certainly better than every other.

Usage: ``python build/puzzles.py [GAME ...] [--seed 1] [--each 14] [--fresh]`` writes ``assets/puzzles/GAME.json``. The
same seed finds the same puzzles. What has been found lies in ``build/out/puzzles`` line by line, so that it goes on
where it was stopped. ``--month 2027-01`` adds that month's set instead, found from games whose seeds follow from the
month.

Of each game at most one position is taken, if one move of it is proved to be the best (``puzzle_proof.py``) and stays
so at every level that may play on (``puzzle_levels.py``).

A puzzle goes on for up to ``MOST_STEPS`` decisions while the next one passes the same proof; the others answer as
the strongest quick level does. A choice between only two moves is no puzzle, so it is followed by a question
(``puzzle_questions.py``). Its strength is the number of the levels that fail.

No verb may tell the answer too often (``puzzle_balance.py``). The search passes over what would be too much of one;
``--balance`` drops what is.

``--prove`` looks at the puzzles that there are instead, keeps those that pass the last proof, and looks for others in
place of the rest; ``--stand`` does so for those whose answers stand at every level, and ``--drop`` for the puzzles with
these seeds. Where only the die of Push is left to chance, the figures are exact; ``--exact`` gives such figures to the
puzzles that there are.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import cast

from ladder import turns
from project import ROOT
from puzzle_balance import EACH, Guesses, Wanted, balanced, least_margin
from puzzle_eyes import QUESTIONS, dealt
from puzzle_levels import stands_everywhere, weak_steps
from puzzle_proof import (
    PROOF_LEVEL,
    QUICK_LOOKS,
    Trial,
    groups_at,
    is_hopeless,
    proved_again,
    proved_step,
    trial_seed,
    with_exact_ends,
)
from puzzle_questions import DECISIVE, question_about

from game.ai.levels import chosen_by
from game.catalogue.registry import GAMES
from game.core.capabilities import require
from game.core.game import Action, AnyGame, View
from game.core.match import AnyMatch, Match, Seat
from game.core.options import Json
from game.core.rng import Rng
from game.games.twin_it import view as twin_it
from game.games.twin_it.deck import FAMILY_OF
from game.tutorial.puzzle import PARTS, PUZZLE, STRENGTHS, Puzzle, Step

#: the puzzles, and those found so far
PUZZLES, FOUND = ROOT / "assets" / "puzzles", ROOT / "build" / "out" / "puzzles"
#: puzzles of each strength in a month's set, and the number of seeds reserved for a month
EACH_MONTH, MONTH_SEEDS = 1, 10_000
#: the most steps of a puzzle, and the most actions between two of them
MOST_STEPS, MOST_BETWEEN = 4, 16
#: so many positions of a game are tried: none from before that share of its actions, when much is still to come for any
#: move, and none after more actions
TRIES, EARLIEST, LONGEST = 10, 0.8, 300
#: in Nein Danke! with more cards to come hardly an answer stands at every level
EARLIEST_IN = {"nein_danke": 0.93}
#: of these, so many are the last choices of the game: they are proved in no time, and what they decide is plain to see
ENDING = 5
#: with more moves to choose from it is no puzzle but a search
MOST_MOVES = 10
#: a level finds a move if it makes it so often of so many times; in Nein Danke! easy ignores its own cards three times
#: in ten, so that taking a card that joins a run would be too much for it
FINDS, TIMES = 9, 12
FINDS_IN = {"nein_danke": 7}
#: the players: a mixture of these
LEVELS = ("easy", "normal", "hard")
#: the largest number of games, should there not be enough puzzles
MOST_GAMES = 3000
#: house rules that show a newcomer at a table what the others have seen before
OPEN: dict[str, dict[str, Json]] = {
    "nein_danke": {"open_chips": True},
    "keine_ahnung": {"reminders": True},
    "dnup": {},
    "push": {"open_secured": True},
}
#: the tables of each game, one after the other: seats, and further house rules
TABLES: dict[str, tuple[tuple[int, dict[str, Json]], ...]] = {
    "nein_danke": ((3, {}), (4, {}), (3, {"specials": True}), (5, {}), (4, {"specials": True})),
    "keine_ahnung": ((2, {}), (3, {}), (4, {})),
    "dnup": ((2, {}), (3, {}), (4, {}), (5, {})),
    "push": ((2, {}), (3, {}), (4, {}), (5, {})),
}
#: Twin It!: a quiet game of one seat, and the most cards dealt in it
EYE_OPTIONS: dict[str, Json] = {"mode": "minute", "calm": True, "minute": 120}
MOST_DEALT = 32
#: the most puzzles of each strength with a question; "" asks for the pair
EYE = {"": 8, "lookalikes": 2, "alone": 2, "pairs": 2}


def finds(game: AnyGame, view: View, level: str, right: Sequence[Action], times: int = TIMES) -> bool:
    """Return whether a level mostly makes one of the ``right`` moves."""
    made = sum(chosen_by(game.bots.think(view, Rng(1 + number), level)) in right for number in range(times))
    return made * TIMES >= FINDS_IN.get(game.name, FINDS) * times


def failing(game: AnyGame, view: View, right: Sequence[Action]) -> tuple[str, ...]:
    """Return the levels that mostly make another move."""
    return tuple(level for level in LEVELS if not finds(game, view, level, right))


def strength_of(fails: Sequence[str]) -> int:
    """Return the strength of a puzzle that these levels fail at."""
    return min(1 + len(fails), STRENGTHS[-1])


def kind_of(game: AnyGame, view: View, right: Sequence[Action]) -> str:
    """Return the subject of a position: the reason why the answer is best."""
    encoded = game.encode(right[0])
    verb = str(encoded[0] if isinstance(encoded, list) else encoded)
    why = require(game.hints).explain_action(view, right[0]).why
    # the same reason may have several texts, which are told apart behind a point
    return f"{verb} {why.key.partition('.')[0]}" if why else verb


def seated(game: str, seed: int) -> tuple[list[str], dict[str, Json]]:
    """Return the players of the game with that seed, and its house rules."""
    seats, options = TABLES[game][seed % len(TABLES[game])]
    rng = Rng(seed * 7919)
    return [rng.choice(LEVELS) for _ in range(seats)], OPEN[game] | options


def positions(name: str, seed: int) -> Iterator[AnyMatch]:
    """Yield the positions of a game between bots in which there is a choice: first from its end, in random order."""
    game = GAMES[name]
    levels, options = seated(name, seed)
    choices = []
    for match in turns(name, levels, options, seed):
        if len(game.legal_actions(match.state)) > 1:
            choices.append(len(match.actions))
    earliest = EARLIEST_IN.get(name, EARLIEST) * len(match.actions)
    places = [place for place in choices if earliest <= place <= LONGEST]
    rng = Rng(seed * 104_729)
    for place in (*rng.shuffled(places[-ENDING:]), *rng.shuffled(places[:-ENDING])):
        yield match.at(place)


def likely_step(match: AnyMatch, groups: Sequence[Sequence[Action]]) -> Step:
    """Return the step that asks for the move that the strongest quick level makes, without figures."""
    game = match.game
    made = chosen_by(game.bots.think(match.view(match.mover), Rng(1), LEVELS[-1]))
    encoded = [(group, tuple(map(game.encode, group))) for group in groups]
    right = next(moves for group, moves in encoded if made in group)
    return Step(right, tuple((move, 0) for _, moves in encoded if moves is not right for move in moves))


def promises(match: AnyMatch, wanted: Wanted) -> bool:
    """Return whether a position like this is wanted at all, if the strongest quick level knows the answer."""
    groups = groups_at(match)
    if not 2 <= len(groups) <= MOST_MOVES:
        return False
    step = likely_step(match, groups)
    kind = kind_of(match.game, match.view(match.mover), [match.game.decode(step.right[0])])
    return any(wanted.has_room(strength, kind, step) for strength in STRENGTHS)


def is_wanted(match: AnyMatch, wanted: Wanted) -> bool:
    """Return whether a position is wanted, with the levels that fail at the likely answer."""
    step = likely_step(match, groups_at(match))
    right = [match.game.decode(move) for move in step.right]
    view = match.view(match.mover)
    kind, least = kind_of(match.game, view, right), strength_of(failing(match.game, view, right))
    return any(wanted.has_room(strength, kind, step) for strength in STRENGTHS[least - 1 :])


def puzzle_at(match: AnyMatch, wanted: Wanted) -> Puzzle | None:
    """Return the puzzle of a position, or None if it is none, or one of which there are enough."""
    game, view = match.game, match.view(match.mover)
    moves = [group[0] for group in groups_at(match)]
    if is_hopeless(Trial(game, match.state, moves, trial_seed(match))) or not is_wanted(match, wanted):
        return None
    step = proved_step(match)
    if step is None or not is_sound(match, step):
        return None
    right = [game.decode(move) for move in step.right]
    found = Puzzle(
        seats=len(match.seats),
        seed=match.seed,
        options=match.options,
        actions=tuple(map(game.encode, match.actions)),
        strength=0,
        kind=kind_of(game, view, right),
        steps=(step,),
    )
    whole = widened(found, match)
    return whole if whole and wanted.has_room(whole.strength, whole.kind, step) else None


def has_reason(match: AnyMatch, move: Action) -> bool:
    """Return whether a sentence can say why a move is the best."""
    return require(match.game.hints).explain_action(match.view(match.mover), move).why is not None


def is_sound(match: AnyMatch, step: Step) -> bool:
    """Return whether a proved answer has a reason, and is the best at every level that may play on."""
    return has_reason(match, match.game.decode(step.right[0])) and stands_everywhere(match, step)


def answered(match: AnyMatch, seat: int, move: Action) -> list[Action] | None:
    """Carry out a move and what follows until ``seat`` has a choice; return these actions, or None without a choice.

    The others answer as the level of the last proof does.
    """
    game, made = match.game, [move]
    match.apply(move)
    while not game.is_over(match.state) and len(made) <= MOST_BETWEEN:
        groups = groups_at(match)
        if match.mover == seat and len(groups) > 1:
            return made if len(groups) <= MOST_MOVES else None
        thinking = game.bots.think(match.view(match.mover), Rng(trial_seed(match)), PROOF_LEVEL)
        made.append(groups[0][0] if len(groups) == 1 else chosen_by(thinking))
        match.apply(made[-1])
    return None


def failing_at(match: AnyMatch, step: Step) -> tuple[str, ...]:
    """Return the levels that do not find the best move of a step; none for a question, which no level is asked."""
    if step.ask:
        return ()
    return failing(match.game, match.view(match.mover), [match.game.decode(move) for move in step.right])


def widened(puzzle: Puzzle, match: AnyMatch) -> Puzzle | None:
    """Return a puzzle with the steps that follow its first, its strength, and the levels that fail at it.

    None if it stays a choice between two moves.
    """
    game, seat, steps, at = match.game, match.mover, [puzzle.steps[0]], match.at(len(match.actions))
    fails: set[str] = set()
    while True:
        step = steps[-1]
        right = game.decode(step.right[0])
        fails |= {*failing_at(at, step)}
        question = question_about(at, right)
        if question and question.ask in DECISIVE:
            break
        after = at.at(len(at.actions))
        coming = answered(after, seat, right) if len(steps) < MOST_STEPS else None
        following = proved_step(after, looks=QUICK_LOOKS) if coming else None
        if not coming or not following or not is_sound(after, following):
            break
        steps[-1] = step._replace(then=tuple(map(game.encode, coming)))
        steps.append(following)
        at = after
    if question and (len(groups_at(at)) == 2 or len(steps) == 1):
        steps.append(question)
    if len(steps) == 1 and len(groups_at(match)) == 2:
        return None
    ranked = tuple(level for level in LEVELS if level in fails)
    return puzzle._replace(steps=tuple(steps), fails=ranked, strength=strength_of(ranked))


def gathering(seed: int, level: str) -> Iterator[AnyMatch]:
    """Play a game of one bot that gathers pairs; yield the match after every action."""
    yield from turns("twin_it", [level], EYE_OPTIONS, seed)


def dealing(seed: int, level: str) -> Iterator[AnyMatch]:
    """Deal one card after the other; yield the match after each."""
    match = Match(GAMES["twin_it"], EYE_OPTIONS, [Seat(level, level)], seed)
    for number in range(1, MOST_DEALT + 1):
        match.apply(cast("Action", dealt(number)))
        yield match


def is_eye_wanted(wanted: Wanted, ask: str, strength: int, seed: int) -> bool:
    """Return whether a question of the eye is wanted: in a month each strength has another one."""
    if wanted.strengths[strength] >= wanted.each:
        return False
    if seed >= MONTH_SEEDS:
        return [*EYE][(seed // MONTH_SEEDS + strength) % len(EYE)] == ask
    alike = [count for key, count in wanted.kinds.items() if (key[0], key[1].partition(" ")[2]) == (strength, ask)]
    return sum(alike) < EYE[ask]


def eye_puzzle(wanted: Wanted, seed: int) -> Puzzle | None:
    """Return a puzzle of Twin It!: a question about open cards, in a game of one seat without a clock."""
    rng = Rng(seed * 7919)
    level, rows = rng.choice(LEVELS), []
    asks = [ask for ask in EYE if any(is_eye_wanted(wanted, ask, strength, seed) for strength in STRENGTHS)]
    ask = rng.choice(asks)
    for match in (dealing if ask else gathering)(seed, level):
        view = cast("twin_it.View", match.view(0))
        if view.looks_left and (found := QUESTIONS[ask](view, rng)):
            rows.append((len(match.actions), *found))
    taken = {kind.partition(" ")[0] for _, kind in wanted.kinds}
    for place, strength, pattern, step in rng.shuffled(rows):
        family = str(FAMILY_OF[pattern])
        # the same picture is never the answer twice
        if is_eye_wanted(wanted, ask, strength, seed) and (ask == "pairs" or family not in taken):
            actions = [match.game.encode(action) for action in match.actions[:place]]
            kind = f"{family} {ask}".rstrip()
            return Puzzle(1, seed, EYE_OPTIONS, tuple(actions), strength, kind, (step,))
    return None


def mined(game: str, first: int, wanted: Wanted) -> Iterator[tuple[int, Puzzle | None]]:
    """Look through one game after the other: yield its seed and its puzzle, if any, until none is wanted."""
    for seed in range(first, first + MOST_GAMES):
        if wanted.none:
            return
        if GAMES[game].real_time:
            puzzle = eye_puzzle(wanted, seed)
        else:
            promising = islice((match for match in positions(game, seed) if promises(match, wanted)), TRIES)
            puzzle = next(filter(None, (puzzle_at(match, wanted) for match in promising)), None)
        if puzzle:
            wanted.take(puzzle)
        yield seed, puzzle


def ordered(puzzles: Iterable[Puzzle | None]) -> list[Puzzle]:
    """Return the puzzles as they are shown: by strength, and of one strength the clearest first."""
    return sorted(
        filter(None, puzzles), key=lambda puzzle: (puzzle.month, puzzle.strength, -least_margin(puzzle), puzzle.seed)
    )


def write(game: str, puzzles: Iterable[Puzzle | None]) -> int:
    """Write a game's puzzles and return how many bytes they take."""
    PUZZLES.mkdir(exist_ok=True)
    rows = ",\n".join(json.dumps(PUZZLE.write(puzzle), separators=(",", ":")) for puzzle in ordered(puzzles))
    path = PUZZLES / f"{game}.json"
    path.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    return path.stat().st_size


def stored(game: str) -> list[Puzzle]:
    """Return the puzzles of a game that there are."""
    path = PUZZLES / f"{game}.json"
    return [*map(PUZZLE.read, json.loads(path.read_text(encoding="utf-8")))] if path.exists() else []


def mine(game: str, first: int, wanted: Wanted, month: str = "") -> None:
    """Find the puzzles that are wanted of one game, and write them whenever there is another one."""
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"{game}-{month or first}.txt"
    start, there = time.process_time(), stored(game)
    for seed, puzzle in mined(game, int(path.read_text()) if path.exists() else first, wanted):
        path.write_text(str(seed + 1))
        if puzzle:
            there.append(puzzle._replace(month=month))
            write(game, there)
            told = f"{game} game {seed}, {time.process_time() - start:.0f} s: strength {puzzle.strength}, {puzzle.kind}"
            steps = ", ".join(step.ask or "move" for step in puzzle.steps)
            count = " + ".join(str(wanted.strengths[strength]) for strength in STRENGTHS)
            print(f"{told}, margin {least_margin(puzzle) / PARTS:.1%} ({steps}); there are {count}", flush=True)
    print(f"{game}: {write(game, there)} bytes, {len(there)} puzzles", flush=True)


def first_seed(month: str) -> int:
    """Return the seed of the first game that is searched for a month's set, given as YYYY-MM."""
    year, number = map(int, month.split("-"))
    return (year * 12 + number) * MONTH_SEEDS


def prove(game: str, drop: Sequence[int]) -> None:
    """Keep the puzzles of one game that stand another proof; or drop those with some seeds, without a proof."""
    kept = []
    for puzzle in stored(game):
        again = proved_again(GAMES[game], puzzle) if not drop else puzzle if puzzle.seed not in drop else None
        told = f"margin {least_margin(again) / PARTS:.1%}" if again else "falls"
        print(f"{game} {puzzle.seed}: told {least_margin(puzzle) / PARTS:.1%}, {told}", flush=True)
        kept += [again] if again else []
    write(game, kept)


def keep_standing(game: str) -> None:
    """Keep the puzzles of one game whose answers stand at every level."""
    kept = []
    for puzzle in stored(game):
        weak = weak_steps(GAMES[game], puzzle)
        print(f"{game} {puzzle.seed}: {'; '.join(weak) or 'stands'}", flush=True)
        kept += [] if weak else [puzzle]
    write(game, kept)


def main() -> None:
    """Find the puzzles of the games that are named, or of all of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to search (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game to search")
    parser.add_argument("--each", type=int, default=EACH, help="puzzles of each strength (default: %(default)s)")
    parser.add_argument("--month", default="", metavar="YYYY-MM", help="find the set of this month")
    parser.add_argument("--balance", action="store_true", help="drop puzzles whose verb tells the answer too often")
    parser.add_argument("--exact", action="store_true", help="give the last rows of Push their exact figures")
    parser.add_argument("--only", nargs="+", default=[""], help='find only kinds that begin so: "3", "1 last"')
    parser.add_argument("--fresh", action="store_true", help="start again instead of continuing")
    parser.add_argument("--prove", action="store_true", help="prove the present puzzles, and go on from there")
    parser.add_argument("--stand", action="store_true", help="drop puzzles whose answers hang on a level, and go on")
    parser.add_argument(
        "--drop", type=int, nargs="+", default=(), help="seeds of puzzles to look for others instead of"
    )
    given = parser.parse_args()
    for game in given.games or GAMES:
        # a new puzzle never has the seed of one that falls, by which it may be stored as solved
        before = [puzzle.seed + 1 for puzzle in stored(game) if puzzle.month == given.month]
        if given.exact:
            write(game, [with_exact_ends(GAMES[game], puzzle) for puzzle in stored(game)])
            continue
        if given.balance:
            write(game, balanced(game, stored(game)))
            continue
        if given.prove or given.drop:
            prove(game, given.drop)
        if given.stand and not GAMES[game].real_time:
            keep_standing(game)
        if given.fresh:
            write(game, [puzzle for puzzle in stored(game) if puzzle.month != given.month])
        present = [puzzle for puzzle in stored(game) if puzzle.month == given.month]
        first = first_seed(given.month) if given.month else given.seed
        first = max([first, *before])
        wanted = Wanted(
            EACH_MONTH if given.month else given.each, present, Guesses(game, stored(game)), tuple(given.only)
        )
        mine(game, first, wanted, given.month)


if __name__ == "__main__":
    main()
