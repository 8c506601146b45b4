"""HTTP and WebSocket server on one port: the site's files, and connections to parties.

All input is untrusted. A client that sends too much, too often or nonsense, does not read, or comes from another site
loses its connection with a code for the reason; parties and other clients are unaffected.
"""

import asyncio
import http
import ipaddress
import logging
from asyncio import BaseTransport
from collections import Counter, deque
from collections.abc import Awaitable, Collection
from contextlib import suppress
from hashlib import sha256
from itertools import accumulate
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from game.server import feed
from game.server.chairs import CommandRefused
from game.server.client_connection import HELLO_S, ClientConnection
from game.server.ledger import LedgerError
from game.server.limits import TokenBucket
from game.server.memory import YoungCollector
from game.server.metrics import Metric, Metrics, metrics_text
from game.server.parties import Parties
from game.server.static_site import StaticSite
from game.wire.join_link import PATH
from game.wire.messages import LONGEST, Close

#: unsent bytes after which a slow reader's connection is cut
LONGEST_WAITING = 128 * 1024
#: most messages in a span of milliseconds: in real time a player may act every tenth of a second
FLOOD = (300, 20_000)
#: most connections per address, and in all
LINES_PER_ADDRESS, LINES = 60, 4_000
#: interval of keepalive pings, and the time for an answer, in seconds
ASK_S, SILENCE_S = 20.0, 20.0
#: time for a file over a slow network, in seconds, and bytes buffered at once
FILE_S, PIECE = 180.0, 64 * 1024
#: most files in transfer per address, and in all
FILES_PER_ADDRESS, FILES = 60, 1_000
#: interval of round trip measurements in real time, in seconds, and the number of answers of which the second longest
#: counts
MEASURE_S, MEASURED = 1.0, 8
#: paths for the operator: liveness, readiness and metrics
LIVES, READY, FIGURES = "/healthz", "/readyz", "/metrics"
#: shares of the shutdown time: before clients are sent away, so that a proxy notices; while they are; while they
#: reconnect elsewhere; and while the missing are reported as away
SHARES = (0.2, 0.5, 0.2, 0.1)
#: time for closing one connection, and all at the shutdown, in seconds
CLOSE_S, END_S = 1.0, 2.0

#: the websockets library logs messages, which contain secret tokens: warnings only
LOG = logging.getLogger(__name__)
LOG.setLevel(logging.WARNING)


#: stands for the request of every open connection
_FORGOTTEN = Request(PATH, Headers())


