"""Which puzzles a game still wants: of each strength, theme and answer so many, and none that its verb gives away.

No verb may tell the answer: always choosing the same one solves at most two thirds of the decisions between verbs, of a
theme and of a game. Where there is only one verb, no reason may be that of more than two thirds of a theme.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from game.catalogue.presentations import PRESENTATIONS
from game.core.options import Json
from game.tutorial.puzzle import STRENGTHS, Puzzle, Step

#: puzzles of each strength, the most of these with one theme, and the most in ten with the very same answer: always
#: paying must not be right all the time
EACH, ALIKE, SAME = 14, 5, 7
#: the greatest share of decisions of a theme or a game that one verb or reason may solve, and how many need no share
GUESSED, FEW_GUESSED = 2 / 3, 2
#: reasons that make a puzzle too easy: playing the last cards is obvious
PLAIN = frozenset({"out"})


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


def least_margin(puzzle: Puzzle) -> int:
    """Return the least margin of a puzzle's steps, in thousandths."""
    return min(step.margin for step in puzzle.steps)
