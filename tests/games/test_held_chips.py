"""Chips of several people at one device: no curtain falls, and each looks at the own chips on the table."""

import pygame
import pytest
from nein_danke_states import state_of
from player import Player
from table_player import PHONE, WIDE, kinds_of, match_of, offered_moves, sit, wait_until

from game.catalogue.presentations import PRESENTATIONS
from game.catalogue.registry import GAMES
from game.core.match import Match
from game.engine.held_secret import HOLD_MS, SECRET, SHOWN_MS
from game.scenes.table.pause import Pause

GAME = GAMES["nein_danke"]


def seated(chips: int = 11, size: tuple[int, int] = WIDE, row: str = "hhh", language: str = "de", **fields) -> Player:
    """Return a table at which the first of several people, who has so many chips, decides about the 30."""
    match = match_of(GAME, kinds_of(row, "easy"), 5)
    match.state = state_of(30, pot=2, chips=(chips, 9, 9), **fields)
    player = sit(match, size, language=language)
    wait_until(player, lambda: bool(offered_moves(player)))
    player.wait(200)
    return player


def picture(player: Player) -> bytes:
    player.scene.dirty = True
    return pygame.image.tobytes(player.draw(), "RGB")


def hold(player: Player) -> None:
    player.hold(*player.scene.items.find(SECRET).box.centre)
    player.wait(HOLD_MS + 100)


def release(player: Player) -> None:
    player.let_go(*player.scene.items.find(SECRET).box.centre)
    player.wait(50)


def test_chips_are_held_and_the_nine_cards_are_always_behind_the_curtain():
    match = match_of(GAME, kinds_of("hhh", "easy"), 5)
    assert PRESENTATIONS["nein_danke"].private(match.view(0)) == "held"
    opened = Match(GAME, {"open_chips": True}, match.seats, 5)
    assert PRESENTATIONS["nein_danke"].private(opened.view(0)) == ""


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
@pytest.mark.parametrize("way", ["", "hint", "pause"])
def test_nothing_on_the_table_depends_on_hidden_chips(size, way):
    pictures = []
    for chips in (11, 13):
        player = seated(chips, size)
        if way:
            player.tap(way)
            player.wait(4000 if way == "hint" else 50)
        pictures.append(picture(player))
        assert isinstance(player.scene, Pause) == (way == "pause")
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
def test_chips_are_seen_while_held_and_hidden_at_the_release(size):
    seen = []
    for chips in (11, 13):
        player = seated(chips, size)
        hidden = picture(player)
        hold(player)
        seen.append(picture(player))
        release(player)
        player.point(5, 5)
        assert picture(player) == hidden
    assert seen[0] != seen[1]


@pytest.mark.parametrize("by_key", [False, True])
def test_a_tap_or_a_key_shows_them_for_a_while(by_key):
    player = seated()
    if by_key:
        player.use_by_keys(SECRET)
    else:
        player.tap(SECRET)
    player.wait(SHOWN_MS - 200)
    assert player.scene.table.counts.chips(0) == 11
    player.wait(300)
    assert player.scene.table.counts.chips(0) == -1


def test_they_are_hidden_again_as_soon_as_the_turn_passes():
    player = seated()
    player.tap(SECRET)
    player.wait(50)
    assert player.scene.table.counts.chips(0) == 11
    scene = player.scene
    player.tap("do-pay")
    wait_until(player, lambda: scene.viewer == 1 and bool(offered_moves(player)))
    assert player.scene is scene, "no curtain falls"
    assert [scene.table.counts.chips(seat) for seat in range(3)] == [-1, -1, -1]


def test_a_hidden_chip_can_be_dragged_to_the_pot_and_shows_no_others():
    player = seated()
    table = player.scene.table
    player.drag(player.scene.items.find(SECRET).box.centre, table.spots.pot, drop=False)
    player.wait(HOLD_MS + 100)
    assert table.counts.chips(0) == -1
    player.let_go(*table.spots.pot)
    player.wait(50)
    assert player.scene.match.state.pot == 3


def test_screen_readers_hear_of_the_own_chips_only_when_they_are_looked_at():
    player = seated()
    said, _own = player.scene.question()
    assert "30" in said
    assert "11" not in said
    player.scene.take_announcement()
    player.tap(SECRET)
    assert player.scene.take_announcement() == "Toni hat 11 Chips"


def test_a_hint_does_not_say_that_chips_run_out():
    """The same advice of somebody alone gives that reason."""
    told = []
    for row in ("hhh", "hbb"):
        player = seated(1, row=row, pile=(4, 5, 7, 8, 9, 33, 34))
        advice = GAME.hints.explain_action(player.scene.driver.view, GAME.legal_actions(player.scene.match.state)[1])
        assert advice.why.key == "few_chips"
        told.append(player.scene.table.panel_text(advice, False).body)
    assert told[0] == ""
    assert "Chips gehen zur Neige" in told[1]


def test_one_person_sees_the_own_chips_at_all_times():
    player = seated(row="hbb")
    assert player.scene.table.counts.chips(0) == 11
    assert not player.scene.items.find(SECRET)


@pytest.mark.parametrize("size", [WIDE, PHONE, (844, 390)])
def test_the_points_of_ones_cards_stay_in_sight_while_the_chips_are_hidden(size, monkeypatch):
    player = seated(size=size, displays=((5, 6, 20), (), ()))
    kit, shown = player.scene.table.kit, set()
    line, sticker = kit.line, kit.sticker
    monkeypatch.setattr(kit, "line", lambda text, *args, **how: shown.add(text) or line(text, *args, **how))
    monkeypatch.setattr(kit, "sticker", lambda text, *args, **how: shown.add(text) or sticker(text, *args, **how))
    picture(player)
    assert "\u221225" in shown
    assert {"ohne Chips", "ohne"} & shown
    hold(player)
    shown.clear()
    picture(player)
    assert "\u221214" in shown
    assert not {"ohne Chips", "ohne"} & shown
