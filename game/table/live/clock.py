"""Clocks of tables in real time: a local one that stops in a pause, and a party's."""

from game.host.clock import Clock
from game.wire.messages import LiveClock
from game.wire.party_client import PartyClient
from game.wire.remote_match import RemoteMatch

#: after a longer frame, the excess does not count: nobody could act on what was not visible
LONGEST_FRAME_MS = 250.0


class GameClock:
    """Local game clock in milliseconds, stopped until it is started."""

    def __init__(self, clock: Clock, base: int) -> None:
        self._clock = clock
        #: the stamp at the last start or stop
        self.base = base
        #: the machine's time at the start; None while stopped
        self.since: float | None = None
        #: the machine's time of the last frame
        self.frame_at = 0.0
        #: stalls since the start, as machine times (stopped, resumed)
        self._stalls: list[tuple[float, float]] = []

    @property
    def running(self) -> bool:
        """True while the clock runs."""
        return self.since is not None

    @property
    def now(self) -> int:
        """The present stamp."""
        return self.stamp(self._clock.now_ms())

    def stamp(self, at_ms: float) -> int:
        """Return the stamp at a time of the machine's clock."""
        if self.since is None:
            return self.base
        stood = sum(min(at_ms, again) - stopped for stopped, again in self._stalls if stopped < at_ms)
        return self.base + max(0, int(at_ms - stood - self.since))

    def start(self) -> None:
        """Start the clock."""
        self.since = self.frame_at = self._clock.now_ms()
        self._stalls.clear()

    def stop(self, base: int) -> None:
        """Stop the clock; it resumes from the stamp ``base``."""
        self.base, self.since = base, None

    def skip_hitch(self) -> None:
        """Exclude the rest of a hitch, before any input is stamped."""
        clock = self._clock.now_ms()
        late = clock - self.frame_at - LONGEST_FRAME_MS
        if late > 0 and self.running:
            self._stalls.append((clock - late, clock))
            self.frame_at = clock

    def frame(self) -> None:
        """Begin a frame."""
        self.skip_hitch()
        self.frame_at = self._clock.now_ms()


class PartyClock:
    """A party's table clock as shown on this device, in milliseconds."""

    def __init__(self, clock: Clock, remote: PartyClient, match: RemoteMatch) -> None:
        self._clock, self._remote, self._match = clock, remote, match

    @property
    def live_clock(self) -> LiveClock | None:
        """The state of the clock as the server sent it."""
        return self._match.party_state.live_clock

    @property
    def lag(self) -> int:
        """The delay with which actions count."""
        return self.live_clock.lag if self.live_clock else 0

    @property
    def is_stopped(self) -> bool:
        """True if the clock is stopped or not yet started."""
        return self.live_clock is None or not self.live_clock.start_ms

    def stamp(self, at_ms: float) -> int | None:
        """Return the stamp at a time of the device's clock; None while stopped."""
        live_clock, shown = self.live_clock, self._remote.table_ms(at_ms)
        if live_clock is None or shown is None or shown < live_clock.base:
            return None
        return int(shown)

    @property
    def now(self) -> int | None:
        """The present stamp; None while stopped."""
        return self.stamp(self._clock.now_ms())

    @property
    def running(self) -> bool:
        """True while the clock runs."""
        now, live_clock = self.now, self.live_clock
        return now is not None and live_clock is not None and not 0 <= live_clock.until <= now
