"""Memory that is given back: what went round in circles is looked for, and what is free goes to the system.

Lines and parties that end leave circles behind, which Python finds only when it looks through all that there is. That
takes the longer the more is there, and everybody waits meanwhile; so it is done when as much has gone as is there, and
now and then anyway. What is free then lies in pieces that the C library keeps for itself unless it is told not to.
"""

import asyncio
import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress

from game.core.cache import clear_caches

#: how often it is looked whether so many have gone, in seconds, how many at the least, and when it is done anyway
LOOK_S, LEAST_GONE, OLD_S = 30.0, 200, 600.0
#: the young objects are looked through after so many messages, which takes a millisecond or two
YOUNG_AFTER = 16


_trim: Callable[[int], int] | None = None
# only the C library of most Linux systems has it, and only it needs it
with suppress(OSError, AttributeError, TypeError):
    _trim = ctypes.CDLL(None).malloc_trim


class YoungCollector:
    """Collects garbage among young objects, a little at a time.

    Python does so by itself when a thousand objects more have been made than freed. At a busy server that frees old
    ones as quickly as it makes new ones this comes late, and then for tens of thousands at once: everybody would wait
    for 30 to 70 ms.
    """

    def __init__(self) -> None:
        self._messages = 0

    def message_done(self) -> None:
        """Count a message that has been answered, and collect when it is time."""
        self._messages += 1
        if self._messages >= YOUNG_AFTER:
            self._messages = 0
            gc.collect(1)


async def run_collector(traffic: Callable[[], tuple[int, int]]) -> None:
    """Give memory back as long as the server runs; ``traffic`` says how many lines and parties are there and have been.

    A party goes later than its lines: both count.
    """
    loop = asyncio.get_running_loop()
    gone_then, done_at = 0, loop.time()
    while True:
        await asyncio.sleep(LOOK_S)
        there, come = traffic()
        gone = come - there - gone_then
        if gone >= max(LEAST_GONE, there) or loop.time() - done_at >= OLD_S:
            release_memory(not there)
            gone_then, done_at = come - there, loop.time()


def release_memory(is_empty: bool) -> None:
    """Find what went round in circles, and let the system have what is free.

    When nobody is there what the games remember is forgotten as well: that is little, but it lies here and there, and a
    whole stretch of memory is kept for each bit of it.
    """
    if is_empty:
        clear_caches()
    gc.collect()
    if _trim is not None:
        _trim(0)
