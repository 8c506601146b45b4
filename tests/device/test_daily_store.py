"""The storage of daily deals, beside everything else that is stored, also when damaged or refused."""

import json
from datetime import date, timedelta

import pytest
from daily_matches import DAY, begun, finished, move, set_date, stored
from failing_storage import FailingStorage
from player import Player

from game.host import transfer
from game.host.storage import MemoryStorage
from game.player import daily_deal, daily_store, lineup, saves, stats
from game.player.daily_deal import DailyEntry, DailyResult, deal_of
from game.services.context import Context

BEFORE, AFTER = DAY - daily_deal.ONE_DAY, DAY + daily_deal.ONE_DAY


MADE = {"easy": DailyResult(4, 4, 2), "hard": DailyResult(1, 4, 40)}


WHOLE = {
    BEFORE: DailyEntry(BEFORE, None, 2, True, MADE),
    DAY: DailyEntry(DAY, DailyResult(1, 4, -12), 0, False, MADE),
    AFTER: DailyEntry(AFTER, DailyResult(2, 3, 7)),
}


def context_on(day: date = DAY, storage: MemoryStorage | None = None) -> Context:
    """Return the services of a program that runs on a date."""
    player = Player(storage=storage, language="en")
    set_date(player.clock, day)
    return player.app.context


# ---- open matches -------------------------------------------------------------------------------------


def test_the_match_of_a_date_resumes_where_it_was_left():
    context = context_on()
    attempt = begun(context)._replace(hints=2)
    daily_store.keep(context, attempt)
    again = daily_store.begin(context_on(storage=context.storage), DAY)
    assert again.match.save() == attempt.match.save()
    assert (again.hints, again.later) == (2, False)
    assert daily_store.is_stored(context, again)
    move(again)
    assert not daily_store.is_stored(context, again)


def test_a_daily_match_and_a_saved_match_of_the_same_game_are_both_kept():
    context = context_on()
    game = deal_of(DAY).game
    own = lineup.default_lineup(game, context.texts).match()
    own.apply(own.game.legal_actions(own.state)[0])
    saves.store_match(context, own)
    begun(context)
    assert [saved.match.save() for saved in saves.resumable_matches(context)] == [own.save()]
    daily_store.finish(context, finished(context))
    assert [saved.match.save() for saved in saves.resumable_matches(context)] == [own.save()]
    # and the other way round
    begun(context, AFTER)
    saves.shelve(context, game)
    saves.discard(context, saves.resumable_matches(context)[0])
    assert daily_store.open_days(context) == {AFTER}


def test_matches_of_several_dates_are_open_at_once():
    context = context_on()
    for day in (DAY, BEFORE, AFTER):
        begun(context, day)
    assert daily_store.open_days(context) == {DAY, BEFORE, AFTER}
    daily_store.give_up(context, daily_store.begin(context, DAY))
    assert daily_store.open_days(context) == {BEFORE, AFTER}
    assert daily_store.begin(context, BEFORE).match.actions


def test_a_match_begun_on_another_date_is_marked_even_if_finished_on_its_own():
    context = context_on(AFTER)
    begun(context, DAY)
    daily_store.finish(context, finished(context, AFTER))
    assert daily_store.entries(context)[AFTER].later is False
    earlier = context_on(DAY, context.storage)
    assert daily_store.begin(earlier, DAY).later is True


@pytest.mark.parametrize(
    "change",
    [
        {"actions": [[1, 2, 3]]},
        {"seed": 7},
        {"game": "poker"},
        {"day": AFTER.isoformat()},
        {"seats": [["A", "human", "bear"], ["B", "easy", "fox"]]},
    ],
)
def test_an_invalid_open_match_is_set_aside_and_the_others_stay(change):
    context = context_on()
    begun(context, DAY)
    begun(context, BEFORE)
    rows = stored(context, daily_store.OPEN_DAYS.name)
    rows[0] |= change
    context.storage.write(daily_store.OPEN_DAYS.name, json.dumps(rows))
    day = date.fromisoformat(rows[0]["day"])
    assert not daily_store.begin(context, day).match.actions
    assert daily_store.open_days(context) == {BEFORE}
    assert json.loads(context.storage.read(f"{daily_store.OPEN_DAYS.name}-damaged") or "") == rows
    assert context.notices


@pytest.mark.parametrize(
    "text", ["{", "7", '[{"day": "2026-13-01"}]', '[{"day": "20261121"}]', '[{"day": 5}, 7]', "{}"]
)
def test_invalid_data_for_open_days_is_set_aside(text):
    context = context_on()
    context.storage.write(daily_store.OPEN_DAYS.name, text)
    assert daily_store.open_days(context) == frozenset()
    assert context.storage.read(f"{daily_store.OPEN_DAYS.name}-damaged") == text
    begun(context)
    assert daily_store.open_days(context) == {DAY}


# ---- results ---------------------------------------------------------------------------------------


def test_a_finished_daily_match_is_kept_with_statistics_and_replays():
    context = context_on()
    attempt = finished(context)
    daily_store.finish(context, attempt._replace(hints=1))
    assert daily_store.entries(context) == {DAY: DailyEntry(DAY, daily_deal.result_of(attempt.match), 1)}
    assert daily_store.open_days(context) == frozenset()
    assert [row["seed"] for row in saves.finished_matches(context)] == [20261121]
    assert [row.game for row in stats.entries(context)] == [deal_of(DAY).game]


def test_the_first_result_of_a_date_counts():
    context = context_on()
    daily_store.give_up(context, begun(context))
    daily_store.finish(context, finished(context))
    assert daily_store.entries(context) == {DAY: DailyEntry(DAY, None)}
    assert stats.entries(context) == []
    assert daily_store.open_days(context) == frozenset()


