"""A renewed page restores every screen from its address."""

from datetime import date

import pytest
from finished import finished
from offers import PUZZLED, TAUGHT
from online import Room, links_to_open_seats
from player import Player

from game.app.app import IDLE_MS, LAST_WAIT_MS
from game.catalogue.registry import GAMES
from game.engine.input import PageRenewal
from game.engine.transitions import Push, Reset
from game.host import device
from game.player import lineup, saves
from game.player.known_parties import known_parties
from game.scenes.navigation import addresses, routes
from game.scenes.navigation.addresses import address_of, opened
from game.scenes.table.pause import Pause
from game.scenes.title.title import Title
from game.services import launch_request
from game.table.turns.scene import TurnScene
from game.wire.commands import React
from game.wire.join_link import JoinLink

NAMES = tuple(GAMES)
DAY = date(2026, 5, 4)


def scenes_at(player: Player, address: str) -> list[str]:
    """The screens that an address leads to, lowest first."""
    player.app.stack.carry_out(Reset(routes.title(player.app.context)))
    for step in opened(player.app.context, address):
        player.app.stack.carry_out(step)
    return [type(scene).__name__ for scene in player.app.stack.scenes]


def here(player: Player) -> str:
    return address_of(player.app.context, player.app.stack.scenes)


@pytest.fixture
def player() -> Player:
    return Player()


@pytest.mark.parametrize(
    ("address", "scenes"),
    [
        *[(f"setup.{name}.4711{more}", ["Title", "Setup"]) for name in NAMES for more in ("", ".all")],
        *[(f"howto.{name}", ["Title", "HowTo"]) for name in NAMES],
        *[(f"statistics.{name}", ["Title", "StatsScreen"]) for name in NAMES],
        *[(f"lesson.{name}", ["Title", "LiveScene" if GAMES[name].real_time else "TurnScene"]) for name in TAUGHT],
        *[(f"puzzles.{name}", ["Title", "PuzzleList"]) for name in PUZZLED],
        ("puzzle.push.3", ["Title", "PuzzleList", "TurnScene"]),
        ("puzzle.twin_it.0", ["Title", "PuzzleList", "LiveScene"]),
        ("settings", ["Title", "SettingsScene"]),
        ("together", ["Title", "JoinScreen"]),
        ("tables", ["Title", "MyTables"]),
        (f"calendar.{DAY.isoformat()}", ["Title", "Daily"]),
        ("title", ["Title"]),
    ],
)
def test_the_address_of_a_page_restores_it(player, address, scenes):
    assert scenes_at(player, address) == scenes
    assert here(player) == address


@pytest.mark.parametrize("address", ["setup.push", "setup.push.0", "setup.push.123456789012"])
def test_a_set_up_with_an_unshowable_game_number_gets_a_fresh_one(player, address):
    assert scenes_at(player, address) == ["Title", "Setup"]
    assert 0 < player.scene.lineup.seed < 10**lineup.DIGITS


@pytest.mark.parametrize("name", NAMES)
def test_the_address_of_a_table_restores_the_match_in_progress(name):
    player = Player(
        wish=launch_request.from_link({"game": name, "seats": "human,easy,easy", "seed": "7", "speed": "off"})
    )
    player.draw()
    match = player.scene.match
    match.apply(match.game.legal_actions(match.state)[0])
    saves.store_match(player.app.context, match)
    assert here(player) == f"table.{name}"
    # a sheet over the table is left for it
    player.app.stack.carry_out(Push(Pause(player.app.context, match, player.scene.table)))
    address = here(player)
    assert address == f"table.{name}"
    scenes_at(player, address)
    assert player.scene.match is not match
    assert player.scene.match.save() == match.save()


def test_the_address_of_a_daily_deal_restores_it_once_a_move_was_made(player):
    assert scenes_at(player, f"day.{DAY.isoformat()}") == ["Title"]
    player.app.stack.carry_out(Reset(routes.daily_table(player.app.context, DAY)))
    player.draw()
    # before the first move there is nothing to come back to but the calendar's page
    assert here(player) == f"calendar.{DAY.isoformat()}"
    match = player.scene.match
    match.apply(match.game.legal_actions(match.state)[0])
    player.scene.driver.store()
    address = here(player)
    assert address == f"day.{DAY.isoformat()}"
    assert scenes_at(player, address) == ["TurnScene"]


@pytest.mark.parametrize("name", NAMES)
def test_the_address_of_a_replay_restores_a_kept_match(player, name):
    context = player.app.context
    for seed in (1, 2, 3):
        saves.record_finished(context, finished(name, seed=seed))
    match = finished(name, seed=2)
    player.app.stack.carry_out(Push(routes.replay(context, match, routes.ReplayStart(place=2))))
    address = here(player)
    scenes_at(player, address)
    assert here(player) == address
    assert (player.scene.match.full_match.save(), player.scene.match.place) == (match.save(), 2)
    scenes_at(player, "title")
    player.app.stack.carry_out(Push(routes.review(context, match)))
    address = here(player)
    scenes_at(player, address)
    assert (here(player), player.scene.match.save()) == (address, match.save())
    player.app.stack.carry_out(Reset(routes.result(context, match)))
    address = here(player)
    assert scenes_at(player, address) == ["Result"]
    for nowhere in ("result.-1", "replay.-1", "review.-1", "result.3"):
        assert scenes_at(player, nowhere) == ["Title"]
    scenes_at(player, address)
    assert (here(player), player.scene.match.save()) == (address, match.save())


