"""The seven figures that sit around the table, in four moods, and pale while their players are away."""

from pygame import Surface

from game.engine import palette, surfaces
from game.engine.kit import Kit, centred

MOODS = ("calm", "glad", "think", "beaten")
#: in place of a mood: the player is away, and how much of the figure is left then
AWAY, PALE = "away", 0.45
#: width of a picture, and the radius of the face in it
PICTURE, FACE = 240, 84


def figure_plain(kit: Kit, figure: str, radius: float, mood: str = "calm", active: bool = False) -> Surface:
    """Draw a figure whose face has ``radius`` logical pixels, with a gold ring if ``active``; plain."""
    side = PICTURE * radius / FACE
    face = kit.image_plain(f"avatars/{figure}_{'calm' if mood == AWAY else mood}", side, side)
    face = surfaces.thin(face, PALE) if mood == AWAY else face
    if not active:
        return face
    ring = kit.px(radius + 6)
    wide = max(face.get_width(), 2 * ring + 2 * kit.px(6))
    whole = surfaces.clear((wide, wide), palette.GOLD)
    glow, margin = surfaces.halo(ring, max(1, kit.px(4)), palette.GOLD, 150)
    whole.blit(glow, (wide // 2 - ring - margin, wide // 2 - ring - margin))
    centred(whole, surfaces.disc(ring, palette.GOLD), wide // 2, wide // 2)
    centred(whole, surfaces.disc(kit.px(radius + 2.5), palette.INK), wide // 2, wide // 2)
    if mood != AWAY:
        centred(whole, surfaces.disc(kit.px(radius + 1), palette.CREAM), wide // 2, wide // 2)
    centred(whole, face, wide // 2, wide // 2)
    return whole


def figure(kit: Kit, name: str, radius: float, mood: str = "calm", active: bool = False) -> Surface:
    """Return a figure for the screen, cached by the kit; see figure_plain."""
    return kit.scene_image(figure_plain, name, radius, mood, active)
