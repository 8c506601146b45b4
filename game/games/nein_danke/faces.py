"""Pictures of the cards and chips of Nein Danke! at any width and in any state, with shadows."""

from pygame import Surface

from game.engine import cards, fonts, surfaces
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, PANEL, SHADE, mix, rgb
from game.engine.texts import Texts
from game.games.nein_danke.deck import BONUS, FIRST_SPECIAL, SPECIALS

#: height of a card's picture, lip included, for a width of 1
RATIO = 482 / 344
#: the part of that height above the lip
BODY = 475 / 482
#: the middle of its number or sign
MIDDLE = 0.53
#: below this width in real pixels a special card shows no title and a larger sign
SMALL_BELOW = 92
#: radius of a chip in its picture
CHIP_FACE = 45 / 100
#: how much darker a card of a run is that does not count, as a share
UNCOUNTED = 0.34
#: the height of a special card's sign without its points, as a share of the card's width: a tile shows all of that
SIGN = 0.66
#: the side of a special card's tile at the table, as a share of the card's width
TILE_SIDE = 0.8
#: what is written large on small tiles: chips look alike otherwise, and points in a star are too small
SIGNS = {"chips_negative": "\u22121", "halve_chips": "\u00bd"} | {
    f"bonus{points}": f"+{points}" for points in BONUS.values()
}
#: what low tiles have instead of a small picture: a word, and the sign of what it is about
ABOUT = {
    "double_chips": ("\u00d72", "chip"),
    "plus_per_card": ("+1", "card"),
    "minus_per_card": ("\u22121", "card"),
    "highest_doubled": ("\u00d72", "arrow_up"),
}
#: such a word's size as a share of the tile's height, the most of its width, and the height below which it is written,
#: in real pixels
SIGN_SIZE, SIGN_WIDE, SIGNED_BELOW = 0.66, 0.88, 48
#: how much wider than high a low tile is, the part of its height that the sign takes, and the gap before it
LOW, ABOUT_HIGH, ABOUT_GAP = 1.25, 0.62, 0.06
GREEN_EDGE = rgb("#4FB286")


def face_of(card: int) -> str:
    """Return the name of a card's picture."""
    return SPECIALS[card] if card >= FIRST_SPECIAL else f"n{card}"


