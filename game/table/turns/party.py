"""Party match of turns, kept by a server and played on several devices.

Updates come one at a time; each is shown to its end before the next. An action sent from here is pending until its own
update comes back.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from game.core.game import Action
from game.engine.panel import DriverPanel, SeatMark
from game.engine.transitions import Push, Transition
from game.scenes.navigation import routes
from game.services.context import Context
from game.services.party_session import PartySession
from game.table.driver import CornerButton, ScreenLeft
from game.table.party import PartyTable, ends_match, match_of
from game.table.turns import driver as turns
from game.table.turns.missed import MissedRecap
from game.table.turns.orders import PartyOrders
from game.table.turns.party_match import PartySums, PendingAction
from game.table.turns.party_people import PartySeats, PartyUndo, TurnPartyTexts
from game.wire.commands import Play
from game.wire.party_client import PartyStep
from game.wire.remote_match import RemoteMatch

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


class TurnPartyDriver(PartyTable, turns.TurnDriver):
    """A party's match, played or watched."""

    match: RemoteMatch
    ignores_other_tabs, undo_needs_consent = True, True

    def __init__(self, context: Context, session: PartySession) -> None:
        self.session, self._dealt = session, session.updates.take_deal()
        match = match_of(session, self._dealt)
        super().__init__(context, match, match.viewer)
        self.calls = turns.ReactionMenu(session)
        self.seats = PartySeats(context, session, match)
        self.undoing = PartyUndo(context, session, match)
        self.orders = PartyOrders(context, session, match)
        self._sums = PartySums(context, session, match)
        self._sent = PendingAction(match.game, session)
        self.missed = MissedRecap(context, session, match)
        self._party_texts = TurnPartyTexts(context, session, self._sent, self.undoing, self.seats)
        #: the person here has been asked
        self._asked = False

    def begin(self) -> Iterator[turns.TurnNews]:
        if self._dealt is not None:
            self.match.follow(self._dealt)
            yield turns.DealShown(tuple(self._dealt.steps))

    # ---- events ---------------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[turns.TurnNews]:
        """Send an action to the server."""
        if self._sent.is_open:
            return
        self.missed.close()
        if action != self.game.next_round() and (error := self.match.objection(action)):
            # the server would only say that it is not allowed
            yield turns.MoveRefused(error)
            return
        self._sent.send(action)
        yield turns.TurnCue.SENT

    def pass_time(self, ms: float) -> Iterator[turns.TurnNews]:
        """Report a slow action after a while, and return a refused one."""
        yield from self.missed.pass_time(ms, self.pace)
        self.pace = self.missed.pace
        if self._sent.pass_time(ms):
            yield turns.TurnCue.REFRESH_CONTROLS
        if self._sent.refused():
            yield turns.TurnCue.ACTION_RETURNED

    def go_on(self, ms: float) -> Iterator[turns.TurnNews]:
        """Continue with the next update, the score sheet, or the seat to move."""
        if self._sums.read:
            yield from self._next_round()
        elif away := self.gone:
            self._sent.arrived()
            yield ScreenLeft(away)
        elif self.missed.is_film:
            yield from self.missed.go_on()
        elif self.session.updates:
            yield from self._skip() if self.session.updates.was_away else self._follow(self.session.updates.take())
        else:
            yield from self._stand(ms)

    def _stand(self, ms: float) -> Iterator[turns.TurnNews]:
        """Without updates, ask the person here or show the score sheet."""
        self.seats.stand_in()
        if self._party_texts.changed():
            yield turns.TurnCue.REFRESH_CONTROLS
        if not self._sums.due(self.view):
            yield from self._ask()
        elif self.missed.is_open and not self.match.is_over:
            # the score sheet waits until it has been read what led to it
            return
        elif self._sums.may_come(ms):
            yield ScreenLeft(self.result() if self.match.is_over else self._sums.of_round(self.view))

    def _skip(self) -> Iterator[turns.TurnNews]:
        """Take in at once all updates of this match that have come while this device was away."""
        missed = [*self.session.updates.take_until(ends_match)]
        self._sent.arrived()
        self._asked = False
        yield from self.missed.skip(missed)
        self.viewer = self.match.viewer
        yield turns.TurnCue.REFRESH_CONTROLS

    def _follow(self, step: PartyStep) -> Iterator[turns.TurnNews]:
        if away := self.moved_on(step):
            yield ScreenLeft(away)
            return
        before = (self.match.seat, self.match.seats)
        back = self.match.follow(step)
        self.missed.add(step, back=back)
        moved = (self.match.seat, self.match.seats) != before
        self.say_what(step.entry, *before, hears=not self.session.reactions_muted)
        if step.steps or back or moved:
            self._sent.arrived()
            self._asked = False
        if step.steps:
            yield turns.Steps(tuple(step.steps))
        elif back or moved:
            self.viewer = self.match.viewer
            yield turns.ViewerChanged(self.viewer, moves=back)
        yield turns.TurnCue.REFRESH_CONTROLS

    def _next_round(self) -> Iterator[turns.TurnNews]:
        """Deal the next round, unless somebody else has."""
        self._sums.read = False
        yield turns.TurnCue.ROUND_CLEARED
        action = self.game.next_round()
        assert action is not None, f"expected a game of several rounds, got {self.game.name}"
        if self.match.seat >= 0 and not self.session.updates and not self.session.waits_for(Play):
            yield from self.submit(action)

    def _ask(self) -> Iterator[turns.TurnNews]:
        """Ask the person here to decide, or show another seat thinking."""
        if not self.is_own:
            # nobody thinks where a standing order is about to act
            nobody = self.seats.is_mover_away or self.match.mover == self.match.seat
            yield turns.OtherThinks(-1 if nobody else self.match.mover)
        elif not self._asked:
            self._asked = True
            action = self.forced
            if action is None:
                yield turns.DecisionAsked(self.viewer)
            elif self.missed.is_open:
                # what was missed is read before the only possible move goes on from it
                self._asked = False
            else:
                yield turns.TurnCue.CANCEL_DRAG
                yield from self.submit(action)

    def choose(self, choice: int) -> Iterator[turns.TurnNews]:
        """Watch what was missed, or go on."""
        yield from self.missed.choose(choice)

    def take_back(self) -> Iterator[turns.TurnNews]:
        """Ask the others for permission to undo."""
        self.undoing.ask()
        yield from ()

    # ---- controls and texts ---------------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """True unless an action is pending, a film runs, or an undo request awaits this player's answer.

        A standing order that fits decides instead.
        """
        waits = self._sent.is_open or self.missed.is_film or self.orders.acts(self.view)
        return not waits and self.match.seat >= 0 and not self.undoing.asks and super().is_own

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """The help is reached from the pause menu: players have the calls in its place.

        Hints appear if the owner allows them; they assume a player without memory.
        """
        if self.session.is_big_screen:
            # nobody touches it
            return (CornerButton.PAUSE,)
        plays = self.match.seat >= 0
        hint = (CornerButton.HINT,) if plays and self.match.party_state.hints and self.game.hints else ()
        plan = (CornerButton.PLAN,) if not self.missed.is_film and self.orders.is_at_hand(self.view) else ()
        return (
            CornerButton.PAUSE,
            CornerButton.CALL if plays else CornerButton.HELP,
            CornerButton.LOG,
            CornerButton.SPEED,
            *plan,
            *hint,
        )

    def plan(self, picture: "AnyTable") -> Transition:
        return Push(routes.plan_ahead(self.context, self.session, picture, self.orders.choices))

    @property
    def undo(self) -> turns.UndoOffer | None:
        return self.undoing.offered

    @property
    def marks(self) -> Mapping[int, SeatMark]:
        return self.seats.marks

    def asked(self, prompt: str) -> str:
        """Return the prompt, with the time left."""
        return "" if self.missed.is_film else self._party_texts.asked(prompt)

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """Return the reason for a wait, or what was missed, if any."""
        # while the person decides, the dock is free for a hint
        order = None if self.is_own else self.orders.panel
        urgent, waits = self._party_texts.urgent(self.ending), self._party_texts.waiting(showing)
        return urgent or self.missed.panel(self.pacing.history) or order or waits or self.watching
