"""A link as a code for phones to scan, baked into a screen."""

from pygame import Rect, Surface

from game.engine import backdrop, layout, palette, surfaces
from game.engine.kit import Kit
from game.wire.qr import matrix

#: a code has so many light modules around it
QUIET = 4


def bake_code(plate: backdrop.Backdrop, box: layout.Box, link: str) -> None:
    """Bake the code of a link into a square box."""
    picture = code_plain(plate.kit, box.w, link)
    left, top = plate.kit.frame.to_real(*box.centre)
    plate.surface.blit(picture, (left - picture.get_width() // 2, top - picture.get_height() // 2))


def code_plain(kit: Kit, side: float, link: str) -> Surface:
    """The code of a link, with what has to be light around it; its modules are whole pixels. Plain."""
    modules = matrix(link)
    whole = len(modules) + 2 * QUIET
    each = max(1, kit.px(side) // whole)
    picture = surfaces.blank((each * whole, each * whole))
    picture.fill(palette.WHITE)
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                picture.fill(palette.INK, Rect((column + QUIET) * each, (row + QUIET) * each, each, each))
    return picture
