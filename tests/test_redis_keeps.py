"""What a Redis keeps: one that may lose moves that were answered serves nobody, unless it is said that it may."""

import asyncio
import logging

import pytest
from guests import told
from redis.asyncio.cluster import RedisCluster
from redises import running
from test_hosting import running as serving
from test_web_server import get

from game.server.redis_ledger import SETTINGS, Durability, DurabilityRisk, RedisLedger, combined, durability_of
from game.server.web_server import FIGURES
from game.tools import hosting

#: a Redis that keeps all
SAFE = {
    "role": "master",
    "aof_enabled": 1,
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "maxmemory": 10,
    "maxmemory_policy": "noeviction",
    "connected_slaves": 0,
}


def given(address: str, *more: str):
    return hosting.parser().parse_args(
        ["--address", "127.0.0.1", "--port", "0", "--name", "127.0.0.1", "--ledger", address, *more]
    )


async def refused(address: str) -> str:
    with pytest.raises(hosting.CannotHost) as caught:
        async with serving(given(address)):
            pass
    return str(caught.value)


async def figures_of(said: list[str]) -> list[str]:
    port = int(said[0].partition("port ")[2].partition(",")[0])
    return (await get(port, FIGURES))[2].decode().split("\n")


def test_a_redis_as_it_starts_by_itself_is_refused_with_what_to_set():
    async def story(redis):
        assert await refused(redis.address) == (
            f"{redis.address} may lose moves that players have seen: set appendonly yes (it is no) and set "
            "appendfsync always (it is everysec), or start anyway with --may-lose-moves."
        )
        # as the sentence says, one after the other
        redis.tell("CONFIG", "SET", "appendonly", "yes")
        assert "players have seen: set appendfsync always (it is everysec), or" in await refused(redis.address)
        redis.tell("CONFIG", "SET", "appendfsync", "always")
        async with serving(given(redis.address)) as said:
            assert "listening" in said[0]
            rows = await figures_of(said)
            assert 'kartenkiste_ledger_may_lose{setting="appendonly"} 0' in rows
            assert 'kartenkiste_ledger_may_lose{setting="appendfsync"} 0' in rows

    with running(more=()) as redis:
        told(lambda: story(redis))


def test_whoever_goes_on_all_the_same_is_reminded(caplog):
    async def story(redis):
        async with serving(given(redis.address, "--may-lose-moves")) as said:
            rows = await figures_of(said)
            assert 'kartenkiste_ledger_may_lose{setting="appendonly"} 1' in rows
            assert 'kartenkiste_ledger_may_lose{setting="maxmemory-policy"} 0' in rows
            assert 'kartenkiste_ledger_untold{setting="appendfsync"} 0' in rows

    with running(more=()) as redis, caplog.at_level(logging.WARNING):
        told(lambda: story(redis))
        (row,) = [one.getMessage() for one in caplog.records if "redis_ledger" in one.name]
        assert row == (
            f"{redis.address} may lose moves that players have seen. To prevent it: set appendonly yes (it is no) "
            "and set appendfsync always (it is everysec)."
        )


def test_one_that_throws_out_what_was_not_read_for_long_is_refused():
    async def story(redis):
        assert "set maxmemory-policy noeviction (it is volatile-lru)" in await refused(redis.address)

    more = ("--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru")
    with running(is_kept=True, more=more) as redis:
        told(lambda: story(redis))


def test_a_replica_is_refused_and_its_master_named():
    async def story(master, redis):
        words = await refused(redis.address)
        assert f"name its master 127.0.0.1:{master.port} (it is a replica)" in words
        # whoever takes over from a master may lack what it had not been told yet
        ledger = await RedisLedger.open(master.address)
        try:
            assert ledger.durability.losses == ()
            assert ledger.durability.replicas == 1
        finally:
            await ledger.close()

    with running(is_kept=True) as master:
        more = ("--replicaof", "127.0.0.1", str(master.port), "--repl-diskless-sync-delay", "0")
        with running(is_kept=True, more=more) as redis:
            told(lambda: story(master, redis))


