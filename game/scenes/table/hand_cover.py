"""The cloth over the own cards from the end of a move until the curtain: the table stays in view, the hand does not."""

from pygame import Surface

from game.engine import fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, Colour
from game.engine.turn_table import AnyTurnTable
from game.scenes.table.curtain import folds

#: how far the cloth reaches beyond the cards, its corners' radius, and the least width of a fold
AROUND, CORNER, FOLD = 6.0, 18.0, 44.0
#: radius of the next person's figure and size of the text, as shares of the cloth's height and at most
FACE, MOST_FACE, TEXT, MOST_TEXT = 0.21, 52.0, 0.16, 30.0
APART = 10.0


def draw_cover(canvas: Canvas, table: AnyTurnTable, seat: int) -> None:
    """Draw the cloth, with the person of ``seat`` who gets the device."""
    box, person = (table.place_of("cards") or table.spots.tray).grown(AROUND), table.seats[seat]
    text = table.context.texts("curtain.hand_over", name=person.name)
    picture = table.kit.scene_image(cover_plain, box.w, box.h, table.felt, person.figure, text)
    canvas.put_centred(picture, *box.centre)


def cover_plain(kit: Kit, w: float, h: float, tint: Colour, figure: str, text: str) -> Surface:
    """Draw the cloth with the figure above the text; plain."""
    size = kit.px(w), kit.px(h)
    corner = kit.px(CORNER)
    whole = surfaces.masked(folds(size, tint, max(4, round(w / FOLD))), surfaces.rounded(size, corner, (255, 255, 255)))
    whole.blit(surfaces.ring(size, corner, max(1, kit.px(2)), CREAM, 90), (0, 0))
    face = figure_plain(kit, figure, min(MOST_FACE, h * FACE), "calm", True)
    line = kit.line_plain(text, min(MOST_TEXT, h * TEXT), CREAM, fonts.DISPLAY, w - 8 * AROUND)
    high = face.get_height() + kit.px(APART) + line.get_height()
    top, middle = (size[1] - high) // 2, size[0] // 2
    centred(whole, face, middle, top + face.get_height() // 2)
    centred(whole, line, middle, top + high - line.get_height() // 2)
    return whole
