"""Scene of a table in real time: input, and cards covered while the clock is stopped.

The driver decides whose match it is and what input leads to. Its news is shown as it happens; the frame rate changes
nothing.
"""

from collections.abc import Iterable, Sequence

from game.catalogue.presentations import PRESENTATIONS
from game.core.game import Action, Event
from game.core.match import TableMatch
from game.engine.canvas import Canvas
from game.engine.dock import Dock
from game.engine.input import FocusItem, Input, Key, Pointer, PointerCancelled, UseItem
from game.engine.items import Item, ItemList
from game.engine.live_table import AnyLiveTable
from game.engine.presentation import as_live_presentation as live_presentation
from game.engine.transitions import Transition
from game.engine.widgets import Widget
from game.scenes.replay.film_view import FilmView
from game.scenes.replay.strip import LiveStrip
from game.scenes.table.at_table import ARRANGE_MS, SLIDE_MS, AtTable
from game.services.context import Context
from game.table.dock import LiveDock
from game.table.driver import CornerButton, FocusSet, ScreenLeft, SoundPlayed
from game.table.film import Playback, PositionChanged
from game.table.live.driver import AllowedInput, InputRefused, LiveCue, LiveDriver, LiveNews, LiveStep, Notice
from game.table.live.parts import allowed, away_marks, corner_button, draw_apart, go_button

#: key meanings that end a bot's look
HURRIES = ("act", "first")


#: time that the end stays in view, in milliseconds, and the least time before input may skip it
LAST_LOOK_MS, LEAST_MS = 2000.0, 700.0
#: key meanings that go on to the result
GOES_ON = ("act", "first", "back")
#: time that a refusal's reason is shown
TOLD_MS = 1800.0
#: smallest change of the time bar that is drawn, in logical pixels
BAR_STEP = 4.0
#: cards rendered per frame where they uncover by themselves
AT_ONCE = 4


def wants_on(event: Input, items: ItemList, plans: bool) -> bool:
    """Return True for a tap beside all controls, or a confirmation without a focused one; who ``plans`` taps cards."""
    if isinstance(event, Pointer):
        item = items.at(event.x, event.y)
        return event.kind == "down" and (item is None or (item.on_press and not plans))
    focused = items.focused()
    return isinstance(event, Key) and event.meaning in HURRIES and not (focused and focused.enabled)


def comes_down_on_dock(event: Pointer, widgets: Iterable[Widget]) -> bool:
    """Return True for a press on the dock, which shields what is below it."""
    docks = (widget for widget in widgets if isinstance(widget, Dock))
    return event.kind == "down" and any(dock.box.holds(event.x, event.y) for dock in docks)


class LastLook:
    """Time for a last look at the end of a match."""

    def __init__(self) -> None:
        self._remaining_ms = LAST_LOOK_MS

    def over(self, ms: float) -> bool:
        """Advance by milliseconds; return True when it is time for the result."""
        self._remaining_ms -= ms
        return self._remaining_ms <= 0

    def ended_by(self, event: Input) -> bool:
        """Return True for input that goes on to the result; too early, it is swallowed: it was meant for a card."""
        wanted = (isinstance(event, Pointer) and event.kind == "down") or (
            isinstance(event, Key) and event.meaning in GOES_ON
        )
        if wanted and self._remaining_ms <= LAST_LOOK_MS - LEAST_MS:
            self._remaining_ms = 0.0
        return wanted


