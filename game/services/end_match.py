"""The question whether to end a running match, as every screen of a party shows it."""

from functools import partial

from game.engine.panel import PanelButton
from game.engine.transitions import Transition
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire.commands import OVER_DAYS_S, EndMatch
from game.wire.messages import PartyPhase, PartyState


class EndQuestion:
    """The proposal to end the match as a party stands, and what the person at ``seat`` can do about it."""

    def __init__(self, context: Context, session: PartySession, party_state: PartyState, seat: int) -> None:
        self.context, self.session, self.party_state, self.seat = context, session, party_state, seat
        self.request = party_state.ending

    @property
    def may_propose(self) -> bool:
        """True if the person here can propose it."""
        return self.seat >= 0 and self.party_state.phase == PartyPhase.PLAYING and self.request is None

    @property
    def asks(self) -> bool:
        """True if the person here has yet to answer."""
        return self.request is not None and self.seat in self.request.pending

    @property
    def _waits_days(self) -> bool:
        """True if people are asked who are away."""
        return self.party_state.seconds >= OVER_DAYS_S

    def propose(self) -> None:
        """Ask the others."""
        self._answer(True)

    def _answer(self, yes: bool) -> Transition:
        if not self.session.waits_for(EndMatch):
            self.session.do(EndMatch(yes))
        return None

    def _names(self, seats: tuple[int, ...]) -> str:
        places = self.party_state.places
        return self.context.texts.listed([places[seat].name for seat in seats])

    @property
    def text(self) -> str:
        """The question, or the names of those yet to agree; "" without a proposal."""
        request, texts = self.request, self.context.texts
        if request is None:
            return ""
        if self.seat == request.seat:
            return texts("party.end.waits", names=self._names(request.pending))
        asked = texts("party.end.asked", name=self._names((request.seat,)))
        if self.asks:
            return asked
        return texts.sentences([asked, texts("party.end.open", names=self._names(request.pending))])

    @property
    def buttons(self) -> tuple[PanelButton, ...]:
        """The answers open to the person here; a proposal can be withdrawn, or renewed without the absent."""
        request, found = self.request, list[PanelButton]()
        if request is None or self.seat < 0:
            return ()
        is_mine = self.seat == request.seat
        if self.asks:
            found.append(self._button("yes", "yes", True))
        elif is_mine and not self._waits_days and all(self.party_state.places[seat].away for seat in request.pending):
            found.append(self._button("yes", "without", True))
        if self.asks or is_mine:
            found.append(self._button("no", "withdraw" if is_mine else "no", False))
        return tuple(found)

    def _button(self, name: str, key: str, yes: bool) -> PanelButton:
        label, kind = self.context.texts(f"party.end.{key}"), "secondary" if yes else "dark"
        return PanelButton(f"end-{name}", label, use=partial(self._answer, yes), kind=kind)
