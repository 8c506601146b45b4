"""The table of the deal of the day: one match that counts, beside the one in progress of its game.

It is left and gone on with as any other; given up, in the pause and in place, it has been played. Taking back is as
everywhere. Hints are counted, and told with what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.app.context import Context
from game.engine.transitions import Push, Reset, Transition
from game.player import daily_store
from game.player.daily_store import DailyMatch
from game.scenes.navigation import routes
from game.scenes.result.after import AfterMatch, OnwardButton
from game.scenes.result.result import Result
from game.scenes.table.pause import Ending, Pause
from game.table.turns.local import TurnLocalDriver
from game.table.turns.news import TurnNews

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


class DailyDriver(TurnLocalDriver):
    """The match of a date being played."""

    kept_as = daily_store.OPEN_DAYS.name

    def __init__(self, context: Context, attempt: DailyMatch) -> None:
        self.attempt = attempt
        #: so many actions had been made when a hint was last counted
        self._hinted_at = -1
        super().__init__(context, attempt.match)

    @property
    def address(self) -> str:
        """The date; before somebody has acted, its page in the calendar."""
        return f"{'day' if self.match.has_begun else 'calendar'}.{self.attempt.deal.day.isoformat()}"

    def store(self) -> None:
        """Store the attempt, or what has come of it."""
        if self.match.is_over:
            daily_store.finish(self.context, self.attempt)
        else:
            daily_store.keep(self.context, self.attempt)

    def hinted(self) -> Iterable[TurnNews]:
        """Count the hint, unless it is the same one again."""
        if self._hinted_at != len(self.match.actions):
            self._hinted_at = len(self.match.actions)
            self.attempt = self.attempt._replace(hints=self.attempt.hints + 1)
            self.store()
        return ()

    def result(self) -> Result:
        """The sums, from which it goes on to what others made of the same seat."""
        return Result(self.context, self.match, AfterDay(self.context, self.attempt))

    def leave(self, picture: AnyTable) -> Transition:
        """Pause."""
        return Push(DailyPause(self.context, self.attempt, picture))

    def taken_elsewhere(self) -> Transition:
        """Another tab has stored matches of dates: where it was this one, its day says where it goes on."""
        if daily_store.is_stored(self.context, self.attempt):
            return None
        self.context.tell("daily.elsewhere")
        return Reset(routes.daily(self.context, self.attempt.deal.day))


class DailyPause(Pause):
    """The pause of a deal of the day: it cannot be dealt anew, but given up."""

    ending = Ending("give_up", "close", "daily.give_up", "daily.give_up_sure")

    def __init__(self, context: Context, attempt: DailyMatch, table: AnyTable) -> None:
        super().__init__(context, attempt.match, table)
        self.attempt = attempt

    def _end(self) -> Transition:
        if not self.sure(self.ending.id):
            return None
        daily_store.give_up(self.context, self.attempt)
        return Reset(routes.daily(self.context, self.attempt.deal.day))


class AfterDay(AfterMatch):
    """After a deal of the day: what others made of the same seat."""

    onward = OnwardButton("again", "daily.compare", "chart")

    def __init__(self, context: Context, attempt: DailyMatch) -> None:
        super().__init__(context, attempt.match)
        self.day = attempt.deal.day

    @property
    def address(self) -> str:
        """What others made of it."""
        return f"calendar.{self.day.isoformat()}"

    def go_on(self) -> Transition:
        """Go there."""
        return Reset(routes.daily(self.context, self.day))
