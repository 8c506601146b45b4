"""The table of a game in real time: the clock, the hands, and the pause with all faces covered.

Whatever a person does counts at the input's own stamp, and the game's clockwork puts it in order with the
bots and with what is due; how often a frame is drawn changes nothing. The game's clock stands still while
anything lies over the table or the window is away.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from game import saves, statistics
from game.context import Context
from game.core.game import Action, Advice, Event
from game.core.live import Outcome, live
from game.core.match import AnyMatch
from game.engine.advice import Rings
from game.engine.canvas import Canvas
from game.engine.input import Broken, Focus, Input, Key, Pointer, Use
from game.engine.items import MOVE, Item
from game.engine.layout import Box
from game.engine.live_table import AnyLiveTable
from game.engine.presentation import live as live_presentation
from game.engine.transitions import Push, Replace, Transition
from game.engine.widgets import Button, RoundButton, Widget
from game.host import device
from game.host.x11_time import HELD_BACK_MS
from game.presentations import PRESENTATIONS
from game.scenes import routes
from game.scenes.common import SLIDE_MS, AtTable, back_button, prompt_box
from game.scenes.hinting import Hinting
from game.scenes.last_look import LastLook
from game.scenes.looking import Looking
from game.scenes.pause import Pause
from game.scenes.result import Result

#: nothing is decided before this has passed: inputs of a browser arrive with the next frame, stamped earlier, and
#: those of a window at the next look, stamped up to so much before the last one
SETTLE_MS = 20 if device.WEB else HELD_BACK_MS + 1
#: after a frame that took longer than this the clock goes on from here: nobody acts on what could not be seen
LONGEST_FRAME_MS = 250.0
#: a save is written after what matters, but not more often than this: a disk may hold up the next look at the input
KEEP_MS = 200.0 if device.WEB else 2000.0
#: steps of the clock beyond this are told: nobody can be judged by less
COARSE_MS = 20
#: how long it is said why something cannot be
TOLD_MS = 1800.0
#: the time bar is drawn anew when it has changed by so much, logical
BAR_STEP = 4.0


class RealTime(AtTable):
    """One match being played by everybody at once."""

    stage = "table"
    match: AnyMatch
    table: AnyLiveTable
    fingers = True

    def __init__(self, context: Context, match: AnyMatch) -> None:
        super().__init__(context)
        self.match = match
        self.game, shown = live(match.game), live_presentation(PRESENTATIONS[match.game.name])
        self.humans: Sequence[int] = match.humans
        self.viewer = self.humans[0] if self.humans else 0
        self.table = shown.table(context, match.seats, self.viewer, match.view(self.viewer))
        self.table.held_by, self.table.does_unasked = self.humans, True
        self._made_for = self._looks()
        for events in (match.game.opening(match.at(0).state), *match.events):
            for event in events:
                self.table.take_note(event)
        # without a clock there are no minds to wait for: bots look in turn, see _let_look
        self.clockwork = self.game.clockwork(match)
        #: what a person's hand is now, and how often each kind has done something in this match
        self._hand = "touch" if context.touched else "mouse"
        self._used: Counter[str] = Counter()
        #: that the clock is a coarse one has been said
        self._coarse = False
        self._measure()
        self.hands = self.table.hands(self)
        self.hinting = Hinting()
        self.prompt = ""
        #: the stamp at which the clock was last started, and the machine's time then; it stands still if None
        self._base = self.game.now(match.state)
        self._since: float | None = None
        self._frame_at = 0.0
        #: the hitches since then: the machine's times at which the game's clock stopped and went on
        self._hitches: list[tuple[float, float]] = []
        self._kept_at = -KEEP_MS
        self._unkept = False
        self._last_look = LastLook()
        self._looking = Looking(context, match, self.game)
        #: the stamp of the input that is being handled
        self._at = 0.0
        self._noted = ""
        self._bar = 0
        #: why something cannot be, for how much longer that is said, and what was asked when it was
        self._told, self._told_left, self._told_at = "", 0.0, ""
        self.table.covered = True
        self.table.sync(match.view(self.viewer))

    # ---- the clock ------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the game's clock runs."""
        return self._since is not None

    @property
    def patient(self) -> bool:
        """The clock waits for nobody."""
        return False

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """The screen may go off while the faces are covered."""
        return self.running

    def stamp(self, at_ms: float) -> int:
        """The game's time, in milliseconds, at a moment of the machine's clock."""
        if self._since is None:
            return self._base
        stood = sum(min(at_ms, again) - stopped for stopped, again in self._hitches if stopped < at_ms)
        return self._base + max(0, int(at_ms - stood - self._since))

    @property
    def now(self) -> int:
        """The game's time."""
        return self.stamp(self.context.clock.now_ms())

    @property
    def input_at(self) -> int:
        """The game's time of the input that is being handled."""
        return self.stamp(self._at)

    def _measure(self) -> None:
        """Find out how fine the clock of the stamps is: bots wait for a hand that may be told so much later."""
        self.clockwork.grain = math.ceil(device.page.grain_ms())
        self.clockwork.settle = SETTLE_MS + self.clockwork.grain
        if self.clockwork.grain > COARSE_MS and not self._coarse:
            self._coarse = True
            self.context.tell("notice.coarse_clock", ms=self.clockwork.grain)

    def go(self) -> Transition:
        """Uncover the faces and let the clock run."""
        if self.running or self.match.is_over:
            return None
        if self.humans and not self.match.actions:
            self._fit()
        self._measure()
        self._since = self._frame_at = self.context.clock.now_ms()
        self._hitches.clear()
        self.clockwork.uncover(self._base)
        self.table.covered = False
        self.context.audio.play("your_turn")
        self._show(0)
        return None

    def _fit(self) -> None:
        """Nothing has happened yet: let the table know who sits down, so that its opponents can be fair ones."""
        name, hand = self.match.game.name, self._hand
        records = statistics.records_of(statistics.entries(self.context), name)
        if hand == "keyboard":
            # many start by a key and play by something else: as it was the last time
            hand = next((record.hand for record in reversed(records) if record.hand), hand)
        self.match.agree(self.game.fitted(records, hand))
        self.clockwork = self.game.clockwork(self.match)

    def halt(self) -> None:
        """Let the clock stand still and cover the faces."""
        if self.running:
            self._skip_hitch()
            now = self.now
            self._carry_out(now + self.clockwork.settle)
            # who goes on later, from the save too, gets none of the time back
            self.clockwork.note(now)
            self._base, self._since = max(now, self.game.now(self.match.state)), None
            self.hands.let_go()
        if not self.match.is_over:
            self.table.covered = True
            saves.keep(self.context, self.match)
        # whatever lies over the table from now on must find it covered
        self.table.layer.finish()
        self._show(0)

    def pause(self) -> None:
        """Something lies over the table, or the window is away; where no time counts, that costs nothing."""
        super().pause()
        if self.table.hurried:
            self.halt()
            return
        self.hands.break_off()
        if not self.match.is_over:
            saves.keep(self.context, self.match)

    def resume(self) -> None:
        """The table is in sight again; whoever is there starts the clock."""
        self._show()

    # ---- what happens -----------------------------------------------------------------------------

    def submit(self, action: Action) -> None:
        """Hand in what a person did; it is carried out in the order of the stamps."""
        self._close_hint()
        self._used[self._hand] += 1
        self.clockwork.submit(action)

    def _carry_out(self, until: int) -> None:
        """Let everything happen up to a stamp."""
        changed = False
        while (outcome := self.clockwork.step(until)) is not None:
            changed = self._take(outcome) or changed
        if changed:
            self._show()

    def _take(self, outcome: Outcome[Action, Event]) -> bool:
        """Let what has happened be heard, kept and recorded; return whether it has."""
        if outcome.reason:
            self.hands.refused(outcome.action, outcome.reason)
            return False
        for event in outcome.events:
            self.table.happened(event)
        # what was advised need no longer be there
        self._looking.stop()
        self.hinting.close()
        if self.match.is_over:
            saves.finish(self.context, self.match)
            played_with = max(self._used, key=self._used.__getitem__, default="")
            statistics.record(self.context, self.match, played_with)
        elif self.hands.matters(outcome.events):
            self._unkept = True
        return True

    def _keep(self) -> None:
        """Store the match if something that matters has happened, and not too soon after the last time."""
        now = self.context.clock.now_ms()
        if self._unkept and now - self._kept_at >= KEEP_MS and not self.match.is_over:
            self._unkept, self._kept_at = False, now
            saves.keep(self.context, self.match)

    def tell(self, words: str) -> None:
        """Say for a moment why something cannot be, in the place of what the table waits for."""
        self._told, self._told_left = words, TOLD_MS
        self._told_at = self.table.prompt(self.match.view(self.viewer))
        self.prompt, self.dirty = words, True

    def _show(self, ms: float = SLIDE_MS) -> None:
        """Let the picture and what can be used follow the match."""
        self.table.sync(self.match.view(self.viewer), self.table.ms(ms))
        self.offer()

    def update(self, ms: float) -> Transition:
        """Let the game go on up to this moment."""
        if self.table.update(ms):
            self.dirty = True
        if self.match.is_over:
            return Replace(Result(self.context, self.match)) if self._last_look.over(ms) else None
        if self._told:
            self._told_left -= ms
            if self._told_left <= 0 or not self.running:
                self._told = ""
                self.offer()
        if not self.running:
            # so that all faces are there at once when they are uncovered
            self.table.prepare()
            self._measure()
            return None
        self._skip_hitch()
        self._frame_at = self.context.clock.now_ms()
        if (looked := self._looking.update(ms)) is not None:
            self.clockwork.submit(self.game.stamped(looked, self.now))
        # not in the frame that shows what has happened, which has much to draw: in the next one
        self._keep()
        # what has happened since the last look at the input must not come too late behind a bot
        self._carry_out(self.stamp(min(self._frame_at, self.context.looked_ms)))
        self._tick()
        return None

    def _skip_hitch(self) -> None:
        """Let the game's clock stand still for the rest of a hitch, before anything is stamped by it."""
        clock = self.context.clock.now_ms()
        late = clock - self._frame_at - LONGEST_FRAME_MS
        if late > 0 and self._since is not None:
            self._hitches.append((clock - late, clock))
            self._frame_at = clock

    def _tick(self) -> None:
        """Let the time be seen."""
        self.table.now = self.now
        self.hands.tick(self.now)
        # every frame that is not drawn is another look at the input in time
        bar = round(self.table.bar_length() / BAR_STEP)
        if bar != self._bar:
            self._bar = bar
            self.dirty = True
        if self.table.button_words() != self._noted:
            self.offer()

    # ---- what can be used ---------------------------------------------------------------------------

    def _looks(self) -> tuple[object, ...]:
        """What the table's pictures depend on."""
        return self.context.kit, self.context.texts, self.context.settings.colours, self.context.touched

    def build(self) -> None:
        """Lay out the table anew if the window, the scale, the language or the colours have changed."""
        if self._made_for != self._looks():
            self._made_for = self._looks()
            self.table.build()
        self.offer()

    def offer(self) -> None:
        """Offer what can be used now: what hands can do, or the button that uncovers the table."""
        view = self.match.view(self.viewer)
        asked = self.table.prompt(view)
        if self._told and asked != self._told_at:
            # something else is asked: what could not be a moment ago may be what is wanted now
            self._told = ""
        if not self._told:
            self.prompt = "" if self.table.covered else asked
        self._noted = self.table.button_words()
        widgets = self.hands.widgets()
        if self.table.covered:
            widgets.append(self._go_button())
        shown = [*widgets, *self._corners()]
        items = [item for widget in shown for item in widget.items]
        if not self.table.covered and (paper := self.hinting.live_paper(self.table, items, self._turn_hint)):
            paper.offer_close(self.context.texts("hint.close"), self._hint, items)
            shown += [Rings(self.context.kit, paper.marks, self.table.draw_labels, widgets), paper]
        self.show(shown)
        large = [item.id for item in self.items.items if item.id == "go" or item.id.startswith(MOVE)]
        focus = self.items.focus
        if large and (not focus or (focus not in large and (focus == "go" or focus.startswith(MOVE)))):
            # the large button that there is now: confirming goes on without a way to look for it
            self.items.focus = large[0]

    def _go_button(self) -> Widget:
        frame, texts = self.context.frame, self.context.texts
        name = self.match.game.name
        wide, high = (420.0, 128.0) if frame.tall else (380.0, 112.0)
        x, y = self.table.middle
        label = texts(f"{name}.go_on" if self.match.actions else f"{name}.ready")
        return Button(
            self.context.kit,
            "go",
            Box(x - wide / 2, y - high / 2, wide, high),
            label,
            self.go,
            kind="primary",
            sub=self.table.go_note,
            icon="play",
            size=38,
            keys=("first",),
        )

    def _corners(self) -> Sequence[Widget]:
        context, corners = self.context, self.table.corners()
        kit, texts = context.kit, context.texts
        pause = back_button(context, self.back, "pause", "pause")
        pause.move(*corners.pause)
        found: list[Widget] = [pause]
        if corners.help:
            label = texts("button.help")
            found.append(
                RoundButton(kit, "help", *corners.help, label, self._help, icon="help", side=56, keys=("help",))
            )
        if corners.log:
            label = texts("button.log")
            found.append(RoundButton(kit, "log", *corners.log, label, self._log, icon="log", side=56, keys=("log",)))
        if corners.hint:
            found.append(self.hinting.button(context, corners.hint, self._hint, self.running))
        return found

    def _help(self) -> Transition:
        return Push(routes.howto(self.context, self.match.game.name))

    def _log(self) -> Transition:
        return Push(routes.log(self.context, self.table))

    @property
    def advice(self) -> Advice[Action] | None:
        """The hint that is open."""
        return self.hinting.advice

    def _hint(self) -> Transition:
        if self.advice is not None:
            self._close_hint()
            return None
        seat = self.hands.seat()
        advice = self.game.explain(self.match.view(seat if seat >= 0 else self.viewer))
        self.hinting.show(advice)
        said = self.table.said(advice, False)
        self.table.aside = self.context.texts.sentences([said.title, said.move, said.why])
        self.offer()
        return None

    def _close_hint(self) -> None:
        if self.advice is not None:
            self.hinting.close()
            self.offer()

    def _turn_hint(self) -> Transition:
        """The numbers behind the reason of the hint come below it, or go."""
        self.hinting.numbers = not self.hinting.numbers
        self.offer()
        return None

    def back(self) -> Transition:
        """Pause."""
        return Push(Pause(self.context, self.match, self.table))

    # ---- input and picture ----------------------------------------------------------------------------

    @property
    def captures_keys(self) -> bool:  # type: ignore[override]
        """Keys are letters for the table while it takes them."""
        return self.table.takes_letters and self.running

    def handle(self, event: Input) -> Transition:
        """Hands count as they come down, everything else as everywhere."""
        self._at = event.at_ms if isinstance(event, Pointer | Key | Use | Focus) else self.context.clock.now_ms()
        self._skip_hitch()
        if self.match.is_over and self._last_look.ended_by(event):
            return None
        if self.running and self._looking.hurried_by(event, self.items):
            return None
        match event:
            case Pointer():
                if event.kind == "down":
                    self._hand = "touch" if event.touch else "mouse"
                if event.touch and not self.context.touched:
                    self.context.touched = True
                    self.build()
                if self.running and self.hands.pointer(event):
                    self._touched(event.kind == "down")
                    return None
            case Broken():
                self.hands.break_off()
            case Key():
                self._hand = "keyboard"
                if self.advice is not None and event.meaning in ("pause", "back"):
                    # what lies uppermost goes first
                    return self._hint()
                if self.running and self.hands.key(event):
                    self._touched()
                    return None
        return super().handle(event)

    def _touched(self, anew: bool = True) -> None:
        """A hand is on the table: one that has come down ``anew`` has heeded the hint, or does not want it."""
        self.dirty = True
        if anew:
            self._close_hint()

    def use(self, item: Item) -> Transition:
        """Use an item; hands make their own sounds."""
        if item.now:
            if item.enabled:
                item.use()
                self._touched()
            return None
        return super().use(item)

    def spoken(self) -> str:
        """What the table waits for."""
        return self.prompt

    def message_box(self) -> Box | None:
        """In the place of the prompt."""
        return prompt_box(self.table.spots.prompt, self.table.spots.prompt_width)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table and what can be used."""
        self.table.draw(canvas)
        self.table.draw_asked(canvas, self.prompt, bool(self._told))
        super().draw(canvas)
