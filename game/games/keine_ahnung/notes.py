"""The paper beside the table of Keine Ahnung: what a function does."""

from __future__ import annotations

from pygame import Surface

from game.engine import text
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import INK
from game.engine.widgets import put_paper
from game.games.keine_ahnung.faces import badge
from game.games.keine_ahnung.layout import Spots


def function_paper(kit: Kit, w: float, function: str, title: str, body: str) -> Surface:
    """A function's sign, its name and what it does; plain."""
    px = kit.px
    words = kit.paragraph_plain(body, 19, w - 40, INK, text.TEXT)
    high = 74 + words.get_height() / kit.scale
    whole = kit.paper_plain(w, high, 16)
    margin = kit.paper_margin()
    centred(whole, badge(kit, function, 44), margin + px(40), margin + px(38))
    heading = kit.line_plain(title, 27, INK, text.DISPLAY, w - 96)
    whole.blit(heading, (margin + px(74), margin + px(38) - heading.get_height() // 2))
    whole.blit(words, (margin + px(20), margin + px(68)))
    return whole


class Note:
    """What the function of the card on top of a pile does; ``body`` is where that card lies."""

    def __init__(self, kit: Kit, words: tuple[str, str, str], body: Box, spots: Spots) -> None:
        #: its sign, its name and what it does
        self.words = words
        self.kit, self.body, self.spots = kit, body, spots

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper over the log, or in portrait below its card or above it."""
        kit, frame, spot = self.kit, canvas.frame, self.spots.note
        w = 440.0 if frame.tall else spot.w
        paper = kit.made(function_paper, w, *self.words)
        high = kit.paper_height(paper)
        left, top = spot.x, spot.y
        if frame.tall:
            left = min(max(self.body.centre[0] - w / 2, 28), frame.width - w - 28)
            top = self.body.y + self.body.h + 10
            if top + high > self.spots.tray.y:
                top = max(20.0, self.body.y - high - 10)
        put_paper(canvas, kit, paper, left, top)
