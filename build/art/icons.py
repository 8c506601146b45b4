"""The signs on buttons: white on transparent, drawn in a box from -1.2 to 1.2, tinted at run time."""

from __future__ import annotations

from collections.abc import Callable

import skia

from art.brush import (
    arc,
    fill,
    local,
    outline,
    polygon,
    rect,
    rounded,
    softened,
    star,
    sticker,
    stroke,
)
from art.palette import GOLD, INK, WHITE
from art.symbols import CUP_SHAPE, arrow_head, cup, half_turn

Icon = Callable[[skia.Canvas], None]

ICON_SIZE = 96
ICON_UNIT = 38.0
LINE, BOLD = 0.32, 0.42


def _line(width: float = LINE) -> skia.Paint:
    """Return the white line of an icon."""
    return stroke(WHITE, width)


def _solid() -> skia.Paint:
    """Return the white filling of an icon."""
    return fill(WHITE)


def _cut(width: float = 0.0) -> skia.Paint:
    """Return a paint that takes white away again, as a line or as an area."""
    paint = stroke(WHITE, width) if width else fill(WHITE)
    paint.setBlendMode(skia.BlendMode.kClear)
    return paint


def _pause(canvas: skia.Canvas) -> None:
    for side in (-0.48, 0.48):
        canvas.drawLine(side, -0.85, side, 0.85, _line(0.46))


def _help(canvas: skia.Canvas) -> None:
    sticker(canvas, "?", 0, 0, 2.5, WHITE, border=0)


def _log(canvas: skia.Canvas) -> None:
    canvas.drawRRect(rounded(-0.85, -1.0, 1.7, 2.0, 0.3), _line(0.29))
    for y, end in ((-0.45, 0.4), (0.02, 0.4), (0.49, 0.1)):
        canvas.drawLine(-0.4, y, end, y, _line(0.22))


def _speed(canvas: skia.Canvas) -> None:
    for x in (-0.55, 0.45):
        with local(canvas, x, 0):
            canvas.drawPath(outline("M -.35 -.8 L .45 0 L -.35 .8"), _line(0.37))


def _gear(canvas: skia.Canvas) -> None:
    for index in range(8):
        with local(canvas, 0, 0, angle=45 * index):
            canvas.drawLine(0.6, 0, 1.04, 0, stroke(WHITE, 0.42, caps=False))
    canvas.drawCircle(0, 0, 0.56, _line(0.42))


def _speaker(canvas: skia.Canvas) -> None:
    """Draw the body of the loudspeaker."""
    body = [(-1.0, -0.35), (-0.5, -0.35), (0.1, -0.85), (0.1, 0.85), (-0.5, 0.35), (-1.0, 0.35)]
    canvas.drawPath(polygon(body), softened(_solid(), 0.12))


def _sound(canvas: skia.Canvas) -> None:
    _speaker(canvas)
    for radius in (0.5, 0.95):
        arc(canvas, 0.15, 0, radius, -42, 84, _line(0.27))


def _sound_off(canvas: skia.Canvas) -> None:
    _speaker(canvas)
    for turn in (1, -1):
        canvas.drawLine(0.46, -0.32 * turn, 1.06, 0.32 * turn, _line(0.27))


def _talk(canvas: skia.Canvas) -> None:
    canvas.drawRRect(rounded(-1.0, -0.95, 2.0, 1.42, 0.5), _solid())
    canvas.drawPath(outline("M -.55 .30 L -.62 .98 L .10 .42 Z"), _solid())
    for x in (-0.5, 0.0, 0.5):
        canvas.drawCircle(x, -0.24, 0.15, _cut())


def _undo(canvas: skia.Canvas) -> None:
    canvas.drawPath(outline("M -.70 -.38 L .28 -.38 C 1.15 -.38 1.15 .80 .28 .80 L -.35 .80"), _line())
    arrow_head(canvas, -0.62, -0.38, 180, 0.52, WHITE)


def _restart(canvas: skia.Canvas) -> None:
    arc(canvas, -0.05, 0.10, 0.80, 25, 265, _line())
    arrow_head(canvas, 0.38, -0.62, 22, 0.55, WHITE)


def _turn(canvas: skia.Canvas) -> None:
    half_turn(canvas, 0, 0, 0.78, WHITE, LINE)


def _back(canvas: skia.Canvas) -> None:
    canvas.drawPath(outline("M .38 -.9 L -.52 0 L .38 .9"), _line(BOLD))


def _close(canvas: skia.Canvas) -> None:
    for turn in (1, -1):
        canvas.drawLine(-0.7, -0.7 * turn, 0.7, 0.7 * turn, _line(BOLD))


def _minus(canvas: skia.Canvas) -> None:
    canvas.drawLine(-0.85, 0, 0.85, 0, _line(0.46))


