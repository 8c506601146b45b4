"""The 119 patterns of Twin It! as data: family by family, each pattern a motif, its colours and its numbers.

The order is the order of the game's deck: pattern 0 is the first of the first family. Colours are letters of
``COLOURS``; the first is the ground. Families are near-twins: the same motif with the order of its colours, a
count, a direction or one element changed, never a hue alone, a rotation alone or the place alone where a repeat
begins; nor do two swap colours that somebody takes for the same (pink and yellow look alike without the sense of blue).
"""

from __future__ import annotations

from typing import NamedTuple

COLOURS = {
    "N": "#1D2C5E",  # navy
    "Y": "#FED338",  # yellow
    "R": "#E34024",  # red
    "C": "#FFF6E4",  # cream
    "P": "#F390A6",  # pink
    "V": "#4E1A5C",  # violet
    "T": "#1FA08F",  # teal
    "O": "#EE8330",  # orange
    "B": "#235AE0",  # blue
    "S": "#8FC4E8",  # sky
    "K": "#2A1B2D",  # ink
    "G": "#5CBE90",  # green
}

#: the greys of the set without hues, dark to light, by how many colours a pattern has
GREYS = {
    3: ("#222222", "#8A8A8A", "#F4F4F4"),
    4: ("#1C1C1C", "#686868", "#ACACAC", "#F6F6F6"),
}


class Pattern(NamedTuple):
    """One pattern: the name of its motif, its colours and the motif's further arguments."""

    motif: str
    colours: str
    numbers: tuple[float | str, ...] = ()


