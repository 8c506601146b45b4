"""Ledgers keep the same promises, whatever stores their logs; and a file survives damage."""

import asyncio
import multiprocessing
import os
import shutil
import sqlite3
import time
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from ledgers import in_file, in_redis
from memory_ledger import MemoryLedger
from redises import running

from game.server.ledger import PUT_OFF_MS, DamagedLog, LeaseLost, LedgerError, NoLog, NoRoom, Unreachable
from game.server.redis_ledger import RedisLedger
from game.server.sqlite_ledger import LOOK_S, SqliteLedger

#: no wait in these tests lasts longer, in seconds, unless something is broken
LONG = 10.0
#: a log is written and read within this time even on a busy machine, in milliseconds
SOON_MS = 1500
FAR = 10**15


@pytest.fixture(scope="module")
def redis():
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def cluster():
    """Run a Redis Cluster of one node: it refuses keys that belong to different slots."""
    with running(is_cluster=True) as server:
        yield server


@pytest.fixture(params=["memory", "sqlite", "redis", "cluster"])
def ledger(request, tmp_path):
    """Return an empty ledger of each kind."""
    if request.param == "memory":
        return nullcontext(MemoryLedger())
    if request.param == "sqlite":
        return in_file(tmp_path / "ledger")
    server = request.getfixturevalue(request.param)
    server.empty()
    return in_redis(server)


async def test_an_entry_can_be_read_once_it_is_written(ledger):
    assert await ledger.create("a", "zero", FAR)
    assert await ledger.append("a", 1, "ein Öl ✓")
    assert await ledger.append("a", 2, "")
    assert [*await ledger.read("a")] == ["zero", "ein Öl ✓", ""]
    assert [*await ledger.read("a", 2)] == [""]
    assert [*await ledger.read("a", 3)] == []
    assert [*await ledger.read("a", 9)] == []


async def test_a_log_is_created_once(ledger):
    assert await ledger.create("a", "first", FAR)
    assert not await ledger.create("a", "second", FAR)
    assert [*await ledger.read("a")] == ["first"]


async def test_one_of_twenty_concurrent_writers_of_an_entry_succeeds(ledger):
    await ledger.create("a", "0", FAR)
    for length in range(1, 6):
        done = await asyncio.gather(*(ledger.append("a", length, f"{length} by {n}") for n in range(20)))
        assert sum(done) == 1
        assert (await ledger.read("a"))[length] == f"{length} by {done.index(True)}"
    assert len(await ledger.read("a")) == 6


@pytest.mark.parametrize("length", [0, 1, 3, 100, -1])
async def test_an_entry_with_the_wrong_number_is_refused(ledger, length):
    await ledger.create("a", "0", FAR)
    await ledger.append("a", 1, "1")
    assert not await ledger.append("a", length, "x")
    assert [*await ledger.read("a")] == ["0", "1"]


async def test_logs_are_independent(ledger):
    await ledger.create("a", "a0", FAR)
    await ledger.create("b", "b0", FAR)
    await ledger.append("b", 1, "b1")
    assert [*await ledger.read("a")] == ["a0"]
    assert not await ledger.wait("a", 1, 0.01)


async def test_a_missing_log_raises(ledger):
    for asked in (
        ledger.append("a", 0, "x"),
        ledger.read("a"),
        ledger.wait("a", 0, 0.01),
        ledger.keep("a", FAR),
        ledger.append("a", 0, "x", 1),
        ledger.lease("a", "somebody", 1000),
        ledger.attach("a", "key", "text"),
        ledger.attachments("a"),
    ):
        with pytest.raises(NoLog):
            await asked


async def test_waiters_wake_when_their_entry_is_written(ledger):
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


async def test_a_wait_ends_after_its_timeout(ledger):
    await ledger.create("a", "0", FAR)
    assert not await ledger.wait("a", 1, 0.05)
    assert not await ledger.wait("a", 1, 0.0)


