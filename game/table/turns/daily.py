"""Table of the daily deal: one match that counts, beside the game's match in progress.

It can be left and resumed like any match; giving it up counts as played. Undo works as usual. Hints are counted and
reported with the result.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.engine.transitions import Push, Reset, Transition
from game.player import daily_store
from game.player.daily_store import DailyMatch
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.turns.driver import TurnNews
from game.table.turns.local import TurnLocalDriver

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.scene import Scene


class DailyDriver(TurnLocalDriver):
    """A day's match in progress."""

    storage_name = daily_store.OPEN_DAYS.name

    def __init__(self, context: Context, attempt: DailyMatch) -> None:
        self.attempt = attempt
        #: the number of actions when a hint was last counted
        self._hinted_at = -1
        super().__init__(context, attempt.match)

    @property
    def address(self) -> str:
        """The day, or its page in the calendar before the first action."""
        return f"{'day' if self.match.has_begun else 'calendar'}.{self.attempt.deal.day.isoformat()}"

    def store(self) -> None:
        if self.match.is_over:
            self.record = daily_store.finish(self.context, self.attempt)
        else:
            daily_store.keep(self.context, self.attempt)

    def hinted(self) -> Iterable[TurnNews]:
        """Count the hint, unless it is the same again."""
        if self._hinted_at != len(self.match.actions):
            self._hinted_at = len(self.match.actions)
            self.attempt = self.attempt._replace(hints=self.attempt.hints + 1)
            self.store()
        return ()

    def result(self) -> "Scene":
        """Return the score sheet, followed by the comparison with the levels' results."""
        return routes.daily_result(self.context, self.attempt, self.record)

    def leave(self, picture: "AnyTable") -> Transition:
        return Push(routes.daily_pause(self.context, self.attempt, picture))

    def taken_elsewhere(self) -> Transition:
        """Leave if another tab has stored a different match of this day."""
        if daily_store.is_stored(self.context, self.attempt):
            return None
        self.context.tell("daily.elsewhere")
        return Reset(routes.daily(self.context, self.attempt.deal.day))
