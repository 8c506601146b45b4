"""Storage of the parties' logs: the only place that holds what has happened.

A process only follows a log and can die at any moment; another reads the log and continues. The one strong operation is
``append``: a line becomes number n only if the log has n lines. So of several writers of the next line exactly one
succeeds, and two processes can never fork a party.

Work that several processes would repeat, such as a bot's move, is done by the holder of the log's lease. A lease
expires unless it is renewed, and every holder writes under an epoch of its own: a process that was paused and wrongly
believes to hold the lease can write nothing, as the epoch is checked atomically with the length.

A log may have attachments: small texts by key, such as a seat's wish for notices, which are replaced, never sent to
anybody, and deleted with the log.

Other storage implements this protocol and passes ``tests/multiplayer/test_ledger.py``.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

#: the schemes of Redis addresses
SCHEMES = ("redis://", "rediss://")
#: time after which a wake-up that one process took is due again, in milliseconds
PUT_OFF_MS = 60_000


def is_address(place: str) -> bool:
    """Return True if a ledger is at an address, not in a file."""
    return place.startswith(SCHEMES)


def shown(place: str) -> str:
    """Return the place of a ledger without the password that an address may contain."""
    if not is_address(place):
        return place
    scheme, _, rest = place.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


class LedgerError(Exception):
    """Raised when the ledger cannot do something; nothing has changed. The message is for the operator."""


class NoLog(LedgerError):
    """Raised when there is no log of that name, or no longer."""


class NoRoom(LedgerError):
    """Raised when nothing can be written: the disk is full or read-only."""


class DamagedLog(LedgerError):
    """Raised for data that is not a ledger, is of another version, or is damaged."""


class Unreachable(LedgerError):
    """Storage is unreachable; the outcome of a pending append is unknown."""


class LeaseLost(LedgerError):
    """Raised when another process holds the lease that a line was to be written under."""


class Ledger(Protocol):
    """Append-only logs of texts, by name."""

    async def create(self, name: str, line: str, until_ms: int) -> bool:
        """Begin a log with its first line and keep it until ``until_ms``; return False if the name is taken."""

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        """Write line number ``length``; return False if the log has another length. Raise NoLog if there is none.

        With an epoch, the line is written under that lease: raise LeaseLost if another process holds it.
        """

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        """Return the lines from number ``start`` on. Raise NoLog if there is none."""

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        """Wait at most ``seconds`` for a log longer than ``length``; return True if it is. Raise NoLog without one."""

    async def lease(self, name: str, holder: str, ms: int) -> int:
        """Take or renew the lease of a log for ``ms``; return its epoch, or 0 if another holder has it.

        Renewing keeps the epoch, every new holder gets a higher one. Raise NoLog if there is no log.
        """

    async def release(self, name: str, epoch: int) -> None:
        """Give up the lease with that epoch; do nothing if another process holds it."""

    async def attach(self, name: str, key: str, text: str, epoch: int = 0) -> None:
        """Store a text beside a log in place of the one with that key; "" deletes it. Raise NoLog if there is no log.

        With an epoch, it is written under that lease: raise LeaseLost if another process holds it.
        """

    async def attachments(self, name: str) -> Mapping[str, str]:
        """Return the texts beside a log, by key. Raise NoLog if there is no log."""

    async def keep(self, name: str, until_ms: int) -> None:
        """Change the time until which a log is kept. Raise NoLog if there is none."""

    async def expire(self, now_ms: int) -> None:
        """Remove the logs whose time is over at ``now_ms``."""

    async def wake(self, name: str, at_ms: int) -> None:
        """Set the time at which a log needs a process, in place of the one before; 0 for none."""

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        """Return the logs whose wake-up time has come, longest due first, at most ``most``.

        Each is due again after PUT_OFF_MS, in case the process that asked dies, unless :meth:`wake` sets another time.
        So of several processes one gets it. A log may be gone by then.
        """

    async def close(self) -> None:
        """Close the storage and end all waiting."""


class Signal:
    """Event that tasks wait for, as ``asyncio.Event``, whose queue alone takes as much memory as a match's state.

    >>> signal = Signal()
    >>> signal.set()
    >>> signal.is_set()
    True
    """

    __slots__ = ("__weakref__", "_is_set", "_waiters")

    def __init__(self) -> None:
        self._is_set = False
        self._waiters: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        """Return True if it is set."""
        return self._is_set

    def set(self) -> None:
        """Set it and wake all waiting tasks."""
        self._is_set = True
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        """Make later tasks wait for the next :meth:`set`."""
        self._is_set = False

    async def wait(self) -> None:
        """Wait until it is set."""
        if self._is_set:
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        finally:
            self._waiters.remove(waiter)


async def is_set(signal: Signal, seconds: float) -> bool:
    """Wait for the signal, at most ``seconds``; return True if it is set.

    ``asyncio.wait_for`` of Python 3.11 loses a cancellation if the signal is set at the same moment.
    """
    try:
        async with asyncio.timeout(max(0.0, seconds)):
            await signal.wait()
            return True
    except TimeoutError:
        return False


class LogNotifier:
    """Wakes the tasks that wait for a log within one process."""

    def __init__(self) -> None:
        # weak: kept while somebody waits, as most logs have no followers any more
        self._waiting: WeakValueDictionary[str, Signal] = WeakValueDictionary()

    def ring(self, name: str) -> None:
        """Wake the tasks that wait for a log."""
        signal = self._waiting.pop(name, None)
        if signal is not None:
            signal.set()

    def ring_all(self) -> None:
        """Wake all waiting tasks."""
        for name in [*self._waiting]:
            self.ring(name)

    def heard(self, name: str) -> Signal:
        """Return a signal that the next :meth:`ring` for a log sets."""
        signal = self._waiting.get(name)
        if signal is None:
            signal = self._waiting[name] = Signal()
        return signal

    def __len__(self) -> int:
        return len(self._waiting)

    async def rings(self, name: str, end: float, heard: Signal | None = None) -> bool:
        """Wait for :meth:`ring` until ``end`` of the loop's clock; return True if it came."""
        return await is_set(heard or self.heard(name), end - asyncio.get_running_loop().time())


class Lease(NamedTuple):
    """Exclusive right to write for a while. :meth:`asked` is the rule for all ledgers."""

    epoch: int = 0
    holder: str = ""
    until_ms: int = 0

    def asked(self, holder: str, ms: int, now_ms: int) -> "Lease | None":
        """Return the lease with ``holder`` from now on, or None while another holder has it."""
        # a clock that was set back extends no lease
        is_over = not now_ms < self.until_ms <= now_ms + ms
        if holder != self.holder and self.holder and not is_over:
            return None
        return Lease(self.epoch + (holder != self.holder), holder, now_ms + ms)
