"""A banner over a table: a title in large letters with a text beside or below it.

Its paper takes longer to make than a frame may: it is made with the table, and only the texts are added later.
"""

from pygame import Surface

from game.engine import fonts, surfaces
from game.engine.backdrop import PaperSheet
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import SOFT_ON_PAPER, Colour

#: width on a wide table and on a tall one, logical
WIDE, TALL = 780.0, 548.0
#: height of a line of the body at the table's text size
LINE = 26.0


class Banner:
    """One kind of banner, in one colour, for the current window.

    The body stands beside the title, or below it if ``tall``. A banner with a ``wide`` of its own is so narrow that its
    body takes two lines below the title.
    """

    def __init__(self, kit: Kit, colour: Colour, tall: bool, wide: float = 0.0) -> None:
        self.kit, self.colour, self.tall = kit, colour, tall or wide > 0
        self._lines = 2 if wide else 1
        #: text scale relative to the table's scale
        self._grown = kit.text_growth
        #: size, logical
        self.wide, self.high = wide or (TALL if tall else WIDE), 78.0
        if self.tall:
            self.high += (8 + self._lines * LINE) * self._grown
        self._paper()

    def _paper(self) -> Surface:
        return self.kit.scene_image(sheet, self.wide, self.high, self.colour)

    def title(self, text: str) -> Surface:
        """Return the title's picture; a game that knows it early prepares it with its table."""
        most = self.wide / 2 if not self.tall else self.wide - (30 if self._lines > 1 else 60)
        return self.kit.sticker(text, 50 if self.tall and self._lines == 1 else 44, self.colour, most)

    def draw(self, canvas: Canvas, title: str, body: str, x: float, y: float) -> None:
        """Draw the banner centred on (x, y), or beside it where a close shot would cut it off."""
        kit, heading = self.kit, self.title(title)
        canvas.announced.append(Box(x - self.wide / 2, y - self.high / 2, self.wide, self.high))
        x, y = canvas.inside(x, y, self.wide, self.high)
        canvas.put_centred(self._paper(), x, y)
        if self.tall:
            canvas.put_centred(heading, x, y + 44 - self.high / 2)
            room, high = self.wide - 44, self._lines * LINE * self._grown
            paragraph = (
                kit.paragraph(body, 19, room, SOFT_ON_PAPER, fonts.BLACK, high, True)
                if self._lines > 1
                else kit.line(body, 19, SOFT_ON_PAPER, fonts.BLACK, room)
            )
            canvas.put_centred(paragraph, x, y + 72 + high / 2 - self.high / 2)
            return
        wide = heading.get_width() / kit.scale
        canvas.put_left(heading, x - self.wide / 2 + 28, y + 1)
        room = self.wide - wide - 76
        canvas.put_centred(kit.line(body, 20, SOFT_ON_PAPER, fonts.BLACK, room), x + self.wide / 2 - 28 - room / 2, y)


def sheet(kit: Kit, w: float, high: float, colour: Colour) -> Surface:
    """Return a paper with a coloured outline; plain."""
    paper = PaperSheet(kit, w, high, 18)
    paper.put(surfaces.ring((kit.px(w), kit.px(high)), kit.px(18), max(2, kit.px(6)), colour), 0, 0, "corner")
    return paper.surface
