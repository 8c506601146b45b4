"""The table of a game of turns: events are shown, a person chooses, hints and cards explain.

Whose match it is, and what a choice leads to, is the driver's to say. Everything it tells is shown to its end before
it is asked what comes next; the picture is the game's table.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.capabilities import Advice
from game.core.game import Action, Event, View
from game.core.match import HUMAN
from game.engine.canvas import Canvas
from game.engine.director import Director
from game.engine.input import Elsewhere, Input, Key, Pointer
from game.engine.items import CARD, Item
from game.engine.presentation import turns
from game.engine.transitions import Push, Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Use, Widget
from game.scenes.navigation import routes
from game.scenes.replay.strip import Strip
from game.scenes.shared.common import ARRANGE_MS, SLIDE_MS, AtTable, tell_why
from game.scenes.table.curtain import Curtain, cloth
from game.scenes.table.easing import Easing, draw_caps
from game.scenes.table.hinting import Hinting
from game.scenes.table.pointing import Pointing
from game.scenes.table.recap import Recap, is_needed
from game.table.driver import Corner
from game.table.film import Jumped, Playback
from game.table.news import Away, Focused, Sound
from game.table.turns import news
from game.table.turns.driver import Room, TurnDriver
from game.table.turns.parts import corner_button, party_widgets, seat_marks, undo_button
from game.table.turns.words import Words
from game.teaching.lesson import MOVE


class TurnScene(AtTable):
    """One match of turns at its table, whatever drives it."""

    table: AnyTurnTable
    driver: TurnDriver
    #: whose eyes the table has
    viewer: int

    def __init__(self, context: Context, driver: TurnDriver) -> None:
        super().__init__(context)
        self.driver, self.match, self.game = driver, driver.match, driver.game
        self.keeps, self.kept_as = driver.keeps, driver.kept_as
        self.shown = turns(PRESENTATIONS[driver.game.name])
        self.words = Words(context, driver, self._offer, self._take, self.sure)
        self.selected: Action | None = None
        self._pointing = Pointing()
        self._prompt = ""
        self._easing = Easing()
        #: the log was so long when each person was asked last
        self._seen: dict[int, int] = {}
        #: how each person has arranged what is theirs: it outlasts the picture of the table
        self._arrangements: dict[int, list[int]] = {}
        self.director = Director(self._finish)
        #: what lies below the table of a replay
        self.strip = Strip(self, driver, self._take, self._offer) if isinstance(driver, Playback) else None
        self.stage = "" if self.strip else "table"
        self._sit(driver.viewer)
        if driver.deals:
            self.table.log.clear()
        if driver.knows_past:
            self._seen[self.viewer] = len(self.table.log)
        self._take(driver.begin())
        self.recap = Recap(len(self.table.log))

    def _finish(self) -> None:
        """Let everything that moves be where it belongs, at whichever table that is now."""
        self.table.layer.finish()

    def _sit(self, seat: int) -> None:
        """See the table with the eyes of ``seat``."""
        self.viewer = seat
        context = self.strip.framed() if self.strip else self.context
        table = self.table = self.shown.table(context, self.match.seats, seat, self.match.view(seat))
        self.driver.habits = table
        table.alone = table.alone or self.driver.open_hands
        table.held_by = (seat,)
        table.offer, table.ask, table.refuse = self._offer, self.ask, self._refuse
        table.arrangement = self._arrangements.setdefault(seat, [])
        if table.arrangement:
            table.arrange()
        self._made_for = (self.context.kit, self.context.texts)
        for event in self.match.past(seat):
            table.take_note(event)
        table.teaches = self.driver.room == Room.LESSON
        table.make_room(self._keeps_room)
        if self.strip:
            self.strip.lay(table)

    @property
    def shown_once(self) -> bool:  # type: ignore[override]
        """The end of a match, and one that nobody has acted in yet: it is not stored."""
        driver = self.driver
        return not self.strip and (driver.match.is_over or (driver.keeps and not driver.match.has_begun))

    @property
    def awake(self) -> bool:  # type: ignore[override]
        """Somebody thinks, or a replay is played."""
        return not self.strip or self.strip.driver.playing

    @property
    def advice(self) -> Advice[Action] | None:
        """The hint that is open."""
        return self.hinting.advice

    @property
    def mover(self) -> int:
        """The seat that decides now, or -1."""
        return self.match.mover

    # ---- what happens ---------------------------------------------------------------------------

    def _take(self, told: Iterable[news.News]) -> Transition:
        """Show what the driver tells, one thing after the other; return where it leads to."""
        for one in told:
            self.match = self.driver.match
            match one:
                case Away(transition):
                    return transition
                case news.Cover(seat):
                    since = self.table.log[self._seen.get(seat, 0) :]
                    return Push(Curtain(self.context, self.driver.match, seat, since, self._hand_over))  # type: ignore[arg-type]
                case news.Steps(steps, own):
                    self._acted(own)
                    self._show(steps)
                case news.Dealt(steps):
                    self._show(steps)
                case Jumped(past):
                    self._jump(past)
                case news.Turn(seat):
                    self._your_turn(seat)
                case news.Thinks(seat) if self.table.thinking != seat:
                    self.table.thinking, self.dirty = seat, True
                case news.Seated(seat, moves):
                    self._lay_anew(seat, moves)
                case news.Wait(ms):
                    self.director.pace = self.context.settings.pace
                    self.director.play(iter((ms,)))
                case news.Refused(error):
                    tell_why(self.context, error)
                case Sound(name, felt):
                    self.context.audio.play(name)
                    self.context.pulse(felt)
                case Focused(id_) if self.items.find(id_):
                    self.items.focus = id_
                case news.Cue():
                    self._heed(one)
        return None

    def _heed(self, cue: news.Cue) -> None:
        """Do what a driver asks for, though nothing has happened in the game."""
        match cue:
            case news.Cue.OFFER:
                self._offer()
            case news.Cue.LET_GO:
                self.let_go()
            case news.Cue.SENT:
                self.selected = None
                self.hinting.close()
                # what was dropped lies where it is until the answer comes
                self.table.accepted()
                self._offer()
            case news.Cue.RETURNED:
                if self.table.carried:
                    self.table.carried.cancel()
                self._offer()
            case news.Cue.TRIED:
                self.selected = None
                self.table.unchoose()
                self._offer()
                self.table.arrange(self.table.ms(ARRANGE_MS))
            case news.Cue.CLEAR:
                self._prompt = self._easing.say("", self.table.ms(1))
                self.table.last = None
            case news.Cue.SKIP if self.director.busy:
                self.director.skip()
                self.table.sync(self.match.view(self.viewer))

    def _jump(self, past: Iterable[Event]) -> None:
        """Show the match as it stands now, without what led there."""
        table = self.table
        if self.director.busy:
            self.director.skip()
        table.log = [line for event in past for line in table.log_lines(event)]
        table.last = None
        table.hush()
        table.sync(self.match.view(self.viewer), table.ms(ARRANGE_MS))
        self._offer()

    def _lay_anew(self, seat: int, moves: bool) -> None:
        """See the table with the eyes of ``seat``; what was in sight ``moves`` to its new place."""
        if not moves:
            self._sit(seat)
            return
        self.director.skip()
        self.selected = None
        self.hinting.close()
        last = self.table.layer
        self._sit(seat)
        self.table.layer.sprites = last.sprites
        self.table.sync(self.match.view(seat), self.table.ms(SLIDE_MS))
        self._offer()

    def _hand_over(self, seat: int, open_hands: bool) -> None:
        """A person has taken the device."""
        self._take(self.driver.hand_over(seat, open_hands))

    def _acted(self, own: bool) -> None:
        """Somebody has acted, the one who sits here or not: what was asked or told before it is over."""
        self.selected = None
        self.hinting.close()
        self.recap.lines = ()
        self.table.thinking = -1
        if own:
            # a question that has been answered goes at once; who thought is shown until the next one does
            self._prompt = self._easing.say("", self.table.ms(1))

    def _show(self, steps: Iterable[tuple[Event, View]]) -> None:
        """Show events one after the other, each with what the viewer knows once it has happened."""
        self.director.pace = self.context.settings.pace
        self.director.play(self.table.accepted())
        for event, view in steps:
            self.director.play(self.table.play(event, view))
        self._offer()

    def pause(self) -> None:
        """Something lies over the table, or the window is away."""
        super().pause()
        if self.strip:
            self.strip.driver.playing = False
            self._offer()

    def update(self, ms: float) -> Transition:
        """Let events be shown, then what comes next."""
        ms *= self.driver.pace
        if self.hinting.go_on(self.context, ms):
            self.words.say_hint(self.table, self.items)
        if self.table.update(ms) | self._easing.update(ms) | self.recap.update(ms):
            self.dirty = True
        self.dirty |= self._pointing.update(self.table, self.items, ms)
        if self.table.docked and not self.table.says and not self._keeps_room and not self.items.pressed:
            self._offer()
        away = None if self._is_showing(ms) else self._take(self.driver.go_on(ms))
        return away or self._take(self.driver.pass_time(ms))

    def _is_showing(self, ms: float) -> bool:
        """Let what is being shown go on; return whether there is more of it."""
        if self.director.busy:
            self.director.pace = self.context.settings.pace
            self.director.update(ms)
            self.dirty = True
            if self.director.busy:
                return True
            self.table.sync(self.match.view(self.viewer), self.table.ms(ARRANGE_MS))
            self._offer()
        return False

    def _your_turn(self, seat: int) -> None:
        """Somebody is asked for a decision here."""
        self.recap.begin(self.table, self._seen.get(seat, 0))
        self._seen[seat] = len(self.table.log)
        self.context.audio.play("your_turn")
        self.context.pulse("your_turn")
        self._offer()

    # ---- choosing -------------------------------------------------------------------------------

    def choose(self, action: Action) -> Transition:
        """A person's choice; a tap that costs may have to be confirmed first."""
        mode = self.context.settings.confirm
        costs = self.match.has_choice and self.game.costs(action, self.match.view(self.viewer))
        slips = mode == "touch" and self.context.touched and costs and not self.driver.is_harmless(action)
        asks = mode == "always" or slips
        return self.ask(action) if asks else self.act(action)

    def ask(self, action: Action) -> Transition:
        """Let a choice wait until it is made once more."""
        if self.selected == action:
            return self.act(action)
        self.selected = action
        self._offer()
        self._prompt = self._easing.say(self.context.texts("confirm.card"), self.table.ms(1))
        self.table.arrange(self.table.ms(ARRANGE_MS))
        return None

    def act(self, action: Action) -> Transition:
        """Hand in an action."""
        self.let_go()
        return self._take(self.driver.submit(action))

    def _refuse(self, action: Action) -> None:
        """Say why ``action`` cannot be done, to whoever decides now."""
        if self.table.asked and (error := self.match.objection(action)):
            tell_why(self.context, error)

    # ---- what can be used -----------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the table anew if the window, the scale or the language has changed."""
        self.let_go()
        if self._made_for != (self.context.kit, self.context.texts):
            self._made_for = (self.context.kit, self.context.texts)
            (self.strip.lay(self.table) if self.strip else self.table.build())
        if self.strip:
            self._take(self.strip.driver.seek(self.strip.driver.now))
        self._offer()

    def lay_out_question(self) -> None:
        """What is asked in place stands on the panel."""
        self._offer()

    def _offer(self) -> None:
        """Offer what can be used now: the moves of the person whose turn it is, the corner buttons, the cards."""
        if self.driver.covered:
            self.show([])
            return
        table, view, driver = self.table, self.match.view(self.viewer), self.driver
        # nobody is asked for anything in a replay
        idle, own = not self.director.busy and not self.strip, driver.is_own
        self.words.panel = driver.panel(self.director.busy, self.asking)
        # what is made unasked is not asked for even as long as a frame
        asks = not own or self.match.is_over or driver.forced is None
        if idle and asks:
            self._prompt = self._easing.say(driver.asked(table.prompt(view)), table.ms(1))
        self._arrange_for(idle and own and asks and not self.match.is_over)
        self._make_room()
        widgets: list[Widget] = table.controls(view, self.choose, self.selected) if table.asked else []
        handles = table.handles(view, self.choose) if idle else []
        self._easing.offer(widgets, table.ms(1))
        if idle:
            taken = {item.about for widget in widgets for item in widget.items}
            widgets += [one for one in table.explained() if one.items[0].about not in taken]
        focus = widgets[0].items[0].id if widgets else ""
        widgets += [*self._corners(own and idle), *(self.strip.widgets() if self.strip else ())]
        self.show(self.words.lay(table, widgets), handles)
        if table.asked and self.items.ring and not self.items.focus and focus:
            # whoever plays by keyboard or pad finds the focus on the first move
            self.items.focus = focus
        self.words.focus(self.items)

    @property
    def _keeps_room(self) -> bool:
        """Whether the dock has its room though nothing is said just now: soon something will be."""
        return not self.strip and (self.driver.room != Room.NONE or is_needed(self.table))

    def _make_room(self) -> None:
        """Let the dock have its room while there are words, but move nothing that is being pressed or dragged."""
        table, says = self.table, self.words.said(self.table) is not None
        table.says = says or table.teaches
        if says or not (self.items.pressed or table.carried):
            table.make_room(says or self._keeps_room)

    def _arrange_for(self, asked: bool) -> None:
        """Let cards stand as they do while the viewer is asked, or not; and while a panel speaks of a move."""
        table, panel = self.table, self.words.panel
        # where the move itself is marked, what else could be used is not: one of many frames says nothing
        points_out = panel is not None and self.driver.room == Room.LESSON and MOVE in panel.points
        if (asked, points_out) != (table.asked, table.points_out):
            table.asked, table.points_out = asked, points_out
            table.arrange(table.ms(ARRANGE_MS))

    def _corners(self, own: bool) -> list[Widget]:
        """The round buttons, and what is at the seats."""
        table, driver, hint = self.table, self.driver, self.hinting
        uses: dict[Corner, Use] = {
            Corner.PAUSE: self.back,
            Corner.BACK: self.back,
            Corner.HELP: driver.help,
            Corner.LOG: lambda: Push(routes.log(self.context, table)),
            Corner.SPEED: lambda: self.context.step_speed(1, told=False),
            Corner.ANSWER: lambda: self._take(driver.give_up()),
            Corner.CALL: lambda: self._take(driver.call()),
        }
        if self.strip:
            uses |= {Corner.LOG: self.strip.open_log, Corner.REVIEW: self.strip.driver.review}
        found = [
            corner_button(table, corner, uses[corner], enabled=own, on=driver.calling)
            for corner in driver.corners
            if corner != Corner.HINT
        ]
        if (undo := driver.undo) and (undo.can or not table.undo_is_rare):
            found.append(undo_button(table, self._undo, undo.can and not (driver.asks_others and self.director.busy)))
        if Corner.HINT in driver.corners:
            found.append(hint.button(self.context, table.spots.hint, self._hint, own))
        return [*found, *seat_marks(table, driver.marks), *party_widgets(table, driver, self._take)]

    def _undo(self) -> Transition:
        return self._take(self.driver.take_back())

    def _refuse_undo(self) -> None:
        """Say why nothing can be taken back now, if it cannot."""
        if (undo := self.driver.undo) and not undo.can:
            self.say(self.context.texts(undo.why_not))

    @property
    def hinting(self) -> Hinting:
        """The hint at this table."""
        return self.words.hinting

    def _hint(self) -> Transition:
        return self.words.hint(self.table, self.items)

    # ---- what is said ---------------------------------------------------------------------------

    def question(self) -> tuple[str, bool] | None:
        """What is asked or to be read; whoever is asked for a move hears what lies on the table too."""
        if words := self.driver.interrupted:
            return words, False
        if self.director.busy:
            return None
        if self.selected is not None:
            # nothing has happened yet: without a word of it a second touch would not be thought of
            return self._prompt, True
        if self.strip:
            return super().question() if self.asking else self.strip.question()
        view, panel = self.match.view(self.viewer), self.driver.panel(False, self.asking)
        if panel and panel.speaks:
            words, own = self.context.texts.sentences(panel.said.sentences), True
            return (f"{words} {self.table.spoken(view)}" if panel.asks else words), own
        words, own = self.table.prompt(view), self.mover == self.viewer
        plays = self.match.seats[self.viewer].kind == HUMAN or not self.driver.is_apart
        return (f"{words} {self.table.spoken(view)}" if own else words), own and plays

    # ---- input and picture ----------------------------------------------------------------------

    def back(self) -> Transition:
        """Take back a card that waits for its confirmation or a choice that has been begun, else pause or leave."""
        if self.driver.put_away():
            self._offer()
            return None
        if self.selected is not None:
            self.selected = None
            self._offer()
            self.table.arrange(self.table.ms(ARRANGE_MS))
            return None
        if self.table.asked and self.table.unchoose():
            return None
        return self.driver.leave(self.table)

    def touched(self, item: Item) -> None:
        """A hint goes as soon as something on the table is touched."""
        self.words.touched(item)

    def handle(self, event: Input) -> Transition:
        """A tap beside every item, or the act key, skips what is being shown."""
        if isinstance(event, Elsewhere) and self.driver.is_apart:
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
        if self.director.busy and self._skipped_by(event):
            return None
        if isinstance(event, Key) and not self.carried:
            if self.hinting.open and event.meaning in ("pause", "back"):
                # what lies uppermost goes first
                return self._hint()
            if event.meaning == "undo" and self.driver.undo and not self.driver.undo.can:
                self._refuse_undo()
            elif chosen := self._numbered().get(event.raw):
                outcome = self.use(chosen)
                self._point_on()
                return outcome
        before, pressed = self.items.focus, self.items.pressed
        outcome = super().handle(event)
        if isinstance(event, Pointer) and event.kind == "up":
            self._lifted(event, pressed)
        elif isinstance(event, Key) and before != self.items.focus:
            self._pointing.tap(None)
        return outcome

    def _skipped_by(self, event: Input) -> bool:
        """Let an input run what is being shown to its end, or to a look; return whether it did."""
        tap = isinstance(event, Pointer) and event.kind == "down" and not self.items.at(event.x, event.y)
        if not tap and not (isinstance(event, Key) and event.meaning == "act" and not self.items.focused()):
            return False
        self.director.skip(keep_looks=True)
        if not self.director.busy:
            self.table.sync(self.match.view(self.viewer))
        self._offer()
        self.dirty = True
        return True

    def _lifted(self, event: Pointer, pressed: str) -> None:
        """A pointer that had ``pressed`` an item has been lifted."""
        over = self.items.at(event.x, event.y)
        # what comes to light where a button has just gone was not meant
        self._pointing.tap(over if over and over.id == pressed else None)
        if over is None:
            self.items.focus = ""
            # not after it has just been used: there may be nothing more to be taken back then
            if pressed != "undo" and (undo := self.items.find("undo")) and undo.box.holds(event.x, event.y):
                self._refuse_undo()

    def _numbered(self) -> dict[str, Item]:
        """The cards to choose from by the digit that chooses each."""
        return self.table.numbered([item for item in self.items.items if item.enabled and item.id.startswith(CARD)])

    def _point_on(self) -> None:
        """A card has been chosen by its number: what can be done with it is next under the act key."""
        if (button := self.table.next_step()) and self.table.asked:
            self.items.focus, self.items.ring = button, True

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, what can be used, and the papers over it; or the curtain in front of it."""
        if self.driver.covered:
            canvas.background(cloth(self.context.frame, self.shown.felt))
            return
        (self.strip or self.table).draw(canvas)
        spots = self.table.spots
        if self.table.docked and canvas.frame.tall and not self.table.says:
            self.table.draw_log(canvas, spots.dock)
        if self._prompt and not self.under_message and not self.table.tells:
            self.table.draw_prompt(self._easing.prompt(canvas), self._prompt, *spots.prompt, spots.prompt_width)
        self._easing.draw(canvas, self.widgets, self.items)
        if self.items.ring and self.table.has_caps and self.table.digit_caps:
            draw_caps(canvas, self.context.kit, self._numbered())
        noted = self._pointing.noted(self.table, self.items, bool(self.carried))
        note = self.table.note(noted) if noted else None
        if note:
            note.draw(canvas)
        elif not self.hinting.open:
            self.recap.draw(canvas, self.table)
        self.table.draw_carried(canvas)
