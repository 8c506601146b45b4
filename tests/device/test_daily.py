"""The daily deal: the same for everybody on a date, its seat, streaks, and the line to share."""

import os
import subprocess
import sys
import time
from collections import Counter
from datetime import date, timedelta

import pytest
from finished import finished
from offers import TURNS
from player import Player

from game.catalogue.presentations import PRESENTATIONS
from game.core.match import HUMAN, Seat
from game.engine.texts import LANGUAGES, Texts
from game.player import daily_deal
from game.player.daily_deal import ALIKE, BETTER, WORSE, DailyEntry, DailyResult, deal_of

DAY = date(2026, 11, 21)
YEAR = [date(2026, 1, 1) + timedelta(number) for number in range(365)]
#: a date of each game of the rotation
OF_EACH = {deal_of(day).game: day for day in reversed(YEAR)}


def played(day: date, level: str) -> DailyResult:
    return next(found for _moves, found in daily_deal.play_as(deal_of(day), level) if found)


# ---- the table of a date ----------------------------------------------------------------------------


def test_a_date_has_the_same_deal_everywhere():
    # written out, so that no change of the rotation or of the random numbers goes unnoticed
    assert deal_of(DAY) == daily_deal.Deal(DAY, "push", 20261121, ("human", "easy", "normal", "normal"))
    assert deal_of(date(2026, 11, 22)).game == "dnup"
    assert deal_of(date(2026, 11, 23)).game == "keine_ahnung"
    assert deal_of(date(2026, 11, 24)).game == "nein_danke"
    again = "from datetime import date; from game.player.daily_deal import deal_of; print(deal_of(date(2027, 2, 3)))"
    other = subprocess.run(
        [sys.executable, "-c", again],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "7"},
    )
    assert other.stdout.strip() == str(deal_of(date(2027, 2, 3)))


def test_the_daily_deal_imports_no_pygame():
    asked = "import sys, game.player.daily_deal; print('pygame' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_turn_based_games_take_turns_evenly():
    assert {"nein_danke", "push", "dnup", "keine_ahnung"} <= {turn.game for turn in daily_deal.ROTATION} <= {*TURNS}
    counts = Counter(deal_of(day).game for day in YEAR)
    assert max(counts.values()) - min(counts.values()) <= 1
    # no game falls on every Sunday
    assert len({deal_of(day).game for day in YEAR if day.weekday() == 6}) == len(daily_deal.ROTATION)


def test_every_deal_is_a_table_that_its_game_allows():
    seats: dict[str, set[int]] = {}
    for day in YEAR:
        deal = deal_of(day)
        assert deal.kinds[daily_deal.OWN] == HUMAN
        assert deal.kinds.count(HUMAN) == 1
        assert set(deal.kinds) - {HUMAN} <= set(deal.levels)
        seats.setdefault(deal.game, set()).add(len(deal.kinds))
        rows = [Seat(f"{number}", kind) for number, kind in enumerate(deal.kinds)]
        match = deal.match(rows)
        assert deal.is_of(match)
        assert not deal_of(day + daily_deal.ONE_DAY).is_of(match)
    assert seats == {turn.game: set(turn.seats) for turn in daily_deal.ROTATION}
    # no set-up deals such a number by itself
    assert min(deal_of(day).seed for day in YEAR) > 99_999


