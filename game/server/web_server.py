"""The one port: the site for whoever loads it, and lines to parties for whoever plays.

Everything that comes in is foreign. Whoever sends too much, too often or nonsense, does not listen, or comes from
another site loses the line with a number that says why; parties and all others go on.
"""

import asyncio
import http
import ipaddress
import logging
from asyncio import BaseTransport
from collections import Counter, deque
from collections.abc import Awaitable, Collection
from contextlib import suppress
from itertools import accumulate
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from game.server.client_connection import HELLO_S, ClientConnection
from game.server.limits import TokenBucket
from game.server.memory import YoungCollector
from game.server.metrics import Metric, Metrics, metrics_text
from game.server.parties import Parties
from game.server.static_site import StaticSite
from game.wire.join_link import PATH
from game.wire.messages import LONGEST, Close

#: how much waits for a device that does not listen before its line is cut, in bytes
LONGEST_WAITING = 128 * 1024
#: so many messages within so many milliseconds are nobody's playing: by the clock a hand may come every tenth of a
#: second
FLOOD = (300, 20_000)
#: lines of one address, and of all
LINES_PER_ADDRESS, LINES = 60, 4_000
#: how often a device is asked whether it is there, and how long it may be silent, in seconds
ASK_S, SILENCE_S = 20.0, 20.0
#: how long a file may take to somebody whose network is slow, in seconds, and how much of it waits to be sent, in bytes
FILE_S, PIECE = 180.0, 64 * 1024
#: files that are on their way to one address at once, and to all
FILES_PER_ADDRESS, FILES = 60, 1_000
#: how long a way is, is asked as often where a hand may be on it, in seconds, and of so many answers the last but one
#: in length is taken for it
MEASURE_S, MEASURED = 1.0, 8
#: whoever runs the server asks there whether it lives, whether it wants to be sent anybody, and how it fares
LIVES, READY, FIGURES = "/healthz", "/readyz", "/metrics"
#: of the time in which a server leaves, these shares pass before anybody is sent away, so that a proxy hears of it;
#: while all are; until they have come to another one; and while it is said who has not
SHARES = (0.2, 0.5, 0.2, 0.1)
#: how long a line may take to end, and all of them when the server does, in seconds
CLOSE_S, END_S = 1.0, 2.0

#: what the library says of lines: whatever else is logged here, it never tells what was said on them, for seats'
#: secrets are
LOG = logging.getLogger(__name__)
LOG.setLevel(logging.WARNING)


class _HttpConnection(ServerConnection):
    """Whoever has called the port; who then asks for nothing is not waited for."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """The connection is there."""
        super().connection_made(transport)
        # of itself it makes room for a quarter of a megabyte whenever something comes
        vars(transport)["max_size"] = 2 * LONGEST
        self._waiting = self.loop.call_later(HELLO_S, self._late)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone, and nothing keeps it until it would have been late."""
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _late(self) -> None:
        if self.request is None:
            self.transport.abort()


