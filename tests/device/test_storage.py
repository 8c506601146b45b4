"""Storage: texts are written completely or not at all, and nothing damaged is lost."""

import os
import sys
from pathlib import Path

import pytest
from failing_storage import FILE_CALLS, FailingPage, failing_files

from game.host import device
from game.host.page import WebPage
from game.host.storage import (
    MOST_DAMAGED,
    FileStorage,
    LocalStorage,
    MemoryStorage,
    StorageRefused,
    native_folder,
    read_json,
)


@pytest.fixture(params=["file", "memory"])
def storage(request, tmp_path):
    return FileStorage(tmp_path / "data") if request.param == "file" else MemoryStorage()


def test_a_written_text_can_be_read(storage):
    assert storage.read("save") is None
    storage.write("save", '{"ä": 1}')
    assert read_json(storage, "save") == ({"ä": 1}, None)
    storage.delete("save")
    storage.delete("save")
    assert storage.read("save") is None


def test_a_damaged_text_is_set_aside(storage):
    storage.write("save", '{"a": ')
    assert read_json(storage, "save") == (None, "save-damaged")
    assert storage.read("save") is None
    assert storage.read("save-damaged") == '{"a": '


def test_the_next_damaged_text_does_not_replace_the_one_before(storage):
    texts = ["{", "[", "("]
    kept = []
    for text in texts:
        storage.write("save", text)
        kept.append(read_json(storage, "save")[1])
    assert kept == ["save-damaged", "save-damaged-2", "save-damaged-3"]
    assert [storage.read(place) for place in kept] == texts


def test_repeated_damage_does_not_fill_the_storage(storage):
    for number in range(20):
        storage.write("save", "{" * (number + 1))
        read_json(storage, "save")
    assert len(storage.names()) == MOST_DAMAGED
    assert (storage.read("save-damaged"), storage.read("save-damaged-9")) == ("{", "{" * 20)


def test_bytes_that_are_no_text_are_set_aside_unchanged(tmp_path):
    (tmp_path / "save.json").write_bytes(b"\xff\xfe\x00")
    assert read_json(FileStorage(tmp_path), "save") == (None, "save-damaged")
    assert (tmp_path / "save-damaged.json").read_bytes() == b"\xff\xfe\x00"


def test_a_change_to_a_match_by_another_program_is_noticed_once(tmp_path):
    here, there = FileStorage(tmp_path / "data"), FileStorage(tmp_path / "data")
    here.write("match-push", "{}")
    here.write("settings", "{}")
    assert (here.changed_elsewhere(), there.changed_elsewhere()) == ([], ["match-push"])
    there.write("match-push", '{"seed": 1}')
    there.write("match-dnup", "{")
    there.write("settings", "[]")
    assert here.changed_elsewhere() == ["match-dnup", "match-push"]
    here.delete("match-push")
    here.set_aside("match-dnup")
    assert here.changed_elsewhere() == []
    assert there.changed_elsewhere() == ["match-dnup", "match-dnup-damaged", "match-push"]
    assert (here.changed_elsewhere(), there.changed_elsewhere()) == ([], [])


def test_a_refused_write_raises(tmp_path):
    place = tmp_path / "file"
    place.write_text("in the way", encoding="utf-8")
    with pytest.raises(StorageRefused):
        FileStorage(place).write("save", "{}")


