"""Scene of a table of turns: shows events and offers choices, hints and explanations.

The driver decides whose match it is and what a choice leads to. Its news is shown to the end before the next is
requested; the picture is the game's table.
"""

from collections.abc import Iterable

from game.app.context import Context
from game.core.game import Action, Event, View
from game.engine.canvas import Canvas
from game.engine.drag import draw_dragged
from game.engine.input import Input, Key, Pointer, StoredElsewhere
from game.engine.items import Item
from game.engine.transitions import Push, Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import UseAction, Widget
from game.scenes.replay.strip import Strip
from game.scenes.shared.common import tell_why
from game.scenes.table.at_table import ARRANGE_MS, AtTable
from game.scenes.table.control_fade import ControlFade
from game.scenes.table.curtain import Curtain, cloth
from game.scenes.table.recap import Recap
from game.scenes.table.selection import Confirmation, PointedItem, UndoRefusal, draw_caps, numbered, point_on
from game.scenes.table.table_view import EventQueue, TableView
from game.table.driver import CornerButton, FocusSet, ScreenLeft, SoundPlayed
from game.table.film import Playback, PositionChanged
from game.table.turns.driver import (
    Cover,
    DealShown,
    DecisionAsked,
    MoveRefused,
    OtherThinks,
    Steps,
    TurnCue,
    TurnDriver,
    TurnNews,
    ViewerChanged,
    Wait,
)
from game.table.turns.parts import TableButtons
from game.table.words import TurnWords, is_idle_sheet


