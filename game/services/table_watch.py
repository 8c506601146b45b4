"""Tables at which this device has a seat, with what their servers say, and what is stored of that.

``Context.tables`` holds the answers, and the number of tables that wait for this device's player.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.host import device
from game.player.known_parties import (
    HOUR_MS,
    MOST_TABLES,
    KnownParty,
    kept_seats,
    known_parties,
    last_server,
    store,
    whole_hours,
)
from game.services.context import Context
from game.wire.messages import PartyPhase, SeatAnswer, SeatQuery, SeatStatus, TableSummary, kept_ms
from game.wire.seat_watch import Answer


class WatchedTable(NamedTuple):
    """A kept seat and what its server said of it last; times in milliseconds of this device's clock."""

    kept: KnownParty
    #: None before the first answer
    status: SeatStatus | None = None
    table: TableSummary | None = None
    #: who has removed the player, or ""
    removed_by: str = ""

    @property
    def query(self) -> SeatQuery:
        """The question about it."""
        return _query(self.kept)

    @property
    def waits(self) -> bool:
        """True if the others wait for this device's player."""
        table = self.table
        if table is None or table.phase != PartyPhase.PLAYING:
            return False
        return table.is_asked or table.to_move == table.seat

    @property
    def is_over(self) -> bool:
        """True if its match is over, as far as is known here."""
        return self.kept.is_over if self.table is None else self.table.phase == PartyPhase.OVER


def tables(context: Context) -> list[WatchedTable]:
    """Return the kept seats, the most recently joined first."""
    found = []
    for kept in kept_seats(context):
        row = context.tables.row(kept.server, _query(kept))
        found.append(WatchedTable(kept, row.status, row.table, row.removed_by) if row else WatchedTable(kept))
    return found


def poll(context: Context) -> None:
    """Ask the servers that are due, and take their answers."""
    watch, now = context.tables, context.clock.now_ms()
    here = seat_here(context)
    watch.is_told = context.settings.notices
    if needs_seats := watch.needs_seats(now):
        watch.set_seats(seats_by_server(context, here), now)
    watch.ask(context.connect, now)
    answers = watch.take(now, context.clock.wall_ms())
    for answer in answers:
        _store(context, answer, here)
    if answers or needs_seats:
        watch.elsewhere = sum(one.waits for one in tables(context) if one.query != here)
    watch.waiting = watch.elsewhere + _waits_here(context)


def seat_here(context: Context) -> SeatQuery | None:
    """Return the seat that this device is at now; another seat at the same party is asked about like any other."""
    session = context.session
    return SeatQuery(session.remote.party, session.token) if session else None


def seats_by_server(context: Context, here: SeatQuery | None) -> dict[str, list[SeatQuery]]:
    """Return the kept seats besides the one that the device is at, as far as a server is asked about them."""
    seats: dict[str, list[SeatQuery]] = {}
    for kept in kept_seats(context)[:MOST_TABLES] if device.page.can_connect() else ():
        if _query(kept) != here:
            seats.setdefault(kept.server, []).append(_query(kept))
    return seats


def _waits_here(context: Context) -> bool:
    """Return True if the others wait for the player at the party that this device is at."""
    remote = context.session.remote if context.session else None
    if remote is None or remote.seat < 0 or remote.turn_state is None or remote.party_state is None:
        return False
    return remote.turn_state.to_move == remote.seat or remote.party_state.asks(remote.seat)


def by_wait(found: Sequence[WatchedTable]) -> list[WatchedTable]:
    """Return tables as listed: those that wait for me longest first, then others', then finished ones."""

    def order(one: WatchedTable) -> tuple[int, float]:
        if one.is_over:
            return 3, -one.table.at_ms if one.table else 0.0
        if one.table is None:
            return 2, 0.0
        return (0 if one.waits else 1), one.table.turn_ms if one.waits else -one.table.at_ms

    return sorted(found, key=order)


def _query(kept: KnownParty) -> SeatQuery:
    return SeatQuery(kept.party, kept.token)


def _store(context: Context, answer: Answer, here: SeatQuery | None) -> None:
    """Store for how long seats are kept, and which tables were lost; the seat one is at does so by itself."""
    now, before, after = context.clock.wall_ms(), known_parties(context), []
    for kept in before:
        query = _query(kept)
        row = answer.rows.get(query) if kept.server == answer.server and query != here else None
        after.append(_renewed(kept, row, now) if row else kept)
    if after != before:
        store(context, last_server(context), after)


def _renewed(kept: KnownParty, row: SeatAnswer, now_ms: float) -> KnownParty:
    """Return a stored seat as an answer leaves it; only its own time ends it."""
    if row.status == SeatStatus.NO_PARTY:
        lost = kept.lost(now_ms)
        return lost if lost.until_ms > now_ms else kept
    if row.table is None:
        return kept
    # somebody there keeps it longer than its last entry does
    until = max(row.table.at_ms + kept_ms(row.table.phase, row.table.is_over_days), now_ms + HOUR_MS)
    is_over = row.table.phase == PartyPhase.OVER
    return kept._replace(until_ms=whole_hours(until), is_lost=False, is_over=is_over)
