"""The large figure of the rival to move, where a wide table has no buttons."""

import pytest
from player import Player
from table_player import go_on

from game.catalogue.registry import GAMES
from game.core.live import LiveGame
from game.engine.layout import overlap
from game.scenes.table.signs import MoverSign
from game.services import launch_request

TURN_GAMES = [name for name, game in GAMES.items() if not isinstance(game, LiveGame)]
PHONE = (390, 844)


@pytest.mark.parametrize("name", TURN_GAMES)
@pytest.mark.parametrize(("size", "wide"), [((1280, 720), True), ((844, 390), True), (PHONE, False)])
def test_the_rival_whose_turn_it_is_has_the_place_of_the_buttons(name, size, wide):
    wish = launch_request.LaunchRequest(name, ("human", *["easy"] * (GAMES[name].seat_range({})[0])), 7)
    player = Player(size, wish=wish)
    player.app.context.settings.speed = "normal"
    table, shown, asked = player.scene.table, set(), 0
    for _frame in range(1500):
        player.wait(33)
        player.draw()
        signs = [widget for widget in player.scene.widgets if isinstance(widget, MoverSign)]
        if table.viewer_decides:
            asked += 1
            assert not signs
            break
        for sign in signs:
            shown.add(sign.seat)
            assert all(overlap(item.box, sign.box) == 0 for item in player.scene.items.items)
            assert overlap(table.spots.dock, sign.box) == 0 or table.log_panel.hidden
    assert asked or len(shown) > 1
    # one's own events are shown without it
    assert bool(shown - {-1}) == wide
    assert 0 not in shown


@pytest.mark.parametrize("name", TURN_GAMES)
def test_the_rival_whose_turn_it_is_stays_in_sight_while_bots_can_be_hurried(name):
    wish = launch_request.LaunchRequest(name, ("human", *["normal"] * 3), 7)
    player = Player(wish=wish)
    player.app.context.settings.speed = "normal"
    offered = 0
    for frame in range(3000):
        player.wait(33)
        if "to_me" in player.ids() and not player.scene.table.viewer_decides:
            offered += 1
            assert any(isinstance(widget, MoverSign) for widget in player.scene.widgets)
        elif player.scene.table.viewer_decides:
            go_on(player, frame)
        if offered > 100:
            return
    raise AssertionError("no round of bots is long")
