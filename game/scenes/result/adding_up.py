"""How far the sums of a result are added up: which piece of which row is counted at which time."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.tally import Part, Reckoning, Tally

#: milliseconds for a piece of the cards, for another part of the sum, and for the total
PIECE_MS, PART_MS, TOTAL_MS = 240.0, 420.0, 520.0
#: many rows are added up faster: all of them together take no longer than this
LONGEST_MS = 8000.0


class AddingUp:
    """Adds up the rows of a result from the lowest one to the highest: ``rows`` are named from top to bottom."""

    def __init__(self, reckoning: Reckoning, rows: Sequence[Tally]) -> None:
        self.reckoning, self.rows = reckoning, rows
        #: seat -> the numbers of its sum
        self.parts = {tally.seat: self._told_parts(tally) for tally in rows}
        #: everything is added up
        self.done = False
        self._ms = 0.0
        whole = sum(map(self._length, rows))
        self._pace = max(1.0, whole / LONGEST_MS)

    def _told_parts(self, tally: Tally) -> tuple[Part, ...]:
        """The first part, then those that are not 0 for everybody, then what earlier rounds brought.

        Everybody has the same ones: numbers of one kind stand below each other.
        """
        rows = self.reckoning.tallies
        some = {part.key for row in rows for part in row.parts if part.value or part.things}
        parts = tally.parts[:1] + tuple(part for part in tally.parts[1:] if part.key in some)
        if all(row.total == row.points for row in rows):
            return parts
        return (*parts, Part("result.before", tally.total - tally.points))

    def numbers(self, seat: int) -> int:
        """How many numbers stand before a seat's sum: a single one would only say it twice."""
        count = len(self.parts[seat])
        return count if count > 1 else 0

    @property
    def alike(self) -> bool:
        """Whether what stands over the numbers is the same in every row."""
        return all(part.things is None for parts in self.parts.values() for part in parts) and any(
            map(self.numbers, self.parts)
        )

    def pass_ms(self, ms: float) -> bool:
        """Let time pass, all of it at once if ``ms`` is endless; return whether something more is counted."""
        before = self._stage()
        self._ms += ms * self._pace
        return self._stage() != before

    def _stage(self) -> tuple[tuple[int, int, bool], ...]:
        return tuple(self.progress(row) for row in range(len(self.rows)))

    def _length(self, tally: Tally) -> float:
        return self.reckoning.pieces(tally.seat) * PIECE_MS + len(self.parts[tally.seat]) * PART_MS + TOTAL_MS

    def progress(self, row: int) -> tuple[int, int, bool]:
        """How far a row is added up: pieces of its cards, further parts, and whether its total stands."""
        left = self._ms - sum(self._length(tally) for tally in self.rows[row + 1 :])
        tally = self.rows[row]
        pieces, parts = self.reckoning.pieces(tally.seat), len(self.parts[tally.seat])
        if self.done or left >= self._length(tally):
            return pieces, parts, True
        if left < 0:
            return 0, -1, False
        shown = int((left - pieces * PIECE_MS) / PART_MS) if left >= pieces * PIECE_MS else 0
        return min(pieces, int(left / PIECE_MS)), min(parts, max(0, shown)), False

    def finish(self, ranked: Sequence[Tally]) -> None:
        """All is added up, and the rows stand from first to last."""
        self.rows, self.done = ranked, True

    @property
    def current(self) -> int:
        """The row that is being added up, or -1 once all are."""
        return next((row for row in range(len(self.rows) - 1, -1, -1) if not self.progress(row)[2]), -1)

    def counted(self) -> list[Tally]:
        """The rows whose totals stand, from top to bottom."""
        return [tally for row, tally in enumerate(self.rows) if self.progress(row)[2]]
