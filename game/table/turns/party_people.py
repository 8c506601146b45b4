"""People at a party's table of turns: absences, undo requests, and waiting for others."""

from functools import partial

from game.app.context import Context
from game.app.party_session import PartySession
from game.core.match import FIGURES, HUMAN
from game.engine.panel import DriverPanel, PanelButton
from game.engine.transitions import Transition
from game.table.party import notice
from game.table.turns.driver import SeatMark, UndoOffer
from game.table.turns.party_match import PendingAction
from game.wire.commands import AnswerUndo, AskUndo, Sit, StandIn
from game.wire.messages import SeatInfo
from game.wire.remote_match import RemoteMatch


class PartySeats:
    """Seats of one match, with what can be done about them."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """The labels at the panels."""
        places = self.match.party_state.places[: len(self.match.seats)]
        found = (
            mark for seat, place in enumerate(places) for mark in (self._vacant(seat, place), self._away(seat, place))
        )
        return tuple(mark for mark in found if mark is not None)

    def _vacant(self, seat: int, place: SeatInfo) -> SeatMark | None:
        """Return the label of a vacant seat, which a spectator may take."""
        if not place.vacant or self.match.seat >= 0 or self.session.join_link.watches:
            return None
        texts = self.context.texts
        return SeatMark(
            seat,
            texts("party.mark.vacant"),
            f"sit-{seat}",
            texts("party.sit_at", number=seat + 1),
            partial(self.sit, seat),
        )

    def _away(self, seat: int, place: SeatInfo) -> SeatMark | None:
        """Return the label of an absent player, whom a bot may replace."""
        if place.kind != HUMAN or not (place.away or place.stand_in):
            return None
        texts = self.context.texts
        text = texts("party.mark.stand_in" if place.stand_in else "party.mark.away")
        if place.stand_in or self.match.seat < 0 or self.match.is_over:
            return SeatMark(seat, text)
        label = texts("party.let_stand_in", name=place.name)
        return SeatMark(seat, text, f"stand-in-{seat}", label, partial(self.stand_in, seat))

    @property
    def waited_for(self) -> str:
        """The name of the absent person to move, or ""."""
        mover, places = self.match.mover, self.match.party_state.places
        if mover < 0 or mover == self.match.seat:
            return ""
        place = places[mover]
        return place.name if place.kind == HUMAN and place.away and not place.stand_in else ""

    def sit(self, seat: int) -> None:
        """Take a vacant seat."""
        settings, texts = self.context.settings, self.context.texts
        figure = settings.figure or FIGURES[0]
        self.session.do(Sit(seat, settings.name or texts(f"figure.{figure}"), figure, self.session.token))

    def stand_in(self, seat: int) -> None:
        """Put a bot in the place of an absent player."""
        self.session.do(StandIn(seat, True))


class PartyUndo:
    """Undo requests among the players."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match

    @property
    def offered(self) -> UndoOffer | None:
        """The state of the undo button here; None for spectators."""
        if self.match.seat < 0:
            return None
        return UndoOffer(self.match.turn.undo and not self.is_open)

    @property
    def is_open(self) -> bool:
        """True while a request is open."""
        return self.match.party_state.undoing is not None

    @property
    def asks(self) -> bool:
        """True if the person here has yet to answer."""
        undoing = self.match.party_state.undoing
        return undoing is not None and self.match.seat in undoing.pending

    def ask(self) -> None:
        """Ask the others."""
        self.session.do(AskUndo())

    def panel(self) -> DriverPanel | None:
        """Return the request, with answer buttons for those yet to answer."""
        undoing, texts = self.match.party_state.undoing, self.context.texts
        if undoing is None:
            return None
        if undoing.seat == self.match.seat:
            return notice(self.context, texts("party.undo_waits"))
        text = texts("party.undo_asked", name=self.match.seats[undoing.seat].name)
        return notice(self.context, text, *(self._ways() if self.asks else ()))

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


class TurnPartyTexts:
    """Texts of one party table."""

    def __init__(
        self, context: Context, session: PartySession, sent: PendingAction, undoing: PartyUndo, seats: PartySeats
    ) -> None:
        self.context, self.session = context, session
        self._sent, self._undoing, self._seats = sent, undoing, seats
        #: the state that the texts were last built from
        self._built_from: object = None

    @property
    def _left_s(self) -> int | None:
        """The seconds left for the turn, or None without a limit."""
        left = self.session.remote.left_ms
        return None if left is None else -(-left // 1000)

    def changed(self) -> bool:
        """Return True if the texts or controls have changed since the last call."""
        before = self._built_from
        self._built_from = (
            self._seats.match.party_state,
            self.session.is_late and self.session.late_notice,
            self._left_s,
            self.session.remote.order,
        )
        return self._built_from != before

    def asked(self, prompt: str) -> str:
        """Return the prompt with the time left; "" during an undo request."""
        if self._sent.is_open:
            return self.context.texts("party.sending") if self._sent.is_slow else ""
        if self._undoing.is_open:
            return ""
        return prompt if self._left_s is None else self.context.texts("party.left", text=prompt, count=self._left_s)

    @property
    def urgent(self) -> DriverPanel | None:
        """The connection problem or the undo request; None for neither."""
        if self.session.is_late:
            return notice(self.context, self.session.late_notice)
        return self._undoing.panel()

    def waiting(self, showing: bool) -> DriverPanel | None:
        """Return who is waited for, or None."""
        if showing or not (name := self._seats.waited_for):
            return None
        return notice(self.context, self.context.texts("party.live.waits", names=name))
