"""Playing together through the interface: lobby, table, result, with a server in the same program."""

from __future__ import annotations

import pytest
from online import Room

from game.scenes.online_result import OnlineResult
from game.scenes.online_table import OnlineTable


@pytest.fixture
def room(request):
    made = Room(*getattr(request, "param", (2,)))
    yield made
    made.close()


def press_on(player) -> bool:
    """Use the first button that a turn offers, if one is offered."""
    scene = player.scene
    if isinstance(scene, OnlineTable) and scene.table.asked:
        for id_ in ("do-pay", "do-take"):
            if id_ in player.ids():
                player.tap(id_)
                return True
    return False


def test_two_people_play_a_whole_game_by_presses(room):
    room.gather("nein_danke", ["easy"])
    room.begin()
    for _ in range(2000):
        for player in room.players:
            press_on(player)
        room.live()
        if all(isinstance(player.scene, OnlineResult) for player in room.players):
            break
    first, second = (player.scene for player in room.players)
    assert isinstance(first, OnlineResult)
    assert isinstance(second, OnlineResult)
    assert first.match.save() == second.match.save()
