"""The table layout of Nein Danke!: its heap of chips, seats and panels, as pure functions of the frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

from game.engine import layout
from game.engine.rival import RivalPanel
from game.games.nein_danke.faces import RATIO


class Chip(NamedTuple):
    """A chip's place in the pot's heap: offset from the middle in chip radii, and tier."""

    across: float
    down: float
    tier: int


def _ring(count: int, radius: float, tier: int, turn: float = 0.0) -> list[Chip]:
    """Return a ring of chips on a tier of the heap, seen from above and a little from the front, slightly irregular."""
    chips = []
    for number in range(count):
        angle = 2 * pi * (number / count + turn)
        far = radius * (1 + 0.1 * (number % 3 - 1))
        chips.append(Chip(far * cos(angle), far * sin(angle) * 0.74 - tier * 0.46, tier))
    return chips


#: the pot's chips in the order of payment: a ring, a tip on it, a wider ring, a higher tip
HEAP = (
    *_ring(1, 0.0, 0),
    *_ring(6, 1.4, 0, 0.06),
    *_ring(3, 0.78, 1, 0.16),
    *_ring(1, 0.0, 2),
    *_ring(6, 1.9, 0, 0.14),
    *_ring(4, 1.3, 1, 0.03),
    *_ring(3, 0.66, 2, 0.3),
    *_ring(1, 0.0, 3),
)


#: share of a tall table's extra height for the own part, and the part of it for a line of chips
OWN_SHARE, CHIPS_LINE = 0.54, 64.0
#: greatest width of a rival's panel on a wide table: long runs need it
WIDEST_PANEL = 520.0


@dataclass(frozen=True, kw_only=True)
class Spots(layout.TurnSpots):
    """The positions on the table for one frame and number of opponents."""

    #: True: name beside the figure, cards to its right; False: cards below
    roomy: bool
    pile: layout.Spot
    centre: layout.Spot
    #: middle of the pot's chips and of their counter
    pot: tuple[float, float]
    counter: tuple[float, float]
    #: middle of the lower line of the note on a green card; a tall table has none
    note: tuple[float, float] = (0.0, 0.0)
    chip: float
    tray: layout.Box
    #: the part of the tray for cards
    cards: layout.Box
    #: own figure, name, points and chips
    plate: layout.Box
    #: the row of own chips; True if it is a line of its own below the plate
    chips: layout.Box
    chips_apart: bool
    #: the figures in a ring that show the turn order, for many seats and enough room
    ring: layout.Box | None = None


#: room for the note on a green card, and the distance of its two lines
NOTE_WIDE, NOTE_STEP = 172.0, 25.0


def _wide(opponents: int, side: float = 0.0) -> Spots:
    roomy = opponents <= 3
    top, high = (24, 154) if roomy else (20, 196)
    boxes = layout.wide_rivals(opponents, top, high, WIDEST_PANEL, side=side)
    down = 0 if roomy else 14
    # without the ring of many seats the pot has room to grow
    centre = layout.Spot(428 if roomy else 532, 316.5 + down, 172 if roomy else 152)
    dock = layout.Box(806, 188 if roomy else 222, 446, 298 if roomy else 264).wider(0.05 * side, side)
    return Spots(
        opponents=tuple(boxes),
        roomy=roomy,
        pile=layout.Spot(172 - 0.3 * side, 306, 134) if roomy else layout.Spot(348, 304, 112),
        centre=centre,
        # clear of the name on a special card, at any height of the heap
        pot=(652, 381) if roomy else (698 + 0.03 * side, 414),
        counter=(680, 257) if roomy else (726 + 0.03 * side, 306),
        note=(680, 215) if roomy else (714 + 0.03 * side, 265),
        chip=29 if roomy else 25,
        prompt=layout.TextPlace(511, 482, 450),
        tray=layout.Box(28, 512, 924, 182).wider(-side, layout.COLUMN * side),
        cards=layout.Box(44, 522, 612, 164).wider(-side, 0.2 * side),
        plate=layout.Box(664, 520, 276, 166).wider(0.2 * side, layout.COLUMN * side),
        chips=layout.Box(684 + 0.2 * side, 628, 180, 40),
        chips_apart=False,
        log=dock,
        dock=dock,
        undo=(252, 482),
        hint=(770, 482),
        ring=None if roomy else layout.Box(32, 236, 250, 226).wider(-side, -0.2 * side),
    )


def _tall(height: float, opponents: int) -> Spots:
    spare = max(0, height - layout.TALL[1])
    # extra height goes to the own cards first
    more = spare * OWN_SHARE
    line = CHIPS_LINE if more > CHIPS_LINE else 0.0
    # two rivals get little more room each than three
    rows = (opponents + 1) // 2 if opponents > 3 else max(opponents, 2.75)
    taller = 0.5 if opponents <= 3 else 0.52 if opponents <= 4 else 0.62
    high = (368 - 0.35 * layout.short(height) + spare * taller - 8 * (min(opponents, rows) - 1)) / rows
    boxes = layout.tall_rivals(opponents, 108, high)
    top = boxes[-1].y + boxes[-1].h
    less = 0.45 * layout.short(height)
    prompt = height - 456.0 - more + less
    tray = layout.Box(24, prompt + 36, 672, 268 + more - less)
    plate = layout.Box(34, tray.y + 6, 652, 66)
    middle = (top + prompt - 34) / 2 + 4
    large = min(220.0 + spare * 0.12, (prompt - 40 - top - 28) / RATIO)
    # on a low table the pot keeps its distance from the prompt
    share = min(1.0, large / 200)
    return Spots(
        opponents=tuple(boxes),
        roomy=opponents <= 3,
        pile=layout.Spot(130, middle - 14, large * 0.64),
        centre=layout.Spot(360, middle, large),
        pot=(578, middle + 58 * share),
        counter=(596, middle - 112 * share),
        chip=31 * share,
        prompt=layout.TextPlace(360, prompt, 500),
        tray=tray,
        cards=layout.Box(38, tray.y + 76 + line, 644, 184 + more - less - line),
        plate=plate,
        chips=layout.Box(plate.x + 6, plate.y + 68, 540, 60)
        if line
        else layout.Box(plate.x + 203, plate.y + 12, 172, 42),
        chips_apart=line > 0,
        log=None,
        undo=(60, prompt),
        hint=(660, prompt),
    )


spots = layout.by_window(_wide, _tall)


@dataclass(frozen=True, kw_only=True)
class Panel(RivalPanel):
    """The positions in a rival's panel."""

    #: the chip beside the count
    chip: layout.Circle
    #: the label of chips gained, where it covers nothing
    gain: tuple[float, float]
    cards: layout.Box
    #: greatest width of a card, and of one of a few that have more room
    widest: float
    most: float = 0.0
    #: the level is where the last move is at other times
    level_as_last: bool = False


