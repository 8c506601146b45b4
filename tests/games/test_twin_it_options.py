"""The house rules of Twin It! and which of them a set-up offers."""

import pytest

from game.catalogue.registry import GAMES
from game.core.options import InvalidOptions, Pick
from game.core.rng import Rng
from game.engine.texts import Texts
from game.games.twin_it import rules
from game.games.twin_it.state import (
    CALM_SETS,
    COUNT_MS,
    FURTHER,
    MATTERS,
    MODES,
    OPTIONS,
    SEATS_OF,
    SETS_TO_WIN,
    SHORT_COUNT_MS,
    normalized_options,
    offers,
    read_options,
    sides,
)
from game.player.lineup import default_lineup

PRINTED = {option.name: option.default for option in OPTIONS}


def table(seats=3, people=1, **chosen):
    """Return the normalized house rules of a table."""
    return normalized_options(PRINTED | chosen, seats, people)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("calm", [False, True])
@pytest.mark.parametrize("people", [1, 2, 4])
def test_normalized_house_rules_and_all_offered_values_can_be_dealt(mode, calm, people):
    least, most = SEATS_OF[mode]
    for seats in (max(least, people), most):
        options = table(seats, people, mode=mode, calm=calm, forbidden=seats - 1, handicap=(300,) * seats)
        rules.setup(options, seats, Rng(1))
        for name, values in offers(options, seats).items():
            for value in values:
                chosen = (value,) * seats if name == "handicap" else value
                if name != "mode":
                    rules.setup(normalized_options(options | {name: chosen}, seats, people), seats, Rng(1))


def test_every_house_rule_but_the_buzzers_is_offered_somewhere():
    asked = {option.name for option in OPTIONS if option.pick != Pick.FOUND}
    assert {name for names in MATTERS.values() for name in names} | {"mode", "buzzers"} == asked
    shown = set()
    for mode in MODES:
        for calm in (False, True):
            for people in (1, 2):
                shown |= set(offers(table(4, people, mode=mode, calm=calm), 4))
    assert shown == asked - {"buzzers"}


def test_irrelevant_house_rules_are_not_offered():
    assert "looks" not in offers(table(calm=True), 3)
    assert (table(calm=True)["looks"], table()["looks"]) == (0, 1)
    assert not {"flip_after", "handicap", "flipper_handicap"} & set(offers(table(calm=True), 3))
    assert "tie_margin" not in offers(table(), 3)
    assert "tie_margin" in offers(table(people=2), 3)
    assert "touch_window" not in offers(table(people=2), 3)
    assert set(offers(table(mode="minute"), 1)) == {"mode", "minute", "calm", "honest", "handicap"}
    assert offers(table(), 3)["forbidden"] == (-1, 0, 1, 2)


def test_new_tables_with_a_flip_and_a_clock_count_later_contests_shorter():
    assert default_lineup("twin_it", Texts("en")).options["short_ties"]
    assert not table()["short_ties"], "older tables go on as they began"
    for options, length in (({}, SHORT_COUNT_MS), ({"calm": True}, COUNT_MS), ({"mode": "minute"}, COUNT_MS)):
        state = rules.setup(table(short_ties=True, **options), 3, Rng(1))
        assert state._replace(contests=2).count_ms == length
        assert state._replace(contests=1).count_ms == COUNT_MS


def test_only_tables_without_a_clock_can_need_more_than_five_sets():
    calm = table(calm=True)
    assert (calm["sets"], calm["further"]) == (CALM_SETS, FURTHER) == (7, 2)
    assert calm["seen_first"]
    assert table(**calm | {"sets": SETS_TO_WIN})["sets"] == SETS_TO_WIN, "a number chosen since stays"
    assert table(**calm | {"calm": False})["sets"] == SETS_TO_WIN
    assert table(calm=True, sets=10)["sets"] == 10
    assert offers(calm, 3)["sets"] == (5, 7, 10)
    assert table(calm=True, sets=7)["sets"] == 7
    for other in (table(sets=7), table(calm=True, sets=7, mode="minute"), table(4, sets=7, mode="teams")):
        assert (other["sets"], other["further"]) == (SETS_TO_WIN, 0)
        assert not other["seen_first"]
        assert "sets" not in offers(other, 4)
    assert read_options({"calm": True, "looks": 0}, 3).sets == SETS_TO_WIN
    with pytest.raises(InvalidOptions):
        read_options({"sets": 7}, 3)


def test_several_people_have_buzzers_only_in_timed_competition():
    assert not table(people=1)["buzzers"]
    assert table(people=2)["buzzers"]
    assert table(4, 2, mode="teams")["buzzers"]
    assert not table(people=2, calm=True)["buzzers"]
    assert not table(people=2, mode="minute")["buzzers"]
    assert not table(people=2, mode="contest")["buzzers"]
    assert not table(people=1, buzzers=True)["buzzers"]


def test_house_rules_that_do_not_fit_a_table_are_switched_off():
    assert table(4, mode="teams", calm=True)["calm"] is False
    assert table(3, forbidden=2)["forbidden"] == 2
    assert table(3, forbidden=3)["forbidden"] == -1
    assert table(3, mode="contest", forbidden=0)["forbidden"] == -1
    assert table(2, handicap=(0, 300, 600))["handicap"] == (0, 300)


def test_in_teams_only_the_larger_team_can_have_forbidden_patterns():
    for seats, binds in ((4, ()), (5, (0, 2, 4)), (6, ())):
        offered = offers(table(seats, mode="teams"), seats).get("forbidden", (-1,))
        assert offered == (-1, *binds)
        for seat in range(seats):
            kept = table(seats, mode="teams", forbidden=seat)["forbidden"]
            assert kept == (seat if seat in binds else -1)
            # earlier records may have any seat: they are played on as they are
            assert read_options({"mode": "teams", "forbidden": seat}, seats).forbidden == seat
    bound = rules.setup({"mode": "teams", "forbidden": 2}, 5, Rng(1))
    assert [bool(rules.view(bound, seat).barred) for seat in range(5)] == [True, False, True, False, True]


def test_teams_alternate():
    assert sides(table(5, mode="teams"), 5) == (0, 1, 0, 1, 0)
    assert sides(table(), 5) == ()


def test_the_number_of_seats_follows_the_mode():
    assert {mode: GAMES["twin_it"].seat_range({"mode": mode}) for mode in MODES} == SEATS_OF
    assert GAMES["twin_it"].seat_range({}) == (2, 6)


def test_a_handicap_is_a_list_of_known_times_for_the_existing_seats():
    assert read_options({"handicap": [300, 0]}, 3).handicap == (300, 0, 0)
    for wrong in (300, [100], [0, 0, 0, 0], [True], "000", None):
        with pytest.raises(InvalidOptions) as caught:
            read_options({"handicap": wrong}, 3)
        assert caught.value.reason == "bad_option_value"
