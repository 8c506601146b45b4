"""What every ledger keeps, wherever its logs lie; and what a file can suffer."""

from __future__ import annotations

import asyncio
import multiprocessing
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from game.server.ledger import Damaged, Ledger, LedgerError, MemoryLedger, NoLog, NoRoom
from game.server.sqlite_ledger import SqliteLedger

#: no wait in these tests lasts longer, in seconds, unless something is broken
LONG = 10.0
FAR = 10**15

Story = Callable[[Ledger], Awaitable[None]]


@asynccontextmanager
async def in_file(path: Path):
    ledger = await SqliteLedger.open(path)
    try:
        yield ledger
    finally:
        await ledger.close()


@pytest.fixture(params=["memory", "sqlite"])
def told(request, tmp_path):
    """Run a story over an empty ledger of each kind."""

    def tell(story: Story) -> None:
        async def whole() -> None:
            if request.param == "memory":
                await story(MemoryLedger())
            else:
                async with in_file(tmp_path / "ledger") as ledger:
                    await story(ledger)

        asyncio.run(asyncio.wait_for(whole(), 60))

    return tell


def test_a_line_is_read_as_soon_as_it_is_written(told):
    async def story(ledger):
        assert await ledger.create("a", "zero", FAR)
        assert await ledger.append("a", 1, "ein Öl ✓")
        assert await ledger.append("a", 2, "")
        assert [*await ledger.read("a")] == ["zero", "ein Öl ✓", ""]
        assert [*await ledger.read("a", 2)] == [""]
        assert [*await ledger.read("a", 3)] == []
        assert [*await ledger.read("a", 9)] == []

    told(story)


def test_a_log_is_begun_once(told):
    async def story(ledger):
        assert await ledger.create("a", "first", FAR)
        assert not await ledger.create("a", "second", FAR)
        assert [*await ledger.read("a")] == ["first"]

    told(story)


def test_of_twenty_who_write_the_next_line_one_does(told):
    async def story(ledger):
        await ledger.create("a", "0", FAR)
        for length in range(1, 6):
            done = await asyncio.gather(*(ledger.append("a", length, f"{length} by {n}") for n in range(20)))
            assert sum(done) == 1
            assert (await ledger.read("a"))[length] == f"{length} by {done.index(True)}"
        assert len(await ledger.read("a")) == 6

    told(story)


@pytest.mark.parametrize("length", [0, 1, 3, 100, -1])
def test_a_line_with_another_number_is_not_written(told, length):
    async def story(ledger):
        await ledger.create("a", "0", FAR)
        await ledger.append("a", 1, "1")
        assert not await ledger.append("a", length, "x")
        assert [*await ledger.read("a")] == ["0", "1"]

    told(story)


def test_logs_are_apart(told):
    async def story(ledger):
        await ledger.create("a", "a0", FAR)
        await ledger.create("b", "b0", FAR)
        await ledger.append("b", 1, "b1")
        assert [*await ledger.read("a")] == ["a0"]
        assert not await ledger.wait("a", 1, 0.01)

    told(story)


def test_a_log_that_is_not_there_is_told(told):
    async def story(ledger):
        for asked in (
            ledger.append("a", 0, "x"),
            ledger.read("a"),
            ledger.wait("a", 0, 0.01),
            ledger.keep("a", FAR),
        ):
            with pytest.raises(NoLog):
                await asked

    told(story)


def test_whoever_waits_is_woken(told):
    async def story(ledger):
        await ledger.create("a", "0", FAR)
        assert await ledger.wait("a", 0, LONG)
        waiting = [asyncio.create_task(ledger.wait("a", 1, LONG)) for _ in range(3)]
        later = asyncio.create_task(ledger.wait("a", 2, LONG))
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in waiting)
        await ledger.append("a", 1, "1")
        assert await asyncio.gather(*waiting) == [True] * 3
        assert not later.done()
        await ledger.append("a", 2, "2")
        assert await later

    told(story)


def test_nobody_waits_longer_than_said(told):
    async def story(ledger):
        await ledger.create("a", "0", FAR)
        assert not await ledger.wait("a", 1, 0.05)
        assert not await ledger.wait("a", 1, 0.0)

    told(story)


def test_a_log_is_forgotten_when_its_time_is_over(told):
    async def story(ledger):
        await ledger.create("a", "0", 1000)
        await ledger.create("b", "0", 2000)
        await ledger.create("c", "0", 1000)
        await ledger.append("a", 1, "1")
        await ledger.keep("c", 5000)
        waiting = asyncio.create_task(ledger.wait("a", 2, LONG))
        await asyncio.sleep(0.02)
        assert [*await ledger.expire(999)] == []
        assert [*await ledger.expire(1000)] == ["a"]
        with pytest.raises(NoLog):
            await waiting
        with pytest.raises(NoLog):
            await ledger.read("a")
        assert [*await ledger.read("c")] == ["0"]
        # the name is free again, and nothing of the old log is left
        assert await ledger.create("a", "new", FAR)
        assert [*await ledger.read("a")] == ["new"]

    told(story)


# ---- a file -----------------------------------------------------------------------------------------


def test_a_file_survives_who_wrote_it(tmp_path):
    async def story():
        async with in_file(tmp_path / "ledger") as ledger:
            await ledger.create("a", "0", FAR)
            await ledger.append("a", 1, "1")
        async with in_file(tmp_path / "ledger") as ledger:
            assert [*await ledger.read("a")] == ["0", "1"]
            assert not await ledger.append("a", 1, "x")
            assert await ledger.append("a", 2, "2")

    asyncio.run(story())


