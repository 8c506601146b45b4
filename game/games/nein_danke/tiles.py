"""The tiles in which a result of Nein Danke! shows its displays: the middles of cards, side by side in lines."""

from collections.abc import Sequence
from typing import NamedTuple

from game.engine import layout
from game.games.nein_danke.arrangement import Group

#: shares of a card's width and of that width as a height that a tile shows at least, and the most of either
TILE_WIDE, TILE_HIGH, TILE_MOST = 0.8, 0.54, 0.9
#: gap between the groups of tiles, and between their lines; most lines
TILE_GAP, TILE_LINE, TILE_LINES = 6.0, 3.0, 3
#: the share of the largest numbers that is enough in fewer lines
FEWER_LINES = 0.88


class Tiles(NamedTuple):
    """The tiles of the fullest display of several: the width of their cards, their size, and tiles in a line."""

    w: float
    wide: float
    high: float
    columns: int


def tiles_in(box: layout.Box, displays: Sequence[Sequence[Group]]) -> Tiles:
    """Return the tiles with which each of these grouped displays has room in a box of this size: the largest ones.

    In fewer lines they are higher, which gives signs more room: these are taken even if numbers are a little smaller.
    """
    most = max((sum(map(len, groups)) for groups in displays), default=1)
    gaps = TILE_GAP * max((len(groups) - 1 for groups in displays), default=0)
    found = []
    for lines in range(1, TILE_LINES + 1):
        columns = max(1, -(-most // lines))
        wide = (box.w - gaps) / columns
        high = (box.h - TILE_LINE * (lines - 1)) / lines
        w = min(wide / TILE_WIDE, high / TILE_HIGH)
        found.append(Tiles(w, min(wide, TILE_MOST * w), min(high, TILE_MOST * w), columns))
    most_wide = max(found).w
    # below zero there is no room for any
    return next(tiles for tiles in found if tiles.w >= min(most_wide, FEWER_LINES * most_wide))


def lines_of(groups: Sequence[Group], tiles: Tiles) -> int:
    """Return the number of lines of a grouped display."""
    return -(-sum(map(len, groups)) // tiles.columns)


def tiled(
    box: layout.Box, groups: Sequence[Group], tiles: Tiles, lines: int = 0
) -> list[tuple[int, int, float, float]]:
    """Return card, number and middle of each tile of a display, the tiles of a group without gaps.

    They begin as high as a display of ``lines``, or else are in the middle of the box.
    """
    found, place, x, lines = [], 0, box.x, lines or lines_of(groups, tiles)
    y = box.y + (box.h - lines * (tiles.high + TILE_LINE) + TILE_LINE + tiles.high) / 2
    for group in groups:
        for card, number in group:
            if place == tiles.columns:
                place, x, y = 0, box.x, y + tiles.high + TILE_LINE
            found.append((card, number, x + tiles.wide / 2, y))
            place, x = place + 1, x + tiles.wide
        x += TILE_GAP * (place > 0)
    return found
