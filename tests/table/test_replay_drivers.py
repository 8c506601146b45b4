"""Replay drivers, without a window: their position, their time line, and their news for the table."""

import pytest
from finished import finished

from game.catalogue.registry import GAMES
from game.engine.layout import frame_for
from game.host.clock import ManualClock
from game.host.storage import MemoryStorage
from game.player import saves
from game.scenes.navigation import routes, screens
from game.services.context import Context
from game.table.driver import CornerButton
from game.table.film import PositionChanged, ReplayedMatch
from game.table.live.driver import LiveStep
from game.table.live.replay import LiveReplayDriver as LiveReplay
from game.table.turns import driver as news
from game.table.turns.replay import REST_MS, TurnReplayDriver

TURNS = [name for name, game in GAMES.items() if not game.real_time]


@pytest.fixture
def context() -> Context:
    routes.fill(screens.SCREENS)
    return Context(MemoryStorage(), ManualClock(), frame_for((1280, 720)), "en")


def played(driver: TurnReplayDriver) -> list[object]:
    """Return the news of the next move, as soon as it is due."""
    return [*driver.go_on(REST_MS), *driver.pass_time(REST_MS)]


@pytest.mark.parametrize("name", TURNS)
def test_a_replayed_match_has_every_position_as_its_viewer_saw_it(name):
    match = finished(name, 3)
    film = ReplayedMatch(match, 0)
    for place in (0, 1, film.last // 2, film.last):
        film.go_to(place)
        then = match.at(place)
        assert film.view(0) == then.view(0)
        assert film.is_over == then.is_over
        assert list(film.past(0)) == list(then.past(0))
    assert (film.mover, film.humans, film.objection(match.actions[0])) == (-1, [], None)


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_based_match_is_replayed_move_by_move_to_its_end_and_again(name, context):
    match = finished(name, 3)
    driver = TurnReplayDriver(context, match)
    assert (driver.playing, driver.progress, driver.where) == (True, 0, context.texts("replay.before"))
    for place in range(1, driver.match.last + 1):
        told = [one for one in played(driver) if isinstance(one, news.Steps)]
        assert len(told) == 1
        assert driver.match.place == place
    assert played(driver) == [news.TurnCue.FINISH_ANIMATIONS, news.TurnCue.REFRESH_CONTROLS]
    assert (driver.playing, driver.progress) == (False, 1)
    assert driver.figure[0] in {match.seats[seat].figure for seat in match.game.winners(match.state)}
    assert driver.figure[1] == "glad"
    assert [type(one) for one in driver.toggle()] == [PositionChanged]
    assert (driver.playing, driver.match.place) == (True, 0)


@pytest.mark.parametrize("name", TURNS)
def test_a_replay_counts_the_turns_of_players_not_the_steps_of_the_rules(name, context):
    match = finished(name, 3)
    count = sum(type(event).__name__ == "TurnStarted" for event in match.past(0)) or len(match.actions)
    assert (count < len(match.actions)) == (name in ("keine_ahnung", "push"))
    driver = TurnReplayDriver(context, match)
    for place, number in ((1, 1), (len(match.actions), count)):
        list(driver.jump(place))
        assert driver.where == context.texts("replay.turn", number=number, count=count)


def test_the_replay_of_a_match_without_actions_has_no_next_move(context):
    # from the log of a match that has just begun
    driver = TurnReplayDriver(context, finished("push", 3).at(0))
    stopped = [news.TurnCue.FINISH_ANIMATIONS, news.TurnCue.REFRESH_CONTROLS]
    assert played(driver) == stopped
    assert [*driver.step(1), *driver.pass_time(REST_MS)] == stopped
    assert (driver.match.place, driver.playing) == (0, False)


def test_jumping_stops_the_replay_there(context):
    match = finished("push", 3)
    driver = TurnReplayDriver(context, match)
    (told,) = driver.jump(5)
    assert told == PositionChanged(tuple(match.at(5).past(0)))
    assert not driver.playing
    assert not played(driver)
    assert not [*driver.step(1)], "the move is played at the table"
    assert [type(one) for one in driver.pass_time(0)] == [news.TurnCue, news.Steps]
    assert driver.match.place == 6
    assert [*driver.step(-1)] == [told]
    assert [*driver.drag(5 / driver.length)] == [], "there already"
    assert len([*driver.drag(0.5)]) == 1
    assert driver.match.place == round(0.5 * driver.length)
    assert [*driver.jump(10_000)]
    assert driver.match.is_over


def test_a_replay_opened_at_a_moment_is_paused_with_the_viewer_of_the_review(context):
    match = finished("push", 3, people=(0, 1))
    driver = TurnReplayDriver(context, match, routes.ReplayStart(place=4, viewer=1))
    assert (driver.playing, driver.match.place, driver.viewer, driver.is_own) == (False, 4, 1, False)
    assert CornerButton.REVIEW not in driver.corners
    assert CornerButton.REVIEW in TurnReplayDriver(context, match).corners
    saves.record_finished(context, match)
    assert driver.address == "replay.0.4.1"
    assert TurnReplayDriver(context, match, routes.ReplayStart(place=4)).address == "replay.0.4"


def test_dots_that_would_be_too_close_are_left_out_and_the_viewers_last(context):
    match = finished("push", 3)
    driver = TurnReplayDriver(context, match)
    count, own = driver.match.last, match.movers.count(0)
    for room, dots, legend in ((count, count, 1), (count / 2, own, 1), (count / 4, 0, 0)):
        found = driver.dots(room)
        assert (len(found), len(driver.legend(room))) == (dots, legend)
        assert all(0 < share <= 1 for share, _kind in found)
    assert {kind for _share, kind in driver.dots(count)} == {"own", ""}


def test_playing_on_asks_before_it_shelves_a_match(context):
    match = finished("push", 3)
    driver = TurnReplayDriver(context, match, routes.ReplayStart(place=3))
    assert driver.play_on(lambda _id: pytest.fail("nothing is lost")).scene.match.actions == match.actions[:3]
    saves.store_match(context, match.at(4))
    asked: list[str] = []
    driver.playing = True
    assert driver.play_on(lambda id_: bool(asked.append(id_))) is None
    assert (asked, driver.playing) == (["play_on"], False)
    assert driver.play_on(lambda _id: True).scene.match.actions == match.actions[:3]


def test_a_match_in_real_time_is_replayed_at_its_stamps(context):
    match = finished("twin_it", 3)
    driver = LiveReplay(context, match)
    driver.run_at("two")
    assert driver.pace == 2
    shown, told = [], 0
    while driver.playing:
        shown += [one.event for one in driver.advance(50) if isinstance(one, LiveStep)]
        told += 1
        assert driver.match.place == sum(action.at_ms <= driver.now for action in match.actions)
    assert told == -(-driver.length // 50)
    assert shown == list(match.past(0))[len(driver.match.seen(0)) :]
    assert (driver.progress, driver.awake, driver.running) == (1, False, False)
    assert not [*driver.advance(50)]


def test_the_buttons_go_from_stop_to_stop(context):
    driver = LiveReplay(context, finished("twin_it", 3))
    stops = sorted(set(driver.stops))
    for stop in stops:
        assert len([*driver.step(1)]) == 1
        assert driver.now == stop
    for stop in [*reversed(stops[:-1]), 0]:
        assert len([*driver.step(-1)]) == 1
        assert driver.now == stop
    assert driver.rest(hurried=True)
    assert not driver.playing
