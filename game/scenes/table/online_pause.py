"""What can be done about a party's match beside playing it: the others play on meanwhile."""

from __future__ import annotations

from game.app.context import Context
from game.app.visits import Visit
from game.catalogue.registry import GAMES
from game.engine.table import AnyTable
from game.engine.transitions import Replace, Reset, Transition
from game.scenes.navigation import routes
from game.scenes.table.pause import Ending, PausePaper
from game.wire.deeds import Leave


class OnlinePause(PausePaper):
    """The paper over a party's table."""

    ending = Ending("leave", "close", "party.leave", "party.leave_sure")
    title, note, kept = "party.pause", "party.pause_note", "party.pause_kept"
    # the log has a button of its own at the table
    third = ("people", "pawn", "party.at_table")

    def __init__(self, context: Context, game: str, table: AnyTable, visit: Visit) -> None:
        super().__init__(context, game, table)
        self.visit = visit
        # without a clock nobody waits for whoever pauses
        if GAMES[game].real_time and (visit.remote.going is None or visit.remote.going.lag):
            self.note = "party.pause_live"

    def noted(self, game: str) -> str:
        """As ever; where a clock decides, how much later everybody's hands count for the sake of the longest way."""
        standing = self.visit.remote.standing
        going = standing.going if standing else None
        if going is None or not going.lag:
            return super().noted(game)
        return self.context.texts("party.pause_live_lag", lag=going.lag)

    def _end(self) -> Transition:
        if not self.sure(self.ending.id):
            return None
        return stand_up(self.context, self.visit)

    def _third(self) -> Transition:
        # straight back to the table from there
        return Replace(routes.people(self.context, self.visit))

    def _home(self) -> Transition:
        # the seat stays one's own: the title leads back
        self.visit.rest()
        return Reset(routes.title(self.context, self.game))


def stand_up(context: Context, visit: Visit) -> Transition:
    """Leave for good."""
    if visit.remote.seat >= 0:
        visit.do(Leave())
    visit.leave()
    return Reset(routes.title(context))
