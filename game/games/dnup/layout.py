"""The table layout of dnuP: pure functions of the frame, the seats and the cards."""

from dataclasses import dataclass, replace

from game.core.cache import cached
from game.engine import layout, rival
from game.games.dnup import rules, scoring
from game.games.dnup.faces import RATIO

#: least step between cards of a hand, as a share of their width, that keeps both values visible
LEAST_STEP = 0.76
#: cards are put side by side if that leaves them at least this share of the possible width
APART = 0.8
#: gap between cards side by side, as a share of their width
GAP = 0.05
#: room below a set for the upper half of its pill, logical
PILL_ROOM = 18.0
#: a last move's pill without this room beside a rival's cards is as far below their middle, logical
LEAST_LAST, BELOW_FAN = 120.0, 36.5
#: distance that a set's pill may extend beyond the set's box, logical
OVERHANG = 10.0
#: share of a card's height below its values that may be covered
BELOW_VALUES = 0.1
#: least step between cards of a set, as a share of their width, that keeps both values visible
LEAST_SET_STEP = 0.62
#: the widest card of a rival's set and of the own one on a tall table, logical: nobody's set is larger than the own
WIDEST_SET, WIDEST_OWN = 112.0, 144.0
#: height of a rival's panel and of the own place beyond the cards of their sets, on a tall table with several rivals
BEYOND_SET, BEYOND_OWN = 12.0 + PILL_ROOM, 10.0 + PILL_ROOM
#: the same between two players, whose places have a label and a frame
BEYOND_PAIR = 40.0 + PILL_ROOM
#: start of a set beside the letters of a rival on a tall table: its gold outline covers none of them
BESIDE_LETTERS = 290.0
#: width of the own letters on a tall table
OWN_LETTER = 48.0
#: the least size of a numeral on a tall table, logical: 11 pixels on a narrow phone
LEAST_NUMERAL = 20.5
#: most rows of the own hand and of a set, and least distance between two rows
ROWS, SET_ROWS = 3, 2
#: how far a chosen card of the hand is raised, logical
LIFT = 10.0
#: the widest card of a rival's sets between two players on a wide table: a pair of the own is as large
WIDEST_OF_PAIR = 116.0
#: width of the preview in the own place
WIDE_PREVIEW = 310.0
BETWEEN = 6.0


class Spot(layout.Spot):
    """A card's middle and width."""

    @property
    def box(self) -> layout.Box:
        """The card as a rectangle."""
        return self.card(RATIO)


@dataclass(frozen=True, kw_only=True)
class Spots(layout.TurnSpots):
    """The positions on the table for one frame and number of opponents."""

    #: for each opponent the one or two places of its sets
    sets: tuple[tuple[layout.Box, ...], ...]
    #: the widest card of a rival's set, and of the own one
    widest_set: float
    widest_own: float
    #: the panel around the own places, and the places
    band: layout.Box
    areas: tuple[layout.Box, ...]
    #: the preview of what comes back, or the log
    preview: layout.Box
    discard: Spot
    tray: layout.Box
    hand: layout.Box
    widest: float
    #: own figure and name
    face: layout.Circle
    name: layout.TextPlace
    #: left end and middle of the line with the number of own cards
    held: tuple[float, float]
    #: the button that sorts the hand again, over that line
    sort: layout.Box
    #: middle of the first own letter, and its width
    letters: tuple[float, float]
    letter: float
    #: distance between the middles of two own letters
    step: float
    #: middle of the gold pill of the own last move
    last: layout.TextPlace


def side_by_side(box: layout.Box, count: int, gap: float = 12.0) -> tuple[layout.Box, ...]:
    """Split ``box`` into ``count`` equal columns."""
    return tuple(layout.row(count, box, gap))


#: seat -> the boxes of its sets
Sets = tuple[tuple[layout.Box, ...], ...]


