#!/usr/bin/env python3
"""Find puzzles: positions of games between bots in which one move is certainly better than every other.

Usage: ``python build/puzzles.py [GAME ...] [--seed 1] [--each 14] [--fresh]`` writes ``assets/puzzles/GAME.json``. The
same seed finds the same puzzles. What has been found lies in ``build/out/puzzles`` line by line, so that it goes on
where it was stopped. ``--month 2027-01`` adds that month's set instead, found from games whose seeds follow from the
month.

Of each game at most one position is taken. Every move that its rules allow is carried out in the same positions that
the seat cannot tell from the true one, and played to the end by the level that reviews play on with. A move is found
first and then proved in other positions: it has to win more often than every other one by ``MARGIN``
of all games, and by ``SURE`` standard errors. Where the level that plays on is not the strongest quick one, the
proof is repeated in yet other positions, with the strongest playing everybody to the end: a margin that exists only
because somebody misplays the rest does not count. The figures of a puzzle are those of the last proof.

A puzzle goes on for up to ``MOST_STEPS`` decisions while the next one passes the same proof; the others answer as
the strongest quick level does. A choice between only two moves is no puzzle, so it is followed by a question
(``puzzle_questions.py``). Its strength is the number of the levels that fail.

No verb may tell the answer: always choosing the same one solves at most two thirds of the decisions between verbs, of a
theme and of a game. Where there is only one verb, no reason may be that of more than two thirds of a theme. The search
passes over what would be too much of one; ``--balance`` drops what is.

``--prove`` looks at the puzzles that there are instead, keeps those that pass the last proof, and looks for others in
place of the rest; ``--drop`` does so for the puzzles with these seeds. Where only the
die of Push is left to chance, the figures are exact; ``--exact`` gives such figures to the puzzles that there are.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import sqrt
from typing import cast

from ladder import turns
from project import ROOT
from puzzle_eyes import QUESTIONS, dealt
from puzzle_questions import DECISIVE, question_about

from game.ai.levels import chosen_by
from game.ai.rollouts import rollout_shares
from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.capabilities import require
from game.core.game import Action, AnyGame, State, View
from game.core.match import AnyMatch, Match, Seat
from game.core.options import Json
from game.core.rng import Rng
from game.games.keine_ahnung import rules as keine_ahnung
from game.games.keine_ahnung.odds import memory_of, own_cards
from game.games.keine_ahnung.rules import View as KeineAhnungView
from game.games.push import ending
from game.games.push import rules as push
from game.games.twin_it import view as twin_it
from game.games.twin_it.deck import FAMILY_OF
from game.tutorial.puzzle import PARTS, PUZZLE, STRENGTHS, Puzzle, Step, match_at_puzzle

#: the puzzles, and those found so far
PUZZLES, FOUND = ROOT / "assets" / "puzzles", ROOT / "build" / "out" / "puzzles"
#: puzzles of each strength, the most of these with one theme, and the most in ten with the very same answer: always
#: paying must not be right all the time
EACH, ALIKE, SAME = 14, 5, 7
#: the greatest share of decisions of a theme or a game that one verb or reason may solve, and how many need no share
GUESSED, FEW_GUESSED = 2 / 3, 2
#: the limits of exact figures: nothing waits for them
EXACT = ending.Limits(0, 200_000, 4)
#: puzzles of each strength in a month's set, and the number of seeds reserved for a month
EACH_MONTH, MONTH_SEEDS = 1, 10_000
#: the most steps of a puzzle, and the most actions between two of them
MOST_STEPS, MOST_BETWEEN = 4, 16
#: reasons that make a puzzle too easy: playing the last cards is obvious
PLAIN = frozenset({"out"})
#: the least cost of every other move, as a share of all games, and by how many standard errors
MARGIN, SURE = 0.06, 4.0
#: thresholds for the search, which gives up a position whose best move does not lead by about that much at every check:
#: many a good position is among these, but there are others, and most of what is given up has cost little
LOOKING, HOPELESS = 2.5, 0.25
#: the numbers of sampled states after which the moves are compared
LOOKS = (8, 12, 18, 27, 40, 60, 90, 135, 200, 300, 450, 675, 1000)
#: those of the search, and of the proof of a step after the first: there are plenty of positions that need no more
QUICK_LOOKS = LOOKS[:9]
#: before that so many samples tell which positions are worth a comparison
GLANCE = 3
#: with so many of these a proof begins
LEAST = 5
#: so many positions of a game are tried: none from before that share of its actions, when much is still to come for any
#: move, and none after more actions
TRIES, EARLIEST, LONGEST = 10, 0.8, 300
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
#: the level for the last proof, and the most slices of an average play-out by the level that plays on for which it is
#: quick enough, for a first step and for the others
PROOF_LEVEL, PROOF_SLICES, QUICK_SLICES = "hard", {"dnup": 24}, {"dnup": 4}
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


def is_hopeless(trial: Trial, slices: Mapping[str, int] = PROOF_SLICES) -> bool:
    """Return whether no move stands out at the first check: of all moves, then of the two that seem to be the best."""
    if is_slow(trial, slices):
        return True
    best, other = sorted(range(len(trial.moves)), key=trial.mean, reverse=True)[:2]
    trial.go_on(LOOKS[0], (best, other))
    lead, error = trial.lead(best, other)
    return lead + HOPELESS * error < MARGIN


def is_slow(trial: Trial, slices: Mapping[str, int] = PROOF_SLICES) -> bool:
    """Return whether the strongest level would take too long for the last proof, after a glance at every move."""
    trial.go_on(GLANCE, range(len(trial.moves)))
    most = slices.get(trial.game.name)
    return most is not None and trial.slices > most * GLANCE * len(trial.moves)


def looked_for(trial: Trial) -> int | None:
    """Return the place of the move that seems to be better than every other one, or None if there is none."""
    left = set(range(len(trial.moves)))
    for count in QUICK_LOOKS:
        trial.go_on(count, sorted(left))
        best = max(sorted(left), key=trial.mean)
        leads = {other: trial.lead(best, other) for other in range(len(trial.moves)) if other != best}
        if any(lead + HOPELESS * error < MARGIN for lead, error in leads.values()):
            return None
        if all(lead >= MARGIN and lead >= LOOKING * error for lead, error in leads.values()):
            return best
        left = {best, *(other for other, (lead, error) in leads.items() if lead < max(MARGIN, SURE * error))}
    return None


def proved(trial: Trial, best: int, looks: Sequence[int] = LOOKS) -> dict[int, tuple[float, float]] | None:
    """Return what every other move costs against the ``best``, with standard errors, or None if that is uncertain."""
    others = [place for place in range(len(trial.moves)) if place != best]
    leads: dict[int, tuple[float, float]] = {}
    for count in looks[LEAST:]:
        unsure = [other for other in others if other not in leads or not certain(*leads[other])]
        trial.go_on(count, [best, *unsure])
        leads |= {other: trial.lead(best, other) for other in unsure}
        if any(lead + HOPELESS * error < MARGIN for lead, error in leads.values()):
            return None
        if all(certain(*row) for row in leads.values()):
            return leads
    return None


def confirmed(match: AnyMatch, moves: Sequence[Action], best: int, looks: Sequence[int] = LOOKS) -> Trial | None:
    """Return the last proof of the ``best`` move, with the strongest level playing everybody, or None if it fails."""
    trial = Trial(match.game, match.state, moves, trial_seed(match) + 501, PROOF_LEVEL)
    return trial if proved(trial, best, looks) is not None else None


def certain(lead: float, error: float) -> bool:
    """Return whether a move with such a lead is better beyond doubt."""
    return lead >= MARGIN and lead >= SURE * error


# ---- who finds it -----------------------------------------------------------------------------------


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


def verb_of(move: Json) -> str:
    """Return the verb of an encoded move."""
    return str(move[0] if isinstance(move, list) else move)


def guess(step: Step) -> tuple[str, float] | None:
    """Return the verb of the best move, and how likely it is to be found by any move of that verb.

    None for a question, and where only one verb is possible.
    """
    moves = Counter(verb_of(move) for move in (*step.right, *(move for move, _ in step.wrong)))
    if step.ask or len(moves) < 2:
        return None
    verb = verb_of(step.right[0])
    return verb, len(step.right) / moves[verb]


class Guesses:
    """Counts of the decisions of a game and of each of its themes that always choosing the same verb solves."""

    def __init__(self, game: str, puzzles: Iterable[Puzzle] = ()) -> None:
        self._themes: Mapping[str, str] = getattr(PRESENTATIONS[game].match_texts, "themes", {})
        #: decisions by theme, "" being the game; and those that a verb solves
        self.decisions: Counter[str] = Counter()
        self.solved: defaultdict[tuple[str, str], float] = defaultdict(float)
        for puzzle in puzzles:
            self.take(puzzle)

    def places(self, kind: str, is_first: bool = True) -> tuple[str, ...]:
        """Return where a decision counts: its theme, which is told of a puzzle's first one alone, and the game."""
        theme = self._themes.get(kind.partition(" ")[2], "")
        return ("", theme) if is_first and theme else ("",)

    def told(self, kind: str, step: Step, is_first: bool = True) -> list[tuple[str, str, float]]:
        """Return the places where a decision counts, each with what tells its answer, and how likely it is to do so.

        That is the verb; where only one is possible, the reason of a puzzle's first move.
        """
        if found := guess(step):
            return [(place, *found) for place in self.places(kind, is_first)]
        theme = self.places(kind)[-1]
        return [(theme, kind.partition(" ")[2], 1.0)] if is_first and theme and not step.ask else []

    def take(self, puzzle: Puzzle) -> None:
        """Count the decisions of another puzzle."""
        for number, step in enumerate(puzzle.steps):
            for place, teller, chance in self.told(puzzle.kind, step, not number):
                self.decisions[place] += 1
                self.solved[place, teller] += chance

    @property
    def overfull(self) -> list[tuple[str, str]]:
        """The themes, or "" for the game, with the verb or reason that solves too much there."""
        return [key for key, count in self.solved.items() if is_too_much(count, self.decisions[key[0]])]

    def has_room(self, kind: str, step: Step) -> bool:
        """Return whether another first decision does not make its verb solve too much."""
        return not any(
            is_too_much(self.solved[place, teller] + chance, self.decisions[place] + 1)
            for place, teller, chance in self.told(kind, step)
        )


