"""Stored values: damage of any shape is reported, nothing of it is lost, and the valid rest stays."""

import json
from datetime import date
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.records import MatchRecord
from game.core.stored_words import field_word
from game.engine.layout import frame_for
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player import daily_store, known_parties, lessons, puzzles, reviews, saves, stats
from game.player.daily_deal import DailyEntry, DailyResult
from game.player.lineup import stored_lineup
from game.player.settings import Settings, settings_from
from game.player.stored_value import StoredValue
from game.services.context import Context

DAY = date(2026, 11, 23)
OWN = MatchRecord("minute", 2, 300, 400, times=(300, 500), hand="touch", confused=(3,))
PLAYED = stats.StatsEntry("push", 5.0, 3, "hard", 1, 12, True, 1, ("Ä", "B", "C"))


class Case(NamedTuple):
    """A store with a value in it, and the stored JSON."""

    store: StoredValue
    value: object
    data: object
    #: the same as an older version wrote it
    older: object = None


CASES = {
    "statistics": Case(
        stats.STORED,
        (PLAYED, PLAYED._replace(own=OWN)),
        [
            *[
                {"game": "push", "ended_ms": 5.0, "seats": 3, "level": "hard", "place": 1, "score": 12, "won": True}
                | {"humans": 1, "names": ["Ä", "B", "C"]}
                | own
                for own in ({}, {"own": {**OWN._asdict(), "times": [300, 500], "confused": [3]}})
            ],
        ],
        [
            {"game": "push", "ended_ms": 5.0, "seats": 3, "level": "hard", "place": 1, "score": 12, "won": True}
            | {"humans": 1, "names": ["Ä", "B", "C"], "no longer": [1]}
            | own
            for own in (
                {},
                {
                    "own": {"mode": "minute", "medal": 2, "best_ms": 300, "median_ms": 400}
                    | {"times": [300, 500], "hand": "touch", "confused": [3]}
                },
            )
        ],
    ),
    "days": Case(
        daily_store.FINISHED_DAYS,
        (
            DailyEntry(DAY, DailyResult(1, 3, -5), 2, True, {"easy": DailyResult(2, 3, -9)}),
            DailyEntry(date(2026, 11, 24), None),
        ),
        [
            {"day": "2026-11-23", "standing": [1, 3, -5], "hints": 2, "later": True, "made": {"easy": [2, 3, -9]}},
            {"day": "2026-11-24"},
        ],
    ),
    "open days": Case(daily_store.OPEN_DAYS, ({"day": "2026-11-23", "x": 1},), [{"day": "2026-11-23", "x": 1}]),
    "reviews": Case(
        reviews.STORED,
        (reviews.StoredReview(6, ["push", 1, 2, 0], [[1, [0], None, 0.5, 0.5, 0, 1, 1, 0]]),),
        [{"version": 6, "of": ["push", 1, 2, 0], "decisions": [[1, [0], None, 0.5, 0.5, 0, 1, 1, 0]]}],
    ),
    "lessons": Case(
        lessons.STORED,
        {"push": lessons.Progress(7, True), "dnup": lessons.Progress(0, True, True)},
        {"push": {"place": 7, "offered": True}, "dnup": {"offered": True, "declined": True}},
        {"push": {"place": 7, "offered": True, "more": 1}, "dnup": {"place": 0, "offered": True, "declined": True}},
    ),
    "puzzles": Case(puzzles.STORED, {"push": {"77": 0}, "dnup": {"1": 3}}, {"push": {"77": 0}, "dnup": {"1": 3}}),
    "party": Case(
        known_parties.STORED,
        known_parties.StoredParties(
            "cards.example",
            (
                known_parties.KnownParty("cards.example", "ab", "KLMNP", "0f", 9, 8, True),
                known_parties.KnownParty("", "cd", "", ""),
            ),
        ),
        {
            "server": "cards.example",
            "tables": [
                {"server": "cards.example", "party": "ab", "code": "KLMNP", "token": "0f"}
                | {"until": 9, "seen": 8, "lost": True},
                {"server": "", "party": "cd", "code": "", "token": ""},
            ],
        },
        {
            "server": "cards.example",
            "tables": [
                {"server": "cards.example", "party": "ab", "code": "KLMNP", "token": "0f"}
                | {"until": 9, "seen": 8, "lost": True},
                {"server": "", "party": "cd", "code": "", "token": "", "until": 0, "seen": 0, "lost": False},
            ],
        },
    ),
    "put away": Case(saves.SHELVED, ({"seed": 1},), [{"seed": 1}], {"seed": 1}),
    "finished": Case(saves.FINISHED, ({"seed": 1}, 7), [{"seed": 1}, 7]),
}

WORDS = ["day", "standing", "hints", "made", "own", "times", "place", "offered", "tables", "server", "push", "x", ""]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=10,
)


@cache
def running() -> Context:
    """Return one program for all examples."""
    return Context(MemoryStorage(), ManualClock(), frame_for((1280, 720)), "en")


def with_stored(name: str, text: str) -> Context:
    """Return the program with only this in its storage."""
    context = running()
    context.storage = MemoryStorage()
    context.storage.write(name, text)
    context.notices.clear()
    return context


