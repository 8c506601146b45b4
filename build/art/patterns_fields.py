"""Motifs of Twin It! that are drawn as one picture of one by one: rings, rays, waves, weaves and scenes.

Every motif gets the canvas, the colours (ground first) and its numbers. The ground is filled already.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import skia

from art.brush import (
    circle,
    clipped,
    fill,
    local,
    on_circle,
    outline,
    polygon,
    rect,
    regular,
    rounded,
    star,
    stroke,
)
from art.palette import INK

Colours = tuple[str, ...]
Field = Callable[..., None]

MIDDLE = 0.5


def _line(points: list[tuple[float, float]]) -> skia.Path:
    """Build an open path through the points."""
    return skia.Path.Polygon([skia.Point(*point) for point in points], False)


@contextmanager
def _cell(canvas: skia.Canvas, x: float, y: float, side: float) -> Iterator[None]:
    """Keep what is drawn inside a cell. The edge is hard: soft ones leave hairlines where two cells meet."""
    canvas.save()
    canvas.clipRect(rect(x, y, side, side))
    yield
    canvas.restore()


def _half_disc(canvas: skia.Canvas, x: float, y: float, across: float, down: float, colour: str) -> None:
    """Draw the upper half of an ellipse around (x, y)."""
    canvas.drawArc(skia.Rect.MakeLTRB(x - across, y - down, x + across, y + down), 180, 180, True, fill(colour))


# ---- around the middle ------------------------------------------------------------------------------------


def _ring(shape: str, radius: float) -> skia.Path:
    """Build one ring of ``rings``."""
    if shape == "circle":
        return circle(MIDDLE, MIDDLE, radius)
    if shape == "diamond":
        return regular(MIDDLE, MIDDLE, radius * 1.25, 4, 0)
    if shape == "hexagon":
        return regular(MIDDLE, MIDDLE, radius * 1.1, 6, 0)
    if shape == "square":
        side, path = radius * 1.6, skia.Path()
        path.addRRect(rounded(MIDDLE - side / 2, MIDDLE - side / 2, side, side, radius * 0.25))
        return path
    union = circle(MIDDLE, MIDDLE, radius * 0.7)
    for turn in range(8):
        petal = circle(*on_circle(MIDDLE, MIDDLE, radius * 0.62, 45 * turn), radius * 0.33)
        union = skia.Op(union, petal, skia.PathOp.kUnion_PathOp)
    return union


def rings(canvas: skia.Canvas, colours: Colours, count: int, shape: str) -> None:
    """Shapes one in the other: circle, square, diamond, hexagon or blossom."""
    for number in range(count):
        radius = 0.66 * (1 - number / count) + 0.02
        canvas.drawPath(_ring(shape, radius), fill(colours[(number + 1) % len(colours)]))


def burst(canvas: skia.Canvas, colours: Colours, rays: int) -> None:
    """Rays in two colours around a disc."""
    step = 360 / rays
    for number in range(rays):
        ends = [on_circle(MIDDLE, MIDDLE, 1, step * turn) for turn in (number, number + 0.5)]
        canvas.drawPath(polygon([(MIDDLE, MIDDLE), *ends]), fill(colours[1 + number % 2]))
    canvas.drawPath(circle(MIDDLE, MIDDLE, 0.24), fill(colours[3]))
    canvas.drawPath(circle(MIDDLE, MIDDLE, 0.13), fill(colours[0]))


def flower(canvas: skia.Canvas, colours: Colours, petals: int) -> None:
    """Two wreaths of outlined petals."""
    for wreath in range(2):
        reach, near, far = 0.47 - 0.17 * wreath, 1.9 / petals, 1.5 / petals
        petal = outline(
            f"M 0 0 C {near} {-reach * 0.4} {far} {-reach * 0.95} 0 {-reach} "
            f"C {-far} {-reach * 0.95} {-near} {-reach * 0.4} 0 0 Z"
        )
        for number in range(petals):
            with local(canvas, MIDDLE, MIDDLE, angle=(360 * number + 180 * wreath) / petals):
                canvas.drawPath(petal, stroke(INK, 0.025, caps=False))
                canvas.drawPath(petal, fill(colours[1 + wreath]))
    canvas.drawPath(circle(MIDDLE, MIDDLE, 0.11), fill(colours[3]))


def stars(canvas: skia.Canvas, colours: Colours, points: int) -> None:
    """Four stars, one in the other."""
    for number, radius in enumerate((0.66, 0.50, 0.35, 0.20)):
        canvas.drawPath(star(MIDDLE, MIDDLE, radius, radius * 0.66, points), fill(colours[1 + number % 3]))


def swirl(canvas: skia.Canvas, colours: Colours, arms: int) -> None:
    """Arms that bend around a disc."""
    reach, lean, width = 0.8, 0.9, math.pi / arms
    x1, y1 = reach * math.cos(lean), reach * math.sin(lean)
    x2, y2 = reach * math.cos(lean + width), reach * math.sin(lean + width)
    back_x, back_y = reach * 0.55 * math.cos(width), reach * (0.55 * math.sin(width) - 0.05)
    arm = outline(f"M 0 0 Q {reach * 0.55} {-reach * 0.05} {x1} {y1} L {x2} {y2} Q {back_x} {back_y} 0 0 Z")
    for number in range(arms):
        with local(canvas, MIDDLE, MIDDLE, angle=360 * number / arms):
            canvas.drawPath(arm, fill(colours[1 + number % 2]))
    canvas.drawPath(circle(MIDDLE, MIDDLE, 0.17), fill(colours[3]))
    canvas.drawPath(circle(MIDDLE, MIDDLE, 0.08), fill(colours[0]))


def nest(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Squares in turn upright and on a corner, one in the other."""
    radius = 0.5
    for number in range(count):
        upright = number % 2 == 0
        path = regular(MIDDLE, MIDDLE, radius * (1.3 if upright else 1.0), 4, -45 if upright else -90)
        canvas.drawPath(path, fill(colours[1 + number % 3]))
        radius *= 0.74


