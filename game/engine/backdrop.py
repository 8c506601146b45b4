"""Backdrops: a felt or wooden table with its static parts, baked into one opaque picture per window size.

An opaque picture is the cheapest to draw.
"""

import pygame
from pygame import Rect, Surface, draw

from game.core.cache import cached
from game.engine import layout, surfaces
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.palette import CREAM, INK, PANEL, SHADE, TEAM_COLOURS, Colour, mix

RAIL = 12
FELT_RADIUS = 22
#: the lamp's light is smooth: it is computed at this size and scaled up
POOL = (48, 32)
#: how far down the lamp hangs, in the middle of every felt, so that a game's screens share one picture
LAMP = 0.42


@cached(16)
def _pool(tint: Colour) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Compute the left half of the lamp's light on felt, row by row: bright and warm there, dark toward the edges."""
    rows = []
    for y in range(POOL[1]):
        row = []
        for x in range(POOL[0] // 2):
            across, down = (x + 0.5) / POOL[0] - 0.5, (y + 0.5) / POOL[1] - LAMP
            far = min(1.0, ((across * 1.05) ** 2 + (down * 1.25) ** 2) ** 0.5)
            bright = 1.28 - 0.98 * far**1.25
            warm = max(0.0, 1 - far * 1.7)
            glow = (0.055 * warm, 0.035 * warm, 0.005 * warm)
            row.append(
                tuple(min(255, max(0, round((c / 255 * bright + w) * 255))) for c, w in zip(tint, glow, strict=True))
            )
        rows.append(tuple(row))
    return tuple(rows)


def _lamp(size: tuple[int, int], tint: Colour) -> Surface:
    small = surfaces.opaque(POOL, tint)
    for y, row in enumerate(_pool(tint)):
        for x, colour in enumerate(row):
            small.set_at((x, y), colour)
            small.set_at((POOL[0] - 1 - x, y), colour)
    return surfaces.scaled(small, size)


def _grain(surface: Surface, name: str, strength: int) -> None:
    """Blend a grey texture of the art folder into a surface."""
    tile = surfaces.original(f"art/table/{name}.png").copy()
    tile.fill((strength, strength, strength), special_flags=pygame.BLEND_RGB_MULT)
    for x in range(0, surface.get_width(), tile.get_width()):
        for y in range(0, surface.get_height(), tile.get_height()):
            surface.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_ADD)
    middle = strength * 128 // 255
    surface.fill((middle, middle, middle), special_flags=pygame.BLEND_RGB_SUB)


def _stitches(surface: Surface, box: Rect, colour: Colour, dash: int, width: int) -> None:
    """Draw a dashed line along a rectangle."""
    step = dash * 2
    for x in range(box.left + dash * 2, box.right - dash * 2, step):
        for y in (box.top, box.bottom):
            draw.line(surface, colour, (x, y), (x + dash, y), width)
    for y in range(box.top + dash * 2, box.bottom - dash * 2, step):
        for x in (box.left, box.right):
            draw.line(surface, colour, (x, y), (x, y + dash), width)


@cached(6)
def felt(frame: layout.Frame, tint: Colour) -> Surface:
    """Return a game's felt in its wooden rail, filling the window; opaque."""
    size = frame.window
    whole = surfaces.photo("art/table/rail_wood.jpg", size)
    rail, radius = frame.px(RAIL), frame.px(FELT_RADIUS)
    inner = (size[0] - 2 * rail, size[1] - 2 * rail)
    line = max(1, frame.px(1.5))
    rim = Rect(0, 0, *size).inflate(-4 * line, -4 * line)
    surfaces.outline(whole, rim, rail, line, (212, 154, 99), 90)
    whole.blit(
        surfaces.rounded((inner[0] + 4 * line, inner[1] + 4 * line), radius + 2 * line, (18, 10, 12), 190),
        (rail - 2 * line, rail - 2 * line),
    )
    lamp = _lamp(inner, tint)
    _grain(lamp, "noise", 40)
    _stitches(
        lamp,
        Rect(0, 0, *inner).inflate(-frame.px(18), -frame.px(18)),
        mix(tint, CREAM, 0.16),
        max(3, frame.px(7)),
        line,
    )
    steps = max(3, frame.px(9))
    for step in range(steps):
        alpha = round(46 * (1 - step / steps) ** 1.5)
        for times in (1, 2):
            box = Rect(step, step, inner[0] - times * step, inner[1] - times * step)
            surfaces.outline(lamp, box, radius, 1, SHADE, alpha)
    whole.blit(surfaces.masked(lamp, surfaces.rounded(inner, radius, (255, 255, 255))), (rail, rail))
    return whole