def test_two_processes_share_a_file(tmp_path):
    """Another connection is to SQLite what another process is: it sees the lines and is woken by them."""

    async def story():
        async with in_file(tmp_path / "ledger") as one, in_file(tmp_path / "ledger") as other:
            await one.create("a", "0", FAR)
            waiting = asyncio.create_task(other.wait("a", 1, LONG))
            await asyncio.sleep(0.05)
            await one.append("a", 1, "1")
            assert await waiting
            ledgers = [one, other] * 10
            done = await asyncio.gather(*(ledger.append("a", 2, str(n)) for n, ledger in enumerate(ledgers)))
            assert sum(done) == 1
            assert [*await one.read("a")] == [*await other.read("a")]

    asyncio.run(story())


def _write_for_ever(path: Path, ready) -> None:
    async def story() -> None:
        ledger = await SqliteLedger.open(path)
        await ledger.create("a", "0", FAR)
        for length in range(1, 100_000):
            assert await ledger.append("a", length, str(length))
            if length == 20:
                ready.set()

    asyncio.run(story())


def test_a_writer_that_is_killed_leaves_a_whole_log(tmp_path):
    spawned = multiprocessing.get_context("spawn")
    ready = spawned.Event()
    writer = spawned.Process(target=_write_for_ever, args=(tmp_path / "ledger", ready))
    writer.start()
    try:
        assert ready.wait(60)
    finally:
        writer.kill()
        writer.join()

    async def story():
        async with in_file(tmp_path / "ledger") as ledger:
            lines = [*await ledger.read("a")]
            assert len(lines) > 20
            assert lines == [str(n) for n in range(len(lines))]
            assert await ledger.append("a", len(lines), "on")

    asyncio.run(story())


@pytest.mark.parametrize("content", [b"no ledger at all" * 99, b"SQLite format 3\0" * 99])
def test_a_file_that_is_no_ledger_is_told_and_stays(tmp_path, content):
    path = tmp_path / "ledger"
    path.write_bytes(content)

    async def story():
        with pytest.raises(Damaged, match="ledger"):
            await SqliteLedger.open(path)

    asyncio.run(story())
    assert path.read_bytes() == content


def test_a_file_of_something_else_is_told_and_stays(tmp_path):
    path = tmp_path / "ledger"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE theirs (x)")
    file.close()
    before = path.read_bytes()

    async def story():
        with pytest.raises(Damaged, match="no ledger of this version"):
            await SqliteLedger.open(path)

    asyncio.run(story())
    assert path.read_bytes() == before


def test_a_log_with_a_line_missing_is_told(tmp_path):
    async def story():
        async with in_file(tmp_path / "ledger") as ledger:
            await ledger.create("a", "0", FAR)
            await ledger.append("a", 1, "1")
            await ledger.append("a", 2, "2")
            with sqlite3.connect(tmp_path / "ledger") as file:
                file.execute("DELETE FROM lines WHERE n = 1")
            file.close()
            with pytest.raises(Damaged, match="missing"):
                await ledger.read("a")

    asyncio.run(story())


def test_a_file_that_is_spoilt_below_is_told(tmp_path):
    async def story():
        path = tmp_path / "ledger"
        async with in_file(path) as ledger:
            await ledger.create("a", "0", FAR)
            for length in range(1, 200):
                await ledger.append("a", length, "x" * 500)
        content = bytearray(path.read_bytes())
        content[4096 * 2 :] = b"\xff" * (len(content) - 4096 * 2)
        path.write_bytes(content)
        with pytest.raises(LedgerError):
            async with in_file(path) as ledger:
                await ledger.read("a")

    asyncio.run(story())


@pytest.mark.parametrize("hindrance", ["PRAGMA max_page_count = 1", "PRAGMA query_only = 1"])
def test_a_full_or_read_only_disk_is_told_and_changes_nothing(tmp_path, hindrance):
    async def story():
        async with in_file(tmp_path / "ledger") as ledger:
            await ledger.create("a", "0", 1000)
            await ledger._do(lambda: ledger._file.execute(hindrance))
            long = "x" * 20_000
            with pytest.raises(NoRoom):
                await ledger.append("a", 1, long)
            with pytest.raises(NoRoom):
                await ledger.create("b", long, FAR)
            assert [*await ledger.read("a")] == ["0"]
            with pytest.raises(NoLog):
                await ledger.read("b")
            # and it goes on as soon as there is room
            await ledger._do(lambda: ledger._file.execute("PRAGMA query_only = 0"))
            await ledger._do(lambda: ledger._file.execute("PRAGMA max_page_count = 100000"))
            assert await ledger.append("a", 1, long)
        async with in_file(tmp_path / "ledger") as ledger:
            assert [*await ledger.read("a")] == ["0", long]

    asyncio.run(story())


def test_a_folder_that_is_not_there_is_told(tmp_path):
    async def story():
        with pytest.raises(NoRoom):
            await SqliteLedger.open(tmp_path / "no" / "ledger")

    asyncio.run(story())


def test_a_closed_ledger_says_so(tmp_path):
    async def story():
        async with in_file(tmp_path / "ledger") as ledger:
            await ledger.create("a", "0", FAR)
            waiting = asyncio.create_task(ledger.wait("a", 1, LONG))
            await asyncio.sleep(0.02)
        with pytest.raises(LedgerError):
            await waiting
        with pytest.raises(LedgerError):
            await ledger.read("a")

    asyncio.run(story())
