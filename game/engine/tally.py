"""How a result adds up: what the result scene asks of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.match import Seat
from game.core.records import MatchRecord
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.layout import Box

if TYPE_CHECKING:
    from game.app.context import Context


class Part(NamedTuple):
    """One number of a sum."""

    #: text key of what it is
    key: str
    value: int
    #: how many things it is the sum of, where its text says so
    things: int | None = None


class Tally(NamedTuple):
    """What one seat gets in this round, part by part; ``total`` adds earlier rounds."""

    seat: int
    parts: tuple[Part, ...]
    points: int
    total: int


def first_tied(totals: Sequence[int]) -> bool:
    """Whether the first place hangs on how a tie is decided."""
    return len(totals) > 1 and sorted(totals)[-2] == max(totals)


class Reckoning(ABC):
    """A game's picture of its result. What has a body here is alike in most games."""

    #: text key of the line that explains how it is counted
    rule: str
    tallies: tuple[Tally, ...]
    #: rounds scored and rounds to play
    rounds: tuple[int, int] = (1, 1)
    #: text keys of the pages beside the sums, without the sums'
    pages: tuple[str, ...] = ()
    #: what is counted: the text ``unit.NAME`` says so many of it
    unit = "points"
    #: the cards of a row show its sum already: no number says it again
    cards_say_sum = False
    #: everybody has seen at the table who has won: nothing is added up, and the headline comes at once
    at_once = False
    #: the icon behind each number that says what is counted, where the numbers alone would not
    sign = ""
    #: a row is at most so high, logical, in a wide window and in a tall one
    row_height, tall_row_height = 230.0, 300.0
    #: a standing of the game's own takes the place of the ranking; in portrait it is so high above the rows
    standing_height = 0.0

    def __init__(self, context: Context, seats: Sequence[Seat]) -> None:
        self.context, self.seats = context, seats

    @abstractmethod
    def build(self) -> None:
        """Make pictures for the window as it is now."""

    @abstractmethod
    def pieces(self, seat: int) -> int:
        """How many pieces of a seat's cards are counted one by one."""

    @abstractmethod
    def counted(self, seat: int, pieces: int) -> int:
        """The first part of the sum after so many pieces."""

    @abstractmethod
    def draw_cards(self, canvas: Canvas, seat: int, box: Box, pieces: int, bright: bool) -> None:
        """Draw a seat's cards in a box with so many pieces counted."""

    def members(self, seat: int) -> tuple[int, ...]:
        """The seats that a sum is for: a team, or one."""
        return (seat,)

    def label(self, seat: int) -> str:
        """What stands below the numbers of a sum."""
        return self.seats[seat].name

    def crowned(self, winners: tuple[int, ...]) -> tuple[int, ...]:
        """The seats whose sums are crowned."""
        return winners

    def remark(self, seat: int) -> str:
        """A word on how a seat got there, at the right of its row; mostly nothing."""
        del seat
        return ""

    def note(self) -> str:
        """Which round it was, how long it took; nothing where there is nothing to say."""
        number, count = self.rounds
        return self.context.texts("result.round", number=number, count=count) if count > 1 else ""

    def draw_standing(self, canvas: Canvas, box: Box, total: int, done: bool) -> None:
        """Draw the game's own standing: the sums add up to ``total`` so far."""
        raise NotImplementedError

    def remember(self, records: Sequence[MatchRecord]) -> None:
        """Compare with what the statistics keep of the matches of this game, the newest last; mostly nothing is."""
        del records

    def bake_page(self, plate: Backdrop, page: int, boxes: Sequence[Box]) -> None:
        """Bake page 1, 2 and so on of ``pages`` into three boxes: a large one, one at its side, one below."""
        raise NotImplementedError

    def spoken_page(self, page: int) -> str:
        """What a page says, for whoever cannot see it."""
        raise NotImplementedError
