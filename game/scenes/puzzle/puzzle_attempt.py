"""A puzzle that is being solved: what has been tried, and what is said of it."""

from collections.abc import Sequence

from game.ai.review import SURE
from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.capabilities import require
from game.core.game import Action
from game.core.live import as_live_game
from game.engine.panel import PanelButton, PanelText
from game.engine.transitions import Pop, Replace, Transition
from game.player import puzzles
from game.scenes.navigation import routes
from game.tutorial.puzzle import PARTS

#: the ids of what leads on
NEXT, PLAY = "puzzle-next", "puzzle-play"


def next_button(context: Context, game: str, number: int) -> PanelButton:
    """The button to the next puzzle that is open, or back to the list where none is."""
    other, texts = puzzles.next_unsolved(context, game, number), context.texts
    key = "puzzles.all" if other is None else "puzzles.next"

    def use() -> Transition:
        return Pop() if other is None else Replace(routes.puzzle(context, game, other))

    return PanelButton(NEXT, texts(key), texts(f"{key}_note"), use, "primary")


class PuzzleAttempt:
    """One puzzle of a game, and how far the player has come with it."""

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.context, self.game, self.number = context, game, number
        self.puzzle = puzzles.puzzles_of(game)[number]
        self.match = puzzles.puzzle_match(context, game, number)
        self.rules = self.match.game
        self.seat = max(0, self.rules.to_move(self.match.state))
        #: the move that was tried last, and how many have been tried before the answer was known
        self.tried: Action | None = None
        self.tries = 0
        #: the answer is known: it was found, or asked for
        self.done = False

    @property
    def answer(self) -> Action:
        """The best move."""
        return self.rules.decode(self.puzzle.right[0])

    def is_meant(self, action: Action) -> bool:
        """Whether a move is of the kind that is asked for: every encoded one begins with its verb."""
        verbs = [
            move[0] if isinstance(move, list) else move for move in (self.rules.encode(action), self.puzzle.right[0])
        ]
        return verbs[0] == verbs[1]

    def try_out(self, action: Action) -> bool:
        """The player makes a move: whether it is the best one."""
        if self.rules.real_time:
            action = as_live_game(self.rules).stamped(action, 0)
        right = self.puzzle.cost(self.rules.encode(action)) == 0
        self.tried = action
        if not self.done:
            self.tries += 1
            if right:
                self._end(self.tries)
        return right

    def give_up(self) -> None:
        """The player asks for the answer."""
        self.tried = None
        if not self.done:
            self._end(puzzles.SHOWN)

    def _end(self, tries: int) -> None:
        self.done = True
        puzzles.store_solved(self.context, self.game, self.number, tries)

    # ---- what is said -------------------------------------------------------------------------------

    @property
    def wrong(self) -> bool:
        """Whether the move that was tried last is not the best."""
        return self.tried is not None and self.puzzle.cost(self.rules.encode(self.tried)) != 0

    def head(self) -> str:
        """The line above what is said."""
        texts = self.context.texts
        if self.wrong:
            return texts("puzzles.wrong")
        if self.tried is not None:
            return texts("puzzles.right")
        if self.done:
            return texts("puzzles.answer_is")
        strength = texts(f"puzzles.strength.{self.puzzle.strength}")
        return texts("puzzles.head", number=self.number + 1, strength=strength)

    def said(self, ways: Sequence[PanelButton] = ()) -> PanelText:
        """What is asked, or what is to be said of the move that was tried, or of the answer; with the ``buttons``."""
        texts = self.context.texts
        if not self.done and self.tried is None:
            own = f"{self.game}.puzzle"
            return PanelText(self.head(), texts(own if texts.has(own) else "puzzles.ask"), buttons=tuple(ways))
        say = PRESENTATIONS[self.game].words(texts, self.match.seats)
        view = self.match.view(self.seat)
        if self.wrong and self.tried is not None:
            cost = self.puzzle.cost(self.rules.encode(self.tried))
            words = texts("puzzles.not_it")
            if cost is not None:
                numbers = {"chance": self._share(self.puzzle.chance - cost), "cost": self._share(cost)}
                words = texts("puzzles.costs", move=say.action(self.tried, view), **numbers)
            return PanelText(self.head(), words, True, buttons=tuple(ways))
        move = self.tried or self.answer
        why = require(self.rules.hints).explain_action(view, move).why
        # where there is one right move of many, the rings show it and its name says nothing
        title = say.action(move, view) if self.puzzle.wrong else ""
        return PanelText(
            self.head(), say.why(why) if why else "", title=title, figure=self._figure(), buttons=tuple(ways)
        )

    def _figure(self) -> str:
        """How often the best move wins, and the next best."""
        if not self.puzzle.wrong:
            return ""
        chance, error = self.puzzle.chance, max(1, self._share(SURE * self.puzzle.error))
        numbers = {"chance": self._share(chance), "other": self._share(chance - self.puzzle.margin), "error": error}
        return self.context.texts("puzzles.wins", **numbers)

    @staticmethod
    def _share(parts: float) -> int:
        """A share in whole games of a hundred."""
        return max(0, round(100 * parts / PARTS))
