"""Boxes of a layout: the frames that every table is laid out in, and how boxes overlap."""

import pytest

from game.engine.layout import TALL, WIDE, Box
from game.scenes.replay.strip import LOW_TALL

#: the usual table and portrait windows from the lowest to the highest, those in portrait also with something below
WHOLE = (WIDE, TALL, (TALL[0], 1400), (TALL[0], 1560))
FRAMES = (*WHOLE, *((width, height - LOW_TALL) for width, height in WHOLE if height > width))

each_frame = pytest.mark.parametrize("frame", FRAMES, ids=str)
each_whole_frame = pytest.mark.parametrize("frame", WHOLE, ids=str)


def overlap(one: Box, other: Box) -> float:
    """Return how far two boxes overlap; below zero it is the gap between them."""
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return min(across, down)


def apart(one: Box, other: Box) -> bool:
    """Return whether two boxes do not overlap, by more than half a unit."""
    return (
        one.x + one.w <= other.x + 0.5
        or other.x + other.w <= one.x + 0.5
        or one.y + one.h <= other.y + 0.5
        or other.y + other.h <= one.y + 0.5
    )


def within(inner: Box, outer: Box, leeway: float = 0.5) -> bool:
    """Return whether a box lies in another one."""
    return (
        inner.x >= outer.x - leeway
        and inner.y >= outer.y - leeway
        and inner.x + inner.w <= outer.x + outer.w + leeway
        and inner.y + inner.h <= outer.y + outer.h + leeway
    )
