"""The few cards of the other games that look out of their boxes."""

from __future__ import annotations

import skia

from art.brush import (
    circle,
    clipped,
    fill,
    inked,
    local,
    outline,
    polygon,
    rounded,
    sticker,
    stroke,
)
from art.cards import Face, painted
from art.keine_ahnung_cards import front
from art.palette import (
    CREAM,
    DNUP_BACK,
    INK,
    KEINE_AHNUNG_BACK,
    PATTERN_NAVY,
    PATTERN_RED,
    PATTERN_YELLOW,
    SUIT,
    mix,
)
from art.push_cards import MIDDLE, blank_face
from art.symbols import half_turn

PETAL_RING, PETAL_STEP, PETALS = 0.47, 0.17, 8


def keine_ahnung_face(suit: str, value: int) -> Face:
    """Return a Keine Ahnung front with its number."""

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        front(suit)(canvas, width, height)
        sticker(
            canvas,
            str(value),
            width / 2,
            height * 0.41,
            width * 0.84,
            SUIT[suit],
            border=width * 0.042,
            drop=width * 0.035,
        )

    return draw


def keine_ahnung_back(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw the back with question marks."""
    with painted(canvas, width, height, KEINE_AHNUNG_BACK):
        for column in range(5):
            for row in range(6):
                x = width * (0.1 + 0.21 * column + (0.1 if row % 2 else 0))
                y = height * (0.07 + 0.175 * row)
                tint = mix(KEINE_AHNUNG_BACK, CREAM, 0.16)
                angle = -16 if (column + row) % 2 else 14
                sticker(canvas, "?", x, y, width * 0.17, tint, border=0, angle=angle)
    canvas.drawCircle(width / 2, height / 2, width * 0.31, fill(INK))
    canvas.drawCircle(width / 2, height / 2, width * 0.285, fill(CREAM))
    sticker(canvas, "?", width / 2, height / 2, width * 0.40, KEINE_AHNUNG_BACK, border=0)


def dnup_back(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw the back with triangles and the turning arrows."""
    with painted(canvas, width, height, DNUP_BACK):
        for column in range(-2, 9):
            for row in range(-1, 9):
                upright = (column + row) % 2
                flip = 1 if upright else -1
                triangle = [(0, -0.07 * flip), (0.08, 0.06 * flip), (-0.08, 0.06 * flip)]
                tint = mix(DNUP_BACK, CREAM, 0.14) if upright else mix(DNUP_BACK, INK, 0.25)
                with local(canvas, column * width * 0.2, row * width * 0.22, width):
                    canvas.drawPath(polygon(triangle), fill(tint))
    canvas.drawCircle(width / 2, height / 2, width * 0.31, fill(INK))
    canvas.drawCircle(width / 2, height / 2, width * 0.285, fill(CREAM))
    half_turn(canvas, width / 2, height / 2, width * 0.15, DNUP_BACK, width * 0.06)


def push_face(suit: str, value: int) -> Face:
    """Return a Push front: cream shape with a number on a wallpaper of the same shape."""
    lower = {"red": 0.075, "purple": 0.045}.get(suit, 0.012)

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        blank_face(suit)(canvas, width, height)
        size = width * (0.50 if suit == "red" else 0.56)
        sticker(canvas, str(value), width / 2, height * (MIDDLE + lower), size, INK, border=0)
        sticker(
            canvas,
            str(value),
            width * 0.185,
            height * 0.115,
            width * 0.22,
            border=width * 0.022,
            drop=width * 0.016,
        )

    return draw


def rings_face(count: int) -> Face:
    """Return a Twin It! front of concentric rings."""
    colours = (PATTERN_NAVY, PATTERN_YELLOW, PATTERN_RED, CREAM)

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        rim = width * 0.05
        inside = rounded(rim, rim, width - 2 * rim, height - 2 * rim, width * 0.11)
        side = width - 2 * rim
        with clipped(canvas, inside):
            canvas.drawPaint(fill(colours[0]))
            for index in range(count):
                radius = side * 0.66 * (1 - index / count) + side * 0.02
                canvas.drawCircle(width / 2, height / 2, radius, fill(colours[(index + 1) % 4]))
        canvas.drawRRect(inside, stroke(INK, width * 0.012, 0.55))

    return draw


def flower_pattern(canvas: skia.Canvas) -> None:
    """Draw the two-ringed flower of the tin in a square from 0 to 1."""
    canvas.drawPaint(fill(PATTERN_YELLOW))
    for ring, colour in enumerate((PATTERN_RED, CREAM)):
        reach = PETAL_RING - PETAL_STEP * ring
        wide, narrow = 1.9 / PETALS, 1.5 / PETALS
        petal = outline(
            f"M 0 0 C {wide} {-reach * 0.4} {narrow} {-reach * 0.95} 0 {-reach} "
            f"C {-narrow} {-reach * 0.95} {-wide} {-reach * 0.4} 0 0 Z"
        )
        for index in range(PETALS):
            with local(canvas, 0.5, 0.5, angle=360 * index / PETALS + (180 / PETALS) * ring):
                inked(canvas, petal, colour, 0.025)
    canvas.drawPath(circle(0.5, 0.5, 0.11), fill(PATTERN_NAVY))
