"""Local match in real time: its clock, the bots' looks, autosaves, and the way to the result."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from game.core.game import Action
from game.core.live import AnyLiveGame
from game.core.match import AnyMatch
from game.engine.transitions import Push, Replace, Transition
from game.host import device
from game.host.x11_time import HELD_BACK_MS
from game.player import saves, stats
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import CornerButton, SoundPlayed
from game.table.live.clock import GameClock
from game.table.live.driver import AllowedInput, InputRefused, LiveCue, LiveDriver, LiveNews, LiveStep, StartButton

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.input import Input


#: shortest interval of saves, as a disk may delay the next poll of input
KEEP_MS = 200.0 if device.WEB else 2000.0


#: time of a bot's look, of anything else that it does, and of a move made unasked, before which nothing is to be found:
#: least and random extra
LOOK_MS, IDLE_MS, UNASKED_MS = (600, 400), (420, 260), (240, 60)
#: each unasked move after another comes so much sooner, down to the shortest time; the first ones count as so many
SOONER_MS, SHORTEST_MS, OPENING = 40, 80, 3
#: delay of decisions: a browser delivers inputs with the next frame, stamped earlier; a window at the next poll,
#: stamped up to this much before the last one
SETTLE_MS = 20 if device.WEB else HELD_BACK_MS + 1
#: steps of the clock beyond this are reported: judgement gets no finer
COARSE_MS = 20


class LiveAutosave:
    """Autosave of one match, and its record."""

    def __init__(self, context: Context, match: AnyMatch) -> None:
        self.context, self.match = context, match
        self._saved_ms, self._is_due = -KEEP_MS, False
        #: number of uses of each input device in this match
        self.input_counts: Counter[str] = Counter()
        #: what is kept of the match once it is over
        self.record: saves.FinishedRecord | None = None

    def soon(self) -> None:
        """Request a save."""
        self._is_due = True

    def frame(self) -> None:
        """Store the match if requested, and not too soon after the last time."""
        now = self.context.clock.now_ms()
        if self._is_due and now - self._saved_ms >= KEEP_MS:
            self._is_due, self._saved_ms = False, now
            self.now()

    def now(self) -> None:
        """Store the match, unless it is over."""
        if not self.match.is_over:
            saves.store_match(self.context, self.match)

    def finish(self) -> None:
        """Record the match, with the input device that it was mostly played with."""
        played_with = max(self.input_counts, key=self.input_counts.__getitem__, default="")
        self.record = saves.finish(self.context, self.match, played_with)


class BotLooks:
    """Looks of the bots at one table without a clock."""

    def __init__(self, context: Context, match: AnyMatch, game: AnyLiveGame) -> None:
        self.context, self.match, self.game = context, match, game
        #: the action of the bot that looks, and the time left
        self._action: Action | None = None
        self._remaining_ms = 0.0
        #: number of unasked moves in a row
        self._unasked = OPENING

    def hurry(self) -> bool:
        """End the look if everything waits for it; return True if so."""
        waits = self._action is not None and self.game.waits_for(self.match.state)
        if waits:
            self._remaining_ms = 0.0
        return waits

    def stop(self) -> None:
        """Cancel the look, as the table has changed."""
        self._action = None

    def update(self, ms: float) -> Action | None:
        """Advance by milliseconds; return the action of a bot whose look is over."""
        seat = self.game.bot_to_look(self.match)
        unasked = None if self.context.settings.confirm == "always" else self.game.forced_action(self.match)
        if unasked is None:
            self._unasked = 0
        if seat < 0 and unasked is None:
            return None
        if self._action is None:
            rng = self.match.bot_rng()
            if unasked is None:
                thinking = self.game.bots.think(self.match.view(seat), rng, self.match.seats[seat].kind)
                self._action = next(found for found in thinking if found is not None)
                least, more = LOOK_MS if self.game.is_look(self.match.state, self._action) else IDLE_MS
            else:
                self._action, (least, more) = unasked, UNASKED_MS
                least = max(SHORTEST_MS, least - SOONER_MS * self._unasked)
                self._unasked += 1
            self._remaining_ms = least + rng.below(more)
        self._remaining_ms -= ms / (self.context.settings.pace or 1)
        if self._remaining_ms > 0:
            return None
        action, self._action = self._action, None
        return action


class LiveLocalDriver(LiveDriver):
    """One match in real time on this device."""

    match: AnyMatch
    is_stored, plays_forced_moves, offers_lesson = True, True, True

    def __init__(self, context: Context, match: AnyMatch) -> None:
        super().__init__(context, match, next(iter(match.humans), 0))
        # without a clock there are no minds: bots look in turn, see _looking
        self.scheduler = self.game.scheduler(match)
        self.clock = GameClock(context.clock, self.game.now(match.state))
        self._bot_looks = BotLooks(context, match, self.game)
        self._autosave = LiveAutosave(context, match)
        self.best = stats.best_before(match, stats.entries(context))
        #: the warning about a coarse clock has been shown
        self._warned_of_clock = False
        #: the machine's time of the input being handled
        self.at_ms = 0.0
        #: time has passed in this frame
        self._advanced = False
        self._measure()

    # ---- the match ----------------------------------------------------------------------------------

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        return (
            CornerButton.PAUSE,
            CornerButton.HELP,
            CornerButton.LOG,
            *((CornerButton.HINT,) if self.game.hints and self.humans else ()),
        )

    @property
    def address(self) -> str:
        """The match in progress, or this one before the first action."""
        return saves.address_at_table(self.match)

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        return self.clock.running

    @property
    def covered(self) -> bool:
        """True while the clock is stopped and the match is not over."""
        return not self.running and not self.match.is_over

    @property
    def is_new(self) -> bool:
        return self.covered and not self.match.actions

    @property
    def shown_at(self) -> int | None:
        return self.clock.now if self._advanced else None

    @property
    def input_at(self) -> int:
        return self.clock.stamp(self.at_ms)

    def heed(self, event: "Input", at_ms: float) -> bool:
        """Note the time of the input, which stamps its actions."""
        self.at_ms = at_ms
        self.clock.skip_hitch()
        return False

    def advance(self, ms: float) -> Iterator[LiveNews]:
        self._advanced = False
        if self.match.is_over:
            return
        if not self.running:
            self._measure()
            return
        self.clock.frame()
        if (looked := self._bot_looks.update(ms)) is not None:
            self.scheduler.submit(self.game.stamped(looked, self.clock.now))
        # saved in the frame after an event, as the event's own frame is busy drawing
        self._autosave.frame()
        # inputs since the last poll must not lose against a bot
        yield from self._carry_out(self.clock.stamp(min(self.clock.frame_at, self.context.looked_ms)))
        self._advanced = True

    def rest(self, hurried: bool) -> Sequence[LiveNews]:
        """Stop the clock if it runs, and store the match."""
        news: list[LiveNews] = []
        if hurried and self.running:
            self.clock.skip_hitch()
            now = self.clock.now
            news += self._carry_out(now + self.scheduler.settle)
            # nobody regains time by resuming, even from the save
            self.scheduler.note(now)
            self.clock.stop(max(now, self.game.now(self.match.state)))
        self._autosave.now()
        return news

    def _measure(self) -> None:
        """Measure the resolution of input stamps, by which bots must wait for late input."""
        self.scheduler.grain = math.ceil(device.page.clock_resolution_ms())
        self.scheduler.settle = SETTLE_MS + self.scheduler.grain
        if self.scheduler.grain > COARSE_MS and not self._warned_of_clock:
            self._warned_of_clock = True
            self.context.tell("notice.coarse_clock", ms=self.scheduler.grain)

    def _carry_out(self, until: int) -> Iterator[LiveNews]:
        while (outcome := self.scheduler.step(until)) is not None:
            if outcome.reason:
                yield InputRefused(outcome.action, outcome.reason)
                continue
            view = self.view
            yield from (LiveStep(event, view) for event in outcome.events)
            # the bot's find may be gone
            self._bot_looks.stop()
            if self.match.is_over:
                self._autosave.finish()
            yield LiveCue.SHOW

    # ---- actions ------------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Submit to the scheduler, which orders actions by stamp."""
        self._autosave.input_counts[self.input_device] += 1
        self.scheduler.submit(action)
        return ()

    def go(self) -> Sequence[LiveNews]:
        """Start the clock, which uncovers the cards."""
        if self.running or self.match.is_over:
            return ()
        if self.humans and not self.match.actions:
            self._fit()
        self._measure()
        self.clock.start()
        self.scheduler.uncover(self.clock.base)
        return SoundPlayed("your_turn"), LiveCue.SHOW_AT_ONCE

    def _fit(self) -> None:
        """Tune the house rules to the person before the first action, so that the opponents are a fair match."""
        hand = self.input_device
        records = stats.records_of(stats.entries(self.context), self.game.name)
        if hand == "keyboard":
            # many press start with a key but play otherwise: use the last match's device
            hand = next((record.hand for record in reversed(records) if record.hand), hand)
        self.match.agree(self.game.tuned_options(records, hand))
        self.scheduler = self.game.scheduler(self.match)

    def shown(self, matters: bool) -> None:
        if matters:
            self._autosave.soon()

    def hurry(self) -> bool:
        return self._bot_looks.hurry()

    # ---- controls and other screens -----------------------------------------------------------------

    @property
    def may(self) -> AllowedInput:
        """Nothing for somebody who watches a match of bots."""
        return AllowedInput.ALL if self.humans else AllowedInput.NOTHING

    @property
    def go_button(self) -> StartButton | None:
        if not self.covered:
            return None
        return StartButton(self.context.texts(f"{self.game.name}.{'go_on' if self.match.actions else 'ready'}"))

    def leave(self, picture: "AnyTable") -> Transition:
        return Push(routes.pause(self.context, self.match, picture))

    def result(self) -> Transition:
        return Replace(routes.result(self.context, self.match, self._autosave.record))
