"""Where a paper with words lies on a table of turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from pygame import Surface

from game.engine.advice import free_at, free_place, room_on
from game.engine.layout import Box, overlap
from game.engine.turn_table import AnyTurnTable

#: widths that are tried one after the other, on a wide table after that of its notes, and on a tall one
WIDTHS, TALL_WIDTHS = (318.0, 400.0, 480.0, 560.0), (664.0, 560.0, 460.0, 400.0)


def paper_place(table: AnyTurnTable, sheet: Callable[[float], Surface], firm: Sequence[Box], last: Box) -> Box:
    """Where a paper lies whose ``sheet`` is made for a width: over nothing ``firm``, that is used or spoken of.

    If it can it lies over nothing that is looked at and over nobody's cards either. That is where it lay ``last`` or
    where notes lie, if it covers nothing there that the game is about: nobody shall have to look for it. Where it has
    been pushed aside a little, it goes back into line.
    """
    frame, kit, note = table.context.frame, table.kit, table.spots.note
    room, looked_at = room_on(frame), table.looked_at()
    own, others = [table.spots.tray] if table.spots.tray else [], table.spots.opponents
    widths = TALL_WIDTHS if frame.tall else (note.w, *WIDTHS)

    def lying(x: float, y: float, w: float) -> Box:
        return Box(x, y, w, kit.paper_height(sheet(w)))

    home = lying((frame.width - widths[0]) / 2 if frame.tall else note.x, note.y, widths[0])
    if last.w:
        stay = lying(last.x, last.y, last.w)
        for place in (home, stay) if overlap(home, stay) else (stay, home):
            if free_at(place, room, [*firm, *looked_at, *own]):
                return place
    best, least = home, inf
    for soft in ([*looked_at, *own, *others], [*looked_at, *own], looked_at, []):
        for w in widths:
            x = (frame.width - w) / 2 if frame.tall else note.x
            _x, _y, _w, high = lying(x, note.y, w)
            found, covered = free_place(w, high, room, [*firm, *soft], note._replace(x=x))
            if covered < least:
                best, least = found, covered
            if not covered:
                return found
    return best
