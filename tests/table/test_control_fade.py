"""Buttons of moves and the prompt fade in and out; their items appear and disappear at once."""

import pygame
import pytest
from player import FRAME_MS, Player

from game.engine import surfaces
from game.scenes.table.control_fade import COME_MS, GO_MS
from game.services import launch_request

BUTTON = "do-pay"


def at_the_turn(speed: str = "normal", reduced: bool = False) -> Player:
    """Return a person who has just been asked for the first move."""
    player = Player(wish=launch_request.read(["--game", "nein_danke", "--seats", "human,easy,easy", "--seed", "7"]))
    player.app.context.settings.speed = speed
    player.app.context.settings.reduced_motion = reduced
    assert player.wait(20_000, lambda: BUTTON in player.ids())
    return player


def pixels_at(player: Player, box: pygame.Rect) -> bytes:
    """Return what the window shows there."""
    return pygame.image.tobytes(player.draw().subsurface(box), "RGB")


def box_of(player: Player) -> pygame.Rect:
    """Return the box of the button of the first move, in the window."""
    item = player.scene.items.find(BUTTON)
    assert item is not None
    return pygame.Rect(*map(int, item.box)).inflate(20, 20)


def count_pictures(player: Player, box: pygame.Rect, ms: float) -> int:
    """Return how many different pictures are shown there within some milliseconds."""
    seen = []
    for _ in range(int(ms / FRAME_MS)):
        seen.append(pixels_at(player, box))
        player.wait(FRAME_MS)
    return len(dict.fromkeys(seen))


@pytest.mark.parametrize(("speed", "least"), [("normal", 5), ("fast", 3)])
def test_buttons_fade_in_and_their_items_appear_at_once(speed, least):
    player = at_the_turn(speed)
    box = box_of(player)
    first = pixels_at(player, box)
    assert count_pictures(player, box, COME_MS * 2) >= least
    there = pixels_at(player, box)
    assert first != there
    assert count_pictures(player, box, 300) == 1, "then they stand still"


def test_a_rival_no_longer_thinks_while_its_move_is_shown():
    player = at_the_turn()
    player.tap(BUTTON)
    scene = player.scene
    for _rival in range(2):
        assert player.wait(20_000, lambda: not scene._event_queue.busy and scene._easing.prompt.endswith(" überlegt"))
        assert player.wait(20_000, lambda: scene._event_queue.busy)
        assert scene._easing.prompt == ""


def test_buttons_fade_out_and_their_items_disappear_at_once():
    player = at_the_turn()
    box = box_of(player)
    player.wait(400)
    there = pixels_at(player, box)
    player.tap(BUTTON)
    assert BUTTON not in player.ids()
    player.wait(4 * FRAME_MS)
    leaving = pixels_at(player, box)
    player.wait(GO_MS * 2)
    gone = pixels_at(player, box)
    assert len({there, leaving, gone}) == 3


@pytest.mark.parametrize(("speed", "reduced"), [("off", False), ("normal", True)])
def test_without_motion_nothing_fades(speed, reduced):
    player = at_the_turn(speed, reduced)
    assert count_pictures(player, box_of(player), 300) == 1


def test_the_focused_button_appears_at_once():
    player = at_the_turn()
    player.walk_to(BUTTON)
    box = box_of(player).inflate(-40, -40)
    assert count_pictures(player, box, 300) == 1


def test_a_turn_can_be_taken_before_its_button_has_faded_in():
    player = at_the_turn()
    player.draw()
    moves = len(player.scene.match.actions)  # type: ignore[attr-defined]
    player.tap(BUTTON)
    assert len(player.scene.match.actions) == moves + 1  # type: ignore[attr-defined]


def test_a_thin_picture_is_more_transparent_and_made_once():
    pygame.display.set_mode((200, 200))
    picture = surfaces.ready(surfaces.rounded((40, 30), 6, (200, 100, 50)))
    half = surfaces.thin(picture, 0.5)
    assert half.get_at((20, 15)).a == pytest.approx(128, abs=4)
    assert half.get_flags() & pygame.RLEACCELOK, "it is drawn as what it was made of is"
    assert surfaces.thin(picture, 0.52) is half
    assert surfaces.thin(picture, 1.0) is picture
    assert picture.get_at((20, 15)).a == 255
