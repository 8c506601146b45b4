"""Tables at which this device has a seat: what their servers say of them, asked now and then.

``Context.tables`` is the one place in the program that holds it, and :attr:`TableWatch.waiting` is the number of tables
that wait for this device's player: the title shows it, and so can whatever tells of it elsewhere. A server is asked at
once when a screen shows the tables, then at calm intervals; without a kept seat no network is used.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.host import device
from game.player.known_parties import HOUR_MS, KnownParty, kept_seats, known_parties, last_server, store, whole_hours
from game.wire.messages import KEPT_MS, Close, PartyPhase, SeatQuery, SeatRow, SeatStatus, TableSummary
from game.wire.seats_client import SeatsQuestion

if TYPE_CHECKING:
    from game.app.context import Context

#: interval of questions while a screen shows the answers, and otherwise, in milliseconds
SHOWN_MS, CALM_MS = 30_000, 180_000
#: shortest interval when the screen is opened again and again; and the first wait after a failure, which doubles each
#: time, and the longest
FRESH_MS, RETRY_MS, LONGEST_RETRY_MS = 5_000, 10_000, 300_000
#: a screen shows the answers if it said so within this time
LOOKED_MS = 1_000


class WatchedTable(NamedTuple):
    """A kept seat and what its server said of it last; times in milliseconds of this device's clock."""

    kept: KnownParty
    #: None before the first answer
    status: SeatStatus | None = None
    table: TableSummary | None = None

    @property
    def waits(self) -> bool:
        """True if the others wait for this device's player."""
        table = self.table
        return table is not None and table.phase == PartyPhase.PLAYING and (table.is_asked or self.is_own_turn)

    @property
    def is_own_turn(self) -> bool:
        """True if this device's player has to decide."""
        return self.table is not None and self.table.to_move == self.table.seat

    @property
    def is_over(self) -> bool:
        """True if its match is over, as far as is known here."""
        return self.kept.is_over if self.table is None else self.table.phase == PartyPhase.OVER


class _Server:
    """A server's last answers."""

    def __init__(self) -> None:
        self.question: SeatsQuestion | None = None
        self.asked: list[SeatQuery] = []
        self.found: dict[SeatQuery, tuple[SeatStatus, TableSummary | None]] = {}
        #: the reason of the last failure, and how many there were since the last answer
        self.failure: int | None = None
        self.failures = 0
        #: when it was asked last and is to be asked again, by the program's clock
        self.asked_ms = self.next_ms = -float(LONGEST_RETRY_MS)

    def due(self, now_ms: float, opened_ms: float, *, shown: bool) -> bool:
        """Return True if it is time to ask: the answers are ``shown`` now, their screen was opened at ``opened_ms``."""
        if self.question is not None or now_ms - self.asked_ms < FRESH_MS:
            return False
        if self.failure is not None:
            return self.asked_ms < opened_ms or now_ms >= self.next_ms
        return self.asked_ms < opened_ms or now_ms - self.asked_ms >= (SHOWN_MS if shown else CALM_MS)

    def failed(self, why: int, now_ms: float) -> None:
        """Record a failure, and when to try again."""
        self.failure = why
        self.next_ms = now_ms + min(LONGEST_RETRY_MS, RETRY_MS << min(self.failures, 10))
        self.failures += 1


