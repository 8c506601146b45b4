"""The hint on the table of Twin It!: a match in sight and how many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.protocol import Advice
from game.engine.advice import advice_paper
from game.engine.canvas import Canvas

if TYPE_CHECKING:
    from game.games.twin_it.picture import Picture

#: width of the paper
WIDE = 300.0


def draw_advice(table: Picture, canvas: Canvas, advice: Advice) -> None:
    """Draw the hint above the own cards."""
    kit = table.context.kit
    texts = table.context.texts
    rows = tuple((table.words(key), texts.number(value, 0)) for key, value in advice.figures)
    paper = kit.made(advice_paper, WIDE, texts("hint.title"), table.say.action(advice.action, table.view), rows)
    margin = kit.paper_margin() / kit.scale
    high = paper.get_height() / kit.scale - 2 * margin
    field = table.spots.field
    canvas.put(paper, field.x + field.w - WIDE - margin, field.y + field.h - high - margin)
