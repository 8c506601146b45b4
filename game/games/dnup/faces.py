"""Pictures of dnuP's cards and letters at any width and in any state, with shadows.

Faces are named after what they show: ``c17`` a card in its orientation, ``back`` a hidden one, ``kcab`` the same upside
down, ``letter2`` a marker, ``cup`` a round won between two players. ``c17@40`` is a card being turned, at 40 degrees
clockwise; past the middle it shows the values of the new orientation.
"""

from math import cos, sin

from pygame import Surface

from game.core.cache import cached_part
from game.engine import cards, fonts, surfaces
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, SHADE, SOFT, Colour, mix, rgb
from game.games.dnup.deck import ACTIVE, STAR, number_of
from game.games.dnup.scoring import LETTERS

#: height of a card's picture, lip included, for a width of 1, and the part of that height above the lip
RATIO = 1.5
BODY = 0.987
#: the colour of each value, from 1 to 10; they carry no information of their own
RAMP = tuple(
    map(
        rgb,
        ("#7FD6C2", "#49B3C9", "#3C86D6", "#5B5FD0", "#8A4EC0", "#BE4AA6", "#DE4B78", "#E8603F", "#EE8E2E", "#F4BE3A"),
    )
)
#: share of cream in the colour of the inactive end
PALE = 0.62
#: middle and size of the upright value and of the other one, as shares of width, body and width: the next card of a
#: hand covers the right side, and no part of them
VALUE, OTHER = (0.44, 0.27, 0.66), (0.50, 0.75, 0.44)
#: the small values in the corners
INDEX, OTHER_INDEX = (0.86, 0.085, 0.2), (0.13, 0.915, 0.2)
#: the sign of the card that starts
STAR_SPOT = (0.155, 0.085, 0.2)
#: cards narrower than this, in real pixels, have no small values
SMALL = 44
#: step of the drawn angles of a turning card, in degrees
STEP = 20
#: opacity of the dark disc behind a letter not yet earned
UNEARNED = 150
#: number of cards, and of shadows, cached for turning
TURNING = 32
#: a back, and one upside down
BACKS = {"back": "kcab", "kcab": "back"}


def face_of(card: int) -> str:
    """Return the name of a card's picture."""
    return f"c{card}"


def is_card(face: str) -> bool:
    """Return True if a picture shows a card, face up or face down."""
    return face in BACKS or face[1:].isdigit()


def turning(face: str, degrees: float) -> str:
    """Return the name of the picture of a card turned by about ``degrees`` (0 to 180) from ``face``."""
    near = round(degrees / STEP) * STEP
    if near <= 0:
        return face
    return other_way(face) if near >= 180 else f"{face}@{near}"


def other_way(face: str) -> str:
    """Return the name of the picture of the same card turned by 180 degrees."""
    return f"c{int(face[1:]) ^ 1}" if face[1:].isdigit() else BACKS[face]


