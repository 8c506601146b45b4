"""A puzzle of a game in real time: its clock has nothing to say, and a hand that is wrong changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from game.app.context import Context
from game.core.game import Action
from game.core.match import AnyMatch
from game.engine.panel import DriverPanel
from game.scenes.puzzle.puzzle_attempt import NEXT, PuzzleAttempt, next_button
from game.table.driver import CornerButton
from game.table.live.clock import GameClock
from game.table.live.driver import AllowedInput, LiveDriver
from game.table.live.news import LiveCue, LiveNews
from game.table.news import FocusSet, SoundPlayed
from game.tutorial.lesson import MOVE


class LivePuzzleDriver(LiveDriver):
    """One puzzle, which nobody gains anything in by being quick."""

    match: AnyMatch
    does_unasked, opens_when_made, asks_apart, has_words, rings_above = True, True, True, True, True
    may = AllowedInput.CARDS

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.riddle = PuzzleAttempt(context, game, number)
        match = self.riddle.match
        super().__init__(context, match, next(iter(match.humans), 0))
        self._clock = GameClock(context.clock, self.game.now(match.state))

    @property
    def address(self) -> str:
        """The puzzle."""
        return f"puzzle.{self.riddle.game}.{self.riddle.number}"

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Once the faces are up."""
        return self._clock.running

    @property
    def covered(self) -> bool:
        """Until every face is made."""
        return not self.running

    @property
    def input_at(self) -> int:
        """Nothing goes by it, but that it is later than the position."""
        return self._clock.now

    def go(self) -> Sequence[LiveNews]:
        """Every face is made."""
        self._clock.start()
        return (LiveCue.SHOW_AT_ONCE,)

    # ---- trying -------------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Say whether these are the ones; whatever else hands can do changes nothing here."""
        if self.riddle.done or not self.riddle.is_meant(action):
            return (LiveCue.SHOW,)
        right = self.riddle.try_out(action)
        return (SoundPlayed("claim", "glad") if right else SoundPlayed("wrong", "wrong"), *self._told())

    def give_up(self) -> Sequence[LiveNews]:
        """Show the answer."""
        self.riddle.give_up()
        return (SoundPlayed("peek"), *self._told())

    def _told(self) -> Sequence[LiveNews]:
        return (LiveCue.SHOW, FocusSet(NEXT)) if self.riddle.done else (LiveCue.SHOW,)

    # ---- what is offered and said -------------------------------------------------------------------

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """The answer as long as it is not known."""
        return (
            (CornerButton.BACK, CornerButton.HELP)
            if self.riddle.done
            else (CornerButton.BACK, CornerButton.HELP, CornerButton.ANSWER)
        )

    def asked(self, prompt: str) -> str:
        """What is asked, or once the answer is known all that is said of it."""
        del prompt
        said = self.riddle.said()
        return self.context.texts.sentences([said.head, said.words]) if self.riddle.done else said.words

    def panel(self) -> DriverPanel | None:
        """The answer, and the way to the next puzzle."""
        if not self.riddle.done:
            return None
        way = next_button(self.context, self.game.name, self.riddle.number)
        return DriverPanel(self.riddle.said((way,)), points=(MOVE,), move=self.riddle.answer)
