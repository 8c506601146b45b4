"""Playing together through the interface: lobby, table, result, with a server in the same program."""

import pygame
import pytest
from drivers import transition_after
from finished import finished
from guests import TURNS, server, started
from guests import run_async as run
from online import Silence, links_to_open_seats, place, put_at_party
from player import Player
from table_player import dock_of, scene_of

from game.catalogue.registry import GAMES
from game.core.codec import BadData
from game.core.game import WATCHER, redact
from game.core.match import HUMAN, Match, Seat, violation_of
from game.core.rng import Rng
from game.engine.layout import overlap
from game.engine.palette import INK, SOFT_ON_PAPER
from game.engine.text_field import TextField
from game.engine.texts import Texts
from game.engine.transitions import Reset
from game.games.dnup import rules as dnup
from game.host import device
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.party.lobby import Lobby
from game.scenes.result.after import AfterParty
from game.scenes.table.signs import TurnSign, panel_of
from game.services.party_session import PartySession
from game.table.turns.scene import TurnScene
from game.wire.commands import REACTIONS, Lock, Play
from game.wire.join_link import JoinLink, link_to_party
from game.wire.messages import (
    KEPT_MS,
    Close,
    Nak,
    Over,
    PartyPhase,
    PartyState,
    PartyUpdate,
    Welcome,
    commitment,
    json_data,
    json_text,
)
from game.wire.party_client import PartyClient
from game.wire.refusal import Refusal


def press_first_button(player) -> None:
    """Use the first button that a turn of Nein Danke! offers, if one is offered."""
    if scene_of(player).table.viewer_decides:
        player.tap(next(id_ for id_ in ("do-pay", "do-take") if id_ in player.ids()))


@pytest.mark.parametrize("game", TURNS)
def test_two_people_play_a_whole_game_through_the_interface(room, game):
    """Each decision is made on the server's own match and pressed once on the device of the seat that decides."""
    room.gather(game, ["easy"] if game == "nein_danke" else [])
    room.begin()
    party, decided_on = room.party(), -1
    for _ in range(20_000):
        decided_on = room.decide(party, decided_on)
        # the result is kept as soon as it is known, before it is shown
        for context in (player.app.context for player in room.players):
            assert len(saves.finished_matches(context)) == bool(context.session and context.session.remote.over)
        if all(isinstance(transition_after(player.scene), AfterParty) for player in room.players):
            break
    first, second = (player.scene for player in room.players)
    assert first.shown_once
    assert isinstance(transition_after(first), AfterParty)
    assert isinstance(transition_after(second), AfterParty)
    assert first.match.save() == second.match.save()
    assert not [player for player in room.players if links_to_open_seats(player.app.context)], "that table is over"
    # a rematch once both have read the result: everybody moves up one seat
    first_player, second_player = room.players
    room.live(30)
    first_player.tap("again")
    assert room.live(60, lambda: "begin" in first_player.ids()), "the owner could begin at once"
    assert not room.live(30, lambda: isinstance(second_player.scene, TurnScene)), "Ben is still reading"
    second_player.tap("again")
    assert room.live(60, lambda: all(isinstance(player.scene, TurnScene) for player in room.players))
    assert [scene_of(player).match.seat for player in room.players] == [len(first.match.seats) - 1, 0]


GATHERING = PartyState(PartyPhase.GATHERING, "push", {}, (place("Ada", "fox"),), 0, False, 0, True, 0, "", None, None)


def seated(player, party_state=GATHERING, seat: int = 0) -> PartySession:
    """Give a device a seat at a party, as far as it knows."""
    session = put_at_party(player, party_state, seat)
    session.remote._is_known, session.remote._connection = True, Silence()
    session.poll(1)
    return session


def test_the_title_offers_a_seat_as_long_as_the_server_keeps_it():
    player = Player()
    session = seated(player)
    context = player.app.context
    assert [join_link.code for join_link in links_to_open_seats(context)] == [session.remote.code]
    player.clock.pass_ms(KEPT_MS[PartyPhase.GATHERING])
    assert not links_to_open_seats(context)
    session.poll(2)
    assert links_to_open_seats(context), "it is still heard of"
    # an invalid code costs no seat elsewhere
    other = PartySession(context, JoinLink(session.join_link.server, "XXXXX"))
    other.remote.ended = Close.NO_PARTY
    other.poll(3)
    other.leave()
    assert links_to_open_seats(context)
    # nor does a server that does not know it at present
    session.remote.ended = Close.NO_PARTY
    session.poll(4)
    assert [join_link.token for join_link in links_to_open_seats(context)] == [session.token]


