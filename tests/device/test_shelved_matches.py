"""Shelved matches: a match replaced by another one is kept, offered on the title, and resumed or given up."""

import json

from player import Player
from shelf import NOON, played, seeds, stored

from game.host.storage import MemoryStorage, StorageRefused
from game.player import saves
from game.services import launch_request
from game.table.turns.scene import TurnScene

HOUR = 3_600_000.0


def follow(seed: int, storage: MemoryStorage) -> Player:
    """Open a link and act once at its table."""
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), seed), storage=storage)
    player.app.context.settings.speed = "off"
    assert player.wait(5000, lambda: "do-take" in player.ids())
    player.tap("do-take")
    return player


def test_a_match_replaced_by_a_link_is_shelved():
    storage = stored(played(12))
    for seed in (7, 8, 9):
        follow(seed, storage)
    assert seeds(storage) == (9, [12, 7, 8])


def test_the_title_offers_shelved_matches_newest_first_after_the_current_one():
    storage = stored(played(1, NOON - 9 * HOUR), played(2, NOON - 5 * HOUR), played(3, NOON - 2 * HOUR))
    player = Player(storage=storage)
    shown = []
    for _ in range(4):
        shown.append(player.scene.shelf.open["nein_danke"][0].match.seed)
        player.tap("another-nein_danke")
    assert shown == [1, 3, 2, 1]
    assert player.scene.items.find("another-nein_danke").label == player.app.context.texts(
        "title.another", game="Nein Danke!", count=3
    )


def test_a_single_shelved_match_is_offered_like_one_in_progress():
    assert "another-nein_danke" not in Player(storage=stored(played(1))).ids()
    player = Player(storage=stored(None, played(2)))
    assert "another-nein_danke" not in player.ids()
    player.tap("resume-nein_danke")
    assert player.scene.match.seed == 2
    assert seeds(player.storage) == (2, [])


def test_resuming_a_shelved_match_shelves_the_current_one():
    player = Player(storage=stored(played(1), played(2), played(3, NOON - HOUR)))
    player.tap("another-nein_danke")
    player.tap("resume-nein_danke")
    assert isinstance(player.scene, TurnScene)
    assert player.scene.match.seed == 2
    assert seeds(player.storage) == (2, [3, 1])


def test_giving_up_one_match_keeps_the_others():
    player = Player(storage=stored(played(1), played(2), played(3, NOON - HOUR)))
    player.tap("another-nein_danke")
    player.tap("discard-nein_danke")
    # another match is shown: the question was about the one before
    player.tap("another-nein_danke")
    player.tap("discard-nein_danke")
    assert seeds(player.storage) == (1, [2, 3])
    player.tap_again("discard-nein_danke")
    assert seeds(player.storage) == (1, [2])
    while "discard-nein_danke" in player.ids():
        player.tap_again("discard-nein_danke")
    assert seeds(player.storage) == (0, [])
    assert player.storage.read(saves.SHELVED.name) is None


def test_the_single_shelved_match_of_earlier_versions_is_read():
    storage = MemoryStorage()
    storage.write(saves.SHELVED.name, json.dumps(played(4)))
    player = Player(storage=storage)
    player.tap("resume-nein_danke")
    assert player.scene.match.seed == 4


def test_an_unreadable_shelved_match_is_kept_and_not_offered():
    strange = {"version": 99, "game": "skat"}
    player = Player(storage=stored(None, strange, played(2, 1e300)))
    assert [saved.saved_ms for saved in player.scene.shelf.open["nein_danke"]] == [0.0]
    player.tap("resume-nein_danke")
    assert json.loads(player.storage.read(saves.SHELVED.name)) == [strange]


def test_a_refused_write_loses_no_match():
    class Full(MemoryStorage):
        full = False

        def write(self, name: str, text: str) -> None:
            if self.full:
                raise StorageRefused("full")
            super().write(name, text)

    storage = Full()
    storage.texts = stored(played(1), played(2)).texts
    player = Player(storage=storage)
    storage.full = True
    player.tap("another-nein_danke")
    player.tap("resume-nein_danke")
    assert player.scene.match.seed == 2
    assert seeds(storage) == (1, [2])
