"""Things that appear on several pictures: shapes of the game colours, chip, medallions, little cards."""

from __future__ import annotations

import skia

from art.brush import (
    arc,
    circle,
    fill,
    local,
    on_circle,
    outline,
    polygon,
    regular,
    rounded,
    softened,
    star,
    stroke,
)
from art.palette import CHIP, CREAM, GOLD, INK, LIP, SUIT, WHITE, mix

DROP_SHAPE = (
    "M 0 -1.15 C .42 -.52 .92 -.1 .92 .22 C .92 .74 .5 1.06 0 1.06 "
    "C -.5 1.06 -.92 .74 -.92 .22 C -.92 -.1 -.42 -.52 0 -1.15 Z"
)
CUP_SHAPE = (
    "M -.72 -.85 L .72 -.85 C .72 .05 .45 .32 .16 .40 L .16 .66 L .50 .72 L .50 .95 "
    "L -.50 .95 L -.50 .72 L -.16 .66 L -.16 .40 C -.45 .32 -.72 .05 -.72 -.85 Z"
)
CUP_GOLD = "#FFD76A"


def suit_shape(canvas: skia.Canvas, name: str, x: float, y: float, radius: float, paint: skia.Paint) -> None:
    """Draw the shape that belongs to a game colour (or the star of the die)."""
    if paint.getStyle() == skia.Paint.kStroke_Style:
        paint = skia.Paint(paint)
        paint.setStrokeWidth(paint.getStrokeWidth() / radius)
    with local(canvas, x, y, radius):
        if name == "yellow":
            canvas.drawCircle(0, 0, 0.96, paint)
        elif name == "red":
            canvas.drawPath(polygon([(0, -1.02), (1.06, 0.86), (-1.06, 0.86)]), softened(paint, 0.18))
        elif name == "blue":
            canvas.drawRRect(rounded(-0.88, -0.88, 1.76, 1.76, 0.2), paint)
        elif name == "green":
            canvas.drawPath(_clover(), paint)
        elif name == "purple":
            canvas.drawPath(outline(DROP_SHAPE), paint)
        elif name == "grey":
            canvas.drawPath(regular(0, 0, 1.0, 6, 0), softened(paint, 0.12))
        else:
            canvas.drawPath(star(0, 0.06, 1.05, 0.5), softened(paint, 0.14))


def inked_shape(canvas: skia.Canvas, name: str, x: float, y: float, radius: float, colour: str, border: float) -> None:
    """Draw the shape of a game colour with an ink outline of stroke width `border`."""
    suit_shape(canvas, name, x, y, radius, stroke(INK, border))
    suit_shape(canvas, name, x, y, radius, fill(colour))


def _clover() -> skia.Path:
    """Build the four-leaved shape as one outline."""
    joined = circle(0, 0, 0.5)
    for step_x, step_y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        joined = skia.Op(joined, circle(step_x * 0.5, step_y * 0.5, 0.56), skia.PathOp.kUnion_PathOp)
    return joined


def chip(canvas: skia.Canvas, x: float, y: float, radius: float, angle: float = 0.0) -> None:
    """Draw a chip with its thickness below it and without a shadow."""
    with local(canvas, x, y, radius):
        canvas.drawCircle(0, 0.16, 1, fill(mix(CHIP, INK, 0.55)))
        canvas.drawCircle(0, 0, 1, fill(mix(CHIP, INK, 0.30)))
        canvas.drawCircle(0, 0, 0.96, fill(CHIP))
        for index in range(6):
            arc(canvas, 0, 0, 0.82, index * 60 + angle - 13, 26, stroke(CREAM, 0.28, caps=False))
        canvas.drawCircle(0, 0, 0.62, fill(mix(CHIP, INK, 0.30)))
        canvas.drawCircle(0, 0, 0.57, fill(mix(CHIP, CREAM, 0.28)))
        canvas.drawLine(-0.24, 0, 0.24, 0, stroke(mix(CHIP, INK, 0.42), 0.17))
        arc(canvas, 0, 0, 0.9, 195, 85, stroke(WHITE, 0.07, 0.5))


def outlined_chip(canvas: skia.Canvas, x: float, y: float, radius: float) -> None:
    """Draw a chip on an ink disc, as part of a card's picture."""
    canvas.drawCircle(x, y + radius * 0.12, radius * 1.13, fill(INK))
    chip(canvas, x, y, radius)


