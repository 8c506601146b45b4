"""Storage of small named texts: saves, settings, statistics.

Natively each is a file, written as a new one and renamed, so that a crash leaves either the old or the new text. Text
that is not valid JSON is kept under another name.
"""

import json
import os
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

#: suffix of damaged texts, followed by a number from the second one on
DAMAGED = "-damaged"
#: most damaged texts of one name; a further one replaces the last, so that damage never fills the storage
MOST_DAMAGED = 9


def backup_name(name: str, taken: Collection[str]) -> str:
    """Return the backup name for a damaged text of ``name``, given the names ``taken``.

    >>> backup_name("settings", ["settings", "settings-damaged"])
    'settings-damaged-2'
    """
    places = [f"{name}{DAMAGED}", *(f"{name}{DAMAGED}-{number}" for number in range(2, MOST_DAMAGED + 1))]
    return next((place for place in places if place not in taken), places[-1])


#: names of matches in progress begin with this
MATCH = "match"


class StorageRefused(Exception):
    """Raised when a text could not be stored, read, moved or deleted; nothing has changed."""


class Storage(Protocol):
    """Storage of texts. Every method raises StorageRefused if the system or the browser refuses."""

    def read(self, name: str) -> str | None:
        """Return the text stored under ``name``, or None."""

    def write(self, name: str, text: str) -> None:
        """Store ``text`` under ``name``, replacing what was there."""

    def delete(self, name: str) -> None:
        """Delete ``name`` if it exists."""

    def set_aside(self, name: str) -> str:
        """Move the text of ``name`` to its ``backup_name`` and return that."""

    def names(self) -> list[str]:
        """Return all stored names."""


class WholeStorage(Storage, Protocol):
    """A storage with atomic writes of several texts."""

    def write_all(self, texts: Mapping[str, str]) -> None:
        """Store all of ``texts``; if StorageRefused is raised, none of them."""


class MemoryStorage(WholeStorage):
    """Texts in memory, until the program ends."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def read(self, name: str) -> str | None:
        return self.texts.get(name)

    def write(self, name: str, text: str) -> None:
        self.texts[name] = text

    def write_all(self, texts: Mapping[str, str]) -> None:
        self.texts.update(texts)

    def delete(self, name: str) -> None:
        self.texts.pop(name, None)

    def set_aside(self, name: str) -> str:
        place = backup_name(name, self.texts)
        if name in self.texts:
            self.texts[place] = self.texts.pop(name)
        return place

    def names(self) -> list[str]:
        return sorted(self.texts)


class FileStorage(Storage):
    """Texts as files in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        #: the stored matches as this program knows them
        self._known = self._matches()

    def _matches(self) -> dict[str, tuple[int, int]]:
        """Return when each stored match was written, and its size."""
        with suppress(OSError), os.scandir(self.folder) as found:
            files = [file for file in found if file.name.startswith(MATCH) and file.name.endswith(".json")]
            return {Path(file.name).stem: (file.stat().st_mtime_ns, file.stat().st_size) for file in files}
        return {}

    def changed_elsewhere(self) -> list[str]:
        """Return the matches that another program has stored or deleted since the last call."""
        before, self._known = self._known, self._matches()
        return sorted(name for name in {*before, *self._known} if before.get(name) != self._known.get(name))

    def _note(self, *names: str) -> None:
        """Remember that this program has stored or deleted ``names``."""
        for name in names:
            self._known.pop(name, None)
            with suppress(OSError):
                if name.startswith(MATCH):
                    found = self._path(name).stat()
                    self._known[name] = (found.st_mtime_ns, found.st_size)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def read(self, name: str) -> str | None:
        try:
            return self._path(name).read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise StorageRefused(str(error)) from error

    def write(self, name: str, text: str) -> None:
        """Store ``text`` atomically."""
        target = self._path(name)
        fresh = target.with_suffix(".new")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with fresh.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(target)
        except (OSError, UnicodeError) as error:
            raise StorageRefused(str(error)) from error
        self._note(name)

    def delete(self, name: str) -> None:
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise StorageRefused(str(error)) from error
        self._note(name)

    def set_aside(self, name: str) -> str:
        """Rename the file of ``name``, leaving its bytes untouched."""
        place = backup_name(name, self.names())
        try:
            self._path(name).replace(self._path(place))
        except FileNotFoundError:
            pass
        except OSError as error:
            raise StorageRefused(str(error)) from error
        self._note(name, place)
        return place

    def names(self) -> list[str]:
        try:
            return sorted(path.stem for path in self.folder.iterdir() if path.suffix == ".json")
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise StorageRefused(str(error)) from error


class BrowserTexts(Protocol):
    """The browser's storage as its page offers it; see :class:`~game.host.page.WebPage`."""

    def read(self, name: str) -> str | None:
        """Return a text, or None."""

    def write(self, name: str, text: str) -> str:
        """Store a text; return why that is refused, or ""."""

    def remove(self, name: str) -> str:
        """Delete a text; return why that is refused, or ""."""

    def names(self) -> list[str]:
        """Return the names of all texts."""


class LocalStorage(Storage):
    """Texts in the browser's local storage, which may be disabled or full; the page holds what it refuses."""

    def __init__(self, page: BrowserTexts) -> None:
        self.page = page

    def read(self, name: str) -> str | None:
        return self.page.read(name)

    def write(self, name: str, text: str) -> None:
        """Store ``text``; if the browser refuses, the page holds it, and StorageRefused is raised."""
        if refusal := self.page.write(name, text):
            raise StorageRefused(refusal)

    def delete(self, name: str) -> None:
        if refusal := self.page.remove(name):
            raise StorageRefused(refusal)

    def set_aside(self, name: str) -> str:
        """Move the text of ``name`` to its ``backup_name``; without room for that, it stays."""
        text, place = self.page.read(name), backup_name(name, self.names())
        if text is not None and (refusal := self.page.write(place, text) or self.page.remove(name)):
            raise StorageRefused(refusal)
        return place

    def names(self) -> list[str]:
        return self.page.names()


def _home() -> Path:
    """Return the user's folder, or for a user without one a place where nothing can be stored, which the game tells."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


def native_folder() -> Path:
    """Return the system's folder for application data, or that in KARTENKISTE_DATA."""
    if given := os.environ.get("KARTENKISTE_DATA"):
        return Path(given)
    home = _home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home / "AppData/Roaming")) / "Kartenkiste"
    if sys.platform == "darwin":
        return home / "Library/Application Support/Kartenkiste"
    return Path(os.environ.get("XDG_DATA_HOME", home / ".local/share")) / "kartenkiste"


def read_json(storage: Storage, name: str) -> tuple[object, str | None]:
    """Return the JSON stored under ``name`` (None if missing), and its backup's name if it was damaged.

    A damaged text is moved to its ``backup_name``. Raise StorageRefused if a text can be neither read nor moved: then
    it must not be overwritten.
    """
    text = storage.read(name)
    if text is None:
        return None, None
    try:
        return json.loads(text), None
    except (ValueError, RecursionError):
        return None, storage.set_aside(name)
