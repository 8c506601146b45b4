"""Puzzle in turns: the player tries moves and learns what each is worth.

Only the right move is carried out once it has been found; until then the position stays, so that every move can be
tried. A right move with a random outcome is not carried out either, as the result would be luck.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.app.context import Context
from game.core.game import Action
from game.engine.panel import DriverPanel, PanelButton
from game.engine.transitions import Pop, Reset, Transition
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.puzzle.puzzle_attempt import NEXT, PLAY, PuzzleAttempt, next_button
from game.table.driver import CornerButton, FocusSet, SoundPlayed
from game.table.turns.driver import DecisionAsked, DockRoom, Steps, TurnCue, TurnNews
from game.table.turns.local import TurnLocalDriver
from game.tutorial.lesson import MOVE
from game.tutorial.puzzle import is_certain

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


class TurnPuzzleDriver(TurnLocalDriver):
    """One puzzle being solved."""

    is_stored, offers_lesson = False, False
    #: the player makes every move, and there is nothing to undo
    forced, undo = None, None
    room = DockRoom.PUZZLE

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.attempt = PuzzleAttempt(context, game, number)
        #: the right move has been found and carried out
        self.carried_out = False
        super().__init__(context, self.attempt.match)

    @property
    def address(self) -> str:
        return f"puzzle.{self.attempt.game}.{self.attempt.number}"

    # ---- trying moves ---------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[TurnNews]:
        """Judge a move; carry out the right one when it is found, if its outcome is certain."""
        if self.carried_out:
            return
        known = self.attempt.is_answered
        right = self.attempt.try_out(action)
        self.carried_out = right and not known and is_certain(self.attempt.match, self.attempt.seat, action)
        if self.carried_out:
            # a copy for this table: playing on begins before the move
            self.match = self.match.at(len(self.match.actions))
            yield Steps(self._seen_of(self.match.advance(action)), by_viewer=True)
        yield SoundPlayed("call_won", "glad") if right else SoundPlayed("wrong", "wrong")
        yield from self._answer_news()

    def _answer_news(self) -> Iterator[TurnNews]:
        """Update the text and controls after a judgement."""
        yield TurnCue.OFFER if self.carried_out else TurnCue.TRIED
        if self.attempt.is_answered:
            yield FocusSet(NEXT)

    def give_up(self) -> Iterator[TurnNews]:
        self.attempt.give_up()
        yield SoundPlayed("peek", "peek")
        yield from self._answer_news()

    def go_on(self, ms: float) -> Iterator[TurnNews]:
        if not self._asked:
            self._asked = True
            yield DecisionAsked(self.viewer)

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
        """With the solution button until it is known, and without the speed."""
        plain = (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG)
        return plain if self.attempt.is_answered else (*plain, CornerButton.ANSWER)

    @property
    def is_own(self) -> bool:
        """False once the right move has been carried out."""
        return not self.carried_out and super().is_own

    def asked(self, prompt: str) -> str:
        """Return "" once the right move has been carried out."""
        return "" if self.carried_out else prompt

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """Return the question, the judgement of a move, or the solution with the ways on."""
        attempt = self.attempt
        if self.carried_out and showing:
            # the moving cards have the attention
            return None
        panel_text = attempt.panel_text(self._ways(asking) if attempt.is_answered else ())
        asks = not attempt.is_answered and attempt.last_try is None
        if not attempt.is_answered or attempt.wrong or self.carried_out:
            return DriverPanel(panel_text, requests_move=asks)
        return DriverPanel(panel_text, points=(MOVE,), move=attempt.last_try or attempt.answer)

    def _ways(self, asking: str) -> tuple[PanelButton, ...]:
        """Return the buttons to play on and for the next puzzle."""
        texts, asks = self.context.texts, asking == PLAY
        play = texts("replay.play_on_sure" if asks else "puzzles.play")
        kind = "danger" if asks else "secondary"
        # asks for confirmation first, see ``play_on``
        first = PanelButton(PLAY, play, texts("puzzles.play_note"), kind=kind)
        return first, next_button(self.context, self.game.name, self.attempt.number)

    def leave(self, picture: "AnyTable") -> Transition:
        return Pop()
