"""Where everybody's things lie on the table of Twin It!: functions of the window's shape, the mode and the seats."""

from __future__ import annotations

from game.engine.layout import COLUMN, Box, row, wide_buttons, wide_rivals
from game.games.twin_it import around
from game.games.twin_it.seating import FULL, GATHERED, OWN_CELLS, RIVAL_CELLS, Area, Cell, Spots, cells_in, with_beside


def spots(
    width: float,
    height: float,
    seats: int,
    kind: str,
    beside: bool = False,
    side: float = 0.0,
    hinted: bool = False,
    lies: bool = True,
) -> Spots:
    """The table for ``seats``; ``kind`` is table, round (buzzers for several people) or timed.

    A wide one may go beyond its left and its right edge, by ``side``; ``hinted`` there is a button for the hint.
    A wide device ``lies`` between people around it, or stands before them.
    """
    tall = height > width
    if kind == "timed":
        parts = _timed_tall(height) if tall else _timed_wide(height, side)
        return parts._replace(areas=tuple(strips(width, height, seats, side, hinted)))
    if kind == "round":
        return around.tall_table(height, seats, beside) if tall else around.wide_table(height, seats, beside, lies)
    return _table_tall(height, seats, beside) if tall else _table_wide(height, seats, beside, side)


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


def _table_wide(height: float, seats: int, beside: bool, side: float = 0.0) -> Spots:
    """One viewer below, the rivals above. Over a replay's time line everything is lower."""
    rivals, low = seats - 1, height < FULL
    wide = min(640.0, (1072 + 2 * side - 12 * (rivals - 1)) / max(1, rivals))
    high = 112.0 if wide >= 500 else 132.0 if wide >= 320 else 152.0
    if low:
        high = min(high, 118.0)
    boxes = wide_rivals(rivals, 18, high, 640, 12, side)
    make = _in_a_row if wide >= 500 else _in_a_column if wide >= 320 else lambda box: _under_a_strip(box, 34)
    tray = (Box(28, height - 120, 924, 108) if low else Box(28, height - 172, 924, 148)).wider(-side, COLUMN * side)
    field = Box(24, high + 24, 1232, tray.y - 6 - high - 24).wider(-side, side)
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


def _timed_wide(height: float, side: float = 0.0) -> Spots:
    low = height < FULL
    tray = (Box(28, height - 120, 924, 108) if low else Box(28, height - 172, 924, 148)).wider(-side, COLUMN * side)
    y, pitch = tray.y, 46.0 if low else 62.0
    stack = Cell(tray.x + 76 + 0.3 * side, y + (50 if low else 74), 84 if low else 112)
    column = wide_buttons(side)[0]
    return Spots(
        field=Box(24, 106, 1232, y - 8 - 106).wider(-side, side),
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
