"""Logs in one file of SQLite: they survive the server, and several processes on one machine can share them.

All statements run in one thread of its own, so that a slow disk holds up nobody's messages. The file is written ahead
(WAL): whatever happens to the server, all that it has said is there. If the machine itself loses its power the last
moments may be gone, and the parties go on a little earlier; waiting for the disk at every line would cost each of them
10 ms and more.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from game.server.ledger import DamagedLog, Lease, LeaseLost, LedgerError, LogNotifier, NoLog, NoRoom

T = TypeVar("T")

#: says whose file it is, "KKLG", and how it is laid out
APPLICATION, LAYOUT = 0x4B4B4C47, 1
#: how often it is looked whether another process has written, in seconds
LOOK_S = 0.25
#: how long another process may hold the file, in seconds
PATIENCE_S = 5.0
TABLES = (
    "CREATE TABLE logs (name TEXT PRIMARY KEY, length INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE lines (name TEXT, n INTEGER, line TEXT NOT NULL, PRIMARY KEY (name, n)) WITHOUT ROWID",
    "CREATE INDEX due ON logs (until)",
)
#: came later, and does a program of before no harm
LEASES = (
    "CREATE TABLE IF NOT EXISTS leases "
    "(name TEXT PRIMARY KEY, epoch INTEGER NOT NULL, holder TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID"
)
#: the log ahead of the file takes no more room than this when all of it is in the file, in bytes, and so many pages at
#: once that hold nothing any longer are given back to the disk
LONGEST_AHEAD, GIVEN_BACK = 4 * 2**20, 1_000
#: a file that can give pages back
GIVES_BACK = 2
#: what SQLite calls it when nothing can be written
CANNOT_WRITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
#: and when nothing of it makes sense
SPOILT = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


class _Append(NamedTuple):
    """A line that is to be number ``length`` of its log, under a lease's epoch or none (0)."""

    name: str
    length: int
    line: str
    epoch: int