async def test_a_log_is_deleted_when_its_time_is_over(ledger):
    now = int(time.time() * 1000)
    await ledger.create("a", "0", now + SOON_MS)
    await ledger.create("b", "0", now + 60_000)
    await ledger.create("c", "0", now + SOON_MS)
    await ledger.append("a", 1, "1")
    await ledger.lease("a", "somebody", 60_000)
    await ledger.keep("c", now + 60_000)
    waiting = asyncio.create_task(ledger.wait("a", 2, LONG))
    await asyncio.sleep(0.02)
    await ledger.expire(now)
    assert [*await ledger.read("a")] == ["0", "1"]
    await asyncio.sleep(max(0.0, (now + SOON_MS) / 1000 + 0.01 - time.time()))
    await ledger.expire(now + SOON_MS + 10)
    with pytest.raises(NoLog):
        await waiting
    with pytest.raises(NoLog):
        await ledger.read("a")
    assert [*await ledger.read("b")] == [*await ledger.read("c")] == ["0"]
    # the name is free again, and nothing of the old log is left
    assert await ledger.create("a", "new", FAR)
    assert [*await ledger.read("a")] == ["new"]
    assert await ledger.lease("a", "somebody else", 60_000) == 1


async def test_a_lease_has_one_holder_and_every_holder_a_new_epoch(ledger):
    await ledger.create("a", "0", FAR)
    epochs = await asyncio.gather(*(ledger.lease("a", f"holder {n}", 60_000) for n in range(5)))
    assert sorted(epochs) == [0, 0, 0, 0, 1]
    first = f"holder {epochs.index(1)}"
    assert await ledger.lease("a", first, 100) == 1, "it is renewed, for a shorter time"
    await asyncio.sleep(0.12)
    assert await ledger.lease("a", "another", 60_000) == 2
    assert await ledger.lease("a", first, 60_000) == 0
    await ledger.release("a", 1)
    assert await ledger.lease("a", first, 60_000) == 0, "what is another's is not left"
    await ledger.release("a", 2)
    assert await ledger.lease("a", first, 60_000) == 3


async def test_a_server_paused_beyond_its_lease_writes_nothing(ledger):
    await ledger.create("a", "0", FAR)
    old = await ledger.lease("a", "paused", 30)
    assert await ledger.append("a", 1, "while it is held", old)
    await asyncio.sleep(0.05)
    assert await ledger.append("a", 2, "over, but nobody else has it", old)
    new = await ledger.lease("a", "another", 60_000)
    for length in (2, 3):
        with pytest.raises(LeaseLost):
            await ledger.append("a", length, "late", old)
    assert await ledger.append("a", 3, "the new one's", new)
    assert await ledger.append("a", 4, "a person's, who needs no lease")
    assert not await ledger.append("a", 4, "again", new)
    assert len(await ledger.read("a")) == 5


async def test_attachments_lie_beside_a_log_and_go_with_it(ledger):
    await ledger.create("a", "0", FAR)
    await ledger.create("b", "0", FAR)
    assert await ledger.attachments("a") == {}
    await ledger.attach("a", "seat 1", "first")
    await ledger.attach("a", "seat 2", "zweiter ✓")
    await ledger.attach("b", "seat 1", "another log's")
    await ledger.attach("a", "seat 1", "replaced")
    assert await ledger.attachments("a") == {"seat 1": "replaced", "seat 2": "zweiter ✓"}
    await ledger.attach("a", "seat 1", "")
    await ledger.attach("a", "never there", "")
    assert await ledger.attachments("a") == {"seat 2": "zweiter ✓"}
    assert [*await ledger.read("a")] == ["0"]
    await ledger.keep("a", int(time.time() * 1000) - 1)
    await ledger.expire(int(time.time() * 1000))
    with pytest.raises(NoLog):
        await ledger.attachments("a")
    assert await ledger.create("a", "again", FAR)
    assert await ledger.attachments("a") == {}
    assert await ledger.attachments("b") == {"seat 1": "another log's"}


