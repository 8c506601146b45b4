"""The camera of a film: a table laid out larger than the window, of which a part is seen, and its moves in and out.

Each cut has a zoom of its own, but the table is laid out once, for the nearest: parts of its picture are scaled to the
window. In a quick move the table is drawn once if nothing moves on it, which is cheap; between two moves the camera
drifts, so that no picture stands still.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple, TypeAlias

from pygame import Rect, Surface

from game.engine import layout, surfaces
from game.engine.canvas import Canvas
from game.engine.palette import SHADE
from game.engine.window_surface import Screen

#: real pixels of the largest picture of a table
MOST_PIXELS = 9_000_000
#: real milliseconds before the move in, of that move, and of the move out
BEFORE_MS, IN_MS, OUT_MS = 140.0, 460.0, 380.0

#: the least zoom that is worth a move, and the difference of those that are tried
LEAST_ZOOM, ZOOM_STEP = 1.15, 0.1
#: cards that may be cut off for the nearest shot of all
CARDS = 30.0
#: and how many of them count as much as one panel of a player
PANEL = 6
#: how wide against a shot a camera may see that has drifted, and how much wider than the whole table
GROWTHS, AROUND = (1.08, 1.05, 1.03, 0.97, 1.015, 0.985, 1.008, 0.992), 0.04
#: distance of the places that are tried for a shot, and how much of a thing may be cut off, logical
STEP, SLIVER = 10.0, 5.0

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
    """A close shot: what is seen before and after the drift, and if the camera ``leaves`` it with the caption."""

    seen: layout.Box
    wider: layout.Box
    leaves: bool


def closest_shot(frame: layout.Frame, shot: tuple[int, int], most: float, subject: Subject) -> CloseShot | None:
    """Return the shot of a subject, at most ``most`` times as large, that suits it best and cuts no figure and no text.

    A subject without such a shot is shown from afar (None).
    """
    left, top = frame.to_logical(0, 0)
    room = layout.Box(left, top, shot[0] / frame.scale, shot[1] / frame.scale)
    best: CloseShot | None = None
    worth, zoom = -inf, most
    # a shot from farther away may cut fewer cards
    while zoom >= min(most, LEAST_ZOOM) and CARDS * (1 - 1 / zoom) > worth:
        if seen := _shot(room, zoom, subject):
            value = CARDS * (1 - 1 / zoom) - _cut_cards(seen, subject)
            if value > worth:
                worth, best = value, CloseShot(seen, seen, cuts(seen, subject.about))
        zoom -= ZOOM_STEP
    return best and best._replace(wider=_drifted(room, best.seen, subject))


def _drifted(room: layout.Box, seen: layout.Box, subject: Subject) -> layout.Box:
    """Return the shot after a drift that cuts nothing which is seen whole before, and few cards."""
    whole = [thing for thing in (*subject.others, subject.about, *subject.cores) if not cuts(seen, thing)]
    clear = [
        box
        for growth in GROWTHS
        for box in _places(seen, seen.w * growth, seen.h * growth, room)
        if not any(cuts(box, thing) for thing in whole)
    ]
    return min(clear, key=lambda box: _cut_cards(box, subject), default=seen)


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
    found = _places(layout.Box(x, y, right - x, low - y), wide, high, room)
    middle = (x + right - wide) / 2, (y + low - high) / 2
    found.sort(key=lambda box: abs(box.x - middle[0]) + abs(box.y - middle[1]))
    clear = (box for box in found if not any(cuts(box, thing) for thing in subject.others))
    return min(clear, key=lambda shot: _cut_cards(shot, subject), default=None)


def _places(about: layout.Box, wide: float, high: float, room: layout.Box) -> list[layout.Box]:
    """Return the places that are tried in the room for a shot of this size that holds a box, or is held by it."""
    across = _starts(about.x, about.x + about.w - wide, room.x, room.x + room.w - wide)
    down = _starts(about.y, about.y + about.h - high, room.y, room.y + room.h - high)
    return [layout.Box(x, y, wide, high) for x in across for y in down]


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
        self._close = self._wider = Rect(0, 0, *shot)
        #: the picture of the table with dark ground around it, and the table's place in it
        self._still: Surface | None = None
        self._table = self._whole.move(*(round(side * AROUND / 2) for side in self._whole.size))
        self._is_drawn = False
        #: what has been shown last
        self.picture: Surface | None = None

    def aim(self, at: layout.Box, wider: layout.Box) -> None:
        """Look at a place, logical, from now on, and see ``wider`` after drifting away."""
        self._close, self._wider = (
            Rect(self.frame.to_real(box.x, box.y), (self.frame.px(box.w), self.frame.px(box.h))).clamp(self._whole)
            for box in (at, wider)
        )

    def forget(self) -> None:
        """Draw the table anew for the next move."""
        self._is_drawn = False

    def draw(self, screen: Screen, table: Draw, near: float, away: float, quick: bool) -> None:
        """Draw the table from afar (``near`` 0), close up (1), or on the way, and ``away`` from there (0 to 1)."""
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
