"""The hint's paper: what the strongest opponent would do, and the numbers behind it."""

from __future__ import annotations

from pygame import Surface

from game.engine import surfaces, text
from game.engine.kit import Kit
from game.engine.palette import INK, PARCHMENT, SOFT_ON_PAPER


def advice_paper(kit: Kit, w: float, title: str, move: str, rows: tuple[tuple[str, str], ...]) -> Surface:
    """What the hard opponent would do and the numbers behind it."""
    px = kit.px
    # lines grow with the texts; how much larger they are than the table
    larger = kit.text_scale / kit.scale
    step, head = 30.0 * larger, 52 * larger + 24
    high = head + step * len(rows) + 34 if rows else head + 6
    whole = kit.paper_plain(w, high, 16)
    margin = kit.paper_margin()

    def put(picture: Surface, x: float, y: float, right: bool = False) -> None:
        left = margin + px(x) - (picture.get_width() if right else 0)
        whole.blit(picture, (left, margin + px(y) - picture.get_height() // 2))

    put(kit.icon_plain("bulb", 34, INK), 18, head * 0.42)
    put(kit.line_plain(title, 17, SOFT_ON_PAPER, text.STRONG, w - 80), 60, 6 + 16 * larger)
    put(kit.line_plain(move, 25, INK, text.DISPLAY, w - 80), 60, 12 + 38 * larger)
    if rows:
        inset = surfaces.rounded((px(w - 28), px(step * len(rows) + 16)), px(12), PARCHMENT)
        whole.blit(inset, (margin + px(14), margin + px(head + 4)))
    for number, (words, number_words) in enumerate(rows):
        y = head + 12 + step * (number + 0.5)
        value = kit.line_plain(number_words, 20, INK, text.DISPLAY)
        put(value, w - 30, y, True)
        put(kit.line_plain(words, 17, INK, text.STRONG, w - 80 - value.get_width() / kit.scale), 28, y)
    return whole
