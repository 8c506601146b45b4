"""People at a party's table of turns: absences, undo requests, and waiting for others."""

from functools import partial

from game.core.match import HUMAN
from game.engine.panel import DriverPanel, PanelButton, SeatMark
from game.engine.transitions import Transition
from game.services.context import Context
from game.services.party_session import PartySession
from game.services.party_status import turn_until
from game.table.party import notice
from game.table.turns.driver import UndoOffer
from game.table.turns.party_match import PendingAction
from game.wire.commands import OVER_DAYS_S, AnswerUndo, AskUndo, StandIn
from game.wire.messages import SeatInfo
from game.wire.remote_match import RemoteMatch

#: margin for the difference between this device's idea of the server's clock and that clock, in milliseconds
CLOCKS_MS = 300


class PartySeats:
    """Seats of one match, with what can be done about them."""

    def __init__(self, context: Context, session: PartySession, match: RemoteMatch) -> None:
        self.context, self.session, self.match = context, session, match
        #: the absent person for whom a bot shall play as soon as it may, by name; ""
        self.wanted = ""

    @property
    def marks(self) -> dict[int, SeatMark]:
        """The words at the figures, by seat."""
        places = enumerate(self.match.party_state.places[: len(self.match.seats)])
        return {seat: mark for seat, place in places if (mark := self._mark(place))}

    def _mark(self, place: SeatInfo) -> SeatMark | None:
        """Return the mark of a seat without a player at present."""
        is_person = place.kind == HUMAN
        states = {"vacant": place.vacant, "stand_in": is_person and place.stand_in, "away": is_person and place.away}
        key = next((key for key, is_so in states.items() if is_so), "")
        return SeatMark(self.context.texts(f"party.mark.{key}"), key == "away") if key else None

    @property
    def _mover(self) -> SeatInfo | None:
        """The seat to move, if it is another person's."""
        mover = self.match.mover
        place = self.match.party_state.places[mover] if mover >= 0 and mover != self.match.seat else None
        return place if place and place.kind == HUMAN else None

    @property
    def is_over_days(self) -> bool:
        """True if nobody has to be there: the time of the turn is all that counts."""
        return self.match.party_state.seconds >= OVER_DAYS_S

    @property
    def is_mover_away(self) -> bool:
        """True if the seat to move is that of an absent person, and no bot has it."""
        mover = self._mover
        return mover is not None and mover.away and not mover.stand_in

    @property
    def missing(self) -> str:
        """The name of the absent person to move whom the others wait for, or ""; over days nobody has to be there."""
        mover = self._mover
        return mover.name if mover and self.is_mover_away and not self.is_over_days else ""

    @property
    def mover_note(self) -> str:
        """A word about the seat to move: its turn, away, or played by a bot."""
        mover, texts = self._mover, self.context.texts
        if mover and mover.stand_in:
            return texts("party.is_stood_in")
        turn = [] if self.missing else [texts("party.to_move")]
        return " · ".join([*turn, *([texts("party.is_away")] if self.is_mover_away else [])])

    def prompt(self, prompt: str) -> str:
        """Return the table's ``prompt``, or another one if the person to move is away: nobody thinks there."""
        mover, texts = self._mover, self.context.texts
        if mover is not None and mover.stand_in:
            return texts("party.stood_in", name=mover.name)
        if mover is not None and mover.away:
            return texts("title.turn" if self.is_over_days else "party.missing", name=mover.name)
        return prompt

    @property
    def left_s(self) -> int:
        """The seconds until a bot may play for the absent person to move."""
        return -(-self.session.remote.ms_until(self.match.turn.stand_in_ms + CLOCKS_MS) // 1000)

    def panel(self) -> DriverPanel | None:
        """Return that the person to move is away, or that a bot has the seat of the person here; or None."""
        texts, name, left, seat = self.context.texts, self.missing, self.left_s, self.match.mover
        if self.is_taken and not name:
            again = PanelButton("play-again", texts("party.play_again"), use=self._play_again, kind="good")
            return notice(self.context, texts("party.taken"), again)
        if not name or self.session.is_big_screen:
            # a shared screen has it in large letters
            return None
        if self.match.seat < 0 or not self.match.turn.stand_in_ms:
            return notice(self.context, texts("party.missing", name=name))
        is_wanted = left > 0 and self.wanted == name
        key = "stand_in_soon" if is_wanted else "let_stand_in_until" if left else "let_stand_in"
        label, kind = texts(f"party.{key}", name=name, count=left), "good" if is_wanted else "secondary"
        button = PanelButton(f"stand-in-{seat}", label, use=self._choose_stand_in, kind=kind)
        return notice(self.context, texts("party.missing_asked", name=name), button)._replace(own=False)

    @property
    def is_taken(self) -> bool:
        """True if a bot has the seat of the person here, who has let three turns pass."""
        seat = self.match.seat
        return seat >= 0 and self.match.party_state.places[seat].stand_in

    def _play_again(self) -> Transition:
        if not self.session.waits_for(StandIn):
            self.session.do(StandIn(self.match.seat, False))
        return None

    def _choose_stand_in(self) -> Transition:
        """Choose that a bot plays for the absent person as soon as it may, or to wait after all."""
        self.wanted = "" if self.wanted else self.missing
        self.stand_in()
        return None

    def stand_in(self) -> None:
        """Put a bot in the place of the absent person to move, if that is wanted and may be."""
        if not self.missing:
            self.wanted = ""
        elif self.wanted == self.missing and not self.left_s and not self.session.waits_for(StandIn):
            self.wanted = ""
            self.session.do(StandIn(self.match.mover, True))


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
        #: number of the match's actions, the first prompt after them, and whether the person has begun their move since
        self._length, self._first, self._has_begun = -1, "", False
        #: what the prompt's words depend on besides the match
        self._layout: tuple[object, object] | None = None

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
            turn_until(self.context, self.session) or self._left_s,
            self.session.remote.order,
            self._seats.missing and self._seats.left_s,
            self._seats.wanted,
        )
        return self._built_from != before

    def asked(self, prompt: str) -> str:
        """Return the prompt with the time left; "" during an undo request."""
        if self._sent.is_open:
            return self.context.texts("party.sending") if self._sent.is_slow else ""
        if self._undoing.is_open:
            return ""
        prompt = self._seats.prompt(prompt)
        if self._left_s is None:
            return prompt
        if until := turn_until(self.context, self.session):
            return self._with_time(prompt, until)
        return self.context.texts("party.left", text=prompt, count=self._left_s)

    def _with_time(self, prompt: str, until: str) -> str:
        """Return until when the seat to move has time; once a person has begun their move, the prompt guides it."""
        match, texts = self._seats.match, self.context.texts
        if match.mover != match.seat:
            return texts("party.until", name=match.seats[match.mover].name, until=until)
        layout = (self.context.kit, self.context.texts)
        if self._length != match.turn.length:
            self._length, self._first = match.turn.length, prompt
        elif self._layout != layout and not self._has_begun:
            # the same prompt in the words of another window or language
            self._first = prompt
        self._layout, self._has_begun = layout, prompt != self._first
        return prompt if self._has_begun else texts("party.until_yours", until=until)

    def urgent(self, ending: DriverPanel | None) -> DriverPanel | None:
        """Return the connection problem or a request of the players; None for neither."""
        if self.session.is_late:
            return notice(self.context, self.session.late_notice)
        return self._undoing.panel() or ending

    def waiting(self, showing: bool) -> DriverPanel | None:
        """Return who is away, or None."""
        return None if showing else self._seats.panel()
