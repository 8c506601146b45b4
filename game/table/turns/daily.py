"""Table of the daily deal: one match that counts, beside the game's match in progress.

It can be left and resumed like any match; giving it up counts as played. Undo works as usual. Hints are counted and
reported with the result.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.app.context import Context
from game.engine.transitions import Push, Reset, Transition
from game.player import daily_store
from game.player.daily_store import DailyMatch
from game.scenes.navigation import routes
from game.scenes.result.after import AfterMatch
from game.scenes.result.next_match import OnwardButton
from game.scenes.result.result import Result
from game.scenes.table.pause import Ending, Pause
from game.table.turns.driver import TurnNews
from game.table.turns.local import TurnLocalDriver

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


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

    def result(self) -> Result:
        """Return the score sheet, followed by the comparison with the levels' results."""
        return Result(self.context, self.match, AfterDay(self.context, self.attempt), self.record)

    def leave(self, picture: "AnyTable") -> Transition:
        return Push(DailyPause(self.context, self.attempt, picture))

    def taken_elsewhere(self) -> Transition:
        """Leave if another tab has stored a different match of this day."""
        if daily_store.is_stored(self.context, self.attempt):
            return None
        self.context.tell("daily.elsewhere")
        return Reset(routes.daily(self.context, self.attempt.deal.day))


class DailyPause(Pause):
    """Pause of a daily deal: it cannot be dealt again, only given up."""

    ending = Ending("give_up", "close", "daily.give_up", "daily.give_up_sure")

    def __init__(self, context: Context, attempt: DailyMatch, table: "AnyTable") -> None:
        super().__init__(context, attempt.match, table)
        self.attempt = attempt

    def _end(self) -> Transition:
        if not self.confirmed(self.ending.id):
            return None
        daily_store.give_up(self.context, self.attempt)
        return Reset(routes.daily(self.context, self.attempt.deal.day))


class AfterDay(AfterMatch):
    """Follow-up of a daily deal: the comparison with the levels' results."""

    onward = OnwardButton("again", "daily.compare", "chart")

    def __init__(self, context: Context, attempt: DailyMatch) -> None:
        super().__init__(context, attempt.match)
        self.day = attempt.deal.day

    @property
    def address(self) -> str:
        return f"calendar.{self.day.isoformat()}"

    def go_on(self) -> Transition:
        return Reset(routes.daily(self.context, self.day))
