"""Puzzles: positions from games between bots in which one move is certainly the best.

A puzzle is stored as the game that led to it, so its position follows from the rules. The best move was found
beforehand (``build/puzzles.py``): every move was carried out in the same states, sampled from the seat's view, and
played to the end. Nothing is computed while it is shown.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.game import A, E, Game, S, V
from game.core.match import HUMAN, Match, Seat
from game.core.options import Json
from game.core.rng import Rng

#: difficulty: found by the weakest level, by the strongest, or by hardly anybody
STRENGTHS = (1, 2, 3)
#: unit of the shares of won games: thousandths
PARTS = 1000
#: number of sampled states for testing whether an outcome is certain
WORLDS = 12


class Puzzle(NamedTuple):
    """One puzzle. Moves are as their game encodes them."""

    seats: int
    seed: int
    options: Mapping[str, Json]
    actions: Sequence[Json]
    strength: int
    #: its theme, the reason for the answer, used to keep puzzles varied
    kind: str
    #: the answer, with equivalent moves such as another of several unknown cards
    right: Sequence[Json]
    #: every other move, with its cost against the answer in thousandths of games
    wrong: Sequence[tuple[Json, int]] = ()
    #: in thousandths of games: the share won by the answer, and the standard error of the least cost
    chance: int = 0
    error: int = 0

    def cost(self, action: Json) -> int | None:
        """Return the cost of a move in thousandths: 0 for the answer, None if it was not judged."""
        if action in self.right:
            return 0
        return next((cost for other, cost in self.wrong if other == action), None)

    @property
    def margin(self) -> int:
        """The least cost of the other moves, in thousandths."""
        return min((cost for _, cost in self.wrong), default=PARTS)


def is_certain(match: Match[S, A, E, V], seat: int, action: A) -> bool:
    """Return True if the person at ``seat`` knows the outcome of a move: no card turned up, no die rolled.

    This is tested in several sampled states, with different randomness in each.
    """
    game, view = match.game, match.view(seat)

    def seen(state: S, luck: int) -> list[E | None]:
        return [game.visible(event, seat) for event in game.apply(state, action, Rng(luck))[1]]

    first = seen(match.state, 0)
    return all(seen(game.sample_state(view, Rng(number)), 1 + number) == first for number in range(WORLDS))


def match_at_puzzle(game: Game[S, A, E, V], puzzle: Puzzle, seats: Sequence[Seat] = ()) -> Match[S, A, E, V]:
    """Return the match up to the puzzle; raise the rules' errors if they are broken."""
    seats = seats or [Seat(f"P{seat}", HUMAN) for seat in range(puzzle.seats)]
    match = Match(game, puzzle.options, seats, puzzle.seed)
    for action in puzzle.actions:
        match.apply(game.decode(action))
    return match


def from_json(row: Json) -> Puzzle:
    """Return the puzzle that ``as_json`` wrote; raise ValueError for anything else."""
    if not isinstance(row, dict) or set(row) != set(Puzzle._fields):
        raise ValueError("no puzzle")
    return Puzzle(**{**row, "wrong": tuple((move, cost) for move, cost in row["wrong"])})


def as_json(puzzle: Puzzle) -> dict[str, Json]:
    """Return the puzzle as JSON."""
    return {**puzzle._asdict(), "options": dict(puzzle.options), "wrong": [list(row) for row in puzzle.wrong]}
