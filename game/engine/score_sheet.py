"""How a result adds up: the score sheet that a game fills in, and the pictures that go with its rows."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.match import Seat
from game.engine import backdrop, layout
from game.engine.canvas import Canvas

if TYPE_CHECKING:
    from game.app.context import Context


class Term(NamedTuple):
    """One number of a sum."""

    #: text key of what it is
    key: str
    value: int
    #: how many things it is the sum of, where its text says so
    things: int | None = None


class ScoreRow(NamedTuple):
    """The sum of a seat or of a team."""

    #: the seat, or the number of the team
    seat: int
    terms: tuple[Term, ...]
    #: the terms of this round, and what earlier rounds brought
    total: int
    #: the first term as the cards are counted one by one: before the first, and after each of them
    counts: tuple[int, ...]
    label: str
    members: tuple[int, ...]
    #: a word on how a seat got there, at the right of its row; mostly nothing
    remark: str = ""

    @property
    def pieces(self) -> int:
        """How many pieces of the cards are counted one by one."""
        return len(self.counts) - 1


class ScoreSheet(NamedTuple):
    """How a result adds up; what has a value here is so in most games."""

    #: in the order of the seats; all have the same terms
    rows: tuple[ScoreRow, ...]
    #: text key of the line that explains how it is counted
    rule: str
    #: which round it was, or how long it took, in words
    note: str = ""
    #: what is counted: the text ``unit.NAME`` says so many of it
    unit: str = "points"
    #: the icon behind each number that says what is counted, where the numbers alone would not
    sign: str = ""
    #: the cards of a row show its sum already: no number says it again
    cards_say_sum: bool = False
    #: everybody has seen at the table who has won: nothing is added up, and the headline comes at once
    at_once: bool = False
    #: all play together: there are no places, and a standing of the game's own is shown
    together: bool = False

    @property
    def columns(self) -> int:
        """How many numbers stand before each sum: a single one would only say it twice."""
        count = len(self.rows[0].terms)
        return count if count > 1 else 0

    @property
    def alike(self) -> bool:
        """Whether what stands over the numbers is the same in every row."""
        return self.columns > 0 and all(term.things is None for row in self.rows for term in row.terms)


def filled_in(sheet: ScoreSheet) -> ScoreSheet:
    """The sheet as it is read: without terms that bring nobody anything, and with what earlier rounds brought."""
    some = {term.key for row in sheet.rows for term in row.terms if term.value or term.things}
    before = [row.total - sum(term.value for term in row.terms) for row in sheet.rows]
    rows = []
    for row, earlier in zip(sheet.rows, before, strict=True):
        terms = (*row.terms[:1], *(term for term in row.terms[1:] if term.key in some))
        rows.append(row._replace(terms=(*terms, Term("result.before", earlier)) if any(before) else terms))
    return sheet._replace(rows=tuple(rows))


def row_of(seats: Sequence[Seat], seat: int, terms: tuple[Term, ...], counts: Sequence[int]) -> ScoreRow:
    """The row of a seat that plays alone, in a game of one round."""
    return ScoreRow(seat, terms, sum(term.value for term in terms), tuple(counts), seats[seat].name, (seat,))


def first_tied(totals: Sequence[int]) -> bool:
    """Whether the first place hangs on how a tie is decided."""
    return len(totals) > 1 and sorted(totals)[-2] == max(totals)


class SheetPictures:
    """The pictures of a score sheet, for the window as it is now: none, unless a game has some."""

    #: a row is at most so high, logical, in a wide window and in a tall one
    row_height, tall_row_height = 230.0, 300.0
    #: a standing of the game's own takes the place of the ranking; in portrait it is so high above the rows
    standing_height = 0.0

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.build()

    def build(self) -> None:
        """Make pictures for the window as it is now."""

    def draw_cards(self, canvas: Canvas, seat: int, box: layout.Box, pieces: int, bright: bool) -> None:
        """Draw the cards of a row in a box with so many pieces counted, where there are any."""

    def draw_standing(self, canvas: Canvas, box: layout.Box, total: int, done: bool) -> None:
        """Draw the game's own standing: the sums add up to ``total`` so far."""
        raise NotImplementedError


class ResultPage(ABC):
    """A page beside the sums: what the match was like."""

    #: text key of its heading
    title: str

    @abstractmethod
    def bake(self, plate: backdrop.Backdrop, boxes: Sequence[layout.Box]) -> None:
        """Bake it into three boxes: a large one, one at its side, one below."""

    @abstractmethod
    def spoken(self) -> str:
        """What it says, for whoever cannot see it."""
