"""The picture of the window, redrawn only where it has changed.

Scenes draw everything in every frame. Their drawing is recorded here as strokes and compared with the frame before: the
pixels of equal strokes are unchanged, so only the rest is drawn and shown. Pictures are never drawn on once they have
been shown (see ``surfaces``), so the same picture at the same place is the same stroke.
"""

from bisect import bisect_left
from typing import TypeAlias

from pygame import Rect, Surface

from game.engine.palette import Colour

#: overhead of a rectangle, in pixels: two that are close are better drawn as one
OVERHEAD = 6000
#: distance, in pixels, beyond which two rectangles are not merged by their overhead
REACH = 100
#: more rectangles than these are joined
MOST_RECTS = 16

#: a picture or a colour, the corner of its visible part in the window and in the picture, and its size
Stroke: TypeAlias = tuple[Surface | Colour, int, int, int, int, int, int]


class WindowSurface:
    """Records a frame's drawing like a surface, and draws it onto the window's own surface when it is complete."""

    def __init__(self, screen: Surface) -> None:
        self.screen = screen
        self.set_clip(screen.get_rect())
        #: strokes of the frame that is being drawn
        self.strokes: list[Stroke] = []
        #: strokes of the frame before, or None if the window's content is unknown
        self._before: list[Stroke] | None = None

    def forget(self) -> None:
        """Draw the next frame whole: the window's content is unknown."""
        self._before = None

    @property
    def known(self) -> bool:
        """True if the window shows the frame before."""
        return self._before is not None

    # ---- as a surface ---------------------------------------------------------------------------

    def get_clip(self) -> Rect:
        """Return the part of the window that is drawn on."""
        return self._clip.copy()

    def set_clip(self, part: Rect | tuple[int, int, int, int]) -> None:
        """Draw on this part of the window alone."""
        clip = self._clip = Rect(part).clip(self.screen.get_rect())
        self._edges = clip.left, clip.top, clip.right, clip.bottom

    def blit(self, picture: Surface, at: tuple[int, int], area: tuple[int, int, int, int] | None = None) -> None:
        """Draw a picture, or the ``area`` of it, with its upper left corner at a position."""
        left, top = at
        if area is None:
            wide, high = picture.get_size()
            first_x, first_y, end_x, end_y = self._edges
            if left >= first_x and top >= first_y and left + wide <= end_x and top + high <= end_y:
                # seen whole, as nearly everything is
                self.strokes.append((picture, left, top, 0, 0, wide, high))
                return
        from_x, from_y, wide, high = area or (0, 0, *picture.get_size())
        seen = self._clip.clip((left, top, wide, high))
        if seen.w and seen.h:
            self.strokes.append((picture, seen.x, seen.y, from_x + seen.x - left, from_y + seen.y - top, *seen.size))

    def fill(self, colour: Colour, part: Rect) -> None:
        """Fill a part of the window with one colour."""
        seen = self._clip.clip(part)
        if seen.w and seen.h:
            self.strokes.append((colour, seen.x, seen.y, 0, 0, *seen.size))

    def finish(self) -> list[Rect]:
        """Complete the frame: draw what differs from the one before and return where that was."""
        now, self.strokes = self.strokes, []
        changed = [self.screen.get_rect()] if self._before is None else merged_rects(changed_rects(self._before, now))
        self._before = now
        places = [Rect(stroke[1], stroke[2], stroke[5], stroke[6]) for stroke in now] if changed else []
        screen = self.screen
        for part in changed:
            screen.set_clip(part)
            for number in part.collidelistall(places):
                what, _left, _top, from_x, from_y, wide, high = now[number]
                if isinstance(what, Surface):
                    screen.blit(what, places[number], (from_x, from_y, wide, high))
                else:
                    screen.fill(what, places[number])
        screen.set_clip(None)
        return changed


