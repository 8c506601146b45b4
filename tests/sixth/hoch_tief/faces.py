"""Pictures of the cards of Hoch oder tief, drawn when they are needed."""

from pygame import Surface

from game.engine import cards, fonts, palette, surfaces
from game.engine.kit import Kit, centred

#: height of a card for a width of 1
RATIO = 1.4
LOW_TINT, HIGH_TINT = palette.rgb("#3B86C9"), palette.rgb("#D9486A")
BACK, BACK_TINT = "back", palette.rgb("#5A3320")


def bare(kit: Kit, face: str, w: float) -> Surface:
    """Draw a card without shadow and state: a number, the redder the higher, or a back; plain."""
    size = (max(4, kit.px(w)), max(6, kit.px(w * RATIO)))
    text, ink = ("?", palette.GOLD) if face == BACK else (face, palette.CREAM)
    fill = BACK_TINT if face == BACK else palette.mix(LOW_TINT, HIGH_TINT, min(1.0, int(face) / 40))
    whole = surfaces.rounded(size, max(1, round(size[0] * cards.CORNER)), fill).copy()
    numeral = fonts.sticker(text, max(8, kit.px(w * 0.5)), ink, palette.INK)
    centred(whole, numeral, size[0] // 2, size[1] // 2)
    return whole


class Faces(cards.CardFaces):
    """A cache of the pictures for one kit."""

    def whole(self, face: str, w: float, state: str) -> Surface:
        return cards.card_in_state(self.kit, bare(self.kit, face, w), w, state)
