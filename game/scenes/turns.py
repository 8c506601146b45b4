"""What every table of turns does, wherever its match lies: events are shown, a person chooses, hints and cards explain.

Whoever owns the match says what a choice leads to and what comes next; the picture is the game's table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from game.context import Context
from game.core.game import Action, Advice, Event, View
from game.core.match import HUMAN
from game.core.played import Played
from game.engine.advice import Marking, Rings
from game.engine.canvas import Canvas
from game.engine.director import Director
from game.engine.input import Input, Key, Pointer
from game.engine.items import CARD, Item
from game.engine.layout import Box
from game.engine.presentation import turns
from game.engine.transitions import Transition
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import RoundButton, Widget
from game.presentations import PRESENTATIONS
from game.scenes.common import ARRANGE_MS, AtTable, prompt_box, tell_why
from game.scenes.corners import corner_buttons
from game.scenes.easing import Easing, draw_caps
from game.scenes.hinting import Hinting
from game.scenes.pointing import Pointing
from game.scenes.recap import Recap

#: how long the last card stays in sight before the result is shown
LAST_LOOK_MS = 900.0


class TurnScene(AtTable, ABC):
    """One match of turns at its table."""

    stage = "table"
    awake = True
    table: AnyTurnTable
    recap: Recap
    #: whose eyes the table has
    viewer: int
    #: people have agreed to do without the curtain
    open_hands = False

    def __init__(self, context: Context, match: Played) -> None:
        super().__init__(context)
        self.match = match
        self.game, self.shown = match.game, turns(PRESENTATIONS[match.game.name])
        self.hinting = Hinting()
        self.selected: Action | None = None
        self._pointing = Pointing()
        self._awaiting = False
        self._linger = LAST_LOOK_MS
        self._prompt = ""
        self._easing = Easing()
        self._seen: dict[int, int] = {}
        #: how each person has arranged what is theirs: it outlasts the picture of the table
        self._arrangements: dict[int, list[int]] = {}
        self.director = Director(self._finish)

    def _finish(self) -> None:
        """Let everything that moves be where it belongs, at whichever table that is now."""
        self.table.layer.finish()

    def _sit(self, seat: int) -> None:
        """See the table with the eyes of ``seat``."""
        self.viewer = seat
        self.table = self.shown.table(self.context, self.match.seats, seat, self.match.view(seat))
        self.table.alone = self.table.alone or self.open_hands
        self.table.held_by = (seat,)
        self.table.offer, self.table.ask, self.table.refuse = self._offer, self.ask, self._refuse
        self.table.arrangement = self._arrangements.setdefault(seat, [])
        if self.table.arrangement:
            self.table.arrange()
        self._made_for = (self.context.kit, self.context.texts)
        for event in self.match.past(seat):
            self.table.take_note(event)

    @property
    def advice(self) -> Advice[Action] | None:
        """The hint that is open."""
        return self.hinting.advice

    @property
    def mover(self) -> int:
        """The seat that decides now, or -1."""
        return self.match.mover

    # ---- playing --------------------------------------------------------------------------------

    def choose(self, action: Action) -> Transition:
        """A person's choice; a tap that costs may have to be confirmed first."""
        mode = self.context.settings.confirm
        costs = self.match.has_choice and self.game.costs(action, self.match.view(self.viewer))
        slips = mode == "touch" and self.context.touched and costs and not self._is_harmless(action)
        asks = mode == "always" or slips
        return self.ask(action) if asks else self.act(action)

    def _is_harmless(self, action: Action) -> bool:
        """Whether an action that costs can be taken back in peace."""
        del action
        return False

    def ask(self, action: Action) -> Transition:
        """Let a choice wait until it is made once more."""
        if self.selected == action:
            return self.act(action)
        self.selected = action
        self._offer()
        self._prompt = self._easing.say(self.context.texts("confirm.card"), self.table.ms(1))
        self.table.arrange(self.table.ms(ARRANGE_MS))
        return None

    @abstractmethod
    def act(self, action: Action) -> Transition:
        """Carry out an action and show what it leads to."""

    def _refuse(self, action: Action) -> None:
        """Say why ``action`` cannot be done, to whoever decides now."""
        if self.table.asked and (error := self.match.objection(action)):
            tell_why(self.context, error)

    def _acted(self, own: bool) -> None:
        """Somebody has acted, the one who sits here or not: what was asked or told before it is over."""
        self.selected, self._awaiting = None, False
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

    def update(self, ms: float) -> Transition:
        """Let events be shown, then what comes next."""
        if self.hinting.go_on(self.context, ms):
            self._say_hint()
        if self.table.update(ms) | self._easing.update(ms) | self.recap.update(ms):
            self.dirty = True
        self.dirty |= self._pointing.update(self.table, self.items, ms)
        if self.director.busy:
            self.director.pace = self.context.settings.pace
            self.director.update(ms)
            self.dirty = True
            if self.director.busy:
                return None
            self.table.sync(self.match.view(self.viewer), self.table.ms(ARRANGE_MS))
            self._offer()
        return self._next(ms)

    @abstractmethod
    def _next(self, ms: float) -> Transition:
        """All that has happened is shown: go on."""

    def _your_turn(self, seat: int) -> None:
        """Somebody is asked for a decision here."""
        self.recap.begin(self.table, self._seen.get(seat, 0))
        self._seen[seat] = len(self.table.log)
        self.context.audio.play("your_turn")
        self.context.pulse("your_turn")
        self._offer()

    def message_box(self) -> Box | None:
        """In the place of the prompt."""
        return prompt_box(self.table.spots.prompt, self.table.spots.prompt_width)

    # ---- what can be used -----------------------------------------------------------------------

    def build(self) -> None:
        """Lay out the table anew if the window, the scale or the language has changed."""
        self.let_go()
        if self._made_for != (self.context.kit, self.context.texts):
            self._made_for = (self.context.kit, self.context.texts)
            self.table.build()
        self._offer()

    def _offer(self) -> None:
        """Offer what can be used now: the moves of the person whose turn it is, the corner buttons, the cards."""
        widgets: list[Widget] = []
        idle, own = not self.director.busy, self._is_own()
        # what is made unasked is not asked for even as long as a frame
        asks = not own or self.match.is_over or self._foregone() is None
        if idle and asks:
            self._prompt = self._easing.say(self._words(), self.table.ms(1))
        asked = idle and own and asks and not self.match.is_over
        if asked != self.table.asked:
            self.table.asked = asked
            self.table.arrange(self.table.ms(ARRANGE_MS))
        if asked:
            widgets += self.table.controls(self.match.view(self.viewer), self.choose, self.selected)
        handles = self.table.handles(self.match.view(self.viewer), self.choose) if idle else []
        self._easing.offer(widgets, self.table.ms(1))
        taken = {item.about for widget in widgets for item in widget.items}
        if idle:
            for widget in self.table.explained():
                if widget.items[0].about not in taken:
                    widgets.append(widget)
        shown = [*widgets, *self._corners(own and idle)]
        items = [item for widget in shown for item in widget.items]
        if paper := self._paper(items):
            shown = self._beside(shown, paper)
        self.table.sheet = paper.box if paper else None
        self.show(shown, handles)
        if asked and self.items.ring and not self.items.focus and widgets:
            # whoever plays by keyboard or pad finds the focus on the first move
            self.items.focus = widgets[0].items[0].id

    def _foregone(self) -> Action | None:
        """The move that is made unasked, because there is no choice about it, or None."""
        return None

    def _is_own(self) -> bool:
        """Whether it is for the one who sits here to decide."""
        return self.mover == self.viewer and self.match.seats[self.viewer].kind == HUMAN

    def _words(self) -> str:
        """What is to be decided, or whose decision it is."""
        return self.table.prompt(self.match.view(self.viewer))

    def _paper(self, items: Sequence[Item]) -> Marking | None:
        """The paper that lies on the table beside these ``items``: the hint that is open."""
        paper = self.hinting.paper(self.table, items, self._turn_hint) if self.table.asked else None
        if paper:
            paper.offer_close(self.context.texts("hint.close"), self._hint, items)
        return paper

    def _beside(self, widgets: list[Widget], paper: Marking) -> list[Widget]:
        """All that is shown with a paper: its marks lie over the focus, which the hint puts on what it advises."""
        table = self.table
        return [*widgets, Rings(self.context.kit, paper.marks, table.draw_labels, widgets, table.risen), paper]

    def _corners(self, own: bool) -> list[Widget]:
        kit, texts, spots = self.context.kit, self.context.texts, self.table.spots
        widgets = corner_buttons(self.context, self.table, self.back)
        if self._undoes():
            can, label = self._can_undo(), texts("button.undo")
            if can or not self.table.undo_is_rare:
                at = spots.undo
                widgets.append(
                    RoundButton(kit, "undo", *at, label, self._undo, icon="undo", side=52, keys=("undo",), enabled=can)
                )
        if self.has_hints:
            widgets.append(self.hinting.button(self.context, spots.hint, self._hint, own))
        return widgets

    @abstractmethod
    def _undoes(self) -> bool:
        """Whether anything is ever taken back at this table."""

    @abstractmethod
    def _can_undo(self) -> bool:
        """Whether something can be taken back now."""

    @abstractmethod
    def _undo(self) -> Transition:
        """Take it back."""

    @abstractmethod
    def _refuse_undo(self) -> None:
        """Say why nothing can be taken back now."""

    @property
    def has_hints(self) -> bool:
        """Whether there are hints at this table."""
        return True

    def _hint(self) -> Transition:
        if self.hinting.open:
            self.hinting.close()
            self._offer()
            return None
        self.hinting.begin(self.game, self.match.view(self.viewer), self.viewer)
        self._say_hint()
        return None

    def _say_hint(self) -> None:
        """Show what the hint has to say by now, and say it aloud."""
        self.table.aside = self.hinting.spoken(self.table)
        if self.advice and not self.hinting.measured:
            # its own marks show it; whoever goes by keys goes on from there
            self.items.focus = self.table.item_of(self.advice.action)
        self._offer()

    def _turn_hint(self) -> Transition:
        """The numbers behind the reason of the hint come below it, or go."""
        self.hinting.numbers = not self.hinting.numbers
        self._offer()
        return None

    def back(self) -> Transition:
        """Take back a card that waits for its confirmation or a choice that has been begun, else pause."""
        if self.selected is not None:
            self.selected = None
            self._offer()
            self.table.arrange(self.table.ms(ARRANGE_MS))
            return None
        if self.table.asked and self.table.unchoose():
            return None
        return self._leave()

    @abstractmethod
    def _leave(self) -> Transition:
        """Leave the table, or ask about it."""

    def question(self) -> tuple[str, bool] | None:
        """What the table asks for; whoever is asked hears what lies on it too."""
        if self.director.busy:
            return None
        if self.selected is not None:
            # nothing has happened yet: without a word of it a second touch would not be thought of
            return self._prompt, True
        view = self.match.view(self.viewer)
        words, own = self.table.prompt(view), self.mover == self.viewer
        return (f"{words} {self.table.spoken(view)}" if own else words), own

    # ---- input and picture ----------------------------------------------------------------------

    def touched(self, item: Item) -> None:
        """A hint goes as soon as something on the table is touched."""
        if self.hinting.ended_by(item):
            self._offer()

    def handle(self, event: Input) -> Transition:
        """A tap beside every item, or the act key, skips what is being shown."""
        if isinstance(event, Pointer) and event.touch:
            self.context.touched = True
        self.dirty |= self.recap.ended_by(event)
        if self.director.busy:
            tap = isinstance(event, Pointer) and event.kind == "down" and not self.items.at(event.x, event.y)
            if tap or (isinstance(event, Key) and event.meaning == "act" and not self.items.focused()):
                self.director.skip(keep_looks=True)
                if not self.director.busy:
                    self.table.sync(self.match.view(self.viewer))
                self._offer()
                self.dirty = True
                return None
        if isinstance(event, Key) and not self.carried:
            if self.hinting.open and event.meaning in ("pause", "back"):
                # what lies uppermost goes first
                return self._hint()
            if event.meaning == "undo" and self._undoes() and not self._can_undo():
                self._refuse_undo()
            elif chosen := self._numbered().get(event.raw):
                outcome = self.use(chosen)
                self._point_on()
                return outcome
        before, pressed = self.items.focus, self.items.pressed
        outcome = super().handle(event)
        if isinstance(event, Pointer) and event.kind == "up":
            over = self.items.at(event.x, event.y)
            # what comes to light where a button has just gone was not meant
            self._pointing.tap(over if over and over.id == pressed else None)
            if over is None:
                self.items.focus = ""
                # not after it has just been used: there may be nothing more to be taken back then
                if pressed != "undo" and (undo := self.items.find("undo")) and undo.box.holds(event.x, event.y):
                    self._refuse_undo()
        elif isinstance(event, Key) and before != self.items.focus:
            self._pointing.tap(None)
        return outcome

    def _numbered(self) -> dict[str, Item]:
        """The cards to choose from by the digit that chooses each."""
        return self.table.numbered([item for item in self.items.items if item.enabled and item.id.startswith(CARD)])

    def _point_on(self) -> None:
        """A card has been chosen by its number: what can be done with it is next under the act key."""
        if (button := self.table.next_step()) and self.table.asked:
            self.items.focus, self.items.ring = button, True

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, what can be used, and the papers over it."""
        self.table.draw(canvas)
        spots = self.table.spots
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
            self.recap.draw(canvas, self.table, self.items.items)
        self.table.draw_carried(canvas)
