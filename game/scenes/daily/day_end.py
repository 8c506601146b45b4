"""The pause of a daily deal, in which it can be given up, and what follows its result."""

from game.engine.game_table import AnyTable
from game.engine.transitions import Reset, Transition
from game.player import daily_store
from game.player.daily_store import DailyMatch
from game.scenes.navigation import routes
from game.scenes.result.after import AfterMatch
from game.scenes.result.next_match import OnwardButton
from game.scenes.table.pause import Ending, Pause
from game.services.context import Context


class DailyPause(Pause):
    """Pause of a daily deal: it cannot be dealt again, only given up."""

    ending = Ending("give_up", "close", "daily.give_up", "daily.give_up_sure")

    def __init__(self, context: Context, attempt: DailyMatch, table: AnyTable) -> None:
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