def corner(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Quarter rings around the lower left corner."""
    for number in range(count):
        canvas.drawPath(circle(0, 1, 1.3 * (1 - number / count)), fill(colours[(1 + number) % 4]))


def split(canvas: skia.Canvas, colours: Colours, shape: str) -> None:
    """A figure whose right half changes its colours."""
    right = skia.Rect.MakeLTRB(MIDDLE, 0, 1, 1)
    canvas.drawRect(right, fill(colours[1]))
    for radius, left_colour, right_colour in ((0.42, 2, 3), (0.29, 0, 1), (0.15, 3, 2)):
        if shape == "circle":
            path = circle(MIDDLE, MIDDLE, radius)
        else:
            path = star(MIDDLE, MIDDLE, radius * 1.15, radius * 0.62, 6)
        canvas.drawPath(path, fill(colours[left_colour]))
        with clipped(canvas, right):
            canvas.drawPath(path, fill(colours[right_colour]))


def spiral(canvas: skia.Canvas, colours: Colours, width: float) -> None:
    """Two arms that wind outwards, ``width`` of their way wide."""
    for arm in range(2):
        way = range(0, 936, 8)
        points = [on_circle(MIDDLE, MIDDLE, 0.04 + 0.23 * turn / 360, turn + 180 * arm) for turn in way]
        canvas.drawPath(_line(points), stroke(colours[1 + arm], 0.115 * width))
    canvas.drawPath(circle(MIDDLE, MIDDLE, 0.09), fill(colours[3]))


def sun(canvas: skia.Canvas, colours: Colours, rays: int) -> None:
    """A sun with pointed rays."""
    half = 0.9 / rays
    for number in range(rays):
        with local(canvas, MIDDLE, MIDDLE, angle=360 * number / rays):
            canvas.drawPath(polygon([(-half, -0.24), (0, -0.49), (half, -0.24)]), fill(colours[1 + number % 2]))
    for radius, colour in ((0.27, 3), (0.21, 1), (0.10, 2)):
        canvas.drawPath(circle(MIDDLE, MIDDLE, radius), fill(colours[colour]))


def butterfly(canvas: skia.Canvas, colours: Colours, wings: str) -> None:
    """A butterfly with eyes or bars on its wings."""
    upper = outline("M .03 -.02 C .1 -.5 .5 -.5 .47 -.16 C .45 .02 .2 .04 .03 -.02 Z")
    lower = outline("M .03 .02 C .2 0 .44 .06 .38 .28 C .32 .46 .08 .42 .03 .02 Z")
    for side in (-1, 1):
        with local(canvas, MIDDLE, MIDDLE):
            canvas.scale(side, 1)
            canvas.drawPath(upper, fill(colours[1]))
            canvas.drawPath(lower, fill(colours[2]))
            if wings == "eyes":
                canvas.drawPath(circle(0.29, -0.19, 0.11), fill(colours[2]))
                canvas.drawPath(circle(0.29, -0.19, 0.055), fill(colours[3]))
                canvas.drawPath(circle(0.21, 0.2, 0.07), fill(colours[1]))
            else:
                for bar in range(3):
                    canvas.drawRRect(rounded(0.16 + 0.1 * bar, -0.32, 0.045, 0.26, 0.02), fill(colours[2]))
                for top in (0.12, 0.22):
                    canvas.drawRRect(rounded(0.14, top, 0.16, 0.06, 0.03), fill(colours[1]))
    canvas.drawRRect(rounded(MIDDLE - 0.045, MIDDLE - 0.28, 0.09, 0.62, 0.045), fill(colours[3]))


# ---- bands ------------------------------------------------------------------------------------------------


def chevrons(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Wide angles that point up."""
    height = 1.6 / count
    for number in range(-2, count + 4):
        y, thick = number * height - 0.3, height * 0.55
        edge = [(-0.3, y + 0.5), (0.5, y), (1.3, y + 0.5)]
        canvas.drawPath(polygon([*edge, *((x, y + thick) for x, y in reversed(edge))]), fill(colours[1 + number % 2]))


def zigzag(canvas: skia.Canvas, colours: Colours, rows: int, teeth: int) -> None:
    """Thick zigzag lines."""
    height, step = 1 / rows, 1 / teeth
    for row in range(-1, rows + 2):
        points = [(-0.2, row * height)]
        for tooth in range(-1, teeth + 2):
            points += [(tooth * step, row * height), ((tooth + 0.5) * step, (row - 0.55) * height)]
        canvas.drawPath(_line(points), stroke(colours[1 + row % 2], height * 0.42, caps=False))


def waves(canvas: skia.Canvas, colours: Colours, rows: int) -> None:
    """Wavy bands through all the colours."""
    height, step, swing = 1 / rows, 0.5, 0.10
    for row in range(-1, rows + 2):
        y, x = row * height, -0.6
        text = f"M {x} {y} "
        while x < 1.5:
            text += f"Q {x + step / 4} {y - swing} {x + step / 2} {y} "
            text += f"Q {x + step * 0.75} {y + swing} {x + step} {y} "
            x += step
        canvas.drawPath(outline(f"{text} L 2 2 L -1 2 Z"), fill(colours[row % 4]))


def mountains(canvas: skia.Canvas, colours: Colours, rows: int) -> None:
    """Ranges of peaks under a moon."""
    canvas.drawPath(circle(0.70, 0.26, 0.15), fill(colours[3]))
    for row in range(rows):
        y, step = 0.36 + 0.56 * row / rows, 1 / (2 + row % 2)
        x = -step + (step / 2 if row % 2 else 0)
        points = [(-step, 1.2), (-step, y + step * 0.4)]
        while x < 1.4:
            points += [(x, y + 0.22), (x + step / 2, y - 0.04)]
            x += step
        canvas.drawPath(polygon([*points, (1.6, 1.3)]), fill(colours[1 + row % 3]))


def sunset(canvas: skia.Canvas, colours: Colours, rows: int) -> None:
    """Half a sun above bands of water."""
    horizon = 0.54
    for number, radius in enumerate((0.46, 0.34, 0.22)):
        _half_disc(canvas, MIDDLE, horizon, radius, radius, colours[1 + number])
    height = 0.46 / rows
    for row in range(rows):
        colour = colours[(2, 0, 1, 3)[row % 4]]
        canvas.drawRect(rect(0, horizon + row * height, 1, height + 0.005), fill(colour))


def pills(canvas: skia.Canvas, colours: Colours, rows: int) -> None:
    """Rows of pills of three lengths. The seed belongs to the picture."""
    height, chance = 1 / rows, random.Random(1)
    for row in range(rows):
        x, colour = -height * chance.uniform(0.2, 1.6), chance.randrange(3)
        while x < 1:
            length = height * chance.choice((1.6, 2.4, 3.2))
            pill = rounded(
                x + height * 0.1, row * height + height * 0.12, length - height * 0.2, height * 0.76, height * 0.38
            )
            canvas.drawRRect(pill, fill(colours[1 + colour % 3]))
            colour += 1
            x += length


def plaid(canvas: skia.Canvas, colours: Colours, bands: int) -> None:
    """Crossing bands."""
    step = 1 / bands
    starts = [(number + 0.25) * step for number in range(bands)]
    for x in starts:
        canvas.drawRect(rect(x, 0, step / 2, 1), fill(colours[1]))
    for y in starts:
        canvas.drawRect(rect(0, y, 1, step / 2), fill(colours[2]))
    for x in starts:
        for y in starts:
            canvas.drawRect(rect(x, y, step / 2, step / 2), fill(colours[3]))


# ---- grids ------------------------------------------------------------------------------------------------


def scallops(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Scales of three rings, row over row."""
    radius = 0.51 / count
    for row in range(-1, 2 * count + 3):
        for column in range(-1, count + 2):
            x, y = (2 * column + row % 2) * radius, (row - 0.2) * radius
            for number in range(3):
                canvas.drawPath(circle(x, y, radius * (1 - number * 0.31)), fill(colours[number]))


def harlequin(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Lozenges with dots."""
    side = 1 / count
    for column in range(-1, count + 1):
        for row in range(-1, 2 * count + 1):
            x, y = (column + 0.5 + (0.5 if row % 2 else 0)) * side, row * side / 2
            colour = column + 2 * row + row // 2
            canvas.drawPath(regular(x, y, side / 2, 4), fill(colours[colour % 3]))
            canvas.drawPath(circle(x, y, side * 0.13), fill(colours[(colour + 1) % 3]))


def dots(canvas: skia.Canvas, colours: Colours, count: int, changing: int) -> None:
    """Targets; ``changing`` 1 shifts the colours from cell to cell."""
    side = 1 / count
    for column in range(-1, count + 1):
        for row in range(-1, count + 1):
            for ring in range(3):
                colour = colours[1 + (ring + (column + row) * changing) % 3]
                x, y = (column + 0.5) * side, (row + 0.5) * side
                canvas.drawPath(circle(x, y, side * (0.43 - ring * 0.145)), fill(colour))


def pinwheel(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Pinwheels that turn against each other."""
    side = 1 / count
    for column in range(count):
        for row in range(count):
            for blade in range(4):
                with local(canvas, (column + 0.5) * side, (row + 0.5) * side, side):
                    canvas.scale(-1 if (column + row) % 2 else 1, 1)
                    canvas.rotate(90 * blade)
                    canvas.drawPath(polygon([(0, 0), (0, -0.5), (0.5, -0.5)]), fill(colours[1 + blade % 2]))


def truchet(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Quarter rings that join to loops."""
    side = 1 / count
    for column in range(count):
        for row in range(count):
            left, right, upper, lower = column * side, (column + 1) * side, row * side, (row + 1) * side
            falling = (column + row) % 2 == 0
            centres = ((left, upper), (right, lower)) if falling else ((right, upper), (left, lower))
            with _cell(canvas, left, upper, side):
                for centre in centres:
                    for radius, colour in ((0.82, 1), (0.56, 0), (0.30, 2)):
                        canvas.drawPath(circle(*centre, side * radius), fill(colours[colour]))


def leaves(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Leaves with a vein and a berry."""
    for column in range(count):
        for row in range(count):
            angle = 45 if (column + row) % 2 else -45
            with local(canvas, (column + 0.5) / count, (row + 0.5) / count, 0.62 / count, angle):
                canvas.drawPath(outline("M -1 0 Q 0 -.9 1 0 Q 0 .9 -1 0 Z"), fill(colours[1]))
                canvas.drawPath(outline("M -.62 0 Q 0 -.5 .62 0 Q 0 .5 -.62 0 Z"), fill(colours[2]))
                canvas.drawPath(circle(0, 0, 0.16), fill(colours[3]))


def weave(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Three strips across and three down in turn."""
    for column in range(count):
        for row in range(count):
            turned = 90 if (column + row) % 2 else 0
            with local(canvas, (column + 0.5) / count, (row + 0.5) / count, 1 / count, turned):
                for strip in range(3):
                    canvas.drawRect(rect(-0.44, 0.31 * strip - 0.42, 0.88, 0.22), fill(colours[1 + strip]))


def quarters(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Quarter discs in squares."""
    side = 1 / count
    for column in range(count):
        for row in range(count):
            x, y, odd = column * side, row * side, (column + row) % 2
            right, down = ((0, 0), (1, 0), (1, 1), (0, 1))[(column + 2 * row) % 4]
            with _cell(canvas, x, y, side):
                canvas.drawPaint(fill(colours[odd]))
                canvas.drawPath(circle(x + right * side, y + down * side, side * 0.98), fill(colours[2 + odd]))
                canvas.drawPath(circle(x + right * side, y + down * side, side * 0.5), fill(colours[1 - odd]))


def rainbows(canvas: skia.Canvas, colours: Colours, turning: int) -> None:
    """Four quarter rainbows; ``turning`` 0 lets all bend the same way."""
    for column in range(2):
        for row in range(2):
            turn = (column + 2 * row if column else 3 * row) * turning
            with (
                local(canvas, 0.25 + column / 2, 0.25 + row / 2, 0.5, 90 * turn),
                clipped(canvas, rect(-0.5, -0.5, 1, 1)),
            ):
                for radius, colour in ((0.98, 1), (0.76, 2), (0.54, 3), (0.32, 1), (0.14, 0)):
                    canvas.drawPath(circle(-0.5, 0.5, radius), fill(colours[colour]))


def maze(canvas: skia.Canvas, colours: Colours, count: int) -> None:
    """Four squares of frames, one in the other."""
    for right in range(2):
        for down in range(2):
            for frame in range(count):
                margin = 0.5 * (0.03 + 0.47 * frame / count)
                colour = colours[1 + (frame + right + down) % 3 if frame < count - 1 else 0]
                side = 0.5 - 2 * margin
                canvas.drawRect(rect(right / 2 + margin, down / 2 + margin, side, side), fill(colour))


FIELDS: dict[str, Field] = {
    "rings": rings,
    "burst": burst,
    "flower": flower,
    "star": stars,
    "swirl": swirl,
    "nest": nest,
    "corner": corner,
    "split": split,
    "spiral": spiral,
    "sun": sun,
    "butterfly": butterfly,
    "chevrons": chevrons,
    "zigzag": zigzag,
    "waves": waves,
    "mountains": mountains,
    "sunset": sunset,
    "pills": pills,
    "plaid": plaid,
    "scallops": scallops,
    "harlequin": harlequin,
    "dots": dots,
    "pinwheel": pinwheel,
    "truchet": truchet,
    "leaves": leaves,
    "weave": weave,
    "quarters": quarters,
    "rainbows": rainbows,
    "maze": maze,
}
