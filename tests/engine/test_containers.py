"""Containers: how rows and columns divide their space, and what a part of a screen needs."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import fonts, surfaces
from game.engine.backdrop import Backdrop
from game.engine.containers import (
    Anchor,
    ButtonPart,
    Column,
    CustomPart,
    Grid,
    InsetBox,
    NotedLabel,
    Paragraph,
    Part,
    RowOfParts,
    TextLine,
)
from game.engine.kit import Kit
from game.engine.layout import Box, frame_for, lengths


def test_spare_length_is_divided_by_weight_up_to_each_maximum():
    assert lengths([(10, 0, inf), (10, 1, inf), (10, 3, inf)], 70) == [10, 20, 40]
    assert lengths([(10, 1, 15), (10, 1, inf)], 70) == [15, 55]
    assert lengths([(10, 1, 15), (10, 1, 20)], 70) == [15, 20]
    assert lengths([(10, 0, inf)], 70) == [10]
    assert lengths([], 70) == []


def test_missing_length_is_shared_in_proportion():
    assert lengths([(30, 1, inf), (10, 0, inf)], 20) == [15, 5]


spans = st.lists(
    st.tuples(st.floats(1, 100), st.sampled_from([0.0, 1.0, 2.5]), st.floats(1, 200)), min_size=1, max_size=6
)


@given(spans, st.floats(0, 1000))
def test_no_part_exceeds_its_maximum_and_all_fit(parts, room):
    found = lengths(parts, room)
    assert sum(found) <= room + 1e-6
    if sum(least for least, _, _ in parts) <= room:
        for length, (least, weight, most) in zip(found, parts, strict=True):
            assert length >= least
            assert length <= max(least, most if weight else least) + 1e-6
        if any(weight and length < most - 1e-6 for length, (_, weight, most) in zip(found, parts, strict=True)):
            assert sum(found) == pytest.approx(room)


@pytest.fixture
def plate():
    frame = frame_for((1280, 720))
    return Backdrop(Kit(frame), surfaces.opaque(frame.window, (0, 0, 0)))


def placed(part: Part, plate: Backdrop, box: Box) -> dict[str, Box]:
    """Return the boxes of all buttons of a part."""
    return {item.id: item.box for widget in part.lay(plate, box) for item in widget.items}


def press(id_: str, **size: float) -> ButtonPart:
    return ButtonPart(id_, id_, lambda: None, **size)


def test_a_column_stacks_its_parts_and_a_row_puts_them_side_by_side(plate):
    row = RowOfParts((press("left", w=30), press("middle"), press("right", w=20)), 5, h=40)
    whole = Column((press("top", h=10), row, Part(weight=1), press("foot", h=20)), 10)
    assert placed(whole, plate, Box(100, 200, 110, 300)) == {
        "top": Box(100, 200, 110, 10),
        "left": Box(100, 220, 30, 40),
        "middle": Box(135, 220, 50, 40),
        "right": Box(190, 220, 20, 40),
        "foot": Box(100, 480, 110, 20),
    }
    assert whole.least(plate.kit, 110) == 100


def test_a_grid_has_equal_cells_and_leaves_the_end_of_its_last_line_free(plate):
    grid = Grid([press(id_, h=10) for id_ in "abc"], 2, (4, 6))
    assert grid.least(plate.kit, 104) == 26
    boxes = placed(grid, plate, Box(0, 0, 104, 46))
    assert boxes == {"a": Box(0, 0, 50, 20), "b": Box(54, 0, 50, 20), "c": Box(0, 26, 50, 20)}


def test_an_anchor_places_a_part_of_least_height_at_a_share_of_the_space(plate):
    inner = InsetBox(press("it", h=40), 10, 5)
    room = Box(0, 0, 400, 250)
    assert Anchor(inner, 100).box(plate.kit, room) == Box(150, 100, 100, 50)
    assert placed(Anchor(inner, 100, x=0, y=1), plate, room) == {"it": Box(10, 205, 80, 40)}
    assert Anchor(inner, 999).box(plate.kit, room).w == 400


def test_text_needs_more_space_at_a_larger_text_scale(plate):
    kit, larger = plate.kit, Kit(plate.kit.frame, 1.3)
    text = "Wer zuletzt noch Karten hat, zahlt sie alle zusammen."
    for part in (TextLine(text, 20), Paragraph(text, 20), NotedLabel(text, text)):
        assert part.least(larger, 300) > part.least(kit, 300) * 1.2
    assert Paragraph(text, 20).least(kit, 100) > Paragraph(text, 20).least(kit, 300)
    assert NotedLabel(text, text).least(kit, 900) > NotedLabel(text).least(kit, 900)
    assert Paragraph(text, 20, limit=60).least(kit, 100) <= 60 + 20


def test_a_custom_part_gets_its_box(plate):
    seen: list[Box] = []
    CustomPart(lambda box: seen.append(box) or ()).lay(plate, Box(1, 2, 3, 4))
    assert seen == [Box(1, 2, 3, 4)]


def test_an_asking_button_keeps_its_place_and_size(plate):
    plain = ButtonPart("go", "Go", lambda: None, "dark", "now", size=20)
    assert plain.confirming(False, "Sure?") is plain
    asks = plain.confirming(True, "Sure?")
    assert (asks.id, asks.label, asks.kind, asks.sub, asks.size) == ("go", "Sure?", "danger", "", 20)


@pytest.mark.parametrize(
    "part", [NotedLabel("Sound", "your name in every game"), Paragraph("your name in every game", 17, middle=True)]
)
def test_notes_and_centred_paragraphs_have_no_line_with_a_single_last_word(plate, part, monkeypatch):
    lines, plain = list[str](), fonts.plain
    monkeypatch.setattr(fonts, "plain", lambda *given: lines.append(given[0]) or plain(*given))
    size = round(17 * plate.kit.text_scale)
    wide = fonts.width("your name in every", fonts.STRONG, size) / plate.kit.scale + 2
    part.lay(plate, Box(0, 0, wide, 200))
    assert lines[-2:] == ["your name in", "every game"]