class _HttpConnection(ServerConnection):
    """A TCP connection; aborted if no request comes in time."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Limit the read buffer and start the timeout."""
        super().connection_made(transport)
        # the default buffer is a quarter of a megabyte
        vars(transport)["max_size"] = 2 * LONGEST
        self._waiting = self.loop.call_later(HELLO_S, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout, which would keep the object alive."""
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _late(self) -> None:
        if self.request is None:
            self.transport.abort()


class WebServer:
    """The server.

    ``hosts`` are its names besides its addresses; ``origins`` the other sites whose pages may connect; ``proxies`` the
    addresses whose X-Forwarded-For is trusted. ``figures`` adds metrics.
    """

    def __init__(
        self,
        parties: Parties,
        site: StaticSite | None,
        hosts: Collection[str] = (),
        origins: Collection[str] = (),
        proxies: Collection[str] = (),
        figures: Metrics = tuple,
    ) -> None:
        self._parties = parties
        self._site = site
        self._hosts = frozenset(hosts)
        self._origins = frozenset(origins)
        self._proxies = frozenset(proxies)
        self._lines: Counter[str] = Counter()
        #: files in transfer
        self._files: Counter[str] = Counter()
        self._server: Server | None = None
        self._tidy: asyncio.Task[None] | None = None
        self._ping_task: asyncio.Task[None] | None = None
        self._figures = figures
        self._channels: set[_Channel] = set()
        self._collector = YoungCollector()
        self._accepted = 0
        self._is_draining = False
        #: set when departing clients may be reported as away: by then they have connected elsewhere
        self._drained = asyncio.Event()

    async def open(self, address: str, port: int) -> int:
        """Listen, and return the port."""
        self._server = await serve(
            self._serve,
            address,
            port,
            process_request=self._process_request,
            create_connection=_HttpConnection,
            max_size=LONGEST,
            max_queue=16,
            # never reached: slow readers are cut before
            write_limit=2 * LONGEST_WAITING,
            compression=None,
            open_timeout=FILE_S,
            # one task pings all connections: a task each would be a tenth of an idle connection's cost
            ping_interval=None,
            close_timeout=CLOSE_S,
            server_header=None,
            logger=LOG,
        )
        self._tidy = asyncio.create_task(self._parties.keep_tidy())
        self._ping_task = asyncio.create_task(self._ping_all())
        return int(next(iter(self._server.sockets)).getsockname()[1])

    async def leave(self, seconds: float) -> None:
        """Refuse new connections, and send all clients to another server, spread over ``seconds``."""
        self._is_draining = True
        loop = asyncio.get_running_loop()
        noticed, redirected, reconnected, reported = (loop.time() + seconds * share for share in accumulate(SHARES))

        async def until(moment: float) -> None:
            # slow steps do not add to the total
            await asyncio.sleep(max(0.0, moment - loop.time()))

        await until(noticed)
        channels = [*self._channels]
        for number, channel in enumerate(channels):
            channel.send_away()
            await until(noticed + (redirected - noticed) * number / len(channels))
        await until(reconnected)
        self._drained.set()
        await until(reported)

    async def close(self) -> None:
        """Close all connections with the code for a restart, and end."""
        self._drained.set()
        for task in (self._tidy, self._ping_task):
            if task is not None:
                task.cancel()
        if self._server is not None:
            self._server.close(code=Close.RESTART)
            with suppress(TimeoutError):
                # transfers and silent clients are not waited for
                async with asyncio.timeout(END_S):
                    await self._server.wait_closed()
        # leases that are not released expire
        with suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                await self._parties.close()

    async def _ping_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(1.0, ASK_S / 2))
            self._ping_due(loop.time())

    def _ping_due(self, now: float) -> None:
        # in a function of its own, so that no local keeps the last connection alive
        for channel in [*self._channels]:
            channel.ping_if_due(now)

    # ---- before a connection --------------------------------------------------------------------

    def _process_request(
        self, connection: ServerConnection, request: Request
    ) -> Response | Awaitable[Response | None] | None:
        try:
            host = request.headers.get("Host", "")
            origin = request.headers.get("Origin")
            name, path = urlsplit(f"//{host}").hostname or "", urlsplit(request.path).path
            netloc = urlsplit(origin).netloc if origin is not None else host
        except (LookupError, ValueError):
            # malformed or repeated headers
            return _refusal(http.HTTPStatus.BAD_REQUEST)
        # a foreign host name pointing here would make its pages same-origin (DNS rebinding)
        if self._hosts and name not in self._hosts and not _is_address(name):
            return _refusal(http.HTTPStatus.FORBIDDEN)
        if path != PATH:
            if path in (LIVES, READY, FIGURES) and self._is_ours(connection, request):
                return self._health(path)
            if path.startswith(feed.PATH):
                return self._send_feed(connection, request, path.removeprefix(feed.PATH))
            return self._send_file(connection, request)
        if netloc != host and origin not in self._origins:
            return _refusal(http.HTTPStatus.FORBIDDEN)
        address = self._address(connection, request)
        if self._is_draining or self._lines[address] >= LINES_PER_ADDRESS or self._lines.total() >= LINES:
            return _refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)
        return None

    def _address(self, connection: ServerConnection, request: Request | None) -> str:
        """Return the client's address for the limits, from a trusted proxy's last entry if there is one."""
        address = _caller(connection)
        if address in self._proxies and request is not None:
            forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
            return _counted(forwarded.rpartition(",")[2].strip()[:64] or address)
        return _counted(address)

    def _is_ours(self, connection: ServerConnection, request: Request) -> bool:
        """Return True for a request of this machine or network that comes through no proxy."""
        address = _caller(connection)
        return bool(address) and "X-Forwarded-For" not in request.headers and ipaddress.ip_address(address).is_private

    def _health(self, path: str) -> Response:
        if path == FIGURES:
            body, status = metrics_text([*self.metrics(), *self._figures()]), http.HTTPStatus.OK
        else:
            is_well = path == LIVES or not self._is_draining
            status = http.HTTPStatus.OK if is_well else http.HTTPStatus.SERVICE_UNAVAILABLE
            body = "ok\n" if is_well else "leaves\n"
        rows = [("Content-Type", "text/plain; version=0.0.4"), ("Content-Length", str(len(body.encode())))]
        return Response(status, status.phrase, Headers([*rows, ("Connection", "close")]), body.encode())

    def counted(self) -> tuple[int, int]:
        """Return the current and the total number of connections."""
        return len(self._channels), self._accepted

    def traffic(self) -> tuple[int, int]:
        """Return the current and the total number of connections and parties."""
        return len(self._channels) + len(self._parties), self._accepted + self._parties.loaded

    def metrics(self) -> list[Metric]:
        """Return the metrics of connections and parties."""
        return [
            Metric("lines", "open connections to devices", len(self._channels)),
            Metric("lines_come_total", "connections opened by devices", self._accepted),
            Metric("parties", "tables that this process follows", len(self._parties)),
            Metric("leaves", "1 while this process sends its players to another server", self._is_draining),
        ]

    async def _send_feed(self, connection: ServerConnection, request: Request, secret: str) -> Response:
        try:
            text = await self._parties.feed(secret, self._address(connection, request))
        except CommandRefused:
            return _refusal(http.HTTPStatus.TOO_MANY_REQUESTS)
        except LedgerError:
            return _refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)
        if not text:
            return _refusal(http.HTTPStatus.NOT_FOUND)
        body, status = text.encode(), http.HTTPStatus.OK
        seal = f'"{sha256(body).hexdigest()[:16]}"'
        known = ",".join(request.headers.get_all("If-None-Match")).split(",")
        if seal in [tag.strip().removeprefix("W/") for tag in known]:
            body, status = b"", http.HTTPStatus.NOT_MODIFIED
        rows = [("Content-Type", "application/atom+xml; charset=utf-8"), ("Content-Length", str(len(body)))]
        rows += [("Cache-Control", "private, max-age=60"), ("X-Content-Type-Options", "nosniff"), ("ETag", seal)]
        return Response(status, status.phrase, Headers([*rows, ("Connection", "close")]), body)

    async def _send_file(self, connection: ServerConnection, request: Request) -> Response | None:
        """Send a file at the client's pace; the library allows no longer than its close timeout."""
        address = self._address(connection, request)
        if self._files[address] >= FILES_PER_ADDRESS or self._files.total() >= FILES:
            return _refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)
        self._files[address] += 1
        try:
            return await self._send(connection, request)
        except ConnectionError:
            # the client is gone; the response is ignored
            connection.transport.abort()
            return _refusal(http.HTTPStatus.OK)
        finally:
            self._files[address] -= 1
            if not self._files[address]:
                del self._files[address]

    async def _send(self, connection: ServerConnection, request: Request) -> Response:
        # a file that has just changed is packed, which takes a second
        answer, transport = await asyncio.to_thread(self._file, request), connection.transport
        head = Response(answer.status_code, answer.reason_phrase, answer.headers)
        # one copy serves all transfers
        whole = memoryview(b"" if request.method == "HEAD" else answer.body)
        pieces: list[bytes | memoryview] = [head.serialize()]
        pieces += [whole[start : start + PIECE] for start in range(0, len(whole), PIECE)]
        transport.set_write_buffer_limits(PIECE)
        for piece in pieces:
            # also when the client has ended its side
            if transport.is_closing():
                break
            transport.write(piece)
            await connection.drain()
        transport.close()
        # the connection has ended, so nothing more is sent
        await connection.wait_closed()
        return answer

    def _file(self, request: Request) -> Response:
        if self._site is None:
            return _refusal(http.HTTPStatus.NOT_FOUND)
        seal, packings = request.headers.get("If-None-Match", ""), request.headers.get("Accept-Encoding", "")
        answer = self._site.answer(request.path, seal, packings)
        status = http.HTTPStatus(answer.status)
        rows = [*answer.headers, ("Content-Length", str(len(answer.body))), ("Connection", "close")]
        return Response(status, status.phrase, Headers(rows), answer.body)

    async def _serve(self, connection: ServerConnection) -> None:
        address = self._address(connection, connection.request)
        self._lines[address] += 1
        # its headers take as much memory as the rest of an idle connection; the library wants a request to be there
        connection.request, connection.response = _FORGOTTEN, None
        channel = _Channel(connection, self._parties, address, self._collector)
        self._channels.add(channel)
        self._accepted += 1
        try:
            await channel.receive()
        finally:
            if self._is_draining:
                await self._drained.wait()
            await channel.gone()
            self._channels.discard(channel)
            self._lines[address] -= 1
            if not self._lines[address]:
                del self._lines[address]


