"""The clock, as a value that is handed around: tests use one that they turn themselves."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Milliseconds that only go forward."""

    def now_ms(self) -> float:
        """Milliseconds since some fixed moment."""


class RealClock:
    """The machine's clock."""

    def now_ms(self) -> float:
        """Milliseconds of the performance counter."""
        return time.perf_counter() * 1000


class ManualClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.ms = 0.0

    def now_ms(self) -> float:
        """Milliseconds passed by :meth:`pass_ms`."""
        return self.ms

    def pass_ms(self, ms: float) -> None:
        """Move on."""
        self.ms += ms
