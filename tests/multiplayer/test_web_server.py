"""The web server: connections are accepted, limited or closed, and others do not notice."""

import asyncio
import gzip
import socket
import struct
import threading
from contextlib import nullcontext, suppress

import pytest
from guests import ManualClock, token
from memory_ledger import MemoryLedger
from web_server_client import end_of, get, join_party, line, opened, received, serving
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from game.catalogue.registry import GAMES
from game.server import static_site
from game.server import web_server as gates
from game.server.limits import TokenBucket
from game.server.parties import Parties
from game.server.static_site import StaticSite
from game.server.web_server import WebServer
from game.wire.commands import Sit
from game.wire.messages import (
    CLIENT_CODEC,
    VERSION,
    Ack,
    Hello,
    Open,
    Opened,
    PartyUpdate,
    Ping,
    Pong,
    Request,
    Welcome,
    message_text,
)


async def is_free_again(gate, port: int) -> bool:
    """Wait until no file is being sent; return True if the server answers."""
    while gate._files:
        await asyncio.sleep(0.01)
    return (await get(port, "/nothing"))[0] == 404


async def is_alive(port: int) -> bool:
    async with line(port) as wire:
        await wire.send(message_text(CLIENT_CODEC, Ping(7)))
        return (await received(wire, Pong)).at == 7


async def test_a_device_opens_a_party_and_takes_a_seat():
    async with opened() as port, line(port) as wire:
        await wire.send(message_text(CLIENT_CODEC, Open(VERSION, "push", {})))
        party = (await received(wire, Opened)).party
        await wire.send(message_text(CLIENT_CODEC, Hello(VERSION, party, "", token(0), "p", -1, "")))
        welcome = await received(wire, Welcome)
        await wire.send(message_text(CLIENT_CODEC, Request("a", welcome.n, Sit(0, "Ada", "owl", token(0)))))
        assert (await received(wire, Ack)).id == "a"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("x" * 8193, 1009),
        ('{"is":"Ping","at":' + " " * 8100 + "1}", None),
        ("nonsense", 1008),
        (b"\x00\x01", 1008),
        ('{"is":"Hello","version":99}', 4002),
        (message_text(CLIENT_CODEC, Hello(VERSION, "nowhere", "", "", "p", -1, "")), 4004),
        (message_text(CLIENT_CODEC, Request("a", 0, Sit(0, "A", "owl", "x"))), 1008),
    ],
)
async def test_an_invalid_message_closes_the_connection_with_a_code(said, code):
    async with opened() as port:
        async with line(port) as wire:
            await wire.send(said)
            if code is None:
                assert await received(wire, Pong)
            else:
                assert await end_of(wire) == code
        assert await is_alive(port)


async def test_a_flood_closes_the_connection():
    async with opened() as port:
        async with line(port) as wire:
            for number in range(gates.FLOOD[0] + 1):
                await wire.send(message_text(CLIENT_CODEC, Ping(number)))
            assert await end_of(wire) == 1008
        assert await is_alive(port)


def test_the_rate_limit_allows_bursts_and_recovers():
    flow = TokenBucket(100, 20_000, 0)
    assert [flow.allows(0) for _ in range(101)] == [True] * 100 + [False]
    assert [flow.allows(199), flow.allows(200), flow.allows(201)] == [False, True, False]
    # a clock that is set back gives nothing
    assert not flow.allows(0)
    assert [flow.allows(10**6) for _ in range(101)] == [True] * 100 + [False]


@pytest.mark.parametrize(
    ("host", "origin", "is_let_in"),
    [
        ("127.0.0.1", None, True),
        ("127.0.0.1", "http://{host}", True),
        ("127.0.0.1", "https://games.example", True),
        ("127.0.0.1", "https://evil.example", False),
        ("127.0.0.1", "null", False),
        ("[::1]", None, True),
        ("evil.example", None, False),
        ("evil.example", "http://evil.example", False),
    ],
)
async def test_foreign_origins_and_host_names_are_refused(host, origin, is_let_in):
    async with opened(hosts=["127.0.0.1"], origins=["https://games.example"]) as port:
        full = f"{host}:{port}"
        wire = connect(
            f"ws://{full}{gates.PATH}",
            host="127.0.0.1",
            port=port,
            origin=origin and origin.format(host=full),
            compression=None,
        )
        if is_let_in:
            await (await wire).close()
            return
        with pytest.raises(InvalidStatus) as caught:
            await wire
        assert caught.value.response.status_code == 403


