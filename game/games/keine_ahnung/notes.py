"""Notes about the functions of Keine Ahnung: on top of a pile, and in the legend."""

from pygame import Surface

from game.engine import fonts
from game.engine.backdrop import PaperSheet
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK
from game.engine.widgets import put_paper
from game.games.keine_ahnung import faces, layout


def function_paper(kit: Kit, w: float, function: str, title: str, body: str) -> Surface:
    """Draw a plain note with a function's sign, name and effect."""
    paragraph = kit.paragraph_plain(body, 19, w - 40, INK, fonts.TEXT)
    paper = PaperSheet(kit, w, 74 + paragraph.get_height() / kit.scale)
    paper.put(faces.badge(kit, function, 44), 40, 38, "centre")
    paper.put(kit.line_plain(title, 27, INK, fonts.DISPLAY, w - 96), 74, 38)
    paper.put(paragraph, 20, 68, "corner")
    return paper.surface


class Note:
    """The note about the function on top of a pile, next to the card's box ``body``."""

    def __init__(self, kit: Kit, texts: tuple[str, str, str], body: Box, spots: layout.Spots) -> None:
        #: its sign, name and effect
        self.texts = texts
        self.kit, self.body, self.spots = kit, body, spots

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper over the log, or on a tall table below or above its card."""
        kit, frame, spot = self.kit, canvas.frame, self.spots.dock
        w = 440.0 if frame.tall else spot.w
        paper = kit.scene_image(function_paper, w, *self.texts)
        high = kit.paper_height(paper)
        left, top = spot.x, spot.y
        if frame.tall:
            left = min(max(self.body.centre[0] - w / 2, 28), frame.width - w - 28)
            top = self.body.y + self.body.h + 10
            if top + high > self.spots.tray.y:
                top = max(20.0, self.body.y - high - 10)
        put_paper(canvas, kit, paper, left, top)