def test_joining_another_table_keeps_both_seats():
    player = Player()
    context = player.app.context
    # stored by a version that knew one table alone
    server, first = "ws://127.0.0.1:1/party", {"code": "BBBBB", "party": "cd" * 12, "token": "e" * 32}
    context.store("party", {"server": server, **first, "until": 10**14})
    context.server = server
    session = seated(player)
    assert [join_link.code for join_link in links_to_open_seats(context)] == ["KLMNP", "BBBBB"]
    # a spectator takes no seat, and can return by the code long after it has expired
    seated(player, seat=WATCHER).leave()
    again = PartySession(context, JoinLink(server, "BBBBB"))
    assert (again.token, again.remote.party) == ("e" * 32, "cd" * 12)
    session.rest()
    player.app.follow(Reset(routes.title(context)))
    player.tap("tables")
    found = [id_ for id_ in player.ids() if id_.startswith("party-")]
    assert len(found) == 2, "of several one chooses"
    player.tap(found[1])
    assert context.session.remote.party == "cd" * 12
    context.session.leave()
    assert [join_link.token for join_link in links_to_open_seats(context)] == [session.token]


def owner_and(room):
    """Return the people at a match of Nein Danke! that has just begun."""
    room.gather("nein_danke", ["easy"])
    room.begin()
    return room.players


def mover(room):
    """Return the player whose turn it is, once everything has been shown."""
    assert room.live(200, lambda: any(scene_of(player).table.viewer_decides for player in room.players))
    return next(player for player in room.players if scene_of(player).table.viewer_decides)


def test_a_seat_shown_as_away_is_back_after_a_reload(room):
    first, second = owner_and(room)
    first.tap("pause")
    second.app.context.session.remote.close()
    room.players.remove(second)
    first.press(pygame.K_ESCAPE)
    assert room.live(60, lambda: scene_of(first).match.party_state.places[1].away)
    again = room.device("Ben", storage=second.storage)
    room.players.append(again)
    # the list of tables leads back at once, before any server has answered
    room.back_to(again)
    assert room.live(60, lambda: isinstance(again.scene, TurnScene))
    assert again.scene.match.seat == 1
    assert room.live(60, lambda: not scene_of(first).match.party_state.places[1].away)


def test_after_a_while_a_bot_can_stand_in_for_an_absent_player(room):
    first, second = owner_and(room)
    second.app.context.session.remote.close()
    room.players.remove(second)
    table = scene_of(first)
    assert room.live(60, lambda: table.match.party_state.places[1].away)
    while table.match.mover != 1:
        press_first_button(first)
        room.live()
    texts, name = first.app.context.texts, table.match.seats[1].name
    waits = texts("party.missing_asked", name=name)
    assert room.live(60, lambda: (dock := dock_of(first)) is not None and dock.panel_text.body == waits)
    room.live(2)
    assert table.question()[1] is False
    assert table._easing.prompt == texts("party.missing", name=name), "nobody who is away is thinking"
    assert table.table.thinking == -1

    def label() -> str:
        return dock_of(first).panel_text.buttons[0].label

    assert room.live(800, lambda: label() == texts("party.let_stand_in_until", name=name, count=20))
    # a press before its time is kept, and another takes it back
    first.tap("stand-in-1")
    soon = {texts("party.stand_in_soon", name=name, count=count) for count in (20, 19)}
    assert room.live(10, lambda: label() in soon)
    first.tap("stand-in-1")
    assert room.live(1500, lambda: label() == texts("party.let_stand_in", name=name)), "a bot waits to be wanted"
    assert not table.match.party_state.places[1].stand_in
    first.tap("stand-in-1")
    assert room.live(60, lambda: table.match.party_state.places[1].stand_in), (
        first.app.toasts.waiting,
        first.app.toasts.shown,
    )
    assert dock_of(first) is None or dock_of(first).panel_text.body != waits
    assert room.live(200, lambda: table.match.mover != 1), "the bot plays"