def _wide_pair(side: float) -> tuple[list[layout.Box], Sets]:
    """Lay out one rival: its two places are beside its panel, as high as both, so that their cards are large."""
    panel = layout.Box(104, 14, 340, 94).wider(-side, -0.6 * side)
    return [panel], (side_by_side(layout.Box(468, 36, 708, 254).wider(0.6 * side, side), 2, 24),)


def _wide_rivals(opponents: int, side: float) -> tuple[list[layout.Box], Sets]:
    """Lay out several rivals with their sets below them."""
    panels = layout.wide_rivals(opponents, 14, 98, side=side)
    return panels, tuple((panel._replace(y=112, h=182),) for panel in panels)


def _wide(opponents: int, side: float = 0.0) -> Spots:
    seats = opponents + 1
    pair = rules.areas_of(seats) > 1
    # two own places need more width than one
    band = layout.Box(28, 302, 512 if pair else 452, 224).wider(-side, -0.4 * side)
    # the prompt with a round button and the dock are beside the own place
    beside = layout.Box(band.x + band.w + 12, 302, 1240 - band.x - band.w + side, 224)
    dock = beside._replace(y=350, h=178)
    panels, sets = _wide_pair(side) if pair else _wide_rivals(opponents, side)
    return Spots(
        opponents=tuple(panels),
        sets=sets,
        widest_set=WIDEST_OF_PAIR if pair else 126,
        widest_own=126,
        band=band,
        areas=side_by_side(band.inset(10, 4), rules.areas_of(seats)),
        preview=dock,
        # below the panel of a single rival, else below the round buttons
        discard=Spot(150 - 0.9 * side, 196, 76) if pair else Spot(64 - side, 238, 62),
        tray=layout.Box(28, 533, 936, 163).wider(-side, layout.COLUMN * side),
        hand=layout.Box(226, 534, 730, 160).wider(-0.8 * side, layout.COLUMN * side),
        widest=100,
        face=layout.Circle(78 - side, 572, 32),
        name=layout.TextPlace(122 - side, 556, 100 + 0.2 * side),
        held=(122 - side, 584),
        sort=layout.Box(118, 572, 104, 48).wider(-side, -0.8 * side),
        letters=(66 - side, 638),
        letter=34,
        step=40,
        prompt=layout.TextPlace(beside.centre[0] - 34, 318, beside.w - 76),
        dock=dock,
        undo=(1222 + side, 238),
        hint=(1222 + side, 311),
        last=layout.TextPlace(124 - side, 676),
    )


def _tall_sets(opponents: int, top: float, room: float) -> tuple[list[layout.Box], Sets]:
    """Lay out the panels of several opponents, and in each the place of its set."""
    rows = opponents if opponents <= 3 else 2
    high = (room - 8 * (rows - 1)) / rows
    boxes = layout.tall_rivals(opponents, top, high)
    if opponents <= 3:
        return boxes, tuple(
            (layout.Box(box.x + BESIDE_LETTERS, box.y + 6, 660 - BESIDE_LETTERS, high - 12),) for box in boxes
        )
    if high < LOW_PANEL:
        return boxes, tuple((layout.Box(box.x + HEAD_WIDE, box.y + 34, 325 - HEAD_WIDE, high - 40),) for box in boxes)
    head = HEAD + _spare_for_head(high)
    return boxes, tuple((layout.Box(box.x + 10, box.y + head, 311, high - head - 6),) for box in boxes)


def _spare_for_head(high: float) -> float:
    """Return by how much the parts above a set can grow in a panel of this height beside cards of a fair size."""
    return min(HEAD_GROWS, max(0.0, high - HEAD - 6 - GROWN_SET * RATIO - PILL_ROOM))


def _tall_pair(top: float, rival: float, each: float) -> tuple[list[layout.Box], Sets, layout.Box, Sets]:
    """Lay out one opponent with two places in a panel ``rival`` high, and the own panel ``each`` high with two more."""
    wide = 672 - 238.0
    sets = (side_by_side(layout.Box(254, top + 8, wide, rival - 16), 2),)
    own = layout.Box(24, top + rival + 10, 672, each)
    # beside them is only the discard pile, so that the own sets have more room
    areas = (side_by_side(layout.Box(150, own.y + 8, wide + 104, each - 16), 2),)
    return [layout.Box(24, top, 672, rival)], sets, own, areas


