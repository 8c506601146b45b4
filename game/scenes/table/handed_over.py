"""The sign that tells whose turn it is now, where several people play openly at one device.

It takes the prompt's place for a moment, so that it covers no card. The curtain tells it where something is hidden.
"""

from pygame import Surface

from game.engine import fonts, surfaces
from game.engine.canvas import Canvas
from game.engine.figures import figure_plain
from game.engine.kit import Kit, centred
from game.engine.palette import GOLD, INK
from game.engine.turn_table import AnyTurnTable
from game.scenes.table.passing_sign import PassingSign

#: display time without input, in milliseconds
SIGN_MS = 2000.0
#: height of the sign, size of its text, and how far it is below the prompt's middle
HIGH, SIZE, LOWER = 62.0, 40.0, 3.0


class HandedOver(PassingSign):
    """The sign, shown for a while."""

    def __init__(self) -> None:
        super().__init__()
        #: the seat whose turn it is now, or -1 without a sign
        self.seat = -1

    def begin(self, seat: int) -> None:
        """Show that it is the turn of ``seat``."""
        self.seat, self._remaining_ms = seat, SIGN_MS

    def end(self) -> bool:
        there, self.seat = self.seat >= 0, -1
        return there

    def draw(self, canvas: Canvas, table: AnyTurnTable) -> None:
        """Draw it in the prompt's place."""
        seat, (x, y, most) = table.seats[self.seat], table.spots.prompt
        text = table.context.texts("curtain.title", name=table.name(self.seat))
        canvas.put_centred(table.kit.scene_image(sign_plain, text, seat.figure, most), x, y + LOWER)


def sign_plain(kit: Kit, text: str, figure: str, max_width: float) -> Surface:
    """Draw the figure and the text on a gold pill, at most ``max_width`` wide; plain."""
    face = figure_plain(kit, figure, HIGH / 2 - 5)
    line = kit.line_plain(text, kit.fitting(SIZE, HIGH * 0.72), INK, fonts.DISPLAY, max_width - HIGH - 30)
    high, edge = kit.px(HIGH), max(1, kit.px(3))
    wide = min(kit.px(max_width), high + line.get_width() + kit.px(26))
    whole = surfaces.clear((wide, high), INK)
    whole.blit(surfaces.rounded((wide, high), high // 2, INK), (0, 0))
    whole.blit(surfaces.rounded((wide - 2 * edge, high - 2 * edge), high // 2 - edge, GOLD), (edge, edge))
    centred(whole, face, high // 2, high // 2)
    centred(whole, line, high + line.get_width() // 2, high // 2)
    return whole