def test_a_command_that_came_too_late_is_reported_and_can_be_repeated(room):
    owner_and(room)
    player = mover(room)
    table = scene_of(player)
    session = player.app.context.session
    player.tap("do-take")
    assert not table.table.viewer_decides, "it is on its way at once"
    session.remote._requests[0] = session.remote._requests[0]._replace(n=0)
    room.net.wires[room.players.index(player)].up.clear()
    session.remote._send_request()
    told = player.app.context.texts("party.refused.stale")
    assert room.live(60, lambda: player.app.toasts.shown == told)
    assert room.live(60, lambda: table.table.viewer_decides), "it is one's turn as before"
    press_first_button(player)
    assert room.live(60, lambda: table.match.mover != table.match.seat)


def test_undo_needs_everybodys_consent(room):
    owner_and(room)
    player = mover(room)
    other = next(one for one in room.players if one is not player)
    length = scene_of(player).match.turn.length
    player.tap("do-pay")
    assert room.live(60, lambda: "undo" in player.ids()), "a chip tells nothing that was hidden"
    player.tap("undo")
    assert room.live(60, lambda: "undo-yes" in other.ids())
    asked = dock_of(other).panel_text
    match = scene_of(player).match
    assert asked.body == other.app.context.texts("party.undo_asked", name=match.seats[match.seat].name)
    assert scene_of(other).question()[1]
    waits = dock_of(player).panel_text
    assert (waits.body, waits.buttons) == (player.app.context.texts("party.undo_waits"), ())
    assert not scene_of(player).question()[1]
    other.tap("undo-yes")
    assert room.live(60, lambda: scene_of(player).match.turn.length == length)
    assert room.live(60, lambda: scene_of(player).table.viewer_decides)
    assert [line.text for line in scene_of(player).table.log] == [line.text for line in scene_of(other).table.log]


def test_a_spectator_sees_no_hand_and_is_asked_nothing(room):
    owner_and(room)
    watcher = room.device("Cleo")
    room.players.append(watcher)
    join_link = JoinLink("ws://127.0.0.1:1/party", code=room.players[0].app.context.session.remote.code, watches=True)
    watcher.app.follow(Reset(routes.party_entry(watcher.app.context, join_link)))
    assert room.live(60, lambda: isinstance(watcher.scene, TurnScene))
    table = scene_of(watcher)
    assert table.match.seat == WATCHER
    room.live(60)
    assert not table.table.viewer_decides
    room.live(2)
    assert table.question()[1] is False
    assert not {"undo", "hint", "call"} & {*watcher.ids()}
    assert table.match.view(0).chips == (-1,) * 3
    # for reading at a distance: whose turn it is, and the code as soon as a seat is free
    sign = next(widget for widget in table.widgets if isinstance(widget, TurnSign))
    assert sign.seat == table.match.seats[table.match.mover]
    assert sign.panel == panel_of(table.table, table.match.mover)
    assert sign.under == table.context.texts("party.to_move")
    room.players[1].press(pygame.K_ESCAPE)
    room.players[1].tap("leave")
    room.players[1].tap_again("leave")
    assert room.live(60, lambda: any(join_link.code in one.under for one in table.widgets if isinstance(one, TurnSign)))


def test_a_call_is_shown_unless_calls_are_switched_off(room):
    first, second = owner_and(room)
    text = first.app.context.texts("party.happened.React", name="Ada", text=first.app.context.texts("party.call.hello"))
    first.tap("call")
    first.tap("call-0")
    assert room.live(60, lambda: second.app.toasts.shown == text)
    assert not scene_of(first).driver.calls.open
    second.tap("call")
    second.tap("call-mute")
    room.clock.ms += 2_000
    second.wait(9_000)
    first.tap("call")
    first.tap("call-0")
    room.live(60)
    assert second.app.toasts.shown != text


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_the_open_menu_of_calls_covers_no_card_of_keine_ahnung(size, scale):
    player = Player(size)
    player.app.context.settings.scale = scale
    player.resize(size)
    rows = (place("Ada", "fox"), place("Ben", "bear"), place("Cleo", "cat"))
    match = Match(GAMES["keine_ahnung"], {}, [Seat(row.name, HUMAN, row.figure) for row in rows], 7)
    playing = GATHERING._replace(phase=PartyPhase.PLAYING, game="keine_ahnung", places=rows)
    session = put_at_party(player, playing, (match.mover + 1) % 3, match=match)
    player.app.follow(Reset(routes.online_table(player.app.context, session)))
    player.wait(5_000)
    player.tap("call")
    table, room = player.scene.table, player.app.context.frame.room
    calls = [item.box for item in player.scene.items.items if item.id.startswith("call-")]
    assert len(calls) == len(REACTIONS) + 1
    assert all(overlap(box, room) == pytest.approx(box.w * box.h) for box in calls)
    cards = [lying.card(table.ratio) for lying in table.lying().values()]
    assert not any(overlap(box, card) for box in calls for card in cards)


