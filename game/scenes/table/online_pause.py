"""What can be done about a party's match beside playing it: the others play on meanwhile."""

from __future__ import annotations

from game.app.context import Context
from game.app.party_session import PartySession
from game.catalogue.registry import GAMES
from game.engine.game_table import AnyTable
from game.engine.transitions import Replace, Reset, Transition
from game.scenes.navigation import routes
from game.scenes.table.pause import Ending, PausePaper
from game.wire.commands import Leave


class OnlinePause(PausePaper):
    """The paper over a party's table."""

    ending = Ending("leave", "close", "party.leave", "party.leave_sure")
    title, note, kept = "party.pause", "party.pause_note", "party.pause_kept"
    # the log has a button of its own at the table
    third = ("people", "pawn", "party.at_table")

    def __init__(self, context: Context, game: str, table: AnyTable, session: PartySession) -> None:
        super().__init__(context, game, table)
        self.session = session
        # without a clock nobody waits for whoever pauses
        if GAMES[game].real_time and (session.remote.live_clock is None or session.remote.live_clock.lag):
            self.note = "party.pause_live"

    def noted(self, game: str) -> str:
        """As ever; where a clock decides, how much later everybody's hands count for the sake of the longest way."""
        standing = self.session.remote.standing
        going = standing.live_clock if standing else None
        if going is None or not going.lag:
            return super().noted(game)
        return self.context.texts("party.pause_live_lag", lag=going.lag)

    def _end(self) -> Transition:
        if not self.sure(self.ending.id):
            return None
        return stand_up(self.context, self.session)

    def _third(self) -> Transition:
        # straight back to the table from there
        return Replace(routes.people(self.context, self.session))

    def _home(self) -> Transition:
        # the seat stays one's own: the title leads back
        self.session.rest()
        return Reset(routes.title(self.context, self.game))


def stand_up(context: Context, session: PartySession) -> Transition:
    """Leave for good."""
    if session.remote.seat >= 0:
        session.do(Leave())
    session.leave()
    return Reset(routes.title(context))
