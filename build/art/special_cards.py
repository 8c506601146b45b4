"""The seventeen special cards of Nein Danke!, large and small. Titles are drawn at run time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import skia

from art.brush import (
    clipped,
    fill,
    inked,
    local,
    outline,
    rays,
    rect,
    rounded,
    star,
    sticker,
    stroke,
)
from art.cards import Face, painted
from art.palette import (
    BAD_CARD,
    BAD_CARD_DARK,
    BAD_COLUMN,
    BAD_NUMERAL,
    CREAM,
    GOLD,
    GOOD_CARD,
    GOOD_CARD_DARK,
    GOOD_SEAL,
    INK,
    LIP,
    NUMBER_40,
    PARCHMENT,
    PINK_MINI_BACK,
    mix,
)
from art.symbols import chip, inked_cross, little_card, outlined_chip, sign, thick_arrow

Icon = Callable[[skia.Canvas], None]

JESTER_CAP = (
    "M -.62 .42 C -1.3 .2 -1.25 -.5 -1.02 -.62 C -.8 -.6 -.55 -.3 -.42 -.12 C -.3 -.7 -.1 -1.0 0 -1.08 "
    "C .1 -1.0 .3 -.7 .42 -.12 C .55 -.3 .8 -.6 1.02 -.62 C 1.25 -.5 1.3 .2 .62 .42 Z"
)
EYE_SHAPE = "M -.72 -.52 Q 0 -1.30 .72 -.52 Q 0 .26 -.72 -.52 Z"


@dataclass(frozen=True)
class Form:
    """The measures of a special card's front, in shares of its width or height."""

    centre: float
    icon: float
    icon_shift: float
    rays: int
    band: float
    medal: float
    medal_x: float
    medal_y: float


LARGE = Form(0.455, 0.36, 0.0, 24, 0.80, 0.105, 0.185, 0.125)
SMALL = Form(0.52, 0.375, 0.02, 16, 0.90, 0.14, 0.19, 0.135)


def special_face(name: str, *, small: bool = False) -> Face:
    """Return the front of a special card."""
    icon, good = SPECIALS[name]
    form = SMALL if small else LARGE
    base = GOOD_CARD if good else BAD_CARD
    dark = GOOD_CARD_DARK if good else BAD_CARD_DARK

    def draw(canvas: skia.Canvas, width: float, height: float) -> None:
        middle = height * form.centre
        with painted(canvas, width, height, base):
            rays(canvas, width / 2, middle, height, form.rays, mix(base, CREAM, 0.2))
            canvas.drawPath(_band(width, height, height * form.band, good), fill(dark))
        with local(canvas, width / 2, middle + width * form.icon_shift, width * form.icon):
            icon(canvas)
        x, y, radius = width * form.medal_x, height * form.medal_y, width * form.medal
        canvas.drawCircle(x, y, radius, fill(INK))
        canvas.drawCircle(x, y, radius * 0.8, fill(CREAM))
        sign(canvas, x, y, radius * 0.5, dark, plus=good)

    return draw


def _band(width: float, height: float, top: float, good: bool) -> skia.Path:
    """Build the dark band: waves on a good card, teeth on a bad one."""
    step = width / 5
    commands = [f"M 0 {height} L 0 {top}"]
    for index in range(5):
        left, right = step * index, step * (index + 1)
        if good:
            first, second = left + step * 0.25, left + step * 0.75
            commands.append(f"C {first} {top - width * 0.06} {second} {top + width * 0.04} {right} {top}")
        else:
            commands.append(f"L {left + step / 2} {top - width * 0.065} L {right} {top}")
    return outline(" ".join([*commands, f"L {width} {height} Z"]))


def _bonus(text: str) -> Icon:
    """Return the seal with a number."""

    def draw(canvas: skia.Canvas) -> None:
        canvas.drawPath(star(0, 0, 1.06, 0.88, 12), fill(INK))
        canvas.drawPath(star(0, 0, 0.97, 0.81, 12), fill(GOOD_SEAL))
        sticker(canvas, text, 0, 0, 1.16 if len(text) < 3 else 0.98, max_width=1.34)

    return draw


def _joker(canvas: skia.Canvas) -> None:
    """Draw the two-coloured cap with bells."""
    with local(canvas, 0, 0.06, 0.8024):
        cap = outline(JESTER_CAP)
        with local(canvas, 0, 0.10):
            inked(canvas, cap, INK, 0.17)
        inked(canvas, cap, GOLD, 0.17)
        with clipped(canvas, cap):
            canvas.drawRect(rect(0, -2, 2, 4), fill(BAD_CARD))
        hem = rounded(-0.72, 0.34, 1.44, 0.34, 0.15)
        canvas.drawRRect(hem, stroke(INK, 0.17))
        canvas.drawRRect(hem, fill(CREAM))
        for x, y in ((-1.02, -0.62), (0, -1.08), (1.02, -0.62)):
            canvas.drawCircle(x, y, 0.17, stroke(INK, 0.15))
            canvas.drawCircle(x, y, 0.17, fill(CREAM))


def _per_card(text: str, colour: str) -> Icon:
    """Return a number above a fan of three cards."""

    def draw(canvas: skia.Canvas) -> None:
        for step, paint in ((-1, PARCHMENT), (0, CREAM), (1, PARCHMENT)):
            y = 0.36 + abs(step) * 0.08
            little_card(canvas, step * 0.5, y, 0.52, 0.74, paint, angle=20 * step, border=0.06)
        sticker(canvas, text, 0, -0.36, 1.02, colour)

    return draw


