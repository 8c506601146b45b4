"""An attempt at a puzzle: the moves tried, and the texts about them."""

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

#: ids of the buttons at the end
NEXT, PLAY = "puzzle-next", "puzzle-play"


def next_button(context: Context, game: str, number: int) -> PanelButton:
    """Return the button to the next open puzzle, or back to the list if there is none."""
    other, texts = puzzles.next_unsolved(context, game, number), context.texts
    key = "puzzles.all" if other is None else "puzzles.next"

    def use() -> Transition:
        return Pop() if other is None else Replace(routes.puzzle(context, game, other))

    return PanelButton(NEXT, texts(key), texts(f"{key}_note"), use, "primary")


class PuzzleAttempt:
    """One puzzle of a game with the player's progress."""

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.context, self.game, self.number = context, game, number
        self.puzzle = puzzles.puzzles_of(game)[number]
        self.match = puzzles.puzzle_match(context, game, number)
        self.rules = self.match.game
        self.seat = max(0, self.rules.to_move(self.match.state))
        #: the last move tried, and the number of tries before the answer was known
        self.last_try: Action | None = None
        self.tries = 0
        #: the answer is known: found, or asked for
        self.is_answered = False

    @property
    def answer(self) -> Action:
        """The best move."""
        return self.rules.decode(self.puzzle.right[0])

    def is_meant(self, action: Action) -> bool:
        """Return True if a move has the verb of the solution; encoded moves begin with their verb."""
        verbs = [
            move[0] if isinstance(move, list) else move for move in (self.rules.encode(action), self.puzzle.right[0])
        ]
        return verbs[0] == verbs[1]

    def try_out(self, action: Action) -> bool:
        """Try the player's move; return True if it is the best one."""
        if self.rules.real_time:
            action = as_live_game(self.rules).stamped(action, 0)
        right = self.puzzle.cost(self.rules.encode(action)) == 0
        self.last_try = action
        if not self.is_answered:
            self.tries += 1
            if right:
                self._end(self.tries)
        return right

    def give_up(self) -> None:
        """Show the answer at the player's request."""
        self.last_try = None
        if not self.is_answered:
            self._end(puzzles.SHOWN)

    def _end(self, tries: int) -> None:
        self.is_answered = True
        puzzles.store_solved(self.context, self.game, self.number, tries)

    # ---- texts ----------------------------------------------------------------------------------------

    @property
    def wrong(self) -> bool:
        """True if the last move tried is not the best."""
        return self.last_try is not None and self.puzzle.cost(self.rules.encode(self.last_try)) != 0

    def head(self) -> str:
        """Return the headline."""
        texts = self.context.texts
        if self.wrong:
            return texts("puzzles.wrong")
        if self.last_try is not None:
            return texts("puzzles.right")
        if self.is_answered:
            return texts("puzzles.answer_is")
        strength = texts(f"puzzles.strength.{self.puzzle.strength}")
        return texts("puzzles.head", number=self.number + 1, strength=strength)

    def panel_text(self, buttons: Sequence[PanelButton] = ()) -> PanelText:
        """Return the task, the assessment of the move tried, or the answer, with the buttons ``buttons``."""
        texts = self.context.texts
        if not self.is_answered and self.last_try is None:
            own = f"{self.game}.puzzle"
            return PanelText(self.head(), texts(own if texts.has(own) else "puzzles.ask"), buttons=tuple(buttons))
        say = PRESENTATIONS[self.game].match_texts(texts, self.match.seats)
        view = self.match.view(self.seat)
        if self.wrong and self.last_try is not None:
            cost = self.puzzle.cost(self.rules.encode(self.last_try))
            text = texts("puzzles.not_it")
            if cost is not None:
                numbers = {"chance": self._share(self.puzzle.chance - cost), "cost": self._share(cost)}
                text = texts("puzzles.costs", move=say.action(self.last_try, view), **numbers)
            return PanelText(self.head(), text, True, buttons=tuple(buttons))
        move = self.last_try or self.answer
        why = require(self.rules.hints).explain_action(view, move).why
        # if one of many moves is right, the rings show it and its name adds nothing
        title = say.action(move, view) if self.puzzle.wrong else ""
        return PanelText(
            self.head(), say.why(why) if why else "", title=title, figure=self._figure(), buttons=tuple(buttons)
        )

    def _figure(self) -> str:
        """Return how often the best move wins, and the next best."""
        if not self.puzzle.wrong:
            return ""
        chance, error = self.puzzle.chance, max(1, self._share(SURE * self.puzzle.error))
        numbers = {"chance": self._share(chance), "other": self._share(chance - self.puzzle.margin), "error": error}
        return self.context.texts("puzzles.wins", **numbers)

    @staticmethod
    def _share(parts: float) -> int:
        """Convert parts to a whole percentage."""
        return max(0, round(100 * parts / PARTS))
