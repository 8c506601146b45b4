"""What a server's clock says on a device: by how long texts were on their way, slewed and never jumping.

Every answer to a ping bounds how far the server's clock is ahead of the device's: by no more than if the question had
taken no time, by no less than if the answer had taken none. The narrowest of these bounds are those of the quickest
question and of the quickest answer, which need not belong together; the middle between them is off by half of what the
two differ in. That is why a Wi-Fi that lets texts wait now and then does no harm, and why a way that always takes
longer in one direction than in the other cannot be found out.
"""

from __future__ import annotations

from collections import deque

#: answers are looked at for so long, in milliseconds: clocks do not go alike for ever, and devices sleep
KEPT_MS = 20_000.0
#: by so many it is found out for the first time: until then what is known is taken as it is
FIRST = 5
#: then it follows by no more than this, in milliseconds for each: no time is left out, and none comes twice
SLEW = 0.01


class ServerClock:
    """The clock of a server, as one device knows it. It is told what time the device has, in milliseconds."""

    def __init__(self) -> None:
        #: each answer: when it came, and how far the server can be ahead at most and at least
        self._bounds: deque[tuple[float, float, float]] = deque()
        #: how often it has been heard
        self._count = 0
        self._ahead = 0.0
        #: where that is going, and since when it goes there
        self._target, self._since = 0.0, 0.0

    def begin(self, server_ms: float, now_ms: float) -> None:
        """Begin anew, with a server that has said what time it is: it may be another one."""
        self.forget()
        self._ahead = self._target = server_ms - now_ms
        self._since = now_ms

    def forget(self) -> None:
        """The line is another one from now on: its server may have another clock, and this device may have slept."""
        self._bounds.clear()
        self._count = 0

    @property
    def is_sure(self) -> bool:
        """Whether enough has been heard."""
        return self._count >= FIRST

    def heard(self, asked_ms: float, server_ms: float, now_ms: float) -> None:
        """The server has answered what it was asked at ``asked_ms``, when it had ``server_ms``."""
        ahead = self._ahead_at(now_ms)
        self._bounds.append((now_ms, server_ms - asked_ms, server_ms - now_ms))
        while now_ms - self._bounds[0][0] > KEPT_MS:
            self._bounds.popleft()
        most, least = min(one[1] for one in self._bounds), max(one[2] for one in self._bounds)
        self._target, self._since = (most + least) / 2, now_ms
        self._count += 1
        self._ahead = ahead if self._count > FIRST else self._target

    def _ahead_at(self, now_ms: float) -> float:
        most = SLEW * max(0.0, now_ms - self._since)
        return self._ahead + max(-most, min(most, self._target - self._ahead))

    def at(self, now_ms: float) -> float:
        """What time the server has when the device has ``now_ms``, no earlier than the last answer."""
        return now_ms + self._ahead_at(now_ms)
