"""The people at a party's table of turns: who is away, who stands in, and which seats can be taken."""

from __future__ import annotations

from functools import partial

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.match import FIGURES, HUMAN
from game.table.turns.driver import SeatMark
from game.wire.commands import Sit, StandIn
from game.wire.messages import SeatInfo
from game.wire.remote_match import RemoteMatch


class PartySeats:
    """The seats of one match, with what can be done about them."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """The words at the panels."""
        places = self.match.standing.places[: len(self.match.seats)]
        found = (
            mark for seat, place in enumerate(places) for mark in (self._vacant(seat, place), self._away(seat, place))
        )
        return tuple(mark for mark in found if mark is not None)

    def _vacant(self, seat: int, place: SeatInfo) -> SeatMark | None:
        """Whoever looks on may play on for who has left."""
        if not place.vacant or self.match.seat >= 0 or self.session.join_link.watches:
            return None
        texts = self.context.texts
        return SeatMark(
            seat,
            texts("party.mark.vacant"),
            f"sit-{seat}",
            texts("party.sit_at", number=seat + 1),
            partial(self.sit, seat),
        )

    def _away(self, seat: int, place: SeatInfo) -> SeatMark | None:
        """Who is away may have a bot play in their place."""
        if place.kind != HUMAN or not (place.away or place.stand_in):
            return None
        texts = self.context.texts
        words = texts("party.mark.stand_in" if place.stand_in else "party.mark.away")
        if place.stand_in or self.match.seat < 0 or self.match.is_over:
            return SeatMark(seat, words)
        label = texts("party.let_stand_in", name=place.name)
        return SeatMark(seat, words, f"stand-in-{seat}", label, partial(self.stand_in, seat))

    @property
    def waited_for(self) -> str:
        """The name of the person who is to move and is away, or ""."""
        mover, places = self.match.mover, self.match.standing.places
        if mover < 0 or mover == self.match.seat:
            return ""
        place = places[mover]
        return place.name if place.kind == HUMAN and place.away and not place.stand_in else ""

    def sit(self, seat: int) -> None:
        """Take the seat of somebody who has left."""
        settings, texts = self.context.settings, self.context.texts
        figure = settings.figure or FIGURES[0]
        self.session.do(Sit(seat, settings.name or texts(f"figure.{figure}"), figure, self.session.token))

    def stand_in(self, seat: int) -> None:
        """Let a bot play for somebody who is away."""
        self.session.do(StandIn(seat, True))
