"""The seven figures in four moods. A head is drawn in units of the face disc, centre (0, 0)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import skia

from art.brush import (
    arc,
    circle,
    clipped,
    fill,
    inked,
    local,
    on_circle,
    outline,
    polygon,
    rect,
    rounded,
    star,
    stroke,
)
from art.palette import AMBER, CREAM, GOLD, INK, WHITE

CANVAS_SIZE = 240
DISC_RADIUS = 84.0
RING_INK, RING_CREAM, RING_FACE = 1.065, 1.022, 0.957
LINE = 0.09
EDGE = LINE * 1.6
MOODS = ("calm", "glad", "think", "beaten")

BEAR, MUZZLE = "#A5673A", "#EBCFA6"
FOX, OWL, FROG, CAT, HARE, PENGUIN = "#E0702B", "#7C5A3F", "#58A94B", "#565066", "#EADFD0", "#2F4058"
CAT_EYE = "#F6D667"
PALE_PINK, NOSE_PINK, BLUSH, CHEEK, TONGUE = "#F2A0A0", "#E07A86", "#F2B8B8", "#F2877C", "#E8707A"
DROP_BLUE = "#8FC4E8"

HeadPainter = Callable[[skia.Canvas], None]


@dataclass(frozen=True)
class Animal:
    """Everything that tells one figure from the next."""

    backdrop: str
    head: HeadPainter
    eye_x: float
    eye_y: float
    pupil: float
    mouth: tuple[float, float] | None = None
    blushes: bool = False
    eye_line: str = INK
    mouth_line: str = INK
    brow_line: str = INK
    big_eyes: bool = False
    brow_lift: float = 0.0


def draw_avatar(canvas: skia.Canvas, kind: str, mood: str) -> None:
    """Draw a figure's face disc, its mood and the sign beside its head, disc radius 1.065."""
    animal = ANIMALS[kind]
    canvas.drawCircle(0, 0, RING_INK, fill(INK))
    canvas.drawCircle(0, 0, RING_CREAM, fill(CREAM))
    canvas.drawCircle(0, 0, RING_FACE, fill(animal.backdrop))
    with clipped(canvas, circle(0, 0, RING_FACE)):
        animal.head(canvas)
        {"calm": _calm, "glad": _glad, "think": _think, "beaten": _beaten}[mood](canvas, kind, animal)
    if mood in SIGNS:
        SIGNS[mood](canvas)


def _spot(canvas: skia.Canvas, x: float, y: float, radius: float, colour: str) -> None:
    """Draw a disc with the outline of the heads."""
    canvas.drawCircle(x, y, radius, stroke(INK, EDGE))
    canvas.drawCircle(x, y, radius, fill(colour))


def _bear(canvas: skia.Canvas) -> None:
    for side in (-1, 1):
        _spot(canvas, side * 0.48, -0.42, 0.22, BEAR)
        canvas.drawCircle(side * 0.48, -0.42, 0.11, fill(MUZZLE, 0.55))
    _spot(canvas, 0, 0.08, 0.64, BEAR)
    canvas.drawOval(rect(-0.30, 0.12, 0.60, 0.50), fill(MUZZLE))
    canvas.drawOval(rect(-0.12, 0.17, 0.24, 0.16), fill(INK))


def _fox(canvas: skia.Canvas) -> None:
    for side in (-1, 1):
        ear = polygon([(side * 0.16, -0.32), (side * 0.62, -0.82), (side * 0.70, -0.05)])
        inked(canvas, ear, FOX, EDGE)
    face = "M -.74 -.02 Q -.4 -.52 0 -.45 Q .4 -.52 .74 -.02 Q .5 .55 0 .72 Q -.5 .55 -.74 -.02 Z"
    inked(canvas, outline(face), FOX, EDGE)
    for side in (-1, 1):
        with local(canvas, 0, 0):
            canvas.scale(side, 1)
            canvas.drawPath(outline("M .72 .02 Q .3 .05 .04 .68 Q .5 .55 .72 .02 Z"), fill(CREAM))
    canvas.drawCircle(0, 0.62, 0.11, fill(INK))


def _owl(canvas: skia.Canvas) -> None:
    body = "M -.62 -.72 Q -.3 -.5 0 -.5 Q .3 -.5 .62 -.72 Q .8 .1 .6 .7 Q 0 1.1 -.6 .7 Q -.8 .1 -.62 -.72 Z"
    inked(canvas, outline(body), OWL, EDGE)
    for side in (-1, 1):
        _spot(canvas, side * 0.29, -0.05, 0.26, CREAM)
    inked(canvas, polygon([(-0.11, 0.14), (0.11, 0.14), (0, 0.38)]), GOLD, EDGE)


def _frog(canvas: skia.Canvas) -> None:
    face = "M -.78 .15 Q -.7 -.4 0 -.38 Q .7 -.4 .78 .15 Q .6 .75 0 .75 Q -.6 .75 -.78 .15 Z"
    inked(canvas, outline(face), FROG, EDGE)
    for side in (-1, 1):
        _spot(canvas, side * 0.40, -0.40, 0.24, FROG)
        canvas.drawCircle(side * 0.40, -0.41, 0.16, fill(CREAM))