def read_in_peace(store: StoredValue, text: str) -> object:
    """Return what is read of a text; check that a damaged text is reported once and set aside unchanged."""
    context = with_stored(store.name, text)
    found = store.read(context)
    assert len(context.notices) == (f"{store.name}-damaged" in context.storage.names())
    if context.notices:
        assert context.storage.read(f"{store.name}-damaged") == text
        context.notices.clear()
        assert store.read(context) == found
    else:
        assert context.storage.read(store.name) == text
        assert store.write(context, found)
        assert store.read(context) == found
    assert context.notices == []
    return found


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_value_is_stored_in_the_known_form_and_read_back(case):
    context = with_stored("nothing", "0")
    assert case.store.read(context) == case.store.default
    assert case.store.write(context, case.value)
    assert json.loads(context.storage.read(case.store.name)) == case.data
    assert case.store.read(context) == case.value
    assert case.store.write(context, case.store.default)
    assert context.storage.read(case.store.name) is None


@pytest.mark.parametrize("case", [one for one in CASES.values() if one.older])
def test_a_value_stored_by_an_older_version_is_read(case):
    assert read_in_peace(case.store, json.dumps(case.older)) == case.value


def test_a_single_party_stored_by_an_older_version_is_read():
    alone = {"server": "a.example", "party": "ab", "code": "KLMNP", "token": "0f", "until": 9}
    context = with_stored("party", json.dumps(alone))
    (table,) = known_parties.known_parties(context)
    assert (table.join_link.party, table.join_link.token, table.until_ms, table.seen_ms) == ("ab", "0f", 9, 0)
    assert known_parties.last_server(context) == "a.example"
    context = with_stored("party", '{"server": "a.example"}')
    assert (known_parties.known_parties(context), known_parties.last_server(context)) == ([], "a.example")
    assert context.notices == []


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@given(data=JSON)
def test_any_json_is_read_or_set_aside_and_reported(case, data):
    read_in_peace(case.store, json.dumps(data))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("text", ["", "{", "[1,", "\0", "[" * 100_000])
def test_a_text_that_is_no_json_is_set_aside_and_reported(case, text):
    assert read_in_peace(case.store, text) == case.store.default


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if isinstance(case.data, list)])
@given(data=st.data())
def test_an_invalid_row_does_not_affect_the_others(name, data):
    """An invalid row lies anywhere among the others, or is one of them with a field replaced."""
    store, value, rows, _ = CASES[name]
    assert isinstance(rows, list)
    at = data.draw(st.integers(0, len(rows)))
    found = read_in_peace(store, json.dumps([*rows[:at], data.draw(JSON), *rows[at:]]))
    assert {*map(repr, value)} <= {*map(repr, found)}
    place = data.draw(st.integers(0, len(rows) - 1))
    if isinstance(rows[place], dict):
        spoilt = rows[place] | {data.draw(st.sampled_from([*rows[place]])): data.draw(JSON)}
        found = read_in_peace(store, json.dumps([*rows[:place], spoilt, *rows[place + 1 :]]))
        others = {repr(row) for number, row in enumerate(value) if number != place}
        assert others <= {*map(repr, found)}


@pytest.mark.parametrize("name", ["lessons", "puzzles"])
@given(nonsense=JSON)
def test_invalid_data_of_one_game_does_not_affect_another(name, nonsense):
    store, value, rows, _ = CASES[name]
    found = read_in_peace(store, json.dumps({**rows, "push": nonsense}))
    assert found["dnup"] == value["dnup"]


@given(nonsense=JSON)
def test_an_invalid_table_affects_neither_the_others_nor_the_server(nonsense):
    store, value, rows, _ = CASES["party"]
    found = read_in_peace(store, json.dumps({**rows, "tables": [nonsense, *rows["tables"]]}))
    assert found.server == value.server
    assert {*value.tables} <= {*found.tables}


# ---- silent repairs --------------------------------------------------------------------------------------


@given(nonsense=st.lists(JSON) | st.text(max_size=3), field=st.sampled_from(["until_ms", "seen_ms", "is_lost"]))
def test_an_invalid_value_beside_a_seats_token_keeps_the_seat(nonsense, field):
    store, value, rows, _ = CASES["party"]
    word = field_word(known_parties.KnownParty, field)
    found = read_in_peace(store, json.dumps({**rows, "tables": [rows["tables"][0] | {word: nonsense}]}))
    assert found.tables == (value.tables[0]._replace(**{field: False if field == "is_lost" else 0}),)


@given(nonsense=st.lists(JSON) | st.text(max_size=3))
def test_an_invalid_step_of_a_lesson_becomes_the_first(nonsense):
    data = {"push": {"place": nonsense, "offered": True}}
    assert read_in_peace(lessons.STORED, json.dumps(data)) == {"push": lessons.Progress(0, True)}


@given(data=JSON, name=st.sampled_from([*Settings().as_json()]))
def test_an_invalid_setting_becomes_the_default_and_the_others_stay(data, name):
    chosen = Settings("en", "fast", True, 1.15, 0, 1, True, "never", False, "grey", name="Ada", figure="owl", met=True)
    found = settings_from(json.loads(json.dumps(chosen.as_json() | {name: data})))
    usual = Settings().as_json()[name]
    for other, value in found.as_json().items():
        if other != name:
            assert value == chosen.as_json()[other]
        else:
            assert value in (usual, data) or name == "keys"
    assert settings_from(json.loads(json.dumps(found.as_json()))) == found
    assert settings_from(data).as_json().keys() == Settings().as_json().keys()


@given(data=JSON, name=st.sampled_from(["seats", "options", "guests"]))
def test_invalid_choices_of_the_set_up_become_the_defaults(data, name):
    texts = running().texts
    usual = stored_lineup("push", None, texts)
    found = stored_lineup("push", {"push": usual.as_json() | {name: data}}, texts)
    assert (found.seats, found.options) == (usual.seats, usual.options)
    assert stored_lineup("push", data, texts).match().save()["seats"]
