"""Several people around one device: a buzzer in each corner (rule text, section 2.1).

Where it lies between them, the far seats are upside down; where it stands before all of them, nothing is.
"""

from __future__ import annotations

from math import ceil

from game.engine.layout import Box
from game.games.twin_it.seating import FULL, RIVAL_CELLS, Area, Cell, Spots, cells_in, with_beside


def _around(seats: int) -> list[tuple[bool, int, int]]:
    """Seats clockwise from the lower left: (upper row, place in the row from the left, seats in the row)."""
    low = ceil(seats / 2)
    high = seats - low
    # seen from above, clockwise from the lower left goes up, along the far side and back along the near one
    left = [(False, 0, low)]
    far = [(True, n, high) for n in range(high)]
    near = [(False, n, low) for n in range(low - 1, 0, -1)]
    return left + far + near


def wide_table(height: float, seats: int, beside: bool, lies: bool) -> Spots:
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
    field = Box(96, high + 50, 1088, height - 2 * (high + 50))
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
