"""Thin helpers over skia: paints, paths, local coordinates and the sticker numeral."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import numpy as np
import skia

from art.palette import CREAM, INK, rgb

DISPLAY_FONT = Path(__file__).resolve().parents[2] / "assets" / "fonts" / "display.ttf"
GLYPH_SIZE = 100.0
STICKER_OUTLINE = 0.055
STICKER_DROP = 0.05
PATH_ARGUMENTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}

Point = tuple[float, float]


def colour4(colour: str, alpha: float = 1.0) -> int:
    """Return a colour in the form skia wants."""
    red, green, blue = rgb(colour)
    return int(skia.Color(red, green, blue, round(alpha * 255)))


def fill(colour: str, alpha: float = 1.0, blur: float = 0.0) -> skia.Paint:
    """Return a paint that fills, softened by `blur` where wanted."""
    paint = skia.Paint(AntiAlias=True, Color=colour4(colour, alpha))
    if blur:
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, blur))
    return paint


def stroke(colour: str, width: float, alpha: float = 1.0, *, caps: bool = True) -> skia.Paint:
    """Return a paint that draws lines with round joins and, unless refused, round ends."""
    paint = fill(colour, alpha)
    paint.setStyle(skia.Paint.kStroke_Style)
    paint.setStrokeWidth(width)
    paint.setStrokeJoin(skia.Paint.kRound_Join)
    if caps:
        paint.setStrokeCap(skia.Paint.kRound_Cap)
    return paint


def softened(paint: skia.Paint, radius: float) -> skia.Paint:
    """Return a copy of a paint that rounds every corner by `radius`."""
    copy = skia.Paint(paint)
    copy.setPathEffect(skia.CornerPathEffect.Make(radius))
    return copy


@contextmanager
def local(canvas: skia.Canvas, x: float, y: float, scale: float = 1.0, angle: float = 0.0) -> Iterator[skia.Canvas]:
    """Move the origin to (x, y), turn by `angle` degrees and scale until the block ends."""
    canvas.save()
    canvas.translate(x, y)
    if angle:
        canvas.rotate(angle)
    if scale != 1.0:
        canvas.scale(scale, scale)
    yield canvas
    canvas.restore()


@contextmanager
def clipped(canvas: skia.Canvas, shape: skia.Path | skia.RRect | skia.Rect) -> Iterator[skia.Canvas]:
    """Keep everything drawn in the block inside `shape`."""
    canvas.save()
    if isinstance(shape, skia.RRect):
        canvas.clipRRect(shape, doAntiAlias=True)
    elif isinstance(shape, skia.Rect):
        canvas.clipRect(shape, doAntiAlias=True)
    else:
        canvas.clipPath(shape, skia.ClipOp.kIntersect, True)
    yield canvas
    canvas.restore()


@lru_cache(maxsize=512)
def outline(text: str) -> skia.Path:
    """Build a path from absolute M, L, Q, C and Z commands."""
    builder = skia.PathBuilder()
    draw = {"M": builder.moveTo, "L": builder.lineTo, "Q": builder.quadTo, "C": builder.cubicTo}
    tokens = text.replace(",", " ").split()
    position = 0
    while position < len(tokens):
        command = tokens[position]
        count = PATH_ARGUMENTS[command]
        values = [float(token) for token in tokens[position + 1 : position + 1 + count]]
        if command == "Z":
            builder.close()
        else:
            draw[command](*values)
        position += 1 + count
    return builder.detach()


def polygon(points: list[Point]) -> skia.Path:
    """Build a closed path through the points."""
    return skia.Path.Polygon([skia.Point(*point) for point in points], True)


def on_circle(x: float, y: float, radius: float, degrees: float) -> Point:
    """Return the point of a circle at an angle (0 is right, 90 is down)."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def regular(x: float, y: float, radius: float, corners: int, start: float = -90.0) -> skia.Path:
    """Build a regular polygon."""
    return polygon([on_circle(x, y, radius, start + 360 * index / corners) for index in range(corners)])


def star(x: float, y: float, outer: float, inner: float, points: int = 5, start: float = -90.0) -> skia.Path:
    """Build a star whose first point looks up."""
    return polygon(
        [on_circle(x, y, inner if index % 2 else outer, start + 180 * index / points) for index in range(2 * points)]
    )


def circle(x: float, y: float, radius: float) -> skia.Path:
    """Build a circle as a path."""
    return skia.Path.Circle(x, y, radius)


