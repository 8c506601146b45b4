"""Durability of Redis: one that may lose acknowledged moves is refused, unless an option accepts that."""

import asyncio
import logging

import pytest
from guests import run_async
from host_program import running as serving
from redis.asyncio.cluster import RedisCluster
from redises import running
from web_server_client import get

from game.server.redis_ledger import SETTINGS, Durability, DurabilityRisk, RedisLedger, combined, durability_of
from game.server.web_server import FIGURES
from game.tools import hosting

#: the settings of a durable Redis
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


def test_a_redis_with_default_settings_is_refused_with_the_settings_to_change():
    async def story(redis):
        assert await refused(redis.address) == (
            f"{redis.address} may lose moves that players have seen: set appendonly yes (it is no) and set "
            "appendfsync always (it is everysec), or start anyway with --may-lose-moves."
        )
        # as the message says, one after the other
        redis.tell("CONFIG", "SET", "appendonly", "yes")
        assert "players have seen: set appendfsync always (it is everysec), or" in await refused(redis.address)
        redis.tell("CONFIG", "SET", "appendfsync", "always")
        async with serving(given(redis.address)) as said:
            assert "listening" in said[0]
            rows = await figures_of(said)
            assert 'kartenkiste_ledger_may_lose{setting="appendonly"} 0' in rows
            assert 'kartenkiste_ledger_may_lose{setting="appendfsync"} 0' in rows

    with running(more=()) as redis:
        run_async(lambda: story(redis))


def test_an_accepted_risk_is_reported_in_metrics_and_log(caplog):
    async def story(redis):
        async with serving(given(redis.address, "--may-lose-moves")) as said:
            rows = await figures_of(said)
            assert 'kartenkiste_ledger_may_lose{setting="appendonly"} 1' in rows
            assert 'kartenkiste_ledger_may_lose{setting="maxmemory-policy"} 0' in rows
            assert 'kartenkiste_ledger_untold{setting="appendfsync"} 0' in rows

    with running(more=()) as redis, caplog.at_level(logging.WARNING):
        run_async(lambda: story(redis))
        (row,) = [one.getMessage() for one in caplog.records if "redis_ledger" in one.name]
        assert row == (
            f"{redis.address} may lose moves that players have seen. To prevent it: set appendonly yes (it is no) "
            "and set appendfsync always (it is everysec)."
        )


def test_a_redis_that_evicts_keys_is_refused():
    async def story(redis):
        assert "set maxmemory-policy noeviction (it is volatile-lru)" in await refused(redis.address)

    more = ("--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru")
    with running(is_kept=True, more=more) as redis:
        run_async(lambda: story(redis))


def test_a_replica_is_refused_and_its_master_named():
    async def story(master, redis):
        text = await refused(redis.address)
        assert f"name its master 127.0.0.1:{master.port} (it is a replica)" in text
        # a replica that takes over may lack what its master had not sent yet
        ledger = await RedisLedger.open(master.address)
        try:
            assert ledger.durability.losses == ()
            assert ledger.durability.replicas == 1
        finally:
            await ledger.close()

    with running(is_kept=True) as master:
        more = ("--replicaof", "127.0.0.1", str(master.port), "--repl-diskless-sync-delay", "0")
        with running(is_kept=True, more=more) as redis:
            run_async(lambda: story(master, redis))


def test_a_disabled_config_command_is_reported_as_unknown_settings(caplog):
    async def story(redis):
        async with serving(given(redis.address)) as said:
            rows = await figures_of(said)
            assert 'kartenkiste_ledger_untold{setting="appendfsync"} 1' in rows
            assert 'kartenkiste_ledger_untold{setting="appendonly"} 0' in rows
            assert 'kartenkiste_ledger_may_lose{setting="appendonly"} 0' in rows

    with running(is_kept=True, more=("--rename-command", "CONFIG", "")) as redis, caplog.at_level(logging.WARNING):
        run_async(lambda: story(redis))
        assert [one.getMessage() for one in caplog.records if "redis_ledger" in one.name] == [
            f"{redis.address} doesn't report its appendfsync, no-appendfsync-on-rewrite: moves may be lost."
        ]


@pytest.mark.parametrize("is_cluster", [False, True])
def test_a_restricted_user_is_served_and_unknown_settings_are_reported(caplog, is_cluster):
    """A managed Redis often allows neither CONFIG nor INFO."""

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
        run_async(lambda: story(redis))
    rows = [one.getMessage() for one in caplog.records if "redis_ledger" in one.name]
    assert rows == [f"{redis.address} doesn't report its {', '.join(SETTINGS)}: moves may be lost."], "no password"


def test_a_redis_that_loses_durability_later_is_noticed(caplog):
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


def test_the_nodes_of_a_cluster_are_checked_too():
    async def story(redis):
        assert "set appendonly yes (it is no)" in await refused(redis.address)

    with running(is_cluster=True) as redis:
        run_async(lambda: story(redis))


def test_each_setting_with_a_risk_is_found_and_no_other():
    assert durability_of(SAFE) == Durability((), (), 0)
    for field, value, setting in (
        ("aof_enabled", 0, "appendonly"),
        ("appendfsync", "no", "appendfsync"),
        ("no-appendfsync-on-rewrite", "yes", "no-appendfsync-on-rewrite"),
        ("maxmemory_policy", "allkeys-lru", "maxmemory-policy"),
        ("role", "slave", "replica"),
    ):
        assert [loss.setting for loss in durability_of(SAFE | {field: value}).losses] == [setting]
    # without a memory limit the eviction rule is never used
    assert durability_of(SAFE | {"maxmemory": 0, "maxmemory_policy": "allkeys-lru"}).losses == ()
    assert durability_of({}).unknown == (
        "appendonly",
        "appendfsync",
        "no-appendfsync-on-rewrite",
        "maxmemory-policy",
        "replica",
    )
    assert durability_of(SAFE | {"connected_slaves": 2}).replicas == 2


def test_the_risks_of_a_cluster_are_those_of_all_its_nodes():
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
    assert both.remedies == "set appendonly yes (it is no) and set appendfsync always (it is no)"
