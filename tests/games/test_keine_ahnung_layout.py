"""The layout of Keine Ahnung: cards lie in their boxes, every pile is readable, and nothing overlaps."""

from itertools import combinations, pairwise

import pytest
from boxes import apart, each_frame, each_whole_frame, within

from game.engine.layout import Box, bounds, sheet_for
from game.games.keine_ahnung import layout
from game.games.keine_ahnung.deck import PLACES
from game.games.keine_ahnung.faces import RATIO
from game.games.keine_ahnung.places import MEDAL_HIGH, MEDAL_WIDE
from game.games.keine_ahnung.rules import MAX_SEATS, MIN_SEATS
from game.games.keine_ahnung.table import OPEN_CALLED, OPEN_OWN

SEATS = range(MIN_SEATS, MAX_SEATS + 1)
#: the largest number of piles in practice
PILES = range(1, 9)
#: the numeral of a narrower top is too small to read
LEAST_PILE = 54.0
#: lower edge of the round button above the stacks
HELP_BUTTON_END = 165.0

each_table = pytest.mark.parametrize("seats", SEATS)


@each_frame
@each_table
def test_a_grid_lies_in_its_panel_beside_the_figure(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    tall = frame[1] > frame[0]
    assert len(spots.opponents) == seats - 1
    for box in spots.opponents:
        panel = layout.panel(box, tall)
        assert len(panel.grid) == PLACES
        for spot in panel.grid:
            assert within(spot.box, box)
        counts = [Box(x, y - 14, 2 * panel.count - 6, 28) for x, y in panel.counts]
        assert within(panel.face.box, box)
        assert all(within(count, box) for count in counts)
        assert apart(*counts)
        for spot in panel.grid:
            assert apart(spot.box, panel.face.box)
            assert all(apart(spot.box, count) for count in counts)
    for one, other in combinations(spots.opponents, 2):
        assert apart(one, other)


@each_frame
@each_table
def test_cards_of_a_grid_do_not_touch_even_face_up(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    grids = [(spots.grid, OPEN_OWN)]
    grids += [(layout.panel(box, frame[1] > frame[0]).grid, OPEN_CALLED) for box in spots.opponents]
    for grid, grown in grids:
        for one, other in combinations(grid, 2):
            assert apart(one.box, other.box)
            # a face-up card is larger, but leaves the number of its neighbour free
            assert apart(one._replace(w=one.w * grown).box, other._replace(w=other.w * 0.6).box)
    for spot in spots.grid:
        assert within(spot.box, spots.tray)


@each_frame
@each_table
def test_piles_lie_side_by_side_in_their_box(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    for count in PILES:
        piles = layout.piles(spots.piles, count, spots.widest, spots.middle)
        assert len(piles) == count
        for spot in piles:
            assert within(spot.box, spots.piles)
            assert LEAST_PILE <= spot.w <= spots.widest
        for one, other in combinations(piles, 2):
            assert apart(one.box, other.box)


@each_frame
@each_table
def test_fewer_piles_are_never_drawn_smaller(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    widths = [layout.piles(spots.piles, count, spots.widest, spots.middle)[0].w for count in PILES]
    # an additional row may be a little narrower than the rows before it
    assert all(more <= fewer + 1 for fewer, more in pairwise(widths))
    assert layout.piles(spots.piles, 0, spots.widest, spots.middle) == ()


@each_frame
@each_table
def test_stacks_piles_tray_and_log_do_not_overlap(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    parts = [spots.draw.box, spots.trophies.box, spots.rest.box, spots.piles, spots.tray, *spots.opponents]
    if spots.log:
        parts.append(spots.log)
    # a lower table has a time line below it and no rail
    table = Box(12, 12, frame[0] - 24, frame[1] - 12)
    for part in parts:
        assert within(part, table)
    for one, other in combinations(parts, 2):
        assert apart(one, other), (one, other)


@pytest.mark.parametrize("seats", [2, 3])
def test_an_upright_phone_has_large_stacks_and_piles_in_the_middle_of_their_room(seats):
    spots = layout.spots(720, 1558, seats - 1)
    (pile,) = layout.piles(spots.piles, 1, spots.widest, spots.middle)
    assert pile.y == pytest.approx(spots.piles.centre[1], abs=10)
    low = spots.draw.y + spots.draw.box.h / 2 + layout.SIZE_BELOW
    top, end = spots.opponents[-1].y + spots.opponents[-1].h, spots.prompt.y - 34
    assert spots.trophies.box.y - top == pytest.approx(end - low)
    assert spots.draw.w > 0.8 * spots.widest
    assert spots.rest.w == spots.trophies.w > 70


@pytest.mark.parametrize("height", [1280, 1558])
@each_table
def test_the_stacks_on_a_phone_keep_away_from_the_lowest_rival(height, seats):
    spots = layout.spots(720, height, seats - 1)
    last = spots.opponents[-1]
    assert min(spots.trophies.box.y, spots.rest.box.y) - last.y - last.h > layout.STACKS_ABOVE - 1


@each_whole_frame
@each_table
def test_the_buttons_lie_beside_the_tray(frame, seats):
    spots = layout.spots(*frame, seats - 1)
    for button in spots.buttons:
        assert within(button, Box(12, 12, frame[0] - 24, frame[1] - 24))
        assert apart(button, spots.tray)
    first, last = spots.buttons
    assert apart(first, last)


@each_frame
def test_medals_lie_on_their_shelf_with_their_stars_in_sight(frame):
    spots = layout.spots(*frame, 3)
    grid = Box(spots.grid[0].box.x, spots.tray.y, spots.grid[2].box.x + spots.grid[2].w - spots.grid[0].box.x, 900)
    for count in range(1, 19):
        places = layout.medals(spots.shelf, count, MEDAL_WIDE, MEDAL_HIGH)
        assert len(set(places)) == count
        by_row = {}
        for x, y in places:
            medal = Box(x, y - MEDAL_HIGH / 2, MEDAL_WIDE, MEDAL_HIGH)
            assert within(medal, spots.tray)
            assert apart(medal, grid)
            by_row.setdefault(y, []).append(x)
        for row in by_row.values():
            # the number at the left of a covered medal is in sight
            assert all(right - left >= 12 for left, right in pairwise(row))


@each_frame
def test_a_card_is_as_high_as_its_picture(frame):
    spot = layout.spots(*frame, 1).draw
    assert spot.box.h == pytest.approx(spot.w * RATIO)
    assert spot.box.centre == pytest.approx((spot.x, spot.y))


@each_table
def test_on_a_wide_table_nothing_touches_its_neighbours(seats):
    spots = layout.spots(1280, 720, seats - 1)
    above, below = (spots.grid[place].box for place in (0, PLACES // 2))
    assert below.y - above.y - above.h >= 8
    assert above.y - spots.tray.y >= 8
    assert spots.tray.y + spots.tray.h - below.y - below.h >= 8
    for box in spots.opponents:
        panel = layout.panel(box, False)
        assert all(box.y + box.h - y - panel.count / 2 >= 8 for _x, y in panel.counts)
    assert spots.trophies.box.y - HELP_BUTTON_END >= 8


@pytest.mark.parametrize(("seats", "least"), [(2, 90.0), (3, 60.0), (4, 45.0), (5, 42.5)])
@pytest.mark.parametrize("side", [0.0, 79.0, 140.0])
def test_few_rivals_have_large_cards_on_a_wide_table(seats, least, side):
    for box in layout.spots(1280, 720, seats - 1, side).opponents:
        panel = layout.panel(box, False)
        assert all(spot.w >= least for spot in panel.grid)
        assert all(within(spot.box, box) for spot in panel.grid)
        assert panel.name.x + 60 <= box.x + box.w


@each_table
@pytest.mark.parametrize("side", [0.0, 140.0])
def test_both_halves_of_a_wide_table_are_in_use(seats, side):
    spots = layout.spots(1280, 720, seats - 1, side)
    assert spots.draw.box.x + spots.draw.w < spots.piles.x < 200
    assert min(spots.rest.box.x, spots.trophies.box.x) > spots.piles.x + spots.piles.w > 1000


@each_table
@pytest.mark.parametrize("side", [0.0, 140.0])
def test_up_to_four_piles_are_in_the_middle_of_a_wide_table(seats, side):
    spots = layout.spots(1280, 720, seats - 1, side)
    for count in range(1, 5):
        box = bounds([spot.box for spot in layout.piles(spots.piles, count, spots.widest, spots.middle)])
        assert abs(box.centre[0] - 640) <= 5, count


@each_table
@pytest.mark.parametrize("height", [1280, 1400, 1560])
@pytest.mark.parametrize("text_scale", [1.0, 1.3])
def test_beside_a_phones_dock_the_draw_pile_is_large_and_covers_nothing(seats, height, text_scale):
    spots = layout.spots(720, height, seats - 1, sheet=sheet_for(text_scale))
    assert spots.draw.w >= 84
    parts = [spots.draw.box, spots.trophies.box, spots.rest.box, spots.piles, spots.tray, *spots.opponents]
    for one, other in combinations(parts, 2):
        assert apart(one, other), (one, other)


@each_table
@pytest.mark.parametrize("side", [0.0, 140.0])
def test_on_a_wide_table_piles_and_own_cards_are_large(seats, side):
    spots = layout.spots(1280, 720, seats - 1, side)
    assert all(layout.piles(spots.piles, count, spots.widest, spots.middle)[0].w > 125 for count in range(1, 7))
    assert all(spot.w >= 90 for spot in spots.grid)
    x, y, w = spots.prompt
    row = [Box(x - w / 2, y - 24, w, 48), *(Box(*at, 0, 0).grown(28) for at in (spots.undo, spots.hint))]
    for one, other in combinations([*row, spots.tray, spots.dock, spots.piles, *spots.buttons], 2):
        assert apart(one, other), (one, other)
    words = [spots.shelf, *spots.legend]
    assert all(within(box, spots.tray) and apart(box, spot.box) for box in words for spot in spots.grid)


def test_two_players_on_a_phone_have_large_cards_and_the_legend():
    spots = layout.spots(720, 1558, 1, sheet=sheet_for(1.0))
    assert len(spots.legend) == 3
    assert all(spot.w > 100 for spot in spots.grid)
    panel = layout.panel(spots.opponents[0], True)
    assert all(spot.w > 80 for spot in panel.grid)
    assert spots.piles.h > 300


@pytest.mark.parametrize(("height", "sheet"), [(1558, sheet_for(1.0)), (1280, 0.0)])
def test_three_players_on_a_phone_have_large_own_cards_and_the_legend(height, sheet):
    spots = layout.spots(720, height, 2, sheet=sheet)
    assert all(spot.w > 108 for spot in spots.grid)
    assert len(spots.legend) == 3
    panel = layout.panel(spots.opponents[0], True)
    assert all(spot.w > 58 for spot in panel.grid)
    assert spots.piles.h > 240
