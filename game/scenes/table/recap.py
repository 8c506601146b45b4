"""What has happened since somebody's last turn, on a small paper: for whom nothing moves, and who would have missed it.

The curtain says the same between two people; this is for one who plays with the animations off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import dropwhile, product
from math import inf

from pygame import Surface

from game.core.match import HUMAN, Seat
from game.engine import text
from game.engine.advice import free_place, room_on
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.input import Input, Key, Pointer
from game.engine.items import Item
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.table import log_line
from game.engine.turn_table import AnyTurnTable
from game.engine.words import LogLine

#: so long it lies there if nothing is touched, in milliseconds
RECAP_MS = 7000.0
#: so many lines it has at most: a move of each of the others
LINES = 6
#: widths that are tried where its own has no room
WIDTHS = (460.0, 350.0)
#: it may come so near to something, as a share of itself: what it keeps off that counts as covered
SLIGHT = 0.02
#: how far apart the lines are, logical
STEP = 33.0


def recap_of(since: Sequence[LogLine], seat: int) -> tuple[LogLine, ...]:
    """The lines of the log that a seat has missed: none if there was but one move of the others to see."""
    missed = list(dropwhile(lambda line: line.seat == seat, since))
    if sum(line.seat not in (-1, seat) for line in missed) < 2:
        return ()
    return tuple(missed[-LINES:])


class Recap:
    """What somebody has missed, for as long as it can be read."""

    def __init__(self, told: int) -> None:
        self.lines: tuple[LogLine, ...] = ()
        #: so many lines of the log had been told before the match was taken up
        self._told = told
        self._left = 0.0
        #: where it lies, once that has been looked for, and on which table
        self._box: Box | None = None
        self._spots: object = None

    def begin(self, table: AnyTurnTable, seen: int) -> None:
        """Tell the only person at a table what has happened since the log had ``seen`` lines, if nothing moves."""
        if not table.context.settings.pace and sum(seat.kind == HUMAN for seat in table.seats) == 1:
            since = table.log[max(seen, self._told) :]
            self._box = None
            self.lines, self._left = recap_of(since, table.viewer), RECAP_MS

    def update(self, ms: float) -> bool:
        """Let time pass; return whether it is over now."""
        self._left -= ms
        return self._left <= 0 and self._end()

    def ended_by(self, event: Input) -> bool:
        """Whether an input ends it: any touch or key does, and means what it means all the same."""
        touches = isinstance(event, Key) or (isinstance(event, Pointer) and event.kind == "down")
        return touches and self._end()

    def _end(self) -> bool:
        there, self.lines = bool(self.lines), ()
        return there

    def draw(self, canvas: Canvas, table: AnyTurnTable, items: Iterable[Item]) -> None:
        """Draw it near where else the hint lies, over nothing that can be used or that the decision hangs on."""
        if not self.lines:
            return
        if self._box is None or self._spots is not table.spots:
            self._spots = table.spots
            firm = [*(item.box for item in items), *table.looked_at()]
            seen = [*firm, *table.seen()]
            self._place(table, ([*seen, *table.decided_by()], seen))
        assert self._box
        table.put_paper(canvas, self._paper(table, self.lines, self._box.w), self._box.x, self._box.y)

    def _paper(self, table: AnyTurnTable, lines: tuple[LogLine, ...], w: float) -> Surface:
        title = table.context.texts("curtain.since", name=table.name(table.viewer))
        return table.kit.made(recap_paper, title, lines, tuple(table.seats), w)

    def _place(self, table: AnyTurnTable, tiers: Sequence[Sequence[Box]]) -> None:
        """Look for a place over nothing of the first of the ``tiers``, else over the least of the next one.

        A paper is rather narrower than there, and rather has fewer lines, than that it hides something.
        """
        note, room, least = table.spots.note, room_on(table.context.frame), inf
        every = self.lines
        for taken, count, w in product(tiers, range(len(every), 1, -1), (note.w, *WIDTHS)):
            lines = every[-count:]
            high = table.kit.paper_height(self._paper(table, lines, w))
            box, covered = free_place(w, high, room, taken, note)
            if covered < least:
                self._box, self.lines, least = box, lines, covered
            if covered < SLIGHT * w * high:
                return


def recap_paper(kit: Kit, title: str, lines: tuple[LogLine, ...], seats: tuple[Seat, ...], w: float) -> Surface:
    """The lines on a paper ``w`` wide, each with the figure that it is about; plain."""
    grown = kit.text_scale / kit.scale
    step = STEP * max(1.0, grown * 0.9)
    paper = kit.paper_plain(w, 46 + step * len(lines) + 8, 16)
    margin, px = kit.paper_margin(), kit.px
    heading = kit.line_plain(title, 16, SOFT_ON_PAPER, text.BLACK, w - 36)
    paper.blit(heading, (margin + px(18), margin + px(24) - heading.get_height() // 2))
    for number, line in enumerate(lines):
        y = margin + px(46 + step * (number + 0.5))
        if line.seat >= 0:
            face = figure_plain(kit, seats[line.seat].figure, 13)
            paper.blit(face, (margin + px(32) - face.get_width() // 2, y - face.get_height() // 2))
        name = seats[line.seat].name if line.seat >= 0 else ""
        words = log_line(kit, line.words, name, size=18, colour=INK, face=text.STRONG, most=w - 72)
        paper.blit(words, (margin + px(54), y - words.get_height() // 2))
    return paper
