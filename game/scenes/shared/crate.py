"""Pictures of the crate, of the games' boxes with their names, and of the labels on its front board."""

from pygame import Rect, Surface

from game.catalogue.presentations import PRESENTATIONS
from game.engine import surfaces
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import SHADE

#: place of the crate, in logical pixels of the wide table
CRATE = Box(0, 172, 1280, 430)
BACK = Box(34, 198, 1212, 306)
#: height of the crate in its picture, above the shadow that it casts on the wood
CRATE_HIGH = 400.0
#: boxes stand on this line
FLOOR = 492.0
#: distance of the front board's centre below the floor
BOARD = 30.0
#: aspect ratio of a label's picture
LABEL_RATIO = 408 / 116


def box_picture(kit: Kit, game: str, name: str, share: float) -> Surface:
    """Draw a game's box with its name, at ``share`` of its full size; plain."""
    art = PRESENTATIONS[game].box
    whole = kit.image_plain(f"title/box_{game}", art.w * share, art.h * share).copy()
    for x, y, size, most, colour, turned in art.names:
        sticker = kit.sticker_plain(name, size * share, colour, most * share)
        if turned:
            sticker = surfaces.turned(sticker, 180)
        centred(whole, sticker, kit.px(x * share), kit.px(y * share))
    return whole


def small_box(kit: Kit, game: str, name: str, w: float, h: float) -> Surface:
    """Draw a game's box with its name as large as it fits ``w`` by ``h``, as a picture of the whole; plain."""
    art, whole = PRESENTATIONS[game].box, box_picture(kit, game, name, 1.0)
    share = min(w / art.w, h / art.h)
    return surfaces.scaled(whole, (kit.px(art.w * share), kit.px(art.h * share)))


def crate_plain(kit: Kit, *, shadow: bool) -> Surface:
    """Draw the front of the crate, or the shadow below it; plain."""
    whole = kit.image_plain("title/crate_front", CRATE.w, CRATE.h)
    cut = kit.px(CRATE_HIGH)
    top, high = (cut, whole.get_height() - cut) if shadow else (0, cut)
    return whole.subsurface(Rect(0, top, whole.get_width(), high)).copy()


def label_plain(kit: Kit, w: float, h: float) -> Surface:
    """Draw an empty label for the front board; plain."""
    whole = surfaces.clear((kit.px(w), kit.px(h)), SHADE)
    # the picture is cut in its middle, so that no nail is stretched
    plate = kit.image_plain("title/label", h * LABEL_RATIO, h)
    half = whole.get_width() // 2
    whole.blit(plate, (0, 0), Rect(0, 0, half, plate.get_height()))
    rest = whole.get_width() - half
    whole.blit(plate, (half, 0), Rect(plate.get_width() - rest, 0, rest, plate.get_height()))
    return whole
