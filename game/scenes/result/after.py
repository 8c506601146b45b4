"""Continuations of a result: another match, the next round, or the party's next step."""

from collections.abc import Callable, Sequence
from math import inf

from game.core.match import AnyMatch, Match
from game.engine.score_sheet import ResultPage
from game.engine.transitions import Pop, Push, Replace, Reset, Transition
from game.player import lineup, saves
from game.scenes.navigation import routes
from game.scenes.party import standing_parts
from game.scenes.party.standing_page import StandingPage
from game.scenes.result.next_match import NextMatch, OnwardButton
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire import messages

#: time to read the sums of a round after somebody else has moved on, in milliseconds
READ_MS = 2_500.0
#: time after the count at which a shared screen goes on by itself, to the standing of its party or to the ceremony,
#: in milliseconds
SUMS_MS = 12_000.0


class AfterMatch:
    """Continuation of a match on this device: play again, or home."""

    #: further rounds follow
    between = False
    #: text key of the button that leaves
    home = "button.home"
    #: its address does not lead back to what is shown here
    shown_once = False
    #: time after the count at which the last page is shown by itself, in milliseconds
    turns_ms = inf

    def __init__(self, context: Context, match: AnyMatch) -> None:
        self.context, self.match = context, match
        #: pages of the result beside the sums and the game's own
        self.pages: Sequence[ResultPage] = ()

    @property
    def big(self) -> bool:
        """True on a screen that everybody reads from across the room and nobody touches."""
        return False

    @property
    def leaves_ms(self) -> float:
        """Time after the count at which it continues by itself, in milliseconds."""
        return inf

    @property
    def occasion(self) -> str:
        """The evening that the match is part of, in a few words for a big screen, or ""."""
        return ""

    @property
    def news(self) -> list[str]:
        """News that come before those of the match."""
        return []

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

    @property
    def big(self) -> bool:
        return self.session.is_big_screen

    def update(self, ms: float) -> Transition:
        """Close once others have moved on and the reading time is over."""
        session = self.session
        if session.updates or session.updates.was_reset or session.remote.ended is not None:
            self._reads_ms -= ms
        return Pop() if self._reads_ms <= 0 else None

    def leave(self) -> Transition:
        return self.go_on()


class AfterMissedMatch(AfterMatch):
    """Continuation of an earlier match, whose end the person here has missed: the party has gone on meanwhile."""

    onward = OnwardButton("go-on", "party.people", "play")

    def __init__(self, context: Context, match: AnyMatch, session: PartySession) -> None:
        super().__init__(context, match)
        self.session = session

    @property
    def news(self) -> list[str]:
        return [self.context.texts("result.missed")]

    def go_on(self) -> Transition:
        """Return to the party."""
        return Pop()

    def leave(self) -> Transition:
        """Return to the box and keep the seat."""
        self.session.rest()
        return super().leave()


class AfterParty(AfterMatch):
    """Continuation of a party's match: play again with the same people, or return to them."""

    home = "party.people"
    # a party's address does not lead here
    shown_once = True

    def __init__(self, context: Context, match: AnyMatch, session: PartySession) -> None:
        super().__init__(context, match)
        self.session, self.next = session, NextMatch(context, session)
        if session.remote.party_state and session.remote.party_state.standing:
            self.pages = [StandingPage(context, session)]
            if session.join_link.watches:
                self.turns_ms = SUMS_MS
        if not session.remote.is_fair:
            context.tell("party.unfair")

    @property
    def big(self) -> bool:
        return self.session.is_big_screen

    @property
    def news(self) -> list[str]:
        """The standing in a line, unless it follows by itself, and who has won several times in a row."""
        party_state, texts = self.session.remote.party_state, self.context.texts
        if party_state is None:
            return []
        return [*standing_parts.news_of(texts, party_state)[self.big :], *standing_parts.streaks_of(texts, party_state)]

    @property
    def leaves_ms(self) -> float:
        return self.turns_ms if self._is_evening_over else inf

    @property
    def occasion(self) -> str:
        texts, party_state = self.context.texts, self.session.remote.party_state
        evening = party_state.evening if party_state else None
        if evening is None:
            return ""
        played = texts("evening.game", number=evening.played, count=len(evening.games))
        return f"{texts('evening.title')} · {played}"

    @property
    def _is_evening_over(self) -> bool:
        party_state = self.session.remote.party_state
        return bool(party_state and party_state.evening and party_state.evening.is_over)

    @property
    def onward(self) -> OnwardButton:
        """The large button: after an evening the ceremony, else the next match."""
        if self._is_evening_over:
            return OnwardButton("ceremony", "evening.ceremony", "trophy")
        return self.next.onward

    def update(self, ms: float) -> Transition:
        """Follow the party."""
        session, party_state = self.session, self.session.remote.party_state
        if (
            session.remote.ended is not None
            or party_state is None
            or party_state.phase == messages.PartyPhase.GATHERING
        ):
            return self.leave()
        if party_state.phase == messages.PartyPhase.PLAYING and (
            session.updates.deals_match or session.updates.was_reset
        ):
            return Replace(routes.online_table(self.context, session))
        return None

    def go_on(self) -> Transition:
        """Open the ceremony, or go on to the next match."""
        if self._is_evening_over:
            return Push(routes.standing(self.context, self.session))
        self.next.go_on()
        return None

    def leave(self) -> Transition:
        """Return to the people, to choose another game or to leave."""
        return Replace(routes.lobby(self.context, self.session))
