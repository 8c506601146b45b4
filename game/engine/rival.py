"""The panels of everybody else at a table of turns: the parts that they have in every game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from game.core.game import A, E, V
from game.engine import layout, palette, text, turn_table
from game.engine.canvas import Canvas

#: so far behind a name stands what follows it, logical
AFTER_NAME = 10.0


@dataclass(frozen=True, kw_only=True)
class RivalPanel:
    """Where the parts of a rival's panel lie, logical; a game's own kind adds the slots for what it shows there."""

    #: middle and radius of the figure, with the ring of whose turn it is
    face: tuple[float, float]
    radius: float
    #: the left end of the name, or its middle where it is ``centre`` that the last move is anchored by
    name: tuple[float, float]
    name_width: float
    name_size: float = 24.0
    #: most height that a line of text may take
    line: float
    #: where the pill of the last move stands, or else the level: its ``left``, ``centre`` or ``right``; or at which
    #: height, ``after`` the name
    last: tuple[float, float]
    anchor: str = "left"
    #: how wide the pill may be, 0 for as it is; after a name: where it ends
    last_width: float = 0.0
    #: how wide the level may be; 0 where it is not told
    level_width: float = 0.0


P = TypeVar("P", bound=RivalPanel)


class Rivals(Generic[A, E, V, P]):
    """The panels of everybody else: baked with their names, which never change, and what is drawn in all of them."""

    def __init__(self, table: turn_table.TurnTable[A, E, V], panel_of: Callable[[layout.Box], P]) -> None:
        self._table = table
        #: where the parts of each seat's panel lie
        self.panels: dict[int, P] = {}
        for seat, box in zip(table.order()[1:], table.spots.opponents, strict=True):
            self.add(seat, box, panel_of(box))

    def add(self, seat: int, box: layout.Box, panel: P) -> None:
        """Bake a seat's panel."""
        table = self._table
        table.backdrop.panel(box)
        size, anchor = table.kit.fitting(panel.name_size, panel.line), "centre" if panel.anchor == "centre" else "left"
        wide = table.bake_name(seat, panel.name, size, panel.name_width, anchor)
        if panel.anchor == "after":
            x = panel.name[0] + wide + AFTER_NAME
            panel = replace(panel, anchor="left", last=(x, panel.last[1]), last_width=panel.last_width - x)
        self.panels[seat] = panel

    def draw_face(self, canvas: Canvas, seat: int, turn: int) -> None:
        """A seat's figure, with a ring if it is their ``turn``."""
        panel = self.panels[seat]
        canvas.put_centred(self._table.face(seat, panel.radius, seat == turn), *panel.face)

    def draw_last(self, canvas: Canvas, seat: int, instead: str = "") -> None:
        """The gold pill of the last move, if it was this seat's, else a light one with other words, or the level."""
        table, panel = self._table, self.panels[seat]
        # in a low panel it leaves the name above it in sight
        kit, size = table.kit, table.kit.fitting(16, min(20.0, panel.line * 0.8))
        if table.last_pill(canvas, seat, *panel.last, anchor=panel.anchor, most=panel.last_width, size=size):
            return
        put = {"left": canvas.put_left, "right": canvas.put_right, "centre": canvas.put_centred}[panel.anchor]
        if instead:
            put(kit.pill(instead, 15, palette.CREAM, palette.INK, most=panel.last_width), *panel.last)
        elif panel.level_width:
            size = min(15.0, kit.fitting(24, panel.line))
            put(kit.line(table.level(seat), size, palette.SOFT, text.STRONG, panel.level_width), *panel.last)