class WebServer:
    """Lets devices in.

    ``hosts`` are the names it goes by, besides its addresses; ``origins`` the other sites whose pages may come;
    ``proxies`` the addresses of those who call for others and say for whom. ``metrics`` is how it fares besides.
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
        #: files that are on their way
        self._files: Counter[str] = Counter()
        self._server: Server | None = None
        self._tidy: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._figures = figures
        self._there: set[_Channel] = set()
        self._young = YoungCollector()
        self._come = 0
        self._leaves = False
        #: whoever is sent away is at another server before it is said that they are gone
        self._left = asyncio.Event()

    async def open(self, address: str, port: int) -> int:
        """Listen, and return the port."""
        self._server = await serve(
            self._visited,
            address,
            port,
            process_request=self._asked,
            create_connection=_HttpConnection,
            max_size=LONGEST,
            max_queue=16,
            # nothing of ours ever waits for a device: before that its line is cut
            write_limit=2 * LONGEST_WAITING,
            compression=None,
            open_timeout=FILE_S,
            # one task asks all lines: one for each is a tenth of all that an idle line needs
            ping_interval=None,
            close_timeout=CLOSE_S,
            server_header=None,
            logger=LOG,
        )
        self._tidy = asyncio.create_task(self._parties.keep_tidy())
        self._asking = asyncio.create_task(self._ask_all())
        return int(next(iter(self._server.sockets)).getsockname()[1])

    async def leave(self, seconds: float) -> None:
        """Let in nobody else, and send everybody to another server, evenly over that time."""
        self._leaves = True
        loop = asyncio.get_running_loop()
        heard, sent, come, said = (loop.time() + seconds * share for share in accumulate(SHARES))

        async def until(moment: float) -> None:
            # whatever else takes long, it does not add to that
            await asyncio.sleep(max(0.0, moment - loop.time()))

        await until(heard)
        lines = [*self._there]
        for number, line in enumerate(lines):
            line.send_away()
            await until(heard + (sent - heard) * number / len(lines))
        await until(come)
        self._left.set()
        await until(said)

    async def close(self) -> None:
        """Tell everybody that another server comes, and end."""
        self._left.set()
        for task in (self._tidy, self._asking):
            if task is not None:
                task.cancel()
        if self._server is not None:
            self._server.close(code=Close.RESTART)
            with suppress(TimeoutError):
                # who is in the midst of a file, or does not answer, is not waited for
                async with asyncio.timeout(END_S):
                    await self._server.wait_closed()
        # leases that are not left are over by themselves
        with suppress(TimeoutError):
            async with asyncio.timeout(END_S):
                await self._parties.close()

    async def _ask_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(1.0, ASK_S / 2))
            self._ask_due(loop.time())

    def _ask_due(self, now: float) -> None:
        # in a call of its own, so that the last line is not held until there is another
        for line in [*self._there]:
            line.ask_if_due(now)

    # ---- before there is a line -----------------------------------------------------------------

    def _asked(self, connection: ServerConnection, request: Request) -> Response | Awaitable[Response | None] | None:
        try:
            host = request.headers.get("Host", "")
            origin = request.headers.get("Origin")
            name, path = urlsplit(f"//{host}").hostname or "", urlsplit(request.path).path
            netloc = urlsplit(origin).netloc if origin is not None else host
        except (LookupError, ValueError):
            # nonsense, or several where there may be one
            return _refusal(http.HTTPStatus.BAD_REQUEST)
        # a foreign name that leads here would make its pages ours
        if self._hosts and name not in self._hosts and not _is_address(name):
            return _refusal(http.HTTPStatus.FORBIDDEN)
        if path != PATH:
            if path in (LIVES, READY, FIGURES) and self._is_ours(connection, request):
                return self._fares(path)
            return self._send_file(connection, request)
        if netloc != host and origin not in self._origins:
            return _refusal(http.HTTPStatus.FORBIDDEN)
        address = self._address(connection, request)
        if self._leaves or self._lines[address] >= LINES_PER_ADDRESS or self._lines.total() >= LINES:
            return _refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)
        return None

    def _address(self, connection: ServerConnection, request: Request | None) -> str:
        """Whose call it is, by what a proxy says of it last."""
        address = _caller(connection)
        if address in self._proxies and request is not None:
            said = ",".join(request.headers.get_all("X-Forwarded-For"))
            return _counted(said.rpartition(",")[2].strip()[:64] or address)
        return _counted(address)

    def _is_ours(self, connection: ServerConnection, request: Request) -> bool:
        """Whether somebody of this machine or network asks, and no proxy for a stranger."""
        address = _caller(connection)
        return bool(address) and "X-Forwarded-For" not in request.headers and ipaddress.ip_address(address).is_private

    def _fares(self, path: str) -> Response:
        if path == FIGURES:
            body, status = metrics_text([*self.metrics(), *self._figures()]), http.HTTPStatus.OK
        else:
            is_well = path == LIVES or not self._leaves
            status = http.HTTPStatus.OK if is_well else http.HTTPStatus.SERVICE_UNAVAILABLE
            body = "ok\n" if is_well else "leaves\n"
        rows = [("Content-Type", "text/plain; version=0.0.4"), ("Content-Length", str(len(body.encode())))]
        return Response(status, status.phrase, Headers([*rows, ("Connection", "close")]), body.encode())

    def counted(self) -> tuple[int, int]:
        """How many lines there are, and how many have come so far."""
        return len(self._there), self._come

    def traffic(self) -> tuple[int, int]:
        """How many lines and parties there are, and have been in all."""
        return len(self._there) + len(self._parties), self._come + self._parties.followed

    def metrics(self) -> list[Metric]:
        """How many are there."""
        return [
            Metric("lines", "lines to devices", len(self._there)),
            Metric("lines_come_total", "lines that devices have come by", self._come),
            Metric("parties", "parties that this process follows", len(self._parties)),
            Metric("leaves", "whether it sends everybody to another server", self._leaves),
        ]

    async def _send_file(self, connection: ServerConnection, request: Request) -> Response | None:
        """Send a file as quickly as it is taken: the library's own way gives nobody longer than an end may take."""
        address = self._address(connection, request)
        if self._files[address] >= FILES_PER_ADDRESS or self._files.total() >= FILES:
            return _refusal(http.HTTPStatus.SERVICE_UNAVAILABLE)
        self._files[address] += 1
        try:
            return await self._send(connection, request)
        except ConnectionError:
            # whoever asked has gone: nobody has to be told, and nothing is left to be answered
            connection.transport.abort()
            return _refusal(http.HTTPStatus.OK)
        finally:
            self._files[address] -= 1
            if not self._files[address]:
                del self._files[address]

    async def _send(self, connection: ServerConnection, request: Request) -> Response:
        answer, transport = self._file(request), connection.transport
        head = Response(answer.status_code, answer.reason_phrase, answer.headers)
        # the file itself is there once, however many wait for it
        whole = memoryview(b"" if request.method == "HEAD" else answer.body)
        transport.set_write_buffer_limits(PIECE)
        transport.write(head.serialize())
        for start in range(0, len(whole), PIECE):
            if transport.is_closing():
                break
            transport.write(whole[start : start + PIECE])
            await connection.drain()
        transport.close()
        # nothing is answered on a connection that has ended
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

    # ---- a line ---------------------------------------------------------------------------------

    async def _visited(self, connection: ServerConnection) -> None:
        address = self._address(connection, connection.request)
        self._lines[address] += 1
        # what has been said about the line is as much as all else that an idle one needs
        for head in (connection.request, connection.response):
            if head is not None:
                head.headers.clear()
        line = _Channel(connection, self._parties, address, self._young)
        self._there.add(line)
        self._come += 1
        try:
            await line.carry()
        finally:
            if self._leaves:
                await self._left.wait()
            await line.gone()
            self._there.discard(line)
            self._lines[address] -= 1
            if not self._lines[address]:
                del self._lines[address]


