"""The scene of a turn table, as the table sees it."""

from collections.abc import Callable
from typing import Any, Protocol

from game.core.game import A
from game.engine.transitions import Transition


class TurnHost(Protocol[A]):
    """The scene that shows a table of turns."""

    def refresh_controls(self) -> None:
        """Rebuild what can be used, after a choice of several steps."""

    def refuse(self, action: A) -> None:
        """Tell the player why an action is illegal."""

    def ask(self, action: A) -> Transition:
        """Choose an action that always needs confirmation."""

    def consider(self, action: A, becomes: Callable[[A], bool]) -> None:
        """Note a choice of several steps: the action that it makes now, and whether it can become another."""


class NoTurnHost(TurnHost[Any]):
    """A table without a scene, which is only looked at."""

    def refresh_controls(self) -> None:
        pass

    def refuse(self, action: object) -> None:
        pass

    def ask(self, action: object) -> Transition:
        return None

    def consider(self, action: object, becomes: Callable[[Any], bool]) -> None:
        pass