class TableWatch:
    """The kept seats of this device with what their servers say."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._servers: dict[str, _Server] = {}
        self._kept: list[KnownParty] = []
        #: when they were read from the storage, shown last, and when the screen that shows them was opened
        self._kept_ms = self._looked_ms = self._opened_ms = -float(CALM_MS)
        #: grows whenever something here has changed
        self.version = 0
        #: number of tables whose others wait for this device's player
        self.waiting = 0

    # ---- what is known ----------------------------------------------------------------------------

    def tables(self) -> list[WatchedTable]:
        """Return the kept seats, the most recently joined first."""
        found = []
        for kept in kept_seats(self._context):
            server = self._servers.get(kept.join_link.server)
            known = server.found.get(_query(kept)) if server else None
            found.append(WatchedTable(kept, *known) if known else WatchedTable(kept))
        return found

    def failure(self, server: str) -> int | None:
        """Return why a server can't be asked at present, as in ``Close``; None if it can, or has not been yet."""
        known = self._servers.get(server)
        return known.failure if known else None

    @property
    def is_asking(self) -> bool:
        """True while a server has not answered for the first time."""
        return any(one.question is not None and not one.found for one in self._servers.values())

    # ---- time -------------------------------------------------------------------------------------

    def look(self) -> None:
        """Ask soon and often, as a screen shows the answers; to be called in each of its frames."""
        now = self._context.clock.now_ms()
        if now - self._looked_ms >= LOOKED_MS:
            self._opened_ms = now
        self._looked_ms = now

    def turn(self, now_ms: float) -> None:
        """Ask the servers that are due, and take their answers."""
        for name, server in self._servers.items():
            if server.question is not None:
                server.question.turn(now_ms)
                if server.question.is_done:
                    self._take(name, server, server.question, now_ms)
        shown = now_ms - self._looked_ms < LOOKED_MS
        # the storage is read as often as somebody may look
        if self._kept_ms < self._opened_ms or now_ms - self._kept_ms >= (SHOWN_MS if shown else CALM_MS):
            self._kept, self._kept_ms = kept_seats(self._context), now_ms
            self._count()
        for name in dict.fromkeys(kept.join_link.server for kept in self._kept):
            server = self._servers.setdefault(name, _Server())
            if server.due(now_ms, self._opened_ms, shown=shown) and device.can_connect():
                server.asked = [_query(kept) for kept in self._kept if kept.join_link.server == name]
                server.asked_ms = now_ms
                server.question = SeatsQuestion(self._context.connect(name), server.asked, now_ms)

    def _take(self, name: str, server: _Server, question: SeatsQuestion, now_ms: float) -> None:
        server.question = None
        self.version += 1
        if question.answer is None:
            server.failed(question.failure or Close.RESTART, now_ms)
            return
        server.failure, server.failures = None, 0
        ahead = round(self._context.clock.wall_ms()) - question.answer.now_ms
        rows = [_by_own_clock(row, ahead) for row in question.answer.rows]
        for query, row in zip(server.asked, rows, strict=True):
            # a busy server says nothing new
            if row.status != SeatStatus.BUSY or query not in server.found:
                server.found[query] = (row.status, row.table)
        self._store(name, dict(zip(server.asked, rows, strict=True)))
        self._count()

    def _count(self) -> None:
        waiting = sum(one.waits for one in self.tables())
        if waiting != self.waiting:
            self.waiting = waiting
            self.version += 1

    # ---- storage ----------------------------------------------------------------------------------

    def _store(self, server: str, rows: dict[SeatQuery, SeatRow]) -> None:
        """Store for how long seats are kept, and which tables were lost; the party one is at does so by itself."""
        session = self._context.session
        here = session.remote.party if session else ""
        now, before = self._context.clock.wall_ms(), known_parties(self._context)
        after = []
        for kept in before:
            row = rows.get(_query(kept)) if kept.join_link.server == server and kept.join_link.party != here else None
            after.append(_renewed(kept, row, now) if row else kept)
        if after != before:
            store(self._context, last_server(self._context), after)


def _query(kept: KnownParty) -> SeatQuery:
    return SeatQuery(kept.join_link.party, kept.join_link.token)


def _by_own_clock(row: SeatRow, ahead_ms: int) -> SeatRow:
    """Return a row with the times of this device's clock, which is ``ahead_ms`` ahead of the server's."""
    table = row.table
    if table is None:
        return row
    due_ms = table.due_ms + ahead_ms if table.due_ms else 0
    return row._replace(
        table=table._replace(turn_ms=table.turn_ms + ahead_ms, due_ms=due_ms, at_ms=table.at_ms + ahead_ms)
    )


def _renewed(kept: KnownParty, row: SeatRow, now_ms: float) -> KnownParty:
    """Return a stored seat as an answer leaves it: a seat is dropped by its own time alone."""
    if row.status == SeatStatus.NO_PARTY:
        lost = kept.lost(now_ms)
        return lost if lost.until_ms > now_ms else kept
    if row.table is None:
        return kept
    # somebody there keeps it longer than its last entry does
    until = max(row.table.at_ms + KEPT_MS[row.table.phase], now_ms + HOUR_MS)
    is_over = row.table.phase == PartyPhase.OVER
    return kept._replace(until_ms=whole_hours(until), is_lost=False, is_over=is_over)


def by_wait(tables: Sequence[WatchedTable]) -> list[WatchedTable]:
    """Return tables as listed: those that wait for me longest first, then others', then finished ones."""

    def order(one: WatchedTable) -> tuple[int, float]:
        if one.is_over:
            return 3, -one.table.at_ms if one.table else 0.0
        if one.table is None:
            return 2, 0.0
        return (0 if one.waits else 1), one.table.turn_ms if one.waits else -one.table.at_ms

    return sorted(tables, key=order)