def test_a_failed_write_leaves_the_old_text(tmp_path, monkeypatch):
    store = FileStorage(tmp_path)
    store.write("save", "old")

    def fail(_descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(StorageRefused):
        store.write("save", "new")
    assert store.read("save") == "old"


@pytest.mark.parametrize("call", FILE_CALLS)
def test_any_refusal_of_the_system_raises_and_changes_nothing(tmp_path, monkeypatch, call):
    store = FileStorage(tmp_path)
    store.write("save", "old")
    counter = failing_files(monkeypatch, (call,))
    counter.spoil(range(10_000))
    ways = [
        lambda: store.read("save"),
        lambda: store.write("save", "new"),
        lambda: store.delete("save"),
        lambda: store.set_aside("save"),
        store.names,
    ]
    refused = 0
    for way in ways:
        counter.spoil(range(10_000))
        try:
            way()
        except StorageRefused:
            refused += 1
        assert ("save.json" in os.listdir(tmp_path)) or not counter.calls
        counter.spoil(range(0))
        if call != "unlink":
            store.write("save", "old")
    assert refused >= 1


def test_a_locked_file_is_not_taken_for_a_missing_one(tmp_path, monkeypatch):
    store = FileStorage(tmp_path)
    store.write("save", "old")
    counter = failing_files(monkeypatch, ("open",))
    counter.spoil({0})
    with pytest.raises(StorageRefused):
        read_json(store, "save")
    assert read_json(FileStorage(tmp_path / "nowhere"), "save") == (None, None)
    assert read_json(FileStorage(tmp_path / "save.json"), "save") == (None, None)


def test_a_damaged_text_that_cannot_be_moved_stays_and_raises(tmp_path, monkeypatch):
    store = FileStorage(tmp_path)
    store.write("save", "{")
    counter = failing_files(monkeypatch, ("replace",))
    counter.spoil({0})
    with pytest.raises(StorageRefused):
        read_json(store, "save")
    assert store.read("save") == "{"
    store.set_aside("nothing")
    assert store.names() == ["save"]


def test_half_a_character_is_refused_without_a_crash(tmp_path):
    store = FileStorage(tmp_path)
    store.write("save", "old")
    with pytest.raises(StorageRefused):
        store.write("save", "\ud800")
    assert store.read("save") == "old"


def test_a_missing_folder_holds_nothing(tmp_path):
    store = FileStorage(tmp_path / "nowhere")
    store.delete("save")
    store.set_aside("save")
    assert store.names() == []
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert FileStorage(tmp_path / "file").names() == []


def test_a_browser_that_refuses_to_delete_raises():
    page = FailingPage()
    store = LocalStorage(WebPage(page))
    store.write("save", "{")
    page.counter.spoil(range(10))
    with pytest.raises(StorageRefused):
        store.delete("save")
    with pytest.raises(StorageRefused):
        store.set_aside("save")
    page.counter.spoil({1})
    with pytest.raises(StorageRefused):
        store.set_aside("save")
    assert store.read("save") == "{"


def test_the_storage_of_this_machine_writes_files(tmp_path, monkeypatch):
    monkeypatch.setenv("KARTENKISTE_DATA", str(tmp_path))
    device.storage().write_all({"match": "{}", "settings": "{}"})
    assert sorted(os.listdir(tmp_path)) == ["match.json", "settings.json"]


@pytest.mark.parametrize(
    ("system", "around", "wanted"),
    [
        ("linux", {}, "HOME/.local/share/kartenkiste"),
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/kartenkiste"),
        ("darwin", {"XDG_DATA_HOME": "/x"}, "HOME/Library/Application Support/Kartenkiste"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/Kartenkiste"),
        ("win32", {}, "HOME/AppData/Roaming/Kartenkiste"),
        ("win32", {"KARTENKISTE_DATA": "/mine"}, "/mine"),
    ],
)
def test_every_system_has_its_usual_folder(monkeypatch, tmp_path, system, around, wanted):
    for name in ("KARTENKISTE_DATA", "APPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in around.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("game.host.storage.sys.platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert native_folder() == Path(wanted.replace("HOME", str(tmp_path)))


def test_without_a_home_folder_the_game_runs_and_stores_nothing(monkeypatch, tmp_path):
    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("KARTENKISTE_DATA", "APPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", none)
    storage = device.storage()
    assert (storage.names(), storage.read("settings")) == ([], None)
    with pytest.raises(StorageRefused):
        storage.write("settings", "{}")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform.startswith("linux"):
        assert native_folder() == tmp_path / "kartenkiste"