@cached(3)
def wood(frame: layout.Frame) -> Surface:
    """Return the wooden table of the menus, filling the window; opaque."""
    width, height = frame.window
    picture = surfaces.original("art/title/wood.jpg")
    scale = max(width / picture.get_width(), height / picture.get_height())
    size = (round(picture.get_width() * scale), round(picture.get_height() * scale))
    whole = surfaces.opaque(frame.window, INK)
    large = surfaces.photo("art/title/wood.jpg", size)
    whole.blit(large, ((width - size[0]) // 2, (height - size[1]) // 2))
    return whole


class Backdrop:
    """Collects the static parts of a felt or wooden table and bakes them."""

    def __init__(self, kit: Kit, base: Surface) -> None:
        self.kit = kit
        self.surface = base.copy()
        #: the places of the baked pictures, and of the panels, in real pixels
        self.baked: list[Rect] = []
        self._panels: list[Rect] = []

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Return a place in real pixels of the picture."""
        return self.kit.frame.to_real(x, y)

    def panel(self, box: layout.Box, radius: float = 18, alpha: float = 0.58) -> None:
        """Bake a dark glass panel."""
        place = self.surface.blit(self.kit.panel_plain(box.w, box.h, radius, alpha), self.at(box.x, box.y))
        self._panels.append(place)

    def paper(self, box: layout.Box, radius: float = 18, fill: Colour = CREAM) -> None:
        """Bake a sheet of paper with its shadow."""
        margin = self.kit.paper_margin()
        left, top = self.at(box.x, box.y)
        whole = self.surface.blit(self.kit.paper_plain(box.w, box.h, radius, fill), (left - margin, top - margin))
        self._panels.append(whole.inflate(-2 * margin, -2 * margin))

    def inset(self, box: layout.Box, radius: float, fill: Colour) -> None:
        """Bake a flat rounded box."""
        px = self.kit.px
        flat = surfaces.rounded((px(box.w), px(box.h)), px(radius), fill)
        self._panels.append(self.surface.blit(flat, self.at(box.x, box.y)))

    def team_panel(self, box: layout.Box, radius: float, team: int) -> None:
        """Bake a panel in a team's colour."""
        self.inset(box, radius, mix(PANEL, TEAM_COLOURS[team], 0.3))
        self.frame_line(box, radius, TEAM_COLOURS[team], 3)

    def frame_line(self, box: layout.Box, radius: float, colour: Colour, width: float = 2.5, alpha: int = 255) -> None:
        """Bake the outline of a rounded box."""
        px = self.kit.px
        line = surfaces.ring((px(box.w), px(box.h)), px(radius), max(1, px(width)), colour, alpha)
        self.surface.blit(line, self.at(box.x, box.y))

    def rule(self, x: float, y: float, w: float, colour: Colour, h: float = 1.5) -> None:
        """Bake a horizontal line, or another one of that height."""
        left, top = self.at(x, y)
        self.surface.fill(colour, Rect(left, top, max(1, self.kit.px(w)), max(1, self.kit.px(h))))

    def put(self, plain: Surface, x: float, y: float, anchor: str = "left") -> None:
        """Bake a plain picture; ``anchor`` names its point that is placed at (x, y)."""
        left, top = self.at(x, y)
        if anchor != "corner":
            top -= plain.get_height() // 2
        left -= {"centre": plain.get_width() // 2, "right": plain.get_width()}.get(anchor, 0)
        self.baked.append(self.surface.blit(plain, (left, top)))

    @property
    def covering(self) -> list[Rect]:
        """The places of the panels and of the pictures beside them, in real pixels."""
        beside = (place for place in self.baked if not any(panel.contains(place) for panel in self._panels))
        return [*self._panels, *beside]

    def draw_baked(self, canvas: Canvas) -> None:
        """Draw the panels and pictures again, above what moves between them and the table."""
        for place in self.covering:
            canvas.screen.blit(self.surface, place.topleft, (place.x, place.y, place.w, place.h))


class PaperSheet(Backdrop):
    """A plain picture of a sheet of paper with its shadow; places are from its upper left corner."""

    def __init__(self, kit: Kit, w: float, h: float, radius: float = 16) -> None:
        super().__init__(kit, kit.paper_plain(w, h, radius))
        self._margin = kit.paper_margin()

    def at(self, x: float, y: float) -> tuple[int, int]:
        return self._margin + self.kit.px(x), self._margin + self.kit.px(y)


def forget() -> None:
    """Drop the baked tables after the window has changed."""
    felt.cache_clear()
    wood.cache_clear()
