"""The director: plays scripts one after the other, at the player's pace.

A script is a generator that starts movements and yields the milliseconds to wait, at normal speed, or a :class:`Look`.
A tap skips: movements end at once and the script runs without waiting to its end or the next look. Nothing here blocks.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

#: longer waits, in milliseconds at normal speed, are mistakes and are cut
WATCHDOG_MS = 6000.0


class Look(NamedTuple):
    """A wait for something shown only once, which lasts ``ms`` at any speed, even without animation."""

    ms: float


Script: TypeAlias = Iterator[float | Look]


class Director:
    """Plays scripts in order. ``pace`` multiplies every duration; 0 is instant."""

    def __init__(self, finish: Callable[[], None]) -> None:
        #: ends every movement at once
        self._finish = finish
        self.pace = 1.0
        self._queue: deque[Script] = deque()
        self._wait = 0.0
        #: the current wait is a look
        self._is_pausing = False

    @property
    def busy(self) -> bool:
        """True while a script is running or waiting."""
        return bool(self._queue)

    @property
    def pauses(self) -> bool:
        """True during a look."""
        return self._is_pausing and self._wait > 0

    def play(self, script: Script) -> None:
        """Queue ``script``."""
        self._queue.append(script)

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds."""
        self._wait -= ms
        while self._queue and self._wait <= 0:
            try:
                wait = next(self._queue[0])
            except StopIteration:
                self._queue.popleft()
                self._wait = max(self._wait, 0.0)
                continue
            self._is_pausing = isinstance(wait, Look)
            ms, pace = (wait.ms, 1.0) if isinstance(wait, Look) else (wait, self.pace)
            self._wait = max(self._wait, -50.0) + max(0.0, min(ms, WATCHDOG_MS)) * pace
        if not self._queue:
            self._wait = 0.0

    def skip(self, keep_looks: bool = False) -> None:
        """Run all queued scripts to their end now, or with ``keep_looks`` to the next look, which lasts."""
        if keep_looks and self.pauses:
            return
        while self._queue:
            for wait in self._queue[0]:
                if keep_looks and isinstance(wait, Look):
                    self._is_pausing, self._wait = True, min(wait.ms, WATCHDOG_MS)
                    self._finish()
                    return
            self._queue.popleft()
        self._wait = 0.0
        self._finish()
