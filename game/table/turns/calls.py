"""What can be called across a party's table of turns."""

from __future__ import annotations

from game.app.party_session import PartySession
from game.wire.commands import React


class ReactionMenu:
    """The calls of one device, which lie there to choose from while they are ``open``."""

    def __init__(self, session: PartySession) -> None:
        self.session = session
        self.open = False

    def toggle(self) -> None:
        """Show what can be called, or no longer."""
        self.open = not self.open

    def call(self, sign: int) -> None:
        """Call something."""
        self.open = False
        self.session.do(React(sign))

    @property
    def is_mute(self) -> bool:
        """Whether nothing is heard that others call."""
        return self.session.is_mute

    def mute(self) -> None:
        """Hear nothing that is called, or hear it again."""
        self.session.is_mute, self.open = not self.session.is_mute, False

    def put_away(self) -> bool:
        """Close them; return whether they were open."""
        was_open, self.open = self.open, False
        return was_open
