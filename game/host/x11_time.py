"""Time stamps of input from the X server, unaffected by long frames or a busy machine.

pygame's events have no time, and SDL 2 stamps them when it reads them. But SDL passes on every message of the X server
before its own event, pygame gives its bytes, and a message about a key or button has the server's time: milliseconds of
the system's monotonic clock, in 32 bits. On the same machine that is the clock of :class:`~game.host.clock.RealClock`.
This is verified: a stamp is accepted only between the last poll of the input and now. Otherwise the time of reading is
used: without such messages (Windows, macOS, Wayland, fingers and gamepads) or with a server on another machine.
"""

import math
import struct
from collections.abc import Iterable

import pygame
from pygame.event import Event

#: a busy server may delay a message: the most milliseconds of a stamp before the last poll
HELD_BACK_MS = 4
#: the beginning of an XEvent for keys, buttons and motion in Xlib's C layout: type, serial, whether another program
#: sent it, display, three windows, time
MESSAGE = struct.Struct("@iLiPLLLL")
#: the pygame event that SDL makes of each message type
MADE_OF = {
    2: pygame.KEYDOWN,
    3: pygame.KEYUP,
    4: pygame.MOUSEBUTTONDOWN,
    5: pygame.MOUSEBUTTONUP,
    6: pygame.MOUSEMOTION,
}
#: the server counts whole milliseconds: on average the press was this much later
HALF_MS = 0.5
#: the server's count wraps around after this many milliseconds, some 50 days
WRAP = 1 << 32
#: devices whose stamps must not decrease, by event
DEVICE = {
    pygame.KEYDOWN: "keys",
    pygame.KEYUP: "keys",
    pygame.MOUSEBUTTONDOWN: "mouse",
    pygame.MOUSEBUTTONUP: "mouse",
    pygame.MOUSEMOTION: "mouse",
}


def ask() -> bool:
    """Ask SDL for the X server's messages, once there is a window; return True if there is an X server."""
    if pygame.display.get_driver() != "x11":
        return False
    # allowing SYSWMEVENT alone would only allow pygame's stand-in, not the event that SDL checks
    pygame.event.set_allowed(None)
    return True


def server_time(message: bytes) -> tuple[int, int] | None:
    """Return the event that SDL makes of an X message, and the server's time; None for other messages."""
    if len(message) < MESSAGE.size:
        return None
    kind, _serial, sent, *_windows, time = MESSAGE.unpack_from(message)
    # messages made up by other programs have arbitrary times, mostly 0
    return None if sent or kind not in MADE_OF else (MADE_OF[kind], time)


class Stamps:
    """Adds the time of each event as ``at_ms``, from poll to poll."""

    def __init__(self) -> None:
        #: time of the last poll; before the first, no stamp can be judged
        self._looked = math.inf
        #: the last stamp of each device
        self._last: dict[str, float] = {}

    def stamp(self, events: Iterable[Event], asked_ms: float, read_ms: float) -> list[Event]:
        """Return the events without the server's messages, each with its stamp, at most ``read_ms``.

        ``asked_ms`` and ``read_ms`` are the clock before and after the poll. Stamps of a device never decrease, and
        none is more than HELD_BACK_MS before the previous poll.
        """
        found: list[Event] = []
        stamps: list[float] = []
        server_ms: tuple[int, int] | None = None
        for event in events:
            if event.type == pygame.SYSWMEVENT:
                server_ms = server_time(getattr(event, "event", b""))
                continue
            found.append(event)
            if server_ms and server_ms[0] == event.type:
                stamps.append(self._believed(server_ms[1], read_ms))
                server_ms = None
            else:
                stamps.append(read_ms)
        self._looked = asked_ms
        # none is later than now, or later than the next event of its device
        latest: dict[str, float] = {}
        for place in reversed(range(len(found))):
            device = DEVICE.get(found[place].type, "")
            if device:
                stamps[place] = latest[device] = min(stamps[place], latest.get(device, read_ms))
        for event, at in zip(found, stamps, strict=True):
            device = DEVICE.get(event.type, "")
            event.at_ms = max(at, self._last.get(device, at))
            if device:
                self._last[device] = event.at_ms
        return found

    def _believed(self, time: int, read_ms: float) -> float:
        """Return the time of the server's stamp, or ``read_ms`` if that is impossible."""
        # a time ahead of now is from the count before
        ago = (math.floor(read_ms) - time) % WRAP
        at = math.floor(read_ms) - ago
        return at + HALF_MS if at >= self._looked - HELD_BACK_MS else read_ms
