"""A device tells its player that tables wait: in the title, by notices, and by having the server call it."""

import pygame
import pytest
from online import Room
from player import Player
from push_service import Browser, PushService
from stand_in import Bridge, StandIn

from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Push, Reset
from game.host import device, native_notice
from game.host.page import WebPage
from game.host.page_input import PAGE_NOTICE
from game.scenes.settings.notice_settings import NoticeSettings
from game.scenes.title.title import Title
from game.server.notifier import Channels
from game.server.web_push import WebPush, new_key
from game.wire.commands import Play

WORDS = {language: Texts(language) for language in LANGUAGES}


@pytest.fixture
def script(monkeypatch):
    """Put a stand-in for a browser's page around the game."""
    script = StandIn()
    monkeypatch.setattr(device, "page", WebPage(Bridge(script)))
    return script


@pytest.fixture
def room():
    """Two people at a table of dnuP whose server offers Web Push."""
    room = Room(2)
    channels = Channels(WORDS, WebPush(new_key(), "mailto:host@example.org", ["http://127.0.0.1:1"]))
    room.parties.notifier._channels = channels
    room.parties._feeds._texts = WORDS
    room.gather("dnup")
    room.players[0].tap("start")
    assert room.live(200, lambda: all(one.app.context.session.remote.turn_state for one in room.players))
    yield room
    room.close()


def remote(player: Player):
    """Return a player's end of the party."""
    return player.app.context.session.remote


def mover(room: Room) -> Player:
    """Return the player to move."""
    return next(one for one in room.players if remote(one).turn_state.to_move == remote(one).seat)


def beside(room: Room) -> dict[str, str]:
    """Return what lies beside the party's log."""
    name = remote(room.players[0]).party
    return room.loop.run_until_complete(room.parties._ledger.attachments(name))


def act(room: Room, player: Player) -> None:
    """Play a legal action by the player's own view, and wait until it has happened."""
    party, length = remote(player), remote(player).turn_state.length
    party.do(Play(party.game.encode(party.view.legal[0])))
    assert room.live(200, lambda: all(remote(one).turn_state.length > length for one in room.players))


def open_sheet(player: Player) -> NoticeSettings:
    """Open the sheet about notices over a player's table."""
    sheet = NoticeSettings(player.app.context)
    player.app._follow(Push(sheet))
    player.draw()
    return sheet


def test_the_title_says_how_many_tables_wait(room, monkeypatch):
    shown = []
    monkeypatch.setattr(device, "show_waiting", shown.append)
    room.live(200)
    # the program tells each device's number; one of the two has to move
    assert shown == [1]
    act(room, mover(room))
    room.live(200)
    assert set(shown[1:]) <= {0, 1}


def test_a_page_is_given_the_words_for_while_it_is_hidden(script):
    room = Room(1)
    room.gather("push", ["easy"])
    room.live(200)
    me = room.players[0]
    assert script.prepared["party"] == remote(me).party
    assert (script.prepared["turn"], script.prepared["over"]) == ("Du bist dran", "Die Partie ist zu Ende")
    assert script.prepared["text"].startswith("Push mit ")
    assert not script.prepared["on"]
    me.app.context.settings.notices = True
    room.live(200)
    assert script.prepared["on"]
    room.close()


def test_a_seats_browser_is_subscribed_while_notices_are_wanted(room, script):
    me, browser = room.players[0], Browser(PushService(), "phone")
    browser.service.origin = "http://127.0.0.1:1"
    point = browser.subscription
    script.permission, script.push = "granted", "yes"
    script.subscription = {name: point[name] for name in ("endpoint", "p256dh", "auth")}
    room.live(300)
    assert beside(room) == {}, "nobody has asked for it"
    me.app.context.settings.notices = True

    def subscribed() -> bool:
        device.page.take_events()
        return me.app.context.push == "on"

    assert room.live(2000, subscribed)
    assert script.push_keys == [room.parties.notifier.push_key]
    (stored,) = beside(room).values()
    assert point["endpoint"] in stored
    assert remote(me)._token not in stored
    me.app.context.settings.notices = False
    assert room.live(2000, lambda: not beside(room))
    assert script.push_keys[-1] == ""


