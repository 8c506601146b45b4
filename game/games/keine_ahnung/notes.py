"""The paper beside the table of Keine Ahnung: what a function does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Surface

from game.engine import text
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.layout import Box
from game.engine.palette import INK
from game.games.keine_ahnung.deck import FUNCTIONS, function_of
from game.games.keine_ahnung.faces import badge

if TYPE_CHECKING:
    from game.games.keine_ahnung.table import Table


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
    """What the function of a card on a pile does."""

    def __init__(self, table: Table, card: int, body: Box) -> None:
        self.table, self.body = table, body
        function = FUNCTIONS[function_of(card)]
        self.words = (function, table.words(f"function.{function}"), table.words(f"card.{function}.text"))

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper over the log, or in portrait below its card or above it."""
        kit, frame, spot = self.table.context.kit, canvas.frame, self.table.spots.note
        w = 440.0 if frame.tall else spot.w
        paper = kit.made(function_paper, w, *self.words)
        high = kit.paper_height(paper)
        left, top = spot.x, spot.y
        if frame.tall:
            left = min(max(self.body.centre[0] - w / 2, 28), frame.width - w - 28)
            top = self.body.y + self.body.h + 10
            if top + high > self.table.spots.tray.y:
                top = max(20.0, self.body.y - high - 10)
        self.table.put_paper(canvas, paper, left, top)
