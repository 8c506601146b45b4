"""Links to a party, whether typed, scanned or passed on."""

import pygame
import pytest
from player import Player
from table_player import PHONE, WIDE

from game.catalogue.registry import GAMES
from game.core.match import HUMAN
from game.engine import kit
from game.engine.texts import Texts
from game.scenes.party import join
from game.services import launch_request
from game.wire.join_link import InvalidLink, JoinLink, link_to_party, link_to_server

NAME, SECRET = "0123456789abcdef01234567", "0123456789abcdef0123456789abcdef"
NEAR, FAR = "ws://192.168.1.20:8790/party", "wss://cards.example.org/party"


@pytest.mark.parametrize(
    ("address", "join_link"),
    [
        ("192.168.1.20", JoinLink(NEAR)),
        (" 192.168.1.20:8790/klmnp ", JoinLink(NEAR, "KLMNP")),
        ("192.168.1.20:9000/KLMNP", JoinLink("ws://192.168.1.20:9000/party", "KLMNP")),
        ("http://192.168.1.20:8790/#join=KLMNP", JoinLink(NEAR, "KLMNP")),
        ("http://192.168.1.20:8790/?join=KLMNP", JoinLink(NEAR, "KLMNP")),
        ("http://192.168.1.20:8790/#KLMNP", JoinLink(NEAR, "KLMNP")),
        ("http://192.168.1.20:8790/#watch=KLMNP", JoinLink(NEAR, "KLMNP", watches=True)),
        ("livingroom/KLMNP", JoinLink("ws://livingroom:8790/party", "KLMNP")),
        ("[::1]/KLMNP", JoinLink("ws://[::1]:8790/party", "KLMNP")),
        ("cards.example.org", JoinLink(FAR)),
        ("https://cards.example.org/", JoinLink(FAR)),
        ("wss://cards.example.org/party", JoinLink(FAR)),
        (f"https://cards.example.org/#join={NAME}.{SECRET}", JoinLink(FAR, "", NAME, SECRET)),
    ],
)
def test_an_address_leads_to_a_server_and_a_party(address, join_link):
    assert link_to_server(address) == join_link


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://",
        "http://[::1/",
        "http://a:99999/",
        "ftp://cards.example.org",
        "me:secret@cards.example.org",
        "a\x00b",
        "192.168.1.20/KLMN",
        "192.168.1.20/KLMNA",
        f"https://cards.example.org/#join={NAME}.{SECRET[1:]}",
    ],
)
def test_an_invalid_address_raises(address):
    with pytest.raises(InvalidLink):
        link_to_server(address)


@pytest.mark.parametrize(
    "join_link",
    [
        JoinLink("", "KLMNP"),
        JoinLink("", "KLMNP", watches=True),
        JoinLink("", "", NAME),
        JoinLink("", "", NAME, SECRET),
    ],
)
def test_a_link_can_be_read_back(join_link):
    name, _, key = join_link.link.partition("=")
    assert link_to_party(key, name == "watch") == join_link
    assert launch_request.from_link({name: key}).join_link == join_link


def test_the_command_line_and_a_page_address_accept_a_join_link():
    assert launch_request.read(["--join", "192.168.1.20/KLMNP"]).join_link == JoinLink(NEAR, "KLMNP")
    assert launch_request.read(["--watch", "192.168.1.20/KLMNP", "--lang", "en"]).join_link == JoinLink(
        NEAR, "KLMNP", watches=True
    )
    assert launch_request.read([]).join_link is None
    assert launch_request.from_link({"KLMNP": "", "lang": "de"}).join_link == JoinLink(code="KLMNP")


def test_a_spectator_screen_learns_the_address_for_joining():
    asked = {"watch": "KLMNP", "at": "http://192.168.1.20:8790/"}
    assert launch_request.from_link(asked).join_link == JoinLink(
        code="KLMNP", watches=True, door="http://192.168.1.20:8790/"
    )
    for foreign in ("https://cards.example.org/", "javascript:1", "192.168.1.20"):
        with pytest.raises(launch_request.InvalidRequest):
            launch_request.from_link(asked | {"at": foreign})


def test_the_error_for_a_bad_link_contains_no_secret():
    with pytest.raises(launch_request.InvalidRequest) as caught:
        launch_request.from_link({"join": f"{NAME}x.{SECRET}"})
    for language in ("de", "en"):
        assert NAME in caught.value.message(Texts(language))
        assert SECRET not in caught.value.message(Texts(language))


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_without_a_server_its_address_can_be_typed(size):
    player = Player(size)
    player.tap("together")
    assert not [item.id for item in player.scene.items.items if item.id.startswith("open-")]
    player.tap("way")
    for letter in "192.168.1.20:8790":
        player.press(ord(letter), letter)
    player.press(pygame.K_RETURN)
    player.tap("join")
    assert "open-push" in player.ids()


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_without_a_server_every_game_can_be_played_by_two_people_on_this_device(size):
    for game in GAMES:
        player = Player(size)
        player.tap("together")
        player.tap(f"here-{game}")
        assert player.scene.game == game
        assert sum(seat.kind == HUMAN for seat in player.scene.lineup.seats) == 2


@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("server", ["", NEAR])
def test_the_games_to_play_together_show_their_boxes_in_a_grid(size, server, monkeypatch):
    player, shown, small_box = Player(size), [], join.crate.small_box
    player.app.context.server = server
    monkeypatch.setattr(
        join.crate, "small_box", lambda kit, game, *rest: shown.append(game) or small_box(kit, game, *rest)
    )
    player.tap("together")
    player.draw()
    assert shown == [*GAMES]
    boxes = [item.box for item in player.items if item.id.startswith(("here-", "open-"))]
    assert len({box.y for box in boxes}) == 2
    assert all(box.h > 150 for box in boxes)


def test_without_a_server_a_device_is_told_what_hosts_one_and_where_its_address_is(monkeypatch):
    paragraphs, make = [], kit.Kit.paragraph_plain

    def noted(self, text, *given, **named):
        paragraphs.append(text)
        return make(self, text, *given, **named)

    monkeypatch.setattr(kit.Kit, "paragraph_plain", noted)
    player = Player()
    player.tap("together")
    texts = player.app.context.texts
    for told in (" ".join(paragraphs), player.scene.spoken()):
        assert "kartenkiste-host" in told
        assert texts("party.join_needs") in told
