"""The clock, as a value that is handed around: tests use one that they turn themselves."""

import time
from typing import Protocol


class Clock(Protocol):
    """Milliseconds that only go forward."""

    def now_ms(self) -> float:
        """Milliseconds since some fixed moment."""

    def wall_ms(self) -> float:
        """Milliseconds since 1970: the date and time of day."""


#: a first reading was never held up longer than this
MOST_AHEAD_MS = 500.0


class RealClock(Clock):
    """The machine's clock."""

    def __init__(self, origin_ms: float = 0.0) -> None:
        #: added to the performance counter, so that time stamps from elsewhere are on the same clock
        self.origin_ms = origin_ms
        self._last = float("-inf")

    def now_ms(self) -> float:
        self._last = max(self._last, time.perf_counter() * 1000 + self.origin_ms)
        return self._last

    def hold_back(self, origin_ms: float) -> None:
        """Take a better reading of the origin, a lower one: the clock was ahead and stands still until it is not.

        One that is lower by far is none: it would stop the game.
        """
        if self.origin_ms - MOST_AHEAD_MS <= origin_ms < self.origin_ms:
            self.origin_ms = origin_ms

    def wall_ms(self) -> float:
        return time.time() * 1000


class ManualClock(Clock):
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.ms = 0.0

    def now_ms(self) -> float:
        return self.ms

    def wall_ms(self) -> float:
        """A fixed day, moving with the clock."""
        return 1_767_225_600_000 + self.ms

    def pass_ms(self, ms: float) -> None:
        """Move on."""
        self.ms += ms
