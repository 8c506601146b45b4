"""The people of a party while they play: the code, one's own seat for another device, and what the owner settles."""

from __future__ import annotations

from game.app.context import Context
from game.app.visits import Visit
from game.engine.transitions import Pop, Transition
from game.scenes.party.lobby import Lobby
from game.wire.messages import Phase


class People(Lobby):
    """It lies over the table, where the match goes on: whatever is told waits for that table."""

    stage = "table"

    def __init__(self, context: Context, visit: Visit) -> None:
        super().__init__(context, visit)
        self._sits_down = False

    def update(self, ms: float) -> Transition:
        """Show what has changed; whatever is no match any longer is for the table to follow."""
        del ms
        visit, standing = self.visit, self.standing
        if standing is None or standing.phase != Phase.PLAYING or visit.remote.ended is not None or visit.is_anew:
            return Pop()
        self.show_changes()
        return None

    def back(self) -> Transition:
        """Back to the table."""
        if self.choosing:
            self.show_figures()
            return None
        return Pop()
