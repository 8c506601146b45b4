"""Pictures of the cards, the die and the shapes of Push at any width and in any state, with shadows.

Faces are named after what they show: ``red6``, ``dice``, ``direction``, ``back``, or ``die-red`` for the die itself.
"""

from pygame import Surface

from game.engine import cards, fonts, surfaces
from game.engine.cards import CORNER, card_in_state
from game.engine.kit import Kit, centred
from game.engine.palette import AMBER, CREAM, GAME_COLOURS, GOLD, GOOD, INK, PANEL, SHADE, SOFT, WARNING, Colour, mix
from game.engine.texts import Texts
from game.games.push.deck import COLOUR_OF, COLOURS, STAR, VALUE_OF, Kind, kind_of

#: height of a card's picture, lip included, for a width of 1
RATIO = 482 / 344
#: the part of that height above the lip
BODY = 475 / 482
#: distance of a number below the middle of its shape, as a share of the body
LOWER = {"red": 0.075, "purple": 0.045}
#: titles of the cards without numbers: size as a share of the width, and colour
TITLES: dict[str, tuple[float, Colour]] = {"dice": (0.15, CREAM), "direction": (0.135, INK)}
#: smallest letters of a title, in real pixels
LEAST_TITLE = 8
#: radius of a shape and side of the die, as shares of the picture's side
SHAPE_RADIUS, DIE_SIDE = 0.36, 0.8
#: an absent colour's hollow shape on a dark panel
ABSENT = mix(PANEL, CREAM, 0.40)
#: final rotation of the die, in degrees
REST_TURN = -9
#: the picture of a card face down
BACK = "back"
#: margin around the middles of a seat's colours in one picture, in radii
STRIP_EDGE = 2.2


def face_of(card: int) -> str:
    """Return the name of a card's picture."""
    kind = kind_of(card)
    return f"{COLOURS[COLOUR_OF[card]]}{VALUE_OF[card]}" if kind == Kind.NUMBER else kind.name.lower()


def side_of(face: int) -> str:
    """Return the name of a face of the die."""
    return "star" if face == STAR else COLOURS[face]


