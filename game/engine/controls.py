"""Pictures of buttons, switches, sliders and rings; plain. ``Kit.widget_image`` converts each for the screen, once."""

from collections.abc import Sequence

from pygame import Surface

from game.engine import fonts, palette, surfaces
from game.engine.kit import Kit, centred

#: width and height of a switch, logical
SWITCH = (76, 42)
#: space at both sides of a label in a bar, as the pill of the chosen one is round, also where it costs too much size
LABEL_EDGE, LEAST_EDGE, SMALLEST = 10.0, 7.0, 0.85


def key_cap_plain(kit: Kit, key: str) -> Surface:
    """Draw a key's name on a small cap."""
    line = kit.line_plain(key, 15, palette.INK, fonts.BLACK)
    wide = max(kit.px(26), line.get_width() + kit.px(12))
    whole = surfaces.rounded((wide + kit.px(4), kit.px(28)), kit.px(7), palette.INK).copy()
    whole.blit(surfaces.rounded((wide, kit.px(23)), kit.px(6), palette.CREAM), (kit.px(2), kit.px(1)))
    centred(whole, line, whole.get_width() // 2, kit.px(12))
    return whole


def focus_plain(kit: Kit, w: float, h: float, radius: float) -> Surface:
    """Draw the white ring around a w x h box that starts at 8, 8."""
    whole = surfaces.blank((kit.px(w + 16), kit.px(h + 16)))
    put_rings(kit, whole, (w, h, radius), ((8, 2, palette.INK), (6, 4, palette.WHITE), (2, 2, palette.INK)))
    return whole


def put_rings(
    kit: Kit, whole: Surface, box: tuple[float, float, float], rings: Sequence[tuple[float, float, palette.Colour]]
) -> None:
    """Compose rings around a centred box, given by its size and corner radius.

    A ring has its distance from the box, its width inward and its colour.
    """
    w, h, radius = box
    for out, width, colour in rings:
        size = (kit.px(w + 2 * out), kit.px(h + 2 * out))
        ring = surfaces.ring(size, kit.px(radius + out), max(1, kit.px(width)), colour)
        centred(whole, ring, whole.get_width() // 2, whole.get_height() // 2)


def segment_plain(kit: Kit, w: float, h: float, labels: tuple[str, ...], chosen: int, size: float) -> Surface:
    """Draw a bar of labels with the chosen one in a dark pill; the bar starts at 12, 12."""
    px = kit.px
    whole = surfaces.clear((px(w + 24), px(h + 28)), palette.SHADE)
    cast, room = surfaces.shadow((px(w), px(h)), px(h / 2), max(1, px(3)), 102)
    whole.blit(cast, (px(14) - room, px(17) - room))
    whole.blit(surfaces.rounded((px(w), px(h)), px(h / 2), palette.ICON_LIP), (px(12), px(15)))
    whole.blit(surfaces.rounded((px(w), px(h)), px(h / 2), palette.PARCHMENT), (px(12), px(12)))
    part = (w - 8) / len(labels)
    real = round(size * kit.text_scale)
    widest = max(fonts.width(label, fonts.DISPLAY, real) for label in labels)
    edge = LABEL_EDGE if SMALLEST * widest <= px(part - 2 * LABEL_EDGE) else LEAST_EDGE
    sizes = [fonts.fitted(label, fonts.DISPLAY, real, px(part - 2 * edge)) for label in labels]
    for place, label in enumerate(labels):
        left = 16 + place * part
        if place == chosen:
            whole.blit(surfaces.rounded((px(part), px(h - 8)), px(h / 2 - 4), palette.INK), (px(left), px(16)))
        line = fonts.plain(label, fonts.DISPLAY, min(sizes), palette.CREAM if place == chosen else palette.INK)
        centred(whole, line, px(left + part / 2), px(12 + h / 2))
    return whole


def toggle_plain(kit: Kit, on: bool) -> Surface:
    """Draw a switch: green with a tick, or grey with a dash."""
    px = kit.px
    w, h = SWITCH
    whole = surfaces.rounded((px(w), px(h)), px(h / 2), palette.INK).copy()
    fill = palette.GOOD if on else palette.TOGGLE_OFF
    whole.blit(surfaces.rounded((px(w - 5), px(h - 5)), px(h / 2 - 2.5), fill), (px(2.5), px(2.5)))
    x = px(w - h / 2) if on else px(h / 2)
    centred(whole, surfaces.disc(px(h / 2 - 4), palette.INK, 102), x, px(h / 2 + 2))
    centred(whole, surfaces.disc(px(h / 2 - 4.5), palette.CREAM), x, px(h / 2))
    centred(whole, kit.icon_plain("check" if on else "minus", 22, palette.INK), x, px(h / 2))
    return whole


def bar_plain(kit: Kit, w: float, h: float, value: float, fill: palette.Colour) -> Surface:
    """Draw a bar filled to ``value`` (0 to 1)."""
    px = kit.px
    whole = surfaces.rounded((px(w), px(h)), px(h / 2), palette.INK).copy()
    whole.blit(surfaces.rounded((px(w - 4), px(h - 4)), px(h / 2 - 2), palette.LIP), (px(2), px(2)))
    if value > 0:
        size = (max(px(h - 4), px((w - 4) * value)), px(h - 4))
        whole.blit(surfaces.rounded(size, px(h / 2 - 2), fill), (px(2), px(2)))
    return whole


def knob_plain(kit: Kit) -> Surface:
    """Draw the knob of a slider."""
    px = kit.px
    whole = surfaces.blank((px(44), px(44)))
    middle = whole.get_width() // 2
    centred(whole, surfaces.disc(px(17), palette.SHADE, 90), middle + px(1.5), middle + px(4))
    centred(whole, surfaces.disc(px(17), palette.INK), middle, middle + px(2.5))
    centred(whole, surfaces.disc(px(15), palette.CREAM), middle, middle)
    centred(whole, surfaces.disc(px(5.5), palette.AMBER), middle, middle)
    return whole


def bright_row_plain(kit: Kit, w: float, h: float, won: bool, colour: palette.Colour = palette.GOLD) -> Surface:
    """Draw the highlighted row, which is darker than paper and the edges of cards.

    A row that ``won`` is pale gold, or its team's ``colour``, with a dark outline, as cards have light or gold edges;
    others have a gold outline.
    """
    size, radius = (kit.px(w), kit.px(h)), kit.px(18)
    bright, first = (palette.PARCHMENT, palette.LIP, 0.3), (colour, palette.PARCHMENT, 0.6)
    whole = surfaces.rounded(size, radius, palette.mix(*(first if won else bright))).copy()
    dark = palette.AMBER if colour == palette.GOLD else palette.mix(colour, palette.INK, 0.2)
    line = dark if won else palette.GOLD
    whole.blit(surfaces.ring(size, radius, max(2, kit.px(4)), line), (0, 0))
    return whole
