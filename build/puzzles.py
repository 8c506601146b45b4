#!/usr/bin/env python3
"""Find puzzles: positions of games between bots in which one move is certainly better than every other.

Usage: ``python build/puzzles.py [GAME ...] [--seed 1] [--each 10] [--fresh]`` writes ``assets/puzzles/GAME.json``. The
same seed finds the same puzzles. What has been found lies in ``build/out/puzzles`` line by line, so that it goes on
where it was stopped.

Of each game at most one position is taken. Every move that its rules allow is carried out in the same positions that
the seat cannot tell from the true one, and played to the end by the level that reviews play on with. A move is looked
for first, and then put to the proof in other positions: it has to win more often than every other one by ``MARGIN``
of all games, and by ``SURE`` standard errors. Where the level that plays on is not the strongest quick one, that proof
is made once more in yet other positions, with the strongest playing everybody to the end: a margin that exists only
because somebody misplays the rest is none. The figures of a puzzle are those of the last proof.

``--prove`` looks at the puzzles that there are instead, keeps those that pass the last proof, and looks for others in
place of the rest; ``--drop`` does so for the puzzles with these seeds.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import sqrt
from typing import cast

from ladder import turns
from project import ROOT

from game.ai.levels import chosen_by
from game.ai.review import rollout_shares
from game.catalogue.registry import GAMES
from game.core.capabilities import require
from game.core.game import Action, AnyGame, State, View
from game.core.match import AnyMatch
from game.core.options import Json
from game.core.rng import Rng
from game.games.keine_ahnung import rules as keine_ahnung
from game.games.keine_ahnung.odds import memory_of, own_cards
from game.games.keine_ahnung.rules import View as KeineAhnungView
from game.games.twin_it import state as twin_it_actions
from game.games.twin_it import view as twin_it
from game.games.twin_it.bots import matches
from game.games.twin_it.deck import FAMILY_OF, twins_of
from game.tutorial.puzzle import PARTS, STRENGTHS, Puzzle, as_json, from_json, match_at_puzzle

#: the puzzles, and those found so far
PUZZLES, FOUND = ROOT / "assets" / "puzzles", ROOT / "build" / "out" / "puzzles"
#: so many of each strength, of these so many about the same thing, and so many in ten with the very same answer: always
#: paying must not be right all the time
EACH, ALIKE, SAME = 10, 4, 7
#: reasons that make a puzzle too easy: playing the last cards is obvious
PLAIN = frozenset({"out"})
#: the least cost of every other move, as a share of all games, and by how many standard errors
MARGIN, SURE = 0.06, 4.0
#: below this a move is hard to tell from the best, even for a careful player
SUBTLE = 0.10
#: thresholds for the search, which gives up a position whose best move does not lead by about that much at every check:
#: many a good position is among these, but there are others, and most of what is given up has cost little
LOOKING, HOPELESS = 2.5, 0.25
#: the numbers of sampled states after which the moves are compared
LOOKS = (8, 12, 18, 27, 40, 60, 90, 135, 200, 300, 450, 675, 1000)
#: before that so many samples tell which positions are worth a comparison
GLANCE = 3
#: with so many of these a proof begins
LEAST = 5
#: so many positions of a game are tried: none from its first half, when much is still to come for any move, and none
#: after more actions
TRIES, FIRST_HALF, LONGEST = 10, 0.5, 300
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
#: the level for the last proof, and the most slices of an average play-out by the level that plays on for which it is
#: quick enough
PROOF_LEVEL, PROOF_SLICES = "hard", {"dnup": 24}
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


# ---- moves that are the same ------------------------------------------------------------------------


def sort_of(game: AnyGame, view: View, action: Action) -> Hashable:
    """Return the kind of a move by what this seat may know: moves of one kind are judged together."""
    if isinstance(action, keine_ahnung.Action) and action.verb == keine_ahnung.Verb.REVEAL:
        seen = cast("KeineAhnungView", view)
        mine, _unknown = own_cards(seen, memory_of(seen, 1.0))
        return ("reveal", mine.get(action.which, -1))
    return json.dumps(game.encode(action))


def sorts_of(game: AnyGame, view: View, actions: Iterable[Action]) -> list[list[Action]]:
    """Return the moves, those of one kind together."""
    groups: dict[Hashable, list[Action]] = {}
    for action in actions:
        groups.setdefault(sort_of(game, view, action), []).append(action)
    return list(groups.values())


# ---- judging ----------------------------------------------------------------------------------------


class Trial:
    """Moves of one position, each carried out in the same sampled states and played to the end."""

    def __init__(self, game: AnyGame, state: State, moves: Sequence[Action], seed: int, proof_level: str = "") -> None:
        self.game, self.moves, self.seat = game, moves, game.to_move(state)
        #: the level that plays everything, "" for the one that reviews play on with; and the slices so far
        self.proof_level, self.slices = proof_level, 0
        self._view, self._rng = game.view(state, self.seat), Rng(seed)
        #: the sampled states with the random numbers of each
        self._worlds: list[tuple[State, int]] = []
        #: by move, the seat's share of the win in each state
        self.shares: list[list[float]] = [[] for _ in moves]

    def go_on(self, count: int, places: Iterable[int]) -> None:
        """Play these moves out until each of them has met the first ``count`` states."""
        while len(self._worlds) < count:
            self._worlds.append((self.game.sample_state(self._view, self._rng), self._rng.below(2**30)))
        for place in places:
            shares = self.shares[place]
            for world, luck in self._worlds[len(shares) : count]:
                *pauses, share = rollout_shares(self.game, world, self.moves[place], self.seat, luck, self.proof_level)
                self.slices += len(pauses)
                assert share is not None
                shares.append(share)

    def mean(self, place: int) -> float:
        """Return the share of games that a move wins."""
        return sum(self.shares[place]) / len(self.shares[place])

    def lead(self, place: int, other: int) -> tuple[float, float]:
        """Return the lead of a move over another, and its standard error, over the states in which both were tried."""
        pairs = list(zip(self.shares[place], self.shares[other], strict=False))
        count = len(pairs)
        lead = sum(one - two for one, two in pairs) / count
        spread = sum((one - two - lead) ** 2 for one, two in pairs) / (count - 1)
        # where all results are the same, a different one may still come
        return lead, sqrt(max(spread, 1 / count) / count)


def is_hopeless(trial: Trial) -> bool:
    """Return whether no move stands out at the first check: of all moves, then of the two that seem to be the best."""
    if is_slow(trial):
        return True
    best, other = sorted(range(len(trial.moves)), key=trial.mean, reverse=True)[:2]
    trial.go_on(LOOKS[0], (best, other))
    lead, error = trial.lead(best, other)
    return lead + HOPELESS * error < MARGIN


def is_slow(trial: Trial) -> bool:
    """Return whether the strongest level would take too long for the last proof, after a glance at every move."""
    trial.go_on(GLANCE, range(len(trial.moves)))
    most = PROOF_SLICES.get(trial.game.name)
    return most is not None and trial.slices > most * GLANCE * len(trial.moves)


def looked_for(trial: Trial) -> int | None:
    """Return the place of the move that seems to be better than every other one, or None if there is none."""
    left = set(range(len(trial.moves)))
    for count in LOOKS:
        trial.go_on(count, sorted(left))
        best = max(sorted(left), key=trial.mean)
        leads = {other: trial.lead(best, other) for other in range(len(trial.moves)) if other != best}
        if any(lead + HOPELESS * error < MARGIN for lead, error in leads.values()):
            return None
        if all(lead >= MARGIN and lead >= LOOKING * error for lead, error in leads.values()):
            return best
        left = {best, *(other for other, (lead, error) in leads.items() if lead < max(MARGIN, SURE * error))}
    return None


def proved(trial: Trial, best: int) -> dict[int, tuple[float, float]] | None:
    """Return what every other move costs against the ``best``, with standard errors, or None if that is uncertain."""
    others = [place for place in range(len(trial.moves)) if place != best]
    leads: dict[int, tuple[float, float]] = {}
    for count in LOOKS[LEAST:]:
        unsure = [other for other in others if other not in leads or not certain(*leads[other])]
        trial.go_on(count, [best, *unsure])
        leads |= {other: trial.lead(best, other) for other in unsure}
        if any(lead + HOPELESS * error < MARGIN for lead, error in leads.values()):
            return None
        if all(certain(*row) for row in leads.values()):
            return leads
    return None


def confirmed(game: AnyGame, state: State, moves: Sequence[Action], best: int, seed: int) -> Trial | None:
    """Return the last proof of the ``best`` move, with the strongest level playing everybody, or None if it fails."""
    trial = Trial(game, state, moves, seed, PROOF_LEVEL)
    return trial if proved(trial, best) is not None else None


def certain(lead: float, error: float) -> bool:
    """Return whether a move with such a lead is better beyond doubt."""
    return lead >= MARGIN and lead >= SURE * error


# ---- who finds it -----------------------------------------------------------------------------------


def finds(game: AnyGame, view: View, level: str, right: Sequence[Action], times: int = TIMES) -> bool:
    """Return whether a level mostly makes one of the ``right`` moves."""
    made = sum(chosen_by(game.bots.think(view, Rng(1 + number), level)) in right for number in range(times))
    return made * TIMES >= FINDS_IN.get(game.name, FINDS) * times


def strengths(game: AnyGame, view: View, right: Sequence[Action]) -> tuple[int, ...]:
    """Return the strengths needed to find it: of two, the second if the margin is subtle."""
    *weaker, strongest = LEVELS
    if not finds(game, view, strongest, right, 3):
        return (3,)
    if all(finds(game, view, level, right) for level in weaker):
        return (1,)
    return (2, 3)


def kind_of(game: AnyGame, view: View, right: Sequence[Action]) -> str:
    """Return the subject of a position: the reason why the answer is best."""
    encoded = game.encode(right[0])
    verb = str(encoded[0] if isinstance(encoded, list) else encoded)
    why = require(game.hints).explain_action(view, right[0]).why
    # the same reason may have several texts, which are told apart behind a point
    return f"{verb} {why.key.partition('.')[0]}" if why else verb


class Wanted:
    """Counts of puzzles of each strength, kind and answer, and whether more are wanted."""

    def __init__(self, each: int, found: Iterable[Puzzle | None] = ()) -> None:
        self.each = each
        self.strengths: Counter[int] = Counter()
        self.kinds: Counter[tuple[int, str]] = Counter()
        self.answers: Counter[tuple[int, str]] = Counter()
        for puzzle in filter(None, found):
            self.take(puzzle)

    def take(self, puzzle: Puzzle) -> None:
        """Count another puzzle."""
        self.strengths[puzzle.strength] += 1
        self.kinds[puzzle.strength, puzzle.kind] += 1
        self.answers[puzzle.strength, json.dumps(puzzle.right[0])] += 1

    def has_room(self, strength: int, kind: str, answer: Json) -> bool:
        """Return whether a puzzle of that strength and kind with this answer is still wanted, and not too easy."""
        return (
            kind.rpartition(" ")[2] not in PLAIN
            and self.strengths[strength] < self.each
            and self.kinds[strength, kind] < ALIKE
            and self.answers[strength, json.dumps(answer)] < max(1, self.each * SAME // 10)
        )

    @property
    def none(self) -> bool:
        """Return whether there are enough of every strength."""
        return all(self.strengths[strength] >= self.each for strength in STRENGTHS)


# ---- positions --------------------------------------------------------------------------------------


def seated(game: str, seed: int) -> tuple[list[str], dict[str, Json]]:
    """Return the players of the game with that seed, and its house rules."""
    seats, options = TABLES[game][seed % len(TABLES[game])]
    rng = Rng(seed * 7919)
    return [rng.choice(LEVELS) for _ in range(seats)], OPEN[game] | options


def positions(name: str, seed: int) -> Iterator[AnyMatch]:
    """Yield some positions of a game between bots in which there is a choice, in random order."""
    game = GAMES[name]
    levels, options = seated(name, seed)
    choices = []
    for match in turns(name, levels, options, seed):
        if len(game.legal_actions(match.state)) > 1:
            choices.append(len(match.actions))
    places = [place for place in choices if FIRST_HALF * len(match.actions) <= place <= LONGEST]
    for place in Rng(seed * 104_729).shuffled(places)[:TRIES]:
        yield match.at(place)


def promises(match: AnyMatch, groups: Sequence[Sequence[Action]], wanted: Wanted) -> bool:
    """Return whether it is worth judging a position: not if there are enough like it, as far as the levels know."""
    game, view = match.game, match.view(match.game.to_move(match.state))
    made = chosen_by(game.bots.think(view, Rng(1), LEVELS[-1]))
    likely = next(group for group in groups if made in group)
    kind, answer = kind_of(game, view, likely), game.encode(likely[0])
    return any(wanted.has_room(strength, kind, answer) for strength in strengths(game, view, likely))


def proved_again(game: AnyGame, puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle with the figures of the last proof, or None if it fails or would take too long."""
    match = match_at_puzzle(game, puzzle)
    view, seed = match.view(game.to_move(match.state)), puzzle.seed * 1_000_003 + len(match.actions)
    groups = sorts_of(game, view, game.legal_actions(match.state))
    best = next(place for place, group in enumerate(groups) if game.encode(group[0]) in puzzle.right)
    moves = [group[0] for group in groups]
    if is_slow(Trial(game, match.state, moves, seed)):
        return None
    trial = confirmed(game, match.state, moves, best, seed + 501)
    return judged(puzzle, trial, groups, best) if trial else None


