"""The results of a party's matches: what has ended, and what the person here has seen of it."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from game.catalogue.registry import GAMES
from game.core.match import AnyMatch, InvalidSave, load
from game.wire.messages import Over, PartyPhase
from game.wire.party_client import PartyClient


class EndedMatch(NamedTuple):
    """A match of the party that is over, and the seat of the person here in it, or -1."""

    match: AnyMatch
    seat: int
    #: the person has made most of the moves at that seat
    is_own: bool
    #: the person was away when it ended and while the next one began
    is_missed: bool


class PartyResults:
    """The ended matches of a party, each handed out once."""

    def __init__(self, remote: PartyClient, named: Callable[[str], str], tell: Callable[[str], None]) -> None:
        """Read ``remote``; ``named`` returns the name of a computer player's figure, ``tell`` shows a notice by key."""
        self.remote, self.named, self.tell = remote, named, tell
        #: the earlier matches whose results the person here has missed and not seen yet
        self._missed: deque[AnyMatch] = deque()
        #: how many of the connection's missed results have been handed out, and the last end that has
        self._handed_out = 0
        self._ended: Over | None = None
        #: the number of the match whose result has been shown here: the people's page comes after it
        self._shown = 0

    def finished(self) -> AnyMatch | None:
        """The whole match once it is over, with names for all; raise InvalidSave for one that cannot be read here."""
        match = self.remote.finished()
        return self._with_names(match) if match else None

    def _with_names(self, match: AnyMatch) -> AnyMatch:
        return match.seated([seat._replace(name=seat.name or self.named(seat.figure)) for seat in match.seats])

    def take_finished(self) -> list[EndedMatch]:
        """Return the matches whose end has become known since the last call, without those unreadable here."""
        remote, found = self.remote, list[tuple[Over, int]]()
        for result in remote.missed_results[self._handed_out :]:
            found.append((result.over, result.seat))
            if not remote.is_fair_as_known(result):
                self.tell("party.unfair")
        self._handed_out = len(remote.missed_results)
        if remote.over is not None and remote.over is not self._ended:
            self._ended = remote.over
            found.append((remote.over, remote.seat))
        matches = []
        for over, seat in found:
            # the result says so if it cannot be read
            with suppress(InvalidSave):
                match = self._with_names(load(over.save, GAMES))
                matches.append(EndedMatch(match, seat, seat not in over.bots, over is not remote.over))
        return matches

    def note_missed(self, match: AnyMatch) -> None:
        """Note a match whose end the person here has missed."""
        self._missed.append(match)

    def take_missed(self) -> AnyMatch | None:
        """Return the earliest match whose result the person here has missed and not seen yet, each once; or None."""
        return self._missed.popleft() if self._missed else None

    def note_shown(self) -> None:
        """Note that the result of the party's present match is shown here."""
        if self.remote.party_state is not None:
            self._shown = self.remote.party_state.matches

    def is_due(self, big_screen: bool) -> bool:
        """Return True if a match is over whose result was not shown here, and was played here or is shown to all."""
        party_state = self.remote.party_state
        if party_state is None or party_state.phase != PartyPhase.OVER or self.remote.over is None:
            return False
        return (self.remote.seat >= 0 or big_screen) and self._shown != party_state.matches
