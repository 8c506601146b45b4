"""What the title needs to know of a game's box: how large it is and where its name stands on it."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.palette import Colour


class BoxName(NamedTuple):
    """A place of the game's name on its box, in logical pixels from the box's corner."""

    #: its middle
    x: float
    y: float
    size: float
    #: it shrinks to this width
    widest: float
    colour: Colour
    upside_down: bool = False


class BoxArt(NamedTuple):
    """A game's box in the crate, logical; its picture is ``assets/art/title/box_NAME.png``, twice as large.

    Boxes stand side by side 224 apart, or less if there are many: up to about 210 wide and 344 high they do not touch.
    """

    w: float
    h: float
    names: tuple[BoxName, ...]