async def test_a_silent_connection_is_closed(monkeypatch):
    monkeypatch.setattr(gates, "HELLO_S", 0.1)
    async with opened() as port, line(port) as wire:
        assert await end_of(wire) == 1008


async def test_a_connection_without_a_complete_request_is_closed(monkeypatch):
    monkeypatch.setattr(gates, "HELLO_S", 0.05)
    async with opened() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost:")
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()
        assert await is_alive(port)


async def party_of(port: int) -> str:
    async with line(port) as wire:
        await wire.send(message_text(CLIENT_CODEC, Open(VERSION, "push", {})))
        return (await received(wire, Opened)).party


async def test_a_device_that_no_longer_answers_counts_as_away(monkeypatch):
    monkeypatch.setattr(gates, "ASK_S", 0.05)
    monkeypatch.setattr(gates, "SILENCE_S", 0.05)
    monkeypatch.setattr(gates, "CLOSE_S", 0.05)
    async with opened() as port:
        party = await party_of(port)
        gone, welcome = await join_party(port, party, 0)
        await gone.send(message_text(CLIENT_CODEC, Request("a", welcome.n, Sit(0, "Ada", "owl", token(0)))))
        assert (await received(gone, PartyUpdate)).entry.name == "Sit"
        # as on a broken network: nothing arrives, and no close frame either
        gone.transport.pause_reading()
        other, _ = await join_party(port, party, 1)
        while (step := await received(other, PartyUpdate)).entry.name != "Away":
            pass
        assert step.party_state.places[0].away
        await other.close()
        gone.transport.abort()


async def test_connections_of_spectators_leave_nothing_behind(monkeypatch):
    monkeypatch.setattr(gates, "LINES_PER_ADDRESS", 1000)
    parties = Parties(MemoryLedger(), GAMES, ManualClock(), pause_ms=0)
    gate = WebServer(parties, None)
    port = await gate.open("127.0.0.1", 0)
    party = await party_of(port)
    wires = [(await join_party(port, party, n))[0] for n in range(60)]
    replica = await parties.replica(party)
    assert len(replica.listeners) == sum(gate._lines.values()) == 60
    wire, welcome = await join_party(port, party, 200)
    await wire.send(message_text(CLIENT_CODEC, Request("a", welcome.n, Sit(0, "Ada", "owl", token(200)))))
    for one in wires:
        assert (await received(one, PartyUpdate)).entry.name == "Sit"
    for one in [wire, *wires]:
        one.transport.abort()
    while gate._lines:
        await asyncio.sleep(0.01)
    assert not replica.listeners
    await gate.close()