async def test_an_attachment_under_a_lost_lease_is_refused(ledger):
    await ledger.create("a", "0", FAR)
    first = await ledger.lease("a", "first", 10_000)
    await ledger.attach("a", "claim", "mine", first)
    await ledger.release("a", first)
    second = await ledger.lease("a", "second", 10_000)
    with pytest.raises(LeaseLost):
        await ledger.attach("a", "claim", "still mine", first)
    assert await ledger.attachments("a") == {"claim": "mine"}
    await ledger.attach("a", "claim", "taken over", second)
    assert await ledger.attachments("a") == {"claim": "taken over"}


async def test_wake_ups_come_when_due_longest_due_first(ledger):
    for name, at in (("a", 300), ("b", 100), ("c", 200), ("d", 400)):
        await ledger.create(name, "0", FAR)
        await ledger.wake(name, at)
    assert [*await ledger.due(99, 9)] == []
    assert [*await ledger.due(300, 2)] == ["b", "c"]
    assert [*await ledger.due(300, 9)] == ["a"]
    assert [*await ledger.due(300, 9)] == []
    assert [*await ledger.due(400, 9)] == ["d"]


async def test_a_wake_up_can_be_moved_and_cleared(ledger):
    for name in "abc":
        await ledger.create(name, "0", FAR)
        await ledger.wake(name, 100)
    await ledger.wake("a", 500)
    await ledger.wake("b", 0)
    await ledger.wake("b", 0)
    assert [*await ledger.due(499, 9)] == ["c"]
    assert [*await ledger.due(500, 9)] == ["a"]


async def test_one_of_many_askers_gets_a_wake_up_which_returns_unless_it_is_moved(ledger):
    for name in "abcdef":
        await ledger.create(name, "0", FAR)
        await ledger.wake(name, 100)
    found = await asyncio.gather(*(ledger.due(100, 2) for _ in range(5)))
    assert sorted(name for names in found for name in names) == [*"abcdef"]
    await ledger.wake("a", 100 + PUT_OFF_MS + 1)
    assert [*await ledger.due(100 + PUT_OFF_MS - 1, 9)] == []
    assert sorted(await ledger.due(100 + PUT_OFF_MS, 9)) == [*"bcdef"]


# ---- Redis -----------------------------------------------------------------------------------------


async def test_two_servers_share_a_redis(redis):
    redis.empty()
    async with in_redis(redis) as one, in_redis(redis) as other:
        await one.create("a", "0", FAR)
        waiting = asyncio.create_task(other.wait("a", 1, LONG))
        await asyncio.sleep(0.05)
        assert await one.append("a", 1, "1")
        assert await asyncio.wait_for(waiting, LONG / 2), "it is woken, and does not look now and then"
        done = await asyncio.gather(*(ledger.append("a", 2, "2") for ledger in [one, other] * 10))
        assert sum(done) == 1


async def test_an_unreachable_redis_raises_and_recovers():
    with running(is_kept=True) as server:
        async with in_redis(server) as ledger:
            await ledger.create("a", "0", FAR)
            assert await ledger.append("a", 1, "1")
            waiting = asyncio.create_task(ledger.wait("a", 2, LONG))
            server.kill()
            for asked in (ledger.read("a"), ledger.append("a", 2, "x"), ledger.lease("a", "me", 1000), waiting):
                with pytest.raises(Unreachable):
                    await asked
            server.start()
            assert [*await ledger.read("a")] == ["0", "1"]
            waiting = asyncio.create_task(ledger.wait("a", 2, LONG))
            await asyncio.sleep(0.05)
            assert await ledger.append("a", 2, "2")
            assert await waiting
        server.kill()
        with pytest.raises(Unreachable):
            await RedisLedger.open(server.address)


