"""The clock of a party's table as one device shows it: the server's, less what every device is behind it."""

from __future__ import annotations

from game.host.clock import Clock
from game.wire.messages import LiveClock
from game.wire.party_client import PartyClient
from game.wire.remote_match import RemoteMatch


class PartyClock:
    """The table's time on this device, in milliseconds."""

    def __init__(self, clock: Clock, remote: PartyClient, match: RemoteMatch) -> None:
        self._clock, self._remote, self._match = clock, remote, match

    @property
    def live_clock(self) -> LiveClock | None:
        """How it goes."""
        return self._match.standing.live_clock

    @property
    def lag(self) -> int:
        """How much later than it is done everything counts."""
        return self.live_clock.lag if self.live_clock else 0

    @property
    def is_stopped(self) -> bool:
        """Whether it has been stopped, or not started yet."""
        return self.live_clock is None or not self.live_clock.start_ms

    def stamp(self, at_ms: float) -> int | None:
        """What it shows at a moment of the device's own; None while it stands still."""
        live_clock, shown = self.live_clock, self._remote.table_ms(at_ms)
        if live_clock is None or shown is None or shown < live_clock.base:
            return None
        return int(shown)

    @property
    def now(self) -> int | None:
        """What it shows."""
        return self.stamp(self._clock.now_ms())

    @property
    def running(self) -> bool:
        """Whether time passes."""
        now, live_clock = self.now, self.live_clock
        return now is not None and live_clock is not None and not 0 <= live_clock.until <= now