def sign(canvas: skia.Canvas, x: float, y: float, radius: float, colour: str, *, plus: bool) -> None:
    """Draw a thick plus or minus."""
    paint = stroke(colour, radius * 0.62)
    canvas.drawLine(x - radius, y, x + radius, y, paint)
    if plus:
        canvas.drawLine(x, y - radius, x, y + radius, paint)


def cross(canvas: skia.Canvas, x: float, y: float, radius: float, colour: str, width: float) -> None:
    """Draw two crossing lines."""
    for turn in (1, -1):
        canvas.drawLine(x - radius, y - radius * turn, x + radius, y + radius * turn, stroke(colour, width))


def inked_cross(canvas: skia.Canvas, x: float, y: float, radius: float, colour: str, width: float) -> None:
    """Draw two crossing lines with an ink outline."""
    cross(canvas, x, y, radius, INK, width + radius * 0.30)
    cross(canvas, x, y, radius, colour, width)


def little_card(
    canvas: skia.Canvas,
    x: float,
    y: float,
    width: float,
    height: float,
    colour: str = CREAM,
    *,
    angle: float = 0.0,
    border: float | None = None,
) -> None:
    """Draw the small outlined card that stands for any card in a picture."""
    border = width * 0.085 if border is None else border
    left, top = -width / 2, -height / 2
    with local(canvas, x, y, angle=angle):
        back = rounded(left - border, top - border, width + 2 * border, height + 2.7 * border, width * 0.18 + border)
        canvas.drawRRect(back, fill(INK))
        canvas.drawRRect(rounded(left, top, width, height, width * 0.18), fill(colour))


def thick_arrow(canvas: skia.Canvas, line: skia.Path, tip: tuple[float, float], angle: float, width: float) -> None:
    """Draw a gold arrow with an ink outline along a line; `tip` carries the head."""
    border = width * 0.32
    head_size = width * 1.35
    head = polygon([(head_size, 0), (-head_size * 0.55, -head_size), (-head_size * 0.55, head_size)])
    layers = ((stroke(INK, width + 2 * border), stroke(INK, 2 * border)), (stroke(GOLD, width), fill(GOLD)))
    for line_paint, head_paint in layers:
        canvas.drawPath(line, line_paint)
        with local(canvas, *tip, angle=angle):
            canvas.drawPath(head, head_paint)


def arrow_head(canvas: skia.Canvas, x: float, y: float, angle: float, size: float, colour: str) -> None:
    """Draw a small rounded arrow head that points along `angle`."""
    with local(canvas, x, y, size, angle):
        canvas.drawPath(polygon([(1, 0), (-0.6, -0.9), (-0.6, 0.9)]), softened(fill(colour), 0.2))


def half_turn(canvas: skia.Canvas, x: float, y: float, radius: float, colour: str, width: float) -> None:
    """Draw two arrows that chase each other around a circle."""
    for start, tip, angle in ((200, 352, 82), (20, 172, 262)):
        arc(canvas, x, y, radius, start, 140, stroke(colour, width))
        arrow_head(canvas, *on_circle(x, y, radius, tip), angle, width * 1.15, colour)


def cup(canvas: skia.Canvas, x: float, y: float, size: float, colour: str = CUP_GOLD) -> None:
    """Draw the winner's cup with an ink outline and a star."""
    with local(canvas, x, y, size):
        _cup_handles(canvas, stroke(INK, 0.46, caps=False))
        canvas.drawPath(outline(CUP_SHAPE), stroke(INK, 0.26))
        _cup_handles(canvas, stroke(colour, 0.20, caps=False))
        canvas.drawPath(outline(CUP_SHAPE), fill(colour))
        canvas.drawPath(star(0, -0.36, 0.34, 0.15), fill(INK))


def _cup_handles(canvas: skia.Canvas, paint: skia.Paint) -> None:
    """Draw the two rings at the sides of the cup."""
    for side in (-1, 1):
        canvas.drawCircle(side * 0.74, -0.38, 0.30, paint)


def die(canvas: skia.Canvas, x: float, y: float, size: float, face: str, angle: float = 0.0) -> None:
    """Draw the die of Push with one face showing."""
    with local(canvas, x, y, size, angle):
        canvas.drawRRect(rounded(-0.535, -0.535, 1.07, 1.14, 0.24), fill(INK))
        canvas.drawRRect(rounded(-0.5, -0.44, 1, 1, 0.22), fill(LIP))
        canvas.drawRRect(rounded(-0.5, -0.5, 1, 1, 0.22), fill(CREAM))
        inked_shape(canvas, face, 0, 0, 0.31, SUIT.get(face, GOLD), 0.08)
