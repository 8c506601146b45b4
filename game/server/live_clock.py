"""Clock of a match in real time: when it runs and stops, and the delay with which actions count.

The clock follows from the log alone. It starts shortly after everybody present is ready, and stops when a player
leaves, sits down or asks for a pause: only after all actions until then have counted, so that nobody can escape their
effect. A player who is absent when all others are ready does not act: their cards are flipped automatically, and no bot
wins for them. A seat that was given up is played by a bot.

The device's stamp of an action is believed within limits (:func:`believed_stamp`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.game import Event
from game.core.live import AnyLiveGame
from game.wire.messages import LiveClock

#: time from the last ready player to the uncovering, in milliseconds, so that everybody is told before
COUNT_IN_MS = 2_000
#: least and largest lag in milliseconds: half of it for the way to the devices, half for the way back
LAG_MS = (100, 350)
#: allowance for a way that is longer than half the round trip
JITTER_MS = 30
#: assumed round trip time before it is measured
UNKNOWN_MS = 150
#: number of late actions that increase the lag, and the increase in milliseconds
LATE_ACTIONS, MORE_MS = 3, 50
#: faster than any human reaction, in milliseconds
QUICK_MS = 120
#: the most actions in a game
MAX_ACTIONS = 15_000


class TableClock(NamedTuple):
    """State of a table's clock as the log tells it. Stamps are those of the table's own clock."""

    seats: int
    #: no hurry: actions count when they arrive, and nothing is due
    untimed: bool = False
    start_ms: int = 0
    base: int = 0
    until: int = -1
    delay: int = 0
    lag: int = 0
    #: everything up to this stamp is decided
    decided: int = 0
    #: ready seats with the round trip time to their devices
    ready: tuple[tuple[int, int], ...] = ()
    stopped_by: int = -1
    #: actions that came too late since the lag was last raised
    late_moves: int = 0
    too_fast: tuple[int, ...] = ()
    moves: int = 0
    #: the first cards have been uncovered
    uncovered: bool = False

    @property
    def runs(self) -> bool:
        """True if the clock runs or is about to start."""
        return self.start_ms > 0

    def at(self, now_ms: int) -> int:
        """Return the stamp at a server time."""
        if not self.runs:
            return self.base
        shown = self.base + max(0, now_ms - self.start_ms)
        return min(shown, self.until) if self.until >= 0 else shown

    def when(self, stamp: int) -> int:
        """Return the server time of a stamp."""
        return self.start_ms + max(0, stamp - self.base)

    @property
    def live_clock(self) -> LiveClock:
        """The part that everybody is told."""
        ready = tuple(seat for seat, _ in self.ready)
        times = (self.start_ms, self.base, self.until, self.delay, self.lag)
        return LiveClock(*times, ready, self.stopped_by, self.too_fast, self.uncovered)

    def begun(self, at: int) -> "TableClock":
        """Return the clock started, as everybody is ready."""
        delay, lag = delays_for(
            0 if self.untimed else max((rtt for _, rtt in self.ready), default=UNKNOWN_MS), self.untimed
        )
        return self._replace(
            start_ms=at + COUNT_IN_MS,
            until=-1,
            delay=delay,
            lag=max(lag, self.lag),
            ready=(),
            stopped_by=-1,
            late_moves=0,
        )

    def stopped(self, at: int, because: int) -> "TableClock":
        """Return the clock set to stop once all actions until now have counted."""
        if not self.runs or self.until >= 0:
            return self
        until = max(self.at(at) + self.lag, self.decided + 1)
        return self._replace(until=until, stopped_by=because)

    def broken(self) -> "TableClock":
        """Return the clock stopped at the last decision, after a time without an arbiter."""
        return self._replace(start_ms=0, base=max(self.base, self.decided), until=-1, stopped_by=-1, ready=())

    def lived(self, until: int) -> "TableClock":
        """Return the clock with everything up to ``until`` decided; the first decision uncovers the cards."""
        after = self._replace(decided=until, uncovered=True)
        return after._replace(start_ms=0, base=until, until=-1) if until == self.until else after

    def noticed(self, game: AnyLiveGame, events: Sequence[Event]) -> "TableClock":
        """Return the clock with superhuman reactions among the events counted."""
        counts = [*self.too_fast]
        for event in events:
            reaction = game.reaction(event)
            if reaction is not None and reaction[1] - self.lag < QUICK_MS and not self.untimed:
                counts[reaction[0]] += 1
        return self._replace(too_fast=tuple(counts))


def delays_for(rtt: int, calm: bool) -> tuple[int, int]:
    """Return (delay, lag): how much later devices show events, and how much later still an action counts.

    ``rtt`` is the round trip time to the slowest device, in milliseconds.
    """
    if calm:
        return 0, 0
    least, most = LAG_MS
    delay = min(max(rtt // 2 + JITTER_MS, least // 2), most // 2)
    return delay, 2 * delay


def believed_stamp(stamp: int, came: int, delay: int, lag: int) -> int:
    """Return the stamp of an action: what its device says, as far as that is possible.

    An action was made at the latest when it arrived. Its actual travel time is unknown, but it counts one lag after its
    stamp and never before it has arrived, so a false earlier stamp gains no more than the lag less the actual travel
    time. A late action is late by at most the longest lag.
    """
    return max(min(stamp, came - delay), came - lag - LAG_MS[1])
