"""The body every card shares and the number cards and backs of Nein Danke!."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import skia

from art.brush import (
    clipped,
    fill,
    local,
    outline,
    polygon,
    rounded,
    sticker,
    stroke,
)
from art.palette import (
    CREAM,
    GREEN_BACK,
    GREEN_BACK_INK,
    INK,
    LIP,
    PINK_BACK,
    PINK_BACK_INK,
    RIM_EDGE,
    WHITE,
    mix,
    number_paint,
)
from art.symbols import cross

CORNER = 0.115
RIM = 0.055
INNER_CORNER = 0.075
LIP_SHARE = 0.02
LOWEST, HIGHEST = 3, 35

Face = Callable[[skia.Canvas, float, float], None]


def card(canvas: skia.Canvas, face: Face, width: float, height: float, corner: float | None = None) -> None:
    """Draw a card with its lower edge inside width x height; `face` paints the front."""
    corner = width * CORNER if corner is None else corner
    lip = width * LIP_SHARE
    body = height - lip
    unit = width / 172
    canvas.drawRRect(rounded(0, lip, width, body, corner), fill(LIP))
    canvas.drawRRect(rounded(0, 0, width, body, corner), fill(CREAM))
    with clipped(canvas, rounded(0, 0, width, body, corner)):
        face(canvas, width, body)
    for inset, paint in ((0.6, stroke(WHITE, 1.1 * unit, 0.55)), (0.4, stroke(RIM_EDGE, 0.8 * unit, 0.20))):
        gap = inset * unit
        canvas.drawRRect(rounded(gap, gap, width - 2 * gap, body - 2 * gap, corner - gap), paint)


def card_at(
    canvas: skia.Canvas, face: Face, x: float, y: float, width: float, height: float, angle: float = 0.0
) -> None:
    """Draw a card at its upper left corner, turned around its centre."""
    with local(canvas, x + width / 2, y + height / 2, angle=angle):
        canvas.translate(-width / 2, -height / 2)
        card(canvas, face, width, height)


@contextmanager
def painted(canvas: skia.Canvas, width: float, height: float, colour: str) -> Iterator[float]:
    """Fill the picture inside the rim and keep the block's drawing within it; yields the rim."""
    rim = width * RIM
    shape = rounded(rim, rim, width - 2 * rim, height - 2 * rim, width * INNER_CORNER)
    with clipped(canvas, shape):
        canvas.drawPaint(fill(colour))
        yield rim


def number_face(value: int) -> Face:
    """Return the front of a number card: paint rises with the value."""

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        paint = number_paint(value)
        level = min(1.0, (value - LOWEST) / (HIGHEST - LOWEST))
        top = height * (0.86 - 0.74 * level)
        with painted(canvas, width, height, mix(paint, CREAM, 0.40)):
            for layer, (lift, colour) in enumerate(((-0.045, mix(paint, CREAM, 0.16)), (0.0, paint))):
                phase = (value * 0.37 + layer * 0.5) % 1 * 0.5
                canvas.drawPath(_waterline(width, height, top + lift * height, phase), fill(colour))
        text = str(value)
        sticker(canvas, text, width / 2, height * 0.52, width * 0.66, max_width=width * 0.76)
        for side in (0.185, 0.815):
            sticker(
                canvas,
                text,
                width * side,
                height * 0.105,
                width * 0.17,
                border=width * 0.017,
                drop=width * 0.014,
            )

    return draw


def _waterline(width: float, height: float, top: float, phase: float) -> skia.Path:
    """Build a body of paint whose upper edge is a wave; `phase` is in card widths."""
    swing = width * 0.045
    x = width * (-0.5 - phase)
    commands = [f"M {x} {height + 9} L {x} {top}"]
    while x < width * 1.3:
        commands.append(f"Q {x + width * 0.125} {top - swing} {x + width * 0.25} {top}")
        commands.append(f"Q {x + width * 0.375} {top + swing} {x + width * 0.5} {top}")
        x += width * 0.5
    commands.append(f"L {x} {height + 9} Z")
    return outline(" ".join(commands))


def pink_back(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw the dark back with diamonds and a cross in a circle."""
    pattern = mix(PINK_BACK, INK, 0.30)
    step = width * 0.16
    reach = step * 0.23
    with painted(canvas, width, height, PINK_BACK):
        for row in range(-2, 22):
            for column in range(-2, 9):
                x = (column + (0.5 if row % 2 else 0)) * step
                y = row * step * 0.5
                diamond = polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)])
                canvas.drawPath(diamond, fill(pattern))
    _back_frame(canvas, width, height, CREAM)
    canvas.drawCircle(width / 2, height / 2, width * 0.30, fill(INK))
    canvas.drawCircle(width / 2, height / 2, width * 0.275, fill(CREAM))
    cross(canvas, width / 2, height / 2, width * 0.115, PINK_BACK_INK, width * 0.09)


def green_back(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw the light back with waves and a dotted cross in a rounded square."""
    pattern = mix(GREEN_BACK, INK, 0.16)
    with painted(canvas, width, height, GREEN_BACK):
        for row in range(-1, 14):
            canvas.drawPath(_wave_line(width, row * width * 0.15), stroke(pattern, width * 0.05))
    _back_frame(canvas, width, height, GREEN_BACK_INK)
    for half, corner, colour in ((0.28, 0.13, INK), (0.255, 0.11, CREAM)):
        side = width * half
        square = rounded(width / 2 - side, height / 2 - side, 2 * side, 2 * side, width * corner)
        canvas.drawRRect(square, fill(colour))
    reach = width * 0.115
    cross(canvas, width / 2, height / 2, reach, GREEN_BACK_INK, width * 0.085)
    for step_x, step_y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        x = width / 2 + step_x * reach * 1.35
        y = height / 2 + step_y * reach * 1.35
        canvas.drawCircle(x, y, width * 0.032, fill(GREEN_BACK_INK))


def _wave_line(width: float, y: float) -> skia.Path:
    """Build one wave across the card."""
    x = -width * 0.1
    swing = width * 0.09
    commands = [f"M {x} {y}"]
    while x < width * 1.1:
        commands.append(f"Q {x + width * 0.0625} {y - swing} {x + width * 0.125} {y}")
        commands.append(f"Q {x + width * 0.1875} {y + swing} {x + width * 0.25} {y}")
        x += width * 0.25
    return outline(" ".join(commands))


def _back_frame(canvas: skia.Canvas, width: float, height: float, colour: str) -> None:
    """Draw the thin line that frames a back."""
    gap = width * 0.12
    frame = rounded(gap, gap, width - 2 * gap, height - 2 * gap, width * 0.05)
    canvas.drawRRect(frame, stroke(colour, width * 0.016, 0.55))
