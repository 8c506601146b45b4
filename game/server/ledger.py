"""What keeps the logs of parties: nothing that has happened lies anywhere else.

A process only follows a log and can die at any moment; another one reads it and goes on. Its one strong operation is
``append``: a line becomes number n only if the log is n long. So of all who want to write the next line one does, and
two processes can never make two stories of one party.

What several processes would do for a log at the same time, such as a bot's move, is done by whoever has its lease. A
lease is over by itself if it is not renewed, and every holder has an epoch of its own that all its lines are written
under: whoever was paused for long and still believes to hold it can write nothing, for that is looked at in the same
stroke as the length.

Whoever keeps logs in another place does it by this protocol and passes ``tests/test_ledger.py``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

#: what the address of a Redis begins with
SCHEMES = ("redis://", "rediss://")


def is_address(place: str) -> bool:
    """Whether a ledger lies at an address, and in no file."""
    return place.startswith(SCHEMES)


def shown(place: str) -> str:
    """Where a ledger lies, without the password that may be in an address."""
    if not is_address(place):
        return place
    scheme, _, rest = place.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


class LedgerError(Exception):
    """The ledger cannot do it, and nothing has changed. The words say why, for whoever runs the server."""


class NoLog(LedgerError):
    """There is no log of that name, or no longer."""


class NoRoom(LedgerError):
    """Nothing can be written: the disk is full, or may only be read."""


class DamagedLog(LedgerError):
    """What lies there is no ledger, or one of another version, or can no longer be read."""


class Unreachable(LedgerError):
    """What it lies in does not answer now. Whether a line has been written is not known before it does again."""


class LeaseLost(LedgerError):
    """The lease that a line was to be written under is another one's by now."""


class Ledger(Protocol):
    """Logs by their names, each a list of texts that only grows."""

    async def create(self, name: str, line: str, until_ms: int) -> bool:
        """Begin a log with its first line; False if there is one of that name. It is kept until ``until_ms``."""

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        """Write line number ``length``; False if the log is not that long. Raise NoLog if there is none.

        With an epoch it is written under that lease alone: raise Deposed if another one has it by now.
        """

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        """The lines from number ``start`` on. Raise NoLog if there is none."""

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        """Wait until the log is longer than ``length``, for so many seconds at most; return whether it is.

        A log that is gone ends the wait by NoLog.
        """

    async def lease(self, name: str, holder: str, ms: int) -> int:
        """Have or renew the lease of a log for so long; return its epoch, or 0 as long as somebody else has it.

        A holder who renews it keeps the epoch, every other one has a higher one. Raise NoLog if there is no log.
        """

    async def release(self, name: str, epoch: int) -> None:
        """Leave the lease with that epoch to whoever wants it next; nothing if it is another one's already."""

    async def keep(self, name: str, until_ms: int) -> None:
        """Keep a log until then and no longer. Raise NoLog if there is none."""

    async def expire(self, now_ms: int) -> None:
        """Forget the logs whose time is over, at the latest now."""

    async def close(self) -> None:
        """Let go of what it lies in; whoever waits goes on."""


async def is_set(event: asyncio.Event, seconds: float) -> bool:
    """Wait until the event is set, for so many seconds at most, and return whether it is.

    ``asyncio.wait_for`` of Python 3.11 forgets that it was cancelled if the event is set in the same moment.
    """
    try:
        async with asyncio.timeout(max(0.0, seconds)):
            return await event.wait()
    except TimeoutError:
        return False


class LogNotifier:
    """Wakes those who wait for a log within one process."""

    def __init__(self) -> None:
        # each is there for as long as somebody waits for it: most logs nobody follows any longer
        self._waiting: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()

    def ring(self, name: str) -> None:
        """Something has happened to a log."""
        event = self._waiting.pop(name, None)
        if event is not None:
            event.set()

    def ring_all(self) -> None:
        """Something may have happened to any."""
        for name in [*self._waiting]:
            self.ring(name)

    def heard(self, name: str) -> asyncio.Event:
        """What is set once the bell rings for a log after now."""
        event = self._waiting.get(name)
        if event is None:
            event = self._waiting[name] = asyncio.Event()
        return event

    def __len__(self) -> int:
        return len(self._waiting)

    async def rings(self, name: str, end: float, heard: asyncio.Event | None = None) -> bool:
        """Wait for the bell up to the moment ``end`` of the loop's own clock, and return whether it rang."""
        return await is_set(heard or self.heard(name), end - asyncio.get_running_loop().time())


class Lease(NamedTuple):
    """Who may write for a while, and until when. :meth:`asked` is the rule for all ledgers."""

    epoch: int = 0
    holder: str = ""
    until_ms: int = 0

    def asked(self, holder: str, ms: int, now_ms: int) -> Lease | None:
        """The lease as ``holder`` has it from now on, or None as long as somebody else has it."""
        # a clock that was set back makes no lease longer than it can be
        is_over = not now_ms < self.until_ms <= now_ms + ms
        if holder != self.holder and self.holder and not is_over:
            return None
        return Lease(self.epoch + (holder != self.holder), holder, now_ms + ms)


class MemoryLedger:
    """Logs that last as long as the process: for tests."""

    def __init__(self) -> None:
        self._logs: dict[str, list[str]] = {}
        self._until: dict[str, int] = {}
        self._leases: dict[str, Lease] = {}
        self._bell = LogNotifier()

    def _log(self, name: str) -> list[str]:
        try:
            return self._logs[name]
        except KeyError:
            raise NoLog(name) from None

    async def create(self, name: str, line: str, until_ms: int) -> bool:
        """See :class:`Ledger`."""
        if name in self._logs:
            return False
        self._logs[name] = [line]
        self._until[name] = until_ms
        self._bell.ring(name)
        return True

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        """See :class:`Ledger`."""
        log = self._log(name)
        if epoch and self._leases[name].epoch != epoch:
            raise LeaseLost(name)
        if len(log) != length:
            return False
        log.append(line)
        self._bell.ring(name)
        return True

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        """See :class:`Ledger`."""
        return self._log(name)[start:]

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        """See :class:`Ledger`."""
        end = asyncio.get_running_loop().time() + seconds
        while len(self._log(name)) <= length:
            if not await self._bell.rings(name, end):
                return False
        return True

    async def lease(self, name: str, holder: str, ms: int) -> int:
        """See :class:`Ledger`."""
        self._log(name)
        lease = self._leases.get(name, Lease()).asked(holder, ms, time.monotonic_ns() // 1_000_000)
        if lease is None:
            return 0
        self._leases[name] = lease
        return lease.epoch

    async def release(self, name: str, epoch: int) -> None:
        """See :class:`Ledger`."""
        if name in self._leases and self._leases[name].epoch == epoch:
            self._leases[name] = Lease(epoch)

    async def keep(self, name: str, until_ms: int) -> None:
        """See :class:`Ledger`."""
        self._log(name)
        self._until[name] = until_ms

    async def expire(self, now_ms: int) -> None:
        """See :class:`Ledger`."""
        for name in [name for name, until in self._until.items() if until <= now_ms]:
            del self._logs[name], self._until[name]
            self._leases.pop(name, None)
            self._bell.ring(name)

    async def close(self) -> None:
        """See :class:`Ledger`."""
        self._bell.ring_all()