def test_a_server_without_push_is_told_of_in_the_settings(room, script):
    me = room.players[0]
    room.parties.notifier._channels = Channels(WORDS)
    script.permission, script.push = "granted", "yes"
    me.app.context.settings.notices = True
    assert room.live(2000, lambda: me.app.context.push == "not_offered")
    assert me.app.context.texts("notices.push.not_offered") in open_sheet(me).spoken()


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_the_browser_is_asked_after_the_switch_was_pressed(script, answer):
    player = Player()
    player.tap("settings")
    player.tap("notices")
    assert isinstance(player.scene, NoticeSettings)
    assert player.app.context.texts("notices.state.default") in player.scene.spoken()
    assert script.permission == "default"
    script.answer = answer
    player.tap("notices")
    device.page.take_events()
    player.wait(200)
    assert player.app.context.settings.notices == (answer == "granted")
    assert player.app.context.texts(f"notices.state.{answer}") in player.scene.spoken()
    assert ("notices" in player.ids()) == (answer == "granted")
    player.tap("done")
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Title)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", ["granted", "default", "denied", "insecure", "framed", "none"])
@pytest.mark.parametrize("push", ["yes", "no", "home_screen"])
def test_every_state_is_said_in_words(script, language, state, push):
    script.permission, script.push = state, push
    player = Player(language=language)
    player.tap("settings")
    player.tap("notices")
    assert player.app.context.texts(f"notices.state.{state}") in player.scene.spoken()
    assert ("notices" in player.ids()) == (state in ("granted", "default"))


def test_a_feeds_address_is_copied_at_a_table_and_can_be_ended(room, script, monkeypatch):
    me, told = room.players[0], []
    sheet = open_sheet(me)
    monkeypatch.setattr(me.app.context, "tell", told.append)
    sheet._ask_feed(True)
    assert room.live(300, lambda: bool(script.copied))
    address = script.copied[0]
    assert address.startswith("http://127.0.0.1:")
    path = address.partition("/feed/")[2]
    text = room.loop.run_until_complete(room.parties.feed(path, "127.0.0.1"))
    assert "<feed" in text
    sheet._ask_feed(False)
    assert room.live(300, lambda: told == ["notices.feed.ended"])
    assert room.loop.run_until_complete(room.parties.feed(path, "127.0.0.1")) == ""


def test_the_system_tells_of_a_turn_once_while_another_window_is_in_front(room, monkeypatch):
    told = []
    monkeypatch.setattr(device, "notify", lambda title, text: told.append((title, text)))
    first = mover(room)
    second = next(one for one in room.players if one is not first)
    for player in room.players:
        player.app.context.settings.notices = True
    room.live(150)
    assert told == [], "they look"
    second.app.feed([pygame.event.Event(pygame.WINDOWFOCUSLOST)])
    while mover(room) is first:
        act(room, first)
    room.live(300)
    assert len(told) == 1
    assert told[0][0] == "Du bist dran"
    assert told[0][1].startswith("dnuP mit ")


def test_a_pressed_notice_leads_to_its_table(room):
    me = room.players[0]
    party = remote(me).party
    me.app.context.session.rest()
    me.app._follow(Reset(Title(me.app.context)))
    me.app.feed([pygame.event.Event(PAGE_NOTICE, party="0" * 24)])
    assert isinstance(me.scene, Title), "no table of this device"
    me.app.feed([pygame.event.Event(PAGE_NOTICE, party=party)])
    assert room.live(300, lambda: bool(me.app.context.session and remote(me).turn_state))
    assert remote(me).party == party


@pytest.mark.parametrize(
    ("platform", "program"), [("linux", "notify-send"), ("darwin", "osascript"), ("win32", "powershell")]
)
def test_a_systems_program_gets_the_words_as_data(monkeypatch, platform, program):
    monkeypatch.setattr(native_notice.shutil, "which", lambda name: f"/bin/{name}" if name == program else None)
    words = ("-h; rm", '"; display dialog "x')
    found = native_notice.command(*words, platform)
    assert found[0] == f"/bin/{program}"
    # on Windows they are in the environment
    assert [*words] == found[-2:] or platform == "win32"
    monkeypatch.setattr(native_notice.shutil, "which", lambda _name: None)
    assert native_notice.command(*words, platform) == []