def is_too_much(solved: float, decisions: int) -> bool:
    """Return whether a verb or reason solves too many of these decisions."""
    return solved > max(FEW_GUESSED, GUESSED * decisions)


class Wanted:
    """Counts of puzzles of each strength, kind and answer, and whether more are wanted."""

    def __init__(
        self,
        each: int,
        found: Iterable[Puzzle | None] = (),
        guesses: Guesses | None = None,
        only: tuple[str, ...] = ("",),
    ) -> None:
        #: the beginnings of the kinds that are wanted
        self.each, self.guesses, self.only = each, guesses, only
        self.strengths: Counter[int] = Counter()
        self.kinds: Counter[tuple[int, str]] = Counter()
        self.answers: Counter[tuple[int, str]] = Counter()
        for puzzle in filter(None, found):
            self._count(puzzle)

    def take(self, puzzle: Puzzle) -> None:
        """Count a puzzle that has been found."""
        self._count(puzzle)
        if self.guesses:
            self.guesses.take(puzzle)

    def _count(self, puzzle: Puzzle) -> None:
        self.strengths[puzzle.strength] += 1
        self.kinds[puzzle.strength, puzzle.kind] += 1
        self.answers[puzzle.strength, json.dumps(puzzle.steps[0].right[0])] += 1

    def has_room(self, strength: int, kind: str, step: Step) -> bool:
        """Return whether a puzzle of that strength and kind with this first step is still wanted, and not too easy."""
        return (
            kind.rpartition(" ")[2] not in PLAIN
            and kind.startswith(self.only)
            and self.strengths[strength] < self.each
            and self.kinds[strength, kind] < ALIKE
            and self.answers[strength, json.dumps(step.right[0])] < max(1, self.each * SAME // 10)
            and (self.guesses is None or self.guesses.has_room(kind, step))
        )

    @property
    def none(self) -> bool:
        """Return whether there are enough of every strength."""
        return all(self.strengths[strength] >= self.each for strength in STRENGTHS)


def excess(guesses: Guesses, puzzle: Puzzle, theme: str, teller: str) -> int:
    """Return by how many a puzzle's decisions that a verb or reason tells outnumber the others of a theme or game."""
    rows = [guesses.told(puzzle.kind, step, not number) for number, step in enumerate(puzzle.steps)]
    tellers = [told for row in rows for place, told, _ in row if place == theme]
    return 2 * tellers.count(teller) - len(tellers)


def balanced(game: str, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles without some whose verb solves too much: first those that have it most often."""
    kept = list(puzzles)
    while overfull := (guesses := Guesses(game, kept)).overfull:
        theme, teller = overfull[-1]
        counts = Counter(puzzle.strength for puzzle in kept if not puzzle.month)
        rows = [
            (
                bool(puzzle.month),
                -excess(guesses, puzzle, theme, teller),
                -counts[puzzle.strength],
                least_margin(puzzle),
                place,
            )
            for place, puzzle in enumerate(kept)
            if theme in guesses.places(puzzle.kind)
        ]
        del kept[min(rows)[-1]]
    return kept


# ---- positions --------------------------------------------------------------------------------------


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
    places = [place for place in choices if EARLIEST * len(match.actions) <= place <= LONGEST]
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


def step_of(trial: Trial, groups: Sequence[Sequence[Action]], best: int) -> Step:
    """Return the step that asks for the best of these moves, with the figures of a trial."""
    game, others = trial.game, [place for place in range(len(groups)) if place != best]
    costs = {place: trial.lead(best, place) for place in others}
    _margin, error = min(costs.values())
    return Step(
        right=tuple(map(game.encode, groups[best])),
        wrong=tuple((game.encode(move), round(PARTS * costs[place][0])) for place in others for move in groups[place]),
        chance=round(PARTS * trial.mean(best)),
        error=max(1, round(PARTS * error)),
    )


def proved_step(match: AnyMatch, best: int | None = None, looks: Sequence[int] = LOOKS) -> Step | None:
    """Return the step that asks for the best move of a position, looked for unless it is given; None if unproved."""
    game, state, groups = match.game, match.state, groups_at(match)
    moves = [group[0] for group in groups]
    trial = Trial(game, state, moves, trial_seed(match))
    slices = PROOF_SLICES if looks is LOOKS else QUICK_SLICES
    if is_slow(trial, slices) if best is not None else is_hopeless(trial, slices):
        return None
    if best is None and (best := looked_for(trial)) is None:
        return None
    # other states, because those in which it was found flatter it
    trial = Trial(game, state, moves, trial_seed(match) + 500)
    if proved(trial, best, looks) is None:
        return None
    if not require(game.play_outs).proof_level:
        return exactly(match, step_of(trial, groups, best))
    last = confirmed(match, moves, best, looks)
    return exactly(match, step_of(last, groups, best)) if last else None


def exactly(match: AnyMatch, step: Step) -> Step:
    """Return the step with exact figures instead of those of a trial, where only the die of Push is left to chance."""
    view: object = match.view(match.mover)
    found = ending.results(view, EXACT) if isinstance(view, push.View) else {}
    if not found:
        return step
    shares = {json.dumps(match.game.encode(cast(Action, action))): share for action, (share, _) in found.items()}
    best = min(shares[json.dumps(move)] for move in step.right)
    wrong = tuple((move, round(PARTS * (best - shares[json.dumps(move)]))) for move, _ in step.wrong)
    return step._replace(wrong=wrong, chance=round(PARTS * best), error=0)


def with_exact_ends(game: AnyGame, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with exact figures at every step that has some."""
    match, steps = match_at_puzzle(game, puzzle), []
    for step in puzzle.steps:
        steps.append(step if step.ask else exactly(match, step))
        for action in step.then:
            match.apply(game.decode(action))
    return puzzle._replace(steps=tuple(steps))


def groups_at(match: AnyMatch) -> list[list[Action]]:
    """Return the moves of the seat to move, those of one kind together."""
    return sorts_of(match.game, match.view(match.mover), match.game.legal_actions(match.state))


def trial_seed(match: AnyMatch) -> int:
    """Return the seed of a position's trials."""
    return match.seed * 1_000_003 + len(match.actions)


def proved_again(game: AnyGame, puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle with the figures of another proof of every step, or None if one fails."""
    match, steps = match_at_puzzle(game, puzzle), []
    for before in puzzle.steps:
        step = before
        if not step.ask:
            groups = groups_at(match)
            best = next(place for place, group in enumerate(groups) if game.encode(group[0]) in step.right)
            again = proved_step(match, best)
            if again is None:
                return None
            step = again._replace(then=before.then)
        steps.append(step)
        for action in step.then:
            match.apply(game.decode(action))
    return puzzle._replace(steps=tuple(steps))


def puzzle_at(match: AnyMatch, wanted: Wanted) -> Puzzle | None:
    """Return the puzzle of a position, or None if it is none, or one of which there are enough."""
    game, view = match.game, match.view(match.mover)
    moves = [group[0] for group in groups_at(match)]
    if is_hopeless(Trial(game, match.state, moves, trial_seed(match))) or not is_wanted(match, wanted):
        return None
    step = proved_step(match)
    if step is None:
        return None
    right = [game.decode(move) for move in step.right]
    if not has_reason(match, right[0]):
        return None
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


# ---- steps after the first ------------------------------------------------------------------------


def has_reason(match: AnyMatch, move: Action) -> bool:
    """Return whether a sentence can say why a move is the best."""
    return require(match.game.hints).explain_action(match.view(match.mover), move).why is not None


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
        if not coming or not following or not has_reason(after, game.decode(following.right[0])):
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


# ---- Twin It! -----------------------------------------------------------------------------------------


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


# ---- looking through games ----------------------------------------------------------------------------


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


def least_margin(puzzle: Puzzle) -> int:
    """Return the least margin of a puzzle's steps, in thousandths."""
    return min(step.margin for step in puzzle.steps)


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
    parser.add_argument(
        "--drop", type=int, nargs="+", default=(), help="seeds of puzzles to look for others instead of"
    )
    given = parser.parse_args()
    for game in given.games or GAMES:
        if given.exact:
            write(game, [with_exact_ends(GAMES[game], puzzle) for puzzle in stored(game)])
            continue
        if given.balance:
            write(game, balanced(game, stored(game)))
            continue
        if given.prove or given.drop:
            prove(game, given.drop)
        if given.fresh:
            write(game, [puzzle for puzzle in stored(game) if puzzle.month != given.month])
        present = [puzzle for puzzle in stored(game) if puzzle.month == given.month]
        first = first_seed(given.month) if given.month else given.seed
        first = max([first, *(puzzle.seed + 1 for puzzle in present)])
        wanted = Wanted(
            EACH_MONTH if given.month else given.each, present, Guesses(game, stored(game)), tuple(given.only)
        )
        mine(game, first, wanted, given.month)


if __name__ == "__main__":
    main()
