"""The last look at a live table: its end stays in sight for a while before the result, or until somebody goes on."""

from __future__ import annotations

from game.engine.input import Input, Key, Pointer

#: how long the end stays in sight, in milliseconds; before the second figure nobody can have meant to go on
LAST_LOOK_MS, LEAST_MS = 2000.0, 700.0
#: what a key means that goes on
GOES_ON = ("act", "first", "back")


class LastLook:
    """How much longer the end of one match is looked at."""

    def __init__(self) -> None:
        self._left = LAST_LOOK_MS

    def over(self, ms: float) -> bool:
        """Let time pass, in milliseconds; return whether it is time for the result."""
        self._left -= ms
        return self._left <= 0

    def ended_by(self, event: Input) -> bool:
        """Whether ``event`` goes on to the result. Hands that were on their way to a card as the match ended do not."""
        wanted = (isinstance(event, Pointer) and event.kind == "down") or (
            isinstance(event, Key) and event.meaning in GOES_ON
        )
        if wanted and self._left <= LAST_LOOK_MS - LEAST_MS:
            self._left = 0.0
        return wanted
