"""The panel of words at a table of turns: the paper of a lesson or a puzzle, where it lies, and what it marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.capabilities import Advice
from game.engine.advice import APART, ROOM, Marking, Rings
from game.engine.cards import CORNER
from game.engine.items import CARD, NOTE, Item
from game.engine.items import MOVE as MOVES
from game.engine.layout import Box
from game.engine.lesson_paper import LessonPaper, Taught
from game.engine.turn_table import AnyTurnTable
from game.engine.widgets import Use, Widget
from game.scenes.puzzle.riddle import RiddlePaper
from game.scenes.table.hinting import marks_of
from game.scenes.table.papers import paper_place
from game.table.turns.driver import Panel
from game.teaching.lesson import MOVE


class Laid(NamedTuple):
    """Widgets of a panel: those below what can be used, and those above."""

    below: list[Widget]
    above: list[Widget]
    #: where its words lie
    box: Box


class PanelPlace:
    """Where the panel of a table lies: it stays there as long as it covers nothing."""

    def __init__(self) -> None:
        #: where it lies, and for what it was put there
        self._placed_for: tuple[object, ...] = ()
        self._place = Box(0, 0, 0, 0)

    def lay(self, table: AnyTurnTable, panel: Panel, widgets: Sequence[Widget], on: Use, skip: Use) -> Laid:
        """The panel with its marks beside these ``widgets``.

        ``on`` puts what was read away, ``skip`` passes over a move.
        """
        kit, items = table.kit, [item for widget in widgets for item in widget.items]
        marks = _marks(table, panel, items)
        box = self._placed(table, panel.taught, [item for item in items if not item.id.startswith(NOTE)], marks)
        if panel.offers:
            riddle: Marking = RiddlePaper(kit, box, marks, panel.taught, panel.offers)
            return Laid([], [Rings(kit, marks, table.draw_labels, widgets, table.risen), riddle], box)
        # its marks lie below what is used: whoever plays by keys sees there what has the focus
        paper = LessonPaper(kit, box, marks, panel.taught, on, skip, table.cap("first"))
        return Laid([Rings(kit, marks, table.draw_labels, risen=table.risen)], [paper], box)

    def _placed(
        self, table: AnyTurnTable, taught: Taught, items: Sequence[Item], marks: Sequence[tuple[Box, float]]
    ) -> Box:
        """Over nothing that is used, spoken of or looked at, if it can over nobody's cards."""
        # a ring lies around what it marks; at a button, which stands below the paper's room, that is no matter
        moves = [item.box for item in items if item.id.startswith(MOVES)]
        rings = [box if box in moves else box.grown(ROOM - APART) for box, _radius in marks]
        firm = [*(item.box for item in items), *rings]
        key = (table.spots, taught, *firm, *table.looked_at())
        if key != self._placed_for:
            self._placed_for, self._place = key, paper_place(table, taught, firm, self._place)
        return self._place


def _marks(table: AnyTurnTable, panel: Panel, items: Sequence[Item]) -> list[tuple[Box, float]]:
    """What is spoken of, with the radius of the corners."""
    marks: list[tuple[Box, float]] = []
    by_id = {item.id: item for item in items}
    for point in panel.points:
        if point == MOVE and panel.move is not None:
            marks += marks_of(table, Advice(panel.move, ()), items)
            continue
        item = by_id.get(point)
        box = (item.card or item.box) if item else table.place_of(point)
        if box:
            card = point.startswith(CARD) or box.h > box.w * 1.2
            marks.append((box, box.w * CORNER if card else min(18.0, box.h * 0.28)))
    return list(dict.fromkeys(marks))
