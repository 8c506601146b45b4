"""What the drivers of a party's tables have in common, whatever is played there: its match, its people, the ways on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.app.context import Context
from game.app.party_session import PartySession
from game.catalogue.registry import GAMES
from game.core.match import InvalidSave, Seat
from game.core.stored_words import class_word
from game.engine.panel import DriverPanel, PanelButton, PanelText
from game.engine.transitions import Push, Replace, Transition
from game.scenes.navigation import routes
from game.scenes.result.after import AfterParty
from game.scenes.result.result import Result
from game.scenes.table.pause import OnlinePause
from game.wire.commands import REACTIONS, ChooseGame, Kick, Leave, React, StandIn, Start
from game.wire.messages import PartyPhase, PublicEntry
from game.wire.party_client import PartyStep
from game.wire.remote_match import RemoteMatch

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


def match_of(session: PartySession, dealt: PartyStep | None = None) -> RemoteMatch:
    """The match as it was ``dealt``, if that is to be shown yet; else whatever is known of it lies there at once."""
    remote, found = session.remote, dealt
    if found:
        standing, seat, turn, view = found.standing, found.seat, found.turn, found.view
    else:
        session.new_steps.clear()
        assert remote.standing is not None, "a table is one of a party"
        standing, seat, turn, view = remote.standing, remote.seat, remote.turn_state, remote.view
    session.is_anew = False
    assert turn is not None, "a match is played"
    assert view is not None, "a match is played"
    return RemoteMatch(GAMES[standing.game], standing, seat, turn, view, session.named)


def notice(context: Context, words: str, *ways: PanelButton) -> DriverPanel:
    """What the dock says of the party; whoever sits here is asked only where there are ``ways`` to answer."""
    return DriverPanel(PanelText(context.texts("party.pause"), words, buttons=ways), own=bool(ways))


class PartyTable:
    """One of a party's tables, as a driver has it beside its match."""

    context: Context
    session: PartySession
    match: RemoteMatch

    @property
    def gone(self) -> Transition:
        """Where it goes on once the party is over, or all of it was told at once; None at this table."""
        context, session = self.context, self.session
        if session.remote.ended is not None:
            return Replace(routes.lobby(context, session))
        if not session.is_anew:
            return None
        standing = session.remote.standing
        gathers = standing is None or standing.phase == PartyPhase.GATHERING
        return Replace((routes.lobby if gathers else routes.online_table)(context, session))

    def moved_on(self, told: PartyStep) -> Transition:
        """Where it goes on after a step that ends this match: the screen there is told it again. None at this table."""
        name = told.happened.what
        if name not in (class_word(Start), class_word(ChooseGame)) and told.turn is not None:
            return None
        self.session.new_steps.appendleft(told)
        return Replace((routes.online_table if name == class_word(Start) else routes.lobby)(self.context, self.session))

    def say_what(self, happened: PublicEntry, seat: int, seats: Sequence[Seat], *, hears: bool) -> None:
        """Say what has happened beside the game, to whoever had that ``seat`` among these ``seats`` before.

        Whoever ``hears`` is told what others call as well.
        """
        context, match, what = self.context, self.match, happened.what
        who = happened.other if what in (class_word(StandIn), class_word(Kick)) else happened.seat
        if what not in (class_word(Leave), class_word(Kick)):
            # whoever has gone is called by the name that they had
            seat, seats = match.seat, match.seats
        if not 0 <= who < len(seats) or who == seat:
            return
        texts, name = context.texts, seats[who].name
        if what == class_word(React):
            if hears and happened.value < len(REACTIONS):
                words = texts(f"party.call.{REACTIONS[happened.value]}")
                context.tell("party.happened.React", name=name, words=words)
            return
        key = f"party.happened.StandIn.{happened.value}" if what == class_word(StandIn) else f"party.happened.{what}"
        if texts.has(key):
            context.tell(key, name=name)

    def leave(self, picture: "AnyTable") -> Transition:
        """What can be done about the match beside playing it; ``picture`` is the table behind."""
        return Push(OnlinePause(self.context, self.match.game.name, picture, self.session))

    def result(self) -> Transition:
        """The result, once the whole match is known; one that cannot be read here leads to the people."""
        try:
            match = self.session.finished()
        except InvalidSave:
            return Replace(routes.lobby(self.context, self.session))
        return Replace(Result(self.context, match, AfterParty(self.context, match, self.session))) if match else None