def judged(puzzle: Puzzle, trial: Trial, groups: Sequence[Sequence[Action]], best: int) -> Puzzle:
    """Return the puzzle with the figures of a trial of these moves."""
    game, others = trial.game, [place for place in range(len(groups)) if place != best]
    costs = {place: trial.lead(best, place) for place in others}
    _margin, error = min(costs.values())
    return puzzle._replace(
        wrong=[(game.encode(action), round(PARTS * costs[place][0])) for place in others for action in groups[place]],
        chance=round(PARTS * trial.mean(best)),
        error=max(1, round(PARTS * error)),
    )


def puzzle_at(match: AnyMatch, wanted: Wanted, seed: int) -> Puzzle | None:
    """Return the puzzle of a position, or None if it is none, or one of which there are enough."""
    game, state = match.game, match.state
    view = match.view(game.to_move(state))
    groups = sorts_of(game, view, game.legal_actions(state))
    if not 2 <= len(groups) <= MOST_MOVES:
        return None
    moves = [group[0] for group in groups]
    trial = Trial(game, state, moves, seed * 1_000_003 + len(match.actions))
    if is_hopeless(trial) or not promises(match, groups, wanted):
        return None
    best = looked_for(trial)
    if best is None:
        return None
    right = groups[best]
    kind, likely, answer = kind_of(game, view, right), strengths(game, view, right), game.encode(right[0])
    if not any(wanted.has_room(strength, kind, answer) for strength in likely):
        return None
    # other states: those in which it was found speak too well of it
    trial = Trial(game, state, moves, seed * 1_000_003 + len(match.actions) + 500)
    if proved(trial, best) is None:
        return None
    if require(game.play_outs).proof_level:
        last = confirmed(game, state, moves, best, seed * 1_000_003 + len(match.actions) + 501)
        if last is None:
            return None
        trial = last
    found = Puzzle(
        seats=len(match.seats),
        seed=match.seed,
        options=match.options,
        actions=[game.encode(action) for action in match.actions],
        strength=likely[0],
        kind=kind,
        right=[game.encode(action) for action in right],
    )
    found = judged(found, trial, groups, best)
    strength = likely[-1] if found.margin < PARTS * SUBTLE else likely[0]
    return found._replace(strength=strength) if wanted.has_room(strength, kind, answer) else None


