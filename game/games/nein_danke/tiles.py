"""The tiles in which a result of Nein Danke! shows its displays: the middles of cards, side by side in lines."""

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

from game.engine import layout
from game.games.nein_danke.arrangement import Group

#: shares of a card's width and of that width as a height that a tile shows at least, and the most of either
TILE_WIDE, TILE_HIGH, TILE_WIDEST, TILE_HIGHEST = 0.8, 0.62, 1.15, 0.9
#: gap between the groups of tiles, and between their lines; most lines
TILE_GAP, TILE_LINE, TILE_LINES = 6.0, 3.0, 3
#: the share of the largest numbers that is enough in fewer lines
FEWER_LINES = 0.88
#: what becomes of a width with which lines break in too many places, and the least width to try
NARROWER, NARROWEST = 0.98, 4.0


class Tiles(NamedTuple):
    """The tiles of several displays in boxes of one size: the width of their cards, their size, and most lines."""

    w: float
    wide: float
    high: float
    lines: int


#: the card and number of a tile, and its middle
PlacedTile = tuple[int, int, float, float]


def tiles_in(box: layout.Box, displays: Sequence[Sequence[Group]], largest: float = inf) -> Tiles:
    """Return the tiles with which each of these grouped displays has room in a box of this size: the largest ones.

    Their cards are no wider than ``largest``. In fewer lines they are higher, which gives signs more room: these are
    taken even if numbers are a little smaller.
    """
    found = []
    for lines in range(1, TILE_LINES + 1):
        high = (box.h - TILE_LINE * (lines - 1)) / lines
        wide = min(box.w, high / TILE_HIGH * TILE_WIDEST)
        while wide > NARROWEST and any(_needed(groups, box.w, wide, lines) > lines for groups in displays):
            wide *= NARROWER
        found.append(Tiles(min(wide / TILE_WIDE, high / TILE_HIGH, largest), wide, high, lines))
    most_wide = max(found).w
    # below zero there is no room for any
    w, wide, high, lines = next(tiles for tiles in found if tiles.w >= min(most_wide, FEWER_LINES * most_wide))
    wide = _clearest(displays, box.w, TILE_WIDE * w, min(wide, TILE_WIDEST * w), lines)
    return Tiles(w, wide, min(high, TILE_HIGHEST * w), lines)


def _clearest(displays: Sequence[Sequence[Group]], room: float, least: float, most: float, lines: int) -> float:
    """Return the greatest width of tiles, in these limits, with which the fewest lines have both kinds of cards."""
    widths = [most]
    while widths[-1] * NARROWER >= least:
        widths.append(widths[-1] * NARROWER)
    return min(widths, key=lambda wide: sum(_mixed(broken(groups, room, wide, lines)) for groups in displays))


def _mixed(lines: list[list[Group]]) -> bool:
    """Return True if special cards of several lines are beside numbers."""
    return len(lines) > 1 and any(line[0][0][1] and not line[-1][0][1] for line in lines)


def broken(groups: Sequence[Group], room: float, wide: float, lines: int) -> list[list[Group]]:
    """Return the lines of a grouped display in this room, for tiles ``wide``: runs stay whole where they can.

    Special cards begin a line of their own if there are enough ``lines`` for that.
    """
    numbers, specials = _kinds(groups)
    if _is_apart(groups, room, wide, lines):
        return [*_evened(numbers, room, wide), *_evened(specials, room, wide)]
    return _evened([*numbers, *specials], room, wide)


def _kinds(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """Return the runs, and each special card as a group of its own."""
    numbers = [group for group in groups if group[0][1]]
    return numbers, [[tile] for group in groups if not group[0][1] for tile in group]


def _needed(groups: Sequence[Group], room: float, wide: float, lines: int) -> int:
    """Return the number of lines of ``broken``: to even them changes none."""
    numbers, specials = _kinds(groups)
    if _is_apart(groups, room, wide, lines):
        return len(_filled(numbers, room, wide)) + len(_filled(specials, room, wide))
    return len(_filled([*numbers, *specials], room, wide))


def _is_apart(groups: Sequence[Group], room: float, wide: float, lines: int) -> bool:
    """Return True if special cards begin a line of their own."""
    numbers, specials = _kinds(groups)
    together = len(_filled([*numbers, *specials], room, wide))
    return together > 1 and len(_filled(numbers, room, wide)) + len(_filled(specials, room, wide)) <= lines


def _evened(groups: Sequence[Group], room: float, wide: float) -> list[list[Group]]:
    """Return these groups in as few lines as fit in this room, none much longer than it has to be."""
    found = _filled(groups, room, wide)
    for tiles in range(int(room / wide), 1, -1):
        narrower = _filled(groups, min(room, tiles * wide + TILE_GAP * (len(groups) - 1)), wide)
        if len(narrower) > len(found) or any(len(group) > tiles for group in groups):
            break
        found = narrower
    return found


def _filled(groups: Sequence[Group], room: float, wide: float) -> list[list[Group]]:
    """Return these groups in lines, each as full as can be."""
    found: list[list[Group]] = []
    left = 0.0
    for group in groups:
        gap = _gap(found[-1][-1], group) if found else 0.0
        if found and gap + len(group) * wide <= left:
            found[-1].append(group)
            left -= gap + len(group) * wide
            continue
        rest = group
        while rest:
            # a run longer than a line goes on in the next one
            most = max(1, int(room / wide + 0.001))
            found.append([rest[:most]])
            left, rest = room - len(rest[:most]) * wide, rest[most:]
    return found


def _gap(before: Group, after: Group) -> float:
    """Return the gap between two groups side by side: special cards have none among them."""
    return TILE_GAP if before[-1][1] or after[0][1] else 0.0


def lines_of(box: layout.Box, groups: Sequence[Group], tiles: Tiles) -> int:
    """Return the number of lines of a grouped display."""
    return _needed(groups, box.w, tiles.wide, tiles.lines)


def tiled(box: layout.Box, groups: Sequence[Group], tiles: Tiles, lines: int = 0) -> list[PlacedTile]:
    """Return card, number and middle of each tile of a display, the tiles of a group without gaps.

    They begin as high as a display of ``lines``, or else are in the middle of the box.
    """
    found = []
    shown = broken(groups, box.w, tiles.wide, tiles.lines)
    lines = lines or len(shown)
    y = box.y + (box.h - lines * (tiles.high + TILE_LINE) + TILE_LINE + tiles.high) / 2
    for line in shown:
        x = box.x
        for before, group in pairwise([line[0], *line]):
            x += _gap(before, group) if x > box.x else 0.0
            for card, number in group:
                found.append((card, number, x + tiles.wide / 2, y))
                x += tiles.wide
        y += tiles.high + TILE_LINE
    return found
