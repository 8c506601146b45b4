"""What a game was like, for the page after it and for the statistics: reaction times, and matches overlooked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.games.twin_it.bots import Pair, matches, pair_of
from game.games.twin_it.events import CardFlipped, Event, SetStolen, SetWon
from game.games.twin_it.view import View


class Claim(NamedTuple):
    """A set that ``seat`` won, ``ms`` after its later face was shown."""

    seat: int
    ms: int
    pattern: int
    stolen: bool


class Reaction(NamedTuple):
    """The reaction times of one seat in milliseconds; nothing for who has won no set."""

    best: int
    median: int
    times: tuple[int, ...]


def claims_of(events: Iterable[Event]) -> list[Claim]:
    """Every claim of a game in its order."""
    return [
        Claim(event.seat, event.ms, event.pattern, isinstance(event, SetStolen))
        for event in events
        if isinstance(event, (SetWon, SetStolen))
    ]


def reaction_of(claims: Iterable[Claim], seat: int) -> Reaction | None:
    """The reaction times of ``seat``."""
    times = tuple(claim.ms for claim in claims if claim.seat == seat)
    return Reaction(min(times), _median(times), times) if times else None


def overlooked(steps: Iterable[tuple[View, Sequence[Event]]]) -> list[int]:
    """Patterns of matches that lay in sight and that nobody had claimed when the next card was flipped.

    ``steps`` are the game's actions: what a seat saw before each, and what came of it.
    """
    missed: dict[Pair, int] = {}
    for view, events in steps:
        if any(isinstance(event, CardFlipped) for event in events):
            missed.update({pair_of(late, early): late.pattern for late, early in matches(view)})
    return list(missed.values())


def _median(times: Sequence[int]) -> int:
    """The middle of sorted or unsorted times; the browser's Python has no module for it."""
    line = sorted(times)
    return (line[(len(line) - 1) // 2] + line[len(line) // 2]) // 2
