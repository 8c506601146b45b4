"""A party with its numbered updates for each seat and for watchers, and a hash over all of them.

An update is built from the seat's own view and from the events that it sees, so hidden information never enters it.
Recent updates are kept for devices that were offline for a while; after a longer absence a device gets the whole state.
"""

import pickle
import zlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from game.core.game import WATCHER, AnyGame, Event, State, redact
from game.core.live import as_live_game
from game.core.options import Json
from game.core.stored_words import class_word
from game.server import live_moves
from game.server import log_entries as log
from game.server.chairs import Change, CommandRefused, SeenEvent
from game.server.ledger import DamagedLog
from game.server.missed import missed_at
from game.server.missed_results import over_of
from game.server.party import Party
from game.wire import messages
from game.wire.commands import (
    AllowHints,
    AnswerUndo,
    AssignSeat,
    ChooseGame,
    EndMatch,
    Kick,
    Lock,
    PlanEvening,
    Play,
    React,
    SetTimeLimit,
    StandIn,
)

#: number of updates kept, and of older ones packed together
KEPT, PACKED = 64, 8
#: the key of a whole match beside the seats' updates
OVER = WATCHER - 1
#: public names of entries that are not a device's commands
NAMES: dict[type, str] = {
    log.PartyOpened: "Opened",
    log.SeatTaken: "Sit",
    log.MatchDealt: "Start",
    log.OrderCarriedOut: class_word(Play),
    log.LimitFromNextTurn: class_word(SetTimeLimit),
    log.MatchDealtCovered: "Start",
    log.LiveMoveMade: "Lay",
    log.DeclaredReady: "Ready",
    log.LiveDecided: "Live",
}


#: entries after which the hash starts anew: of a match, and of the lobby before it
BEGINNINGS = frozenset({NAMES[log.MatchDealt], class_word(ChooseGame), class_word(PlanEvening)})


class _Cached(NamedTuple):
    """The parts of an entry's broadcast made so far: by seat its events, the turn's state, the whole step.

    The record of a finished match is kept beside the steps.
    """

    events: dict[int, tuple[Json, ...]]
    turns: dict[int, messages.TurnState]
    texts: dict[int, str]


