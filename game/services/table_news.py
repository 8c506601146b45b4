"""News of this device's tables: it is the player's turn, there is a question, or a match has ended; each once."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from game.core.match import HUMAN
from game.core.options import Json
from game.services.context import Context
from game.services.table_watch import WatchedTable, seat_here, seats_by_server, tables
from game.wire import messages
from game.wire.commands import FREE
from game.wire.messages import PartyPhase, SeatQuery

#: titles of what is told of a table as soon as it becomes true, the most important first
TITLES: Mapping[str, str] = MappingProxyType(
    {"over": "told.over", "ended": "told.ended", "asked": "tables.asked", "turn": "told.turn"}
)


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
        #: by seat, the words of TITLES that were true
        self._known: dict[SeatQuery, tuple[str, ...]] = {}
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
        is_turn = turn is not None and turn.to_move == own
        word = self._change(seat, _true(state.phase, state.is_ended, state.asks(own), is_turn))
        text = table_text(self._context, state.game, state.places, own)
        return [TableEvent(TITLES[word], text, True)] if word else []

    def _of_row(self, one: WatchedTable) -> list[TableEvent]:
        table = one.table
        if table is None or self._rows.get(one.query) is table:
            return []
        self._rows[one.query] = table
        is_turn = table.to_move == table.seat
        word = self._change(one.query, _true(table.phase, table.is_ended, table.is_asked, is_turn))
        # who is at the table on another device sees it there, and a bot decides for whom it stands in
        if not word or not table.places[table.seat].away or (word == "turn" and table.places[table.seat].stand_in):
            return []
        return [TableEvent(TITLES[word], table_text(self._context, table.game, table.places, table.seat), False)]

    def _change(self, seat: SeatQuery, words: tuple[str, ...]) -> str:
        """Note what is true of a table, and return the word of what is new, or ""."""
        before = self._known.get(seat, words)
        self._known[seat] = words
        return next((word for word in words if word not in before), "")

    def for_page(self, called_by: str | None) -> Json:
        """Return what a hidden page asks about the tables by itself, with the states from which it counts.

        The server ``called_by``, if any, tells of its own tables.
        """
        context = self._context
        rows = {one.query: one.table for one in tables(context)}

        def known(seat: SeatQuery) -> Json:
            table, words = rows[seat], self._known.get(seat)
            text = table_text(context, table.game, table.places, table.seat) if table else ""
            return {"party": seat.party, "text": text, "state": None if words is None else [*words]}

        found: list[Json] = []
        for server, seats in seats_by_server(context, seat_here(context)).items():
            ask: messages.ClientMessage = messages.AskSeats(messages.VERSION, tuple(seats))
            text = messages.message_text(messages.CLIENT_CODEC, ask)
            if server != called_by:
                found.append({"address": server, "ask": text, "seats": [known(seat) for seat in seats]})
        return found


def _true(phase: PartyPhase, is_ended: bool, is_asked: bool, is_turn: bool) -> tuple[str, ...]:
    """Return the words of TITLES that are true of a table."""
    plays = phase == PartyPhase.PLAYING
    truths = (phase == PartyPhase.OVER, is_ended, is_asked, plays and is_turn)
    return tuple(word for word, is_true in zip(TITLES, truths, strict=True) if is_true)


def table_text(context: Context, game: str, places: Sequence[messages.SeatInfo], own: int) -> str:
    """Return a table's game and the names of the people there besides the ``own`` seat."""
    texts = context.texts
    rows = [one for seat, one in enumerate(places) if one.kind != FREE and seat != own]
    names = [one.name if one.kind == HUMAN else texts(f"figure.{one.figure}") for one in rows]
    title = texts(f"game.{game}")
    return texts("told.turn.text", game=title, names=texts.listed(names)) if names else title