class _Channel:
    """One line: what is sent on it, and how much comes.

    Idle lines are many: each has what is needed to say nothing, and no more.
    """

    __slots__ = ("_asking", "_clock", "_closing", "_connection", "_due", "_flood", "_measuring", "_visitor", "_young")

    def __init__(self, connection: ServerConnection, parties: Parties, address: str, young: YoungCollector) -> None:
        self._connection = connection
        self._young = young
        self._closing: asyncio.Task[None] | None = None
        self._clock = parties.clock
        self._flood = TokenBucket(*FLOOD, self._clock())
        self._visitor = ClientConnection(parties, self._send, self._shut, address)
        self._measuring: asyncio.Task[None] | None = None
        #: when it is asked next whether anybody is there, by the loop's clock, and what waits for the answer
        self._due = connection.loop.time() + ASK_S
        self._asking: asyncio.Task[None] | None = None

    def _send(self, text: str) -> None:
        transport = self._connection.transport
        if transport.is_closing():
            return
        # at once, as far as the system takes it: a task for each text is more work than the text
        broadcast((self._connection,), text)
        if transport.get_write_buffer_size() > LONGEST_WAITING:
            # it does not listen; when it does again it comes back and is told what it missed
            transport.abort()

    def _shut(self, why: Close) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self._connection.close(why))

    async def carry(self) -> None:
        """Carry texts in both directions until the line is closed."""
        late = asyncio.get_running_loop().call_later(HELLO_S, self._late)
        try:
            async for text in self._connection:
                if not isinstance(text, str) or not self._flood.allows(self._clock()):
                    self._visitor.shut(Close.POLICY)
                    break
                await self._visitor.take(text)
                self._young.message_done()
                if self._measuring is None and self._visitor.plays_live:
                    self._measuring = asyncio.create_task(self._measure())
            await self._drained()
        except ConnectionClosed:
            pass
        finally:
            late.cancel()
            tasks = [task for task in (self._closing, self._measuring, self._asking) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def gone(self) -> None:
        """It is closed: the others are told so."""
        await self._visitor.gone()

    def send_away(self) -> None:
        """Let the device come by another line, to another server."""
        self._visitor.shut(Close.RESTART)

    def ask_if_due(self, now: float) -> None:
        """Ask the device whether it is there, if it was last asked long enough ago."""
        if now >= self._due and self._asking is None:
            self._due = now + ASK_S
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        with suppress(ConnectionClosed):
            answer = await self._connection.ping()
            try:
                async with asyncio.timeout(SILENCE_S):
                    await answer
            except TimeoutError:
                await self._connection.close(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
        self._asking = None

    async def _drained(self) -> None:
        """Let the last words and the reason go out, if there is one."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=CLOSE_S)

    async def _measure(self) -> None:
        """Find out how long the way is while it matters, by the protocol's own pings: no page can answer these late."""
        took: deque[int] = deque(maxlen=MEASURED)
        with suppress(ConnectionClosed):
            while self._visitor.plays_live:
                answer = await self._connection.ping()
                # whoever does not answer is looked for all the same
                with suppress(TimeoutError):
                    async with asyncio.timeout(MEASURE_S):
                        took.append(round(1000 * await answer))
                        self._visitor.rtt_ms = sorted(took)[max(0, len(took) - 2)]
                await self._visitor.look()
                await asyncio.sleep(MEASURE_S)
        self._measuring = None

    def _late(self) -> None:
        if not self._visitor.is_known:
            self._visitor.shut(Close.POLICY)


def _caller(connection: ServerConnection) -> str:
    """Who is at the other end, "" for nobody; one of IPv4 by that, however the port was opened."""
    found = connection.remote_address
    address = str(found[0]) if found else ""
    return address.removeprefix("::ffff:") if "." in address else address


def _counted(address: str) -> str:
    """What limits count an address as: whoever has one of IPv6 has a whole network of them."""
    try:
        found = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64)) if found.is_global else address


def _is_address(name: str) -> bool:
    """Whether it is no name at all: no other site can go by an address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _refusal(status: http.HTTPStatus) -> Response:
    return Response(status, status.phrase, Headers([("Content-Length", "0"), ("Connection", "close")]), b"")
