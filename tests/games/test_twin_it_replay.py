"""The replay of a match in real time: its pace, its buttons, its line of time."""

import pytest
from drivers import is_replay
from ladder import play
from table_player import PHONE, WIDE
from twin_it_matches import MODES, SIZES, finished, new_context

from game.games.twin_it import history
from game.games.twin_it.state import Verb
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.records.finished import Finished
from game.scenes.result.look_back import LookBack as LookBackScene
from game.scenes.result.result import Result
from game.table.live.scene import LiveScene


def test_the_statistics_and_the_replay_lead_to_the_review():
    context, _ = new_context()
    saves.finish(context, finished())
    scene = Finished(context)
    scene.build()
    assert isinstance(scene.items.find("review-0").use().scene, LookBackScene)
    for size in SIZES:
        assert isinstance(watched(size=size).items.find("review").use().scene, LookBackScene)
    assert watched(3, PHONE).items.find("review") is None


def watched(mode: int = 0, size: tuple[int, int] = (1280, 720)) -> LiveScene:
    context, _ = new_context(size)
    scene = routes.replay(context, finished(mode), routes.ReplayStart(1.7e12))
    assert is_replay(scene)
    scene.build()
    return scene


@pytest.mark.parametrize("options", [{}, {"buzzers": True}])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (720, 1280)])
def test_the_table_of_a_replay_is_smaller_only_with_people_around_it(size, options):
    context, _ = new_context(size)
    match = play("twin_it", ("easy",) * 3, options, 3)
    scene = routes.replay(context, match, routes.ReplayStart(1.7e12))
    scene.build()
    whole, table, line = context.frame, scene.table.context.frame, scene.strip.panel
    around = bool(options)
    assert scene.table.around == around
    assert (table.scale < whole.scale) == around
    # a whole table, shrunk, or one of full width and less height
    assert (table.height == whole.height) == (around or not whole.tall)
    if around and whole.tall:
        # the corners at the foot belong to people, so the line covers nothing of the table
        assert whole.to_logical(0, table.to_real(0, table.height)[1])[1] <= line.y


def shown(scene: LiveScene) -> object:
    """Return what the table shows, without the time."""
    return scene.table.view


def test_a_match_is_replayed_at_its_true_pace():
    scene, match = watched(), finished()
    for frame in range(1, 1200):
        scene.update(50)
        assert scene.driver.now == min(50 * frame, scene.driver.length)
        assert scene.match.place == sum(action.at_ms <= scene.driver.now for action in match.actions)
        assert shown(scene) == match.game.view(match.at(scene.match.place).state, 0)
    assert scene.match.place > 5


def test_a_speed_multiplies_the_pace():
    scene = watched()
    scene.items.find("speed-2").use()
    scene.update(500)
    assert scene.driver.now == 1000
    scene.items.find("speed-0").use()
    scene.update(500)
    assert scene.driver.now == 1250


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_a_replay_ends_like_its_match(mode):
    scene, match = watched(mode), finished(mode)
    scene.items.find("speed-3").use()
    while scene.driver.playing:
        scene.update(200)
    assert (scene.driver.now, scene.match.place) == (match.actions[-1].at_ms, len(match.actions))
    assert shown(scene) == match.view(0)
    scene.items.find("toggle").use()
    assert (scene.driver.now, scene.driver.playing) == (0, True)


def test_the_buttons_jump_between_important_moments():
    scene, match = watched(3), finished(3)
    heavy = sorted({match.actions[moment.place - 1].at_ms for moment in scene.driver.moments})
    stops = []
    while scene.driver.now < heavy[-1]:
        scene.items.find("forward").use()
        stops.append(scene.driver.now)
    assert stops == heavy
    assert not scene.driver.playing
    back = []
    while scene.driver.now > 0:
        scene.items.find("backward").use()
        back.append(scene.driver.now)
    assert back == [*reversed(heavy[:-1]), 0]
    verbs = {match.actions[moment.place - 1].verb for moment in scene.driver.moments}
    assert Verb.BUZZ not in verbs


def test_dragging_the_line_seeks_in_time():
    scene = watched()
    line = scene.items.find("line")
    half = (17 + scene.strip.line.w / 2) / line.box.w
    line.on_slide(half)
    assert scene.driver.now == pytest.approx(scene.driver.length / 2)
    assert shown(scene) == finished().game.view(finished().at(scene.match.place).state, 0)
    assert scene.driver.where in scene.items.find("line").label
    marks = scene.driver.dots(scene.strip.room)
    assert all(0 <= share <= 1 for share, _ in marks)
    assert sum(kind != "error" for _, kind in marks) == len(history.history_of(finished(), 0).claims)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_a_replay_keeps_its_position_in_a_new_layout(mode, size):
    context, canvas = new_context(size)
    scene = routes.replay(context, finished(mode))
    scene.build()
    scene._handle_news(scene.driver.seek(scene.driver.length * 0.4))
    now, place = scene.driver.now, scene.match.place
    scene.build()
    assert (scene.driver.now, scene.match.place) == (now, place)
    scene.draw(canvas)
    assert canvas.screen.get_clip() == canvas.screen.get_rect()
    width, height = context.frame.width, context.frame.height
    for item in scene.items.items:
        x, y = item.box.centre
        assert 0 < x < width, item.id
        assert 0 < y < height, item.id


@pytest.mark.parametrize("mode", range(len(MODES)))
def test_the_headline_comes_at_once_if_everybody_has_seen_who_won(mode):
    context, _canvas = new_context(WIDE)
    scene = Result(context, finished(mode))
    scene.build()
    scene.update(16)
    assert bool(scene.items.find("again")) == (not scene.pictures.timed)
