"""An evening of three games on two devices and a shared screen, by the interface, and the picture of the night."""

import base64
import struct
import zlib
from pathlib import Path

import pytest
from online import Room
from player import FRAME_MS
from stand_in import StandIn

from game.engine import surfaces
from game.engine.transitions import Reset
from game.host import device
from game.host.page import WebPage
from game.scenes.navigation import routes
from game.scenes.party import evening_plan, standing_parts
from game.scenes.party.evening_plan import EveningPlan
from game.scenes.party.lobby import Lobby
from game.scenes.party.standing_screen import StandingScreen
from game.scenes.result.after import SUMS_MS
from game.scenes.result.result import Result
from game.table.turns.scene import TurnScene
from game.wire.join_link import JoinLink


@pytest.fixture
def room():
    made = Room(2)
    yield made
    made.close()


def play_match(room: Room) -> None:
    """Play the match to its end, until all devices have counted the result."""
    party, decided_on = room.party(), -1
    for _ in range(20_000):
        decided_on = room.decide(party, decided_on)
        if all(isinstance(player.scene, Result) and player.scene.match.is_over for player in room.players):
            assert room.live(60, lambda: all(player.scene.count.done for player in room.players))
            # a press this soon after the count would be ignored
            room.live(30)
            return
    raise AssertionError("expected the match to end")


def test_an_evening_of_three_games_is_planned_played_and_celebrated(room, monkeypatch):
    room.gather("push")
    owner, guest = room.players
    texts = owner.app.context.texts
    assert "evening" not in guest.ids()
    owner.tap("evening")
    assert isinstance(owner.scene, EveningPlan)
    assert owner.scene.games == ("keine_ahnung", "dnup", "push")
    # dnuP comes next after Keine Ahnung, and after the last game the first one
    owner.tap("game-0")
    owner.tap("game-1")
    owner.tap("game-2")
    games = owner.scene.games
    assert games == ("dnup", "push", "twin_it")
    for _ in range(2):
        owner.tap("game-2")
    games = owner.scene.games
    assert games == ("dnup", "push", "dnup")
    owner.tap("plan")
    assert room.live(60, lambda: isinstance(owner.scene, Lobby) and owner.scene.party_state.evening is not None)
    assert room.live(60, lambda: texts("evening.said", number=1, count=3) in guest.scene.settled())
    owner.tap("start")
    for number, game in enumerate(games, 1):
        assert room.live(60, lambda: all(isinstance(player.scene, TurnScene) for player in room.players)), number
        assert {player.scene.match.game.name for player in room.players} == {game}
        play_match(room)
        state = room.party().party_state
        assert state.evening.played == number
        for player in room.players:
            assert standing_parts.news_of(texts, state)[0] in player.scene.spoken()
        if number < 3:
            owner.tap("again")
            assert owner.scene.page == 1, "the standing is read while others are waited for"
            assert room.live(60, lambda: "begin" in owner.ids())
            if number == 1:
                guest.tap("again")
                continue
            # the second time the owner does not wait, after a question that names the reader
            assert texts("standing.read", count=1, names="Ben") == owner.scene._onward.sub
            owner.tap("begin")
            assert owner.scene.confirming == "begin"
            owner.tap_again("begin")
    for player in room.players:
        player.tap("ceremony")
        assert isinstance(player.scene, StandingScreen)
        first = standing_parts.first_rows(state)
        assert first
        assert all(row.player.name in standing_parts.title_of(texts, state) for row in first)
    saved = []
    monkeypatch.setattr(device, "save_picture", lambda name, data: saved.append((name, data)) or name)
    guest.tap("picture")
    assert len(saved) == 1
    owner.tap("people")
    assert isinstance(owner.scene, Lobby)
    guest.tap("back")
    owner.tap("start")
    assert isinstance(guest.scene, Result)


def test_a_shared_screen_turns_to_the_standing_by_itself(room):
    room.gather("push")
    screen = room.device("Cleo")
    room.players.append(screen)
    code = room.players[0].app.context.session.remote.code
    link = JoinLink(screen.app.context.server, code, watches=True)
    screen.app._follow(Reset(routes.party_entry(screen.app.context, link)))
    room.begin()
    play_match(room)
    assert screen.scene.page == 0
    assert room.live(int(SUMS_MS / FRAME_MS) + 60, lambda: screen.scene.page == 1)
    assert [player.scene.page for player in room.players[:2]] == [0, 0]
    for player in room.players[:2]:
        player.tap("again")
    assert room.live(60, lambda: all(isinstance(player.scene, TurnScene) for player in room.players))


def test_the_evening_is_ended_early_after_a_question(room):
    room.gather("push")
    owner, guest = room.players
    owner.tap("evening")
    owner.tap("plan")
    assert room.live(60, lambda: guest.scene.party_state.evening is not None)
    owner.tap("evening")
    owner.tap("end")
    assert owner.scene.confirming == "end"
    assert guest.scene.party_state.evening is not None
    owner.tap_again("end")
    assert room.live(60, lambda: guest.scene.party_state.evening is None)
    assert isinstance(owner.scene, Lobby)


@pytest.mark.parametrize("count", range(1, 9))
def test_the_games_that_are_suggested_suit_the_number_of_players(count):
    games = evening_plan.default_games(count)
    suitable = evening_plan.suitable_games(count)
    assert len(games) == 3
    assert {*games} <= {*suitable}
    assert len({*games}) == min(3, len(suitable))


def test_a_picture_is_saved_beside_the_data_or_handed_to_the_page(monkeypatch, tmp_path):
    monkeypatch.setattr(device, "native_folder", lambda: tmp_path / "kartenkiste" / "saves")
    path = device.save_picture("night.png", b"picture")
    assert Path(path) == tmp_path / "kartenkiste" / "night.png"
    assert Path(path).read_bytes() == b"picture"
    script = StandIn()
    monkeypatch.setattr(device, "page", WebPage(script))
    assert device.save_picture("night.png", b"picture") == "night.png"
    assert script.saved == ("night.png", base64.b64encode(b"picture").decode())


def test_a_saved_picture_is_a_whole_png_of_the_surface():
    surface = surfaces.opaque((7, 5), (10, 200, 30))
    surface.set_at((3, 2), (255, 0, 128))
    data = surfaces.png(surface)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, pixels = 8, b""
    kinds = []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        pixels += body if kind == b"IDAT" else b""
        kinds.append(kind)
        at += 12 + length
    assert kinds == [b"IHDR", b"IDAT", b"IEND"]
    rows = zlib.decompress(pixels)
    assert len(rows) == 5 * (1 + 3 * 7)
    assert rows[2 * 22 + 1 + 9 : 2 * 22 + 1 + 12] == bytes((255, 0, 128))
