"""Bursts: sparks that fly from a point when something happens, more and farther the greater it is.

A spark's path is a function of its number, so that every frame is reproducible, and all pictures are cached.
"""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from pygame import Surface, draw

from game.engine import surfaces
from game.engine.canvas import Canvas
from game.engine.impact import Impact
from game.engine.kit import Kit
from game.engine.palette import Colour

if TYPE_CHECKING:
    from game.services.context import Context

#: duration in milliseconds
LENGTH_MS = 760.0
#: shares of the full size that a spark has on its way
SIZES = (1.0, 0.85, 0.65, 0.4)
#: share of the way at which sparks stand without animation
STILL = 0.7


class Burst(NamedTuple):
    """One burst: its middle, its size, its colours and its age in milliseconds."""

    x: float
    y: float
    impact: Impact
    colours: tuple[Colour, ...]
    ms: float = 0.0


class Bursts:
    """The bursts at one table."""

    def __init__(self, context: "Context") -> None:
        self.context = context
        self._shown: list[Burst] = []

    def add(self, x: float, y: float, impact: Impact, colours: Sequence[Colour]) -> None:
        """Start a burst."""
        self._shown.append(Burst(x, y, impact, tuple(colours)))

    def clear(self) -> None:
        """Remove all bursts."""
        self._shown.clear()

    def update(self, ms: float) -> bool:
        """Advance time; return True if the picture changes."""
        shown = bool(self._shown)
        self._shown = [one._replace(ms=one.ms + ms) for one in self._shown if one.ms + ms < LENGTH_MS]
        return shown

    def draw(self, canvas: Canvas) -> None:
        """Draw the sparks where they are now; without animation they stand still."""
        kit, still = self.context.kit, not self.context.settings.lasting(1)
        for burst in self._shown:
            share, (_pause_ms, count, reach, side, _volume) = burst.ms / LENGTH_MS, burst.impact
            share = STILL if still else share
            # few sizes, so that few pictures are made
            small = 3.0 * round(side * SIZES[min(len(SIZES) - 1, int(share * len(SIZES)))] / 3)
            for number in range(count):
                angle = 2 * pi * (number + 0.3 * (number % 3)) / count
                far = reach * (0.62 + 0.38 * (number * 7 % 5) / 4) * (1 - (1 - share) ** 3)
                spark = kit.scene_image(spark_plain, small, burst.colours[number % len(burst.colours)])
                canvas.put_centred(spark, burst.x + far * cos(angle), burst.y + far * sin(angle))


def spark_plain(kit: Kit, side: float, colour: Colour) -> Surface:
    """Draw a star of four points; plain."""
    px = max(3, kit.px(side))

    def paint(onto: Surface, times: int) -> None:
        half = px * times / 2
        turns = [(half if number % 2 == 0 else half * 0.36, number * pi / 4) for number in range(8)]
        draw.polygon(onto, colour, [(half + far * cos(turn), half + far * sin(turn)) for far, turn in turns])

    return surfaces.smooth((px, px), colour, paint)
