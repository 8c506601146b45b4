"""The colours of the game and the arithmetic on them. Colours are '#RRGGBB' strings."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
from game.catalogue.presentations import PRESENTATIONS

INK = "#2A1B2D"
CREAM = "#FFF6E4"
PARCHMENT = "#F3E4C8"
LIP = "#C9AE86"
GOLD = "#FFC64D"
AMBER = "#F2A73B"
CHIP = "#E9A92C"
WHITE = "#FFFFFF"
SHADOW = "#0B0410"
RIM_EDGE = "#3A2115"

#: the felt of every table, as the game itself has it
FELT = {name: "#{:02X}{:02X}{:02X}".format(*shown.felt) for name, shown in PRESENTATIONS.items()}

# The five wooden surfaces, from the background of the title to the front board of the crate.
WOOD_TITLE = "#6A4026"
WOOD_RAIL = "#7A4A2A"
WOOD_CRATE_BACK = "#2C170D"
WOOD_CRATE_RIM = "#8A5630"
WOOD_CRATE_FRONT = "#9A6238"
WOOD_CRATE_POST = "#7E4D2B"
WOOD_SHINE = "#F0C08A"
STEEL = "#B9B2A8"
LAMP_OFF = "#120A0C"
BOX_SHADE = "#140810"

# Game colours by name: the plain colour, its dark and its light companion.
SUIT = {
    "red": "#E34024",
    "yellow": "#FED338",
    "blue": "#235AE0",
    "green": "#5CBE90",
    "purple": "#4E1A5C",
    "grey": "#9090A5",
}
SUIT_DARK = {
    "red": "#9E2412",
    "yellow": "#C98F12",
    "blue": "#153A96",
    "green": "#2A8059",
    "purple": "#2E0E38",
    "grey": "#5F6074",
}
SUIT_LIGHT = {
    "red": "#F7A596",
    "yellow": "#FFE7A3",
    "blue": "#8FB4F7",
    "green": "#BDEBD4",
    "purple": "#B68CC6",
    "grey": "#D6D6E1",
}

# Nein Danke!: paint of the number cards, linear in RGB between the given values.
NUMBER_RAMP = (
    (3, "#2E9E9B"),
    (9, "#3B86C9"),
    (15, "#6A62C4"),
    (21, "#A94FA6"),
    (27, "#D9486A"),
    (32, "#E2592F"),
    (35, "#C9302A"),
)
GOOD_CARD = "#4FB286"
GOOD_CARD_DARK = "#1E5B41"
GOOD_SEAL = "#2A8059"
BAD_CARD = "#D2335A"
BAD_CARD_DARK = "#6B1630"
BAD_COLUMN = "#E8B9C4"
BAD_NUMERAL = "#FFD0D8"
PINK_BACK = "#A92F55"
PINK_BACK_INK = "#7A1C3A"
PINK_MINI_BACK = "#B63A5F"
GREEN_BACK = "#8CD3AE"
GREEN_BACK_INK = "#1E6B48"
NUMBER_40 = "#C9302A"

# dnuP: the two ends of the card on its box, and the back that looks out of it.
DNUP_UPPER = "#BE4AA6"
DNUP_LOWER = "#3C86D6"
DNUP_BACK = "#33468E"
KEINE_AHNUNG_BACK = "#1F6E76"
TROPHY = "#B97A1E"
PRIZE = "#B9794A"

# Push: the cards that bear no number, and the back.
DICE_CARD = "#3A2B3D"
DICE_CARD_STRIPE = "#4A394D"
DIRECTION_STRIPE = "#E7D3AE"
PUSH_BACK = "#2E7A54"

# Twin It!: the colours of the patterns shown on its tin.
PATTERN_NAVY = "#1D2C5E"
PATTERN_RED = "#E34024"
PATTERN_YELLOW = "#FED338"


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the three channels of a colour, 0 to 255."""
    digits = colour.lstrip("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(first: str, second: str, share: float) -> str:
    """Return the colour that lies `share` of the way from `first` to `second`."""
    channels = (a + (b - a) * share for a, b in zip(rgb(first), rgb(second), strict=True))
    return "#" + "".join(f"{max(0, min(255, round(value))):02X}" for value in channels)


def number_paint(value: int) -> str:
    """Return the paint of the Nein Danke! number card `value`."""
    for (low, low_paint), (high, high_paint) in pairwise(NUMBER_RAMP):
        if value <= high:
            return mix(low_paint, high_paint, (value - low) / (high - low))
    return NUMBER_RAMP[-1][1]