# ---- Twin It! -----------------------------------------------------------------------------------------


def likeness(view: twin_it.View, pair: Sequence[twin_it.Face]) -> tuple[int, int, int]:
    """Return how hard two equal cards are to find: the number of cards, near-twins of theirs, and of each other."""
    kin = twins_of(pair[0].pattern)
    patterns = [face.pattern for face in view.faces]
    alike = sum(other in twins_of(one) for place, one in enumerate(patterns) for other in patterns[:place])
    return len(patterns), sum(pattern in kin for pattern in patterns), alike


def eye_strength(cards: int, kin: int, alike: int) -> int:
    """Return the strength of a puzzle of the eye; 0 if it is none of the three."""
    if 8 <= cards <= 13 and not kin and alike <= 1:
        return 1
    if 15 <= cards <= 21 and alike <= 6:
        return 2
    return 3 if cards >= 24 and kin and alike >= 5 else 0


def claim(cards: tuple[int, int]) -> Action:
    """Return a claim of these cards, at any time."""
    return cast("Action", twin_it_actions.Action(twin_it_actions.Verb.COLLECT, 0, 0, cards))


def eye_puzzle(wanted: Wanted, seed: int) -> Puzzle | None:
    """Return a puzzle of Twin It!: open cards with exactly one set among them, in a game of one bot without a clock."""
    rng = Rng(seed * 7919)
    level, options = rng.choice(LEVELS), {"mode": "minute", "calm": True, "minute": 120}
    rows: list[tuple[int, int, tuple[twin_it.Face, twin_it.Face]]] = []
    for match in turns("twin_it", [level], options, seed):
        view = cast("twin_it.View", match.view(0))
        pairs = list(matches(view))
        if len(pairs) == 1 and view.looks_left and (strength := eye_strength(*likeness(view, pairs[0]))):
            rows.append((len(match.actions), strength, pairs[0]))
    for place, strength, pair in rng.shuffled(rows):
        kind = str(FAMILY_OF[pair[0].pattern])
        # the same picture is never the answer twice
        if wanted.strengths[strength] >= wanted.each or any(of == kind for _, of in wanted.kinds):
            continue
        actions = [match.game.encode(action) for action in match.actions[:place]]
        one, other = (face.card for face in pair)
        right = [match.game.encode(claim(cards)) for cards in ((one, other), (other, one))]
        return Puzzle(1, seed, options, actions, strength, kind, right)
    return None


