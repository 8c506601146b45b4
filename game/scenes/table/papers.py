"""Where a paper with words lies on a table of turns."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.layout import Box
from game.engine.lesson_paper import Taught
from game.engine.turn_table import AnyTurnTable
from game.scenes.lesson.teaching import place_beside


def paper_place(table: AnyTurnTable, words: Taught, firm: Sequence[Box], last: Box) -> Box:
    """Where a paper of ``words`` lies: over nothing ``firm``, that is used or spoken of, best where ``last``.

    If it can it lies over nothing that is looked at and over nobody's cards either.
    """
    looked_at, others = table.looked_at(), table.spots.opponents
    own = [table.spots.tray] if table.spots.tray else []
    tiers: Sequence[Sequence[Box]] = ([*looked_at, *own, *others], [*looked_at, *own], looked_at, [])
    return place_beside(table, table.spots.note, last, words, firm, tiers, table.paper_places())
