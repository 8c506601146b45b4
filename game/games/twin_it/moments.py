"""The best moment of a match of Twin It!: the quickest claim, or a pair that was taken from somebody."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.moments import Moment
from game.games.twin_it.clockwork import TwinItMatch
from game.games.twin_it.events import SetStolen
from game.games.twin_it.history import claims_of, steps_of

#: a pair taken from somebody impresses as much as a claim in so many milliseconds
STOLEN_MS = 700
#: a claim is never told as quicker than this, in seconds
LEAST_SECONDS = 0.1


def moments(match: TwinItMatch) -> Iterator[Moment]:
    """What of a finished match is worth telling once more."""
    calm = match.state.options.calm
    for length, step in enumerate(steps_of(match, (match.humans or [0])[0]), 1):
        for event in step.events:
            if isinstance(event, SetStolen) and event.owner != event.seat:
                weight = 1000 / STOLEN_MS
                yield Moment("stolen", event.seat, length, weight, (event.pattern,), other=event.owner)
        if not calm:
            for claim in claims_of([step]):
                seconds = max(LEAST_SECONDS, round(claim.ms / 1000, 1))
                told = (("seconds", seconds),)
                yield Moment("quick", claim.seat, length, 1 / seconds, (claim.pattern,), told)