def test_the_open_menu_of_calls_takes_the_place_of_the_dock():
    player = Player()
    rows = (place("Ada", "fox"), place("Ben", "bear"))
    match = Match(GAMES["dnup"], {}, [Seat(row.name, HUMAN, row.figure) for row in rows], 7)
    playing = GATHERING._replace(phase=PartyPhase.PLAYING, game="dnup", places=rows)
    waiting = 1 - match.mover
    rows = tuple(row._replace(away=number != waiting) for number, row in enumerate(rows))
    session = put_at_party(player, playing._replace(places=rows), waiting, match=match)
    player.app.follow(Reset(routes.online_table(player.app.context, session)))
    assert player.wait(5_000, lambda: dock_of(player) is not None)
    player.tap("call")
    assert "call-7" in player.ids()
    assert dock_of(player) is None
    player.tap("call")
    assert dock_of(player) is not None


def test_a_window_without_the_focus_still_receives_events(room):
    first, *_ = owner_and(room)
    first.feed(pygame.WINDOWFOCUSLOST)
    n = first.app.context.session.remote.n
    player = mover(room)
    player.tap("do-pay")
    assert room.live(60, lambda: first.app.context.session.remote.n > n)
    assert room.live(60, lambda: scene_of(first).match.turn.length > 0), "and it is seen"


def test_the_code_field_shows_its_purpose_and_then_the_typed_code():
    player = Player()
    texts = player.app.context.texts
    player.tap("together")

    def field():
        return next(widget for widget in player.scene.widgets if isinstance(widget, TextField))

    assert (field().text, field().ink) == (texts("party.address_empty"), SOFT_ON_PAPER)
    player.scene._take("K7QX")
    player.scene.build()
    assert (field().text, field().ink) == ("K7QX", INK)


def test_the_network_is_not_used_before_the_player_wants_others():
    player = Player()
    asked = []
    player.app.context.connect = lambda address: asked.append(address) or Silence()
    player.wait(300)
    player.tap("together")
    player.wait(300)
    assert not asked
    player.app.context.server = "ws://127.0.0.1:1/party"
    player.app.follow(Reset(routes.together(player.app.context)))
    player.tap("open-push")
    player.wait(300)
    assert asked == ["ws://127.0.0.1:1/party"]
    assert player.scene.question()[0] == player.app.context.texts("party.connecting")
    player.wait(4_000)
    assert player.scene.question()[0] == player.app.context.texts("party.no_answer")


def test_every_refusal_and_every_end_of_a_connection_has_words():
    texts = Texts("de")
    assert {key.rpartition(".")[2] for key in texts.keys("party.refused.")} == {*Refusal}
    assert {int(key.rpartition(".")[2]) for key in texts.keys("party.closed.")} == {int(one) for one in Close}


def test_a_match_seen_on_a_device_knows_what_its_rules_forbid():
    """The device has only its own view; everything missing there is assumed."""
    for name in TURNS:
        game, rng = GAMES[name], Rng(5)
        match = Match(game, {}, [Seat("A", HUMAN), Seat("B", HUMAN, "fox"), Seat("C", HUMAN, "owl")], 7)
        for _ in range(60):
            if match.is_over:
                break
            seat = match.mover
            text = json_text(game.view_codec().write(redact(game, match.view(seat))))
            view = game.view_codec().read(json_data(text))
            world = game.sample_state(game.redaction.complete(view) if game.redaction else view, rng)
            legal = game.legal_actions(match.state)
            assert [*game.legal_actions(world)] == [*legal], name
            assert violation_of(game, world, legal[0]) is None
            match.apply(rng.choice(legal))


