"""What is said of the others at a party's table in real time: who comes and goes, and who is waited for."""

from __future__ import annotations

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.match import HUMAN
from game.wire.messages import PublicEntry
from game.wire.remote_match import RemoteMatch

#: so often quicker than anybody can be, and it is told
NO_CHANCE = 2


class LivePartyWords:
    """The words about the people of one party."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of people who are not there."""
        places = self.match.standing.places
        return tuple(seat for seat, place in enumerate(places) if place.kind == HUMAN and place.away)

    def happened(self, happened: PublicEntry) -> None:
        """Tell who has come, gone, or lets the table stand still."""
        seats, texts, key = self.match.seats, self.context.texts, f"party.happened.{happened.what}"
        who = happened.other if happened.what == "Kick" else happened.seat
        if 0 <= who < len(seats) and who != self.match.seat and happened.what != "React" and texts.has(key):
            self.context.tell(key, name=seats[who].name)

    @property
    def quick(self) -> tuple[int, ...]:
        """How often each seat has been quicker than anybody can be."""
        live_clock = self.match.standing.live_clock
        return live_clock.quick if live_clock else ()

    def quicker(self, before: tuple[int, ...]) -> None:
        """Tell who has been so more often than ``before``, once that is no chance any more."""
        for seat, (old, new) in enumerate(zip(before, self.quick, strict=False)):
            if new > old and new >= NO_CHANCE:
                self.context.tell("party.live.quick", name=self.match.seats[seat].name, count=new)

    @property
    def starts(self) -> bool:
        """Whether the faces come up in a moment."""
        live_clock = self.match.standing.live_clock
        return not self.session.is_late and (live_clock is None or live_clock.start_ms != 0)

    def waiting(self) -> tuple[str, bool]:
        """Why the table stands still or who is waited for, or ""; and whether one can do anything about it."""
        texts, live_clock, seat = self.context.texts, self.match.standing.live_clock, self.match.seat
        if self.session.is_late:
            return self.session.late_words, False
        if live_clock is None or live_clock.start_ms:
            return "", False
        places, names = self.match.standing.places, [row.name for row in self.match.seats]
        people = [n for n, place in enumerate(places[: len(names)]) if place.kind == HUMAN]
        missing = [names[n] for n in people if not places[n].away and n not in live_clock.ready and n != seat]
        if missing and (seat < 0 or seat in live_clock.ready):
            return texts("party.live.waits", names=texts.listed(missing)), False
        if seat < 0:
            return texts("party.live.covered"), False
        if gone := [names[n] for n in people if places[n].away]:
            return texts("party.live.without", names=texts.listed(gone)), True
        if self.match.has_begun and live_clock.because in people and live_clock.because != seat:
            return texts("party.live.stopped", name=names[live_clock.because]), True
        return "", True
