"""Motifs of Twin It! that repeat: one figure in a cell of one by one, its origin in the middle.

A figure gets the canvas, the colours (ground first) and the column and row of its cell: neighbours differ in
colour or direction.
"""

from __future__ import annotations

from collections.abc import Callable

import skia

from art.brush import circle, clipped, fill, local, outline, polygon, rect, regular, rounded, star, stroke

Colours = tuple[str, ...]
Figure = Callable[[skia.Canvas, Colours, int, int], None]


def _oval(x: float, y: float, width: float, height: float) -> skia.Path:
    return skia.Path.Oval(rect(x, y, width, height))


def petals(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """Four slim petals around a dot."""
    for turn in range(4):
        with local(canvas, 0, 0, angle=45 + 90 * turn):
            canvas.drawPath(outline("M 0 0 Q .22 -.34 0 -.68 Q -.22 -.34 0 0 Z"), fill(colours[1 + turn % 2]))
    canvas.drawPath(circle(0, 0, 0.13), fill(colours[3]))


def plus(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A cross with a dot."""
    paint = fill(colours[1 + (column + row) % 2])
    canvas.drawRRect(rounded(-0.44, -0.16, 0.88, 0.32, 0.08), paint)
    canvas.drawRRect(rounded(-0.16, -0.44, 0.32, 0.88, 0.08), paint)
    canvas.drawPath(circle(0, 0, 0.12), fill(colours[3]))


def triangles(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A tent with its door."""
    colour = colours[1 + (column + 2 * row) % 3]
    canvas.drawPath(polygon([(-0.5, 0.5), (0, -0.5), (0.5, 0.5)]), fill(colour))
    canvas.drawPath(polygon([(-0.2, 0.5), (0, 0.1), (0.2, 0.5)]), fill(colours[0]))


def shoal(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A fish that swims to the left."""
    canvas.drawPath(polygon([(0.12, 0), (0.46, -0.24), (0.46, 0.24)]), fill(colours[2]))
    canvas.drawPath(outline("M -.44 0 Q -.1 -.42 .26 0 Q -.1 .42 -.44 0 Z"), fill(colours[1]))
    canvas.drawRect(rect(-0.08, -0.17, 0.09, 0.34), fill(colours[2]))
    canvas.drawPath(circle(-0.24, -0.03, 0.065), fill(colours[3]))


def fish(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """The same fish; every second row swims to the right."""
    canvas.scale(-1 if row % 2 else 1, 1)
    shoal(canvas, colours, column, row)


def tulip(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A flower on its stalk with two leaves."""
    canvas.drawRect(rect(-0.045, 0, 0.09, 0.5), fill(colours[3]))
    for side in (-1, 1):
        with local(canvas, 0, 0):
            canvas.scale(side, 1)
            canvas.drawPath(outline("M 0 .46 Q .1 .2 .36 .1 Q .36 .4 0 .46 Z"), fill(colours[3]))
    head = "M -.3 -.4 L -.12 -.22 L 0 -.44 L .12 -.22 L .3 -.4 Q .38 .14 0 .14 Q -.38 .14 -.3 -.4 Z"
    canvas.drawPath(outline(head), fill(colours[2 - (column + row) % 2]))


def mushroom(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A toadstool with three spots."""
    canvas.drawRRect(rounded(-0.14, -0.06, 0.28, 0.46, 0.12), fill(colours[3]))
    canvas.drawPath(outline("M -.42 .04 Q -.42 -.42 0 -.42 Q .42 -.42 .42 .04 Z"), fill(colours[1]))
    for x, y, radius in ((-0.2, -0.12, 0.075), (0.05, -0.26, 0.085), (0.22, -0.08, 0.07)):
        canvas.drawPath(circle(x, y, radius), fill(colours[2]))


def eyes(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """An eye wide open."""
    canvas.drawPath(outline("M -.48 0 Q 0 -.58 .48 0 Q 0 .58 -.48 0 Z"), fill(colours[1]))
    canvas.drawPath(circle(0, 0, 0.21), fill(colours[2]))
    canvas.drawPath(circle(0, 0, 0.10), fill(colours[3]))


def heart(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A heart in a heart."""
    shape = outline("M 0 .82 C -1.5 -.1 -.9 -1.05 0 -.42 C .9 -1.05 1.5 -.1 0 .82 Z")
    for size, colour in ((0.47, colours[1 + (column + row) % 2]), (0.24, colours[3])):
        with local(canvas, 0, 0, size):
            canvas.drawPath(shape, fill(colour))


def moon(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A crescent and a star in turn."""
    if (column + row) % 2:
        canvas.drawPath(star(0, 0, 0.40, 0.17), fill(colours[2]))
        canvas.drawPath(circle(0, 0, 0.1), fill(colours[3]))
    else:
        canvas.drawPath(circle(0, 0, 0.40), fill(colours[1]))
        canvas.drawPath(circle(0.15, -0.06, 0.29), fill(colours[0]))


def arrow(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """An arrow to the right or down."""
    odd = (column + row) % 2
    canvas.rotate(90 * odd)
    corners = [(-0.5, -0.18), (0.02, -0.18), (0.02, -0.42), (0.48, 0), (0.02, 0.42), (0.02, 0.18), (-0.5, 0.18)]
    canvas.drawPath(polygon(corners), fill(colours[1 + odd]))
    canvas.drawPath(circle(-0.2, 0, 0.09), fill(colours[3]))


def drops(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """Three drops, one in the other."""
    shape = outline(
        "M 0 -1.25 C .3 -.6 .95 -.25 .95 .12 C .95 .7 .5 1 0 1 C -.5 1 -.95 .7 -.95 .12 C -.95 -.25 -.3 -.6 0 -1.25 Z"
    )
    for size, colour in ((0.50, 1), (0.34, 2), (0.16, 3)):
        with local(canvas, 0, 0.06, size):
            canvas.drawPath(shape, fill(colours[colour]))


def bow(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """Two triangles tip to tip."""
    canvas.rotate(90 * ((column + row) % 2))
    canvas.drawPath(polygon([(-0.47, -0.47), (0, 0), (-0.47, 0.47)]), fill(colours[1]))
    canvas.drawPath(polygon([(0.47, -0.47), (0, 0), (0.47, 0.47)]), fill(colours[2]))
    canvas.drawPath(circle(0, 0, 0.14), fill(colours[3]))


def house(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A house with roof and door."""
    odd = (column + row) % 2
    canvas.drawRect(rect(-0.38, -0.1, 0.76, 0.54), fill(colours[1 + odd]))
    canvas.drawPath(polygon([(-0.48, -0.08), (0, -0.46), (0.48, -0.08)]), fill(colours[3]))
    canvas.drawRRect(rounded(-0.11, 0.08, 0.22, 0.36, 0.1), fill(colours[2 - odd]))


def bird(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A bird that looks at its neighbour."""
    canvas.scale(-1 if (column + row) % 2 else 1, 1)
    canvas.drawPath(polygon([(0.1, -0.02), (0.48, -0.30), (0.44, 0.1)]), fill(colours[1]))
    body = "M -.38 -.12 C -.38 -.42 .02 -.42 .06 -.1 L .3 .02 C .26 .44 -.38 .44 -.38 -.12 Z"
    canvas.drawPath(outline(body), fill(colours[1]))
    canvas.drawPath(polygon([(-0.36, -0.2), (-0.5, -0.1), (-0.36, -0.03)]), fill(colours[3]))
    canvas.drawPath(circle(-0.2, -0.16, 0.055), fill(colours[0]))
    canvas.drawPath(outline("M -.14 .02 L .2 .02 Q .16 .3 -.06 .28 Z"), fill(colours[2]))


def cup(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A cup on its saucer."""
    canvas.drawPath(circle(0.28, -0.02, 0.15), stroke(colours[1], 0.09, caps=False))
    bowl = "M -.36 -.24 L .28 -.24 C .28 .2 .14 .3 -.04 .3 C -.22 .3 -.36 .2 -.36 -.24 Z"
    canvas.drawPath(outline(bowl), fill(colours[1]))
    canvas.drawPath(circle(-0.04, -0.01, 0.12), fill(colours[2]))
    canvas.drawRRect(rounded(-0.38, 0.32, 0.68, 0.09, 0.04), fill(colours[3]))


def pear(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """Half a pear with two pips."""
    shape = outline(
        "M 0 -.95 C .42 -.95 .34 -.3 .6 .02 C .95 .5 .6 1 0 1 C -.6 1 -.95 .5 -.6 .02 C -.34 -.3 -.42 -.95 0 -.95 Z"
    )
    for size, colour in ((0.46, 1), (0.33, 2)):
        with local(canvas, 0, 0, size):
            canvas.drawPath(shape, fill(colours[colour]))
    for side in (-1, 1):
        canvas.drawPath(_oval(side * 0.065 - 0.045, 0.06, 0.09, 0.17), fill(colours[3]))
    canvas.drawRRect(rounded(-0.03, -0.52, 0.06, 0.14, 0.03), fill(colours[3]))


def hexastar(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """A star with six points."""
    canvas.drawPath(star(0, 0, 0.5, 0.29, 6), fill(colours[1]))
    canvas.drawPath(regular(0, 0, 0.28, 6), fill(colours[2]))
    canvas.drawPath(circle(0, 0, 0.13), fill(colours[3]))


def yinyang(canvas: skia.Canvas, colours: Colours, column: int, row: int) -> None:
    """Two halves that turn into each other."""
    canvas.rotate(90 * ((column + row) % 2))
    radius = 0.46
    canvas.drawPath(circle(0, 0, radius), fill(colours[1]))
    with clipped(canvas, circle(0, 0, radius)):
        canvas.drawRect(rect(0, -radius, radius, 2 * radius), fill(colours[2]))
    for side, colour in ((-1, colours[1]), (1, colours[2])):
        canvas.drawPath(circle(0, side * radius / 2, radius / 2), fill(colour))
        canvas.drawPath(circle(0, side * radius / 2, radius * 0.17), fill(colours[3]))


#: motif -> its figure, and whether every second row is put off by half a cell
FIGURES: dict[str, tuple[Figure, bool]] = {
    "petals": (petals, False),
    "plus": (plus, True),
    "triangles": (triangles, False),
    "fish": (fish, False),
    "shoal": (shoal, False),
    "tulip": (tulip, False),
    "mushroom": (mushroom, False),
    "eyes": (eyes, True),
    "heart": (heart, False),
    "moon": (moon, False),
    "arrow": (arrow, False),
    "drops": (drops, True),
    "bow": (bow, False),
    "house": (house, False),
    "bird": (bird, False),
    "cup": (cup, False),
    "pear": (pear, False),
    "hexastar": (hexastar, False),
    "yinyang": (yinyang, False),
}


def draw(canvas: skia.Canvas, motif: str, colours: Colours, cells: int) -> None:
    """Fill a picture of one by one with ``cells`` by ``cells`` shapes, and those that reach in from around."""
    figure, staggered = FIGURES[motif]
    for row in range(-1, cells + 1):
        for column in range(-1, cells + 1):
            shift = 0.5 if staggered and row % 2 else 0.0
            with local(canvas, (column + 0.5 + shift) / cells, (row + 0.5) / cells, 1 / cells):
                figure(canvas, colours, column, row)
