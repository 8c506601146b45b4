"""Storage: whole or not at all, and nothing damaged is lost."""

from __future__ import annotations

import os

import pytest

from game.host.storage import FileStorage, MemoryStorage, StorageRefused, read_json


@pytest.fixture(params=["file", "memory"])
def storage(request, tmp_path):
    return FileStorage(tmp_path / "data") if request.param == "file" else MemoryStorage()


def test_what_is_written_is_read(storage):
    assert storage.read("save") is None
    storage.write("save", '{"ä": 1}')
    assert read_json(storage, "save") == ({"ä": 1}, False)
    storage.delete("save")
    storage.delete("save")
    assert storage.read("save") is None


def test_damaged_text_is_kept_aside(storage):
    storage.write("save", '{"a": ')
    assert read_json(storage, "save") == (None, True)
    assert storage.read("save") is None
    assert storage.read("save-damaged") == '{"a": '


def test_bytes_that_are_no_text_are_kept_as_they_are(tmp_path):
    (tmp_path / "save.json").write_bytes(b"\xff\xfe\x00")
    assert read_json(FileStorage(tmp_path), "save") == (None, True)
    assert (tmp_path / "save-damaged.json").read_bytes() == b"\xff\xfe\x00"


def test_a_refusal_is_named(tmp_path):
    place = tmp_path / "file"
    place.write_text("in the way", encoding="utf-8")
    with pytest.raises(StorageRefused):
        FileStorage(place).write("save", "{}")


def test_a_write_that_fails_leaves_the_old_text(tmp_path, monkeypatch):
    store = FileStorage(tmp_path)
    store.write("save", "old")

    def fail(_descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(StorageRefused):
        store.write("save", "new")
    assert store.read("save") == "old"
