"""My tables: one list of what waits for a player, asked of every server, and the result for somebody who was away."""

import time

import pygame
import pytest
from online import Room, Silence
from player import Player

from game.core.match import Match
from game.engine import dates
from game.engine.transitions import Reset
from game.host import device
from game.player import known_parties, saves
from game.player.lineup import default_lineup
from game.scenes.navigation import routes
from game.scenes.party.join import JoinScreen
from game.scenes.party.lobby import Lobby
from game.scenes.result.result import Result
from game.scenes.tables import entries
from game.scenes.tables.my_tables import MyTables
from game.services import table_watch
from game.wire import seat_watch
from game.wire.commands import Play, StandIn
from game.wire.messages import DAY_MS, Close, PartyPhase, SeatStatus
from game.wire.server_question import ANSWER_MS

HOUR_MS, MINUTE_MS = 3_600_000, 60_000


def home(player: Player) -> None:
    """Go to the title; the seat is kept."""
    context = player.app.context
    if context.session:
        context.session.rest()
    player.app.follow(Reset(routes.title(context)))


def all_home(room: Room) -> None:
    """Take all devices to the title, and tell the server."""
    for player in room.players:
        home(player)
    room.live(8)


def pass_ms(room: Room, ms: int) -> None:
    """Advance all clocks."""
    room.clock.ms += ms
    for player in room.players:
        player.clock.pass_ms(ms)


