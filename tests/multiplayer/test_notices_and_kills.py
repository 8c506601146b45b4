"""Notices reach every browser once, although servers are killed while they send them."""

import asyncio
import signal
import time
from functools import partial

import pytest
from fleet import Process, watch
from guests import ManualClock, mover, started
from push_service import Push, PushService
from redises import running

from game.catalogue.registry import GAMES
from game.engine.texts import LANGUAGES, Texts
from game.server.ledger import Ledger
from game.server.notices import PAUSE_MS, told_last
from game.server.notifier import Channels
from game.server.parties import Parties
from game.server.redis_ledger import RedisLedger
from game.server.sqlite_ledger import SqliteLedger
from game.server.web_push import WebPush, new_key
from game.wire.messages import SeatQuery, TellMe

#: number of tables, of times that all servers are killed, and of messages that they send before that
TABLES, KILLS, BETWEEN = 8, 2, 2
#: the longest wait for all notices, in seconds
LONG_S = 90.0


async def prepared(service: PushService, ledger: Ledger, key: str) -> dict[str, str]:
    """Write tables into a ledger where somebody has been away for long, and return the seat to tell of each."""
    clock = ManualClock()
    clock.ms = int(time.time() * 1000) - 10 * PAUSE_MS
    channels = Channels(
        {language: Texts(language) for language in LANGUAGES},
        WebPush(key, "mailto:host@example.org", [service.origin]),
        near=[service.origin],
    )
    parties, seats = Parties(ledger, GAMES, clock, pause_ms=0, channels=channels), {}
    for number in range(TABLES):
        guests = await started(parties, "nein_danke", 3)
        who, name = mover(guests), [*parties.replicas][-1]
        browser = service.browser(f"browser-{number}")
        await who.say(TellMe((SeatQuery(name, who.token),), **browser.subscription, on=True))
        seats[name] = parties.replicas[name].party.chairs[who.seat].token
        for guest in guests:
            await guest.visitor.gone()
    await parties.close()
    return seats


@pytest.mark.long
async def test_every_notice_is_shown_once_although_servers_die_while_they_send_it(tmp_path):
    key, path = new_key(), tmp_path / "tables.sqlite"
    (tmp_path / "key.pem").write_text(key, encoding="ascii")
    async with PushService() as service:
        ledger = await SqliteLedger.open(path)
        seats = await prepared(service, ledger, key)
        options = ["--near-service", service.origin, "--push-key", str(tmp_path / "key.pem")]
        servers = [await asyncio.to_thread(Process, str(path), options) for _ in range(2)]
        restarts: list[asyncio.Task[None]] = []
        heard = 0

        def kill(_push: Push) -> None:
            nonlocal heard
            # what comes in while they die and start belongs to the servers before
            heard += all(task.done() for task in restarts)
            # before the answer: no server knows what has arrived
            if heard == BETWEEN and len(restarts) < KILLS:
                heard = 0
                for server in servers:
                    server.signal(signal.SIGKILL)
                restarts.append(asyncio.create_task(restart()))

        async def restart() -> None:
            await asyncio.gather(*(asyncio.to_thread(server.wait, 10) for server in servers))
            # side by side: one that is up alone could send everything before a slow other one is
            await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))

        service.heard = kill
        watching = [asyncio.create_task(watch(server.port, name)) for server in servers for name in seats]
        try:
            end = time.monotonic() + LONG_S
            while time.monotonic() < end and not await settled(ledger, seats):
                await asyncio.sleep(0.2)
            assert await settled(ledger, seats)
            count = len(service.pushes)
            # two more looks of every server
            await asyncio.sleep(11)
            assert len(service.pushes) == count, "nothing is told again"
        finally:
            await asyncio.gather(*restarts)
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            for server in servers:
                server.kill()
            await ledger.close()
    assert len(restarts) == KILLS
    for number in range(TABLES):
        told = service.told(f"browser-{number}")
        assert 1 <= len(told) <= 1 + KILLS
        assert len({(push.headers["topic"], str(push.data)) for push in told}) == 1, "each takes the place of the last"
    assert count <= TABLES * (1 + KILLS)


@pytest.mark.long
async def test_of_two_servers_at_one_redis_the_other_sends_what_a_killed_one_had_begun(tmp_path):
    key, killed = new_key(), set()
    (tmp_path / "key.pem").write_text(key, encoding="ascii")
    with running(is_kept=True) as redis:
        async with PushService() as service:
            ledger = await RedisLedger.open(redis.address)
            seats = await prepared(service, ledger, key)
            options = ["--near-service", service.origin, "--push-key", str(tmp_path / "key.pem")]
            # a push tells by the address for services which server has sent it
            names = [f"mailto:server-{number}@example.org" for number in range(2)]
            starting = (asyncio.to_thread(Process, redis.address, [*options, "--contact", name]) for name in names)
            servers = dict(zip(names, await asyncio.gather(*starting), strict=True))

            def kill(push: Push) -> None:
                # the first sender dies with its second message, of which it learns no answer; the other takes over
                if not killed and len(service.pushes) > 1:
                    servers[push.contact].signal(signal.SIGKILL)
                    killed.add(push.contact)

            service.heard = kill
            watching = [asyncio.create_task(watch(one.port, name)) for one in servers.values() for name in seats]
            try:
                async with asyncio.timeout(LONG_S):
                    while not await settled(ledger, seats):
                        await asyncio.sleep(0.2)
            finally:
                for task in watching:
                    task.cancel()
                await asyncio.gather(*watching, return_exceptions=True)
                for name, server in servers.items():
                    await asyncio.to_thread(partial(server.wait, 10) if name in killed else server.kill)
                await ledger.close()
    assert len(killed) == 1, "one was killed while it was sending"
    assert len(service.pushes) > TABLES, "what it had begun was sent again"
    for number in range(TABLES):
        told = service.told(f"browser-{number}")
        assert told, "none is lost"
        assert all(push.contact in killed for push in told[:-1]), "only what a dead server had begun is sent again"
        assert len({(push.headers["topic"], str(push.data)) for push in told}) == 1, "each takes the place of the last"


async def settled(ledger: Ledger, seats: dict[str, str]) -> bool:
    """Return True if every seat was told and no channel is left."""
    found = [told_last(await ledger.attachments(name), token) for name, token in seats.items()]
    return all(told.about and not told.channels for told in found)
