"""Seats of a device as their servers tell of them, asked now and then.

:attr:`SeatWatch.waiting` is the number of tables that wait for the device's player, the one place in the program that
holds it: the title shows it, and so can whatever tells of it elsewhere. A server is asked at once when a screen shows
its tables, then at calm intervals; without a seat there is nobody to ask.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from game.wire.messages import Close, SeatAnswer, SeatQuery, SeatStatus
from game.wire.party_client import Connection
from game.wire.seats_client import SeatsQuestion

#: interval of questions while a screen shows the answers, while the player wants notices, and otherwise; milliseconds
SHOWN_MS, TOLD_MS, CALM_MS = 30_000, 60_000, 180_000
#: shortest interval when the screen is opened again and again; and the first wait after a failure, which doubles each
#: time, and the longest
FRESH_MS, RETRY_MS, LONGEST_RETRY_MS = 5_000, 10_000, 300_000
#: a screen shows the answers if it said so within this time
LOOKED_MS = 1_000
#: before all times
NEVER = float("-inf")

#: the queries for each server
Seats: TypeAlias = Mapping[str, Sequence[SeatQuery]]


class Answer(NamedTuple):
    """A server's answer, with times of the device's own clock."""

    server: str
    rows: Mapping[SeatQuery, SeatAnswer]


class _Server:
    """A server's last answers."""

    def __init__(self) -> None:
        self.question: SeatsQuestion | None = None
        self.asked: Sequence[SeatQuery] = ()
        self.found: dict[SeatQuery, SeatAnswer] = {}
        #: the reason of the last failure, and how many there were since the last answer
        self.failure: int | None = None
        self.failures = 0
        #: when it was asked last, and is to be asked again after a failure
        self.asked_ms = self.next_ms = NEVER

    def due(self, now_ms: float, opened_ms: float, interval_ms: float) -> bool:
        """Return True if it is time to ask again; a screen that shows the answers was opened at ``opened_ms``."""
        if self.question is not None or now_ms - self.asked_ms < FRESH_MS:
            return False
        if self.failure is not None:
            return self.asked_ms < opened_ms or now_ms >= self.next_ms
        return self.asked_ms < opened_ms or now_ms - self.asked_ms >= interval_ms

    def failed(self, why: int, now_ms: float) -> None:
        """Record a failure, and when to try again."""
        self.failure = why
        self.next_ms = now_ms + min(LONGEST_RETRY_MS, RETRY_MS << min(self.failures, 10))
        self.failures += 1


class SeatWatch:
    """The seats of this device with what their servers say. All times are of the device's clocks, in milliseconds."""

    def __init__(self) -> None:
        self._servers: dict[str, _Server] = {}
        #: when the seats were told, shown last, and when the screen that shows them was opened
        self._told_ms = self._looked_ms = self._opened_ms = NEVER
        self._seats: Seats = {}
        #: grows whenever something here has changed
        self.version = 0
        #: the number of waiting tables besides the one that the device is at
        self.elsewhere = 0
        self._waiting = 0
        #: the player wants notices
        self.is_told = False

    @property
    def waiting(self) -> int:
        """The number of tables whose others wait for this device's player."""
        return self._waiting

    @waiting.setter
    def waiting(self, count: int) -> None:
        if count != self._waiting:
            self._waiting = count
            self.version += 1

    def row(self, server: str, seat: SeatQuery) -> SeatAnswer | None:
        """Return what a server said of a seat last; None before the first answer."""
        known = self._servers.get(server)
        return known.found.get(seat) if known else None

    def failure(self, server: str) -> int | None:
        """Return why a server can't be asked at present, as in ``Close``; None if it can, or has not been yet."""
        known = self._servers.get(server)
        return known.failure if known else None

    # ---- time -------------------------------------------------------------------------------------

    def look(self, now_ms: float, *, opens: bool = False) -> None:
        """Ask soon and often, as a screen shows the answers: called when it ``opens``, and in each of its frames."""
        if opens or now_ms - self._looked_ms >= LOOKED_MS:
            self._opened_ms = now_ms
        self._looked_ms = now_ms

    def is_shown(self, now_ms: float) -> bool:
        """Return True if a screen shows the answers."""
        return now_ms - self._looked_ms < LOOKED_MS

    def _interval_ms(self, now_ms: float) -> int:
        return SHOWN_MS if self.is_shown(now_ms) else TOLD_MS if self.is_told else CALM_MS

    def needs_seats(self, now_ms: float) -> bool:
        """Return True if :meth:`set_seats` is due: the device's storage is read only as often as servers are asked."""
        return self._told_ms < self._opened_ms or now_ms - self._told_ms >= self._interval_ms(now_ms)

    def set_seats(self, seats: Seats, now_ms: float) -> None:
        """Set the seats to ask about from now on."""
        self._seats, self._told_ms = seats, now_ms

    def ask(self, connect: Callable[[str], Connection], now_ms: float) -> None:
        """Ask the servers that are due."""
        for name, seats in self._seats.items():
            server = self._servers.setdefault(name, _Server())
            if server.due(now_ms, self._opened_ms, self._interval_ms(now_ms)):
                server.asked, server.asked_ms = tuple(seats), now_ms
                server.question = SeatsQuestion(connect(name), server.asked, now_ms)

    def take(self, now_ms: float, wall_ms: float) -> list[Answer]:
        """Return the answers that have come since the last call; ``wall_ms`` is the time of day."""
        found = []
        for name, server in self._servers.items():
            question = server.question
            if question is None:
                continue
            question.poll(now_ms)
            if not question.is_done:
                continue
            server.question = None
            self.version += 1
            if question.answer is None:
                server.failed(question.failure or Close.RESTART, now_ms)
                continue
            server.failure, server.failures = None, 0
            ahead = round(wall_ms) - question.answer.now_ms
            rows = [_by_own_clock(row, ahead) for row in question.answer.rows]
            answer = Answer(name, dict(zip(server.asked, rows, strict=True)))
            # a busy server says nothing new
            server.found |= {
                seat: row
                for seat, row in answer.rows.items()
                if row.status != SeatStatus.BUSY or seat not in server.found
            }
            found.append(answer)
        return found


def _by_own_clock(row: SeatAnswer, ahead_ms: int) -> SeatAnswer:
    """Return a row with the times of this device's clock, which is ``ahead_ms`` ahead of the server's."""
    table = row.table
    if table is None:
        return row
    due_ms = table.due_ms + ahead_ms if table.due_ms else 0
    return row._replace(
        table=table._replace(turn_ms=table.turn_ms + ahead_ms, due_ms=due_ms, at_ms=table.at_ms + ahead_ms)
    )
