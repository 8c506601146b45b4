"""The camera of a film: a table laid out larger than the window, of which a part is seen, and its moves in and out.

Each cut has a zoom of its own, but the table is laid out once, for the nearest: parts of its picture are scaled to the
window. In a quick move the table is drawn once if nothing moves on it, which is cheap; between two moves the camera
drifts, so that no picture stands still.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from pygame import Rect, Surface

from game.engine import layout, surfaces
from game.engine.canvas import Canvas
from game.engine.layout import Box
from game.engine.palette import SHADE
from game.engine.window_surface import Screen

#: real pixels of the largest picture of a table
MOST_PIXELS = 9_000_000
#: real milliseconds of the move out
OUT_MS = 380.0

#: the least zoom that is worth a move, and the difference of those that are tried
LEAST_ZOOM, ZOOM_STEP = 1.15, 0.1
#: room around what a shot is about, logical
MARGIN = 10.0
#: how wide against a shot a camera may see that has drifted, and how much wider than the whole table
GROWTHS, AROUND = (1.08, 1.05, 1.03, 0.97, 1.015, 0.985, 1.008, 0.992), 0.04
#: distance of the places that are tried for a shot, and how much of a thing may be cut off, logical
STEP, SLIVER = 10.0, 5.0

#: draws the whole table
Draw: TypeAlias = Callable[[Canvas], None]
#: darkens parts of the picture that the camera shows
Light: TypeAlias = Callable[[Surface], None]


def magnified(frame: layout.Frame, zoom: float) -> layout.Frame:
    """Return the frame of the same table in a window ``zoom`` times as large."""
    wide, high = frame.window
    safe = layout.Insets(*(round(covered * zoom) for covered in frame.safe))
    window = round(wide * zoom), round(high * zoom)
    left, top = round(frame.left * zoom), round(frame.top * zoom)
    return frame._replace(scale=frame.scale * zoom, left=left, top=top, window=window, safe=safe)


class CloseShot(NamedTuple):
    """A close shot: what is seen before and after the drift."""

    seen: Box
    wider: Box


def room_of(frame: layout.Frame, shot: tuple[int, int]) -> Box:
    """Return what the uppermost real pixels of a window show of a table from afar."""
    return Box(*frame.to_logical(0, 0), shot[0] / frame.scale, shot[1] / frame.scale)


def zoom_of(room: Box, about: Box) -> float:
    """Return the zoom at which a box in the room just fits into a shot."""
    held = within(room, about)
    return min(room.w / held.w, room.h / held.h)


def closest_shot(room: Box, most: float, about: Box, things: Iterable[Box]) -> CloseShot | None:
    """Return the nearest shot, at most ``most`` times as large, that holds a box and cuts none of the things.

    Where there is none, all of the room is shown (None).
    """
    about, zoom = within(room, about), min(most, zoom_of(room, about))
    # many things lie at the same place, or in the shot anyway
    parts = {Box(*map(round, within(room, thing))) for thing in things}
    apart = [part for part in parts if part.w > 0 < part.h and within(about, part) != part]
    while zoom >= LEAST_ZOOM:
        if seen := clear_shot(room, zoom, about, apart):
            return CloseShot(seen, _drifted(room, seen, about, apart))
        zoom -= ZOOM_STEP
    return None


def within(room: Box, box: Box) -> Box:
    """Return the part of a box within the room."""
    x, y = max(box.x, room.x), max(box.y, room.y)
    right, low = min(box.x + box.w, room.x + room.w), min(box.y + box.h, room.y + room.h)
    return Box(x, y, right - x, low - y)


def _drifted(room: Box, seen: Box, about: Box, things: Sequence[Box]) -> Box:
    """Return the shot after a drift, which shows all that it is about and cuts nothing, either."""
    for growth in GROWTHS:
        if drifted := clear_shot(room, room.w / (seen.w * growth), about, things, seen):
            return drifted
    return seen


def clear_shot(room: Box, zoom: float, about: Box, things: Sequence[Box], near: Box | None = None) -> Box | None:
    """Return the part of the room that a zoomed camera sees of a box, and that cuts no thing, or None.

    It is the one with the box, or with ``near``, closest to its middle.
    """
    wide, high = room.w / zoom, room.h / zoom
    if zoom < 1 or about.w > wide + 0.01 or about.h > high + 0.01:
        return None
    middle = (near or about).centre
    columns = _starts(about.x, about.w, wide, (room.x, room.w))
    rows = _starts(about.y, about.h, high, (room.y, room.h))
    across = [(x, *_sides(x, wide, [(thing.x, thing.w) for thing in things])) for x in columns]
    down = [(y, *_sides(y, high, [(thing.y, thing.h) for thing in things])) for y in rows]
    every = (1 << len(things)) - 1
    clear = [
        Box(x, y, wide, high)
        for x, holds_x, misses_x in across
        for y, holds_y, misses_y in down
        if (holds_x & holds_y) | misses_x | misses_y == every
    ]
    return min(clear, key=lambda box: abs(box.centre[0] - middle[0]) + abs(box.centre[1] - middle[1]), default=None)


def _starts(start: float, length: float, size: float, room: tuple[float, float]) -> list[float]:
    """Return the places that are tried in one direction for a shot of a size that holds what is about."""
    least, most = max(room[0], start + length - size), min(room[0] + room[1] - size, start)
    most = max(least, most)
    return [*(least + number * STEP for number in range(int((most - least) / STEP) + 1)), (least + most) / 2, most]


def _sides(start: float, size: float, things: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """Return in one direction which things a shot holds, and which ones it misses: a bit each."""
    holds = misses = 0
    for number, (first, length) in enumerate(things):
        before, after = start - first, first + length - start - size
        holds |= (before <= SLIVER and after <= SLIVER) << number
        misses |= (before >= length - SLIVER or after >= length - SLIVER) << number
    return holds, misses


def cuts(shot: Box, thing: Box) -> bool:
    """Return True if an edge of the shot cuts through a thing."""
    across = _sides(shot.x, shot.w, [(thing.x, thing.w)])
    down = _sides(shot.y, shot.h, [(thing.y, thing.h)])
    return not (across[0] & down[0] or across[1] or down[1])


class Camera:
    """Shows ``shot``, the uppermost real pixels of the window, of a table whose ``frame`` is magnified by ``zoom``."""

    def __init__(self, frame: layout.Frame, shot: tuple[int, int], zoom: float) -> None:
        self.frame, self._shot = frame, shot
        self._whole = Rect(0, 0, round(shot[0] * zoom), round(shot[1] * zoom))
        self._close = self._wider = Rect(0, 0, *shot)
        #: the picture of the table with dark ground around it, and the table's place in it
        self._still: Surface | None = None
        self._table = self._whole.move(*(round(side * AROUND / 2) for side in self._whole.size))
        self._is_drawn = False
        #: what has been shown last, and which part of the table that is, in real pixels
        self.picture: Surface | None = None
        self.part = self._whole
        #: where the table announces something, logical
        self.announced: tuple[Box, ...] = ()

    def aim(self, at: Box, wider: Box) -> None:
        """Look at a place, logical, from now on, and see ``wider`` after drifting away."""
        self._close, self._wider = (
            Rect(self.frame.to_real(box.x, box.y), (self.frame.px(box.w), self.frame.px(box.h))).clamp(self._whole)
            for box in (at, wider)
        )

    def forget(self) -> None:
        """Draw the table anew for the next move."""
        self._is_drawn = False

    def draw(self, screen: Screen, table: Draw, near: float, away: float, quick: bool, light: Light) -> None:
        """Draw the table from afar (``near`` 0), close up (1), or on the way, and ``away`` from there (0 to 1).

        The ``light`` falls on the picture before it is shown.
        """
        place = self._table
        if not self._still:
            self._still = surfaces.opaque(place.inflate(2 * place.x, 2 * place.y).size, SHADE)
        whole = between(place, self._still.get_rect(), away)
        close = between(self._close, self._wider, away).move(place.topleft)
        part = between(whole, close, near).clamp(self._still.get_rect())
        self.part = part.move(-place.x, -place.y)
        if not self._is_drawn:
            picture = self._still.subsurface(place)
            # a quick move needs all of it
            picture.set_clip(None if quick else self.part)
            canvas = Canvas(picture, self.frame)
            table(canvas)
            self.announced = tuple(canvas.announced)
            self._is_drawn = quick
        scaled = surfaces.squeezed if quick else surfaces.scaled
        self.picture = scaled(self._still.subsurface(part), self._shot)
        light(self.picture)
        screen.blit(self.picture, (0, 0))


def between(one: Rect, other: Rect, share: float) -> Rect:
    """Return the part of a picture between two others."""
    return Rect(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))
