"""What happens at a table of turns, shown one thing after the other at the player's pace."""

from __future__ import annotations

from collections.abc import Iterable

from game.app.context import Context
from game.core.game import Event, View
from game.engine.director import Director, Script
from game.engine.input import Input, Key, Pointer
from game.engine.items import ItemList
from game.scenes.table.at_table import ARRANGE_MS
from game.scenes.table.sight import TableView


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
        self._play(table.accepted())
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