def rect(x: float, y: float, width: float, height: float) -> skia.Rect:
    """Build a rectangle from its corner and size."""
    return skia.Rect.MakeXYWH(x, y, width, height)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> skia.RRect:
    """Build a rounded rectangle from its corner, size and corner radius."""
    return skia.RRect.MakeRectXY(rect(x, y, width, height), radius, radius)


def arc(canvas: skia.Canvas, x: float, y: float, radius: float, start: float, sweep: float, paint: skia.Paint) -> None:
    """Draw a part of a circle line."""
    bounds = skia.Rect.MakeLTRB(x - radius, y - radius, x + radius, y + radius)
    canvas.drawArc(bounds, start, sweep, False, paint)


def inked(canvas: skia.Canvas, path: skia.Path, colour: str, width: float, ink: str = INK) -> None:
    """Fill a path with an outline of `width`, half of which stays visible around it."""
    canvas.drawPath(path, stroke(ink, width))
    canvas.drawPath(path, fill(colour))


def rays(canvas: skia.Canvas, x: float, y: float, reach: float, count: int, colour: str) -> None:
    """Draw `count` wedges that run out from a centre."""
    step = 360 / count
    paint = fill(colour)
    for index in range(count):
        first = on_circle(x, y, reach, index * step)
        second = on_circle(x, y, reach, (index + 0.5) * step)
        canvas.drawPath(polygon([(x, y), first, second]), paint)


@lru_cache(maxsize=1)
def _display_font() -> skia.Font:
    """Load the display face, unhinted, at the size glyph outlines are taken in."""
    typeface = skia.Typeface.MakeFromFile(str(DISPLAY_FONT))
    if typeface is None:
        raise FileNotFoundError(DISPLAY_FONT)
    font = skia.Font(typeface, GLYPH_SIZE)
    font.setHinting(skia.FontHinting.kNone)
    font.setSubpixel(True)
    return font


@lru_cache(maxsize=128)
def lettering(text: str) -> skia.Path:
    """Build the outline of a text in the display face, GLYPH_SIZE tall, baseline at 0."""
    font = _display_font()
    glyphs = font.textToGlyphs(text)
    path = skia.Path()
    offset = 0.0
    for glyph, width in zip(glyphs, font.getWidths(glyphs), strict=True):
        shape = font.getPath(glyph)
        if shape is not None:
            path.addPath(shape, offset, 0)
        offset += width
    return path


def text_width(text: str) -> float:
    """Return the advance of a text in the display face at GLYPH_SIZE."""
    return float(_display_font().measureText(text))


def sticker(  # noqa: PLR0913 - a text at a place; all that is optional has a name
    canvas: skia.Canvas,
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str = CREAM,
    *,
    border: float | None = None,
    drop: float | None = None,
    ink: str = INK,
    max_width: float | None = None,
    angle: float = 0.0,
) -> None:
    """Draw a text as a sticker, centred on its ink: fill, outline and a lower edge.

    Outline and lower edge are given in canvas units; without a value they follow the size.
    """
    path = lettering(text)
    bounds = path.computeTightBounds()
    if max_width is not None and bounds.width() * size / GLYPH_SIZE > max_width:
        size = max_width * GLYPH_SIZE / bounds.width()
    scale = size / GLYPH_SIZE
    border = STICKER_OUTLINE * size if border is None else border
    drop = STICKER_DROP * size if drop is None else drop
    with local(canvas, x, y, scale, angle):
        canvas.translate(-bounds.centerX(), -bounds.centerY())
        if border:
            edge = stroke(ink, 2 * border / scale)
            if drop:
                with local(canvas, 0, drop / scale):
                    canvas.drawPath(path, edge)
                    canvas.drawPath(path, fill(ink))
            canvas.drawPath(path, edge)
        canvas.drawPath(path, fill(colour))


def new_surface(width: int, height: int) -> skia.Surface:
    """Return an empty transparent drawing surface."""
    return skia.Surface(width, height)


def pixels(surface: skia.Surface) -> np.ndarray:
    """Return the picture as rows of straight (not premultiplied) RGBA bytes."""
    image = surface.makeImageSnapshot()
    return np.asarray(image.toarray(colorType=skia.kRGBA_8888_ColorType))


def image_of(rgba: np.ndarray) -> skia.Image:
    """Turn rows of opaque RGBA bytes into an image to draw."""
    return skia.Image.fromarray(np.ascontiguousarray(rgba), colorType=skia.kRGBA_8888_ColorType)