async def test_a_full_redis_raises_and_changes_nothing(redis):
    redis.empty()
    async with in_redis(redis) as ledger:
        await ledger.create("a", "0", FAR)
        redis.tell("CONFIG", "SET", "maxmemory", "1")
        try:
            with pytest.raises(NoRoom):
                await ledger.append("a", 1, "1")
            assert [*await ledger.read("a")] == ["0"]
        finally:
            redis.tell("CONFIG", "SET", "maxmemory", "0")
        assert await ledger.append("a", 1, "1")
        redis.tell("SET", "kartenkiste:{b}:log", "something else")
        with pytest.raises(DamagedLog):
            await ledger.read("b")


@pytest.mark.parametrize("address", ["redis://127.0.0.1:1", "redis://no such name.invalid", "redis://127.0.0.1:99999"])
async def test_an_error_about_an_address_hides_its_password(address):
    with pytest.raises(LedgerError) as caught:
        await RedisLedger.open(address.replace("//", "//user:secret@"))
    assert "secret" not in str(caught.value)


# ---- a file -----------------------------------------------------------------------------------------


async def test_a_ledger_file_survives_its_writer(tmp_path):
    async with in_file(tmp_path / "ledger") as ledger:
        await ledger.create("a", "0", FAR)
        await ledger.append("a", 1, "1")
    async with in_file(tmp_path / "ledger") as ledger:
        assert [*await ledger.read("a")] == ["0", "1"]
        assert not await ledger.append("a", 1, "x")
        assert await ledger.append("a", 2, "2")


async def test_two_processes_share_a_ledger_file(tmp_path):
    """To SQLite another connection is the same as another process: it sees the entries and is woken by them."""
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


def _write_for_ever(path: Path, ready) -> None:
    async def story() -> None:
        ledger = await SqliteLedger.open(path)
        await ledger.create("a", "0", FAR)
        for length in range(1, 100_000):
            assert await ledger.append("a", length, str(length))
            if length == 20:
                ready.set()

    asyncio.run(story())


async def test_a_killed_writer_leaves_complete_entries(tmp_path):
    spawned = multiprocessing.get_context("spawn")
    ready = spawned.Event()
    writer = spawned.Process(target=_write_for_ever, args=(tmp_path / "ledger", ready))
    writer.start()
    try:
        assert ready.wait(60)
    finally:
        writer.kill()
        writer.join()
    async with in_file(tmp_path / "ledger") as ledger:
        lines = [*await ledger.read("a")]
        assert len(lines) > 20
        assert lines == [str(n) for n in range(len(lines))]
        assert await ledger.append("a", len(lines), "on")


@pytest.mark.parametrize("content", [b"no ledger at all" * 99, b"SQLite format 3\0" * 99])
async def test_a_file_that_is_not_a_database_is_refused_and_stays(tmp_path, content):
    path = tmp_path / "ledger"
    path.write_bytes(content)
    with pytest.raises(DamagedLog, match="ledger"):
        await SqliteLedger.open(path)
    assert path.read_bytes() == content


async def test_a_database_of_another_program_is_refused_and_stays(tmp_path):
    path = tmp_path / "ledger"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE theirs (x)")
    file.close()
    before = path.read_bytes()
    with pytest.raises(DamagedLog, match="isn't a tables file of this version"):
        await SqliteLedger.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("missing", [("leases",), ("wakes",), ("leases", "wakes")])
async def test_a_ledger_file_of_an_older_program_gets_the_missing_tables(tmp_path, missing):
    async with in_file(tmp_path / "ledger") as ledger:
        await ledger.create("a", "0", FAR)
    with sqlite3.connect(tmp_path / "ledger") as file:
        for table in missing:
            file.execute(f"DROP TABLE {table}")
    file.close()
    async with in_file(tmp_path / "ledger") as ledger:
        assert await ledger.append("a", 1, "1", await ledger.lease("a", "me", 1000))
        await ledger.wake("a", 5)
        assert [*await ledger.due(5, 9)] == ["a"]


async def test_wake_ups_in_a_file_survive_their_process_and_go_with_their_log(tmp_path):
    async with in_file(tmp_path / "ledger") as ledger:
        for name, until in (("a", FAR), ("b", 50)):
            await ledger.create(name, "0", until)
            await ledger.wake(name, 100)
    async with in_file(tmp_path / "ledger") as ledger:
        await ledger.expire(60)
        assert [*await ledger.due(100, 9)] == ["a"]


