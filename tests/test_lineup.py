"""The choices of the set-up: what is remembered, and that seats and house rules always go together."""

import json

import ladder
import pytest
import simulate

from game.catalogue.registry import GAMES
from game.core.match import HUMAN, Seat, load
from game.engine.texts import Texts
from game.player import lineup

TEXTS = Texts("de")
GAME = "twin_it"


def table(people=1, bots=2, **options):
    """A table of Twin It! that is settled."""
    row = lineup.default_lineup(GAME, TEXTS, people + bots)
    for seat in range(people):
        row.seats[seat] = row.seats[seat]._replace(kind=HUMAN)
    row.options |= options
    row.settle(TEXTS)
    return row


@pytest.mark.parametrize("game", GAMES)
def test_the_first_visit_has_one_person_among_bots_that_suit_a_newcomer(game):
    row = lineup.default_lineup(game, TEXTS)
    usual = [HUMAN, "normal", "normal", "normal"]
    # against the clock nobody knows yet how quick the person is
    assert [seat.kind for seat in row.seats] == ([HUMAN, "adaptive", "adaptive"] if game == GAME else usual)
    assert row.settle(TEXTS) == []
    row.match()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_remembered_comes_back(game):
    row = lineup.default_lineup(game, TEXTS)
    row.remove(2)
    row.seats[0] = Seat("Ada", HUMAN, "owl")
    again = lineup.stored_lineup(game, json.loads(json.dumps({game: row.as_json()})), TEXTS)
    assert (again.seats, again.options) == (row.seats, row.options)


def test_a_number_of_seats_that_the_mode_does_not_have_is_not_kept_without_the_mode():
    row = table(1, 1, mode="minute")
    row.remove(1)
    assert len(lineup.stored_lineup(GAME, {GAME: row.as_json()}, TEXTS).seats) == 1
    damaged = row.as_json() | {"options": {"mode": "chess"}}
    again = lineup.stored_lineup(GAME, {GAME: damaged}, TEXTS)
    assert (len(again.seats), again.options["mode"]) == (2, "competitive")
    again.match()


def test_bots_join_until_the_mode_can_be_played_and_that_is_told():
    row = table(1, 1)
    row.options["mode"] = "teams"
    assert row.settle(TEXTS) == ["Mindestens 4 am Tisch: Ole und Mika spielen mit."]
    assert [seat.kind for seat in row.seats] == [HUMAN, "adaptive", "adaptive", "adaptive"]
    assert row.settle(TEXTS) == []


def test_who_came_for_a_mode_leaves_with_it_and_takes_what_house_rules_say_of_the_seat_along():
    row = table(1, 1)
    seats = list(row.seats)
    row.options["mode"] = "teams"
    row.settle(TEXTS)
    row.options |= {"handicap": (300, 0, 600, 1000)}
    row.options["mode"] = "competitive"
    assert row.settle(TEXTS) == []
    assert row.seats == seats
    assert row.options["handicap"] == (300, 0)
    row.match()


def test_guests_are_needed_for_less_once_a_mode_asks_for_less():
    row = table(1, 1, mode="minute")
    row.remove(1)
    for mode, count in (("teams", 4), ("competitive", 2), ("minute", 1)):
        row.options["mode"] = mode
        row.settle(TEXTS)
        assert len(row.seats) == count, mode


@pytest.mark.parametrize("guests", [None, 7, [[1]], [["a", 4]], [[9, 4]], [[-1, 4]], [[1, "4"]]])
def test_guests_that_make_no_sense_are_nobody(guests):
    stored = table(1, 2).as_json() | {"guests": guests}
    again = lineup.stored_lineup(GAME, {GAME: stored}, TEXTS)
    assert len(again.seats) == 3
    assert again.guests == {}


def test_a_second_person_brings_buzzers_and_calm_takes_them_away():
    row = table(1, 2)
    row.seats[1] = row.seats[1]._replace(kind=HUMAN)
    assert row.settle(TEXTS) == [TEXTS("twin_it.settled.buzzers.on")]
    assert row.match().state.options.buzzers
    row.options["calm"] = True
    assert row.settle(TEXTS) == []
    assert not row.match().state.options.buzzers


def test_who_leaves_takes_the_handicap_and_the_forbidden_patterns_along():
    row = table(3, 1, handicap=(300, 600, 1000, 0), forbidden=2)
    row.remove(0)
    assert (row.options["handicap"], row.options["forbidden"]) == ((600, 1000, 0), 1)
    row.remove(1)
    assert (row.options["handicap"], row.options["forbidden"]) == ((600, 0), -1)
    row.match()


# ---- without a window ---------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"mode": "contest"}, {"calm": True}])
def test_a_game_in_real_time_is_played_and_replayed_without_a_window(options):
    match = ladder.play(GAME, ["easy", "hard"], options, 3)
    assert match.is_over
    assert ladder.play(GAME, ["easy", "hard"], options, 3).actions == match.actions
    line = json.dumps(simulate.record(match))
    assert list(simulate.check(iter([line]))) == [""]
    assert load(json.loads(line), GAMES).state == match.state


def test_a_group_that_reaches_no_level_has_no_winner_and_the_level_is_told(capsys):
    assert simulate.main([GAME, "--seats", "easy", "--games", "2", "--option", 'mode="minute"']) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("seat 1 easy")
    assert sum(int(line.split()[4]) for line in told if line.startswith("level")) == 2


def test_the_ladder_of_a_game_in_real_time_has_its_rising_levels_and_modes_for_rivals():
    rungs = ladder.rungs(GAME)
    assert {(rung.hero, rung.rival) for rung in rungs} == {("normal", "easy"), ("hard", "normal")}
    assert {rung.deck for rung in rungs} == {"base", "contest"}
    assert ladder.levels_of(GAME) == ("easy", "normal", "hard", "adaptive")
    assert tuple(GAMES[GAME].modes.variants) == ("base", "contest", "teams", "minute", "buzzers", "calm")
    assert list(ladder.tables_of(GAME, "teams")) == [4, 5, 6]


def test_a_higher_level_wins_more_often():
    rung = ladder.Rung(GAME, "hard", "easy", "base", 3, ladder.STEP)
    assert ladder.won(ladder.Portion(rung, 1, 41)) / 40 > 1 / 3
