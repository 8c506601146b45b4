"""A puzzle: a position of a game between bots in which one move is certainly better than every other.

It is kept as the game that led there, so that it is reached by the rules and by nothing else. What is best was found
out beforehand (``build/puzzles.py``): every move was carried out in the same positions that the seat cannot tell from
the true one, and played to its end. Nothing is worked out while it is shown.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.game import A, E, Game, S, V
from game.core.match import HUMAN, Match, Seat
from game.core.options import Json
from game.core.rng import Rng

#: how strong a player finds the answer: the weakest level, the strongest, or hardly anybody
STRENGTHS = (1, 2, 3)
#: shares of won games are kept in parts of a thousand
PARTS = 1000
#: so many positions show whether it is certain what comes of a move
WORLDS = 12


class Puzzle(NamedTuple):
    """One puzzle. Moves are as their game encodes them."""

    seats: int
    seed: int
    options: Mapping[str, Json]
    actions: Sequence[Json]
    strength: int
    #: what it is about, so that there are not many of a kind: the reason of the answer
    kind: str
    #: the answer, maybe with others that are the same, such as another of several cards that nobody knows
    right: Sequence[Json]
    #: every other move, and what it costs against the answer, in parts of a thousand games
    wrong: Sequence[tuple[Json, int]] = ()
    #: in parts of a thousand games: how many the answer wins, and the standard error of the least cost
    chance: int = 0
    error: int = 0

    def cost(self, action: Json) -> int | None:
        """What a move costs in parts of a thousand: 0 for the answer, None for one that nobody has judged."""
        if action in self.right:
            return 0
        return next((cost for other, cost in self.wrong if other == action), None)

    @property
    def margin(self) -> int:
        """What the least of the other moves costs, in parts of a thousand."""
        return min((cost for _, cost in self.wrong), default=PARTS)


def is_certain(match: Match[S, A, E, V], seat: int, action: A) -> bool:
    """Whether the one on ``seat`` knows beforehand what comes of a move: no card turns up, no die is rolled.

    That is tried in some positions that the seat cannot tell from the true one, with another luck in each.
    """
    game, view = match.game, match.view(seat)

    def seen(state: S, luck: int) -> list[E | None]:
        return [game.visible(event, seat) for event in game.apply(state, action, Rng(luck))[1]]

    first = seen(match.state, 0)
    return all(seen(game.sample_state(view, Rng(number)), 1 + number) == first for number in range(WORLDS))


def match_at_puzzle(game: Game[S, A, E, V], puzzle: Puzzle, seats: Sequence[Seat] = ()) -> Match[S, A, E, V]:
    """The match as far as the puzzle; raise what the rules raise where it breaks them."""
    seats = seats or [Seat(f"P{seat}", HUMAN) for seat in range(puzzle.seats)]
    match = Match(game, puzzle.options, seats, puzzle.seed)
    for action in puzzle.actions:
        match.apply(game.decode(action))
    return match


def from_json(row: Json) -> Puzzle:
    """The puzzle that ``as_json`` wrote; raise ValueError for anything else."""
    if not isinstance(row, dict) or set(row) != set(Puzzle._fields):
        raise ValueError("no puzzle")
    return Puzzle(**{**row, "wrong": tuple((move, cost) for move, cost in row["wrong"])})


def as_json(puzzle: Puzzle) -> dict[str, Json]:
    """The puzzle as JSON."""
    return {**puzzle._asdict(), "options": dict(puzzle.options), "wrong": [list(row) for row in puzzle.wrong]}
