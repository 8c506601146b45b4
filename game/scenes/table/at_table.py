"""What the scenes of both kinds of tables have alike: the log, the hint, the round buttons, pictures made ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.core.cache import incremental
from game.core.capabilities import Advice
from game.core.game import Action
from game.core.match import TableMatch
from game.engine import text
from game.engine.game_table import Preparation
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.scene import LogFeed, Scene
from game.engine.transitions import Push
from game.engine.widgets import UseAction
from game.scenes.navigation import routes
from game.scenes.table.hinting import TableHint
from game.table.driver import CornerButton

if TYPE_CHECKING:
    from game.engine.live_table import AnyLiveTable
    from game.engine.turn_table import AnyTurnTable
    from game.table.docking import AnyDockWords
    from game.table.live.driver import LiveDriver
    from game.table.turns.driver import TurnDriver

#: how long things take at a table at normal speed, in milliseconds: to where they belong, and to a new place
ARRANGE_MS, SLIDE_MS = 120.0, 240.0


class AtTable(Scene):
    """A scene with a match on its table: what happens there is told to whoever cannot see it."""

    match: TableMatch
    table: AnyTurnTable | AnyLiveTable
    driver: TurnDriver | LiveDriver
    #: what happens here is stored, and under which name: "" for that of its game's match in progress
    keeps = True
    kept_as = ""
    #: what the table still makes ahead, for which window, and the first of it
    _ahead: tuple[Kit, Iterator[Preparation]] | None = None
    _making: Preparation | None = None

    #: what is said in its dock
    words: AnyDockWords

    @property
    def address(self) -> str:
        """The driver's."""
        return self.driver.address

    @property
    def hinting(self) -> TableHint:
        """The hint at this table."""
        return self.words.hinting

    @property
    def advice(self) -> Advice[Action] | None:
        """The hint that is open."""
        return self.hinting.advice

    def corner_uses(self) -> dict[CornerButton, UseAction]:
        """What the round buttons do that every table has."""
        return {
            CornerButton.PAUSE: self.back,
            CornerButton.BACK: self.back,
            CornerButton.HELP: self.driver.help,
            CornerButton.LOG: lambda: Push(routes.log(self.context, self.table)),
        }

    def message_box(self) -> Box | None:
        """In the place of the prompt: everybody looks there, and after a message it comes back."""
        (x, y), wide = self.table.spots.prompt, self.table.spots.prompt_width
        return Box(x - wide / 2, y - 30, wide, 60)

    def make_ahead(self, enough: Callable[[], bool], calm: bool) -> bool:
        """Let the letters be drawn that new words are made of, then let the table make something of what may come."""
        kit = self.context.kit
        if self._ahead is None or self._ahead[0] is not kit:
            self._ahead, self._making = (kit, self.table.ahead()), None
        if text.draw_letters():
            return True
        if not calm:
            return False
        self._making = self._making or next(self._ahead[1], None)
        if self._making is None:
            return False
        if incremental(self._making, enough):
            self._making = None
        return True

    def log_feed(self) -> LogFeed | None:
        """The log of the match, as far as it is shown."""
        return LogFeed(self.match, self.match.has_begun, self.table.log)

    def take_aside(self) -> str | None:
        """What the table has to say once."""
        words, self.table.aside = self.table.aside, None
        return words
