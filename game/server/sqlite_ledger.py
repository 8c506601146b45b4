"""Logs in one SQLite file, which survive the server and can be shared by processes on one machine.

All statements run in a thread of their own, so that a slow disk delays no messages. The file uses a write-ahead log
(WAL): everything acknowledged survives a crash of the server. A power failure may lose the last moments, and the
parties continue a little earlier; a sync for every line would cost 10 ms and more.

On Linux and macOS a file can be deleted while it is open, and everything written to it would end with the process. So
before each transaction the file is looked for: a deleted one is put back with everything in it.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from game.server.ledger import PUT_OFF_MS, DamagedLog, Lease, LeaseLost, Ledger, LedgerError, LogNotifier, NoLog, NoRoom

T = TypeVar("T")

#: the file's application id, "KKLG", and version of its layout
APPLICATION, LAYOUT = 0x4B4B4C47, 1
#: interval of checks for other processes' writes, in seconds
LOOK_S = 0.25
#: timeout for a lock of another process, in seconds
PATIENCE_S = 5.0
TABLES = (
    "CREATE TABLE logs (name TEXT PRIMARY KEY, length INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE lines (name TEXT, n INTEGER, line TEXT NOT NULL, PRIMARY KEY (name, n)) WITHOUT ROWID",
    "CREATE INDEX due ON logs (until)",
)
#: added later, by name; older versions ignore them
ADDED = {
    "leases": "TABLE IF NOT EXISTS leases "
    "(name TEXT PRIMARY KEY, epoch INTEGER NOT NULL, holder TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID",
    "attachments": "TABLE IF NOT EXISTS attachments "
    "(name TEXT, key TEXT, text TEXT NOT NULL, PRIMARY KEY (name, key)) WITHOUT ROWID",
    "wakes": "TABLE IF NOT EXISTS wakes (name TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID",
    "waking": "INDEX IF NOT EXISTS waking ON wakes (at)",
}
#: size to which the write-ahead log is truncated, in bytes, and pages returned to the disk at once
LONGEST_AHEAD, GIVEN_BACK = 4 * 2**20, 1_000
#: auto_vacuum = INCREMENTAL
GIVES_BACK = 2
#: error codes when nothing can be written
CANNOT_WRITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
#: error codes for a damaged file
SPOILT = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
#: suffixes of the files beside the file: the write-ahead log and its index
BESIDE = ("-wal", "-shm")

LOG = logging.getLogger(__name__)


class _Append(NamedTuple):
    """A line to become number ``length`` of its log, under a lease's epoch or none (0)."""

    name: str
    length: int
    line: str
    epoch: int


