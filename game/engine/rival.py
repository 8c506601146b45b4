"""The rivals' panels at a table of turns, as all games share them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.core.game import A, E, V
from game.engine import fonts, layout, palette, turn_table
from game.engine.canvas import Canvas

#: gap behind a name, logical, and text size of a level there
AFTER_NAME, LEVEL_SIZE = 10.0, 15.0


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
    #: place of the last move's pill, or else of the level, by its ``anchor``; ``after`` the name only its height and,
    #: as its width, its right end
    last: layout.TextPlace
    anchor: str = "left"
    #: maximum width of the level in that place; 0 to leave it out
    level_width: float = 0.0
    #: right end of a level behind the name, or above the name if only there is room; 0 for none
    level_end: float = 0.0
    #: middle of a level with a place of its own
    level: layout.TextPlace | None = None


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
        if panel.anchor == "after":
            x = panel.name.x + wide + AFTER_NAME
            panel = replace(panel, anchor="left", last=panel.last._replace(x=x, w=panel.last.w - x))
        if panel.level:
            level = table.kit.line_plain(table.level(seat), LEVEL_SIZE, palette.SOFT, most=panel.level.w)
            table.backdrop.put(level, panel.level.x, panel.level.y, "centre")
        if panel.level_end:
            self._bake_level(table.level(seat), panel, panel.name.x + wide + AFTER_NAME, box.y)
        self.panels[seat] = panel

    def _bake_level(self, level: str, panel: P, x: float, top: float) -> None:
        kit, put = self._table.kit, self._table.backdrop.put
        for size in (LEVEL_SIZE, LEVEL_SIZE * fonts.LEAST_READABLE):
            picture = kit.line_plain(level, size, palette.SOFT)
            if picture.get_width() <= kit.px(panel.level_end - x):
                put(picture, x, panel.name.y + 2)
                return
        picture, y = kit.line_plain(level, LEVEL_SIZE, palette.SOFT), panel.name.y - panel.line * 0.8
        if y - picture.get_height() / kit.scale / 2 >= top:
            put(picture, panel.name.x, y)

    def draw_face(self, canvas: Canvas, seat: int, turn: int) -> None:
        """Draw a seat's figure, with a ring if it is their ``turn``."""
        self._table.draw_figure(canvas, seat, self.panels[seat].face, active=seat == turn)

    def draw_last(self, canvas: Canvas, seat: int, instead: str = "") -> None:
        """Draw the gold pill of the last move if it was this seat's, else a light one with ``instead`` or the level."""
        table, panel = self._table, self.panels[seat]
        # a low panel keeps the name above it visible
        kit, size = table.kit, table.kit.fitting(16, min(20.0, panel.line * 0.8))
        if table.last_pill(canvas, seat, panel.last, anchor=panel.anchor, size=size):
            return
        put = {"left": canvas.put_left, "right": canvas.put_right, "centre": canvas.put_centred}[panel.anchor]
        if instead:
            put(kit.pill(instead, 15, palette.CREAM, palette.INK, most=panel.last.w), *panel.last[:2])
        elif panel.level_width:
            size = min(LEVEL_SIZE, kit.fitting(24, panel.line))
            put(kit.line(table.level(seat), size, palette.SOFT, fonts.STRONG, panel.level_width), *panel.last[:2])
