"""A party as its log records it, and the entries that may come next.

The same entries make the same party everywhere, each with the time at which it was written. :meth:`Party.prepare`
checks whether one may come next and changes nothing; :meth:`Party.append` applies it.
"""

from collections.abc import Mapping, Sequence

from game.core.game import AnyGame
from game.core.match import HUMAN
from game.server import log_entries as log
from game.server import pace
from game.server.chairs import Change, CommandRefused, SeenEvent
from game.server.live_entries import LiveEntries
from game.server.match_entries import MatchEntries
from game.server.missed_results import without
from game.server.orders import still_holding
from game.server.party_record import PartyRecord
from game.server.request_index import RequestIndex
from game.server.seat_entries import SeatEntries
from game.wire import commands
from game.wire.messages import Origin, PartyPhase
from game.wire.refusal import Refusal

#: commands that may come from the server itself
AUTOMATIC = (
    log.WentAway,
    log.CameBack,
    log.MatchDealt,
    log.MatchDealtCovered,
    commands.Play,
    log.LiveDecided,
    commands.PauseTable,
    commands.StandIn,
)
#: number of entries after which a match in progress ends, too
MOST_TO_END = 30_000
#: commands of a match in progress, and of arrivals and departures
ENDING = (
    commands.Play,
    log.OrderCarriedOut,
    log.LiveMoveMade,
    log.LiveDecided,
    log.DeclaredReady,
    commands.PauseTable,
    commands.StandIn,
    commands.Leave,
    log.WentAway,
    log.CameBack,
    commands.EndMatch,
)


class Party(PartyRecord):
    """A party that entries are appended to."""

    def __init__(self, games: Mapping[str, AnyGame], first: log.LogEntry) -> None:
        super().__init__(games, first)
        self._people = SeatEntries(self)
        self._match_entries, self._live_entries = MatchEntries(self), LiveEntries(self)
        self._requests = RequestIndex()

    def done(self, token: str, id_: str) -> int:
        """Return the number of the entry that carried out a request, or -1."""
        return self._requests.entry_of(token, id_)

    def is_stale(self, command: object, n: int) -> bool:
        """Return True if a command depends on something newer than ``n``, the last entry its sender knew."""
        if isinstance(command, commands.Play | commands.AskUndo):
            return n < self.played_at
        if isinstance(command, commands.EndMatch):
            return n < self.end_asked_at
        return isinstance(command, commands.AnswerUndo) and n < self.undo_asked_at

    def prepare(self, entry: log.LogEntry) -> Change:
        """Return the change that an entry makes if it may come next; raise CommandRefused if it may not."""
        ends = isinstance(entry.command, ENDING) and self.length + self.secrets < MOST_TO_END
        if self.is_full and not ends:
            raise CommandRefused(Refusal.FULL)
        if entry.at < self.at:
            raise CommandRefused(Refusal.CLOCK)
        seat = entry.seat
        if entry.origin == Origin.PERSON and not isinstance(entry.command, log.SeatTaken):
            if not (0 <= seat < len(self.chairs) and self.chairs[seat].kind == HUMAN):
                raise CommandRefused(Refusal.NO_SEAT)
        elif entry.origin != Origin.PERSON and not isinstance(entry.command, AUTOMATIC):
            raise CommandRefused(Refusal.NOT_YOURS)
        if entry.origin == Origin.PERSON and isinstance(entry.command, log.WentAway | log.CameBack | log.LiveDecided):
            raise CommandRefused(Refusal.NOT_YOURS)
        for entries in (self._people, self._match_entries, self._live_entries):
            if (change := entries.change(entry)) is not None:
                return change
        raise CommandRefused(Refusal.BEGUN)

    def append(self, entry: log.LogEntry, change: Change | None = None) -> Sequence[SeenEvent]:
        """Append the next entry and return the events of the match; raise CommandRefused and change nothing.

        ``change`` is what :meth:`prepare` has returned for it, if nothing has been appended since.
        """
        change = change or self.prepare(entry)
        token = entry.command.token if isinstance(entry.command, log.SeatTaken) else self.token_at(entry.seat)
        was_forsaken = self.is_forsaken
        events = change() or ()
        self.at = entry.at
        is_secret = isinstance(entry.command, log.SECRET)
        if was_forsaken and not self.is_forsaken:
            # somebody who has come back has the whole time
            self.turn_clock = pace.TurnClock(entry.at, entry.at)
        if entry.id:
            self._requests.add(token, entry.id, self.length - is_secret)
        self.secrets += is_secret
        self.told_ms = self.told_ms if is_secret else entry.at
        self.length += not is_secret
        self._match_entries.settle(entry.at)
        if self.missed_results and entry.origin == Origin.PERSON:
            self.missed_results = without(self.missed_results, token)
        if self.orders:
            playing = self.match is not None and self.phase == PartyPhase.PLAYING
            self.orders = still_holding(self.match, self.chairs, self.orders) if self.match and playing else {}
        return events
