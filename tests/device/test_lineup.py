"""The choices of the set-up: what is stored, and that seats and house rules always go together."""

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
    """Return a valid set-up of Twin It!."""
    row = lineup.default_lineup(GAME, TEXTS, people + bots)
    for seat in range(people):
        row.seats[seat] = row.seats[seat]._replace(kind=HUMAN)
    row.options |= options
    row.settle(TEXTS)
    return row


@pytest.mark.parametrize("game", GAMES)
def test_the_first_set_up_has_one_person_and_bots_for_a_newcomer(game):
    row = lineup.default_lineup(game, TEXTS)
    usual = [HUMAN, "normal", "normal", "normal"]
    # in real time the person's speed is not known yet
    assert [seat.kind for seat in row.seats] == ([HUMAN, "adaptive", "adaptive"] if game == GAME else usual)
    assert row.settle(TEXTS) == []
    row.match()


@pytest.mark.parametrize("game", GAMES)
def test_a_set_up_survives_storage(game):
    row = lineup.default_lineup(game, TEXTS)
    row.remove(2)
    row.seats[0] = Seat("Ada", HUMAN, "owl")
    again = lineup.stored_lineup(game, json.loads(json.dumps({game: row.as_json()})), TEXTS)
    assert (again.seats, again.options) == (row.seats, row.options)


def test_a_number_of_seats_is_dropped_together_with_its_invalid_mode():
    row = table(1, 1, mode="minute")
    row.remove(1)
    assert len(lineup.stored_lineup(GAME, {GAME: row.as_json()}, TEXTS).seats) == 1
    damaged = row.as_json() | {"options": {"mode": "chess"}}
    again = lineup.stored_lineup(GAME, {GAME: damaged}, TEXTS)
    assert (len(again.seats), again.options["mode"]) == (2, "competitive")
    again.match()


def test_bots_join_until_the_mode_has_enough_players_and_a_text_says_so():
    row = table(1, 1)
    row.options["mode"] = "teams"
    assert row.settle(TEXTS) == ["Mindestens 4 am Tisch: Ole und Mika spielen mit."]
    assert [seat.kind for seat in row.seats] == [HUMAN, "adaptive", "adaptive", "adaptive"]
    assert row.settle(TEXTS) == []


def test_bots_that_joined_for_a_mode_leave_with_it():
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


def test_fewer_guests_stay_when_a_mode_needs_fewer():
    row = table(1, 1, mode="minute")
    row.remove(1)
    for mode, count in (("teams", 4), ("competitive", 2), ("minute", 1)):
        row.options["mode"] = mode
        row.settle(TEXTS)
        assert len(row.seats) == count, mode


@pytest.mark.parametrize("guests", [None, 7, [[1]], [["a", 4]], [[9, 4]], [[-1, 4]], [[1, "4"]]])
def test_invalid_stored_guests_are_ignored(guests):
    stored = table(1, 2).as_json() | {"guests": guests}
    again = lineup.stored_lineup(GAME, {GAME: stored}, TEXTS)
    assert len(again.seats) == 3
    assert again.added_bots == {}


def test_a_second_person_switches_buzzers_on_and_calm_switches_them_off():
    row = table(1, 2)
    row.seats[1] = row.seats[1]._replace(kind=HUMAN)
    assert row.settle(TEXTS) == [TEXTS("twin_it.settled.buzzers.on")]
    assert row.match().state.options.buzzers
    row.options["calm"] = True
    assert row.settle(TEXTS) == []
    assert not row.match().state.options.buzzers


def test_removing_a_seat_removes_its_handicap_and_forbidden_pattern():
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


def test_a_group_without_a_medal_has_no_winner_and_the_medal_counts_are_printed(capsys):
    assert simulate.main([GAME, "--seats", "easy", "--games", "2", "--option", 'mode="minute"']) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("seat 1 easy")
    assert sum(int(line.split()[4]) for line in told if line.startswith("level")) == 2


def test_the_ladder_of_a_real_time_game_has_rising_levels_and_competitive_modes():
    rungs = ladder.rungs(GAME)
    assert {(rung.hero, rung.rival) for rung in rungs} == {("normal", "easy"), ("hard", "normal")}
    assert {rung.deck for rung in rungs} == {"base", "contest"}
    assert ladder.levels_of(GAME) == ("easy", "normal", "hard", "adaptive")
    assert tuple(GAMES[GAME].modes.variants) == ("base", "contest", "teams", "minute", "buzzers", "calm")
    assert list(ladder.tables_of(GAME, "teams")) == [4, 5, 6]


def test_a_higher_level_wins_more_often():
    rung = ladder.Rung(GAME, "hard", "easy", "base", 3, ladder.STEP)
    assert ladder.won(ladder.Portion(rung, 1, 41)) / 40 > 1 / 3
