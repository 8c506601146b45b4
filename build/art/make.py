"""Regenerates the pictures: `python build/art/make.py [--only NAME ...] [--fonts]`.

NAME is a group or the beginning of a picture's path; an unknown one is answered with all groups.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import skia

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "build"))

from art import (  # noqa: E402
    avatars,
    box_cards,
    brush,
    cards,
    dnup_cards,
    export,
    fonts,
    icons,
    keine_ahnung_cards,
    palette,
    patterns,
    push_cards,
    special_cards,
    symbols,
    textures,
    title,
)

ART = ROOT / "assets" / "art"
ICON = ROOT / "build" / "page" / "icon.svg"
FONTS = ROOT / "assets" / "fonts"
CARD_WIDTH, CARD_HEIGHT = 344, 482
SMALL_WIDTH, SMALL_HEIGHT = 112, 156
ICON_SIDE = 128
CHIP_SIZE, CHIP_RADIUS = 100, 45
FEW_COLOURS, SOME_COLOURS, MANY_COLOURS = 32, 48, 128

Drawing = Callable[[], None]
Painter = Callable[[skia.Canvas], None]


def _picture(name: str, width: int, height: int, colours: int, draw: Painter) -> tuple[str, Drawing]:
    """Pair a PNG's name with the work that makes it; `draw` gets the canvas."""

    def work() -> None:
        surface = brush.new_surface(width, height)
        draw(surface.getCanvas())
        export.write_png(ART / name, brush.pixels(surface), colours)

    return name, work


def _card_picture(name: str, face: cards.Face, colours: int, *, small: bool = False) -> tuple[str, Drawing]:
    """Pair a card's name with the work that makes it."""
    width, height = (SMALL_WIDTH, SMALL_HEIGHT) if small else (CARD_WIDTH, CARD_HEIGHT)
    path = f"nein_danke/{name}{'_small' if small else ''}.png"

    def draw(canvas: skia.Canvas) -> None:
        cards.card(canvas, face, width, height)

    return _picture(path, width, height, colours, draw)


def nein_danke() -> Iterator[tuple[str, Drawing]]:
    """Number cards, special cards in two forms, backs."""
    for value in [*range(cards.LOWEST, cards.HIGHEST + 1), 40]:
        yield _card_picture(f"n{value}", cards.number_face(value), FEW_COLOURS)
    for name in special_cards.SPECIALS:
        yield _card_picture(name, special_cards.special_face(name), SOME_COLOURS)
        small = special_cards.special_face(name, small=True)
        yield _card_picture(name, small, SOME_COLOURS, small=True)
    yield _card_picture("back_pink", cards.pink_back, FEW_COLOURS)
    yield _card_picture("back_green", cards.green_back, FEW_COLOURS)


def twin_it() -> Iterator[tuple[str, Drawing]]:
    """The sheet of patterns, its greys, the back."""
    folder, side = ART / "twin_it", patterns.SIDE
    yield "twin_it/patterns.png", lambda: export.write_indices(folder / "patterns.png", *patterns.quantised())
    yield "twin_it/greys.png", lambda: export.write_values(folder / "greys.png", patterns.greys())

    def draw(canvas: skia.Canvas) -> None:
        with brush.local(canvas, 0, 0, side):
            patterns.back(canvas)

    yield _picture("twin_it/back.png", side, side, SOME_COLOURS, draw)