def test_a_device_explains_an_illegal_move_and_does_not_send_it():
    game, rng = GAMES["dnup"], Rng(4)
    seats = [Seat("Ada", HUMAN, "fox"), Seat("Ben", HUMAN, "bear")]
    match = Match(game, {}, seats, 7)

    def too_low():
        """Return a single card that beats nothing."""
        cards = [dnup.Action(dnup.Verb.PLAY, (card,)) for card in match.view(match.mover).hand]
        return next((one for one in cards if (why := match.objection(one)) and why.reason == "must_be_higher"), None)

    while (action := too_low()) is None:
        match.apply(rng.choice(game.legal_actions(match.state)))
    player = Player()
    places = tuple(place(seat.name, seat.figure) for seat in seats)
    playing = GATHERING._replace(phase=PartyPhase.PLAYING, game="dnup", places=places)
    session = put_at_party(player, playing, match.mover, match=match)
    player.app.follow(Reset(routes.online_table(player.app.context, session)))
    # the first frame shows the match that the session has by then
    player.wait(100)
    scene = scene_of(player)
    assert player.wait(20_000, lambda: scene.table.viewer_decides)
    scene.act(action)
    assert not session.remote.is_waiting
    assert not session.waits_for(Play)
    player.wait(100)
    assert player.app.toasts.shown
    scene.act(game.legal_actions(match.state)[0])
    assert session.waits_for(Play)


def test_the_view_after_each_event_is_sent_too():
    """In Push each event comes with the view after it, as at a local table."""
    seen = []

    async def story():
        parties = server()
        guests = await started(parties, "push", 2)
        match = (await parties.replica(guests[0].last(Welcome).party)).party.match
        rng = Rng(3)
        while len(match.actions) < 60 and not match.is_over:
            guest, before = guests[match.mover], match.at(len(match.actions))
            remote = PartyClient(GAMES, Silence, "x" * 24, guest.token, "s")
            last = guest.last(PartyUpdate)
            remote._welcomed(Welcome("x", "y", last.n, last.hash, guest.seat, 0, guest.party_state, guest.turn))
            action = rng.choice(match.game.legal_actions(match.state))
            await guest.do(Play(match.game.encode(action)))
            remote._stepped(guest.last(PartyUpdate))
            (step,) = remote.take_steps()
            steps = [(match.game.visible(event, guest.seat), state) for event, state in before.advance(action)]
            views = [redact(match.game, match.game.view(state, guest.seat)) for event, state in steps if event]
            assert [view for _, view in step.steps] == views
            seen.append(len({*map(repr, views)}) > 1)

    run(story)
    assert any(seen)


def test_another_guest_plays_on_for_a_player_who_has_left(room):
    first, second = owner_and(room)
    second.press(pygame.K_ESCAPE)
    second.tap("leave")
    second.tap_again("leave")
    assert room.live(60, lambda: scene_of(first).match.party_state.places[1].vacant)
    room.players.remove(second)
    third = room.device("Cleo")
    room.players.append(third)
    room.join(third, first.app.context.session.remote.code)
    assert room.live(60, lambda: isinstance(third.scene, TurnScene) and "sit-1" in third.ids())
    third.tap("sit-1")
    assert room.live(60, lambda: scene_of(third).match.seat == 1)
    assert scene_of(third).table.viewer == 1
    assert room.live(60, lambda: scene_of(first).table.seats[1].name == "Cleo")
    second.tap("tables")
    assert not [id_ for id_ in second.ids() if id_.startswith("party-")], "who leaves for good is not led back"


