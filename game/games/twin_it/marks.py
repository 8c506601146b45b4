"""What lies over the cards of the table of Twin It!: hands, the signs of keys, the count of a contest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import dist
from typing import TYPE_CHECKING

from game.engine.canvas import Canvas
from game.engine.figures import figure
from game.engine.palette import CREAM, GOLD, WARNING, WHITE, Colour
from game.engine.table import Making
from game.games.twin_it import pieces
from game.games.twin_it.faces import hand
from game.games.twin_it.layout import Cell
from game.games.twin_it.state import COUNT_MS, SPOT, Phase

if TYPE_CHECKING:
    from game.games.twin_it.picture import Picture

#: radius of the figure at a hand, and how far it is at most to that of another one
FIGURE, APART = 17.0, 30.0
#: half the height of a key's sign
CAP = 16.0
#: the count of a contest is at least so wide
LEAST_COUNT = 68.0


def draw(table: Picture, canvas: Canvas) -> None:
    """Draw everything that lies over the cards."""
    _hands(table, canvas)
    _contested(table, canvas)
    if not table.covered:
        table.telling.draw_rings(canvas)
    table.draw_counts(canvas)
    _signs(table, canvas)


def draw_labels(table: Picture, canvas: Canvas) -> None:
    """Draw what is to be seen over any ring around a card: whose hands are there, and how many a stack still has."""
    for seat, cell, _tilt in _held(table):
        _whose(table, canvas, seat, cell)
    if count_place(table):
        for cell, _tilt in _contested_cells(table):
            _contestants(table, canvas, cell)
    table.draw_counts(canvas)


def _hands(table: Picture, canvas: Canvas) -> None:
    """A ring and a figure for every hand on a card; the own one has a tick."""
    for seat, cell, tilt in _held(table):
        canvas.put_centred(table.kit.made(hand, cell.w, tilt, _colour(table, seat)), cell.x, cell.y)
        _whose(table, canvas, seat, cell)


def _held(table: Picture) -> Iterator[tuple[int, Cell, int]]:
    """Every hand on a card: its seat, where the card lies, and how much it is tilted."""
    shown = [(touch.seat, touch.card) for touch in table.touches()]
    if table.chosen >= 0:
        shown.append((_chooser(table), table.chosen))
    for seat, card in shown:
        face = next((face for face in table.view.faces if card in face.cards), None)
        if face is not None:
            yield seat, *table.cell_of(face)


def _whose(table: Picture, canvas: Canvas, seat: int, cell: Cell) -> None:
    """Whose hand is on the card of a cell."""
    x, y = cell.x - cell.w / 2 + 2, cell.y - cell.w / 2 + 2
    if _is_own(table, seat):
        canvas.put_centred(table.kit.made(pieces.tick_plain, 16.0), x, y)
    else:
        canvas.put_centred(figure(table.kit, table.seats[seat].figure, FIGURE), x, y)


def _is_own(table: Picture, seat: int) -> bool:
    """Whether a hand is that of the only person."""
    return len(table.people) == 1 and seat == table.viewer


def _colour(table: Picture, seat: int) -> Colour:
    """The ring of a hand: white for the own one."""
    return WHITE if _is_own(table, seat) else pieces.HANDS[seat]


def ahead(table: Picture, places: Iterable[tuple[float, int]]) -> Iterator[Making]:
    """The ring of every hand, of a mistake, a contest and a new card on cards that lie so: their width and tilt."""
    colours = dict.fromkeys((*(_colour(table, seat) for seat in range(len(table.seats))), WARNING, GOLD, CREAM))
    for w, tilt in dict.fromkeys(places):
        for colour in colours:
            yield partial(table.kit.made, hand, w, tilt, colour)


def _chooser(table: Picture) -> int:
    """Whose hand chooses now: in the contest who has taken the table, without a clock whose look it is."""
    if table.pointing >= 0:
        return table.pointing
    return table.view.say if table.view.say >= 0 else table.viewer


# ---- a contest --------------------------------------------------------------------------------------------


def _contested(table: Picture, canvas: Canvas) -> None:
    """Who contests which cards, and three, two, one beside them."""
    view, kit, place = table.view, table.kit, count_place(table)
    if not place:
        return
    cells = _contested_cells(table)
    for cell, tilt in cells:
        canvas.put_centred(kit.made(hand, cell.w, tilt, GOLD), cell.x, cell.y)
        _contestants(table, canvas, cell)
    left = counted(table)
    alone = [cell for cell, _tilt in cells]
    canvas.put_centred(kit.made(pieces.count_plain, str(left), place.w / 2), place.x, place.y)
    table.telling.draw_contest(canvas, table.say.prompt(view, table.viewer, table.people), alone, place.box)


def counted(table: Picture) -> int:
    """What is counted now in a contest: three, two, one; 0 where there is none."""
    view = table.view
    return max(1, min(3, -(-(view.due - table.now) * 3 // COUNT_MS))) if view.phase == Phase.COUNT else 0


def _contestants(table: Picture, canvas: Canvas, cell: Cell) -> None:
    """Who contests the card of a cell."""
    seats = table.view.contest
    step = min(APART, cell.w / max(1, len(seats)))
    for number, seat in enumerate(seats):
        x = cell.x + (number - (len(seats) - 1) / 2) * step
        canvas.put_centred(figure(table.kit, table.seats[seat].figure, FIGURE), x, cell.y - cell.w / 2)


def _contested_cells(table: Picture) -> list[tuple[Cell, int]]:
    """Where the contested cards lie, and how much they are tilted."""
    view = table.view
    return [table.cell_of(face) for face in view.faces if set(face.cards) & set(view.contested)]


def count_place(table: Picture) -> Cell | None:
    """Where it is counted now, if it is."""
    if table.view.phase != Phase.COUNT or table.covered:
        return None
    return count_at(table, [cell for cell, _tilt in _contested_cells(table)])


def count_at(table: Picture, cells: list[Cell]) -> Cell:
    """Where the count hides no card: the free place of the middle that is nearest to the contested ``cells``.

    Where the middle is full it takes the place of the button, which does nothing meanwhile, or of the bar.
    """
    view, grid = table.view, table.ground.grid
    taken = {face.place for face in view.faces if face.where == SPOT}
    free = [place for number, place in enumerate(grid.places) if number not in taken]
    if not free:
        box = table.spots.buttons[0] if table.spots.buttons else table.spots.bar
        return Cell(*box.centre, max(LEAST_COUNT, min(box.w, box.h)))
    x, y = (sum(places) / len(cells) for places in zip(*(cell[:2] for cell in cells), strict=True))
    return Cell(*min(free, key=lambda place: dist(place, (x, y))), grid.side)


# ---- the signs of keys --------------------------------------------------------------------------------------


def _signs(table: Picture, canvas: Canvas) -> None:
    if not table.signs or table.covered:
        return
    carried = table.dragged[0] if table.dragged else -1
    for face in table.in_sight():
        if face.card != carried and (sign := table.signs.get(face.card)):
            cell = table.cell_of(face)[0]
            cap = table.kit.made(pieces.sign_plain, sign)
            # within the card, above which a name may stand
            canvas.put_centred(cap, cell.x + cell.w * 0.36, cell.y - min(cell.w * 0.36, cell.w / 2 - CAP))