def test_the_names_at_the_table_do_not_change_the_deal():
    deal = deal_of(DAY)
    one, other = (deal.match([Seat(f"{name}{n}", kind) for n, kind in enumerate(deal.kinds)]) for name in "ab")
    assert one.state == other.state


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_date_is_that_of_the_device(zone, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        noon = time.mktime((2026, 11, 21, 12, 0, 0, 0, 0, -1)) * 1000
        assert daily_deal.date_of(noon) == DAY
        assert daily_deal.date_of(noon + 12 * 3_600_000 - 1) == DAY
        assert daily_deal.date_of(noon + 12 * 3_600_000) == DAY + daily_deal.ONE_DAY
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_score_unit_is_that_of_the_game():
    context = Player().app.context
    for turn in daily_deal.ROTATION:
        for seats in turn.seats:
            assert PRESENTATIONS[turn.game].score_sheet(context.texts, finished(turn.game, seats)).unit == turn.unit


# ---- the same seat ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OF_EACH)
def test_a_level_gets_the_same_result_every_time(game):
    deal = deal_of(OF_EACH[game])
    first, second = (list(daily_deal.play_as(deal, "easy")) for _ in range(2))
    assert first == second
    found = first[-1][1]
    assert found
    assert 1 <= found.place <= found.among == len(deal.kinds)
    # in slices
    assert len(first) > 20
    assert all(standing is None for _moves, standing in first[:-1])


def test_the_place_counts_before_the_score():
    assert daily_deal.compare(DailyResult(1, 4, -40), DailyResult(2, 4, -10)) > 0
    assert daily_deal.compare(DailyResult(2, 4, -12), DailyResult(2, 4, -10)) < 0
    assert daily_deal.compare(DailyResult(3, 4, 5), DailyResult(3, 4, 5)) == 0


# ---- streaks ----------------------------------------------------------------------------------------


def days(*numbers: int) -> set[date]:
    return {DAY + timedelta(number) for number in numbers}


def test_a_streak_ends_only_when_a_date_is_over():
    assert daily_deal.streak(days(-2, -1, 0), DAY) == 3
    assert daily_deal.streak(days(-2, -1), DAY) == 2
    assert daily_deal.streak(days(-3, -2), DAY) == 0
    assert daily_deal.streak(days(), DAY) == 0
    assert daily_deal.streak(days(0), DAY) == 1


def test_a_date_played_later_closes_the_gap_in_a_streak():
    assert daily_deal.streak(days(-3, -2, 0), DAY) == 1
    assert daily_deal.streak(days(-3, -2, 0) | days(-1), DAY) == 4


def test_a_device_whose_date_goes_back_keeps_its_streak():
    assert daily_deal.longest_streak(days(-2, -1, 0, 5, 6)) == 3
    # seen from an earlier date: later days are still there
    assert daily_deal.streak(days(-2, -1, 0, 1, 2), DAY) == 3
    assert daily_deal.longest_streak(days()) == 0


# ---- the line ---------------------------------------------------------------------------------------

MADE = {"easy": DailyResult(2, 3, 40), "normal": DailyResult(1, 3, 61), "hard": DailyResult(1, 3, 70)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shared_line_tells_the_result_and_nothing_of_the_cards(language):
    texts = Texts(language)
    line = daily_deal.share_line(texts, DailyEntry(DAY, DailyResult(1, 3, 61), level_results=MADE))
    levels = ", ".join(texts(f"level.{level}") for level in MADE)
    assert line.startswith("Kartenkiste 2026-11-21 · Push · ")
    assert line.endswith(f" · {BETTER}{ALIKE}{WORSE} ({levels})")
    assert "\n" not in line
    assert "61" not in line
    assert str(deal_of(DAY).seed) not in line


def test_the_shared_line_tells_of_hints_and_of_a_later_day():
    texts = Texts("en")
    line = daily_deal.share_line(texts, DailyEntry(DAY, DailyResult(2, 3, 5), 2, True, MADE))
    assert line.endswith(" · 2 hints · played later")
    assert daily_deal.share_line(texts, DailyEntry(DAY, DailyResult(2, 3, 5), 1, False, MADE)).endswith(" · 1 hint")


def test_the_shared_line_says_that_a_day_was_given_up():
    line = daily_deal.share_line(Texts("en"), DailyEntry(DAY, None, 0, False, MADE))
    assert line == "Kartenkiste 2026-11-21 · Push · given up"


def test_the_shared_line_leaves_out_levels_without_a_result():
    """A level that has not played, or that a later version brings, is not there; the others are in their order."""
    made = {"hard": DailyResult(3, 3, 10), "easy": DailyResult(1, 3, 80)}
    line = daily_deal.share_line(Texts("en"), DailyEntry(DAY, DailyResult(2, 3, 30), level_results=made))
    assert line.endswith(f"{WORSE}{BETTER} (Easy, Hard)")
    assert daily_deal.share_line(Texts("en"), DailyEntry(DAY, DailyResult(2, 3, 30))).endswith(" · #2 of 3")


def test_a_score_of_one_is_in_the_singular():
    texts = Texts("en")
    assert daily_deal.result_text(texts, deal_of(DAY), DailyResult(1, 3, 1)) == "1 point"
    assert daily_deal.result_text(texts, deal_of(DAY), DailyResult(1, 3, -7)) == "\u22127 points"


def test_the_days_with_a_better_result_are_counted_for_each_level():
    def entry(number: int, own: int | None, **made: int) -> DailyEntry:
        results = {level: DailyResult(place, 4, 10) for level, place in made.items()}
        return DailyEntry(date(2026, 11, number), DailyResult(own, 4, 10) if own else None, level_results=results)

    rows = [
        entry(21, 2, easy=3, normal=2, hard=1),
        entry(22, 1, easy=4, normal=2, hard=1),
        entry(23, None, easy=4, normal=4, hard=4),
        entry(24, 4),
    ]
    assert daily_deal.times_better(rows) == [("easy", 2), ("normal", 1)]


def test_the_best_entry_of_a_game_has_the_highest_score_then_the_better_place():
    days = [day for day in YEAR if deal_of(day).game == "push"][:4]
    results = [DailyResult(1, 3, 40), DailyResult(3, 3, 55), DailyResult(2, 3, 55), None]
    entries = [DailyEntry(day, result) for day, result in zip(days, results, strict=True)]
    assert daily_deal.best_entries(entries) == {"push": entries[2]}
    assert daily_deal.best_entries(entries[3:]) == {}
