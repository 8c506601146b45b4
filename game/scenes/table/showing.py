"""A table of turns in sight: as one seat sees it, with what happens there shown one thing after the other."""

from collections.abc import Callable, Iterable

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Event, View
from game.engine.director import Director, Script
from game.engine.input import Input, Key, Pointer
from game.engine.items import ItemList
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


class EventQueue:
    """The scripts that are being played at whichever table is in sight."""

    def __init__(self, context: Context, sight: TableView) -> None:
        self.context, self.sight = context, sight
        self.director = Director(self._finish)

    def _finish(self) -> None:
        """Let everything that moves be where it belongs, at whichever table that is now."""
        self.sight.table.layer.finish()

    @property
    def busy(self) -> bool:
        """Whether something is being shown."""
        return self.director.busy

    def play(self, steps: Iterable[tuple[Event, View]]) -> None:
        """Show events one after the other, each with what the viewer knows once it has happened."""
        table = self.sight.table
        self._play(table.drags.accepted())
        for event, view in steps:
            self._play(table.play(event, view))

    def wait(self, ms: float) -> None:
        """Let the table stay as it is for so long at normal speed."""
        self._play(iter((ms,)))

    def _play(self, script: Script) -> None:
        self.director.pace = self.context.settings.pace
        self.director.play(script)

    def go_on(self, ms: float) -> bool:
        """Let it go on; return whether there is more of it. At its end the table shows the match as it stands."""
        self.director.pace = self.context.settings.pace
        self.director.update(ms)
        if not self.busy:
            self.sight.follow(ARRANGE_MS)
        return self.busy

    def end(self) -> None:
        """Let it come to its end at once."""
        if self.busy:
            self.director.skip()
            self.sight.follow()

    def skipped_by(self, event: Input, items: ItemList) -> bool:
        """Let a tap beside every item, or the act key, run it to its end or to a look; return whether one did."""
        tap = isinstance(event, Pointer) and event.kind == "down" and not items.at(event.x, event.y)
        key = isinstance(event, Key) and event.meaning == "act" and not items.focused()
        if not self.busy or not (tap or key):
            return False
        self.director.skip(keep_looks=True)
        if not self.busy:
            self.sight.follow()
        return True
