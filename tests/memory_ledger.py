"""A ledger in memory: logs that last as long as the process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from game.server.ledger import PUT_OFF_MS, Lease, LeaseLost, Ledger, LogNotifier, NoLog


class MemoryLedger(Ledger):
    """Logs in memory that last as long as the process: for tests."""

    def __init__(self) -> None:
        self.logs: dict[str, list[str]] = {}
        self.until: dict[str, int] = {}
        self.leases: dict[str, Lease] = {}
        self._attachments: dict[str, dict[str, str]] = {}
        self.wakes: dict[str, int] = {}
        self._bell = LogNotifier()

    def _log(self, name: str) -> list[str]:
        try:
            return self.logs[name]
        except KeyError:
            raise NoLog(name) from None

    async def create(self, name: str, line: str, until_ms: int) -> bool:
        if name in self.logs:
            return False
        self.logs[name] = [line]
        self.until[name] = until_ms
        self._bell.ring(name)
        return True

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        log = self._log(name)
        if epoch and self.leases[name].epoch != epoch:
            raise LeaseLost(name)
        if len(log) != length:
            return False
        log.append(line)
        self._bell.ring(name)
        return True

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        return self._log(name)[start:]

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        end = asyncio.get_running_loop().time() + seconds
        while len(self._log(name)) <= length:
            if not await self._bell.rings(name, end):
                return False
        return True

    async def lease(self, name: str, holder: str, ms: int) -> int:
        self._log(name)
        lease = self.leases.get(name, Lease()).asked(holder, ms, time.monotonic_ns() // 1_000_000)
        if lease is None:
            return 0
        self.leases[name] = lease
        return lease.epoch

    async def release(self, name: str, epoch: int) -> None:
        if name in self.leases and self.leases[name].epoch == epoch:
            self.leases[name] = Lease(epoch)

    async def attach(self, name: str, key: str, text: str, epoch: int = 0) -> None:
        self._log(name)
        if epoch and self.leases[name].epoch != epoch:
            raise LeaseLost(name)
        texts = self._attachments.setdefault(name, {})
        texts.pop(key, None)
        if text:
            texts[key] = text

    async def attachments(self, name: str) -> dict[str, str]:
        self._log(name)
        return dict(self._attachments.get(name, {}))

    async def keep(self, name: str, until_ms: int) -> None:
        self._log(name)
        self.until[name] = until_ms

    async def expire(self, now_ms: int) -> None:
        for name in [name for name, until in self.until.items() if until <= now_ms]:
            del self.logs[name], self.until[name]
            self.leases.pop(name, None)
            self._attachments.pop(name, None)
            self.wakes.pop(name, None)
            self._bell.ring(name)

    async def wake(self, name: str, at_ms: int) -> None:
        self.wakes[name] = at_ms
        if not at_ms:
            del self.wakes[name]

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        names = sorted((name for name, at in self.wakes.items() if at <= now_ms), key=self.wakes.__getitem__)[:most]
        self.wakes |= dict.fromkeys(names, now_ms + PUT_OFF_MS)
        return names

    async def close(self) -> None:
        self._bell.ring_all()
