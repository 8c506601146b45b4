"""The large button of a result, and the way to a party's next match.

Everybody present says that they have read the result, or the owner begins at once. People who are away delay nobody,
except over days.
"""

from typing import NamedTuple

from game.core.match import HUMAN
from game.services.context import Context
from game.services.party_session import PartySession
from game.wire import commands
from game.wire.messages import EveningState, PartyState

#: length of the names up to which several people are named; otherwise they are counted
NAMED = 14


class OnwardButton(NamedTuple):
    """The large button: its id, the text key of its label, and its icon."""

    id: str
    key: str
    icon: str
    #: what it waits for, in words; "" if the player here may use it
    waiting: str = ""
    #: a line below the label
    sub: str = ""
    #: text key of the question in its place before it is carried out
    question: str = ""
    #: the blank of its label
    number: int = 0
    #: the names of all people who still read the result
    unread: tuple[str, ...] = ()


def evening_in_progress(party_state: PartyState) -> EveningState | None:
    """Return the party's evening unless it is over."""
    evening = party_state.evening
    return evening if evening and not evening.is_over else None


class NextMatch:
    """The part of one device in a party's next match."""

    def __init__(self, context: Context, session: PartySession) -> None:
        self.context, self.session = context, session

    @property
    def _party(self) -> PartyState:
        return self.session.party_state

    @property
    def _unread(self) -> list[str]:
        """The names of the people who have not said that they have read the result: those present, over days all."""
        party = self._party
        people = [place for place in party.places if place.kind == HUMAN and not place.ready]
        return [place.name for place in people if not place.away or party.seconds >= commands.OVER_DAYS_S]

    @property
    def is_ready(self) -> bool:
        """True if the player here has said so."""
        seat = self.session.remote.seat
        return 0 <= seat < len(self._party.places) and self._party.places[seat].ready

    @property
    def _leads(self) -> bool:
        """True if the player here may begin at once; while the owner is away everybody present may."""
        party, seat = self._party, self.session.remote.seat
        return seat >= 0 and (party.owner in (seat, -1) or party.places[party.owner].away)

    @property
    def onward(self) -> OnwardButton:
        """The large button."""
        return self._button()._replace(unread=tuple(self._unread))

    def _button(self) -> OnwardButton:
        texts, evening, unread = self.context.texts, evening_in_progress(self._party), self._unread
        names = texts.listed(unread) if unread else ""
        if len(unread) > 1 and len(names) > NAMED:
            names = texts.amount(len(unread))
        if self.session.remote.seat >= 0 and not self.is_ready:
            if evening is None:
                return OnwardButton("again", "party.again", "restart")
            sub = texts(f"game.{evening.games[evening.played]}")
            return OnwardButton("again", "evening.next", "play", sub=sub, number=evening.played + 1)
        if not self._leads:
            waiting = texts("party.live.waits", names=names) if unread else texts("party.live.soon")
            return OnwardButton("again", "party.again", "restart", waiting)
        sub = texts("standing.read", count=len(unread), names=names) if unread else ""
        return OnwardButton("begin", "standing.start_now", "play", "", sub, "standing.start_sure" if unread else "")

    def go_on(self) -> None:
        """Say that the player here has read the result, or begin."""
        session = self.session
        if session.remote.seat >= 0 and not any(
            map(session.waits_for, (commands.Start, commands.ChooseGame, commands.ReadyForNext))
        ):
            session.do(commands.Start() if self.is_ready else commands.ReadyForNext())