def keine_ahnung() -> Iterator[tuple[str, Drawing]]:
    """Number cards without numbers, trophies, prizes, backs and the signs of the functions."""
    faces: dict[str, cards.Face] = {suit: keine_ahnung_cards.front(suit) for suit in palette.SUIT}
    faces |= {
        "back": box_cards.keine_ahnung_back,
        "trophy_back": keine_ahnung_cards.trophy_back,
        "trophy": keine_ahnung_cards.trophy,
        "prize": keine_ahnung_cards.prize,
    }
    for name, face in faces.items():

        def draw(canvas: skia.Canvas, face: cards.Face = face) -> None:
            cards.card(canvas, face, CARD_WIDTH, CARD_HEIGHT)

        yield _picture(f"keine_ahnung/{name}.png", CARD_WIDTH, CARD_HEIGHT, FEW_COLOURS, draw)
    for name in keine_ahnung_cards.BADGES:

        def sign(canvas: skia.Canvas, name: str = name) -> None:
            keine_ahnung_cards.badge(name)(canvas, ICON_SIDE, ICON_SIDE)

        yield _picture(f"keine_ahnung/{name}.png", ICON_SIDE, ICON_SIDE, FEW_COLOURS, sign)


def push() -> Iterator[tuple[str, Drawing]]:
    """Cards without numbers and titles, back, die, and the shapes of the colours and the star in white."""
    faces: dict[str, cards.Face] = {suit: push_cards.blank_face(suit) for suit in push_cards.SUITS}
    faces |= {"dice": push_cards.dice_face, "direction": push_cards.direction_face, "back": push_cards.back}
    for name, face in faces.items():

        def draw(canvas: skia.Canvas, face: cards.Face = face) -> None:
            cards.card(canvas, face, CARD_WIDTH, CARD_HEIGHT)

        yield _picture(f"push/{name}.png", CARD_WIDTH, CARD_HEIGHT, FEW_COLOURS, draw)
    for name in (*push_cards.SUITS, "star"):
        for form in ("body", "edge") if name == "star" else ("body", "edge", "hollow"):

            def shape(canvas: skia.Canvas, name: str = name, form: str = form) -> None:
                push_cards.shape(canvas, name, ICON_SIDE, form)

            yield _picture(f"push/{name}_{form}.png", ICON_SIDE, ICON_SIDE, FEW_COLOURS, shape)
    side = 2 * ICON_SIDE
    yield _picture("push/die.png", side, side, FEW_COLOURS, lambda canvas: push_cards.blank_die(canvas, side))


def dnup() -> Iterator[tuple[str, Drawing]]:
    """The bare card, its two ends as masks, and its back."""
    height = CARD_WIDTH * 3 // 2
    for name, face in (("card", dnup_cards.blank), ("back", box_cards.dnup_back)):

        def draw(canvas: skia.Canvas, face: cards.Face = face) -> None:
            cards.card(canvas, face, CARD_WIDTH, height)

        yield _picture(f"dnup/{name}.png", CARD_WIDTH, height, FEW_COLOURS, draw)
    for name, end in (("upper", dnup_cards.end(True)), ("lower", dnup_cards.end(False))):

        def area(canvas: skia.Canvas, end: cards.Face = end) -> None:
            end(canvas, CARD_WIDTH, height - CARD_WIDTH * cards.LIP_SHARE)

        yield _picture(f"dnup/{name}.png", CARD_WIDTH, height, FEW_COLOURS, area)


def user_interface() -> Iterator[tuple[str, Drawing]]:
    """The chip."""

    def draw(canvas: skia.Canvas) -> None:
        symbols.chip(canvas, CHIP_SIZE / 2, CHIP_SIZE / 2 - CHIP_RADIUS * 0.08, CHIP_RADIUS)

    yield _picture("ui/chip.png", CHIP_SIZE, CHIP_SIZE, SOME_COLOURS, draw)


def figures() -> Iterator[tuple[str, Drawing]]:
    """Seven figures in four moods."""
    unit = avatars.DISC_RADIUS / avatars.RING_INK
    size = avatars.CANVAS_SIZE
    for kind in avatars.ANIMALS:
        for mood in avatars.MOODS:

            def draw(canvas: skia.Canvas, kind: str = kind, mood: str = mood) -> None:
                with brush.local(canvas, size / 2, size / 2, unit):
                    avatars.draw_avatar(canvas, kind, mood)

            yield _picture(f"avatars/{kind}_{mood}.png", size, size, SOME_COLOURS, draw)


