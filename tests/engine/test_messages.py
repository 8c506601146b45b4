"""Messages cover nothing important, and a change that a button shows itself needs none."""

import pygame
import pytest
from player import Player

from game.engine.overlays import IN_MS
from game.engine.texts import LANGUAGES
from game.player.settings import SPEEDS
from game.services import launch_request

#: as long as messages of the settings are, with a path of a usual length
LONG = "Gesichert als /home/jemand/.local/share/kartenkiste-data.json"


def covered(player):
    """Return the part of the window that a message changes."""
    # nothing is pointed at, so that no tooltip appears
    player.feed(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0))
    player.wait(600)
    player.app.toasts.shown = ""
    player.app._is_drawn = False
    before = player.draw().copy()
    player.app.context.notices.append(LONG)
    player.wait(IN_MS + 400)
    assert player.app.toasts.shown == LONG
    player.app._is_drawn = False
    after = player.draw()
    mask = pygame.mask.from_threshold(after, (0, 0, 0), (1, 1, 1, 255), before)
    mask.invert()
    boxes = mask.get_bounding_rects()
    return boxes[0].unionall(boxes[1:])


def targets(player):
    """Return what can be used, by its box in the window; touch areas reach a little beyond what is drawn."""
    frame = player.app.context.frame
    for item in player.items:
        box = item.box.grown(-10)
        yield item.id, pygame.Rect(*frame.to_real(box.x, box.y), frame.px(box.w), frame.px(box.h))


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
@pytest.mark.parametrize(
    "path", [(), ("settings",), ("push",), ("twin_it", "more_rules"), ("statistics",), ("howto-push",)]
)
def test_a_message_covers_no_item(size, path):
    player = Player(size)
    for id_ in path:
        player.tap(id_)
    message = covered(player)
    assert pygame.Rect((0, 0), size).contains(message)
    hit = [id_ for id_, box in targets(player) if box.colliderect(message)]
    assert not hit, hit


def at_the_table(size=(1280, 720), language="de"):
    player = Player(
        size, launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy", "easy"), 3), language=language
    )
    assert player.wait(20_000, lambda: player.scene.table.viewer_decides)
    return player


@pytest.mark.parametrize("sheet", ["log", "pause"])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_message_covers_no_item_of_a_sheet_over_the_table(size, sheet):
    player = at_the_table(size)
    player.tap(sheet)
    message = covered(player)
    hit = [id_ for id_, box in targets(player) if box.colliderect(message)]
    assert not hit, hit


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_at_a_table_a_message_replaces_the_prompt(size):
    player = at_the_table(size)
    frame, spots = player.app.context.frame, player.scene.table.spots
    message = covered(player)
    assert message.collidepoint(frame.to_real(*spots.prompt[:2]))
    assert message.height < frame.px(130)
    hit = [id_ for id_, box in targets(player) if box.colliderect(message)]
    assert not hit, hit


def test_at_a_live_table_a_message_replaces_the_prompt():
    player = Player(wish=launch_request.LaunchRequest("twin_it", ("human", "easy", "easy"), 3))
    player.tap("go")
    player.wait(3000)
    frame, spots = player.app.context.frame, player.scene.table.spots
    player.app.context.notices.append(LONG)
    assert player.scene.message_box().centre == pytest.approx(spots.prompt[:2])
    assert player.scene.message_box().w <= frame.width


def test_at_a_live_table_no_prompt_looks_out_below_a_message(monkeypatch):
    player = Player((390, 844), launch_request.LaunchRequest("twin_it", ("human", "human"), 3))
    prompts = []
    monkeypatch.setattr(player.scene.table, "draw_asked", lambda _canvas, text, _refused: prompts.append(text))
    player.app.context.notices.append(LONG)
    for ms in (IN_MS + 100, 20_000):
        player.wait(ms)
        player.app._is_drawn = False
        player.draw()
    assert not prompts[0]
    assert prompts[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_speed_button_names_the_speed_without_a_message(language):
    player = at_the_table(language=language)
    pictures = set()
    for _ in SPEEDS:
        player.wait(100)
        text = player.app.context.texts(f"speed.{player.app.context.settings.speed}")
        assert player.scene.items.find("speed").label.endswith(f": {text}")
        box = player.scene.items.find("speed").box
        pictures.add(pygame.image.tobytes(player.draw().subsurface(pygame.Rect(*map(round, box))), "RGB"))
        player.tap("speed")
        player.point(640, 300)
    assert len(pictures) == len(SPEEDS)
    player.press(pygame.K_PLUS, "+")
    player.wait(100)
    assert not player.app.toasts.shown
    # without such a button a message says it
    player.press(pygame.K_ESCAPE)
    player.tap("home")
    player.press(pygame.K_PLUS, "+")
    player.wait(100)
    assert player.app.context.texts(f"speed.{player.app.context.settings.speed}") in player.app.toasts.shown