def _cat(canvas: skia.Canvas) -> None:
    for side in (-1, 1):
        ear = polygon([(side * 0.10, -0.38), (side * 0.62, -0.78), (side * 0.68, 0.05)])
        inked(canvas, ear, CAT, EDGE)
    face = "M -.68 .1 Q -.6 -.45 0 -.42 Q .6 -.45 .68 .1 Q .5 .66 0 .66 Q -.5 .66 -.68 .1 Z"
    inked(canvas, outline(face), CAT, EDGE)
    inked(canvas, polygon([(-0.08, 0.26), (0.08, 0.26), (0, 0.36)]), PALE_PINK, EDGE)
    for side in (-1, 1):
        for inner_y, outer_y in ((0.324, 0.20), (0.372, 0.44)):
            whisker = stroke(CREAM, LINE * 0.5, 0.9)
            canvas.drawLine(side * 0.3, inner_y, side * 0.78, outer_y, whisker)


def _hare(canvas: skia.Canvas) -> None:
    for side in (-1, 1):
        with local(canvas, side * 0.24, -0.42, angle=side * 10):
            for paint in (stroke(INK, EDGE), fill(HARE)):
                canvas.drawOval(rect(-0.17, -0.50, 0.34, 0.92), paint)
            canvas.drawOval(rect(-0.08, -0.38, 0.16, 0.63), fill(PALE_PINK))
    for paint in (stroke(INK, EDGE), fill(HARE)):
        canvas.drawOval(rect(-0.58, -0.22, 1.16, 1.02), paint)
    canvas.drawPath(polygon([(-0.09, 0.26), (0.09, 0.26), (0, 0.37)]), fill(NOSE_PINK))
    for side in (-1, 1):
        canvas.drawCircle(side * 0.40, 0.36, 0.10, fill(BLUSH, 0.9))


def _penguin(canvas: skia.Canvas) -> None:
    body = "M -.70 1.0 C -.78 -.2 -.55 -.66 0 -.66 C .55 -.66 .78 -.2 .70 1.0 Z"
    front = (
        "M 0 -.22 C .1 -.5 .52 -.46 .48 -.02 C .46 .4 .44 .9 0 1.0 "
        "C -.44 .9 -.46 .4 -.48 -.02 C -.52 -.46 -.1 -.5 0 -.22 Z"
    )
    inked(canvas, outline(body), PENGUIN, EDGE)
    canvas.drawPath(outline(front), fill(CREAM))
    inked(canvas, polygon([(-0.16, 0.12), (0.16, 0.12), (0, 0.34)]), AMBER, EDGE)


ANIMALS = {
    "bear": Animal("#D6E3B5", _bear, 0.27, -0.04, 0.085, mouth=(0.45, 0.16), blushes=True),
    "fox": Animal("#F4D9A8", _fox, 0.27, 0.02, 0.085, blushes=True),
    "owl": Animal("#BFD9D2", _owl, 0.29, -0.05, 0.12, big_eyes=True),
    "frog": Animal("#F3C9BE", _frog, 0.40, -0.41, 0.085, mouth=(0.20, 0.40), brow_lift=0.16),
    "cat": Animal(
        "#C9CBE8",
        _cat,
        0.28,
        0.03,
        0.085,
        mouth=(0.46, 0.16),
        blushes=True,
        eye_line=CAT_EYE,
        mouth_line=CREAM,
        brow_line=CREAM,
    ),
    "hare": Animal("#F0D3DE", _hare, 0.24, 0.10, 0.09, mouth=(0.52, 0.16), blushes=True),
    "penguin": Animal("#CFE3F2", _penguin, 0.22, -0.06, 0.09),
}


def _pupils(canvas: skia.Canvas, animal: Animal, radius: float, shift_x: float, shift_y: float) -> None:
    """Draw both pupils with their highlights, moved from the middle of the eyes."""
    for side in (-1, 1):
        x, y = side * animal.eye_x + shift_x, animal.eye_y + shift_y
        canvas.drawCircle(x, y, radius, fill(INK))
        canvas.drawCircle(x + radius * 0.32, y - radius * 0.35, radius * 0.36, fill(WHITE))


def _cat_eyes(canvas: skia.Canvas, animal: Animal) -> None:
    """Draw the two yellow discs."""
    for side in (-1, 1):
        canvas.drawCircle(side * animal.eye_x, animal.eye_y, 0.135, fill(CAT_EYE))


