"""Memory reclamation: collects reference cycles and returns free memory to the system.

Closed connections and parties leave reference cycles, which only a full collection finds. That takes longer the more
objects there are, and blocks everybody; so it runs when as many have gone as are there, and at intervals. The free
memory is fragmented and kept by the C library until it is trimmed.
"""

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable
from contextlib import suppress

from game.core.cache import clear_caches

#: interval of checks in seconds, fewest departures for a collection, and the longest time without one in seconds
LOOK_S, LEAST_GONE, OLD_S = 30.0, 200, 600.0
#: messages between collections of young objects, which take a millisecond or two
YOUNG_AFTER = 16


#: lets go of what Python itself remembers of types, which fills anew as they are used
_FORGET_TYPES: Callable[[], None] = getattr(
    sys, "_clear_internal_caches" if sys.version_info >= (3, 13) else "_clear_type_cache"
)
_trim: Callable[[int], int] | None = None
# only glibc has it, and only glibc needs it
with suppress(OSError, AttributeError, TypeError):
    _trim = ctypes.CDLL(None).malloc_trim


class YoungCollector:
    """Collects garbage among young objects, a little at a time.

    Python itself collects after a thousand more allocations than deallocations. On a busy server that frees as fast as
    it allocates, this happens late and for tens of thousands of objects at once, with a pause of 30 to 70 ms.
    """

    def __init__(self) -> None:
        self._messages = 0

    def message_done(self) -> None:
        """Count an answered message, and collect when it is time."""
        self._messages += 1
        if self._messages >= YOUNG_AFTER:
            self._messages = 0
            gc.collect(1)


async def run_collector(traffic: Callable[[], tuple[int, int]]) -> None:
    """Return memory to the system while the server runs.

    ``traffic`` gives the current and the total number of connections and parties; parties outlive connections, so both
    count.
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
    """Collect reference cycles and return free memory to the system.

    An empty server also empties the games' caches: they are small, but scattered, and each keeps a whole region of
    memory. So do the names in Python's cache of type attributes.
    """
    if is_empty:
        clear_caches()
    _FORGET_TYPES()
    gc.collect()
    if _trim is not None:
        _trim(0)
