"""Texts that change together: after any refusal or kill, either the old or the new ones are complete."""

from collections.abc import Callable

import pytest
from failing_storage import Counter, FailingPage, Killed, failing_files

from game.host.page import WebPage
from game.host.staged import STAGED, StagedStorage
from game.host.storage import FileStorage, LocalStorage, MemoryStorage, Storage, StorageRefused

OLD = {"match": "old match", "settings": "old settings", "statistics": "old"}
NEW = {"match": "new match", "settings": "new settings", "finished": "new"}
MERGED = OLD | NEW
#: an import takes fewer calls than this
MANY = 60


class Place:
    """A kind of storage that can be made to fail, and opened again as after a start."""

    def __init__(self, open_: Callable[[], Storage], counter: Counter) -> None:
        self.open, self.counter = open_, counter


@pytest.fixture(params=["files", "browser"])
def place(request, tmp_path, monkeypatch) -> Place:
    if request.param == "files":
        return Place(lambda: FileStorage(tmp_path / "data"), failing_files(monkeypatch))
    page = FailingPage()

    def open_() -> LocalStorage:
        page.held.clear()
        return LocalStorage(WebPage(page))

    return Place(open_, page.counter)


def texts_in(storage: Storage) -> dict[str, str | None]:
    return {name: storage.read(name) for name in storage.names()}


def failing_calls(first: int) -> list[range | set[int]]:
    """Return the calls to refuse: one; all from one on; one and the one after the next."""
    return [{first}, range(first, 10_000), {first, first + 2}, {first, first + 1, first + 3}]


def without_texts(storage: Storage) -> None:
    for name in storage.names():
        storage.delete(name)


@pytest.mark.parametrize("kind", range(4))
def test_after_any_refusal_the_old_or_the_new_texts_are_complete(place, kind):
    outcomes = set()
    for first in range(MANY):
        place.counter.spoil(range(0))
        without_texts(StagedStorage(place.open()))
        for name, text in OLD.items():
            place.open().write(name, text)
        storage = StagedStorage(place.open())
        place.counter.spoil(failing_calls(first)[kind])
        try:
            storage.write_all(NEW)
        except StorageRefused:
            wanted = OLD
        else:
            wanted = MERGED
        reached = place.counter.calls > first
        place.counter.spoil(range(0))
        # now and after the next start, and after the one that follows
        assert texts_in(storage) == wanted
        for _ in range(2):
            assert texts_in(StagedStorage(place.open())) == wanted
        assert STAGED not in place.open().names()
        outcomes.add((reached, len(wanted)))
        if not reached:
            break
    # among all cases it was refused, finished later, and not hindered
    assert outcomes >= {(True, len(OLD)), (True, len(MERGED)), (False, len(MERGED))}


def test_killed_at_any_moment_the_old_or_the_new_texts_are_complete(tmp_path, monkeypatch):
    counter = failing_files(monkeypatch, error=Killed())
    outcomes = set()
    for first in range(MANY):
        counter.spoil(range(0))
        folder = tmp_path / str(first)
        for name, text in OLD.items():
            FileStorage(folder).write(name, text)
        storage = StagedStorage(FileStorage(folder))
        counter.spoil({first})
        try:
            storage.write_all(NEW)
        except Killed:
            counter.spoil(range(0))
            found = texts_in(StagedStorage(FileStorage(folder)))
            assert found in (OLD, MERGED)
            outcomes.add(len(found))
        else:
            break
    assert outcomes == {len(OLD), len(MERGED)}


def with_texts_waiting(place: Place) -> StagedStorage:
    """Return a storage with an accepted import whose texts are not in their places yet."""
    storage = StagedStorage(place.open())
    place.counter.spoil(range(0))
    storage.write("match", "old")
    calls = place.counter.calls
    # the commit passes and everything after it is refused
    for first in range(calls, calls + MANY):
        without_texts(storage)
        storage.write("match", "old")
        place.counter.spoil(range(first - calls, 10_000))
        try:
            storage.write_all(NEW)
        except StorageRefused:
            place.counter.spoil(range(0))
            continue
        break
    place.counter.spoil(range(0))
    assert STAGED in place.open().names()
    waiting = StagedStorage.__new__(StagedStorage)
    waiting.base = place.open()
    return waiting


def test_a_text_written_while_others_are_staged_is_the_newest(place):
    waiting = with_texts_waiting(place)
    assert waiting.read("match") == NEW["match"]
    waiting.delete("finished")
    assert waiting.read("finished") is None
    waiting.set_aside("settings")
    assert (waiting.read("settings"), waiting.read("settings-damaged")) == (None, NEW["settings"])
    waiting.write("match", "newer")
    assert texts_in(StagedStorage(place.open())) == {"match": "newer", "settings-damaged": NEW["settings"]}


def test_invalid_staged_texts_are_ignored():
    base = MemoryStorage()
    base.texts = {STAGED: "{", "match": "kept"}
    assert texts_in(StagedStorage(base)) == {"match": "kept"}
    base.texts[STAGED] = "[1]"
    assert texts_in(StagedStorage(base)) == {"match": "kept"}


def test_staged_texts_are_moved_to_their_places_with_the_next_write():
    base = MemoryStorage()
    storage = StagedStorage(base)
    base.texts = {STAGED: '{"match": "new", "settings": "new"}', "match": "old"}
    storage.write("settings", "newer")
    assert base.texts == {"match": "new", "settings": "newer"}


def test_a_refused_import_keeps_the_staged_one(place):
    refused = 0
    for call in range(MANY):
        waiting = with_texts_waiting(place)
        place.counter.spoil({call})
        try:
            waiting.write_all({"match": "a second import"})
        except StorageRefused:
            refused += 1
            place.counter.spoil(range(0))
            assert {name: waiting.read(name) for name in NEW} == NEW
        else:
            if place.counter.calls <= call:
                break
    assert refused
