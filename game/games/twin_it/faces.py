"""Pictures of the cards of Twin It! at any size and tilt: single cards, stacks, pairs and triples.

Faces are named after what they are and show: ``p12`` is pattern 12 on a single card, ``s12/3`` on top of a stack three
rims high, ``d12`` a won pair, ``t12`` a triple, ``back`` a hidden face, ``b/3`` a stack of those. A suffix ``:5`` turns
the card by five degrees.
"""

from pygame import Surface

from game.core.cache import cached, cached_part
from game.engine import cards, surfaces
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, LIP, SHADE, WHITE, Colour

#: columns of the sheet of patterns, and side of a pattern in pixels
COLUMNS, TILE = 12, 224
#: as shares of a card's side: radius, the light edge, the lip below
RADIUS, EDGE, LIP_HIGH = 0.15, 0.055, 0.028
#: offset of each card of a set or stack from the one above it
SET_STEP, STACK_STEP = 0.07, 0.016
#: most rims of a stack
MOST_RIMS = 4
#: number of turned shadows cached
SHADOWS = 16
#: number of blank cards cached
RIMS = 8
#: enlargement of a small card while it is turned, to keep it sharp, if its pattern is stored that large
LARGER = 2


def single(pattern: int, tilt: int = 0) -> str:
    """Return the name of a card with ``pattern``, turned by ``tilt`` degrees."""
    return f"p{pattern}:{tilt}" if tilt else f"p{pattern}"


def stack(pattern: int, cards: int, tilt: int = 0) -> str:
    """Return the name of a stack of ``cards`` with ``pattern`` on top."""
    return f"s{pattern}/{rims(cards)}" + (f":{tilt}" if tilt else "")


def won(pattern: int, cards: int, tilt: int = 0) -> str:
    """Return the name of a won set of two or three cards."""
    return f"{'t' if cards > 2 else 'd'}{pattern}" + (f":{tilt}" if tilt else "")


