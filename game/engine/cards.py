"""Card pictures as all games share them: shadow and state, and the pill that scales with the card."""

from abc import ABC, abstractmethod

from pygame import Surface

from game.core.cache import cached_part, checkpoint
from game.engine import fonts, surfaces
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, SHADE, WHITE, Colour

#: corner radius, as a share of a card's width
CORNER = 0.115


#: cache sizes: pictures of moving cards, the pictures that they are scaled from, and small cards in texts
ON_ITS_WAY, MADE_FROM, IN_TEXTS = 48, 24, 96


class CardFaces(ABC):
    """Makes and caches the pictures of one game's cards for one kit. A face is named by what it shows."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._made: dict[tuple[str, int, str], Surface] = {}
        self._whole = cached_part(MADE_FROM)(self.whole)
        self._scaled = cached_part(ON_ITS_WAY)(self._scale)
        #: returns a card for use in a line of text; plain
        self.small = cached_part(IN_TEXTS)(self._flat)

    def __call__(self, face: str, w: float, state: str = "rest") -> Surface:
        """Return the picture for the screen, with the card in its middle."""
        key = (face, self.kit.px(w * 4), state)
        if key not in self._made:
            checkpoint()
            self._made[key] = surfaces.ready(self._whole(face, w, state))
        return self._made[key]

    def make_ahead(self, face: str, w: float) -> None:
        """Render a card of that width now, so that its first frame is cheap."""
        self._whole(face, w, "rest")

    def _flat(self, face: str, w: float) -> Surface:
        return self.whole(face, w, "flat")

    def on_its_way(self, face: str, w: float, state: str, flip: float, of: float) -> Surface:
        """Return the picture for some frames of a movement; ``flip`` is the visible share of a turning card's width.

        It is scaled from the picture of a card ``of`` logical pixels wide: rendering a card for every width on its way
        would take longer than a frame.
        """
        return self._scaled(face, w, state, flip, of)

    def _scale(self, face: str, w: float, state: str, flip: float, of: float) -> Surface:
        whole = self._whole(face, of, state)
        wide, high = whole.get_size()
        return surfaces.scaled(whole, (max(2, round(wide * w / of * flip)), round(high * w / of)))

    @abstractmethod
    def whole(self, face: str, w: float, state: str) -> Surface:
        """Return the card with its shadow or ring; plain. See ``card_in_state``."""


def card_in_state(kit: Kit, card: Surface, w: float, state: str) -> Surface:
    """Return a bare ``card``, ``w`` logical pixels wide, as sprites show it; plain, the card in the picture's middle.

    ``state`` is rest, hover, legal, selected, dim, or flat (without a shadow).
    """
    checkpoint()
    px = kit.px
    size = card.get_size()
    scale = w / 120
    lifted = state in ("hover", "selected")
    off = (7.5, 16.0, 6.7, 82) if lifted else (2.5, 5.0, 2.2, 112)
    sigma = max(1, px(off[2] * scale))
    radius = max(1, round(size[0] * CORNER))
    cast, room = surfaces.shadow(size, radius, sigma, off[3])
    drop = (px(off[0] * scale), px(off[1] * scale))
    margin = max(room + max(drop), px(18))
    whole = surfaces.clear((size[0] + 2 * margin, size[1] + 2 * margin), SHADE)
    if state != "flat":
        whole.blit(cast, (margin - room + drop[0], margin - room + drop[1]))
    if state in ("legal", "selected", "hover"):
        _ring(kit, whole, size, margin, radius, state)
    whole.blit(card, (margin, margin))
    if state == "dim":
        whole.blit(surfaces.rounded(size, radius, (42, 32, 40), 128), (margin, margin))
    if state == "selected":
        _tick(kit, whole, margin)
    return whole


def _ring(kit: Kit, whole: Surface, size: tuple[int, int], margin: int, radius: int, state: str) -> None:
    px = kit.px
    lines = ((5.5, GOLD, 70), (3.2, GOLD, 255)) if state == "legal" else ((5.5, INK, 255), (4, WHITE, 255))
    for out, colour, alpha in lines:
        grown = (size[0] + 2 * px(out), size[1] + 2 * px(out))
        whole.blit(surfaces.rounded(grown, radius + px(out), colour, alpha), (margin - px(out), margin - px(out)))


def _tick(kit: Kit, whole: Surface, margin: int) -> None:
    px = kit.px
    # half outside the card, so that the colour's sign in its corner stays visible
    spot = margin - px(3)
    centred(whole, surfaces.disc(px(14), INK), spot, spot)
    centred(whole, surfaces.disc(px(11.5), GOLD), spot, spot)
    centred(whole, kit.icon_plain("check", 18, INK), spot, spot)


def tag(kit: Kit, text: str, size: float, fill: Colour = CREAM, ink: Colour = INK) -> Surface:
    """Return the pill with the value of some cards; it scales with the cards, not the text; plain."""
    line = fonts.plain(text, fonts.DISPLAY, max(8, kit.px(size)), ink)
    high = round(kit.px(size) * 1.42)
    wide = max(high, line.get_width() + kit.px(size * 0.9))
    edge = max(1, kit.px(2))
    whole = surfaces.rounded((wide + 2 * edge, high + 2 * edge), high // 2 + edge, INK).copy()
    whole.blit(surfaces.rounded((wide, high), high // 2, fill), (edge, edge))
    centred(whole, line, wide // 2 + edge, high // 2 + edge)
    return whole
