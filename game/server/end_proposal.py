"""A proposal to end a running match. Everybody who is there has to agree."""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.match import HUMAN
from game.server.chairs import GRACE_MS, Chair
from game.wire.messages import EndRequest


class EndProposal(NamedTuple):
    """An open proposal with the answers so far."""

    #: the seat that proposed it, and when it last did
    seat: int
    asked_ms: int
    agreed: frozenset[int]
    #: nobody has to be there to be asked
    over_days: bool = False

    def request(self, chairs: Sequence[Chair]) -> EndRequest:
        """Return the proposal as everybody sees it, with the seats that have not answered yet."""
        asked = [seat for seat, chair in enumerate(chairs) if self._is_asked(chair)]
        agreed = tuple(seat for seat in asked if seat in self.agreed)
        return EndRequest(self.seat, agreed, tuple(seat for seat in asked if seat not in self.agreed))

    def _is_asked(self, chair: Chair) -> bool:
        """Return True for a person who was there when it was last proposed, or shortly before; over days for all."""
        is_gone = not self.over_days and 0 < chair.away_ms <= self.asked_ms - GRACE_MS
        return chair.kind == HUMAN and not chair.stand_in and not is_gone

    def agreed_by(self, seat: int, at_ms: int) -> "EndProposal":
        """Return the proposal with the consent of ``seat``; its own seat asks anew."""
        asked_ms = at_ms if seat == self.seat else self.asked_ms
        return self._replace(asked_ms=asked_ms, agreed=self.agreed | {seat})
