"""Puzzle in turns: the player answers one question after the other and learns what each move is worth.

Only the right move is carried out once it has been found; until then the position stays, so that every move can be
tried. After each step the game goes on by the puzzle's own actions. At the last step a right move with a random outcome
is not carried out, as the result would be luck.
"""

from collections.abc import Callable, Iterator
from math import inf
from typing import TYPE_CHECKING

from game.core.game import Action
from game.engine.panel import DriverPanel, PanelButton
from game.engine.transitions import Pop, Reset, Transition
from game.player import saves
from game.scenes.navigation import routes
from game.services.context import Context
from game.table.driver import CornerButton, FocusSet, SoundPlayed
from game.table.puzzle_attempt import AGAIN, NEXT, PLAY, PuzzleAttempt, next_button
from game.table.turns.driver import DecisionAsked, DockRoom, MoveRefused, OtherThinks, Steps, TurnCue, TurnNews
from game.table.turns.local import TurnLocalDriver
from game.tutorial.lesson import MOVE
from game.tutorial.puzzle import is_certain

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable

#: apparent thinking time before each action between two steps, in milliseconds at normal speed
THINK_MS = 700.0


class TurnPuzzleDriver(TurnLocalDriver):
    """One puzzle being solved."""

    is_stored, offers_lesson = False, False
    #: the player makes every move, and there is nothing to undo
    forced, undo = None, None
    room = DockRoom.PUZZLE

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.attempt = PuzzleAttempt(context, game, number)
        #: the right move of this step has been found and carried out
        self.carried_out = False
        #: the actions up to the next step, while they are carried out, and the time to the next one
        self._coming: list[Action] = []
        self._remaining_ms = 0.0
        # a copy for this table: playing on begins at the position of a step
        super().__init__(context, self.attempt.match.at(len(self.attempt.match.actions)))

    @property
    def address(self) -> str:
        return f"puzzle.{self.attempt.game}.{self.attempt.number}"

    @property
    def conceals_odds(self) -> bool:  # type: ignore[override]
        """True until the solution of the step is known: the chances would tell it."""
        return not self.attempt.is_known

    # ---- trying answers -------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[TurnNews]:
        """Judge a move, and carry out the right one when it is found; refuse an illegal one without judging it."""
        if self.carried_out or self.attempt.step.ask:
            return
        if error := self.match.objection(action):
            yield MoveRefused(error)
            return
        known = self.attempt.is_known
        right = self.attempt.try_out(action)
        if right and not known:
            yield from self._carry_out(action)
        yield SoundPlayed("call_won", "glad") if right else SoundPlayed("wrong", "wrong")
        yield from self._answer_news()

    def choose(self, choice: int) -> Iterator[TurnNews]:
        right = self.attempt.try_answer(choice)
        if right and self.attempt.is_last and (move := self.attempt.pending):
            yield from self._carry_out(move)
        yield SoundPlayed("call_won", "glad") if right else SoundPlayed("wrong", "wrong")
        yield from self._answer_news()

    def _carry_out(self, action: Action) -> Iterator[TurnNews]:
        """Carry out the right move, if the game goes on with it or its outcome is certain."""
        attempt = self.attempt
        # of several equal moves, the game goes on with one: that is shown first
        goes_on = attempt.step.then[:1] == (self.game.encode(action),)
        if goes_on or (attempt.is_last and is_certain(attempt.match, attempt.seat, action)):
            self.carried_out = True
            yield Steps(self._seen_of(self.match.advance(action)))

    def _answer_news(self) -> Iterator[TurnNews]:
        """Update the text and controls after a judgement."""
        yield TurnCue.REFRESH_CONTROLS if self.carried_out else TurnCue.ACTION_WITHOUT_EFFECT
        if self.attempt.is_answered:
            yield FocusSet(NEXT)

    def give_up(self) -> Iterator[TurnNews]:
        """Show the hint of this step, or the solution after the hint."""
        if self.attempt.is_hinted:
            self.attempt.give_up()
        else:
            self.attempt.give_hint()
        yield SoundPlayed("peek", "peek")
        yield from self._answer_news()

    def read(self, picture: "AnyTable") -> Iterator[TurnNews]:
        """Go on to the next step after the solution of this one has been read, or try again after a wrong move."""
        if not self.attempt.is_known:
            self.attempt.try_again()
            yield TurnCue.REFRESH_CONTROLS
            return
        coming = self.attempt.step.then[1 if self.carried_out else 0 :]
        self._coming, self._remaining_ms = [self.game.decode(action) for action in coming], THINK_MS
        if not self._coming:
            self._next_step()
        yield TurnCue.REFRESH_CONTROLS

    def _next_step(self) -> None:
        self.attempt.go_on(self.match)
        self.carried_out = self._asked = False

    def go_on(self, ms: float) -> Iterator[TurnNews]:
        """Carry out the actions between two steps, then ask."""
        if not self._coming:
            # an answer that comes before the question needs none, and after the last one the match may be over
            if not self._asked and not self.attempt.is_known:
                self._asked = True
                yield DecisionAsked(self.viewer)
            return
        pace, mover = self.context.settings.pace, self.match.mover
        self._remaining_ms -= ms / pace if pace else inf
        if mover != self.viewer:
            yield OtherThinks(mover)
        if self._remaining_ms <= 0:
            self._remaining_ms = THINK_MS
            yield Steps(self._seen_of(self.match.advance(self._coming.pop(0))))
            if not self._coming:
                self._next_step()

    def play_on(self, confirmed: Callable[[str], bool]) -> Transition:
        """Continue as a match of one's own from here; the match in progress is shelved for it."""
        if saves.is_in_progress(self.context, self.game.name) and not confirmed(PLAY):
            return None
        saves.shelve(self.context, self.game.name)
        position = self.attempt.match
        return Reset(routes.table(self.context, position.at(len(position.actions))))

    # ---- controls and texts ---------------------------------------------------------------------

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """With the hint and solution button until the solution is known, and without the speed."""
        plain = (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG)
        if self.attempt.is_known:
            return plain
        return (*plain, CornerButton.ANSWER if self.attempt.is_hinted else CornerButton.CLUE)

    @property
    def is_own(self) -> bool:
        """True while a move is asked for."""
        return not (self.attempt.is_known or self._coming or self.attempt.step.ask) and super().is_own

    def asked(self, prompt: str) -> str:
        """Return "" unless a move is asked for."""
        return prompt if self.is_own else ""

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """Return the question, the judgement of an answer, or the solution with the ways on."""
        attempt = self.attempt
        if self._coming or (self.carried_out and showing):
            # the moving cards have the attention
            return None
        panel_text = attempt.panel_text(self._ways(asking))
        asks = not attempt.is_known and attempt.last_try is None
        if not attempt.is_known or attempt.wrong or self.carried_out or attempt.step.ask:
            return DriverPanel(panel_text, requests_move=asks)
        return DriverPanel(panel_text, points=(MOVE,), move=attempt.shown_move)

    def _ways(self, asking: str) -> tuple[PanelButton, ...]:
        """Return the buttons to play on and for the next puzzle at the end, or after a wrong move to try again."""
        texts, asks = self.context.texts, asking == PLAY
        if not self.attempt.is_answered:
            return (PanelButton(AGAIN, texts("puzzles.again")),) if self.attempt.wrong else ()
        play = texts("puzzles.play_sure" if asks else "puzzles.play")
        kind = "danger" if asks else "secondary"
        # asks for confirmation first, see ``play_on``
        first = PanelButton(PLAY, play, texts("puzzles.play_note"), kind=kind)
        return first, next_button(self.context, self.game.name, self.attempt.number)

    def leave(self, picture: "AnyTable") -> Transition:
        return Pop()
