"""The way to a party, however it is typed, scanned or passed on."""

import pytest

from game.app import start
from game.engine.texts import Texts
from game.wire.way import BadWay, Way, to_party, to_server

NAME, SECRET = "0123456789abcdef01234567", "0123456789abcdef0123456789abcdef"
NEAR, FAR = "ws://192.168.1.20:8790/party", "wss://cards.example.org/party"


@pytest.mark.parametrize(
    ("address", "way"),
    [
        ("192.168.1.20", Way(NEAR)),
        (" 192.168.1.20:8790/klmnp ", Way(NEAR, "KLMNP")),
        ("192.168.1.20:9000/KLMNP", Way("ws://192.168.1.20:9000/party", "KLMNP")),
        ("http://192.168.1.20:8790/#join=KLMNP", Way(NEAR, "KLMNP")),
        ("http://192.168.1.20:8790/?join=KLMNP", Way(NEAR, "KLMNP")),
        ("http://192.168.1.20:8790/#KLMNP", Way(NEAR, "KLMNP")),
        ("http://192.168.1.20:8790/#watch=KLMNP", Way(NEAR, "KLMNP", watches=True)),
        ("livingroom/KLMNP", Way("ws://livingroom:8790/party", "KLMNP")),
        ("[::1]/KLMNP", Way("ws://[::1]:8790/party", "KLMNP")),
        ("cards.example.org", Way(FAR)),
        ("https://cards.example.org/", Way(FAR)),
        ("wss://cards.example.org/party", Way(FAR)),
        (f"https://cards.example.org/#join={NAME}.{SECRET}", Way(FAR, "", NAME, SECRET)),
    ],
)
def test_an_address_leads_to_a_server_and_to_a_party_there(address, way):
    assert to_server(address) == way


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
def test_what_leads_nowhere_is_said(address):
    with pytest.raises(BadWay):
        to_server(address)


@pytest.mark.parametrize(
    "way", [Way("", "KLMNP"), Way("", "KLMNP", watches=True), Way("", "", NAME), Way("", "", NAME, SECRET)]
)
def test_a_link_leads_where_it_was_made(way):
    name, _, key = way.link.partition("=")
    assert to_party(key, name == "watch") == way
    assert start.from_link({name: key}).way == way


def test_the_command_line_and_a_page_s_address_hand_a_way_over():
    assert start.read(["--join", "192.168.1.20/KLMNP"]).way == Way(NEAR, "KLMNP")
    assert start.read(["--watch", "192.168.1.20/KLMNP", "--lang", "en"]).way == Way(NEAR, "KLMNP", watches=True)
    assert start.read([]).way is None
    assert start.from_link({"KLMNP": "", "lang": "de"}).way == Way(code="KLMNP")


def test_a_screen_for_all_is_told_by_which_address_the_others_come():
    asked = {"watch": "KLMNP", "at": "http://192.168.1.20:8790/"}
    assert start.from_link(asked).way == Way(code="KLMNP", watches=True, door="http://192.168.1.20:8790/")
    for foreign in ("https://cards.example.org/", "javascript:1", "192.168.1.20"):
        with pytest.raises(start.BadWish):
            start.from_link(asked | {"at": foreign})


def test_a_bad_way_is_told_without_a_secret_in_it():
    with pytest.raises(start.BadWish) as caught:
        start.from_link({"join": f"{NAME}x.{SECRET}"})
    for language in ("de", "en"):
        assert NAME in caught.value.told(Texts(language))
        assert SECRET not in caught.value.told(Texts(language))
