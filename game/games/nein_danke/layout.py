"""The table layout of Nein Danke!: pure functions of the frame and the cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import cos, pi, sin
from typing import NamedTuple

from game.core.cache import cached
from game.engine import layout
from game.engine.rival import RivalPanel
from game.games.nein_danke.deck import FIRST_SPECIAL, NUMBER_OF
from game.games.nein_danke.faces import EDGE_RIM, RATIO, TILE_SIDE
from game.games.nein_danke.scoring import Score


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


#: the pill below a run hangs this far out of the card, as a share of the card's width
PILL = 0.16
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
        cards = layout.Box(x + 258, y + 8, w - 268, h - 14)
        return Panel(
            face=layout.Circle(x + 48, middle, 34),
            # the longest names of figures fit
            name=layout.TextPlace(x + 90, y + h * 0.22, 110),
            # below the level, beside the figure
            last=layout.TextPlace(x + 84, y + h * 0.78, 88),
            level=layout.TextPlace(x + 90, y + h * 0.48, 118),
            level_anchor="left",
            name_size=22,
            chip=layout.Circle(x + 216, y + h * 0.22, 12),
            # it rises to the chips
            gain=(x + 213, y + h * 0.78),
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


# ---- displays in runs -----------------------------------------------------------------------------


class LyingCard(NamedTuple):
    """A card of a display, or a joker's ghost place (``card`` is 0 then)."""

    card: int
    number: int
    x: float
    y: float
    w: float
    z: float
    #: only the middle of the card is shown
    tile: bool = False

    @property
    def body(self) -> layout.Box:
        """The card, or its middle that is shown, as a rectangle."""
        wide, ratio = (self.w * TILE_SIDE, 1.0) if self.tile else (self.w, RATIO)
        return layout.Spot(self.x, self.y, wide).card(ratio)


class Edge(NamedTuple):
    """The part in sight of a card that the one before it in its run covers: its right edge."""

    card: int
    number: int
    #: distance of its middle from the card's, its width, and the card's width
    aside: float
    wide: float
    w: float

    def middle(self, x: float, y: float) -> tuple[float, float]:
        """Return the middle of its picture, which leaves the card's rim in sight, for a card at a place."""
        return x + self.aside - EDGE_RIM / 2 * self.w, y + 0.05 * self.w


class Pill(NamedTuple):
    """A run's cost, below its lowest card (0 where a joker is the lowest)."""

    card: int
    x: float
    y: float
    cost: int
    w: float
    #: how often the card counts
    times: int = 1


class Spread(NamedTuple):
    """The layout of a display."""

    cards: tuple[LyingCard, ...]
    pills: tuple[Pill, ...]
    #: the covered cards of runs whose numbers are cut
    edges: tuple[Edge, ...] = ()


class Try(NamedTuple):
    """A candidate layout of a display: share of the full width, rows, steps within runs and between specials."""

    share: float
    rows: int
    run_step: float
    special_step: float
    #: groups lie over one another
    overlaps: bool = False

    def worth(self, specials: bool) -> float:
        """Return the rating of the layout for a display with several ``specials`` or without: large cards first.

        Not at the price of hiding them.
        """
        # open runs are worth smaller cards
        opened = max(0.0, self.run_step - STEPS[0][0])
        shown = min(1.0, self.special_step) if specials else 1.0
        worth = self.share * (0.35 + 0.65 * shown + self.run_step * 0.3 + opened * 0.9)
        return worth * OVERLAPPING if self.overlaps else worth

    def gap(self, w: float) -> float:
        """Return the distance between groups of cards ``w`` wide, negative where they overlap."""
        return -w * OVERLAP if self.overlaps else max(3.0, w * 0.11)


