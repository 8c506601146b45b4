"""Three servers with one Redis: no player loses anything when any of them, or Redis, fails.

``tests/fleet.py`` plays and checks. The time it took is printed, as that depends on the machine too.
"""

import asyncio
import os
import signal

import pytest
from fleet import Fleet, may_have_many_lines
from redises import running

from game.server.redis_ledger import RedisLedger
from game.wire.messages import Close

#: tables of two people and two bots; KARTENKISTE_TABLES=200 tries as many as a machine of two cores carries
TABLES = int(os.environ.get("KARTENKISTE_TABLES", "8"))
#: the longest wait, in seconds
LONG_S = 90.0
#: how long a server is paused, in seconds: longer than a lease
PAUSE_S = float(os.environ.get("KARTENKISTE_PAUSE_S", "4"))


async def all_there(fleet: Fleet) -> None:
    """Play until everybody is there."""
    await fleet.until(lambda: all(one.remote.is_connected for one in fleet.people), LONG_S, "somebody is not back")


async def wait_for_everybody(fleet: Fleet, what: str) -> str:
    """Play until everybody is there, and return in words how long that took."""
    await all_there(fleet)
    waits = fleet.waits()
    late = waits[min(len(waits) - 1, int(len(waits) * 0.99))]
    return f"{what}: {len(waits)} came back, p50 {waits[len(waits) // 2]:.2f} s, p99 {late:.2f} s"


@pytest.mark.long
def test_failures_of_servers_and_redis_lose_nothing(capsys):
    may_have_many_lines()

    async def story(redis):
        fleet = Fleet(redis.address, 3)
        told = []
        try:
            await fleet.open(TABLES, 2, 2)
            await fleet.live(2)
            for server in fleet.servers:
                server.kill()
                await fleet.live(2)
                await fleet.meanwhile(server.start)
            told.append(await wait_for_everybody(fleet, "kill -9"))
            for server in fleet.servers:
                server.leave()
                assert await fleet.meanwhile(lambda server=server: server.wait(LONG_S)) == 0
                await fleet.meanwhile(server.start)
            told.append(await wait_for_everybody(fleet, "SIGTERM"))
            assert any(Close.RESTART in one.codes for one in fleet.people)

            fleet.servers[0].signal(signal.SIGSTOP)
            await fleet.live(PAUSE_S)
            fleet.servers[0].signal(signal.SIGCONT)
            await fleet.live(1)
            # all its connections are cut, and come back
            redis.tell("CLIENT", "KILL", "TYPE", "normal")
            redis.tell("CLIENT", "KILL", "TYPE", "pubsub")
            await fleet.live(1)
            # it does not answer, and then it is gone altogether
            redis.signal(signal.SIGSTOP)
            await fleet.until(lambda: any(Close.FROZEN in one.codes for one in fleet.people), LONG_S, "nobody is told")
            redis.signal(signal.SIGCONT)
            await fleet.live(1)
            redis.kill()
            await fleet.live(1)
            await fleet.meanwhile(redis.start)
            await all_there(fleet)
            before = [one.remote.n for one in fleet.people]
            await fleet.live(3)
            assert sum(one.remote.n > n for one, n in zip(fleet.people, before, strict=True)) > len(before) // 2
            await fleet.rest()
            ledger = await RedisLedger.open(redis.address)
            told.append(str(await fleet.checked(ledger)))
            await ledger.close()
        finally:
            fleet.end()
        with capsys.disabled():
            print("\n" + "\n".join(told))

    with running(is_kept=True) as redis:
        asyncio.run(story(redis))
