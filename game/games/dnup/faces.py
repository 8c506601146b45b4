"""Pictures of dnuP's cards and letters at any width, in any state, with their shadows.

A face is named by what it shows: ``c17`` a card the way up it lies, ``back`` one that nobody sees, ``kcab`` the
same upside down, ``letter2`` a marker, ``cup`` a round won between two players. ``c17@40`` is a card on its way to
being turned: so many degrees clockwise. It shows the values of the new way up from the middle of its way on.
"""

from math import cos, sin

from pygame import Surface

from game.core.cache import cached_part
from game.engine import cards, surfaces, text
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
#: the end that does not count is so much paler
PALE = 0.62
#: middle and size of the upright value and of the other one, as shares of width, body and width
VALUE, OTHER = (0.44, 0.27, 0.66), (0.60, 0.735, 0.44)
#: the small values in the corners
INDEX, OTHER_INDEX = (0.86, 0.085, 0.2), (0.13, 0.915, 0.2)
#: the sign of the card that starts
STAR_SPOT = (0.155, 0.085, 0.2)
#: narrower cards, in real pixels, have no small values
SMALL = 44
#: a turning card is drawn at multiples of so many degrees
STEP = 20
#: so many cards, and shadows of them, are kept for the next step
TURNING = 32
#: a back, and one upside down
BACKS = {"back": "kcab", "kcab": "back"}


def face_of(card: int) -> str:
    """The name of a card's picture."""
    return f"c{card}"


def is_card(face: str) -> bool:
    """Whether a picture is that of a card, seen or not, and no other thing."""
    return face in BACKS or face[1:].isdigit()


def turning(face: str, degrees: float) -> str:
    """The name of the picture of a card turned by about so many ``degrees`` (0 to 180) from ``face``."""
    near = round(degrees / STEP) * STEP
    if near <= 0:
        return face
    return other_way(face) if near >= 180 else f"{face}@{near}"


def other_way(face: str) -> str:
    """The name of the picture of the same card turned by 180 degrees."""
    return f"c{int(face[1:]) ^ 1}" if face[1:].isdigit() else BACKS[face]


