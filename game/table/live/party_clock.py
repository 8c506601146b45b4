"""The clock of a party's table as one device shows it: the server's, less what every device is behind it."""

from __future__ import annotations

from game.host.clock import Clock
from game.wire.match import RemoteMatch
from game.wire.messages import Going
from game.wire.remote import Remote


class PartyClock:
    """The table's time on this device, in milliseconds."""

    def __init__(self, clock: Clock, remote: Remote, match: RemoteMatch) -> None:
        self._clock, self._remote, self._match = clock, remote, match

    @property
    def going(self) -> Going | None:
        """How it goes."""
        return self._match.standing.going

    @property
    def lag(self) -> int:
        """How much later than it is done everything counts."""
        return self.going.lag if self.going else 0

    @property
    def stands(self) -> bool:
        """Whether it has been stopped, or not started yet."""
        return self.going is None or not self.going.start_ms

    def stamp(self, at_ms: float) -> int | None:
        """What it shows at a moment of the device's own; None while it stands still."""
        going, shown = self.going, self._remote.table_ms(at_ms)
        if going is None or shown is None or shown < going.base:
            return None
        return int(shown)

    @property
    def now(self) -> int | None:
        """What it shows."""
        return self.stamp(self._clock.now_ms())

    @property
    def running(self) -> bool:
        """Whether time passes."""
        now, going = self.now, self.going
        return now is not None and going is not None and not 0 <= going.until <= now
