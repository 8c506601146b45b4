"""One's own hands at a party's table: shown here at once, and until it is known what they came to."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.game import Action, Event, View
from game.core.live import AnyLiveGame

#: a hand is shown so long after it should have counted: what it came to is known by then, or it has come to nothing
LINGER_MS = 80


class PendingInput:
    """What has been done here and does not count yet, by the id of its wish."""

    def __init__(self, game: AnyLiveGame) -> None:
        self.game = game
        self.laid: dict[str, Action] = {}
        #: the last stamp: no two hands have the same
        self._last = -1

    def stamped(self, action: Action, before: int | None) -> Action:
        """``action`` with a stamp of its own, earlier than ``before``, which nobody has seen yet."""
        stamp = self.game.stamp(action)
        if before is not None:
            stamp = min(stamp, before - 1)
        self._last = max(stamp, self._last + 1)
        return self.game.stamped(action, self._last)

    def on(self, view: View) -> View:
        """What is seen of the table with these hands on it."""
        return self.game.with_pending(view, tuple(self.laid.values()))

    def let_go(self, now: int, refused: Iterable[str]) -> bool:
        """Show no longer what should have counted before ``now`` or was refused; return whether there was anything."""
        over = [id_ for id_, action in self.laid.items() if now > self.game.stamp(action) + LINGER_MS]
        gone = {*over, *refused}
        for id_ in gone & self.laid.keys():
            del self.laid[id_]
        return bool(gone)

    def spoil(self, event: Event) -> None:
        """Show no longer what has come to nothing by an event."""
        self.laid = {id_: action for id_, action in self.laid.items() if not self.game.is_void(action, event)}

    def overtaken_by(self, view: View, event: Event) -> tuple[int, int] | None:
        """Who was quicker than these hands by an event, and when that was done; None where nobody was."""
        return self.game.overtaken_by(view, event, tuple(self.laid.values()))
