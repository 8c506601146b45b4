"""A page that starts anew finds every screen again by its address."""

from __future__ import annotations

from datetime import date

import pytest
from finished import finished
from online import Room
from player import Player

from game.app import start
from game.catalogue.registry import GAMES
from game.engine.input import Renewal
from game.engine.transitions import Push, Reset
from game.host import device
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.navigation.addresses import address_of, opened
from game.scenes.table.pause import Pause
from game.scenes.title.title import Title
from game.table.turns.scene import TurnScene

NAMES = tuple(GAMES)
DAY = date(2026, 5, 4)


def at(player: Player, address: str) -> list[str]:
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
        *[(f"setup.{name}", ["Title", "Setup"]) for name in NAMES],
        *[(f"howto.{name}", ["Title", "HowTo"]) for name in NAMES],
        *[(f"statistics.{name}", ["Title", "Statistics"]) for name in NAMES],
        *[(f"lesson.{name}", ["Title", "LiveScene" if GAMES[name].real_time else "TurnScene"]) for name in NAMES],
        *[(f"puzzles.{name}", ["Title", "PuzzleList"]) for name in NAMES],
        ("puzzle.push.3", ["Title", "PuzzleList", "TurnScene"]),
        ("puzzle.twin_it.0", ["Title", "PuzzleList", "LiveScene"]),
        ("settings", ["Title", "SettingsScene"]),
        ("together", ["Title", "Together"]),
        (f"calendar.{DAY.isoformat()}", ["Title", "Daily"]),
        ("title", ["Title"]),
    ],
)
def test_a_page_is_found_again(player, address, scenes):
    assert at(player, address) == scenes
    assert here(player) == address


@pytest.mark.parametrize("name", NAMES)
def test_a_match_in_progress_is_found_again_with_what_was_played(name):
    player = Player(wish=start.from_link({"game": name, "seats": "human,easy,easy", "seed": "7", "speed": "off"}))
    player.draw()
    match = player.scene.match
    match.apply(match.game.legal_actions(match.state)[0])
    saves.keep(player.app.context, match)
    assert here(player) == f"table.{name}"
    # a sheet over the table is left for it
    player.app.stack.carry_out(Push(Pause(player.app.context, match, player.scene.table)))
    address = here(player)
    assert address == f"table.{name}"
    at(player, address)
    assert player.scene.match is not match
    assert player.scene.match.save() == match.save()


def test_the_deal_of_a_date_is_found_again_once_it_has_been_begun(player):
    assert at(player, f"day.{DAY.isoformat()}") == ["Title"]
    player.app.stack.carry_out(Reset(routes.daily_table(player.app.context, DAY)))
    player.draw()
    player.scene.driver.store()
    address = here(player)
    assert address == f"day.{DAY.isoformat()}"
    assert at(player, address) == ["TurnScene"]


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_match_that_is_kept_is_found_again(player, name):
    context = player.app.context
    for seed in (1, 2, 3):
        saves.record(context, finished(name, seed=seed))
    match = finished(name, seed=2)
    player.app.stack.carry_out(Push(routes.replay(context, match, 0, 2)))
    address = here(player)
    at(player, address)
    assert here(player) == address
    assert (player.scene.match.save(), player.scene.place) == (match.save(), 2)
    at(player, "title")
    player.app.stack.carry_out(Push(routes.review(context, match)))
    address = here(player)
    at(player, address)
    assert (here(player), player.scene.match.save()) == (address, match.save())
    player.app.stack.carry_out(Reset(routes.result(context, match)))
    address = here(player)
    assert at(player, address) == ["Result"]
    for nowhere in ("result.-1", "replay.-1", "review.-1", "result.3"):
        assert at(player, nowhere) == ["Title"]
    at(player, address)
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
        ),
    ],
)
def test_what_does_not_exist_leads_to_the_title(player, address):
    assert at(player, address) == ["Title"]


def test_whoever_is_at_a_party_comes_back_to_the_seat():
    room = Room(3)
    try:
        room.gather("nein_danke")
        room.begin()
        guest = room.players[1]
        remote = guest.app.context.visit.remote
        address = here(guest)
        assert address == f"party.{remote.party}"
        # another page with what this one has stored
        again = room.device("Ben", storage=guest.storage)
        guest.app.context.visit.rest()
        room.players[1] = again
        at(again, address)
        assert room.live(120, lambda: isinstance(again.scene, TurnScene)), "nobody is back"
        assert again.app.context.visit.remote.seat == remote.seat
    finally:
        room.close()


def test_a_page_is_let_start_anew_where_it_can_go_on_and_in_need_anywhere(player, monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(device.page, "renew", asked.append, raising=False)
    at(player, "settings")
    player.app._take(Renewal(False))
    assert asked == ["settings"]
    # a match by the clock runs on: it waits until it cannot wait any longer
    twin = Player(wish=start.from_link({"game": "twin_it", "seats": "human,easy", "seed": "7"}))
    twin.app._take(Renewal(False))
    assert asked == ["settings"]
    twin.app._take(Renewal(True))
    assert asked == ["settings", "table.twin_it"]
    # the sums of a match that is not kept are found nowhere again
    done = Player()
    done.app.stack.carry_out(Reset(routes.result(done.app.context, finished("nein_danke", seed=2))))
    done.app._take(Renewal(False))
    assert len(asked) == 2
    done.app._take(Renewal(True))
    assert asked[2:] == [""]


def test_a_link_leads_back_and_says_so():
    player = Player(wish=start.from_link({"back": "settings"}))
    assert [type(scene).__name__ for scene in player.app.stack.scenes] == ["Title", "SettingsScene"]
    assert player.app.context.texts("notice.renewed") in player.app.context.notices
    nowhere = Player(wish=start.from_link({"back": "table.push"}))
    assert isinstance(nowhere.scene, Title)
