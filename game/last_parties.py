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


class Table(NamedTuple):
    """A party as it is stored: the way there, and how long its server keeps the seat; 0 where there is none to keep."""

    way: Way
    until_ms: int


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
        {"server": way.server, "party": way.party, "code": way.code, "token": way.token, "until": until}
        for way, until in [*first, *rest][:MOST_TABLES]
    ]
    context.store(STORED, {"server": server, "tables": rows})


def came_before(context: Context) -> list[Way]:
    """The party that this device was at last and has not left, and all others where a seat may wait."""
    return [table.way for number, table in enumerate(tables(context)) if not number or _waits(context, table)]


def seats_waiting(context: Context) -> list[Way]:
    """The ways back to seats at tables that are not over, as far as this device knows; it asks nobody."""
    return [table.way for table in tables(context) if _waits(context, table)]


def server_before(context: Context) -> str:
    """The server of last time, or nothing."""
    server = _data(context).get("server")
    return server if isinstance(server, str) else ""


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
    until = row.get("until")
    return Table(Way(server, code, party, token, watches=not token), until if isinstance(until, int) else 0)
