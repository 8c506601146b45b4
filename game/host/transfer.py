"""All stored texts as one file, to take a player's games and statistics to another device."""

from __future__ import annotations

import json

from game.host.storage import Storage, StorageRefused

#: how the file calls itself, and its version
MARK, VERSION = "kartenkiste", 1
FILE = "kartenkiste-data.json"


class BadFile(Exception):
    """The file is none of ours, or damaged."""


def packed(storage: Storage) -> str:
    """Everything that is stored, as the text of one file."""
    texts = {name: text for name in storage.names() if (text := storage.read(name)) is not None}
    return json.dumps({MARK: VERSION, "texts": texts}, indent=1)


def unpack(storage: Storage, text: str) -> int:
    """Store everything from such a file; return how many texts, raise BadFile before anything is touched."""
    try:
        data = json.loads(text)
        texts = data["texts"] if data[MARK] == VERSION else None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadFile(str(error)) from error
    if not isinstance(texts, dict) or not all(isinstance(part, str) for row in texts.items() for part in row):
        raise BadFile("no texts")
    if any(not name.replace("-", "").replace("_", "").isalnum() or not name.isascii() for name in texts):
        raise BadFile("a name is no name")
    before = {name: storage.read(name) for name in texts}
    try:
        for name, part in texts.items():
            storage.write(name, part)
    except StorageRefused:
        for name, old in before.items():
            if old is None:
                storage.delete(name)
            else:
                storage.write(name, old)
        raise
    return len(texts)
