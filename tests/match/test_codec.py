"""Values as JSON and back by their types: anything that does not match its type exactly is refused."""

import json
from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.codec import MAX_SAFE_INT, AnyJson, BadData, Shape, codec_of, one_of, within


class Colour(IntEnum):
    RED = 1
    BLUE = 4


class Dot(NamedTuple):
    x: int
    colour: Colour


class Line(NamedTuple):
    dots: tuple[Dot, ...]
    ends: tuple[Dot, int]
    seats: frozenset[int]
    name: str
    is_open: bool
    last: Dot | None = None


class Other(NamedTuple):
    x: int


Either = Line | Other

DOT = Dot(3, Colour.BLUE)
LINE = Line((DOT, DOT), (DOT, 5), frozenset({9, 2}), "Ä", True)
WRITTEN = {
    "dots": [{"x": 3, "colour": 4}, {"x": 3, "colour": 4}],
    "ends": [{"x": 3, "colour": 4}, 5],
    "seats": [2, 9],
    "name": "Ä",
    "is_open": True,
    "last": None,
}


def test_a_value_survives_writing_and_reading():
    codec = codec_of(Line)
    assert codec.write(LINE) == WRITTEN
    for line in (LINE, LINE._replace(last=DOT), Line((), (DOT, -1), frozenset(), "", False)):
        back = codec.read(json.loads(json.dumps(codec.write(line))))
        assert back == line
        assert [type(part) for part in back] == [type(part) for part in line]
        assert type(back.ends[0].colour) is Colour


def test_values_of_a_union_are_tagged_with_their_type():
    codec = codec_of(Either)
    assert codec.write(Other(1)) == {"is": "Other", "x": 1}
    assert codec.read({"is": "Line", **WRITTEN}) == LINE
    for wrong in (
        {"x": 1},
        {"is": "Dot", "x": 1},
        {"is": ["Other"], "x": 1},
        {"is": "Other", "x": 1, "y": 2},
        None,
        [],
    ):
        with pytest.raises(BadData):
            codec.read(wrong)
    with pytest.raises(TypeError):
        codec.write(DOT)


@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        ("dots", None),
        ("dots", {}),
        ("dots", "ab"),
        ("dots", [{"x": 3}]),
        ("dots", [{"x": 3, "colour": 2}]),
        ("dots", [{"x": 3, "colour": True}]),
        ("dots", [{"x": 3, "colour": [4]}]),
        ("dots", [{"x": 3, "colour": 4, "z": 1}]),
        ("dots", [{"x": 3.0, "colour": 4}]),
        ("dots", [{"x": MAX_SAFE_INT + 1, "colour": 4}]),
        ("ends", [{"x": 3, "colour": 4}]),
        ("ends", [{"x": 3, "colour": 4}, 5, 6]),
        ("ends", [{"x": 3, "colour": 4}, "5"]),
        ("seats", [9, 2]),
        ("seats", [2, 2]),
        ("name", 5),
        ("name", None),
        ("is_open", 1),
        ("is_open", None),
        ("last", []),
        ("last", 0),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_with_its_place(place, wrong):
    with pytest.raises(BadData, match=f"^{place}: "):
        codec_of(Line).read({**WRITTEN, place: wrong})


@pytest.mark.parametrize(
    "wrong", [None, [], "x", 5, {}, {**WRITTEN, "more": 1}, {k: v for k, v in WRITTEN.items() if k != "name"}]
)
def test_a_value_with_missing_or_extra_fields_is_refused(wrong):
    with pytest.raises(BadData, match="fields of Line"):
        codec_of(Line).read(wrong)


