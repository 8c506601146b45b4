"""The camera of a film: a table laid out larger than the window, of which a part is seen, and its moves in and out.

Each cut has a zoom of its own. Parts of the picture of the table are scaled to the window. In a quick move the table is
drawn once if nothing moves on it, which is cheap; between two moves the camera drifts, so that no picture stands still.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from pygame import Rect, Surface

from game.engine import layout, surfaces
from game.engine.canvas import Canvas
from game.engine.layout import bounds
from game.engine.palette import SHADE
from game.engine.window_surface import Opening, Screen

#: real pixels of the largest picture of a table
MOST_PIXELS = 9_000_000
#: real milliseconds before the move in, of that move, and of the move out
BEFORE_MS, IN_MS, OUT_MS = 140.0, 460.0, 380.0

#: the least zoom that is worth a move, and the difference of those that are tried
LEAST_ZOOM, ZOOM_STEP = 1.15, 0.05
#: cards that may be cut off for the nearest shot of all
CARDS = 30.0
#: and how many of them count as much as one panel of a player
PANEL = 6
#: how wide against a shot a camera may see that has drifted, and how much wider than the whole table
GROWTHS, AROUND = (1.08, 1.05, 1.03, 0.97, 1.015, 0.985), 0.04
#: distance of the places that are tried for a shot, and how much of a thing may be cut off, logical
STEP, SLIVER = 6.0, 5.0

#: draws the whole table
Draw: TypeAlias = Callable[[Canvas], None]


def magnified(frame: layout.Frame, zoom: float) -> layout.Frame:
    """Return the frame of the same table in a window ``zoom`` times as large."""
    wide, high = frame.window
    safe = layout.Insets(*(round(covered * zoom) for covered in frame.safe))
    window = round(wide * zoom), round(high * zoom)
    left, top = round(frame.left * zoom), round(frame.top * zoom)
    return frame._replace(scale=frame.scale * zoom, left=left, top=top, window=window, safe=safe)


class Subject(NamedTuple):
    """The subject of a close shot, and what else is seen on the table, as logical boxes."""

    #: all of it, or one of the cores, is in the shot
    about: layout.Box
    cards: Sequence[layout.Box]
    #: figures and texts
    others: Sequence[layout.Box]
    #: panels of players, and places of their cards
    panels: Sequence[layout.Box] = ()
    #: parts that are seen where the whole does not fit, the best one first
    cores: Sequence[layout.Box] = ()


class CloseShot(NamedTuple):
    """A close shot: its zoom, what is seen, and what a camera sees that has drifted."""

    zoom: float
    seen: layout.Box
    wider: layout.Box


def closest_shot(frame: layout.Frame, shot: tuple[int, int], most: float, subject: Subject) -> CloseShot | None:
    """Return the shot of a subject, at most ``most`` times as large, that suits it best and cuts no figure and no text.

    A subject without such a shot is shown from afar (None).
    """
    left, top = frame.to_logical(0, 0)
    room = layout.Box(left, top, shot[0] / frame.scale, shot[1] / frame.scale)
    zooms = [most - number * ZOOM_STEP for number in range(int((most - LEAST_ZOOM) / ZOOM_STEP) + 1)] or [most]
    found = [(zoom, seen) for zoom in zooms if (seen := _shot(room, zoom, subject))]
    if not found:
        return None
    zoom, seen = max(found, key=lambda one: CARDS * (1 - 1 / one[0]) - _cut_cards(one[1], subject))
    wider = [
        layout.Box(x, y, seen.w * growth, seen.h * growth)
        for growth in GROWTHS
        for x in (seen.x - seen.w * (growth - 1) * side / 4 for side in range(5))
        for y in (seen.y - seen.h * (growth - 1) * side / 4 for side in range(5))
    ]
    inside = [box for box in wider if bounds([box, room]) == room]

    def harm(box: layout.Box) -> tuple[int, int]:
        return sum(cuts(box, thing) for thing in subject.others), _cut_cards(box, subject)

    return CloseShot(zoom, seen, min(inside, key=harm, default=seen))


def _cut_cards(shot: layout.Box, subject: Subject) -> int:
    """Return how many cards a shot cuts; a panel counts as several."""
    panels, cards = (sum(cuts(shot, thing) for thing in things) for things in (subject.panels, subject.cards))
    return PANEL * panels + cards


def _shot(room: layout.Box, zoom: float, subject: Subject) -> layout.Box | None:
    """Return a clear shot of a subject, or of a core."""
    shots = (clear_shot(room, zoom, subject._replace(about=about)) for about in (subject.about, *subject.cores))
    return next(filter(None, shots), None)


def clear_shot(room: layout.Box, zoom: float, subject: Subject) -> layout.Box | None:
    """Return the part of the room that a zoomed camera sees of a subject, with few cards cut, or None."""
    wide, high = room.w / zoom, room.h / zoom
    x, y = max(subject.about.x, room.x), max(subject.about.y, room.y)
    right = min(subject.about.x + subject.about.w, room.x + room.w)
    low = min(subject.about.y + subject.about.h, room.y + room.h)
    if right - x > wide or low - y > high:
        return None
    across = _starts(right - wide, x, room.x, room.x + room.w - wide)
    down = _starts(low - high, y, room.y, room.y + room.h - high)
    found = [layout.Box(start, top, wide, high) for start in across for top in down]
    middle = (x + right - wide) / 2, (y + low - high) / 2
    found.sort(key=lambda box: abs(box.x - middle[0]) + abs(box.y - middle[1]))
    clear = (box for box in found if not any(cuts(box, thing) for thing in subject.others))
    return min(clear, key=lambda shot: _cut_cards(shot, subject), default=None)


def _starts(one: float, other: float, first: float, last: float) -> list[float]:
    """Return the starts between two places that are tried, within ``first`` and ``last``."""
    least, most = (max(first, min(last, place)) for place in sorted((one, other)))
    return [*(least + number * STEP for number in range(int((most - least) / STEP) + 1)), most]


def cuts(shot: layout.Box, thing: layout.Box) -> bool:
    """Return True if an edge of the shot cuts through a thing."""
    left, top = shot.x - thing.x, shot.y - thing.y
    right, low = thing.x + thing.w - shot.x - shot.w, thing.y + thing.h - shot.y - shot.h
    # how much sticks out at each side
    if left <= SLIVER and top <= SLIVER and right <= SLIVER and low <= SLIVER:
        return False
    return left < thing.w - SLIVER and top < thing.h - SLIVER and right < thing.w - SLIVER and low < thing.h - SLIVER


class Camera:
    """Shows ``shot``, the uppermost real pixels of the window, of a table whose ``frame`` is magnified by ``zoom``."""

    def __init__(self, frame: layout.Frame, shot: tuple[int, int], zoom: float) -> None:
        self.frame, self._shot = frame, shot
        self._whole = Rect(0, 0, round(shot[0] * zoom), round(shot[1] * zoom))
        self._close = Rect(0, 0, *shot)
        self._close.center = self._whole.center
        self._wider = self._close
        #: the picture of the table with dark ground around it, and the table's place in it
        self._still: Surface | None = None
        self._table = self._whole.move(*(round(side * AROUND / 2) for side in self._whole.size))
        self._is_drawn = False
        #: what has been shown last
        self.picture: Surface | None = None

    def aim(self, at: layout.Box, wider: layout.Box) -> None:
        """Look at a place, logical, from now on, and see ``wider`` after drifting away."""
        self._close.center = self.frame.to_real(*at.centre)
        self._close.clamp_ip(self._whole)
        left, top = self.frame.to_real(wider.x, wider.y)
        self._wider = Rect(left, top, self.frame.px(wider.w), self.frame.px(wider.h))

    def forget(self) -> None:
        """Draw the table anew for the next move."""
        self._is_drawn = False

    def draw(self, screen: Screen, table: Draw, near: float, away: float, quick: bool) -> None:
        """Draw the table from afar (``near`` 0), close up (1), or on the way, and ``away`` from there (0 to 1)."""
        if near >= 1 and not away:
            table(Canvas(Opening(screen, self._close), self.frame))
            return
        place = self._table
        if not self._still:
            self._still = surfaces.opaque(place.inflate(2 * place.x, 2 * place.y).size, SHADE)
        whole = _between(place, self._still.get_rect(), away)
        close = _between(self._close, self._wider, away).move(place.topleft)
        part = _between(whole, close, near).clamp(self._still.get_rect())
        if not self._is_drawn:
            picture = self._still.subsurface(place)
            # a quick move needs all of it
            picture.set_clip(None if quick else part.move(-place.x, -place.y))
            table(Canvas(picture, self.frame))
            self._is_drawn = quick
        scaled = surfaces.squeezed if quick else surfaces.scaled
        self.picture = scaled(self._still.subsurface(part), self._shot)
        screen.blit(self.picture, (0, 0))


def _between(one: Rect, other: Rect, share: float) -> Rect:
    """Return the part of a picture between two others."""
    return Rect(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))
