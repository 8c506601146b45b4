"""All stored texts as one file, to take a player's games and statistics to another device."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from game.host.storage import Storage, WholeStorage

#: how the file calls itself, and its version
MARK, VERSION = "kartenkiste", 1
FILE = "kartenkiste-data.json"
#: what the game stores; damaged texts are kept under these names with an ending
NAMES = ("finished", "match", "match-before", "settings", "setup", "statistics")
DAMAGED = "-damaged"
#: a longer file is none of ours: all that a player can have comes to a tenth of it, and browsers keep no more
MOST_LETTERS = 5_000_000


class BadFile(Exception):
    """The file is none of ours, or damaged."""


class TooLarge(BadFile):
    """There is more in the file than the game ever stores."""


def is_known(name: str) -> bool:
    """Whether the game stores texts under this name."""
    return name.removesuffix(DAMAGED) in NAMES


def packed(storage: Storage) -> str:
    """Everything that is stored, as the text of one file; raise StorageRefused if a text cannot be read."""
    found = {name: storage.read(name) for name in storage.names() if is_known(name)}
    texts = {name: text for name, text in found.items() if text is not None}
    return json.dumps({MARK: VERSION, "texts": texts}, indent=1)


def _texts_of(text: str) -> dict[str, str]:
    """The texts in such a file that are known here; raise BadFile if there are none."""
    if len(text) > MOST_LETTERS:
        raise TooLarge(f"{len(text)} letters")
    try:
        data = json.loads(text)
        texts = data["texts"] if data[MARK] == VERSION else None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadFile(str(error)) from error
    if not isinstance(texts, dict) or not all(isinstance(part, str) for row in texts.items() for part in row):
        raise BadFile("no texts")
    # another version may store more than this one knows: only what can be used here is taken
    known = {name: part for name, part in texts.items() if is_known(name)}
    if texts and not known:
        raise BadFile("no name is known")
    try:
        "".join(known.values()).encode()
    except UnicodeError as error:
        raise BadFile("halves of letters") from error
    return known


def anything(_texts: Mapping[str, str]) -> bool:
    """Whether texts are of a size that can be played with, as far as is known here."""
    return True


def unpack(storage: WholeStorage, text: str, fits: Callable[[Mapping[str, str]], bool] = anything) -> int:
    """Store everything from such a file; return how many texts.

    ``fits`` says whether the texts are of a size that can be played with. Raise BadFile, TooLarge or StorageRefused:
    then everything is as it was.
    """
    texts = _texts_of(text)
    if not fits(texts):
        raise TooLarge("a log")
    storage.write_all(texts)
    return len(texts)
