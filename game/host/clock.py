"""Clock, passed as a value so that tests can use a manual one."""

import time
from typing import Protocol


class Clock(Protocol):
    """A monotonic clock in milliseconds."""

    def now_ms(self) -> float:
        """Return milliseconds since a fixed moment."""

    def wall_ms(self) -> float:
        """Return milliseconds since 1970: the date and time of day."""


#: the largest correction of the first reading
MOST_AHEAD_MS = 500.0


class RealClock(Clock):
    """The machine's clock."""

    def __init__(self, origin_ms: float = 0.0) -> None:
        #: added to the performance counter, so that it agrees with time stamps from elsewhere
        self.origin_ms = origin_ms
        self._last = float("-inf")

    def now_ms(self) -> float:
        self._last = max(self._last, time.perf_counter() * 1000 + self.origin_ms)
        return self._last

    def hold_back(self, origin_ms: float) -> None:
        """Lower the origin after a better reading: the clock was ahead, and stands still until it is not.

        A much lower reading is ignored, as it would stop the game.
        """
        if self.origin_ms - MOST_AHEAD_MS <= origin_ms < self.origin_ms:
            self.origin_ms = origin_ms

    def wall_ms(self) -> float:
        return time.time() * 1000


class ManualClock(Clock):
    """A clock that moves only on request."""

    def __init__(self) -> None:
        self.ms = 0.0

    def now_ms(self) -> float:
        return self.ms

    def wall_ms(self) -> float:
        """Return a fixed day plus the clock's time."""
        return 1_767_225_600_000 + self.ms

    def pass_ms(self, ms: float) -> None:
        """Advance the clock."""
        self.ms += ms
