"""The title screen: logo, crate and the boxes that stand in it. Measures are those of 1280 x 720.

Names and labels are left out of every picture, they are written at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import skia

from art import box_cards
from art.brush import (
    GLYPH_SIZE,
    circle,
    clipped,
    colour4,
    fill,
    image_of,
    lettering,
    local,
    outline,
    rays,
    rect,
    rounded,
    sticker,
    stroke,
    text_width,
)
from art.cards import card_at, number_face
from art.palette import (
    BOX_SHADE,
    CREAM,
    DNUP_LOWER,
    DNUP_UPPER,
    FELT,
    GOLD,
    INK,
    LAMP_OFF,
    LIP,
    PARCHMENT,
    SHADOW,
    STEEL,
    WHITE,
    WOOD_CRATE_BACK,
    WOOD_CRATE_FRONT,
    WOOD_CRATE_POST,
    WOOD_CRATE_RIM,
    WOOD_SHINE,
    WOOD_TITLE,
    mix,
)
from art.symbols import chip, die
from art.textures import wood

WIDTH, HEIGHT = 1280, 720

LOGO_WIDTH, LOGO_HEIGHT, LOGO_BASELINE = 500, 120, 84
LOGO_SIZE = 86.0
LOGO_TEXT, LOGO_SECOND_WORD = "Kartenkiste", 6
LOGO_TILTS = (-4, 2, -2, 3, -2, 2, -3, 3, -2, 2, -2)
LOGO_TRACKING, LOGO_BORDER, LOGO_DROP = 3.0, 13.0, 6.0

CRATE_LEFT, CRATE_RIGHT = 34, 1246
RIM_TOP, BACK_TOP, FRONT_TOP, FRONT_BOTTOM = 206, 214, 482, 578
BACK_WIDTH, BACK_HEIGHT = CRATE_RIGHT - CRATE_LEFT, 306
FRONT_Y, FRONT_HEIGHT = 180, 430
POST_WIDTH, POST_TOP = 34, 192

LABEL_WIDTH, LABEL_HEIGHT = 204, 58
NAILS = "#8E7350"
LABEL_LIP = "#7A5A34"
TIN_SIDE = "#5C4A30"


def background() -> skia.Surface:
    """Draw the wooden wall behind the crate."""
    surface = skia.Surface(WIDTH, HEIGHT)
    canvas = surface.getCanvas()
    canvas.drawImage(image_of(wood(WIDTH, HEIGHT, WOOD_TITLE, seed=3, planks=5, light=(0.5, 0.46))), 0, 0)
    _fade(canvas, rect(0, 0, WIDTH, HEIGHT), 0, 190, (LAMP_OFF, 0.55), (LAMP_OFF, 0.0))
    return surface


def logo(canvas: skia.Canvas) -> None:
    """Draw the name of the game in tilted two-coloured letters."""
    scale = LOGO_SIZE / GLYPH_SIZE
    widths = [text_width(letter) * scale for letter in LOGO_TEXT]
    total = sum(widths) + LOGO_TRACKING * len(widths)
    for layer in ("border", "letters"):
        x = (LOGO_WIDTH - total) / 2
        for index, (letter, width) in enumerate(zip(LOGO_TEXT, widths, strict=True)):
            with local(canvas, x + width / 2, LOGO_BASELINE, angle=LOGO_TILTS[index]):
                canvas.translate(-width / 2, 0)
                path = lettering(letter)
                if layer == "border":
                    for drop in (LOGO_DROP, 0.0):
                        with local(canvas, 0, drop, scale):
                            canvas.drawPath(path, stroke(INK, LOGO_BORDER / scale))
                            canvas.drawPath(path, fill(INK))
                else:
                    with local(canvas, 0, 0, scale):
                        canvas.drawPath(path, fill(GOLD if index >= LOGO_SECOND_WORD else CREAM))
            x += width + LOGO_TRACKING


def crate_back() -> skia.Surface:
    """Draw the opaque inside of the crate with its rear rim, to be placed at (34, 206)."""
    surface = skia.Surface(BACK_WIDTH, BACK_HEIGHT)
    canvas = surface.getCanvas()
    canvas.translate(-CRATE_LEFT, -RIM_TOP)
    tall = RIM_TOP + BACK_HEIGHT - BACK_TOP
    inside = wood(BACK_WIDTH, tall, WOOD_CRATE_BACK, seed=8, planks=3, light=(0.5, 0.3))
    canvas.drawImage(image_of(inside), CRATE_LEFT, BACK_TOP)
    area = rect(CRATE_LEFT, BACK_TOP, BACK_WIDTH, tall)
    _fade(canvas, area, BACK_TOP, FRONT_TOP, (SHADOW, 0.15), (SHADOW, 0.62))
    rim = wood(BACK_WIDTH, 16, WOOD_CRATE_RIM, seed=5, planks=1, light=(0.5, 0.5))
    canvas.drawImage(image_of(rim), CRATE_LEFT, RIM_TOP)
    canvas.drawRect(rect(CRATE_LEFT, RIM_TOP + 16, BACK_WIDTH, 6), fill(SHADOW, 0.5))
    return surface


def crate_front(canvas: skia.Canvas) -> None:
    """Draw front board and posts with their shadows, to be placed at (0, 180)."""
    canvas.translate(0, -FRONT_Y)
    left, width = CRATE_LEFT - 12, CRATE_RIGHT - CRATE_LEFT + 24
    under = rounded(CRATE_LEFT + 8, FRONT_TOP + 40, BACK_WIDTH, FRONT_BOTTOM - FRONT_TOP - 16, 14)
    canvas.drawRRect(under, fill(SHADOW, 0.6, 10))
    shade = rect(left, FRONT_TOP - 16, width, 20)
    _fade(canvas, shade, FRONT_TOP - 16, FRONT_TOP, (SHADOW, 0.0), (SHADOW, 0.55))
    tall = FRONT_BOTTOM - FRONT_TOP
    board = wood(width, tall, WOOD_CRATE_FRONT, seed=12, planks=2, light=(0.5, 0.1), grit=0.0)
    with clipped(canvas, rounded(left, FRONT_TOP, width, tall, 8)):
        canvas.drawImage(image_of(board), left, FRONT_TOP)
        canvas.drawRect(rect(left, FRONT_TOP, width, 3), fill(WOOD_SHINE, 0.6))
        canvas.drawRect(rect(left, FRONT_BOTTOM - 5, width, 5), fill(SHADOW, 0.35))
    for post_x in (left, CRATE_RIGHT - 22):
        _post(canvas, post_x)


def _post(canvas: skia.Canvas, x: float) -> None:
    """Draw one upright of the crate with its screws."""
    tall = FRONT_BOTTOM - POST_TOP + 2
    canvas.drawRRect(rounded(x, POST_TOP + 4, POST_WIDTH, tall, 6), fill(SHADOW, 0.45, 4))
    planks = wood(POST_WIDTH, tall, WOOD_CRATE_POST, seed=3, planks=1, grit=0.0)
    with clipped(canvas, rounded(x, POST_TOP, POST_WIDTH, tall, 6)):
        canvas.drawImage(image_of(planks), x, POST_TOP)
    edge = rounded(x + 0.8, POST_TOP + 0.8, POST_WIDTH - 1.6, tall - 1.6, 5)
    canvas.drawRRect(edge, stroke(WOOD_SHINE, 1.6, 0.35))
    for y in (BACK_TOP + 4, FRONT_TOP + 24, FRONT_TOP + 72):
        canvas.drawCircle(x + 17, y + 1, 5, fill(SHADOW, 0.6))
        canvas.drawCircle(x + 16.4, y, 4, fill(STEEL))


def label(canvas: skia.Canvas) -> None:
    """Draw an empty label for players and minutes: 200 x 51 at (2, 0), lip and shadow below."""
    canvas.drawRRect(rounded(4, 4, 196, 52, 10), fill(SHADOW, 0.35, 2))
    canvas.drawRRect(rounded(2, 2, 200, 52, 10), fill(LABEL_LIP))
    canvas.drawRRect(rounded(2, 0, 200, 51, 10), fill(PARCHMENT))
    for side in (-91, 91):
        canvas.drawCircle(102 + side, 25, 3.5, fill(NAILS))


def _fade(
    canvas: skia.Canvas,
    area: skia.Rect,
    top: float,
    bottom: float,
    first: tuple[str, float],
    last: tuple[str, float],
) -> None:
    """Fill an area with a colour that changes from `top` to `bottom`."""
    shader = skia.GradientShader.MakeLinear(
        [skia.Point(0, top), skia.Point(0, bottom)], [colour4(*first), colour4(*last)]
    )
    canvas.drawRect(area, skia.Paint(Shader=shader))


@dataclass(frozen=True)
class Box:
    """A box's picture: its size in logical pixels and how to draw it from (0, 0)."""

    width: int
    height: int
    draw: Callable[[skia.Canvas], None]


