"""News of this device's tables: it is the player's turn, there is a question, or a match has ended; each once."""

from collections.abc import Sequence
from typing import NamedTuple

from game.app.context import Context
from game.app.table_watch import WatchedTable, seat_here, seats_by_server, tables
from game.core.match import HUMAN
from game.core.options import Json
from game.wire import messages
from game.wire.commands import FREE
from game.wire.messages import PartyPhase, SeatQuery


class TableState(NamedTuple):
    """What is told of a table as soon as it becomes true."""

    waits: bool
    is_over: bool


class TableEvent(NamedTuple):
    """One piece of news: its text keys' title, and the table in words."""

    title: str
    text: str
    #: it is of the table that the device is at
    is_here: bool


class TableNews:
    """Compares the tables with how they were at the last look. A table that is seen for the first time is no news."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[SeatQuery, TableState] = {}
        #: the answers that were looked at, and the version of all of them
        self._rows: dict[SeatQuery, messages.TableSummary] = {}
        self._version = -1

    def take(self) -> list[TableEvent]:
        """Return the news since the last call."""
        found, tables_ = self._of_session(), self._context.tables
        if tables_.version != self._version:
            self._version = tables_.version
            here = seat_here(self._context)
            found += [event for one in tables(self._context) if one.query != here for event in self._of_row(one)]
        return found

    def _of_session(self) -> list[TableEvent]:
        seat, session = seat_here(self._context), self._context.session
        state = session.remote.party_state if session else None
        if seat is None or session is None or state is None or session.remote.seat < 0:
            return []
        turn, own = session.remote.turn_state, session.remote.seat
        waits = state.phase == PartyPhase.PLAYING and turn is not None and turn.to_move == own
        key = self._change(seat, TableState(waits, state.phase == PartyPhase.OVER))
        return [TableEvent(key, table_text(self._context, state.game, state.places, own), True)] if key else []

    def _of_row(self, one: WatchedTable) -> list[TableEvent]:
        table = one.table
        if table is None or self._rows.get(one.query) is table:
            return []
        self._rows[one.query] = table
        key = self._change(one.query, TableState(one.waits, one.is_over))
        # who is at the table on another device sees it there, and a bot decides for whom it stands in
        if not key or not table.places[table.seat].away or (key == "told.turn" and table.places[table.seat].stand_in):
            return []
        key = "tables.asked" if table.is_asked and key == "told.turn" else key
        return [TableEvent(key, table_text(self._context, table.game, table.places, table.seat), False)]

    def _change(self, seat: SeatQuery, state: TableState) -> str:
        """Note a table's state, and return the text key of what is new, or ""."""
        before = self._known.get(seat, state)
        self._known[seat] = state
        if state.is_over and not before.is_over:
            return "told.over"
        return "told.turn" if state.waits and not before.waits else ""

    def for_page(self, called_by: str | None) -> Json:
        """Return what a hidden page asks about the tables by itself, with the states from which it counts.

        The server ``called_by``, if any, tells of its own tables.
        """
        context = self._context
        rows = {one.query: one.table for one in tables(context)}

        def known(seat: SeatQuery) -> Json:
            table, state = rows[seat], self._known.get(seat)
            text = table_text(context, table.game, table.places, table.seat) if table else ""
            return {"party": seat.party, "text": text, "state": [*state] if state else None}

        found: list[Json] = []
        for server, seats in seats_by_server(context, seat_here(context)).items():
            ask: messages.ClientMessage = messages.AskSeats(messages.VERSION, tuple(seats))
            text = messages.message_text(messages.CLIENT_CODEC, ask)
            if server != called_by:
                found.append({"address": server, "ask": text, "seats": [known(seat) for seat in seats]})
        return found


def table_text(context: Context, game: str, places: Sequence[messages.SeatInfo], own: int) -> str:
    """Return a table's game and the names of the people there besides the ``own`` seat."""
    texts = context.texts
    rows = [one for seat, one in enumerate(places) if one.kind != FREE and seat != own]
    names = [one.name if one.kind == HUMAN else texts(f"figure.{one.figure}") for one in rows]
    title = texts(f"game.{game}")
    return texts("told.turn.text", game=title, names=texts.listed(names)) if names else title
