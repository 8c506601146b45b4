"""The large figure of the player to move, where a table has no buttons now."""

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
@pytest.mark.parametrize("size", [(1280, 720), (844, 390), PHONE])
def test_the_player_whose_turn_it_is_has_the_place_of_the_buttons(name, size):
    wish = launch_request.LaunchRequest(name, ("human", *["easy"] * (GAMES[name].seat_range({})[0])), 7)
    player = Player(size, wish=wish)
    player.app.context.settings.speed = "normal"
    table, shown = player.scene.table, set()
    for _frame in range(1500):
        player.wait(33)
        player.draw()
        signs = [widget for widget in player.scene.widgets if isinstance(widget, MoverSign)]
        for sign in signs:
            shown.add(sign.seat)
            assert all(overlap(item.box, sign.box) == 0 for item in player.scene.items.items)
            assert overlap(table.spots.dock, sign.box) == 0 or table.log_panel.hidden
        if table.viewer_decides:
            buttons = [item for item in player.scene.items.items if item.id.startswith("do-")]
            in_place = any(overlap(item.box, box) for item in buttons for box in table.spots.buttons)
            assert len(signs) == (not in_place)
            break
    assert table.viewer_decides or len(shown) > 1
    assert shown - {-1, 0}


@pytest.mark.parametrize("size", [(1280, 720), PHONE])
def test_the_sign_shows_the_own_figure_while_a_row_is_chosen_but_not_between_draws(size):
    wish = launch_request.LaunchRequest("push", ("human", "easy"), 7)
    player = Player(size, wish=wish)
    player.app.context.settings.speed = "normal"
    table, chosen = player.scene.table, 0
    for frame in range(6000):
        player.wait(33)
        player.draw()
        signs = [widget for widget in player.scene.widgets if isinstance(widget, MoverSign)]
        if table.viewer_decides:
            if signs:
                chosen += 1
                assert signs[0].seat == 0
            go_on(player, frame)
        elif table.shown.turn == 0 and table.shown.drawing:
            assert all(sign.seat != 0 for sign in signs)
        if chosen > 2:
            return
    raise AssertionError("no row was chosen")


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
