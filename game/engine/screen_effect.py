"""How one screen passes into the next: the lid opens, a result grows out of the table, the wood slides by.

A passage is a picture alone. The new scene has the input and the time from the beginning; what lies over it is what
the window showed last and what it will show, two opaque pictures that are moved, which is the cheapest there is.
"""

from collections.abc import Callable
from typing import TypeAlias

from pygame import Rect, Surface

from game.engine import palette, surfaces, transitions, tweens
from game.engine.canvas import Canvas

#: how long each form takes at normal speed, in milliseconds, and the longest at any
LENGTHS = {"opens": 250.0, "closes": 220.0, "grows": 220.0, "sinks": 180.0, "onward": 170.0, "back": 170.0}
LONGEST_MS = 250.0
#: the longest step a passage takes: making a screen's pictures takes longer than a frame, and nobody would see it
STEP_MS = 34.0
#: the lid's edge from its face downward, logical: how high each band is
EDGE = ((palette.LIP, 3.0), (palette.ICON_LIP, 7.0), (palette.WOOD, 8.0), (palette.LIP_BROWN, 4.0))
#: how small a screen is that begins to grow
SEED = 0.1
#: screens that stand on the wooden table
ON_WOOD = ("title", "menu")

#: draws the new scene
Draw: TypeAlias = Callable[[Canvas], None]


def form_of(before: str, after: str, transition: transitions.Transition) -> str:
    """The form in which a screen of one stage passes into one of another, or "": at once. See ``Scene.stage``."""
    nested = isinstance(transition, transitions.Push | transitions.Pop)
    if before in ON_WOOD and after in ON_WOOD:
        return "back" if after == "title" or isinstance(transition, transitions.Pop) else "onward"
    if before in ON_WOOD and after == "table":
        return "" if nested else "opens"
    if after in ON_WOOD and before in ("table", "result"):
        return "" if nested else "closes"
    if before == "table" and after == "result":
        return "grows"
    if before == "result" and after == "table":
        return "sinks" if isinstance(transition, transitions.Pop) else ""
    return ""


class ScreenEffect:
    """One passage on its way."""

    def __init__(self, form: str, old: Surface, pace: float) -> None:
        self.form, self.old = form, old
        #: the new scene, drawn once
        self._new: Surface | None = None
        self._length = min(LONGEST_MS, LENGTHS[form] * pace)
        self._ms = 0.0

    @property
    def done(self) -> bool:
        """Whether nothing of it is left."""
        return self._ms >= self._length

    def update(self, ms: float) -> None:
        """Let ``ms`` milliseconds pass."""
        self._ms += min(ms, STEP_MS)

    def draw(self, canvas: Canvas, scene: Draw) -> None:
        """Draw what lies between the two screens now."""
        share = min(1.0, self._ms / self._length) if self._length else 1.0
        match self.form:
            case "opens":
                covered = 1 - tweens.in_out_cubic(share)
                # the table comes to life under the lid; what that covers need not be drawn
                self._below(canvas, covered)
                scene(canvas)
                canvas.screen.set_clip((0, 0, *canvas.frame.window))
                self._lid(canvas, self.old, covered)
            case "closes":
                covered = tweens.out_cubic(share)
                self._below(canvas, covered)
                canvas.background(self.old)
                canvas.screen.set_clip((0, 0, *canvas.frame.window))
                self._lid(canvas, self._drawn(canvas, scene), covered)
            case "grows":
                canvas.background(self.old)
                self._grown(canvas, self._drawn(canvas, scene), tweens.out_cubic(share))
            case "sinks":
                scene(canvas)
                self._grown(canvas, self.old, 1 - tweens.out_cubic(share))
            case _:
                self._slide(canvas, self._drawn(canvas, scene), tweens.in_out_cubic(share))

    def _drawn(self, canvas: Canvas, scene: Draw) -> Surface:
        """The new scene as it is at first; what moves in it is seen afterwards."""
        if self._new is None:
            self._new = surfaces.opaque(canvas.frame.window, palette.INK)
            scene(Canvas(self._new, canvas.frame))
        return self._new

    @staticmethod
    def _below(canvas: Canvas, share: float) -> None:
        """Draw on what a lid leaves free alone."""
        wide, high = canvas.frame.window
        y = round(high * share)
        canvas.screen.set_clip((0, y, wide, high - y))

    @staticmethod
    def _lid(canvas: Canvas, face: Surface, share: float) -> None:
        """A lid that hangs on the upper edge and covers a share of the window, with its own edge below."""
        wide, high = canvas.frame.window
        y = round(high * share)
        if y > 0:
            canvas.background(surfaces.squeezed(face, (wide, y)))
        for colour, thick in EDGE:
            band = max(1, canvas.frame.px(thick))
            canvas.screen.fill(colour, Rect(0, y, wide, band))
            y += band

    @staticmethod
    def _grown(canvas: Canvas, picture: Surface, share: float) -> None:
        """A picture with a gold edge in the middle of the window, as large as its share of the way."""
        wide, high = canvas.frame.window
        grown = SEED + (1 - SEED) * share
        size = max(1, round(wide * grown)), max(1, round(high * grown))
        left, top = (wide - size[0]) // 2, (high - size[1]) // 2
        edge = max(2, canvas.frame.px(5))
        canvas.screen.fill(palette.INK, Rect(left - 2 * edge, top - 2 * edge, size[0] + 4 * edge, size[1] + 4 * edge))
        canvas.screen.fill(palette.GOLD, Rect(left - edge, top - edge, size[0] + 2 * edge, size[1] + 2 * edge))
        canvas.screen.blit(surfaces.squeezed(picture, size), (left, top))

    def _slide(self, canvas: Canvas, new: Surface, share: float) -> None:
        """Both screens slide by side by side, as if one looked along the table."""
        wide = canvas.frame.window[0]
        gone = round(wide * share)
        onward = self.form == "onward"
        canvas.screen.blit(self.old, (-gone if onward else gone, 0))
        canvas.screen.blit(new, (wide - gone if onward else gone - wide, 0))
