"""Puzzle of a game in real time: its clock does not count, and a wrong move changes nothing."""

from collections.abc import Sequence

from game.core.game import Action
from game.core.match import AnyMatch
from game.engine.panel import DriverPanel
from game.services.context import Context
from game.table.driver import CornerButton, FocusSet, SoundPlayed
from game.table.live.clock import GameClock
from game.table.live.driver import AllowedInput, LiveCue, LiveDriver, LiveNews
from game.table.puzzle_attempt import NEXT, PuzzleAttempt, next_button


class LivePuzzleDriver(LiveDriver):
    """One puzzle, without time pressure."""

    match: AnyMatch
    plays_forced_moves, uncovers_when_rendered, is_puzzle = True, True, True
    prompt_is_apart, reserves_dock, rings_above = True, True, True

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.attempt = PuzzleAttempt(context, game, number)
        match = self.attempt.match
        super().__init__(context, match, next(iter(match.humans), 0))
        self._clock = GameClock(context.clock, self.game.now(match.state))

    @property
    def may(self) -> AllowedInput:
        """Cards, unless a number is asked for."""
        return AllowedInput.NOTHING if self.attempt.step.asks_number else AllowedInput.CARDS

    @property
    def takes_one(self) -> bool:
        return self.attempt.step.ask == "alone"

    @property
    def address(self) -> str:
        return f"puzzle.{self.attempt.game}.{self.attempt.number}"

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        return self._clock.running

    @property
    def covered(self) -> bool:
        return not self.running

    @property
    def input_at(self) -> int:
        """Any stamp later than the position's."""
        return self._clock.now

    def go(self) -> Sequence[LiveNews]:
        """Uncover the cards once they are rendered."""
        self._clock.start()
        return (LiveCue.SHOW_AT_ONCE,)

    # ---- trying moves -------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[LiveNews]:
        """Judge the answer; other actions have no effect here."""
        attempt, answer = self.attempt, self.game.encode(self.game.stamped(action, 0))
        barred = bool(attempt.step.wrong) and attempt.step.cost(answer) is None
        if attempt.is_answered or barred or not attempt.is_meant(action):
            return (LiveCue.SHOW,)
        return self._judged(attempt.try_answer(answer))

    def choose(self, choice: int) -> Sequence[LiveNews]:
        return self._judged(self.attempt.try_answer(choice))

    def _judged(self, right: bool) -> Sequence[LiveNews]:
        return (SoundPlayed("claim", "glad") if right else SoundPlayed("wrong", "wrong"), *self._answer_news())

    def give_up(self) -> Sequence[LiveNews]:
        self.attempt.give_up()
        return (SoundPlayed("peek"), *self._answer_news())

    def _answer_news(self) -> Sequence[LiveNews]:
        return (LiveCue.SHOW, FocusSet(NEXT)) if self.attempt.is_answered else (LiveCue.SHOW,)

    # ---- controls and texts -------------------------------------------------------------------------

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """With the solution button until it is known."""
        return (
            (CornerButton.BACK, CornerButton.HELP)
            if self.attempt.is_answered
            else (CornerButton.BACK, CornerButton.HELP, CornerButton.ANSWER)
        )

    def asked(self, prompt: str) -> str:
        """Return the question, or the full solution once it is known; the dock shows both."""
        panel_text = self.attempt.panel_text()
        return (
            self.context.texts.sentences([panel_text.head, panel_text.body])
            if self.attempt.is_answered
            else panel_text.body
        )

    def panel(self) -> DriverPanel | None:
        """Return the question, or the solution with the button for the next puzzle."""
        attempt = self.attempt
        buttons = (next_button(self.context, self.game.name, attempt.number),) if attempt.is_answered else ()
        move = None if attempt.step.asks_number else attempt.answer
        asks = not attempt.is_answered
        return DriverPanel(attempt.panel_text(buttons), requests_move=asks, points=attempt.points, move=move)
