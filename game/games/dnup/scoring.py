"""Letter markers, rounds won and the winner (rule text, sections 5.1 and 6)."""

from collections.abc import Sequence

#: the markers that spell the name of the game, in their order
LETTERS = "dnuP"
#: markers for going out first and second; two players count rounds instead
AWARDS = (2, 1)
ROUND = 1
#: markers, or with two players rounds, that win the game
GOAL = len(LETTERS)
ROUNDS_TO_WIN = 2


def goal_of(seats: int) -> int:
    """Return the points that win: four markers, or two rounds between two players."""
    return GOAL if seats > 2 else ROUNDS_TO_WIN


def shown_totals(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the points up to the goal: the word has four letters, so two more on top of three count as one."""
    return tuple(min(total, goal_of(len(totals))) for total in totals)


def outs_of(seats: int) -> int:
    """Return the number of players that have to go out to end a round."""
    return len(AWARDS) if seats > 2 else 1


def award_of(rank: int, seats: int) -> int:
    """Return the points for going out as number ``rank``, counted from 0."""
    if seats == 2:
        return ROUND if rank == 0 else 0
    return AWARDS[rank] if rank < len(AWARDS) else 0


def winners_of(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seat that has reached the goal, if any; at most one, because the game ends at once."""
    goal = goal_of(len(totals))
    return tuple(seat for seat, total in enumerate(totals) if total >= goal)
