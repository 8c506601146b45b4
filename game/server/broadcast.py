"""A party with what each seat, and whoever looks on, is told of it: numbered steps, and a hash over all of them.

Nothing is taken out of what a seat is told: it is made of its own view and of the events that it sees, so what it may
not know was never in it. Steps are kept for those who have lost their line for a while; whoever was away longer is
told all at once.
"""

import pickle
import zlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from game.core.game import WATCHER, AnyGame, Event, State, redact
from game.core.options import Json
from game.core.stored_words import class_word
from game.server import log_entries as log
from game.server.chairs import Change, CommandRefused, SeenEvent
from game.server.ledger import DamagedLog
from game.server.party import Party
from game.wire import messages
from game.wire.commands import AllowHints, AnswerUndo, AssignSeat, ChooseGame, Kick, Lock, React, SetTimeLimit, StandIn

#: so many steps are kept, and so many of the older ones are packed together
KEPT, PACKED = 64, 8
#: where a whole match lies beside the steps of seats
OVER = WATCHER - 1
#: what lines are called where no deed of a device has the name
NAMES: dict[type, str] = {
    log.PartyOpened: "Opened",
    log.SeatTaken: "Sit",
    log.MatchDealt: "Start",
    log.LiveMoveMade: "Lay",
    log.DeclaredReady: "Ready",
    log.LiveDecided: "Live",
}


class _Cached(NamedTuple):
    """The parts of an entry's broadcast made so far: by seat its events, the turn's state, the whole step.

    The record of a finished match is kept beside the steps.
    """

    events: dict[int, tuple[Json, ...]]
    turns: dict[int, messages.TurnState]
    texts: dict[int, str]