@pytest.mark.parametrize(
    "address",
    [
        *(
            "",
            "nowhere",
            "table",
            "table.poker",
            "table.push",
            "puzzle.push.999",
            "puzzle.push.x",
            "puzzle.push",
            "day.x",
        ),
        *(
            "replay.0",
            "replay.-1",
            "review.x",
            "result.0",
            "party.nobody",
            "setup.",
            "lesson.poker",
            "calendar.2026-02-31",
            "puzzle.push.-1",
            "puzzle.push.\N{SUPERSCRIPT TWO}",
            "replay.\N{ARABIC-INDIC DIGIT ZERO}.0",
            "party.nobody.seat",
            "party.nobody.seat.twice",
            "dealt",
            "dealt.{",
            'dealt.{"game":"push"}',
        ),
    ],
)
def test_an_address_of_something_missing_leads_to_the_title(player, address):
    assert scenes_at(player, address) == ["Title"]


def test_the_address_of_a_party_restores_the_seat():
    room = Room(3)
    try:
        room.gather("nein_danke")
        room.begin()
        guest = room.players[1]
        remote = guest.app.context.session.remote
        address = here(guest)
        assert address == f"party.{remote.party}.seat"
        # another page with what this one has stored
        again = room.device("Ben", storage=guest.storage)
        guest.app.context.session.rest()
        room.players[1] = again
        scenes_at(again, address)
        assert room.live(120, lambda: isinstance(again.scene, TurnScene)), "nobody is back"
        assert again.app.context.session.remote.seat == remote.seat
    finally:
        room.close()


