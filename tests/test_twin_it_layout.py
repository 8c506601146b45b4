"""Where things lie on the table of Twin It!: within the window, nothing on anything else, large enough for a finger."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, radians, sin

import pytest
from boxes import WHOLE, each_frame, each_whole_frame, overlap

from game.engine.layout import TALL, WIDE, Box
from game.games.twin_it import field, layout
from game.games.twin_it.seating import Area, Spots, finer
from game.scenes.replay import LOW_TALL, LOW_WIDE

#: (kind, seats, cards beside a stack)
TABLES = [
    *(("table", seats, beside) for seats in range(2, 7) for beside in (False, True)),
    *(("round", seats, beside) for seats in range(2, 7) for beside in (False, True)),
    *(("timed", seats, False) for seats in range(1, 7)),
]
#: the rim of wood around the felt
RAIL = 12
#: a card that can be claimed is at least this wide, logical: on a phone in portrait half as many points
SMALLEST = 44.0

each_table = pytest.mark.parametrize(("kind", "seats", "beside"), TABLES)


def laid(frame: tuple[int, int], kind: str, seats: int, beside: bool) -> tuple[Spots, list[Area]]:
    spots = layout.spots(*frame, seats, kind, beside)
    areas = layout.strips(*frame, seats) if kind == "timed" else list(spots.areas)
    assert len(areas) == seats
    return spots, areas


def targets(spots: Spots, areas: list[Area]) -> list[Box]:
    """Everything that a hand is laid on."""
    cells = [*spots.beside, *spots.gathered, *([spots.stack] if spots.stack else [])]
    for area in areas:
        if area.top.w:
            cells += [area.top, *area.cells]
    buzzers = [Box(x - r, y - r, 2 * r, 2 * r) for x, y, r in (area.buzzer for area in areas if area.buzzer)]
    corner = Box(spots.pause[0] - 28, spots.pause[1] - 28, 56, 56)
    return [*(cell.box for cell in cells), *spots.buttons, *buzzers, corner, spots.field]


@each_frame
@each_table
def test_everything_lies_within_the_felt(frame, kind, seats, beside):
    spots, areas = laid(frame, kind, seats, beside)
    for box in targets(spots, areas):
        assert box.x >= RAIL
        assert box.y >= RAIL - 2
        assert box.x + box.w <= frame[0] - RAIL + 2, box
        assert box.y + box.h <= frame[1] - RAIL + 2, box


@each_frame
@each_table
def test_nothing_lies_on_anything_else(frame, kind, seats, beside):
    spots, areas = laid(frame, kind, seats, beside)
    for one, other in combinations(targets(spots, areas), 2):
        assert overlap(one, other) <= 4, (one, other)


@each_frame
@each_table
def test_whatever_can_be_claimed_is_large_enough(frame, kind, seats, beside):
    spots, areas = laid(frame, kind, seats, beside)
    if frame[1] in (WIDE[1] - LOW_WIDE, TALL[1] - LOW_TALL):
        return
    for area in areas:
        if area.top.w:
            assert area.top.w >= SMALLEST * 1.4
            assert all(cell.w >= SMALLEST for cell in area.cells)
    assert field.grid(spots.field, 40).side >= SMALLEST
    assert spots.field.w > 300
    assert spots.field.h > 200


@each_frame
@pytest.mark.parametrize("room", field.ROOMS)
def test_cards_in_the_middle_overlap_by_a_sliver_at_most(frame, room):
    box = layout.spots(*frame, 4, "table").field
    grid = field.grid(box, room)
    assert len(grid.places) >= room
    for (x, y), tilt in zip(grid.places, grid.tilts, strict=True):
        reach = grid.side / 2 * (cos(radians(abs(tilt))) + sin(radians(abs(tilt))))
        assert box.x - 4 <= x - reach
        assert x + reach <= box.x + box.w + 4
        assert box.y - 4 <= y - reach
        assert y + reach <= box.y + box.h + 4
    for (x, y), (u, v) in combinations(grid.places, 2):
        assert max(abs(x - u), abs(y - v)) >= grid.side * 0.98


def test_a_place_stays_where_it_is_while_the_table_fills():
    box = layout.spots(*WIDE, 4, "table").field
    rooms = [field.room_for(cards, 44) for cards in range(45)]
    assert set(rooms) == {44}
    assert field.grid(box, 44) is field.grid(box, 44)


def test_a_fuller_table_has_room_for_every_card():
    assert field.room_for(45, 40) == 60
    assert field.room_for(135, 40) == field.MOST
    assert all(one < other for one, other in pairwise(field.ROOMS))


def test_the_middle_fills_first():
    box = layout.spots(*WIDE, 3, "table").field
    places = field.grid(box, 40).places
    x, y = box.centre

    def far(place: tuple[float, float]) -> float:
        return abs(place[0] - x) / box.w + abs(place[1] - y) / box.h

    assert sum(map(far, places[:10])) < sum(map(far, places[-10:])) / 1.5


@each_whole_frame
def test_gathered_sets_get_smaller_cells_where_there_are_many(frame):
    spots = layout.spots(*frame, 6, "timed")
    cells = finer(spots.gathered, 60)
    assert len(cells) >= 60
    assert spots.tray
    for cell in cells:
        assert overlap(cell.box, spots.tray) >= cell.w - 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_around_a_device_every_seat_has_a_buzzer_at_the_edge(seats):
    for frame in WHOLE:
        spots = layout.spots(*frame, seats, "round")
        upper = [area for area in spots.areas if area.turned]
        assert len(upper) == seats // 2
        for area in spots.areas:
            assert area.buzzer
            x, y, radius = area.buzzer
            edges = (x, y, frame[0] - x, frame[1] - y)
            assert min(edges) < radius + 60
            assert (y < frame[1] / 2) == area.turned
