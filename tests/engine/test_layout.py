"""Layout: the table in windows of any shape, and moving the focus."""

import pytest

from game.engine.items import Item, ItemList
from game.engine.layout import Box, Insets, frame_for, row


@pytest.mark.parametrize(
    "window", [(1280, 720), (1920, 1080), (2560, 1440), (390, 844), (1024, 768), (844, 390), (1, 1)]
)
def test_the_table_fits_the_window_and_points_convert_both_ways(window):
    frame = frame_for(window)
    assert frame.tall == (window[1] > window[0])
    left, top = frame.to_real(0, 0)
    right, low = frame.to_real(frame.width, frame.height)
    assert left >= 0
    assert top >= 0
    assert right <= window[0] + 1
    assert low <= window[1] + 1
    x, y = frame.to_logical(*frame.to_real(100, 200))
    assert abs(x - 100) <= 1 / frame.scale
    assert abs(y - 200) <= 1 / frame.scale


@pytest.mark.parametrize("window", [(1280, 720), (1367, 771), (390, 844), (391, 843), (768, 1024), (2560, 1440)])
def test_a_lower_frame_does_not_count_as_the_whole_window(window):
    frame = frame_for(window)
    assert frame.whole
    assert not frame._replace(height=frame.height - 100).whole


#: phones with a notch and a home bar, upright and on either side, in their own pixels; and nonsense
COVERED = [
    ((1170, 2532), Insets(141, 0, 102, 0)),
    ((2532, 1170), Insets(0, 141, 63, 141)),
    ((2532, 1170), Insets(0, 0, 63, 141)),
    ((1080, 1920), Insets(90, 0, 0, 0)),
    ((1280, 720), Insets(0, 30, 0, 0)),
    ((320, 320), Insets(400, 400, 400, 400)),
]


@pytest.mark.parametrize(("window", "safe"), COVERED[:-1])
def test_no_part_of_the_table_is_under_a_notch_or_home_bar(window, safe):
    frame = frame_for(window, safe)
    left, top = frame.to_real(0, 0)
    right, low = frame.to_real(frame.width, frame.height)
    assert left >= safe.left
    assert top >= safe.top
    assert right <= window[0] - safe.right + 1
    assert low <= window[1] - safe.bottom + 1
    # the available space is used, one way or the other
    across, down = window[0] - safe.left - safe.right, window[1] - safe.top - safe.bottom
    assert right - left >= across - 2 or low - top >= down - 2
    assert frame.window == window
    assert frame.whole
    assert not frame._replace(height=frame.height - 100).whole


def test_the_table_stays_centred_where_the_notch_allows():
    window = (2532, 1170)
    assert frame_for(window, Insets(left=141)).left == frame_for(window).left
    assert frame_for((1280, 720), Insets(right=30)).left == 0


def test_a_completely_covered_window_still_has_a_table():
    window, safe = COVERED[-1]
    assert frame_for(window, safe).scale > 0


def test_a_row_divides_its_space_evenly():
    boxes = row(3, Box(10, 0, 320, 50), 10)
    assert [box.x for box in boxes] == [10, 120, 230]
    assert all(box.w == 100 for box in boxes)


def grid() -> ItemList:
    items = ItemList()
    items.replace(
        [Item(f"{x}{y}", "", Box(x * 100, y * 100, 80, 80), lambda: None) for y in range(3) for x in range(3)]
    )
    return items


@pytest.mark.parametrize(("move", "to"), [((1, 0), "21"), ((-1, 0), "01"), ((0, 1), "12"), ((0, -1), "10")])
def test_arrow_keys_move_the_focus_to_the_neighbour(move, to):
    items = grid()
    items.focus = "11"
    items.move(*move)
    assert items.focus == to


def test_tab_reaches_every_enabled_item_and_wraps_around():
    items = grid()
    items.items[4].enabled = False
    seen = []
    for _ in range(9):
        items.step(1)
        seen.append(items.focus)
    assert sorted(set(seen)) == ["00", "01", "02", "10", "12", "20", "21", "22"]
    assert seen[0] == seen[8] == "00"


def test_the_topmost_enabled_item_is_hit():
    items = ItemList()
    items.replace(
        [Item("low", "", Box(0, 0, 100, 100), lambda: None), Item("high", "", Box(50, 0, 100, 100), lambda: None)]
    )
    assert items.at(60, 10).id == "high"
    items.items[1].enabled = False
    assert items.at(60, 10).id == "low"
    assert items.at(500, 10) is None


def test_two_items_with_the_same_id_raise_an_error():
    with pytest.raises(ValueError, match="share an id"):
        ItemList().replace([Item("a", "", Box(0, 0, 1, 1), lambda: None)] * 2)
