"""Party match in real time: many devices, one clock.

An event is shown when the table's clock reaches its stamp, so a card turns at the same moment everywhere. An action
here gets that clock's stamp and is shown at once; its outcome is shown when all others see it.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.game import Action, Event, View
from game.engine.panel import DriverPanel
from game.engine.transitions import Replace, Transition
from game.scenes.navigation import routes
from game.services.context import Context
from game.services.party_session import PartySession
from game.table.driver import CornerButton, ScreenLeft, SoundPlayed
from game.table.live.clock import PartyClock
from game.table.live.driver import AllowedInput, LiveCue, LiveDriver, LiveNews, LiveStep, Notice, StartButton
from game.table.live.own_hands import PendingInput
from game.table.live.party_texts import LivePartyTexts
from game.table.party import PartyTable, match_of, notice
from game.wire.commands import PauseTable, Ready
from game.wire.party_client import PartyStep
from game.wire.remote_match import RemoteMatch

if TYPE_CHECKING:
    from game.engine.input import Input


class ScheduledEvent(NamedTuple):
    """An event with its time to be shown and the view after it."""

    at: int
    #: None for the cards that are uncovered first
    event: Event | None
    view: View


class LivePartyDriver(PartyTable, LiveDriver):
    """A party's match, played or watched."""

    match: RemoteMatch
    keeps_refusals = plays_forced_moves = True

    def __init__(self, context: Context, session: PartySession) -> None:
        self.session, match = session, match_of(session)
        super().__init__(context, match, match.viewer)
        self.clock = PartyClock(context.clock, session.remote, match)
        self.pending = PendingInput(self.game)
        self._party_texts = LivePartyTexts(context, session, match)
        assert session.remote.view is not None, "expected a view of the match, got none"
        #: the view as shown; later ones come due with their events
        self._shown_view = session.remote.view
        self._scheduled: deque[ScheduledEvent] = deque()
        self._covered = True
        #: the cards are covered by another scene, not by the clock
        self._is_under_scene = False
        #: the machine's time of the input being handled
        self._input_ms = 0.0
        #: the stamp shown, which never decreases, and whether it advanced in this frame
        self._now, self._advanced = 0, False
        #: the state that the controls were last built from
        self._offered: object = None

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """The way out, and the log except on a screen that nobody touches."""
        return (CornerButton.PAUSE, *([] if self.session.is_big_screen else [CornerButton.LOG]))

    # ---- the match ----------------------------------------------------------------------------------

    @property
    def known(self) -> View:
        return self._shown_view

    @property
    def view(self) -> View:
        return self.pending.on(self._shown_view)

    @property
    def is_over(self) -> bool:
        return self.match.is_over and not self._scheduled

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        live_clock = self.clock.live_clock
        return self.clock.running and live_clock is not None and live_clock.uncovered

    @property
    def covered(self) -> bool:
        """True while the clock is stopped, or another scene covers the table."""
        return self._covered or self._is_under_scene

    @property
    def shown_at(self) -> int | None:
        return self._now if self._advanced else None

    @property
    def lag(self) -> int:
        return self.clock.lag

    @property
    def input_at(self) -> int:
        return self.clock.stamp(self._input_ms) or 0

    def heed(self, event: "Input", at_ms: float) -> bool:
        """Note the time of the input, which stamps its actions."""
        self._input_ms = at_ms
        return False

    def advance(self, ms: float) -> Iterator[LiveNews]:
        """Receive the party's updates, and yield the events that are due."""
        self._advanced = False
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
            self._now, self._advanced = max(self._now, now), True
        offered = (self._covered, self.match.party_state, self.session.is_late, self.session.waits_for(Ready))
        if self._is_under_scene or offered != self._offered:
            self._offered, self._is_under_scene = offered, False
            yield from self._turned(was_covered)

    def _elsewhere(self) -> Transition:
        """Receive the party's updates; return the next screen, or None to stay."""
        away = self.gone
        while not away and self.session.updates:
            away = self._hear(self.session.updates.take())
        return away

    def _hear(self, step: PartyStep) -> Transition:
        """Apply one update; its events are shown when due."""
        if away := self.moved_on(step):
            return away
        before, quick, lag = (self.match.seat, self.match.seats), self._party_texts.quick, self.lag
        self.match.follow(step)
        self.say_what(step.entry, *before, hears=False)
        self._party_texts.quicker(quick)
        if lag and self.lag > lag:
            self.context.tell("party.live.lag", lag=self.lag)
        if (self.match.seat, self.match.seats) != before:
            return Replace(routes.online_table(self.context, self.session))
        scheduled = [ScheduledEvent(self.game.view_stamp(view), event, view) for event, view in step.steps]
        # the deal is no event to show: its cards lie there already, covered
        is_deal = step.turn is not None and not step.turn.length
        self._scheduled += [one._replace(event=None) for one in scheduled[-1:]] if is_deal else scheduled
        return None

    def _due(self, now: int | None) -> Iterator[LiveNews]:
        """Yield the events that are due by the clock, or all while it is stopped."""
        while self._scheduled and (self.clock.is_stopped or (now is not None and self._scheduled[0].at <= now)):
            scheduled = self._scheduled.popleft()
            self._shown_view = scheduled.view
            if scheduled.event is None:
                yield LiveCue.SHOW_AT_ONCE
                continue
            yield LiveStep(scheduled.event, scheduled.view)
            found = self.pending.overtaken_by(scheduled.view, scheduled.event)
            self.pending.spoil(scheduled.event)
            # the lead of another player who beat a pending action
            if found and self.clock.live_clock and (ms := found[1] + self.lag - scheduled.at) > 0:
                name = self.match.seats[found[0]].name
                yield Notice(self.context.texts("party.live.first", name=name, ms=ms))

    def _let_go(self, now: int) -> Iterator[LiveNews]:
        """Drop pending actions that have counted or failed."""
        if self.pending.let_go(now - self.lag, self.session.take_refused_moves()):
            yield LiveCue.SHOW
        if late := max(self.session.take_late(), default=0):
            yield Notice(self.context.texts("party.live.late", ms=late))

    def _turned(self, was_covered: bool) -> Iterator[LiveNews]:
        """Cover or uncover the cards, or update the waiting message."""
        if was_covered and not self._covered:
            yield SoundPlayed("your_turn")
        elif self._covered and not was_covered:
            self.pending.actions.clear()
            yield LiveCue.CANCEL_GESTURES
        yield LiveCue.SHOW_AT_ONCE

    # ---- actions ------------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Send an action, and show it as pending."""
        if self.match.seat < 0 or not self.running or not self.session.remote.is_connected:
            return ()
        # the next event has not been seen yet, so the action comes before it
        action = self.pending.stamped(action, self._scheduled[0].at if self._scheduled else None)
        self.pending.actions[self.session.send_live_action(action)] = action
        return (LiveCue.SHOW,)

    def go(self) -> Sequence[LiveNews]:
        """Report ready."""
        if not self.session.waits_for(Ready):
            self.session.do(Ready())
        return ()

    def rest(self, hurried: bool) -> Sequence[LiveNews]:
        """Pause the table when a player's own screen is covered."""
        self._is_under_scene = hurried
        if self.match.seat >= 0 and hurried and self.running and not self.session.waits_for(PauseTable):
            self.session.do(PauseTable())
        return ()

    # ---- controls and other screens -----------------------------------------------------------------

    @property
    def may(self) -> AllowedInput:
        """Nothing for spectators."""
        return AllowedInput.ALL if self.match.seat >= 0 else AllowedInput.NOTHING

    @property
    def go_button(self) -> StartButton | None:
        """The ready button; if it is disabled, the dock says who is waited for."""
        if not self.covered or self.match.is_over:
            return None
        text, may = self._party_texts.waiting()
        texts = self.context.texts
        label = texts(f"{self.game.name}.{'go_on' if self.match.has_begun else 'ready'}")
        note = texts("party.live.soon") if self._party_texts.starts else "" if text else None
        return StartButton(label, note, may and not self.session.waits_for(Ready))

    def panel(self) -> DriverPanel | None:
        """Return why the table stands still, and for whom."""
        if not self.covered or self.match.is_over:
            return None
        if not self.session.is_late and (ending := self.ending):
            return ending
        text, watching = self._party_texts.waiting()[0], self.watching
        if watching:
            text = self.context.texts.sentences([watching.text.body, text])
        return notice(self.context, text, *(watching.text.buttons if watching else ())) if text else None

    @property
    def away(self) -> tuple[int, ...]:
        return self._party_texts.away