FAMILIES: dict[str, tuple[Pattern, ...]] = {
    "rings": (
        Pattern("rings", "NYRC", (6, "circle")),
        Pattern("rings", "NYRC", (6, "square")),
        Pattern("rings", "NYRC", (5, "circle")),
    ),
    "diamonds": (Pattern("rings", "PVCY", (5, "diamond")), Pattern("rings", "PVCY", (6, "diamond"))),
    "blossom": (
        Pattern("rings", "TCOV", (4, "blossom")),
        Pattern("rings", "TCOV", (3, "blossom")),
        Pattern("rings", "VCOT", (4, "blossom")),
    ),
    "hexagons": (Pattern("rings", "CBSN", (6, "hexagon")), Pattern("rings", "BCSN", (6, "hexagon"))),
    "burst": (Pattern("burst", "CRYN", (12,)), Pattern("burst", "CYRN", (10,)), Pattern("burst", "CYRN", (14,))),
    "scallops": (Pattern("scallops", "BCN", (3,)), Pattern("scallops", "CBN", (3,)), Pattern("scallops", "CNB", (3,))),
    "chevrons": (Pattern("chevrons", "CTN", (5,)), Pattern("chevrons", "NTC", (5,))),
    "zigzag": (Pattern("zigzag", "YVR", (4, 3)), Pattern("zigzag", "YVR", (4, 4))),
    "harlequin": (Pattern("harlequin", "GCK", (3,)), Pattern("harlequin", "GCK", (2,))),
    "dots": (Pattern("dots", "VYRC", (3, 0)), Pattern("dots", "VRCY", (3, 1)), Pattern("dots", "VYCR", (3, 1))),
    "pinwheel": (Pattern("pinwheel", "CNY", (2,)), Pattern("pinwheel", "CYN", (2,))),
    "waves": (Pattern("waves", "NSCB", (6,)), Pattern("waves", "NSBC", (6,)), Pattern("waves", "SCNB", (6,))),
    "ripples": (Pattern("waves", "VRYC", (7,)), Pattern("waves", "VRCY", (7,))),
    "rose": (Pattern("flower", "YRCN", (8,)), Pattern("flower", "YNCR", (8,)), Pattern("flower", "YNRC", (6,))),
    "dahlia": (Pattern("flower", "VPSY", (8,)), Pattern("flower", "VPYS", (8,))),
    "truchet": (Pattern("truchet", "OKC", (3,)), Pattern("truchet", "KOC", (3,))),
    "leaves": (Pattern("leaves", "GCRK", (3,)), Pattern("leaves", "GKRC", (3,))),
    "weave": (Pattern("weave", "VPCY", (3,)), Pattern("weave", "VCPY", (3,))),
    "quarters": (Pattern("quarters", "CNRY", (3,)), Pattern("quarters", "NCRY", (3,))),
    "star": (Pattern("star", "NCRY", (8,)), Pattern("star", "NCYR", (8,)), Pattern("star", "NCYR", (6,))),
    "swirl": (Pattern("swirl", "NYOC", (6,)), Pattern("swirl", "NYCO", (6,)), Pattern("swirl", "NCOY", (6,))),
    "petals": (Pattern("petals", "CGVP", (3,)), Pattern("petals", "CGPV", (3,))),
    "plus": (Pattern("plus", "SNRC", (3,)), Pattern("plus", "SCRN", (3,))),
    "triangles": (Pattern("triangles", "CTYN", (3,)), Pattern("triangles", "CTNY", (3,))),
    "fish": (Pattern("fish", "BOCK", (2,)), Pattern("shoal", "BCKO", (2,)), Pattern("shoal", "BKOC", (2,))),
    "tulips": (Pattern("tulip", "CRYN", (2,)), Pattern("tulip", "CYNR", (2,))),
    "mushrooms": (
        Pattern("mushroom", "TRCN", (2,)),
        Pattern("mushroom", "TCRN", (2,)),
        Pattern("mushroom", "TNCR", (2,)),
    ),
    "eyes": (Pattern("eyes", "OCBK", (3,)), Pattern("eyes", "OBCK", (3,))),
    "hearts": (Pattern("heart", "PRVC", (2,)), Pattern("heart", "PCRV", (2,)), Pattern("heart", "PVCR", (2,))),
    "moons": (Pattern("moon", "NYCP", (3,)), Pattern("moon", "NYPC", (2,))),
    "arrows": (Pattern("arrow", "GNCY", (2,)), Pattern("arrow", "GCYN", (2,))),
    "drops": (Pattern("drops", "VSCB", (3,)), Pattern("drops", "VSBC", (3,))),
    "bows": (Pattern("bow", "CKPY", (2,)), Pattern("bow", "CPYK", (2,))),
    "houses": (Pattern("house", "SRCN", (2,)), Pattern("house", "SCRN", (2,))),
    "birds": (Pattern("bird", "YBCK", (2,)), Pattern("bird", "YCBK", (2,)), Pattern("bird", "YKBC", (2,))),
    "cups": (Pattern("cup", "CTOK", (2,)), Pattern("cup", "COTK", (2,))),
    "pears": (Pattern("pear", "PGCV", (2,)), Pattern("pear", "PCGV", (2,)), Pattern("pear", "PVGC", (2,))),
    "hexastars": (Pattern("hexastar", "RYCK", (2,)), Pattern("hexastar", "RKCY", (2,))),
    "yinyang": (Pattern("yinyang", "YNCR", (2,)), Pattern("yinyang", "YRCN", (2,))),
    "rainbows": (
        Pattern("rainbows", "CRYN", (1,)),
        Pattern("rainbows", "CRNY", (1,)),
        Pattern("rainbows", "CRYN", (0,)),
    ),
    "nest": (Pattern("nest", "NCPR", (5,)), Pattern("nest", "RCPN", (5,))),
    "plaid": (Pattern("plaid", "CSGN", (3,)), Pattern("plaid", "CSNG", (3,))),
    "corner": (Pattern("corner", "YTCN", (6,)), Pattern("corner", "YTCN", (5,))),
    "split": (Pattern("split", "CKRS", ("circle",)), Pattern("split", "CKRS", ("star",))),
    "mountains": (Pattern("mountains", "SBNC", (4,)), Pattern("mountains", "SBCN", (4,))),
    "pills": (Pattern("pills", "KTYC", (6,)), Pattern("pills", "KYTC", (6,))),
    "sunset": (Pattern("sunset", "YRCV", (5,)), Pattern("sunset", "YVCR", (5,))),
    "sun": (Pattern("sun", "VYOC", (12,)), Pattern("sun", "VOYC", (9,)), Pattern("sun", "VCYO", (12,))),
    "butterfly": (
        Pattern("butterfly", "CONY", ("eyes",)),
        Pattern("butterfly", "CNOY", ("bars",)),
        Pattern("butterfly", "CYON", ("bars",)),
    ),
    "spiral": (Pattern("spiral", "PKRC", (0.90,)), Pattern("spiral", "PKRC", (0.62,))),
    "maze": (Pattern("maze", "GKCY", (4,)), Pattern("maze", "GKCY", (5,))),
}

#: all patterns in the order of the deck
PATTERNS: tuple[Pattern, ...] = tuple(pattern for family in FAMILIES.values() for pattern in family)
