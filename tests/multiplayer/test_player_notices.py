"""A device tells its player that tables wait: in the title, by notices, and by having the server call it."""

import json

import pygame
import pytest
from guests import Guest
from online import Room, Silence
from player import Player
from push_service import Browser, PushService
from stand_in import Bridge, StandIn

from game.engine.backdrop import Backdrop
from game.engine.containers import PaperBox
from game.engine.layout import Box
from game.engine.texts import LANGUAGES, Texts
from game.engine.transitions import Push, Reset
from game.host import device
from game.host.notice_state import NoticeState
from game.host.page import WebPage
from game.host.page_input import PAGE_NOTICE
from game.player.known_parties import kept_seats
from game.scenes.settings.notice_settings import NoticeSettings
from game.scenes.settings.settings import SettingsScene
from game.scenes.title.title import Title
from game.server.log_entries import LogEntry
from game.server.notifier import Channels
from game.server.web_push import WebPush, new_key
from game.services.context import PushState
from game.wire import seat_watch
from game.wire.commands import OVER_DAYS_S, EndMatch, Play, SetTimeLimit
from game.wire.messages import Feed, NoticeOffer, Origin, PartyPhase, Seats

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
    player.app.follow(Push(sheet))
    player.draw()
    if "more" in player.ids():
        player.tap("more")
    return sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_is_plain_until_more_is_asked_for(room, language):
    me = room.players[0]
    me.app.context.settings.language = language
    me.app.context.settings_changed()
    sheet = NoticeSettings(me.app.context)
    me.app.follow(Push(sheet))
    me.draw()
    assert "feed" not in me.ids()
    assert "feed" not in sheet.spoken().lower()
    me.tap("more")
    assert "feed" in me.ids()
    assert "more" not in me.ids()
    assert "notify-send" not in "".join(me.app.context.texts(f"notices.state.{state}") for state in ("missing", "none"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_program_is_told_in_plain_words_and_by_its_name_behind_more(language, monkeypatch):
    monkeypatch.setattr(device.page.notices, "state", lambda: NoticeState.UNINSTALLED)
    me = Player(language=language)
    settings = SettingsScene(me.app.context)
    me.app.follow(Push(settings))
    settings.shown = "device"
    settings.build()
    assert "notify-send" not in settings.spoken()
    sheet = NoticeSettings(me.app.context)
    me.app.follow(Push(sheet))
    assert me.app.context.texts("notices.uninstalled") in sheet.spoken()
    assert "notify-send" not in sheet.spoken()
    me.tap("more")
    assert "notify-send" in sheet.spoken()


def test_the_title_says_how_many_tables_wait(room, monkeypatch):
    shown = []
    monkeypatch.setattr(device.page.notices, "show_waiting", shown.append)
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


@pytest.fixture
def wanting(room, script):
    """Return a device whose player wants pushes, and its browser's subscription."""
    browser = Browser(PushService(), "phone")
    browser.service.origin = "http://127.0.0.1:1"
    script.permission, script.push, script.subscription = "granted", "yes", browser.subscription
    room.players[0].app.context.settings.notices = True
    return room.players[0]


def becomes(room: Room, player: Player, state: str) -> bool:
    """Return whether pushes get into a state."""

    def is_so() -> bool:
        device.page.take_events()
        return player.app.context.push == state

    return room.live(2000, is_so)


def test_pushes_that_are_switched_off_and_on_again_come_again(room, script, wanting):
    assert becomes(room, wanting, "on")
    wanting.app.context.settings.notices = False
    assert room.live(2000, lambda: not beside(room))
    wanting.app.context.settings.notices = True
    assert becomes(room, wanting, "on")
    assert len(beside(room)) == 1


def test_a_server_with_another_key_is_subscribed_to_anew(room, script, wanting):
    assert becomes(room, wanting, "on")
    first = room.parties.notifier.push_key
    channels = Channels(WORDS, WebPush(new_key(), "mailto:host@example.org", ["http://127.0.0.1:1"]))
    room.parties.notifier._channels = channels
    # the next question to the server, about another language, brings the key
    wanting.app.context.settings.language = "en"
    wanting.app.context.settings_changed()
    assert room.live(2000, lambda: bool(device.page.take_events() or len(script.push_keys) > 1))
    assert script.push_keys == [first, room.parties.notifier.push_key]
    assert becomes(room, wanting, "on")
    assert json.loads(script.kept_request["request"])["language"] == "en"


def test_a_subscription_that_the_browser_replaced_is_told_to_the_server(room, script, wanting):
    assert becomes(room, wanting, "on")
    other = Browser(PushService(), "phone-2")
    other.service.origin = "http://127.0.0.1:1"
    # as the page sends it once the worker has renewed it
    script.happened.append({"kind": "push", **other.subscription})
    device.page.take_events()
    assert wanting.app.context.push == "asking"
    assert becomes(room, wanting, "on")
    assert any(other.subscription["endpoint"] in text for text in beside(room).values())


def test_the_worker_is_left_what_it_needs_to_renew_a_subscription(room, script, wanting):
    wanting.app.context.settings.night = (22 * 60, 7 * 60)
    assert becomes(room, wanting, "on")
    assert room.live(200, lambda: script.kept_request is not None)
    kept = script.kept_request
    assert (kept["server"], kept["key"]) == (wanting.app.context.server, room.parties.notifier.push_key)
    assert kept["night"] == [22 * 60, 7 * 60]
    other = Browser(PushService(), "phone-2")
    other.service.origin = "http://127.0.0.1:1"
    # what the worker sends is what the server takes
    point = {name: other.subscription[name] for name in ("endpoint", "p256dh", "auth")}
    question = Guest(room.parties)
    room.loop.run_until_complete(question.visitor.take(json.dumps(json.loads(kept["request"]) | point)))
    assert question.last(NoticeOffer).seats == 1
    assert any(point["endpoint"] in text for text in beside(room).values())
    wanting.app.context.settings.notices = False
    assert room.live(2000, lambda: script.kept_request is None)


@pytest.mark.parametrize(("state", "endpoint"), [("refused", "https://push.example.org:8443/x"), ("failed", "")])
def test_why_no_push_can_be_had_is_told(room, script, wanting, state, endpoint):
    script.subscription = script.subscription | {"endpoint": endpoint}
    assert becomes(room, wanting, state)
    assert wanting.app.context.texts(f"notices.push.{state}") in open_sheet(wanting).spoken()
    assert beside(room) == {}


def test_a_server_that_does_not_answer_about_pushes_is_told_of(room, script, wanting):
    wanting.app.context.connect = lambda _address: Silence()
    assert becomes(room, wanting, "asking")
    assert becomes(room, wanting, "no_answer")
    assert wanting.app.context.texts("notices.push.no_answer") in open_sheet(wanting).spoken()


def test_a_seat_that_the_server_has_lost_is_not_said_to_be_called(room, script, wanting):
    lost = next(iter(room.parties.replicas.values()))
    lost.party.chairs[remote(wanting).seat] = lost.party.chairs[remote(wanting).seat]._replace(token="0" * 32)
    assert becomes(room, wanting, "later")
    assert beside(room) == {}


def test_a_server_without_push_is_told_of_in_the_settings(room, script):
    me = room.players[0]
    room.parties.notifier._channels = Channels(WORDS)
    script.permission, script.push = "granted", "yes"
    me.app.context.settings.notices = True
    assert room.live(2000, lambda: me.app.context.push == "not_offered")
    assert me.app.context.texts("notices.push.not_offered") in open_sheet(me).spoken()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_pushes_has_a_text(language):
    assert [state for state in PushState if state and not WORDS[language].has(f"notices.push.{state}")] == []


@pytest.mark.parametrize("answer", ["granted", "denied"])
def test_the_browser_is_asked_after_the_switch_was_pressed(script, answer):
    player = Player()
    player.tap("settings")
    player.tap("tab-3")
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
    assert ("notify" in player.ids()) == (answer == "granted")
    player.press(pygame.K_ESCAPE)
    assert isinstance(player.scene, Title)


@pytest.mark.parametrize("answer", ["granted", "denied", "default"])
def test_the_settings_own_switch_asks_and_says_in_place_what_was_refused(script, answer):
    player = Player()
    player.tap("settings")
    player.tap("tab-3")
    texts, settings = player.app.context.texts, player.app.context.settings
    script.answer = answer
    player.tap("notify")
    assert isinstance(player.scene, SettingsScene)
    device.page.take_events()
    player.wait(200)
    assert settings.notices == (answer == "granted")
    assert ("notify" in player.ids()) == (answer != "denied")
    assert (texts("notices.state.denied") in player.scene.spoken()) == (answer == "denied")
    if answer == "granted":
        player.tap("notify")
        assert not settings.notices


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", ["granted", "default", "denied", "insecure", "framed", "none"])
@pytest.mark.parametrize("push", ["yes", "no", "home_screen"])
def test_every_state_is_said_in_words(script, language, state, push):
    script.permission, script.push = state, push
    player = Player(language=language)
    player.tap("settings")
    player.tap("tab-3")
    player.tap("notices")
    # an iPhone's page has no notices before it is on the home screen
    key = "notices.push.home_screen" if (state, push) == ("none", "home_screen") else f"notices.state.{state}"
    assert player.app.context.texts(key) in player.scene.spoken()
    assert ("notices" in player.ids()) == (state in ("granted", "default"))
    says_push = player.app.context.texts("notices.push.off") in player.scene.spoken()
    assert says_push == (state in ("granted", "default") and push == "yes"), "no row without anything to be had"


@pytest.mark.parametrize("state", ["native", "unshown", "missing"])
def test_a_desktop_is_offered_what_it_has_and_no_more(monkeypatch, state):
    monkeypatch.setattr(device.page.notices, "state", lambda: NoticeState(state))
    player = Player()
    sheet, texts = open_sheet(player), player.app.context.texts
    assert texts(f"notices.state.{state}") in sheet.spoken()
    assert ("notices" in player.ids()) == (state != "missing")
    assert (texts("notices.feed.no_table") in sheet.spoken()) == (state == "missing"), "what there is instead"
    assert player.ids() == [*(["notices"] if state != "missing" else []), "done"]


def test_a_feeds_address_is_copied_at_a_table_and_can_be_ended(room, script, monkeypatch):
    me, told = room.players[0], []
    texts = me.app.context.texts
    monkeypatch.setattr(me.app.context, "tell", told.append)
    open_sheet(me)
    room.live(30)
    assert [id_ for id_ in me.ids() if id_.startswith("feed")] == ["feed"], "there is none that could be ended"
    me.tap("feed")
    assert room.live(300, lambda: bool(script.copied))
    address = script.copied[0]
    assert address.startswith("http://127.0.0.1:")
    path = address.partition("/feed/")[2]
    assert "<feed" in feed_of(room, path)
    me.tap("feed")
    assert script.copied == [address] * 2, "it is the same one"
    me.tap("done")
    # another day: its address is not known here any longer
    sheet = open_sheet(me)
    assert room.live(300, lambda: "feed_end" in me.ids())
    assert texts("notices.feed.exists") in sheet.spoken()
    me.tap("feed")
    assert room.live(300, lambda: len(script.copied) == 3)
    assert script.copied[2] != address
    assert feed_of(room, path) == ""
    me.tap("feed_end")
    assert room.live(300, lambda: told == ["notices.feed.ended"])
    assert feed_of(room, script.copied[2].partition("/feed/")[2]) == ""
    assert "feed_end" not in me.ids()


def feed_of(room: Room, path: str) -> str:
    """Return the feed at the end of an address."""
    return room.loop.run_until_complete(room.parties.feed(path, "127.0.0.1"))


def test_an_address_that_could_not_be_copied_is_kept_for_the_next_press(room, script):
    me = room.players[0]
    script.clipboard = False
    open_sheet(me)
    me.tap("feed")
    assert room.live(300, lambda: bool(script.copied))
    device.page.take_events()
    assert me.app.context.notices[-1] == me.app.context.texts("notices.feed.not_copied")
    script.clipboard = True
    me.tap("feed")
    device.page.take_events()
    assert me.app.context.notices[-1] == me.app.context.texts("notices.feed.copied")
    assert len({*script.copied}) == 1


@pytest.mark.parametrize("wished", ["feed", "feed_end"])
def test_a_server_that_does_not_answer_about_a_feed_is_told_of(room, script, wished):
    me, connect = room.players[0], room.players[0].app.context.connect
    sheet, texts = open_sheet(me), me.app.context.texts
    me.tap("feed")
    assert room.live(300, lambda: "feed_end" in me.ids())
    me.app.context.connect = lambda _address: Silence()
    me.tap("done")
    me.app.context.connect = connect
    sheet = open_sheet(me)
    assert room.live(300, lambda: "feed_end" in me.ids())
    me.app.context.connect = lambda _address: Silence()
    me.tap(wished)
    assert room.live(1000, lambda: texts("notices.feed.no_answer") in sheet.spoken())
    assert "feed_end" in me.ids(), "it has not ended"
    me.app.context.connect = connect
    me.tap(wished)
    assert room.live(300, lambda: texts("notices.feed.no_answer") not in sheet.spoken())
    assert ("feed_end" in me.ids()) == (wished == "feed")


def test_a_seat_that_the_server_no_longer_knows_gets_no_feed(room, script, monkeypatch):
    me, told = room.players[0], []
    monkeypatch.setattr(me.app.context, "tell", told.append)
    open_sheet(me)
    me.app.context.session.token = "f" * 32
    me.tap("feed")
    assert room.live(300, lambda: told == ["notices.feed.refused"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=str)
def test_the_sheet_has_room_for_everything_at_large_texts(room, script, monkeypatch, language, size):
    me, rules = room.players[0], []
    context = me.app.context
    context.settings.notices = True
    script.permission, script.push = "granted", "yes"
    monkeypatch.setattr("game.scenes.settings.notice_settings.PaperBox", Paper)
    monkeypatch.setattr(Backdrop, "rule", lambda _plate, x, y, w, *_: rules.append(y))
    context.settings.language = language
    context.settings.scale = 1.3
    context.settings_changed()
    me.resize(size)
    sheet = open_sheet(me)
    sheet._feed = Feed("", True)
    for state in ("later", "asking", "failed", "no_answer", "refused", "not_offered", "on"):
        context.push = state
        rules.clear()
        sheet._shown = sheet._states()
        sheet.build()
        assert Paper.last.y >= 0
        assert Paper.last.y + Paper.last.h <= context.frame.table.y + context.frame.table.h, state
        assert len(rules) == 2
        boxes = [item.box for item in sheet.items.items]
        assert not any(box.y - 8 < y < box.y + box.h + 8 for y in rules for box in boxes), "no line touches a button"


class Paper(PaperBox):
    """The sheet's paper, which notes where it lies."""

    last: Box

    def bake(self, plate, box) -> None:
        """Note the box."""
        Paper.last = box
        super().bake(plate, box)


def test_the_system_tells_of_a_turn_once_while_another_window_is_in_front(room, monkeypatch):
    told = []
    monkeypatch.setattr(device.page.notices, "show", lambda title, text: told.append((title, text)))
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


@pytest.fixture
def told(monkeypatch):
    """Return the titles and texts of the system's notices."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(device.page.notices, "show", lambda title, text: found.append((title, text)))
    return found


def turn_to(room: Room, player: Player) -> None:
    """Play until it is a player's turn."""
    while mover(room) is not player:
        act(room, mover(room))


def server_until(room: Room, is_so) -> None:
    """Play for the people at the table until something is so on the server."""
    (replica,) = room.parties.replicas.values()
    for _ in range(3000):
        party = replica.party
        if is_so(party):
            return
        other = room.players[party.to_move].app.context.session
        turn = other.remote.turn_state if other else None
        if party.to_move >= 0 and turn and not other.remote.is_waiting and turn.to_move == party.to_move:
            other.do(Play(other.remote.game.encode(other.remote.view.legal[0])))
        room.live(2)
    raise AssertionError("it never came so far")


def step_back(room: Room, player: Player) -> None:
    """Take a player to the title, with another window in front once the tables are known."""
    context = player.app.context
    context.session.rest()
    player.app.follow(Reset(Title(context)))
    pass_ms(room, seat_watch.FRESH_MS)
    room.live(60)
    player.app.feed([pygame.event.Event(pygame.WINDOWFOCUSLOST)])


def pass_ms(room: Room, ms: int) -> None:
    """Advance all clocks."""
    room.clock.ms += ms
    for player in room.players:
        player.clock.pass_ms(ms)
    room.live(80)


def test_the_system_tells_of_a_table_that_is_not_open_once_for_a_turn_and_of_its_end(room, told):
    first, second = room.players
    turn_to(room, first)
    second.app.context.settings.notices = True
    step_back(room, second)
    pass_ms(room, seat_watch.TOLD_MS)
    assert told == [], "others decide"
    server_until(room, lambda party: party.to_move == 1)
    pass_ms(room, seat_watch.TOLD_MS)
    assert told == [("Du bist dran", "dnuP mit Ada")]
    assert second.app.context.tables.waiting == 1
    for _ in range(3):
        pass_ms(room, seat_watch.TOLD_MS)
    assert len(told) == 1
    # the next answer of the server says that it is over
    (known,) = second.app.context.tables._servers.values()
    ((query, row),) = known.found.items()
    known.found[query] = row._replace(table=row.table._replace(phase=PartyPhase.OVER, to_move=-1, winners=(0,)))
    second.app.context.tables.version += 1
    room.live(200)
    assert told[1:] == [("Die Partie ist zu Ende", "dnuP mit Ada")]


@pytest.mark.parametrize("is_open", [True, False])
def test_the_system_tells_once_that_the_match_may_be_ended_and_that_it_was(room, told, is_open):
    first, second = room.players
    turn_to(room, first)
    first.app.context.session.do(SetTimeLimit(OVER_DAYS_S))
    room.live(20)
    second.app.context.settings.notices = True
    if is_open:
        second.app.feed([pygame.event.Event(pygame.WINDOWFOCUSLOST)])
        room.live(100)
    else:
        step_back(room, second)
    first.app.context.session.do(EndMatch(True))
    for _ in range(3):
        pass_ms(room, seat_watch.TOLD_MS)
    assert told == [("Du wirst etwas gefragt", "dnuP mit Ada")]
    (replica,) = room.parties.replicas.values()
    # as if the second player agreed on another device
    line = LogEntry(room.clock.ms, Origin.PERSON, 1, "", EndMatch(True))
    room.loop.run_until_complete(replica._write(lambda: line))
    for _ in range(3):
        pass_ms(room, seat_watch.TOLD_MS)
    assert told[1:] == [("Die Partie wurde beendet", "dnuP mit Ada")]


def test_a_turn_that_has_been_seen_is_not_told_after_the_table_was_left(room, told):
    second = room.players[1]
    turn_to(room, second)
    second.app.context.settings.notices = True
    room.live(100)
    step_back(room, second)
    for _ in range(3):
        pass_ms(room, seat_watch.TOLD_MS)
    assert second.app.context.tables.waiting == 1
    assert told == []


@pytest.mark.parametrize("is_seen", [True, False])
def test_the_end_of_the_open_table_is_told_unless_it_is_in_sight(room, told, is_seen):
    me = room.players[0]
    me.app.context.settings.notices = True
    room.live(100)
    if not is_seen:
        me.app.feed([pygame.event.Event(pygame.WINDOWFOCUSLOST)])
    server_until(room, lambda party: party.phase == PartyPhase.OVER)
    room.live(100)
    told[:] = [one for one in told if one[0] != "Du bist dran"]
    assert told == [] if is_seen else told == [("Die Partie ist zu Ende", "dnuP mit Ben")]


def test_at_another_screen_the_program_itself_tells_of_a_turn_and_the_title_shows_it(room, told):
    first, second = room.players
    turn_to(room, first)
    context = second.app.context
    context.settings.notices = True
    step_back(room, second)
    second.app.feed([pygame.event.Event(pygame.WINDOWFOCUSGAINED)])
    second.tap("settings")
    server_until(room, lambda party: party.to_move == 1)
    pass_ms(room, seat_watch.TOLD_MS)
    assert "Du bist dran: dnuP mit Ada" in [second.app.toasts.shown, *second.app.toasts.waiting]
    assert told == []


def test_servers_are_asked_once_a_minute_while_notices_are_wanted(room):
    second = room.players[1]
    second.app.context.settings.notices = True
    step_back(room, second)
    room.players.remove(second)
    room.players[0].app.context.session.rest()
    room.players[:] = [second]
    come = len(room.net.wires)
    for _ in range(40):
        pass_ms(room, seat_watch.TOLD_MS // 4)
    assert 8 <= len(room.net.wires) - come <= 12


def test_a_page_is_given_what_it_asks_about_its_tables_while_it_is_hidden(script):
    room = Room(1)
    room.gather("push", ["easy"])
    me = room.players[0]
    context = me.app.context
    room.live(200)
    assert script.watched is None, "nobody wants notices"
    context.settings.notices = True
    context.session.rest()
    me.app.follow(Reset(Title(context)))
    pass_ms(room, seat_watch.FRESH_MS)
    room.live(100)
    (server,) = script.watched["servers"]
    (kept,) = kept_seats(context)
    assert server["address"] == kept.join_link.server
    question = Guest(room.parties)
    room.loop.run_until_complete(question.visitor.take(server["ask"]))
    (row,) = question.last(Seats).rows
    assert row.party == kept.join_link.party
    (seat,) = server["seats"]
    assert (seat["party"], seat["state"]) == (row.party, [])
    assert seat["text"].startswith("Push mit ")
    assert (script.watched["turn"], script.watched["over"]) == ("Du bist dran", "Die Partie ist zu Ende")
    room.close()


@pytest.mark.parametrize(
    ("night", "is_told"),
    [((0, 0), True), ((600, 700), False), ((650, 100), False), ((700, 650), True), ((0, 650), True)],
)
def test_the_system_is_silent_in_the_players_night(room, monkeypatch, night, is_told):
    told = []
    monkeypatch.setattr(device.page.notices, "show", lambda title, text: told.append(title))
    me = room.players[0]
    monkeypatch.setattr("game.services.player_notices.local_minute", lambda _now: 650)
    me.app.context.settings.notices, me.app.context.settings.night = True, night
    room.live(150)
    while mover(room) is me:
        act(room, me)
    room.live(150)
    me.app.feed([pygame.event.Event(pygame.WINDOWFOCUSLOST)])
    while mover(room) is not me:
        act(room, mover(room))
    room.live(300)
    assert bool(told) == is_told


def test_a_pressed_notice_leads_to_its_table(room):
    me = room.players[0]
    party = remote(me).party
    me.app.context.session.rest()
    me.app.follow(Reset(Title(me.app.context)))
    me.app.feed([pygame.event.Event(PAGE_NOTICE, party="0" * 24)])
    assert isinstance(me.scene, Title), "no table of this device"
    me.app.feed([pygame.event.Event(PAGE_NOTICE, party=party)])
    assert room.live(300, lambda: bool(me.app.context.session and remote(me).turn_state))
    assert remote(me).party == party