def rims(cards: int) -> int:
    """Return the number of rims below a stack's top card."""
    return min(MOST_RIMS, max(0, cards - 1 + 5) // 6)


class TwinItFaces(cards.CardFaces):
    """The pictures for one kit, drawn once and cached."""

    def __init__(self, kit: Kit, grey: bool = False) -> None:
        super().__init__(kit)
        #: patterns in four greys, independent of hue
        self.grey = grey
        #: the shadow for a width, a tilt and lifted or not, common to all cards
        self.shade = cached(SHADOWS)(self._turned_shadow)
        #: a blank card by its side in pixels
        self.rim = cached_part(RIMS)(self._rim)

    @property
    def count(self) -> int:
        """The number of pictures made."""
        return len(self._made)

    def sheets(self) -> tuple[Surface, Surface | None]:
        """Return the sheet of patterns, and that of the grey ones if they are used; reading a file takes a frame."""
        greys = surfaces.sheet("art/twin_it/greys.png") if self.grey else None
        return surfaces.sheet("art/twin_it/patterns.png"), greys

    def tile(self, pattern: int, size: surfaces.Size) -> Surface:
        """Draw a plain pattern without its card, in real pixels; the grey set has other colours."""
        sheet, greys = self.sheets()
        place = (pattern % COLUMNS * TILE, pattern // COLUMNS * TILE, TILE, TILE)
        return surfaces.scaled(surfaces.part(sheet, place, greys, pattern), size)

    def plain(self, pattern: int, w: float) -> Surface:
        """Draw a card without shadow, ``w`` logical pixels wide, for use in compositions."""
        return self._card(pattern, max(8, self.kit.px(w)))

    def _card(self, pattern: int, side: int) -> Surface:
        """Draw a card with its lip; ``pattern`` -1 is the back."""
        lip = max(1, round(side * LIP_HIGH))
        radius, edge = round(side * RADIUS), max(2, round(side * EDGE))
        whole = self.rim(side).copy()
        inner = (side - 2 * edge, side - lip - 2 * edge)
        picture = self.tile(pattern, inner) if pattern >= 0 else surfaces.image("art/twin_it/back.png", inner)
        picture = surfaces.masked(picture, surfaces.rounded(inner, max(2, radius - edge), WHITE))
        whole.blit(picture, (edge, edge))
        line = surfaces.ring(inner, max(2, radius - edge), max(1, side // 110), INK, 120)
        whole.blit(line, (edge, edge))
        return whole

    def _rim(self, side: int) -> Surface:
        radius = round(side * RADIUS)
        lip = max(1, round(side * LIP_HIGH))
        whole = surfaces.rounded((side, side), radius, LIP).copy()
        whole.blit(surfaces.rounded((side, side - lip), radius, CREAM), (0, 0))
        return whole

    def _body(self, face: str, side: int) -> Surface:
        """Draw a card with the cards below it, in a square of ``side`` pixels."""
        kind, rest = face[0], face[1:]
        pattern, _, high = rest.partition("/")
        number = -1 if kind == "b" else int(pattern)
        below = int(high) if high else {"d": 1, "t": 2}.get(kind, 0)
        if not below:
            return self._card(number, side)
        step = max(1, round(side * (STACK_STEP if high else SET_STEP)))
        own = side - step * below
        whole = surfaces.clear((side, side), INK)
        card = self._card(number, own)
        outline = surfaces.ring((own, own), round(own * RADIUS), max(1, side // 90), INK, 90)
        if high:
            # a stack grows toward the lower right, with its rims behind
            rim = self.rim(own)
            for place in range(below):
                whole.blit(rim, (step * place, step * place))
                whole.blit(outline, (step * place, step * place))
            whole.blit(card, (step * below, step * below))
        else:
            middle = (side - own) // 2
            for place in range(below, 0, -1):
                whole.blit(card, (step * place, middle))
                whole.blit(outline, (step * place, middle))
            whole.blit(card, (0, middle))
        return whole

    def whole(self, face: str, w: float, state: str) -> Surface:
        """Draw the thing of that name with its shadow, and with the ring of a hand on it; plain."""
        px = self.kit.px
        body, _, turned = face.partition(":")
        tilt = int(turned or 0)
        side = max(8, px(w))
        small = tilt % 90 == 0
        large = LARGER if side * LARGER <= TILE and not small else 1
        card = surfaces.turned(self._body(body, side * large), tilt)
        if large > 1:
            card = surfaces.scaled(card, (card.get_width() // large, card.get_height() // large))
        size = card.get_size()
        scale = w / 112
        lifted = state in ("mine", "hover")
        drop = 9.0 if lifted else 5.0
        cast, room = self.shade(w, 0 if small else tilt, lifted)
        margin = max(room + px(drop * scale), px(14))
        whole = surfaces.clear((size[0] + 2 * margin, size[1] + 2 * margin), SHADE)
        middle = (whole.get_width() // 2, whole.get_height() // 2)
        if state != "flat":
            centred(whole, cast, middle[0] + px(2 * scale), middle[1] + px(drop * scale))
        if state in ("mine", "hover"):
            self._ring(whole, side, tilt if not small else 0, middle)
        centred(whole, card, *middle)
        if state == "dim":
            veil = surfaces.rounded((side, side), round(side * RADIUS), INK, 120)
            centred(whole, surfaces.turned(veil, tilt) if not small else veil, *middle)
        return whole

    def _turned_shadow(self, w: float, tilt: int, lifted: bool) -> tuple[Surface, int]:
        """Draw the plain shadow of a card ``w`` wide; return it with its margin before turning."""
        side = max(8, self.kit.px(w))
        sigma, alpha = (5.0, 110) if lifted else (2.6, 120)
        cast, room = surfaces.shadow((side, side), round(side * RADIUS), max(1, self.kit.px(sigma * w / 112)), alpha)
        return surfaces.turned(cast, tilt), room

    def _ring(self, whole: Surface, side: int, tilt: int, middle: tuple[int, int]) -> None:
        """Draw the ring of a hand around a card: white with ink edges, growing outward so that it hides no pattern."""
        px = self.kit.px
        for out, tint in ((7.0, INK), (5.2, WHITE), (2.0, INK)):
            grown = side + 2 * px(out)
            part = surfaces.rounded((grown, grown), round(side * RADIUS) + px(out), tint)
            centred(whole, surfaces.turned(part, tilt) if tilt else part, *middle)


def hand(kit: Kit, w: float, tilt: int, colour: Colour = GOLD) -> Surface:
    """Draw the hollow ring of a hand on a card of width ``w``."""
    px = kit.px
    side, out = px(w), px(8)
    size, radius = side + 2 * out, round(side * RADIUS) + out
    # filled with ink, so that transparent parts pick up no other colour
    whole = surfaces.blank((size, size))
    whole.fill((*INK, 255))
    for within, tint in ((1.8, colour), (6.4, INK)):
        part = surfaces.rounded((size - 2 * px(within),) * 2, radius - px(within), tint)
        whole.blit(part, (px(within), px(within)))
    return surfaces.turned(surfaces.masked(whole, surfaces.ring((size, size), radius, out, WHITE)), tilt)
