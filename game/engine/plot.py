"""Elements of charts: round scales, lines, dashes and dots, baked into a backdrop. Places are logical."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, hypot

import pygame
from pygame import Rect, Surface

from game.engine import layout, surfaces
from game.engine.backdrop import Backdrop
from game.engine.kit import Kit, centred
from game.engine.palette import GAME_COLOURS, INK, Colour

MEAN = GAME_COLOURS["blue"][0]
#: approximate number of grid lines
LINES = 4
#: smaller spans are not magnified
LEAST_SPAN = 6.0
#: oversampling of a line, for smooth edges
TIMES = 3
DASH, PITCH = 9.0, 15.3


def step_for(span: float) -> int:
    """Return a round distance between the lines of a scale that covers ``span``."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= step * LINES:
                return step
        size *= 10


class Scale:
    """A mapping from values to heights, with lines at round numbers around the values."""

    def __init__(
        self, values: Sequence[float], top: float, bottom: float, least: float = LEAST_SPAN, step: int = 0
    ) -> None:
        low, high = min(values), max(values)
        self.step = step or step_for(max(least, high - low))
        first, last = floor(low / self.step), ceil(high / self.step)
        if first == last:
            first, last = first - 1, last + 1
        self.lines = [number * self.step for number in range(first, last + 1)]
        self._low, self._span = self.lines[0], self.lines[-1] - self.lines[0]
        self._top, self._bottom = top, bottom

    def y(self, value: float) -> float:
        """Return the height of ``value``."""
        return self._bottom - (value - self._low) / self._span * (self._bottom - self._top)


def line(
    plate: Backdrop, box: layout.Box, points: Sequence[tuple[float, float]], colour: Colour = INK, width: float = 3
) -> None:
    """Bake a line through ``points`` within ``box``."""
    if len(points) > 1:
        plate.put(line_plain(plate.kit, box, points, colour, width), box.x, box.y, "corner")


def line_plain(
    kit: Kit, box: layout.Box, points: Sequence[tuple[float, float]], colour: Colour = INK, width: float = 3
) -> Surface:
    """Draw a line through ``points`` on a picture of ``box``; plain."""

    def paint(large: Surface, times: int) -> None:
        real = [((x - box.x) * kit.scale * times, (y - box.y) * kit.scale * times) for x, y in points]
        half = max(times, width * kit.scale * times) / 2
        for (x, y), (to_x, to_y) in pairwise(real):
            # pygame's thick lines get thinner with their slope
            far = hypot(to_x - x, to_y - y)
            if not far:
                continue
            dx, dy = (y - to_y) / far * half, (to_x - x) / far * half
            corners = [(x + dx, y + dy), (to_x + dx, to_y + dy), (to_x - dx, to_y - dy), (x - dx, y - dy)]
            pygame.draw.polygon(large, (*colour, 255), corners)

    return surfaces.smooth((kit.px(box.w), kit.px(box.h)), colour, paint, TIMES)


def dashes(plate: Backdrop, left: float, right: float, y: float, colour: Colour = MEAN) -> None:
    """Bake a dashed horizontal line, such as that of a mean."""
    kit, x = plate.kit, left
    while x < right:
        corner = kit.frame.to_real(x, y)
        wide = kit.px(min(DASH, right - x))
        plate.surface.fill(colour, Rect(corner[0], corner[1] - kit.px(1), wide, max(2, kit.px(2.5))))
        x += PITCH


def dashes_down(plate: Backdrop, x: float, top: float, bottom: float, colour: Colour = MEAN) -> None:
    """Bake a dashed vertical line."""
    kit, y = plate.kit, top
    while y < bottom:
        corner = kit.frame.to_real(x, y)
        high = kit.px(min(DASH, bottom - y))
        plate.surface.fill(colour, Rect(corner[0] - kit.px(1), corner[1], max(2, kit.px(2.5)), high))
        y += PITCH


def dot(kit: Kit, radius: float, fill: Colour) -> Surface:
    """Draw a dot in an ink outline; plain."""
    out = radius + max(1.6, radius * 0.28)
    whole = surfaces.clear((2 * kit.px(out + 1), 2 * kit.px(out + 1)), INK)
    middle = whole.get_width() // 2
    centred(whole, surfaces.disc(max(2, kit.px(out)), INK), middle, middle)
    centred(whole, surfaces.disc(max(1, kit.px(radius)), fill), middle, middle)
    return whole
