"""The people of a party in the middle of a match: the owner's settings, and moving to another device."""

import pygame
import pytest
from online import Room

from game.engine.transitions import Reset
from game.host import device
from game.scenes.navigation import routes
from game.scenes.party.lobby import Lobby
from game.scenes.party.people import People
from game.table.turns.scene import TurnScene
from game.wire.join_link import link_to_party
from game.wire.messages import Close


@pytest.fixture
def room():
    made = Room(2)
    made.gather("nein_danke", ["easy"])
    made.begin()
    yield made
    made.close()


def people_of(player) -> People:
    player.press(pygame.K_ESCAPE)
    player.tap("people")
    assert isinstance(player.scene, People)
    return player.scene


def test_the_owner_changes_settings_during_a_match_and_all_see_them(room):
    first, second = room.players
    scene = people_of(first)
    # the game is settled, and only the owner has controls
    assert not {"next_game", "rules", "start", "sit-0", "name"} & {*first.ids()}
    people_of(second)
    assert not {"lock", "hints-1", "time-1", "kick-0"} & {*second.ids()}
    told = second.app.context.session.remote
    for id_, what in (
        ("time-1", lambda: told.party_state.seconds == 30),
        ("hints-1", lambda: not told.party_state.hints),
        ("lock", lambda: told.party_state.locked),
    ):
        first.tap(id_)
        assert room.live(60, what), id_
    # the match goes on meanwhile, whichever seat moves
    remote = scene.session.remote
    assert room.live(400, lambda: remote.turn_state.to_move in (0, 1))
    mover = remote.turn_state.to_move
    moves, looks = room.players[mover], room.players[1 - mover]
    moves.tap("resume")
    assert room.live(400, lambda: isinstance(moves.scene, TurnScene) and moves.scene.table.viewer_decides)
    length = remote.turn_state.length
    moves.tap("do-take")
    assert room.live(100, lambda: looks.app.context.session.remote.turn_state.length > length)
    assert isinstance(looks.scene, People)
    looks.tap("resume")
    assert room.live(100, lambda: isinstance(looks.scene, TurnScene) and not looks.app.context.session.updates)
    assert looks.scene.match.turn.length > length


def test_a_removed_player_is_told_and_does_not_rejoin_automatically(room):
    first, second = room.players
    people_of(first)
    first.tap("kick-1")
    first.tap_again("kick-1")
    texts = first.app.context.texts
    assert room.live(60, lambda: second.app.toasts.shown == texts("party.removed_by", name="Ada"))
    assert room.live(60, lambda: first.scene.party_state.places[1].vacant)
    first.tap("resume")
    gone = texts("party.happened.Kick", name="Ben")
    assert room.live(100, lambda: gone in (first.app.toasts.shown, *first.app.toasts.waiting))
    assert room.live(60, lambda: second.scene.match.seat < 0)
    # in the lobby a known player is seated at once, except one who was removed
    second.app.follow(Reset(routes.lobby(second.app.context, second.app.context.session)))
    assert not second.scene._takes_seat
    assert not Lobby(second.app.context, second.app.context.session)._takes_seat


def test_a_player_who_leaves_is_announced_by_name(room):
    first, second = room.players
    second.press(pygame.K_ESCAPE)
    second.tap("leave")
    second.tap_again("leave")
    gone = first.app.context.texts("party.happened.Leave", name="Ben")
    assert room.live(100, lambda: gone in (first.app.toasts.shown, *first.app.toasts.waiting))


def test_a_seat_can_be_moved_to_another_device_during_a_match(room, monkeypatch):
    _, second = room.players
    copied: list[str] = []
    monkeypatch.setattr(device.page, "share", lambda link, command, done: copied.append(link))
    people_of(second)
    second.tap("take_along")
    other = room.device("Cleo")
    join_link = link_to_party(copied.pop().removeprefix("join="))._replace(server="ws://127.0.0.1:1/party")
    other.app.follow(Reset(routes.party_entry(other.app.context, join_link)))
    room.players.append(other)
    assert room.live(100, lambda: isinstance(other.scene, TurnScene))
    assert other.scene.match.seat == 1
    # the screen of people goes with the seat
    assert room.live(60, lambda: second.app.context.session.remote.ended == Close.ELSEWHERE)
    assert room.live(60, lambda: "again" in second.ids())