def signs() -> Iterator[tuple[str, Drawing]]:
    """White icons and the two coloured ones."""
    size = icons.ICON_SIZE
    for table, colours in ((icons.ICONS, FEW_COLOURS), (icons.COLOURED, SOME_COLOURS)):
        for name, icon in table.items():

            def draw(canvas: skia.Canvas, icon: icons.Icon = icon) -> None:
                with brush.local(canvas, size / 2, size / 2, icons.ICON_UNIT):
                    icon(canvas)

            yield _picture(f"icons/{name}.png", size, size, colours, draw)


def _texture(name: str, make: Callable[[], np.ndarray], quality: int = export.JPEG_QUALITY) -> tuple[str, Drawing]:
    """Pair a JPEG's name with the work that makes it; `make` returns its rows of bytes."""
    return name, lambda: export.write_jpeg(ART / name, make(), quality)


def app_icon(canvas: skia.Canvas) -> None:
    """The program's icon, drawn from the same file as the site's."""
    drawing = skia.SVGDOM.MakeFromStream(skia.MemoryStream(ICON.read_bytes()))
    with brush.local(canvas, 0, 0, ICON_SIDE / drawing.containerSize().width()):
        drawing.render(canvas)


def title_screen() -> Iterator[tuple[str, Drawing]]:
    """Background, logo, crate, label and the boxes."""
    yield _texture("title/wood.jpg", lambda: brush.pixels(title.background()))
    yield _texture("title/crate_back.jpg", lambda: brush.pixels(title.crate_back()))
    width, height = title.WIDTH, title.FRONT_HEIGHT
    yield _picture("title/crate_front.png", width, height, MANY_COLOURS, title.crate_front)
    doubled = [
        ("logo", title.LOGO_WIDTH, title.LOGO_HEIGHT, title.logo),
        ("label", title.LABEL_WIDTH, title.LABEL_HEIGHT, title.label),
        *((f"box_{name}", box.width, box.height, box.draw) for name, box in title.BOXES.items()),
    ]
    yield _picture("title/icon.png", ICON_SIDE, ICON_SIDE, SOME_COLOURS, app_icon)
    for name, logical_width, logical_height, drawing in doubled:

        def draw(canvas: skia.Canvas, drawing: Painter = drawing) -> None:
            with brush.local(canvas, 0, 0, 2):
                drawing(canvas)

        yield _picture(f"title/{name}.png", 2 * logical_width, 2 * logical_height, SOME_COLOURS, draw)


def table() -> Iterator[tuple[str, Drawing]]:
    """Felt and the wood of the rail."""
    yield "table/noise.png", lambda: export.write_grey(ART / "table/noise.png", textures.felt_noise())
    yield _texture("table/rail_wood.jpg", lambda: textures.rail(palette.WOOD_RAIL))


GROUPS: dict[str, Callable[[], Iterator[tuple[str, Drawing]]]] = {
    "nein_danke": nein_danke,
    "twin_it": twin_it,
    "keine_ahnung": keine_ahnung,
    "push": push,
    "dnup": dnup,
    "ui": user_interface,
    "avatars": figures,
    "icons": signs,
    "title": title_screen,
    "table": table,
}


def main() -> int:
    """Make the pictures asked for; without a choice, all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="NAME", help="draw only these groups or paths that begin like this"
    )
    parser.add_argument("--fonts", action="store_true", help="rebuild the fonts from the npm packages first")
    options = parser.parse_args()
    if options.fonts:
        fonts.build_fonts(FONTS)
    made = 0
    for group in GROUPS.values():
        for name, work in group():
            if any(name.startswith(wanted) for wanted in options.only):
                work()
                made += 1
    if not made:
        parser.error(f"no picture begins with {', '.join(options.only)}; the groups are {', '.join(GROUPS)}")
    print(f"{made} pictures written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
