"""Undo: which moves can be undone, why others cannot, and forced moves."""

import dnup_states
import push_states
import pygame
import pytest
from player import Player
from table_player import match_of, offered_moves, player_at, sit, wait_until

from game.catalogue.registry import GAMES
from game.core.match import Match
from game.engine.texts import Texts
from game.games.push.rules import Phase
from game.services import launch_request

DE = Texts("de")


def push(kinds: tuple[str, ...] = ("human", "easy", "easy")) -> Match:
    return match_of(GAMES["push"], kinds, 3, host_starts=True)


def notice_text(player: Player) -> str:
    """Return the notice that is on the screen."""
    player.wait(32)
    return player.app.toasts.shown


# ---- a single row -------------------------------------------------------------------------------------


def test_with_a_single_row_placing_and_taking_are_automatic():
    player = player_at(push(), push_states.state_of(pile="p1 g2 r3"), "do-")
    match = player.scene.match
    player.tap("do-draw")
    wait_until(player, lambda: "do-stop" in offered_moves(player, "do-"))
    assert len(match.state.rows) == 1, "the card lies in the first row, which was the only place"
    player.tap("do-stop")
    wait_until(player, lambda: match.game.to_move(match.state) != 0)
    assert match.view(0).displays[0], "the only row has been taken"


def test_with_two_rows_the_player_places():
    player = player_at(push(), push_states.state_of(rows=["r6 b4"], pile="p1 g2"), "do-")
    player.tap("do-draw")
    wait_until(player, lambda: bool(offered_moves(player, "do-place")))
    assert player.scene.match.state.phase == Phase.PLACE


def test_with_confirmation_the_player_places_even_with_a_single_row():
    player = player_at(push(), push_states.state_of(pile="p1 g2"), "do-", confirm="always")
    for _ in range(2):
        player.tap("do-draw")
    wait_until(player, lambda: bool(offered_moves(player, "do-place")))
    assert player.scene.match.state.phase == Phase.PLACE


def test_an_automatic_move_is_undone_with_the_choice_before_it():
    """Stopping left a single row, which was taken automatically: undo goes back to before the stop."""
    player = player_at(
        push(("human", "human")), push_states.state_of(rows=["r6 b4"], displays=["", ""], pile="p1 g2"), "do-"
    )
    scene = player.scene
    scene.driver.humans = [0]
    before = len(scene.match.actions)
    player.tap("do-stop")
    player.wait(400)
    assert len(scene.match.actions) == before + 2
    assert scene.driver.undo_history.length(0) == before


# ---- undo ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [False, True])
def test_the_disabled_button_says_why_undo_is_impossible(touch):
    player = player_at(push(), push_states.state_of(rows=["r6 b4"], pile="p1 g2 r3"), "do-")
    assert "undo" not in player.ids()
    x, y = player.scene.table.spots.undo
    player.point(x, y, touch)
    assert DE("notice.undo_none") == notice_text(player)
    player.wait(5000)
    player.tap("do-draw")
    wait_until(player, lambda: bool(offered_moves(player, "do-")))
    player.point(x, y, touch)
    assert DE("notice.undo_shown") == notice_text(player)


def test_the_undo_key_says_why_too_while_something_is_shown():
    match = push()
    player = sit(match, speed="slow")
    wait_until(player, lambda: bool(offered_moves(player, "do-")))
    player.tap("do-draw")
    player.press(pygame.K_z, "z")
    assert DE("notice.undo_shown") == notice_text(player)


def test_a_move_can_be_undone_while_others_act_until_something_is_revealed():
    player = sit(match_of(GAMES["nein_danke"], ("human", "easy", "easy"), 3), speed="slow")
    wait_until(player, lambda: "do-pay" in player.ids())
    scene = player.scene
    length, table = len(scene.match.actions), scene.table
    player.tap("do-pay")
    player.wait(200)
    assert scene.director.busy
    assert scene.match.mover != 0
    player.tap("undo")
    assert len(scene.match.actions) == length
    wait_until(player, lambda: "do-pay" in player.ids())
    assert not scene.director.busy
    assert scene.table is not table
    assert scene.table.shown.pot == scene.match.view(0).pot


def test_in_dnup_the_undo_button_appears_only_if_it_can_be_used():
    player = player_at(
        match_of(GAMES["dnup"], ("human", "easy", "easy"), 3), dnup_states.state_of("6/1 3/4", "2/4", "2/5")
    )
    assert player.scene.items.find("undo") is None
    assert player.scene.items.find("hint") is not None


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize("game", ["nein_danke", "keine_ahnung", "push"])
def test_after_an_undo_no_message_says_that_it_is_impossible(game, touch):
    player = Player(wish=launch_request.LaunchRequest(game, ("human", "easy", "easy"), 3))
    player.app.context.settings.speed = "normal"
    for _ in range(40):
        wait_until(player, lambda: bool(offered_moves(player)))
        player.tap(offered_moves(player)[0])
        player.wait(32)
        undo = player.scene.items.find("undo")
        if undo and undo.enabled:
            break
    before = len(player.scene.match.actions)
    player.tap("undo", touch)
    assert len(player.scene.match.actions) < before
    player.wait(200)
    assert not player.app.toasts.shown
    assert not player.app.context.notices


def test_the_message_about_undo_does_not_follow_to_the_title():
    player = player_at(push(), push_states.state_of(rows=["r6 b4"], pile="p1 g2 r3"), "do-")
    player.point(*player.scene.table.spots.undo)
    assert notice_text(player)
    player.tap("pause")
    player.tap("home")
    player.wait(200)
    assert not player.app.toasts.shown
