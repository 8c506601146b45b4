"""Time limits of turns: the clock of one turn, and the nights and holidays during which it stands still.

Quiet hours count only at tables that are played over days. Times are milliseconds since 1970.
"""

from collections.abc import Iterator
from typing import NamedTuple

from game.server.chairs import CommandRefused
from game.wire.commands import DAY_MIN, LONGEST_NIGHT_MIN, MOST_HOLIDAYS, OVER_DAYS_S, KeepQuiet
from game.wire.messages import DAY_MS
from game.wire.refusal import Refusal

MIN_MS = 60_000
#: shortest and longest time limit of a turn in seconds, played together and over days
TOGETHER_S, DAYS_S = (10, 3600), (OVER_DAYS_S, 7 * 24 * 3600)
#: turns in a row that a person lets pass before a bot takes the seat
TAKEN_AFTER = 3
#: largest offset of a time zone, and the last day of a holiday, in days since 1970
FARTHEST_MIN, LAST_DAY = 14 * 60, 100_000
#: later than any time
NEVER = 2**62


class Quiet(NamedTuple):
    """Hours and days at which a person's turn does not pass, as they have set them."""

    hours: KeepQuiet = KeepQuiet(0, 0, 0, 0, 0)
    #: end of the last holiday before the present one
    rested_ms: int = 0

    def _local_ms(self, day: int, minutes: int = 0) -> int:
        """Return the time of a minute of a local day."""
        return day * DAY_MS + (minutes - self.hours.offset) * MIN_MS

    @property
    def holiday(self) -> tuple[int, int]:
        """Begin and end of the holiday; equal for none."""
        return self._local_ms(self.hours.away_from), self._local_ms(self.hours.away_until)

    def _nights(self, at: int) -> list[tuple[int, int]]:
        """Return the nights around a time, in order; none if it has not been set."""
        begin, end = self.hours.night_from, self.hours.night_until
        day = (at + self.hours.offset * MIN_MS) // DAY_MS
        length = (end - begin) % DAY_MIN
        nights = [(self._local_ms(one, begin), self._local_ms(one, begin + length)) for one in range(day - 1, day + 2)]
        return nights if length else []

    def end_of(self, at: int) -> int:
        """Return the end of the quiet time at ``at``, or ``at`` if there is none."""
        spans = [self.holiday, *self._nights(at)]
        inside = [end for begin, end in spans if begin <= at < end]
        return self.end_of(max(inside)) if inside else at

    def next_after(self, at: int) -> int:
        """Return when the next quiet time after ``at`` begins."""
        spans = [self.holiday, *self._nights(at)]
        return min((begin for begin, end in spans if at < begin < end), default=NEVER)

    def changed(self, hours: KeepQuiet, at: int) -> "Quiet":
        """Return these hours from ``at`` on; raise CommandRefused for too long or too many.

        A holiday has at most MOST_HOLIDAYS days, and begins as many days after the one before, so that nobody keeps the
        others waiting for good. One that has begun may end on another day.
        """
        if hours == self.hours:
            raise CommandRefused(Refusal.SAME)
        minutes = range(DAY_MIN)
        night = (hours.night_until - hours.night_from) % DAY_MIN
        if hours.night_from not in minutes or hours.night_until not in minutes or night > LONGEST_NIGHT_MIN:
            raise CommandRefused(Refusal.NIGHT)
        first, days = hours.away_from, hours.away_until - hours.away_from
        if abs(hours.offset) > FARTHEST_MIN or not 0 <= days <= MOST_HOLIDAYS or not 0 <= first <= LAST_DAY:
            raise CommandRefused(Refusal.HOLIDAY)
        begin, end = self.holiday
        rested, after = self.rested_ms, Quiet(hours)
        if begin < min(end, at) and not (days and first == self.hours.away_from):
            # the holiday before is over, or ends now
            rested = min(end, at)
        if days and after.holiday[0] < rested + MOST_HOLIDAYS * DAY_MS and rested:
            raise CommandRefused(Refusal.HOLIDAY)
        return after._replace(rested_ms=rested)


def awake(at: int, quiet: Quiet) -> Iterator[tuple[int, int]]:
    """Yield the spans from ``at`` on in which time passes; the last one may be endless."""
    while at < NEVER:
        begin = quiet.end_of(at)
        at = quiet.next_after(begin)
        yield begin, at


class TurnBegin(NamedTuple):
    """Begin of the time for which one seat is to move, however many actions it takes."""

    seat: int
    #: number of the log's entry, and its time
    number: int
    at_ms: int


class TurnClock(NamedTuple):
    """Time of one turn."""

    #: begin of the turn's time, and since when the present quiet hours apply
    begun_ms: int
    since_ms: int
    #: the time that had passed by then
    used_ms: int = 0

    def due_ms(self, seconds: int, quiet: Quiet) -> int:
        """Return when the time ends. However often somebody changes their quiet hours, it does end."""
        left = seconds * 1000 - self.used_ms
        if left <= 0:
            return self.since_ms
        latest = self.begun_ms + 2 * seconds * 1000 + (MOST_HOLIDAYS + 1) * DAY_MS
        for begin, end in awake(self.since_ms, quiet):
            if begin + left <= end or begin > latest:
                return min(begin + left, latest)
            left -= end - begin
        return latest

    def changed(self, at: int, quiet: Quiet) -> "TurnClock":
        """Return the clock from ``at`` on, after ``quiet`` has applied until then."""
        used = 0
        for begin, end in awake(self.since_ms, quiet):
            if begin >= at:
                break
            used += min(end, at) - begin
        return TurnClock(self.begun_ms, at, self.used_ms + used)
