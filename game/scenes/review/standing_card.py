"""The result on a paper above the moments: everybody's figure, name and sum, from first to last."""

from typing import NamedTuple

from pygame import Surface

from game.engine import figures, fonts, widgets
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.layout import Box
from game.engine.palette import INK, SOFT_ON_PAPER

#: the edge around everything, height of the line above, and of a row of people
EDGE, HEAD, ROW = 18.0, 34.0, 58.0
#: least width of a person; radius of the figure; sizes of the line and the sum, and of the name
LEAST, FIGURE, SMALL, NAME = 150.0, 20.0, 17.0, 21.0


class PersonResult(NamedTuple):
    """A person's row of the result."""

    figure: str
    name: str
    total: str
    #: the winner, and the person whose review it is
    has_won: bool
    is_own: bool


def across(w: float, people: int, larger: float) -> int:
    """Return how many people are side by side: all of them, or as many as in the row below."""
    return people if (w - 2 * EDGE) / people >= LEAST * larger else -(-people // 2)


def height(w: float, people: int, larger: float) -> float:
    """Return the height of the paper for so many people at a relative text scale."""
    return 2 * EDGE + (HEAD + ROW * -(-people // across(w, people, larger))) * larger


def standing_plain(kit: Kit, w: float, h: float, label: str, people: tuple[PersonResult, ...]) -> Surface:
    """Draw the paper with a small line above the people; plain."""
    whole, margin, larger = kit.paper_plain(w, h, 16), kit.paper_margin(), kit.text_scale / kit.scale
    line = kit.line_plain(label, SMALL, SOFT_ON_PAPER, fonts.STRONG, w - 2 * EDGE)
    whole.blit(line, (margin + kit.px(EDGE), margin + kit.px(EDGE)))
    count = across(w, len(people), larger)
    wide = (w - 2 * EDGE) / count
    for number, one in enumerate(people):
        mood = "glad" if one.has_won else "calm"
        figure = figures.figure_plain(kit, one.figure, FIGURE, mood, one.is_own)
        middle = margin + kit.px(EDGE + (HEAD + ROW * (number // count + 0.5)) * larger)
        x, beside = EDGE + wide * (number % count), 3 * FIGURE
        left = margin + kit.px(x + FIGURE * 1.3)
        whole.blit(figure, (left - figure.get_width() // 2, middle - figure.get_height() // 2))
        name = kit.line_plain(one.name, NAME, INK, fonts.BLACK, wide - beside - 8)
        total = kit.line_plain(one.total, SMALL, SOFT_ON_PAPER, fonts.STRONG, wide - beside - 8)
        whole.blit(name, (margin + kit.px(x + beside), middle - name.get_height()))
        whole.blit(total, (margin + kit.px(x + beside), middle))
    return whole


def draw(kit: Kit, box: Box, label: str, people: tuple[PersonResult, ...], canvas: Canvas) -> None:
    """Draw the paper."""
    widgets.put_paper(canvas, kit, kit.scene_image(standing_plain, box.w, box.h, label, people), box.x, box.y)
