"""A party's match: a server keeps it, and several devices play.

What the party is told comes in steps; each is shown to its end before the next one. What is done here is on its way
until its own step comes back.
"""

from collections.abc import Iterator

from game.app.context import Context
from game.app.visits import Visit
from game.core.game import Action
from game.engine.saying import Panel
from game.table.driver import Away, Corner
from game.table.party import PartyTable, match_of
from game.table.turns.driver import (
    Calls,
    Cue,
    Dealt,
    News,
    Refused,
    Seated,
    SeatMark,
    Steps,
    Thinks,
    Turn,
    TurnDriver,
    Undo,
)
from game.table.turns.party_match import OnItsWay, PartySums, take_deal
from game.table.turns.party_people import PartySeats, PartyUndoing, PartyWords
from game.wire.deeds import Play
from game.wire.match import RemoteMatch
from game.wire.remote import Told


class PartyDriver(PartyTable, TurnDriver):
    """A party's match being played or looked at."""

    match: RemoteMatch
    is_apart, asks_others = True, True

    def __init__(self, context: Context, visit: Visit) -> None:
        self.visit, self._dealt = visit, take_deal(visit)
        match = match_of(visit, self._dealt)
        super().__init__(context, match, match.viewer)
        self.calls = Calls(visit)
        self.seats = PartySeats(context, visit, match)
        self.undoing = PartyUndoing(context, visit, match)
        self._sums = PartySums(context, visit, match)
        self._sent = OnItsWay(match.game, visit)
        self._words = PartyWords(context, visit, self._sent, self.undoing, self.seats)
        #: whoever decides here has been asked
        self._asked = False

    def begin(self) -> Iterator[News]:
        """Show the deal, if it has just been told."""
        if self._dealt is not None:
            self.match.follow(self._dealt)
            yield Dealt(tuple(self._dealt.steps))

    # ---- what happens ---------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[News]:
        """Send an action on its way."""
        if self._sent.is_open:
            return
        if action != self.game.next_round() and (error := self.match.objection(action)):
            # the server knows no more of it than that it may not be
            yield Refused(error)
            return
        self._sent.send(action)
        yield Cue.SENT

    def pass_time(self, ms: float) -> Iterator[News]:
        """Say after a while that an action is on its way, and hear whether it cannot be done."""
        if self._sent.pass_time(ms):
            yield Cue.OFFER
        if self._sent.refused():
            yield Cue.RETURNED

    def go_on(self, ms: float) -> Iterator[News]:
        """Tell the next step, the sums, or who decides."""
        if self._sums.read:
            yield from self._next_round()
        elif away := self.gone:
            self._sent.arrived()
            yield Away(away)
        elif self.visit.told:
            yield from self._follow(self.visit.told.popleft())
        else:
            yield from self._stand(ms)

    def _stand(self, ms: float) -> Iterator[News]:
        """Nothing has been told since: whoever decides is asked, or the sums are shown."""
        if self._words.changed():
            yield Cue.OFFER
        if not self._sums.due(self.view):
            yield from self._ask()
        elif self._sums.may_come(ms):
            yield Away(self.result() if self.match.is_over else self._sums.of_round(self.view))

    def _follow(self, told: Told) -> Iterator[News]:
        """Tell one step."""
        if away := self.moved_on(told):
            yield Away(away)
            return
        before = (self.match.seat, self.match.seats)
        back = self.match.follow(told)
        moved = (self.match.seat, self.match.seats) != before
        self.say_what(told.happened, *before, hears=not self.visit.is_mute)
        if told.steps or back or moved:
            self._sent.arrived()
            self._asked = False
        if told.steps:
            yield Steps(tuple(told.steps), told.happened.seat == self.viewer)
        elif back or moved:
            self.viewer = self.match.viewer
            yield Seated(self.viewer, moves=back)
        yield Cue.OFFER

    def _next_round(self) -> Iterator[News]:
        """Deal the next round, unless somebody else has."""
        self._sums.read = False
        yield Cue.CLEAR
        action = self.game.next_round()
        assert action is not None, "sums are shown between rounds only"
        if self.match.seat >= 0 and not self.visit.told and not self.visit.waits_for(Play):
            yield from self.submit(action)

    def _ask(self) -> Iterator[News]:
        """Ask whoever sits here for a decision, or let somebody else be seen to think."""
        if not self.is_own:
            yield Thinks(self.match.mover)
        elif not self._asked:
            self._asked = True
            action = self.forced
            if action is None:
                yield Turn(self.viewer)
            else:
                yield Cue.LET_GO
                yield from self.submit(action)

    def take_back(self) -> Iterator[News]:
        """Ask the others."""
        self.undoing.ask()
        yield from ()

    # ---- what is offered and said ---------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """Not while something is on its way, nor while somebody asks to take something back."""
        return not self._sent.is_open and self.match.seat >= 0 and not self.undoing.asks and super().is_own

    @property
    def corners(self) -> tuple[Corner, ...]:
        """How it is played stands behind the pause, too: whoever plays has what can be called in its place.

        There are hints where the owner allows them: they go by what somebody knows who remembers nothing.
        """
        plays = self.match.seat >= 0
        hint = (Corner.HINT,) if plays and self.match.standing.hints and self.game.hints else ()
        return Corner.PAUSE, Corner.CALL if plays else Corner.HELP, Corner.LOG, Corner.SPEED, *hint

    @property
    def undo(self) -> Undo | None:
        return self.undoing.offered

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        return self.seats.marks

    def asked(self, prompt: str) -> str:
        """The decision, with the time that is left for it."""
        return self._words.asked(prompt)

    def panel(self, showing: bool, asking: str) -> Panel | None:
        """Whatever keeps it from going on."""
        return self._words.panel(showing)
