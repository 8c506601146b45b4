"""A puzzle: the player makes a move, and hears what it is worth.

Nothing is carried out but the answer, once it has been found: until then the position stays as it is, so that every
move can be tried. An answer whose outcome nobody knows beforehand is not carried out either: that would be luck.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from game.app.context import Context
from game.core.game import Action
from game.engine.saying import Panel, Way
from game.engine.transitions import Pop, Reset, Transition
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.puzzle.riddle import NEXT, PLAY, Riddle, way_on
from game.table.driver import Corner, Focused, Sound
from game.table.turns.driver import Cue, News, Room, Steps, Turn
from game.table.turns.local import LocalDriver
from game.teaching.lesson import MOVE
from game.teaching.puzzle import is_certain

if TYPE_CHECKING:
    from game.engine.table import AnyTable


class PuzzleDriver(LocalDriver):
    """One puzzle being solved."""

    keeps, offers_lesson = False, False
    room, knows_past = Room.PUZZLE, True

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.riddle = Riddle(context, game, number)
        #: the answer has been found, and its cards have gone where it puts them
        self.carried_out = False
        super().__init__(context, self.riddle.match)

    @property
    def address(self) -> str:
        return f"puzzle.{self.riddle.game}.{self.riddle.number}"

    # ---- trying ---------------------------------------------------------------------------------

    def submit(self, action: Action) -> Iterator[News]:
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
        yield Sound("call_won", "glad") if right else Sound("wrong", "wrong")
        yield from self._told()

    def _told(self) -> Iterator[News]:
        """There is something new to be read."""
        yield Cue.OFFER if self.carried_out else Cue.TRIED
        if self.riddle.done:
            yield Focused(NEXT)

    def give_up(self) -> Iterator[News]:
        self.riddle.give_up()
        yield Sound("peek", "peek")
        yield from self._told()

    def go_on(self, ms: float) -> Iterator[News]:
        """Ask for a move."""
        if not self._asked:
            self._asked = True
            yield Turn(self.viewer)

    def play_on(self, sure: Callable[[str], bool]) -> Transition:
        """Play a match of one's own on from here; what is being played is put away for it."""
        if saves.is_in_progress(self.context, self.game.name) and not sure(PLAY):
            return None
        saves.put_away(self.context, self.game.name)
        position = self.riddle.match
        return Reset(routes.table(self.context, position.at(len(position.actions))))

    # ---- what is offered and said ---------------------------------------------------------------

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The answer as long as it is not known; nothing moves here that could be faster."""
        plain = (Corner.BACK, Corner.HELP, Corner.LOG)
        return plain if self.riddle.done else (*plain, Corner.ANSWER)

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

    def panel(self, showing: bool, asking: str) -> Panel | None:
        """What is asked, or what is said of a move; once the answer is known, with the ways on."""
        riddle = self.riddle
        if self.carried_out and showing:
            # the cards that go are what is to be seen
            return None
        said = riddle.said(self._ways(asking) if riddle.done else ())
        asks = not riddle.done and riddle.tried is None
        if not riddle.done or riddle.wrong or self.carried_out:
            return Panel(said, asks=asks)
        return Panel(said, points=(MOVE,), move=riddle.tried or riddle.answer)

    def _ways(self, asking: str) -> tuple[Way, ...]:
        """To play on from here, and to the next puzzle."""
        texts, asks = self.context.texts, asking == PLAY
        play = texts("replay.play_on_sure" if asks else "puzzles.play")
        kind = "danger" if asks else "secondary"
        # who uses it is asked first, see ``play_on``
        first = Way(PLAY, play, texts("puzzles.play_note"), kind=kind)
        return first, way_on(self.context, self.game.name, self.riddle.number)

    def leave(self, picture: "AnyTable") -> Transition:
        return Pop()