class BroadcastEntry:
    """One line with all that it takes to tell anybody of it.

    What is told of it is made once for each seat, whoever listens there, and let go of as soon as all have been told
    (:meth:`settle`): dozens of records are kept at every table, and hardly anybody asks for one later.
    """

    #: all but the game, which goes by its name, and what has been made of it
    FIELDS = (
        "_due_ms",
        "_hashes",
        "_length",
        "_seen_events",
        "_state",
        "_to_move",
        "_undo",
        "entry",
        "has_new_state",
        "n",
        "party_state",
        "tokens",
    )
    __slots__ = (*FIELDS, "_game", "_cached")

    def __init__(
        self, party: Party, line: log.LogEntry, shown: Sequence[SeenEvent], before: "BroadcastEntry | None"
    ) -> None:
        self.n = party.length - 1
        self.entry = public_entry(line)
        if isinstance(line.command, log.LiveMoveMade):
            # nobody else is told whose hand it was, nor on what, before it counts
            late = party.late_by(line, line.command)
            self.entry = self.entry._replace(seat=WATCHER, value=late)
        self.party_state: messages.PartyState = party.party_state
        self.has_new_state = before is None or before.party_state != self.party_state
        self.tokens = tuple([chair.token for chair in party.chairs])
        if before is not None:
            # what has not changed is there once, however many lines tell of it
            self.party_state = self.party_state if self.has_new_state else before.party_state
            self.tokens = before.tokens if before.tokens == self.tokens else self.tokens
        self._game: AnyGame = party.game
        match = party.match
        self._state: State | None = match.state if match else None
        self._length, self._to_move, self._due_ms = len(match.actions) if match else 0, party.to_move, party.due_ms
        #: a bit for each seat that could ask to take something back
        self._undo = 0
        if match is not None and not party.clock and party.phase == messages.PartyPhase.PLAYING:
            self._undo = sum(1 << seat for seat in range(len(self.tokens)) if match.undo_length(seat) is not None)
        # mostly nothing lies on the table before the whole action is done that does not lie there then
        self._seen_events = tuple([(event, self._state if state == self._state else state) for event, state in shown])
        self._cached: _Cached | None = _Cached({}, {}, {})
        # a match, or the gathering for one, is told from its beginning
        begins = isinstance(line.command, log.MatchDealt | ChooseGame)
        #: those of whoever looks on and of each seat, in one word
        self._hashes = self._counted(None if begins else before)

    def _counted(self, before: "BroadcastEntry | None") -> str:
        """The hashes of all: where two have been told the same it is made once."""
        codec = self._game.event_codec()
        made = self._cached or _Cached({}, {}, {})
        written: dict[tuple[int, ...], tuple[tuple[Json, ...], str]] = {}
        hashes: dict[tuple[str, str], str] = {}
        found: list[str] = []
        rows = {seat: self._seen(seat) for seat in (WATCHER, *range(len(self.tokens)))}
        for seat, seen in rows.items():
            # an event that hides nothing is the very same one for everybody
            same = tuple([id(event) for event, _ in seen])
            if same not in written:
                events = tuple([codec.write(event) for event, _ in seen])
                written[same] = events, messages.json_text(events)
            made.events[seat], text = written[same]
            last = messages.NOTHING_YET if before is None else before.hash_of(seat)
            if (last, text) not in hashes:
                hashes[last, text] = messages.hash_after(last, self.n, self.entry, text)
            found.append(hashes[last, text])
        return "".join(found)

    def _seen(self, seat: int) -> list[tuple[Event, State]]:
        """The events that a seat sees, each with what lay on the table after it."""
        seen = [(self._game.visible(event, seat), state) for event, state in self._seen_events]
        return [(event, state) for event, state in seen if event is not None]

    def settle(self) -> None:
        """Pack the entry once everybody present has heard it and few will ask again."""
        self._cached = None

    @property
    def game_in_progress(self) -> str:
        """The name of the game of the match that was there then; "" for none."""
        return self._game.name if self._state is not None else ""

    def packed(self) -> tuple[object, ...]:
        """Return the bytes that :meth:`unpacked` turns back into the same record."""
        return (self._game.name, *(getattr(self, name) for name in self.FIELDS))

    @classmethod
    def unpacked(cls, row: Sequence[object], games: Mapping[str, AnyGame]) -> "BroadcastEntry":
        """The record of which that was made."""
        record = cls.__new__(cls)
        values = (*row[1:], games[str(row[0])], None)
        for name, value in zip(cls.__slots__, values, strict=True):
            setattr(record, name, value)
        return record

    def seat_of(self, token: str) -> int:
        """Whose seat it was then; a WATCHER has none."""
        return self.tokens.index(token) if token and token in self.tokens else WATCHER

    def hash_of(self, seat: int) -> str:
        """The hash over all that the seat has been told."""
        place = (seat - WATCHER) * messages.HASH
        return self._hashes[place : place + messages.HASH]

    def turn(self, seat: int) -> messages.TurnState | None:
        """Return the match's state for a seat after this entry, if there was a match."""
        if self._state is None:
            return None
        turns = self._cached.turns if self._cached else {}
        if seat not in turns:
            undo = seat != WATCHER and bool(self._undo >> seat & 1)
            turns[seat] = messages.TurnState(
                self._length, self._to_move, self._due_ms, undo, self._view(self._state, seat)
            )
        return turns[seat]

    def _view(self, state: State, seat: int) -> Json:
        return self._game.view_codec().write(redact(self._game, self._game.view(state, seat)))

    def step(self, token: str) -> str:
        """Return the step for the owner of that secret, as text."""
        seat = self.seat_of(token)
        texts = self._cached.texts if self._cached else {}
        if seat not in texts:
            texts[seat] = _message_text(self._step(seat))
        return texts[seat]

    def whole(self, save: Callable[[], Json], deal: log.MatchDealt) -> str:
        """Return the record of a finished match that follows the step, as text."""
        texts = self._cached.texts if self._cached else {}
        if OVER not in texts:
            texts[OVER] = _message_text(messages.Over(self.n, save(), deal.seed, deal.nonce))
        return texts[OVER]

    def _step(self, seat: int) -> messages.PartyUpdate:
        party_state = self.party_state if self.has_new_state else None
        seen, codec = self._seen(seat), self._game.event_codec()
        made = self._cached.events.get(seat) if self._cached else None
        events = tuple([codec.write(event) for event, _ in seen]) if made is None else made
        turn, between = self.turn(seat), tuple[Json, ...]()
        # mostly a view tells nothing before the whole action is done
        if turn is not None and any(state is not self._state for _, state in seen):
            views = {id(self._state): turn.view}
            for _, state in seen:
                views[id(state)] = views.get(id(state)) or self._view(state, seat)
            between = tuple([views[id(state)] for _, state in seen])
        return messages.PartyUpdate(self.n, self.hash_of(seat), self.entry, seat, party_state, events, between, turn)


class _Pack:
    """Records as few bytes: what they have in common with the first pack of their game in this process is left out.

    What is unpacked was packed by this very process: it is no way in for anybody.
    """

    __slots__ = ("_data", "_dictionary", "first")
    #: of each game, by its name, the first records that were packed with a match going on
    _FIRST: ClassVar[dict[str, bytes]] = {}

    def __init__(self, records: Sequence[BroadcastEntry]) -> None:
        #: the number of the first of them
        self.first = records[0].n
        data = pickle.dumps([record.packed() for record in records], pickle.HIGHEST_PROTOCOL)
        game = records[0].game_in_progress
        if game and game not in self._FIRST:
            self._FIRST[game] = data
        self._dictionary = self._FIRST.get(game, b"")
        packer = zlib.compressobj(zdict=self._dictionary)
        self._data = packer.compress(data) + packer.flush()

    def unpacked(self, games: Mapping[str, AnyGame]) -> list[BroadcastEntry]:
        """The records."""
        rows = pickle.loads(zlib.decompressobj(zdict=self._dictionary).decompress(self._data))
        return [BroadcastEntry.unpacked(row, games) for row in rows]


