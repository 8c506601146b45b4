"""Places on the table of Twin It!: what a seat's part of it is made of, and the whole."""

from __future__ import annotations

from typing import NamedTuple

from game.engine.layout import Box

#: a wide table lower than this lies over a replay's time line
FULL = 720
#: sets that a rival can have before the game ends, where there is room for no more, and those that win it
RIVAL_CELLS, OWN_CELLS = 4, 5
#: a key for each person's buzzer, none beside another on any usual keyboard
BUZZ_KEYS = ("q", "p", "x", "m", "t", "b")
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
