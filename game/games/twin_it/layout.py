"""The table layouts of Twin It!: functions of the window's shape, the mode and the seats."""

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import NamedTuple

from game.engine.layout import (
    COLUMN,
    Box,
    Circle,
    TextPlace,
    bounds,
    overlap,
    row,
    tall_dock,
    wide_buttons,
    wide_rivals,
)

#: cells for a rival's sets, where room is short and one more wins, and for an own winning row
RIVAL_CELLS, OWN_CELLS = 4, 5
#: seat of a person -> key of its buzzer, far apart on all usual keyboards
BUZZ_KEYS = ("q", "p", "x", "m", "t", "b")
#: width of the dock of a wide table, and its greatest height; with hints it is as wide as the button, and higher
DOCK_WIDE, DOCK_HIGH, HINT_HIGH = 420.0, 280.0, 310.0
#: width of a wide puzzle's dock, alone and beside gathered sets, its height, and the space for a heading of the sets
PUZZLE_DOCK, PUZZLE_BESIDE, PUZZLE_HIGH, HEADING = 900.0, 640.0, 148.0, 30.0
#: step from one gathered set of a puzzle to the next
PUZZLE_PITCH = 52.0
#: height of the strip with the order of the looks
ORDER_HIGH = 60.0
#: height of the room for a prompt between the seats around a wide device and the field
STRIP = 40.0
#: distance of the field from those seats where the prompt is beside them, and the least width for it there
CLEAR, PROMPT_BESIDE = 10.0, 300.0
#: width of a panel with a buzzer where one or two are side by side, and the least one with large parts
BUZZER_PANEL, ROOMY_PANEL = 520.0, 470.0
#: height of a prompt between the field and the own cards, or in the strip around a device
ASKED_HIGH = 46.0
#: height of the room for a prompt in a pill
PROMPT_HIGH = 48.0
#: distance by which a pill on a tall table is above the place of a prompt without one
PILL_RISES = 14.0
#: space at the left and right of the field, where the felt has its stitches
FIELD_EDGE = 10.0
#: width of a panel with a strip from which its name is large
ROOMY_NAME = 240.0
#: height for rows of own sets on a wide table and a tall one, for more sets than usual
OWN_ROWS = 136.0, 126.0
#: distance of a rival's places from the stack beside or above them, where more sets than usual win
BESIDE_STACK, BELOW_STACK = 10.0, 12.0
#: most sets shown one by one in the tray, and the width of the medals beside them
GATHERED, MEDALS_WIDE = 24, 84.0


class Cell(NamedTuple):
    """A square place for a card: its middle and its side."""

    x: float
    y: float
    w: float

    @property
    def box(self) -> Box:
        """The cell's square."""
        return Box(self.x - self.w / 2, self.y - self.w / 2, self.w, self.w)


class Name(NamedTuple):
    """A seat's name: its left end, or its middle below a figure; greatest width and size."""

    x: float
    y: float
    most: float
    size: float


class Tally(NamedTuple):
    """The place of the number of a seat's sets or points, by its centre, and the width of its room."""

    x: float
    y: float
    wide: float


class Area(NamedTuple):
    """One seat's part of the table."""

    box: Box
    face: Circle
    name: Name
    tally: Tally
    top: Cell
    cells: tuple[Cell, ...]
    #: middle of the pill with the number of cards
    pill: tuple[float, float]
    #: upside down, for the other side of the device
    turned: bool = False
    buzzer: Circle | None = None
    #: the room for a caption at this seat; otherwise it goes to the empty cells
    caption: Box | None = None

    @property
    def centred(self) -> bool:
        """True if the name is below the figure or the buzzer instead of beside it."""
        return bool(self.buzzer) or self.name.y > self.face.y + self.face.radius

    def is_far(self, height: float) -> bool:
        """Return True in the upper half of a table of this height, with people all around it."""
        return self.box.y < height / 2


