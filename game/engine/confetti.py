"""Confetti for a win: two bursts from the lower corners, then a fall over the whole window.

A piece's path is a function of its number, so that every frame is reproducible. A piece turns by being drawn narrower
and wider, from a few dozen cached pictures; nothing is rotated or blended while it falls.
"""

from math import pi, sin
from typing import NamedTuple

from pygame import Surface

from game.engine import layout, surfaces
from game.engine.canvas import Canvas
from game.engine.kit import Kit
from game.engine.palette import CREAM, GAME_COLOURS, GOLD

#: number of falling pieces, and milliseconds until the last one is gone
PIECES, LENGTH_MS = 56, 3600.0
#: when the first piece starts to fall, and how much later the last one does, in milliseconds
FIRST_MS, SPREAD_MS = 150.0, 1500.0
#: number of pieces shot up from the lower corners, and their milliseconds up and down
SHOT, RISE_MS, DROP_MS = 22, 620.0, 1500.0
COLOURS = (GOLD, *(GAME_COLOURS[name][0] for name in ("red", "blue", "green")), CREAM, GAME_COLOURS["purple"][2])
#: shares of the full width at which a turning piece is drawn
TURNS = (1.0, 0.8, 0.45, 0.15, 0.45, 0.8)
#: width and height of the shapes, logical: a scrap, a strip, a dot
FORMS = ((25.0, 17.0), (14.0, 33.0), (19.0, 19.0))


class Piece(NamedTuple):
    """Start and fall of a piece; a shot uses only its looks, spin and sway."""

    #: as a share of the window's width, and milliseconds after the start
    x: float
    delay: float
    #: milliseconds of the fall, and logical pixels to each side
    fall_ms: float
    sway: float
    #: turns and sways per second
    spin: float
    colour: int
    form: int


def _share(number: int, salt: int) -> float:
    """Return a pseudo-random number from 0 to 1 that is the same every time."""
    mixed = (number * 2_654_435_761 + salt * 40_503 * 65_537 + salt) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 2_246_822_519 & 0xFFFFFFFF
    return ((mixed ^ mixed >> 13) & 0xFFFF) / 0xFFFF


def _piece(number: int) -> Piece:
    delay = FIRST_MS + SPREAD_MS * _share(number, 1)
    return Piece(
        # one in every stripe of the window: pure chance would leave holes
        (number * 17 % PIECES + _share(number, 2)) / PIECES,
        delay,
        (LENGTH_MS - FIRST_MS - SPREAD_MS) * (0.65 + 0.35 * _share(number, 3)),
        12 + 26 * _share(number, 4),
        0.6 + 0.8 * _share(number, 5),
        number % len(COLOURS),
        number // len(COLOURS) % len(FORMS),
    )


ALL = tuple(map(_piece, range(PIECES)))


class Shot(NamedTuple):
    """A piece shot up from a lower corner: its highest point, as shares of the window."""

    x: float
    y: float
    #: from the right corner, and milliseconds after the start
    right: bool
    delay: float
    #: milliseconds up and down
    rise_ms: float
    drop_ms: float
    piece: Piece


def _shot(number: int) -> Shot:
    far, low = _share(number, 6), _share(number, 7)
    right = number % 2 == 1
    x = 0.04 + 0.44 * far
    longer = 0.75 + 0.5 * _share(number, 8)
    # far shots fly high, too
    y = 0.62 - 0.42 * far - 0.16 * low
    return Shot(
        1 - x if right else x,
        y,
        right,
        90 * _share(number, 9),
        RISE_MS * (0.8 + 0.4 * far),
        DROP_MS * longer,
        _piece(PIECES + number // 2 + SHOT * right),
    )


SHOTS = tuple(map(_shot, range(SHOT)))


class Confetti:
    """One fall of confetti, running until ``done`` or ``finish``."""

    def __init__(self) -> None:
        self._ms = 0.0

    @property
    def done(self) -> bool:
        """True once nothing falls any more."""
        return self._ms >= LENGTH_MS

    def update(self, ms: float) -> None:
        """Advance by ``ms`` milliseconds."""
        self._ms += ms

    def finish(self) -> None:
        """End at once."""
        self._ms = LENGTH_MS

    def draw(self, canvas: Canvas, kit: Kit) -> None:
        """Draw the pieces where they are now."""
        for x, y, colour, form, turn in self.places(canvas.frame):
            canvas.put_centred(kit.scene_image(piece_plain, colour, form, turn), x, y)

    def places(self, frame: layout.Frame) -> list[tuple[float, float, int, int, int]]:
        """Return the visible pieces: logical centre, colour, form and turn."""
        if self.done:
            return []
        found = []
        # cover the window beyond the table, too
        wide, high = frame.window[0] / frame.scale, frame.window[1] / frame.scale
        left, top = -frame.left / frame.scale, -frame.top / frame.scale
        for piece in ALL:
            share = (self._ms - piece.delay) / piece.fall_ms
            if 0 <= share < 1:
                turns = self._ms / 1000 * piece.spin
                x = left + piece.x * wide + piece.sway * sin(2 * pi * (turns + piece.x))
                y = top - 24 + (high + 48) * (0.75 * share + 0.25 * share * share)
                found.append((x, y, piece.colour, piece.form, _turn(turns)))
        for shot in SHOTS:
            ms = self._ms - shot.delay
            up, down = ms / shot.rise_ms, (ms - shot.rise_ms) / shot.drop_ms
            if up >= 0 and down < 1:
                turns = self._ms / 1000 * 2 * shot.piece.spin
                out = 1 - (1 - min(up, 1.0)) ** 2
                start = 1.02 if shot.right else -0.02
                fallen = max(0.0, down)
                sway = fallen * shot.piece.sway * sin(2 * pi * (turns / 2 + shot.piece.x))
                x = left + (start + (shot.x - start) * out) * wide + sway
                y = top + (1.02 - (1.02 - shot.y) * out + (1.06 - shot.y) * fallen * (0.4 + 0.6 * fallen)) * high
                found.append((x, y, shot.piece.colour, shot.piece.form, _turn(turns)))
        return found


def _turn(turns: float) -> int:
    """Return the index of the picture of a piece after that many turns."""
    return int(turns * 2 * len(TURNS)) % len(TURNS)


def piece_plain(kit: Kit, colour: int, form: int, turn: int) -> Surface:
    """Draw a piece of confetti; plain."""
    wide, high = FORMS[form]
    size = (max(2, kit.px(wide * TURNS[turn])), max(2, kit.px(high)))
    return surfaces.rounded(size, size[1] // 2 if form == 2 else max(1, kit.px(2)), COLOURS[colour])
