"""Standing orders are carried out once each, although servers are killed while they do it."""

import asyncio
import signal
import time
from contextlib import contextmanager

import pytest
from fleet import Process, watch
from guests import ManualClock, started
from ledgers import in_file, in_redis
from redises import running

from game.catalogue.registry import GAMES
from game.games.nein_danke import orders
from game.games.nein_danke.rules import PAY, TAKE
from game.server.broadcast import Broadcast
from game.server.ledger import Ledger
from game.server.log_entries import OrderCarriedOut, read_entry
from game.server.parties import Parties
from game.wire.commands import GiveOrder
from game.wire.messages import Ack

#: with so many chips beside it everybody takes the card; and after so many moves all servers are killed
CHIPS, BETWEEN = 6, 2
#: the longest wait for the end, in seconds
LONG_S = 90.0


@contextmanager
def place(kind, folder):
    """Yield the address of a ledger, and what opens it."""
    if kind == "sqlite":
        yield str(folder / "tables"), lambda: in_file(folder / "tables")
    else:
        with running(is_kept=True) as redis:
            yield redis.address, lambda: in_redis(redis)


async def ordered(ledger: Ledger) -> tuple[str, int]:
    """Return a party whose people have given orders and gone, and the number of its log's entries."""
    clock = ManualClock()
    clock.ms = int(time.time() * 1000)
    # this server does nothing by itself
    parties = Parties(ledger, GAMES, clock, pause_ms=10**9)
    guests = await started(parties, "nein_danke", 3)
    for guest in guests:
        view = GAMES["nein_danke"].view_codec().read(guest.turn.view)
        choice = next(one for one in orders.choices(view) if one.order.kind == orders.TAKE_AT)
        assert isinstance(await guest.do(GiveOrder(choice.order._replace(number=CHIPS))), Ack)
    name = next(iter(parties.replicas))
    for guest in guests:
        await guest.visitor.gone()
    await parties.close()
    return name, len(await ledger.read(name))


async def moves(ledger: Ledger, name: str, start: int) -> list[list[int]]:
    """Return the actions that were made by orders, in the order of the log, from an entry on."""
    lines = [read_entry(text) for text in (await ledger.read(name))[start:]]
    return [line.command.action for line in lines if isinstance(line.command, OrderCarriedOut)]


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "redis"])
async def test_every_order_is_carried_out_once_although_all_servers_are_killed(kind, tmp_path):
    with place(kind, tmp_path) as (address, open_ledger):
        async with open_ledger() as ledger:
            name, start = await ordered(ledger)
            servers = [await asyncio.to_thread(Process, address) for _ in range(2)]
            watching = [asyncio.create_task(watch(one.port, name)) for one in servers]
            try:
                async with asyncio.timeout(LONG_S):
                    for count in (BETWEEN, 2 * BETWEEN, CHIPS + 1):
                        while len(await moves(ledger, name, start)) < count:
                            await asyncio.sleep(0.05)
                        for server in servers:
                            server.signal(signal.SIGKILL)
                        for server in servers:
                            await asyncio.to_thread(server.wait, 10)
                            await asyncio.to_thread(server.start)
            finally:
                for task in watching:
                    task.cancel()
                await asyncio.gather(*watching, return_exceptions=True)
                for server in servers:
                    server.kill()
            game = GAMES["nein_danke"]
            assert await moves(ledger, name, start) == [game.encode(PAY)] * CHIPS + [game.encode(TAKE)]
            lines = await ledger.read(name)
            broadcast = Broadcast(GAMES, name, lines[:1])
            for text in lines[1:]:
                # a move that may not be made there would be damage
                broadcast.append(read_entry(text))
            assert broadcast.party.orders == {}, "they ended with their card"