class DnupFaces(cards.CardFaces):
    """The pictures for one kit, drawn once and cached."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        # the cards of a turning hand, and their common shadow
        self._bare = cached_part(TURNING)(self.plain)
        self._cast = cached_part(TURNING)(self._turned_shadow)
        self._turning = cached_part(TURNING)(self._turned)

    def __call__(self, face: str, w: float, state: str = "rest") -> Surface:
        """Return the picture for the screen; frames of a turning card are not encoded, being shown once or twice."""
        name, _, degrees = face.partition("@")
        return self._turning(name, w, int(degrees)) if degrees else super().__call__(face, w, state)

    def whole(self, face: str, w: float, state: str) -> Surface:
        """Draw a card with its shadow and state, a turning one, or a marker; plain."""
        name, _, degrees = face.partition("@")
        if degrees:
            return self._turning(name, w, int(degrees))
        if name == "cup" or name.startswith("letter"):
            return marker(self.kit, name, w, True)
        return cards.card_in_state(self.kit, self.plain(face, w), w, state)

    def plain(self, face: str, w: float) -> Surface:
        """Draw a card without shadow and state, for use in compositions."""
        return plain_card(self.kit, face, w)

    def _turned(self, face: str, w: float, degrees: int) -> Surface:
        """Draw a plain card turning clockwise, with its shadow."""
        if degrees > 90:
            face, degrees = other_way(face), degrees - 180
        card = surfaces.turned(self._bare(face, w), -degrees)
        cast = self._cast(w, degrees)
        drop = self.kit.px(10 * w / 120)
        (wide, high), (far, low) = card.get_size(), cast.get_size()
        wide, high = max(wide, far + drop), max(high, low + 2 * drop)
        whole = surfaces.clear((wide, high), SHADE)
        centred(whole, cast, wide // 2 + drop // 2, high // 2 + drop)
        centred(whole, card, wide // 2, high // 2)
        return whole

    def _turned_shadow(self, w: float, degrees: int) -> Surface:
        """Draw the plain shadow of a card at that angle."""
        px = self.kit.px
        size = (px(w), px(w * RATIO))
        cast, _room = surfaces.shadow(size, max(1, round(size[0] * cards.CORNER)), max(1, px(4.4 * w / 120)), 98)
        return surfaces.turned(cast, -degrees)


def plain_card(kit: Kit, face: str, w: float) -> Surface:
    """Draw a plain card without shadow, ``w`` logical pixels wide."""
    size = (max(4, kit.px(w)), max(6, kit.px(w * RATIO)))
    if face[1:].isdigit():
        return _card(int(face[1:]), size)
    return surfaces.turned(_image("back", size), 0 if face == "back" else 180)


def _image(name: str, size: tuple[int, int]) -> Surface:
    return surfaces.image(f"art/dnup/{name}.png", size)


def _card(card: int, size: tuple[int, int]) -> Surface:
    """Draw both ends of a card in their colours, with their values."""
    up, down = ACTIVE[card], ACTIVE[card ^ 1]
    pale = mix(RAMP[down - 1], CREAM, PALE)
    picture = _image("card", size).copy()
    picture.blit(surfaces.tinted(_image("lower", size), pale), (0, 0))
    picture.blit(surfaces.tinted(_image("upper", size), RAMP[up - 1]), (0, 0))
    wide, body = size[0], size[1] * BODY
    # ink close to the colour of the end below it, yet dark enough to be read
    faint = mix(INK, RAMP[down - 1], 0.3)
    for value, (x, y, high), below in ((down, OTHER, True), (up, VALUE, False)):
        _put(picture, _value(value, round(wide * high), below, faint), wide * x, body * y)
    if wide >= SMALL:
        for value, (x, y, high), below in ((down, OTHER_INDEX, True), (up, INDEX, False)):
            _put(picture, _value(value, round(wide * high), below, faint, False), wide * x, body * y)
    if number_of(card) == STAR:
        side = round(wide * STAR_SPOT[2])
        _put(picture, surfaces.image("art/icons/star_gold.png", (side, side)), wide * STAR_SPOT[0], body * STAR_SPOT[1])
    return picture


def _put(picture: Surface, part: Surface, x: float, y: float) -> None:
    centred(picture, part, round(x), round(y))


def _value(value: int, size: int, below: bool, faint: Colour, bar: bool = True) -> Surface:
    """Draw a value, upside down and in its colour if ``below``; 6 and 9 get a bar to tell them apart."""
    size = max(7, size)
    fill, edge = (mix(RAMP[value - 1], CREAM, 0.08), faint) if below else (CREAM, INK)
    number = fonts.sticker(str(value), size, fill, edge)
    if bar and value in (6, 9):
        number = _barred(number, size, fill, edge)
    return surfaces.turned(number, 180) if below else number


def _barred(number: Surface, size: int, fill: Colour, edge: Colour) -> Surface:
    """Return a number with a line below it."""
    line, gap = max(1, round(size * 0.055)), max(1, round(size * 0.055))
    wide, high = round(number.get_width() * 0.8), 3 * line
    whole = surfaces.clear((number.get_width(), number.get_height() + high - gap), edge)
    left, top = (number.get_width() - wide) // 2, whole.get_height() - high
    whole.blit(surfaces.rounded((wide, high), high // 2, edge), (left, top))
    whole.blit(surfaces.rounded((wide - 2 * line, line), line // 2, fill), (left + line, top + line))
    whole.blit(number, (0, 0))
    return whole


def marker(kit: Kit, name: str, w: float, won: bool) -> Surface:
    """Draw a letter or a cup as a gold disc ``w`` wide, or the dashed dark place of a missing one; plain."""
    radius = max(4, kit.px(w / 2))
    side = 2 * radius + 2
    whole = surfaces.clear((side, side), INK)
    ink = INK if won else SOFT
    if won:
        centred(whole, surfaces.disc(radius, INK), side // 2, side // 2)
        centred(whole, surfaces.disc(radius - max(1, kit.px(2)), GOLD), side // 2, side // 2)
    else:
        centred(whole, surfaces.disc(radius, INK, UNEARNED), side // 2, side // 2)
        for place in range(12):
            angle = place * 3.14159 / 6
            dot = surfaces.disc(max(1, round(radius * 0.1)), ink, 190)
            x, y = side / 2 + radius * 0.86 * cos(angle), side / 2 + radius * 0.86 * sin(angle)
            centred(whole, dot, round(x), round(y))
    if name == "cup":
        sign = kit.icon_plain("trophy", w * 0.6, ink)
    else:
        letter = fonts.plain(LETTERS[int(name.removeprefix("letter"))], fonts.DISPLAY, max(8, round(radius * 1.6)), ink)
        sign = letter.subsurface(letter.get_bounding_rect())
    centred(whole, sign, side // 2, side // 2)
    return whole


def markers(kit: Kit, names: tuple[str, ...], w: float, step: float, won: int) -> Surface:
    """Draw a seat's letters or cups side by side, the first ``won`` of them in gold; plain."""
    parts = [marker(kit, name, w, number < won) for number, name in enumerate(names)]
    wide, high = parts[-1].get_size()
    whole = surfaces.clear((kit.px(step * (len(parts) - 1)) + wide, high), INK)
    for number, part in enumerate(parts):
        whole.blit(part, (kit.px(step * number), 0))
    return whole