def watch(room: Room, ms: int) -> None:
    """Advance all clocks while the screens are shown, in steps of less than a second."""
    for _ in range(ms // 800):
        pass_ms(room, 784)
        room.live(1)


def play(room: Room, most: int = 10_000) -> int:
    """Play at random until the match is over, or so many actions; return their number."""
    count = 0
    for _ in range(20 * most):
        remotes = [player.app.context.session.remote for player in room.players]
        if count >= most or remotes[0].party_state.phase == PartyPhase.OVER:
            break
        for player, remote in zip(room.players, remotes, strict=True):
            turn, waits = remote.turn_state, remote.is_waiting
            if turn and turn.to_move == remote.seat and not waits and remote.party_state.phase == PartyPhase.PLAYING:
                legal = remote.view.legal
                player.app.context.session.do(Play(remote.game.encode(legal[count * 7 % len(legal)])))
                count += 1
                break
        room.live(2)
    return count


def table_of(room: Room, game: str, moves: int, bots: tuple[str, ...] = ()) -> None:
    """Open a table with all devices, play so many moves, and go home."""
    room.gather(game, bots)
    room.begin()
    play(room, moves)
    all_home(room)


def listed(player: Player) -> list[str]:
    """Return what is read out of each table in the list."""
    return [item.label for item in player.scene.items.items if item.id.startswith(("party-", "match-", "day-"))]


def parties(player: Player) -> list[str]:
    """Return what is read out of each party in the list."""
    return [item.label for item in player.scene.items.items if item.id.startswith("party-")]


def title_label(player: Player) -> str:
    """Return what the title's button to the list says."""
    return player.scene.items.find("tables").label


def mover(room: Room) -> int:
    """Return the number of the device whose player is to move, by the server."""
    (replica,) = room.parties.replicas.values()
    return replica.party.to_move


# ---- the list -------------------------------------------------------------------------------------------


def test_the_title_counts_the_tables_that_wait_and_the_list_has_them_first(room):
    table_of(room, "push", 9)
    waiting = mover(room)
    pass_ms(room, 12 * MINUTE_MS)
    assert room.live(20, lambda: room.players[waiting].app.context.tables.waiting == 1)
    mine, other = room.players[waiting], room.players[1 - waiting]
    texts = mine.app.context.texts
    room.live(10)
    assert texts("tables.waiting", count=1) in title_label(mine)
    assert title_label(other) == texts("tables.title")
    for player in (mine, other):
        player.tap("tables")
        assert isinstance(player.scene, MyTables)
    name = ("Ada", "Ben")[waiting]
    assert f"Push. Du bist dran, {dates.since(texts, 0, 12 * MINUTE_MS)}" in parties(mine)[0]
    assert f"Push. {name} ist dran" in parties(other)[0]
    assert f"mit {name} (nicht da)" in parties(other)[0]
    assert listed(mine)[0] == parties(mine)[0], "before the deal of the day"
    mine.tap(mine.ids()[1])
    assert room.live(60, lambda: mine.scene.stage == "table")


def test_those_that_wait_longest_come_first_then_others_then_finished_ones(room):
    first = room.players[0]
    for number, moves in enumerate((8, 13, 18)):
        table_of(room, "push", moves)
        pass_ms(room, (3 - number) * HOUR_MS)
    table_of(room, "nein_danke", 10_000, ("easy",))
    pass_ms(room, MINUTE_MS)
    room.live(20)
    found = table_watch.by_wait(table_watch.tables(first.app.context))
    assert len(found) == 4
    assert all(one.status == SeatStatus.HELD for one in found)
    ranks = [0 if one.waits else 2 if one.is_over else 1 for one in found]
    assert ranks == sorted(ranks)
    assert ranks[-1] == 2
    own = [one.table.turn_ms for one in found if one.waits]
    assert own == sorted(own)
    assert first.app.context.tables.waiting == len(own)
    first.tap("tables")
    assert "gewonnen" in parties(first)[-1] or "Sieg" in parties(first)[-1]
    assert "deine Punkte" in parties(first)[-1]
    assert "nicht da" not in parties(first)[-1], "nobody has to be there once it is over"


def test_matches_against_bots_and_the_deal_of_the_day_are_in_the_list():
    player = Player()
    context = player.app.context
    match: Match = default_lineup("nein_danke", context.texts).match()
    match.apply(match.game.legal_actions(match.state)[0])
    saves.store_match(context, match)
    player.app.follow(Reset(routes.title(context)))
    player.tap("tables")
    day, against_bots = listed(player)
    assert context.texts("daily.title") in day
    assert "Nein Danke!" in against_bots
    assert context.texts("tables.on_device") in against_bots
    player.tap("match-0")
    assert player.scene.stage == "table"
    assert len(player.scene.match.actions) == 1


def test_an_answer_is_read_out_with_what_is_new_and_time_left(room):
    room.gather("push")
    room.begin()
    first, second = room.players
    while first.app.context.session.remote.turn_state.to_move != 1:
        play(room, 1)
        room.live(4)
    home(first)
    room.live(20)
    play_alone = second.app.context.session
    for _ in range(200):
        remote = play_alone.remote
        if remote.turn_state.to_move != 1:
            break
        if not remote.is_waiting:
            play_alone.do(Play(remote.game.encode(remote.view.legal[-1])))
        room.live(2)
    pass_ms(room, 6_000)
    home(first)
    assert room.live(40, lambda: first.app.context.tables.waiting == 1)
    (one,) = table_watch.tables(first.app.context)
    assert one.table.missed > 0
    first.tap("tables")
    assert first.app.context.texts("tables.new", count=one.table.missed) in parties(first)[0]
    # in real time hands are no moves to be counted
    live = one.table._replace(game="twin_it", to_move=-1, due_ms=0)
    assert entries._notes(first.app.context, one, live) == (first.app.context.texts("tables.played_on"),)


@pytest.mark.parametrize("room", [(1, (390, 844), "en")], indirect=True)
def test_ten_tables_are_turned_page_by_page(room):
    (player,) = room.players
    for _ in range(11):
        table_of(room, "push", 3, ("easy",))
        pass_ms(room, MINUTE_MS)
    room.live(30)
    player.tap("tables")
    assert player.scene.page_count() == 2
    before = listed(player)
    player.tap("next")
    after = listed(player)
    assert len(before) + len(after) == 12
    assert not {*before} & {*after}
    player.tap("previous")
    assert listed(player) == before


def test_two_seats_at_one_party_are_two_rows_that_lead_to_their_own_seat(room):
    table_of(room, "push", 9)
    waiting = mover(room)
    first = room.players[0]
    (own,), (other,) = (known_parties.known_parties(one.app.context) for one in room.players)
    first.app.follow(Reset(routes.party_entry(first.app.context, other.join_link)))
    assert room.live(60, lambda: first.scene.stage == "table" and first.app.context.session.remote.seat == 1)
    home(first)
    pass_ms(room, seat_watch.FRESH_MS)
    room.live(30)
    first.tap("tables")
    room.live(30)
    rows = [id_ for id_ in first.ids() if id_.startswith("party-")]
    assert len(rows) == len({*parties(first)}) == 2
    assert first.app.context.tables.waiting == 1, "one of the two seats decides"
    home(first)
    for number, seat in enumerate((waiting, 1 - waiting)):
        room.back_to(first, number)
        assert room.live(60, lambda: first.scene.stage == "table")
        assert first.app.context.session.remote.seat == seat
        assert room.live(100, lambda: first.app.context.tables.waiting == 1), "the other seat counts as well"
        home(first)
        pass_ms(room, seat_watch.FRESH_MS)
        room.live(30)
    assert {one.join_link for one in known_parties.known_parties(first.app.context)} == {own.join_link, other.join_link}


# ---- servers --------------------------------------------------------------------------------------------


def test_without_a_seat_no_server_is_asked(room):
    come = len(room.net.wires)
    for player in room.players:
        player.tap("tables")
    for _ in range(10):
        pass_ms(room, seat_watch.CALM_MS)
        room.live(4)
    assert len(room.net.wires) == come


def test_a_server_is_asked_at_calm_intervals(room):
    table_of(room, "push", 5)
    pass_ms(room, seat_watch.FRESH_MS)
    room.live(10)
    come = len(room.net.wires)
    watch(room, 10 * seat_watch.SHOWN_MS)
    assert 2 * 9 <= len(room.net.wires) - come <= 2 * 11, "two devices, ten intervals of a title that is shown"
    for player in room.players:
        player.tap("settings")
    come = len(room.net.wires)
    for _ in range(20):
        pass_ms(room, seat_watch.SHOWN_MS)
        room.live(4)
    assert len(room.net.wires) - come <= 2 * 5, "three minutes each where nobody looks"


def test_an_unreachable_server_is_told_and_asked_ever_more_seldom(room):
    table_of(room, "push", 5)
    first = room.players[0]
    context, kept = first.app.context, known_parties.known_parties(first.app.context)
    asked: list[float] = []

    def connect(_address: str) -> Silence:
        asked.append(first.clock.now_ms())
        return Silence(1006)

    context.connect = connect
    first.tap("tables")
    watch(room, 20 * MINUTE_MS)
    assert context.tables.failure(context.server) == 1006
    assert context.texts("tables.unreachable") in first.scene.spoken()
    assert context.texts("tables.unreached") in parties(first)[0], "what was known is still shown"
    (one,) = table_watch.tables(context)
    due = one.table._replace(due_ms=int(context.clock.wall_ms()) + 20 * HOUR_MS)
    assert entries._notes(context, one, due)[0] == context.texts("tables.unreached")
    assert not any("20" in note for note in entries._notes(context, one, due)), "nobody knows how much time is left"
    assert 4 <= len(asked) <= 12
    assert asked[-1] - asked[-2] > 100_000
    assert known_parties.known_parties(context) == kept
    context.connect = lambda _address: room.net.connect()
    home(first)
    assert room.live(60, lambda: context.tables.failure(context.server) is None), "asked at once by another look"
    first.tap("tables")
    assert context.texts("tables.unreachable") not in first.scene.spoken()


def test_a_silent_server_is_given_up_for_this_time(room):
    table_of(room, "push", 5)
    first = room.players[0]
    first.app.context.connect = lambda _address: Silence()
    pass_ms(room, seat_watch.SHOWN_MS)
    first.wait(64)
    first.clock.pass_ms(ANSWER_MS)
    first.wait(64)
    assert first.app.context.tables.failure(first.app.context.server) == 1006


def test_tables_of_several_servers_are_asked_each_at_its_own(room):
    table_of(room, "push", 5)
    first = room.players[0]
    context, asked = first.app.context, set()
    (kept,) = known_parties.known_parties(context)
    far = kept._replace(server="wss://far.example/party", party="cd" * 12)
    known_parties.store(context, context.server, [kept, far])

    def connect(address: str):
        asked.add(address)
        return room.net.connect() if address == context.server else Silence(1006)

    context.connect = connect
    pass_ms(room, seat_watch.SHOWN_MS)
    room.live(20)
    assert asked == {kept.server, "wss://far.example/party"}
    found = {one.kept.server: one.status for one in table_watch.tables(context)}
    assert found == {kept.server: SeatStatus.HELD, "wss://far.example/party": None}
    first.tap("tables")
    assert len(parties(first)) == 2
    assert context.texts("tables.unreached") in parties(first)[1]


def test_without_a_network_library_no_server_is_asked(room, monkeypatch):
    table_of(room, "push", 5)
    monkeypatch.setattr(device.page, "can_connect", lambda: False)
    come = len(room.net.wires)
    pass_ms(room, seat_watch.SHOWN_MS)
    room.live(10)
    assert len(room.net.wires) == come


def test_an_answer_keeps_a_seat_as_long_as_its_server_does(room):
    room.gather("push")
    first, second = room.players
    home(first)
    room.live(4)
    context = first.app.context
    (gathers,) = known_parties.known_parties(context)
    second.tap("start")
    assert room.live(60, lambda: second.scene.stage == "table")
    home(second)
    pass_ms(room, 12 * HOUR_MS)
    room.live(30)
    (plays,) = known_parties.known_parties(context)
    assert plays.until_ms > gathers.until_ms + 20 * DAY_MS, "a match has begun meanwhile"
    pass_ms(room, 20 * DAY_MS)
    room.live(30)
    assert known_parties.kept_seats(context) == [plays]


def test_a_lost_table_is_marked_and_its_seat_is_kept(room):
    table_of(room, "push", 5)
    first = room.players[0]
    (kept,) = known_parties.known_parties(first.app.context)
    was = dict(room.parties._ledger.logs)
    room.loop.run_until_complete(room.parties.sweep())
    room.live(4)
    room.parties._ledger.logs.clear()
    for name in [*room.parties.replicas]:
        room.parties._forget(name)
    pass_ms(room, seat_watch.SHOWN_MS)
    room.live(20)
    (lost,) = known_parties.known_parties(first.app.context)
    assert lost.is_lost
    assert lost.join_link.token == kept.join_link.token
    first.tap("tables")
    assert first.app.context.texts("party.lost") in parties(first)[0]
    room.parties._ledger.logs.update(was)
    pass_ms(room, seat_watch.SHOWN_MS)
    room.live(20)
    (back,) = known_parties.known_parties(first.app.context)
    assert not back.is_lost
    assert "dran" in parties(first)[0]


def keep(player: Player, count: int, is_over=lambda _n: False, token: str = "e" * 32) -> list[known_parties.KnownParty]:
    """Store so many tables on a device."""
    context = player.app.context
    until = int(context.clock.wall_ms()) + DAY_MS
    server = "ws://127.0.0.1:1/party"
    found = [
        known_parties.KnownParty(server, f"{n:024x}", "KLMNP", token, until, is_over=is_over(n)) for n in range(count)
    ]
    known_parties.store(context, server, found)
    return found


def test_too_many_tables_cost_finished_ones_first():
    player = Player()
    found = keep(player, known_parties.MOST_TABLES + 3, lambda n: n % 2 == 1)
    kept = known_parties.known_parties(player.app.context)
    assert len(kept) == known_parties.MOST_TABLES
    assert [one for one in found if not one.is_over] == [one for one in kept if not one.is_over]


def test_a_watched_table_goes_before_a_running_one_with_a_seat():
    player = Player()
    context = player.app.context
    own = keep(player, known_parties.MOST_TABLES)
    watched = own[0]._replace(party="ab" * 12, token="")
    known_parties.store(context, watched.server, [watched, *own])
    assert known_parties.known_parties(context) == own
    known_parties.store(context, watched.server, [watched, *own[1:]])
    assert known_parties.known_parties(context) == [watched, *own[1:]]


@pytest.mark.parametrize("language", ["de", "en"])
def test_one_running_table_more_than_a_device_keeps_is_refused_in_words(language):
    player = Player(language=language)
    context = player.app.context
    own = keep(player, known_parties.MOST_TABLES)
    context.server = own[0].join_link.server
    said = context.texts("party.most_tables", count=known_parties.MOST_TABLES)
    player.tap("together")
    player.tap("open-push")
    assert context.notices[-1] == said
    assert isinstance(player.scene, JoinScreen), "in place"
    player.press(pygame.K_ESCAPE)
    player.app.follow(Reset(routes.party_entry(context, own[0].join_link._replace(code="", party="ab" * 12))))
    assert isinstance(player.scene, MyTables)
    assert context.notices[-1] == said
    assert context.session is None
    assert known_parties.known_parties(context) == own


def test_a_finished_table_makes_room_for_a_new_one(room):
    first = room.players[0]
    context = first.app.context
    own = keep(first, known_parties.MOST_TABLES, lambda n: n == 4)
    room.gather("push")
    assert context.session.remote.seat == 0
    kept = known_parties.known_parties(context)
    assert [one.join_link for one in kept[1:]] == [one.join_link for one in own if not one.is_over]
    home(first)
    # the one that began last is one of the device's own now
    assert known_parties.is_full(context, own[0].join_link._replace(code="", party="cd" * 12))
    assert not known_parties.is_full(context, kept[0].join_link)


# ---- the end --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_loaded_anew", [False, True])
def test_a_player_who_was_away_at_the_end_sees_the_result_first(room, is_loaded_anew):
    """Everything is there that the others saw: winner, sums, best moment, replay, review."""
    room.gather("nein_danke", ["easy"])
    room.begin()
    first, second = room.players
    play(room, 6)
    second.app.context.session.remote.close()
    room.players.remove(second)
    room.live(20)
    # a bot plays for the absent player
    replica = next(iter(room.parties.replicas.values()))
    for _ in range(4_000):
        remote = first.app.context.session.remote
        if remote.party_state.phase == PartyPhase.OVER:
            break
        turn = remote.turn_state
        if not remote.is_waiting and turn.to_move == 0:
            first.app.context.session.do(Play(remote.game.encode(remote.view.legal[0])))
        elif turn.to_move == 1 and not remote.party_state.places[1].stand_in:
            pass_ms(room, 31_000)
            first.app.context.session.do(StandIn(1, True))
        room.live(3)
    assert replica.party.phase == PartyPhase.OVER
    home(first)
    pass_ms(room, 29 * DAY_MS)
    if is_loaded_anew:
        again = room.device("Ben", storage=second.storage)
        again.clock.pass_ms(first.clock.ms)
    else:
        again = second
        home(again)
        again.clock.pass_ms(first.clock.ms - again.clock.ms)
    room.players.append(again)
    room.loop.run_until_complete(room.parties.sweep())
    room.live(30)
    again.tap("tables")
    room.live(30)
    assert "gewonnen" in parties(again)[0] or "Sieg" in parties(again)[0]
    again.tap(next(id_ for id_ in again.ids() if id_.startswith("party-")))
    assert room.live(80, lambda: isinstance(again.scene, Result))
    scene = again.scene
    assert scene.match.game.scores(scene.match.state) == replica.party.match.game.scores(replica.party.match.state)
    assert saves.finished_matches(again.app.context)[0]["seed"] == scene.match.seed
    assert again.app.context.session.remote.is_fair
    room.live(200)
    again.tap("home")
    assert room.live(20, lambda: isinstance(again.scene, Lobby)), "the people come after it"
    assert not room.live(60, lambda: not isinstance(again.scene, Lobby)), "and the result is shown once"
    assert "proof" in again.ids()


def test_a_newcomer_at_a_finished_table_sees_its_people(room):
    table_of(room, "nein_danke", 10_000, ("easy",))
    third = room.device("Cleo")
    room.players.append(third)
    context = room.players[0].app.context
    (kept,) = known_parties.known_parties(context)
    room.join(third, kept.join_link.code)
    assert not room.live(60, lambda: isinstance(third.scene, Result))
    assert isinstance(third.scene, Lobby)


# ---- words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "ago_ms", "expected"),
    [
        ("de", 20_000, "gerade eben"),
        ("de", 60_000, "seit einer Minute"),
        ("de", 12 * MINUTE_MS, "seit 12\u00a0Minuten"),
        ("en", HOUR_MS, "for an hour"),
        ("en", 5 * HOUR_MS, "for 5\u00a0hours"),
        ("de", 14 * HOUR_MS, "seit gestern Abend"),
        ("en", 14 * HOUR_MS, "since yesterday evening"),
        ("de", 3 * DAY_MS, "seit Montag"),
        ("en", 40 * DAY_MS, "since 22 November 2025"),
    ],
)
def test_since_when_is_said_as_people_say_it(language, ago_ms, expected):
    player = Player(language=language)
    # noon of a Thursday in January 2026
    noon = player.app.context.clock.wall_ms() + 12 * HOUR_MS
    assert dates.since(player.app.context.texts, noon - ago_ms, noon) == expected


