"""Draws the 119 patterns of Twin It! and the back of its cards.

The patterns go to ``assets/art/twin_it`` as one sheet in the order of the deck, ``COLUMNS`` a row, ``SIDE`` pixels
square, with no space between. The set in greys is the same sheet with other colours: ``greys.png`` has a row for
every pattern and in it a grey for every colour of the sheet's palette. So it costs next to nothing, and both sets
agree to the point. Overview for the eye: ``python build/art/patterns.py SHEET.png``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import skia

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build"))

from art import brush, export, patterns_fields, patterns_tiles  # noqa: E402
from art.palette import CREAM, FELT, GOLD, INK, mix, rgb  # noqa: E402
from art.patterns_data import COLOURS, GREYS, PATTERNS, Pattern  # noqa: E402

SIDE = 224
COLUMNS = 12
#: colours of the whole sheet, the mixtures of edges included
SHEET_COLOURS = 48
#: what the felt's tint is lightened with for the back
BACK_LIGHT = "#8B72AE"
#: an overview for the eye
SHOWN_SIDE, SHOWN_GAP = 112, 12


def lightness(colour: str) -> float:
    """Return L* of a colour, 0 to 100."""
    channels = [value / 255 for value in rgb(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def colours_of(pattern: Pattern) -> tuple[str, ...]:
    """Return the colours of a pattern, ground first."""
    return tuple(COLOURS[letter] for letter in pattern.colours)


def greys_of(pattern: Pattern) -> tuple[str, ...]:
    """Return even greys in the order of lightness of the pattern's colours, so that no hue is needed."""
    colours = colours_of(pattern)
    ranks = sorted(set(colours), key=lightness)
    return tuple(GREYS[len(ranks)][ranks.index(colour)] for colour in colours)


def draw(canvas: skia.Canvas, pattern: Pattern, colours: tuple[str, ...]) -> None:
    """Draw a pattern into the square of one by one at the origin."""
    square = brush.rect(0, 0, 1, 1)
    with brush.clipped(canvas, square):
        canvas.drawRect(square, brush.fill(colours[0]))
        if pattern.motif in patterns_tiles.FIGURES:
            patterns_tiles.draw(canvas, pattern.motif, colours, int(pattern.numbers[0]))
        else:
            patterns_fields.FIELDS[pattern.motif](canvas, colours, *pattern.numbers)


def picture(pattern: Pattern, colours: tuple[str, ...], side: int) -> np.ndarray:
    """Return a pattern as rows of RGBA bytes."""
    surface = brush.new_surface(side, side)
    with brush.local(surface.getCanvas(), 0, 0, side):
        draw(surface.getCanvas(), pattern, colours)
    return brush.pixels(surface)


def sheet(grey: bool, side: int = SIDE) -> np.ndarray:
    """Return all patterns as one picture; what is left of the last row stays black."""
    rows = -(-len(PATTERNS) // COLUMNS)
    whole = np.zeros((rows * side, COLUMNS * side, 4), dtype=np.uint8)
    whole[..., 3] = 255
    for number, pattern in enumerate(PATTERNS):
        y, x = number // COLUMNS * side, number % COLUMNS * side
        whole[y : y + side, x : x + side] = picture(pattern, (greys_of if grey else colours_of)(pattern), side)
    # no part of a face is see-through, whatever the rounding of the canvas says
    whole[..., 3] = 255
    return whole


@cache
def quantised() -> tuple[np.ndarray, np.ndarray]:
    """Return the sheet in colour as indices of a palette, and the palette."""
    return export.quantised(sheet(grey=False), SHEET_COLOURS)


def greys() -> np.ndarray:
    """Return the grey of every pattern (rows) for every colour of the sheet's palette (columns).

    It is the mean of what the pattern drawn in greys has at the points of that colour: exact for areas, and for
    the mixtures along their edges as near as the palette is to those.
    """
    indices, _ = quantised()
    drawn = sheet(grey=True)[..., 0]
    table = np.zeros((len(PATTERNS), SHEET_COLOURS))
    for number in range(len(PATTERNS)):
        y, x = number // COLUMNS * SIDE, number % COLUMNS * SIDE
        points = indices[y : y + SIDE, x : x + SIDE].ravel()
        sums = np.bincount(points, drawn[y : y + SIDE, x : x + SIDE].ravel(), SHEET_COLOURS)
        table[number] = sums / np.maximum(np.bincount(points, minlength=SHEET_COLOURS), 1)
    return np.rint(table).astype(np.uint8)


def back(canvas: skia.Canvas) -> None:
    """Draw the back into the square of one by one: twin cards on a lattice of twin rings, alike upside down."""
    ground = mix(FELT["twin_it"], BACK_LIGHT, 0.45)
    lattice = mix(ground, INK, 0.28)
    canvas.drawPaint(brush.fill(ground))
    step = 1 / 6
    for row in range(-1, 8):
        for column in range(-1, 8):
            x, y = step * (column + 0.5 * (row % 2)), step * row
            for shift in (-0.13, 0.13):
                canvas.drawCircle(x + shift * step, y, step * 0.27, brush.stroke(lattice, step * 0.09))
    canvas.drawRRect(brush.rounded(0.075, 0.075, 0.85, 0.85, 0.07), brush.stroke(GOLD, 0.016, 0.7))
    canvas.drawCircle(0.5, 0.5, 0.315, brush.fill(INK))
    canvas.drawCircle(0.5, 0.5, 0.29, brush.fill(CREAM))
    for turn in (0, 180):
        with brush.local(canvas, 0.5, 0.5, angle=turn):
            _twin(canvas)


def _twin(canvas: skia.Canvas) -> None:
    """Draw one of the two cards on the back, to the upper left of the middle."""
    with brush.local(canvas, -0.095, -0.065, angle=-12):
        for half, corner, colour in ((0.138, 0.05, INK), (0.122, 0.038, COLOURS["Y"])):
            canvas.drawRRect(brush.rounded(-half, -half, 2 * half, 2 * half, corner), brush.fill(colour))
        for radius, letter in ((0.096, "R"), (0.066, "C"), (0.037, "N")):
            canvas.drawCircle(0, 0, radius, brush.fill(COLOURS[letter]))


def shown() -> Iterator[np.ndarray]:
    """Yield both sets with gaps, for looking at."""
    for grey in (False, True):
        small = sheet(grey, SHOWN_SIDE)
        rows = small.shape[0] // SHOWN_SIDE
        step = SHOWN_SIDE + SHOWN_GAP
        spread = np.full((rows * step + SHOWN_GAP, COLUMNS * step + SHOWN_GAP, 4), (69, 54, 81, 255), dtype=np.uint8)
        for number in range(len(PATTERNS)):
            row, column = divmod(number, COLUMNS)
            y, x = row * step + SHOWN_GAP, column * step + SHOWN_GAP
            top, left = row * SHOWN_SIDE, column * SHOWN_SIDE
            spread[y : y + SHOWN_SIDE, x : x + SHOWN_SIDE] = small[top : top + SHOWN_SIDE, left : left + SHOWN_SIDE]
        yield spread


def main() -> int:
    """Write an overview of both sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("path", type=Path, metavar="SHEET.png", help="write an overview there")
    export.write_png(parser.parse_args().path, np.concatenate(list(shown())))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