def test_what_a_redis_of_others_does_not_tell_is_said(caplog):
    async def story(redis):
        async with serving(given(redis.address)) as said:
            rows = await figures_of(said)
            assert 'kartenkiste_ledger_untold{setting="appendfsync"} 1' in rows
            assert 'kartenkiste_ledger_untold{setting="appendonly"} 0' in rows
            assert 'kartenkiste_ledger_may_lose{setting="appendonly"} 0' in rows

    with running(is_kept=True, more=("--rename-command", "CONFIG", "")) as redis, caplog.at_level(logging.WARNING):
        told(lambda: story(redis))
        assert [one.getMessage() for one in caplog.records if "redis_ledger" in one.name] == [
            f"{redis.address} doesn't report its appendfsync, no-appendfsync-on-rewrite: moves may be lost."
        ]


@pytest.mark.parametrize("is_cluster", [False, True])
def test_who_is_trusted_little_is_served_and_told_what_is_not_known(caplog, is_cluster):
    """As a Redis that somebody else runs gives it: neither CONFIG nor INFO may be asked."""

    async def story(redis):
        redis.tell("ACL", "SETUSER", "app", "on", ">secret", "~*", "&*", "+@all", "-@dangerous")
        address = redis.address.replace("//", "//app:secret@")
        async with serving(given(address)) as said:
            rows = await figures_of(said)
            for setting in SETTINGS:
                assert f'kartenkiste_ledger_untold{{setting="{setting}"}} 1' in rows
                assert f'kartenkiste_ledger_may_lose{{setting="{setting}"}} 0' in rows
        ledger = await RedisLedger.open(address)
        try:
            assert isinstance(ledger._redis, RedisCluster) == is_cluster
            assert await ledger.create("log", "first", 2**42)
            assert await ledger.append("log", 1, "second")
            assert await ledger.read("log") == ["first", "second"]
        finally:
            await ledger.close()

    with running(is_kept=True, is_cluster=is_cluster) as redis, caplog.at_level(logging.WARNING):
        told(lambda: story(redis))
    rows = [one.getMessage() for one in caplog.records if "redis_ledger" in one.name]
    assert rows == [f"{redis.address} doesn't report its {', '.join(SETTINGS)}: moves may be lost."], "no password"


def test_one_that_forgets_from_some_time_on_is_noticed(caplog):
    async def story(redis):
        ledger = await RedisLedger.open(redis.address)
        try:
            await ledger.expire(0)
            assert not caplog.records
            redis.tell("CONFIG", "SET", "appendonly", "no")
            await ledger.expire(0)
            await ledger.expire(0)
            assert [loss.setting for loss in ledger.durability.losses] == ["appendonly"]
            assert len(caplog.records) == 1, "once"
        finally:
            await ledger.close()

    with running(is_kept=True) as redis, caplog.at_level(logging.WARNING):
        asyncio.run(story(redis))


def test_a_cluster_is_asked_as_well():
    async def story(redis):
        assert "set appendonly yes (it is no)" in await refused(redis.address)

    with running(is_cluster=True) as redis:
        told(lambda: story(redis))


def test_each_setting_that_loses_is_found_and_no_other():
    assert durability_of(SAFE) == Durability((), (), 0)
    for field, value, setting in (
        ("aof_enabled", 0, "appendonly"),
        ("appendfsync", "no", "appendfsync"),
        ("no-appendfsync-on-rewrite", "yes", "no-appendfsync-on-rewrite"),
        ("maxmemory_policy", "allkeys-lru", "maxmemory-policy"),
        ("role", "slave", "replica"),
    ):
        assert [loss.setting for loss in durability_of(SAFE | {field: value}).losses] == [setting]
    # without a bound the rule is never used
    assert durability_of(SAFE | {"maxmemory": 0, "maxmemory_policy": "allkeys-lru"}).losses == ()
    assert durability_of({}).unknown == (
        "appendonly",
        "appendfsync",
        "no-appendfsync-on-rewrite",
        "maxmemory-policy",
        "replica",
    )
    assert durability_of(SAFE | {"connected_slaves": 2}).replicas == 2


def test_a_cluster_loses_whatever_one_of_it_may_lose():
    one, other = (
        durability_of(SAFE | {"aof_enabled": 0}),
        durability_of(SAFE | {"appendfsync": "no", "connected_slaves": 1}),
    )
    both = combined([other, one])
    assert both == Durability(
        (
            DurabilityRisk("appendonly", "set appendonly yes (it is no)"),
            DurabilityRisk("appendfsync", "set appendfsync always (it is no)"),
        ),
        (),
        1,
    )
    assert both.words == "set appendonly yes (it is no) and set appendfsync always (it is no)"
