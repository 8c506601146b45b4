"""Storages that fail like real ones: any call may be refused, and the program may be killed in any of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from stand_in import StandIn

from game.host.storage import MemoryStorage, StorageRefused

#: the system calls of a FileStorage
FILE_CALLS = ("open", "mkdir", "replace", "unlink", "iterdir")


class Killed(BaseException):
    """The end of the program at this call."""


class Counter:
    """A counter of calls that makes some of them fail: those whose number, from 0, is in ``spoilt``."""

    def __init__(self) -> None:
        self.calls = 0
        self.spoilt: range | set[int] = range(0)

    def next_is_spoilt(self) -> bool:
        """Count a call; return whether it fails."""
        self.calls += 1
        return self.calls - 1 in self.spoilt

    def spoil(self, spoilt: range | set[int]) -> None:
        """Restart the count, and make these calls fail."""
        self.calls, self.spoilt = 0, spoilt


class FailingStorage(MemoryStorage):
    """A storage that refuses the calls of ``refuses(call, name)``, with nothing changed, as its Protocol requires."""

    def __init__(self, refuses: Callable[[str, str], bool] = lambda _call, _name: False) -> None:
        super().__init__()
        self.refuses = refuses

    def _ask(self, call: str, name: str = "") -> None:
        if self.refuses(call, name):
            raise StorageRefused(f"{call} {name}")

    def read(self, name: str) -> str | None:
        self._ask("read", name)
        return super().read(name)

    def write(self, name: str, text: str) -> None:
        self._ask("write", name)
        super().write(name, text)

    def write_all(self, texts: Any) -> None:
        self._ask("write_all")
        super().write_all(texts)

    def delete(self, name: str) -> None:
        self._ask("delete", name)
        super().delete(name)

    def set_aside(self, name: str) -> str:
        self._ask("set_aside", name)
        return super().set_aside(name)

    def names(self) -> list[str]:
        self._ask("names")
        return super().names()


class KilledStorage(MemoryStorage):
    """A storage in whose spoilt calls that change something the program is killed, with nothing changed."""

    def __init__(self) -> None:
        super().__init__()
        self.counter = Counter()

    def _count(self) -> None:
        if self.counter.next_is_spoilt():
            raise Killed

    def write(self, name: str, text: str) -> None:
        self._count()
        super().write(name, text)

    def delete(self, name: str) -> None:
        self._count()
        super().delete(name)


class FailingPage(StandIn):
    """A browser that refuses the calls that its counter makes fail."""

    def __init__(self) -> None:
        super().__init__()
        self.counter = Counter()

    def refuse(self) -> str:
        return "QuotaExceededError" if self.counter.next_is_spoilt() else ""

    def remove(self, name: str) -> str:
        if not self.counter.next_is_spoilt():
            return super().remove(name)
        self.held.pop(name, None)
        return "SecurityError"


def failing_files(monkeypatch: Any, calls: tuple[str, ...] = FILE_CALLS, error: BaseException | None = None) -> Counter:
    """Make the system raise in the failing ones of these calls: the file is locked, unless told otherwise."""
    counter = Counter()

    def spoil(call: str) -> None:
        plain = getattr(Path, call)

        def wrapped(path: Path, *given: Any, **named: Any) -> Any:
            if counter.next_is_spoilt():
                raise error or PermissionError(13, "used by another process", str(path))
            return plain(path, *given, **named)

        monkeypatch.setattr(Path, call, wrapped)

    for call in calls:
        spoil(call)
    return counter
