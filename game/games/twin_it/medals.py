"""The medal of the co-operative minute: bronze, silver or gold, and the points needed for the next."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Surface

from game.engine import fonts, layout, surfaces
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, SHADE, SOFT, WHITE, Colour, mix, rgb
from game.games.twin_it.scoring import LEVEL_NAMES

if TYPE_CHECKING:
    from game.services.context import Context

METAL: tuple[Colour, ...] = (rgb("#55465C"), rgb("#C9803F"), rgb("#CBD2DC"), GOLD)
RIBBON = rgb("#D2335A")
#: opacity of a medal that is not reached yet
FAINT = 0.55
#: height of a narrow box below which the text is beside the medal, not below it
LOW = 340.0


def medal(kit: Kit, radius: float, level: int) -> Surface:
    """Draw the plain medal of a level, with as many stars, so that its metal is not the only cue."""
    px = kit.px
    real = max(8, px(radius))
    wide, high = round(real * 2.3), round(real * 2.9)
    whole = surfaces.clear((wide, high), SHADE)
    middle = (wide // 2, high - round(real * 1.12))
    metal = METAL[level]
    if level:
        edge = max(1, real // 24)
        for drop, colour in ((edge, INK), (0, RIBBON)):
            whole.blit(_ribbon((wide, high), real, middle[1], colour), (0, drop))
    cast, _ = surfaces.shadow((2 * real, 2 * real), real, max(1, real // 12), 120)
    centred(whole, cast, middle[0] + real // 30, middle[1] + real // 10)
    rings = ((1.0, INK), (0.95, mix(metal, INK, 0.35)), (0.93, metal), (0.74, mix(metal, INK, 0.22)), (0.71, metal))
    for share, colour in rings:
        centred(whole, surfaces.disc(round(real * share), colour), *middle)
    shine = surfaces.disc(round(real * 0.62), mix(metal, WHITE, 0.25 if level else 0.08))
    centred(whole, shine, middle[0], middle[1] - round(real * 0.03))
    if not level:
        dash = surfaces.rounded((round(real * 0.6), round(real * 0.16)), round(real * 0.08), CREAM)
        centred(whole, dash, *middle)
    for x, y, size in _stars(level):
        star = surfaces.tinted(surfaces.image("art/icons/star.png", (round(real * size), round(real * size))), INK)
        centred(whole, star, middle[0] + round(real * x), middle[1] + round(real * y))
    return whole


def faint_medal(kit: Kit, radius: float, level: int) -> Surface:
    """Draw the plain medal of a level that is not reached yet."""
    return surfaces.thin(medal(kit, radius, level), FAINT)


def _ribbon(size: tuple[int, int], radius: int, low: int, colour: Colour) -> Surface:
    """Draw two plain bands from the upper corners to the medal's middle."""

    def paint(large: Surface, times: int) -> None:
        unit, x, y = radius * times, size[0] * times / 2, low * times
        for side in (-1, 1):
            lower = [(x + side * unit * 0.12, y), (x + side * unit * 0.78, y)]
            upper = [(x + side * unit * 0.98, 0), (x + side * unit * 0.3, 0)]
            pygame.draw.polygon(large, (*colour, 255), lower + upper)

    return surfaces.smooth(size, colour, paint)


def _stars(level: int) -> tuple[tuple[float, float, float], ...]:
    """Return place and size of each star of a level, in radii."""
    if level < 2:
        return ((0.0, -0.02, 0.95),) * level
    if level == 2:
        return ((-0.31, 0.0, 0.66), (0.31, 0.0, 0.66))
    return ((0.0, -0.27, 0.58), (-0.31, 0.21, 0.58), (0.31, 0.21, 0.58))


def _draw_step(
    context: "Context", canvas: Canvas, x: float, y: float, radius: float, level: int, least: int, reached: bool
) -> None:
    """Draw the small medal of a level with the points needed for it, around (x, y)."""
    kit = context.kit
    canvas.put_centred(
        kit.scene_image(medal if reached else faint_medal, radius, level), x - radius * 1.1, y - radius * 0.2
    )
    line = kit.line(context.texts.number(least), 20, CREAM if reached else SOFT, fonts.DISPLAY)
    canvas.put_left(line, x + radius * 0.4, y + 4)


def draw_steps(
    context: "Context", canvas: Canvas, tray: layout.Box, wide: float, total: int, needed: Sequence[int]
) -> None:
    """Draw the points needed for each level one below the other, at the right end of the tray."""
    x, pitch = tray.x + tray.w - wide / 2, (tray.h - 12) / len(needed)
    for number, least in enumerate(needed):
        y = tray.y + 8 + (number + 0.5) * pitch
        _draw_step(context, canvas, x, y, min(20.0, pitch / 3), number + 1, least, total >= least)


def draw(context: "Context", canvas: Canvas, box: layout.Box, total: int, needed: Sequence[int], done: bool) -> None:
    """Draw the group's points so far, their medal, and the points needed for each level.

    There is no verdict before a medal is reached or the count is ``done``.
    """
    kit, texts = context.kit, context.texts
    level = sum(total >= least for least in needed)
    wide, low = box.w > 400, box.h < LOW
    radius = (box.h - (70 if wide else 150 if low else 216)) / 2.9
    radius = radius if wide else min(56.0, radius)
    middle = box.x + (150 if wide else 20 + radius * 1.15 if low else box.w / 2)
    top = box.y + 48
    verdict = bool(level) or done
    picture = kit.scene_image(medal, radius, level) if verdict else kit.scene_image(faint_medal, radius, 1)
    canvas.put_centred(picture, middle, top + radius * 1.45)
    # on a tall table and in a low box the text is beside the medal, otherwise below it
    x, y = (box.x + 440, top + 24) if wide else (middle, top + radius * 2.9 + 26)
    name = texts(f"twin_it.level.{LEVEL_NAMES[level]}")
    size, room = (40, 380.0) if wide else (34, 260.0)
    if low and not wide:
        room = box.w - 2.3 * radius - 48
        x, y = box.x + box.w - 20 - room / 2, top + radius * 1.25
    if verdict:
        canvas.put_centred(kit.sticker(name, size, METAL[level] if level else CREAM, room), x, y)
    points = kit.line(texts("twin_it.points", count=total), 22, CREAM, fonts.BLACK)
    canvas.put_centred(points, x, y + (46 if wide else 36))
    x, y = (box.centre[0], top + radius * 2.9 + 22) if low and not wide else (x, y + (104 if wide else 80))
    for number, least in enumerate(needed):
        left = x + (number - 1) * (112 if wide else 88)
        _draw_step(context, canvas, left, y, 22.0 if wide else 17.0, number + 1, least, total >= least)
    if done:
        text = texts("twin_it.result.all")
        if level < len(needed):
            following = texts(f"twin_it.level.{LEVEL_NAMES[level + 1]}")
            text = texts("twin_it.result.next", count=needed[level] - total, level=following)
        line = kit.line(text, 18, SOFT, fonts.STRONG, 380 if wide else box.w - 40)
        canvas.put_centred(line, x, y + (46 if wide else 40))
