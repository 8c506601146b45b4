"""Lesson in turns: recorded moves, with one instruction or request at a time.

The learner makes all of their own moves. A wrong one is not carried out; a text explains its outcome.
"""

from collections.abc import Callable, Iterator
from math import inf
from typing import TYPE_CHECKING

from game.core.game import Action
from game.engine.panel import DriverPanel
from game.engine.transitions import Pop, Replace, Transition
from game.player import lessons
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import CornerButton, ScreenLeft, SoundPlayed
from game.table.lesson_text import LessonAnswer, others_text, step_text
from game.table.turns.driver import DockRoom, OtherThinks, TurnCue, TurnNews
from game.table.turns.local import FORCED_MS, TurnLocalDriver
from game.tutorial.course import AnyCourse
from game.tutorial.lesson import MOVE

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.input import Input

#: apparent thinking time of the others at normal speed, in milliseconds: their moves are described as well
THINK_MS = 950.0
#: number of moves in a row of one seat at that pace, and the time for each further one
FOLLOWED, ONWARD_MS = 3, 200.0
#: time to read about the last move before the next text, in milliseconds at normal speed
READ_MS = 700.0


class TurnLessonDriver(TurnLocalDriver):
    """A lesson in progress."""

    is_stored, offers_lesson = False, False
    #: the learner makes every move, and undoes none
    forced, undo = None, None
    room = DockRoom.LESSON
    corners = (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG, CornerButton.SPEED)

    def __init__(self, context: Context, course: AnyCourse) -> None:
        self.course = course
        self.answer = LessonAnswer()
        #: the instruction is shown, and a requested move may be made
        self._due = False
        #: the time left to read about the last move
        self._remaining_ms = 0.0
        #: the length of the log at the last request, and when the panel was last built
        self.log_start, self._log_length = 0, 0
        super().__init__(context, course.match)

    @property
    def address(self) -> str:
        return f"lesson.{self.course.name}"

    # ---- the steps ------------------------------------------------------------------------------

    @property
    def reads(self) -> bool:
        """True if this step has a text."""
        return bool(self.course.step.key)

    @property
    def says(self) -> bool:
        """True if the text is shown, after the time to read about the last move."""
        return self.reads and self._due

    def submit(self, action: Action) -> Iterator[TurnNews]:
        """Carry out the requested move; explain a wrong one."""
        if key := self.course.answer(action):
            self.answer.give(key)
            yield SoundPlayed("wrong", "wrong")
            yield TurnCue.ACTION_WITHOUT_EFFECT
            return
        self.answer.give("")
        if self.course.asks:
            self.log_start = len(self.pacing.log)
        self.course.arrange(action)
        self._next_step(action)
        yield from super().submit(action)

    def consider(self, action: Action, becomes: Callable[[Action], bool]) -> Iterator[TurnNews]:
        """Explain a choice that leads to no requested move, before it is made."""
        if self.is_own and not any(map(becomes, self.course.requested)) and (key := self.course.answer(action)):
            self.answer.give(key)
            yield TurnCue.REFRESH_CONTROLS

    def _next_step(self, action: Action | None = None) -> None:
        self.course.go_on(action)
        self._due, self._remaining_ms = False, READ_MS if self.reads else THINK_MS

    def store(self) -> None:
        """Store the progress of the lesson only."""
        lessons.store_course(self.context, self.course)

    def read(self, picture: "AnyTable") -> Iterator[TurnNews]:
        if self.course.is_last:
            yield ScreenLeft(Replace(routes.lesson_end(self.context, self.course.name, self.match, picture)))
            return
        self.log_start = len(self.pacing.log)
        self._next_step()
        if self.reads:
            self._remaining_ms = 0.0
        self.store()
        yield TurnCue.REFRESH_CONTROLS

    def skip(self) -> Iterator[TurnNews]:
        action = self.course.action
        assert action is not None, "expected a step with a move, got one to read"
        yield TurnCue.CANCEL_DRAG
        yield from self.submit(action)

    def pass_time(self, ms: float) -> Iterator[TurnNews]:
        """Update the description of the others' moves; drop an explanation after a while."""
        if self.answer.passed(ms) or (not self.says and self._log_length != len(self.pacing.log)):
            yield TurnCue.REFRESH_CONTROLS

    def heed(self, event: "Input") -> bool:
        return self.answer.ended_by(event)

    def go_on(self, ms: float) -> Iterator[TurnNews]:
        """Carry out a recorded move, or show the step's text when it is due."""
        if self._due:
            return
        pace = self.context.settings.pace
        self._remaining_ms -= ms / pace if pace else inf
        if self.reads:
            if self._remaining_ms <= 0:
                self._due = True
                if self.course.asks:
                    yield SoundPlayed("your_turn")
                yield TurnCue.REFRESH_CONTROLS
            return
        action, mover = self.course.action, self.match.mover
        assert action is not None, "expected a step with a move, got one to read"
        own = mover == self.viewer
        if not own:
            yield OtherThinks(mover)
        if self._remaining_ms <= THINK_MS - (FORCED_MS if own else self._thinking_ms(mover)):
            yield from self._acts(action)

    def _thinking_ms(self, mover: int) -> float:
        """Return the time that an opponent seems to think: less for the later ones of many moves in a row."""
        latest = self.match.movers[-FOLLOWED:]
        return ONWARD_MS if latest.count(mover) == FOLLOWED else THINK_MS

    # ---- controls and texts ---------------------------------------------------------------------

    @property
    def is_own(self) -> bool:
        """True only while a move is requested: text shown later would not be read."""
        return self.says and self.course.asks and super().is_own

    def asked(self, prompt: str) -> str:
        """Return "" while the panel has a text."""
        return "" if self.reads else prompt

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """Return this step's text, or the others' moves while they act."""
        self._log_length = len(self.pacing.log)
        if showing or not self.says:
            panel_text = others_text(self.context, self.pacing.log[self.log_start :])
            return DriverPanel(panel_text, speaks=False) if panel_text.body else None
        panel_text = step_text(self.context, self.course, self.answer.key)
        step = self.course.step
        move = self.course.action if MOVE in step.points else None
        return (
            DriverPanel(panel_text, requests_move=self.course.asks, points=tuple(step.points), move=move)
            if panel_text.body
            else None
        )

    def leave(self, picture: "AnyTable") -> Transition:
        """Return to the screen before; the lesson can be resumed."""
        return Pop()
