"""The clock of a match of real time: when it goes and stands still, and how late what is done counts.

The clock of such a table is worked out from the lines alone. It goes on a moment after everybody who is there is ready,
and stands still once somebody who plays is gone, sits down or wants it to: not at once, but when everything counts that
was done by then, so that nobody gets out of anything by it. Whoever is away when all others are ready has no hands: the
cards of that seat are flipped by themselves, and no bot wins for it. Whose seat is left for good has a bot.

A hand is believed to have come down when its device says; but none counts before it is here (:func:`believed_stamp`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.game import Event
from game.core.live import AnyLiveGame
from game.wire.messages import LiveClock

#: so long after the last one is ready the faces are uncovered, in milliseconds: everybody is told by then
COUNT_IN_MS = 2_000
#: the least and the most that everything counts later than it is done; half of it is for the way to the devices, the
#: other half for the way back
LAG_MS = (100, 350)
#: a way is taken to be so much longer now and then than half of what it takes there and back
JITTER_MS = 30
#: a way that nobody has measured yet, there and back
UNKNOWN_MS = 150
#: so many hands too late, and everything counts by so much later from then on
LATE_HANDS, MORE_MS = 3, 50
#: nobody reacts as quickly to what comes into sight
QUICK_MS = 120
#: a game has so many hands, at most
MOST_HANDS = 15_000


class TableClock(NamedTuple):
    """How time passes at a table of real time, as its lines tell it. Stamps are those of the table's own clock."""

    seats: int
    #: no hand is in a hurry: whatever is done counts when it comes, and nothing is due
    calm: bool = False
    start_ms: int = 0
    base: int = 0
    until: int = -1
    delay: int = 0
    lag: int = 0
    #: everything up to there is decided
    decided: int = 0
    #: seat -> how long a text takes to the device that is ready there and back
    ready: tuple[tuple[int, int], ...] = ()
    because: int = -1
    #: hands that came too late since everything counts as late as it does
    late: int = 0
    quick: tuple[int, ...] = ()
    hands: int = 0

    @property
    def runs(self) -> bool:
        """Whether the clock goes, or will in a moment."""
        return self.start_ms > 0

    def at(self, now_ms: int) -> int:
        """What the table's clock shows at a moment of the server's."""
        if not self.runs:
            return self.base
        shown = self.base + max(0, now_ms - self.start_ms)
        return min(shown, self.until) if self.until >= 0 else shown

    def when(self, stamp: int) -> int:
        """The moment of the server's clock at which the table's shows ``stamp``."""
        return self.start_ms + max(0, stamp - self.base)

    @property
    def live_clock(self) -> LiveClock:
        """What everybody is told of it."""
        ready = tuple(seat for seat, _ in self.ready)
        return LiveClock(self.start_ms, self.base, self.until, self.delay, self.lag, ready, self.because, self.quick)

    def begun(self, at: int) -> TableClock:
        """Everybody is ready: it goes on."""
        delay, lag = delays_for(0 if self.calm else max((rtt for _, rtt in self.ready), default=UNKNOWN_MS), self.calm)
        return self._replace(
            start_ms=at + COUNT_IN_MS,
            until=-1,
            delay=delay,
            lag=max(lag, self.lag),
            ready=(),
            because=-1,
            late=0,
        )

    def stopped(self, at: int, because: int) -> TableClock:
        """It stands still as soon as all counts that has been done by now."""
        if not self.runs or self.until >= 0:
            return self
        until = max(self.at(at) + self.lag, self.decided + 1)
        return self._replace(until=until, because=because)

    def broken(self) -> TableClock:
        """Nobody has decided for a while: it stands still where that ended."""
        return self._replace(start_ms=0, base=max(self.base, self.decided), until=-1, because=-1, ready=())

    def lived(self, until: int) -> TableClock:
        """Everything up to there is decided."""
        after = self._replace(decided=until)
        return after._replace(start_ms=0, base=until, until=-1) if until == self.until else after

    def noticed(self, game: AnyLiveGame, events: Sequence[Event]) -> TableClock:
        """Something has happened: whoever was quicker than anybody is has been so once more."""
        counts = [*self.quick]
        for event in events:
            reaction = game.reaction(event)
            if reaction is not None and reaction[1] - self.lag < QUICK_MS and not self.calm:
                counts[reaction[0]] += 1
        return self._replace(quick=tuple(counts))


def delays_for(rtt: int, calm: bool) -> tuple[int, int]:
    """How much later all devices show what happens, and how much later than that a hand counts: (delay, lag).

    ``rtt`` is how long a text takes to the slowest of them and back, in milliseconds.
    """
    if calm:
        return 0, 0
    least, most = LAG_MS
    delay = min(max(rtt // 2 + JITTER_MS, least // 2), most // 2)
    return delay, 2 * delay


def believed_stamp(said: int, came: int, delay: int, lag: int) -> int:
    """The stamp of a hand: what its device says, as far as that can be.

    It came down at the latest when it came here. How long it was on its way nobody else knows, and the quickest way may
    be a slow one for a moment; but a hand counts by the lag after its stamp, and never before it is here. So whoever
    says that it was earlier gains no more than what the lag leaves for the way here, less the way itself. What is too
    late is so by the longest lag at most.
    """
    return max(min(said, came - delay), came - lag - LAG_MS[1])
