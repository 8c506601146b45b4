"""The cards of Keine Ahnung without their numbers, which the game writes itself, its trophies and its signs."""

from __future__ import annotations

import skia

from art.brush import fill, local, outline, rays, rect, rounded, sticker, stroke
from art.cards import Face, painted
from art.palette import (
    CREAM,
    GOLD,
    INK,
    PRIZE,
    SUIT,
    SUIT_LIGHT,
    TROPHY,
    mix,
)
from art.symbols import CUP_GOLD, cup, inked_shape, sign, suit_shape

#: the band at the lower edge: its share of the height, and how often its profile repeats
BAND, TEETH = 0.20, 5
#: colours on which the band's shapes are dark
PALE = ("yellow", "grey")
RED_LINE = "#C4321E"
RAYS = 16


def front(suit: str) -> Face:
    """Return the front of a number card of one colour: tint, disc, shape, and the band of its own profile."""

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        with painted(canvas, width, height, SUIT_LIGHT[suit]) as rim:
            disc = mix(SUIT_LIGHT[suit], CREAM, 0.55)
            canvas.drawCircle(width / 2, height * 0.41, width * 0.41, fill(disc))
            with local(canvas, rim, height - rim):
                _band(canvas, suit, width - 2 * rim, height * BAND)
        inked_shape(canvas, suit, width * 0.175, height * 0.115, width * 0.085, SUIT[suit], width * 0.035)

    return draw


def _band(canvas: skia.Canvas, suit: str, width: float, high: float) -> None:
    """Draw the band that ends at y 0: its upper edge and its row of shapes say the colour without colour."""
    paint, step, top = fill(SUIT[suit]), width / TEETH, -high
    canvas.drawRect(rect(0, top if suit != "green" else top * 0.7, width, high), paint)
    for tooth in range(TEETH):
        with local(canvas, step * tooth, top):
            _tooth(canvas, suit, step, high, paint)
    if suit == "grey":
        canvas.drawRect(rect(0, top - high * 0.28, width, high * 0.14), paint)
    ink = fill(INK if suit in PALE else CREAM)
    for tooth in range(TEETH):
        suit_shape(canvas, suit, step * (tooth + 0.5), top + high * 0.52, step * 0.25, ink)


def _tooth(canvas: skia.Canvas, suit: str, step: float, high: float, paint: skia.Paint) -> None:
    """Draw one piece of the band's upper edge, which is y 0."""
    if suit == "yellow":
        canvas.drawCircle(step / 2, 0, step / 2, paint)
    elif suit == "red":
        canvas.drawPath(outline(f"M 0 0.5 L {step / 2} {-high * 0.55} L {step} 0.5 Z"), paint)
    elif suit == "blue":
        canvas.drawRect(rect(step * 0.2, -high * 0.38, step * 0.6, high * 0.5), paint)
    elif suit == "green":
        wave = f"C {step * 0.25} {-high * 0.75} {step * 0.75} {high * 0.45} {step} 0"
        canvas.drawPath(outline(f"M 0 {high * 0.6} L 0 0 {wave} L {step + 0.5} 0 L {step + 0.5} {high * 0.6} Z"), paint)
    elif suit == "purple":
        rise, fall = f"Q {step * 0.42} {-high * 0.02} {step * 0.5} {-high * 0.6}", f"Q {step * 0.58} {-high * 0.02}"
        canvas.drawPath(outline(f"M 0 0.5 L 0 0 {rise} {fall} {step} 0 L {step} 0.5 Z"), paint)


def trophy_back(canvas: skia.Canvas, width: float, height: float) -> None:
    """Draw a trophy face down: rays around a cup in a circle."""
    with painted(canvas, width, height, TROPHY):
        rays(canvas, width / 2, height / 2, height, RAYS, mix(TROPHY, CREAM, 0.18))
    canvas.drawCircle(width / 2, height / 2, width * 0.33, fill(INK))
    canvas.drawCircle(width / 2, height / 2, width * 0.305, fill(CREAM))
    cup(canvas, width / 2, height / 2, width * 0.17)


def _open(base: str, metal: str) -> Face:
    """Return a front with a cup above and room for its stars below."""

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        with painted(canvas, width, height, mix(base, CREAM, 0.62)):
            rays(canvas, width / 2, height * 0.36, height, RAYS, mix(base, CREAM, 0.42))
            canvas.drawRect(rect(0, height * 0.69, width, height), fill(base))
            canvas.drawRect(rect(0, height * 0.69, width, height * 0.018), fill(INK))
        cup(canvas, width / 2, height * 0.37, width * 0.29, metal)

    return draw


trophy = _open(GOLD, CUP_GOLD)
prize = _open(PRIZE, mix(PRIZE, CREAM, 0.35))


def badge(function: str) -> Face:
    """Return the round sign of a function; it fills the picture."""

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        with local(canvas, width / 2, height / 2 - width * 0.02, width / 2 * 0.94):
            canvas.drawCircle(0, 0.06, 1.0, fill(INK))
            canvas.drawCircle(0, 0, 0.88, fill(CREAM))
            if function == "plus":
                canvas.drawRRect(rounded(-0.5, -0.4, 0.6, 0.84, 0.12), stroke(INK, 0.15))
                sign(canvas, 0.42, -0.2, 0.26, INK, plus=True)
            elif function == "remove":
                for side in (-0.42, 0.42):
                    canvas.drawRRect(rounded(side - 0.25, -0.38, 0.5, 0.74, 0.1), stroke(INK, 0.13))
                canvas.drawLine(-0.62, 0.48, 0.62, -0.48, stroke(CREAM, 0.36))
                canvas.drawLine(-0.62, 0.48, 0.62, -0.48, stroke(RED_LINE, 0.2))
            else:
                sticker(canvas, "+3", 0, 0, 1.05, INK, border=0)

    return draw


BADGES = ("plus", "remove", "refill")
