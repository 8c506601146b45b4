"""A sign over the table, shown for a while or until the next touch or key."""

from abc import ABC, abstractmethod

from game.engine.input import Input, Key, Pointer


class PassingSign(ABC):
    """A sign that goes by itself; what shows it sets ``_remaining_ms``."""

    def __init__(self) -> None:
        self._remaining_ms = 0.0

    def update(self, ms: float) -> bool:
        """Advance time; return True if it has ended now."""
        self._remaining_ms -= ms
        return self._remaining_ms <= 0 and self.end()

    def ended_by(self, event: Input) -> bool:
        """Close at any touch or key, which keeps its own effect; return True if closed."""
        touches = isinstance(event, Key) or (isinstance(event, Pointer) and event.kind == "down")
        return touches and self.end()

    @abstractmethod
    def end(self) -> bool:
        """Take it away; return True if it was there."""
