"""The layout of Twin It!: nothing leaves the window, nothing overlaps, and cards are large enough for a finger."""

from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from math import cos, radians, sin

import pytest
from boxes import FRAMES, WHOLE, each_frame, each_whole_frame, overlap

from game.engine.layout import TALL, WIDE, Box
from game.games.twin_it import field, layout
from game.games.twin_it.layout import Spots, finer
from game.scenes.replay.strip import LOW_TALL

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
#: all but the lowest windows with a time line below
ROOMY = [frame for frame in FRAMES if frame[1] != TALL[1] - LOW_TALL]


def tables(frame: tuple[int, int]) -> Iterator[Spots]:
    """Yield every table in a frame."""
    for kind, seats, beside in TABLES:
        spots = layout.spots(*frame, seats, kind, beside)
        assert len(spots.areas) == seats
        yield spots


def targets(spots: Spots) -> list[Box]:
    """Return everything that can be touched."""
    cells = [*spots.beside, *spots.gathered, *([spots.stack] if spots.stack else [])]
    for area in spots.areas:
        if area.top.w:
            cells += [area.top, *area.cells]
    buzzers = [Box(x - r, y - r, 2 * r, 2 * r) for x, y, r in (area.buzzer for area in spots.areas if area.buzzer)]
    corner = Box(spots.pause[0] - 28, spots.pause[1] - 28, 56, 56)
    return [*(cell.box for cell in cells), *spots.buttons, *buzzers, corner, spots.field]


@each_frame
def test_everything_lies_within_the_felt(frame):
    for box in chain.from_iterable(map(targets, tables(frame))):
        assert box.x >= RAIL
        assert box.y >= RAIL - 2
        assert box.x + box.w <= frame[0] - RAIL + 2, box
        assert box.y + box.h <= frame[1] - RAIL + 2, box


@each_frame
def test_nothing_overlaps(frame):
    for spots in tables(frame):
        for one, other in combinations(targets(spots), 2):
            assert overlap(one, other) <= 4, (one, other)


def test_on_a_long_phone_the_tops_of_six_seats_are_nearly_as_large_as_the_own_one():
    spots = layout.spots(720, 1558, 6, "table")
    own, *rivals = (area.top.w for area in spots.areas)
    assert min(rivals) > 0.9 * own
    assert min(area.name.size for area in spots.areas) > 24, "names are legible"
    assert field.grid(spots.field, field.LEAST).side > 100


@pytest.mark.parametrize("high", [1280, 1400, 1558])
@pytest.mark.parametrize("seats", range(3, 7))
def test_on_a_phone_all_rivals_have_equal_panels(seats, high):
    _own, *rivals = layout.spots(720, high, seats, "table").areas
    assert len({(round(area.box.w, 3), area.box.h, round(area.top.w, 3), area.cells[0].w) for area in rivals}) == 1
    # the rows are centred
    assert sum(area.box.centre[0] - 360 for area in rivals) == pytest.approx(0)


@each_frame
@pytest.mark.parametrize("goal", [7, 10])
@pytest.mark.parametrize("kind", ["table", "round"])
def test_every_seat_has_a_place_for_each_set_that_wins(frame, kind, goal):
    for seats in range(2, 7):
        for area in layout.spots(*frame, seats, kind, docked=kind == "table", hinted=True, goal=goal).areas:
            boxes = [cell.box for cell in area.cells]
            assert len(boxes) == goal
            x, y, wide = area.tally
            things = [area.top.box, area.face.box, Box(x - 0.468 * wide, y - 0.068 * wide, 0.936 * wide, 0.136 * wide)]
            for number, box in enumerate(boxes):
                assert box.w >= 20
                assert overlap(box, area.box) == pytest.approx(box.w), "within the panel"
                assert not any(overlap(box, other) > 0 for other in (*things, *boxes[:number])), (seats, number)


