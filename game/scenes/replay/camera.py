"""The camera of a film: a table laid out larger than the window, of which a part is seen, and its moves in and out.

Close up the table is drawn in its own pixels. While the camera moves the table is drawn once if nothing moves on it,
and parts of that picture are scaled to the window, which is cheap.
"""

from collections.abc import Callable
from typing import TypeAlias

from pygame import Rect, Surface

from game.engine import layout, palette, surfaces, tweens
from game.engine.canvas import Canvas
from game.engine.window_surface import Opening, Screen

#: real pixels of the largest picture of a table
MOST_PIXELS = 9_000_000
#: real milliseconds before the move in, of that move, and of the move out
BEFORE_MS, IN_MS, OUT_MS = 140.0, 460.0, 380.0

#: draws the whole table
Draw: TypeAlias = Callable[[Canvas], None]


def magnified(frame: layout.Frame, zoom: float) -> layout.Frame:
    """Return the frame of the same table in a window ``zoom`` times as large."""
    wide, high = frame.window
    safe = layout.Insets(*(round(covered * zoom) for covered in frame.safe))
    window = round(wide * zoom), round(high * zoom)
    left, top = round(frame.left * zoom), round(frame.top * zoom)
    return frame._replace(scale=frame.scale * zoom, left=left, top=top, window=window, safe=safe)


class Camera:
    """Shows ``shot``, the uppermost real pixels of the window, of a table whose ``frame`` is magnified by ``zoom``."""

    def __init__(self, frame: layout.Frame, shot: tuple[int, int], zoom: float) -> None:
        self.frame, self._shot = frame, shot
        self._whole = Rect(0, 0, round(shot[0] * zoom), round(shot[1] * zoom))
        self._close = Rect(0, 0, *shot)
        #: the picture of the whole table during a move, and the same in the size of the window
        self._still: Surface | None = None
        self._far: Surface | None = None

    def aim(self, at: tuple[float, float]) -> None:
        """Take a close shot around a logical place from now on."""
        self._close.center = self.frame.to_real(*at)
        self._close.clamp_ip(self._whole)

    def forget(self) -> None:
        """Draw the table anew for the next move."""
        self._still = self._far = None

    def draw(self, screen: Screen, table: Draw, share: float) -> None:
        """Draw the table from afar (``share`` 0), close up (1), or on the way."""
        if share >= 1:
            self.forget()
            table(Canvas(Opening(screen, self._close), self.frame))
            return
        if not self._still:
            self._still = surfaces.opaque(self._whole.size, palette.INK)
            table(Canvas(self._still, self.frame))
        if share <= 0:
            self._far = self._far or surfaces.scaled(self._still, self._shot)
            screen.blit(self._far, (0, 0))
            return
        eased, whole, close = tweens.in_out_cubic(share), self._whole, self._close
        wide, high = (round(a + (b - a) * eased) for a, b in zip(whole.size, close.size, strict=True))
        part = Rect(round(close.x * eased), round(close.y * eased), wide, high).clip(whole)
        screen.blit(surfaces.squeezed(self._still.subsurface(part), self._shot), (0, 0))