def _skip(canvas: skia.Canvas) -> None:
    """Draw an arrow that leaps over a card."""
    little_card(canvas, 0, 0.46, 0.62, 0.84, border=0.07)
    for side in (-1, 1):
        canvas.drawCircle(side * 0.82, 0.80, 0.12, fill(INK))
    leap = outline("M -.84 .42 C -.7 -.95 .55 -.95 .80 .10")
    thick_arrow(canvas, leap, (0.84, 0.26), 80, 0.24)


def _give_left(canvas: skia.Canvas) -> None:
    """Draw an arrow that takes a card to the left."""
    little_card(canvas, 0.46, 0, 0.80, 1.12, border=0.07)
    thick_arrow(canvas, outline("M .42 0 L -.48 0"), (-0.62, 0), 180, 0.30)


def _peek_nine(canvas: skia.Canvas) -> None:
    """Draw an eye above three cards, one of which shows a nine."""
    for side in (-1, 1):
        little_card(canvas, side * 0.44, 0.40, 0.58, 0.80, PINK_MINI_BACK, angle=side * 12, border=0.065)
    little_card(canvas, 0, 0.34, 0.66, 0.92, border=0.065)
    sticker(canvas, "9", 0, 0.40, 0.74, INK, border=0)
    inked(canvas, outline(EYE_SHAPE), CREAM, 0.22)
    canvas.drawCircle(0, -0.52, 0.25, fill(GOOD_SEAL))
    canvas.drawCircle(0, -0.52, 0.12, fill(INK))


def _remove_one(canvas: skia.Canvas) -> None:
    """Draw a card crossed out."""
    little_card(canvas, 0, 0, 1.0, 1.4, angle=-6, border=0.075)
    inked_cross(canvas, 0, 0, 0.40, GOOD_SEAL, 0.26)


def _double_chips(canvas: skia.Canvas) -> None:
    """Draw two chips and a times two."""
    outlined_chip(canvas, -0.34, 0.30, 0.50)
    outlined_chip(canvas, 0.36, 0.42, 0.50)
    sticker(canvas, "×2", 0.02, -0.46, 0.98)


def _take_first_pink(canvas: skia.Canvas) -> None:
    """Draw an arrow onto a pile of pink backs."""
    for step, paint in ((2, LIP), (1, PARCHMENT)):
        little_card(canvas, -0.06 * step, 0.30 - 0.09 * step, 0.86, 1.18, paint, border=0.06)
    little_card(canvas, 0, 0.32, 0.86, 1.18, PINK_MINI_BACK, border=0.06)
    inked_cross(canvas, 0, 0.42, 0.20, CREAM, 0.15)
    thick_arrow(canvas, outline("M 0 -.98 L 0 -.62"), (0, -0.42), 90, 0.28)


def _chips_negative(canvas: skia.Canvas) -> None:
    """Draw minus one on a chip."""
    outlined_chip(canvas, 0, -0.08, 0.80)
    sticker(canvas, "−1", 0, 0.02, 0.98)


def _highest_doubled(canvas: skia.Canvas) -> None:
    """Draw three columns, the tallest of which grows."""
    for index, (tall, paint) in enumerate(((0.62, BAD_COLUMN), (0.86, BAD_COLUMN), (1.22, CREAM))):
        x = (index - 1) * 0.56 - 0.06
        little_card(canvas, x, 0.74 - tall / 2, 0.46, tall, paint, border=0.06)
    sticker(canvas, "×2", 0.14, -0.68, 0.72)
    paint = stroke(BAD_CARD, 0.11)
    canvas.drawPath(outline("M .34 .18 L .50 -.02 L .66 .18"), paint)
    canvas.drawLine(0.50, 0, 0.50, 0.46, paint)


def _halve_chips(canvas: skia.Canvas) -> None:
    """Draw a chip sawn in two."""
    for side in (-1, 1):
        with local(canvas, side * 0.13, side * 0.10):
            half = rect(-2, -2, 2, 4) if side < 0 else rect(0, -2, 2, 4)
            with clipped(canvas, half):
                canvas.drawCircle(0, 0, 0.88, fill(INK))
                chip(canvas, 0, -0.02, 0.78)
    for side in (-1, 1):
        x, shift = side * 0.13, side * 0.1
        canvas.drawLine(x, -0.86 + shift, x, 0.86 + shift, stroke(INK, 0.09, caps=False))
    sticker(canvas, "½", 0, 0, 0.95)


def _number_40(canvas: skia.Canvas) -> None:
    """Draw a red card that shows 40."""
    little_card(canvas, 0, 0, 1.30, 1.74, NUMBER_40, border=0.07)
    sticker(canvas, "40", 0, 0.02, 1.05, max_width=1.34)


SPECIALS: dict[str, tuple[Icon, bool]] = {
    "bonus5": (_bonus("+5"), True),
    "bonus10": (_bonus("+10"), True),
    "bonus15": (_bonus("+15"), True),
    "bonus20": (_bonus("+20"), True),
    "joker": (_joker, True),
    "plus_per_card": (_per_card("+1", CREAM), True),
    "skip": (_skip, True),
    "give_left": (_give_left, True),
    "peek_nine": (_peek_nine, True),
    "remove_one": (_remove_one, True),
    "double_chips": (_double_chips, True),
    "take_first_pink": (_take_first_pink, False),
    "chips_negative": (_chips_negative, False),
    "highest_doubled": (_highest_doubled, False),
    "halve_chips": (_halve_chips, False),
    "number_40": (_number_40, False),
    "minus_per_card": (_per_card("−1", BAD_NUMERAL), False),
}
