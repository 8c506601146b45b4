"""The short log on a table: what has hit the viewer, and then the newest rows."""

from itertools import islice
from typing import TYPE_CHECKING, Any
from weakref import ref

from pygame import Surface

from game.engine import fonts, layout
from game.engine.canvas import Canvas
from game.engine.cards import CardFaces
from game.engine.figures import figure
from game.engine.kit import Kit
from game.engine.log_line import BEHIND_ONE, log_line
from game.engine.match_texts import LogLine
from game.engine.palette import CREAM, GOLD, SOFT, Colour

if TYPE_CHECKING:
    from game.engine.game_table import GameTable

#: looks of a line: something that has hit the viewer, the newest row, and earlier ones
LOG_LOOKS = ((18.0, GOLD, fonts.BLACK), (18.0, CREAM, fonts.BLACK), (18.0, SOFT, fonts.STRONG))
#: least height of a line, space between long ones, and number of those that are tried in a small box
STEP, GAP, NEWEST = 40.0, 6.0, 3
#: below a dock's paper: the gap to the lines, and the least number of them
GAP_BELOW_DOCK, LEAST_LINES = 14.0, 2


def panel_line(
    kit: Kit,
    line: LogLine,
    name: str,
    faces: "ref[CardFaces]",
    *,
    size: float,
    colour: Colour,
    face: str,
    max_width: float,
) -> Surface:
    """Draw a line of the log like ``log_line``; the kit caches it, and must not keep the faces of a closed table."""
    return log_line(kit, line, name, faces(), size=size, colour=colour, face=face, max_width=max_width)