class LiveScene(AtTable):
    """One match in real time, shown for any driver."""

    match: TableMatch
    table: AnyLiveTable
    driver: LiveDriver
    dock: LiveDock

    def __init__(self, context: Context, driver: LiveDriver) -> None:
        super().__init__(context)
        self.driver, self.match, self.game = driver, driver.match, driver.game
        self.is_stored, self.waits_for_input, self.viewer = driver.is_stored, driver.waits_for_input, driver.viewer
        self.humans: Sequence[int] = driver.humans
        shown = live_presentation(PRESENTATIONS[driver.game.name])
        #: the strip below the table of a replay
        self.strip: LiveStrip | FilmView | None = None
        if isinstance(driver, Playback):
            strip = FilmView if driver.cuts else LiveStrip
            self.strip = strip(self, driver, self._handle_news, self.refresh_controls)
        self.stage, self.fingers = ("", False) if self.strip else ("table", True)
        framed = self.strip.framed() if self.strip else context
        self.table = shown.table(framed, self.match.seats, self.viewer, driver.view)
        self.table.held_by, self.table.plays_forced_moves = self.humans, driver.plays_forced_moves
        self.table.best = driver.best
        if driver.is_puzzle:
            self.table.be_puzzle(driver.takes_one)
        elif driver.reserves_dock:
            self.table.make_room(True)
        if self.strip:
            self.strip.around = self.table.around
            self.strip.lay(self.table)
        self._rendered_for = self._render_key()
        for event in self.match.past(self.viewer):
            self.table.take_note(event)
        driver.meet(self.table.log)
        self.live_input = self.table.live_input(self)
        self.dock = LiveDock(context, driver, self.refresh_controls, self._handle_news)
        self.prompt = ""
        #: the reason for a refusal, the time left to show it, and the prompt at that time
        self._refusal, self._refusal_ms, self._refusal_prompt = "", 0.0, ""
        self._last_look = LastLook()
        #: the texts of the large buttons and the length of the time bar, as last drawn
        self._button_texts, self._bar = "", 0
        self.table.covered = driver.covered
        self.table.sync(driver.view)

    # ---- interface for input ------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """True while input on cards counts."""
        return self.driver.running

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """True while the screen must stay on."""
        return self.driver.awake

    @property
    def input_at(self) -> int:
        """The stamp of the input being handled, in milliseconds."""
        return self.driver.input_at

    def submit(self, action: Action) -> None:
        """Submit a person's action."""
        self.dock.close()
        self._handle_news(self.driver.submit(action))

    def tell(self, text: str) -> None:
        """Show briefly why something is not possible, in place of the prompt."""
        self._refusal, self._refusal_ms, self._refusal_prompt = text, TOLD_MS, self._asked()
        self.prompt, self.dirty = text, True

    def _asked(self) -> str:
        return self.driver.asked(self.table.prompt(self.driver.known))

    # ---- events -------------------------------------------------------------------------------------

    def go(self) -> Transition:
        """Make the driver uncover the cards."""
        return self._handle_news(self.driver.go())

    def halt(self) -> None:
        """Rest while another scene covers the table or the window is hidden: cover the cards if time counts."""
        hurried = self.table.hurried
        self._handle_news(self.driver.rest(hurried))
        if not hurried:
            self.live_input.break_off()
            return
        self.live_input.let_go()
        if self.driver.covered:
            # the scene above must find the table covered
            self.table.covered = True
            self.table.layer.finish()
            self._show(0)

    def pause(self) -> None:
        super().pause()
        self.halt()

    def resume(self) -> None:
        self._show()

    def _handle_news(self, news: Iterable[LiveNews]) -> Transition:
        """Show the driver's news one at a time; return the next screen, or None."""
        changed = False
        for one in news:
            match one:
                case LiveStep(event):
                    self.table.happened(event)
                    self.driver.shown(self.live_input.matters((event,)))
                    changed = True
                case PositionChanged(past):
                    self._jump(past)
                case InputRefused(action, reason):
                    self.live_input.refused(action, reason)
                case Notice(text):
                    self.tell(text)
                case SoundPlayed(name, felt):
                    self.context.audio.play(name)
                    self.context.pulse(felt)
                case FocusSet(id_):
                    self._show()
                    self.items.focus = id_
                case ScreenLeft(transition):
                    return transition
                case LiveCue.CANCEL_GESTURES:
                    self.live_input.let_go()
                case LiveCue.REFRESH_CONTROLS:
                    self.refresh_controls()
                case LiveCue.SHOW:
                    changed = True
                case LiveCue.SHOW_AT_ONCE:
                    self._show(0)
        if changed:
            # the advised move may be gone
            self.table_hint.close()
            self._show()
        return None

    def _jump(self, past: Iterable[Event]) -> None:
        """Show the match as it is now, without animating the way there."""
        table = self.table
        table.now = self.driver.shown_at or 0
        table.history.rewrite(past)
        table.hush()
        self._show(ARRANGE_MS)

    def _show(self, ms: float = SLIDE_MS) -> None:
        """Update the table and the controls from the match."""
        self.table.covered = self.driver.covered
        self.table.sync(self.driver.view, self.table.ms(ms))
        self.refresh_controls()

    def update(self, ms: float) -> Transition:
        ms *= self.driver.pace
        if self.table.update(ms) or (self.strip and self.strip.driver.cuts):
            self.dirty = True
        if away := self._handle_news(self.driver.advance(ms)):
            return away
        if (now := self.driver.shown_at) is not None:
            self._tick(now)
        if self.driver.is_over:
            return self.driver.result() if self._last_look.over(ms) else None
        if self._refusal:
            self._refusal_ms -= ms
            if self._refusal_ms <= 0 or not (self.running or self.driver.keeps_refusals):
                self._refusal = ""
                self.refresh_controls()
        self.table.covered = self.driver.covered
        if self.table.tries_out and self.live_input.tried_out(ms):
            return self.go()
        return self._prepare() if self.table.covered else None

    def _prepare(self) -> Transition:
        """Render cards ahead, so that all can be uncovered at once."""
        if not self.driver.uncovers_when_rendered:
            self.table.prepare()
        elif not any([self.table.prepare() for _ in range(AT_ONCE)]):
            return self.go()
        return None

    def _tick(self, now: int) -> None:
        """Refresh the clock display."""
        self.table.now, self.table.lag = now, self.driver.lag
        self.live_input.tick(now)
        # skipped drawing means more frequent polling of input
        bar = round(self.table.bar_length() / BAR_STEP)
        if bar != self._bar:
            self._bar, self.dirty = bar, True
        if self.table.button_texts() != self._button_texts:
            self.refresh_controls()

    # ---- controls -----------------------------------------------------------------------------------

    def _render_key(self) -> tuple[object, ...]:
        """Return what the table's pictures depend on."""
        return self.kit, self.texts, self.context.settings.colours, self.context.uses_touch

    def build(self) -> None:
        if self._rendered_for != self._render_key():
            self._rendered_for = self._render_key()
            (self.strip.lay(self.table) if self.strip else self.table.build())
        if self.strip:
            self._handle_news(self.strip.driver.seek(self.strip.driver.now))
        self.refresh_controls()

    def refresh_controls(self) -> None:
        """Rebuild the controls and texts."""
        driver, asked = self.driver, self._asked()
        self.table.shows_clock = driver.shows_clock
        self.table.tries_out = driver.is_new and self.table.around and len(self.humans) > 1
        if asked != self._refusal_prompt and not driver.keeps_refusals:
            # the prompt has changed: the refusal may no longer apply
            self._refusal = ""
        if not self._refusal:
            hidden = self.table.try_out_prompt if self.table.tries_out else ""
            self.prompt = hidden if self.table.covered else asked
        self.dock.ask(self.table)
        self._button_texts = self.table.button_texts()
        usable = allowed(self.live_input, driver.may)
        widgets = [*usable, *(go_button(self.table, go, self.go) if (go := driver.go_button) else ())]
        shown = [*widgets, *self._corners(), *away_marks(self.table, driver.away)]
        shown += self.strip.widgets() if self.strip else ()
        self.show(self.dock.lay(self.table, shown, usable))
        self.dock.focus(self.items)

    def _corners(self) -> list[Widget]:
        if self.strip:
            return self.strip.corners(self.driver.help)
        uses = {**self.corner_uses(), CornerButton.ANSWER: lambda: self._handle_news(self.driver.give_up())}
        found: list[Widget | None] = []
        for corner in self.driver.corners:
            if corner != CornerButton.HINT:
                found.append(corner_button(self.table, corner, uses[corner]))
            elif at := self.table.corners().hint:
                can = self.running and not self.table.waits_for_others
                found.append(self.table_hint.button(self.context, at, self._hint, can))
        return [widget for widget in found if widget is not None]

    def _hint(self) -> Transition:
        return self.dock.hint(self.table, self.live_input.seat())

    # ---- input and drawing --------------------------------------------------------------------------

    def back(self) -> Transition:
        return self.driver.leave(self.table)

    @property
    def captures_keys(self) -> bool:  # type: ignore[override]
        """True while the table takes keys as letters."""
        return self.table.takes_letters and (self.running or self.table.tries_out)

    def on_input(self, event: Input) -> Transition:
        """Process input: cards react to the press, everything else as in other scenes."""
        at_ms = event.at_ms if isinstance(event, Pointer | Key | UseItem | FocusItem) else self.context.clock.now_ms()
        gives_way = self.driver.heed(event, at_ms)
        if self.driver.is_over and self._last_look.ended_by(event):
            return None
        if self.running and wants_on(event, self.items, self.live_input.plans) and self.driver.hurry():
            return None
        outcome = self._handle(event)
        if gives_way and outcome is None:
            self.refresh_controls()
        return outcome

    def _handle(self, event: Input) -> Transition:
        plays = self.running and self.driver.may != AllowedInput.NOTHING
        match event:
            case Pointer():
                if event.kind == "down":
                    self.driver.input_device = "touch" if event.touch else "mouse"
                if event.touch and not self.context.uses_touch:
                    self.context.uses_touch = True
                    self.build()
                if self._tries_out(event):
                    return None
                if plays and not comes_down_on_dock(event, self.widgets) and self.live_input.pointer(event):
                    self._touched(event.kind == "down")
                    return None
            case PointerCancelled():
                self.live_input.break_off()
            case Key():
                self.driver.input_device = "keyboard"
                if self.advice is not None and event.meaning in ("pause", "back"):
                    # the topmost layer closes first
                    return self._hint()
                if self._tries_out(event):
                    return None
                if plays and self.live_input.key(event):
                    self._touched()
                    return None
        return super().on_input(event)

    def _tries_out(self, event: Pointer | Key) -> bool:
        """Try out a buzzer before the first card; return True if the event was one."""
        tried = self.table.tries_out and self.live_input.try_out(event)
        self.dirty |= tried
        return tried

    def _touched(self, anew: bool = True) -> None:
        """Redraw after input on the table; a new press closes the hint."""
        self.dirty = True
        if anew:
            self.dock.close()

    def use(self, item: Item) -> Transition:
        """Use an item; input on cards makes its own sounds."""
        if item.on_press:
            if item.enabled:
                item.use()
                self._touched()
            return None
        return super().use(item)

    def spoken(self) -> str:
        return self.prompt

    def question(self) -> tuple[str, bool] | None:
        """Return the text to speak, and whether it asks this player; a requested move includes the table."""
        if self.driver.is_showing:
            return None
        if self.strip and not self.confirming:
            return self.strip.question()
        panel = self.dock.panel
        if panel is None or (panel.own and self.table.covered):
            return super().question()
        text = self.texts.sentences(panel.text.sentences)
        return (f"{text} {self.table.spoken(self.driver.known)}" if panel.requests_move else text), panel.own

    def draw(self, canvas: Canvas) -> None:
        (self.strip or self.table).draw(canvas)
        if not self.driver.prompt_is_apart:
            self.table.draw_asked(canvas, "" if self.under_message else self.prompt, bool(self._refusal))
        super().draw(canvas)
        if self.driver.prompt_is_apart and self.prompt and self.dock.panel is None:
            draw_apart(canvas, self.table, self.prompt)
