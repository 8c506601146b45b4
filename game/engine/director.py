"""The director: plays scripts one after the other, at the player's pace.

A script is a generator: it starts movements and yields how many milliseconds to wait, at normal speed.
A tap skips: movements end at once and the script runs to its end without waiting. Nothing here blocks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

Script = Iterator[float]
#: a single wait longer than this, in milliseconds at normal speed, is a mistake and is cut short
WATCHDOG_MS = 6000.0


class Director:
    """Plays scripts in order. ``pace`` multiplies every duration; 0 means at once."""

    def __init__(self, finish: Callable[[], None]) -> None:
        #: ends every movement at once
        self._finish = finish
        self.pace = 1.0
        self._queue: deque[Script] = deque()
        self._wait = 0.0

    @property
    def busy(self) -> bool:
        """Whether a script is running or waiting."""
        return bool(self._queue)

    def play(self, script: Script) -> None:
        """Play ``script`` after those that are waiting."""
        self._queue.append(script)

    def update(self, ms: float) -> None:
        """Let ``ms`` milliseconds pass."""
        self._wait -= ms
        while self._queue and self._wait <= 0:
            try:
                wait = next(self._queue[0])
            except StopIteration:
                self._queue.popleft()
                self._wait = max(self._wait, 0.0)
                continue
            self._wait = max(self._wait, -50.0) + min(wait, WATCHDOG_MS) * self.pace
        if not self._queue:
            self._wait = 0.0

    def skip(self) -> None:
        """Run everything that is waiting to its end now."""
        while self._queue:
            for _wait in self._queue[0]:
                pass
            self._queue.popleft()
        self._wait = 0.0
        self._finish()
