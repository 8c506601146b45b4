"""A guided first game at the real table: recorded moves, and one thing at a time that the learner is told or asked.

The learner makes every move. One that is not meant is not carried out: it is said what would have come of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from game import lessons
from game.context import Context
from game.core.course import AnyCourse
from game.core.game import Action, Advice
from game.core.lesson import MOVE
from game.engine.advice import APART, ROOM, Marking, Rings
from game.engine.cards import CORNER
from game.engine.input import Input
from game.engine.items import CARD, NOTE, Item
from game.engine.items import MOVE as MOVES
from game.engine.layout import Box
from game.engine.lesson_paper import ON, LessonPaper, Taught
from game.engine.transitions import Pop, Push, Replace, Transition
from game.engine.widgets import Widget
from game.scenes import routes
from game.scenes.common import ARRANGE_MS, back_button
from game.scenes.corners import corner_buttons
from game.scenes.hinting import marks_of
from game.scenes.papers import paper_place
from game.scenes.table import FOREGONE_MS, TableScene
from game.scenes.teaching import Answer, meanwhile, taught

#: how long the others seem to think at normal speed, in milliseconds: what they do is to be read as well
THINK_MS = 950.0
#: how long what was done last can be read before something else is said, in milliseconds at normal speed
READ_MS = 700.0


class LessonScene(TableScene):
    """A lesson at its table."""

    keeps = False

    def __init__(self, context: Context, course: AnyCourse) -> None:
        self.course = course
        self.answer = Answer()
        self._left = 0.0
        #: the log was so long when the learner was asked last, and when the paper was written
        self._since, self._written = 0, 0
        #: where the paper lies, and for what it was put there
        self._placed_for: tuple[object, ...] = ()
        self._place = Box(0, 0, 0, 0)
        super().__init__(context, course.match)

    @property
    def address(self) -> str:
        """The lesson of its game."""
        return f"lesson.{self.game.name}"

    def _sit(self, seat: int) -> None:
        super()._sit(seat)
        self.table.teaches = True
        self.table.build()

    # ---- the steps --------------------------------------------------------------------------------

    @property
    def reads(self) -> bool:
        """Whether something is to be said now."""
        return bool(self.course.step.key)

    @property
    def says(self) -> bool:
        """Whether it is said already: what was done before can be read in peace."""
        return self.reads and self._awaiting and not self.director.busy

    def act(self, action: Action) -> Transition:
        """Carry out the move that is due; of another one it is said what would have come of it."""
        if key := self.course.answer(action):
            return self._answered(key)
        self.answer.give("")
        if self.course.asks:
            self._since = len(self.table.log)
        self.course.go_on()
        self._left = READ_MS if self.reads else THINK_MS
        return super().act(action)

    def _answered(self, key: str) -> Transition:
        """A move was tried that is not meant: everything is as it was, but for what is said."""
        self.selected = None
        self.table.unchoose()
        self.answer.give(key)
        self.context.audio.play("wrong")
        self.context.pulse("wrong")
        self._offer()
        self.table.arrange(self.table.ms(ARRANGE_MS))
        return None

    def _store(self) -> None:
        """It is stored how far the lesson has come, and nothing else."""
        lessons.keep(self.context, self.course)

    def _on(self) -> Transition:
        """What there was to read has been read."""
        if self.course.is_last:
            return Replace(routes.lesson_end(self.context, self.match, self.table))
        self._since = len(self.table.log)
        self.course.go_on()
        self._store()
        self._left, self._awaiting = 0.0 if self.reads else THINK_MS, False
        self._offer()
        return None

    def _skip(self) -> Transition:
        """Let the move be made that is due."""
        action = self.course.action
        assert action is not None, "it is offered where a move is asked for"
        return self.act(action)

    def update(self, ms: float) -> Transition:
        """Let time pass; what has been done in the meantime stands on the paper as soon as it is."""
        outcome = super().update(ms)
        if self.answer.passed(ms):
            self._offer()
        if not self.says and self._written != len(self.table.log):
            self._offer()
        return outcome

    def handle(self, event: Input) -> Transition:
        """As at every table; what was said to a move that is not meant gives way to what is asked."""
        ended = self.answer.ended_by(event)
        outcome = super().handle(event)
        if ended and not self.answer.key and outcome is None:
            self._offer()
        return outcome

    def _foregone(self) -> None:
        """Every move is the learner's, or is told as one."""
        return

    def _next(self, ms: float) -> Transition:
        if self._awaiting:
            return None
        pace = self.context.settings.pace
        self._left -= ms / pace if pace else inf
        if self.reads:
            if self._left <= 0:
                self._awaiting = True
                if self.course.asks:
                    self.context.audio.play("your_turn")
                self._offer()
            return None
        action = self.course.action
        assert action is not None, "what is not read is done"
        if self.mover != self.viewer and self.table.thinking != self.mover:
            self.table.thinking, self.dirty = self.mover, True
        if self._left <= (THINK_MS - FOREGONE_MS if self.mover == self.viewer else 0):
            self.act(action)
        return None

    # ---- what is said -----------------------------------------------------------------------------

    def taught(self) -> Taught:
        """What is said at this step."""
        if not self.says:
            return meanwhile(self.context, self.table.log[self._since :])
        return taught(self.context, self.course, self.answer.key)

    def _words(self) -> str:
        """Where something is said on the paper, nothing else is asked."""
        return "" if self.reads else super()._words()

    def question(self) -> tuple[str, bool] | None:
        """What is said; whoever is asked for a move hears what lies on the table too."""
        if self.selected is not None or not self.says:
            return super().question()
        taught = self.taught()
        words = self.context.texts.sentences([taught.head, taught.words])
        return (f"{words} {self.table.spoken(self.match.view(self.viewer))}" if self.course.asks else words), True

    def _is_own(self) -> bool:
        # nothing can be done before it is asked for: what is said then would not be read
        return self.says and self.course.asks and super()._is_own()

    def _paper(self, items: Sequence[Item]) -> Marking | None:
        """What is said, or while others move what they have done."""
        taught, kit = self.taught(), self.context.kit
        self._written = len(self.table.log)
        if not taught.words:
            return None
        marks = self._marks(items) if self.says else []
        box = self._placed(taught, [item for item in items if not item.id.startswith(NOTE)], marks)
        return LessonPaper(kit, box, marks, taught, self._on, self._skip, self.table.cap("first"))

    def _marks(self, items: Iterable[Item]) -> list[tuple[Box, float]]:
        """What the step speaks of, with the radius of the corners."""
        marks: list[tuple[Box, float]] = []
        by_id = {item.id: item for item in items}
        for point in self.course.step.points:
            action = self.course.action if point == MOVE else None
            if action is not None:
                marks += marks_of(self.table, Advice(action, ()), items)
                continue
            item = by_id.get(point)
            box = (item.card or item.box) if item else self.table.place_of(point)
            if box:
                card = point.startswith(CARD) or box.h > box.w * 1.2
                marks.append((box, box.w * CORNER if card else min(18.0, box.h * 0.28)))
        return list(dict.fromkeys(marks))

    def _placed(self, taught: Taught, items: Sequence[Item], marks: Sequence[tuple[Box, float]]) -> Box:
        """Where the paper lies: over nothing that is used, spoken of or looked at, if it can over nobody's cards."""
        # a ring lies around what it marks; at a button, which stands below the paper's room, that is no matter
        moves = [item.box for item in items if item.id.startswith(MOVES)]
        rings = [box if box in moves else box.grown(ROOM - APART) for box, _radius in marks]
        firm = [*(item.box for item in items), *rings]
        key = (self.table.spots, taught, *firm, *self.table.looked_at())
        if key != self._placed_for:
            self._placed_for, self._place = key, paper_place(self.table, taught, firm, self._place)
        return self._place

    # ---- what can be used ---------------------------------------------------------------------------

    def _beside(self, widgets: list[Widget], paper: Marking) -> list[Widget]:
        # its marks lie below what is used: whoever plays by keys sees there what has the focus
        table = self.table
        return [Rings(self.context.kit, paper.marks, table.draw_labels, risen=table.risen), *widgets, paper]

    def _offer(self) -> None:
        # where the move itself is marked, what else could be used is not: one of many frames says nothing
        points_out = self.says and MOVE in self.course.step.points
        if points_out != self.table.points_out:
            self.table.points_out = points_out
            self.table.arrange(self.table.ms(ARRANGE_MS))
        super()._offer()
        if self.says and self.items.ring and not self.items.focus and self.items.find(ON):
            self.items.focus = ON

    def _corners(self, own: bool) -> list[Widget]:
        context = self.context
        pause, *others = corner_buttons(context, self.table, self.back)
        back, at = back_button(context, self.back), pause.items[0].box.centre
        back.move(*at)
        widgets: list[Widget] = [back, *others]
        for item in (item for widget in widgets for item in widget.items if item.id == "help"):
            item.use = lambda: Push(routes.howto(context, self.game.name, teaches=False))
        return widgets

    def _leave(self) -> Transition:
        return Pop()
