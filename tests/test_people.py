"""The people of a party in the midst of a match: what the owner settles, and the way to another device."""

import pygame
import pytest
from online import Room

from game.engine.transitions import Reset
from game.host import device
from game.scenes.navigation import routes
from game.scenes.party.lobby import Lobby, People
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


def test_the_owner_settles_in_the_midst_of_a_match_what_all_of_them_see(room):
    first, second = room.players
    scene = people_of(first)
    # what is played is settled, and nobody but the owner is asked anything
    assert not {"next_game", "rules", "start", "sit-0", "name"} & {*first.ids()}
    people_of(second)
    assert not {"lock", "hints", "time-1", "kick-0"} & {*second.ids()}
    told = second.app.context.session.remote
    for id_, what in (
        ("time-1", lambda: told.party_state.seconds == 30),
        ("hints", lambda: not told.party_state.hints),
        ("lock", lambda: told.party_state.locked),
    ):
        first.tap(id_)
        assert room.live(60, what), id_
    # the match goes on meanwhile, whoever it is that moves in it
    remote = scene.session.remote
    assert room.live(400, lambda: remote.to_move in (0, 1))
    moves, looks = room.players[remote.to_move], room.players[1 - remote.to_move]
    moves.tap("resume")
    assert room.live(400, lambda: isinstance(moves.scene, TurnScene) and moves.scene.table.viewer_decides)
    length = remote.length
    moves.tap("do-take")
    assert room.live(100, lambda: looks.app.context.session.remote.length > length)
    assert isinstance(looks.scene, People)
    looks.tap("resume")
    assert room.live(100, lambda: isinstance(looks.scene, TurnScene) and not looks.app.context.session.new_steps)
    assert looks.scene.match.turn.length > length


def test_whoever_is_sent_away_is_told_and_called_by_name_and_sits_down_by_nobodys_will(room):
    first, second = room.players
    people_of(first)
    first.tap("kick-1")
    first.tap_again("kick-1")
    texts = first.app.context.texts
    assert room.live(60, lambda: second.app.toasts.shown == texts("party.sent_away"))
    assert room.live(60, lambda: first.scene.party_state.places[1].vacant)
    first.tap("resume")
    gone = texts("party.happened.Kick", name="Ben")
    assert room.live(100, lambda: gone in (first.app.toasts.shown, *first.app.toasts.waiting))
    assert room.live(60, lambda: second.scene.match.seat < 0)
    # in the lobby whoever has said who plays sits down at once, but for who was sent away
    second.app._follow(Reset(routes.lobby(second.app.context, second.app.context.session)))
    assert not second.scene._sits_down
    assert not Lobby(second.app.context, second.app.context.session)._sits_down


def test_who_leaves_is_called_by_the_name_that_they_had(room):
    first, second = room.players
    second.press(pygame.K_ESCAPE)
    second.tap("leave")
    second.tap_again("leave")
    gone = first.app.context.texts("party.happened.Leave", name="Ben")
    assert room.live(100, lambda: gone in (first.app.toasts.shown, *first.app.toasts.waiting))


def test_a_seat_is_taken_along_in_the_midst_of_a_match(room, monkeypatch):
    _, second = room.players
    copied: list[str] = []
    monkeypatch.setattr(device, "share", lambda link, command, done: copied.append(link))
    people_of(second)
    second.tap("take_along")
    other = room.device("Cleo")
    join_link = link_to_party(copied.pop().removeprefix("join="))._replace(server="ws://127.0.0.1:1/party")
    other.app._follow(Reset(routes.party_entry(other.app.context, join_link)))
    room.players.append(other)
    assert room.live(100, lambda: isinstance(other.scene, TurnScene))
    assert other.scene.match.seat == 1
    # the screen of people goes with the seat
    assert room.live(60, lambda: second.app.context.session.remote.ended == Close.ELSEWHERE)
    assert room.live(60, lambda: "again" in second.ids())
