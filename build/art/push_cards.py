"""The cards, die and shapes of Push. The program letters the numbers: the cards of a colour share one picture."""

from __future__ import annotations

import skia

from art.brush import fill, outline, rounded, stroke
from art.cards import Face, painted
from art.palette import (
    CREAM,
    DICE_CARD,
    DICE_CARD_STRIPE,
    DIRECTION_STRIPE,
    INK,
    LIP,
    PARCHMENT,
    PUSH_BACK,
    SUIT,
    SUIT_DARK,
    WHITE,
    mix,
)
from art.symbols import die, half_turn, inked_shape, suit_shape

SUITS = ("red", "blue", "green", "yellow", "purple")
#: the middle of a card's shape and number, as a share of the height
MIDDLE = 0.53
WALLPAPER_STEP = 0.27
#: radius of a shape in its square picture
SHAPE_RADIUS = 0.36
#: half as wide as the line around a shape, and as that of an empty one, as shares of the radius
EDGE, HOLLOW = 0.42, 0.2
#: side of the die in its square picture
DIE_SIDE = 0.8


def blank_face(suit: str) -> Face:
    """Return the front of a number card without its number: cream shape on a wallpaper of the same shape."""

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        with painted(canvas, width, height, SUIT[suit]):
            tint = fill(mix(SUIT[suit], SUIT_DARK[suit], 0.28))
            step = width * WALLPAPER_STEP
            for column in range(-1, 6):
                for row in range(-1, 7):
                    x = step * (column + (0.5 if row % 2 else 0))
                    suit_shape(canvas, suit, x, row * step * 0.86, step * 0.26, tint)
        shape_y = height * MIDDLE + width * (-0.03 if suit == "red" else 0.02)
        radius = width * (0.40 if suit in ("red", "purple") else 0.37)
        inked_shape(canvas, suit, width / 2, shape_y, radius, CREAM, width * 0.05)
        inked_shape(canvas, suit, width * 0.82, height * 0.115, width * 0.088, CREAM, width * 0.04)

    return draw


def _stripes(canvas: skia.Canvas, width: float, height: float, colour: str) -> None:
    """Draw slanting stripes across a card."""
    for index in range(-8, 20):
        x = index * width * 0.16
        canvas.drawLine(x, -5, x + height * 0.6, height + 5, stroke(colour, width * 0.06))


def dice_face(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw the front of a dice card; its title is lettered by the program."""
    with painted(canvas, width, height, DICE_CARD):
        _stripes(canvas, width, height, DICE_CARD_STRIPE)
    die(canvas, width / 2, height * 0.46, width * 0.60, "star")


def direction_face(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw the front of a direction card; its title is lettered by the program."""
    with painted(canvas, width, height, PARCHMENT):
        _stripes(canvas, width, height, DIRECTION_STRIPE)
    half_turn(canvas, width / 2, height * 0.46, width * 0.30, INK, width * 0.10)


def back(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw the back: chevrons that push upward."""
    with painted(canvas, width, height, PUSH_BACK):
        for index in range(9):
            y = height * (index * 0.16 - 0.1)
            line = outline(f"M {-width * 0.1} {y + width * 0.4} L {width / 2} {y} L {width * 1.1} {y + width * 0.4}")
            canvas.drawPath(line, stroke(mix(PUSH_BACK, INK, 0.22), width * 0.07))
    x, y, reach = width / 2, height / 2, width * 0.1
    canvas.drawCircle(x, y, width * 0.31, fill(INK))
    canvas.drawCircle(x, y, width * 0.285, fill(CREAM))
    for index in range(2):
        low = y + reach * 0.1 + index * reach * 0.85
        line = outline(f"M {x - reach} {low} L {x} {low - reach * 0.9} L {x + reach} {low}")
        canvas.drawPath(line, stroke(PUSH_BACK, width * 0.065))


def shape(canvas: skia.Canvas, name: str, side: float, form: str) -> None:
    """Draw a shape in white to be tinted: its "body", the "edge" around it, or its outline where it is "hollow"."""
    radius = side * SHAPE_RADIUS
    if form != "hollow":
        suit_shape(canvas, name, side / 2, side / 2, radius, fill(WHITE))
    if form != "body":
        wide = radius * (EDGE if form == "edge" else HOLLOW)
        suit_shape(canvas, name, side / 2, side / 2, radius, stroke(WHITE, wide))


def blank_die(canvas: skia.Canvas, side: float) -> None:
    """Draw the die without anything on its face."""
    size, middle = side * DIE_SIDE, side / 2
    for grown, drop, colour in ((0.035, 0.07, INK), (0, 0.06, LIP), (0, 0, CREAM)):
        left, wide = middle - size * (0.5 + grown), size * (1 + 2 * grown)
        top, high = left + (size * drop if not grown else 0), wide + (size * drop if grown else 0)
        canvas.drawRRect(rounded(left, top, wide, high, size * (0.24 if grown else 0.22)), fill(colour))
