"""Stored parties of this device, as far as the title screen needs them; ``PartySession`` stores them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

from game.core import codec, options
from game.player.stored_value import StoredValue
from game.wire.join_link import JoinLink
from game.wire.messages import MOST_SEATS

if TYPE_CHECKING:
    from game.services.context import Context

#: most parties kept, as many as a server is asked about at once
MOST_TABLES = MOST_SEATS
HOUR_MS = 3_600_000
#: time that the link to a seat is kept if its server has lost the party, which may be restored from a backup
LOST_MS = 30 * 24 * HOUR_MS


class KnownParty(NamedTuple):
    """A stored party: the four parts of its link, and the time until which its server keeps the seat."""

    server: str
    party: str
    code: str
    token: str
    #: 0 without a seat, as is the next
    until_ms: int = 0
    #: the hour when the own seat was last connected
    seen_ms: int = 0
    #: its server did not know it at the last attempt
    is_lost: bool = False
    #: its match was over when it was last heard of
    is_over: bool = False
    #: number of its last match, and of the actions of that match that the person here knows
    match: int = 0
    known_moves: int = 0

    @property
    def join_link(self) -> JoinLink:
        """The link to the seat, or for a spectator."""
        return JoinLink(self.server, self.code, self.party, self.token, watches=not self.token)

    def lost(self, now_ms: float) -> "KnownParty":
        """Return the entry marked as lost: the link is kept for 30 days after the last connection."""
        # stored by a version without this time
        seen = self.seen_ms or (whole_hours(now_ms) if self.until_ms else 0)
        return self._replace(until_ms=seen + LOST_MS if seen else 0, seen_ms=seen, is_lost=True)


def _migrated(data: options.Json) -> options.Json:
    """Convert older versions' data: a single party, or only a server."""
    if not isinstance(data, dict) or "tables" in data:
        return data
    return data | {"tables": [data] if "party" in data else []}


class StoredParties(NamedTuple):
    """Parties in which this device has a seat, and the one it joined last."""

    #: the last server, or ""
    server: str = ""
    #: the most recent first
    tables: tuple[Annotated[KnownParty, codec.Shape.MENDED], ...] = ()


STORED = StoredValue(
    "party", "file.party", codec.codec_of(StoredParties, codec.Shape.SPARSE), StoredParties(), _migrated
)


def known_parties(context: "Context") -> list[KnownParty]:
    """Return the parties joined and not left, the most recent first."""
    return [table for table in STORED.read(context).tables if table.party]


def store(context: "Context", server: str, found: Sequence[KnownParty]) -> None:
    """Store these parties, the most recent first, without expired ones.

    If there are too many, finished ones go, then those without a seat. The way back to a running table stays.
    """
    kept = [*found[:1], *(table for table in found[1:] if _waits(context, table))]
    over = [table for table in reversed(kept[1:]) if table.is_over]
    watched = [table for table in reversed(kept) if not (table.is_over or _has_seat(context, table))]
    for table in [*over, *watched][: max(0, len(kept) - MOST_TABLES)]:
        kept.remove(table)
    STORED.write(context, StoredParties(server, tuple(kept)))


def watched_last(context: "Context") -> KnownParty | None:
    """Return the party joined last and not left, if this device has no seat there and the server knew it."""
    last = next(iter(known_parties(context)), None)
    return last if last and not last.is_lost and last not in kept_seats(context) else None


def kept_seats(context: "Context") -> list[KnownParty]:
    """Return the parties with a seat whose time is not over, finished ones included, the most recent first."""
    return [table for table in known_parties(context) if _has_seat(context, table)]


def is_full(context: "Context", join_link: JoinLink) -> bool:
    """Return True if a link leads to one table more than this device can keep, as all of its own still run."""
    own = kept_seats(context)
    return (
        not join_link.watches
        and sum(not table.is_over for table in own) >= MOST_TABLES
        and not any(join_link.leads_to(table.join_link) for table in own)
    )


def last_server(context: "Context") -> str:
    """Return the last server, or ""."""
    return STORED.read(context).server


def whole_hours(ms: float) -> int:
    """Return the last full hour in milliseconds, so that times change rarely in the storage."""
    return int(ms) - int(ms) % HOUR_MS


def _has_seat(context: "Context", table: KnownParty) -> bool:
    return bool(table.token) and _waits(context, table)


def _waits(context: "Context", table: KnownParty) -> bool:
    return context.clock.wall_ms() < table.until_ms
