"""Storage of small named texts: saves, settings, statistics.

Natively each is a file, written whole to a neighbour and renamed, so that a kill at any moment leaves the
old or the new text, never half of one. What cannot be read as JSON is kept aside under another name.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from game.host.page import WebPage


#: what cannot be read is kept under its name with this behind it, and a number from the second one on
DAMAGED = "-damaged"
#: so many texts of one name; a further one takes the place of the last, so that damage never fills the storage
MOST_DAMAGED = 9


def backup_name(name: str, taken: Collection[str]) -> str:
    """Where a damaged text of ``name`` is kept, beside those that are ``taken``.

    >>> place_aside("settings", ["settings", "settings-damaged"])
    'settings-damaged-2'
    """
    places = [f"{name}{DAMAGED}", *(f"{name}{DAMAGED}-{number}" for number in range(2, MOST_DAMAGED + 1))]
    return next((place for place in places if place not in taken), places[-1])


class StorageRefused(Exception):
    """A text could not be stored, read, moved or forgotten: what was there is still there."""


class Storage(Protocol):
    """Where texts are kept. Every method raises StorageRefused if the system or the browser does not let it."""

    def read(self, name: str) -> str | None:
        """The text stored under ``name``, or None if there is none."""

    def write(self, name: str, text: str) -> None:
        """Store ``text`` in place of what was there."""

    def delete(self, name: str) -> None:
        """Forget ``name``; nothing happens if there is none."""

    def set_aside(self, name: str) -> str:
        """Move the text of ``name`` to its ``backup_name``, so that nothing is lost, and return that."""

    def names(self) -> list[str]:
        """The names of everything that is stored."""


class WholeStorage(Storage, Protocol):
    """A storage in which several texts change together or not at all."""

    def write_all(self, texts: Mapping[str, str]) -> None:
        """Store all of ``texts``; if StorageRefused is raised, none of them."""


class MemoryStorage:
    """Keeps texts as long as the program runs."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def read(self, name: str) -> str | None:
        """The text stored under ``name``, or None."""
        return self.texts.get(name)

    def write(self, name: str, text: str) -> None:
        """Store ``text``."""
        self.texts[name] = text

    def write_all(self, texts: Mapping[str, str]) -> None:
        """Store all of ``texts``."""
        self.texts.update(texts)

    def delete(self, name: str) -> None:
        """Forget ``name``."""
        self.texts.pop(name, None)

    def set_aside(self, name: str) -> str:
        """Move the text of ``name`` to its ``backup_name``."""
        place = backup_name(name, self.texts)
        if name in self.texts:
            self.texts[place] = self.texts.pop(name)
        return place

    def names(self) -> list[str]:
        """The names of everything that is stored."""
        return sorted(self.texts)


class FileStorage:
    """Keeps texts as files in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def read(self, name: str) -> str | None:
        """The text stored under ``name``, or None; StorageRefused if there is one that cannot be read now."""
        try:
            return self._path(name).read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise StorageRefused(str(error)) from error

    def write(self, name: str, text: str) -> None:
        """Store ``text`` whole or not at all; raise StorageRefused if the system refuses."""
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

    def delete(self, name: str) -> None:
        """Forget ``name``; StorageRefused if its file is locked or the folder may not be changed."""
        try:
            self._path(name).unlink(missing_ok=True)
        except OSError as error:
            raise StorageRefused(str(error)) from error

    def set_aside(self, name: str) -> str:
        """Rename the file of ``name``, its bytes untouched."""
        place = backup_name(name, self.names())
        try:
            self._path(name).replace(self._path(place))
        except FileNotFoundError:
            pass
        except OSError as error:
            raise StorageRefused(str(error)) from error
        return place

    def names(self) -> list[str]:
        """The names of everything that is stored."""
        try:
            return sorted(path.stem for path in self.folder.iterdir() if path.suffix == ".json")
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise StorageRefused(str(error)) from error


class LocalStorage:
    """Keeps texts in the browser's storage, which may be switched off or full."""

    def __init__(self, page: WebPage) -> None:
        self.page = page

    def read(self, name: str) -> str | None:
        """The text stored under ``name``, or None."""
        return self.page.held[name] if name in self.page.held else self.page.read(name)

    def write(self, name: str, text: str) -> None:
        """Store ``text``; raise StorageRefused if the browser refuses, and keep it in memory then."""
        if refusal := self.page.write(name, text):
            self.page.held[name] = text
            raise StorageRefused(refusal)
        self.page.held.pop(name, None)

    def delete(self, name: str) -> None:
        """Forget ``name``."""
        self.page.held.pop(name, None)
        if refusal := self.page.remove(name):
            raise StorageRefused(refusal)

    def set_aside(self, name: str) -> str:
        """Move the text of ``name`` to its ``backup_name``; if there is no room for it, it stays where it is."""
        text, place = self.page.read(name), backup_name(name, self.names())
        if text is not None and (refusal := self.page.write(place, text) or self.page.remove(name)):
            raise StorageRefused(refusal)
        return place

    def names(self) -> list[str]:
        """The names of everything that is stored."""
        return sorted({*self.page.names(), *self.page.held})


def native_folder() -> Path:
    """Where this system keeps an application's data; KARTENKISTE_DATA names another place."""
    if given := os.environ.get("KARTENKISTE_DATA"):
        return Path(given)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home / "AppData/Roaming")) / "Kartenkiste"
    if sys.platform == "darwin":
        return home / "Library/Application Support/Kartenkiste"
    return Path(os.environ.get("XDG_DATA_HOME", home / ".local/share")) / "kartenkiste"


def read_json(storage: Storage, name: str) -> tuple[object, str | None]:
    """The JSON stored under ``name`` (None if there is none), and where it is kept if it was damaged.

    A damaged text is moved to its ``backup_name``. Raise StorageRefused if there is a text that can be neither read nor
    moved now: whoever cannot read it must not write over it.
    """
    text = storage.read(name)
    if text is None:
        return None, None
    try:
        return json.loads(text), None
    except (ValueError, RecursionError):
        return None, storage.set_aside(name)
