"""Scene of a table of turns: shows events and offers choices, hints and explanations.

The driver decides whose match it is and what a choice leads to. Its news is shown to the end before the next is
requested; the picture is the game's table.
"""

from collections.abc import Callable, Iterable, Sequence

from game.core.game import Action, Event, View
from game.core.match import Match
from game.engine.canvas import Canvas
from game.engine.drag import draw_dragged
from game.engine.held_secret import SECRET
from game.engine.input import Input, Key, Pointer, StoredElsewhere
from game.engine.items import Item
from game.engine.transitions import Push, Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import UseAction, Widget
from game.scenes.navigation import routes
from game.scenes.replay.film_view import FilmView
from game.scenes.replay.strip import Strip
from game.scenes.shared.common import tell_why
from game.scenes.table.at_table import ARRANGE_MS, HAND_OVER_MS, SLIDE_MS, AtTable
from game.scenes.table.bots_round import BotsRound, hurry_button
from game.scenes.table.control_fade import ControlFade
from game.scenes.table.curtain import Curtain, cloth
from game.scenes.table.hand_cover import draw_cover
from game.scenes.table.handed_over import HandedOver
from game.scenes.table.recap import Recap
from game.scenes.table.selection import Confirmation, PointedItem, UndoRefusal, draw_caps, numbered, point_on
from game.scenes.table.table_view import EventQueue, TableView
from game.services.context import Context
from game.table.dock import TurnDock, is_idle_sheet
from game.table.driver import CornerButton, FocusSet, ScreenLeft, SoundPlayed
from game.table.film import Playback, PositionChanged
from game.table.turns import driver as turns
from game.table.turns.parts import TableButtons


