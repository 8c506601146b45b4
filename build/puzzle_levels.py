"""The levels with which the answer of a puzzle stands: all that may play on, in every seat.

An answer must not hang on what somebody does who has nothing to win. So the best move has to win more often than every
other one with every pair of a level for the others and one for the seat that moves, in sampled states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from puzzle_proof import Trial, groups_at, trial_seed

from game.ai.levels import play_out
from game.ai.rollouts import LONGEST, win_share
from game.core.game import Action, AnyGame, State
from game.core.match import AnyMatch
from game.core.rng import Rng
from game.tutorial.puzzle import Puzzle, Step, match_at_puzzle

#: the levels that may play on, in games where all of them play the end with care: in the others normal forgets cards or
#: throws a lead away, and answers are proved with hard alone
FOLLOWERS = {"nein_danke": ("normal", "hard", "expert")}
#: the numbers of games of each move after which the moves are compared, and the standard errors that are beyond chance
GAMES, BEYOND_CHANCE = (20, 60, 120, 240, 480), 2.0
#: with the fewest games a lead is only said to be hopeless, at so many standard errors
HOPELESS = 3.0


class Table(Trial):
    """Moves of one position, played to the end with a level for the seat that moves and one for the others."""

    def __init__(self, match: AnyMatch, moves: Sequence[Action], others: str, own: str) -> None:
        super().__init__(match.game, match.state, moves, trial_seed(match) + 900)
        self.levels = [own if seat == self.seat else others for seat in range(len(match.seats))]

    def _share(self, world: State, move: Action, luck: int) -> float:
        def level_at(state: State) -> str:
            return self.levels[self.game.to_move(state)]

        *_, end = play_out(self.game, self.game.bots, world, move, Rng(luck), level_at, LONGEST)
        assert end is not None
        return win_share(self.game, end, self.seat)

    def stands(self, best: int) -> bool:
        """Return whether a move wins more often than every other one beyond chance."""
        unsure = [place for place in range(len(self.moves)) if place != best]
        for count in GAMES:
            self.go_on(count, [best, *unsure])
            leads = {place: self.lead(best, place) for place in unsure}
            if any(lead + HOPELESS * error <= 0 or (count > GAMES[0] and lead <= 0) for lead, error in leads.values()):
                return False
            if count != GAMES[0]:
                unsure = [place for place, (lead, error) in leads.items() if lead <= BEYOND_CHANCE * error]
            if not unsure:
                return True
        return False


def tables_at(match: AnyMatch, step: Step) -> Iterator[tuple[str, str, bool]]:
    """Yield the levels of the others and of the seat that moves, and whether an answer is the best one with them."""
    game, groups = match.game, groups_at(match)
    best = next(place for place, group in enumerate(groups) if game.encode(group[0]) in step.right)
    moves = [group[0] for group in groups]
    for others, own in product(FOLLOWERS.get(game.name, ()), repeat=2):
        yield others, own, Table(match, moves, others, own).stands(best)


def stands_everywhere(match: AnyMatch, step: Step) -> bool:
    """Return whether an answer is the best one with every pair of levels."""
    return all(stands for _others, _own, stands in tables_at(match, step))


def weak_steps(game: AnyGame, puzzle: Puzzle) -> list[str]:
    """Return a puzzle's decisions whose answer does not stand everywhere, each with the levels it fails with."""
    match, found = match_at_puzzle(game, puzzle), []
    for number, step in enumerate(puzzle.steps, 1):
        tables = () if step.ask else tables_at(match, step)
        if failing := [f"{others}/{own}" for others, own, stands in tables if not stands]:
            found.append(f"{number}: {' '.join(failing)}")
        for action in step.then:
            match.apply(game.decode(action))
    return found
