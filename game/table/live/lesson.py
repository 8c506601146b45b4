"""Lesson in real time: recorded moves, with one instruction at a time.

The clock runs from the stamp of one move to that of the next and stops at the stamp of a requested move until it is
made, so that nobody learns in a hurry. A wrong move is not carried out; a text explains its outcome.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from game.core.game import Action
from game.core.match import AnyMatch
from game.engine.panel import DriverPanel
from game.engine.transitions import Replace
from game.player import lessons
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import CornerButton, ScreenLeft, SoundPlayed
from game.table.lesson_text import LessonAnswer, others_text, step_text
from game.table.live.driver import AllowedInput, LiveCue, LiveDriver, LiveNews, LiveStep
from game.tutorial.course import AnyCourse

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.input import Input
    from game.engine.match_texts import LogLine

#: time to see an event before the next instruction, at normal speed, in milliseconds
SEEN_MS = 700.0


class LiveLessonDriver(LiveDriver):
    """A lesson in progress."""

    match: AnyMatch
    waits_for_input, confirms, awake, reserves_dock = True, False, True, True
    corners = (CornerButton.BACK, CornerButton.HELP)

    def __init__(self, context: Context, course: AnyCourse) -> None:
        super().__init__(context, course.match, course.match.humans[0])
        self.course = course
        self.answer = LessonAnswer()
        #: the instruction is shown, and a requested move may be made
        self.says = False
        self._now, self._visible_ms = float(self.game.now(self.match.state)), 0.0
        self._log: Sequence[LogLine] = ()
        #: the length of the log at the last instruction
        self.log_start = 0

    @property
    def address(self) -> str:
        return f"lesson.{self.course.name}"

    def meet(self, log: "Sequence[LogLine]") -> None:
        """Receive the log, from which the others' moves are described."""
        self._log, self.log_start = log, len(log)

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """True only while the learner is asked for a move."""
        return self.says and self.course.asks

    @property
    def shown_at(self) -> int | None:
        return int(self._now)

    @property
    def input_at(self) -> int:
        """The clock's stamp: it is stopped for any input."""
        return int(self._now)

    @property
    def shows_clock(self) -> bool:
        """True where an instruction is about the bar of the remaining time: elsewhere it would only stand still."""
        return self.says and "bar" in self.course.step.points

    def heed(self, event: "Input", at_ms: float) -> bool:
        return self.answer.ended_by(event)

    def advance(self, ms: float) -> Iterator[LiveNews]:
        """Continue up to the next instruction or requested move."""
        if not self.says:
            yield from self._play(ms)
        if self.answer.passed(ms):
            yield LiveCue.REFRESH_CONTROLS

    def _play(self, ms: float) -> Sequence[LiveNews]:
        """Advance the clock; carry out a recorded move, or show an instruction after the time to see."""
        action, pace = self.course.action, self.context.settings.pace
        passed = ms / pace if pace else inf
        stamp = self._now if action is None else float(self.game.stamp(action))
        if not self.course.step.key:
            self._now = min(stamp, self._now + passed)
            return self._carry_out() if self._now >= stamp else ()
        # the clock reaches its stop when the last event has been seen
        self._now += (stamp - self._now) * (passed / self._visible_ms if passed < self._visible_ms else 1.0)
        self._visible_ms -= passed
        if self._visible_ms > 0:
            return ()
        self._now, self.says = stamp, True
        return (SoundPlayed("your_turn"), LiveCue.REFRESH_CONTROLS) if self.course.asks else (LiveCue.REFRESH_CONTROLS,)

    # ---- the steps ----------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Carry out the requested move; explain a wrong one."""
        if not self.running:
            return ()
        if key := self.course.answer(action):
            self.answer.give(key)
            return SoundPlayed("wrong", "wrong"), LiveCue.SHOW
        return self._carry_out()

    def skip(self) -> Sequence[LiveNews]:
        return self._carry_out()

    def read(self, picture: "AnyTable") -> Sequence[LiveNews]:
        if self.course.is_last:
            return (ScreenLeft(Replace(routes.lesson_end(self.context, self.course.name, self.match, picture))),)
        self.log_start = len(self._log)
        self._go_on()
        return (LiveCue.REFRESH_CONTROLS,)

    def _carry_out(self) -> Sequence[LiveNews]:
        """Carry out the next move at its own stamp."""
        action = self.course.action
        assert action is not None, "expected a step with a move, got one to read"
        self._now = float(self.game.stamp(action))
        if self.course.asks:
            self.log_start = len(self._log)
        events = self.match.apply(action)
        self._visible_ms = SEEN_MS
        self._go_on()
        view = self.view
        return LiveCue.CANCEL_GESTURES, *(LiveStep(event, view) for event in events), LiveCue.SHOW

    def _go_on(self) -> None:
        self.answer.give("")
        self.says = False
        self.course.go_on()
        lessons.store_course(self.context, self.course)

    # ---- controls and texts -------------------------------------------------------------------------

    @property
    def may(self) -> AllowedInput:
        """Nothing while there is something to read or see."""
        return AllowedInput.ALL if self.running else AllowedInput.NOTHING_YET

    def asked(self, prompt: str) -> str:
        """Return "" while the panel has the instruction."""
        return "" if self.says else prompt

    def panel(self) -> DriverPanel | None:
        """Return this step's instruction, or the others' moves while they act."""
        if self.says:
            step = self.course.step
            panel_text = step_text(self.context, self.course, self.answer.key)
            return DriverPanel(panel_text, requests_move=self.course.asks, points=step.points, move=self.course.action)
        others = others_text(self.context, self._log[self.log_start :])
        return DriverPanel(others) if others.body else None

    @property
    def is_showing(self) -> bool:
        return not self.says
