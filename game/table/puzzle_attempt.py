"""An attempt at a puzzle: the answers tried, and the texts about them."""

from collections.abc import Mapping, Sequence

from game.catalogue.presentations import PRESENTATIONS
from game.core.capabilities import require
from game.core.game import Action
from game.core.live import as_live_game
from game.core.match import AnyMatch
from game.core.options import Json
from game.engine.items import CARD
from game.engine.panel import ON, PanelButton, PanelText
from game.engine.transitions import Pop, Replace, Transition
from game.player import puzzles
from game.scenes.navigation import routes
from game.services.context import Context
from game.tutorial.lesson import MOVE
from game.tutorial.puzzle import PARTS, STARS, Step, stars_for

#: ids of the buttons at the end and after a wrong move, and the prefix of those of a question's choices
NEXT, PLAY, AGAIN, CHOICE = "puzzle-next", "puzzle-play", "puzzle-again", "puzzle-choice-"

#: blanks of questions that are seats
SEATS = ("name", "owner")


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
        #: the position of the present step
        self.match = puzzles.puzzle_match(context, game, number)
        self.rules = self.match.game
        self.seat = max(0, self.rules.to_move(self.match.state))
        #: the number of the present step, the last answer tried there, and whether its solution is known
        self.place = 0
        self.last_try: Json = None
        self.is_known = False
        #: wrong answers and hints so far; the hint of this step is shown; a solution was shown
        self.misses, self.is_hinted, self.is_shown = 0, False, False
        #: the hints among the misses
        self.hints = 0

        self._say = PRESENTATIONS[game].match_texts(context.texts, self.match.seats)

    @property
    def step(self) -> Step:
        """The present step."""
        return self.puzzle.steps[self.place]

    @property
    def is_last(self) -> bool:
        """True at the last step."""
        return self.place == len(self.puzzle.steps) - 1

    @property
    def is_answered(self) -> bool:
        """True once the solution of the last step is known."""
        return self.is_known and self.is_last

    @property
    def answer(self) -> Action:
        """The best move of this step, or of the last one that asked for a move."""
        step = next(step for step in reversed(self.puzzle.steps[: self.place + 1]) if not step.asks_number)
        return self.rules.decode(step.right[0])

    @property
    def pending(self) -> Action | None:
        """The best move found at the step before this question, if it is not carried out yet."""
        before = self.puzzle.steps[self.place - 1]
        return None if not self.place or before.ask or before.then else self.rules.decode(before.right[0])

    @property
    def tried_move(self) -> Action | None:
        """The last move tried at this step."""
        return None if self.last_try is None or self.step.asks_number else self.rules.decode(self.last_try)

    @property
    def points(self) -> tuple[str, ...]:
        """The things to mark: the cards of the question, or MOVE for the right move once it is known."""
        step, cards = self.step, tuple(f"{CARD}{card}" for card in self.step.about)
        if self.is_known:
            return cards if step.asks_number else (MOVE,)
        return () if step.asks_number else cards

    @property
    def shown_move(self) -> Action:
        """The right move to show: the one tried, or the one that the game goes on with."""
        then = self.step.then
        return self.rules.decode(then[0]) if then else self.tried_move or self.answer

    def is_meant(self, action: Action) -> bool:
        """Return True if a move has the verb of the solution; encoded moves begin with their verb."""
        verbs = [
            move[0] if isinstance(move, list) else move for move in (self.rules.encode(action), self.step.right[0])
        ]
        return verbs[0] == verbs[1]

    def try_out(self, action: Action) -> bool:
        """Try the player's move; return True if it is the best one."""
        if self.rules.real_time:
            action = as_live_game(self.rules).stamped(action, 0)
        return self.try_answer(self.rules.encode(action))

    def try_answer(self, answer: Json) -> bool:
        """Try an encoded move, or a number for a question; return True if it is right."""
        right = self.step.cost(answer) == 0
        self.last_try = answer
        if not self.is_known:
            self.misses += not right
            if right:
                self._end()
            elif self.step.ask:
                self.is_hinted = True
        return right

    def try_again(self) -> None:
        """Show the task again, or its hint if that is known, instead of what is wrong with the last try."""
        self.last_try = None

    def give_hint(self) -> None:
        """Show the hint of this step, which counts like a wrong answer."""
        self.last_try, self.is_hinted = None, True
        self.misses += 1
        self.hints += 1

    def give_up(self) -> None:
        """Show the answer at the player's request."""
        self.last_try = None
        if not self.is_known:
            self.is_shown = True
            self._end()

    def _end(self) -> None:
        self.is_known = True
        if self.is_shown or self.is_last:
            tries = puzzles.SHOWN if self.is_shown else 1 + self.misses
            puzzles.store_solved(self.context, self.game, self.number, tries)

    def go_on(self, match: AnyMatch) -> None:
        """Proceed to the next step, whose position is that of ``match``."""
        self.match, self.place = match.at(len(match.actions)), self.place + 1
        self.last_try, self.is_known, self.is_hinted = None, False, False

    # ---- texts ----------------------------------------------------------------------------------------

    @property
    def wrong(self) -> bool:
        """True if the last answer tried is not right."""
        return self.last_try is not None and self.step.cost(self.last_try) != 0

    def head(self) -> str:
        """Return the headline."""
        texts = self.context.texts
        if self.wrong:
            own = f"{self.game}.{f'ask.{self.step.ask}' if self.step.ask else 'puzzle'}.wrong"
            return texts(own if texts.has(own) else "puzzles.wrong_answer" if self.step.ask else "puzzles.wrong")
        if self.is_answered and not self.is_shown:
            return texts("puzzles.right_stars", count=stars_for(1 + self.misses))
        if self.last_try is not None:
            return texts("puzzles.right")
        if self.is_known:
            return texts("puzzles.answer_is")
        strength = texts(f"puzzles.strength.{self.puzzle.strength}")
        head = texts("puzzles.head", number=self.number + 1, strength=strength)
        most = len(self.puzzle.steps)
        return head if most == 1 else texts("puzzles.head_step", head=head, step=self.place + 1, most=most)

    def panel_text(self, buttons: Sequence[PanelButton] = ()) -> PanelText:
        """Return the task, the assessment of the answer tried, or the solution, with the buttons ``buttons``."""
        texts, step = self.context.texts, self.step
        if self.is_known and not self.is_last:
            buttons = (PanelButton(ON, texts("puzzles.on"), kind="primary"),)
        elif step.ask and not self.is_known:
            buttons = self._choices()
        if not self.is_known and self.last_try is None:
            text = self._hint() if self.is_hinted else self._task()
            if step.ask:
                return PanelText(self.head(), text, buttons=tuple(buttons))
            return PanelText(
                self.head(),
                text,
                title=self._say.theme(self.puzzle.kind),
                rows=tuple(self._say.stakes(self.match.view(self.seat))),
                figure=self._note(),
            )
        if self.wrong:
            objection = self._objection()
            # the theme is above its question
            title = self._say.theme(self.puzzle.kind) if objection == self._task() and not step.ask else ""
            rows = self._compared()
            return PanelText(
                self.head(),
                objection,
                True,
                title,
                rows=rows,
                figure=self._shared() if rows else "",
                buttons=tuple(buttons),
            )
        title, text = self._solution()
        risk, wins, lost = map(" ".join, self._risk()), self._figure(), self._stars_lost()
        known = [*risk, wins]
        return PanelText(
            self.head(),
            text,
            title=title,
            figure=texts.sentences([*known, self._shared() if wins else "", lost]),
            # the head has the stars, too
            shorter=(texts.sentences([*known, lost]), texts.sentences(known)),
            buttons=tuple(buttons),
        )

    def _stars_lost(self) -> str:
        """Return what cost stars, once all steps are solved with fewer than there are."""
        if not self.misses or not self.is_answered or self.is_shown:
            return ""
        cause = "wrong" if not self.hints else "hint" if self.hints == self.misses else "both"
        return self.context.texts(f"puzzles.stars_lost.{cause}", count=STARS)

    def _note(self) -> str:
        """Return the game's own note about this strength, or ""."""
        key = f"puzzle.note.{self.puzzle.strength}"
        return self._say(key) if self._say.has(key) else ""

    def _task(self) -> str:
        if self.step.ask:
            return self._asked("", self.step.blanks)
        if self._say.has("puzzle"):
            return self._say("puzzle")
        asked = "" if self.place else self._say.theme(self.puzzle.kind, ".ask")
        return asked or self.context.texts("puzzles.ask_next" if self.place else "puzzles.ask")

    def _asked(self, part: str, blanks: Mapping[str, int]) -> str:
        """Return a text about this step's question: the question itself, or the ``part`` of it."""
        filled = {
            name: self._say.name(value) if name in SEATS else self._say.blank(name, value)
            for name, value in blanks.items()
        }
        if self.pending is not None:
            filled["move"] = self._say.action(self.pending, self.match.view(self.seat))
        return self._say(f"ask.{self.step.ask}{part}", **filled)

    def _choices(self) -> tuple[PanelButton, ...]:
        return tuple(PanelButton(f"{CHOICE}{choice}", self._choice(choice)) for choice in self.step.choices)

    def _choice(self, choice: int) -> str:
        """Return the label of one of a question's answers: a player, or a number."""
        player = {"name": choice} if "name" in self.step.blanks else {}
        return self._asked(".choice", {**player, "count": choice})

    def _hint(self) -> str:
        """Return the reason for the solution, or for a question how to find it."""
        if self.step.ask:
            return self._asked(".hint", self.step.blanks)
        return f"{self.context.texts('hint.title')}: {self._why(self.answer)}"

    def _why(self, move: Action) -> str:
        why = require(self.rules.hints).explain_action(self.match.view(self.seat), move).why
        return self._say.why(why) if why else ""

    def _flaw(self, move: Action) -> str:
        """Return what is wrong with a move, or "" if the game cannot tell."""
        found = require(self.rules.hints).flaw(self.match.view(self.seat), move, self.answer)
        return self._say.why(found) if found else ""

    def _objection(self) -> str:
        """Return what is wrong with the move tried, or the question again, with how to find the answer to one.

        Never the reason for the best move: it would be read as one for the move tried.
        """
        texts, cost, move = self.context.texts, self.step.cost(self.last_try), self.tried_move
        if move is None or self.step.ask:
            return texts.sentences([self._task(), self._hint()])
        if cost is None:
            return texts("puzzles.not_it")
        return self._flaw(move) or self._task()

    def _compared(self) -> tuple[tuple[str, str], ...]:
        """Return how often the move tried wins, and below it the best one, as names and values."""
        texts, cost, best = self.context.texts, self.step.cost(self.last_try), self.step.chance
        if self.step.ask or cost is None:
            return ()
        chances = ("puzzles.own", best - cost), ("puzzles.best", best)
        wins = ((texts(name), texts("review.per_cent", number=self._share(chance))) for name, chance in chances)
        # what is wrong with the move names the risk where it matters
        return (*wins, *(() if (move := self.tried_move) and self._flaw(move) else self._risk()))

    def _risk(self) -> tuple[tuple[str, str], ...]:
        """Return the risk of which a reason speaks, as a name and a value, if the game has one and there is any."""
        if self.step.ask or not self._say.has("hint.risk"):
            return ()
        advice = require(self.rules.hints).explain_action(self.match.view(self.seat), self.answer)
        risk = round(dict(advice.numbers).get("hint.risk", 0))
        name, _, value = self._say("hint.risk", number=risk).partition("|")
        return ((name, value),) if risk else ()

    def _solution(self) -> tuple[str, str]:
        """Return the right answer and its reason."""
        if self.step.ask and not self.step.asks_number:
            return "", self._asked(".why", self.step.blanks)
        if self.step.ask:
            right = self.step.right[0]
            assert isinstance(right, int)
            part = ".why" if right or not self._say.has(f"ask.{self.step.ask}.why.none") else ".why.none"
            return self._choice(right), self._asked(part, {**self.step.blanks, "count": right})
        move = self.tried_move or self.answer
        # if one of many moves is right, the rings show it and its name adds nothing
        text = self._why(move)
        if self.step.then and self.rules.encode(move) != self.step.then[0]:
            text = f"{text} {self.context.texts('puzzles.equal')}"
        return self._say.action(move, self.match.view(self.seat)) if self.step.wrong else "", text

    def _figure(self) -> str:
        """Return how often the best move wins, and the next best; "" where no games were played to the end."""
        step = self.step
        if not step.wrong or not step.chance:
            return ""
        numbers = {"chance": self._share(step.chance), "other": self._share(step.chance - step.margin)}
        return self.context.texts("puzzles.wins", **numbers)

    def _shared(self) -> str:
        """Return how shared wins are counted, if there are any."""
        return self.context.texts("puzzles.shared") if self.step.shared else ""

    @staticmethod
    def _share(parts: float) -> int:
        """Convert parts to a whole percentage."""
        return max(0, round(100 * parts / PARTS))
