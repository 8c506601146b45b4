"""Where everything lies on the table of Hoch oder tief: pure functions of the frame."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.layout import BUTTONS, WIDE, Box, Spot, tall_buttons, tall_dock, tall_rivals, wide_rivals


class Spots(NamedTuple):
    """The parts of the table for one frame and number of opponents."""

    opponents: tuple[Box, ...]
    pile: Spot
    open: Spot
    #: the card that lay open before
    past: Spot
    tray: Box
    log: Box | None
    prompt: tuple[float, float]
    prompt_width: float
    buttons: tuple[Box, ...]
    dock: Box
    undo: tuple[float, float]
    hint: tuple[float, float]


def spots(width: int, height: int, opponents: int, sheet: float = 0.0) -> Spots:
    """The parts of the table. A wide one may be lower than usual, a tall one gives up a ``sheet`` for its dock."""
    if height > width:
        return _tall(height - sheet, opponents)._replace(dock=tall_dock(height, sheet))
    wide = _wide(opponents)
    return wide if height >= WIDE[1] else _low(wide, height)


def _wide(opponents: int) -> Spots:
    dock = Box(806, 168, 446, 262)
    return Spots(
        opponents=tuple(wide_rivals(opponents, 24, 110)),
        pile=Spot(330, 306, 132),
        open=Spot(530, 306, 178),
        past=Spot(706, 306, 96),
        tray=Box(28, 540, 924, 156),
        log=dock,
        prompt=(530, 486),
        prompt_width=540,
        buttons=BUTTONS,
        dock=dock,
        undo=(1134, 466),
        hint=(1210, 466),
    )


def _low(wide: Spots, height: float) -> Spots:
    """The wide table without buttons: smaller cards between the panels and the tray."""
    tray = Box(28, height - 120, 880, 112)
    middle = (134 + tray.y) / 2
    return wide._replace(
        pile=Spot(440, middle, 112),
        open=Spot(640, middle, 142),
        past=Spot(800, middle, 80),
        tray=tray,
        log=Box(930, 148, 310, height - 160),
    )


def _tall(height: float, opponents: int) -> Spots:
    prompt = height - 456.0
    boxes = tall_rivals(opponents, 108, 110)
    middle = (boxes[-1].y + boxes[-1].h + prompt - 34) / 2
    return Spots(
        opponents=tuple(boxes),
        pile=Spot(136, middle, 150),
        open=Spot(372, middle, 220),
        past=Spot(596, middle, 120),
        tray=Box(24, height - 420, 672, 268),
        log=None,
        prompt=(360, prompt),
        prompt_width=500,
        buttons=tall_buttons(height),
        dock=tall_dock(height, 0.0),
        undo=(60, prompt),
        hint=(660, prompt),
    )