class PushFaces(cards.CardFaces):
    """The pictures for one kit and language, drawn once and cached."""

    def __init__(self, kit: Kit, texts: Texts) -> None:
        super().__init__(kit)
        self.texts = texts

    def whole(self, face: str, w: float, state: str) -> Surface:
        """Draw a card with its shadow and state, or the die; plain."""
        if face.startswith("die-"):
            return die(self.kit, w, face.removeprefix("die-"), REST_TURN)
        return card_in_state(self.kit, self.plain(face, w), w, state)

    def plain(self, face: str, w: float) -> Surface:
        """Draw a card without shadow and state, for use in compositions."""
        if face[-1].isdigit():
            return number_card(self.kit, face, w)
        size = _size(self.kit, w)
        picture = surfaces.image(f"art/push/{face}.png", size)
        share, colour = TITLES.get(face, (0.0, INK))
        # on a small card it would be unreadable
        if (high := round(size[0] * share)) >= LEAST_TITLE:
            title = fonts.plain(self.texts(f"push.card.{face}.title"), fonts.DISPLAY, high, colour)
            picture = picture.copy()
            centred(picture, title, size[0] // 2, round(size[1] * BODY * 0.865))
        return picture


def _size(kit: Kit, w: float) -> tuple[int, int]:
    return max(4, kit.px(w)), max(6, kit.px(w * RATIO))


def number_card(kit: Kit, face: str, w: float) -> Surface:
    """Draw a plain number card: the front of its colour, the large number in the shape, the small one in the corner."""
    suit, number, size = face[:-1], face[-1], _size(kit, w)
    picture = surfaces.image(f"art/push/{suit}.png", size).copy()
    wide, body = size[0], size[1] * BODY
    large = fonts.plain(number, fonts.DISPLAY, max(6, round(wide * (0.52 if suit == "red" else 0.58))), INK)
    ink = large.get_bounding_rect()
    middle = body * (0.53 + LOWER.get(suit, 0.012))
    picture.blit(large, (round(wide / 2 - ink.centerx), round(middle - ink.centery)))
    small = fonts.sticker(number, max(6, round(wide * 0.24)), CREAM)
    centred(picture, small, round(wide * 0.185), round(body * 0.12))
    return picture


def shape(kit: Kit, name: str, radius: float, edge: Colour = CREAM) -> Surface:
    """Draw a colour's shape, or the star, with an outline: cream on dark panels, ink on anything light; plain."""
    side = radius / SHAPE_RADIUS
    whole = surfaces.tinted(kit.image_plain(f"push/{name}_edge", side, side), edge)
    fill = GOLD if name == "star" else GAME_COLOURS[name][0]
    whole.blit(surfaces.tinted(kit.image_plain(f"push/{name}_body", side, side), fill), (0, 0))
    return whole


def hollow(kit: Kit, name: str, radius: float) -> Surface:
    """Draw the plain outline of a colour of which a seat has no card."""
    side = radius / SHAPE_RADIUS
    return surfaces.tinted(kit.image_plain(f"push/{name}_hollow", side, side), ABSENT)


def die(kit: Kit, w: float, name: str, degrees: int) -> Surface:
    """Draw the plain die with one face up, turned clockwise by ``degrees``; ``w`` is its side."""
    side = w / DIE_SIDE
    body = kit.image_plain("push/die", side, side).copy()
    centred(body, shape(kit, name, w * 0.31, INK), body.get_width() // 2, body.get_height() // 2)
    turned = surfaces.turned(body, -degrees) if degrees else body
    cast, _margin = surfaces.shadow((kit.px(w), kit.px(w)), kit.px(w * 0.22), max(1, kit.px(w * 0.05)), 115)
    wide = max(cast.get_width(), turned.get_width()) + 2 * kit.px(w * 0.14)
    whole = surfaces.clear((wide, wide), SHADE)
    centred(whole, cast, wide // 2 + kit.px(w * 0.05), wide // 2 + kit.px(w * 0.11))
    centred(whole, turned, wide // 2, wide // 2)
    return whole


def danger(kit: Kit, w: float, h: float, radius: float, strong: bool) -> Surface:
    """Draw the plain outline of a colour that a roll may cost, ``strong`` while its face is up."""
    out, width, alpha = (7.0, 6.0, 255) if strong else (4.0, 3.0, 150)
    size = (kit.px(w + 2 * out), kit.px(h + 2 * out))
    return surfaces.ring(size, kit.px(radius + out), max(2, kit.px(width)), WARNING, alpha)


def empty_slot(kit: Kit, w: float, name: str) -> Surface:
    """Draw the plain dashed place of a colour without open cards."""
    size = (kit.px(w), kit.px(w * RATIO * BODY))
    radius = max(2, round(size[0] * CORNER))
    whole = surfaces.dashed(size, radius, max(1, kit.px(2)), kit.px(w * 0.09), CREAM, 84)
    centred(whole, hollow(kit, name, w * 0.2), size[0] // 2, size[1] // 2)
    return whole


def numeral(kit: Kit, text: str, size: float, colour: Colour) -> Surface:
    """Draw a plain small number that follows the table's scale instead of the text's."""
    return fonts.plain(text, fonts.BLACK, max(8, kit.px(size)), colour)


def colour_strip(
    kit: Kit, step: float, radius: float, below: float, size: float, sums: tuple[int, ...], summed: bool
) -> Surface:
    """Draw the five colours of a seat, ``step`` apart, with their sums if ``summed``; plain, in one picture.

    The sums are ``below`` the shapes, or on them if that is 0. The first colour's middle is ``STRIP_EDGE`` radii from
    the left and the upper edge.
    """
    edge = STRIP_EDGE * radius
    whole = surfaces.clear((kit.px(2 * edge + step * (len(sums) - 1)), kit.px(edge + below + size)), INK)
    for number, (name, points) in enumerate(zip(COLOURS, sums, strict=True)):
        x = kit.px(edge + number * step)
        centred(whole, shape(kit, name, radius) if points else hollow(kit, name, radius), x, kit.px(edge))
        if summed and below:
            text, colour = (str(points), CREAM) if points else ("\u2013", SOFT)
            centred(whole, numeral(kit, text, size, colour), x, kit.px(edge + below))
        elif summed and points:
            centred(whole, kit.sticker_plain(str(points), size, CREAM), x, kit.px(edge + radius * 0.1))
    return whole


def lock(kit: Kit, radius: float) -> Surface:
    """Draw the plain round sign of secured cards."""
    whole = surfaces.disc(kit.px(radius), INK).copy()
    middle = whole.get_width() // 2
    centred(whole, surfaces.disc(kit.px(radius - 3), CREAM), middle, middle)
    centred(whole, kit.icon_plain("lock", radius * 1.1, INK), middle, middle)
    return whole


def locked(kit: Kit, high: float, held: bool) -> Surface:
    """Draw a plain face-down card of height ``high`` with a lock, which is dim if no secured cards are ``held``."""
    whole = surfaces.image("art/push/back.png", _size(kit, high / RATIO)).copy()
    lock = kit.icon_plain("lock", high * 0.5, CREAM if held else SOFT)
    centred(whole, lock, whole.get_width() // 2, round(whole.get_height() * BODY / 2))
    return whole


#: rims below a stack's top card, at most, and their distance, as a share of its width
RIMS, RIM = 2, 0.05
#: least width of a stack that also tells the number of its cards, in real pixels, and its size as a share of that
COUNTED, COUNT = 44, 0.28


def stack(kit: Kit, w: float, name: str, points: int, count: int) -> Surface:
    """Draw a plain stack of ``count`` cards of a colour, or secured ones, with their sum; none if ``points`` is < 0."""
    size, rims = _size(kit, w), min(count - 1, RIMS)
    step = max(2, round(size[0] * RIM))
    card = surfaces.image(f"art/push/{name}.png", size)
    whole = surfaces.clear((size[0] + rims * step, size[1] + rims * step), INK)
    for rim in range(rims, -1, -1):
        whole.blit(card, (rim * step, rim * step))
    middle = size[0] // 2, round(size[1] * BODY * (0.53 + LOWER.get(name, 0.012) if name != BACK else 0.5))
    if name == BACK:
        # a number in place of its sign, and a lock where others have their shape
        centred(whole, surfaces.disc(round(size[0] * 0.31), CREAM), *middle)
        centred(whole, kit.icon_plain("lock", w * 0.26, CREAM), round(size[0] * 0.8), round(size[1] * BODY * 0.13))
    if points >= 0:
        text = str(points)
        number = fonts.plain(text, fonts.DISPLAY, max(6, round(size[0] * (0.58 if len(text) < 2 else 0.46))), INK)
        ink = number.get_bounding_rect()
        whole.blit(number, (middle[0] - ink.centerx, middle[1] - ink.centery))
    if size[0] >= COUNTED and count > 1:
        small = fonts.sticker(f"\u00d7{count}", round(size[0] * COUNT), CREAM)
        centred(whole, small, round(size[0] * 0.22), round(size[1] * BODY * 0.13))
    return whole


def sum_tile(kit: Kit, wide: float, high: float, name: str, points: int) -> Surface:
    """Draw the plain tile of a colour, or of secured cards, with their sum, where a whole card would be illegible."""
    size = kit.px(wide), kit.px(high)
    fill = PANEL if name == BACK else GAME_COLOURS[name][0]
    whole = surfaces.rounded(size, size[1] // 4, fill).copy()
    sign = kit.icon_plain("lock", high * 0.62, CREAM) if name == BACK else shape(kit, name, high * 0.28)
    centred(whole, sign, round(size[0] * 0.24), size[1] // 2)
    if points >= 0:
        centred(whole, fonts.sticker(str(points), round(size[1] * 0.8), CREAM), round(size[0] * 0.65), size[1] // 2)
    return whole


#: radius of a misfit's badge, as a share of the card's width
BADGE = 0.17


def misfit(kit: Kit, w: float, crossed: bool) -> Surface:
    """Draw the plain overlay of a card that fits no row, or one it clashes with: a red ring, a badge if ``crossed``."""
    out = 8.0 if crossed else 5.0
    size = (kit.px(w + 2 * out), kit.px(w * RATIO + 2 * out))
    radius = kit.px(w * CORNER + out)
    whole = surfaces.ring(size, radius, max(2, kit.px(out)), INK).copy()
    inner = (size[0] - 2 * kit.px(1.5), size[1] - 2 * kit.px(1.5))
    red = surfaces.ring(inner, radius, max(2, kit.px(out - 2)), WARNING)
    centred(whole, red, size[0] // 2, size[1] // 2)
    if crossed:
        # in the card's empty corner, so that its number and shape stay visible
        x, y = (length - kit.px(out + BADGE * w) for length in size)
        for large, colour in ((BADGE * w, INK), (BADGE * w - 2, WARNING)):
            centred(whole, surfaces.disc(kit.px(large), colour), x, y)
        centred(whole, kit.icon_plain("close", BADGE * w * 1.3, CREAM), x, y)
    return whole


#: cells of the risk bar, and their colours when filled
CELLS = 10
CELL_COLOURS = (GOOD, GOOD, GAME_COLOURS["yellow"][0], GAME_COLOURS["yellow"][0], AMBER, AMBER, *[WARNING] * 4)


def risk_bar(kit: Kit, cell: float, high: float, percent: int) -> Surface:
    """Draw the plain bar of ten cells, one for every ten per cent begun."""
    gap = cell * 0.2
    whole = surfaces.clear((kit.px(CELLS * (cell + gap)), kit.px(high)), SHADE)
    filled = -(-percent // CELLS)
    for number, colour in enumerate(CELL_COLOURS):
        fill, alpha = (colour, 255) if number < filled else (SHADE, 92)
        part = surfaces.rounded((kit.px(cell), kit.px(high)), kit.px(high * 0.3), fill, alpha)
        whole.blit(part, (kit.px(number * (cell + gap)), 0))
    return whole