#: steps within runs and between specials, as shares of a card's width
Steps = tuple[tuple[float, float], ...]
STEPS: Steps = ((0.33, 1.1), (0.3, 1.02), (0.3, 0.88), (0.27, 0.74), (0.24, 0.55), (0.2, 0.38), (0.18, 0.26))
#: wider steps within runs where there is room left: the numbers are readable, and the cards still overlap
OPENED = (0.86, 0.72, 0.6, 0.52, 0.45, 0.4, 0.36, 0.32, 0.29, 0.26, 0.23, 0.2)
#: a step that leaves room for two figures, and how many twentieths of their width cards may lose for it
READABLE, SMALLER = 0.36, 7
#: the step of runs whose cards may grow
WELL_OPEN = 0.72
#: so many cards of a rival stay in one row
ONE_ROW = 9
#: the least part in sight of a rival's covered card, logical, and how much higher than its box a display may be
IN_SIGHT, HIGHER = 15.0, 1.03
#: steps up to which the number on a covered card is cut, so that it is written on the part in sight
CUT = 0.6
SHARES = tuple(1 - 0.05 * number for number in range(16))
MOST_ROWS = 4
#: part of a card's width that the next group may cover, beside its number, and the rating of such a layout as a share
OVERLAP, OVERLAPPING = 0.14, 0.88
#: steps before and after a joker's ghost place, in card widths
GHOST_BEFORE, GHOST_BEHIND = 1.03, 0.78
Group = list[tuple[int, int]]


def groups_of(display: Sequence[int], score: Score) -> list[Group]:
    """Return the display as groups of (card, number): runs first, lowest first, then all special cards.

    A joker's place in a run is a card 0; number 40 stays in its run; a special card has the number 0.
    """
    by_number = {NUMBER_OF[card]: card for card in display if card in NUMBER_OF}
    groups = [[(by_number.get(number, 0), number) for number in run] for run in score.runs]
    specials = [(card, 0) for card in display if card >= FIRST_SPECIAL and card not in NUMBER_OF]
    return [*groups, specials] if specials else groups


#: shares of a card's width and of that width as a height that a tile shows at least, and the most of either
TILE_WIDE, TILE_HIGH, TILE_MOST = 0.8, 0.54, 0.9
#: gap between the groups of tiles, and between their lines; most lines
TILE_GAP, TILE_LINE, TILE_LINES = 6.0, 3.0, 3
#: the share of the largest numbers that is enough in fewer lines
FEWER_LINES = 0.88


#: fewest special cards of a rival that are shown as tiles, how much larger they have to become by it, and their gap
FEWEST_TILES, LARGER_BY, TILE_APART = 3, 1.1, 3.0
#: sizes of tiles to try, as shares of the largest for their number of lines, and how much their size counts beside that
#: of the cards of runs
TILE_SHARES, TILES_COUNT = (1.0, 0.92, 0.84, 0.76), 0.3
#: the share of their size and of their parts in sight that cards of runs keep for it; the part of a special card in
#: sight below which it is hidden, and what the size of such cards is worth then
HARDLY_LESS, HIDDEN, WORTH_LESS = 0.88, 0.5, 0.75


class Tiles(NamedTuple):
    """The tiles of the fullest display of several: the width of their cards, their size, and tiles in a line."""

    w: float
    wide: float
    high: float
    columns: int


