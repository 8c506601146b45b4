"""How the rows of a result come to their places: in the order of the seats till all is counted, then by their sums."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Surface

from game.engine import surfaces
from game.engine.backdrop import Backdrop
from game.engine.canvas import Canvas
from game.engine.tally import Tally
from game.engine.tweens import in_out_cubic
from game.scenes.result.result_rows import RADIUS, Rows

#: milliseconds in which the last sum is read, and those of the way to the places
READ_MS, WAY_MS = 420.0, 680.0


class Placing:
    """The rows on their way: ``rows`` stand as they were counted, ``ranked`` are the same from first to last."""

    def __init__(self, rows: Sequence[Tally], ranked: Sequence[Tally]) -> None:
        #: the place that each row goes to
        self.goals = [ranked.index(tally) for tally in rows]
        self._ms = 0.0
        #: the rows as they look while they move
        self._pictures: list[Surface] = []

    @property
    def moves(self) -> bool:
        """Whether the rows have left the places that they were counted at."""
        return self._ms > READ_MS

    @property
    def done(self) -> bool:
        """Whether every row is where it belongs."""
        return self._ms >= READ_MS + WAY_MS

    def pass_ms(self, ms: float) -> None:
        """Let time pass."""
        self._ms += ms

    def at(self, number: int) -> float:
        """Where a row is between the place that it was counted at and its own, in rows from the top."""
        share = min(1.0, max(0.0, (self._ms - READ_MS) / WAY_MS))
        return number + (self.goals[number] - number) * in_out_cubic(share)

    def lift(self, plate: Backdrop, rows: Rows) -> None:
        """Take a picture of each row: so much that is laid upon each other would be too much for every frame."""
        kit, frame = plate.kit, plate.kit.frame
        whole = Backdrop(kit, plate.surface)
        rows.bake(whole)
        rows.draw(Canvas(whole.surface, frame))
        self._pictures = []
        for number in range(len(self.goals)):
            box = rows.places.row(number)
            size = kit.px(box.w), kit.px(box.h)
            cut = surfaces.part(whole.surface, (*frame.to_real(box.x, box.y), *size))
            mask = surfaces.rounded(size, kit.px(RADIUS), (255, 255, 255))
            self._pictures.append(surfaces.ready(surfaces.masked(cut, mask)))

    def draw(self, canvas: Canvas, rows: Rows) -> None:
        """Draw the rows where they are now, whoever goes further up over the others."""
        for number in sorted(range(len(self.goals)), key=lambda row: -self.goals[row]):
            box = rows.places.row(self.at(number))
            canvas.put(self._pictures[number], box.x, box.y)
