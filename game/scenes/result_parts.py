"""Places on the result that are alike in every game."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.layout import Box, Frame


class LabelPlace(NamedTuple):
    """Where the name of a row stands: its place, the size of its letters and the room it has, logical."""

    x: float
    y: float
    size: float
    most: float
    #: what of it lies at that place: its middle, or its left end
    anchor: str


def page_boxes(frame: Frame, top: float) -> tuple[Box, Box, Box]:
    """Room for a page of the game's own below ``top``: one large box, one at its side, one below."""
    gap = 14.0
    if not frame.tall:
        return Box(32, top, 900, 352), Box(952, 132, 296, 370), Box(32, top + 352 + gap, 900, 194)
    high = frame.height - 240.0 - top - 2 * gap
    large, side = high * 0.4, high * 0.29
    return (
        Box(24, top, 672, large),
        Box(24, top + large + gap, 672, side),
        Box(24, top + large + side + 2 * gap, 672, high - large - side),
    )