def tiles_in(box: layout.Box, displays: Sequence[Sequence[Group]]) -> Tiles:
    """Return the tiles with which each of these grouped displays has room in a box of this size: the largest ones.

    In fewer lines they are higher, which gives signs more room: these are taken even if numbers are a little smaller.
    """
    most = max((sum(map(len, groups)) for groups in displays), default=1)
    gaps = TILE_GAP * max((len(groups) - 1 for groups in displays), default=0)
    found = []
    for lines in range(1, TILE_LINES + 1):
        columns = max(1, -(-most // lines))
        wide = (box.w - gaps) / columns
        high = (box.h - TILE_LINE * (lines - 1)) / lines
        w = min(wide / TILE_WIDE, high / TILE_HIGH)
        found.append(Tiles(w, min(wide, TILE_MOST * w), min(high, TILE_MOST * w), columns))
    most_wide = max(found).w
    # below zero there is no room for any
    return next(tiles for tiles in found if tiles.w >= min(most_wide, FEWER_LINES * most_wide))


def lines_of(groups: Sequence[Group], tiles: Tiles) -> int:
    """Return the number of lines of a grouped display."""
    return -(-sum(map(len, groups)) // tiles.columns)


def tiled(
    box: layout.Box, groups: Sequence[Group], tiles: Tiles, lines: int = 0
) -> list[tuple[int, int, float, float]]:
    """Return card, number and middle of each tile of a display, the tiles of a group without gaps.

    They begin as high as a display of ``lines``, or else are in the middle of the box.
    """
    found, place, x, lines = [], 0, box.x, lines or lines_of(groups, tiles)
    y = box.y + (box.h - lines * (tiles.high + TILE_LINE) + TILE_LINE + tiles.high) / 2
    for group in groups:
        for card, number in group:
            if place == tiles.columns:
                place, x, y = 0, box.x, y + tiles.high + TILE_LINE
            found.append((card, number, x + tiles.wide / 2, y))
            place, x = place + 1, x + tiles.wide
        x += TILE_GAP * (place > 0)
    return found


@cached(512)
def spread(
    display: tuple[int, ...],
    score: Score,
    box: layout.Box,
    widest: float,
    steps_of: Steps = STEPS,
    shares: tuple[float, ...] = SHARES,
    overlaps: tuple[bool, ...] = (False,),
    most: float = 0.0,
) -> Spread:
    """Lay a display out in ``box``: the lowest card of each run in front, pills below.

    ``steps_of`` are the steps allowed within runs and between specials, ``shares`` the widths as shares of ``widest``,
    both widest first. With True in ``overlaps``, groups may cover the edge of those before them. Chooses the best-rated
    layout that fits; cards of the greatest width then grow up to ``most`` where there is room.
    """
    groups = groups_of(display, score)
    specials = any(len(group) > 1 and not group[0][1] for group in groups)
    best = Try(shares[-1], MOST_ROWS + 1, *steps_of[-1])
    for rows, steps, over in product(range(1, MOST_ROWS + 1), steps_of, overlaps):
        for share in shares:
            trial = Try(share, rows, *steps, over)
            w = widest * share
            if trial.worth(specials) <= best.worth(specials):
                break
            if w * (RATIO + PILL) * rows > box.h * HIGHER:
                continue
            if _fits(_lines(groups, box, w, trial), box, w, trial):
                best = trial
                break
    best = _readable(groups, box, widest, best)
    w = _grown(groups, box, widest, most, best) if best.share == 1 else widest * best.share
    best = _opened(groups, box, w, best)
    if True in overlaps:
        best = _unfolded(groups, box, w / best.share, best)
        w = w if best.share == 1 else widest * best.share
    whole = _place(_balanced(_lines(groups, box, w, best), box, w, best), display, score, box, w, best)
    return _with_tiles(whole, display, score, box, widest) if True in overlaps and w < widest else whole


def _with_tiles(whole: Spread, display: tuple[int, ...], score: Score, box: layout.Box, widest: float) -> Spread:
    """Return a layout with the middles of the special cards in a block, if they are larger by that.

    They lie in two or three lines behind the runs, whose cards stay whole, and hardly smaller or less open.
    """
    numbers = tuple(card for card in display if card in NUMBER_OF)
    specials = [card for card in display if card not in NUMBER_OF]
    if len(specials) < FEWEST_TILES:
        return whole
    least, seen = min(lying.w for lying in whole.cards), min((edge.wide for edge in whole.edges), default=IN_SIGHT)
    lying = [one for one in whole.cards if one.card in specials]
    if any(one.y == other.y and other.x - one.x < HIDDEN * one.w for one, other in pairwise(lying)):
        least *= WORTH_LESS
    seen = max(HARDLY_LESS * seen, min(seen, IN_SIGHT))
    shares = tuple(share for share in SHARES if share * widest >= HARDLY_LESS * least)
    found, best = whole, 0.0
    for side, columns in _blocks(len(specials), box.h, widest * TILE_SIDE):
        pitch = side + TILE_APART
        room = box.w - columns * pitch - TILE_GAP
        if side < LARGER_BY * least * TILE_SIDE:
            break
        if room < 0:
            continue
        # the last one, too small, is chosen if none fits
        runs = spread(numbers, score, box._replace(w=room), widest, STEPS, (*shares, 0.1))
        smallest = min((lying.w for lying in runs.cards), default=widest)
        if smallest < HARDLY_LESS * least or any(edge.wide < seen for edge in runs.edges):
            continue
        if (rated := smallest * (side / TILE_SIDE / smallest) ** TILES_COUNT) <= best:
            continue
        best = rated
        left = max((lying.x + lying.w / 2 + TILE_GAP for lying in runs.cards), default=box.x) + side / 2
        top = box.centre[1] - pitch * (-(-len(specials) // columns) - 1) / 2
        block = (
            LyingCard(card, 0, left + n % columns * pitch, top + n // columns * pitch, side / TILE_SIDE, 10, True)
            for n, card in enumerate(specials)
        )
        found = runs._replace(cards=(*runs.cards, *block))
    return found


def _blocks(count: int, high: float, most: float) -> list[tuple[float, int]]:
    """Return the side and the columns of blocks of ``count`` tiles in two or three lines, the largest first."""
    found = []
    for lines in range(2, TILE_LINES + 1):
        side = min((high - TILE_APART * (lines - 1)) / lines, most)
        found += [(side * share, -(-count // lines)) for share in TILE_SHARES]
    return sorted(found, reverse=True)


def _readable(groups: list[Group], box: layout.Box, widest: float, chosen: Try) -> Try:
    """Return a layout with somewhat smaller cards if these open a run whose numbers would have no room."""
    if chosen.run_step >= READABLE or not any(len(group) > 1 and group[0][1] for group in groups):
        return chosen
    for share in (chosen.share * (1 - 0.05 * number) for number in range(SMALLER)):
        wider, w = chosen._replace(share=share, run_step=READABLE), widest * share
        if _fits(_lines(groups, box, w, wider), box, w, wider):
            return wider
    return chosen


def _grown(groups: list[Group], box: layout.Box, widest: float, most: float, chosen: Try) -> float:
    """Return the greatest width of cards from ``widest`` to ``most`` that leaves open runs in the rows chosen."""
    opened, rows, w = chosen._replace(run_step=max(chosen.run_step, WELL_OPEN)), chosen.rows, most
    while w > widest:
        lines = _lines(groups, box, w, opened)
        if w * (RATIO + PILL) * rows <= box.h * HIGHER and len(lines) <= rows and _fits(lines, box, w, opened):
            return w
        w -= 2
    return widest


def _opened(groups: list[Group], box: layout.Box, w: float, chosen: Try) -> Try:
    """Open the runs of a chosen layout as far as its rows have room; groups that overlap leave none."""
    rows = len(_lines(groups, box, w, chosen))
    for step in OPENED:
        wider = chosen._replace(run_step=step)
        if chosen.overlaps or step <= chosen.run_step:
            break
        if len(lines := _lines(groups, box, w, wider)) == rows and _fits(lines, box, w, wider):
            return wider
    return chosen


def _unfolded(groups: list[Group], box: layout.Box, widest: float, chosen: Try) -> Try:
    """Return a layout with a row more if runs lie too close to be read, and have room there."""
    seen = chosen.run_step * widest * chosen.share
    rows = 1 + len(_lines(groups, box, widest * chosen.share, chosen))
    few = sum(map(len, groups)) <= ONE_ROW
    if few or seen >= IN_SIGHT or not any(len(group) > 1 and group[0][1] for group in groups):
        return chosen
    for share, step in product(SHARES, OPENED):
        w = widest * share
        wider = Try(share, rows, step, STEPS[0][1])
        if share > chosen.share or w * (RATIO + PILL) * rows > box.h * HIGHER or step * w <= seen:
            continue
        if _fits(_lines(groups, box, w, wider), box, w, wider):
            return wider
    return chosen


def _step(group: Group, trial: Try) -> float:
    return trial.run_step if group[0][1] else trial.special_step


def _offsets(group: Group, trial: Try) -> list[float]:
    """Return each card's offset from the first one of its group, in widths."""
    step = _step(group, trial)
    places = [0.0]
    for (card, number), (next_card, _number) in pairwise(group):
        ghost_here, ghost_next = number and not card, number and not next_card
        places.append(places[-1] + (GHOST_BEFORE if ghost_next else GHOST_BEHIND if ghost_here else step))
    return places


def _wide_of(group: Group, w: float, trial: Try) -> float:
    return w + w * _offsets(group, trial)[-1]


def _fits(lines: list[list[Group]], box: layout.Box, w: float, trial: Try) -> bool:
    """Return True if the rows are within the limit, fit the box's width, and split no special card off others alone."""
    gap = trial.gap(w)
    if any(above[-1][0][1] == below[0][0][1] == 0 and len(below[0]) == 1 for above, below in pairwise(lines)):
        return False
    widths = (sum(_wide_of(group, w, trial) + gap for group in line) - gap for line in lines)
    return len(lines) <= trial.rows and all(wide <= box.w + 1 for wide in widths)


def _lines(groups: list[Group], box: layout.Box, w: float, trial: Try) -> list[list[Group]]:
    """Break the groups into rows that fit the box's width; specials may be split."""
    gap = trial.gap(w)
    lines: list[list[Group]] = [[]]
    used = 0.0
    parts = list(groups)
    while parts:
        group = parts.pop(0)
        wide = _wide_of(group, w, trial)
        if used + wide > box.w:
            fits = int((box.w - used - w) / (w * _step(group, trial))) + 1 if box.w - used >= w else 0
            special = not group[0][1] and trial.rows > 1
            if special and 0 < fits < len(group):
                parts.insert(0, group[fits:])
                group = group[:fits]
            elif lines[-1]:
                lines.append([])
                used = 0.0
                parts.insert(0, group)
                continue
        lines[-1].append(group)
        used += _wide_of(group, w, trial) + gap
    return lines


def _balanced(lines: list[list[Group]], box: layout.Box, w: float, trial: Try) -> list[list[Group]]:
    """Move groups from the last row but one to the last, so that none is alone there; specials stay in order."""
    if len(lines) > 1 and not any(group[0][1] == 0 for group in (*lines[-2], *lines[-1])):
        above, below = lines[-2:]
        while len(above) - len(below) > 1 and _fits([[above[-1], *below]], box, w, trial):
            below.insert(0, above.pop())
    return lines


def _place(
    lines: list[list[Group]], display: Sequence[int], score: Score, box: layout.Box, w: float, trial: Try
) -> Spread:
    highest = max((NUMBER_OF[card] for card in display if card in NUMBER_OF), default=0)
    gap = trial.gap(w)
    high = w * RATIO
    pitch = min(high + w * PILL + 4, (box.h - high) / max(1, len(lines) - 1))
    spare = max(0.0, box.h - high * (1 + PILL / RATIO) - pitch * (len(lines) - 1))
    cards: list[LyingCard] = []
    pills: list[Pill] = []
    edges: list[Edge] = []
    for row, line in enumerate(lines):
        x, y = box.x + w / 2, box.y + spare / 2 + high / 2 + row * pitch
        for order, group in enumerate(line):
            offsets = _offsets(group, trial)
            for place, (card, number) in enumerate(group):
                # runs tuck behind their lowest card; later specials are on top
                depth = order * 0.01 + (-place * 0.1 if number else place * 0.1)
                cards.append(LyingCard(card, number, x + offsets[place] * w, y, w, row * 20 + depth + 10))
                step = offsets[place] - offsets[place - 1] if place else 1.0
                if card and card == number and step < CUT + 0.01:
                    edges.append(Edge(card, number, (1 - step) / 2 * w, step * w, w))
            if group[0][1]:
                cost = group[0][1]
                times = 1 + any(number == highest for _card, number in group) * score.doubled // cost
                pills.append(Pill(group[0][0], x, y + high / 2 - w * 0.02, cost * times, w, times))
            x += _wide_of(group, w, trial) + gap
    return Spread(tuple(cards), tuple(pills), tuple(edges))
