"""Letter markers, rounds won and the winner (rule text, sections 5.1 and 6)."""

from collections.abc import Sequence

from game.core.cache import cached

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


def prospects(totals: Sequence[int]) -> list[tuple[float, float]]:
    """Return every seat's share of the win and lead at the end of the game, expected between two rounds.

    A round deals everything anew, so every seat is as likely as any other to go out as each number.
    """
    order = sorted(range(len(totals)), key=totals.__getitem__)
    ranked = _ranked_prospects(tuple(totals[seat] for seat in order))
    return [ranked[order.index(seat)] for seat in range(len(totals))]


@cached(256)
def _ranked_prospects(totals: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    """Return the same for points in ascending order."""
    seats, won = range(len(totals)), winners_of(totals)
    if won:
        leads = (totals[seat] - max(totals[:seat] + totals[seat + 1 :]) for seat in seats)
        return tuple((float(seat in won), float(lead)) for seat, lead in enumerate(leads))
    ends = []
    for first in seats:
        after = _awarded(totals, first, 0)
        others = [second for second in seats if second != first] if outs_of(len(seats)) > 1 else [first]
        ends += [prospects(after if winners_of(after) else _awarded(after, second, 1)) for second in others]
    return tuple(
        (sum(end[seat][0] for end in ends) / len(ends), sum(end[seat][1] for end in ends) / len(ends)) for seat in seats
    )


def _awarded(totals: Sequence[int], seat: int, rank: int) -> tuple[int, ...]:
    """Return the points after a seat has gone out as number ``rank``."""
    return (*totals[:seat], totals[seat] + award_of(rank, len(totals)), *totals[seat + 1 :])