def _tall_heights(room: float, opponents: int, least: float) -> tuple[float, float, float]:
    """Divide ``room`` between the rivals and the own place, at least ``least`` high; return both and what is left.

    The cards of the own set are at least as large as the rivals', whose panels are no higher than their cards need.
    """
    rows = opponents if opponents <= 3 else 2
    gaps = 8.0 * (rows - 1)
    beyond = BEYOND_SET if opponents <= 3 else HEAD + 6 + PILL_ROOM
    cards = (room - gaps - rows * beyond - BEYOND_OWN) / (rows + 1)
    own = min(max(least, cards + BEYOND_OWN), WIDEST_OWN * RATIO + BEYOND_OWN)
    most = rows * (WIDEST_SET * RATIO + beyond) + gaps
    if room - own > most:
        own = min(room - most, WIDEST_OWN * RATIO + BEYOND_OWN)
    rivals = min(room - own, most)
    return rivals, own, room - rivals - own


def _pair_heights(room: float) -> tuple[float, float, float]:
    """Divide ``room`` between one rival's panel and the own one, as ``_tall_heights`` does."""
    rival = min(room / 2, WIDEST_SET * RATIO + BEYOND_PAIR)
    own = min(room - rival, WIDEST_OWN * RATIO + BEYOND_PAIR)
    return rival, own, room - rival - own


def _tall(height: float, opponents: int) -> Spots:
    spare = max(0.0, float(height - layout.TALL[1]))
    seats = opponents + 1
    low, top = height - 150.0, 104.0
    strip = 118 + spare * 0.14
    # the hand gets what the sets leave
    tray_high = 350 + spare * 0.36 - 0.55 * layout.short(height)
    room = low - tray_high - 66 - top - 10
    pair = rules.areas_of(seats) > 1
    rival, own_high, left = _pair_heights(room - strip - 30) if pair else _tall_heights(room, opponents, strip)
    strip = strip if pair else own_high
    tray_high += left
    tray = layout.Box(24, low - tray_high, 672, tray_high)
    prompt = tray.y - 34
    band = prompt - 32 - strip
    if pair:
        # the labels of the places are clear of the speed's name, which hangs below its button
        boxes, sets, band_box, (areas,) = _tall_pair(top + 10, rival, own_high)
        preview = layout.Box(24, band, 672, strip)
        discard = Spot(86, band_box.y + band_box.h / 2 - 8, min(92.0, (band_box.h - 50) / RATIO))
    else:
        boxes, sets = _tall_sets(opponents, top, rival)
        band_box = layout.Box(132, band, 292, strip)
        areas = (layout.Box(138, band + 5, 280, strip - 10),)
        preview = layout.Box(432, band, 264, strip)
        discard = Spot(76, band + strip / 2 - 10, min(76.0, (strip - 26) / RATIO))
    return Spots(
        opponents=tuple(boxes),
        sets=sets,
        widest_set=WIDEST_SET,
        widest_own=WIDEST_OWN,
        band=band_box,
        areas=areas,
        preview=preview,
        discard=discard,
        tray=tray,
        hand=layout.Box(36, tray.y + 64, 648, tray_high - 74),
        widest=WIDEST_OWN,
        face=layout.Circle(66, tray.y + 33, 26),
        name=layout.TextPlace(104, tray.y + 32, 150),
        held=(266, tray.y + 32),
        sort=layout.Box(262, tray.y + 8, 156, 48),
        letters=(684 - (OWN_LETTER + 4) * scoring.goal_of(seats) + OWN_LETTER / 2 + 2, tray.y + 34),
        letter=OWN_LETTER,
        step=OWN_LETTER + 4,
        prompt=layout.TextPlace(360, prompt, 500),
        undo=(60, prompt),
        hint=(660, prompt),
        last=layout.TextPlace(340, tray.y + 2),
    )


