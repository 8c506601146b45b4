"""Effects between two screens: a lid opens, a result grows out of the table, the wood slides by.

An effect is only a picture. The new scene has the input and the time from the start; above it move the window's last
picture and its next one, two opaque pictures, which is cheapest.
"""

from collections.abc import Callable
from typing import TypeAlias

from pygame import Rect, Surface

from game.engine import palette, surfaces, transitions, tweens
from game.engine.canvas import Canvas

#: duration of each form at normal speed, in milliseconds, and the longest at any speed
LENGTHS = {"opens": 250.0, "closes": 220.0, "grows": 220.0, "sinks": 180.0, "onward": 170.0, "back": 170.0}
LONGEST_MS = 250.0
#: longest step of an effect: making a screen's pictures takes longer than a frame, and the effect would be skipped
STEP_MS = 34.0
#: bands of the lid's edge from its face downward: colour and logical height
EDGE = ((palette.LIP, 3.0), (palette.ICON_LIP, 7.0), (palette.WOOD, 8.0), (palette.LIP_BROWN, 4.0))
#: initial scale of a growing screen
SEED = 0.1
#: screens on the wooden table
ON_WOOD = ("title", "menu")

#: draws the new scene
Draw: TypeAlias = Callable[[Canvas], None]


def form_of(before: str, after: str, transition: transitions.Transition) -> str:
    """Return the form of the effect from one stage to another, or "" for none. See ``Scene.stage``."""
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
    """One running effect."""

    def __init__(self, form: str, old: Surface, pace: float) -> None:
        self.form, self.old = form, old
        #: the new scene, drawn once
        self._new: Surface | None = None
        self._length = min(LONGEST_MS, LENGTHS[form] * pace)
        self._ms = 0.0

    @property
    def done(self) -> bool:
        """True once the effect is over."""
        return self._ms >= self._length

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds."""
        self._ms += min(ms, STEP_MS)

    def draw(self, canvas: Canvas, scene: Draw) -> None:
        """Draw the current picture between the two screens."""
        share = min(1.0, self._ms / self._length) if self._length else 1.0
        match self.form:
            case "opens":
                covered = 1 - tweens.in_out_cubic(share)
                # the table moves under the lid; what the lid covers need not be drawn
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
        """Return the new scene's first picture; its movements are seen afterwards."""
        if self._new is None:
            self._new = surfaces.opaque(canvas.frame.window, palette.INK)
            scene(Canvas(self._new, canvas.frame))
        return self._new

    @staticmethod
    def _below(canvas: Canvas, share: float) -> None:
        """Clip the drawing to the area below a lid."""
        wide, high = canvas.frame.window
        y = round(high * share)
        canvas.screen.set_clip((0, y, wide, high - y))

    @staticmethod
    def _lid(canvas: Canvas, face: Surface, share: float) -> None:
        """Draw a lid that hangs from the upper edge and covers a share of the window."""
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
        """Draw a picture with a gold edge in the middle of the window, scaled by its progress."""
        wide, high = canvas.frame.window
        grown = SEED + (1 - SEED) * share
        size = max(1, round(wide * grown)), max(1, round(high * grown))
        left, top = (wide - size[0]) // 2, (high - size[1]) // 2
        edge = max(2, canvas.frame.px(5))
        canvas.screen.fill(palette.INK, Rect(left - 2 * edge, top - 2 * edge, size[0] + 4 * edge, size[1] + 4 * edge))
        canvas.screen.fill(palette.GOLD, Rect(left - edge, top - edge, size[0] + 2 * edge, size[1] + 2 * edge))
        canvas.screen.blit(surfaces.squeezed(picture, size), (left, top))

    def _slide(self, canvas: Canvas, new: Surface, share: float) -> None:
        """Slide both screens side by side, as if looking along the table."""
        wide = canvas.frame.window[0]
        gone = round(wide * share)
        onward = self.form == "onward"
        canvas.screen.blit(self.old, (-gone if onward else gone, 0))
        canvas.screen.blit(new, (wide - gone if onward else gone - wide, 0))
