"""The time line of a replay: progress, marks, and the figure that is its handle."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import pygame
from pygame import Surface

from game.engine import controls, figures, layout, plot, surfaces, transitions, widgets
from game.engine.canvas import Canvas
from game.engine.items import Item, ItemList
from game.engine.kit import Kit, centred
from game.engine.palette import AMBER, CREAM, GOLD, INK, WARNING, Colour
from game.table.film import Playback, PositionChanged

TRACK = 12.0
#: how far its target extends beyond the line at either end
OVER = 17.0
#: radius of the figure that is the line's handle, in a wide window and in portrait
HANDLE = (12.0, 14.0)


class TimeLine(widgets.Widget):
    """The line from the deal to the end; its handle can be dragged or moved by keys."""

    def __init__(
        self,
        kit: Kit,
        line: layout.Box,
        room: float,
        driver: Playback,
        handle_news: Callable[[Iterable[PositionChanged]], transitions.Transition],
    ) -> None:
        super().__init__(kit)
        self.line, self.room, self.driver, self._handle_news = line, room, driver, handle_news
        label = f"{driver.context.texts('replay.line')}: {driver.where}"
        high = float(widgets.TARGET)
        # a line at the lower edge has its target above it
        top = min(line.y + line.h / 2 - high / 2, driver.context.frame.height - high)
        box = layout.Box(line.x - OVER, top, line.w + 2 * OVER, high)
        toggle = lambda: handle_news(driver.toggle())  # noqa: E731
        self.items = [Item("line", label, box, toggle, adjust=self._step, on_slide=self._drag)]

    def _step(self, by: int) -> None:
        self._handle_news(self.driver.step(by))

    def _drag(self, share: float) -> None:
        """Jump to the point of the line under the pointer; ``share`` is of the item."""
        along = share * (self.line.w + 2 * OVER) - OVER
        self._handle_news(self.driver.drag(min(1.0, max(0.0, along / self.line.w))))

    def draw(self, canvas: Canvas, items: ItemList) -> None:
        driver, line, kit = self.driver, self.line, self.kit
        y = line.y + line.h / 2
        gone = line.w * driver.progress
        canvas.put_centred(kit.scene_image(_end), line.x, y)
        canvas.fill(layout.Box(line.x, line.y, gone, line.h), AMBER)
        canvas.put(kit.scene_image(_dots, line.w, driver.dots(self.room)), line.x - 10, y - 10)
        name, mood = driver.figure
        if self.state(self.items[0], items) == "focus":
            canvas.put_centred(kit.widget_image(controls.focus_plain, 40, 40, 20), line.x + gone, y)
        canvas.put_centred(figures.figure(kit, name, HANDLE[kit.frame.tall], mood, True), line.x + gone, y)


def _end(kit: Kit) -> Surface:
    """Draw the round start of the line."""
    return surfaces.disc(max(2, kit.px(TRACK / 2)), AMBER)


def mark(kit: Kit, kind: str) -> Surface:
    """Draw a mark: a dot, a large gold one for the viewer's own, a red triangle or an amber square on its tip; plain.

    The triangle is an error, the square one that cost only the lead.
    """
    if kind in SIGNS:
        shape, colour = SIGNS[kind]
        whole = surfaces.smooth((kit.px(18), kit.px(18)), INK, lambda large, _: shape(large, INK, 0.0))
        whole.blit(surfaces.smooth(whole.get_size(), colour, lambda large, _: shape(large, colour, 0.14)), (0, 0))
        return whole
    return plot.dot(kit, 5.0, GOLD) if kind == "own" else plot.dot(kit, 2.6, CREAM)


def _triangle(large: Surface, colour: Colour, inset: float) -> None:
    side = large.get_width()
    low, left = side * (0.9 - inset * 0.8), side * inset * 1.2
    tip = (side / 2, side * (0.06 + inset * 1.4))
    pygame.draw.polygon(large, (*colour, 255), [(left, low), (side - left, low), tip])


def _square(large: Surface, colour: Colour, inset: float) -> None:
    half, reach = large.get_width() / 2, large.get_width() * (0.48 - inset)
    tips = [(half, half - reach), (half + reach, half), (half, half + reach), (half - reach, half)]
    pygame.draw.polygon(large, (*colour, 255), tips)


#: the marks with a shape of their own
SIGNS: Mapping[str, tuple[Callable[[Surface, Colour, float], None], Colour]] = MappingProxyType(
    {"error": (_triangle, WARNING), "lead": (_square, AMBER)}
)


def _dots(kit: Kit, w: float, marks: tuple[tuple[float, str], ...]) -> Surface:
    """Draw all marks of a line of length ``w``; the line starts at 10, 10."""
    whole = surfaces.clear((kit.px(w + 20), kit.px(20)), INK)
    for share, kind in sorted(marks, key=lambda found: found[1]):
        centred(whole, mark(kit, kind), kit.px(10 + w * share), kit.px(10))
    return whole