class TurnScene(AtTable):
    """One match of turns, shown for any driver."""

    table: AnyTurnTable
    driver: TurnDriver
    words: TurnWords
    #: the seat from whose perspective the table is shown
    viewer: int

    def __init__(self, context: Context, driver: TurnDriver) -> None:
        super().__init__(context)
        self.driver, self.match, self.game = driver, driver.match, driver.game
        self.keeps, self.kept_as = driver.keeps, driver.kept_as
        self.words = TurnWords(context, driver, self._offer, self._take, self.confirmed)
        self.choosing = Confirmation(context, driver)
        self._pointing = PointedItem()
        self._easing = ControlFade()
        self.recap = Recap()
        self._refusal = UndoRefusal(driver, self.say)
        #: the strip below the table of a replay
        self.strip = Strip(self, driver, self._take, self._offer) if isinstance(driver, Playback) else None
        self.stage = "" if self.strip else "table"
        self._beside = TableButtons(driver, self.hinting, self.corner_uses(), self._undo, self._offer)
        self._sight = TableView(context, driver, self.strip, self._fit)
        self._showing = EventQueue(context, self._sight)
        self.director = self._showing.director
        if driver.deals:
            self.table.log.clear()
        if driver.knows_past:
            self.recap.saw(self.table)
        self._take(driver.begin())
        self.recap.take_up(self.table)

    def _fit(self, table: AnyTurnTable) -> None:
        """Install a new table."""
        self.table, self.viewer = table, table.viewer
        table.offer, table.ask, table.refuse = self._offer, self.ask, self._refuse
        table.make_room(self.words.keeps_room(table))

    @property
    def shown_once(self) -> bool:  # type: ignore[override]
        """True for the end of a match and for one without actions, which are not stored."""
        driver = self.driver
        return not self.strip and (driver.match.is_over or (driver.keeps and not driver.match.has_begun))

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """True while a match is played or a replay runs."""
        return not self.strip or self.strip.driver.playing

    # ---- events ---------------------------------------------------------------------------------

    def _take(self, news: Iterable[TurnNews]) -> Transition:
        """Show the driver's news one at a time; return the next screen, or None."""
        for one in news:
            self.match = self.driver.match
            match one:
                case ScreenLeft(transition):
                    return transition
                case Cover(seat):
                    since = self.recap.since(self.table, seat)
                    return Push(Curtain(self.context, self.driver.match, seat, since, self._hand_over))  # type: ignore[arg-type]
                case Steps(steps, own):
                    self._acted(own)
                    self._show(steps)
                case DealShown(steps):
                    self._show(steps)
                case PositionChanged(past):
                    self._showing.end()
                    self._sight.jump(past)
                    self._offer()
                case DecisionAsked():
                    self._your_turn()
                case OtherThinks(seat) if self.table.thinking != seat:
                    self.table.thinking, self.dirty = seat, True
                case ViewerChanged(seat, moves):
                    self._lay_anew(seat, moves)
                case Wait(ms):
                    self._showing.wait(ms)
                case MoveRefused(error):
                    tell_why(self.context, error)
                case SoundPlayed(name, felt):
                    self.context.audio.play(name)
                    self.context.pulse(felt)
                case FocusSet(id_) if self.items.find(id_):
                    self.items.focus = id_
                case TurnCue():
                    self._heed(one)
        return None

    def _heed(self, cue: TurnCue) -> None:
        match cue:
            case TurnCue.OFFER:
                self._offer()
            case TurnCue.LET_GO:
                self.let_go()
            case TurnCue.SENT:
                self.choosing.drop()
                self.hinting.close()
                # the dropped card stays where it is until the answer comes
                self.table.drags.accepted()
                self._offer()
            case TurnCue.RETURNED:
                if self.table.drags.dragged:
                    self.table.drags.dragged.cancel()
                self._offer()
            case TurnCue.TRIED:
                self.choosing.drop()
                self.table.unchoose()
                self._offer()
                self.table.arrange(self.table.ms(ARRANGE_MS))
            case TurnCue.CLEAR:
                self._easing.say("", self.table.ms(1))
                self.table.last = None
            case TurnCue.SKIP:
                self._showing.end()

    def _lay_anew(self, seat: int, moves: bool) -> None:
        """Show the table from the perspective of ``seat``; with ``moves``, cards move to their new places."""
        if not moves:
            self._sight.sit(seat)
            return
        self.director.skip()
        self.choosing.drop()
        self.hinting.close()
        self._sight.change_to(seat)
        self._offer()

    def _hand_over(self, seat: int, open_hands: bool) -> None:
        self._take(self.driver.hand_over(seat, open_hands))

    def _acted(self, own: bool) -> None:
        """Clear what belonged to the decision before this action."""
        self.choosing.drop()
        self.hinting.close()
        self.recap.lines = ()
        self.table.thinking = -1
        if own:
            # an answered question disappears at once; another's thinking is shown until the next begins
            self._easing.say("", self.table.ms(1))

    def _show(self, steps: Iterable[tuple[Event, View]]) -> None:
        self._showing.play(steps)
        self._offer()

    def pause(self) -> None:
        super().pause()
        if self.strip:
            self.strip.driver.playing = False
            self._offer()

    def update(self, ms: float) -> Transition:
        """Advance the animations, then the match."""
        ms *= self.driver.pace
        if self.hinting.go_on(self.context, ms):
            self.words.say_hint(self.table, self.items)
        if self.table.update(ms) | self._easing.update(ms) | self.recap.update(ms):
            self.dirty = True
        self.dirty |= self._pointing.update(self.table, self.items, ms)
        if is_idle_sheet(self.table) and not self.words.keeps_room(self.table) and not self.items.pressed:
            self._offer()
        away = None if self._is_showing(ms) else self._take(self.driver.go_on(ms))
        return away or self._take(self.driver.pass_time(ms))

    def _is_showing(self, ms: float) -> bool:
        """Advance the running animations; return True if there are more."""
        if not self._showing.busy:
            return False
        self.dirty = True
        if not (goes_on := self._showing.go_on(ms)):
            self._offer()
        return goes_on

    def _your_turn(self) -> None:
        """Ask a person here for a decision."""
        self.recap.begin(self.table)
        self.context.audio.play("your_turn")
        self.context.pulse("your_turn")
        self._offer()

    # ---- choosing -------------------------------------------------------------------------------

    def choose(self, action: Action) -> Transition:
        """Take a person's choice; a costly tap may need confirmation first."""
        return self.ask(action) if self.choosing.has_to_wait(action) else self.act(action)

    def ask(self, action: Action) -> Transition:
        """Await a second press on the same choice."""
        if self.choosing.confirms(action):
            return self.act(action)
        self._offer()
        self._easing.say(self.context.texts("confirm.card"), self.table.ms(1))
        self.table.arrange(self.table.ms(ARRANGE_MS))
        return None

    def act(self, action: Action) -> Transition:
        """Submit an action."""
        self.let_go()
        return self._take(self.driver.submit(action))

    def _refuse(self, action: Action) -> None:
        """Tell the player to move why ``action`` is not possible."""
        if self.table.asked and (error := self.match.objection(action)):
            tell_why(self.context, error)

    # ---- controls -------------------------------------------------------------------------------

    def build(self) -> None:
        self.let_go()
        self._sight.build()
        if self.strip:
            self._take(self.strip.driver.seek(self.strip.driver.now))
        self._offer()

    def lay_out_question(self) -> None:
        """Rebuild the dock for an inline question."""
        self._offer()

    def _offer(self) -> None:
        """Rebuild the controls: the current player's moves, the round buttons, and the cards."""
        if self.driver.covered:
            self.show([])
            return
        table, view, driver = self.table, self.match.view(self.viewer), self.driver
        # a replay asks for nothing
        idle, own = not self._showing.busy and not self.strip, driver.is_own
        self.words.panel = driver.panel(self._showing.busy, self.confirming)
        # never flash controls for a forced move
        asks = not own or self.match.is_over or driver.forced is None
        if idle and asks:
            self._easing.say(driver.asked(table.prompt(view)), table.ms(1))
        self.words.arrange_for(table, idle and own and asks and not self.match.is_over)
        self.words.make_room(table, bool(self.items.pressed))
        widgets: list[Widget] = table.controls(view, self.choose, self.choosing.selected) if table.asked else []
        handles = table.drag_handles(view, self.choose) if idle else []
        self._easing.offer(widgets, table.ms(1))
        if idle:
            taken = {item.about for widget in widgets for item in widget.items}
            widgets += [one for one in table.explained() if one.items[0].about not in taken]
        focus = widgets[0].items[0].id if widgets else ""
        widgets += [
            *self._beside.widgets(table, own=own and idle, busy=self._showing.busy),
            *(self.strip.widgets() if self.strip else ()),
        ]
        self.show(self.words.lay(table, widgets), handles)
        if table.asked and self.items.ring and not self.items.focus and focus:
            # with keyboard or gamepad, the focus starts on the first move
            self.items.focus = focus
        self.words.focus(self.items)

    def corner_uses(self) -> dict[CornerButton, UseAction]:
        uses = {
            **super().corner_uses(),
            CornerButton.SPEED: lambda: self.context.step_speed(1, told=False),
            CornerButton.ANSWER: lambda: self._take(self.driver.give_up()),
            CornerButton.HINT: self._hint,
        }
        return (
            uses | {CornerButton.LOG: self.strip.open_log, CornerButton.REVIEW: self.strip.driver.review}
            if self.strip
            else uses
        )

    def _undo(self) -> Transition:
        return self._take(self.driver.take_back())

    def _hint(self) -> Transition:
        return self.words.hint(self.table, self.items)

    def question(self) -> tuple[str, bool] | None:
        """Return the text to speak, and whether it asks this player; a requested move includes the table."""
        if self._showing.busy:
            return None
        if self.choosing.selected is not None:
            # nothing has happened yet, so the player must hear that a second press is needed
            return self._easing.prompt, True
        if self.strip:
            return super().question() if self.confirming else self.strip.question()
        return self.words.question(self.table, self.confirming)

    # ---- input and drawing ----------------------------------------------------------------------

    def back(self) -> Transition:
        """Cancel a card awaiting confirmation or a partial choice; else pause or leave."""
        if self.driver.calls and self.driver.calls.put_away():
            self._offer()
            return None
        if self.choosing.drop():
            self._offer()
            self.table.arrange(self.table.ms(ARRANGE_MS))
            return None
        if self.table.asked and self.table.unchoose():
            return None
        return self.driver.leave(self.table)

    def touched(self, item: Item) -> None:
        """Close the hint when something on the table is touched."""
        self.words.touched(item)

    def on_input(self, event: Input) -> Transition:
        """Process input; a tap beside all items, or the act key, skips the animation."""
        if isinstance(event, StoredElsewhere) and self.driver.is_apart:
            return None
        gives_way = self.driver.heed(event)
        outcome = self._handle(event)
        if gives_way and outcome is None:
            self._offer()
        return outcome

    def _handle(self, event: Input) -> Transition:
        if isinstance(event, Pointer) and event.touch:
            self.context.touched = True
        self.dirty |= self.recap.ended_by(event)
        if self._showing.skipped_by(event, self.items):
            self._offer()
            return None
        if isinstance(event, Key) and not self.dragged:
            if self.hinting.open and event.meaning in ("pause", "back"):
                # the topmost layer closes first
                return self._hint()
            refused = self._refusal.by_key(event, self.context.texts)
            if not refused and (chosen := numbered(self.table, self.items).get(event.raw)):
                outcome = self.use(chosen)
                point_on(self.table, self.items)
                return outcome
        before, pressed = self.items.focus, self.items.pressed
        outcome = super().on_input(event)
        if isinstance(event, Pointer) and event.kind == "up":
            over = self.items.at(event.x, event.y)
            self._pointing.lifted(self.items, over, pressed)
            if over is None:
                self._refusal.by_press(event, self.items, pressed, self.context.texts)
        elif isinstance(event, Key) and before != self.items.focus:
            self._pointing.tap(None)
        return outcome

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, its controls and the layers above; or the curtain."""
        if self.driver.covered:
            canvas.background(cloth(self.context.frame, self.table.felt))
            return
        (self.strip or self.table).draw(canvas)
        if is_idle_sheet(self.table):
            self.table.draw_log(canvas, self.table.spots.dock)
        if not self.under_message:
            self._easing.draw_prompt(canvas, self.table)
        self._easing.draw(canvas, self.widgets, self.items)
        if self.items.ring and self.table.has_caps and self.table.digit_caps:
            draw_caps(canvas, self.table, self.items)
        noted = self._pointing.draw_note(canvas, self.table, self.items, bool(self.dragged))
        if not noted and self.words.panel_text(self.table) is None:
            self.recap.draw(canvas, self.table)
        draw_dragged(canvas, self.table)
