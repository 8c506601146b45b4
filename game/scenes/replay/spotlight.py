"""The light of a film: what the scene tells of is bright, the rest of the table is dark.

The darkness is a small picture with soft holes, scaled up once for each light. Between two lights it is mixed in a few
steps, so that hardly any frame makes a picture.
"""

from collections.abc import Sequence

from pygame import Rect, Surface

from game.engine import surfaces

#: alpha of the darkness around what is told, and of that behind a card that lies over the table
AROUND, BEHIND = 104, 150
#: real pixels of the window for one of the small picture at a scale of 1, and the blur of its holes, in its own pixels
CELL, BLUR = 10.0, 3
#: real milliseconds from one light to another, and the steps of that
TURN_MS, STEPS = 280.0, 5


class Spotlight:
    """Lights parts of a picture of ``size``; at first all of it."""

    def __init__(self, size: tuple[int, int], scale: float) -> None:
        self._size, self._cell = size, max(1.0, CELL * scale)
        self._cells = tuple(max(1, round(side / self._cell)) for side in size)
        #: what is lit, or None for everything; and the darkness around that
        self.lit: tuple[Rect, ...] | None = None
        self._small = self._from = self._dark(None, 0)
        #: when the light has begun to turn, and the darkness as it is drawn, with its step
        self._since_ms, self._step = 0.0, STEPS
        self._drawn: Surface | None = None
        #: that is prepared for many frames
        self._lasts = False

    def _dark(self, lit: Sequence[Rect] | None, alpha: int) -> Surface:
        holes = [self._inside(box) for box in lit or ()]
        wide, high = self._cells
        return surfaces.dark_around((wide, high), holes, 0 if lit is None else alpha, BLUR)

    def _inside(self, box: Rect) -> Rect:
        """Return a part of the window in cells, with room for the blur of its edges."""
        left, top = (int(side // self._cell) for side in box.topleft)
        right, low = (-int(-side // self._cell) for side in box.bottomright)
        return Rect(left - 1, top - 1, right - left + 2, low - top + 2)

    def turn(self, lit: tuple[Rect, ...] | None, now_ms: float, at_once: bool = False) -> None:
        """Light these parts from now on; None for everything, and nothing at all behind a card."""
        if lit == self.lit:
            return
        self._from = self._mixed
        self.lit, self._since_ms = lit, now_ms - (TURN_MS if at_once else 0.0)
        self._small = self._dark(lit, AROUND if lit else BEHIND)
        self._step = -1

    @property
    def _mixed(self) -> Surface:
        """The small picture of the present step."""
        if self._step >= STEPS:
            return self._small
        return surfaces.mixed(self._from, self._small, max(0, self._step) / STEPS)

    def draw(self, picture: Surface, now_ms: float) -> None:
        """Darken an opaque picture."""
        step = min(STEPS, int((now_ms - self._since_ms) / TURN_MS * STEPS))
        if step != self._step:
            self._step, self._lasts = step, False
            # a step, or a light that moves with the camera, is seen for a few frames
            self._drawn = None if step == STEPS and self.lit is None else surfaces.scaled(self._mixed, self._size)
        elif step == STEPS and self._drawn and not self._lasts:
            self._drawn, self._lasts = surfaces.ready(self._drawn), True
        if self._drawn:
            picture.blit(self._drawn, (0, 0))