def _calm(canvas: skia.Canvas, kind: str, animal: Animal) -> None:
    if kind == "cat":
        _cat_eyes(canvas, animal)
        for side in (-1, 1):
            canvas.drawOval(rect(side * animal.eye_x - 0.04, -0.08, 0.08, 0.22), fill(INK))
    else:
        _pupils(canvas, animal, animal.pupil, 0, 0)
    if kind == "frog":
        smile = skia.Rect.MakeLTRB(-0.42, -0.15, 0.42, 0.42)
        canvas.drawArc(smile, 20, 140, False, stroke(INK, LINE))
    elif kind == "hare":
        canvas.drawRRect(rounded(-0.10, 0.45, 0.20, 0.21, 0.04), fill(INK))
        canvas.drawRRect(rounded(-0.07, 0.45, 0.14, 0.17, 0.03), fill(WHITE))
    elif kind == "bear":
        arc(canvas, 0, 0.37, 0.11, 35, 110, stroke(INK, LINE * 0.8))
    elif kind == "cat":
        for side in (-1, 1):
            arc(canvas, side * 0.075, 0.41, 0.075, 10, 150, stroke(CREAM, LINE * 0.7))


def _glad(canvas: skia.Canvas, kind: str, animal: Animal) -> None:
    curve = 0.15 if animal.big_eyes else 0.12
    for side in (-1, 1):
        y = animal.eye_y + curve * 0.45
        arc(canvas, side * animal.eye_x, y, curve, 200, 140, stroke(animal.eye_line, LINE * 1.6))
        if animal.blushes:
            canvas.drawCircle(side * 0.46, animal.eye_y + 0.24, 0.10, fill(CHEEK, 0.75))
    if kind == "frog":
        grin = "M -.42 .12 Q 0 .24 .42 .12 Q .30 .60 0 .60 Q -.30 .60 -.42 .12 Z"
        canvas.drawPath(outline(grin), fill(INK))
        canvas.drawOval(rect(-0.18, 0.38, 0.36, 0.18), fill(TONGUE))
    elif animal.mouth:
        y, wide = animal.mouth
        top, low, inner = y - 0.03, y + 0.17, wide * 0.7
        grin = f"M {-wide} {top} Q 0 {y + 0.02} {wide} {top} Q {inner} {low} 0 {low} Q {-inner} {low} {-wide} {top} Z"
        canvas.drawPath(outline(grin), fill(PALE_PINK if kind == "cat" else INK))


def _think(canvas: skia.Canvas, kind: str, animal: Animal) -> None:
    if kind == "cat":
        _cat_eyes(canvas, animal)
    _pupils(canvas, animal, 0.085, 0.045, -0.065)
    y = animal.eye_y - (0.27 if animal.big_eyes else 0.20) - animal.brow_lift
    brow = stroke(animal.brow_line, LINE * 1.2)
    canvas.drawLine(-animal.eye_x - 0.13, y + 0.03, -animal.eye_x + 0.12, y + 0.02, brow)
    canvas.drawLine(animal.eye_x - 0.12, y - 0.02, animal.eye_x + 0.13, y - 0.10, brow)
    if animal.mouth:
        mouth_y, wide = animal.mouth
        line = stroke(animal.mouth_line, LINE * 1.1)
        canvas.drawLine(-wide * 0.2, mouth_y + 0.04, wide * 0.8, mouth_y, line)


def _beaten(canvas: skia.Canvas, _kind: str, animal: Animal) -> None:
    brow_y = animal.eye_y - (0.14 if animal.big_eyes else 0.17) - animal.brow_lift
    for side in (-1, 1):
        x, y = side * animal.eye_x, animal.eye_y
        lid = stroke(animal.eye_line, LINE * 1.5)
        canvas.drawLine(x - side * 0.11, y, x + side * 0.11, y + 0.055, lid)
        brow = stroke(animal.brow_line, LINE * 1.2)
        canvas.drawLine(x - side * 0.10, brow_y - 0.05, x + side * 0.12, brow_y + 0.05, brow)
    if animal.mouth:
        mouth_y, wide = animal.mouth
        arc(canvas, 0, mouth_y + 0.14, wide * 0.8, 205, 130, stroke(animal.mouth_line, LINE * 1.1))


def _sparks(canvas: skia.Canvas) -> None:
    for angle in (-60, -30):
        spark = star(*on_circle(0, 0, 1.02, angle), 0.15, 0.058, 4)
        inked(canvas, spark, GOLD, 0.08)


def _speech_bubble(canvas: skia.Canvas) -> None:
    canvas.drawCircle(0.86, -0.80, 0.30, fill(INK))
    canvas.drawCircle(0.86, -0.80, 0.25, fill(CREAM))
    for step in (-1, 0, 1):
        canvas.drawCircle(0.86 + step * 0.13, -0.80, 0.045, fill(INK))


def _drop(canvas: skia.Canvas) -> None:
    with local(canvas, 0.72, -0.50):
        drop = "M 0 -.22 C .2 .04 .16 .2 0 .2 C -.16 .2 -.2 .04 0 -.22 Z"
        inked(canvas, outline(drop), DROP_BLUE, 0.09)


SIGNS: dict[str, HeadPainter] = {"glad": _sparks, "think": _speech_bubble, "beaten": _drop}