def test_a_spectator_screen_and_a_seat_in_one_browser_stay_apart():
    room = Room(2)
    try:
        room.gather("push")
        room.begin()
        guest = room.players[1]
        party = guest.app.context.session.remote.party
        code = guest.app.context.session.remote.code
        screen = room.device("Dora", storage=guest.storage)
        room.players.append(screen)
        screen.app.stack.carry_out(Reset(routes.party_entry(screen.app.context, JoinLink(code=code, watches=True))))
        assert room.live(120, lambda: screen.app.context.session.is_kept), "the screen has not come"
        assert room.live(20, lambda: guest.app.context.session.is_kept)
        assert (here(guest), here(screen)) == (f"party.{party}.seat", f"party.{party}.watch")
        # both links are stored, whichever screen stored last
        ways = {table.join_link.watches: table.join_link for table in known_parties(guest.app.context)}
        assert set(ways) == {False, True}
        for player, watches in ((screen, True), (guest, False)):
            assert opened(player.app.context, here(player))
            assert player.app.context.session.join_link.watches == watches
        assert not any(join_link.watches for join_link in links_to_open_seats(guest.app.context))
    finally:
        room.close()


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The addresses at which the page was let start anew."""
    found: list[str] = []
    monkeypatch.setattr(device.page, "restart", found.append, raising=False)
    return found


def idle(player: Player, ms: float = IDLE_MS) -> None:
    """Pass so much time without any input."""
    player.app._used_ms -= ms


def test_a_page_renews_when_idle_on_a_restorable_screen_or_when_forced(player, asked):
    scenes_at(player, "settings")
    player.app.take(PageRenewal(False))
    assert not asked, "somebody has just used it"
    idle(player)
    player.app.take(PageRenewal(False))
    assert asked == ["settings"]
    # a match in real time runs on: the page waits until it cannot wait any longer
    twin = Player(wish=launch_request.from_link({"game": "twin_it", "seats": "human,easy", "seed": "7"}))
    idle(twin)
    twin.app.take(PageRenewal(False))
    assert asked == ["settings"]
    twin.app.take(PageRenewal(True))
    assert asked == ["settings", here(twin)]
    # the result of a match that is not kept has no address
    done = Player()
    done.app.stack.carry_out(Reset(routes.result(done.app.context, finished("nein_danke", seed=2))))
    idle(done)
    done.app.take(PageRenewal(False))
    assert len(asked) == 2
    done.app.take(PageRenewal(True))
    assert asked[2:] == [addresses.GONE]


def test_a_page_does_not_renew_while_the_player_types_drags_or_is_asked(player, asked):
    scenes_at(player, "setup.push")
    scene = player.scene
    for busy in ("captures_keys", "dragged", "confirming", "fingers"):
        idle(player)
        setattr(scene, busy, "x")
        player.app.take(PageRenewal(False))
        assert not asked, busy
        setattr(scene, busy, "")
    scene.items.pressed = "start"
    player.app.take(PageRenewal(False))
    assert not asked
    scene.items.pressed = ""
    player.app.take(PageRenewal(False))
    assert asked == [f"setup.push.{scene.lineup.seed}"]


#: a house rule of each game that is not the printed one
RULES = {
    "nein_danke": "open_chips",
    "keine_ahnung": "strict",
    "dnup": "redeal_after",
    "push": "thrill",
    "twin_it": "calm",
}


@pytest.mark.parametrize("name", [name for name in NAMES if name in RULES])
def test_an_untouched_match_delays_the_renewal_and_is_dealt_again_when_forced(name, asked):
    value = 100 if name == "dnup" else True
    link = {"game": name, "seats": "human,easy,hard", "seed": "7", f"rule.{RULES[name]}": str(value).lower()}
    player = Player(wish=launch_request.from_link(link))
    match = player.scene.match
    assert match.options[RULES[name]] == value
    idle(player)
    player.app.take(PageRenewal(False))
    assert not asked
    player.app.take(PageRenewal(True))
    again = Player()
    scenes_at(again, *asked)
    assert again.scene.match.save() == match.save()
    # the set-up keeps its own seats and house rules
    assert again.app.context.stored("setup", "file.setup") is None


def test_the_address_of_a_set_up_restores_its_choices(player, asked):
    scenes_at(player, "setup.push")
    kinds = [seat.kind for seat in player.scene.lineup.seats]
    player.scene.lineup.seats[1] = player.scene.lineup.seats[1]._replace(kind="hard" if kinds[1] != "hard" else "easy")
    chosen = [seat.kind for seat in player.scene.lineup.seats]
    player.scene.lineup.seed = 4711
    idle(player)
    player.app.take(PageRenewal(False))
    assert scenes_at(player, asked[0]) == ["Title", "Setup"]
    assert player.scene.lineup.seed == 4711
    assert [seat.kind for seat in player.scene.lineup.seats] == chosen != kinds


def test_a_pending_command_delays_the_renewal_but_not_forever(asked):
    room = Room(2)
    try:
        room.gather("push")
        room.begin()
        guest = room.players[1]
        app, session = guest.app, guest.app.context.session
        address = here(guest)
        assert room.live(20, lambda: session.is_settled)
        session.do(React(0))
        idle(guest)
        app.take(PageRenewal(False))
        app.take(PageRenewal(True))
        assert not asked
        assert room.live(20, lambda: bool(asked)), "it was answered"
        assert (asked, session.is_settled) == ([address], True)
        # an unreachable server delays the renewal only so long
        session.do(React(0))
        app.take(PageRenewal(True))
        app.clock.pass_ms(LAST_WAIT_MS)
        app._end_soon()
        assert asked == [address, address]
    finally:
        room.close()


def test_a_renewed_page_says_that_it_is_back(monkeypatch):
    def opened_at(address: str) -> Player:
        monkeypatch.setattr(device.page, "resume_address", address, raising=False)
        return Player()

    player = opened_at("settings")
    assert [type(scene).__name__ for scene in player.app.stack.scenes] == ["Title", "SettingsScene"]
    assert player.app.context.notices == [player.app.context.texts("notice.renewed")]
    assert opened_at("title").app.context.notices == [player.app.context.texts("notice.renewed")]
    for lost in (addresses.GONE, "table.push", "calendar.9999-12-31", "replay.0.1.2.3"):
        nowhere = opened_at(lost)
        assert isinstance(nowhere.scene, Title), lost
        assert nowhere.app.context.notices == [player.app.context.texts("notice.renewed_title")]
    # the notice promises neither what was left behind nor that it can be saved
    monkeypatch.setattr(device.page, "data_lost", True, raising=False)
    for back in ("settings", addresses.GONE, ""):
        assert opened_at(back).app.context.notices == [player.app.context.texts("notice.renewed_lost")]


def test_a_link_to_a_party_that_was_left_is_ignored_after_a_renewal(monkeypatch):
    wish = launch_request.LaunchRequest(join_link=JoinLink(code="KLMNP"))
    for back, is_there in (("settings", False), (addresses.GONE, True)):
        monkeypatch.setattr(device.page, "resume_address", back, raising=False)
        player = Player(wish=wish)
        assert (player.app.context.session is not None) == is_there, back


def test_an_error_while_restoring_a_screen_leads_to_the_title(monkeypatch, capsys):
    def broken(context, address):
        raise TypeError(address)

    monkeypatch.setattr(addresses, "opened", broken)
    monkeypatch.setattr(device.page, "resume_address", "settings", raising=False)
    player = Player()
    assert isinstance(player.scene, Title)
    assert "TypeError: settings" in capsys.readouterr().err


def test_a_link_cannot_set_the_address_to_restore():
    with pytest.raises(launch_request.InvalidRequest):
        launch_request.from_link({"back": "settings"})
