"""Pictures of the cards, trophies and signs of Keine Ahnung at any width and in any state, with shadows.

Faces are named after what they show: ``c213`` a number card, ``back`` a face-down one, ``m213`` a face-down one that
has been seen, ``trophy_back``, ``trophy5`` and ``prize2`` with their stars, ``plus`` the sign of a function alone.
"""

from pygame import Surface

from game.engine import cards, fonts, surfaces
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GAME_COLOURS, GOLD, INK, PARCHMENT, SHADE, WARNING, rgb
from game.games.keine_ahnung.deck import FUNCTIONS, PRIZE, colour_of, function_of, number_of, stars_of

#: height of a card's picture, lip included, for a width of 1
RATIO = 482 / 344
#: the part of that height above the lip
BODY = 475 / 482
#: size of the number and distance of its middle from the card's upper edge, as shares of width and body
NUMBER, NUMBER_Y = 0.84, 0.41
#: middle and side of a function's sign; cards below the last value, in real pixels, get a larger one
BADGE, BADGE_SIDE, SMALL_BADGE_SIDE, SMALL_BELOW = (0.80, 0.12), 0.32, 0.40, 90
#: a seen face-down card: its rim in the colour of the back, the middle and radius of the eye, which leaves colour and
#: number in full view, the width of its edge, and the side of its icon
RIM, BACK = 0.06, rgb("#1F6E76")
EYE, EYE_RADIUS, EYE_EDGE, EYE_ICON = (0.80, 0.86), 0.20, 0.03, 0.30


def face_of(card: int) -> str:
    """Return the name of a card's picture."""
    return f"prize{stars_of(card)}" if card >= PRIZE else f"c{card}"


def reminder_of(card: int) -> str:
    """Return the name of the picture of a face-down card that has been seen."""
    return f"m{card}"


class KeineAhnungFaces(cards.CardFaces):
    """The pictures for one kit, drawn once and cached."""

    def whole(self, face: str, w: float, state: str) -> Surface:
        """Draw a card with its shadow and state, or the sign of a function; plain."""
        if face in FUNCTIONS:
            return badge(self.kit, face, w)
        return cards.card_in_state(self.kit, self.plain(face, w), w, state)

    def plain(self, face: str, w: float) -> Surface:
        """Draw a card without shadow and state, for use in compositions."""
        return plain_card(self.kit, face, w)


def plain_card(kit: Kit, face: str, w: float) -> Surface:
    """Draw a plain card without shadow, ``w`` logical pixels wide."""
    size = (max(4, kit.px(w)), max(6, kit.px(w * RATIO)))
    kind, rest = face[0], face[1:]
    if rest.isdigit():
        return _number_card(int(rest), size) if kind == "c" else _reminder(kit, int(rest), size)
    for name in ("trophy", "prize"):
        if face.removeprefix(name).isdigit():
            return _with_stars(name, int(face.removeprefix(name)), size)
    return _image(face, size)


def _image(name: str, size: tuple[int, int]) -> Surface:
    return surfaces.image(f"art/keine_ahnung/{name}.png", size)