class SqliteLedger(Ledger):
    """Ledger in one file. Create it with :meth:`open`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._bell = LogNotifier()
        #: lengths of the logs that somebody waits for, valid until another process writes
        self._known: dict[str, int] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._file: sqlite3.Connection | None = None
        #: identities of the open file and its write-ahead log, once they are known
        self._open_ids: tuple[object, object] | None = None
        #: the last warning about the file
        self._warned = ""
        self._watch: asyncio.Task[None] | None = None
        #: lines to be written with the futures of their results, and the task that writes them
        self._waiting: list[tuple[_Append, asyncio.Future[bool | Exception]]] = []
        self._writer: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path) -> "SqliteLedger":
        """Open the ledger in a file, creating it if necessary; raise DamagedLog or NoRoom."""
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
            raise DamagedLog(f"{self.path} isn't a tables file of this version")
        if not tables:
            self._file.execute(f"PRAGMA auto_vacuum = {GIVES_BACK}")
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute(f"PRAGMA journal_size_limit = {LONGEST_AHEAD}")
        self._file.execute("PRAGMA synchronous = NORMAL")
        if not tables:
            with self._writing() as file:
                # another process may have been first
                if not file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in TABLES:
                        file.execute(statement)
                    file.execute(f"PRAGMA application_id = {APPLICATION}")
                    file.execute(f"PRAGMA user_version = {LAYOUT}")
        there = {name for (name,) in self._file.execute("SELECT name FROM sqlite_master")}
        if not ADDED.keys() <= there:
            with self._writing() as file:
                for definition in ADDED.values():
                    file.execute(f"CREATE {definition}")
        self._let_give_back()
        # the first look into the file creates its write-ahead log
        self._file.execute("SELECT count(*) FROM logs").fetchone()
        self._open_ids = self._ids()

    def _ids(self) -> tuple[object, object]:
        return _id(self.path), _id(self._beside(BESIDE[0]))

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    def _keep_in_place(self) -> None:
        """Put a deleted file back; raise NoRoom if that fails, or if there is another in its place now."""
        try:
            now = self._ids()
        except OSError:
            # it cannot be told, and a transaction will say what is wrong
            return
        if self._open_ids is None or now == self._open_ids:
            return
        is_replaced = now[0] not in (None, self._open_ids[0])
        try:
            if not is_replaced:
                self._put_back()
            elif now[1] == self._open_ids[1]:
                # a program that opened the other file would add this write-ahead log to it
                self._remove_beside()
        except (OSError, sqlite3.Error) as error:
            self._warn(f"{self.path} was deleted while the server ran and cannot be put back: {error}")
            raise NoRoom(self._warned) from error
        if is_replaced:
            self._warn(f"Another file was put in the place of {self.path} while the server ran: restart the server")
            raise NoRoom(self._warned)
        self._warn(f"{self.path} was deleted while the server ran, and is back with everything in it")

    def _put_back(self) -> None:
        fresh = self._beside("-new")
        fresh.unlink(missing_ok=True)
        # deals lie in it
        fresh.touch(0o600)
        with closing(sqlite3.connect(fresh)) as copy:
            self._open_file().backup(copy)
        self._remove_beside()
        fresh.replace(self.path)
        self._disconnect()
        self._connect()

    def _remove_beside(self) -> None:
        """Remove what belongs to the file that is no longer there."""
        for suffix in BESIDE:
            self._beside(suffix).unlink(missing_ok=True)

    def _warn(self, text: str) -> None:
        if text != self._warned:
            LOG.warning("%s", text)
        self._warned = text

    def _let_give_back(self) -> None:
        """Rebuild a file made before auto_vacuum was set; next time, if another process has it open."""
        file = self._open_file()
        if file.execute("PRAGMA auto_vacuum").fetchone()[0] != GIVES_BACK:
            with suppress(sqlite3.Error):
                # auto_vacuum cannot change in WAL mode
                file.execute("PRAGMA journal_mode = DELETE")
                file.execute(f"PRAGMA auto_vacuum = {GIVES_BACK}")
                file.execute("VACUUM")
            file.execute("PRAGMA journal_mode = WAL")

    def _open_file(self) -> sqlite3.Connection:
        if self._file is None:
            raise LedgerError("the ledger is closed")
        return self._file

    def _writing(self) -> "_Writing":
        self._keep_in_place()
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
        """Write lines in one transaction, each as if alone, and return the result of each.

        A transaction costs more than its lines. If the file fails, nothing is written; an inconsistent log does not
        affect the others' lines.
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
        """Write a line within a transaction; a LedgerError is returned, and the transaction stays valid."""
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
            raise DamagedLog(f"{self.path}: entries of {name} are missing")
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

    def _attach(self, name: str, key: str, text: str, epoch: int) -> None:
        with self._writing() as file:
            self._length(name)
            if epoch and self._lease_of(name).epoch != epoch:
                raise LeaseLost(name)
            if text:
                file.execute("INSERT OR REPLACE INTO attachments VALUES (?, ?, ?)", (name, key, text))
            else:
                file.execute("DELETE FROM attachments WHERE name = ? AND key = ?", (name, key))

    def _attachments(self, name: str) -> Mapping[str, str]:
        self._length(name)
        rows = self._open_file().execute("SELECT key, text FROM attachments WHERE name = ?", (name,))
        return {str(key): str(text) for key, text in rows}

    def _keep(self, name: str, until_ms: int) -> None:
        with self._writing() as file:
            if not file.execute("UPDATE logs SET until = ? WHERE name = ?", (until_ms, name)).rowcount:
                raise NoLog(name)

    def _expire(self, now_ms: int) -> Sequence[str]:
        with self._writing() as file:
            gone = [str(name) for (name,) in file.execute("SELECT name FROM logs WHERE until <= ?", (now_ms,))]
            for table in ("lines", "leases", "attachments", "wakes", "logs"):
                file.executemany(f"DELETE FROM {table} WHERE name = ?", [(name,) for name in gone])
        file = self._open_file()
        (free,) = file.execute("PRAGMA freelist_count").fetchone()
        if free:
            # a plain statement would return only one page
            file.executescript(f"PRAGMA incremental_vacuum({GIVEN_BACK})")
        if free or gone:
            # truncate the file and its write-ahead log; if another process reads or writes, the next call does it
            file.execute("PRAGMA busy_timeout = 0")
            with suppress(sqlite3.OperationalError):
                file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            file.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE_S)}")
        # its cached pages fragment the memory
        file.execute("PRAGMA shrink_memory")
        return gone

    def _wake(self, name: str, at_ms: int) -> None:
        with self._writing() as file:
            if at_ms:
                file.execute("INSERT OR REPLACE INTO wakes VALUES (?, ?)", (name, at_ms))
            else:
                file.execute("DELETE FROM wakes WHERE name = ?", (name,))

    def _due(self, now_ms: int, most: int) -> Sequence[str]:
        asked = "SELECT name FROM wakes WHERE at <= ? ORDER BY at LIMIT ?"
        # mostly there is none, which needs no write
        if not self._open_file().execute(asked, (now_ms, most)).fetchone():
            return []
        with self._writing() as file:
            names = [str(name) for (name,) in file.execute(asked, (now_ms, most))]
            again = [(now_ms + PUT_OFF_MS, name) for name in names]
            file.executemany("UPDATE wakes SET at = ? WHERE name = ?", again)
        return names

    def _changes(self) -> int:
        """Return a number that changes when another process has written."""
        self._keep_in_place()
        return int(self._open_file().execute("PRAGMA data_version").fetchone()[0])

    def _disconnect(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    # ---- public methods -------------------------------------------------------------------------

    async def _do(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except sqlite3.Error as error:
            raise self._wrong(error) from error
        except RuntimeError:
            raise LedgerError("the ledger is closed") from None

    def _wrong(self, error: sqlite3.Error) -> LedgerError:
        """Convert an error of SQLite to one of the ledger."""
        # the lower byte is the primary code
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF
        wrong = DamagedLog if kind in SPOILT else NoRoom if kind in CANNOT_WRITE else LedgerError
        return wrong(f"{self.path}: {error}")

    async def _write_waiting(self) -> None:
        """Write waiting lines, as many as there are in one transaction, until none are left."""
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            appends = [append for append, _ in waiting]
            try:
                found: Sequence[bool | Exception] = await self._do(partial(self._append_all, appends))
            except LedgerError as error:
                found = [error] * len(waiting)
            for (_, result), done in zip(waiting, found, strict=True):
                # the caller may have been cancelled
                if not result.done():
                    result.set_result(done)

    async def _look(self) -> None:
        """Wake the waiters when another process has written."""
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
        done = await self._do(lambda: self._create(name, line, until_ms))
        self._bell.ring(name)
        return done

    async def append(self, name: str, length: int, line: str, epoch: int = 0) -> bool:
        result: asyncio.Future[bool | Exception] = asyncio.get_running_loop().create_future()
        self._waiting.append((_Append(name, length, line, epoch), result))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_waiting())
        done = await result
        if isinstance(done, sqlite3.Error):
            raise self._wrong(done) from done
        if isinstance(done, Exception):
            raise done
        if done and name in self._known:
            self._known[name] = length + 1
        self._bell.ring(name)
        return done

    async def read(self, name: str, start: int = 0) -> Sequence[str]:
        return await self._do(lambda: self._read(name, start))

    async def wait(self, name: str, length: int, seconds: float) -> bool:
        end = asyncio.get_running_loop().time() + seconds
        try:
            while True:
                # before the check, so that nothing in between is missed
                rung = self._bell.heard(name)
                if name not in self._known:
                    self._known[name] = await self._do(lambda: self._length(name))
                if self._known[name] > length:
                    return True
                if not await self._bell.rings(name, end, rung):
                    # forces the next call to check
                    self._known.pop(name, None)
                    return False
        except BaseException:
            self._known.pop(name, None)
            raise

    async def lease(self, name: str, holder: str, ms: int) -> int:
        return await self._do(lambda: self._lease(name, holder, ms))

    async def release(self, name: str, epoch: int) -> None:
        await self._do(lambda: self._release(name, epoch))

    async def attach(self, name: str, key: str, text: str, epoch: int = 0) -> None:
        await self._do(lambda: self._attach(name, key, text, epoch))

    async def attachments(self, name: str) -> Mapping[str, str]:
        return await self._do(lambda: self._attachments(name))

    async def keep(self, name: str, until_ms: int) -> None:
        await self._do(lambda: self._keep(name, until_ms))

    async def expire(self, now_ms: int) -> None:
        for name in await self._do(lambda: self._expire(now_ms)):
            self._known.pop(name, None)
            self._bell.ring(name)

    async def wake(self, name: str, at_ms: int) -> None:
        await self._do(lambda: self._wake(name, at_ms))

    async def due(self, now_ms: int, most: int) -> Sequence[str]:
        return await self._do(lambda: self._due(now_ms, most))

    async def close(self) -> None:
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


def _id(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path, None if there is none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


class _Writing:
    """A transaction, committed whole or rolled back."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def __enter__(self) -> sqlite3.Connection:
        # takes the write lock at once, so that nothing read in it changes before the write
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
        # SQLite has already rolled back some failures itself
        if self._file.in_transaction:
            self._file.execute("ROLLBACK")
