"""The film of a match of Nein Danke!: close shots keep the card that is bid on whole."""

import pytest
from finished import finished
from player import Player

from game.engine.transitions import Reset
from game.games.nein_danke.faces import RATIO
from game.scenes.replay.camera import cuts
from game.scenes.result.result import Result


@pytest.mark.parametrize("size", [(1280, 720), (844, 390)])
@pytest.mark.parametrize("seats", [3, 4])
def test_no_close_shot_cuts_the_card_in_the_centre(seats, size):
    player = Player(size)
    player.app.stack.carry_out(Reset(Result(player.app.context, finished("nein_danke", seats, 2))))
    player.wait(64)
    if "skip" in player.ids():
        player.tap("skip")
    player.tap("film")
    strip = player.scene.strip
    centre = strip.table.spots.centre.card(RATIO)
    shots = [shot.seen for shot in strip.close_shots if shot]
    assert shots
    assert not [shot for shot in shots if cuts(shot, centre)]
