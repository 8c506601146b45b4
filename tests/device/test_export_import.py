"""Export and import of everything stored, through the settings."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pygame
import pytest
from failing_storage import FailingStorage
from player import Player

from game.catalogue.registry import GAMES
from game.engine.transitions import Reset
from game.host import transfer
from game.host.staged import StagedStorage
from game.host.storage import FileStorage, MemoryStorage, WholeStorage
from game.player import saves
from game.scenes.navigation import routes
from game.scenes.settings.data_import import DataImport
from game.services import launch_request


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a data folder of its own, beside which the file is written."""
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path / "data"))
    return tmp_path


def unpack(storage: WholeStorage, text: str, fits: Callable[[Mapping[str, str]], bool] = transfer.accept_any) -> int:
    """Import everything from such a file; return the number of texts."""
    texts = transfer.texts_in(text, fits)
    transfer.import_texts(storage, texts)
    return len(texts)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_file()]


def test_a_match_and_the_settings_are_restored_from_the_file(folder):
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3))
    assert player.wait(60_000, lambda: "do-take" in player.ids())
    player.tap("do-take")
    saved = player.storage.read("match-nein_danke")
    player.app.context.settings.effects = 0.3
    player.app.context.settings_changed()
    player.tap("pause")
    player.tap("settings")
    player.tap("tab-3")
    player.tap("export")
    assert len(files(folder)) == 1

    fresh = Player()
    fresh.tap("settings")
    fresh.tap("tab-3")
    fresh.tap("import")
    fresh.wait(100)
    fresh.tap("take")
    fresh.wait(300)
    assert fresh.app.context.settings.effects == 0.3
    assert fresh.storage.read("match-nein_danke") == saved
    assert "resume-nein_danke" in fresh.ids()


@pytest.mark.parametrize("text", [None, "", "no JSON", "[1]", '{"version": 1}'])
def test_a_missing_or_foreign_file_is_reported_and_changes_nothing(folder, text):
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3))
    player.tap("pause")
    player.tap("settings")
    player.tap("tab-3")
    player.tap("export")
    (file,) = files(folder)
    if text is None:
        file.unlink()
    else:
        file.write_text(text, encoding="utf-8")
    before = dict(player.storage.texts)
    # how long the message with the file's place is shown depends on the length of its path
    player.wait(300)
    assert player.wait(60_000, lambda: not player.app.toasts.shown)
    player.tap("import")
    player.wait(300)
    assert player.app.toasts.shown in [
        player.app.context.texts(f"settings.import_{trouble}") for trouble in ("missing", "bad")
    ]
    assert player.storage.texts == before


# ---- contents of the file -------------------------------------------------------------------------------


def file_of(texts: dict[str, str]) -> str:
    return json.dumps({transfer.MARK: transfer.VERSION, "texts": texts})


PUSH = GAMES["push"]


def match_of_length(length: int) -> str:
    return json.dumps({"version": 1, "game": "push", "actions": [[0]] * length})


@pytest.mark.parametrize(
    "name",
    [
        "x" * 300,
        "a/b",
        "..",
        "",
        "con",
        "staged",
        "Match",
        "ä",
        *(f"match-damaged-{end}" for end in ("damaged", "1", "10")),
    ],
)
def test_only_keys_that_the_game_uses_are_imported(tmp_path, name):
    store = StagedStorage(FileStorage(tmp_path))
    with pytest.raises(transfer.InvalidFile):
        unpack(store, file_of({name: "{}"}))
    assert unpack(store, file_of({name: "{}", "settings": "{}"})) == 1
    assert sorted(os.listdir(tmp_path)) == [f"{transfer.REPLACED}.json", "settings.json"]


def test_texts_set_aside_are_exported_and_imported_and_unknown_ones_are_not():
    store = MemoryStorage()
    store.texts = {"match": "1", "match-damaged": "2", "match-damaged-2": "4", "holiday": "3"}
    other = MemoryStorage()
    assert unpack(other, transfer.packed_texts(store)) == 3
    assert {name: text for name, text in other.texts.items() if name != transfer.REPLACED} == {
        "match": "1",
        "match-damaged": "2",
        "match-damaged-2": "4",
    }


def test_half_a_character_is_refused():
    with pytest.raises(transfer.InvalidFile):
        unpack(MemoryStorage(), file_of({"match": "\ud800"}))


@pytest.mark.parametrize(
    "texts",
    [
        {"match": match_of_length(PUSH.max_actions + 1)},
        {"match-before": f"[{match_of_length(1)}, {match_of_length(PUSH.max_actions + 1)}]"},
        {"finished": f"[{match_of_length(PUSH.max_actions + 1)}]"},
        {"settings": "x" * transfer.MOST_LETTERS},
    ],
)
def test_a_file_that_is_too_large_is_reported_and_changes_nothing(folder, texts):
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3))
    player.tap("pause")
    player.tap("settings")
    player.tap("tab-3")
    before = dict(player.storage.texts)
    (folder / transfer.FILE).write_text(file_of(texts), encoding="utf-8")
    player.tap("import")
    player.wait(300)
    assert player.app.toasts.shown == player.app.context.texts("settings.import_too_large")
    assert player.storage.texts == before