def _box_colour(game: str) -> str:
    """Return the cardboard colour of a game."""
    return mix(FELT[game], CREAM, 0.06)


def _cardboard_edge(canvas: skia.Canvas, x: float, y: float, width: float, height: float) -> None:
    """Draw the light line along the edge of a box."""
    edge = rounded(x + 1.2, y + 1.2, width - 2.4, height - 2.4, 11)
    canvas.drawRRect(edge, stroke(WHITE, 1.6, 0.28))


def _soft_shadow(canvas: skia.Canvas, x: float, y: float, width: float, height: float) -> None:
    """Draw the shadow of a card that lies on a box."""
    scale = height / 168
    shape = rounded(x + 2.5 * scale, y + 5 * scale, width, height, width * 0.115)
    canvas.drawRRect(shape, fill(SHADOW, 0.44, 2.2 * scale))


def _box_nein_danke(canvas: skia.Canvas) -> None:
    """Draw the tall box with lid, one giant card and three chips; name at (103, 36)."""
    base = _box_colour("nein_danke")
    width, height = 206, 334
    with clipped(canvas, rounded(0, 0, width, height, 12)):
        canvas.drawPaint(fill(base))
        rays(canvas, width / 2, 200, 420, 20, mix(base, CREAM, 0.10))
        _soft_shadow(canvas, 28, 84, 150, 213)
        card_at(canvas, number_face(21), 28, 84, 150, 213)
        canvas.drawRect(rect(0, 0, width, 70), fill(mix(base, BOX_SHADE, 0.45)))
        canvas.drawRect(rect(0, 70, width, 3), fill(GOLD))
    _cardboard_edge(canvas, 0, 0, width, height)
    for x, y, angle in ((142, 264, 0), (178, 274, 30), (106, 274, 20)):
        canvas.drawCircle(x + 3.2, y + 6.9, 23.5, fill(SHADOW, 0.45, 2))
        chip(canvas, x, y, 23, angle)