class BroadcastEntry:
    """One log entry with everything that is needed to send it to any seat.

    The update of a seat is made once, however many devices listen there, and dropped when all have received it
    (:meth:`settle`): every table keeps dozens of entries, and few are asked for later.
    """

    #: the fields that are packed. The game is stored by its name, hashes are computed again, tokens are shared
    FIELDS = (
        "_due_ms",
        "_is_covered",
        "_length",
        "_seen_events",
        "_stand_in_ms",
        "_state",
        "_to_move",
        "_undo",
        "entry",
        "has_new_state",
        "n",
        "party_state",
    )
    __slots__ = (*FIELDS, "_game", "tokens", "hashes", "_cached")

    def __init__(
        self, party: Party, entry: log.LogEntry, shown: Sequence[SeenEvent], before: "BroadcastEntry | None"
    ) -> None:
        self.n = party.length - 1
        self.entry = public_entry(entry)
        if isinstance(entry.command, log.LiveMoveMade):
            # the others learn who acted, and on what, only once it counts
            late = live_moves.late_ms(party.clock, party.live_game(), entry.command) if party.clock else 0
            self.entry = self.entry._replace(seat=WATCHER, value=late)
        self.party_state: messages.PartyState = party.party_state
        self.has_new_state = before is None or before.party_state != self.party_state
        self.tokens = tuple([chair.token for chair in party.chairs])
        if before is not None:
            # unchanged values are shared by all entries
            self.party_state = self.party_state if self.has_new_state else before.party_state
            self.tokens = before.tokens if before.tokens == self.tokens else self.tokens
        self._game: AnyGame = party.game
        match = party.match
        self._state: State | None = match.state if match else None
        self._length, self._to_move, self._due_ms = len(match.actions) if match else 0, party.to_move, party.due_ms
        self._stand_in_ms = party.stand_in_ms
        #: the cards of the deal have not been uncovered yet
        self._is_covered = party.clock is not None and not party.clock.uncovered
        #: a bit for each seat that could ask to take something back
        self._undo = 0
        if match is not None and not party.clock and party.phase == messages.PartyPhase.PLAYING:
            self._undo = sum(1 << seat for seat in range(len(self.tokens)) if match.undo_length(seat) is not None)
        # the states within an action mostly equal the one at its end: share it
        self._seen_events = tuple([(event, self._state if state == self._state else state) for event, state in shown])
        self._cached: _Cached | None = _Cached({}, {}, {})
        #: the hashes of watchers and of each seat, concatenated
        self.hashes = self.hashes_after(before)

    def hashes_after(self, before: "BroadcastEntry | None") -> str:
        """Return the hashes of all seats, each computed once where several have received the same."""
        if self.entry.name in BEGINNINGS:
            before = None
        codec = self._game.event_codec()
        made = self._cached or _Cached({}, {}, {})
        written: dict[tuple[int, ...], tuple[tuple[Json, ...], str]] = {}
        hashes: dict[tuple[str, str], str] = {}
        found: list[str] = []
        rows = {seat: self._seen(seat) for seat in (WATCHER, *range(len(self.tokens)))}
        for seat, seen in rows.items():
            # an event without hidden parts is the same object for all seats
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
        """Return the events that a seat sees, each with the state after it."""
        seen = [(self._game.visible(event, seat), state) for event, state in self._seen_events]
        return [(event, state) for event, state in seen if event is not None]

    def settle(self) -> None:
        """Drop the cache once all connected devices have received the entry."""
        self._cached = None

    @property
    def game_in_progress(self) -> str:
        """The name of the game in progress at that time; "" for none."""
        return self._game.name if self._state is not None else ""

    def packed(self) -> tuple[object, ...]:
        """Return the row from which :meth:`unpacked` restores the entry, without its tokens and hashes.

        These are random, so they would make up half of a compressed row.
        """
        return (self._game.name, *(getattr(self, name) for name in self.FIELDS))

    @classmethod
    def unpacked(cls, row: Sequence[object], games: Mapping[str, AnyGame], tokens: tuple[str, ...]) -> "BroadcastEntry":
        """Return the entry of a row made by :meth:`packed`, still without its hashes."""
        record = cls.__new__(cls)
        values = (*row[1:], games[str(row[0])], tokens, "", None)
        for name, value in zip(cls.__slots__, values, strict=True):
            setattr(record, name, value)
        return record

    def seat_of(self, token: str) -> int:
        """Return the seat of a token hash at that time, or WATCHER."""
        return self.tokens.index(token) if token and token in self.tokens else WATCHER

    def hash_of(self, seat: int) -> str:
        """Return the hash over all updates of a seat."""
        place = (seat - WATCHER) * messages.HASH
        return self.hashes[place : place + messages.HASH]

    def turn(self, seat: int) -> messages.TurnState | None:
        """Return the match's state for a seat after this entry, if there was a match."""
        if self._state is None:
            return None
        turns = self._cached.turns if self._cached else {}
        if seat not in turns:
            undo = seat != WATCHER and bool(self._undo >> seat & 1)
            turns[seat] = messages.TurnState(
                self._length, self._to_move, self._due_ms, undo, self._view(self._state, seat), self._stand_in_ms
            )
        return turns[seat]

    def _view(self, state: State, seat: int) -> Json:
        view = redact(self._game, self._game.view(state, seat))
        return self._game.view_codec().write(as_live_game(self._game).covered(view) if self._is_covered else view)

    def step(self, token: str) -> str:
        """Return the step for the owner of that secret, as text."""
        seat = self.seat_of(token)
        texts = self._cached.texts if self._cached else {}
        if seat not in texts:
            texts[seat] = _message_text(self._step(seat))
        return texts[seat]

    def whole(self, made: Callable[[], messages.Over]) -> str:
        """Return the record of a finished match that follows the step, as text."""
        texts = self._cached.texts if self._cached else {}
        if OVER not in texts:
            texts[OVER] = _message_text(made())
        return texts[OVER]

    def _step(self, seat: int) -> messages.PartyUpdate:
        party_state = self.party_state if self.has_new_state else None
        seen, codec = self._seen(seat), self._game.event_codec()
        made = self._cached.events.get(seat) if self._cached else None
        events = tuple([codec.write(event) for event, _ in seen]) if made is None else made
        turn, between = self.turn(seat), tuple[Json, ...]()
        # views within an action are sent only if they differ from the one at its end
        if turn is not None and any(state is not self._state for _, state in seen):
            views = {id(self._state): turn.view}
            for _, state in seen:
                views[id(state)] = views.get(id(state)) or self._view(state, seat)
            between = tuple([views[id(state)] for _, state in seen])
        return messages.PartyUpdate(self.n, self.hash_of(seat), self.entry, seat, party_state, events, between, turn)


class _Pack:
    """Entries compressed with the first pack of their game in this process as a dictionary.

    What is unpacked was packed by this very process: it is no way in for anybody.
    """

    __slots__ = ("_data", "_dictionary", "_hashes", "_tokens", "first")
    #: game name -> the first packed entries of a match in progress
    _FIRST: ClassVar[dict[str, bytes]] = {}

    def __init__(self, records: Sequence[BroadcastEntry]) -> None:
        #: the number of the first entry
        self.first = records[0].n
        data = pickle.dumps([record.packed() for record in records], pickle.HIGHEST_PROTOCOL)
        game = records[0].game_in_progress
        if game and game not in self._FIRST:
            self._FIRST[game] = data
        self._dictionary = self._FIRST.get(game, b"")
        packer = zlib.compressobj(zdict=self._dictionary)
        self._data = packer.compress(data) + packer.flush()
        #: the tokens of each entry, mostly one shared tuple, and the hashes of the first
        self._tokens = tuple([record.tokens for record in records])
        self._hashes = records[0].hashes

    def unpacked(self, games: Mapping[str, AnyGame]) -> list[BroadcastEntry]:
        """Return the entries."""
        rows = pickle.loads(zlib.decompressobj(zdict=self._dictionary).decompress(self._data))
        found: list[BroadcastEntry] = []
        for row, tokens in zip(rows, self._tokens, strict=True):
            record = BroadcastEntry.unpacked(row, games, tokens)
            record.hashes = record.hashes_after(found[-1]) if found else self._hashes
            found.append(record)
        return found


