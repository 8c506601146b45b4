"""Garbage of a closed scene: it is collected, but not in the frame that draws the scene below."""

import gc

import pytest
from film_player import film_of

from game.host import device
from game.scenes.result.result import Result


@pytest.mark.parametrize("web", [False, True])
def test_the_frame_that_closes_a_film_collects_garbage_in_a_page_alone(web, monkeypatch):
    player, collected = film_of("push"), []
    monkeypatch.setattr(device, "WEB", web)
    monkeypatch.setattr(gc, "collect", lambda *given: collected.append(given))
    player.tap("skip")
    player.wait(32)
    assert isinstance(player.scene, Result)
    assert (collected == [()]) is web
    assert player.app.is_littered is not web
    # at the latest the next scene that is closed has it collected
    player.tap("film")
    assert len(collected) == web
    player.tap("skip")
    player.wait(32)
    assert collected == [()] * (1 + web)
    assert not player.app.is_littered
