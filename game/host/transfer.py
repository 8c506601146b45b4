"""All stored texts as one file, to take a player's games and statistics to another device."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from game.host.storage import DAMAGED, MOST_DAMAGED, Storage, WholeStorage

#: how the file calls itself, and its version
MARK, VERSION = "kartenkiste", 1
FILE = "kartenkiste-data.json"
#: everything that was stored before a file was taken in, as the text of such a file
REPLACED = "before-import"
#: what stands under a name that was not there before: for the game as good as nothing
NOTHING = "null"
#: what the game stores: earlier versions one match, now one for each game; damaged texts have an ending. The seats at
#: tables with other devices stay here: whoever has their secrets has the seats
NAMES = re.compile(
    r"(days|finished|lessons|puzzles|reviews|match(-(?!damaged)[a-z_]{1,24})?|settings|setup|statistics)"
    f"({DAMAGED}(-[2-{MOST_DAMAGED}])?)?"
)
#: a longer file is none of ours: all that a player can have comes to a tenth of it, and browsers keep no more
MOST_LETTERS = 5_000_000


class InvalidFile(Exception):
    """The file is none of ours, or damaged."""


class TooLarge(InvalidFile):
    """There is more in the file than the game ever stores."""


def is_known(name: str) -> bool:
    """Whether the game stores texts under this name."""
    return NAMES.fullmatch(name) is not None


def stored_texts(storage: Storage) -> dict[str, str]:
    """Everything that is stored, by name; raise StorageRefused if a text cannot be read."""
    found = ((name, storage.read(name)) for name in storage.names() if is_known(name))
    return {name: text for name, text in found if text is not None and text != NOTHING}


def packed_texts(storage: Storage) -> str:
    """Everything that is stored, as the text of one file; raise StorageRefused if a text cannot be read."""
    return json.dumps({MARK: VERSION, "texts": stored_texts(storage)}, indent=1)


def accept_any(_texts: Mapping[str, str]) -> bool:
    """Whether texts are of a size that can be played with, as far as is known here."""
    return True


def texts_in(text: str, fits: Callable[[Mapping[str, str]], bool] = accept_any) -> dict[str, str]:
    """The texts in such a file that are known here.

    ``fits`` says whether the texts are of a size that can be played with. Raise BadFile if there are none, TooLarge if
    they are not.
    """
    if len(text) > MOST_LETTERS:
        raise TooLarge(f"{len(text)} letters")
    try:
        data = json.loads(text)
        texts = data["texts"] if data[MARK] == VERSION else None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidFile(str(error)) from error
    if not isinstance(texts, dict) or not all(isinstance(part, str) for row in texts.items() for part in row):
        raise InvalidFile("no texts")
    # another version may store more than this one knows: only what can be used here is taken
    known = {name: part for name, part in texts.items() if is_known(name)}
    if texts and not known:
        raise InvalidFile("no name is known")
    try:
        "".join(known.values()).encode()
    except UnicodeError as error:
        raise InvalidFile("halves of letters") from error
    if not fits(known):
        raise TooLarge("a log")
    return known


def import_texts(storage: WholeStorage, texts: Mapping[str, str]) -> None:
    """Store texts in place of all that is there, which is kept; raise StorageRefused: then everything is as it was."""
    before = packed_texts(storage)
    there = (name for name in storage.names() if is_known(name) and name not in texts)
    storage.write_all({**dict.fromkeys(there, NOTHING), **texts, REPLACED: before})


def replaced_texts(storage: Storage) -> dict[str, str] | None:
    """The texts that were there before a file was taken in, or None if none has been; may raise StorageRefused."""
    text = storage.read(REPLACED)
    try:
        return None if text is None else texts_in(text)
    except InvalidFile:
        return None