def test_the_owner_changes_the_settings_for_everybody(room, monkeypatch):
    """Time for a turn, hints, a lock, another game, a person who is removed; and a seat of one's own choice."""
    room.gather("nein_danke")
    first, second = room.players

    def comes(what) -> None:
        assert room.live(60, lambda: all(what(player.scene.party_state) for player in room.players)), first.ids()

    for id_, what in (
        ("time-1", lambda party_state: party_state.seconds == 30),
        ("hints-1", lambda party_state: not party_state.hints),
        ("lock", lambda party_state: party_state.locked),
        ("next_game", lambda party_state: party_state.game == "keine_ahnung"),
    ):
        assert id_ not in second.ids()
        first.tap(id_)
        comes(what)
    second.tap("sit-3")
    comes(lambda party_state: party_state.places[3].name == "Ben")
    copied: list[str] = []
    monkeypatch.setattr(device.page, "share", lambda link, command, done: copied.append(link))
    second.tap("take_along")
    # the link opens the seat on any device; the old device is told, and can have it back
    other = room.device("Cleo")
    room.players[1] = other
    join_link = link_to_party(copied.pop().removeprefix("join="))._replace(server="ws://127.0.0.1:1/party")
    other.app.follow(Reset(routes.party_entry(other.app.context, join_link)))
    comes(lambda party_state: party_state is not None)
    assert other.scene.seat == 3
    room.players.append(second)
    assert room.live(60, lambda: second.app.context.session.remote.ended == Close.ELSEWHERE)
    assert "again" in second.ids()
    room.players.remove(second)
    first.tap("kick-3")
    first.tap_again("kick-3")
    comes(lambda party_state: party_state.places[3].kind == "free")
    assert room.live(60, lambda: other.scene.seat < 0)


def test_an_unknown_answer_of_a_newer_server_is_harmless():
    player = Player()
    texts = player.app.context.texts
    session = put_at_party(player, GATHERING, 0)
    session.do(Lock(True))
    (wish,) = session.remote._requests
    session.remote._answers[wish.id] = Nak(wish.id, "a_new_word")
    player.wait(100)
    assert player.app.toasts.shown == texts("party.refused.busy")
    player.app.follow(Reset(routes.lobby(player.app.context, session)))
    with pytest.raises(BadData):
        put_at_party(player, GATHERING._replace(game="bridge"), 0)
    assert player.app.context.session.remote.ended == Close.VERSION
    player.wait(100)
    assert player.scene.session is session


@pytest.mark.parametrize(("is_page", "old"), [(True, "party.closed.4001"), (False, "party.old_program")])
def test_an_old_program_says_what_to_do_and_an_old_page_looks_for_an_update(monkeypatch, is_page, old):
    looked = []
    monkeypatch.setattr(device, "WEB", is_page)
    monkeypatch.setattr(device.page, "check_for_update", lambda: looked.append(1), raising=False)
    player = Player()
    context = player.app.context
    session = seated(player)
    player.app.follow(Reset(routes.lobby(context, session)))
    for why, text in ((Close.VERSION, old), (Close.OLD_SERVER, "party.closed.4002")):
        session.remote.ended = why
        player.wait(200)
        assert context.texts(text) in player.scene.spoken()
    assert looked == [1]
    session.again()
    session.remote.ended = Close.VERSION
    player.wait(200)
    assert looked == [1, 1]


@pytest.mark.parametrize("why", [Close.OLD_SERVER, Close.POLICY, Close.TOO_BIG, Close.SPOILT])
def test_a_refused_device_keeps_its_seat(why):
    player = Player()
    context = player.app.context
    session = seated(player)
    player.app.follow(Reset(routes.lobby(context, session)))
    session.remote.ended = why
    player.wait(100)
    assert context.texts(f"party.closed.{int(why)}") in player.scene.spoken()
    player.tap("home")
    assert [join_link.token for join_link in links_to_open_seats(context)] == [session.token]
    # forgetting it takes two presses
    context.session = session
    player.app.follow(Reset(routes.lobby(context, session)))
    player.tap("leave")
    assert links_to_open_seats(context)
    player.tap_again("leave")
    assert not links_to_open_seats(context)


def test_a_table_says_when_it_is_reconnecting_or_cannot_be_saved():
    player = Player()
    texts = player.app.context.texts
    seats = [Seat("Ada", HUMAN, "fox"), Seat("Ben", HUMAN, "bear"), Seat("", "easy", "owl")]
    match = Match(GAMES["nein_danke"], {}, seats, 7)
    places = tuple(place(seat.name, seat.figure, seat.kind) for seat in seats)
    playing = GATHERING._replace(phase=PartyPhase.PLAYING, game="nein_danke", places=places)
    session = put_at_party(player, playing, 0, match=match)
    player.app.follow(Reset(routes.online_table(player.app.context, session)))

    def says(key: str) -> bool:
        scene = scene_of(player)
        dock = dock_of(player)
        heard = texts.sentences([texts("party.pause"), texts(key)])
        return dock is not None and dock.panel_text.body == texts(key) and scene.question() == (heard, False)

    assert player.wait(20_000, lambda: says("party.late"))
    session.remote.closed = Close.FROZEN
    assert player.wait(500, lambda: says("party.frozen"))