def test_an_error_quotes_at_most_a_line_of_foreign_data():
    with pytest.raises(BadData) as caught:
        codec_of(Line).read({**WRITTEN, "is_open": "x" * 9999})
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("kind", "shape", "data", "message"),
    [
        (float, None, "5", "expected a number, got '5'"),
        (bool, None, 1, "expected bool, got 1"),
        (str, None, None, "expected str, got None"),
        (int, None, 1.0, "expected int, got 1.0"),
        (Colour, None, 2, "expected Colour, got 2"),
        (tuple[int, ...], None, {}, "expected a list, got {}"),
        (frozenset[int], None, [2, 1], "expected a set in order, got [2, 1]"),
        (tuple[int, int], None, [1], "expected a list of 2, got [1]"),
        (dict[str, int], None, [], "expected a mapping, got []"),
        (Dot, None, {"x": 1}, "expected the fields of Dot, got {'x': 1}"),
        (Other, None, {"x": 1, "y": 2}, "expected the fields of Other, got {'x': 1, 'y': 2}"),
        (Dot, Shape.ROW, [1], "expected the fields of Dot in order, got [1]"),
        (Either, None, {"is": "Dot"}, "expected one of ['Line', 'Other'], got {'is': 'Dot'}"),
        (Annotated[str, within(1, 3)], None, "four", "out of bounds: 'four'"),
        (
            Line,
            None,
            {**WRITTEN, "dots": [WRITTEN["dots"][0], {"x": 3, "colour": 2}]},
            "dots: 1: colour: expected Colour, got 2",
        ),
    ],
)
def test_refused_data_is_reported_with_expected_and_actual_values(kind, shape, data, message):
    with pytest.raises(BadData) as caught:
        codec_of(kind, shape).read(data)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: codec_of(complex), "expected a type that has a codec, got <class 'complex'>"),
        (lambda: codec_of(int | str), "expected types that can be told apart, got (<class 'int'>, <class 'str'>)"),
        (lambda: codec_of(Either).write(DOT), f"expected one of ['Line', 'Other'], got {DOT!r}"),
    ],
)
def test_a_wrong_use_is_reported_with_expected_and_actual_values(call, message):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


class Rules(NamedTuple):
    seats: Mapping[str, int]
    own: Mapping[str, AnyJson]
    action: AnyJson


def test_plain_json_stays_as_it_is_and_a_mapping_is_checked_by_its_type():
    codec = codec_of(Rules)
    rules = Rules({"a": 1}, {"b": [None, {"c": 0.5}]}, [2**70, "x"])
    assert codec.write(rules) == {"seats": {"a": 1}, "own": {"b": [None, {"c": 0.5}]}, "action": [2**70, "x"]}
    assert codec.read(json.loads(json.dumps(codec.write(rules)))) == rules
    for wrong, place in (({"seats": {"a": "1"}}, "seats: a"), ({"own": []}, "own"), ({"seats": None}, "seats")):
        with pytest.raises(BadData, match=f"^{place}: "):
            codec.read({**codec.write(rules), **wrong})


class Seat(NamedTuple):
    name: Annotated[str, within(1, 3)]
    level: Annotated[str, one_of("easy", "hard")] = "easy"
    share: float = 0.5


@pytest.mark.parametrize(
    ("shape", "written", "read", "refused"),
    [
        (Shape.FIELDS, {"name": "Ä", "level": "easy", "share": 0.5}, [], [{"name": "Ä"}]),
        (Shape.KNOWN, {"name": "Ä", "level": "easy", "share": 0.5}, [{"name": "Ä"}], [{"name": "Ä", "x": 1}, {}]),
        (Shape.SPARSE, {"name": "Ä"}, [{"name": "Ä", "x": 1}], [{}, {"name": "Ä", "level": "x"}, {"name": ""}]),
        (Shape.MENDED, {"name": "Ä"}, [{"name": "Ä", "level": "x", "share": None}], [{}, {"name": "long"}]),
        (Shape.ROW, ["Ä", "easy", 0.5], [], [["Ä"], ["Ä", "easy", 0.5, 1], {"name": "Ä"}]),
        (Shape.SHORT, ["Ä"], [["Ä", "easy"]], [[], ["Ä", "x"], ["Ä", "easy", "0.5"], ["Ä", "easy", 0.5, 1]]),
    ],
)
def test_a_shape_says_which_fields_may_be_left_out(shape, written, read, refused):
    codec = codec_of(Seat, shape)
    assert codec.write(Seat("Ä")) == written
    assert {codec.read(data) for data in (written, *read)} == {Seat("Ä")}
    other = Seat("B", "hard", 1)
    assert codec.read(codec.write(other)) == other
    for data in (*refused, None, 7, "Ä"):
        with pytest.raises(BadData):
            codec.read(data)


@pytest.mark.parametrize("wrong", [True, "1", None, float("nan"), float("inf"), []])
def test_a_number_that_is_not_finite_is_refused(wrong):
    with pytest.raises(BadData):
        codec_of(float).read(wrong)


class Fractions(NamedTuple):
    share: complex


class Again(NamedTuple):
    either: int | str


@pytest.mark.parametrize("kind", [Fractions, Again, Mapping[int, int], dict[int, int], complex, object])
def test_an_unsupported_type_is_refused_when_the_codec_is_made(kind):
    with pytest.raises(TypeError):
        codec_of(kind)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*WRITTEN, *Rules._fields, "x", "colour", "is"]), inner)
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_refused_or_written_back_unchanged(data):
    for kind in (Line, Either, Dot, Rules):
        codec = codec_of(kind)
        try:
            value = codec.read(data)
        except BadData:
            continue
        assert codec.write(value) == data
