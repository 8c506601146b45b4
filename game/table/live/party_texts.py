"""Texts about the other players at a party's table in real time."""

from game.core.match import HUMAN
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.remote_match import RemoteMatch

#: number of superhuman reactions that are reported
NO_CHANCE = 2


class LivePartyTexts:
    """Texts about the players of one party."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of absent people."""
        places = self.match.party_state.places
        return tuple(seat for seat, place in enumerate(places) if place.kind == HUMAN and place.away)

    @property
    def quick(self) -> tuple[int, ...]:
        """The number of superhuman reactions of each seat."""
        live_clock = self.match.party_state.live_clock
        return live_clock.too_fast if live_clock else ()

    def quicker(self, before: tuple[int, ...]) -> None:
        """Report seats with more superhuman reactions than ``before``, once chance is ruled out."""
        for seat, (old, new) in enumerate(zip(before, self.quick, strict=False)):
            if new > old and new >= NO_CHANCE:
                self.context.tell("party.live.quick", name=self.match.seats[seat].name, count=new)

    @property
    def starts(self) -> bool:
        """True if the cards are about to be uncovered."""
        live_clock = self.match.party_state.live_clock
        return not self.session.is_late and (live_clock is None or live_clock.start_ms != 0)

    def waiting(self) -> tuple[str, bool]:
        """Return why the table stands still or who is waited for, or ""; and whether this player can go on."""
        texts, live_clock, seat = self.context.texts, self.match.party_state.live_clock, self.match.seat
        if self.session.is_late:
            return self.session.late_notice, False
        if live_clock is None or live_clock.start_ms:
            return "", False
        places, names = self.match.party_state.places, [row.name for row in self.match.seats]
        people = [n for n, place in enumerate(places[: len(names)]) if place.kind == HUMAN]
        missing = [names[n] for n in people if not places[n].away and n not in live_clock.ready and n != seat]
        if missing and (seat < 0 or seat in live_clock.ready):
            return texts("party.live.waits", names=texts.listed(missing)), False
        if seat < 0:
            return texts("party.live.covered"), False
        if gone := [names[n] for n in people if places[n].away]:
            return texts("party.live.without", names=texts.listed(gone)), True
        if self.match.has_begun and live_clock.stopped_by in people and live_clock.stopped_by != seat:
            return texts("party.live.stopped", name=names[live_clock.stopped_by]), True
        return "", True
