"""What the drivers of a party's tables have in common, whatever is played there: its match, its people, the ways on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.app.context import Context
from game.app.visits import Visit
from game.catalogue.registry import GAMES
from game.core.match import BadSave, Seat
from game.engine.saying import Panel, Said, Way
from game.engine.transitions import Push, Replace, Transition
from game.scenes.navigation import routes
from game.scenes.result.after import AfterParty
from game.scenes.result.result import Result
from game.scenes.table.pause import OnlinePause
from game.wire.deeds import REACTIONS, Choose, Kick, Leave, React, StandIn, Start
from game.wire.match import RemoteMatch
from game.wire.messages import Happened, Phase
from game.wire.remote import Told

if TYPE_CHECKING:
    from game.engine.table import AnyTable


def match_of(visit: Visit, dealt: Told | None = None) -> RemoteMatch:
    """The match as it was ``dealt``, if that is to be shown yet; else whatever is known of it lies there at once."""
    remote, found = visit.remote, dealt
    if found:
        standing, seat, turn, view = found.standing, found.seat, found.turn, found.view
    else:
        visit.told.clear()
        assert remote.standing is not None, "a table is one of a party"
        standing, seat, turn, view = remote.standing, remote.seat, remote.stands, remote.view
    visit.is_anew = False
    assert turn is not None, "a match is played"
    assert view is not None, "a match is played"
    return RemoteMatch(GAMES[standing.game], standing, seat, turn, view, visit.named)


def notice(context: Context, words: str, *ways: Way) -> Panel:
    """What the dock says of the party; whoever sits here is asked only where there are ``ways`` to answer."""
    return Panel(Said(context.texts("party.pause"), words, ways=ways), own=bool(ways))


class PartyTable:
    """One of a party's tables, as a driver has it beside its match."""

    context: Context
    visit: Visit
    match: RemoteMatch

    @property
    def gone(self) -> Transition:
        """Where it goes on once the party is over, or all of it was told at once; None at this table."""
        context, visit = self.context, self.visit
        if visit.remote.ended is not None:
            return Replace(routes.lobby(context, visit))
        if not visit.is_anew:
            return None
        standing = visit.remote.standing
        gathers = standing is None or standing.phase == Phase.GATHERING
        return Replace((routes.lobby if gathers else routes.online_table)(context, visit))

    def moved_on(self, told: Told) -> Transition:
        """Where it goes on after a step that ends this match: the screen there is told it again. None at this table."""
        name = told.happened.what
        if name not in (Start.__name__, Choose.__name__) and told.turn is not None:
            return None
        self.visit.told.appendleft(told)
        return Replace((routes.online_table if name == Start.__name__ else routes.lobby)(self.context, self.visit))

    def say_what(self, happened: Happened, seat: int, seats: Sequence[Seat], *, hears: bool) -> None:
        """Say what has happened beside the game, to whoever had that ``seat`` among these ``seats`` before.

        Whoever ``hears`` is told what others call as well.
        """
        context, match, what = self.context, self.match, happened.what
        who = happened.other if what in (StandIn.__name__, Kick.__name__) else happened.seat
        if what not in (Leave.__name__, Kick.__name__):
            # whoever has gone is called by the name that they had
            seat, seats = match.seat, match.seats
        if not 0 <= who < len(seats) or who == seat:
            return
        texts, name = context.texts, seats[who].name
        if what == React.__name__:
            if hears and happened.value < len(REACTIONS):
                words = texts(f"party.call.{REACTIONS[happened.value]}")
                context.tell("party.happened.React", name=name, words=words)
            return
        key = f"party.happened.StandIn.{happened.value}" if what == StandIn.__name__ else f"party.happened.{what}"
        if texts.has(key):
            context.tell(key, name=name)

    def leave(self, picture: "AnyTable") -> Transition:
        """What can be done about the match beside playing it; ``picture`` is the table behind."""
        return Push(OnlinePause(self.context, self.match.game.name, picture, self.visit))

    def result(self) -> Transition:
        """The result, once the whole match is known; one that cannot be read here leads to the people."""
        try:
            match = self.visit.finished()
        except BadSave:
            return Replace(routes.lobby(self.context, self.visit))
        return Replace(Result(self.context, match, AfterParty(self.context, match, self.visit))) if match else None
