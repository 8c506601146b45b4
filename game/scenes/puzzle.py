"""A puzzle of a game of turns at its table: the player makes a move, and hears what it is worth.

Nothing is carried out but the answer, once it has been found: until then the position stays as it is, so that every
move can be tried. An answer whose outcome nobody knows beforehand is not carried out either: that would be luck.
"""

from __future__ import annotations

from collections.abc import Sequence

from game import saves
from game.context import Context
from game.core.game import Action, Advice
from game.core.puzzle import is_certain
from game.engine.advice import Marking
from game.engine.items import NOTE, Item
from game.engine.layout import Box
from game.engine.transitions import Pop, Push, Reset, Transition
from game.engine.widgets import RoundButton, Widget
from game.scenes import routes
from game.scenes.common import ARRANGE_MS, back_button
from game.scenes.corners import corner_buttons
from game.scenes.hinting import marks_of
from game.scenes.papers import paper_place
from game.scenes.riddle import NEXT, PLAY, Offer, Riddle, RiddlePaper, way_on
from game.scenes.table import TableScene


class PuzzleScene(TableScene):
    """One puzzle at its table."""

    keeps = False

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.riddle = Riddle(context, game, number)
        #: the answer has been found, and its cards have gone where it puts them
        self.carried_out = False
        #: where the paper lies, and for what it was put there
        self._placed_for: tuple[object, ...] = ()
        self._place = Box(0, 0, 0, 0)
        super().__init__(context, self.riddle.match)
        # what led here is in the log: nobody has missed it
        self._seen[self.viewer] = len(self.table.log)

    @property
    def address(self) -> str:
        """The puzzle."""
        return f"puzzle.{self.riddle.game}.{self.riddle.number}"

    def _sit(self, seat: int) -> None:
        super()._sit(seat)
        self.table.papered = True
        self.table.build()

    # ---- trying -----------------------------------------------------------------------------------

    def act(self, action: Action) -> Transition:
        """Say what a move is worth; the answer is carried out when it is found, if its outcome is certain."""
        self.let_go()
        if self.carried_out:
            return None
        self.selected = None
        known = self.riddle.done
        right = self.riddle.try_out(action)
        self.carried_out = right and not known and is_certain(self.riddle.match, self.riddle.seat, action)
        if self.carried_out:
            # at this table alone: whoever goes on from here begins before it
            self.match = self.match.at(len(self.match.actions))
            self._prompt = self._easing.say("", self.table.ms(1))
            self._show_steps(self.match.advance(action))
        else:
            self.table.unchoose()
        self._say("glad" if right else "wrong")
        return None

    def _say(self, what: str) -> None:
        """There is something new on the paper."""
        self.context.audio.play("call_won" if what == "glad" else what)
        self.context.pulse(what)
        self._offer()
        if not self.carried_out:
            self.table.arrange(self.table.ms(ARRANGE_MS))
        if self.riddle.done and self.items.find(NEXT):
            self.items.focus = NEXT

    def _offer(self) -> None:
        super()._offer()
        if self.carried_out and not self.items.focus and self.items.find(NEXT):
            # the paper has come once the cards lie where they belong
            self.items.focus = NEXT

    def _is_own(self) -> bool:
        """There is nothing more to decide once the answer lies there."""
        return not self.carried_out and super()._is_own()

    def _words(self) -> str:
        return "" if self.carried_out else super()._words()

    def _foregone(self) -> None:
        """Every move is the player's."""
        return

    def _show_answer(self) -> Transition:
        self.riddle.give_up()
        self._say("peek")
        return None

    def _next(self, ms: float) -> Transition:
        return self._await_person(self.viewer)

    def _play_on(self) -> Transition:
        """Play a match of one's own on from here; what is being played is put away for it."""
        game = self.game.name
        if saves.is_in_progress(self.context, game) and not self.sure(PLAY):
            return None
        saves.put_away(self.context, game)
        position = self.riddle.match
        return Reset(routes.table(self.context, position.at(len(position.actions))))

    def lay_out_question(self) -> None:
        """The buttons alone."""
        self._offer()

    # ---- what is said -------------------------------------------------------------------------------

    def question(self) -> tuple[str, bool] | None:
        """What is asked with what lies on the table, or what is said of a move."""
        if self.director.busy or self.selected is not None:
            return super().question()
        taught = self.riddle.taught(False)
        words = self.context.texts.sentences([taught.head, taught.words])
        asks = not self.riddle.done and self.riddle.tried is None
        return (f"{words} {self.table.spoken(self.match.view(self.viewer))}" if asks else words), True

    def _offers(self) -> list[Offer]:
        """The buttons on the paper."""
        texts = self.context.texts
        if not self.riddle.done:
            # the answer has its round button
            return []
        asks = self.asking == PLAY
        play = texts("replay.play_on_sure" if asks else "puzzles.play")
        kind = "danger" if asks else "secondary"
        return [
            Offer(PLAY, play, texts("puzzles.play_note"), self._play_on, kind),
            way_on(self.context, self.game.name, self.riddle.number),
        ]

    def _paper(self, items: Sequence[Item]) -> Marking | None:
        if self.carried_out and self.director.busy:
            # the cards that go are what is to be seen
            return None
        kit, offers = self.context.kit, self._offers()
        taught = self.riddle.taught(bool(offers))
        marks: list[tuple[Box, float]] = []
        if self.riddle.done and not self.riddle.wrong and not self.carried_out:
            marks = marks_of(self.table, Advice(self.riddle.tried or self.riddle.answer, ()), items)
        firm = [*(item.box for item in items if not item.id.startswith(NOTE)), *(box for box, _radius in marks)]
        key = (self.table.spots, taught, *firm, *self.table.looked_at())
        if key != self._placed_for:
            place = paper_place(self.table, taught, firm, self._place)
            self._placed_for, self._place = key, place
        return RiddlePaper(kit, self._place, marks, taught, offers)

    # ---- what can be used ---------------------------------------------------------------------------

    def _corners(self, own: bool) -> list[Widget]:
        context, texts = self.context, self.context.texts
        # nothing moves here that could be faster
        pause, *others, _speed = corner_buttons(context, self.table, self.back)
        back = back_button(context, self.back)
        back.move(*pause.items[0].box.centre)
        widgets: list[Widget] = [back, *others]
        for item in (item for widget in widgets for item in widget.items if item.id == "help"):
            item.use = lambda: Push(routes.howto(context, self.game.name, teaches=False))
        if not self.riddle.done:
            label, at = texts("puzzles.answer"), self.table.spots.hint
            widgets.append(
                RoundButton(
                    context.kit,
                    "hint",
                    *at,
                    label,
                    self._show_answer,
                    icon="bulb",
                    side=52,
                    keys=("hint",),
                    enabled=own,
                )
            )
        return widgets

    def _leave(self) -> Transition:
        return Pop()