@pytest.mark.parametrize(
    ("seat", "away", "ready", "button"),
    [
        (0, False, False, ("again", "")),
        (0, False, True, ("begin", "")),
        (1, False, False, ("again", "")),
        (1, False, True, ("again", "Warten auf Cleo")),
        (1, True, True, ("begin", "")),
        (WATCHER, False, False, ("again", "Warten auf drei")),
        (WATCHER, True, True, ("again", "Warten auf Cleo")),
    ],
)
def test_after_a_match_people_say_that_they_have_read_and_the_owner_may_begin(seat, away, ready, button):
    player = Player()
    match = finished("push", 3, people=(0, 1, 2))
    places = (place("Ada", "fox", away=away), place("Ben", "bear"), place("Cleo", "owl"))
    places = tuple(row._replace(ready=ready and row.name != "Cleo") for row in places)
    session = put_at_party(player, GATHERING._replace(phase=PartyPhase.OVER, places=places), seat, match=match)
    session.remote.over = Over(9, match.save(), f"{match.seed:x}", "")
    session.remote._commitments[0] = commitment(f"{match.seed:x}", "")
    onward = AfterParty(player.app.context, match, session).onward
    assert (onward.id, onward.waiting) == button
    texts = player.app.context.texts
    begins = onward.id == "begin"
    assert onward.sub == (texts("standing.read", count=1, names="Cleo") if begins else "")
    assert bool(onward.question) == begins


@pytest.mark.parametrize(("seat", "said"), [(0, "Zwei lesen noch"), (WATCHER, "Warten auf zwei")])
def test_people_whose_names_are_long_are_counted_where_two_still_read(seat, said):
    player = Player()
    match = finished("push", 3, people=(0, 1, 2))
    places = (place("Ada", "fox")._replace(ready=True), place("Brunhilde", "bear"), place("Maximilian", "owl"))
    session = put_at_party(player, GATHERING._replace(phase=PartyPhase.OVER, places=places), seat, match=match)
    onward = AfterParty(player.app.context, match, session).onward
    assert said in (onward.waiting, onward.sub)


@pytest.mark.parametrize("room", [(1,)], indirect=True)
def test_a_table_is_opened_set_up_and_played_by_keys_alone(room):
    (player,) = room.players
    for id_ in ("together", "open-nein_danke"):
        player.use_by_keys(id_)
        room.live(2)
    assert room.live(60, lambda: isinstance(player.scene, Lobby) and player.scene.seat == 0)
    for number in (1, 2):
        player.use_by_keys(f"bot-{number}")
        assert room.live(60, lambda number=number: player.scene.party_state.places[number].kind != "free")
    player.use_by_keys("start")
    assert room.live(60, lambda: isinstance(player.scene, TurnScene))
    length = mover(room).scene.match.turn.length
    player.use_by_keys("do-take")
    assert room.live(60, lambda: scene_of(player).match.turn.length > length)


def test_a_seat_is_come_back_to_by_the_list_and_a_watched_table_where_one_joins():
    player = Player()
    context = player.app.context
    context.server = "ws://127.0.0.1:1/party"
    for watches in (False, True):
        session = put_at_party(
            player, GATHERING, WATCHER if watches else 0, JoinLink(context.server, "KLMNP", watches=watches)
        )
        session.remote._is_known, session.remote._connection = True, Silence()
        session.poll(1)
        session.rest()
        player.app.follow(Reset(routes.title(context)))
        player.tap("together")
        assert ("back_to" in player.ids()) == watches
        player.app.follow(Reset(routes.title(context)))
        player.tap("tables")
        assert len([id_ for id_ in player.ids() if id_.startswith("party-")]) == 1, "the seat alone"
    player.app.follow(Reset(routes.title(context)))
    player.tap("together")
    player.tap("back_to")
    assert context.session.join_link.watches