class SqliteLedger:
    """A ledger in one file. Open it with :meth:`open`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._bell = LogNotifier()
        #: of the logs that somebody waits for how long they are, as long as no other process has written
        self._known: dict[str, int] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._file: sqlite3.Connection | None = None
        self._watch: asyncio.Task[None] | None = None
        #: lines that are to be written, each with whom to tell what came of it, and what writes them
        self._waiting: list[tuple[_Append, asyncio.Future[bool | Exception]]] = []
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path) -> SqliteLedger:
        """The ledger in that file, a new one if there is none; raise Damaged or NoRoom."""
        ledger = cls(path)
        try:
            await ledger._do(ledger._connect)
        except LedgerError:
            await ledger.close()
            raise
        ledger._watch = asyncio.create_task(ledger._look())
        return ledger

    # ---- within the thread ----------------------------------------------------------------------

    def _connect(self) -> None:
        self._file = sqlite3.connect(self.path, timeout=PATIENCE_S, isolation_level=None)
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (layout,) = self._file.execute("PRAGMA user_version").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if (application, layout) != (APPLICATION, LAYOUT) and tables:
            raise DamagedLog(f"{self.path} is not a file of tables of this version")
        if not tables:
            self._file.execute(f"PRAGMA auto_vacuum = {GIVES_BACK}")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute(f"PRAGMA journal_size_limit = {LONGEST_AHEAD}")
        self._file.execute("PRAGMA synchronous = NORMAL")
        if not tables:
            with self._writing() as file:
                # another process may have been quicker
                if not file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in TABLES:
                        file.execute(statement)
                    file.execute(f"PRAGMA application_id = {APPLICATION}")
                    file.execute(f"PRAGMA user_version = {LAYOUT}")
        if not self._file.execute("SELECT count(*) FROM sqlite_master WHERE name = 'leases'").fetchone()[0]:
            with self._writing() as file:
                file.execute(LEASES)
        self._let_give_back()

    def _let_give_back(self) -> None:
        """Lay a file out anew that was made when nothing was ever given back; later, if another process has it now."""
        file = self._open_file()
        if file.execute("PRAGMA auto_vacuum").fetchone()[0] != GIVES_BACK:
            with suppress(sqlite3.Error):
                # that only takes where nothing is written ahead
                file.execute("PRAGMA journal_mode = DELETE")
                file.execute(f"PRAGMA auto_vacuum = {GIVES_BACK}")
                file.execute("VACUUM")
            file.execute("PRAGMA journal_mode = WAL")

    def _open_file(self) -> sqlite3.Connection:
        if self._file is None:
            raise LedgerError("the ledger is closed")
        return self._file

    def _writing(self) -> _Writing:
        return _Writing(self._open_file())

    def _length(self, name: str) -> int:
        row = self._open_file().execute("SELECT length FROM logs WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise NoLog(name)
        return int(row[0])

    def _create(self, name: str, line: str, until_ms: int) -> bool:
        with self._writing() as file:
            new = "INSERT OR IGNORE INTO logs VALUES (?, 1, ?)"
            if not file.execute(new, (name, until_ms)).rowcount:
                return False
            file.execute("INSERT INTO lines VALUES (?, 0, ?)", (name, line))
        return True

    def _append_all(self, appends: Sequence[_Append]) -> list[bool | Exception]:
        """Write lines in one transaction, each as if it were alone, and return what came of each.

        A transaction costs more than its lines. If the file fails nothing of it is there; a log that contradicts
        itself spoils no other one's line.
        """
        with suppress(sqlite3.IntegrityError), self._writing():
            return [self._append_one(append) for append in appends]
        done: list[bool | Exception] = []
        for append in appends:
            try:
                with self._writing():
                    done.append(self._append_one(append))
            except sqlite3.IntegrityError as error:
                done.append(error)
        return done

    def _append_one(self, append: _Append) -> bool | LedgerError:
        """Write a line within a transaction; a LedgerError is returned and leaves the transaction as it was."""
        name, length, line, epoch = append
        file = self._open_file()
        try:
            if epoch and self._lease_of(name).epoch != epoch:
                self._length(name)
                return LeaseLost(name)
            longer = "UPDATE logs SET length = length + 1 WHERE name = ? AND length = ?"
            if not file.execute(longer, (name, length)).rowcount:
                self._length(name)
                return False
        except NoLog as error:
            return error
        file.execute("INSERT INTO lines VALUES (?, ?, ?)", (name, length, line))
        return True

    def _read(self, name: str, start: int) -> Sequence[str]:
        length = self._length(name)
        rows = self._open_file().execute(
            "SELECT line FROM lines WHERE name = ? AND n >= ? AND n < ? ORDER BY n", (name, start, length)
        )
        found = [str(line) for (line,) in rows]
        if len(found) != max(0, length - start):
            raise DamagedLog(f"{self.path}: lines of {name} are missing")
        return found

    def _lease_of(self, name: str) -> Lease:
        found = self._open_file().execute("SELECT epoch, holder, until FROM leases WHERE name = ?", (name,)).fetchone()
        return Lease(*found) if found else Lease()

    def _lease(self, name: str, holder: str, ms: int) -> int:
        with self._writing() as file:
            self._length(name)
            lease = self._lease_of(name).asked(holder, ms, time.time_ns() // 1_000_000)
            if lease is None:
                return 0
            file.execute("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)", (name, *lease))
        return lease.epoch

    def _release(self, name: str, epoch: int) -> None:
        with self._writing() as file:
            file.execute("UPDATE leases SET holder = '', until = 0 WHERE name = ? AND epoch = ?", (name, epoch))

    def _keep(self, name: str, until_ms: int) -> None:
        with self._writing() as file:
            if not file.execute("UPDATE logs SET until = ? WHERE name = ?", (until_ms, name)).rowcount:
                raise NoLog(name)

    def _expire(self, now_ms: int) -> Sequence[str]:
        with self._writing() as file:
            gone = [str(name) for (name,) in file.execute("SELECT name FROM logs WHERE until <= ?", (now_ms,))]
            for table in ("lines", "leases", "logs"):
                file.executemany(f"DELETE FROM {table} WHERE name = ?", [(name,) for name in gone])
        file = self._open_file()
        (free,) = file.execute("PRAGMA freelist_count").fetchone()
        if free:
            # a statement alone would give back one page
            file.executescript(f"PRAGMA incremental_vacuum({GIVEN_BACK})")
        if free or gone:
            # the file is as long as it was until that is written into it, and what is written ahead as long as it was
            # ever; while another process reads or writes, the next time has to do
            file.execute("PRAGMA busy_timeout = 0")
            with suppress(sqlite3.OperationalError):
                file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            file.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE_S)}")
        # its pages in memory lie here and there between what others have let go of
        file.execute("PRAGMA shrink_memory")
        return gone

    def _changes(self) -> int:
        """A number that is another one after another process has written."""
        return int(self._open_file().execute("PRAGMA data_version").fetchone()[0])

    def _disconnect(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    # ---- for everybody --------------------------------------------------------------------------

    async def _do(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except sqlite3.Error as error:
            raise self._wrong(error) from error
        except RuntimeError:
            raise LedgerError("the ledger is closed") from None

    def _wrong(self, error: sqlite3.Error) -> LedgerError:
        """What an error of SQLite means for the ledger."""
        # the lower byte is the kind, the rest says more of it
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        wrong = DamagedLog if kind in SPOILT else NoRoom if kind in CANNOT_WRITE else LedgerError
        return wrong(f"{self.path}: {error}")

    async def _write_waiting(self) -> None:
        """Write the lines that wait, all that there are by then in one transaction, until none does."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            appends = [append for append, _ in waiting]
            try:
                found: Sequence[bool | Exception] = await self._do(partial(self._append_all, appends))
            except LedgerError as error:
                found = [error] * len(waiting)
            for (_, told), done in zip(waiting, found, strict=True):
                # whoever asked may have been cancelled
                if not told.done():
                    told.set_result(done)

    async def _look(self) -> None:
        """Wake those who wait when another process has written."""
        seen = -1
        while True:
            with suppress(LedgerError):
                found = await self._do(self._changes)
                if found != seen:
                    seen = found
                    self._known.clear()
                    self._bell.ring_all()
            await asyncio.sleep(LOOK_S)

    async def create(self, name: str, line: str, until_ms: int) -> bool:
        """See :class:`~game.server.ledger.Ledger`."""
        done = await self._do(lambda: self._create(name, line, until_ms))
        self._bell.ring(name)
        return done

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        """See :class:`~game.server.ledger.Ledger`."""
        told: asyncio.Future[bool | Exception] = asyncio.get_running_loop().create_future()
        self._waiting.append((_Append(name, length, line, epoch), told))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_waiting())
        done = await told
        if isinstance(done, sqlite3.Error):
            raise self._wrong(done) from done
        if isinstance(done, Exception):
            raise done
        if done and name in self._known:
            self._known[name] = length + 1
        self._bell.ring(name)
        return done

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        """See :class:`~game.server.ledger.Ledger`."""
        return await self._do(lambda: self._read(name, start))

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        """See :class:`~game.server.ledger.Ledger`."""
        end = asyncio.get_running_loop().time() + seconds
        try:
            while True:
                # before the look, so that nothing that comes in between is missed
                rung = self._bell.heard(name)
                if name not in self._known:
                    self._known[name] = await self._do(lambda: self._length(name))
                if self._known[name] > length:
                    return True
                if not await self._bell.rings(name, end, rung):
                    # the next one looks for itself
                    self._known.pop(name, None)
                    return False
        except BaseException:
            self._known.pop(name, None)
            raise

    async def lease(self, name: str, holder: str, ms: int) -> int:
        """See :class:`~game.server.ledger.Ledger`."""
        return await self._do(lambda: self._lease(name, holder, ms))

    async def release(self, name: str, epoch: int) -> None:
        """See :class:`~game.server.ledger.Ledger`."""
        await self._do(lambda: self._release(name, epoch))

    async def keep(self, name: str, until_ms: int) -> None:
        """See :class:`~game.server.ledger.Ledger`."""
        await self._do(lambda: self._keep(name, until_ms))

    async def expire(self, now_ms: int) -> None:
        """See :class:`~game.server.ledger.Ledger`."""
        for name in await self._do(lambda: self._expire(now_ms)):
            self._known.pop(name, None)
            self._bell.ring(name)

    async def close(self) -> None:
        """See :class:`~game.server.ledger.Ledger`."""
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch
        if self._writer is not None:
            await self._writer
        with suppress(LedgerError):
            await self._do(self._disconnect)
        self._thread.shutdown(wait=False)
        self._known.clear()
        self._bell.ring_all()


class _Writing:
    """One change of the file, whole or not at all."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def __enter__(self) -> sqlite3.Connection:
        # at once for writing: what is read in it is then still so when it is written
        self._file.execute("BEGIN IMMEDIATE")
        return self._file

    def __exit__(self, wrong: object, *_: object) -> None:
        if wrong is None:
            try:
                self._file.execute("COMMIT")
                return
            except sqlite3.Error:
                self._undo()
                raise
        self._undo()

    def _undo(self) -> None:
        # SQLite itself has taken back what it could not finish
        if self._file.in_transaction:
            self._file.execute("ROLLBACK")