spots = layout.by_window(_wide, _tall)


def without_log(spots: Spots) -> Spots:
    """Return the places of a wide table that shows no log, as in a film: the own place is in the middle."""
    by = layout.WIDE[0] / 2 - spots.band.centre[0]
    return replace(spots, band=spots.band.wider(by, by), areas=tuple(area.wider(by, by) for area in spots.areas))


def beside_log(spots: Spots) -> Spots:
    """Return the places of a tall table whose dock shows the log: the one own place has the small log's room.

    The preview lies there only while it shows cards; see ``beside_preview``.
    """
    if len(spots.areas) > 1:
        return spots
    more = spots.preview.x + spots.preview.w - spots.band.x - spots.band.w
    area = spots.areas[0].wider(0, more)
    preview = area.wider(area.w - WIDE_PREVIEW, 0)
    return replace(spots, band=spots.band.wider(0, more), areas=(area,), preview=preview)


def beside_preview(spots: Spots) -> layout.Box:
    """Return the room of the one own place beside the preview."""
    area = spots.areas[0]
    return area._replace(w=min(area.w, spots.preview.x - 8 - area.x))


#: a wider panel of a rival has everything beside its sets, or on a wide table large cards and letters side by side
LONG, ROOMY = 400.0, 312.0
#: in a roomy panel, the start of the name and the hand, the width of a back, the room behind the hand for its number
ROOMY_LEFT, ROOMY_BACK, ROOMY_NUMBER = 84.0, 26.0, 50.0
#: the room behind the hand for its number in a square panel
SQUARE_NUMBER = 38.0
#: height of a rival's parts above its set on a tall table, and what more they take of a high panel
HEAD, HEAD_GROWS = 92.0, 30.0
#: width of a card of a set below which these parts do not grow
GROWN_SET = 96.0
#: height of a rival's panel below which its set is beside the hand and the letters, and the width that these take
LOW_PANEL, HEAD_WIDE = 176.0, 158.0


@dataclass(frozen=True, kw_only=True)
class Panel(rival.RivalPanel):
    """The positions in a rival's panel."""

    #: left end and middle of the fan of its hand, width of a back, and width of the fan
    fan: tuple[float, float]
    back: float
    fan_width: float
    #: size of the number of cards behind it
    numeral: float
    #: middle of the first letter, its width, and the step to the next
    letters: tuple[float, float]
    letter: float
    step: float

    def fan_step(self, count: int) -> float:
        """Return the step from one back to the next in a hand of ``count`` cards."""
        return min(self.back * 0.4, (self.fan_width - self.back) / max(1, count - 1))


def panel(box: layout.Box, tall: bool, letters: int) -> Panel:
    """Lay out a rival's panel with ``letters`` places for letters."""
    if not tall:
        return _roomy_panel(box, letters) if box.w >= ROOMY else _narrow_panel(box)
    found = _long_panel(box) if box.w > LONG else _square_panel(box)
    wide = room_for_last(found, letters)
    y = found.last.y if wide else max(found.last.y, found.fan[1] + BELOW_FAN)
    return replace(found, anchor="right", last=found.last._replace(y=y, w=wide))


def _long_panel(box: layout.Box) -> Panel:
    x, y, _w, h = box
    # leave room below the letters for the pill of the last move
    middle = y + h * 0.43
    row = min(42.0, h * 0.25)
    return Panel(
        face=layout.Circle(x + 48, middle - row * 0.6, min(36.0, h * 0.24)),
        name=layout.TextPlace(x + 94, middle - row * 1.1, 150),
        fan=(x + 94, middle - row * 0.05),
        back=min(28.0, row * 0.72),
        numeral=max(min(28.0, row * 0.72) * 0.95, LEAST_NUMERAL),
        fan_width=88,
        letters=(x + 110, middle + row * 0.98),
        letter=min(38.0, row * 0.9),
        step=42,
        level=layout.TextPlace(x + 48, middle - row * 0.6 + min(36.0, h * 0.24) + 12, 86),
        # clear of the letters, also in large text
        last=layout.TextPlace(x + 240, min(y + h - 8, middle + row * 1.4 + 26)),
        line=row * 0.9,
    )


