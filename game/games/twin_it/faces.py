"""Pictures of the cards of Twin It! at any size and tilt: single ones, stacks, pairs and triples.

A face is named by what it is and what it shows: ``p12`` is pattern 12 on a single card, ``s12/3`` on top of a
stack that looks three cards high, ``d12`` a won pair, ``t12`` a triple, ``back`` a face nobody sees,
``b/3`` a stack of those. ``:5`` after it turns the card by five degrees.
"""

from pygame import Surface

from game.core.cache import cached, cached_part
from game.engine import cards, surfaces
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, LIP, SHADE, WHITE, Colour

#: the sheet of patterns: so many in a row, each so many pixels wide
COLUMNS, TILE = 12, 224
#: as shares of a card's side: radius, the light edge, the lip below
RADIUS, EDGE, LIP_HIGH = 0.15, 0.055, 0.028
#: how far each card of a set or stack lies from the one above it
SET_STEP, STACK_STEP = 0.07, 0.016
#: cards that a stack shows below its top
MOST_RIMS = 4
#: so many turned shadows are kept
SHADOWS = 16
#: so many cards without their picture are kept
RIMS = 8
#: a small card is turned so many times as large: as long as its pattern is stored that large, that keeps it sharp
LARGER = 2


def single(pattern: int, tilt: int = 0) -> str:
    """The name of a card with ``pattern``, turned by ``tilt`` degrees."""
    return f"p{pattern}:{tilt}" if tilt else f"p{pattern}"


def stack(pattern: int, cards: int, tilt: int = 0) -> str:
    """The name of a stack of ``cards`` with ``pattern`` on top."""
    return f"s{pattern}/{rims(cards)}" + (f":{tilt}" if tilt else "")


def won(pattern: int, cards: int, tilt: int = 0) -> str:
    """The name of a won set of two or three cards."""
    return f"{'t' if cards > 2 else 'd'}{pattern}" + (f":{tilt}" if tilt else "")


def rims(cards: int) -> int:
    """How many rims a stack shows below its top card."""
    return min(MOST_RIMS, max(0, cards - 1 + 5) // 6)


class TwinItFaces(cards.CardFaces):
    """Makes and remembers the pictures for one kit."""

    def __init__(self, kit: Kit, grey: bool = False) -> None:
        super().__init__(kit)
        #: patterns in the four greys that never depend on hue
        self.grey = grey
        #: the shadow of a width, a tilt, and whether it is that of a card which is lifted: all cards have it alike
        self.shade = cached(SHADOWS)(self._turned_shadow)
        #: a card of so many pixels of which only the edge is seen
        self.rim = cached_part(RIMS)(self._rim)

    @property
    def count(self) -> int:
        """How many pictures have been made."""
        return len(self._made)

    def tile(self, pattern: int, size: surfaces.Size) -> Surface:
        """A pattern alone, of so many real pixels; plain. In the set in greys it has other colours."""
        sheet = surfaces.sheet("art/twin_it/patterns.png")
        place = (pattern % COLUMNS * TILE, pattern // COLUMNS * TILE, TILE, TILE)
        greys = surfaces.sheet("art/twin_it/greys.png") if self.grey else None
        return surfaces.scaled(surfaces.part(sheet, place, greys, pattern), size)

    def plain(self, pattern: int, w: float) -> Surface:
        """A bare card for composing, ``w`` logical pixels wide, without shadow."""
        return self._card(pattern, max(8, self.kit.px(w)))

    def _card(self, pattern: int, side: int) -> Surface:
        """A card, its lip below it; ``pattern`` -1 is the back."""
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
        """A card of which only the edge is seen."""
        radius = round(side * RADIUS)
        lip = max(1, round(side * LIP_HIGH))
        whole = surfaces.rounded((side, side), radius, LIP).copy()
        whole.blit(surfaces.rounded((side, side - lip), radius, CREAM), (0, 0))
        return whole

    def _body(self, face: str, side: int) -> Surface:
        """A card with what lies below it, in a square of ``side`` pixels."""
        kind, rest = face[0], face[1:]
        pattern, _, high = rest.partition("/")
        number = -1 if kind == "b" else int(pattern)
        below = int(high) if high else {"d": 1, "t": 2}.get(kind, 0)
        if not below:
            return self._card(number, side)
        step = max(1, round(side * (STACK_STEP if high else SET_STEP)))
        own = side - step * below
        whole = surfaces.blank((side, side))
        whole.fill((*INK, 0))
        card = self._card(number, own)
        outline = surfaces.ring((own, own), round(own * RADIUS), max(1, side // 90), INK, 90)
        if high:
            # a stack grows toward the lower right, its rims behind it
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
        """Whatever a name stands for, with its shadow, and with the ring of a hand that lies on it; plain."""
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
        whole = surfaces.blank((size[0] + 2 * margin, size[1] + 2 * margin))
        whole.fill((*SHADE, 0))
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
        """The shadow of a card ``w`` wide, and the margin around it before it was turned; plain."""
        side = max(8, self.kit.px(w))
        sigma, alpha = (5.0, 110) if lifted else (2.6, 120)
        cast, room = surfaces.shadow((side, side), round(side * RADIUS), max(1, self.kit.px(sigma * w / 112)), alpha)
        return surfaces.turned(cast, tilt), room

    def _ring(self, whole: Surface, side: int, tilt: int, middle: tuple[int, int]) -> None:
        """The white ring in ink around a card that a hand lies on: it grows outward and never hides a pattern."""
        px = self.kit.px
        for out, tint in ((7.0, INK), (5.2, WHITE), (2.0, INK)):
            grown = side + 2 * px(out)
            part = surfaces.rounded((grown, grown), round(side * RADIUS) + px(out), tint)
            centred(whole, surfaces.turned(part, tilt) if tilt else part, *middle)


def hand(kit: Kit, w: float, tilt: int, colour: Colour = GOLD) -> Surface:
    """The ring of a hand on a card of width ``w``, hollow: drawn over whatever lies there."""
    px = kit.px
    side, out = px(w), px(8)
    size, radius = side + 2 * out, round(side * RADIUS) + out
    # ink all over, so that nothing else is taken along from where it is transparent
    whole = surfaces.blank((size, size))
    whole.fill((*INK, 255))
    for within, tint in ((1.8, colour), (6.4, INK)):
        part = surfaces.rounded((size - 2 * px(within),) * 2, radius - px(within), tint)
        whole.blit(part, (px(within), px(within)))
    return surfaces.turned(surfaces.masked(whole, surfaces.ring((size, size), radius, out, WHITE)), tilt)
