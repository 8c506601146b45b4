"""What can be called across a party's table of turns."""

from __future__ import annotations

from game.app.visits import Visit
from game.wire.deeds import React


class Calls:
    """The calls of one device, which lie there to choose from while they are ``open``."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.open = False

    def toggle(self) -> None:
        """Show what can be called, or no longer."""
        self.open = not self.open

    def call(self, sign: int) -> None:
        """Call something."""
        self.open = False
        self.visit.do(React(sign))

    @property
    def is_mute(self) -> bool:
        """Whether nothing is heard that others call."""
        return self.visit.is_mute

    def mute(self) -> None:
        """Hear nothing that is called, or hear it again."""
        self.visit.is_mute, self.open = not self.visit.is_mute, False

    def put_away(self) -> bool:
        """Close them; return whether they were open."""
        was_open, self.open = self.open, False
        return was_open
