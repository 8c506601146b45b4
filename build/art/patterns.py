"""Draws the 119 patterns of Twin It!: ``python build/art/patterns.py [--show SHEET.png]``.

The set in colour and the set in greys go to ``assets/art/twin_it`` as one picture each: patterns in the order
of the deck, ``COLUMNS`` a row, ``SIDE`` pixels square, with no space between.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import skia

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build"))

from art import brush, export, patterns_fields, patterns_tiles  # noqa: E402
from art.palette import rgb  # noqa: E402
from art.patterns_data import COLOURS, GREYS, PATTERNS, Pattern  # noqa: E402

ART = ROOT / "assets" / "art" / "twin_it"
SIDE = 224
COLUMNS = 12
#: colours of a whole sheet, the mixtures of edges included
SHEET_COLOURS = 40
GREY_COLOURS = 10
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
    """Write both sheets; with ``--show`` an overview instead."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--show", type=Path, metavar="SHEET.png", help="write an overview there and nothing else")
    options = parser.parse_args()
    if options.show:
        export.write_png(options.show, np.concatenate(list(shown())))
        return 0
    for name, grey, colours in (("patterns", False, SHEET_COLOURS), ("patterns_grey", True, GREY_COLOURS)):
        export.write_png(ART / f"{name}.png", sheet(grey), colours)
        print(f"{name}.png: {(ART / f'{name}.png').stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
