"""The sums of a party's match of turns: between rounds, and at its end."""

from __future__ import annotations

from game.app.context import Context
from game.app.party_session import PartySession
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import View
from game.core.match import AnyMatch, InvalidSave, Match
from game.core.rng import Rng
from game.engine.presentation import as_turn_presentation
from game.engine.transitions import Push, Replace, Transition
from game.scenes.navigation import routes
from game.scenes.result.after import AfterParty, AfterPartyRound
from game.scenes.result.result import Result
from game.table.turns.local import LAST_LOOK_MS
from game.wire.remote_match import RemoteMatch


class PartySums:
    """When sums are shown, and where."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match
        self._shown = as_turn_presentation(PRESENTATIONS[match.game.name])
        self._linger = LAST_LOOK_MS
        #: those of a round have been read
        self.read = False

    def due(self, view: View) -> bool:
        """Whether a round, or the match, is over."""
        is_due = self.match.is_over or self._shown.summary_due(view)
        if not is_due:
            self._linger = LAST_LOOK_MS
        return is_due

    def show(self, view: View, ms: float) -> Transition:
        """Show them once the last card has been in sight for long enough, and all of the match is known."""
        self._linger -= ms
        if self._linger > 0 and self.context.settings.pace:
            return None
        if not self.match.is_over:
            played = self._round(view)
            return Push(
                Result(self.context, played, AfterPartyRound(self.context, played, self._on_read, self.session))
            )
        try:
            match = self.session.finished()
        except InvalidSave:
            return Replace(routes.lobby(self.context, self.session))
        if match is None:
            return None
        return Replace(Result(self.context, match, AfterParty(self.context, match, self.session)))

    def _round(self, view: View) -> AnyMatch:
        """The match as far as the sums of its round are concerned."""
        state = self.match.game.sample_state(view, Rng(0))
        return Match.at_position(self.match.game, self.match.standing.options, self.match.seats, state)

    def _on_read(self) -> None:
        self.read, self._linger = True, LAST_LOOK_MS
