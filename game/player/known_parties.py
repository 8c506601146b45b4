"""The parties that this device was at, as far as is stored: the title asks, and nothing of playing them is needed.

``visits.py`` stores them as long as one has not left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from game.core import codec, options
from game.player.stored_value import StoredValue
from game.wire.join_link import JoinLink

if TYPE_CHECKING:
    from game.app.context import Context

#: so many of them are kept: more than anybody sits at, for a server keeps some of them for a month
MOST_TABLES = 24
HOUR_MS = 3_600_000
#: so long the way back to a seat is kept where its server does not know the table: it may be put back from a copy
LOST_MS = 30 * 24 * HOUR_MS


class KnownParty(NamedTuple):
    """A party as it is stored: the way there, and how long its server keeps the seat; 0 where there is none to keep."""

    join_link: JoinLink
    until_ms: int
    #: when one's own seat was there last, by the hour; 0 where one has none
    seen_ms: int = 0
    #: its server did not know it when it was asked last
    is_lost: bool = False

    def lost(self, now_ms: float) -> KnownParty:
        """The same where its server does not know it: the way back is kept for 30 days since it was there."""
        # a table that was stored before that was noted
        seen = self.seen_ms or (whole_hours(now_ms) if self.until_ms else 0)
        return self._replace(until_ms=seen + LOST_MS if seen else 0, seen_ms=seen, is_lost=True)


class StoredParty(NamedTuple):
    """The same as it is written."""

    server: str
    party: str
    code: str
    token: str
    until: int = 0
    seen: int = 0
    lost: bool = False


def _once(data: options.Json) -> options.Json:
    """It was one party alone once, and before that a server."""
    if not isinstance(data, dict) or "tables" in data:
        return data
    return data | {"tables": [data] if "party" in data else []}


class StoredParties(NamedTuple):
    """The parties where this device has a seat, and the one where it was last."""

    #: the server of last time, or nothing
    server: str = ""
    #: the last one first
    tables: tuple[Annotated[StoredParty, codec.Shape.MENDED], ...] = ()


STORED = StoredValue("party", "file.party", codec.codec_of(StoredParties, codec.Shape.SPARSE), StoredParties(), _once)


def known_parties(context: Context) -> list[KnownParty]:
    """The parties that this device was at and has not left, the last one first."""
    return [
        KnownParty(
            JoinLink(row.server, row.code, row.party, row.token, watches=not row.token), row.until, row.seen, row.lost
        )
        for row in STORED.read(context).tables
        if row.party
    ]


def store(context: Context, server: str, found: Sequence[KnownParty]) -> None:
    """Store these, the last one first, without those whose time is over."""
    first, rest = found[:1], [table for table in found[1:] if _waits(context, table)]
    rows = [
        StoredParty(join_link.server, join_link.party, join_link.code, join_link.token, until, seen, is_lost)
        for join_link, until, seen, is_lost in [*first, *rest][:MOST_TABLES]
    ]
    STORED.write(context, StoredParties(server, tuple(rows)))


def links_before(context: Context) -> list[JoinLink]:
    """The party that this device was at last and has not left, and all others where a seat may wait."""
    found = enumerate(known_parties(context))
    last = [table for number, table in found if not number and not table.is_lost]
    return [*dict.fromkeys([*(table.join_link for table in last), *links_to_open_seats(context)])]


def links_to_open_seats(context: Context) -> list[JoinLink]:
    """The ways back to seats at tables that are not over, as far as this device knows; it asks nobody."""
    return [
        table.join_link for table in known_parties(context) if _waits(context, table) and not table.join_link.watches
    ]


def last_server(context: Context) -> str:
    """The server of last time, or nothing."""
    return STORED.read(context).server


def whole_hours(ms: float) -> int:
    """The last full hour, in milliseconds: what hangs on the time is not to be stored all the time."""
    return int(ms) - int(ms) % HOUR_MS


def _waits(context: Context, table: KnownParty) -> bool:
    return context.clock.wall_ms() < table.until_ms