def fan(kit: Kit, count: int, w: float, step: float) -> Surface:
    """Draw the backs of a rival's hand side by side, each ``w`` wide; plain."""
    card = plain_card(kit, "back", w)
    room = kit.px(2)
    whole = surfaces.clear((kit.px(w + step * (count - 1)) + 2 * room, card.get_height() + 2 * room), SHADE)
    shade = surfaces.rounded(card.get_size(), max(1, round(card.get_width() * cards.CORNER)), SHADE, 120)
    for place in range(count):
        whole.blit(shade, (kit.px(place * step), room))
        whole.blit(card, (room + kit.px(place * step), 0))
    return whole


#: the widest column of a course
WIDEST_COLUMN = 48.0


def course(kit: Kit, w: float, h: float, counts: tuple[int, ...], most: int) -> Surface:
    """Draw numbers of cards as columns side by side, the first and the last with its number; plain."""
    whole = surfaces.clear((kit.px(w), kit.px(h)), INK)
    size = kit.fitting(19, legible=True)
    above = size * kit.text_growth * 1.3
    step = min(w / max(1, len(counts)), WIDEST_COLUMN)
    for place, count in enumerate(counts):
        is_end = place in (0, len(counts) - 1)
        high = max(3.0, (h - above) * count / max(1, most))
        column = (max(2, kit.px(step * 0.8)), kit.px(high))
        colour = GOLD if is_end else CREAM
        whole.blit(
            surfaces.rounded(column, kit.px(3), colour, 255 if is_end else 130),
            (kit.px(place * step), kit.px(h - high)),
        )
        if is_end:
            number = kit.line_plain(str(count), size, CREAM, fonts.BLACK)
            middle = min(
                max(kit.px((place + 0.4) * step), number.get_width() // 2), kit.px(w) - number.get_width() // 2
            )
            centred(whole, number, middle, kit.px(h - high - above / 2))
    return whole


def empty_place(kit: Kit, w: float) -> Surface:
    """Draw the plain dashed place of a set, a card ``w`` wide."""
    size = (kit.px(w), kit.px(w * RATIO))
    radius = max(2, round(size[0] * cards.CORNER))
    whole = surfaces.rounded(size, radius, SHADE, 54).copy()
    whole.blit(surfaces.dashed(size, radius, max(1, kit.px(2)), kit.px(w * 0.09), CREAM, 96), (0, 0))
    return whole