async def test_a_log_with_a_missing_entry_raises(tmp_path):
    async with in_file(tmp_path / "ledger") as ledger:
        await ledger.create("a", "0", FAR)
        await ledger.append("a", 1, "1")
        await ledger.append("a", 2, "2")
        with sqlite3.connect(tmp_path / "ledger") as file:
            file.execute("DELETE FROM lines WHERE n = 1")
        file.close()
        with pytest.raises(DamagedLog, match="missing"):
            await ledger.read("a")


async def test_a_file_with_overwritten_pages_raises(tmp_path):
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


@pytest.mark.parametrize("hindrance", ["PRAGMA max_page_count = 1", "PRAGMA query_only = 1"])
async def test_a_full_or_read_only_disk_raises_and_changes_nothing(tmp_path, hindrance):
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


async def test_waiting_entries_are_written_in_one_batch_with_separate_outcomes(tmp_path):
    async with in_file(tmp_path / "ledger") as ledger:
        for name in "abc":
            await ledger.create(name, "0", FAR)
        # its number is taken though its log is short: that fails no other entry
        with sqlite3.connect(tmp_path / "ledger") as file:
            file.execute("INSERT INTO lines VALUES ('c', 1, 'stray')")
        file.close()
        begun = 0

        def count(statement: str) -> None:
            nonlocal begun
            begun += statement.startswith("BEGIN")

        await ledger._do(lambda: ledger._file.set_trace_callback(count))
        lease = await ledger.lease("b", "me", 10_000)
        begun = 0
        sound = [
            ("a", 1, "1"),
            ("b", 1, "1", lease),
            ("a", 2, "2"),
            ("a", 2, "late"),
            ("d", 1, "1"),
            ("b", 2, "2", 9),
        ]
        told = [ledger.append(*line) for line in sound]
        found = await asyncio.gather(*told, return_exceptions=True)
        assert found[:4] == [True, True, True, False]
        assert [type(one) for one in found[4:]] == [NoLog, LeaseLost]
        assert begun == 1
        told = [ledger.append("a", 3, "3"), ledger.append("c", 1, "1"), ledger.append("b", 2, "2", lease)]
        found = await asyncio.gather(*told, return_exceptions=True)
        assert (found[0], found[2]) == (True, True)
        assert isinstance(found[1], LedgerError)
        assert [*await ledger.read("a")] == ["0", "1", "2", "3"]
        assert [*await ledger.read("b")] == ["0", "1", "2"]
        assert [*await ledger.read("c")] == ["0"]


async def test_a_cancelled_append_does_not_fail_the_others(tmp_path):
    async with in_file(tmp_path / "ledger") as ledger:
        await ledger.create("a", "0", FAR)
        await ledger.create("b", "0", FAR)
        impatient = asyncio.create_task(ledger.append("a", 1, "1"))
        patient = asyncio.create_task(ledger.append("b", 1, "1"))
        await asyncio.sleep(0)
        impatient.cancel()
        assert await patient
        assert [*await ledger.read("b")] == ["0", "1"]


async def test_closing_writes_waiting_entries_and_refuses_later_ones(tmp_path):
    async with in_file(tmp_path / "ledger") as ledger:
        await ledger.create("a", "0", FAR)
        waiting = [asyncio.create_task(ledger.append("a", n, str(n))) for n in (1, 2)]
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [True, True]
    with pytest.raises(LedgerError):
        await ledger.append("a", 3, "3")
    async with in_file(tmp_path / "ledger") as ledger:
        assert [*await ledger.read("a")] == ["0", "1", "2"]


async def test_a_missing_folder_raises(tmp_path):
    with pytest.raises(NoRoom):
        await SqliteLedger.open(tmp_path / "no" / "ledger")


