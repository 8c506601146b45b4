"""Pictures of the cards of Hoch oder tief, drawn when they are needed."""

from __future__ import annotations

from pygame import Surface

from game.engine import cards, surfaces, text
from game.engine.cards import card_in_state
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOLD, INK, PARCHMENT, mix, rgb

#: height of a card for a width of 1
RATIO = 1.4
LOW_TINT, HIGH_TINT = rgb("#3B86C9"), rgb("#D9486A")
BACK = "back"
BACK_TINT = rgb("#5A3320")


def bare(kit: Kit, face: str, w: float) -> Surface:
    """A card without shadow and state: a number, the redder the higher, or a back; plain."""
    px = kit.px
    size = (max(4, px(w)), max(6, px(w * RATIO)))
    radius = max(1, round(size[0] * cards.CORNER))
    number = 0 if face == BACK else int(face)
    fill = BACK_TINT if face == BACK else mix(LOW_TINT, HIGH_TINT, min(1.0, number / 40))
    whole = surfaces.rounded(size, radius, PARCHMENT).copy()
    edge = max(1, px(w * 0.055))
    inner = (size[0] - 2 * edge, size[1] - 2 * edge)
    whole.blit(surfaces.rounded(inner, max(1, radius - edge), fill), (edge, edge))
    words = "?" if face == BACK else face
    numeral = text.sticker(words, max(8, px(w * 0.5)), GOLD if face == BACK else CREAM, INK)
    centred(whole, numeral, size[0] // 2, size[1] // 2)
    return whole


class Faces(cards.Faces):
    """Makes and remembers the pictures for one kit."""

    def whole(self, face: str, w: float, state: str) -> Surface:
        """A card with all that is around it; plain."""
        return card_in_state(self.kit, bare(self.kit, face, w), w, state)
