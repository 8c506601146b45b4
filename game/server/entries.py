"""The base of all kinds of entries: who may write them, and changes that several of them make."""

from abc import ABC, abstractmethod

from game.core.match import AnyMatch
from game.server import log_entries as log
from game.server import next_match, pace
from game.server.chairs import Chair, Change, CommandRefused, SeenEvent
from game.server.missed_results import over_of, with_result
from game.server.party_record import PartyRecord
from game.wire.messages import PartyPhase
from game.wire.refusal import Refusal


class Entries(ABC):
    """Base of the entries about one subject.

    :meth:`change` checks whether an entry may come next and changes nothing; what it returns applies it.
    """

    def __init__(self, party: PartyRecord) -> None:
        self.party = party

    @abstractmethod
    def change(self, entry: log.LogEntry) -> Change | None:
        """Return the change that an entry makes, or None if it is about something else.

        Raise CommandRefused if it may not come next.
        """

    def _led_by(self, seat: int) -> None:
        """Raise CommandRefused unless ``seat`` is the owner's, or of a person present while the owner is away."""
        party = self.party
        if seat != party.owner and not (party.chairs[seat].is_there and party.chairs[party.owner].away_ms):
            raise CommandRefused(Refusal.NOT_OWNER)

    def _chair_at(self, seat: int) -> Chair:
        """Return the chair of a seat in a command; raise CommandRefused if there is none."""
        if not 0 <= seat < len(self.party.chairs):
            raise CommandRefused(Refusal.NO_SEAT)
        return self.party.chairs[seat]

    def _returned(self, seat: int) -> None:
        """Give a seat back to its person; turns missed before a bot took it do not count again."""
        chair = self.party.chairs[seat]
        self.party.chairs[seat] = chair._replace(stand_in=False, missed=chair.missed % pace.TAKEN_AFTER)

    def _disturbed(self, at: int, seat: int) -> None:
        """Handle a player's coming or going."""
        party = self.party
        clock = party.clock
        if clock is None or party.phase != PartyPhase.PLAYING:
            return
        if clock.runs:
            party.clock = clock.stopped(at, seat)
            return
        party.clock = clock._replace(ready=tuple(row for row in clock.ready if row[0] != seat), stopped_by=seat)

    def _gather(self, chairs: list[Chair], n: int) -> None:
        """Return to the lobby with entry ``n``; a match in progress ends without a result."""
        party = self.party
        self._keep_result()
        party.phase, party.chairs = PartyPhase.GATHERING, chairs
        party.match = party.deal = party.clock = party.undoing = party.ending = None
        party.played_at = party.end_asked_at = n

    def _keep_result(self) -> None:
        """Keep the result of a finished match for those who have missed its end, as the party moves on."""
        party = self.party
        if party.phase == PartyPhase.OVER and party.match and party.deal:
            over = over_of(party.length - 1, party.match, party.deal, party.chairs)
            party.missed_results = with_result(party.missed_results, party.matches, over, party.chairs, party.actions)

    def _take_game(self, choice: next_match.GameChoice) -> None:
        """Take another game, with its house rules."""
        party = self.party
        party.game, party.options = choice
        if party.game.real_time and party.is_over_days:
            # everybody looks at the same cards at the same time
            party.seconds = 0

    def _conclude(self, match: AnyMatch, at: int) -> None:
        """Count a match that is over in the standing."""
        party = self.party
        if match.is_over:
            party.phase, party.ending, party.turn_ms = PartyPhase.OVER, None, at
            party.standing = party.standing.after(match, party.matches, party.chairs)

    def _opening(self, match: AnyMatch) -> list[SeenEvent]:
        """Return the events of the deal."""
        return [(event, match.state) for event in self.party.game.opening(match.state)]

    def _turned(self, at: int, n: int = -1, *, is_new: bool = False) -> None:
        """Record that the next action is due after entry ``n``, the present one by default.

        ``is_new``: it begins a turn, even if the same seat is to move.
        """
        party = self.party
        n = party.length if n < 0 else n
        party.turn_ms, party.played_at, party.turn_seconds = at, n, party.seconds
        party.turn_clock = pace.TurnClock(at, at)
        if is_new or party.to_move != party.turn_begin.seat:
            party.turn_begin = pace.TurnBegin(party.to_move, n, at)
