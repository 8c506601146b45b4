"""A link as a code for phones to scan, baked into a screen."""

from __future__ import annotations

from pygame import Rect

from game.engine.backdrop import Backdrop
from game.engine.layout import Box
from game.engine.palette import INK, WHITE
from game.wire.qr import matrix

#: a code has so many light modules around it
QUIET = 4


def bake_code(plate: Backdrop, box: Box, link: str) -> None:
    """Bake the code of a link into a square box; its modules are whole pixels."""
    modules = matrix(link)
    whole = len(modules) + 2 * QUIET
    side = max(1, plate.kit.px(box.w) // whole)
    left, top = plate.kit.frame.to_real(*box.centre)
    left, top = left - side * whole // 2, top - side * whole // 2
    plate.surface.fill(WHITE, Rect(left, top, side * whole, side * whole))
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                place = Rect(left + (column + QUIET) * side, top + (row + QUIET) * side, side, side)
                plate.surface.fill(INK, place)
