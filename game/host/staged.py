"""Atomic writes of several texts, on a storage that may refuse any single call.

All texts are first written as one, which the storage takes whole or not at all. From then on they are valid: they are
read from there until the last one is in its own place.
"""

import json
from collections.abc import Mapping
from contextlib import suppress

from game.host.storage import Storage, StorageRefused, backup_name

#: the key of the staged texts
STAGED = "staged"


class StagedStorage:
    """A storage with a staging area. Nothing is cached: in a browser another tab may stage texts or finish."""

    def __init__(self, base: Storage) -> None:
        self.base = base
        self._settle()

    def _waiting(self) -> dict[str, str]:
        text = self.base.read(STAGED)
        try:
            found = json.loads(text or "{}")
        except (ValueError, RecursionError):
            return {}
        return {name: part for name, part in found.items() if isinstance(part, str)} if isinstance(found, dict) else {}

    def _stage(self, texts: Mapping[str, str]) -> None:
        self.base.write(STAGED, json.dumps(texts))

    def _settle(self) -> None:
        """Move the staged texts to their places, or leave it for later."""
        with suppress(StorageRefused):
            if waiting := self._waiting():
                for name, text in waiting.items():
                    self.base.write(name, text)
                self.base.delete(STAGED)

    def read(self, name: str) -> str | None:
        """Return the text stored under ``name``, or None."""
        waiting = self._waiting()
        return waiting[name] if name in waiting else self.base.read(name)

    def write(self, name: str, text: str) -> None:
        """Store ``text`` under ``name``, replacing what was there."""
        waiting = self._waiting()
        if name not in waiting:
            self.base.write(name, text)
            return
        self._stage(waiting | {name: text})
        self._settle()

    def write_all(self, texts: Mapping[str, str]) -> None:
        """Store all of ``texts``; if StorageRefused is raised, none of them."""
        before = self._waiting()
        try:
            self._stage({**before, **texts})
        except StorageRefused:
            # a storage may keep in memory what it refused to store
            with suppress(StorageRefused):
                if before:
                    self._stage(before)
                else:
                    self.base.delete(STAGED)
            raise
        self._settle()

    def delete(self, name: str) -> None:
        """Delete ``name`` if it exists."""
        waiting = self._waiting()
        # in this order, so that a refusal never leaves the older text
        self.base.delete(name)
        if waiting.pop(name, None) is not None:
            self._stage(waiting)

    def set_aside(self, name: str) -> str:
        """Move the text of ``name`` to its ``backup_name`` and return that."""
        waiting = self._waiting()
        if name not in waiting:
            return self.base.set_aside(name)
        place = backup_name(name, self.names())
        self.write(place, waiting[name])
        self.delete(name)
        return place

    def names(self) -> list[str]:
        """Return all stored names."""
        return sorted({*self.base.names(), *self._waiting()} - {STAGED})
