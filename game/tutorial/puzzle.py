"""Puzzles: positions from games between bots, with one or more questions that have a certain answer.

A puzzle is stored as the game that led to it, so its position follows from the rules. Each step asks for the best move
or for something else, and after it the game goes on: the other players' answers are part of the puzzle. The answers
were found beforehand (``build/puzzles.py``): every move was carried out in the same states, sampled from the seat's
view, and played to the end. Nothing is computed while a puzzle is shown.
"""

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from game.core.codec import AnyJson, Shape, codec_of, one_of
from game.core.game import A, E, Game, S, V
from game.core.match import HUMAN, Match, Seat
from game.core.rng import Rng

#: strengths: how many of the three quick levels of bots fail, two and three counting alike
STRENGTHS = (1, 2, 3)
#: stars for a puzzle solved at once without a hint; every wrong answer and every hint costs one, down to one
STARS = 3
#: the questions besides the best move, as the games' texts name them
QUESTIONS = (
    *("wins_from", "must_take", "must_green", "pot_then"),
    *("stuck", "leads", "gap", "roll_most"),
    *("sets_then", "alike_then"),
    *("rival_fit", "most_fit", "none_fit"),
    *("lookalikes", "alone", "pairs"),
)
#: unit of the shares of won games: thousandths
PARTS = 1000
#: number of sampled states for testing whether an outcome is certain
WORLDS = 12


class Step(NamedTuple):
    """One question of a puzzle, with its answers: moves as their game encodes them, or numbers."""

    #: the answer, with equivalent moves such as another of several unknown cards
    right: tuple[AnyJson, ...]
    #: every other answer, with its cost in thousandths of games; ``PARTS`` where it is false by the rules alone
    wrong: tuple[tuple[AnyJson, int], ...] = ()
    #: in thousandths of games: the share won by the answer, and the standard error of the least cost
    chance: int = 0
    error: int = 0
    #: the question, one of ``QUESTIONS``; "" for the best move
    ask: Annotated[str, one_of("", *QUESTIONS)] = ""
    #: the numbers in the question and in the reason for its answer
    blanks: Mapping[str, int] = {}
    #: the cards that a question is about, marked with it, or with the answer where that is a number
    about: tuple[int, ...] = ()
    #: shared wins are among the games counted, each as a part of one
    shared: bool = False
    #: the actions up to the next step: the move that was asked for, and what follows it
    then: tuple[AnyJson, ...] = ()

    def cost(self, answer: AnyJson) -> int | None:
        """Return the cost of an answer in thousandths: 0 for the right one, None if it was not judged."""
        if answer in self.right:
            return 0
        return next((cost for other, cost in self.wrong if other == answer), None)

    @property
    def asks_number(self) -> bool:
        """True if a number answers the question; else a move does."""
        return isinstance(self.right[0], int)

    @property
    def margin(self) -> int:
        """The least cost of the other answers, in thousandths."""
        return min((cost for _, cost in self.wrong), default=PARTS)

    @property
    def choices(self) -> list[int]:
        """The numbers to choose from, for a question."""
        answers = (*self.right, *(answer for answer, _ in self.wrong))
        return sorted(answer for answer in answers if isinstance(answer, int))


class Puzzle(NamedTuple):
    """One puzzle."""

    seats: int
    seed: int
    options: Mapping[str, AnyJson]
    actions: tuple[AnyJson, ...]
    strength: int
    #: its theme, the reason for the first answer, used to keep puzzles varied
    kind: str
    steps: tuple[Annotated[Step, Shape.SPARSE], ...]
    #: the levels of bots that do not find all of the answers
    fails: tuple[str, ...] = ()
    #: the month that it was made for, as YYYY-MM; "" if it is always there
    month: str = ""


#: puzzles as JSON; reading raises ValueError for anything else
PUZZLE = codec_of(Puzzle, Shape.SPARSE)


def stars_for(tries: int) -> int:
    """Return the stars for a puzzle solved with that many tries, hints included; 0 if the answer was shown."""
    return max(1, STARS + 1 - tries) if tries else 0


def is_certain(match: Match[S, A, E, V], seat: int, action: A) -> bool:
    """Return True if the person at ``seat`` knows the outcome of a move: no card turned up, no die rolled.

    This is tested in several sampled states, with different randomness in each.
    """
    game, view = match.game, match.view(seat)

    def seen(state: S, luck: int) -> list[E | None]:
        return [game.visible(event, seat) for event in game.apply(state, action, Rng(luck))[1]]

    first = seen(match.state, 0)
    return all(seen(game.sample_state(view, Rng(number)), 1 + number) == first for number in range(WORLDS))


def match_at_puzzle(game: Game[S, A, E, V], puzzle: Puzzle) -> Match[S, A, E, V]:
    """Return the match up to the puzzle; raise the rules' errors if they are broken."""
    seats = [Seat(f"P{seat}", HUMAN) for seat in range(puzzle.seats)]
    match = Match(game, puzzle.options, seats, puzzle.seed)
    for action in puzzle.actions:
        match.apply(game.decode(action))
    return match
