"""A puzzle of a game in real time: its clock has nothing to say, and a hand that is wrong changes nothing."""

from collections.abc import Sequence

from game.app.context import Context
from game.core.game import Action
from game.core.match import AnyMatch
from game.engine.saying import Panel
from game.scenes.puzzle.riddle import NEXT, Riddle, way_on
from game.table.driver import Corner, Focused, Sound
from game.table.live.clock import GameClock
from game.table.live.driver import Cue, LiveDriver, May, News
from game.teaching.lesson import MOVE


class PuzzleDriver(LiveDriver):
    """One puzzle, which nobody gains anything in by being quick."""

    match: AnyMatch
    does_unasked, opens_when_made, asks_apart, has_words, rings_above = True, True, True, True, True
    may = May.CARDS

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.riddle = Riddle(context, game, number)
        match = self.riddle.match
        super().__init__(context, match, next(iter(match.humans), 0))
        self._clock = GameClock(context.clock, self.game.now(match.state))

    @property
    def address(self) -> str:
        return f"puzzle.{self.riddle.game}.{self.riddle.number}"

    # ---- time ---------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        return self._clock.running

    @property
    def covered(self) -> bool:
        return not self.running

    @property
    def input_at(self) -> int:
        """Nothing goes by it, but that it is later than the position."""
        return self._clock.now

    def go(self) -> Sequence[News]:
        """Every face is made."""
        self._clock.start()
        return (Cue.SHOW_AT_ONCE,)

    # ---- trying -------------------------------------------------------------------------------------

    def submit(self, action: Action) -> Sequence[News]:
        """Say whether these are the ones; whatever else hands can do changes nothing here."""
        if self.riddle.done or not self.riddle.is_meant(action):
            return (Cue.SHOW,)
        right = self.riddle.try_out(action)
        return (Sound("claim", "glad") if right else Sound("wrong", "wrong"), *self._told())

    def give_up(self) -> Sequence[News]:
        self.riddle.give_up()
        return (Sound("peek"), *self._told())

    def _told(self) -> Sequence[News]:
        return (Cue.SHOW, Focused(NEXT)) if self.riddle.done else (Cue.SHOW,)

    # ---- what is offered and said -------------------------------------------------------------------

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The answer as long as it is not known."""
        return (Corner.BACK, Corner.HELP) if self.riddle.done else (Corner.BACK, Corner.HELP, Corner.ANSWER)

    def asked(self, prompt: str) -> str:
        """What is asked, or once the answer is known all that is said of it."""
        said = self.riddle.said()
        return self.context.texts.sentences([said.head, said.words]) if self.riddle.done else said.words

    def panel(self) -> Panel | None:
        """The answer, and the way to the next puzzle."""
        if not self.riddle.done:
            return None
        way = way_on(self.context, self.game.name, self.riddle.number)
        return Panel(self.riddle.said((way,)), points=(MOVE,), move=self.riddle.answer)
