"""A web server of a test's own, and what its connections say."""

import asyncio
from contextlib import asynccontextmanager

from guests import ManualClock, token
from memory_ledger import MemoryLedger
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from game.catalogue.registry import GAMES
from game.server import web_server as gates
from game.server.parties import Parties
from game.server.web_server import WebServer
from game.wire.messages import (
    CLIENT_CODEC,
    VERSION,
    Hello,
    Welcome,
    message_text,
    read_answer,
)


@asynccontextmanager
async def serving(site=None, clock=None, **more):
    """Run a server; yield it and its port."""
    parties = Parties(MemoryLedger(), GAMES, clock or ManualClock(), pause_ms=0)
    gate = WebServer(parties, site, **more)
    port = await gate.open("127.0.0.1", 0)
    try:
        yield gate, port
    finally:
        await gate.close()


@asynccontextmanager
async def opened(site=None, clock=None, **more):
    async with serving(site, clock, **more) as (_gate, port):
        yield port


def line(port: int, **more):
    return connect(f"ws://127.0.0.1:{port}{gates.PATH}", compression=None, **more)


async def received(wire, kind):
    while True:
        message = read_answer(await wire.recv())
        if isinstance(message, kind):
            return message


async def end_of(wire) -> int | None:
    try:
        while True:
            await wire.recv()
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else None


async def join_party(port: int, party: str, n: int):
    """Return a connection on which a device joins a party."""
    wire = await line(port)
    await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, party, "", token(n), f"p{n}", -1, "")))
    return wire, await received(wire, Welcome)


async def get(port: int, path: str, *headers: str) -> tuple[int, dict[str, str], bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    rows = "".join(f"{row}\r\n" for row in headers)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{rows}\r\n".encode())
    whole = await reader.read()
    writer.close()
    await writer.wait_closed()
    head, _, body = whole.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    return int(first.split()[1]), dict(row.split(": ", 1) for row in rest), body
