"""A puzzle that is being solved: what has been tried, what is said of it, and the paper that says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.app.context import Context
from game.catalogue.presentations import PRESENTATIONS
from game.core.capabilities import offered
from game.core.game import Action
from game.core.live import live
from game.engine.advice import Marking
from game.engine.canvas import Canvas
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.layout import Box, row
from game.engine.lesson_paper import BUTTON, EDGE, GAP, Taught, lesson_paper
from game.engine.transitions import Pop, Replace, Transition
from game.engine.widgets import Button, Use, put_paper
from game.player import puzzles
from game.scenes.navigation import routes
from game.teaching.puzzle import PARTS
from game.thinking.review import SURE

#: the ids of what a paper offers
NEXT, PLAY = "puzzle-next", "puzzle-play"


class Offer(NamedTuple):
    """A button on the paper."""

    id: str
    label: str
    #: what it leads to, for whoever hears it
    note: str
    use: Use
    kind: str = "secondary"


def way_on(context: Context, game: str, number: int) -> Offer:
    """The button to the next puzzle that is open, or back to the list where none is."""
    other, texts = puzzles.next_open(context, game, number), context.texts
    key = "puzzles.all" if other is None else "puzzles.next"

    def use() -> Transition:
        return Pop() if other is None else Replace(routes.puzzle(context, game, other))

    return Offer(NEXT, texts(key), texts(f"{key}_note"), use, "primary")


class Riddle:
    """One puzzle of a game, and how far the player has come with it."""

    def __init__(self, context: Context, game: str, number: int) -> None:
        self.context, self.game, self.number = context, game, number
        self.puzzle = puzzles.puzzles_of(game)[number]
        self.match = puzzles.begin(context, game, number)
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
            action = live(self.rules).stamped(action, 0)
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
        puzzles.keep(self.context, self.game, self.number, tries)

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

    def words(self) -> str:
        """What is asked, or what is to be said of the move that was tried, or of the answer."""
        texts = self.context.texts
        if not self.done and self.tried is None:
            own = f"{self.game}.puzzle"
            return texts(own if texts.has(own) else "puzzles.ask")
        say = PRESENTATIONS[self.game].words(texts, self.match.seats)
        view = self.match.view(self.seat)
        if self.wrong and self.tried is not None:
            cost = self.puzzle.cost(self.rules.encode(self.tried))
            if cost is None:
                return texts("puzzles.not_it")
            numbers = {"chance": self._share(self.puzzle.chance - cost), "cost": self._share(cost)}
            return texts("puzzles.costs", move=say.action(self.tried, view), **numbers)
        why = offered(self.rules.hints).explained(view, self.tried or self.answer).why
        found = self.tried is not None or not self.puzzle.wrong
        parts = [
            "" if found else texts("puzzles.best", move=say.action(self.answer, view)),
            say.why(why) if why else "",
        ]
        if self.puzzle.wrong:
            chance = self.puzzle.chance
            next_best, error = self._share(chance - self.puzzle.margin), max(1, self._share(SURE * self.puzzle.error))
            parts.append(texts("puzzles.wins", chance=self._share(chance), other=next_best, error=error))
        return texts.sentences(parts)

    @staticmethod
    def _share(parts: float) -> int:
        """A share in whole games of a hundred."""
        return max(0, round(100 * parts / PARTS))

    def taught(self, offers: bool) -> Taught:
        """What the paper says, with room for buttons if there are ``offers``."""
        return Taught(self.head(), self.words(), " " if offers else "", self.wrong)


class RiddlePaper(Marking):
    """The paper on the table, with up to two buttons; what it marks is the answer."""

    def __init__(
        self, kit: Kit, box: Box, marks: Sequence[tuple[Box, float]], taught: Taught, offers: Sequence[Offer]
    ) -> None:
        super().__init__(kit, box, marks)
        self.taught = taught
        line = Box(box.x + EDGE, box.y + box.h - BUTTON - GAP + 4, box.w - 2 * EDGE, BUTTON)
        places = row(len(offers), line, 12) if offers else []
        self.buttons = [
            Button(
                kit,
                offer.id,
                place,
                offer.label,
                offer.use,
                kind=offer.kind,
                size=22,
                spoken=f"{offer.label}: {offer.note}",
            )
            for offer, place in zip(offers, places, strict=True)
        ]
        self.items = [item for button in self.buttons for item in button.items]

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        """Draw the paper and its buttons."""
        put_paper(canvas, self.kit, self.kit.made(lesson_paper, self.box.w, self.taught), self.box.x, self.box.y)
        for button in self.buttons:
            button.draw(canvas, items)
