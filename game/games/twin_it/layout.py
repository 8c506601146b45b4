"""Where everybody's things lie on the table of Twin It!: functions of the window's shape, the mode and the seats."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from game.engine.layout import COLUMN, Box, row, tall_dock, wide_buttons, wide_rivals

#: a wide table lower than this lies over a replay's time line
FULL = 720
#: sets that a rival can have before the game ends, where there is room for no more, and those that win it
RIVAL_CELLS, OWN_CELLS = 4, 5
#: a key for each person's buzzer, none beside another on any usual keyboard
BUZZ_KEYS = ("q", "p", "x", "m", "t", "b")
#: how wide the dock of a wide table is, and how high at most
DOCK_WIDE, DOCK_HIGH = 420.0, 280.0
#: most sets that the tray shows one by one
GATHERED = 24


class Cell(NamedTuple):
    """A square place for a card: its middle and its side."""

    x: float
    y: float
    w: float

    @property
    def box(self) -> Box:
        """The square."""
        return Box(self.x - self.w / 2, self.y - self.w / 2, self.w, self.w)


class Area(NamedTuple):
    """One seat's part of the table."""

    box: Box
    #: seen from the other side of the device
    turned: bool
    face: tuple[float, float]
    radius: float
    name: tuple[float, float]
    name_width: float
    size: float
    #: middle of the first of the five dots, and the step to the next
    dots: tuple[float, float]
    dot_step: float
    #: middle of the pill with the number of cards
    pill: tuple[float, float]
    top: Cell
    cells: tuple[Cell, ...]
    #: middle and radius of the buzzer, where there is one
    buzzer: tuple[float, float, float] | None = None
    #: where a word to this seat hides nothing; otherwise it stands in the empty cells
    word: Box | None = None


class Spots(NamedTuple):
    """The whole table."""

    field: Box
    #: by seats in playing order, the viewer first
    areas: tuple[Area, ...]
    #: the panel of the own cards, or of the common ones
    tray: Box | None
    #: flip, or deal and turn over
    buttons: tuple[Box, ...]
    #: what is left of the time
    bar: Box
    #: where the table says what it waits for
    prompt: tuple[float, float]
    prompt_width: float
    pause: tuple[float, float]
    #: the three forbidden cards beside a stack, and their heading
    beside: tuple[Cell, ...]
    beside_label: tuple[float, float]
    #: timed play: the common stack, and where what is gathered lies
    stack: Cell | None
    gathered: tuple[Cell, ...]
    #: where all words lie
    dock: Box


