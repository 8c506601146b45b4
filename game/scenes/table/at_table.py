"""Parts shared by both kinds of table scenes: log, hint, round buttons, pictures made ahead."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.core.cache import incremental
from game.core.capabilities import Advice
from game.core.game import Action
from game.core.match import TableMatch
from game.engine import fonts
from game.engine.game_table import Preparation
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.scene import LogFeed, Scene
from game.engine.transitions import Push
from game.engine.widgets import UseAction
from game.scenes.navigation import routes
from game.scenes.table.table_hint import TableHint
from game.table.driver import CornerButton

if TYPE_CHECKING:
    from game.engine.live_table import AnyLiveTable
    from game.engine.turn_table import AnyTurnTable
    from game.table.dock import AnyTableDock
    from game.table.live.driver import LiveDriver
    from game.table.turns.driver import TurnDriver

#: milliseconds at normal speed of movements into place, and to a new place
ARRANGE_MS, SLIDE_MS = 120.0, 240.0
#: the same for all cards of a table that is turned to another person, in milliseconds
HAND_OVER_MS = 800.0


class AtTable(Scene):
    """A scene with a match on its table, whose events are read out to screen readers."""

    match: TableMatch
    table: "AnyTurnTable | AnyLiveTable"
    driver: "TurnDriver | LiveDriver"
    #: the match is stored, under this key; "" for the key of its game's match in progress
    is_stored = True
    storage_name = ""
    #: pictures that the table still prepares, with their kit, and the current one
    _preparations: tuple[Kit, Iterator[Preparation]] | None = None
    _current_preparation: Preparation | None = None

    #: the texts of its dock
    dock: "AnyTableDock"

    @property
    def address(self) -> str:
        return self.driver.address

    @property
    def table_hint(self) -> TableHint:
        """The hint at this table."""
        return self.dock.table_hint

    @property
    def advice(self) -> Advice[Action] | None:
        """The open hint, or None."""
        return self.table_hint.advice

    def corner_uses(self) -> dict[CornerButton, UseAction]:
        """Return the actions of the round buttons that every table has."""
        return {
            CornerButton.PAUSE: self.back,
            CornerButton.BACK: self.back,
            CornerButton.HELP: self.driver.help,
            CornerButton.LOG: lambda: Push(routes.log(self.context, self.table)),
        }

    def message_box(self) -> Box | None:
        """Return the prompt's box: everybody looks there, and the prompt returns after the message."""
        x, y, wide = self.table.spots.prompt
        return Box(x - wide / 2, y - 30, wide, 60)

    def make_ahead(self, enough: Callable[[], bool]) -> bool:
        """Render letters for new texts, and then pictures that the table may need."""
        if self._preparations is None or self._preparations[0] is not self.kit:
            self._preparations, self._current_preparation = (self.kit, self.table.ahead()), None
        if fonts.draw_letters():
            return True
        self._current_preparation = self._current_preparation or next(self._preparations[1], None)
        if self._current_preparation is None:
            return False
        if incremental(self._current_preparation, enough):
            self._current_preparation = None
        return True

    def log_feed(self) -> LogFeed | None:
        return LogFeed(self.match, self.match.has_begun, self.table.log)

    def take_announcement(self) -> str | None:
        text, self.table.announcement = self.table.announcement, None
        return text
