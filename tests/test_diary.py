"""What is kept of the deals of the day, beside everything else that is stored, whatever is damaged or refused."""

import json
import time
from datetime import date, timedelta

import pytest
from player import Player
from unkind import Unkind

from game.app.context import Context
from game.host import transfer
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player import daily, diary, lineup, saves, statistics
from game.player.daily import Entry, Standing, deal_of
from game.player.diary import Attempt
from game.thinking.levels import decided

DAY = date(2026, 11, 21)
BEFORE, AFTER = DAY - daily.ONE_DAY, DAY + daily.ONE_DAY
MADE = {"easy": Standing(4, 4, 2), "hard": Standing(1, 4, 40)}
WHOLE = {
    BEFORE: Entry(BEFORE, None, 2, True, MADE),
    DAY: Entry(DAY, Standing(1, 4, -12), 0, False, MADE),
    AFTER: Entry(AFTER, Standing(2, 3, 7)),
}


def turn_to(clock: ManualClock, day: date) -> None:
    """Let the device show noon of a date."""
    noon = time.mktime((day.year, day.month, day.day, 12, 0, 0, 0, 0, -1)) * 1000
    clock.ms += noon - clock.wall_ms()


def on(day: date = DAY, storage: MemoryStorage | None = None) -> Context:
    """The services of a program that runs on a date."""
    player = Player(storage=storage, language="en")
    turn_to(player.clock, day)
    return player.app.context


def move(attempt: Attempt, level: str = "easy") -> None:
    """Let whoever is to move do what a level would."""
    match = attempt.match
    view = match.view(match.game.to_move(match.state))
    match.apply(decided(match.game.bots.think(view, match.luck(), level)))


def begun(context: Context, day: date = DAY, moves: int = 3) -> Attempt:
    """The match of a date after some moves, and stored."""
    attempt = diary.begin(context, day)
    for _ in range(moves):
        move(attempt)
    assert diary.keep(context, attempt)
    return attempt


def finished(context: Context, day: date = DAY) -> Attempt:
    """The match of a date, just over."""
    attempt = begun(context, day)
    while not attempt.match.is_over:
        move(attempt)
    return attempt


def stored(context: Context, name: str) -> list[dict]:
    return json.loads(context.storage.read(name) or "[]")


# ---- open matches -------------------------------------------------------------------------------------


def test_the_match_of_a_date_goes_on_where_it_was_left():
    context = on()
    attempt = begun(context)._replace(hints=2)
    diary.keep(context, attempt)
    again = diary.begin(on(storage=context.storage), DAY)
    assert again.match.save() == attempt.match.save()
    assert (again.hints, again.later) == (2, False)
    assert diary.is_stored(context, again)
    move(again)
    assert not diary.is_stored(context, again)


def test_it_lies_beside_the_match_in_progress_of_its_game_and_neither_is_lost():
    context = on()
    game = deal_of(DAY).game
    own = lineup.standard(game, context.texts).match()
    own.apply(own.game.legal_actions(own.state)[0])
    saves.keep(context, own)
    begun(context)
    assert [saved.match.save() for saved in saves.waiting(context)] == [own.save()]
    diary.finish(context, finished(context))
    assert [saved.match.save() for saved in saves.waiting(context)] == [own.save()]
    # and the other way round
    begun(context, AFTER)
    saves.put_away(context, game)
    saves.give_up(context, saves.waiting(context)[0])
    assert diary.open_days(context) == {AFTER}


def test_matches_of_several_dates_are_open_at_once():
    context = on()
    for day in (DAY, BEFORE, AFTER):
        begun(context, day)
    assert diary.open_days(context) == {DAY, BEFORE, AFTER}
    diary.give_up(context, diary.begin(context, DAY))
    assert diary.open_days(context) == {BEFORE, AFTER}
    assert diary.begin(context, BEFORE).match.actions


def test_what_is_begun_on_another_date_is_marked_even_if_it_ends_on_that():
    context = on(AFTER)
    begun(context, DAY)
    diary.finish(context, finished(context, AFTER))
    assert diary.entries(context)[AFTER].later is False
    earlier = on(DAY, context.storage)
    assert diary.begin(earlier, DAY).later is True


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
def test_an_open_match_that_makes_no_sense_is_set_aside_and_the_others_go_on(change):
    context = on()
    begun(context, DAY)
    begun(context, BEFORE)
    rows = stored(context, diary.OPEN.name)
    rows[0] |= change
    context.storage.write(diary.OPEN.name, json.dumps(rows))
    day = date.fromisoformat(rows[0]["day"])
    assert not diary.begin(context, day).match.actions
    assert diary.open_days(context) == {BEFORE}
    assert json.loads(context.storage.read(f"{diary.OPEN.name}-damaged") or "") == rows
    assert context.notices


@pytest.mark.parametrize(
    "text", ["{", "7", '[{"day": "2026-13-01"}]', '[{"day": "20261121"}]', '[{"day": 5}, 7]', "{}"]
)
def test_whatever_else_lies_in_their_place_is_set_aside(text):
    context = on()
    context.storage.write(diary.OPEN.name, text)
    assert diary.open_days(context) == frozenset()
    assert context.storage.read(f"{diary.OPEN.name}-damaged") == text
    begun(context)
    assert diary.open_days(context) == {DAY}