def cells_in(x: float, y: float, w: float, *, pitch: float, count: int, columns: int) -> tuple[Cell, ...]:
    """``count`` cells in rows of ``columns``, the first one's corner at (x, y)."""
    return tuple(Cell(x + w / 2 + (n % columns) * pitch, y + w / 2 + (n // columns) * pitch, w) for n in range(count))


def finer(cells: tuple[Cell, ...], count: int) -> tuple[Cell, ...]:
    """Smaller cells in the same place, for at least ``count`` sets."""
    left = min(cell.x - cell.w / 2 for cell in cells)
    top = min(cell.y - cell.w / 2 for cell in cells)
    wide = max(cell.x + cell.w / 2 for cell in cells) - left
    high = max(cell.y + cell.w / 2 for cell in cells) - top
    rows = 2
    while int(wide / (high / rows)) * rows < count:
        rows += 1
    pitch = high / rows
    return cells_in(left, top, pitch - 4, pitch=pitch, count=int(wide / pitch) * rows, columns=int(wide / pitch))


def with_dock(field: Box, docked: bool) -> tuple[Box, Box]:
    """A wide field, and at its lower right corner the dock: if the table is ``docked`` the field ends before it."""
    high = min(field.h - 14, DOCK_HIGH)
    dock = Box(field.x + field.w - DOCK_WIDE, field.y + field.h - high - 14, DOCK_WIDE, high)
    return (field.wider(0, -DOCK_WIDE - 16) if docked else field), dock


def with_beside(field: Box, show: bool, tall: bool) -> tuple[Box, tuple[Cell, ...], tuple[float, float]]:
    """The field and, at its edge, room for the three forbidden cards."""
    if not show:
        return field, (), (0, 0)
    if tall:
        w = 88.0
        y = field.y + field.h - w / 2 - 6
        cells = tuple(Cell(field.x + field.w - (2.5 - n) * (w + 10), y, w) for n in range(3))
        return Box(field.x, field.y, field.w, field.h - w - 18), cells, (field.x + 14, y)
    w = min(92.0, (field.h - 44) / 3 - 8)
    x = field.x + field.w - w / 2 - 4
    step = min(w + 12, (field.h - 44) / 3)
    cells = tuple(Cell(x, field.y + 44 + (n + 0.5) * step, w) for n in range(3))
    return Box(field.x, field.y, field.w - w - 22, field.h), cells, (x, field.y + 22)


def _around(seats: int) -> list[tuple[bool, int, int]]:
    """Seats clockwise from the lower left: (upper row, place in the row from the left, seats in the row)."""
    low = ceil(seats / 2)
    high = seats - low
    # seen from above, clockwise from the lower left goes up, along the far side and back along the near one
    left = [(False, 0, low)]
    far = [(True, n, high) for n in range(high)]
    near = [(False, n, low) for n in range(low - 1, 0, -1)]
    return left + far + near


def wide_table(height: float, seats: int, beside: bool, lies: bool, docked: bool = False) -> Spots:
    """The table with people along both long sides of a device that lies wide, or before it."""
    areas = []
    high = 128.0 if height >= FULL else 104.0
    for upper, place, count in _around(seats):
        gap = 104.0 if count < 3 else 12.0
        wide = (1224 - gap * (count - 1)) / count if count > 1 else 560.0
        # one alone at the far side sits across from the first at the near one
        right = place == count - 1 and (count > 1 or upper)
        x = 1252 - wide if right else 28 + place * (wide + gap)
        y = 22.0 if upper else height - 22 - high
        areas.append(_with_buzzer(Box(x, y, wide, high), upper and lies, right, count < 3))
    field, dock = with_dock(Box(96, high + 50, 1088, height - 2 * (high + 50)), docked)
    field, cells, label = with_beside(field, beside, False)
    # the time is shown to both sides: in the gap of two panels, or above three of them
    edge = height - 22 - high
    bar = Box(606, edge + 58, 68, 12) if seats < 5 else Box(440, edge - 8, 400, 6)
    return Spots(
        field=field,
        areas=tuple(areas),
        tray=None,
        buttons=(),
        bar=bar,
        prompt=(640, edge - 18),
        prompt_width=700,
        pause=(54, height / 2),
        beside=cells,
        beside_label=label,
        stack=None,
        gathered=(),
        dock=dock,
    )


def _with_buzzer(box: Box, turned: bool, right: bool, roomy: bool) -> Area:
    """A seat with its buzzer at the outer side; who sits at the far side sees everything ``turned``."""
    x, y, w, h = box
    radius = min(62.0 if roomy else 50.0, h / 2 - 2)
    outer = radius + 8
    column = 128.0 if roomy else 66.0
    top = min(104.0 if roomy else 92.0, h - 12)
    pitch = (h - 8) / 2
    centre = y + h / 2

    def at(inset: float) -> float:
        return x + w - inset if right else x + inset

    after = 2 * radius + 18
    stack = Cell(at(after + column + top / 2), centre, top)
    start = after + column + top + 10
    left = at(start + 2 * pitch) if right else at(start)
    cells = cells_in(left + 2, y + 6, pitch - 4, pitch=pitch, count=RIVAL_CELLS, columns=2)
    middle = at(after + column / 2 - 4)
    return Area(
        box=box,
        turned=turned,
        face=(at(outer), centre),
        radius=radius * 0.52,
        name=(middle, centre + (34 if turned else -34)),
        name_width=column - 6,
        size=20 if roomy else 15,
        dots=(middle - (2 * 12 if not roomy else 2 * 18), centre),
        dot_step=12 if not roomy else 18,
        pill=(middle, centre + (-34 if turned else 34)),
        top=stack,
        cells=cells,
        buzzer=(at(outer), centre, radius),
    )


def tall_table(height: float, seats: int, beside: bool) -> Spots:
    """The table with people at both short ends of a device that stands upright."""
    areas = []
    high = 258.0
    for upper, place, count in _around(seats):
        wide = (680 - 8 * (count - 1)) / count
        x = 20 + place * (wide + 8)
        box = Box(x, 20.0 if upper else height - 20 - high, wide, high)
        areas.append(_with_buzzer_tall(box, upper, place == count - 1 and count > 1))
    edge = 20 + high
    field = Box(20, edge + 62, 680, height - 2 * (edge + 62))
    field, cells, label = with_beside(field, beside, True)
    bar = Box(220, height - edge - 18, 280, 10)
    return Spots(
        field=field,
        areas=tuple(areas),
        tray=None,
        buttons=(),
        bar=bar,
        prompt=(360, height - edge - 40),
        prompt_width=560,
        pause=(50, edge + 32),
        beside=cells,
        beside_label=label,
        stack=None,
        gathered=(),
        dock=tall_dock(height, 0.0),
    )


def _with_buzzer_tall(box: Box, upper: bool, right: bool) -> Area:
    """A seat in a tall window: buzzer and stack at the outer edge, name and dots, then the sets."""
    x, y, w, h = box
    radius = min(60.0, w * 0.25)
    pitch = min(82.0, (w - 12) / RIVAL_CELLS)
    inward = 1 if upper else -1
    outer = y + 10 + radius if upper else y + h - 10 - radius
    line = outer + inward * (radius + 20)
    cells_y = line + inward * (14 + pitch / 2) - pitch / 2
    cells = cells_in(
        x + (w - 4 * pitch) / 2 + 2, cells_y + 2, pitch - 4, pitch=pitch, count=RIVAL_CELLS, columns=RIVAL_CELLS
    )
    top = min(116.0, w - 2 * radius - 26)
    buzzer_x = x + w - radius - 10 if right else x + radius + 10
    stack = Cell(x + 10 + top / 2 if right else x + w - 10 - top / 2, outer, top)
    return Area(
        box=box,
        turned=upper,
        face=(buzzer_x, outer),
        radius=radius * 0.52,
        name=(x + w * 0.3, line),
        name_width=w * 0.5,
        size=16,
        dots=(x + w * 0.6, line),
        dot_step=14,
        pill=(stack.x, outer - inward * (top / 2 - 4)),
        top=stack,
        cells=cells,
        buzzer=(buzzer_x, outer, radius),
    )


def spots(  # noqa: PLR0913 - all but the first four are named by who calls
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
) -> Spots:
    """The table for ``seats``; ``kind`` is table, round (buzzers for several people) or timed.

    A wide one may go beyond its left and its right edge, by ``side``; ``hinted`` there is a button for the hint.
    A wide device ``lies`` between people around it, or stands before them. Where it is ``docked`` a wide one has no
    cards where the dock is, and a tall one gives up a ``sheet`` for it.
    """
    tall = height > width
    low = height - sheet if tall else height
    if kind == "timed":
        parts = _timed_tall(low) if tall else _timed_wide(height, side, docked)
        parts = parts._replace(areas=tuple(strips(width, height, seats, side, hinted)))
    elif kind == "round":
        parts = tall_table(low, seats, beside) if tall else wide_table(height, seats, beside, lies, docked)
    else:
        parts = _table_tall(low, seats, beside) if tall else _table_wide(height, seats, beside, side, docked)
    return parts._replace(dock=tall_dock(height, sheet)) if tall else parts


def _in_a_row(box: Box) -> Area:
    """A wide panel: figure, sets side by side, the stack at the right."""
    x, y, w, h = box
    top = min(100.0, h - 16)
    room = w - 104 - top - 14
    pitch = min(96.0, room / OWN_CELLS)
    cells = cells_in(x + 104, y + (h - pitch + 6) / 2, pitch - 6, pitch=pitch, count=OWN_CELLS, columns=OWN_CELLS)
    stack = Cell(x + w - 8 - top / 2, y + h / 2, top)
    return Area(
        box=box,
        turned=False,
        face=(x + 52, y + 36),
        radius=25,
        name=(x + 52, y + 76),
        name_width=94,
        size=19,
        dots=(x + 20, y + h - 17),
        dot_step=16,
        pill=(stack.x, y + h - 8),
        top=stack,
        cells=cells,
    )


def _in_a_column(box: Box) -> Area:
    """A panel of middling width: figure and name at the left, sets two by two, the stack at the right."""
    x, y, w, h = box
    top = min(108.0, h - 18, w - 222)
    pitch = min((h - 8) / 2, (w - 96 - top - 10) / 2)
    cells = cells_in(x + 92, y + (h - 2 * pitch + 4) / 2, pitch - 4, pitch=pitch, count=RIVAL_CELLS, columns=2)
    stack = Cell(x + w - 8 - top / 2, y + h / 2, top)
    return Area(
        box=box,
        turned=False,
        face=(x + 47, y + 40),
        radius=26,
        name=(x + 47, y + 84),
        name_width=84,
        size=19,
        dots=(x + 15, y + h - 20),
        dot_step=16,
        pill=(stack.x, y + h - 8),
        top=stack,
        cells=cells,
    )


def _under_a_strip(box: Box, strip: float, columns: int = 2) -> Area:
    """A narrow panel: figure, name and dots in a strip, under it the stack and the sets."""
    x, y, w, h = box
    radius = min(20.0, strip / 2 - 2)
    room = h - strip - 6
    if columns == 2:
        pitch = min(room / 2, (w - 8) * 0.28)
        # the fifth set has a place where that makes nothing smaller
        across = 3 if w - 3 * pitch - 16 >= room - 4 else 2
        top = min(room - 4, w - across * pitch - 16)
        stack = Cell(x + 6 + top / 2, y + strip + room / 2, top)
        cells = cells_in(
            x + w - across * pitch - 2,
            y + strip + (room - 2 * pitch) / 2 + 2,
            pitch - 4,
            pitch=pitch,
            count=OWN_CELLS if across > 2 else RIVAL_CELLS,
            columns=across,
        )
    else:
        # the stack takes the first cell of a grid of two columns
        pitch = min(room / 3, (w - 8) / 2)
        inset = (w - 2 * pitch) / 2
        every = cells_in(x + inset + 3, y + strip + 3, pitch - 6, pitch=pitch, count=RIVAL_CELLS + 1, columns=2)
        stack, cells = every[0], every[1:]
    return Area(
        box=box,
        turned=False,
        face=(x + 14 + radius, y + 4 + strip / 2),
        radius=radius,
        name=(x + 24 + 2 * radius, y + 4 + strip / 2),
        name_width=w - 2 * radius - 106,
        size=18,
        dots=(x + w - 70, y + 4 + strip / 2),
        dot_step=14,
        pill=(stack.x, stack.y + stack.w / 2 - 2),
        top=stack,
        cells=cells,
    )


def _table_wide(height: float, seats: int, beside: bool, side: float = 0.0, docked: bool = False) -> Spots:
    """One viewer below, the rivals above. Over a replay's time line everything is lower."""
    rivals, low = seats - 1, height < FULL
    wide = min(640.0, (1072 + 2 * side - 12 * (rivals - 1)) / max(1, rivals))
    high = 112.0 if wide >= 500 else 132.0 if wide >= 320 else 152.0
    if low:
        high = min(high, 118.0)
    boxes = wide_rivals(rivals, 18, high, 640, 12, side)
    make = _in_a_row if wide >= 500 else _in_a_column if wide >= 320 else lambda box: _under_a_strip(box, 34)
    tray = (Box(28, height - 120, 924, 108) if low else Box(28, height - 172, 924, 148)).wider(-side, COLUMN * side)
    field, dock = with_dock(Box(24, high + 24, 1232, tray.y - 6 - high - 24).wider(-side, side), docked)
    field, cells, label = with_beside(field, beside, False)
    y, column = tray.y, wide_buttons(side)[0]
    return Spots(
        field=field,
        areas=(_own_wide(tray, low), *map(make, boxes)),
        tray=tray,
        buttons=() if low else (column._replace(y=y + 4, h=76),),
        bar=Box(column.x + 2, y + (30 if low else 93), column.w - 4, 13),
        prompt=(column.centre[0], y + (70 if low else 127)),
        prompt_width=column.w,
        pause=(58 - side, 60),
        beside=cells,
        beside_label=label,
        stack=None,
        gathered=(),
        dock=dock,
    )


def _own_wide(tray: Box, low: bool) -> Area:
    x, y, w = tray.x - 28, tray.y, 84.0 if low else 114.0
    cell = 80.0 if low else 94.0
    middle = y + (50 if low else 66)
    spare = tray.w - 924
    stack = Cell(x + 308 + spare * 0.3, middle, w)
    step = 108 + spare * 0.08
    cells = tuple(Cell(x + 436 + spare * 0.5 + n * step, middle, cell) for n in range(OWN_CELLS))
    return Area(
        box=tray,
        turned=False,
        face=(x + 78, y + (46 if low else 58)),
        radius=36,
        name=(x + 126, y + (34 if low else 42)),
        name_width=116 + spare * 0.2,
        size=25,
        dots=(x + 136, y + (64 if low else 72)),
        dot_step=24,
        pill=(stack.x, middle + w / 2 + 9),
        top=stack,
        cells=cells,
        word=Box(x + 122, y + (80 if low else 92), 124 + spare * 0.2, 24 if low else 48),
    )


def _table_tall(height: float, seats: int, beside: bool) -> Spots:
    rivals, short = seats - 1, height < 1400
    full = Box(24, 112, 672, 0)
    areas: list[Area] = []
    if rivals == 1:
        areas = [_in_a_row(full._replace(h=128))]
        bottom = 240.0
    elif rivals == 2:
        high = 176.0 if short else 216.0
        areas = [_under_a_strip(box, 46) for box in row(2, full._replace(h=high), 12)]
        bottom = 112 + high
    elif rivals == 3:
        high = 164.0 if short else 310.0
        areas = [_under_a_strip(box, 44, 2 if short else 3) for box in row(3, full._replace(h=high), 9)]
        bottom = 112 + high
    else:
        high = 148.0 if short else 164.0
        for line, count in enumerate((2, rivals - 2)):
            space = full._replace(y=112 + line * (high + 8), h=high)
            areas += [_under_a_strip(box, 40) for box in row(count, space, 9)]
        bottom = 120 + 2 * high
    tray = Box(24, height - 394, 672, 212)
    field = Box(20, bottom + 10, 680, tray.y - 46 - bottom - 10)
    field, cells, label = with_beside(field, beside, True)
    return Spots(
        field=field,
        areas=(_own_tall(tray), *areas),
        tray=tray,
        buttons=(Box(24, height - 168, 672, 112),),
        bar=Box(44, height - 36, 632, 14),
        prompt=(360, tray.y - 22),
        prompt_width=660,
        pause=(58, 60),
        beside=cells,
        beside_label=label,
        stack=None,
        gathered=(),
        dock=tall_dock(height, 0.0),
    )


def _own_tall(tray: Box) -> Area:
    x, y = tray.x, tray.y
    stack = Cell(x + 70, y + 132, 118)
    cells = tuple(Cell(x + 192 + n * 106, y + 138, 96) for n in range(OWN_CELLS))
    return Area(
        box=tray,
        turned=False,
        face=(x + 42, y + 38),
        radius=30,
        name=(x + 84, y + 38),
        name_width=190,
        size=26,
        dots=(x + 300, y + 38),
        dot_step=30,
        pill=(x + 70, y + 196),
        top=stack,
        cells=cells,
        word=Box(x + 446, y + 14, 214, 48),
    )


# ---- everybody at once ------------------------------------------------------------------------------------


def _strip(box: Box, upper: bool = False) -> Area:
    """Timed play: a seat is a figure with its name and points; its sets lie in the tray."""
    x, y, _w, h = box
    nowhere = Cell(0, 0, 0)
    return Area(
        box=box,
        turned=upper,
        face=(x + h / 2, y + h / 2),
        radius=h / 2 - 5,
        name=(x + h + 6, y + h / 2),
        name_width=box.w - h - 50,
        size=19,
        dots=(x + box.w - 24, y + h / 2),
        dot_step=0,
        pill=(x + box.w - 24, y + h / 2),
        top=nowhere,
        cells=(),
    )


def _timed_wide(height: float, side: float = 0.0, docked: bool = False) -> Spots:
    low = height < FULL
    tray = (Box(28, height - 120, 924, 108) if low else Box(28, height - 172, 924, 148)).wider(-side, COLUMN * side)
    y, pitch = tray.y, 46.0 if low else 62.0
    stack = Cell(tray.x + 76 + 0.3 * side, y + (50 if low else 74), 84 if low else 112)
    column = wide_buttons(side)[0]
    field, dock = with_dock(Box(24, 106, 1232, y - 8 - 106).wider(-side, side), docked)
    return Spots(
        field=field,
        areas=(),
        tray=tray,
        buttons=() if low else (column._replace(y=y + 4, h=60), column._replace(y=y + 72, h=46)),
        # beside the strips of the seats a round button has room
        bar=Box(196, 78, 896, 14).wider(-side, side),
        prompt=(column.centre[0], y + (54 if low else 138)),
        prompt_width=column.w,
        pause=(58 - side, 60),
        beside=(),
        beside_label=(0, 0),
        stack=stack,
        gathered=cells_in(196 - 0.3 * side, y + 10, pitch - 4, pitch=pitch, count=GATHERED, columns=12),
        dock=dock,
    )


def _timed_tall(height: float) -> Spots:
    tray = Box(24, height - 366, 672, 212)
    return Spots(
        field=Box(20, 196, 680, height - 366 - 206),
        areas=(),
        tray=tray,
        buttons=(Box(24, height - 138, 330, 108), Box(366, height - 138, 330, 108)),
        bar=Box(150, 130, 546, 16),
        prompt=(360, 170),
        prompt_width=660,
        pause=(58, 60),
        beside=(),
        beside_label=(0, 0),
        stack=Cell(tray.x + 74, tray.y + 92, 124),
        gathered=cells_in(tray.x + 152, tray.y + 10, 60, pitch=64, count=GATHERED, columns=8),
        dock=tall_dock(height, 0.0),
    )


def strips(width: float, height: float, seats: int, side: float = 0.0, hinted: bool = False) -> list[Area]:
    """Timed play: the seats' figures, names and points along the upper edge.

    On a wide table a second round button has room beside them, on a tall one only if there is a hint: they get narrow.
    """
    if height > width:
        # two rows, so that a finger finds each figure
        columns = min(2, seats) if seats < 5 else 3
        wide = (428 if hinted else 512) / columns
        boxes = [Box(108 + (n % columns) * wide, 28, wide - 6, 60) for n in range(seats)]
        if seats > 2:
            boxes = [box._replace(y=16 + (n // columns) * 48, h=46) for n, box in enumerate(boxes)]
        return [_strip(box) for box in boxes]
    return [_strip(box) for box in row(seats, Box(104, 14, 988, 48).wider(-side, side), 8)]
