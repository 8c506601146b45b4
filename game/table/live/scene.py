"""The table of a game in real time: hands, and the faces covered while the clock stands still.

Whose match it is, and what becomes of what hands do, is the driver's to say. Everything it tells is shown here as it
happens; how often a frame is drawn changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Action, Event
from game.core.match import TableMatch
from game.engine.canvas import Canvas
from game.engine.input import FocusItem, Input, Key, Pointer, PointerCancelled, UseItem
from game.engine.items import Item
from game.engine.live_table import AnyLiveTable
from game.engine.presentation import as_live_presentation as live_presentation
from game.engine.transitions import Transition
from game.engine.widgets import Widget
from game.scenes.replay.live_strip import LiveStrip
from game.scenes.table.at_table import ARRANGE_MS, SLIDE_MS, AtTable
from game.scenes.table.last_look import LastLook
from game.table.driver import CornerButton
from game.table.film import Playback, PositionChanged
from game.table.live import news
from game.table.live.driver import AllowedInput, LiveDriver
from game.table.live.gestures import comes_down_on_dock, wants_on
from game.table.live.parts import allowed, away_marks, corner_button, draw_apart, go_button
from game.table.live.words import LiveWords
from game.table.news import FocusSet, ScreenLeft, SoundPlayed

#: how long it is said why something cannot be
TOLD_MS = 1800.0
#: the time bar is drawn anew when it has changed by so much, logical
BAR_STEP = 4.0
#: where faces come up by themselves so many are made in a frame
AT_ONCE = 4


class LiveScene(AtTable):
    """One match that is played by everybody at once, whatever drives it."""

    match: TableMatch
    table: AnyLiveTable
    driver: LiveDriver
    words: LiveWords

    def __init__(self, context: Context, driver: LiveDriver) -> None:
        super().__init__(context)
        self.driver, self.match, self.game = driver, driver.match, driver.game
        self.keeps, self.patient, self.viewer = driver.keeps, driver.patient, driver.viewer
        self.humans: Sequence[int] = driver.humans
        shown = live_presentation(PRESENTATIONS[driver.game.name])
        #: what lies below the table of a replay
        self.strip = LiveStrip(self, driver, self._take, self.offer) if isinstance(driver, Playback) else None
        self.stage, self.fingers = ("", False) if self.strip else ("table", True)
        framed = self.strip.framed() if self.strip else context
        self.table = shown.table(framed, self.match.seats, self.viewer, driver.view)
        self.table.held_by, self.table.does_unasked = self.humans, driver.does_unasked
        if driver.has_words:
            self.table.make_room(True)
        if self.strip:
            self.strip.around = self.table.around
            self.strip.lay(self.table)
        self._made_for = self._looks()
        for event in self.match.past(self.viewer):
            self.table.take_note(event)
        driver.meet(self.table.log)
        self.live_input = self.table.live_input(self)
        self.words = LiveWords(context, driver, self.offer, self._take)
        self.prompt = ""
        #: why something cannot be, for how much longer that is said, and what was asked when it was
        self._told, self._told_left, self._told_at = "", 0.0, ""
        self._last_look = LastLook()
        #: what the large buttons say, and how long the time bar is drawn
        self._noted, self._bar = "", 0
        self.table.covered = driver.covered
        self.table.sync(driver.view)

    # ---- what hands need of it ----------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a hand may come down."""
        return self.driver.running

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """Whether the screen shall not go off."""
        return self.driver.awake

    @property
    def input_at(self) -> int:
        """The game's time, in milliseconds, of the input that is being handled."""
        return self.driver.input_at

    def submit(self, action: Action) -> None:
        """Hand in what a person did."""
        self.words.close()
        self._take(self.driver.submit(action))

    def tell(self, words: str) -> None:
        """Say for a moment why something cannot be, in the place of what the table waits for."""
        self._told, self._told_left, self._told_at = words, TOLD_MS, self._asked()
        self.prompt, self.dirty = words, True

    def _asked(self) -> str:
        """What the table waits for."""
        return self.driver.asked(self.table.prompt(self.driver.known))

    # ---- what happens -------------------------------------------------------------------------------

    def go(self) -> Transition:
        """Let the driver uncover the faces."""
        return self._take(self.driver.go())

    def halt(self) -> None:
        """Something lies over the table, or the window is away: where time counts the faces are covered."""
        hurried = self.table.hurried
        self._take(self.driver.rest(hurried))
        if not hurried:
            self.live_input.break_off()
            return
        self.live_input.let_go()
        if self.driver.covered:
            # whatever lies over the table from now on must find it covered
            self.table.covered = True
            self.table.layer.finish()
            self._show(0)

    def pause(self) -> None:
        """Something lies over the table, or the window is away."""
        super().pause()
        self.halt()

    def resume(self) -> None:
        """The table is in sight again; whoever is there lets it go on."""
        self._show()

    def _take(self, told: Iterable[news.LiveNews]) -> Transition:
        """Show what the driver tells, one thing after the other; return where it leads to."""
        changed = False
        for one in told:
            match one:
                case news.LiveStep(event):
                    self.table.happened(event)
                    self.driver.shown(self.live_input.matters((event,)))
                    changed = True
                case PositionChanged(past):
                    self._jump(past)
                case news.InputRefused(action, reason):
                    self.live_input.refused(action, reason)
                case news.Notice(words):
                    self.tell(words)
                case SoundPlayed(name, felt):
                    self.context.audio.play(name)
                    self.context.pulse(felt)
                case FocusSet(id_):
                    self._show()
                    self.items.focus = id_
                case ScreenLeft(transition):
                    return transition
                case news.LiveCue.LET_GO:
                    self.live_input.let_go()
                case news.LiveCue.OFFER:
                    self.offer()
                case news.LiveCue.SHOW:
                    changed = True
                case news.LiveCue.SHOW_AT_ONCE:
                    self._show(0)
        if changed:
            # what was advised need no longer be there
            self.hinting.close()
            self._show()
        return None

    def _jump(self, past: Iterable[Event]) -> None:
        """Show the match as it stands now, without what led there."""
        table = self.table
        table.now = self.driver.shown_at or 0
        table.log = [line for event in past for line in table.log_lines(event)]
        table.last = None
        table.hush()
        self._show(ARRANGE_MS)

    def _show(self, ms: float = SLIDE_MS) -> None:
        """Let the picture and what can be used follow the match."""
        self.table.covered = self.driver.covered
        self.table.sync(self.driver.view, self.table.ms(ms))
        self.offer()

    def update(self, ms: float) -> Transition:
        """Let the game go on up to this moment."""
        ms *= self.driver.pace
        if self.table.update(ms):
            self.dirty = True
        if away := self._take(self.driver.advance(ms)):
            return away
        if (now := self.driver.shown_at) is not None:
            self._tick(now)
        if self.driver.is_over:
            return self.driver.result() if self._last_look.over(ms) else None
        if self._told:
            self._told_left -= ms
            if self._told_left <= 0 or not (self.running or self.driver.says_to_the_end):
                self._told = ""
                self.offer()
        self.table.covered = self.driver.covered
        return self._prepare() if self.table.covered else None

    def _prepare(self) -> Transition:
        """Make faces, so that all are there at once when they are uncovered."""
        if not self.driver.opens_when_made:
            self.table.prepare()
        elif not any([self.table.prepare() for _ in range(AT_ONCE)]):
            return self.go()
        return None

    def _tick(self, now: int) -> None:
        """Let the time be seen: it is ``now``."""
        self.table.now, self.table.lag = now, self.driver.lag
        self.live_input.tick(now)
        # every frame that is not drawn is another look at the input in time
        bar = round(self.table.bar_length() / BAR_STEP)
        if bar != self._bar:
            self._bar, self.dirty = bar, True
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
            (self.strip.lay(self.table) if self.strip else self.table.build())
        if self.strip:
            self._take(self.strip.driver.seek(self.strip.driver.now))
        self.offer()

    def offer(self) -> None:
        """Offer what can be used now, and lay out what is to be read."""
        driver, asked = self.driver, self._asked()
        if asked != self._told_at and not driver.says_to_the_end:
            # something else is asked: what could not be a moment ago may be what is wanted now
            self._told = ""
        if not self._told:
            self.prompt = "" if self.table.covered else asked
        self.words.ask(self.table)
        self._noted = self.table.button_words()
        usable = allowed(self.live_input, driver.may)
        widgets = [*usable, *(go_button(self.table, go, self.go) if (go := driver.go_button) else ())]
        shown = [*widgets, *self._corners(), *away_marks(self.table, driver.away)]
        shown += self.strip.widgets() if self.strip else ()
        self.show(self.words.lay(self.table, shown, usable))
        self.words.focus(self.items)

    def _corners(self) -> list[Widget]:
        if self.strip:
            return self.strip.corners(self.driver.help)
        uses = {**self.corner_uses(), CornerButton.ANSWER: lambda: self._take(self.driver.give_up())}
        found: list[Widget | None] = []
        for corner in self.driver.corners:
            if corner != CornerButton.HINT:
                found.append(corner_button(self.table, corner, uses[corner]))
            elif at := self.table.corners().hint:
                found.append(self.hinting.button(self.context, at, self._hint, self.running))
        return [widget for widget in found if widget is not None]

    def _hint(self) -> Transition:
        return self.words.hint(self.table, self.live_input.seat())

    # ---- input and picture --------------------------------------------------------------------------

    def back(self) -> Transition:
        """Leave the table, or pause."""
        return self.driver.leave(self.table)

    @property
    def captures_keys(self) -> bool:  # type: ignore[override]
        """Keys are letters for the table while it takes them."""
        return self.table.takes_letters and self.running

    def on_input(self, event: Input) -> Transition:
        """Hands count as they come down, everything else as everywhere."""
        at_ms = event.at_ms if isinstance(event, Pointer | Key | UseItem | FocusItem) else self.context.clock.now_ms()
        gives_way = self.driver.heed(event, at_ms)
        if self.driver.is_over and self._last_look.ended_by(event):
            return None
        if self.running and wants_on(event, self.items) and self.driver.hurry():
            return None
        outcome = self._handle(event)
        if gives_way and outcome is None:
            self.offer()
        return outcome

    def _handle(self, event: Input) -> Transition:
        plays = self.running and self.driver.may != AllowedInput.NOTHING
        match event:
            case Pointer():
                if event.kind == "down":
                    self.driver.hand = "touch" if event.touch else "mouse"
                if event.touch and not self.context.touched:
                    self.context.touched = True
                    self.build()
                if plays and not comes_down_on_dock(event, self.widgets) and self.live_input.pointer(event):
                    self._touched(event.kind == "down")
                    return None
            case PointerCancelled():
                self.live_input.break_off()
            case Key():
                self.driver.hand = "keyboard"
                if self.advice is not None and event.meaning in ("pause", "back"):
                    # what lies uppermost goes first
                    return self._hint()
                if plays and self.live_input.key(event):
                    self._touched()
                    return None
        return super().on_input(event)

    def _touched(self, anew: bool = True) -> None:
        """A hand is on the table: one that has come down ``anew`` has heeded the hint, or does not want it."""
        self.dirty = True
        if anew:
            self.words.close()

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

    def question(self) -> tuple[str, bool] | None:
        """What is asked or to be read; whoever is asked for a move by the panel hears what lies on the table too."""
        if self.driver.is_showing:
            return None
        if self.strip and not self.asking:
            return self.strip.question()
        panel = self.words.panel
        if panel is None or (panel.own and self.table.covered):
            return super().question()
        words = self.context.texts.sentences(panel.said.sentences)
        return (f"{words} {self.table.spoken(self.driver.known)}" if panel.asks else words), panel.own

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, what it waits for, and what can be used."""
        (self.strip or self.table).draw(canvas)
        if not self.driver.asks_apart:
            self.table.draw_asked(canvas, self.prompt, bool(self._told))
        super().draw(canvas)
        if self.driver.asks_apart and self.prompt and self.words.panel is None:
            draw_apart(canvas, self.table, self.prompt)
