"""The best moment of a match of Twin It!: a pair taken from somebody, a triple, the quickest claim or the fifth set."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.moments import Moment
from game.games.twin_it.clockwork import TwinItMatch
from game.games.twin_it.events import GameEnded, SetStolen, SetWon
from game.games.twin_it.history import Step, claims_of, steps_of
from game.games.twin_it.state import SETS_TO_WIN

#: a pair taken from somebody impresses as much as a claim in so many milliseconds
STOLEN_MS = 700
#: a pair of one's own that becomes a triple as one in so many
TRIPLE_MS = 1300
#: and the set that wins the game, which every game has, less than any: it is told where there is nothing else to tell
FIFTH_MS = 600_000
#: a claim is never told as quicker than this, in seconds
LEAST_SECONDS = 0.1


def _wins(match: TwinItMatch, step: Step, seat: int) -> bool:
    """Whether ``seat`` has won the game in this step by its fifth set."""
    state = match.state
    ended = any(isinstance(event, GameEnded) for event in step.events)
    return ended and state.sets_of_side(state.side_of(seat)) >= SETS_TO_WIN


def moments(match: TwinItMatch) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    calm = match.state.options.calm
    for length, step in enumerate(steps_of(match, (match.humans or [0])[0]), 1):
        for event in step.events:
            if isinstance(event, SetStolen):
                card = (event.pattern,)
                if match.state.side_of(event.owner) == match.state.side_of(event.seat):
                    yield Moment("triple", event.seat, length, 1000 / TRIPLE_MS, card)
                else:
                    yield Moment("stolen", event.seat, length, 1000 / STOLEN_MS, card, other=event.owner)
            if isinstance(event, SetWon | SetStolen) and _wins(match, step, event.seat):
                yield Moment("fifth", event.seat, length, 1000 / FIFTH_MS, (event.pattern,))
        if not calm:
            for claim in claims_of([step]):
                seconds = max(LEAST_SECONDS, round(claim.ms / 1000, 1))
                told = (("seconds", seconds),)
                yield Moment("quick", claim.seat, length, 1 / seconds, (claim.pattern,), told)