class LogPanel:
    """Draws the short log of a table."""

    def __init__(self, table: "GameTable[Any, Any, Any]") -> None:
        self.table = table
        #: nothing is shown, as in a film
        self.hidden = False
        #: its box, once its panel and heading have been baked
        self._baked: layout.Box | None = None
        #: the lines as they were drawn last, each with its height and indent, and what they belong to
        self._shown: list[tuple[LogLine, Surface, float, float]] = []
        self._shown_revision, self._shown_for = -1, object()
        #: the log at the start of this frame; what is new in it is left to the next one
        self._frame_revision, self._is_behind = -1, False

    def bake(self, box: layout.Box) -> None:
        """Bake the panel."""
        if not self.hidden:
            self._baked = box
            self.table.backdrop.panel(box, 18, 0.42)

    def update(self) -> bool:
        """Begin another frame; return True if the lines have to be drawn anew in it."""
        self._frame_revision = self.table.history.revision
        behind, self._is_behind = self._is_behind, False
        return behind

    def first(self, most: int) -> list[tuple[LogLine, int]]:
        """Return up to ``most`` lines, each with its look: a row that a hit tells already has no other line."""
        history = self.table.history
        if self.hidden:
            return []
        hits = history.hits(self.table.viewer)[: most - 1]
        told = {(line.seat, line.text) for line in hits}
        others = (row.line for row in history.newest() if (row.line.seat, row.line.text) not in told)
        rows = enumerate(islice(others, most - len(hits)))
        return [*((line, 0) for line in hits), *((line, min(number, 1) + 1) for number, line in rows)]

    def draw(self, canvas: Canvas, box: layout.Box, taken: float = 0.0) -> None:
        """Draw the first lines, below the dock's paper if that is in use and leaves room.

        So much of the box is ``taken`` at its foot, logical. A baked panel has a heading; otherwise the panel is drawn
        here, and the heading's space is used for lines.
        """
        if self.hidden:
            return
        table, kit, baked = self.table, self.table.kit, box == self._baked
        if not baked and not table.dock_has_text:
            canvas.put(kit.widget_image(Kit.panel_plain, box.w, box.h, 18, 0.42), box.x, box.y)
        box = box._replace(h=box.h - taken)
        top, low = box.y + (38 if baked else 6), box.y + box.h - 6
        if table.dock_has_text:
            top = box.y + table.dock_covers + GAP_BELOW_DOCK
            if baked and low - top >= LEAST_LINES * STEP:
                self._draw_lines(canvas, box, top)
            return
        if baked:
            heading = kit.line(table.context.texts("log.title"), 18, CREAM, fonts.BLACK)
            canvas.put_left(heading, box.x + 18, box.y + 24)
        self._draw_lines(canvas, box, top)

    def _draw_lines(self, canvas: Canvas, box: layout.Box, top: float) -> None:
        """Draw the first lines from ``top`` on, as many as fit."""
        table, kit, room = self.table, self.table.kit, box.y + box.h - 6 - top
        place, revision = (kit, table.viewer, table.seats, box, room), table.history.revision
        if place == self._shown_for and revision != self._frame_revision and table.ms(1):
            # a frame that shows an event has enough to do
            self._is_behind = True
        elif place != self._shown_for or revision != self._shown_revision:
            self._shown = self._fitting(room, box.w - 66)
            self._shown_revision, self._shown_for = revision, place
        for line, picture, high, indent in self._shown:
            if line.seat >= 0:
                canvas.put_centred(figure(kit, table.seats[line.seat].figure, 14), box.x + 32, top + high / 2)
            canvas.put_left(picture, box.x + 56 + indent, top + high / 2)
            top += high

    def _fitting(self, room: float, wide: float) -> list[tuple[LogLine, Surface, float, float]]:
        """Return as many of the first lines as fit, each with its picture, the height that it takes and its indent."""
        most = max(1, int(room // STEP))
        lines = self._pictures(most, wide)
        while most > 1 and sum(high for _line, _picture, high, _indent in lines) > room:
            most -= 1
            lines = self._pictures(most, wide)
        return lines

    def _pictures(self, most: int, wide: float) -> list[tuple[LogLine, Surface, float, float]]:
        """Return up to ``most`` lines, each with its picture, the height that it takes and its indent.

        Where lines have one card at most, all texts begin below each other.
        """
        kit, found, first = self.table.kit, [], self.first(most)
        aligns = {len(line.cards) for line, _look in first} == {0, 1} and not any(line.chips for line, _look in first)
        for line, look in first:
            indent = BEHIND_ONE if aligns and not line.cards else 0.0
            picture = self._pictured(line, look, wide - indent)
            found.append((line, picture, max(STEP, picture.get_height() / kit.scale + GAP), indent))
        return found

    def draw_small(self, canvas: Canvas, box: layout.Box, pictured: bool = False) -> None:
        """Draw the first line in full in a small box, with the others that fit below.

        If it is wide enough for cards (``pictured``), these are beside the text, and each action has a line.
        """
        table, kit, first = self.table, self.table.kit, box.y + 8
        top, low, lines = first, box.y + box.h - 4, self.first(NEWEST)
        if pictured:
            lines = [(step, look) for line, look in lines for step in line.steps[::-1] or (line,)]
        for line, look in lines:
            paragraph = self._pictured(line, look, box.w - 52) if pictured else self._written(line, look, box)
            high = paragraph.get_height() / kit.scale
            if top > first and top + high > low:
                return
            if line.seat >= 0:
                canvas.put_centred(figure(kit, table.seats[line.seat].figure, 12), box.x + 24, top + high / 2)
            canvas.put(paragraph, box.x + 44, top)
            top += high + 3

    def _written(self, line: LogLine, look: int, box: layout.Box) -> Surface:
        return self.table.kit.paragraph(line.text, 18, box.w - 52, LOG_LOOKS[look][1], fonts.STRONG, box.h - 16)

    def _pictured(self, line: LogLine, look: int, wide: float) -> Surface:
        """Return the picture of a line with its cards."""
        table, (size, colour, face) = self.table, LOG_LOOKS[look]
        name, faces = table.name(line.seat) if line.seat >= 0 else "", ref(table.faces)
        return table.kit.scene_image(panel_line, line, name, faces, size=size, colour=colour, face=face, max_width=wide)
