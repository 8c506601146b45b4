"""Layout of the table of Hoch oder tief: pure functions of the frame."""

from dataclasses import dataclass, replace

from game.engine.layout import (
    BUTTONS,
    Box,
    Spot,
    TextPlace,
    TurnSpots,
    tall_buttons,
    tall_dock,
    tall_rivals,
    wide_rivals,
)


@dataclass(frozen=True, kw_only=True)
class Spots(TurnSpots):
    """The parts of the table for one frame and number of opponents."""

    pile: Spot
    open: Spot
    tray: Box


def spots(width: int, height: float, opponents: int, sheet: float = 0.0) -> Spots:
    """Return the parts of the table. A tall one makes room for a ``sheet``."""
    if height > width:
        return replace(_tall(height - sheet, opponents), dock=tall_dock(height, sheet))
    return Spots(
        opponents=tuple(wide_rivals(opponents, 24, 110)),
        pile=Spot(330, 306, 132),
        open=Spot(530, 306, 178),
        tray=Box(28, 540, 924, 156),
        prompt=TextPlace(530, 486, 540),
        buttons=BUTTONS,
        dock=Box(740, 190, 512, 270),
        undo=(130, 260),
        hint=(130, 350),
    )


def _tall(height: float, opponents: int) -> Spots:
    boxes, prompt = tuple(tall_rivals(opponents, 108, 110)), height - 456.0
    middle = (boxes[-1].y + boxes[-1].h + prompt - 34) / 2
    pile, open_, tray = Spot(136, middle, 150), Spot(372, middle, 220), Box(24, height - 420, 672, 268)
    return Spots(
        opponents=boxes,
        pile=pile,
        open=open_,
        tray=tray,
        prompt=TextPlace(360, prompt, 500),
        buttons=tall_buttons(height),
        dock=tall_dock(height, 0.0),
        undo=(60, prompt),
        hint=(660, prompt),
    )