# ---- looking through games ----------------------------------------------------------------------------


def mined(game: str, first: int, each: int, before: Sequence[Puzzle | None] = ()) -> Iterator[Puzzle | None]:
    """Look through one game after the other: yield its puzzle, or None, until there are enough of every strength.

    Those of the games ``before`` have been found already.
    """
    wanted = Wanted(each, before)
    for seed in range(first + len(before), first + MOST_GAMES):
        if wanted.none:
            return
        if GAMES[game].real_time:
            puzzle = eye_puzzle(wanted, seed)
        else:
            puzzle = next(filter(None, (puzzle_at(match, wanted, seed) for match in positions(game, seed))), None)
        if puzzle:
            wanted.take(puzzle)
        yield puzzle


def ordered(puzzles: Iterable[Puzzle | None]) -> list[Puzzle]:
    """Return the puzzles as they are shown: by strength, and of one strength the clearest first."""
    return sorted(filter(None, puzzles), key=lambda puzzle: (puzzle.strength, -puzzle.margin, puzzle.seed))


def write(game: str, puzzles: Iterable[Puzzle | None]) -> int:
    """Write a game's puzzles and return how many bytes they take."""
    PUZZLES.mkdir(exist_ok=True)
    rows = ",\n".join(json.dumps(as_json(puzzle), separators=(",", ":")) for puzzle in ordered(puzzles))
    path = PUZZLES / f"{game}.json"
    path.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    return path.stat().st_size


