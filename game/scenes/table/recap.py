"""The events since a player's last turn, on a small paper, for a player without animations.

The curtain has the same text between two people.
"""

from collections.abc import Mapping, Sequence
from itertools import dropwhile

from pygame import Surface

from game.core.match import Seat
from game.engine import fonts, surfaces
from game.engine.backdrop import PaperSheet
from game.engine.canvas import Canvas
from game.engine.cards import CardFaces
from game.engine.dock import Dock, parts
from game.engine.figures import figure_plain
from game.engine.history import ToldLine
from game.engine.items import ItemList
from game.engine.kit import Kit
from game.engine.log_line import log_line
from game.engine.match_texts import LogLine
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.panel import DriverPanel
from game.engine.texts import Texts
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import UseAction, put_paper
from game.scenes.table.passing_sign import PassingSign

#: display time without input, in milliseconds
RECAP_MS = 7000.0
#: maximum number of lines: a move of each opponent
LINES = 6
#: least distance between lines, and top of the first, logical
STEP, ABOVE = 33.0, 46.0


def recap_of(since: Sequence[LogLine], seat: int) -> tuple[LogLine, ...]:
    """Return the log lines that a seat has missed; none for a single move of the others."""
    missed = list(dropwhile(lambda line: line.seat == seat, since))
    if sum(line.seat not in (-1, seat) for line in missed) < 2:
        return ()
    return tuple(missed[-LINES:])


class Recap(PassingSign):
    """The events that a player has missed, shown for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: tuple[LogLine, ...] = ()
        #: number of events at the only person's last turn, or when the match was resumed
        self._seen_at = 0

    def take_up(self, table: AnyTurnTable) -> None:
        """Mark the log of a resumed match as seen."""
        self._seen_at = table.history.count

    def begin(self, table: AnyTurnTable) -> None:
        """Show the only person what has happened since the last turn, if animations are off."""
        if is_needed(table):
            self.lines = recap_of(table.history.since(self._seen_at), table.viewer)
            self._remaining_ms = RECAP_MS
        self.take_up(table)

    def end(self) -> bool:
        there, self.lines = bool(self.lines), ()
        return there

    def draw(self, canvas: Canvas, table: AnyTurnTable) -> None:
        """Draw it in the dock, with as many of the last lines as fit."""
        if not self.lines:
            return
        kit, (x, y, w, h) = table.kit, table.spots.dock
        title = table.context.texts("curtain.since", name=table.name(table.viewer))
        put_paper(
            canvas, kit, kit.scene_image(recap_paper, title, self.lines, tuple(table.seats), table.faces, w, h), x, y
        )


def is_needed(table: AnyTurnTable) -> bool:
    """Return True if recaps are shown at this table: to the only person, if animations are off."""
    return not table.context.settings.pace and table.people == 1


def recap_paper(
    kit: Kit, title: str, lines: tuple[LogLine, ...], seats: tuple[Seat, ...], faces: CardFaces, w: float, h: float
) -> Surface:
    """Draw as many of the last lines as fit on a paper of w x h, each with its figure; plain."""
    step, paper = STEP * max(1.0, kit.text_growth * 0.9), PaperSheet(kit, w, h)
    paper.put(kit.line_plain(title, 16, SOFT_ON_PAPER, fonts.BLACK, w - 36), 18, 24)
    rows = list[tuple[int, Surface, float]]()
    for line in lines:
        name = seats[line.seat].name if line.seat >= 0 else ""
        picture = log_line(kit, line, name, faces, size=18, colour=INK, face=fonts.STRONG, max_width=w - 72)
        rows.append((line.seat, picture, max(step, picture.get_height() / kit.scale + 4)))
    while len(rows) > 1 and ABOVE + 8 + sum(high for *_row, high in rows) > h:
        del rows[0]
    y = ABOVE
    for seat, picture, high in rows:
        if seat >= 0:
            paper.put(figure_plain(kit, seats[seat].figure, 13), 32, y + high / 2, "centre")
        paper.put(picture, 54, y + high / 2)
        y += high
    return paper.surface


class MissedSheet(Dock):
    """The dock with what a person has missed: as many lines as fit, and the number of the other moves."""

    def __init__(self, table: AnyTurnTable, panel: DriverPanel, uses: Mapping[str, UseAction]) -> None:
        # the lines are drawn, the text is for screen readers
        super().__init__(table.kit, table.spots.dock, panel.text._replace(body=""), uses)
        self._table, self._panel = table, panel

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        super().draw(canvas, items)
        kit, box, table = self.kit, self.box, self._table
        top = parts(kit, box, self.panel_text).body
        low = min([box.y + box.h, *(button.box.y for button in self.buttons if button.box.y > box.y + top)]) - box.y
        args = (self._panel.missed, self._panel.left_out, tuple(table.seats), table.faces, table.context.texts)
        canvas.put(kit.scene_image(missed_lines, *args, box.w, low - top - 6), box.x, box.y + top)


def missed_lines(
    kit: Kit,
    told: tuple[ToldLine, ...],
    left_out: int,
    seats: tuple[Seat, ...],
    faces: CardFaces,
    texts: Texts,
    w: float,
    h: float,
) -> Surface:
    """Draw the first lines that fit into w x h, and below them how many more moves there were; plain."""
    step = STEP * max(1.0, kit.text_growth * 0.9)
    rows = list[tuple[int, Surface, float]]()
    for line, _moves in told[:LINES]:
        name = seats[line.seat].name if line.seat >= 0 else ""
        picture = log_line(kit, line, name, faces, size=18, colour=INK, face=fonts.STRONG, max_width=w - 72)
        rows.append((line.seat, picture, max(step, picture.get_height() / kit.scale + 4)))
    more = left_out + sum(row.moves for row in told[len(rows) :])
    while len(rows) > 1 and sum(high for *_row, high in rows) + step * bool(more) > h:
        del rows[-1]
        more = left_out + sum(row.moves for row in told[len(rows) :])
    whole, y = surfaces.clear((kit.px(w), kit.px(h)), INK), 0.0
    for seat, picture, high in rows:
        middle = kit.px(y + high / 2)
        if seat >= 0:
            figure = figure_plain(kit, seats[seat].figure, 13)
            whole.blit(figure, (kit.px(32) - figure.get_width() // 2, middle - figure.get_height() // 2))
        whole.blit(picture, (kit.px(54), middle - picture.get_height() // 2))
        y += high
    if more:
        text = kit.line_plain(texts("missed.more", count=more), 16, SOFT_ON_PAPER, fonts.STRONG, w - 72)
        whole.blit(text, (kit.px(54), kit.px(y + step / 2) - text.get_height() // 2))
    return whole
