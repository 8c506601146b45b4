"""State of a party's match of turns: its deal, a pending action, the score sheets."""

from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Action, AnyGame, View
from game.core.match import Match
from game.core.rng import Rng
from game.engine.presentation import as_turn_presentation
from game.engine.transitions import Push, Transition
from game.scenes.navigation import routes
from game.services.context import Context
from game.services.party_session import PartySession
from game.table.turns.local import LAST_LOOK_MS
from game.wire.commands import Play
from game.wire.remote_match import RemoteMatch

#: time after which a pending action is reported, in milliseconds
SENDING_MS = 600.0


class PendingAction:
    """The one action sent from here and not yet answered."""

    def __init__(self, game: AnyGame, session: PartySession) -> None:
        self.game, self.session = game, session
        self.is_open = False
        self._ms = 0.0

    def send(self, action: Action) -> None:
        """Send an action."""
        self.is_open, self._ms = True, 0.0
        self.session.do(Play(self.game.encode(action)))

    def arrived(self) -> None:
        """Clear the action: its update has come back, or it no longer matters."""
        self.is_open = False

    @property
    def is_slow(self) -> bool:
        """True if it takes long enough to be reported."""
        return self._ms > SENDING_MS

    def pass_time(self, ms: float) -> bool:
        """Advance; return True if the action has just become slow."""
        if not self.is_open:
            return False
        was_slow, self._ms = self.is_slow, self._ms + ms
        return self.is_slow and not was_slow

    def refused(self) -> bool:
        """Take refusals; return True if there were any."""
        if not any(isinstance(command, Play) for command in self.session.take_refused()):
            return False
        self.is_open = False
        return True


class PartySums:
    """Score sheets of rounds and of the match: when and how they are shown."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match
        self._shown = as_turn_presentation(PRESENTATIONS[match.game.name])
        self._linger_ms = LAST_LOOK_MS
        #: the score sheet of a round has been read
        self.read = False

    def due(self, view: View) -> bool:
        """Return True if a round or the match is over."""
        is_due = self.match.is_over or self._shown.summary_due(view)
        if not is_due:
            self._linger_ms = LAST_LOOK_MS
        return is_due

    def may_come(self, ms: float) -> bool:
        """Advance; return True if the last card has been in view long enough."""
        self._linger_ms -= ms
        return self._linger_ms <= 0 or not self.context.settings.pace

    def of_round(self, view: View) -> Transition:
        """Show the score sheet of a round, made from a sampled state with the same scores."""
        state = self.match.game.sample_state(view, Rng(0))
        played = Match.at_position(self.match.game, self.match.party_state.options, self.match.seats, state)
        return Push(routes.party_round_result(self.context, played, self._on_read, self.session))

    def _on_read(self) -> None:
        self.read, self._linger_ms = True, LAST_LOOK_MS