class NeinDankeFaces(cards.CardFaces):
    """The pictures for one kit and language, drawn once and cached."""

    def __init__(self, kit: Kit, texts: Texts) -> None:
        super().__init__(kit)
        self.texts = texts
        self._tiles: dict[tuple[str, int, int, int, bool], Surface] = {}

    def whole(self, face: str, w: float, state: str) -> Surface:
        """Draw a card with its shadow and state, or a plain chip."""
        if face == "chip":
            side = w / (2 * CHIP_FACE)
            return self.kit.image_plain("ui/chip", side, side)
        card = self.tile(face, w, w * TILE_SIDE, w * TILE_SIDE, False) if state == "tile" else self.plain(face, w)
        return cards.card_in_state(self.kit, card, w, state)

    def plain(self, face: str, w: float) -> Surface:
        """Draw a card without shadow and state, for use in compositions."""
        px = self.kit.px
        size = (max(4, px(w)), max(6, px(w * RATIO)))
        special = face in SPECIALS.values()
        small = "_small" if special and size[0] < SMALL_BELOW else ""
        picture = surfaces.image(f"art/nein_danke/{face}{small}.png", size)
        if special and not small:
            picture = picture.copy()
            title = self.texts(f"nein_danke.card.{face}")
            real = fonts.fitted(title, fonts.DISPLAY, max(6, px(w * 0.148)), px(w * 0.85))
            centred(
                picture, fonts.plain(title, fonts.DISPLAY, real, CREAM), size[0] // 2, round(size[1] * BODY * 0.872)
            )
        return picture

    def tile(self, face: str, w: float, wide: float, high: float, dim: bool) -> Surface:
        """Return the middle of a card ``w`` wide, with its number or sign, where a whole one would be illegible.

        A card that does not count is ``dim``.
        """
        px = self.kit.px
        if face in SPECIALS.values():
            w = min(w, high / SIGN)
        key = (face, px(w * 4), px(wide), px(high), dim)
        if key not in self._tiles:
            picture = self.plain(face, w)
            size = px(wide), min(px(high), picture.get_height())
            across = min(size[0], round(picture.get_width() * (1 - 2 * MARGIN)))
            left, top = (picture.get_width() - across) // 2, round(picture.get_height() * MIDDLE - size[1] / 2)
            cut = surfaces.part(picture, (left, min(max(0, top), picture.get_height() - size[1]), across, size[1]))
            if across < size[0]:
                # its ground goes on at both sides
                whole = surfaces.scaled(surfaces.part(cut, (0, 0, 1, size[1])), size)
                centred(whole, cut, size[0] // 2, size[1] // 2)
                cut = whole
            if size[1] < SIGNED_BELOW:
                cut = self._signed(face, cut)
            cut = surfaces.dimmed(cut, INK, UNCOUNTED) if dim else cut
            mask = surfaces.rounded(size, max(2, px(w * 0.07)), (255, 255, 255))
            self._tiles[key] = surfaces.ready(surfaces.masked(cut, mask))
        return self._tiles[key]

    def _signed(self, face: str, tile: Surface) -> Surface:
        """Return a small tile with the sign of a special card in large letters."""
        wide, high = tile.get_size()
        text, about = ABOUT.get(face, ("", "")) if wide >= LOW * high else ("", "")
        text = text or SIGNS.get(face, "")
        if not text:
            return tile
        points = face in BONUS
        # a chip stays in sight behind its word; a star or a small picture makes room for it
        ground = surfaces.scaled(surfaces.part(tile, (0, 0, 1, high)), (wide, high)) if about or points else tile.copy()
        side, gap = (round(high * ABOUT_HIGH), round(high * ABOUT_GAP)) if about else (0, 0)
        # the width decides where a tile is narrower than it is high
        most, room = round(high * SIGN_SIZE), round(wide * SIGN_WIDE) - side - gap
        size = min(most, most * room // fonts.width(text, fonts.DISPLAY, most))
        word = fonts.sticker(text, size, CREAM)
        left = (wide - word.get_width() - side - gap) // 2
        centred(ground, word, left + word.get_width() // 2, high // 2)
        if about:
            across = side / self.kit.scale
            chip = about == "chip"
            icon = (
                self.kit.image_plain("ui/chip", across, across) if chip else self.kit.icon_plain(about, across, CREAM)
            )
            centred(ground, icon, left + word.get_width() + gap + side // 2, high // 2)
        return ground


#: the part of a card's width and height that is free of its number at the left, and the height of a covered card's
#: number, with the greatest share of its width
MARGIN, EDGE_TOP, EDGE_HIGH, EDGE_SIZE = 0.07, 0.2, 0.62, 0.42
#: width of a card's rim at the right, as a share of its own
EDGE_RIM = 0.035
#: smallest letters of that number, in real pixels
LEAST_EDGE = 9
#: room beside that number, and the part of its outline that its width does not count, in real pixels
EDGE_GAP, EDGE_LINE = 2, 1


def run_edge(kit: Kit, w: float, wide: float, number: int) -> Surface:
    """Draw the plain right edge, ``wide``, of a card ``w`` wide with its whole number, where it would be cut."""
    size = max(4, kit.px(w)), max(6, kit.px(w * RATIO))
    card = surfaces.image(f"art/nein_danke/n{number}.png", size)
    part = _edge_wide(kit, w, wide), round(size[1] * EDGE_HIGH)
    # its colours, from a column without a number
    column = surfaces.part(card, (round(size[0] * MARGIN), round(size[1] * EDGE_TOP), 1, part[1]))
    whole = surfaces.scaled(column, part)
    numeral = fonts.sticker(str(number), _edge_letters(kit, w, wide, number), CREAM)
    centred(whole, numeral, part[0] // 2, part[1] // 2)
    return whole


def edge_room(kit: Kit, w: float, wide: float) -> int:
    """Return the room for such a number, in real pixels."""
    return _edge_wide(kit, w, wide) - EDGE_GAP


def _edge_wide(kit: Kit, w: float, wide: float) -> int:
    """Return the width of such an edge in real pixels, without the card's rim."""
    return max(2, kit.px(wide) - max(1, round(max(4, kit.px(w)) * EDGE_RIM)))


def _edge_letters(kit: Kit, w: float, wide: float, number: int) -> int:
    """Return the size of such a number in real pixels."""
    most = round(max(4, kit.px(w)) * EDGE_SIZE)
    room = most * (edge_room(kit, w, wide) - EDGE_LINE) // max(1, fonts.width(str(number), fonts.DISPLAY, most))
    return min(most, max(LEAST_EDGE, room))


def aura(kit: Kit, w: float, h: float) -> Surface:
    """Draw the green wreath around a card worth winning: a wavy edge, so that colour is not the only cue."""
    px = kit.px
    out = 20.0
    size = (px(w + 2 * out), px(h + 2 * out))
    whole = surfaces.clear(size, GREEN_EDGE)
    radius = max(3, px(11))
    across, down = max(4, round(w / 21)), max(4, round(h / 21))
    for number in range(across + 1):
        for y in (px(out), size[1] - px(out)):
            centred(whole, surfaces.disc(radius, GREEN_EDGE), px(out + w * number / across), y)
    for number in range(down + 1):
        for x in (px(out), size[0] - px(out)):
            centred(whole, surfaces.disc(radius, GREEN_EDGE), x, px(out + h * number / down))
    return whole


def slot(kit: Kit, w: float, number: str) -> Surface:
    """Draw an empty place for a card, with its number if that is known."""
    px = kit.px
    size, line = (px(w), px(w * RATIO)), max(1, px(2))
    whole = surfaces.dashed(size, max(2, px(w * 0.1)), line, max(3, px(w * 0.09)), mix(PANEL, CREAM, 0.32)).copy()
    numeral = fonts.plain(number, fonts.DISPLAY, max(8, px(w * 0.48)), mix(PANEL, CREAM, 0.6))
    centred(whole, numeral, size[0] // 2, size[1] // 2)
    return whole


def ghost(kit: Kit, w: float, number: str) -> Surface:
    """Draw a joker's ghost place: dashed, with the number it stands for and the joker's cap."""
    px = kit.px
    size = (px(w), px(w * RATIO))
    radius = max(2, px(w * 0.1))
    whole = surfaces.rounded(size, radius, SHADE, 90).copy()
    whole.blit(surfaces.dashed(size, radius, max(1, px(w * 0.024)), px(w * 0.09), GOLD), (0, 0))
    numeral = fonts.sticker(number, max(8, px(w * 0.36)), CREAM)
    # the middle of the part that the next card leaves visible
    middle = px(w * 0.39)
    centred(whole, numeral, middle, px(w * 0.52))
    cap = kit.image_plain("nein_danke/joker_small", w * 0.36, w * 0.36 * RATIO)
    centred(whole, cap, middle, px(w * 0.96))
    return whole