def _box_keine_ahnung(canvas: skia.Canvas) -> None:
    """Draw the open box with cards looking out; the box begins at y 90, name at (107, 163)."""
    base = _box_colour("keine_ahnung")
    top, width, height = 90, 214, 232
    card_at(canvas, box_cards.keine_ahnung_face("yellow", 4), 16, top - 70, 96, 136, -9)
    card_at(canvas, box_cards.keine_ahnung_face("purple", 6), 104, top - 74, 96, 136, 8)
    card_at(canvas, box_cards.keine_ahnung_back, 56, top - 88, 100, 142, -1)
    with clipped(canvas, rounded(0, top, width, height, 12)):
        canvas.drawPaint(fill(base))
        tint = mix(base, CREAM, 0.14)
        for column in range(5):
            for row in range(5):
                x = 24 + column * 43 + (20 if row % 2 else 0)
                angle = -16 if (column + row) % 2 else 14
                sticker(canvas, "?", x, top + 92 + row * 42, 34, tint, border=0, angle=angle)
        canvas.drawRect(rect(0, top, width, 14), fill(mix(base, BOX_SHADE, 0.5)))
    _cardboard_edge(canvas, 0, top, width, height)
    _name_plate(canvas, 14, top + 40, width - 28, mix(base, BOX_SHADE, 0.35))


def _name_plate(canvas: skia.Canvas, x: float, y: float, width: float, colour: str) -> None:
    """Draw the pill with a gold line that carries a name."""
    canvas.drawRRect(rounded(x, y, width, 66, 33), fill(INK))
    plate = rounded(x + 2, y + 2, width - 4, 62, 31)
    canvas.drawRRect(plate, fill(colour))
    canvas.drawRRect(plate, stroke(GOLD, 2.5))


