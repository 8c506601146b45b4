"""The rivals' panels at a table of turns, as all games share them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.core.game import A, E, V
from game.engine import fonts, layout, palette, turn_table
from game.engine.canvas import Canvas

#: gap behind a name, logical, and text size of a level there
AFTER_NAME, LEVEL_SIZE = 10.0, 15.0
#: real height of a line from which a level is never too small to read
LEGIBLE_LINE = 16
#: largest size of a level behind a name that a low panel makes small, as a share of the name's
LEVEL_SHARE = 0.8


@dataclass(frozen=True, kw_only=True)
class RivalPanel:
    """Layout of a rival's panel, logical; a game's own class adds the slots for its own parts."""

    #: the figure, with the ring of the player to move
    face: layout.Circle
    #: the name by its left end, or its centre if ``anchor`` is ``centre``
    name: layout.TextPlace
    name_size: float = 24.0
    #: maximum height of a line of text
    line: float
    #: place of the last move's pill by its ``anchor``, never that of the level
    last: layout.TextPlace
    anchor: str = "left"
    #: greatest height of its letters, 0 for what a line of text allows
    last_high: float = 0.0
    #: size of its letters where the height allows for it, if it is not the newest
    last_size: float = 15.0
    #: that place ends at its anchor, and begins behind the level or the name
    shares_line: bool = False
    #: right end of a level behind the name, or above the name if only there is room; 0 for none
    level_end: float = 0.0
    #: a level's place of its own, by its middle or as ``level_anchor`` says
    level: layout.TextPlace | None = None
    level_anchor: str = "centre"


P = TypeVar("P", bound=RivalPanel)


class Rivals(Generic[A, E, V, P]):
    """The rivals' panels: baked with their names, and the parts drawn in all of them."""

    def __init__(self, table: turn_table.TurnTable[A, E, V], panel_of: Callable[[layout.Box], P]) -> None:
        self._table = table
        #: each seat's panel
        self.panels: dict[int, P] = {}
        for seat, box in zip(table.order()[1:], table.spots.opponents, strict=True):
            self.add(seat, box, panel_of(box))

    def add(self, seat: int, box: layout.Box, panel: P) -> None:
        """Bake a seat's panel."""
        table = self._table
        table.backdrop.panel(box)
        size, anchor = table.kit.fitting(panel.name_size, panel.line), "centre" if panel.anchor == "centre" else "left"
        wide = table.bake_name(seat, panel.name, size, anchor)
        level, end = table.level(seat), panel.name.x + wide + AFTER_NAME
        if level and panel.level:
            # in a low panel the last move follows closely
            size = table.kit.fitting(LEVEL_SIZE, panel.line, legible=table.kit.px(panel.line) >= LEGIBLE_LINE)
            picture = table.kit.line_plain(level, size, palette.SOFT, max_width=panel.level.w)
            table.backdrop.put(picture, panel.level.x, panel.level.y, panel.level_anchor)
            end = panel.level.x + picture.get_width() / table.kit.scale + AFTER_NAME
        elif level and panel.level_end:
            end = self._bake_level(level, panel, end, box.y, min(LEVEL_SIZE, size * LEVEL_SHARE))
        if panel.shares_line:
            panel = replace(panel, last=panel.last._replace(w=panel.last.x - end))
        self.panels[seat] = panel

    def _bake_level(self, level: str, panel: P, x: float, top: float, max_width: float) -> float:
        """Bake a level of at most that size behind the name, from ``x``, or above it; return where more can follow."""
        kit, put = self._table.kit, self._table.backdrop.put
        for size in (max_width, max_width * fonts.LEAST_READABLE):
            picture = kit.line_plain(level, size, palette.SOFT)
            if picture.get_width() <= kit.px(panel.level_end - x):
                put(picture, x, panel.name.y + 2)
                return x + picture.get_width() / kit.scale + AFTER_NAME
        picture, y = kit.line_plain(level, max_width, palette.SOFT), panel.name.y - panel.line * 0.8
        if y - picture.get_height() / kit.scale / 2 >= top:
            put(picture, panel.name.x, y)
        return x

    def draw_face(self, canvas: Canvas, seat: int, turn: int) -> None:
        """Draw a seat's figure, with a ring if it is their ``turn``."""
        self._table.draw_figure(canvas, seat, self.panels[seat].face, active=seat == turn)

    def draw_moves(self, canvas: Canvas, seat: int, turn: int) -> None:
        """Draw the pill of the last move; on a tall table, whose log is short, until the seat's next ``turn``."""
        kept = self._table.frame.tall and seat != turn
        self.draw_last(canvas, seat, self._table.moves.of(seat, self._table.viewer_decides) if kept else "")

    def draw_last(self, canvas: Canvas, seat: int, instead: str = "") -> None:
        """Draw the gold pill of the last move if it was this seat's, else a light one with ``instead``, if any."""
        table, panel = self._table, self.panels[seat]
        # a low panel keeps the name above it visible
        most = max(16.0, panel.last_size)
        kit, size = table.kit, table.kit.fitting(most, panel.last_high or min(20.0, panel.line * 0.8))
        if table.last_pill(canvas, seat, panel.last, anchor=panel.anchor, size=size):
            return
        if instead:
            put = {"left": canvas.put_left, "right": canvas.put_right, "centre": canvas.put_centred}[panel.anchor]
            put(
                kit.pill(instead, min(panel.last_size, size), palette.CREAM, palette.INK, max_width=panel.last.w),
                *panel.last[:2],
            )
