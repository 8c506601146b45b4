"""Native WebSocket connection, by the library ``websockets``; playing alone does not need it.

It runs in a thread, so the network never delays a frame. Browser builds leave it out and use the page's own.
"""

import asyncio
import logging
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue

#: close code of a broken or failed connection
BROKEN = 1006
#: timeouts for opening and closing, in seconds
OPEN_S, CLOSE_S = 5.0, 1.0

#: the library logs messages, which contain secret tokens: warnings only
LOG = logging.getLogger(__name__)
LOG.setLevel(logging.WARNING)


def has_library() -> bool:
    """Return True if the project's extra ``server`` is installed."""
    try:
        import websockets.asyncio.client  # noqa: F401
    except ImportError:
        return False
    return True


class NativeConnection:
    """A connection in its own thread; see :class:`~game.wire.party_client.Connection`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._closed: int | None = None
        self._incoming: SimpleQueue[str] = SimpleQueue()
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._run, name="line", daemon=True).start()

    @property
    def closed(self) -> int | None:
        """The reason why it was closed, or None."""
        return self._closed

    def send(self, text: str) -> None:
        """Send a text as soon as the connection is open."""
        self._tell(text)

    def take(self) -> list[str]:
        """Return the texts received since the last call."""
        heard: list[str] = []
        with suppress(Empty):
            while True:
                heard.append(self._incoming.get_nowait())
        return heard

    def close(self) -> None:
        """Close the connection."""
        self._tell(None)

    def _tell(self, text: str | None) -> None:
        # a thread that has ended does not listen
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._outgoing.put_nowait, text)

    def _run(self) -> None:
        code = BROKEN
        try:
            code = self._loop.run_until_complete(self._carry())
        finally:
            self._loop.close()
            self._closed = code

    async def _carry(self) -> int:
        """Exchange texts until the connection ends; return its close code."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        try:
            line = await connect(
                self._address,
                compression=None,
                open_timeout=OPEN_S,
                close_timeout=CLOSE_S,
                user_agent_header=None,
                logger=LOG,
            )
        except (OSError, ValueError, TimeoutError, WebSocketException):
            return BROKEN

        async def write() -> None:
            with suppress(WebSocketException):
                while (text := await self._outgoing.get()) is not None:
                    await line.send(text)
                await line.close()

        writing = asyncio.create_task(write())
        try:
            async for text in line:
                if isinstance(text, str):
                    self._incoming.put(text)
        except WebSocketException:
            pass
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        return line.close_code or BROKEN
