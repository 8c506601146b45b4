"""The picture of a game's box with its name."""

from pygame import Surface

from game.catalogue.presentations import PRESENTATIONS
from game.engine import surfaces
from game.engine.kit import Kit, centred


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


def fitting_share(game: str, w: float, h: float) -> float:
    """Return the share of its full size at which a game's box fits ``w`` by ``h``."""
    art = PRESENTATIONS[game].box
    return min(w / art.w, h / art.h)
