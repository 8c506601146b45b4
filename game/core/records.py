"""What is kept of a finished match beyond its points, where a game has something to tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class MatchRecord(NamedTuple):
    """What the statistics keep of a match played against the clock beyond its points. Times in milliseconds.

    A time is 0 where there is none; without a clock there are no times at all.
    """

    #: which of its modes was played
    mode: str = ""
    #: what a group has reached together, 0 to 3 for nothing to gold; -1 where nobody plays together
    medal: int = -1
    best_ms: int = 0
    median_ms: int = 0
    #: the median of the opponents
    rival_ms: int = 0
    times: tuple[int, ...] = ()
    #: how many matches were seen by nobody in time
    overlooked: int = 0
    errors: int = 0
    #: how quick the person seemed in the end, and with what it played: what the next table goes by
    pace_ms: int = 0
    hand: str = ""
    #: what was taken for alike and only nearly is, each time once: families of faces as the game numbers them
    confused: tuple[int, ...] = ()


def median(times: Sequence[int]) -> int:
    """The middle of some whole numbers, sorted or not; the browser's Python has no module for it."""
    line = sorted(times)
    return (line[(len(line) - 1) // 2] + line[len(line) // 2]) // 2