def _number_card(card: int, size: tuple[int, int]) -> Surface:
    """Draw a number card: its front, the number in its colour, the sign of its function."""
    colour = colour_of(card)
    picture = _image(colour, size).copy()
    wide, body = size[0], size[1] * BODY
    number = fonts.sticker(str(number_of(card)), max(6, round(wide * NUMBER)), GAME_COLOURS[colour][0])
    centred(picture, number, wide // 2, round(body * NUMBER_Y))
    if function_of(card):
        side = round(wide * (SMALL_BADGE_SIDE if wide < SMALL_BELOW else BADGE_SIDE))
        badge = _image(FUNCTIONS[function_of(card)], (side, side))
        centred(picture, badge, round(wide * BADGE[0]), round(body * BADGE[1]))
    return picture


def _reminder(kit: Kit, card: int, size: tuple[int, int]) -> Surface:
    """Draw a face-down card that has been seen: its face within the rim of a back, marked by an eye."""
    wide, body = size[0], round(size[1] * BODY)
    rim = max(2, round(wide * RIM))
    picture = _image("back", size).copy()
    picture.blit(surfaces.rounded((wide, body), round(wide * cards.CORNER), BACK), (0, 0))
    picture.blit(_number_card(card, (wide - 2 * rim, size[1] - 2 * rim)), (rim, rim))
    x, y, radius = round(wide * EYE[0]), round(body * EYE[1]), round(wide * EYE_RADIUS)
    centred(picture, surfaces.disc(radius + max(1, round(wide * EYE_EDGE)), INK), x, y)
    centred(picture, surfaces.disc(radius, CREAM), x, y)
    centred(picture, kit.icon_plain("eye", wide * EYE_ICON / kit.scale, INK), x, y)
    return picture


def _with_stars(name: str, stars: int, size: tuple[int, int]) -> Surface:
    """Draw a trophy or prize with its number of stars below the cup."""
    picture = _image(name, size).copy()
    wide, body = size[0], size[1] * BODY
    high = max(6, round(wide * 0.36))
    number = fonts.sticker(str(stars), high, CREAM)
    star = surfaces.image("art/icons/star_gold.png", (round(high * 0.9), round(high * 0.9)))
    gap = max(1, round(wide * 0.03))
    left = (wide - number.get_width() - gap - star.get_width()) // 2
    y = round(body * 0.82)
    picture.blit(number, (left, y - number.get_height() // 2))
    picture.blit(star, (left + number.get_width() + gap, y - star.get_height() // 2))
    return picture


def empty_place(kit: Kit, w: float) -> Surface:
    """Draw the plain dashed place of a missing card in a grid."""
    size = (kit.px(w), kit.px(w * RATIO * BODY))
    radius = max(2, round(size[0] * cards.CORNER))
    whole = surfaces.rounded(size, radius, SHADE, 60).copy()
    whole.blit(surfaces.dashed(size, radius, max(1, kit.px(2)), kit.px(w * 0.09), CREAM, 84), (0, 0))
    return whole


def badge(kit: Kit, function: str, side: float) -> Surface:
    """Draw the plain round sign of a function."""
    return kit.image_plain(f"keine_ahnung/{function}", side, side)


def medal(kit: Kit, stars: int | None, prize: bool, size: float, times: str = "") -> Surface:
    """Draw an own trophy or prize for its list: a plain pill with its stars (None: hidden), and how many ``times``.

    Everywhere a cup stands for the number of trophies, a star for their worth.
    """
    high, edge, gap = kit.px(size * 1.5), max(1, kit.px(2)), kit.px(4 if not times else 2)
    # all parts fit the same pill
    size *= 0.72 if times else 1.0
    number = fonts.plain("?" if stars is None else str(stars), fonts.DISPLAY, max(6, kit.px(size * 1.1)), INK)
    side = kit.px(size * 1.05)
    star = surfaces.image("art/icons/star_gold.png", (side, side))
    parts = [number, star, *([fonts.plain(times, fonts.DISPLAY, max(6, kit.px(size)), INK)] if times else [])]
    wide = sum(part.get_width() for part in parts) + gap * (len(parts) - 1) + kit.px(size * 0.9)
    whole = surfaces.rounded((wide + 2 * edge, high + 2 * edge), high // 2 + edge, INK).copy()
    whole.blit(surfaces.rounded((wide, high), high // 2, PARCHMENT if prize else GOLD), (edge, edge))
    left = edge + kit.px(size * 0.45)
    for part in parts:
        centred(whole, part, left + part.get_width() // 2, edge + high // 2)
        left += part.get_width() + gap
    return whole


def red_edge(kit: Kit, w: float) -> Surface:
    """Draw the plain red ring around a card that does not fit, centred on the card."""
    out = 5.0
    size = (kit.px(w + 2 * out), kit.px(w * RATIO + 2 * out))
    radius = round(kit.px(w) * cards.CORNER) + kit.px(out)
    return surfaces.ring(size, radius, max(2, kit.px(out + 1)), WARNING)


def miss(kit: Kit, text: str, max_width: float) -> Surface:
    """Draw the plain strip of paper that names such a card, with a red line."""
    line = kit.line_plain(text, 21, INK, fonts.BLACK, max_width - 44)
    size = (line.get_width() + kit.px(44), line.get_height() + kit.px(16))
    radius, edge = kit.px(14), max(2, kit.px(4))
    whole = surfaces.rounded(size, radius, CREAM).copy()
    whole.blit(surfaces.ring(size, radius, edge, WARNING), (0, 0))
    centred(whole, line, size[0] // 2, size[1] // 2)
    return whole
