"""Damaged, foreign or made-up saves are named as such; reading them has no other effect."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.catalogue import registry
from game.core.match import InvalidSave, Match, Seat, load
from game.core.rng import Rng
from game.games.nein_danke import rules
from game.host.storage import FileStorage, MemoryStorage, read_json

SEATS = [Seat("Ada", "human", "fox"), Seat("Bo", "easy"), Seat("Cy", "hard", "owl")]

GAMES = {"nein_danke": registry.GAMES["nein_danke"]}
REASONS = {"save_not_a_match", "save_version", "save_unknown_game", "save_damaged", "save_rules"}
FIELDS = ("version", "game", "options", "seats", "seed", "actions")


def match_played(options: dict[str, Any], length: int) -> Match:
    """Return a match after so many random actions, or at its end."""
    match = Match(GAMES["nein_danke"], options, SEATS, 12)
    rng = Rng(7)
    while len(match.actions) < length and (legal := rules.legal_actions(match.state)):
        match.apply(rng.choice(legal))
    return match


SHORT = match_played({}, 9).save()
SPECIAL = match_played({"specials": True, "kinds": list(rules.deck.KINDS), "rounds": 2}, 150).save()
ENDED = match_played({}, 10_000).save()


def nested(depth: int) -> list[Any]:
    """Return lists in lists."""
    outer: list[Any] = []
    for _ in range(depth):
        outer = [outer]
    return outer


def reason_of(data: Any) -> str:
    """Return the reason why ``data`` is no save; every message is short enough to be shown."""
    with pytest.raises(InvalidSave) as caught:
        load(data, GAMES)
    assert len(str(caught.value)) < 200
    return caught.value.reason


def test_the_sample_saves_are_valid():
    for save in (SHORT, SPECIAL, ENDED):
        assert load(json.loads(json.dumps(save)), GAMES).save() == save
    assert load(ENDED, GAMES).is_over
    assert any(len(entry) == 2 for entry in SPECIAL["actions"])


# ---- texts --------------------------------------------------------------------------------------------


def test_a_text_cut_off_anywhere_is_set_aside_and_not_loaded():
    text = json.dumps(SHORT)
    for length in range(len(text)):
        storage = MemoryStorage()
        storage.write("match", text[:length])
        assert read_json(storage, "match") == (None, "match-damaged")
        assert storage.texts == {"match-damaged": text[:length]}


@pytest.mark.parametrize("text", ["", "{", "not a save", "\0", "{'version': 1}", '{"version": 1}}', "\ufeff{}"])
def test_a_file_without_json_is_set_aside(tmp_path, text):
    storage = FileStorage(tmp_path)
    storage.write("match", text)
    assert read_json(storage, "match") == (None, "match-damaged")
    assert [path.name for path in tmp_path.iterdir()] == ["match-damaged.json"]
    assert storage.read("match-damaged") == text


@pytest.mark.parametrize("text", ["null", "[]", "3", '"match"', "NaN", "true", "[[[[]]]]"])
def test_json_that_is_no_match_is_refused(text):
    assert reason_of(json.loads(text)) == "save_not_a_match"


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.integers(0, len(json.dumps(SPECIAL)) - 1), st.characters(codec="utf-8"))
def test_one_wrong_letter_is_found_or_harmless(place, letter):
    text = json.dumps(SPECIAL)
    storage = MemoryStorage()
    storage.write("match", text[:place] + letter + text[place + 1 :])
    data, kept = read_json(storage, "match")
    if not kept:
        loads_whole_or_not_at_all(data)


# ---- single faults ------------------------------------------------------------------------------------

JUNK: list[Any] = [
    *(None, True, 1.0, float("nan"), float("inf"), -1, "1", [None], {"a": {}}),
    # huge, too huge to be written, long, half a letter, deep
    *(10**400, 10**5000, "x" * 10_000, "\ud800", nested(5000)),
]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "save_not_a_match"),
        (SHORT | {"version": "9"}, "save_version: 9"),
        (SHORT | {"version": []}, "save_version: list"),
        (SHORT | {"game": "poker"}, "save_unknown_game: poker"),
        (SHORT | {"options": None}, "save_damaged: fields"),
        (SHORT | {"seed": "1"}, "save_damaged: seed"),
        (SHORT | {"seats": [["Ada", "human"]]}, "save_damaged: seats"),
        (SHORT | {"actions": [*SHORT["actions"], 7]}, f"save_damaged: action {len(SHORT['actions'])}: "),
        (
            ENDED | {"actions": [*ENDED["actions"], ENDED["actions"][0]]},
            f"save_rules: action {len(ENDED['actions'])}: ",
        ),
        (
            SHORT | {"actions": [0] * (GAMES["nein_danke"].max_actions + 1)},
            f"save_too_long: {GAMES['nein_danke'].max_actions + 1}",
        ),
        (SHORT | {"options": {"more": 1}}, "save_damaged: options: "),
    ],
)
def test_a_refused_save_is_reported_with_its_reason_and_place(data, message):
    with pytest.raises(InvalidSave) as caught:
        load(data, GAMES)
    said = str(caught.value)
    assert said.startswith(message) if message.endswith(": ") else said == message


REASON_OF_FIELD = {"version": "save_version", "game": "save_unknown_game"}


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_with_a_wrong_value_is_refused(field):
    for junk in JUNK:
        if field == "seed" and type(junk) is int:
            assert load(SHORT | {"seed": junk, "actions": []}, GAMES).seed == junk
        else:
            assert reason_of(SHORT | {field: junk}) == REASON_OF_FIELD.get(field, "save_damaged")


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_field_is_refused(field):
    left = {name: value for name, value in SHORT.items() if name != field}
    assert reason_of(left) == REASON_OF_FIELD.get(field, "save_damaged")


@pytest.mark.parametrize("version", [0, 2, 99, -1])
def test_another_version_is_refused(version):
    assert reason_of(SHORT | {"version": version}) == "save_version"


@pytest.mark.parametrize("game", ["", "chess", "Nein_Danke", "nein_danke ", "rules", "__class__"])
def test_an_unknown_game_is_refused(game):
    assert reason_of(SHORT | {"game": game}) == "save_unknown_game"


@pytest.mark.parametrize("place", range(3))
def test_a_seat_with_a_wrong_part_is_refused(place):
    for junk in JUNK:
        row = ["Ada", "human", "fox"]
        row[place] = junk
        data = SHORT | {"seats": [row, *SHORT["seats"][1:]]}
        if junk == "1":
            assert load(data, GAMES).seats[0][place] == "1"
        else:
            assert reason_of(data) == "save_damaged"


@pytest.mark.parametrize("name", ["\0", "A\nB", "\x7f", "\x85", "\udfff", "x" * 101])
def test_a_name_that_cannot_be_drawn_is_refused(name):
    assert reason_of(SHORT | {"seats": [[name, "human", "fox"], *SHORT["seats"][1:]]}) == "save_damaged"


@pytest.mark.parametrize("name", ["", "Zoë", "Łukasz ♥", "名前", "👩‍🚀", "x" * 100])
def test_every_other_name_is_accepted(name):
    data = SHORT | {"seats": [[name, "human", "fox"], *SHORT["seats"][1:]]}
    assert load(json.loads(json.dumps(data)), GAMES).seats[0].name == name


@pytest.mark.parametrize("count", [0, 1, 2, 8, 5000])
def test_an_impossible_number_of_seats_is_refused(count):
    assert reason_of(SHORT | {"seats": [SHORT["seats"][0]] * count, "actions": []}) == "save_damaged"


@pytest.mark.parametrize("row", [[], ["Ada"], ["Ada", "human"], ["Ada", "human", "fox", "x"], "fox", {"0": 1}, None])
def test_a_row_that_is_no_seat_is_refused(row):
    assert reason_of(SHORT | {"seats": [row, *SHORT["seats"][1:]]}) == "save_damaged"


@pytest.mark.parametrize("option", rules.OPTIONS, ids=lambda option: option.name)
def test_a_house_rule_with_an_unknown_value_is_refused(option):
    for junk in JUNK:
        data = SHORT | {"options": {option.name: junk}, "actions": []}
        if junk is True and option.values == (False, True):
            assert getattr(load(data, GAMES).state.store.options, option.name)
        else:
            assert reason_of(data) == "save_damaged"


@pytest.mark.parametrize("options", [{"bogus": 1}, {"": None}, {"Specials": True}, {"kinds": ["joker", ["skip"]]}])
def test_an_unknown_house_rule_is_refused(options):
    assert reason_of(SHORT | {"options": options, "actions": []}) == "save_damaged"


# ---- actions ------------------------------------------------------------------------------------------


NO_ACTIONS: list[Any] = [
    *JUNK,
    *([], [7], [-1], [2], [3], [4], [4, 17], [5], [6], [99], [10**400], [0, 1], [1, 3], [0, 0, 0]),
    *([True], [False], [0.0], [1.0], ["0"], [None], [[0]], [0, True], [0, None], [0, 0.0], [4, 10**400], {"verb": 0}),
]


@pytest.mark.parametrize("place", [0, 4, 9])
def test_an_invalid_or_illegal_action_is_refused(place):
    actions = SHORT["actions"]
    for entry in NO_ACTIONS:
        try:
            GAMES["nein_danke"].decode(entry)
        except (ValueError, TypeError, RecursionError):
            reason = "save_damaged"
        else:
            reason = "save_rules"
        assert reason_of(SHORT | {"actions": [*actions[:place], entry, *actions[place:]]}) == reason


@pytest.mark.parametrize("entry", SHORT["actions"][:1] + [[verb] for verb in range(7)])
def test_an_action_after_the_end_is_refused(entry):
    assert reason_of(ENDED | {"actions": [*ENDED["actions"], entry]}) == "save_rules"


def test_the_log_of_another_deal_is_refused():
    assert reason_of(SPECIAL | {"seed": SPECIAL["seed"] + 1}) == "save_rules"
    assert reason_of(SPECIAL | {"options": {}}) == "save_rules"


# ---- nonsense of every kind ---------------------------------------------------------------------------

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 130)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([*FIELDS, *(option.name for option in rules.OPTIONS), "nein_danke", "human", "joker"])
)
ANY_JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), inner),
    max_leaves=12,
)


def loads_whole_or_not_at_all(data: Any) -> None:
    """Return a match that can be saved and read again, or raise InvalidSave with a known reason."""
    try:
        match = load(data, GAMES)
    except InvalidSave:
        assert reason_of(data) in REASONS
    else:
        assert load(json.loads(json.dumps(match.save())), GAMES).state == match.state


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(ANY_JSON)
def test_any_json_is_loaded_or_refused(data):
    loads_whole_or_not_at_all(data)


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.fixed_dictionaries({}, optional={name: ANY_JSON | st.just(SHORT[name]) for name in FIELDS}))
def test_the_right_fields_with_any_content_are_loaded_or_refused(data):
    loads_whole_or_not_at_all(data)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """Return a save in which one thing is replaced, left out or doubled."""
    data = copy.deepcopy(draw(st.sampled_from([SHORT, SPECIAL])))
    inside: Any = data
    while True:
        places = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        place = draw(st.sampled_from(places))
        if not isinstance(inside[place], (dict, list)) or not inside[place] or draw(st.booleans()):
            break
        inside = inside[place]
    kind = draw(st.sampled_from(["replaced", "left out", "twice"]))
    if kind == "replaced":
        inside[place] = draw(ANY_JSON)
    elif kind == "left out":
        del inside[place]
    elif isinstance(inside, list):
        inside.insert(place, inside[place])
    return data


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(damaged())
def test_a_save_damaged_in_one_place_is_loaded_or_refused(data):
    loads_whole_or_not_at_all(data)