class Spots(NamedTuple):
    """The positions on the whole table."""

    field: Box
    #: seat areas in playing order, the viewer first
    areas: tuple[Area, ...]
    #: the bar of the remaining time
    bar: Box
    #: the prompt of the table
    prompt: TextPlace
    pause: tuple[float, float]
    #: the panel of the own cards, or of the common ones
    tray: Box | None = None
    #: flip, or deal and turn over
    buttons: tuple[Box, ...] = ()
    #: the three forbidden cards beside a stack, and their heading
    beside: tuple[Cell, ...] = ()
    beside_label: tuple[float, float] = (0, 0)
    #: timed play: the common stack, and the gathered sets
    stack: Cell | None = None
    gathered: tuple[Cell, ...] = ()
    #: greatest height of the prompt
    asked_high: float = ASKED_HIGH
    #: the prompt is in a pill below the field, where nobody is in a hurry
    pill: bool = False
    #: the dock for texts
    dock: Box = Box(0, 0, 0, 0)
    #: calm mode: the strip with the order of the looks, beside the field or below the button
    order: Box = Box(0, 0, 0, 0)


def cells_in(x: float, y: float, w: float, pitch: float, count: int, columns: int) -> tuple[Cell, ...]:
    """Return ``count`` cells in rows of ``columns``, the first one's corner at (x, y)."""
    return tuple(Cell(x + w / 2 + (n % columns) * pitch, y + w / 2 + (n // columns) * pitch, w) for n in range(count))


def centroid(cells: Sequence[Cell]) -> tuple[float, float]:
    """Return the middle of ``cells``, which must not be empty."""
    return sum(cell.x for cell in cells) / len(cells), sum(cell.y for cell in cells) / len(cells)


def finer(cells: tuple[Cell, ...], count: int) -> tuple[Cell, ...]:
    """Return smaller cells in the same place, for ``count`` sets."""
    left, top, wide, high = bounds([cell.box for cell in cells])
    rows = 2
    while int(wide / (high / rows)) * rows < count:
        rows += 1
    pitch = high / rows
    columns = int(wide / pitch)
    # rows that stay empty are above and below
    top += (rows - ceil(count / columns)) * pitch / 2
    return cells_in(left, top, pitch - 4, pitch, count, columns)


def roomy(cells: tuple[Cell, ...], count: int) -> tuple[Cell, ...]:
    """Return cells for ``count`` sets in the place of ``cells`` beside the medals, few ones up to twice as large."""
    left, top, wide, high = bounds([cell.box for cell in cells])
    wide, high, kept = wide + 4 - MEDALS_WIDE, high + 4, cells
    for share in (2, 1.5, 1):
        pitch = share * (cells[0].w + 4)
        columns, rows = int(wide / pitch), int(high / pitch + 0.01)
        kept = cells_in(left, top + (high - rows * pitch) / 2, pitch - 4, pitch, columns * rows, columns)
        if len(kept) >= count:
            return kept
    return finer(kept, count)


def _places_room(area: Area) -> Box:
    """Return the room for a rival's sets: that of the usual ones, and what is free beside or below the stack."""
    panel, stack, room = area.box, area.top.box, bounds([cell.box for cell in area.cells])
    if area.buzzer:
        return room
    if overlap(stack, room):
        low = stack.y + stack.h + BELOW_STACK
        return room._replace(y=low, h=room.y + room.h - low)
    if room.h < 1.5 * area.cells[0].w:
        room = room._replace(y=panel.y + 5, h=panel.h - 10)
    left = stack.x + stack.w + BESIDE_STACK
    return room._replace(x=left, w=room.x + room.w - left)


def for_goal(area: Area, goal: int, high: float = 0.0) -> Area:
    """Return the area with places for ``goal`` sets, as large as possible in rows together at most ``high``.

    Without ``high`` it is a rival's area.
    """
    if goal <= OWN_CELLS:
        return area
    own, gap = high > 0, 6.0 if high else 4.0
    box = bounds([cell.box for cell in area.cells]) if own else _places_room(area)
    high = high or box.h + gap
    pitches = {rows: min(high / rows, (box.w + gap) / ceil(goal / rows)) for rows in (1, 2, 3, 4)}
    rows = max(pitches, key=pitches.__getitem__)
    pitch, columns = pitches[rows], ceil(goal / rows)
    spare = (box.w - columns * pitch) / 2
    # a rival's stay near its stack
    x, y = box.x + (spare if own else min(spare, BESIDE_STACK)), box.centre[1] - rows * pitch / 2
    return area._replace(cells=cells_in(x + gap / 2, y + gap / 2, pitch - gap, pitch, goal, columns))


def spots(  # noqa: PLR0913 - all but the first four are passed by name
    width: float,
    height: float,
    seats: int,
    kind: str,
    beside: bool = False,
    side: float = 0.0,
    hinted: bool = False,
    lies: bool = True,
    docked: bool = False,
    sheet: float = 0.0,
    gathered: bool = False,
    goal: int = OWN_CELLS,
) -> Spots:
    """Lay out the table for ``seats``; ``kind`` is table, round (buzzers for several people), timed or puzzle.

    A wide table may extend beyond its left and right edges by ``side``; ``hinted`` reserves a button for the hint
    there. A wide device ``lies`` flat between people around it, or stands before them. If ``docked``, a wide table has
    no cards where the dock is, and a tall one leaves ``sheet`` for it. A puzzle has room for ``gathered`` sets.
    ``goal`` is the number of sets that wins.
    """
    tall = height > width
    low = height - sheet if tall else height
    if kind == "puzzle":
        return _puzzle_tall(height, sheet, gathered) if tall else _puzzle_wide(height, side, gathered)
    if kind == "timed":
        parts = _timed_tall(low) if tall else _timed_wide(height, side)
        parts = parts._replace(areas=tuple(strips(width, height, seats, side, hinted)))
    elif kind == "round":
        parts = _round_tall(low, seats) if tall else _round_wide(height, seats, lies, side)
    else:
        parts = _table_tall(low, seats) if tall else _table_wide(height, seats, side)
    if kind in ("table", "round"):
        first = OWN_ROWS[tall] if kind == "table" else 0.0
        fitted = (for_goal(area, goal, 0.0 if n else first) for n, area in enumerate(parts.areas))
        parts = parts._replace(areas=tuple(fitted))
    wide = parts.field.x + parts.field.w - wide_buttons(side)[0].x if hinted and kind == "table" else DOCK_WIDE
    parts = parts._replace(dock=tall_dock(height, sheet)) if tall else _with_dock(parts, docked, wide)
    parts = _with_beside(parts, tall) if beside else parts
    if docked and kind == "table":
        parts = _with_pill(parts, tall)
    return parts._replace(field=parts.field.inset(FIELD_EDGE, 0))


def _with_dock(parts: Spots, docked: bool, wide: float) -> Spots:
    """Add the dock at the lower right corner of a wide table's field; ``docked`` shortens the field."""
    field = parts.field
    most = DOCK_HIGH if wide == DOCK_WIDE else HINT_HIGH
    high = min(field.h - 14 - (ORDER_HIGH + 14) * docked, most)
    dock = Box(field.x + field.w - wide, field.y + field.h - high - 14, wide, high)
    if not docked:
        return parts._replace(dock=dock)
    order = Box(dock.x, field.y + 4, wide, ORDER_HIGH)
    return parts._replace(field=field.wider(0, -wide), dock=dock, order=order)


def _with_pill(parts: Spots, tall: bool) -> Spots:
    """Put the prompt into a pill, for which a wide table shortens the field."""
    field = parts.field
    if tall:
        # higher than a line of text, so that it is clear of the tray
        raised = parts.prompt._replace(y=parts.prompt.y - PILL_RISES)
        return parts._replace(field=field._replace(h=field.h - 1.3 * PILL_RISES), prompt=raised, pill=True)
    prompt = TextPlace(field.centre[0], field.y + field.h - PROMPT_HIGH / 2, field.w - 2 * FIELD_EDGE)
    return parts._replace(field=field._replace(h=field.h - PROMPT_HIGH), prompt=prompt, pill=True)


def _with_beside(parts: Spots, tall: bool) -> Spots:
    """Add room for the three forbidden cards at the edge of the field."""
    field = parts.field
    if tall:
        w = 88.0
        y = field.y + field.h - w / 2 - 6
        cells = tuple(Cell(field.x + field.w - (2.5 - n) * (w + 10), y, w) for n in range(3))
        left = field._replace(h=field.h - w - 18)
        return parts._replace(field=left, beside=cells, beside_label=(field.x + 14, y))
    w = min(92.0, (field.h - 44) / 3 - 8)
    x = field.x + field.w - w / 2 - 4
    step = min(w + 12, (field.h - 44) / 3)
    cells = tuple(Cell(x, field.y + 44 + (n + 0.5) * step, w) for n in range(3))
    left = field._replace(w=field.w - w - 22)
    return parts._replace(field=left, beside=cells, beside_label=(x, field.y + 22))


# ---- people around one device ------------------------------------------------------------------------------


def _around(seats: int) -> list[tuple[bool, int, int]]:
    """Return the seats clockwise from the lower left: (upper row, place in the row from the left, seats in the row)."""
    low = ceil(seats / 2)
    high = seats - low
    # clockwise from the lower left means up, along the far side and back along the near one
    far = [(True, n, high) for n in range(high)]
    return [(False, 0, low), *far, *((False, n, low) for n in range(low - 1, 0, -1))]


def _round_wide(height: float, seats: int, lies: bool, side: float) -> Spots:
    """Lay out the table with people along both long sides of a wide device, or before it."""
    areas = []
    high, left, right = 128.0, 28.0 - side, 1252.0 + side
    most = ceil(seats / 2)
    wide = BUZZER_PANEL if most < 3 else (right - left - 2 * 12) / 3
    for upper, place, count in _around(seats):
        # a single person at the far side is placed opposite the first at the near one
        outer = place == count - 1 and (count > 1 or upper)
        x = right - wide if outer else left + place * (wide + 12)
        areas.append(_with_buzzer(Box(x, 22.0 if upper else height - 22 - high, wide, high), upper and lies, outer))
    edge = height - 22 - high
    # beside one panel, or between two
    room = Box(left, edge, right - left, high).wider(wide + 24, -24 - wide * (most > 1))
    beside = most < 3 and room.w >= PROMPT_BESIDE
    prompt = TextPlace(room.centre[0], edge + high / 2 - 12, room.w) if beside else TextPlace(640, edge - 22, 860)
    bar = Box(prompt.x - 200, edge - 8, 400, 6)
    if most < 3:
        length = min(400.0, room.w)
        bar = Box(room.centre[0] - length / 2, edge + (high - 18 if beside else high / 2 - 6), length, 12)
    off = high + 22 + (CLEAR if beside else STRIP)
    return Spots(
        field=Box(96, off, 1088, height - 2 * off).wider(-side, side),
        areas=tuple(areas),
        # the time is visible from both sides: beside the panels, or above three of them
        bar=bar,
        prompt=prompt,
        asked_high=high - 36 if beside else ASKED_HIGH,
        pause=(54 - side, height / 2),
    )


def _with_buzzer(box: Box, turned: bool, right: bool) -> Area:
    """Lay out a seat in a row: buzzer at the outer side, name, stack and sets; ``turned`` for the far side."""
    x, y, w, h = box
    radius, top, pitch, wide, size = (62.0, 112.0, 66.0, 90, 22) if w >= ROOMY_PANEL else (50.0, 86.0, 54.0, 60, 18)
    radius, top, pitch, centre = min(radius, h / 2 - 2), min(top, h - 16), min(pitch, (h - 8) / 2), y + h / 2

    def at(inset: float) -> float:
        return x + w - inset if right else x + inset

    after = 2 * radius + 18
    column = min(150.0, w - after - top - 18 - 2 * pitch)
    start = after + column + top + 10
    left, middle, above = (
        at(start + 2 * pitch) if right else at(start),
        at(after + column / 2 - 4),
        34 if turned else -34,
    )
    return Area(
        box,
        Circle(at(radius + 8), centre, radius * 0.52),
        Name(middle, centre + above, column - 6, size),
        Tally(middle, centre, wide),
        Cell(at(after + column + top / 2), centre, top),
        cells_in(left + 2, centre - pitch + 2, pitch - 4, pitch, RIVAL_CELLS, 2),
        (middle, centre - above),
        turned,
        Circle(at(radius + 8), centre, radius),
    )


#: most seats at an end of an upright device -> height of their panels
END_HIGH = {1: 144.0, 2: 254.0, 3: 216.0}


def _round_tall(height: float, seats: int) -> Spots:
    """Lay out the table with people at both short ends of an upright device."""
    areas = []
    high = END_HIGH[ceil(seats / 2)]
    for upper, place, count in _around(seats):
        wide = (680 - 8 * (count - 1)) / count
        box = Box(20 + place * (wide + 8), 20.0 if upper else height - 20 - high, wide, high)
        if count == 1:
            areas.append(_with_buzzer(box, upper, upper))
        else:
            areas.append(_with_buzzer_tall(box, upper, place == count - 1))
    edge = 20 + high
    return Spots(
        field=Box(20, edge + 62, 680, height - 2 * (edge + 62)),
        areas=tuple(areas),
        bar=Box(220, height - edge - 18, 280, 10),
        prompt=TextPlace(360, height - edge - 40, 650),
        pause=(50, edge + 32),
    )


def _with_buzzer_tall(box: Box, upper: bool, right: bool) -> Area:
    """Lay out a seat of a tall table: buzzer and stack at the outer edge, name and number of sets, then the sets."""
    x, y, w, h = box
    radius = min(60.0, w * 0.25)
    pitch = min(82.0, (w - 12) / RIVAL_CELLS, h - 2 * radius - 48)
    inward = 1 if upper else -1
    outer = y + 10 + radius if upper else y + h - 10 - radius
    line = outer + inward * (radius + 20)
    row_y = line + inward * (14 + pitch / 2) - pitch / 2
    top = min(116.0, w - 2 * radius - 26)
    buzzer_x, stack_x = (x + w - radius - 10, x + 10 + top / 2) if right else (x + radius + 10, x + w - 10 - top / 2)
    return Area(
        box,
        Circle(buzzer_x, outer, radius * 0.52),
        Name(x + w * 0.29, line, w * 0.5, 20),
        Tally(x + w * 0.64 + 28, line, 70),
        Cell(stack_x, outer, top),
        cells_in(x + (w - 4 * pitch) / 2 + 2, row_y + 2, pitch - 4, pitch, RIVAL_CELLS, RIVAL_CELLS),
        (stack_x, outer - inward * (top / 2 - 4)),
        upper,
        Circle(buzzer_x, outer, radius),
    )


# ---- one viewer below, the rivals above -------------------------------------------------------------------


def _in_a_row(box: Box) -> Area:
    """Lay out a wide panel: figure, the stack beside it, sets side by side."""
    x, y, w, h = box
    top = min(100.0, h - 16)
    pitch = min(96.0, (w - 122 - top) / OWN_CELLS)
    stack = Cell(x + 106 + top / 2, y + h / 2, top)
    return Area(
        box,
        Circle(x + 27, y + 31, 22),
        Name(x + 52, y + 68, 94, 19),
        Tally(x + 77, y + 31, 54),
        stack,
        cells_in(x + 118 + top, y + (h - pitch + 6) / 2, pitch - 6, pitch, OWN_CELLS, OWN_CELLS),
        (stack.x, y + h - 8),
    )


def _in_a_column(box: Box) -> Area:
    """Lay out a panel of medium width: figure and name at the left, the stack beside them, sets two by two."""
    x, y, w, h = box
    top = min(108.0, h - 18, w - 222)
    pitch = min((h - 8) / 2, (w - 106 - top) / 2)
    stack = Cell(x + 92 + top / 2, y + h / 2, top)
    return Area(
        box,
        Circle(x + 24, y + 32, 20),
        Name(x + 47, y + 72, 84, 19),
        Tally(x + 69, y + 32, 46),
        stack,
        cells_in(x + w - 2 * pitch - 2, y + (h - 2 * pitch + 4) / 2, pitch - 4, pitch, RIVAL_CELLS, 2),
        (stack.x, y + h - 8),
    )


def _tally_beside(box: Box, strip: float) -> Area:
    """Lay out a narrow panel on a phone: a large figure and name in a strip, below it the stack, number and sets."""
    x, y, w, h = box
    radius, room, line = strip / 2 - 3, h - strip - 6, y + 4 + strip / 2
    pitch = min((room - TALLY_HIGH) / 2, CLOSE_SETS)
    top = min(room - 4, w - 2 * pitch - 16)
    left, upper = x + w - 2 * pitch - 4, y + strip + 2
    stack = Cell(x + 6 + top / 2, y + strip + room / 2, top)
    sets = upper + TALLY_HIGH + (room - TALLY_HIGH - 2 * pitch) / 2
    return Area(
        box,
        Circle(x + 8 + radius, line, radius),
        Name(x + 16 + 2 * radius, line, w - 2 * radius - 22, 26),
        Tally(left + pitch - 2, upper + TALLY_HIGH / 2 - 3, TALLY_WIDE),
        stack,
        cells_in(left, sets, pitch - 4, pitch, RIVAL_CELLS, 2),
        (stack.x, stack.y + stack.w / 2 - 2),
    )


def _under_a_strip(box: Box, strip: float, high: bool = False) -> Area:
    """Lay out a narrow panel: figure, name and number in a strip, below it the stack and the sets.

    In a ``high`` one the sets are below the stack too.
    """
    x, y, w, h = box
    radius, room, line = min(20.0, strip / 2 - 2), h - strip - 6, y + 4 + strip / 2
    if high:
        # the stack takes the first cell of a grid of two columns
        pitch = min(room / 3, (w - 8) / 2)
        stack, *cells = cells_in(x + (w - 2 * pitch) / 2 + 3, y + strip + 3, pitch - 6, pitch, RIVAL_CELLS + 1, 2)
    else:
        pitch = min(room / 2, (w - 8) * 0.28)
        # a fifth cell only if nothing gets smaller
        count, across = (OWN_CELLS, 3) if w - 3 * pitch - 16 >= room - 4 else (RIVAL_CELLS, 2)
        top = min(room - 4, w - across * pitch - 16)
        stack = Cell(x + 6 + top / 2, y + strip + room / 2, top)
        left, upper = x + w - across * pitch - 2, y + strip + (room - 2 * pitch) / 2 + 2
        cells = [*cells_in(left, upper, pitch - 4, pitch, count, across)]
    return Area(
        box,
        Circle(x + 14 + radius, line, radius),
        Name(x + 24 + 2 * radius, line, w - 2 * radius - 106, 18 if w < ROOMY_NAME else 22),
        Tally(x + w - 42, line, 70),
        stack,
        tuple(cells),
        (stack.x, stack.y + stack.w / 2 - 2),
    )


def _tray_wide(height: float, side: float) -> Box:
    """Return the panel of the own cards on a wide table."""
    return Box(28, height - 172, 924, 148).wider(-side, COLUMN * side)


def _table_wide(height: float, seats: int, side: float) -> Spots:
    rivals = seats - 1
    wide = min(640.0, (1072 + 2 * side - 12 * (rivals - 1)) / max(1, rivals))
    high = 112.0 if wide >= 500 else 132.0 if wide >= 320 else 152.0
    strip = 34.0 if wide < ROOMY_NAME else 44.0
    boxes = wide_rivals(rivals, 18, high, 640, 12, side)
    make = _in_a_row if wide >= 500 else _in_a_column if wide >= 320 else partial(_under_a_strip, strip=strip)
    tray, column = _tray_wide(height, side), wide_buttons(side)[0]
    y = tray.y
    return Spots(
        field=Box(24, high + 24, 1232, y - 6 - high - 24).wider(-side, side),
        areas=(_own_wide(tray), *map(make, boxes)),
        bar=Box(column.x + 2, y + 93, column.w - 4, 13),
        prompt=TextPlace(column.centre[0], y + 127, column.w),
        pause=(58 - side, 60),
        tray=tray,
        buttons=(column._replace(y=y + 4, h=76),),
    )


def _own_wide(tray: Box) -> Area:
    x, y, spare = tray.x - 28, tray.y, tray.w - 924
    top, cell, middle = 114.0, 94.0, y + 66
    stack, step = Cell(x + 308 + spare * 0.3, middle, top), 108 + spare * 0.08
    return Area(
        tray,
        Circle(x + 78, y + 58, 36),
        Name(x + 126, y + 38, 116 + spare * 0.2, 25),
        Tally(x + 184, y + 75, 120),
        stack,
        tuple(Cell(x + 436 + spare * 0.5 + n * step, middle, cell) for n in range(OWN_CELLS)),
        (stack.x, middle + top / 2 + 9),
        caption=Box(x + 122, y + 95, 124 + spare * 0.2, 48),
    )


#: step between the sets of five rivals, so that their stacks are large, and the height and width of the number above
CLOSE_SETS, TALLY_HIGH, TALLY_WIDE = 48.0, 18.0, 46.0
#: number of rivals on a tall table -> panels per row, their height in a short window and in a longer one, the strip
#: with the name, and the gap between panels
TALL_RIVALS: dict[int, tuple[tuple[int, ...], float, float, float, float]] = {
    1: ((1,), 128, 128, 0, 0),
    2: ((2,), 176, 216, 46, 12),
    3: ((3,), 164, 310, 44, 9),
    4: ((2, 2), 148, 164, 40, 9),
    5: ((2, 3), 168, 176, 48, 6),
}


def _table_tall(height: float, seats: int) -> Spots:
    rows, low, long, strip, gap = TALL_RIVALS[seats - 1]
    high = low if height < 1400 else long
    space, most = Box(24, 112, 672, 0).cut_down([high] * len(rows), 8), max(rows)
    make = partial(_under_a_strip, strip=strip, high=high > 300) if strip else _in_a_row
    if most > min(rows):
        make = partial(_tally_beside, strip=strip)
    areas: list[Area] = []
    for count, line in zip(rows, space, strict=True):
        # all panels are equal, and fewer are in the middle of their row
        boxes = row(most, line, gap)[:count]
        off = (most - count) * (boxes[0].w + gap) / 2
        areas += [make(box.wider(off, off)) for box in boxes]
    tray, bottom = Box(24, height - 394, 672, 212), space[-1].y + space[-1].h
    return Spots(
        field=Box(20, bottom + 10, 680, tray.y - 46 - bottom - 10),
        areas=(_own_tall(tray), *areas),
        bar=Box(44, height - 36, 632, 14),
        prompt=TextPlace(360, tray.y - 22, 660),
        pause=(58, 60),
        tray=tray,
        buttons=(Box(24, height - 168, 672, 112),),
        order=Box(24, height - 46, 672, 40),
    )


def _own_tall(tray: Box) -> Area:
    x, y = tray.x, tray.y
    return Area(
        tray,
        Circle(x + 42, y + 38, 30),
        Name(x + 84, y + 38, 190, 26),
        Tally(x + 360, y + 38, 150),
        Cell(x + 70, y + 132, 118),
        tuple(Cell(x + 192 + n * 106, y + 138, 96) for n in range(OWN_CELLS)),
        (x + 70, y + 196),
        caption=Box(x + 446, y + 14, 214, 48),
    )


# ---- timed play -------------------------------------------------------------------------------------------


def _timed_wide(height: float, side: float) -> Spots:
    tray, column = _tray_wide(height, side), wide_buttons(side)[0]
    y, pitch = tray.y, 62.0
    return Spots(
        field=Box(24, 116, 1232, y - 8 - 116).wider(-side, side),
        areas=(),
        # leaves room for the clock, the points and the next level, and for a round button beside the strips
        bar=Box(196, 83, 660, 14).wider(-side, side),
        prompt=TextPlace(column.centre[0], y + 138, column.w),
        pause=(58 - side, 60),
        tray=tray,
        buttons=(column._replace(y=y + 2, h=56), column._replace(y=y + 60, h=56)),
        stack=Cell(tray.x + 76 + 0.3 * side, y + 74, 112),
        gathered=cells_in(196 - 0.3 * side, y + 10, pitch - 4, pitch, GATHERED, 12),
    )


def _timed_tall(height: float) -> Spots:
    tray = Box(24, height - 366, 672, 212)
    return Spots(
        field=Box(20, 208, 680, height - 366 - 218),
        areas=(),
        # the next medal, or the sentence, has room between it and the field even with the largest letters
        bar=Box(170, 132, 380, 18),
        prompt=TextPlace(360, 180, 660),
        pause=(58, 60),
        tray=tray,
        buttons=(Box(24, height - 138, 330, 108), Box(366, height - 138, 330, 108)),
        stack=Cell(tray.x + 74, tray.y + 92, 124),
        gathered=cells_in(tray.x + 152, tray.y + 10, 60, 64, GATHERED, 8),
    )


# ---- puzzles: the cards, and the dock with the question --------------------------------------------------


def _puzzle_wide(height: float, side: float, gathered: bool) -> Spots:
    wide = PUZZLE_BESIDE if gathered else PUZZLE_DOCK
    dock = Box(1252 - wide if gathered else 640 - wide / 2, height - 22 - PUZZLE_HIGH, wide, PUZZLE_HIGH)
    tray = Box(28, dock.y, dock.x - 12 - 28, dock.h)
    # between the columns of round buttons
    field = Box(104, 24, 1072, dock.y - 10 - 24).wider(-side, side)
    return _puzzle(field, dock, (58 - side, 60), tray if gathered else None)


def _puzzle_tall(height: float, sheet: float, gathered: bool) -> Spots:
    dock = tall_dock(height, sheet)
    tray = Box(24, dock.y - 12 - PUZZLE_HIGH, 672, PUZZLE_HIGH)
    field = Box(20, 112, 680, (tray.y if gathered else dock.y) - 12 - 112)
    return _puzzle(field, dock, (58, 60), tray if gathered else None)


def _puzzle(field: Box, dock: Box, pause: tuple[float, float], tray: Box | None) -> Spots:
    columns = int((tray.w - 24) / PUZZLE_PITCH) if tray else 0
    cells = (
        cells_in(tray.x + 14, tray.y + HEADING + 6, PUZZLE_PITCH - 4, PUZZLE_PITCH, 2 * columns, columns)
        if tray
        else ()
    )
    prompt = TextPlace(*dock.centre, dock.w)
    return Spots(field, (), dock, prompt, pause, tray=tray, gathered=cells, dock=dock)


def _strip(box: Box) -> Area:
    """Lay out a seat in timed play: a figure with its name and points; its sets are in the tray."""
    x, y, w, h = box
    points = x + w - 24, y + h / 2
    face, name = Circle(x + h / 2, y + h / 2, h / 2 - 5), Name(x + h + 6, y + h / 2, w - h - 50, 19)
    return Area(box, face, name, Tally(*points, 0), Cell(0, 0, 0), (), points)


def strips(width: float, height: float, seats: int, side: float = 0.0, hinted: bool = False) -> list[Area]:
    """Lay out the seats' figures, names and points along the upper edge, for timed play.

    A wide table has room for a second round button beside them, a tall one only if there is a hint, in narrower strips.
    """
    if height > width:
        # two rows, so that each figure is large enough for a finger
        columns = min(2, seats) if seats < 5 else 3
        wide = (428 if hinted else 512) / columns
        boxes = [Box(108 + (n % columns) * wide, 28, wide - 6, 60) for n in range(seats)]
        if seats > 2:
            boxes = [box._replace(y=16 + (n // columns) * 48, h=46) for n, box in enumerate(boxes)]
        return [_strip(box) for box in boxes]
    # a single one ends with the bar, beside which the points are
    whole = Box(104, 14, 988 if seats > 1 else 752, 48).wider(-side, side)
    return [_strip(box) for box in row(seats, whole, 8)]