# ---- what came of it ----------------------------------------------------------------------------------


def test_a_finished_date_is_kept_with_the_statistics_and_the_games_to_watch():
    context = on()
    attempt = finished(context)
    diary.finish(context, attempt._replace(hints=1))
    assert diary.entries(context) == {DAY: Entry(DAY, daily.standing_of(attempt.match), 1)}
    assert diary.open_days(context) == frozenset()
    assert [row["seed"] for row in saves.finished(context)] == [20261121]
    assert [row.game for row in statistics.entries(context)] == [deal_of(DAY).game]


def test_of_a_date_the_first_match_counts():
    context = on()
    diary.give_up(context, begun(context))
    diary.finish(context, finished(context))
    assert diary.entries(context) == {DAY: Entry(DAY, None)}
    assert statistics.entries(context) == []
    assert diary.open_days(context) == frozenset()


def test_what_came_of_a_date_is_not_given_up_afterwards():
    context = on()
    attempt = begun(context)
    diary.finish(context, finished(context))
    before = diary.entries(context)
    # as another tab may do that has not heard of it
    diary.keep(context, attempt)
    diary.give_up(context, attempt)
    assert diary.entries(context) == before
    assert diary.open_days(context) == frozenset()


@pytest.mark.parametrize("name", [diary.DAYS.name, diary.OPEN.name, saves.FINISHED.name, ""])
@pytest.mark.parametrize("call", ["read", "write"])
def test_a_refused_storage_leaves_the_match_to_be_finished_later(call, name):
    storage = Unkind()
    context = on(storage=storage)
    attempt = finished(context)
    diary.keep(context, attempt)
    storage.refuses = lambda asked, about: asked == call and about in (name or about)
    diary.finish(context, attempt)
    storage.refuses = lambda _asked, _about: False
    assert not diary.begin(context, DAY).match.actions
    assert diary.entries(context)[DAY].standing == daily.standing_of(attempt.match)
    assert len(statistics.entries(context)) == len(saves.finished(context)) == 1


def test_everything_of_a_date_comes_back_as_it_was_stored():
    context = on()
    diary._store(context, WHOLE)
    assert diary.entries(context) == WHOLE


def test_what_levels_make_is_added_to_its_date_alone():
    context = on()
    diary._store(context, WHOLE)
    diary.add_made(context, AFTER, "easy", Standing(3, 3, 1))
    assert diary.entries(context) == {**WHOLE, AFTER: WHOLE[AFTER]._replace(made={"easy": Standing(3, 3, 1)})}
    diary.add_made(context, AFTER + daily.ONE_DAY, "easy", Standing(3, 3, 1))
    assert len(diary.entries(context)) == len(WHOLE)


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
def test_a_date_that_cannot_be_read_is_set_aside_and_the_others_stay(row):
    context = on()
    diary._store(context, WHOLE)
    rows = [*stored(context, diary.DAYS.name), row]
    context.storage.write(diary.DAYS.name, json.dumps(rows))
    assert diary.entries(context) == WHOLE
    assert json.loads(context.storage.read(f"{diary.DAYS.name}-damaged") or "") == rows
    context.notices.clear()
    assert diary.entries(context) == WHOLE
    assert context.notices == []


@pytest.mark.parametrize("text", ["{", "7", '{"day": 1}'])
def test_a_calendar_that_is_none_is_set_aside(text):
    context = on()
    context.storage.write(diary.DAYS.name, text)
    assert diary.entries(context) == {}
    assert context.storage.read(f"{diary.DAYS.name}-damaged") == text


def test_a_device_whose_date_goes_back_loses_nothing():
    context = on(AFTER)
    diary.finish(context, finished(context, DAY))
    diary.finish(context, finished(context, AFTER))
    begun(context, AFTER + daily.ONE_DAY)
    before = diary.entries(context)
    back = on(DAY - timedelta(400), context.storage)
    assert diary.today(back) == DAY - timedelta(400)
    assert diary.entries(back) == before
    assert diary.open_days(back) == {AFTER + daily.ONE_DAY}
    diary.finish(back, finished(back, diary.today(back)))
    assert diary.entries(back).keys() == {*before, diary.today(back)}


# ---- with everything else -----------------------------------------------------------------------------


def test_a_file_with_everything_takes_the_days_along():
    context = on()
    diary._store(context, WHOLE)
    begun(context)
    begun(context, BEFORE)
    texts = transfer.texts_of(transfer.packed(context.storage), saves.are_playable)
    assert {diary.DAYS.name, diary.OPEN.name} <= texts.keys()
    assert saves.contents(texts).open == 2
    fresh = on()
    transfer.take_in(fresh.storage, texts)
    assert diary.entries(fresh) == WHOLE
    assert diary.begin(fresh, BEFORE).match.save() == diary.begin(context, BEFORE).match.save()
    assert transfer.is_known(f"{diary.DAYS.name}-damaged")


def test_a_file_with_a_log_that_no_match_has_is_refused():
    context = on()
    begun(context)
    rows = stored(context, diary.OPEN.name)
    rows[0]["actions"] = rows[0]["actions"] * 10_000
    assert not saves.are_playable({diary.OPEN.name: json.dumps(rows)})
