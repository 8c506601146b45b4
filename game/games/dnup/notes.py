"""The paper beside the table of dnuP: what the hint says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.protocol import Advice
from game.engine.advice import advice_paper
from game.engine.canvas import Canvas

if TYPE_CHECKING:
    from game.games.dnup.table import Table


def draw_advice(table: Table, canvas: Canvas, advice: Advice) -> None:
    """Draw the hint in its corner."""
    kit, spot, texts = table.context.kit, table.spots.note, table.context.texts
    rows = tuple((table.words(key), texts.number(value)) for key, value in advice.figures)
    paper = kit.made(advice_paper, spot.w, texts("hint.title"), table.say.action(advice.action, table.view), rows)
    margin = kit.paper_margin() / kit.scale
    canvas.put(paper, spot.x - margin, spot.y - margin)
