"""A puzzle: the player makes a move, and hears what it is worth.

Nothing is carried out but the answer, once it has been found: until then the position stays as it is, so that every
move can be tried. An answer whose outcome nobody knows beforehand is not carried out either: that would be luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.app.context import Context
from game.core.game import Action
from game.engine.panel import DriverPanel, PanelButton
from game.engine.transitions import Pop, Reset, Transition
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.puzzle.puzzle_attempt import NEXT, PLAY, PuzzleAttempt, next_button
from game.table.driver import CornerButton
from game.table.news import FocusSet, SoundPlayed
from game.table.turns.driver import DockRoom
from game.table.turns.local import TurnLocalDriver
from game.table.turns.news import DecisionAsked, Steps, TurnCue, TurnNews
from game.tutorial.lesson import MOVE
from game.tutorial.puzzle import is_certain

if TYPE_CHECKING:
    from game.engine.game_table import AnyTable


class TurnPuzzleDriver(TurnLocalDriver):
    """One puzzle being solved."""

    keeps, offers_lesson = False, False
    room, knows_past = DockRoom.PUZZLE, True

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.riddle = PuzzleAttempt(context, game, number)
        #: the answer has been found, and its cards have gone where it puts them
        self.carried_out = False
        super().__init__(context, self.riddle.match)

    @property
    def address(self) -> str:
        """The puzzle."""
        return f"puzzle.{self.riddle.game}.{self.riddle.number}"

    # ---- trying ---------------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[TurnNews]:
        """Say what a move is worth; the answer is carried out when it is found, if its outcome is certain."""
        if self.carried_out:
            return
        known = self.riddle.done
        right = self.riddle.try_out(action)
        self.carried_out = right and not known and is_certain(self.riddle.match, self.riddle.seat, action)
        if self.carried_out:
            # at this table alone: whoever goes on from here begins before it
            self.match = self.match.at(len(self.match.actions))
            yield Steps(self._seen_of(self.match.advance(action)), own=True)
        yield SoundPlayed("call_won", "glad") if right else SoundPlayed("wrong", "wrong")
        yield from self._told()

    def _told(self) -> Iterator[TurnNews]:
        """There is something new to be read."""
        yield TurnCue.OFFER if self.carried_out else TurnCue.TRIED
        if self.riddle.done:
            yield FocusSet(NEXT)

    def give_up(self) -> Iterator[TurnNews]:
        """Show the answer."""
        self.riddle.give_up()
        yield SoundPlayed("peek", "peek")
        yield from self._told()

    def go_on(self, ms: float) -> Iterator[TurnNews]:
        """Ask for a move."""
        del ms
        if not self._asked:
            self._asked = True
            yield DecisionAsked(self.viewer)

    def play_on(self, sure: Callable[[str], bool]) -> Transition:
        """Play a match of one's own on from here; what is being played is put away for it."""
        if saves.is_in_progress(self.context, self.game.name) and not sure(PLAY):
            return None
        saves.shelve(self.context, self.game.name)
        position = self.riddle.match
        return Reset(routes.table(self.context, position.at(len(position.actions))))

    # ---- what is offered and said ---------------------------------------------------------------

    @property
    def corners(self) -> tuple[CornerButton, ...]:
        """The answer as long as it is not known; nothing moves here that could be faster."""
        plain = (CornerButton.BACK, CornerButton.HELP, CornerButton.LOG)
        return plain if self.riddle.done else (*plain, CornerButton.ANSWER)

    @property
    def is_own(self) -> bool:
        """There is nothing more to decide once the answer lies there."""
        return not self.carried_out and super().is_own

    @property
    def forced(self) -> None:
        """Every move is the player's."""
        return

    @property
    def undo(self) -> None:
        """Nothing has happened that could be taken back."""
        return

    def asked(self, prompt: str) -> str:
        """Nothing, once the answer lies there."""
        return "" if self.carried_out else prompt

    def panel(self, showing: bool, asking: str) -> DriverPanel | None:
        """What is asked, or what is said of a move; once the answer is known, with the ways on."""
        riddle = self.riddle
        if self.carried_out and showing:
            # the cards that go are what is to be seen
            return None
        said = riddle.said(self._ways(asking) if riddle.done else ())
        asks = not riddle.done and riddle.tried is None
        if not riddle.done or riddle.wrong or self.carried_out:
            return DriverPanel(said, asks=asks)
        return DriverPanel(said, points=(MOVE,), move=riddle.tried or riddle.answer)

    def _ways(self, asking: str) -> tuple[PanelButton, ...]:
        """To play on from here, and to the next puzzle."""
        texts, asks = self.context.texts, asking == PLAY
        play = texts("replay.play_on_sure" if asks else "puzzles.play")
        kind = "danger" if asks else "secondary"
        # who uses it is asked first, see ``play_on``
        first = PanelButton(PLAY, play, texts("puzzles.play_note"), kind=kind)
        return first, next_button(self.context, self.game.name, self.riddle.number)

    def leave(self, picture: AnyTable) -> Transition:
        """Back to the list."""
        del picture
        return Pop()
