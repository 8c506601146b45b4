"""A table of turns as one seat sees it: made anew for another seat, laid out anew for another window or moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Event
from game.engine.presentation import as_turn_presentation
from game.engine.turn_table import AnyTurnTable
from game.scenes.replay.strip import Strip
from game.scenes.table.at_table import ARRANGE_MS, SLIDE_MS
from game.table.turns.driver import DockRoom, TurnDriver


class TableView:
    """The picture of one match for whoever looks at it; ``fit`` connects each table that is made with its scene."""

    def __init__(
        self, context: Context, driver: TurnDriver, strip: Strip | None, fit: Callable[[AnyTurnTable], None]
    ) -> None:
        self.context, self.driver, self.strip, self._fit = context, driver, strip, fit
        self._shown = as_turn_presentation(PRESENTATIONS[driver.game.name])
        #: how each person has arranged what is theirs: it outlasts the picture of the table
        self._arrangements: dict[int, list[int]] = {}
        self.table: AnyTurnTable
        self.sit(driver.viewer)

    def sit(self, seat: int) -> None:
        """See the table with the eyes of ``seat``."""
        match = self.driver.match
        context = self.strip.framed() if self.strip else self.context
        table = self.table = self._shown.table(context, match.seats, seat, match.view(seat))
        self.driver.habits = table
        table.alone = table.alone or self.driver.open_hands
        table.held_by = (seat,)
        table.arrangement = self._arrangements.setdefault(seat, [])
        if table.arrangement:
            table.arrange()
        self._made_for = (self.context.kit, self.context.texts)
        for event in match.past(seat):
            table.take_note(event)
        table.teaches = self.driver.room == DockRoom.LESSON
        self._fit(table)
        if self.strip:
            self.strip.lay(table)

    def change_to(self, seat: int) -> None:
        """See it with the eyes of ``seat``; what was in sight moves to its new place."""
        sprites = self.table.layer.sprites
        self.sit(seat)
        self.table.layer.sprites = sprites
        self.follow(SLIDE_MS)

    def follow(self, ms: float = 0) -> None:
        """Show the match as it stands now, moving what differs within ``ms`` at normal speed."""
        self.table.sync(self.driver.match.view(self.table.viewer), self.table.ms(ms))

    def jump(self, past: Iterable[Event]) -> None:
        """Show the match as it stands now, after ``past``, without what led there."""
        table = self.table
        table.log = [line for event in past for line in table.log_lines(event)]
        table.last = None
        table.hush()
        self.follow(ARRANGE_MS)

    def build(self) -> None:
        """Lay out the table anew if the window, the scale or the language has changed."""
        made_for = (self.context.kit, self.context.texts)
        if self._made_for != made_for:
            self._made_for = made_for
            (self.strip.lay(self.table) if self.strip else self.table.build())
