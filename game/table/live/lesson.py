"""A guided first game in real time: a tape of moves, and one thing at a time to be read or done.

The game's clock runs from the stamp of one move to that of the next, and at the stamp of what the learner is asked for
it stands still until that is done, so that nobody learns in a hurry. A move that is not meant is not carried out: it
is said what would have come of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from game.app.context import Context
from game.core.game import Action
from game.core.match import AnyMatch
from game.engine.panel import DriverPanel
from game.engine.transitions import Replace
from game.player import lessons
from game.scenes.lesson.lesson_text import LessonAnswer, others_text, step_text
from game.scenes.navigation import routes
from game.table.driver import CornerButton
from game.table.live.driver import AllowedInput, LiveDriver
from game.table.live.news import LiveCue, LiveNews, LiveStep
from game.table.news import ScreenLeft, SoundPlayed
from game.tutorial.course import AnyCourse

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable
    from game.engine.input import Input
    from game.engine.match_texts import LogLine

#: how long one sees what has happened before something is said about it, at normal speed, in milliseconds
SEEN_MS = 700.0


class LiveLessonDriver(LiveDriver):
    """A lesson on its way."""

    match: AnyMatch
    patient, confirms, awake, has_words = True, False, True, True
    corners = (CornerButton.BACK, CornerButton.HELP)

    def __init__(self, context: Context, course: AnyCourse) -> None:
        super().__init__(context, course.match, course.match.humans[0])
        self.course = course
        self.answer = LessonAnswer()
        #: what is due has come: it is said, and where a move is asked for hands may do it
        self.says = False
        self._now, self._seen_left = float(self.game.now(self.match.state)), 0.0
        self._log: Sequence[LogLine] = ()
        #: the log was so long when the learner was asked last
        self.since = 0

    @property
    def address(self) -> str:
        """The lesson of its game."""
        return f"lesson.{self.game.name}"

    def meet(self, log: Sequence[LogLine]) -> None:
        """What others do is told from the log."""
        self._log, self.since = log, len(log)

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Where the learner is asked for a move, and only there."""
        return self.says and self.course.asks

    @property
    def shown_at(self) -> int | None:
        """The time of the tape."""
        return int(self._now)

    @property
    def input_at(self) -> int:
        """The same: the clock stands still for any input."""
        return int(self._now)

    def heed(self, event: Input, at_ms: float) -> bool:
        """An answer gives way to what is asked."""
        del at_ms
        return self.answer.ended_by(event)

    def advance(self, ms: float) -> Iterator[LiveNews]:
        """Let the tape go on up to what has to be read or done."""
        if not self.says:
            yield from self._play(ms)
        if self.answer.passed(ms):
            yield LiveCue.OFFER

    def _play(self, ms: float) -> Sequence[LiveNews]:
        """Let time pass until what is due has come: a recorded move happens, what is said waits to be seen."""
        action, pace = self.course.action, self.context.settings.pace
        passed = ms / pace if pace else inf
        stamp = self._now if action is None else float(self.game.stamp(action))
        if not self.course.step.key:
            self._now = min(stamp, self._now + passed)
            return self._carry_out() if self._now >= stamp else ()
        # up to where it stands still the clock takes no longer than to see what has happened
        self._now += (stamp - self._now) * (passed / self._seen_left if passed < self._seen_left else 1.0)
        self._seen_left -= passed
        if self._seen_left > 0:
            return ()
        self._now, self.says = stamp, True
        return (SoundPlayed("your_turn"), LiveCue.OFFER) if self.course.asks else (LiveCue.OFFER,)

    # ---- the steps ----------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Carry out the move that is due; of another one it is said what would have come of it."""
        if not self.running:
            return ()
        if key := self.course.answer(action):
            self.answer.give(key)
            return SoundPlayed("wrong", "wrong"), LiveCue.SHOW
        return self._carry_out()

    def skip(self) -> Sequence[LiveNews]:
        """Let the move be made that is due."""
        return self._carry_out()

    def read(self, picture: AnyTable) -> Sequence[LiveNews]:
        """What there was to read has been read."""
        if self.course.is_last:
            return (ScreenLeft(Replace(routes.lesson_end(self.context, self.match, picture))),)
        self.since = len(self._log)
        self._go_on()
        return (LiveCue.OFFER,)

    def _carry_out(self) -> Sequence[LiveNews]:
        """Let the move happen that is due, at its own stamp."""
        action = self.course.action
        assert action is not None, "what is only read is not carried out"
        self._now = float(self.game.stamp(action))
        if self.course.asks:
            self.since = len(self._log)
        events = self.match.apply(action)
        self._seen_left = SEEN_MS
        self._go_on()
        view = self.view
        return LiveCue.LET_GO, *(LiveStep(event, view) for event in events), LiveCue.SHOW

    def _go_on(self) -> None:
        """The step that was due is done."""
        self.answer.give("")
        self.says = False
        self.course.go_on()
        lessons.store_course(self.context, self.course)

    # ---- what is offered and said -------------------------------------------------------------------

    @property
    def may(self) -> AllowedInput:
        """Nothing while something is to be read or seen."""
        return AllowedInput.ALL if self.running else AllowedInput.NOTHING_YET

    def asked(self, prompt: str) -> str:
        """Nothing where the panel says what to do."""
        return "" if self.says else prompt

    def panel(self) -> DriverPanel | None:
        """What is said at this step, or while others act what they have done."""
        if self.says:
            step = self.course.step
            said = step_text(self.context, self.course, self.answer.key)
            return DriverPanel(said, asks=self.course.asks, points=step.points, move=self.course.action)
        told = others_text(self.context, self._log[self.since :])
        return DriverPanel(told) if told.words else None

    @property
    def is_showing(self) -> bool:
        """Until what is due has come."""
        return not self.says
