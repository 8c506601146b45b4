"""A match of this device's own: the clock, bots that look, what is stored, and the way to the result."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.app.context import Context
from game.core.game import Action
from game.core.match import AnyMatch
from game.engine.transitions import Push, Replace, Transition
from game.host import device
from game.host.x11_time import HELD_BACK_MS
from game.player import stats
from game.scenes.result.result import Result
from game.scenes.table.pause import Pause
from game.table.driver import CornerButton
from game.table.live.clock import GameClock
from game.table.live.driver import LiveDriver, StartButton
from game.table.live.keeping import LiveAutosave
from game.table.live.looking import BotLooks
from game.table.live.news import InputRefused, LiveCue, LiveNews, LiveStep
from game.table.news import SoundPlayed

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.input import Input

#: nothing is decided before this has passed: inputs of a browser arrive with the next frame, stamped earlier, and
#: those of a window at the next look, stamped up to so much before the last one
SETTLE_MS = 20 if device.WEB else HELD_BACK_MS + 1
#: steps of the clock beyond this are told: nobody can be judged by less
COARSE_MS = 20


class LiveLocalDriver(LiveDriver):
    """One match that is played by everybody at once, at this device."""

    match: AnyMatch
    keeps, does_unasked, offers_lesson = True, True, True

    def __init__(self, context: Context, match: AnyMatch) -> None:
        super().__init__(context, match, next(iter(match.humans), 0))
        # without a clock there are no minds to wait for: bots look in turn, see _looking
        self.scheduler = self.game.scheduler(match)
        self.clock = GameClock(context.clock, self.game.now(match.state))
        self._looking = BotLooks(context, match, self.game)
        self._keeping = LiveAutosave(context, match)
        #: that the clock is a coarse one has been said
        self._coarse = False
        #: the machine's time of the input that is being handled
        self.at_ms = 0.0
        #: time has passed in this frame
        self._passed = False
        self._measure()

    # ---- the match ----------------------------------------------------------------------------------

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        return (
            CornerButton.PAUSE,
            CornerButton.HELP,
            CornerButton.LOG,
            *((CornerButton.HINT,) if self.game.hints else ()),
        )

    @property
    def address(self) -> str:
        """The match in progress of its game; before somebody has acted, whoever comes back sets it up again."""
        name = self.game.name
        return f"table.{name}" if self.match.has_begun else f"setup.{name}.{self.match.seed}"

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return self.match.is_over

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the game's clock runs."""
        return self.clock.running

    @property
    def covered(self) -> bool:
        """While the clock stands still, as long as there is something to be found."""
        return not self.running and not self.match.is_over

    @property
    def shown_at(self) -> int | None:
        """The game's time, once it has passed in this frame."""
        return self.clock.now if self._passed else None

    @property
    def input_at(self) -> int:
        """The game's time of the input that is being handled."""
        return self.clock.stamp(self.at_ms)

    def heed(self, event: Input, at_ms: float) -> bool:
        """Whatever a person does counts at the input's own stamp."""
        del event
        self.at_ms = at_ms
        self.clock.skip_hitch()
        return False

    def advance(self, ms: float) -> Iterator[LiveNews]:
        """Let the game go on up to this moment."""
        self._passed = False
        if self.match.is_over:
            return
        if not self.running:
            self._measure()
            return
        self.clock.frame()
        if (looked := self._looking.update(ms)) is not None:
            self.scheduler.submit(self.game.stamped(looked, self.clock.now))
        # not in the frame that shows what has happened, which has much to draw: in the next one
        self._keeping.frame()
        # what has happened since the last look at the input must not come too late behind a bot
        yield from self._carry_out(self.clock.stamp(min(self.clock.frame_at, self.context.looked_ms)))
        self._passed = True

    def rest(self, hurried: bool) -> Sequence[LiveNews]:
        """Let the clock stand still, where it runs, and store the match."""
        happened: list[LiveNews] = []
        if hurried and self.running:
            self.clock.skip_hitch()
            now = self.clock.now
            happened += self._carry_out(now + self.scheduler.settle)
            # who goes on later, from the save too, gets none of the time back
            self.scheduler.note(now)
            self.clock.stop(max(now, self.game.now(self.match.state)))
        self._keeping.now()
        return happened

    def _measure(self) -> None:
        """Find out how fine the clock of the stamps is: bots wait for a hand that may be told so much later."""
        self.scheduler.grain = math.ceil(device.page.grain_ms())
        self.scheduler.settle = SETTLE_MS + self.scheduler.grain
        if self.scheduler.grain > COARSE_MS and not self._coarse:
            self._coarse = True
            self.context.tell("notice.coarse_clock", ms=self.scheduler.grain)

    def _carry_out(self, until: int) -> Iterator[LiveNews]:
        """Let everything happen up to a stamp."""
        while (outcome := self.scheduler.step(until)) is not None:
            if outcome.reason:
                yield InputRefused(outcome.action, outcome.reason)
                continue
            view = self.view
            yield from (LiveStep(event, view) for event in outcome.events)
            # what was found need no longer be there
            self._looking.stop()
            if self.match.is_over:
                self._keeping.finish()
            yield LiveCue.SHOW

    # ---- what is done -------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Hand it to the clockwork, which carries it out in the order of the stamps."""
        self._keeping.used[self.hand] += 1
        self.scheduler.submit(action)
        return ()

    def go(self) -> Sequence[LiveNews]:
        """Let the clock run, which uncovers the faces."""
        if self.running or self.match.is_over:
            return ()
        if self.humans and not self.match.actions:
            self._fit()
        self._measure()
        self.clock.start()
        self.scheduler.uncover(self.clock.base)
        return SoundPlayed("your_turn"), LiveCue.SHOW_AT_ONCE

    def _fit(self) -> None:
        """Nothing has happened yet: let the table know who sits down, so that its opponents can be fair ones."""
        hand = self.hand
        records = stats.records_of(stats.entries(self.context), self.game.name)
        if hand == "keyboard":
            # many start by a key and play by something else: as it was the last time
            hand = next((record.hand for record in reversed(records) if record.hand), hand)
        self.match.agree(self.game.tuned_options(records, hand))
        self.scheduler = self.game.scheduler(self.match)

    def shown(self, matters: bool) -> None:
        """Store the match in one of the next frames if a step ``matters``."""
        if matters:
            self._keeping.soon()

    def hurry(self) -> bool:
        """Let the look of a bot end at once, where nothing else can go on meanwhile."""
        return self._looking.hurry()

    # ---- what is offered, and ways to other screens -------------------------------------------------

    @property
    def go_button(self) -> StartButton | None:
        """The button that starts the clock, while it stands still."""
        if not self.covered:
            return None
        return StartButton(self.context.texts(f"{self.game.name}.{'go_on' if self.match.actions else 'ready'}"))

    def leave(self, picture: AnyTable) -> Transition:
        """Pause."""
        return Push(Pause(self.context, self.match, picture))

    def result(self) -> Transition:
        """The result."""
        return Replace(Result(self.context, self.match))