class _Channel:
    """One WebSocket connection with its limits, kept small, as idle connections are many."""

    __slots__ = (
        "_client",
        "_clock",
        "_closing",
        "_collector",
        "_connection",
        "_ping_due_s",
        "_ping_task",
        "_rate",
        "_rtt_task",
    )

    def __init__(self, connection: ServerConnection, parties: Parties, address: str, collector: YoungCollector) -> None:
        self._connection = connection
        self._collector = collector
        self._closing: asyncio.Task[None] | None = None
        self._clock = parties.clock
        self._rate = TokenBucket(*FLOOD, self._clock())
        self._client = ClientConnection(parties, self._send, self._shut, address)
        self._rtt_task: asyncio.Task[None] | None = None
        #: time of the next keepalive ping by the loop's clock, and the task that waits for the answer
        self._ping_due_s = connection.loop.time() + ASK_S
        self._ping_task: asyncio.Task[None] | None = None

    def _send(self, text: str) -> None:
        transport = self._connection.transport
        if transport.is_closing():
            return
        # sent directly if the system takes it: a task would cost more than the text
        broadcast((self._connection,), text)
        if transport.get_write_buffer_size() > LONGEST_WAITING:
            # a slow reader; it reconnects and catches up
            transport.abort()

    def _shut(self, why: Close) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self._connection.close(why))

    async def receive(self) -> None:
        """Receive messages until the connection is closed."""
        late = asyncio.get_running_loop().call_later(HELLO_S, self._late)
        try:
            async for text in self._connection:
                if not isinstance(text, str) or not self._rate.allows(self._clock()):
                    self._client.shut(Close.POLICY)
                    break
                await self._client.take(text)
                self._collector.message_done()
                if self._rtt_task is None and self._client.plays_live:
                    self._rtt_task = asyncio.create_task(self._measure_rtt())
            await self._finish_closing()
        except ConnectionClosed:
            pass
        finally:
            late.cancel()
            tasks = [task for task in (self._closing, self._rtt_task, self._ping_task) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def gone(self) -> None:
        """Report the client as away."""
        await self._client.gone()

    def send_away(self) -> None:
        """Make the device reconnect, to another server."""
        self._client.shut(Close.RESTART)

    def ping_if_due(self, now: float) -> None:
        """Ping the device if the last ping is long enough ago."""
        if now >= self._ping_due_s and self._ping_task is None:
            self._ping_due_s = now + ASK_S
            self._ping_task = asyncio.create_task(self._ping())

    async def _ping(self) -> None:
        with suppress(ConnectionClosed):
            answer = await self._connection.ping()
            try:
                async with asyncio.timeout(SILENCE_S):
                    await answer
                await self._client.look()
            except TimeoutError:
                await self._connection.close(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
        self._ping_task = None

    async def _finish_closing(self) -> None:
        """Wait for the last messages and the close frame, if closing."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=CLOSE_S)

    async def _measure_rtt(self) -> None:
        """Measure the round trip time during a match in real time, by WebSocket pings, which no page can delay."""
        took: deque[int] = deque(maxlen=MEASURED)
        with suppress(ConnectionClosed):
            while self._client.plays_live:
                answer = await self._connection.ping()
                # a client that does not answer is checked all the same
                with suppress(TimeoutError):
                    async with asyncio.timeout(MEASURE_S):
                        took.append(round(1000 * await answer))
                        self._client.rtt_ms = sorted(took)[max(0, len(took) - 2)]
                await self._client.look()
                await asyncio.sleep(MEASURE_S)
        self._rtt_task = None

    def _late(self) -> None:
        if not self._client.is_known:
            self._client.shut(Close.POLICY)


def _caller(connection: ServerConnection) -> str:
    """Return the peer's address, "" for none; mapped IPv4 addresses as plain IPv4."""
    found = connection.remote_address
    address = str(found[0]) if found else ""
    return address.removeprefix("::ffff:") if "." in address else address


def _counted(address: str) -> str:
    """Return the key of an address for the limits: an IPv6 client has a whole /64 network."""
    try:
        found = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64)) if found.is_global else address


def _is_address(name: str) -> bool:
    """Return True for an IP address: no other site can claim it as its name."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _refusal(status: http.HTTPStatus) -> Response:
    return Response(status, status.phrase, Headers([("Content-Length", "0"), ("Connection", "close")]), b"")
