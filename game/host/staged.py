"""Several texts that change together or not at all, in a storage that may refuse any single call.

All of them are first written as one text, which each storage takes whole or not at all. From then on they hold,
whatever is refused later: they are read from there until the last one lies in its own place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from game.host.storage import Storage, StorageRefused, backup_name

#: the name of the texts that are on their way, all in one
STAGED = "staged"


class StagedStorage:
    """A storage with a place for texts that are on their way.

    Nothing of it is remembered here: in a browser another tab may bring texts, or be through with them.
    """

    def __init__(self, base: Storage) -> None:
        self.base = base
        self._settle()

    def _waiting(self) -> dict[str, str]:
        """The texts that are not in their own place yet."""
        text = self.base.read(STAGED)
        try:
            found = json.loads(text or "{}")
        except (ValueError, RecursionError):
            return {}
        return {name: part for name, part in found.items() if isinstance(part, str)} if isinstance(found, dict) else {}

    def _stage(self, texts: Mapping[str, str]) -> None:
        self.base.write(STAGED, json.dumps(texts))

    def _settle(self) -> None:
        """Bring the texts that are waiting to their places, or leave it for later."""
        with suppress(StorageRefused):
            if waiting := self._waiting():
                for name, text in waiting.items():
                    self.base.write(name, text)
                self.base.delete(STAGED)

    def read(self, name: str) -> str | None:
        """The text stored under ``name``, or None."""
        waiting = self._waiting()
        return waiting[name] if name in waiting else self.base.read(name)

    def write(self, name: str, text: str) -> None:
        """Store ``text`` in place of what was there."""
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
            # a storage may go on in memory with what it refused to keep
            with suppress(StorageRefused):
                if before:
                    self._stage(before)
                else:
                    self.base.delete(STAGED)
            raise
        self._settle()

    def delete(self, name: str) -> None:
        """Forget ``name``; nothing happens if there is none."""
        waiting = self._waiting()
        # in this order, so that what a refusal leaves is never the text from before
        self.base.delete(name)
        if waiting.pop(name, None) is not None:
            self._stage(waiting)

    def set_aside(self, name: str) -> str:
        """Move the text of ``name`` to its ``backup_name``, so that nothing is lost."""
        waiting = self._waiting()
        if name not in waiting:
            return self.base.set_aside(name)
        place = backup_name(name, self.names())
        self.write(place, waiting[name])
        self.delete(name)
        return place

    def names(self) -> list[str]:
        """The names of everything that is stored."""
        return sorted({*self.base.names(), *self._waiting()} - {STAGED})
