"""The people of a party while they play."""

from dataclasses import replace

from game.engine import containers as ui
from game.engine import fonts
from game.engine.palette import CREAM
from game.engine.transitions import Pop, Transition
from game.scenes.party.invitation import Invitation
from game.scenes.party.lobby import Lobby
from game.services.context import Context
from game.services.end_match import EndQuestion
from game.services.party_session import PartySession
from game.services.party_status import status_of
from game.wire.messages import PartyPhase, SeatInfo


class People(Lobby):
    """The people of a party while they play, over the table, where the match continues.

    Messages wait for that table.
    """

    stage = "table"

    def __init__(self, context: Context, session: PartySession) -> None:
        super().__init__(context, session)
        self._takes_seat = False

    def update(self, ms: float) -> Transition:
        """Show changes; close once no match is in progress, for the table to react."""
        session, party_state = self.session, self.party_state
        if (
            party_state is None
            or party_state.phase != PartyPhase.PLAYING
            or session.remote.ended is not None
            or session.updates.was_reset
        ):
            return Pop()
        self.show_changes()
        return None

    def back(self) -> Transition:
        return Pop()

    @property
    def _question(self) -> EndQuestion:
        return EndQuestion(self.context, self.session, self._party, self.seat)

    def build(self) -> None:
        #: also redraws when the seconds or the seat to move change
        self._status = status_of(self.context, self.session)
        super().build()

    def show_changes(self) -> None:
        if self._status != status_of(self.context, self.session):
            self.build()
        super().show_changes()

    def waits_for(self) -> str:
        return self._sentence or super().waits_for()

    @property
    def _sentence(self) -> str:
        """The state of the match, after a word to people who only watch; "" for nothing to say."""
        status = status_of(self.context, self.session)
        return status if self.seat >= 0 else self.texts.sentences([self.texts("party.watches"), status])

    def _is(self, number: int, place: SeatInfo) -> str:
        """Return a description of a seat's player, with a word on the one to move."""
        said, turn = super()._is(number, place), self.session.remote.turn_state
        is_here = not place.vacant and not place.away
        if self.session.is_late:
            # what was known last
            return self.texts("party.was_there") if is_here and number != self.seat and place.name else said
        moves = turn is not None and turn.to_move == number
        return " · ".join([said, *([self.texts("party.is_moving")] if moves else [])])

    def seat_parts(self) -> list[ui.Part]:
        """Return the seats below the sentence on how the match stands, with the way to be told beside it."""
        line = ui.TextLine(self._sentence, 24, CREAM, fonts.BLACK, h=44, weight=1)
        # a tall table has no room beside it
        tell = [] if self.context.frame.tall or self.seat < 0 else self._pace.notices_button(self.target)
        above = ui.RowOfParts((line, *(replace(one, w=250) for one in tell)), 12, h=self.target if tell else 44)
        return [*([above] if line.text else []), *super().seat_parts()]

    def code_part(self, invitation: Invitation, *, is_open: bool) -> ui.Part:
        return invitation.strip(self.target, is_open=is_open)

    def played(self) -> ui.Part:
        """Return the settings, or in their place the question whether to end the match, with its answers."""
        question = self._question
        if not question.text:
            return super().played()
        parts: list[ui.Part] = [ui.Paragraph(question.text, 24, CREAM, fonts.BLACK, limit=150, y=0.5, weight=1)]
        if question.buttons:
            rows = [ui.ButtonPart(one.id, one.label, one.press, one.kind, size=22) for one in question.buttons]
            parts.append(ui.RowOfParts(rows, 12, h=self.target))
        return ui.GlassBox(ui.Column(parts, 10), 20, 14, h=250)

    def between(self) -> list[ui.Part]:
        """Return the way to another game: to end the match together."""
        if not self._question.may_propose:
            return []
        texts, note = self.texts, self.texts("party.end.ask_note")
        ask = ui.ButtonPart(
            "end_match", texts("party.end.ask"), self._end, sub=note, icon="restart", size=22, h=self.target
        )
        return [ask.confirming(self.confirming == "end_match", texts("party.end.ask_sure"), note)]

    def _end(self) -> None:
        """Ask everybody to end the match, after a question."""
        if self.confirmed("end_match"):
            self._question.propose()
