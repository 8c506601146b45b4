"""What the picture of Nein Danke!'s table says about its numbers."""

from __future__ import annotations

import pytest
from finished import finished
from player import Player

from game import start
from game.engine.kit import Kit
from game.engine.transitions import Push
from game.engine.widgets import Button
from game.scenes import routes


def test_the_number_below_the_points_says_that_it_is_part_of_them(monkeypatch):
    said: list[str] = []
    plain = Kit.line_plain

    def line_plain(self, words, *rest, **more):
        said.append(words)
        return plain(self, words, *rest, **more)

    monkeypatch.setattr(Kit, "line_plain", line_plain)
    player = Player(wish=start.Wish("nein_danke", (), 5))
    assert player.app.context.texts("nein_danke.chips_count") in said
    # above a time line there is no room for it
    said.clear()
    player.app.stack.carry_out(Push(routes.replay(player.app.context, finished("nein_danke", 3))))
    assert player.app.context.texts("nein_danke.points") in said
    assert player.app.context.texts("nein_danke.chips_count") not in said


@pytest.mark.parametrize(("size", "unit"), [((1280, 720), "Punkte"), ((390, 844), "Pkt.")])
def test_the_buttons_of_the_auction_say_what_they_count(size, unit):
    player = Player(size, wish=start.Wish("nein_danke", ("human", "easy", "easy"), 5))
    player.app.context.settings.speed = "off"
    player.wait(20_000, lambda: "do-pay" in player.ids())
    scene = player.scene
    subs = {widget.items[0].id: widget.sub for widget in scene.widgets if isinstance(widget, Button)}
    view = scene.match.view(0)
    assert subs["do-pay"] == f"dann noch {view.chips[0] - 1} Chips"
    assert subs["do-take"].endswith(f" {unit}")
