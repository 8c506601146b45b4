"""When a press happened by the X server's own stamp, so that neither a long frame nor a busy machine makes it later.

pygame's events carry no time, and SDL 2 stamps them when it reads them. But SDL hands on every message of the X
server before it makes its own event of it, pygame gives its bytes, and a message about a key or a button carries
the server's time: milliseconds of the system's monotonic clock, in 32 bits. That is the clock of
:class:`~game.host.clock.RealClock` on the same machine. Nothing is assumed, though: a stamp is believed only if it
lies between the last look at the input and now. So it falls back to the moment of reading wherever there are no such
messages (Windows, macOS, Wayland, fingers and gamepads) or the server has a clock of its own (another machine).
"""

import math
import struct
from collections.abc import Iterable

import pygame
from pygame.event import Event

#: a busy server may hold a message back: its stamp may lie so many milliseconds before the last look at the input
HELD_BACK_MS = 4
#: the beginning of an XEvent for keys, buttons and motion, as Xlib's C structures have it: type, serial, whether
#: another program has sent it, display, three windows, time
MESSAGE = struct.Struct("@iLiPLLLL")
#: which of pygame's events SDL makes of a message, by its type
MADE_OF = {
    2: pygame.KEYDOWN,
    3: pygame.KEYUP,
    4: pygame.MOUSEBUTTONDOWN,
    5: pygame.MOUSEBUTTONUP,
    6: pygame.MOUSEMOTION,
}
#: the server counts in whole milliseconds: on average the press came so much later than it says
HALF_MS = 0.5
#: the server's count begins anew after so many milliseconds, some 50 days
WRAP = 1 << 32
#: events whose stamps must not run backwards, by device
DEVICE = {
    pygame.KEYDOWN: "keys",
    pygame.KEYUP: "keys",
    pygame.MOUSEBUTTONDOWN: "mouse",
    pygame.MOUSEBUTTONUP: "mouse",
    pygame.MOUSEMOTION: "mouse",
}


def ask() -> bool:
    """Ask SDL for the X server's messages, once there is a window; return whether there is such a server."""
    if pygame.display.get_driver() != "x11":
        return False
    # allowing SYSWMEVENT alone would allow only pygame's stand-in for it, not the event that SDL asks about
    pygame.event.set_allowed(None)
    return True


def server_time(message: bytes) -> tuple[int, int] | None:
    """Which event SDL makes of an X message, and the server's time of it; None if it says nothing of the kind."""
    if len(message) < MESSAGE.size:
        return None
    kind, _serial, sent, *_windows, time = MESSAGE.unpack_from(message)
    # what another program has made up carries any time it likes, mostly 0
    return None if sent or kind not in MADE_OF else (MADE_OF[kind], time)


class Stamps:
    """Gives events the moment at which they happened, as ``at_ms``, from look to look at the input."""

    def __init__(self) -> None:
        #: when the input was last looked at; before the first look no stamp can be judged
        self._looked = math.inf
        #: the last stamp of each device
        self._last: dict[str, float] = {}

    def stamp(self, events: Iterable[Event], asked_ms: float, read_ms: float) -> list[Event]:
        """The events without the server's messages, each with its stamp, a moment up to ``read_ms``.

        ``asked_ms`` and ``read_ms`` are the clock before and after the input was looked at. The stamps of a device
        only rise, and none lies more than HELD_BACK_MS before the look before this one.
        """
        found: list[Event] = []
        stamps: list[float] = []
        said: tuple[int, int] | None = None
        for event in events:
            if event.type == pygame.SYSWMEVENT:
                said = server_time(getattr(event, "event", b""))
                continue
            found.append(event)
            if said and said[0] == event.type:
                stamps.append(self._believed(said[1], read_ms))
                said = None
            else:
                stamps.append(read_ms)
        self._looked = asked_ms
        # nothing is later than now, and what came before something else of its device happened before that
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
        """The moment that the server's ``time`` stands for, or ``read_ms`` if it cannot have happened then."""
        # a time that lies ahead is one of 50 days ago
        ago = (math.floor(read_ms) - time) % WRAP
        at = math.floor(read_ms) - ago
        return at + HALF_MS if at >= self._looked - HELD_BACK_MS else read_ms