@pytest.mark.parametrize(("language", "said"), [("de", "heute, 12 Uhr"), ("en", "today, 12\u00a0pm")])
def test_a_moment_is_told_in_the_clock_of_the_house(language, said):
    texts, noon = Player(language=language).app.context.texts, time.mktime((2023, 11, 15, 12, 0, 0, 0, 0, -1)) * 1000
    assert dates.moment(texts, noon, noon).replace("12\u00a0Uhr", "12 Uhr") == said
    assert texts.clock(6, 25) in dates.moment(texts, noon - 5 * HOUR_MS - 35 * MINUTE_MS, noon)


def test_beside_the_deal_of_the_day_alone_the_list_leads_to_a_table():
    player = Player()
    player.tap("tables")
    (row,) = (item for item in player.items if item.id.startswith("day-"))
    together = player.scene.items.find("together")
    assert together.box.y > row.box.y + row.box.h
    player.tap("together")
    assert player.scene.address == "together"


def test_time_left_is_said_in_whole_units():
    texts = Player(language="en").app.context.texts
    said = [dates.left(texts, ms) for ms in (-5, 0, 5, 90_000, 2 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS, 3 * DAY_MS)]
    assert said == [
        "time is up",
        "time is up",
        "time is almost up",
        "one minute left",
        "2\u00a0minutes left",
        "one hour left",
        "30\u00a0hours left",
        "3\u00a0days left",
    ]


def test_an_older_server_is_told_as_such(room):
    table_of(room, "push", 5)
    first = room.players[0]
    first.app.context.connect = lambda _address: Silence(Close.OLD_SERVER)
    first.tap("tables")
    pass_ms(room, seat_watch.SHOWN_MS)
    first.wait(200)
    assert first.app.context.texts("party.closed.4002") in first.scene.spoken()