def _roomy_panel(box: layout.Box, letters: int) -> Panel:
    """Lay out a panel with more width than height: the hand and the letters side by side below the name.

    The last move is on the lower edge: after one other than playing, the place below is empty. Where there are two
    places, it is behind the name.
    """
    x, y, w, h = box
    is_pair = letters == scoring.goal_of(2)
    left, row = x + ROOMY_LEFT, y + 62
    step = min(37.0, (w - ROOMY_LEFT - 60 - ROOMY_NUMBER - 8) / letters)
    first = x + w - 8 - step * letters
    return Panel(
        face=layout.Circle(x + 43, y + 37, 28),
        name=layout.TextPlace(left, y + 22, w - ROOMY_LEFT - (158 if is_pair else 8)),
        name_size=28,
        fan=(left, row),
        back=ROOMY_BACK,
        numeral=29,
        fan_width=min(120.0, first - ROOMY_NUMBER - left),
        letters=(first + step / 2, row),
        letter=step - 3,
        step=step,
        level=layout.TextPlace(x + 43, y + 80, 78),
        last=layout.TextPlace(x + w - 8, y + 23) if is_pair else layout.TextPlace(x + w - 8, y + h + 5),
        anchor="right",
        shares_line=is_pair,
        line=34,
    )


def _narrow_panel(box: layout.Box) -> Panel:
    """Lay out a panel of a wide table: name, hand and letters below each other; the last move as in a roomy panel."""
    x, y, w, h = box
    left = x + 82
    step = min(40.0, (w - 90) / scoring.GOAL)
    return Panel(
        face=layout.Circle(x + 42, y + 49, 30),
        name=layout.TextPlace(left, y + 20, w - 94),
        level_end=x + w - 6,
        fan=(left, y + 46),
        back=16,
        numeral=24,
        fan_width=w - 142,
        letters=(left + step / 2, y + 76),
        letter=30,
        step=step,
        last=layout.TextPlace(x + w - 8, y + h + 11),
        anchor="right",
        line=27,
    )


def _square_panel(box: layout.Box) -> Panel:
    """Lay out a panel of a tall table: the letters beside the hand, or below it where the set is beside both."""
    x, y, w, h = box
    more, low = _spare_for_head(h), h < LOW_PANEL
    step = 36.0
    first = x + 6 if low else x + w - 8 - step * scoring.GOAL
    return Panel(
        face=layout.Circle(x + 40, y + 37 + more * 0.3, 26 + more * 0.1),
        name=layout.TextPlace(x + 78, y + 20 + more * 0.05, w - 90),
        level_end=x + w - 6,
        fan=(x + 78, y + 51 + more * 0.4),
        back=17 + more * 0.25,
        numeral=max((17 + more * 0.25) * 0.95, LEAST_NUMERAL),
        fan_width=(x + HEAD_WIDE if low else first) - x - 78 - SQUARE_NUMBER,
        letters=(first + step / 2, y + 76 if low else y + 51 + more * 0.4),
        # clear of the last move
        letter=25.0 if low else min(step - 2, 27 + more * 0.4),
        step=step,
        last=layout.TextPlace(x + HEAD_WIDE - 8, y + h - 16)
        if low
        else layout.TextPlace(x + w - 6, y + 87 + more * 0.75),
        line=27 + more * 0.1,
    )


@cached(64)
def a_set(box: layout.Box, count: int, widest: float) -> tuple[Spot, ...]:
    """Return the places of a set's cards in its box, above the room for its pill: overlapping, all values visible."""
    room = box._replace(h=box.h - PILL_ROOM)
    w, rows = _largest(room, count, widest, range(1, SET_ROWS + 1), LEAST_SET_STEP)
    return _in_rows(room, count, w, rows, w * (LEAST_STEP if rows == 1 else 1 + GAP))


