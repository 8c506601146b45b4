"""Export and import of all stored texts as one file, to move a player's data to another device."""

import json
import re
from collections.abc import Callable, Mapping

from game.host.storage import DAMAGED, MOST_DAMAGED, Storage, WholeStorage

#: the mark of the file, and its version
MARK, VERSION = "kartenkiste", 1
FILE = "kartenkiste-data.json"
#: key of everything stored before an import, in the form of such a file
REPLACED = "before-import"
#: text for a key that did not exist before; equivalent to none
NOTHING = "null"
#: the keys of the game: earlier versions had one match, now there is one per game; damaged texts have a suffix. Parties
#: stay on this device, as their secret tokens give access to the seats
NAMES = re.compile(
    r"(days|family|finished|goals|lessons|puzzles|reviews|match(-(?!damaged)[a-z_]{1,24})?|settings|setup|statistics)"
    f"({DAMAGED}(-[2-{MOST_DAMAGED}])?)?"
)
#: longest valid file: real data reaches a tenth of this, and browsers store no more
MOST_LETTERS = 5_000_000


class InvalidFile(Exception):
    """Raised for a file of another kind, or a damaged one."""


class Newer(InvalidFile):
    """Raised for a file of a newer version of the game."""


class TooLarge(InvalidFile):
    """Raised for a file with more data than the game ever stores."""


def is_known(name: str) -> bool:
    """Return True if the game stores texts under this name."""
    return NAMES.fullmatch(name) is not None


def stored_texts(storage: Storage) -> dict[str, str]:
    """Return all stored texts by name; raise StorageRefused if one cannot be read."""
    found = ((name, storage.read(name)) for name in storage.names() if is_known(name))
    return {name: text for name, text in found if text is not None and text != NOTHING}


def packed_texts(storage: Storage) -> str:
    """Return all stored texts as the text of one file; raise StorageRefused if one cannot be read."""
    return json.dumps({MARK: VERSION, "texts": stored_texts(storage)}, indent=1)


def accept_any(_texts: Mapping[str, str]) -> bool:
    """Return True: accept texts of any size."""
    return True


def texts_in(text: str, fits: Callable[[Mapping[str, str]], bool] = accept_any) -> dict[str, str]:
    """Return the texts of such a file whose names are known.

    ``fits`` checks whether their size is playable. Raise InvalidFile for a bad file, TooLarge if its data is too large,
    Newer if a newer version has written it.
    """
    if len(text) > MOST_LETTERS:
        raise TooLarge(f"expected at most {MOST_LETTERS} letters, got {len(text)}")
    try:
        data = json.loads(text)
        written = data[MARK]
        texts = data["texts"] if written == VERSION else None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidFile(str(error)) from error
    if type(written) is int and written > VERSION:
        raise Newer(str(written))
    if not isinstance(texts, dict) or not all(isinstance(part, str) for row in texts.items() for part in row):
        raise InvalidFile("expected texts by name, got something else")
    # another version may store more; only known names are taken
    known = {name: part for name, part in texts.items() if is_known(name)}
    if texts and not known:
        raise InvalidFile(f"expected a known name, got {len(texts)} unknown ones")
    try:
        "".join(known.values()).encode()
    except UnicodeError as error:
        raise InvalidFile("expected whole letters, got half of one") from error
    if not fits(known):
        raise TooLarge("expected data of a playable size, got a log that is too long")
    return known


def import_texts(storage: WholeStorage, texts: Mapping[str, str]) -> None:
    """Replace all stored texts, keeping a backup; raise StorageRefused and change nothing if that fails."""
    before = packed_texts(storage)
    there = (name for name in storage.names() if is_known(name) and name not in texts)
    storage.write_all({**dict.fromkeys(there, NOTHING), **texts, REPLACED: before})


def replaced_texts(storage: Storage) -> dict[str, str] | None:
    """Return the texts from before the last import, or None; raise StorageRefused if they cannot be read."""
    text = storage.read(REPLACED)
    try:
        return None if text is None else texts_in(text)
    except InvalidFile:
        return None
