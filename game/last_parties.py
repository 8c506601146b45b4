"""The parties that this device was at, as far as is stored: the title asks, and nothing of playing them is needed.

``visits.py`` stores them as long as one has not left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.options import Json
from game.wire.way import Way

if TYPE_CHECKING:
    from game.context import Context

#: the parties where this device has a seat, and the one where it was last
STORED = "party"
#: so many of them are kept: more than anybody sits at, for a server keeps some of them for a month
MOST_TABLES = 24
HOUR_MS = 3_600_000
#: so long the way back to a seat is kept where its server does not know the table: it may be put back from a copy
LOST_MS = 30 * 24 * HOUR_MS


class Table(NamedTuple):
    """A party as it is stored: the way there, and how long its server keeps the seat; 0 where there is none to keep."""

    way: Way
    until_ms: int
    #: when one's own seat was there last, by the hour; 0 where one has none
    seen_ms: int = 0
    #: its server did not know it when it was asked last
    is_lost: bool = False

    def lost(self, now_ms: float) -> Table:
        """The same where its server does not know it: the way back is kept for 30 days since it was there."""
        # a table that was stored before that was noted
        seen = self.seen_ms or (whole_hours(now_ms) if self.until_ms else 0)
        return self._replace(until_ms=seen + LOST_MS if seen else 0, seen_ms=seen, is_lost=True)


def tables(context: Context) -> list[Table]:
    """The parties that this device was at and has not left, the last one first."""
    data = _data(context)
    # it was one alone once
    rows = data.get("tables", [data])
    found = [_table(row) for row in rows] if isinstance(rows, list) else []
    return [table for table in found if table is not None and table.way.party]


def store(context: Context, server: str, found: Sequence[Table]) -> None:
    """Store these, the last one first, without those whose time is over."""
    first, rest = found[:1], [table for table in found[1:] if _waits(context, table)]
    rows: list[Json] = [
        {
            "server": way.server,
            "party": way.party,
            "code": way.code,
            "token": way.token,
            "until": until,
            "seen": seen,
            "lost": is_lost,
        }
        for way, until, seen, is_lost in [*first, *rest][:MOST_TABLES]
    ]
    context.store(STORED, {"server": server, "tables": rows})


def came_before(context: Context) -> list[Way]:
    """The party that this device was at last and has not left, and all others where a seat may wait."""
    found = enumerate(tables(context))
    return [table.way for number, table in found if _waits(context, table) or (not number and not table.is_lost)]


def seats_waiting(context: Context) -> list[Way]:
    """The ways back to seats at tables that are not over, as far as this device knows; it asks nobody."""
    return [table.way for table in tables(context) if _waits(context, table)]


def server_before(context: Context) -> str:
    """The server of last time, or nothing."""
    server = _data(context).get("server")
    return server if isinstance(server, str) else ""


def whole_hours(ms: float) -> int:
    """The last full hour, in milliseconds: what hangs on the time is not to be stored all the time."""
    return int(ms) - int(ms) % HOUR_MS


def _waits(context: Context, table: Table) -> bool:
    return context.clock.wall_ms() < table.until_ms


def _data(context: Context) -> dict[str, Json]:
    data = context.stored(STORED, "file.party")
    return data if isinstance(data, dict) else {}


def _table(row: Json) -> Table | None:
    if not isinstance(row, dict):
        return None
    server, code, party, token = (row.get(name) for name in ("server", "code", "party", "token"))
    if not (isinstance(server, str) and isinstance(code, str) and isinstance(party, str) and isinstance(token, str)):
        return None
    until, seen = row.get("until"), row.get("seen")
    return Table(
        Way(server, code, party, token, watches=not token),
        until if isinstance(until, int) else 0,
        seen if isinstance(seen, int) else 0,
        row.get("lost") is True,
    )