def pill_place(spots: tuple[Spot, ...], box: layout.Box, high: float) -> tuple[float, float]:
    """Return the middle of a set's pill of height ``high``: on the cards' edge, below their values if there is room."""
    lying = around(spots)
    edge = lying.y + lying.h
    below_values = edge - spots[0].w * RATIO * BELOW_VALUES + high / 2
    return lying.x + lying.w / 2, max(edge, min(below_values, box.y + box.h + OVERHANG - high / 2))


def around(spots: tuple[Spot, ...]) -> layout.Box:
    """Return the smallest box around some cards."""
    return layout.bounds([spot.box for spot in spots])


@cached(32)
def hand(box: layout.Box, count: int, widest: float, usual: layout.Box | None = None) -> tuple[Spot, ...]:
    """Return the places of ``count`` hand cards, in the rows that make them largest with the least overlap.

    A chosen card is raised; that stays within the box. The rows may be those of the ``usual`` box.
    """
    if not count:
        return ()
    room = box._replace(y=box.y + LIFT, h=box.h - LIFT)
    rows = range(1, ROWS + 1)
    if usual and usual != box:
        least = _largest(usual._replace(h=usual.h - LIFT), count, widest, rows, LEAST_STEP)[1]
        rows = range(least, least + 1)
    w, lines = _largest(room, count, widest, rows, LEAST_STEP)
    return _in_rows(room, count, w, lines, w * (1 + GAP))


def _largest(box: layout.Box, count: int, widest: float, choice: range, least_step: float) -> tuple[float, int]:
    """Return the best width and number of rows for ``count`` cards at steps of at least ``least_step`` widths."""
    best, best_rows, best_size = 0.0, 1, 0.0
    for rows in choice:
        across = -(-count // rows)
        high = (box.h - BETWEEN * (rows - 1)) / rows
        w = min(widest, high / RATIO, box.w / (1 + least_step * (across - 1)))
        apart = box.w / (across + GAP * (across - 1))
        w = apart if w * APART <= apart < w else w
        size = w * min(w, (box.w - w) / max(1, across - 1))
        if size > best_size * 1.02:
            best, best_rows, best_size = w, rows, size
    return best, best_rows


def _in_rows(box: layout.Box, count: int, w: float, rows: int, step: float) -> tuple[Spot, ...]:
    """Return the places of cards in centred rows, ``step`` apart if there is room."""
    across = -(-count // rows)
    step = min(step, (box.w - w) / max(1, across - 1))
    high = w * RATIO
    down = min(high + 10, (box.h - high) / max(1, rows - 1))
    top = box.y + (box.h - down * (rows - 1)) / 2
    found = []
    for place in range(count):
        row, column = divmod(place, across)
        held = min(across, count - row * across)
        left = box.x + box.w / 2 - step * (held - 1) / 2
        found.append(Spot(left + column * step, top + row * down, w))
    return tuple(found)


def away(spot: Spot, x: float, y: float) -> float:
    """Return the distance of a point from a hand card; a row away counts more than a card away."""
    return abs(spot.x - x) + 3 * abs(spot.y - y)


def room_for_last(panel: Panel, letters: int) -> float:
    """Return the width for a last move's pill beside the letters or the cards; 0 where it has a row of its own."""
    # half a letter and half a pill of large text
    if abs(panel.last[1] - panel.letters[1]) > panel.letter / 2 + 17:
        if abs(panel.last[1] - panel.fan[1]) > panel.back * 0.75 + 17:
            return 0.0
        # beside the cards and their number, if it is readable there
        room = panel.last[0] - (panel.fan[0] + panel.fan_width + 2 * panel.back)
        return room if room > LEAST_LAST else 0.0
    return panel.last[0] - (panel.letters[0] + panel.step * (letters - 1) + panel.letter / 2) - 2