class _Records:
    """The last records of a party. All but the newest are packed, and take as much room as one or two that are not."""

    def __init__(self, games: Mapping[str, AnyGame], first: BroadcastEntry) -> None:
        self._games = games
        self._packs: deque[_Pack] = deque(maxlen=-(-KEPT // PACKED))
        self._unpacked = [first]

    @property
    def last(self) -> BroadcastEntry:
        """The newest."""
        return self._unpacked[-1]

    def append(self, record: BroadcastEntry) -> None:
        """One more."""
        self.last.settle()
        if len(self._unpacked) == PACKED:
            self._packs.append(_Pack(self._unpacked))
            self._unpacked = []
        self._unpacked.append(record)

    def since(self, n: int) -> list[BroadcastEntry]:
        """Those from number ``n`` on; none if it is too long ago."""
        if not self.last.n - KEPT < n <= self.last.n:
            return []
        found: list[BroadcastEntry] = []
        for pack in self._packs:
            if n < pack.first + PACKED:
                found += pack.unpacked(self._games)
        return [record for record in (*found, *self._unpacked) if record.n >= n]


class Broadcast:
    """A party, and the last of what has been told of it."""

    def __init__(self, games: Mapping[str, AnyGame], name: str, lines: Sequence[str]) -> None:
        self.name = name
        first = log.read_entry(lines[0])
        try:
            self.party = Party(games, first)
        except CommandRefused as error:
            raise DamagedLog(f"line 0 of {name} opens no table: {error}") from None
        self._records = _Records(games, BroadcastEntry(self.party, first, (), None))
        for text in lines[1:]:
            self.follow(log.read_entry(text))

    @property
    def length(self) -> int:
        """The number of log entries."""
        return self.party.length

    def follow(self, line: log.LogEntry, change: Change | None = None) -> None:
        """Apply the next entry, with its effect if that is known already; raise DamagedLog if it may not come next."""
        try:
            shown = self.party.follow(line, change)
        except CommandRefused as error:
            raise DamagedLog(f"line {self.length} of {self.name} can't come there: {error}") from None
        except Exception as error:
            # an error in a game's rules: nobody can follow this log, and everybody is told so
            raise DamagedLog(f"line {self.length} of {self.name} can't be followed: {error!r}") from error
        self._records.append(BroadcastEntry(self.party, line, shown, self._records.last))

    def steps(self, token: str, have: int, hash_: str) -> list[str] | None:
        """Return the steps after ``have``, or None if everything must be sent at once."""
        found = self._records.since(have)
        if not found or found[0].hash_of(found[0].seat_of(token)) != hash_:
            return None
        return [record.step(token) for record in found[1:]]

    @property
    def last(self) -> BroadcastEntry:
        """The newest step."""
        return self._records.last

    def welcome(self, token: str, now_ms: int) -> messages.Welcome:
        """All that there is to know now."""
        last = self._records.last
        seat = last.seat_of(token)
        return messages.Welcome(
            party=self.name,
            code=self.party.code,
            n=last.n,
            hash=last.hash_of(seat),
            seat=seat,
            now_ms=now_ms,
            party_state=last.party_state,
            turn=last.turn(seat),
        )

    def over(self) -> str | None:
        """The whole match as text, if it has ended: there is nothing left to hide. It is the same for everybody."""
        party = self.party
        if party.phase != messages.PartyPhase.OVER or party.match is None or party.deal is None:
            return None
        return self.last.whole(party.match.save, party.deal)


def _message_text(message: messages.ServerMessage) -> str:
    return messages.message_text(messages.SERVER_CODEC, message)


def public_entry(line: log.LogEntry) -> messages.PublicEntry:
    """A line as far as everybody may know it: what a hand held or a device keeps to itself is not in it."""
    command = line.command
    other, value = -1, 0
    match command:
        case Kick(seat=seat) | AssignSeat(seat=seat):
            other = seat
        case StandIn(seat=seat, on=on):
            other, value = seat, int(on)
        case Lock(on=on) | AllowHints(on=on):
            value = int(on)
        case SetTimeLimit(seconds=number) | React(sign=number):
            value = number
        case AnswerUndo(yes=yes):
            value = int(yes)
        case _:
            pass
    seat = command.seat if isinstance(command, log.SeatTaken) else line.seat
    return messages.PublicEntry(NAMES.get(type(command), class_word(type(command))), line.origin, seat, other, value)