def _plus(canvas: skia.Canvas) -> None:
    _minus(canvas)
    canvas.drawLine(0, -0.85, 0, 0.85, _line(0.46))


def _pen(canvas: skia.Canvas) -> None:
    with local(canvas, 0, 0, angle=45):
        canvas.drawRRect(rounded(-0.32, -1.12, 0.64, 1.5, 0.12), _solid())
        canvas.drawLine(-0.5, -0.72, 0.5, -0.72, _cut(0.12))
        canvas.drawPath(polygon([(-0.32, 0.52), (0.32, 0.52), (0, 1.18)]), softened(_solid(), 0.06))


def _dice(canvas: skia.Canvas) -> None:
    canvas.drawRRect(rounded(-0.9, -0.9, 1.8, 1.8, 0.4), _line(0.3))
    for spot in (-0.4, 0.0, 0.4):
        canvas.drawCircle(spot, spot, 0.18, _solid())


def _home(canvas: skia.Canvas) -> None:
    canvas.drawRRect(rounded(-0.95, -0.40, 1.9, 1.3, 0.2), _line(0.3))
    canvas.drawLine(-0.95, 0.16, 0.95, 0.16, _line(0.27))
    canvas.drawPath(outline("M -.6 -.45 L -.34 -1.0 L .46 -1.0 L .68 -.45"), _line(0.27))


def _play(canvas: skia.Canvas) -> None:
    canvas.drawPath(polygon([(-0.6, -0.95), (1.0, 0), (-0.6, 0.95)]), softened(_solid(), 0.2))


def _rewind(canvas: skia.Canvas) -> None:
    for x in (-0.48, 0.5):
        triangle = polygon([(x + 0.48, -0.85), (x - 0.55, 0), (x + 0.48, 0.85)])
        canvas.drawPath(triangle, softened(_solid(), 0.16))


def _step_forward(canvas: skia.Canvas) -> None:
    with local(canvas, -0.22, 0, 0.9):
        _play(canvas)
    canvas.drawLine(0.84, -0.7, 0.84, 0.7, _line(0.34))


def _step_back(canvas: skia.Canvas) -> None:
    with local(canvas, 0, 0, angle=180):
        _step_forward(canvas)


def _full(canvas: skia.Canvas) -> None:
    for turn in range(4):
        with local(canvas, 0, 0, angle=90 * turn):
            canvas.drawPath(outline("M .9 .3 L .9 .9 L .3 .9"), _line())


def _chart(canvas: skia.Canvas) -> None:
    for index, tall in enumerate((0.75, 1.7, 1.2)):
        x = (index - 1) * 0.75
        canvas.drawLine(x, 0.85, x, 0.85 - tall, _line(0.46))


def _eye(canvas: skia.Canvas) -> None:
    canvas.drawPath(outline("M -1.02 0 Q 0 -1.3 1.02 0 Q 0 1.3 -1.02 0 Z"), _line(0.28))
    canvas.drawCircle(0, 0, 0.34, _solid())


def _lock(canvas: skia.Canvas) -> None:
    canvas.drawPath(outline("M -.5 -.2 L -.5 -.48 C -.5 -1.14 .5 -1.14 .5 -.48 L .5 -.2"), _line(0.3))
    canvas.drawRRect(rounded(-0.82, -0.3, 1.64, 1.32, 0.25), _solid())
    canvas.drawCircle(0, 0.26, 0.17, _cut())
    canvas.drawLine(0, 0.3, 0, 0.58, _cut(0.16))


def _bulb(canvas: skia.Canvas) -> None:
    bulb = "M -.28 .46 C -.28 .18 -.66 .06 -.66 -.38 C -.66 -.78 -.36 -1.04 0 -1.04 "
    canvas.drawPath(outline(bulb + "C .36 -1.04 .66 -.78 .66 -.38 C .66 .06 .28 .18 .28 .46 Z"), _line(0.27))
    canvas.drawLine(-0.26, 0.78, 0.26, 0.78, _line(0.25))
    canvas.drawLine(-0.08, 1.06, 0.08, 1.06, _line(0.22))


def _check(canvas: skia.Canvas) -> None:
    canvas.drawPath(outline("M -.9 .05 L -.25 .72 L .95 -.68"), _line(BOLD))


def _card(canvas: skia.Canvas) -> None:
    with local(canvas, 0, 0, angle=-8):
        canvas.drawRRect(rounded(-0.75, -1.0, 1.5, 2.0, 0.25), _line(0.29))
    canvas.drawPath(outline("M -.33 -.02 L -.02 .34 L .36 -.30"), _line(0.26))


def _trophy(canvas: skia.Canvas) -> None:
    for side in (-1, 1):
        canvas.drawCircle(side * 0.74, -0.42, 0.30, stroke(WHITE, 0.20))
    with local(canvas, 0, -0.02, 1.04):
        canvas.drawPath(outline(CUP_SHAPE), softened(_solid(), 0.06))
        canvas.drawPath(star(0, -0.36, 0.34, 0.15), _cut())