def mine(game: str, first: int, each: int, fresh: bool) -> None:
    """Find the puzzles of one game, report progress, and write them whenever there is another one."""
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"{game}-{first}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = [from_json(json.loads(line)) if line != "null" else None for line in lines]
    start = time.process_time()
    with path.open("a", encoding="utf-8") as file:
        for puzzle in mined(game, first, each, found):
            found.append(puzzle)
            print(json.dumps(as_json(puzzle) if puzzle else None), file=file, flush=True)
            if puzzle:
                write(game, found)
                told = f"game {first + len(found) - 1}, {time.process_time() - start:.0f} s"
                sure = f"margin {puzzle.margin / PARTS:.1%} +-{puzzle.error / PARTS:.1%}"
                count = Counter(other.strength for other in found if other)
                there = " + ".join(str(count[strength]) for strength in STRENGTHS)
                print(
                    f"{game} {told}: strength {puzzle.strength}, {puzzle.kind}, {sure}; there are {there}", flush=True
                )
    print(f"{game}: {write(game, found)} bytes, {len(ordered(found))} puzzles of {len(found)} games", flush=True)


def prove(game: str, each: int, drop: Sequence[int]) -> None:
    """Keep the puzzles of one game that pass the last proof, and go on with the games after the last of them.

    With the seeds of some to ``drop`` the others stay without a proof.
    """
    rows = json.loads((PUZZLES / f"{game}.json").read_text(encoding="utf-8"))
    kept, last = [], 0
    for puzzle in map(from_json, rows):
        again = proved_again(GAMES[game], puzzle) if not drop else puzzle if puzzle.seed not in drop else None
        last = max(last, puzzle.seed)
        told = f"margin {again.margin / PARTS:.1%} +-{again.error / PARTS:.1%}" if again else "falls"
        print(f"{game} {puzzle.seed}: told {puzzle.margin / PARTS:.1%}, {told}", flush=True)
        kept += [again] if again else []
    write(game, kept)
    first = last + 1 - len(kept)
    FOUND.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(as_json(puzzle)) + "\n" for puzzle in kept]
    (FOUND / f"{game}-{first}.jsonl").write_text("".join(lines), encoding="utf-8")
    mine(game, first, each, fresh=False)


def main() -> None:
    """Find the puzzles of the games that are named, or of all of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to search (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game to search")
    parser.add_argument("--each", type=int, default=EACH, help="puzzles of each strength (default: %(default)s)")
    parser.add_argument("--fresh", action="store_true", help="start again instead of continuing")
    parser.add_argument("--prove", action="store_true", help="prove the present puzzles, and go on from there")
    parser.add_argument(
        "--drop", type=int, nargs="+", default=(), help="seeds of puzzles to look for others instead of"
    )
    given = parser.parse_args()
    for game in given.games or GAMES:
        if given.prove or given.drop:
            prove(game, given.each, given.drop)
            continue
        mine(game, given.seed, given.each, given.fresh)


if __name__ == "__main__":
    main()
