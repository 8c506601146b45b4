"""An action on its way to the server of a party, until its own step comes back."""

from __future__ import annotations

from game.app.party_session import PartySession
from game.core.game import Action, AnyGame
from game.wire.commands import Play

#: what is on its way for so long is told, in milliseconds: a quick answer needs no words
SENDING_MS = 600.0


class PendingAction:
    """The one action that has been done here and that nobody has answered yet."""

    def __init__(self, game: AnyGame, session: PartySession) -> None:
        self.game, self.session = game, session
        self.is_open = False
        self._ms = 0.0

    def send(self, action: Action) -> None:
        """Send an action."""
        self.is_open, self._ms = True, 0.0
        self.session.do(Play(self.game.encode(action)))

    def arrived(self) -> None:
        """Its step has come back, or it no longer matters."""
        self.is_open = False

    @property
    def is_slow(self) -> bool:
        """Whether it takes so long that it is told."""
        return self._ms > SENDING_MS

    def pass_time(self, ms: float) -> bool:
        """Let time pass; return whether it has just become slow."""
        if not self.is_open:
            return False
        was_slow, self._ms = self.is_slow, self._ms + ms
        return self.is_slow and not was_slow

    def refused(self) -> bool:
        """Take note of refusals; return whether there were any."""
        if not any(isinstance(command, Play) for command in self.session.take_refused()):
            return False
        self.is_open = False
        return True
