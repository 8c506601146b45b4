"""The paper beside the table of Nein Danke!: what a special card does."""

from typing import NamedTuple

from pygame import Surface

from game.engine import layout, surfaces, text, widgets
from game.engine.canvas import Canvas
from game.engine.kit import Kit, centred
from game.engine.palette import CREAM, GOOD, INK, LIP, PARCHMENT, SOFT_ON_PAPER, WARNING
from game.games.nein_danke.layout import Spots

POINTER = 36.0


class Explained(NamedTuple):
    """What is said of a special card."""

    title: str
    body: str
    #: it does its owner good
    good: bool
    #: what the points are, or nothing where none can be told
    now: str
    points: int
    #: the points as they are written
    number: str


def special_paper(kit: Kit, w: float, said: Explained) -> Surface:
    """A special card's name, what it does, and what it brings now if that can be said."""
    px = kit.px
    words = kit.paragraph_plain(said.body, 19, w - 40, INK, text.TEXT)
    top = 66.0
    below = top + words.get_height() / kit.scale + 4
    high = below + (92 if said.now else 12)
    whole = kit.paper_plain(w, high, 16)
    margin = kit.paper_margin()

    def at(x: float, y: float) -> tuple[int, int]:
        return margin + px(x), margin + px(y)

    x, y = at(34, 36)
    centred(whole, surfaces.disc(px(19), INK), x, y)
    centred(whole, surfaces.disc(px(16), GOOD if said.good else WARNING), x, y)
    centred(whole, kit.icon_plain("plus" if said.good else "minus", 24, CREAM), x, y)
    heading = kit.line_plain(said.title, 27, INK, text.DISPLAY, w - 84)
    whole.blit(heading, (at(64, 0)[0], y - heading.get_height() // 2))
    whole.blit(words, at(20, top))
    if said.now:
        whole.blit(surfaces.rounded((px(w - 28), px(72)), px(12), PARCHMENT), at(14, below + 4))
        line = kit.line_plain(said.now, 18, SOFT_ON_PAPER, text.BLACK, w - 140)
        whole.blit(line, (at(28, 0)[0], at(0, below + 40)[1] - line.get_height() // 2))
        colour = GOOD if said.points > 0 else CREAM if said.points == 0 else WARNING
        picture = kit.sticker_plain(said.number, 42, colour, 86)
        centred(whole, picture, *at(w - 66, below + 40))
    return whole


def pointer(kit: Kit, down: bool) -> Surface:
    """The small triangle from a paper to its card."""
    side = kit.px(POINTER)
    return surfaces.triangle(side, side * 5 // 6, CREAM, LIP, down)


class Note:
    """What a special card does, near the card, whose place is ``body``."""

    def __init__(self, kit: Kit, said: Explained, body: layout.Box, spots: Spots) -> None:
        self.kit, self.said, self.body, self.spots = kit, said, body, spots

    def draw(self, canvas: Canvas) -> None:
        """Draw the paper above its card or below it, within the table."""
        kit, frame, centre = self.kit, canvas.frame, self.spots.centre
        w = 440.0 if frame.tall else 318.0
        paper = kit.made(special_paper, w, self.said)
        high = kit.paper_height(paper)
        x = self.body.centre[0]
        if not frame.tall and self.body.holds(centre.x, centre.y):
            widgets.put_paper(canvas, kit, paper, self.spots.dock.x, self.spots.dock.y)
            return
        left = min(max(x - w / 2, 28), frame.width - w - 28)
        above = self.body.y - high - POINTER * 0.5
        down = above > 20
        top = above if down else min(self.body.y + self.body.h + POINTER * 0.8, frame.height - high - 20)
        beside = not down and top < self.body.y + self.body.h
        if beside:
            left = x + self.body.w / 2 + 30 if x < frame.width / 2 else x - self.body.w / 2 - 30 - w
        widgets.put_paper(canvas, kit, paper, left, top)
        if not beside:
            tip = kit.made(pointer, down)
            canvas.put_centred(tip, min(max(x, left + 40), left + w - 40), top + high + 9 if down else top - 12)
