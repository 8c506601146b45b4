"""A party's match: a server keeps it, and several devices play.

What the party is told comes in steps; each is shown to its end before the next one. What is done here is on its way
until its own step comes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.game import Action
from game.engine.panel import DriverPanel
from game.engine.transitions import Push, Transition
from game.scenes.table.online_pause import OnlinePause
from game.table.driver import CornerButton
from game.table.news import ScreenLeft
from game.table.party import gone, moved_on
from game.table.turns.calls import ReactionMenu
from game.table.turns.driver import SeatMark, TurnDriver, UndoOffer
from game.table.turns.happened import tell_entry
from game.table.turns.news import (
    DealShown,
    DecisionAsked,
    MoveRefused,
    OtherThinks,
    Steps,
    TurnCue,
    TurnNews,
    ViewerChanged,
)
from game.table.turns.on_its_way import PendingAction
from game.table.turns.party_match import match_of_session
from game.table.turns.party_seats import PartySeats
from game.table.turns.party_sums import PartySums
from game.table.turns.party_undoing import PartyUndo
from game.table.turns.party_words import TurnPartyWords
from game.wire.commands import Play
from game.wire.party_client import PartyStep
from game.wire.remote_match import RemoteMatch

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


class TurnPartyDriver(TurnDriver):
    """A party's match being played or looked at."""

    match: RemoteMatch
    is_apart, asks_others = True, True

    def __init__(self, context: Context, session: PartySession) -> None:
        self.session = session
        match, self._dealt = match_of_session(session)
        super().__init__(context, match, match.viewer)
        self.calls = ReactionMenu(session)
        self.seats = PartySeats(context, session, match)
        self.undoing = PartyUndo(context, session, match)
        self._sums = PartySums(context, session, match)
        self._sent = PendingAction(match.game, session)
        self._words = TurnPartyWords(context, session, self._sent, self.undoing, self.seats)
        #: whoever decides here has been asked
        self._asked = False

    def begin(self) -> Iterator[TurnNews]:
        """Show the deal, if it has just been told."""
        if self._dealt is not None:
            self.match.follow(self._dealt)
            yield DealShown(tuple(self._dealt.steps))

    # ---- what happens ---------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[TurnNews]:
        """Send an action on its way."""
        if self._sent.is_open:
            return
        if action != self.game.next_round() and (error := self.match.objection(action)):
            # the server knows no more of it than that it may not be
            yield MoveRefused(error)
            return
        self._sent.send(action)
        yield TurnCue.SENT

    def pass_time(self, ms: float) -> Iterator[TurnNews]:
        """Say after a while that an action is on its way, and hear whether it cannot be done."""
        if self._sent.pass_time(ms):
            yield TurnCue.OFFER
        if self._sent.refused():
            yield TurnCue.RETURNED

    def go_on(self, ms: float) -> Iterator[TurnNews]:
        """Tell the next step, the sums, or who decides."""
        if self._sums.read:
            yield from self._next_round()
        elif away := gone(self.context, self.session):
            self._sent.arrived()
            yield ScreenLeft(away)
        elif self.session.new_steps:
            yield from self._follow(self.session.new_steps.popleft())
        else:
            yield from self._stand(ms)

    def _stand(self, ms: float) -> Iterator[TurnNews]:
        """Nothing has been told since: whoever decides is asked, or the sums are shown."""
        if self._words.changed():
            yield TurnCue.OFFER
        if not self._sums.due(self.view):
            yield from self._ask()
        elif away := self._sums.show(self.view, ms):
            yield ScreenLeft(away)

    def _follow(self, told: PartyStep) -> Iterator[TurnNews]:
        """Tell one step."""
        if away := moved_on(self.context, self.session, told):
            yield ScreenLeft(away)
            return
        before = (self.match.seat, self.match.seats)
        back = self.match.follow(told)
        moved = (self.match.seat, self.match.seats) != before
        tell_entry(self.context, self.match, told.happened, *before, is_mute=self.session.is_mute)
        if told.steps or back or moved:
            self._sent.arrived()
            self._asked = False
        if told.steps:
            yield Steps(tuple(told.steps), told.happened.seat == self.viewer)
        elif back or moved:
            self.viewer = self.match.viewer
            yield ViewerChanged(self.viewer, moves=back)
        yield TurnCue.OFFER

    def _next_round(self) -> Iterator[TurnNews]:
        """Deal the next round, unless somebody else has."""
        self._sums.read = False
        yield TurnCue.CLEAR
        action = self.game.next_round()
        assert action is not None, "sums are shown between rounds only"
        if self.match.seat >= 0 and not self.session.new_steps and not self.session.waits_for(Play):
            yield from self.submit(action)

    def _ask(self) -> Iterator[TurnNews]:
        """Ask whoever sits here for a decision, or let somebody else be seen to think."""
        if not self.is_own:
            yield OtherThinks(self.match.mover)
        elif not self._asked:
            self._asked = True
            action = self.forced
            if action is None:
                yield DecisionAsked(self.viewer)
            else:
                yield TurnCue.LET_GO
                yield from self.submit(action)

    def take_back(self) -> Iterator[TurnNews]:
        """Ask the others."""
        self.undoing.ask()
        yield from ()

    # ---- what is offered and said ---------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """Not while something is on its way, nor while somebody asks to take something back."""
        return not self._sent.is_open and self.match.seat >= 0 and not self.undoing.asks and super().is_own

    @property
    def forced(self) -> Action | None:
        """Whatever there is no choice about, unless moves are always confirmed."""
        return None if self.context.settings.confirm == "always" else self.habits.forced_move(self.view)

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """How it is played stands behind the pause, too: whoever plays has what can be called in its place.

        There are hints where the owner allows them: they go by what somebody knows who remembers nothing.
        """
        plays = self.match.seat >= 0
        hint = (CornerButton.HINT,) if plays and self.match.standing.hints and self.game.hints else ()
        return (
            CornerButton.PAUSE,
            CornerButton.CALL if plays else CornerButton.HELP,
            CornerButton.LOG,
            CornerButton.SPEED,
            *hint,
        )

    @property
    def undo(self) -> UndoOffer | None:
        """Everybody is asked."""
        return self.undoing.offered

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """Who is away, and whom a bot plays for; and for whoever looks on the seats that are free."""
        return self.seats.marks

    def asked(self, prompt: str) -> str:
        """The decision, with the time that is left for it."""
        return self._words.asked(prompt)

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """Whatever keeps it from going on."""
        del asking
        return self._words.panel(showing)

    def leave(self, picture: AnyTable) -> Transition:
        """What can be done about the match beside playing it."""
        return Push(OnlinePause(self.context, self.match.game.name, picture, self.session))
