"""The chart of the last games' points: a line with a star for every win and a dashed mean."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, hypot

import pygame
from pygame import Rect, Surface

from game.context import Context
from game.engine import surfaces, text
from game.engine.backdrop import Backdrop
from game.engine.kit import centred
from game.engine.layout import Box
from game.engine.palette import GAME_COLOURS, INK, LIP, SKY, SOFT_ON_PAPER
from game.statistics import Entry

MEAN = GAME_COLOURS["blue"][0]
#: about so many lines across
LINES = 4
#: smaller differences are not blown up
LEAST_SPAN = 6.0
#: the line is drawn this many times larger and scaled down
TIMES = 3


def step_for(span: float) -> int:
    """A round distance between the lines of a scale that covers ``span``."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if span <= step * LINES:
                return step
        size *= 10


class Scale:
    """From points to heights: the lines lie at round numbers, the points between them."""

    def __init__(self, values: Sequence[float], top: float, bottom: float) -> None:
        low, high = min(values), max(values)
        self.step = step_for(max(LEAST_SPAN, high - low))
        first, last = floor(low / self.step), ceil(high / self.step)
        if first == last:
            first, last = first - 1, last + 1
        self.lines = [number * self.step for number in range(first, last + 1)]
        self._low, self._span = self.lines[0], self.lines[-1] - self.lines[0]
        self._top, self._bottom = top, bottom

    def y(self, points: float) -> float:
        """The height at which ``points`` lie."""
        return self._bottom - (points - self._low) / self._span * (self._bottom - self._top)


def bake(context: Context, plate: Backdrop, box: Box, rows: Sequence[Entry], mean: float) -> None:
    """Bake the chart with its heading into a paper's box."""
    kit, texts = context.kit, context.texts
    tall = kit.text_scale / kit.scale
    title = kit.line_plain(texts("statistics.chart", count=len(rows)), 22, INK, text.DISPLAY, box.w * 0.66)
    plate.put(title, box.x + 24, box.y + 32)
    room = box.w - 72 - title.get_width() / kit.scale
    note = kit.line_plain(texts("statistics.higher"), 18, SOFT_ON_PAPER, text.STRONG, room)
    plate.put(note, box.x + box.w - 24, box.y + 32, "right")
    left, right = box.x + 34 + 46 * tall, box.x + box.w - 26
    scale = Scale([*(row.score for row in rows), mean], box.y + 64 + 14 * tall, box.y + box.h - 40 - 24 * tall)
    for value in scale.lines:
        y = scale.y(value)
        plate.rule(left, y, right - left, LIP)
        plate.put(kit.line_plain(texts.number(value), 17, SOFT_ON_PAPER, text.BLACK), left - 12, y, "right")
    step = (right - left - 40) / max(1, len(rows) - 1)
    start = left + 20 if len(rows) > 1 else (left + right) / 2
    points = [(start + step * place, scale.y(row.score)) for place, row in enumerate(rows)]
    _line(plate, Box(left, box.y, right - left, box.h), points)
    _dashes(plate, left, right, scale.y(mean))
    for row, (x, y) in zip(rows, points, strict=True):
        plate.put(_mark(context, row.won), x, y, "centre")
    _legend(context, plate, Box(left, box.y + box.h - 16 - 24 * tall, right - left, 24 * tall), len(rows), mean)


def _line(plate: Backdrop, box: Box, points: Sequence[tuple[float, float]]) -> None:
    if len(points) < 2:
        return
    kit = plate.kit

    def paint(large: Surface, times: int) -> None:
        real = [((x - box.x) * kit.scale * times, (y - box.y) * kit.scale * times) for x, y in points]
        half = max(times, 3 * kit.scale * times) / 2
        for (x, y), (to_x, to_y) in pairwise(real):
            # pygame's thick lines are thinner the more they slope
            far = hypot(to_x - x, to_y - y)
            dx, dy = (y - to_y) / far * half, (to_x - x) / far * half
            corners = [(x + dx, y + dy), (to_x + dx, to_y + dy), (to_x - dx, to_y - dy), (x - dx, y - dy)]
            pygame.draw.polygon(large, (*INK, 255), corners)

    plate.put(surfaces.smooth((kit.px(box.w), kit.px(box.h)), INK, paint, TIMES), box.x, box.y, "corner")


def _dashes(plate: Backdrop, left: float, right: float, y: float) -> None:
    """The line of the mean."""
    kit, dash = plate.kit, 9.0
    x = left
    while x < right:
        corner = kit.frame.to_real(x, y)
        wide = kit.px(min(dash, right - x))
        plate.surface.fill(MEAN, Rect(corner[0], corner[1] - kit.px(1), wide, max(2, kit.px(2.5))))
        x += dash * 1.7


def _mark(context: Context, won: bool) -> Surface:
    """A star for a win, a dot for any other game."""
    kit = context.kit
    if won:
        return kit.image_plain("icons/star_gold", 38, 38)
    whole = surfaces.blank((2 * kit.px(9), 2 * kit.px(9)))
    whole.fill((*INK, 0))
    middle = whole.get_width() // 2
    centred(whole, surfaces.disc(max(3, kit.px(7.5)), INK), middle, middle)
    centred(whole, surfaces.disc(max(2, kit.px(5)), SKY), middle, middle)
    return whole


def _legend(context: Context, plate: Backdrop, box: Box, count: int, mean: float) -> None:
    """What is old and new, what the star and the dashes mean."""
    kit, texts = context.kit, context.texts
    y = box.y + box.h / 2
    # four texts in one line: there is no room for larger ones
    size = 18 * min(1.0, kit.scale / kit.text_scale)
    if count > 1:
        ago = kit.line_plain(texts("statistics.ago", count=count), size, SOFT_ON_PAPER, text.STRONG, box.w * 0.24)
        plate.put(ago, box.x, y)
        last = kit.line_plain(texts("statistics.last"), size, SOFT_ON_PAPER, text.STRONG, box.w * 0.16)
        plate.put(last, box.x + box.w, y, "right")
    win = kit.line_plain(texts("statistics.win"), size, INK, text.BLACK, box.w * 0.1)
    average = texts("statistics.mean_line", mean=texts.number(mean, 1))
    words = kit.line_plain(average, size, INK, text.BLACK, box.w * 0.26)
    parts = (30 + 6, win.get_width() / kit.scale + 26, 40 + 8, words.get_width() / kit.scale)
    x = box.x + box.w * 0.54 - sum(parts) / 2
    plate.put(kit.image_plain("icons/star_gold", 30, 30), x, y)
    plate.put(win, x + parts[0], y)
    _dashes(plate, x + sum(parts[:2]), x + sum(parts[:2]) + 40, y)
    plate.put(words, x + sum(parts[:3]), y)