@pytest.mark.parametrize("frame", [frame for frame in WHOLE if frame[0] > frame[1]], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_stack_of_a_rival_on_a_wide_table_is_beside_its_figure(frame, seats):
    _own, *rivals = layout.spots(*frame, seats, "table").areas
    for area in rivals:
        assert area.top.x - area.top.w / 2 - area.box.x < 120
        assert area.top.x + area.top.w / 2 <= min(cell.box.x for cell in area.cells)


@each_whole_frame
@pytest.mark.parametrize("gathered", [False, True])
def test_nothing_of_a_puzzle_overlaps_its_dock(frame, gathered):
    sheet = 230.0 if frame[1] > frame[0] else 0.0
    spots = layout.spots(*frame, 1, "puzzle", docked=True, sheet=sheet, gathered=gathered)
    parts = [*targets(spots), spots.dock]
    for box in parts:
        assert box.y + box.h <= frame[1] - RAIL, box
    for one, other in combinations(parts, 2):
        assert overlap(one, other) <= 0, (one, other)
    assert bool(spots.gathered) == gathered


@each_whole_frame
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_prompt_of_a_calm_table_has_its_pill_between_field_and_own_cards(frame, seats):
    spots = layout.spots(*frame, seats, "table", docked=True, hinted=True)
    tall = frame[1] > frame[0]
    # on a tall table that of the largest text
    high = 52.0 if tall else 46.0
    pill = Box(spots.field.x, spots.prompt.y - high / 2, spots.prompt.w, high)
    assert spots.pill
    assert spots.prompt.x == pytest.approx(spots.field.centre[0])
    assert overlap(pill, spots.field) <= 0
    assert overlap(pill.grown(6.0 * tall), spots.tray) <= 1
    if not tall:
        # as far from the edge of the table as from the dock
        assert spots.field.x - 24 == pytest.approx(spots.dock.x - spots.field.x - spots.field.w, abs=3)
        # hints, log and order share a column with the button, so the cards have the width of the own panel
        assert (spots.dock.x, spots.order.x) == (spots.buttons[0].x,) * 2
        assert spots.field.x + spots.field.w >= spots.tray.x + spots.tray.w


@pytest.mark.parametrize("frame", ROOMY, ids=str)
def test_everything_that_can_be_claimed_is_large_enough(frame):
    for spots in tables(frame):
        for area in spots.areas:
            if area.top.w:
                assert area.top.w >= SMALLEST * 1.4
                assert all(cell.w >= SMALLEST for cell in area.cells)
        assert field.grid(spots.field, 40).side >= SMALLEST
        assert spots.field.w > 300
        assert spots.field.h > 200


@each_frame
@pytest.mark.parametrize("kind", ["table", "round", "timed"])
def test_cards_in_the_middle_overlap_by_a_sliver_at_most(frame, kind):
    box = layout.spots(*frame, 4, kind).field
    for room in field.rooms(box):
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


def check_sizes(box: Box) -> None:
    """Check that few cards are large and every card has a place."""
    middle, sides = field.Middle(box, field.LEAST), []
    for cards in range(1, field.MOST + 1):
        before = middle.grid
        assert middle.hold(cards, cards) is (cards > len(before.places))
        assert len(middle.grid.places) >= cards
        sides.append(middle.grid.side)
    sizes = sorted(set(sides), reverse=True)
    assert sides == sorted(sides, reverse=True)
    # a new size is worth the movement
    assert all(one >= 1.05 * other for one, other in pairwise(sizes))
    assert len(set(sides[:30])) == 1, "a short game has one size"
    assert len(set(sides[:42])) <= 2, "a usual game is at most two sizes long"


@each_frame
def test_few_cards_are_large_and_every_card_has_a_place(frame):
    for box in {spots.field for spots in tables(frame)}:
        check_sizes(box)


@pytest.mark.parametrize(("frame", "cards", "least"), [(WIDE, 30, 110), ((TALL[0], 1560), 30, 100)])
def test_at_the_usual_table_cards_are_as_large_as_stacks(frame, cards, least):
    for seats in (2, 3, 4):
        assert field.Middle(layout.spots(*frame, seats, "table").field, cards).grid.side >= least


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_on_a_long_phone_a_few_more_than_thirty_cards_fill_its_width(seats):
    box = layout.spots(TALL[0], 1558, seats, "table").field
    grid = field.Middle(box, 31).grid
    assert grid.side > 0.9 * field.SHARE * min(box.w, box.h) / 6


@pytest.mark.parametrize(("side", "least"), [(0.0, 96), (139.0, 103)])
def test_without_a_clock_twenty_four_cards_fill_a_wide_field_in_three_rows(side, least):
    for seats in (2, 3, 4):
        box = layout.spots(*WIDE, seats, "table", side=side, hinted=True, docked=True).field
        grid = field.Middle(box, 24, field.LEAST_CALM).grid
        assert grid.side > least
        lines = {round(grid.places[place][1] / grid.side) for place in grid.closed[:24]}
        assert len(lines) == 3
        across = [grid.places[place][0] for place in grid.closed[:24]]
        assert max(across) - min(across) + grid.side > 0.7 * box.w


def test_a_finer_grid_moves_its_places_towards_the_middle():
    box = layout.spots(*WIDE, 4, "table").field
    coarse, fine = (field.grid(box, room) for room in field.rooms(box)[:2])
    x, y = box.centre
    out = [abs(a - x) + abs(b - y) for a, b in coarse.places]
    now = [abs(a - x) + abs(b - y) for a, b in fine.places[: len(out)]]
    assert sum(now) < 0.95 * sum(out)
    moved = [abs(a - u) + abs(b - v) for (a, b), (u, v) in zip(coarse.places, fine.places, strict=False)]
    assert sum(moved) / len(moved) < 1.6 * coarse.side


@each_whole_frame
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finer_grid_keeps_the_rows_and_has_its_new_lines_outside(frame, seats):
    box = layout.spots(*frame, seats, "table").field
    coarse, fine = (field.grid(box, room, field.LEAST) for room in field.rooms(box)[:2])
    used = [[number < len(coarse.places) for number in line] for line in fine.lines]
    rows = [line for line in used if any(line)]
    assert len(rows) == len(coarse.lines)
    for line in rows:
        # no gap between the cards that were there
        assert sum(line) == len(coarse.lines[0])
        assert sum(one != other for one, other in pairwise([False, *line, False])) == 2


@each_whole_frame
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_without_a_clock_cards_begin_large_and_move_once_in_a_usual_game(frame, seats):
    box = layout.spots(*frame, seats, "table", hinted=True, docked=True).field
    middle = field.Middle(box, 1, field.LEAST_CALM)
    assert not any(middle.hold(cards, cards) for cards in range(1, field.LEAST_CALM + 1))
    first = middle.grid.side
    assert sum(middle.hold(cards, cards) for cards in range(1, 41)) == 1
    assert first > 1.15 * middle.grid.side > 56
    while middle.room < field.MOST:
        before = middle.room
        assert middle.hold(len(middle.grid.places) + 1, 0)
        assert middle.room > before


def test_a_touch_while_cards_move_finds_the_card_it_aimed_at():
    box = layout.spots(*WIDE, 4, "table").field
    middle = field.Middle(box, 30)
    old = middle.grid
    assert middle.hold(len(old.places) + 1, 5000)
    for place, (x, y) in enumerate(old.places):
        assert middle.aimed(place, 5000 + field.AIM_MS - 1) == (x, y, old.side, False)
        assert middle.aimed(place, 5000 + field.AIM_MS) == (*middle.grid.places[place], middle.grid.side, False)
    new = len(old.places)
    assert middle.aimed(new, 5001) == (*middle.grid.places[new], middle.grid.side, True)


def test_the_middle_fills_first():
    box = layout.spots(*WIDE, 3, "table").field
    places = field.grid(box, field.rooms(box)[0]).places
    x, y = box.centre

    def far(place: tuple[float, float]) -> float:
        return abs(place[0] - x) / box.w + abs(place[1] - y) / box.h

    assert sum(map(far, places[:5])) < sum(map(far, places[-5:])) / 1.5


@each_whole_frame
@pytest.mark.parametrize("kind", ["table", "round", "timed"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_cards_lie_around_the_middle_of_the_cloth(frame, kind, seats):
    box = layout.spots(*frame, seats, kind).field
    grid = field.Middle(box, field.LEAST).grid
    across, down = box.centre
    for count in range(1, 7):
        x = sum(x for x, _y in grid.places[:count]) / count
        y = sum(y for _x, y in grid.places[:count]) / count
        # an even number of columns or rows has no place in the very middle
        assert max(abs(x - across), abs(y - down)) < 0.7 * grid.side, count


@each_whole_frame
@pytest.mark.parametrize("kind", ["table", "timed"])
def test_no_side_of_the_middle_stays_empty_while_it_fills(frame, kind):
    box = layout.spots(*frame, 4, kind).field
    fewest = 3
    for room in [room for room in field.rooms(box) if room >= field.LEAST][:2]:
        grid = field.grid(box, room, field.LEAST)
        lines = [x for x, _y in grid.places]
        for count in range(fewest, len(lines)):
            left, right = min(lines[:count]), max(lines[:count])
            assert abs((left + right) / 2 - box.centre[0]) < 0.7 * grid.side, count
        fewest = len(lines)


@each_whole_frame
def test_few_sets_of_the_minute_are_twice_as_large_and_clear_of_the_medals(frame):
    spots = layout.spots(*frame, 1, "timed")
    assert spots.tray
    usual = spots.gathered[0].w
    sides = []
    for count in range(1, 50):
        cells = layout.roomy(spots.gathered, count)
        assert len(cells) >= count
        sides.append(cells[0].w)
        medals = spots.tray.wider(spots.tray.w - layout.MEDALS_WIDE, 0)
        for cell in cells:
            assert overlap(cell.box, spots.tray) >= cell.w - 1
            assert overlap(cell.box, medals) <= 0
    assert sides == sorted(sides, reverse=True)
    assert sides[2] >= 2 * usual
    assert sides[6] >= 1.4 * usual


@each_whole_frame
def test_many_gathered_sets_have_smaller_cells(frame):
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
        standing = layout.spots(*frame, seats, "round", lies=False)
        assert all(area.turned == (frame[1] > frame[0] and area.box.y < frame[1] / 2) for area in standing.areas)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("side", [0.0, 139.0])
def test_around_a_wide_device_seats_use_the_whole_width_and_the_prompt_covers_nothing(seats, side):
    spots = layout.spots(*WIDE, seats, "round", side=side)
    parts = [*(area.box for area in spots.areas), spots.field]
    assert min(box.x for box in parts[:-1]) == pytest.approx(28 - side)
    assert max(box.x + box.w for box in parts[:-1]) == pytest.approx(1252 + side)
    assert spots.field.w > 1060 + 2 * side
    # on a broad phone four people leave as much height for the cards as two
    assert spots.field.h >= (400 if seats == 2 or (seats < 5 and side) else 330)
    (x, y, wide), high = spots.prompt, min(spots.asked_high, layout.STRIP)
    for far in (False, True):
        prompt = Box((1280 - x if far else x) - wide / 2, (720 - y if far else y) - high / 2, wide, high)
        for box in parts:
            assert overlap(prompt, box) <= 4, (far, box)


@each_whole_frame
@pytest.mark.parametrize("seats", range(2, 7))
def test_around_a_device_every_seat_keeps_its_things_within_its_panel(frame, seats):
    for area in layout.spots(*frame, seats, "round").areas:
        x, y, radius = area.buzzer
        things = [area.top.box, *(cell.box for cell in area.cells), Box(x - radius, y - radius, 2 * radius, 2 * radius)]
        assert all(overlap(thing, area.box) == pytest.approx(thing.w) for thing in things)
        assert area.name.size >= 18
