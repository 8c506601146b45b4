"""Continuations of a result: another match, the next round, or the party's next step."""

from collections.abc import Callable
from typing import NamedTuple

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.match import AnyMatch, Match
from game.core.stored_words import class_word
from game.engine.transitions import Pop, Replace, Reset, Transition
from game.player import lineup, saves
from game.scenes.navigation import routes
from game.wire import commands, messages

#: time to read the sums of a round after somebody else has moved on, in milliseconds
READ_MS = 2_500.0


class OnwardButton(NamedTuple):
    """The large button: its id, the text key of its label, and its icon."""

    id: str
    key: str
    icon: str
    #: whom it waits for, in words; "" if the player here may use it
    waiting: str = ""


class AfterMatch:
    """Continuation of a match on this device: play again, or home."""

    #: further rounds follow
    between = False
    #: text key of the button that leaves
    home = "button.home"
    #: its address does not lead back to what is shown here
    shown_once = False

    def __init__(self, context: Context, match: AnyMatch) -> None:
        self.context, self.match = context, match

    @property
    def address(self) -> str:
        """The address of the finished match, if it is stored."""
        return saves.finished_address("result", self.context, self.match)

    @property
    def onward(self) -> OnwardButton:
        """The large button."""
        return OnwardButton("again", "result.again", "restart")

    def go_on(self) -> Transition:
        """Deal again, with the same seats and house rules."""
        match = self.match
        seed = lineup.new_seed(self.context.clock.wall_ms() + match.seed)
        return Reset(routes.table(self.context, Match(match.game, match.options, match.seats, seed)))

    def leave(self) -> Transition:
        """Leave; a match between rounds stays saved."""
        return Reset(routes.title(self.context, self.match.game.name))

    def update(self, ms: float) -> Transition:
        """Advance time; a party may lead elsewhere."""
        return None


class AfterRound(AfterMatch):
    """Continuation of a round: the next one, which ``deal`` deals at the table below."""

    between = True
    address = ""
    onward = OnwardButton("next", "result.next", "play")

    def __init__(self, context: Context, match: AnyMatch, deal: Callable[[], None]) -> None:
        super().__init__(context, match)
        self._deal = deal

    def go_on(self) -> Transition:
        self._deal()
        return Pop()


class AfterPartyRound(AfterRound):
    """Continuation of a round at a party: the first player to continue does so for all."""

    def __init__(self, context: Context, match: AnyMatch, deal: Callable[[], None], session: PartySession) -> None:
        super().__init__(context, match, deal)
        self.session = session
        self._reads_ms = READ_MS

    def update(self, ms: float) -> Transition:
        """Close once others have moved on and the reading time is over."""
        session = self.session
        if session.new_steps or session.was_reset or session.remote.ended is not None:
            self._reads_ms -= ms
        return Pop() if self._reads_ms <= 0 else None

    def leave(self) -> Transition:
        return self.go_on()


class AfterParty(AfterMatch):
    """Continuation of a party's match: play again with the same people, or return to them."""

    home = "party.people"
    # a party's address does not lead here
    shown_once = True

    def __init__(self, context: Context, match: AnyMatch, session: PartySession) -> None:
        super().__init__(context, match)
        self.session = session
        if not session.remote.is_fair:
            context.tell("party.unfair")

    @property
    def onward(self) -> OnwardButton:
        """The large button; everybody waits for the owner, but may start while the owner is away."""
        party_state, seat, waiting = self.session.remote.party_state, self.session.remote.seat, ""
        if party_state is not None and party_state.owner not in (seat, -1):
            owner = party_state.places[party_state.owner]
            if not owner.away or seat < 0:
                waiting = self.context.texts("party.waits", name=owner.name)
        return OnwardButton("again", "party.again", "restart", waiting)

    def update(self, ms: float) -> Transition:
        """Follow the party."""
        session, party_state = self.session, self.session.remote.party_state
        if (
            session.remote.ended is not None
            or party_state is None
            or party_state.phase == messages.PartyPhase.GATHERING
        ):
            return self.leave()
        starts = any(step.entry.name == class_word(commands.Start) for step in session.new_steps)
        if party_state.phase == messages.PartyPhase.PLAYING and (starts or session.was_reset):
            return Replace(routes.online_table(self.context, session))
        return None

    def go_on(self) -> Transition:
        """Play again with the same people."""
        if not self.session.waits_for(commands.Start) and not self.session.waits_for(commands.ChooseGame):
            self.session.do(commands.Start())
        return None

    def leave(self) -> Transition:
        """Return to the people, to choose another game or to leave."""
        return Replace(routes.lobby(self.context, self.session))