def test_a_finished_date_cannot_be_given_up_afterwards():
    context = context_on()
    attempt = begun(context)
    daily_store.finish(context, finished(context))
    before = daily_store.entries(context)
    # as another tab may do that has not heard of it
    daily_store.keep(context, attempt)
    daily_store.give_up(context, attempt)
    assert daily_store.entries(context) == before
    assert daily_store.open_days(context) == frozenset()


@pytest.mark.parametrize("name", [daily_store.FINISHED_DAYS.name, daily_store.OPEN_DAYS.name, saves.FINISHED.name, ""])
@pytest.mark.parametrize("call", ["read", "write"])
def test_a_refused_write_leaves_the_match_to_be_finished_later(call, name):
    storage = FailingStorage()
    context = context_on(storage=storage)
    attempt = finished(context)
    daily_store.keep(context, attempt)
    storage.refuses = lambda asked, about: asked == call and about in (name or about)
    daily_store.finish(context, attempt)
    storage.refuses = lambda _asked, _about: False
    assert not daily_store.begin(context, DAY).match.actions
    assert daily_store.entries(context)[DAY].result == daily_deal.result_of(attempt.match)
    assert len(stats.entries(context)) == len(saves.finished_matches(context)) == 1


def test_every_field_of_a_date_survives_storage():
    context = context_on()
    daily_store.store_entries(context, WHOLE)
    assert daily_store.entries(context) == WHOLE


def test_the_result_of_a_level_is_added_to_its_date_alone():
    context = context_on()
    daily_store.store_entries(context, WHOLE)
    daily_store.add_level_result(context, AFTER, "easy", DailyResult(3, 3, 1))
    assert daily_store.entries(context) == {
        **WHOLE,
        AFTER: WHOLE[AFTER]._replace(level_results={"easy": DailyResult(3, 3, 1)}),
    }
    daily_store.add_level_result(context, AFTER + daily_deal.ONE_DAY, "easy", DailyResult(3, 3, 1))
    assert len(daily_store.entries(context)) == len(WHOLE)


NONSENSE = [
    7,
    {},
    {"day": "yesterday"},
    {"day": "2026-11-23", "standing": [1, 2]},
    {"day": "2026-11-23", "standing": [3, 2, 0]},
    {"day": "2026-11-23", "standing": [True, 2, 0]},
    {"day": "2026-11-23", "standing": [1, 2, 10**9]},
    {"day": "2026-11-23", "hints": -1},
    {"day": "2026-11-23", "later": 1},
    {"day": "2026-11-23", "made": {"easy": [0, 2, 1]}},
    {"day": "2026-11-23", "made": {"x" * 99: [1, 2, 1]}},
    {"day": "2026-11-23", "made": []},
]


@pytest.mark.parametrize("row", NONSENSE)
def test_an_unreadable_date_is_set_aside_and_the_others_stay(row):
    context = context_on()
    daily_store.store_entries(context, WHOLE)
    rows = [*stored(context, daily_store.FINISHED_DAYS.name), row]
    context.storage.write(daily_store.FINISHED_DAYS.name, json.dumps(rows))
    assert daily_store.entries(context) == WHOLE
    assert json.loads(context.storage.read(f"{daily_store.FINISHED_DAYS.name}-damaged") or "") == rows
    context.notices.clear()
    assert daily_store.entries(context) == WHOLE
    assert context.notices == []


@pytest.mark.parametrize("text", ["{", "7", '{"day": 1}'])
def test_an_invalid_calendar_is_set_aside(text):
    context = context_on()
    context.storage.write(daily_store.FINISHED_DAYS.name, text)
    assert daily_store.entries(context) == {}
    assert context.storage.read(f"{daily_store.FINISHED_DAYS.name}-damaged") == text


def test_a_device_whose_date_goes_back_loses_nothing():
    context = context_on(AFTER)
    daily_store.finish(context, finished(context, DAY))
    daily_store.finish(context, finished(context, AFTER))
    begun(context, AFTER + daily_deal.ONE_DAY)
    before = daily_store.entries(context)
    back = context_on(DAY - timedelta(400), context.storage)
    assert daily_store.today(back) == DAY - timedelta(400)
    assert daily_store.entries(back) == before
    assert daily_store.open_days(back) == {AFTER + daily_deal.ONE_DAY}
    daily_store.finish(back, finished(back, daily_store.today(back)))
    assert daily_store.entries(back).keys() == {*before, daily_store.today(back)}


# ---- with everything else -----------------------------------------------------------------------------


def test_an_export_of_everything_includes_the_days():
    context = context_on()
    daily_store.store_entries(context, WHOLE)
    begun(context)
    begun(context, BEFORE)
    texts = transfer.texts_in(transfer.packed_texts(context.storage), saves.are_playable)
    assert {daily_store.FINISHED_DAYS.name, daily_store.OPEN_DAYS.name} <= texts.keys()
    assert saves.contents_of(texts).open == 2
    fresh = context_on()
    transfer.import_texts(fresh.storage, texts)
    assert daily_store.entries(fresh) == WHOLE
    assert daily_store.begin(fresh, BEFORE).match.save() == daily_store.begin(context, BEFORE).match.save()
    assert transfer.is_known(f"{daily_store.FINISHED_DAYS.name}-damaged")


def test_an_import_with_an_impossibly_long_log_is_refused():
    context = context_on()
    begun(context)
    rows = stored(context, daily_store.OPEN_DAYS.name)
    rows[0]["actions"] = rows[0]["actions"] * 10_000
    assert not saves.are_playable({daily_store.OPEN_DAYS.name: json.dumps(rows)})