def test_a_match_set_aside_for_its_length_does_not_prevent_an_import():
    texts = {"match-nein_danke-damaged": match_of_length(PUSH.max_actions + 1)}
    assert saves.are_playable(texts)
    assert not saves.are_playable({"match-nein_danke": texts["match-nein_danke-damaged"]})


def test_the_longest_match_and_invalid_texts_do_not_prevent_an_import():
    texts = {"match": match_of_length(PUSH.max_actions), "match-before": "{", "finished": "3", "settings": "[]"}
    assert saves.are_playable(texts)
    assert unpack(MemoryStorage(), file_of(texts), saves.are_playable) == 4


@pytest.mark.parametrize("call", ["read", "names"])
def test_an_export_that_cannot_read_a_text_fails_with_a_message(folder, call):
    storage = FailingStorage()
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3), storage=storage)
    player.tap("pause")
    player.tap("settings")
    player.tap("tab-3")
    storage.refuses = lambda found, _name: found == call
    player.tap("export")
    player.wait(300)
    assert player.app.toasts.shown == player.app.context.texts("settings.export_failed")
    assert files(folder) == []


def test_a_refused_import_is_reported_and_the_match_goes_on(folder):
    storage = FailingStorage()
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), 3), storage=storage)
    player.tap("pause")
    player.tap("settings")
    player.tap("tab-3")
    player.tap("export")
    before = dict(storage.texts)
    storage.refuses = lambda call, _name: call == "write_all"
    player.wait(300)
    assert player.wait(60_000, lambda: not player.app.toasts.shown)
    player.tap("import")
    player.wait(100)
    player.tap("take")
    player.wait(300)
    assert player.app.toasts.shown == player.app.context.texts("settings.import_refused")
    assert storage.texts == before


# ---- data before an import -------------------------------------------------------------------------------


def played(seed: int) -> Player:
    """Return a player who has acted in a match with that game number."""
    player = Player(wish=launch_request.LaunchRequest("nein_danke", ("human", "easy", "easy"), seed))
    assert player.wait(60_000, lambda: "do-take" in player.ids())
    player.tap("do-take")
    player.app.stack.carry_out(Reset(routes.title(player.app.context)))
    return player


@pytest.mark.usefixtures("folder")
def test_an_import_shows_both_sides_and_waits_for_consent():
    other = played(4)
    other.tap("settings")
    other.tap("tab-3")
    other.tap("export")
    player = played(5)
    before = dict(player.storage.texts)
    player.tap("settings")
    player.tap("tab-3")
    player.tap("import")
    player.wait(100)
    assert isinstance(player.scene, DataImport)
    assert [side.open for side in player.scene.sides] == [1, 1]
    for leave in (lambda: player.tap("leave"), lambda: player.press(pygame.K_ESCAPE)):
        leave()
        assert not isinstance(player.scene, DataImport)
        assert player.storage.texts == before
        player.tap("import")
        player.wait(100)


@pytest.mark.usefixtures("folder")
def test_an_import_can_be_undone_and_redone():
    other = played(4)
    other.app.context.store("statistics", [])
    other.tap("settings")
    other.tap("tab-3")
    other.tap("export")
    player = played(5)
    before = {name: text for name, text in player.storage.texts.items() if transfer.is_known(name)}
    player.tap("settings")
    player.tap("tab-3")
    assert "bring_back" not in player.ids()
    player.tap("import")
    player.wait(100)
    player.tap("take")
    assert json.loads(player.storage.read("match-nein_danke"))["seed"] == 4
    for seed in (5, 4, 5):
        player.tap("settings")
        player.tap("tab-3")
        player.tap("bring_back")
        player.tap("take")
        assert json.loads(player.storage.read("match-nein_danke"))["seed"] == seed
        assert player.scene.shelf.open["nein_danke"][0].match.seed == seed
    assert {name: text for name, text in player.storage.texts.items() if name in before} == before
    assert player.storage.read("statistics") == transfer.NOTHING


def test_everything_is_exported_except_the_links_to_seats():
    names = [key.removeprefix("file.") for key in Player().app.context.texts.keys("file.")]
    assert [name for name in names if not transfer.is_known(name)] == ["party"]


# ---- a file named on the command line --------------------------------------------------------------------


def test_a_file_named_on_the_command_line_is_offered_before_it_is_imported(folder):
    other = played(4)
    other.tap("settings")
    other.tap("tab-3")
    other.tap("export")
    file = folder / transfer.FILE
    player = Player(wish=launch_request.read([str(file)]))
    assert isinstance(player.scene, DataImport)
    assert player.storage.read("match-nein_danke") is None
    player.tap("take")
    assert json.loads(player.storage.read("match-nein_danke"))["seed"] == 4


@pytest.mark.parametrize(
    ("content", "key"),
    [(None, "missing"), ("no JSON", "bad"), ("{}", "bad"), ('{"kartenkiste": 2, "texts": {}}', "newer")],
)
def test_a_file_that_cannot_be_read_is_reported_on_the_title(tmp_path, content, key):
    file = tmp_path / "kartenkiste-data.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    player = Player(wish=launch_request.read([str(file)]))
    player.wait(300)
    assert "settings" in player.ids()
    assert player.app.toasts.shown == player.app.context.texts(f"settings.import_{key}")
