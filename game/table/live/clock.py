"""The clocks of live tables: the device's own, which stands still in a pause, and that of a party's table."""

from game.host.clock import Clock
from game.wire.messages import LiveClock
from game.wire.party_client import PartyClient
from game.wire.remote_match import RemoteMatch

#: after a frame that took longer than this the clock goes on from here: nobody acts on what could not be seen
LONGEST_FRAME_MS = 250.0


class GameClock:
    """The game's time, in milliseconds, by the machine's clock; it stands still until it is started."""

    def __init__(self, clock: Clock, base: int) -> None:
        self._clock = clock
        #: the stamp at which it was last started or stopped
        self.base = base
        #: the machine's time when it was started; None while it stands still
        self.since: float | None = None
        #: the machine's time of the last frame
        self.frame_at = 0.0
        #: the hitches since it was started: the machine's times at which it stopped and went on
        self._hitches: list[tuple[float, float]] = []

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self.since is not None

    @property
    def now(self) -> int:
        """The game's time."""
        return self.stamp(self._clock.now_ms())

    def stamp(self, at_ms: float) -> int:
        """The game's time at a moment of the machine's clock."""
        if self.since is None:
            return self.base
        stood = sum(min(at_ms, again) - stopped for stopped, again in self._hitches if stopped < at_ms)
        return self.base + max(0, int(at_ms - stood - self.since))

    def start(self) -> None:
        """Let time pass from now on."""
        self.since = self.frame_at = self._clock.now_ms()
        self._hitches.clear()

    def stop(self, base: int) -> None:
        """Stand still; the game goes on later from the stamp ``base``."""
        self.base, self.since = base, None

    def skip_hitch(self) -> None:
        """Stand still for the rest of a hitch, before anything is stamped."""
        clock = self._clock.now_ms()
        late = clock - self.frame_at - LONGEST_FRAME_MS
        if late > 0 and self.running:
            self._hitches.append((clock - late, clock))
            self.frame_at = clock

    def frame(self) -> None:
        """Begin a frame."""
        self.skip_hitch()
        self.frame_at = self._clock.now_ms()


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