class _Records:
    """The last entries of a party; all but the newest are packed, in the memory of one or two unpacked ones."""

    def __init__(self, games: Mapping[str, AnyGame], first: BroadcastEntry) -> None:
        self._games = games
        self._packs: deque[_Pack] = deque(maxlen=-(-KEPT // PACKED))
        self._unpacked = [first]

    @property
    def last(self) -> BroadcastEntry:
        """The newest entry."""
        return self._unpacked[-1]

    def append(self, record: BroadcastEntry) -> None:
        """Append an entry."""
        self.last.settle()
        if len(self._unpacked) == PACKED:
            self._packs.append(_Pack(self._unpacked))
            self._unpacked = []
        self._unpacked.append(record)

    def since(self, n: int) -> list[BroadcastEntry]:
        """Return the entries from number ``n`` on; none if that is too long ago."""
        if not self.last.n - KEPT < n <= self.last.n:
            return []
        found: list[BroadcastEntry] = []
        for pack in self._packs:
            if n < pack.first + PACKED:
                found += pack.unpacked(self._games)
        return [record for record in (*found, *self._unpacked) if record.n >= n]


class Broadcast:
    """A party and its latest updates."""

    def __init__(self, games: Mapping[str, AnyGame], name: str, lines: Sequence[str]) -> None:
        self.name = name
        first = log.read_entry(lines[0])
        try:
            self.party = Party(games, first)
        except CommandRefused as error:
            raise DamagedLog(f"entry 0 of {name} opens no table: {error}") from None
        self._records = _Records(games, BroadcastEntry(self.party, first, (), None))
        for text in lines[1:]:
            self.append(log.read_entry(text))

    @property
    def length(self) -> int:
        """The number of log entries; those that are told have numbers of their own."""
        return self.party.length + self.party.secrets

    def append(self, entry: log.LogEntry, change: Change | None = None) -> None:
        """Append the next entry, with its change if that is known already; raise DamagedLog if it may not come next."""
        try:
            shown = self.party.append(entry, change)
        except CommandRefused as error:
            raise DamagedLog(f"entry {self.length} of {self.name} can't come there: {error}") from None
        except Exception as error:
            # an error in a game's rules: no process can follow this log, and all devices are told so
            raise DamagedLog(f"entry {self.length} of {self.name} can't be followed: {error!r}") from error
        if isinstance(entry.command, log.SECRET):
            return
        self._records.append(BroadcastEntry(self.party, entry, shown, self._records.last))

    def steps(self, token: str, have: int, hash_: str) -> list[str] | None:
        """Return the steps after ``have``, or None if everything must be sent at once."""
        found = self._records.since(have)
        if not found or found[0].hash_of(found[0].seat_of(token)) != hash_:
            return None
        return [record.step(token) for record in found[1:]]

    @property
    def last(self) -> BroadcastEntry:
        """The newest entry."""
        return self._records.last

    def welcome(self, token: str, now_ms: int) -> messages.Welcome:
        """Return the whole present state for the owner of a token hash."""
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
            missed=missed_at(self.party, seat),
            removed_by=self.party.removed.get(token, ""),
            missed_end=seat >= 0 and 0 < self.party.chairs[seat].away_ms < self.party.ended_ms,
        )

    def over(self) -> str | None:
        """Return the record of a finished match as text, the same for all, or None: nothing is hidden any more."""
        party = self.party
        if party.phase != messages.PartyPhase.OVER or party.match is None or party.deal is None:
            return None
        return self.last.whole(partial(over_of, self.last.n, party.match, party.deal, party.chairs))


def _message_text(message: messages.ServerMessage) -> str:
    return messages.message_text(messages.SERVER_CODEC, message)


def public_entry(entry: log.LogEntry) -> messages.PublicEntry:
    """Return the public part of an entry, without hidden cards and secrets."""
    command = entry.command
    other, value = -1, 0
    match command:
        case Kick(seat=seat) | AssignSeat(seat=seat):
            other = seat
        case StandIn(seat=seat, on=on):
            other, value = seat, int(on)
        case Lock(on=on) | AllowHints(on=on):
            value = int(on)
        case SetTimeLimit(seconds=number) | log.LimitFromNextTurn(seconds=number) | React(sign=number):
            value = number
        case AnswerUndo(yes=yes) | EndMatch(yes=yes):
            value = int(yes)
        case _:
            pass
    seat = command.seat if isinstance(command, log.SeatTaken) else entry.seat
    return messages.PublicEntry(NAMES.get(type(command), class_word(type(command))), entry.origin, seat, other, value)
