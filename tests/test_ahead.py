"""What would take longer than a frame: cards on their way, wide glows, and what is made ahead of its time."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from player import Player
from table_player import match_of, sit

from game.engine import surfaces, text
from game.engine.canvas import Canvas
from game.engine.cards import Faces
from game.engine.kit import Kit
from game.engine.layout import frame_for
from game.engine.painting import Painting
from game.engine.palette import GOLD
from game.engine.sprites import Layer, Place
from game.registry import GAMES

FRAME = frame_for((1280, 720))


class Written(Faces):
    """Cards that count how often one is written."""

    def __init__(self) -> None:
        super().__init__(Kit(FRAME))
        self.times = 0

    def whole(self, face: str, w: float, state: str) -> pygame.Surface:
        self.times += 1
        card = surfaces.blank((round(w) + 20, round(w * 1.5) + 20))
        card.fill((200, 30, 30, 255), (10, 10, round(w), round(w * 1.5)))
        return card


def flight(start: Place, end: Place) -> list[tuple[str, float, str, float, float]]:
    """What a layer asks for in each frame while something flies, and when it has arrived."""
    asked: list[tuple[str, float, str, float, float]] = []

    def look(*what):
        asked.append(what)
        return surfaces.blank((4, 4))

    layer = Layer(look)
    layer.arrange({"a": start})
    layer.arrange({"a": end}, 320, lambda share: share)
    canvas = Canvas(Painting(pygame.Surface((64, 64))), FRAME)
    for _ in range(22):
        layer.draw(canvas)
        layer.update(16)
    return asked


def test_a_card_on_its_way_is_made_from_the_larger_of_its_two_pictures():
    there = flight(Place(0, 0, 60, "c"), Place(50, 0, 96, "c"))
    assert {of for _face, w, _state, _flip, of in there if w not in (60, 96)} == {96}
    back = flight(Place(0, 0, 96, "c"), Place(50, 0, 60, "c"))
    assert {of for _face, w, _state, _flip, of in back if w not in (60, 96)} == {96}
    # where it starts and where it arrives it has a picture of its own
    for asked in (there, back):
        assert asked[0][4] == asked[-1][4] == 0


def test_a_card_that_turns_over_where_it_lies_is_squeezed_and_not_written_anew():
    asked = flight(Place(0, 0, 80, "back"), Place(0, 0, 80, "c"))
    assert {of for _face, _w, _state, flip, of in asked if flip < 1} == {80}
    assert {of for _face, _w, _state, flip, of in asked if flip == 1} == {0}


def test_a_flight_writes_a_card_once_however_many_widths_it_takes():
    faces = Written()
    for w in range(60, 121, 6):
        for flip in (0.3, 1.0):
            picture = faces.on_its_way("c", w, "rest", flip, 120)
            assert picture.get_width() == pytest.approx(140 * w / 120 * flip, abs=1.01)
            assert picture.get_height() == pytest.approx(200 * w / 120, abs=1.01)
            # the card is in the middle
            assert picture.get_at((picture.get_width() // 2, picture.get_height() // 2)).r > 190
    assert faces.times == 1


def test_a_wide_glow_is_as_soft_as_a_narrow_one_and_never_blurred_at_its_full_size(monkeypatch):
    blurred = []
    blur = pygame.transform.gaussian_blur

    def noting(surface, sigma, **how):
        blurred.append((surface.get_width(), sigma))
        return blur(surface, sigma, **how)

    monkeypatch.setattr(pygame.transform, "gaussian_blur", noting)
    surfaces.halo.cache_clear()
    glow, margin = surfaces.halo(80, 34, GOLD, 165)
    assert glow.get_width() == 2 * (80 + margin)
    assert all(width * sigma < 1000 for width, sigma in blurred)
    middle = glow.get_width() // 2
    strengths = [glow.get_at((middle + out, middle)).a for out in range(0, middle, 8)]
    assert strengths == sorted(strengths, reverse=True)
    # bright in the middle, nothing left at the edge, and no step between
    assert strengths[0] > 150
    assert glow.get_at((0, middle)).a <= 3
    assert max(a - b for a, b in pairwise(strengths)) < 30


def made_ahead(player: Player) -> int:
    """Let the table make ahead all that it can, in frames that leave time; return how many that were."""
    for count in range(2000):
        steps = player.scene._ahead
        player.app.make_ahead(player.clock.now_ms())
        if steps is not None and next(steps[1], "nothing more") == "nothing more":
            return count
    raise AssertionError("there is always more to make")


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not game.real_time])
def test_what_comes_is_written_before_it_comes(name):
    player = sit(match_of(GAMES[name], ("human", "easy", "easy"), 3))
    player.app.draw()
    assert made_ahead(player) > 20
    table = player.scene.table
    coming = list(table.coming())
    assert coming
    before = (text.sticker.cache_info().misses, text.plain.cache_info().misses)
    for face, w in coming:
        table.faces(face, w)
    assert (text.sticker.cache_info().misses, text.plain.cache_info().misses) == before


def test_nothing_is_made_ahead_in_a_frame_that_has_taken_its_time_nor_while_the_player_is_away():
    player = sit(match_of(GAMES["push"], ("human", "easy"), 3))
    player.app.draw()
    began = player.clock.now_ms()
    player.clock.pass_ms(5)
    player.app.make_ahead(began)
    assert player.scene._ahead is None
    player.feed(pygame.WINDOWFOCUSLOST)
    player.app.make_ahead(player.clock.now_ms())
    assert player.scene._ahead is None
    player.feed(pygame.WINDOWFOCUSGAINED)
    player.app.make_ahead(player.clock.now_ms())
    assert player.scene._ahead is not None


def test_after_the_window_has_changed_everything_is_made_for_its_new_size():
    player = sit(match_of(GAMES["push"], ("human", "easy"), 3))
    player.app.draw()
    player.app.make_ahead(player.clock.now_ms())
    first = player.scene._ahead
    player.feed(pygame.VIDEORESIZE, size=(390, 844), w=390, h=844)
    player.app.make_ahead(player.clock.now_ms())
    assert player.scene._ahead is not first
    assert player.scene._ahead[0] is player.app.context.kit
