"""Results of finished matches that people have missed, as the others began another match before they were back."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from game.core.match import HUMAN, AnyMatch
from game.server.chairs import Chair
from game.server.log_entries import MatchDealt, MatchDealtCovered
from game.wire.messages import MissedResult, Over

#: number of results that are kept: those of an evening
MOST_KEPT = 3


class KeptResult(NamedTuple):
    """A result with the seats of those who have missed it, by token hash."""

    number: int
    over: Over
    seats: Mapping[str, int]


def over_of(n: int, match: AnyMatch, deal: MatchDealt | MatchDealtCovered, chairs: Sequence[Chair]) -> Over:
    """Return the record of a finished match for its devices; ``n`` is the number of the last entry."""
    bots = tuple(seat for seat, chair in enumerate(chairs) if chair.kind == HUMAN and chair.by_bot > chair.own)
    return Over(n, match.save(), deal.seed, deal.nonce, bots)


def with_result(
    kept: Sequence[KeptResult], number: int, over: Over, chairs: Sequence[Chair], actions: int
) -> tuple[KeptResult, ...]:
    """Return the results with that of a match of so many actions, if anybody has been away since before its end."""
    seats = {
        chair.token: seat
        for seat, chair in enumerate(chairs)
        if chair.kind == HUMAN and not chair.is_there and chair.left < actions
    }
    return (*kept, KeptResult(number, over, seats))[-MOST_KEPT:] if seats else tuple(kept)


def without(kept: Sequence[KeptResult], token: str) -> tuple[KeptResult, ...]:
    """Return the results without those for the holder of a token, who has acted again and so has received them."""
    rest = [row._replace(seats={one: seat for one, seat in row.seats.items() if one != token}) for row in kept]
    return tuple(row for row in rest if row.seats)


def missed_by(kept: Sequence[KeptResult], token: str) -> list[MissedResult]:
    """Return the results that the holder of a token has missed, oldest first."""
    return [MissedResult(row.number, row.seats[token], row.over) for row in kept if token in row.seats]
