"""A visible table of turns: the view of one seat, with events shown one after the other."""

from collections.abc import Callable, Iterable

from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Event, View
from game.engine.director import Director, Script
from game.engine.input import Input, Key, Pointer
from game.engine.items import ItemList
from game.engine.presentation import as_turn_presentation
from game.engine.turn_table import AnyTurnTable
from game.scenes.replay.strip import Strip
from game.scenes.table.at_table import ARRANGE_MS
from game.services.context import Context
from game.table.turns.driver import DockRoom, TurnDriver


class TableView:
    """The picture of one match for its viewer; ``fit`` connects each new table with its scene."""

    def __init__(
        self, context: Context, driver: TurnDriver, strip: Strip | None, fit: Callable[[AnyTurnTable], None]
    ) -> None:
        self.context, self.driver, self.strip, self._fit = context, driver, strip, fit
        self._shown = as_turn_presentation(PRESENTATIONS[driver.game.name])
        #: each person's arrangement of their cards, which outlasts the table's picture
        self._arrangements: dict[int, list[int]] = {}
        self.table: AnyTurnTable
        self.sit(driver.viewer)

    def sit(self, seat: int) -> None:
        """Show the table from ``seat``'s view."""
        match = self.driver.match
        context = self.strip.framed() if self.strip else self.context
        table = self.table = self._shown.table(context, match.seats, seat, match.view(seat))
        self.driver.pacing = table
        table.alone = table.alone or self.driver.open_hands
        table.held_by = (seat,)
        table.arrangement = self._arrangements.setdefault(seat, [])
        if table.arrangement:
            table.arrange()
        self._rendered_for = (self.context.kit, self.context.texts)
        for event in match.past(seat):
            table.take_note(event)
        table.teaches = self.driver.room == DockRoom.LESSON
        self._fit(table)
        if self.strip:
            self.strip.lay(table)

    def change_to(self, seat: int, ms: float) -> None:
        """Switch to ``seat``'s view; what was visible moves to its new place within ``ms`` at normal speed."""
        sprites = self.table.layer.sprites
        self.sit(seat)
        self.table.layer.sprites = sprites
        self.follow(ms)

    def follow(self, ms: float = 0) -> None:
        """Show the current state of the match, moving what differs within ``ms`` at normal speed."""
        self.table.sync(self.driver.match.view(self.table.viewer), self.table.ms(ms))

    def jump(self, past: Iterable[Event]) -> None:
        """Show the current state of the match, after ``past``, without animating the events."""
        table = self.table
        table.history.rewrite(past)
        table.hush()
        self.follow(ARRANGE_MS)

    def build(self) -> None:
        """Lay out the table anew if the window, the scale or the language has changed."""
        made_for = (self.context.kit, self.context.texts)
        if self._rendered_for != made_for:
            self._rendered_for = made_for
            (self.strip.lay(self.table) if self.strip else self.table.build())


class EventQueue:
    """The scripts being played at the visible table."""

    def __init__(self, table_view: TableView) -> None:
        self.table_view = table_view
        self.director = Director(self._finish)
        #: time of the frame in which the last script ended
        self._waited_ms = 0.0

    def _finish(self) -> None:
        self.table_view.table.layer.finish()

    @property
    def busy(self) -> bool:
        """True while something is being shown."""
        return self.director.busy

    def play(self, steps: Iterable[tuple[Event, View]]) -> None:
        """Show events one after the other, each with the viewer's view after it."""
        table = self.table_view.table
        self._play(table.drags.accepted())
        for event, view in steps:
            self._play(table.play(event, view))

    @property
    def _pace(self) -> float:
        """The table's factor for durations: a replay's is its own."""
        return self.table_view.table.context.settings.pace

    def wait(self, ms: float) -> None:
        """Wait ``ms`` milliseconds at normal speed."""
        self._play(iter((ms,)))

    def _play(self, script: Script) -> None:
        self.director.pace = self._pace
        self.director.play(script)

    def go_on(self, ms: float) -> float | None:
        """Advance; return the time left for decisions, None while something is shown.

        At the end the table shows the current state. If there are animations, decisions wait for the next frame and
        get the time of both: an end and a decision in one frame take too long.
        """
        if not self.busy:
            waited, self._waited_ms = self._waited_ms, 0.0
            return ms + waited
        self.director.pace = self._pace
        self.director.update(ms)
        if self.busy:
            return None
        self.table_view.follow(ARRANGE_MS)
        if not self.table_view.table.ms(1):
            return ms
        self._waited_ms = ms
        return None

    def end(self) -> None:
        """Run to the end at once."""
        if self.busy:
            self.director.skip()
            self.table_view.follow()

    def skipped_by(self, event: Input, items: ItemList) -> bool:
        """Skip to the end or the next look at a tap beside every item or the act key; return True if one did."""
        tap = isinstance(event, Pointer) and event.kind == "down" and not items.at(event.x, event.y, event.touch)
        key = isinstance(event, Key) and event.meaning == "act" and not items.focused()
        if not self.busy or not (tap or key):
            return False
        self.director.skip(keep_looks=True)
        if not self.busy:
            self.table_view.follow()
        return True
