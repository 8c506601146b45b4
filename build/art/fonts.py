"""Builds the four fonts of the game from the npm packages they are published in.

The committed fonts are the drawing source of everything else; they are rebuilt only on request.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

LATIN_1 = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
EXTRA = "„“”‚‘’–—…−×½·•€"
NAME_FAMILY, NAME_UNIQUE, NAME_FULL, NAME_POSTSCRIPT = 1, 3, 4, 6
NAME_TYPO_FAMILY, NAME_TYPO_STYLE = 16, 17
KEPT_NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]
ARROWS = {"→": (1, 0, 0, 1), "←": (-1, 0, 0, -1), "↑": (0, -1, 1, 0), "↓": (0, 1, -1, 0)}
CHECK_MARK = "✓"
SIGN_ADVANCE, SIGN_X, SIGN_Y, SIGN_REACH = 760, 380, 350, 310
NO_BREAK_SPACE = 0xA0
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "calt"]


@dataclass(frozen=True)
class FontSource:
    """One published font file and the name of the subset made from it."""

    package: str
    version: str
    member: str
    output: str
    pen: int
    new_family: str | None
    licence: str


SOURCES = (
    FontSource(
        "@fontsource/lilita-one",
        "5.3.0",
        "files/lilita-one-latin-400-normal.woff2",
        "display.ttf",
        92,
        "Kiste Display",
        "OFL-lilita-one.txt",
    ),
    *(
        FontSource(
            "@fontsource/nunito",
            "5.3.0",
            f"files/nunito-latin-{weight}-normal.woff2",
            f"text-{weight}.ttf",
            weight * 3 // 40,
            None,
            "OFL-nunito.txt",
        )
        for weight in (700, 800, 900)
    ),
)


def build_fonts(folder: Path) -> list[Path]:
    """Download the packages with npm and write subset fonts and their licences into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with tempfile.TemporaryDirectory() as temporary:
        for source in SOURCES:
            package = _unpack(source, Path(temporary))
            target = folder / source.output
            _subset(package / source.member, target, source)
            licence = folder / source.licence
            licence.write_bytes((package / "LICENSE").read_bytes())
            written += [target, licence]
    return sorted(set(written))


def _unpack(source: FontSource, folder: Path) -> Path:
    """Return the unpacked folder of a package, downloading it once."""
    target = folder / source.package.replace("/", "-").lstrip("@")
    if not target.exists():
        command = ["npm", "pack", f"{source.package}@{source.version}", "--silent"]
        answer = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(folder / answer.stdout.split()[-1]) as archive:
            archive.extractall(target, filter="data")
    return target / "package"


def _subset(published: Path, target: Path, source: FontSource) -> None:
    """Write the part of a font the game needs, renamed if its licence reserves the name."""
    options = subset.Options()
    options.name_IDs = KEPT_NAMES
    options.layout_features = FEATURES
    options.hinting = False
    options.notdef_outline = True
    font = TTFont(published, recalcTimestamp=False)
    font.flavor = None
    worker = subset.Subsetter(options)
    worker.populate(unicodes=[*LATIN_1, *map(ord, EXTRA)])
    worker.subset(font)
    _add_signs(font, source.pen)
    if source.new_family:
        _rename(font, source.new_family)
    font["head"].modified = font["head"].created
    font.save(target)


def _add_signs(font: TTFont, pen: int) -> None:
    """Add the arrows and the check mark the published fonts lack; `pen` is half a line's width."""
    head = pen + 170
    neck = SIGN_REACH - head * 0.95
    arrow = [
        (-SIGN_REACH, -pen),
        (-SIGN_REACH, pen),
        (neck, pen),
        (neck, head),
        (SIGN_REACH, 0),
        (neck, -head),
        (neck, -pen),
    ]
    for character, (xx, xy, yx, yy) in ARROWS.items():
        _add_glyph(font, character, [(xx * x + xy * y, yx * x + yy * y) for x, y in arrow])
    wide = pen * 1.42
    _add_glyph(
        font,
        CHECK_MARK,
        [
            (-SIGN_REACH, -20),
            (-SIGN_REACH + wide, -20 + wide),
            (-90, -230 + 2 * wide),
            (SIGN_REACH - wide, 270 + wide * 0.4),
            (SIGN_REACH, 270 - wide * 0.6),
            (-90, -230),
        ],
    )
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.setdefault(NO_BREAK_SPACE, table.cmap[ord(" ")])


def _add_glyph(font: TTFont, character: str, points: list[tuple[float, float]]) -> None:
    """Add one polygon, given around its centre, as the glyph of a character."""
    name = f"uni{ord(character):04X}"
    pen = TTGlyphPen(None)
    placed = [(round(SIGN_X + x), round(SIGN_Y + y)) for x, y in points]
    pen.moveTo(placed[0])
    for point in placed[1:]:
        pen.lineTo(point)
    pen.closePath()
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["glyf"][name] = glyph
    font["hmtx"][name] = (SIGN_ADVANCE, glyph.xMin)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(character)] = name


def _rename(font: TTFont, family: str) -> None:
    """Replace the family in every name record except copyright and licence."""
    compact = family.replace(" ", "")
    replacement = {
        NAME_FAMILY: family,
        NAME_UNIQUE: f"{compact}-Regular",
        NAME_FULL: family,
        NAME_POSTSCRIPT: f"{compact}-Regular",
        NAME_TYPO_FAMILY: family,
        NAME_TYPO_STYLE: "Regular",
    }
    for record in font["name"].names:
        if record.nameID in replacement:
            record.string = replacement[record.nameID]
