"""How far a result is counted, by the time that has passed: row by row, and then every row on its way to its place."""

from collections.abc import Sequence
from typing import NamedTuple

from game.engine import score_sheet, tweens

#: milliseconds for a piece of the cards, for another term of the sum, and for the total
PIECE_MS, TERM_MS, TOTAL_MS = 240.0, 420.0, 520.0
#: many rows are counted faster: all of them together take no longer than this
LONGEST_MS = 8000.0
#: milliseconds in which the last sum is read, and those of the way to the places
READ_MS, WAY_MS = 420.0, 680.0


class CountedRow(NamedTuple):
    """How much of a row is counted: pieces of its cards, further terms (-1 for none at all), and whether its sum is."""

    pieces: int
    terms: int
    done: bool


class CountUp:
    """Counts ``rows`` from the lowest one to the highest; then each goes to its place among the ``ranked`` ones."""

    def __init__(self, rows: Sequence[score_sheet.ScoreRow], ranked: Sequence[score_sheet.ScoreRow]) -> None:
        self._rows, self._ranked = rows, ranked
        #: the place that each row goes to
        self.goals = [ranked.index(row) for row in rows]
        self._pace = max(1.0, sum(map(_length, rows)) / LONGEST_MS)
        #: the time that has been spent on counting, and since
        self._ms, self._after_ms = 0.0, 0.0
        #: all is counted, and every row is where it belongs
        self.done = False

    def pass_ms(self, ms: float) -> bool:
        """Let time pass, all of it at once if ``ms`` is endless; return whether something more is counted."""
        before = self._stage()
        if all(counted.done for counted in before):
            self._after_ms += ms
        else:
            self._ms += ms * self._pace
        now = self._stage()
        there = self._after_ms >= READ_MS + WAY_MS or self.goals == sorted(self.goals)
        if there and all(counted.done for counted in now):
            self.finish()
        return now != before

    def _stage(self) -> list[CountedRow]:
        return [self.counted(number) for number in range(len(self._rows))]

    def counted(self, number: int) -> CountedRow:
        """How far the row that stands so far from the top is counted."""
        left = self._ms - sum(map(_length, self._rows[number + 1 :]))
        row = self._rows[number]
        pieces, terms = row.pieces, len(row.terms)
        if self.done or left >= _length(row):
            return CountedRow(pieces, terms, True)
        if left < 0:
            return CountedRow(0, -1, False)
        more = max(0, int((left - pieces * PIECE_MS) / TERM_MS))
        return CountedRow(min(pieces, int(left / PIECE_MS)), min(terms, more), False)

    def finish(self) -> None:
        """Let all be counted, and the rows stand from first to last."""
        self._rows, self.done = self._ranked, True

    @property
    def order(self) -> list[int]:
        """The seats of the rows from top to bottom."""
        return [row.seat for row in self._rows]

    @property
    def current(self) -> int:
        """The row that is being counted, from the top, or -1 once all are."""
        return next((number for number, counted in reversed([*enumerate(self._stage())]) if not counted.done), -1)

    @property
    def total(self) -> int:
        """What the rows whose sums stand come to."""
        return sum(row.total for row, counted in zip(self._rows, self._stage(), strict=True) if counted.done)

    @property
    def moves(self) -> bool:
        """Whether rows are on their way to their places."""
        return not self.done and self._after_ms > READ_MS

    def at(self, number: int) -> float:
        """Where a row is between the place that it was counted at and its own, in rows from the top."""
        share = min(1.0, max(0.0, (self._after_ms - READ_MS) / WAY_MS))
        return number + (self.goals[number] - number) * tweens.in_out_cubic(share)


def _length(row: score_sheet.ScoreRow) -> float:
    """How long it takes to count a row, in milliseconds."""
    return row.pieces * PIECE_MS + len(row.terms) * TERM_MS + TOTAL_MS