async def open_unread(port: int, party: str) -> socket.socket:
    """Open a connection to a party on which nothing is ever read."""
    loop = asyncio.get_running_loop()
    found = socket.socket()
    # with the smallest buffer of the system
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.setblocking(False)
    await loop.sock_connect(found, ("127.0.0.1", port))
    head = [f"GET {gates.PATH} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
    head += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", ""]
    await loop.sock_sendall(found, "\r\n".join(head).encode())
    said = message_text(CLIENT_CODEC, Hello(VERSION, party, "", "", "deaf", -1, "")).encode()
    # a text frame without a mask
    await loop.sock_sendall(found, struct.pack("!BBH4x", 0x81, 0x80 | 126, len(said)) + said)
    return found


@pytest.mark.parametrize(("count", "size", "is_cut"), [(200, 10, False), (3, 30_000, False), (120, 60_000, True)])
async def test_a_device_that_does_not_read_is_disconnected(count, size, is_cut):
    parties = Parties(MemoryLedger(), GAMES, ManualClock(), pause_ms=0)
    gate = WebServer(parties, None)
    port = await gate.open("127.0.0.1", 0)
    party = await party_of(port)
    wire = await open_unread(port, party)
    try:
        replica = await parties.replica(party)
        while not replica.listeners:
            await asyncio.sleep(0.01)
        (end,) = gate._channels
        for _ in range(count):
            end._send("x" * size)
        # its queue stays within its limit, whatever is sent to it
        assert end._connection.transport.get_write_buffer_size() <= gates.LONGEST_WAITING + size + 16
        assert end._connection.transport.is_closing() == is_cut
        assert await is_alive(port)
        assert bool(replica.listeners) != is_cut
    finally:
        wire.close()
        await gate.close()


async def test_the_connections_per_address_are_limited(monkeypatch):
    monkeypatch.setattr(gates, "LINES_PER_ADDRESS", 3)
    async with opened() as port:
        wires = [await line(port) for _ in range(3)]
        with pytest.raises(InvalidStatus) as caught:
            await line(port)
        assert caught.value.response.status_code == 503
        for wire in wires:
            await wire.close()
        await asyncio.sleep(0.05)
        assert await is_alive(port)


@pytest.mark.parametrize(("proxies", "lets_in"), [(["127.0.0.1"], True), ([], False)])
async def test_only_a_trusted_proxy_may_name_the_address_it_calls_for(monkeypatch, proxies, lets_in):
    monkeypatch.setattr(gates, "LINES_PER_ADDRESS", 1)
    async with opened(proxies=proxies) as port:
        # what a client says of itself comes before what the proxy says
        first = await line(port, additional_headers={"X-Forwarded-For": "203.0.113.9, 203.0.113.1"})
        others = {"203.0.113.2": lets_in, "203.0.113.9, 203.0.113.1": False}
        for for_whom, is_let_in in others.items():
            with nullcontext() if is_let_in else pytest.raises(InvalidStatus, match="503"):
                await (await line(port, additional_headers={"X-Forwarded-For": for_whom})).close()
        await first.close()


@pytest.mark.parametrize(
    ("address", "as_what"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2a02:8109::1:2:3:4", "2a02:8109::"),
        ("2a02:8109::9:9:9:9", "2a02:8109::"),
        ("2a02:8109:0:1::1", "2a02:8109:0:1::"),
        # in a home network each device counts by itself
        ("fe80::1:2", "fe80::1:2"),
        ("nonsense", "nonsense"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address, as_what):
    assert gates._counted(address) == as_what


async def test_a_server_that_stops_tells_clients_to_reconnect():
    async with opened() as port:
        wire = await line(port)
    assert await end_of(wire) == 1012


async def test_the_site_is_served_as_built(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<p>Grüße</p>", encoding="utf-8")
    (tmp_path / "site" / "_headers").write_text("/*\n  X-Content-Type-Options: nosniff\n", encoding="utf-8")
    (tmp_path / "site" / "kartenkiste-0a1b.apk").write_bytes(b"cards")
    (tmp_path / "secret.txt").write_text("no", encoding="utf-8")
    async with opened(StaticSite(tmp_path / "site"), hosts=["127.0.0.1"]) as port:
        status, headers, body = await get(port, "/")
        assert (status, body.decode()) == (200, "<p>Grüße</p>")
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-cache"
        status, _, body = await get(port, "/", f"If-None-Match: {headers['ETag']}")
        assert (status, body) == (304, b"")
        # a link to a party may follow the page's name
        status, packed_headers, body = await get(port, "/index.html?join=KLMNP", "Accept-Encoding: gzip, br")
        assert packed_headers["Content-Encoding"] == "gzip"
        assert packed_headers["Cache-Control"] == "no-cache"
        assert gzip.decompress(body).decode() == "<p>Grüße</p>"
        # its name changes with its content
        _, lasting_headers, body = await get(port, "/kartenkiste-0a1b.apk")
        assert ("immutable" in lasting_headers["Cache-Control"], body) == (True, b"cards")
        # two names at once, and an invalid one
        assert (await get(port, "/", "Host: evil.example"))[0] == 400
        assert (await get(port, "//[::1"))[0] == 400
        for path in ("/_headers", "/../secret.txt", "/%2e%2e/secret.txt", "/no", "/%00", "//etc/passwd"):
            assert (await get(port, path))[0] == 404, path


async def test_a_new_version_of_the_site_replaces_the_old_one_without_a_pause(tmp_path, monkeypatch):
    packing = threading.Event()

    def packed(content: bytes, *_given: object, **_named: object) -> bytes:
        assert packing.wait(60)
        return content[:1]

    (tmp_path / "index.html").write_text("old")
    (tmp_path / "kartenkiste-old.wasm").write_bytes(b"old")
    site = StaticSite(tmp_path)
    site.read_ahead()
    monkeypatch.setattr(static_site.gzip, "compress", packed)
    async with opened(site) as port:
        (tmp_path / "kartenkiste-old.wasm").unlink()
        (tmp_path / "kartenkiste-new.wasm").write_bytes(b"new")
        loading = asyncio.create_task(get(port, "/kartenkiste-new.wasm"))
        await asyncio.sleep(0.1)
        assert await is_alive(port), "while it is packed"
        packing.set()
        assert (await loading)[2] == b"new"
        assert {path.name for path in site._files} == {"index.html", "kartenkiste-new.wasm"}
        assert (await get(port, "/kartenkiste-old.wasm"))[0] == 404


async def test_unread_file_responses_are_limited_and_a_lost_client_is_no_error(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(gates, "FILES_PER_ADDRESS", 3)
    (tmp_path / "index.html").write_bytes(bytes(20_000_000))
    async with serving(StaticSite(tmp_path)) as (gate, port):
        wires = [await asyncio.open_connection("127.0.0.1", port, limit=1) for _ in range(3)]
        for _, writer in wires:
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while gate._files.total() < 3:
            await asyncio.sleep(0.01)
        assert (await get(port, "/"))[0] == 503
        assert await is_alive(port)
        for _, writer in wires:
            # as when a page is reloaded in the middle
            device = writer.get_extra_info("socket")
            device.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
        assert await is_free_again(gate, port)
    assert not caplog.records


@pytest.mark.parametrize("size", [20, 20_000_000])
async def test_a_client_that_ends_its_side_before_or_during_the_response_is_no_error(
    tmp_path, monkeypatch, caplog, size
):
    (tmp_path / "index.html").write_bytes(bytes(size))
    read, ended = WebServer._file, threading.Event()

    def reading(gate, request):
        ended.wait(5)
        return read(gate, request)

    if size < gates.PIECE:
        monkeypatch.setattr(WebServer, "_file", reading)
    async with serving(StaticSite(tmp_path)) as (gate, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        if size > gates.PIECE:
            await reader.readexactly(100)
        writer.write_eof()
        # the server notices meanwhile
        await asyncio.sleep(0.1)
        ended.set()
        await asyncio.wait_for(reader.read(), 60)
        writer.close()
        assert await is_free_again(gate, port)
    assert not caplog.records


async def test_a_head_request_gets_no_body(tmp_path):
    (tmp_path / "index.html").write_text("<p>", encoding="utf-8")
    async with opened(StaticSite(tmp_path)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HEAD / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        whole = await reader.read()
        writer.close()
        assert whole.startswith(b"HTTP/1.1 200 ")
        assert b"Content-Length: 3\r\n" in whole
        assert whole.endswith(b"\r\n\r\n")


async def test_a_slow_network_gets_a_whole_file(tmp_path, monkeypatch):
    monkeypatch.setattr(gates, "CLOSE_S", 0.02)
    whole = bytes(range(256)) * 1000
    (tmp_path / "index.html").write_bytes(whole)
    gate = WebServer(Parties(MemoryLedger(), GAMES, ManualClock()), StaticSite(tmp_path))
    port = await gate.open("127.0.0.1", 0)
    loop = asyncio.get_running_loop()
    with socket.socket() as device:
        # the buffers between the two ends are small
        gate._server.sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        device.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        device.setblocking(False)
        await loop.sock_connect(device, ("127.0.0.1", port))
        await loop.sock_sendall(device, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        got = b""
        while piece := await loop.sock_recv(device, 1 << 20):
            got += piece
            # longer than closing may take, whatever is left
            await asyncio.sleep(0.03 if len(got) > len(whole) * 0.9 else 0)
    assert got.partition(b"\r\n\r\n")[2] == whole
    await gate.close()
