"""The parts of dnuP's cards. The program tints the two ends and letters the values: 40 cards, two ways up each."""

from __future__ import annotations

import skia

from art.brush import clipped, fill, local, outline, rounded
from art.cards import INNER_CORNER, RIM, Face
from art.palette import WHITE

#: the place where the wave between the ends meets the left edge of a card; at the right it is as far from the other end
LEFT, RIGHT = 0.66, 0.34
#: half the width of the cream line along it, as a share of the width
LINE = 0.022


def end(upper: bool) -> Face:
    """Return the area of the upright end, or of the other one, in white: half a turn takes one to the other."""

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        rim, gap = width * RIM, width * LINE
        inside = rounded(rim, rim, width - 2 * rim, height - 2 * rim, width * INNER_CORNER)
        with clipped(canvas, inside), local(canvas, width / 2, height / 2, angle=0 if upper else 180):
            canvas.translate(-width / 2, -height / 2)
            left, right = height * LEFT - gap, height * RIGHT - gap
            wave = f"C {width * 0.42} {left} {width * 0.58} {right} {width} {right}"
            canvas.drawPath(outline(f"M 0 0 L 0 {left} {wave} L {width} 0 Z"), fill(WHITE))

    return draw


def blank(canvas: skia.Canvas, width: float, height: float) -> None:
    """Paint nothing: the bare cream card."""
    del canvas, width, height
