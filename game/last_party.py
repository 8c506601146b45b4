"""The party that this device was at last, as far as is stored: the title asks, and nothing of playing it is needed.

``visits.py`` stores it as long as one has not left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.wire.way import Way

if TYPE_CHECKING:
    from game.context import Context

#: the party where this device has a seat, or looks on
STORED = "party"


def came_before(context: Context) -> Way | None:
    """The party that this device was at last and has not left, or None."""
    way = _last(context)
    return way if way and way.party else None


def seat_waiting(context: Context) -> Way | None:
    """The way back to a seat at a table that is not over, as far as this device knows, or None; it asks nobody."""
    way, data = came_before(context), context.stored(STORED, "file.party")
    until = data.get("until") if isinstance(data, dict) else None
    is_kept = isinstance(until, int) and context.clock.wall_ms() < until
    return way if way and is_kept else None


def server_before(context: Context) -> str:
    """The server of last time, or nothing."""
    way = _last(context)
    return way.server if way else ""


def _last(context: Context) -> Way | None:
    data = context.stored(STORED, "file.party")
    if not isinstance(data, dict):
        return None
    server, code, party, token = (data.get(name) for name in ("server", "code", "party", "token"))
    if not (isinstance(server, str) and isinstance(code, str) and isinstance(party, str) and isinstance(token, str)):
        return None
    return Way(server, code, party, token, watches=not token)