async def test_a_closed_ledger_raises(tmp_path):
    async with in_file(tmp_path / "ledger") as ledger:
        await ledger.create("a", "0", FAR)
        waiting = asyncio.create_task(ledger.wait("a", 1, LONG))
        await asyncio.sleep(0.02)
    with pytest.raises(LedgerError):
        await waiting
    with pytest.raises(LedgerError):
        await ledger.read("a")


#: the files deleted under a server: a database has others beside it
ALL = ("", "-wal", "-shm")


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
@pytest.mark.parametrize("gone", [("",), ("-wal",), ALL])
@pytest.mark.parametrize("ends", ["writes", "is let be"])
async def test_a_file_deleted_while_it_is_open_is_restored_completely(tmp_path, caplog, gone, ends):
    path = tmp_path / "ledger"
    path.touch(0o600)
    async with in_file(path) as ledger:
        await ledger.create("a", "0", FAR)
        await ledger.append("a", 1, "1")
        for suffix in gone:
            Path(f"{path}{suffix}").unlink()
        if ends == "writes":
            assert await ledger.append("a", 2, "2")
        else:
            await asyncio.sleep(3 * LOOK_S)
        expected = [str(number) for number in range(await length_of(ledger, "a"))]
        # as it is found by a program that starts after this one was killed: nothing was closed
        shutil.copytree(tmp_path, tmp_path / "killed")
        async with in_file(tmp_path / "killed" / "ledger") as found:
            assert [*await found.read("a")] == expected
        assert path.stat().st_mode & 0o077 == 0
        assert await ledger.append("a", len(expected), "last")
    assert caplog.text.count("was deleted while the server ran, and is back") == 1
    async with in_file(path) as ledger:
        assert [*await ledger.read("a")] == [*expected, "last"]


async def length_of(ledger: SqliteLedger, name: str) -> int:
    return len(await ledger.read(name))


@pytest.mark.parametrize("is_of_before", [False, True])
async def test_an_intact_file_is_never_taken_for_a_replaced_one(tmp_path, caplog, is_of_before):
    path = tmp_path / "ledger"
    async with in_file(path) as ledger:
        await ledger.create("a", "0", 1000)
    if is_of_before:
        with closing(sqlite3.connect(path)) as file:
            file.executescript("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM")
    async with in_file(path) as ledger:
        async with in_file(path) as other:
            await other.create("b", "0", FAR)
        with closing(sqlite3.connect(path)) as file:
            file.execute("SELECT * FROM logs").fetchall()
        # makes the file shorter
        await ledger.expire(2000)
        assert await ledger.append("b", 1, "1")
    assert caplog.text == ""


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
async def test_a_replaced_file_accepts_no_more_entries(tmp_path, caplog):
    path, copy = tmp_path / "ledger", tmp_path / "copy"
    async with in_file(copy) as ledger:
        await ledger.create("a", "copied", FAR)
    async with in_file(path) as ledger:
        await ledger.create("a", "0", FAR)
        copy.replace(path)
        for _ in range(2):
            with pytest.raises(NoRoom):
                await ledger.append("a", 1, "1")
            with pytest.raises(NoRoom):
                await ledger.create("b", "0", FAR)
        assert caplog.text.count("restart the server") == 1
    # the copy is as it was put there
    async with in_file(path) as ledger:
        assert [*await ledger.read("a")] == ["copied"]


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
async def test_a_deleted_folder_accepts_no_entries_until_it_is_back(tmp_path, caplog):
    path = tmp_path / "folder" / "ledger"
    path.parent.mkdir()
    async with in_file(path) as ledger:
        await ledger.create("a", "0", FAR)
        shutil.rmtree(path.parent)
        for _ in range(2):
            with pytest.raises(NoRoom):
                await ledger.append("a", 1, "1")
        assert caplog.text.count("cannot be put back") == 1
        path.parent.mkdir()
        assert await ledger.append("a", 1, "1")
    async with in_file(path) as ledger:
        assert [*await ledger.read("a")] == ["0", "1"]
