"""Pending actions at a party's table: shown at once, until their outcome is known."""

from collections.abc import Iterable

from game.core.game import Action, Event, View
from game.core.live import AnyLiveGame

#: time after an action should have counted when it is dropped: its outcome is known by then
LINGER_MS = 80


class PendingInput:
    """Actions of this device that do not count yet, by request id."""

    def __init__(self, game: AnyLiveGame) -> None:
        self.game = game
        self.actions: dict[str, Action] = {}
        #: the last stamp; every action gets a different one
        self._last = -1

    def stamped(self, action: Action, before: int | None) -> Action:
        """Return ``action`` with a unique stamp, earlier than the unseen event at ``before``."""
        stamp = self.game.stamp(action)
        if before is not None:
            stamp = min(stamp, before - 1)
        self._last = max(stamp, self._last + 1)
        return self.game.stamped(action, self._last)

    def on(self, view: View) -> View:
        """Return the view with the pending actions applied."""
        return self.game.with_pending(view, tuple(self.actions.values()))

    def let_go(self, now: int, refused: Iterable[str]) -> bool:
        """Drop actions that should have counted before ``now`` or were refused; return True if any were."""
        over = [id_ for id_, action in self.actions.items() if now > self.game.stamp(action) + LINGER_MS]
        gone = {*over, *refused}
        for id_ in gone & self.actions.keys():
            del self.actions[id_]
        return bool(gone)

    def spoil(self, event: Event) -> None:
        """Drop actions that an event has made void."""
        self.actions = {id_: action for id_, action in self.actions.items() if not self.game.is_void(action, event)}

    def overtaken_by(self, view: View, event: Event) -> tuple[int, int] | None:
        """Return the seat that beat these actions by an event, and the stamp of the beaten one; or None."""
        return self.game.overtaken_by(view, event, tuple(self.actions.values()))
