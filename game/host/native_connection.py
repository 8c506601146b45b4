"""A line to a server from a program of one's own, by the library ``websockets``; whoever plays alone needs none of it.

It runs in a thread: nothing about a network holds up a frame. It is left out of what a browser downloads, whose page
has lines of its own.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from queue import Empty, SimpleQueue

#: the line broke, or there never was one
BROKEN = 1006
#: until somebody answers, and until they have said that they have heard the end, in seconds
OPEN_S, CLOSE_S = 5.0, 1.0

#: whatever else is logged: the library never tells what was said, for one's seat's secret is
LOG = logging.getLogger(__name__)
LOG.setLevel(logging.WARNING)


def has_library() -> bool:
    """Whether lines can be had: the project's extra ``server`` is installed."""
    try:
        import websockets.asyncio.client  # noqa: F401
    except ImportError:
        return False
    return True


class NativeConnection:
    """A line in a thread of its own; see :class:`~game.wire.party_client.Connection`."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._closed: int | None = None
        self._heard: SimpleQueue[str] = SimpleQueue()
        self._said: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._run, name="line", daemon=True).start()

    @property
    def closed(self) -> int | None:
        """Why it is closed, or None."""
        return self._closed

    def send(self, text: str) -> None:
        """Say something as soon as the line is open."""
        self._tell(text)

    def take(self) -> list[str]:
        """What has been said since the last time."""
        heard: list[str] = []
        with suppress(Empty):
            while True:
                heard.append(self._heard.get_nowait())
        return heard

    def close(self) -> None:
        """Let go of it."""
        self._tell(None)

    def _tell(self, text: str | None) -> None:
        # a thread that has ended listens no longer
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._said.put_nowait, text)

    def _run(self) -> None:
        code = BROKEN
        try:
            code = self._loop.run_until_complete(self._carry())
        finally:
            self._loop.close()
            self._closed = code

    async def _carry(self) -> int:
        """Carry texts in both directions; return why it ended."""
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
                while (text := await self._said.get()) is not None:
                    await line.send(text)
                await line.close()

        writing = asyncio.create_task(write())
        try:
            async for text in line:
                if isinstance(text, str):
                    self._heard.put(text)
        except WebSocketException:
            pass
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        return line.close_code or BROKEN