class Outlines:
    """Draws nothing, and notes where pictures would be, except for a background."""

    def __init__(self, seen: Rect) -> None:
        self._seen = seen
        #: the places of the pictures, in real pixels
        self.found: list[Rect] = []

    def get_clip(self) -> Rect:
        """Return all of the picture."""
        return self._seen

    def set_clip(self, part: Rect | tuple[int, int, int, int]) -> None:
        """Ignore the part: hidden pictures count, too."""

    def blit(self, picture: Surface, at: tuple[int, int], area: tuple[int, int, int, int] | None = None) -> None:
        """Note the place of a picture, or of the ``area`` of it."""
        place = Rect(at, area[2:] if area else picture.get_size())
        if place != self._seen:
            self.found.append(place)

    def fill(self, colour: Colour, part: Rect) -> None:
        """Ignore a filled part."""


#: what a canvas draws on
Screen: TypeAlias = Surface | WindowSurface | Outlines


def changed_rects(before: list[Stroke], now: list[Stroke]) -> list[Rect]:
    """Return where two frames may differ: the strokes in only one of them, or in another order."""
    start, least = 0, min(len(before), len(now))
    while start < least and before[start] == now[start]:
        start += 1
    end = 0
    while end < least - start and before[-1 - end] == now[-1 - end]:
        end += 1
    gone, come = before[start : len(before) - end], now[start : len(now) - end]
    # the same stroke may occur several times
    places: dict[Stroke, list[int]] = {}
    for number in range(len(gone) - 1, -1, -1):
        places.setdefault(gone[number], []).append(number)
    pairs = [(places[stroke].pop(), number) for number, stroke in enumerate(come) if places.get(stroke)]
    kept = longest_increasing([old for old, _new in pairs])
    stays_gone = {pairs[place][0] for place in kept}
    stays_come = {pairs[place][1] for place in kept}
    odd = [stroke for number, stroke in enumerate(gone) if number not in stays_gone]
    odd += [stroke for number, stroke in enumerate(come) if number not in stays_come]
    return [Rect(stroke[1], stroke[2], stroke[5], stroke[6]) for stroke in odd]


def longest_increasing(numbers: list[int]) -> list[int]:
    """Return the indices of a longest increasing subsequence of ``numbers``."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for place, number in enumerate(numbers):
        length = bisect_left(ends, number)
        previous.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [number]
        last[length : length + 1] = [place]
    found = []
    place = last[-1] if last else -1
    while place >= 0:
        found.append(place)
        place = previous[place]
    return found[::-1]


def merged_rects(parts: list[Rect]) -> list[Rect]:
    """Return few rectangles that cover all of these; two are merged if that costs little extra drawing."""
    found: list[Rect] = []
    for part in dict.fromkeys(map(tuple, parts)):
        whole = Rect(part)
        while (near := _worthwhile(found, whole)) >= 0:
            whole = whole.union(found.pop(near))
        found.append(whole)
    while len(found) > MOST_RECTS:
        last = found.pop()
        nearest = min(range(len(found)), key=lambda place: _waste(found[place], last))
        found[nearest] = found[nearest].union(last)
    return found


def _waste(one: Rect, other: Rect) -> int:
    """Return the number of extra pixels drawn if two rectangles are merged."""
    whole = one.union(other)
    return whole.w * whole.h - one.w * one.h - other.w * other.h


def _worthwhile(found: list[Rect], part: Rect) -> int:
    """Return the index of the first of ``found`` worth merging with ``part``, or -1."""
    left, top, wide, high = part
    end_x, end_y, own = left + wide, top + high, wide * high + OVERHEAD
    # only those within reach are worth the sum, and to find them takes one call
    for place in part.inflate(2 * REACH, 2 * REACH).collidelistall(found):
        x, y, w, h = found[place]
        # as in ``_waste``, without a call and a rectangle for each of them
        across = max(end_x, x + w) - min(left, x)
        down = max(end_y, y + h) - min(top, y)
        if across * down - w * h <= own:
            return place
    return -1
