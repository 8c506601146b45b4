"""Taking back at a party's table of turns: all others are asked, one thing at a time."""

from __future__ import annotations

from functools import partial

from game.app.context import Context
from game.app.party_session import PartySession
from game.engine.panel import DriverPanel, PanelButton
from game.engine.transitions import Transition
from game.table.party import notice
from game.table.turns.driver import UndoOffer
from game.wire.commands import AnswerUndo, AskUndo
from game.wire.remote_match import RemoteMatch


class PartyUndo:
    """The question whether somebody may take something back."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match

    @property
    def offered(self) -> UndoOffer | None:
        """Whether whoever sits here can ask now; None for those who look on."""
        if self.match.seat < 0:
            return None
        return UndoOffer(self.match.turn.undo and not self.is_open)

    @property
    def is_open(self) -> bool:
        """Whether something is being asked."""
        return self.match.standing.undoing is not None

    @property
    def asks(self) -> bool:
        """Whether whoever sits here has yet to answer."""
        undoing = self.match.standing.undoing
        return undoing is not None and self.match.seat in undoing.open

    def ask(self) -> None:
        """Ask the others."""
        self.session.do(AskUndo())

    def panel(self) -> DriverPanel | None:
        """The question, with its answers for those who have yet to give one."""
        undoing, texts = self.match.standing.undoing, self.context.texts
        if undoing is None:
            return None
        if undoing.seat == self.match.seat:
            return notice(self.context, texts("party.undo_waits"))
        words = texts("party.undo_asked", name=self.match.seats[undoing.seat].name)
        return notice(self.context, words, *(self._ways() if self.asks else ()))

    def _ways(self) -> tuple[PanelButton, ...]:
        answers = (("yes", True, "good"), ("no", False, "dark"))
        return tuple(
            PanelButton(
                f"undo-{name}", self.context.texts(f"party.undo_{name}"), use=partial(self._answer, yes), kind=kind
            )
            for name, yes, kind in answers
        )

    def _answer(self, yes: bool) -> Transition:
        self.session.do(AnswerUndo(yes))
        return None
