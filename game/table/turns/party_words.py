"""What is said at a party's table of turns: of its line, of what somebody asks, and of who is waited for."""

from __future__ import annotations

from game.app.context import Context
from game.app.party_session import PartySession
from game.engine.panel import DriverPanel
from game.table.party import notice
from game.table.turns.on_its_way import PendingAction
from game.table.turns.party_seats import PartySeats
from game.table.turns.party_undoing import PartyUndo


class TurnPartyWords:
    """The words at one table."""

    def __init__(
        self, context: Context, session: PartySession, sent: PendingAction, undoing: PartyUndo, seats: PartySeats
    ) -> None:
        self.context, self.session = context, session
        self._sent, self._undoing, self._seats = sent, undoing, seats
        #: what they were made of last
        self._made_of: object = None

    @property
    def _left_s(self) -> int | None:
        """How many seconds the turn still has, or None for any time."""
        left = self.session.remote.left_ms
        return None if left is None else -(-left // 1000)

    def changed(self) -> bool:
        """Whether there is something else to be said or offered than the last time."""
        before = self._made_of
        self._made_of = (self._seats.match.standing, self.session.is_late and self.session.late_words, self._left_s)
        return self._made_of != before

    def asked(self, prompt: str) -> str:
        """The decision, with the time that is left for it; nothing while somebody asks to take something back."""
        if self._sent.is_open:
            return self.context.texts("party.sending") if self._sent.is_slow else ""
        if self._undoing.is_open:
            return ""
        return prompt if self._left_s is None else self.context.texts("party.left", words=prompt, count=self._left_s)

    def panel(self, showing: bool) -> DriverPanel | None:
        """Why it goes on for nobody, whether somebody may take something back, or who is waited for."""
        if self.session.is_late:
            return notice(self.context, self.session.late_words)
        if panel := self._undoing.panel():
            return panel
        if showing or not (name := self._seats.waited_for):
            return None
        return notice(self.context, self.context.texts("party.live.waits", names=name))
