"""A link as a QR code."""

from pygame import Rect, Surface

from game.engine import palette, surfaces
from game.engine.kit import Kit
from game.wire.qr import matrix

#: width of the light border, in modules
QUIET = 4


def code_plain(kit: Kit, side: float, link: str) -> Surface:
    """Draw the QR code of a link with its border; modules are whole pixels; plain."""
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
