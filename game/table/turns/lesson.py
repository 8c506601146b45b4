"""A guided first game: recorded moves, and one thing at a time that the learner is told or asked.

The learner makes every move. One that is not meant is not carried out: it is said what would have come of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from game.app.context import Context
from game.core.game import Action
from game.engine.panel import DriverPanel
from game.engine.transitions import Pop, Replace, Transition
from game.player import lessons
from game.scenes.lesson.lesson_text import LessonAnswer, others_text, step_text
from game.scenes.navigation import routes
from game.table.driver import CornerButton
from game.table.news import ScreenLeft, SoundPlayed
from game.table.turns.driver import DockRoom
from game.table.turns.local import FORCED_MS, TurnLocalDriver
from game.table.turns.news import OtherThinks, TurnCue, TurnNews
from game.tutorial.course import AnyCourse
from game.tutorial.lesson import MOVE

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.input import Input

#: how long the others seem to think at normal speed, in milliseconds: what they do is to be read as well
THINK_MS = 950.0
#: how long what was done last can be read before something else is said, in milliseconds at normal speed
READ_MS = 700.0


class TurnLessonDriver(TurnLocalDriver):
    """A lesson being learnt."""

    keeps, offers_lesson = False, False
    room = DockRoom.LESSON
    corners = (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG, CornerButton.SPEED)

    def __init__(self, context: Context, course: AnyCourse) -> None:
        self.course = course
        self.answer = LessonAnswer()
        #: what is due has come: it is said, and where a move is asked for it may be made
        self._due = False
        #: how long what was done last is still to be read
        self._left = 0.0
        #: the log was so long when the learner was asked last, and when the words were written
        self.since, self._written = 0, 0
        super().__init__(context, course.match)

    @property
    def address(self) -> str:
        """The lesson of its game."""
        return f"lesson.{self.game.name}"

    # ---- the steps ------------------------------------------------------------------------------

    @property
    def reads(self) -> bool:
        """Whether something is to be said now."""
        return bool(self.course.step.key)

    @property
    def says(self) -> bool:
        """Whether it is said already, as soon as nothing is being shown: what was done before is read in peace."""
        return self.reads and self._due

    def submit(self, action: Action) -> Iterator[TurnNews]:
        """Carry out the move that is due; of another one it is said what would have come of it."""
        if key := self.course.answer(action):
            self.answer.give(key)
            yield SoundPlayed("wrong", "wrong")
            yield TurnCue.TRIED
            return
        self.answer.give("")
        if self.course.asks:
            self.since = len(self.habits.log)
        self._next_step()
        yield from super().submit(action)

    def _next_step(self) -> None:
        self.course.go_on()
        self._due, self._left = False, READ_MS if self.reads else THINK_MS

    def store(self) -> None:
        """Store how far the lesson has come, and nothing else."""
        lessons.store_course(self.context, self.course)

    def read(self, picture: AnyTable) -> Iterator[TurnNews]:
        """What there was to read has been read."""
        if self.course.is_last:
            yield ScreenLeft(Replace(routes.lesson_end(self.context, self.match, picture)))
            return
        self.since = len(self.habits.log)
        self._next_step()
        if self.reads:
            self._left = 0.0
        self.store()
        yield TurnCue.OFFER

    def skip(self) -> Iterator[TurnNews]:
        """Let the move be made that is due."""
        action = self.course.action
        assert action is not None, "it is offered where a move is asked for"
        yield TurnCue.LET_GO
        yield from self.submit(action)

    def pass_time(self, ms: float) -> Iterator[TurnNews]:
        """What has been done in the meantime is told as soon as it is shown; an answer gives way after a while."""
        if self.answer.passed(ms) or (not self.says and self._written != len(self.habits.log)):
            yield TurnCue.OFFER

    def heed(self, event: Input) -> bool:
        """What was said to a move that is not meant gives way to what is asked."""
        return self.answer.ended_by(event)

    def go_on(self, ms: float) -> Iterator[TurnNews]:
        """Let a recorded move happen, or say what is to be read once that can be."""
        if self._due:
            return
        pace = self.context.settings.pace
        self._left -= ms / pace if pace else inf
        if self.reads:
            if self._left <= 0:
                self._due = True
                if self.course.asks:
                    yield SoundPlayed("your_turn")
                yield TurnCue.OFFER
            return
        action, mover = self.course.action, self.match.mover
        assert action is not None, "what is not read is done"
        own = mover == self.viewer
        if not own:
            yield OtherThinks(mover)
        if self._left <= (THINK_MS - FORCED_MS if own else 0):
            yield from self._acts(action)

    # ---- what is offered and said ---------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """Nothing can be done before it is asked for: what is said then would not be read."""
        return self.says and self.course.asks and super().is_own

    @property
    def forced(self) -> None:
        """Every move is the learner's, or is told as one."""
        return

    @property
    def undo(self) -> None:
        """A lesson goes forward."""
        return

    def asked(self, prompt: str) -> str:
        """Where the panel says something, nothing else is asked."""
        return "" if self.reads else prompt

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """What is said at this step, or while others move what they have done."""
        del asking
        self._written = len(self.habits.log)
        if showing or not self.says:
            words = others_text(self.context, self.habits.log[self.since :])
            return DriverPanel(words, speaks=False) if words.words else None
        words = step_text(self.context, self.course, self.answer.key)
        step = self.course.step
        move = self.course.action if MOVE in step.points else None
        return DriverPanel(words, asks=self.course.asks, points=tuple(step.points), move=move) if words.words else None

    def leave(self, picture: AnyTable) -> Transition:
        """Back to where the lesson was begun: it is gone on with from here."""
        del picture
        return Pop()