def panel(box: layout.Box, roomy: bool, tall: bool) -> Panel:
    """Lay out a rival's panel."""
    return _tall_panel(box, roomy) if tall else _wide_panel(box, roomy)


def _tall_panel(box: layout.Box, roomy: bool) -> Panel:
    x, y, w, h = box
    if roomy:
        middle = y + h / 2
        cards = layout.Box(x + 262, y + 8, w - 272, h - 14)
        return Panel(
            face=layout.Circle(x + 48, middle, 34),
            # the longest names of figures fit
            name=layout.TextPlace(x + 90, y + h * 0.22, 110),
            # below the level, beside the figure
            last=layout.TextPlace(x + 84, y + h * 0.78, 114),
            level=layout.TextPlace(x + 90, y + h * 0.48, 118),
            level_anchor="left",
            name_size=22,
            chip=layout.Circle(x + 211, y + h * 0.22, 12),
            # it rises to the chips
            gain=(x + 226, y + h * 0.78),
            cards=cards,
            widest=84,
            line=h * 0.25,
        )
    # one line for the figure, the name, the last move and the chips; all below it is for one row of large cards
    cards = layout.Box(x + 8, y + 40, w - 16, h - 44)
    return Panel(
        face=layout.Circle(x + 24, y + 20, 17),
        # the longest names of figures fit
        name=layout.TextPlace(x + 48, y + 20, 120),
        last=layout.TextPlace(x + w - 62, y + 20),
        anchor="right",
        shares_line=True,
        level_as_last=True,
        name_size=22,
        chip=layout.Circle(x + w - 46, y + 20, 9),
        # the last move gives way to it
        gain=(x + w - 112, y + 32),
        cards=cards,
        widest=84,
        line=24,
    )


def _wide_panel(box: layout.Box, roomy: bool) -> Panel:
    x, y, w, h = box
    if roomy:
        # not so high that eight cards would lie in two rows
        cards = layout.Box(x + 86, y + 46, w - 94, 99)
        return Panel(
            face=layout.Circle(x + 44, y + 42, 26),
            name=layout.TextPlace(x + 84, y + 24, 130),
            last=layout.TextPlace(cards.x + cards.w, y + 25),
            anchor="right",
            shares_line=True,
            level_end=cards.x + cards.w,
            chip=layout.Circle(x + 30, y + 94, 12),
            gain=(x + 34, y + h + 18),
            cards=cards,
            widest=60,
            most=65,
            line=40,
        )
    # the last move hangs out below: the figure, the name and the chips leave no room, a second row of cards none
    cards = layout.Box(x + 10, y + 62, w - 20, 124)
    return Panel(
        face=layout.Circle(x + 31, y + 34, 20),
        name=layout.TextPlace(x + 62, y + 22, w - 67),
        last=layout.TextPlace(x + w - 6, y + h - 6, w - 12),
        anchor="right",
        level=layout.TextPlace(x + w - 6, y + 47, w - 110),
        level_anchor="right",
        name_size=22,
        chip=layout.Circle(x + 74, y + 47, 9),
        gain=(x + 34, y + h + 18),
        cards=cards,
        widest=52,
        most=66,
        line=26,
    )


def around(box: layout.Box, count: int) -> list[tuple[float, float]]:
    """Return the places on an ellipse in ``box`` for ``count`` seats in playing order, clockwise from the bottom."""
    x, y = box.centre
    across, down = box.w / 2 - 42, box.h / 2 - 38
    angles = [pi / 2 + 2 * pi * place / count for place in range(count)]
    return [(x + across * cos(angle), y + down * sin(angle)) for angle in angles]


#: distance of the nine cards side by side, in widths
NINE_STEP = 1.14


def nine(spots: Spots, cards: Sequence[int]) -> list[tuple[int, float, float, float]]:
    """Return the places of the set-aside cards while a player looks at them: (card, middle x, middle y, width)."""
    x = (spots.pile.x + spots.pot[0]) / 2
    # five side by side stay as far from the edge as the tray
    w = min(spots.centre.w * 0.5, (x - spots.tray.x) / (2 * NINE_STEP + 0.5))
    y = spots.centre.y
    step, pitch = w * NINE_STEP, w * RATIO * 1.08
    found = []
    for place, card in enumerate(sorted(cards)):
        row = place // 5
        inset = 0.0 if row == 0 else step / 2
        found.append((card, x + (place % 5 - 2) * step + inset, y + (row - 0.5) * pitch, w))
    return found
