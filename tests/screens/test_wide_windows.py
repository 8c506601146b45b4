"""Tables and pages in windows much broader than high, as a phone in landscape: sides are used, text is larger."""

from functools import partial

import pytest
from all_screens import is_a_picture, table
from finished import finished
from player import Player

from game.catalogue.registry import GAMES
from game.engine.kit import LARGER, Kit
from game.engine.layout import MOST_SIDE, Box, Insets, frame_for
from game.engine.transitions import Push
from game.player import saves
from game.scenes.navigation import routes

PHONE, NOTCHED = (844, 390), Insets(0, 47, 21, 47)


@pytest.mark.parametrize("window", [(1280, 720), (1920, 1080), (1366, 768), (1024, 768), (390, 844), (1500, 800)])
def test_a_usual_window_has_no_sides(window):
    frame = frame_for(window)
    assert frame.side == 0
    assert not frame.broad


@pytest.mark.parametrize("safe", [Insets(), NOTCHED, Insets(0, 0, 21, 47)])
@pytest.mark.parametrize("window", [PHONE, (932, 430), (2532, 1170), (3440, 1440)])
def test_a_broad_window_has_sides_beside_the_safe_area(window, safe):
    frame = frame_for(window, safe)
    assert 0 < frame.side <= MOST_SIDE
    left, right = frame.to_real(-frame.side, 0)[0], frame.to_real(frame.width + frame.side, 0)[0]
    assert left >= safe.left - 1
    assert right <= window[0] - safe.right + 1


def test_a_lower_frame_of_a_broad_window_has_no_sides_but_is_still_broad():
    frame = frame_for(PHONE)
    lower = frame._replace(height=544)
    assert lower.side == 0
    assert lower.broad


@pytest.mark.parametrize(("chosen", "grown"), [(0.85, LARGER), (1.0, LARGER), (1.3, 1.3)])
def test_text_in_a_broad_window_is_as_large_as_on_an_upright_phone(chosen, grown):
    kit = Kit(frame_for(PHONE), chosen)
    assert kit.text_scale == pytest.approx(kit.scale * grown)
    upright = Kit(frame_for((390, 844)), 1.0)
    assert Kit(frame_for(PHONE), 1.0).text_scale == pytest.approx(upright.text_scale, rel=0.01)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_table_fits_a_broad_window_and_uses_its_sides(game, language, watched):
    faults: dict[str, None] = {}
    for seats in (max(2, GAMES[game].min_seats), GAMES[game].max_seats):
        player = table(PHONE, language, game, seats)
        for scale in (1.3, 1.0):
            player.app.context.settings.scale = scale
            watched.clear()
            player.resize(PHONE)
            assert is_a_picture(player.draw())
            faults |= {f"{seats} seats at {scale}: {what}": None for what in watched}
            frame = player.app.context.frame
            assert frame.side > 100
            room = Box(0, 0, frame.width, frame.height).wider(-frame.side, frame.side)
            boxes = [item.box for item in player.items]
            assert all(room.holds(*box.centre) for box in boxes)
            assert min(box.x for box in boxes) < 0, "the left side is used"
            assert max(box.x + box.w for box in boxes) > frame.width, "the right side is used"
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize("page", ["statistics", "puzzles", "daily", "howto", "together", "log"])
def test_pages_use_the_sides_of_a_broad_window(page):
    player = Player(PHONE)
    context, match = player.app.context, finished("push", 3)
    saves.finish(context, match)
    scenes = {"statistics": routes.statistics, "daily": routes.daily, "together": routes.together}
    scenes |= {page: partial(getattr(routes, page), game="push") for page in ("puzzles", "howto")}
    player.app.stack.carry_out(Push(scenes.get(page, lambda context: routes.replay(context, match))(context)))
    player.wait(200)
    if page == "log":
        player.tap("log")
    room, boxes = context.frame.room, [item.box for item in player.items]
    assert room.w > context.frame.width
    assert min(box.x for box in boxes) < room.x + 60
    assert max(box.x + box.w for box in boxes) > room.x + room.w - 70
