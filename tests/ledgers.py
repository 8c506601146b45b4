"""Ledgers of each kind for tests: as many servers as a test likes open the same one, each by itself."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path

from memory_ledger import MemoryLedger
from redises import Server, running

from game.server.ledger import Ledger
from game.server.redis_ledger import RedisLedger
from game.server.sqlite_ledger import SqliteLedger

KINDS = ("memory", "sqlite", "redis", "cluster")

OpenLedger = Callable[[], AbstractAsyncContextManager[Ledger]]


@asynccontextmanager
async def in_file(path: Path) -> AsyncIterator[Ledger]:
    """Open a ledger in a file."""
    ledger = await SqliteLedger.open(path)
    try:
        yield ledger
    finally:
        await ledger.close()


@asynccontextmanager
async def in_redis(server: Server) -> AsyncIterator[Ledger]:
    """Open a ledger in a Redis."""
    ledger = await RedisLedger.open(server.address)
    try:
        yield ledger
    finally:
        await ledger.close()


@contextmanager
def place(kind: str, folder: Path) -> Iterator[OpenLedger]:
    """Make an empty place for logs, and yield what opens it."""
    if kind == "memory":
        memory = MemoryLedger()
        yield lambda: nullcontext(memory)
    elif kind == "sqlite":
        yield lambda: in_file(folder / "ledger")
    else:
        with running(is_kept=True, is_cluster=kind == "cluster") as server:
            yield lambda: in_redis(server)