class DnupFaces(cards.CardFaces):
    """Makes and remembers the pictures for one kit."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        # the cards of a hand that is turned and their shadow, which all of them have alike
        self._bare = cached_part(TURNING)(self.plain)
        self._cast = cached_part(TURNING)(self._turned_shadow)
        self._turning = cached_part(TURNING)(self._turned)

    def __call__(self, face: str, w: float, state: str = "rest") -> Surface:
        """The picture for the screen. One of a card that turns is seen for a frame or two: it is not encoded."""
        name, _, degrees = face.partition("@")
        return self._turning(name, w, int(degrees)) if degrees else super().__call__(face, w, state)

    def whole(self, face: str, w: float, state: str) -> Surface:
        """A card with all that is around it, one that turns, or a marker; plain."""
        name, _, degrees = face.partition("@")
        if degrees:
            return self._turning(name, w, int(degrees))
        if name == "cup" or name.startswith("letter"):
            return marker(self.kit, name, w, True)
        return cards.card_in_state(self.kit, self.plain(face, w), w, state)

    def plain(self, face: str, w: float) -> Surface:
        """The bare card for composing, without shadow and state."""
        return plain_card(self.kit, face, w)

    def _turned(self, face: str, w: float, degrees: int) -> Surface:
        """A card on its way to being turned clockwise, with its shadow; plain."""
        if degrees > 90:
            face, degrees = other_way(face), degrees - 180
        card = surfaces.turned(self._bare(face, w), -degrees)
        cast = self._cast(w, degrees)
        drop = self.kit.px(10 * w / 120)
        (wide, high), (far, low) = card.get_size(), cast.get_size()
        wide, high = max(wide, far + drop), max(high, low + 2 * drop)
        whole = surfaces.blank((wide, high))
        whole.fill((*SHADE, 0))
        centred(whole, cast, wide // 2 + drop // 2, high // 2 + drop)
        centred(whole, card, wide // 2, high // 2)
        return whole

    def _turned_shadow(self, w: float, degrees: int) -> Surface:
        """The shadow of a card turned so far; plain."""
        px = self.kit.px
        size = (px(w), px(w * RATIO))
        cast, _room = surfaces.shadow(size, max(1, round(size[0] * cards.CORNER)), max(1, px(4.4 * w / 120)), 98)
        return surfaces.turned(cast, -degrees)


def plain_card(kit: Kit, face: str, w: float) -> Surface:
    """A bare card, ``w`` logical pixels wide; plain."""
    size = (max(4, kit.px(w)), max(6, kit.px(w * RATIO)))
    if face[1:].isdigit():
        return _card(int(face[1:]), size)
    return surfaces.turned(_image("back", size), 0 if face == "back" else 180)


def _image(name: str, size: tuple[int, int]) -> Surface:
    return surfaces.image(f"art/dnup/{name}.png", size)


def _card(card: int, size: tuple[int, int]) -> Surface:
    """Both ends of a card in their colours, with their values."""
    up, down = ACTIVE[card], ACTIVE[card ^ 1]
    pale = mix(RAMP[down - 1], CREAM, PALE)
    picture = _image("card", size).copy()
    picture.blit(surfaces.tinted(_image("lower", size), pale), (0, 0))
    picture.blit(surfaces.tinted(_image("upper", size), RAMP[up - 1]), (0, 0))
    wide, body = size[0], size[1] * BODY
    # ink that is as light as the end it stands on, and still dark enough to be read
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
    """A value, upside down and in its colour if it stands ``below``; 6 and 9 bear a bar, so that none is the other."""
    size = max(7, size)
    fill, edge = (mix(RAMP[value - 1], CREAM, 0.08), faint) if below else (CREAM, INK)
    number = text.sticker(str(value), size, fill, edge)
    if bar and value in (6, 9):
        number = _barred(number, size, fill, edge)
    return surfaces.turned(number, 180) if below else number


def _barred(number: Surface, size: int, fill: Colour, edge: Colour) -> Surface:
    """A number with a line below it."""
    line, gap = max(1, round(size * 0.055)), max(1, round(size * 0.055))
    wide, high = round(number.get_width() * 0.8), 3 * line
    whole = surfaces.blank((number.get_width(), number.get_height() + high - gap))
    whole.fill((*edge, 0))
    left, top = (number.get_width() - wide) // 2, whole.get_height() - high
    whole.blit(surfaces.rounded((wide, high), high // 2, edge), (left, top))
    whole.blit(surfaces.rounded((wide - 2 * line, line), line // 2, fill), (left + line, top + line))
    whole.blit(number, (0, 0))
    return whole


def marker(kit: Kit, name: str, w: float, won: bool) -> Surface:
    """A letter of the name, or a cup, as a gold disc ``w`` wide, or the dashed place where it is missing; plain."""
    radius = max(4, kit.px(w / 2))
    side = 2 * radius + 2
    whole = surfaces.blank((side, side))
    whole.fill((*INK, 0))
    ink = INK if won else mix(SOFT, INK, 0.35)
    if won:
        centred(whole, surfaces.disc(radius, INK), side // 2, side // 2)
        centred(whole, surfaces.disc(radius - max(1, kit.px(2)), GOLD), side // 2, side // 2)
    else:
        for place in range(12):
            angle = place * 3.14159 / 6
            dot = surfaces.disc(max(1, round(radius * 0.1)), ink, 190)
            x, y = side / 2 + radius * 0.86 * cos(angle), side / 2 + radius * 0.86 * sin(angle)
            centred(whole, dot, round(x), round(y))
    if name == "cup":
        sign = kit.icon_plain("trophy", w * 0.6, ink)
    else:
        letter = text.plain(LETTERS[int(name.removeprefix("letter"))], text.DISPLAY, max(8, round(radius * 1.16)), ink)
        sign = letter.subsurface(letter.get_bounding_rect())
    centred(whole, sign, side // 2, side // 2)
    return whole


def fan(kit: Kit, count: int, w: float, step: float) -> Surface:
    """The backs of a rival's hand side by side, ``w`` wide each; plain."""
    card = plain_card(kit, "back", w)
    room = kit.px(2)
    whole = surfaces.blank((kit.px(w + step * (count - 1)) + 2 * room, card.get_height() + 2 * room))
    whole.fill((*SHADE, 0))
    shade = surfaces.rounded(card.get_size(), max(1, round(card.get_width() * cards.CORNER)), SHADE, 120)
    for place in range(count):
        whole.blit(shade, (kit.px(place * step), room))
        whole.blit(card, (room + kit.px(place * step), 0))
    return whole


def empty_place(kit: Kit, w: float) -> Surface:
    """The sunk, dashed place of a card ``w`` wide, where a set will lie; plain."""
    size = (kit.px(w), kit.px(w * RATIO))
    radius = max(2, round(size[0] * cards.CORNER))
    whole = surfaces.rounded(size, radius, SHADE, 54).copy()
    whole.blit(surfaces.dashed(size, radius, max(1, kit.px(2)), kit.px(w * 0.09), CREAM, 96), (0, 0))
    return whole
