"""The panel of words at a live table: the paper of a lesson or a puzzle, where it lies, and what it marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.capabilities import Advice
from game.engine.advice import Rings, free_place, room_on
from game.engine.cards import CORNER
from game.engine.items import CARD, Item
from game.engine.layout import Box
from game.engine.lesson_paper import LessonPaper, Taught, lesson_paper
from game.engine.live_table import AnyLiveTable
from game.engine.widgets import Use, Widget
from game.scenes.lesson.teaching import place_beside
from game.scenes.puzzle.riddle import RiddlePaper
from game.table.live.driver import Panel
from game.teaching.lesson import MOVE

#: how wide the paper of a puzzle is
WIDE, TALL_WIDE = 340.0, 460.0


class Laid(NamedTuple):
    """Widgets of a panel: those below what can be used, and those above."""

    below: list[Widget]
    above: list[Widget]


class PanelPlace:
    """Where the panel of one table lies: it stays there as long as it covers nothing."""

    def __init__(self, table: AnyLiveTable) -> None:
        self.table = table
        #: where a lesson's paper lies, and for what it was put there
        self._placed_for: tuple[object, ...] = ()
        self._place = Box(0, 0, 0, 0)

    def lay(self, panel: Panel, usable: Sequence[Widget], shown: Sequence[Widget], on: Use, skip: Use) -> Laid:
        """The panel with its marks beside what is ``shown``, where hands use what is ``usable``.

        ``on`` puts what was read away, ``skip`` passes over a move.
        """
        table = self.table
        items = [item for widget in shown for item in widget.items]
        marks = self._marks(panel, items)
        firm = [*(item.box for item in items if not item.id.startswith(CARD)), *(box for box, _radius in marks)]
        if panel.offers:
            place = self._beside_cards(panel.taught, firm, items)
            paper = RiddlePaper(table.kit, place, marks, panel.taught, panel.offers)
            return Laid([], [Rings(table.kit, marks, table.draw_labels, usable), paper])
        place = self._beside_all(panel.taught, firm)
        lesson = LessonPaper(table.kit, place, marks, panel.taught, on, skip, table.cap("first"))
        return Laid([Rings(table.kit, marks, table.draw_labels)], [lesson])

    def _marks(self, panel: Panel, items: Sequence[Item]) -> list[tuple[Box, float]]:
        """What is spoken of, with the radius of the corners."""
        marks: list[tuple[Box, float]] = []
        for point in panel.points:
            if point == MOVE and panel.move is not None:
                marks += self.table.marked(Advice(panel.move, ()))
                meant = self.table.item_of(panel.move)
                buttons = [item for item in items if item.id == meant and not meant.startswith(CARD)]
                marks += [(item.box, min(18.0, item.box.h * 0.28)) for item in buttons]
            elif box := self.table.place_of(point):
                marks.append((box, box.w * CORNER if point.startswith(CARD) else min(18.0, box.h * 0.28)))
        return list(dict.fromkeys(marks))

    def _beside_all(self, taught: Taught, firm: Sequence[Box]) -> Box:
        """Over nothing that is used or spoken of, if it can be over no card and nobody's seat."""
        table = self.table
        cards, seats = table.looked_at(), table.seat_boxes()
        key = (table.spots, taught, *firm, *cards)
        if key != self._placed_for:
            # who has to search for something must see everything, and whoever has done so as much as can be seen
            free = [*cards, *seats]
            tiers = (free, free, cards)
            self._placed_for = key
            self._place = place_beside(table, table.advice_at, self._place, taught, firm, tiers)
        return self._place

    def _beside_cards(self, taught: Taught, firm: Sequence[Box], items: Sequence[Item]) -> Box:
        """Over no card if there is room, and else over those that are not spoken of."""
        table, frame = self.table, self.table.context.frame
        w = TALL_WIDE if frame.tall else WIDE
        high = table.kit.paper_height(table.kit.made(lesson_paper, w, taught))
        every = [*firm, *(item.card or item.box for item in items)]
        place, covered = free_place(w, high, room_on(frame), every, table.advice_at)
        if covered:
            place, _covered = free_place(w, high, room_on(frame), firm, place)
        return place
