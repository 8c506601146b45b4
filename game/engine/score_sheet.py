"""The score sheet that a game fills in for its result, and the pictures of its rows."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.core.match import Seat
from game.engine import backdrop, layout
from game.engine.canvas import Canvas
from game.engine.services import UsesContext
from game.engine.texts import Texts

if TYPE_CHECKING:
    from game.services.context import Context


class Term(NamedTuple):
    """One number of a sum."""

    #: text key of its name
    key: str
    value: int
    #: number of things that it sums up, if its text mentions that
    things: int | None = None
    #: left out of a row in which it is 0
    optional: bool = False


class ScoreRow(NamedTuple):
    """The sum of a seat or of a team."""

    #: the seat, or the number of the team
    seat: int
    terms: tuple[Term, ...]
    #: the terms of this round, plus earlier rounds
    total: int
    #: running sums of the first term as the cards are counted one by one: before the first, and after each
    counts: tuple[int, ...]
    label: str
    members: tuple[int, ...]
    #: comments on how a seat got there, one below another at the right of its row
    remarks: tuple[str, ...] = ()
    #: the level that a bot has really played at, if it is not that of its seat
    level: str = ""
    #: steps counted in an earlier result of the match, which are shown from the start
    known: int = 0
    #: True for a team's row
    in_team: bool = False
    #: what tells it from others with the same total, the higher the better
    tie: int = 0

    @property
    def pieces(self) -> int:
        """Number of steps in which the cards are counted."""
        return len(self.counts) - 1


class ScoreSheet(NamedTuple):
    """A result as a score sheet; the defaults are those of most games."""

    #: in the order of the seats; all have the same terms
    rows: tuple[ScoreRow, ...]
    #: text key of the line that explains the scoring
    rule: str
    #: the round, or the duration, in words
    note: str = ""
    #: unit of the sums: the text ``unit.NAME`` has a blank for the number
    unit: str = "points"
    #: icon of the unit behind each number, where the number alone is unclear
    sign: str = ""
    #: further numbers have their signs, as what is added to the first
    signed: bool = True
    #: the cards of a row already show its sum: no number repeats it
    cards_say_sum: bool = False
    #: everybody has seen the winner at the table: no count, and the headline comes at once
    at_once: bool = False
    #: a cooperative game: no places, and a standing of the game's own
    together: bool = False
    #: what all together have reached, in words
    reached: str = ""

    @property
    def columns(self) -> int:
        """Number of terms before each sum; 0 for a single one, which would only repeat it."""
        count = len(self.rows[0].terms)
        return count if count > 1 else 0

    def heading(self, texts: Texts, number: int) -> str:
        """Return the heading of a column, for all rows: of things, what they are, without how many."""
        term = self.rows[0].terms[number]
        return texts(term.key if term.things is None else f"{term.key}.all")


def filled_in(sheet: ScoreSheet) -> ScoreSheet:
    """Return the sheet as displayed: without terms that are 0 for everybody, with the sum of earlier rounds."""
    some = {term.key for row in sheet.rows for term in row.terms if term.value or term.things}
    before = [row.total - sum(term.value for term in row.terms) for row in sheet.rows]
    rows = []
    for row, earlier in zip(sheet.rows, before, strict=True):
        terms = (*row.terms[:1], *(term for term in row.terms[1:] if term.key in some))
        rows.append(row._replace(terms=(*terms, Term("result.before", earlier)) if any(before) else terms))
    return sheet._replace(rows=tuple(rows))


def row_of(seats: Sequence[Seat], seat: int, terms: tuple[Term, ...], counts: Sequence[int]) -> ScoreRow:
    """Return the row of a single seat in a game of one round."""
    return ScoreRow(seat, terms, sum(term.value for term in terms), tuple(counts), seats[seat].name, (seat,))


def has_ties(totals: Sequence[int]) -> bool:
    """Return True if a place depends on a tie-break."""
    return len({*totals}) < len(totals)


class SheetPictures(UsesContext):
    """The pictures of a score sheet for the current window; none unless a game has some."""

    #: maximum height of a row, logical, in a wide window and in a tall one
    row_height, tall_row_height = 230.0, 300.0
    #: height in portrait of the game's own standing, which replaces the ranking
    standing_height = 0.0

    def __init__(self, context: "Context") -> None:
        self.context = context
        self.build()

    def build(self) -> None:
        """Make the pictures for the current window."""

    def draw_cards(self, canvas: Canvas, seat: int, box: layout.Box, pieces: int, bright: bool) -> None:
        """Draw the cards of a row, if any, in a box with ``pieces`` counted."""

    def draw_standing(self, canvas: Canvas, box: layout.Box, total: int, done: bool) -> None:
        """Draw the game's own standing; the sums add up to ``total`` so far."""
        raise NotImplementedError


class ResultPage(ABC):
    """A page beside the sums about the course of the match."""

    #: text key of its heading
    title: str

    @abstractmethod
    def bake(self, plate: backdrop.Backdrop, boxes: Sequence[layout.Box]) -> None:
        """Bake it into three boxes: a large one, one at its side, one below."""

    @abstractmethod
    def spoken(self) -> str:
        """Return its text for screen readers."""