class TurnScene(AtTable):
    """One match of turns, shown for any driver."""

    table: AnyTurnTable
    driver: turns.TurnDriver
    dock: TurnDock
    #: the seat from whose perspective the table is shown
    viewer: int

    def __init__(self, context: Context, driver: turns.TurnDriver) -> None:
        super().__init__(context)
        self.driver, self.match, self.game = driver, driver.match, driver.game
        self.is_stored, self.storage_name = driver.is_stored, driver.storage_name
        self.dock = TurnDock(context, driver, self.refresh_controls, self._handle_news, self.confirmed)
        self.choosing = Confirmation(context, driver)
        self._pointed_item = PointedItem()
        self._easing = ControlFade()
        self.recap = Recap()
        self.bots_round = BotsRound(driver)
        self.handed_over = HandedOver()
        #: the table has been turned to another person, who has not been asked yet
        self._is_turned = False
        self._refusal = UndoRefusal(driver, self.say)
        #: the strip below the table of a replay
        self.strip: Strip | None = None
        if isinstance(driver, Playback):
            strip = FilmView if driver.cuts else Strip
            self.strip = strip(self, driver, self._handle_news, self.refresh_controls)
        self.stage = "" if self.strip else "table"
        self._buttons = TableButtons(driver, self.table_hint, self.corner_uses(), self._undo, self.refresh_controls)
        self._table_view = TableView(context, driver, self.strip, self._fit)
        self._event_queue = EventQueue(self._table_view)
        self.director = self._event_queue.director
        if driver.deals:
            self.table.history.rewrite(())
        self._handle_news(driver.begin())
        self.recap.take_up(self.table)

    def _fit(self, table: AnyTurnTable) -> None:
        """Install a new table."""
        self.table, self.viewer = table, table.viewer
        table.host = self
        table.make_room(self.dock.keeps_room(table))

    @property
    def shown_once(self) -> bool:  # type: ignore[override]
        """True for the end of a match and for one without actions, which are not stored."""
        driver = self.driver
        return not self.strip and (driver.match.is_over or (driver.is_stored and not driver.match.has_begun))

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """True while a match is played or a replay runs."""
        return not self.strip or self.strip.driver.playing or bool(self.strip.driver.cuts)

    # ---- events ---------------------------------------------------------------------------------

    def _handle_news(self, news: Iterable[turns.TurnNews]) -> Transition:
        """Show the driver's news one at a time; return the next screen, or None."""
        for one in news:
            self.match = self.driver.match
            match one:
                case ScreenLeft(transition):
                    return transition
                case turns.Cover(seat):
                    self.bots_round.end()
                    since = self.table.history.since(self.table.history.first_after_move(seat), folded=True)
                    faces, match = self.table.faces, self.driver.match
                    return Push(Curtain(self.context, match, seat, since, self._hand_over, faces))  # type: ignore[arg-type]
                case turns.Steps(steps):
                    self._acted()
                    self._show(steps)
                case turns.DealShown(steps):
                    # a table laid for the person behind the curtain has already noted the deal
                    self.table.history.rewrite(())
                    self._show(steps)
                case PositionChanged(past):
                    self._event_queue.end()
                    self._table_view.jump(past)
                    self.refresh_controls()
                case turns.DecisionAsked():
                    self._your_turn()
                case turns.OtherThinks(seat) if self.table.thinking != seat:
                    self.table.thinking, self.dirty = seat, True
                case turns.ViewerChanged(seat, moves):
                    self._lay_anew(seat, moves)
                case turns.Wait(ms):
                    self._event_queue.wait(ms)
                case turns.MoveRefused(error):
                    tell_why(self, error)
                case SoundPlayed(name, felt):
                    self.context.audio.play(name)
                    self.context.pulse(felt)
                case FocusSet(id_) if self.items.find(id_):
                    self.items.focus = id_
                case turns.TurnCue():
                    self._handle_cue(one)
        return None

    def _handle_cue(self, cue: turns.TurnCue) -> None:
        match cue:
            case turns.TurnCue.REFRESH_CONTROLS:
                self.refresh_controls()
            case turns.TurnCue.CANCEL_DRAG:
                self.let_go()
            case turns.TurnCue.SENT:
                self.choosing.drop()
                self.table_hint.close()
                # the dropped card stays where it is until the answer comes
                self.table.drags.accepted()
                self.refresh_controls()
            case turns.TurnCue.ACTION_RETURNED:
                if self.table.drags.dragged:
                    self.table.drags.dragged.cancel()
                self.refresh_controls()
            case turns.TurnCue.ACTION_WITHOUT_EFFECT:
                self.choosing.drop()
                self.table.unchoose()
                self.refresh_controls()
                self.table.arrange(self.table.ms(ARRANGE_MS))
            case turns.TurnCue.ROUND_CLEARED:
                self._easing.say("", self.table.ms(1))
                self.table.moves.clear()
            case turns.TurnCue.FINISH_ANIMATIONS:
                self._event_queue.end()

    def _lay_anew(self, seat: int, moves: bool) -> None:
        """Show the table from the perspective of ``seat``; with ``moves``, cards move to their new places."""
        if not moves:
            self._table_view.sit(seat)
            return
        self.director.skip()
        self.choosing.drop()
        self.table_hint.close()
        turned = seat != self.viewer
        self._table_view.change_to(seat, HAND_OVER_MS if turned else SLIDE_MS)
        self._is_turned = turned
        # after a forced move the sign may still name the person before
        if turned:
            self.handed_over.end()
        self.refresh_controls()

    def _hand_over(self, seat: int, open_hands: bool) -> None:
        self._handle_news(self.driver.hand_over(seat, open_hands))

    def _acted(self) -> None:
        """Clear what belonged to the decision before this action: the question, or that somebody is thinking."""
        self.choosing.drop()
        self.table_hint.close()
        self.table.secret.hide()
        self.recap.lines = ()
        self.table.thinking = -1
        self._easing.say("", self.table.ms(1))

    def _show(self, steps: Iterable[tuple[Event, View]]) -> None:
        self._event_queue.play(steps)
        self.refresh_controls()

    def pause(self) -> None:
        super().pause()
        self.table.secret.hide()
        self.bots_round.end()
        if self.strip:
            self.strip.driver.playing = False
            self.refresh_controls()

    def update(self, ms: float) -> Transition:
        """Advance the animations, then the match."""
        ms *= self.driver.pace
        if self.table_hint.go_on(self.context, ms):
            self.dock.say_hint(self.table, self.items)
        self.dirty |= self._easing.update(ms) | self.recap.update(ms) | self.handed_over.update(ms)
        self.dirty |= self._pointed_item.update(self.table, self.items, ms)
        if self.table.secret.update(ms, self.items.pressed == SECRET and not self.dragged):
            self.refresh_controls()
        # the camera of a film moves even while its table stands still
        self.dirty |= bool(self.strip and self.strip.driver.cuts)
        if is_idle_sheet(self.table) and not self.dock.keeps_room(self.table) and not self.items.pressed:
            self.refresh_controls()
        if self.bots_round.update(ms, self._event_queue.busy):
            self.refresh_controls()
        for frame_ms in self.bots_round.frames(ms):
            if away := self._play(ms if self.director.pauses else frame_ms):
                return away
            if not self.bots_round.hurried:
                break
        return None

    def _play(self, ms: float) -> Transition:
        """Advance what is shown, and then the match."""
        self.dirty |= self.table.update(ms)
        was_showing = self._event_queue.busy
        left_ms = self._event_queue.go_on(ms)
        if was_showing:
            self.dirty = True
            if not self._event_queue.busy:
                self.refresh_controls()
        away = None if left_ms is None else self._handle_news(self.driver.go_on(left_ms))
        return away or self._handle_news(self.driver.pass_time(ms))

    def _your_turn(self) -> None:
        """Ask a person here for a decision."""
        self.bots_round.end()
        self.recap.begin(self.table)
        if self._is_turned:
            self._is_turned = False
            self.handed_over.begin(self.viewer)
        self.context.audio.play("your_turn")
        self.context.pulse("your_turn")
        self.table_hint.expect(self.game, self.driver.view)
        self.refresh_controls()

    # ---- choosing -------------------------------------------------------------------------------

    def choose(self, action: Action) -> Transition:
        """Take a person's choice; a costly tap may need confirmation first."""
        return self.ask(action) if self.choosing.has_to_wait(action) else self.act(action)

    def ask(self, action: Action) -> Transition:
        """Await a second press on the same choice."""
        if self.choosing.confirms(action):
            return self.act(action)
        self.refresh_controls()
        self._easing.say(self.texts("confirm.again"), self.table.ms(1))
        self.table.arrange(self.table.ms(ARRANGE_MS))
        return None

    def act(self, action: Action) -> Transition:
        """Submit an action."""
        self.let_go()
        return self._handle_news(self.driver.submit(action))

    def consider(self, action: Action, becomes: Callable[[Action], bool]) -> None:
        """Note a choice of several steps: the action that it makes now, and whether it can become another."""
        self._handle_news(self.driver.consider(action, becomes))

    def refuse(self, action: Action) -> None:
        """Tell the player to move why ``action`` is not possible."""
        if self.table.viewer_decides and (error := self.match.objection(action)):
            tell_why(self, error)

    # ---- controls -------------------------------------------------------------------------------

    def build(self) -> None:
        self.let_go()
        self._table_view.build()
        if self.strip:
            self._handle_news(self.strip.driver.seek(self.strip.driver.now))
        # in a new window cards do not glide from where they were in the former one
        self._lay_controls(0)

    def lay_out_question(self) -> None:
        """Rebuild the dock for an inline question."""
        self.refresh_controls()

    def refresh_controls(self) -> None:
        """Rebuild the controls: the current player's moves, the round buttons, and the cards."""
        self._lay_controls(self.table.ms(SLIDE_MS))

    def _lay_controls(self, slide_ms: float) -> None:
        """Rebuild the controls; where the dock's room changes, cards move within ``slide_ms``."""
        if self.driver.covered:
            self.show([])
            return
        table, view, driver = self.table, self.match.view(self.viewer), self.driver
        table.marks, table.conceals_odds = driver.marks, driver.conceals_odds
        # a replay asks for nothing
        idle, own = not self._event_queue.busy and not self.strip, driver.is_own
        self.dock.panel = driver.panel(self._event_queue.busy, self.confirming)
        # never flash controls for a forced move
        asks = not own or self.match.is_over or driver.forced is None
        if idle and asks:
            self._easing.say(driver.asked(table.prompt(view)), table.ms(1))
        self.dock.arrange_for(table, idle and own and asks and not self.match.is_over)
        self.dock.make_room(table, bool(self.items.pressed), slide_ms)
        widgets: list[Widget] = (
            table.controls(view, self.choose, self.choosing.selected) if table.viewer_decides else []
        )
        handles = table.drag_handles(view, self.choose) if idle else []
        self._easing.offer(widgets, table.ms(1))
        if idle:
            taken = {item.about for widget in widgets for item in widget.items}
            widgets += [one for one in table.explained() if one.items[0].about not in taken]
        focus = widgets[0].items[0].id if widgets else ""
        widgets += [
            *self._round_buttons(widgets, own and idle and asks),
            *(self.strip.widgets(busy=self._event_queue.busy) if self.strip else ()),
        ]
        # the calls lie over everything
        self.show([*self.dock.lay(table, widgets), *self._buttons.calls(table)], handles)
        if table.viewer_decides and self.items.ring and not self.items.focus and focus:
            # with keyboard or gamepad, the focus starts on the first move
            self.items.focus = focus
        self.dock.focus(self.items)

    def _round_buttons(self, moves: Sequence[Widget], asks: bool) -> list[Widget]:
        """Return the round buttons; where bots play for long, the one to hurry them has the hint's place."""
        found = self._buttons.widgets(self.table, moves, own=asks, busy=self._event_queue.busy)
        if asks or not self.bots_round.offered:
            return found
        kept = [one for one in found if [item.id for item in one.items] != ["hint"]]
        return [*kept, hurry_button(self.table, self._hurry)]

    def corner_uses(self) -> dict[CornerButton, UseAction]:
        uses = {
            **super().corner_uses(),
            CornerButton.SPEED: lambda: self.context.step_speed(1, announced=False),
            CornerButton.CLUE: lambda: self._handle_news(self.driver.give_up()),
            CornerButton.ANSWER: lambda: self._handle_news(self.driver.give_up()),
            CornerButton.HINT: self._hint,
            CornerButton.PLAN: lambda: self.driver.plan(self.table),
            CornerButton.LOG: self._open_log,
        }
        return (
            uses | {CornerButton.LOG: self.strip.open_log, CornerButton.REVIEW: self.strip.driver.review}
            if self.strip
            else uses
        )

    def _hurry(self) -> None:
        self.bots_round.hurry()
        self.refresh_controls()

    def _open_log(self) -> Transition:
        """Open the log; where nothing has to be remembered or kept secret, a move leads to its place in a replay."""
        match = self.driver.match
        if self.table.tests_memory or not self.driver.can_look_back or not isinstance(match, Match):
            return Push(routes.log(self.context, self.table))
        game, steps = match.game, enumerate((match.game.opening(match.at(0).state), *match.events))
        seen = [place for place, events in steps for one in events if game.visible(one, self.viewer) is not None]

        def jump(number: int) -> Transition:
            return Push(routes.replay(self.context, match, routes.ReplayStart(place=seen[number])))

        return Push(routes.log(self.context, self.table, jump=jump))

    def _undo(self) -> Transition:
        return self._handle_news(self.driver.take_back())

    def _hint(self) -> Transition:
        return self.dock.hint(self.table, self.items)

    def question(self) -> tuple[str, bool] | None:
        """Return the text to speak, and whether it asks this player; a requested move includes the table."""
        if isinstance(self.strip, FilmView):
            return self.strip.question()
        if self._event_queue.busy:
            return None
        if self.choosing.selected is not None:
            # nothing has happened yet, so the player must hear that a second press is needed
            return self._easing.prompt, True
        if self.strip:
            return super().question() if self.confirming else self.strip.question()
        return self.dock.question(self.table, self.confirming)

    # ---- input and drawing ----------------------------------------------------------------------

    def back(self) -> Transition:
        """Cancel a card awaiting confirmation or a partial choice; else pause or leave."""
        if self.driver.calls and self.driver.calls.put_away():
            self.refresh_controls()
            return None
        if self.choosing.drop():
            self.refresh_controls()
            self.table.arrange(self.table.ms(ARRANGE_MS))
            return None
        if self.table.viewer_decides and self.table.unchoose():
            return None
        return self.driver.leave(self.table)

    def touched(self, item: Item) -> None:
        """Close the hint when something on the table is touched."""
        self.dock.touched(item)

    def on_input(self, event: Input) -> Transition:
        """Process input; a tap beside all items, or the act key, skips the animation."""
        if isinstance(event, StoredElsewhere) and self.driver.ignores_other_tabs:
            return None
        gives_way = self.driver.heed(event)
        outcome = self._handle(event)
        if gives_way and outcome is None:
            self.refresh_controls()
        return outcome

    def _handle(self, event: Input) -> Transition:
        if isinstance(event, Pointer) and event.touch:
            self.context.uses_touch = True
        self.dirty |= self.recap.ended_by(event) | self.handed_over.ended_by(event)
        if self._event_queue.skipped_by(event, self.items):
            self.refresh_controls()
            return None
        if isinstance(event, Key) and not self.dragged:
            if self.table_hint.open and event.meaning in ("pause", "back"):
                # the topmost layer closes first
                return self._hint()
            refused = self._refusal.by_key(event, self.texts)
            if not refused and (chosen := numbered(self.table, self.items).get(event.raw)):
                outcome = self.use(chosen)
                point_on(self.table, self.items)
                return outcome
        before, pressed = self.items.focus, self.items.pressed
        outcome = super().on_input(event)
        if isinstance(event, Pointer) and event.kind == "up":
            over = self.items.at(event.x, event.y)
            self._pointed_item.lifted(self.items, over, pressed)
            if over is None:
                self._refusal.by_press(event, self.items, pressed, self.texts)
        elif isinstance(event, Key) and before != self.items.focus:
            self._pointed_item.tap(None)
        return outcome

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, its controls and the layers above; or the curtain."""
        if self.driver.covered:
            canvas.background(cloth(self.frame, self.table.felt))
            return
        self.table.ringed = -1
        (self.strip or self.table).draw(canvas)
        holder = self.driver.next_holder
        if holder >= 0:
            draw_cover(canvas, self.table, holder)
        if is_idle_sheet(self.table):
            self.table.log_panel.draw(canvas, self.table.spots.dock)
        if not self.under_message and self.handed_over.seat < 0:
            self._easing.draw_prompt(canvas, self.table)
        self._easing.draw(canvas, self.widgets, self.items, self.table.layer)
        if self.items.ring and self.table.has_caps and self.table.digit_caps:
            draw_caps(canvas, self.table, self.items)
        noted = holder < 0 and self._pointed_item.draw_note(canvas, self.table, self.items, bool(self.dragged))
        if not noted and self.dock.panel_text(self.table) is None:
            self.recap.draw(canvas, self.table)
        if self.handed_over.seat >= 0:
            self.handed_over.draw(canvas, self.table)
        draw_dragged(canvas, self.table)
