"""A party's match in real time: many devices, one clock.

What happens is told when the table's clock comes to its stamp: the same face turns at the same moment everywhere. A
hand that comes down here has that clock's stamp; it is seen here at once, and what it comes to when all others see it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.app.context import Context
from game.app.party_session import PartySession
from game.catalogue.registry import GAMES
from game.core.game import Action, Event, View
from game.core.live import as_live_game
from game.engine.panel import DriverPanel
from game.engine.transitions import Push, Replace, Transition
from game.scenes.navigation import routes
from game.scenes.result.after import AfterParty
from game.scenes.result.result import Result
from game.scenes.table.online_pause import OnlinePause
from game.table.driver import CornerButton
from game.table.live.driver import AllowedInput, LiveDriver, StartButton
from game.table.live.news import LiveCue, LiveNews, LiveStep, Notice
from game.table.live.own_hands import PendingInput
from game.table.live.party_clock import PartyClock
from game.table.live.party_words import LivePartyWords
from game.table.news import ScreenLeft, SoundPlayed
from game.table.party import gone, moved_on, notice
from game.wire.commands import PauseTable, Ready
from game.wire.party_client import PartyStep
from game.wire.remote_match import RemoteMatch

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.input import Input


class ScheduledEvent(NamedTuple):
    """An event, and when it is to be shown with what is known then."""

    at: int
    event: Event
    view: View


class LivePartyDriver(LiveDriver):
    """A party's match being played or looked at."""

    match: RemoteMatch
    says_to_the_end = True
    corners = (CornerButton.PAUSE, CornerButton.LOG)

    def __init__(self, context: Context, session: PartySession) -> None:
        self.session, remote = session, session.remote
        # whatever is known lies there at once; only what comes from now on is shown when it is due
        session.new_steps.clear()
        session.is_anew = False
        standing, turn, view = remote.standing, remote.turn_state, remote.view
        assert standing is not None, "a table is one of a party"
        assert turn is not None, "a match is played"
        assert view is not None, "a match is played"
        match = RemoteMatch(as_live_game(GAMES[standing.game]), standing, remote.seat, turn, view, session.named)
        super().__init__(context, match, match.viewer)
        self.clock = PartyClock(context.clock, remote, match)
        self.own = PendingInput(self.game)
        self._words = LivePartyWords(context, session, match)
        self._known = view
        self._coming: deque[ScheduledEvent] = deque()
        self._covered = True
        #: the faces are covered because something lies over the table, and not by its clock
        self._hidden = False
        #: the machine's time of the input that is being handled
        self._at = 0.0
        #: the table's time that is shown, which never goes back, and whether it has passed in this frame
        self._now, self._passed = 0, False
        #: what there was to be offered
        self._offered: object = None

    # ---- the match ----------------------------------------------------------------------------------

    @property
    def known(self) -> View:
        """As the table stands, whatever is on its way."""
        return self._known

    @property
    def view(self) -> View:
        """With one's own hands."""
        return self.own.on(self._known)

    @property
    def is_over(self) -> bool:
        """Whether the match is, and all of it has been shown."""
        return self.match.is_over and not self._coming

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the table's clock is."""
        return self.clock.running

    @property
    def covered(self) -> bool:
        """While the table's clock stands still, or something lies over the table."""
        return self._covered or self._hidden

    @property
    def shown_at(self) -> int | None:
        """The table's time."""
        return self._now if self._passed else None

    @property
    def lag(self) -> int:
        """How much later than it is done everything counts."""
        return self.clock.lag

    @property
    def input_at(self) -> int:
        """The table's time of the input that is being handled."""
        return self.clock.stamp(self._at) or 0

    def heed(self, event: Input, at_ms: float) -> bool:
        """A hand has the stamp of the table's clock."""
        del event
        self._at = at_ms
        return False

    def advance(self, ms: float) -> Iterator[LiveNews]:
        """Hear what the party says, and tell what is due."""
        del ms
        self._passed = False
        if away := self._elsewhere():
            yield ScreenLeft(away)
            return
        now = self.clock.now
        yield from self._due(now)
        if self.is_over:
            return
        was_covered, self._covered = self._covered, not self.running
        if now is not None:
            yield from self._let_go(now)
            self._now, self._passed = max(self._now, now), True
        offered = (self._covered, self.match.standing, self.session.is_late, self.session.waits_for(Ready))
        if self._hidden or offered != self._offered:
            self._offered, self._hidden = offered, False
            yield from self._turned(was_covered)

    def _elsewhere(self) -> Transition:
        """Hear what the party says; return where it leads to, if not on at this table."""
        away = gone(self.context, self.session)
        while not away and self.session.new_steps:
            away = self._hear(self.session.new_steps.popleft())
        return away

    def _hear(self, told: PartyStep) -> Transition:
        """Take one step in: what has happened is told later."""
        if away := moved_on(self.context, self.session, told):
            return away
        before, quick, lag = (self.match.seat, self.match.seats), self._words.quick, self.lag
        self._words.happened(told.happened)
        self.match.follow(told)
        self._words.quicker(quick)
        if lag and self.lag > lag:
            self.context.tell("party.live.lag", lag=self.lag)
        if (self.match.seat, self.match.seats) != before:
            return Replace(routes.online_table(self.context, self.session))
        self._coming += [ScheduledEvent(self.game.view_stamp(view), event, view) for event, view in told.steps]
        return None

    def _due(self, now: int | None) -> Iterator[LiveNews]:
        """Tell what the table's clock has come to; while it stands still, all that there is."""
        while self._coming and (self.clock.is_stopped or (now is not None and self._coming[0].at <= now)):
            coming = self._coming.popleft()
            self._known = coming.view
            yield LiveStep(coming.event, coming.view)
            found = self.own.overtaken_by(coming.view, coming.event)
            self.own.spoil(coming.event)
            # by how much somebody else was quicker, where one's own hands were there, too
            if found and self.clock.live_clock and (ms := found[1] + self.lag - coming.at) > 0:
                name = self.match.seats[found[0]].name
                yield Notice(self.context.texts("party.live.first", name=name, ms=ms))

    def _let_go(self, now: int) -> Iterator[LiveNews]:
        """Hands that have counted, or came to nothing, are no longer shown as one's own."""
        if self.own.let_go(now - self.lag, self.session.take_unheard()):
            yield LiveCue.SHOW
        if late := max(self.session.take_late(), default=0):
            yield Notice(self.context.texts("party.live.late", ms=late))

    def _turned(self, was_covered: bool) -> Iterator[LiveNews]:
        """The faces are covered or uncovered, or others are waited for."""
        if was_covered and not self._covered:
            yield SoundPlayed("your_turn")
        elif self._covered and not was_covered:
            self.own.laid.clear()
            yield LiveCue.LET_GO
        yield LiveCue.SHOW_AT_ONCE

    # ---- what is done -------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Say what has been done, and show it as one's own."""
        if self.match.seat < 0 or not self.running or not self.session.remote.is_there:
            return ()
        # nobody has seen what comes with the next frame
        action = self.own.stamped(action, self._coming[0].at if self._coming else None)
        self.own.laid[self.session.lay(action)] = action
        return (LiveCue.SHOW,)

    def go(self) -> Sequence[LiveNews]:
        """Be ready for the faces to be uncovered."""
        if not self.session.waits_for(Ready):
            self.session.do(Ready())
        return ()

    def rest(self, hurried: bool) -> Sequence[LiveNews]:
        """Nobody plays on without somebody who plays."""
        self._hidden = hurried
        if self.match.seat >= 0 and hurried and self.running and not self.session.waits_for(PauseTable):
            self.session.do(PauseTable())
        return ()

    # ---- what is offered, and ways to other screens -------------------------------------------------

    @property
    def may(self) -> AllowedInput:
        """Whoever looks on has no hands."""
        return AllowedInput.ALL if self.match.seat >= 0 else AllowedInput.NOTHING

    @property
    def go_button(self) -> StartButton | None:
        """The button by which one is ready; the dock says who is waited for, if it cannot be used."""
        if not self.covered or self.match.is_over:
            return None
        words, may = self._words.waiting()
        texts = self.context.texts
        label = texts(f"{self.game.name}.{'go_on' if self.match.has_begun else 'ready'}")
        note = texts("party.live.soon") if self._words.starts else "" if words else None
        return StartButton(label, note, may and not self.session.waits_for(Ready))

    def panel(self) -> DriverPanel | None:
        """Why the table stands still, and for whom."""
        words = "" if not self.covered or self.match.is_over else self._words.waiting()[0]
        return notice(self.context, words) if words else None

    @property
    def away(self) -> tuple[int, ...]:
        """Who is not there."""
        return self._words.away

    def leave(self, picture: AnyTable) -> Transition:
        """Pause: for all who play, where somebody who plays wants it."""
        return Push(OnlinePause(self.context, self.game.name, picture, self.session))

    def result(self) -> Transition:
        """The result, once the whole match is known."""
        match = self.session.finished()
        if match is None:
            return None
        return Replace(Result(self.context, match, AfterParty(self.context, match, self.session)))