def _pawn(canvas: skia.Canvas) -> None:
    canvas.drawCircle(0, -0.5, 0.5, _solid())
    body = "M -.9 .85 C -.9 .1 -.45 .1 0 .1 C .45 .1 .9 .1 .9 .85 Q .9 1 .75 1 L -.75 1 Q -.9 1 -.9 .85 Z"
    canvas.drawPath(outline(body), _solid())


def _clock(canvas: skia.Canvas) -> None:
    canvas.drawCircle(0, 0, 0.9, _line(0.29))
    canvas.drawPath(outline("M 0 -.45 L 0 0 L .38 .2"), _line(0.26))


def _star(canvas: skia.Canvas) -> None:
    canvas.drawPath(star(0, 0.08, 1.2, 0.58), softened(_solid(), 0.14))


def _arrow(angle: float) -> Icon:
    """Return an arrow that points along an angle (0 is right)."""

    def draw(canvas: skia.Canvas) -> None:
        with local(canvas, 0, 0, angle=angle):
            canvas.drawLine(-0.85, 0, 0.8, 0, _line(0.36))
            canvas.drawPath(outline("M .2 -.68 L .88 0 L .2 .68"), _line(0.36))

    return draw


def _tray(canvas: skia.Canvas) -> None:
    """Draw the open tray below export and save."""
    canvas.drawPath(outline("M -.92 .30 L -.92 .92 L .92 .92 L .92 .30"), _line(0.3))


def _export(canvas: skia.Canvas) -> None:
    _tray(canvas)
    canvas.drawLine(0, 0.35, 0, -0.85, _line(0.3))
    canvas.drawPath(outline("M -.48 -.45 L 0 -.95 L .48 -.45"), _line(0.3))


def _save(canvas: skia.Canvas) -> None:
    _tray(canvas)
    canvas.drawLine(0, -0.95, 0, 0.30, _line(0.3))
    canvas.drawPath(outline("M -.48 -.12 L 0 .38 L .48 -.12"), _line(0.3))


def _music(canvas: skia.Canvas) -> None:
    canvas.drawPath(outline("M -.38 .62 L -.38 -.72 L .74 -.92 L .74 .42"), _line(0.27))
    canvas.drawLine(-0.38, -0.46, 0.74, -0.66, stroke(WHITE, 0.34, caps=False))
    for x, y in ((-0.62, 0.66), (0.5, 0.46)):
        with local(canvas, x, y, angle=-18):
            canvas.drawOval(rect(-0.40, -0.31, 0.80, 0.62), _solid())


def _trash(canvas: skia.Canvas) -> None:
    canvas.drawLine(-0.88, -0.62, 0.88, -0.62, _line(0.28))
    canvas.drawPath(outline("M -.30 -.70 L -.30 -1 L .30 -1 L .30 -.70"), _line(0.24))
    canvas.drawPath(outline("M -.66 -.36 L -.56 .98 L .56 .98 L .66 -.36"), _line(0.28))
    for x in (-0.20, 0.20):
        canvas.drawLine(x, -0.08, x, 0.56, _line(0.2))


def _cup_coloured(canvas: skia.Canvas) -> None:
    cup(canvas, 0, -0.02, 0.98)


def _star_coloured(canvas: skia.Canvas) -> None:
    shape = star(0, 0.08, 1.02, 0.49)
    canvas.drawPath(shape, stroke(INK, 0.3))
    canvas.drawPath(shape, softened(fill(GOLD), 0.05))


ICONS: dict[str, Icon] = {
    "pause": _pause,
    "help": _help,
    "log": _log,
    "speed": _speed,
    "gear": _gear,
    "sound": _sound,
    "sound_off": _sound_off,
    "talk": _talk,
    "undo": _undo,
    "back": _back,
    "close": _close,
    "plus": _plus,
    "minus": _minus,
    "pen": _pen,
    "dice": _dice,
    "home": _home,
    "play": _play,
    "rewind": _rewind,
    "step_forward": _step_forward,
    "step_back": _step_back,
    "full": _full,
    "chart": _chart,
    "eye": _eye,
    "lock": _lock,
    "bulb": _bulb,
    "check": _check,
    "card": _card,
    "trophy": _trophy,
    "pawn": _pawn,
    "clock": _clock,
    "star": _star,
    "arrow_right": _arrow(0),
    "arrow_down": _arrow(90),
    "arrow_left": _arrow(180),
    "arrow_up": _arrow(270),
    "restart": _restart,
    "turn": _turn,
    "export": _export,
    "save": _save,
    "music": _music,
    "trash": _trash,
}
COLOURED: dict[str, Icon] = {"cup": _cup_coloured, "star_gold": _star_coloured}
