"""Base of the party drivers of all games: the match, its players, and the ways on."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.catalogue.registry import GAMES
from game.core.match import Seat
from game.core.stored_words import class_word
from game.engine.panel import DriverPanel, PanelButton, PanelText
from game.engine.transitions import Push, Replace, Transition
from game.scenes.navigation import routes
from game.services.context import Context
from game.services.end_match import EndQuestion
from game.services.newcomer import newcomer
from game.services.party_session import PartySession
from game.wire.commands import OVER_DAYS_S, REACTIONS, ChooseGame, Kick, Leave, Play, React, Sit, StandIn, Start
from game.wire.messages import Origin, PartyPhase, PublicEntry
from game.wire.party_client import PartyStep
from game.wire.remote_match import RemoteMatch

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


def match_of(session: PartySession, dealt: PartyStep | None = None) -> RemoteMatch:
    """Return the match as ``dealt`` if the deal is to be shown, else in its present position."""
    remote, found = session.remote, dealt
    if found:
        party_state, seat, turn, view = found.party_state, found.seat, found.turn, found.view
    else:
        session.updates.catch_up()
        assert remote.party_state is not None, "expected a party that is known, got none"
        party_state, seat, turn, view = remote.party_state, remote.seat, remote.turn_state, remote.view
    session.updates.shown_anew()
    assert turn is not None, "expected a match in progress, got none"
    assert view is not None, "expected a view of the match, got none"
    return RemoteMatch(GAMES[party_state.game], party_state, seat, turn, view, session.named)


def ends_match(step: PartyStep) -> bool:
    """Return True if an update leaves the match: to another one, or to the people's page."""
    return step.turn is None or step.entry.name in (class_word(Start), class_word(ChooseGame))


def notice(context: Context, text: str, *buttons: PanelButton, speaks: bool = True) -> DriverPanel:
    """Return the dock's panel about the party; with ``buttons`` it asks this player."""
    return DriverPanel(PanelText(context.texts("party.pause"), text, buttons=buttons), speaks, bool(buttons))


class PartyTable:
    """Party part of a driver, beside its match."""

    context: Context
    session: PartySession
    match: RemoteMatch

    @property
    def gone(self) -> Transition:
        """The next screen once the party has ended, was resent as a whole, or a result was missed; None to stay."""
        context, session = self.context, self.session
        if session.remote.ended is not None:
            return Replace(routes.lobby(context, session))
        if not session.updates.was_reset:
            return routes.missed_result(context, session)
        party_state = session.remote.party_state
        gathers = party_state is None or party_state.phase == PartyPhase.GATHERING
        return Replace((routes.lobby if gathers else routes.online_table)(context, session))

    def moved_on(self, step: PartyStep) -> Transition:
        """Return the next screen after an update that ends this match, which is shown there; None to stay."""
        if not ends_match(step):
            return None
        if step.entry.name not in (class_word(Start), class_word(ChooseGame)):
            self.context.tell("party.end.done")
        self.session.updates.put_back(step)
        is_deal = step.entry.name == class_word(Start)
        return Replace((routes.online_table if is_deal else routes.lobby)(self.context, self.session))

    def say_what(self, entry: PublicEntry, seat: int, seats: Sequence[Seat], *, hears: bool) -> None:
        """Announce an event beside the game, for the player at ``seat`` among the ``seats`` before it.

        Calls of others are announced only if ``hears`` is true.
        """
        context, match, what = self.context, self.match, entry.name
        who = entry.other if what in (class_word(StandIn), class_word(Kick)) else entry.seat
        if what not in (class_word(Leave), class_word(Kick)):
            # after a departure the former name is used
            seat, seats = match.seat, match.seats
        if not 0 <= who < len(seats) or who == seat:
            return
        texts, name = context.texts, seats[who].name
        if what == class_word(React):
            if hears and entry.value < len(REACTIONS):
                text = texts(f"party.call.{REACTIONS[entry.value]}")
                context.tell("party.happened.React", name=name, text=text)
            return
        if what in ("Away", "Back") and match.party_state.seconds >= OVER_DAYS_S:
            # over days people come and go all the time
            return
        if what == class_word(Play):
            what = "Clock" if entry.origin == Origin.CLOCK else ""
        for key in (f"party.happened.{what}", f"party.happened.{what}.{entry.value}"):
            if texts.has(key):
                context.tell(key, name=name)

    @property
    def ending(self) -> DriverPanel | None:
        """The proposal to end the match, with the answers open to the player here."""
        question = EndQuestion(self.context, self.session, self.match.party_state, self.match.seat)
        return notice(self.context, question.text, *question.buttons) if question.text else None

    @property
    def watching(self) -> DriverPanel | None:
        """A watcher's panel: whose side the table shows, and the way to a free seat; None on a screen for everybody."""
        texts, party_state, match = self.context.texts, self.match.party_state, self.match
        if match.seat >= 0 or self.session.is_big_screen or match.is_over:
            return None
        vacant = [seat for seat, place in enumerate(party_state.places) if place.vacant]
        key = (
            "link"
            if self.session.join_link.watches
            else "locked"
            if party_state.locked
            else "free"
            if vacant
            else "full"
        )
        sees = texts("party.watching", name=match.seats[match.viewer].name)
        text = texts.sentences([sees, texts(f"party.watching_{key}")])
        free = vacant[:1] if key == "free" else []
        buttons = [PanelButton(f"sit-{seat}", texts("party.sit"), use=partial(self._sit, seat)) for seat in free]
        return notice(self.context, text, *buttons, speaks=False)

    def _sit(self, seat: int) -> Transition:
        """Take a free seat."""
        self.session.do(Sit(seat, *newcomer(self.context, self.session), self.session.token))
        return None

    def leave(self, picture: "AnyTable") -> Transition:
        """Open the pause menu; ``picture`` is the table behind it."""
        return Push(routes.online_pause(self.context, self.match.game.name, picture, self.session))

    def result(self) -> Transition:
        """Return the result screen once the whole match is known, or the lobby if it cannot be read."""
        return routes.party_result(self.context, self.session)