def _box_dnup(canvas: skia.Canvas) -> None:
    """Draw the tuck box with two ends; it begins at y 16, names at (86, 120) and upside down at 274."""
    top, width = 16, 176
    middle = width / 2
    shoulder = top + 14
    tuck = outline(
        f"M 0 {top + 600} L 0 {top + 34} Q 0 {shoulder} 18 {shoulder} L {middle - 34} {shoulder} "
        f"Q {middle - 30} {top + 46} {middle} {top + 46} "
        f"Q {middle + 30} {top + 46} {middle + 34} {shoulder} L {width - 18} {shoulder} "
        f"Q {width} {shoulder} {width} {top + 34} L {width} {top + 600} Z"
    )
    card_at(canvas, box_cards.dnup_back, middle - 52, 0, 104, 122)
    curve = f"M -20 {top + 242} C 70 {top + 264} 106 {top + 130} {width + 20} {top + 150}"
    with clipped(canvas, tuck):
        canvas.drawPaint(fill(DNUP_UPPER))
        lower = outline(f"{curve} L {width + 20} {top + 700} L -20 {top + 700} Z")
        canvas.drawPath(lower, fill(DNUP_LOWER))
        canvas.drawPath(outline(curve), stroke(CREAM, 9))
        canvas.drawPath(tuck, stroke(WHITE, 4, 0.3))


def _box_push(canvas: skia.Canvas) -> None:
    """Draw the stepped box with five cards and the die; it begins at y 56, name at (62, 106)."""
    base = _box_colour("push")
    top, width = 56, 214
    shape = outline(
        f"M 0 {top + 600} L 0 {top + 12} Q 0 {top} 12 {top} L 112 {top} Q 122 {top} 122 {top + 10} "
        f"L 122 {top + 24} Q 122 {top + 34} 132 {top + 34} L {width - 12} {top + 34} "
        f"Q {width} {top + 34} {width} {top + 46} L {width} {top + 600} Z"
    )
    with clipped(canvas, shape):
        canvas.drawPaint(fill(base))
        for row in range(12):
            y = top + row * 34
            chevron = outline(f"M -10 {y + 60} L {width / 2} {y} L {width + 10} {y + 60}")
            canvas.drawPath(chevron, stroke(mix(base, CREAM, 0.09), 12))
        canvas.drawPath(shape, stroke(WHITE, 4, 0.28))
    with local(canvas, 168, top - 6, angle=9):
        canvas.drawRRect(rounded(-33, -29, 78, 78, 17), fill(SHADOW, 0.45, 3))
    die(canvas, 168, top - 6, 78, "yellow", 9)
    rows = (
        (86, (("red", 6), ("blue", 4), ("purple", 3))),
        (178, (("green", 5), ("yellow", 2))),
    )
    for y, entries in rows:
        for index, (suit, value) in enumerate(entries):
            x = 12 + index * 65
            _soft_shadow(canvas, x, top + y, 60, 84)
            card_at(canvas, box_cards.push_face(suit, value), x, top + y, 60, 85)


def _box_twin_it(canvas: skia.Canvas) -> None:
    """Draw the round tin with two cards leaning on it; name at (122, 111)."""
    x, y, radius = 122, 114, 112
    canvas.drawCircle(x, y + 7, radius, fill(TIN_SIDE))
    canvas.drawCircle(x, y, radius, fill(LIP))
    canvas.drawCircle(x, y, radius - 7, fill(INK))
    inner = radius - 9
    with clipped(canvas, circle(x, y, inner)), local(canvas, x - inner, y - inner, 2 * inner):
        box_cards.flower_pattern(canvas)
    for left, count, angle in ((-112, 6, -9), (30, 5, 8)):
        with local(canvas, x + left + 41, y + 99, angle=angle):
            canvas.translate(-41, -41)
            canvas.drawRRect(rounded(1.2, 2.4, 82, 82, 12), fill(SHADOW, 0.44, 1.2))
        card_at(canvas, box_cards.rings_face(count), x + left, y + 58, 82, 83.6, angle)
    canvas.drawRRect(rounded(x - 92, y - 30, 184, 62, 31), fill(SHADOW, 0.4, 4))
    canvas.drawRRect(rounded(x - 92, y - 34, 184, 62, 31), fill(INK))
    plate = rounded(x - 89, y - 31, 178, 56, 28)
    canvas.drawRRect(plate, fill(_box_colour("twin_it")))
    canvas.drawRRect(plate, stroke(GOLD, 2.5))


BOXES = {
    "nein_danke": Box(206, 334, _box_nein_danke),
    "keine_ahnung": Box(214, 322, _box_keine_ahnung),
    "dnup": Box(176, 338, _box_dnup),
    "push": Box(214, 344, _box_push),
    "twin_it": Box(244, 270, _box_twin_it),
}
