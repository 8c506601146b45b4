"""The page around the game in a browser; its native twin is :class:`~game.host.desktop.Desktop`.

The page's own script (``build/page/script``) does what only a browser's script can do. Python calls it with numbers and
with strings in ASCII, because one of the runtimes reads others as Latin-1: texts go as JSON. Once a frame it takes the
events since the last one. Under pygbag's runtime JavaScript is ``platform.window``, under Pyodide the module ``js``:
only this module knows.
"""

import base64
import importlib
import json
import platform
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from game.host import page_input
from game.host.notices import Notices, WebNotices
from game.host.storage import LocalStorage, Storage

if TYPE_CHECKING:
    from game.host.native_connection import NativeConnection
    from game.host.start_log import StartLog

#: how often the page's clock is read to measure its offset
READINGS = 16


class Copied(StrEnum):
    """Thing that was put on the clipboard; its text is ``setup.copied.VALUE``."""

    LINK = "link"
    COMMAND = "command"
    NOTHING = "failed"


class PageConnection:
    """A WebSocket of the page to a server; see :class:`~game.wire.party_client.Connection`."""

    def __init__(self, script: Any, address: str) -> None:
        self._script = script
        self._incoming: list[str] = []
        #: why it is closed, or None
        self.closed: int | None = None
        self.number = int(script.connect(json.dumps(address)))

    def send(self, text: str) -> None:
        """Send a text as soon as the connection is open."""
        self._script.send(self.number, json.dumps(text))

    def take(self) -> list[str]:
        """Return the messages since the last call."""
        texts, self._incoming = self._incoming, []
        return texts

    def close(self) -> None:
        """Close the connection."""
        self._script.disconnect(self.number)

    def receive(self, event: dict[str, Any]) -> None:
        """Accept the page's event of a message, or of the connection's end."""
        if "text" in event:
            self._incoming.append(event["text"])
        else:
            self.closed = int(event["closed"])


class Machine(Protocol):
    """A machine that the game runs on: a page and a desktop each have their own way of doing this."""

    def events(self) -> list[pygame.event.Event]:
        """Return the input since the last call, each event stamped with its time as ``at_ms``."""

    def poll(self) -> list[pygame.event.Event]:
        """Look for input in the middle of a frame, so that without better stamps they are more exact."""
        return []

    def storage(self) -> Storage:
        """Return the storage for saves and settings."""

    def save_file(self, name: str, text: str) -> str:
        """Hand out a file; return where it is. Raise OSError if it cannot be written."""

    def save_picture(self, name: str, data: bytes) -> str:
        """Save a PNG file, or share it from a phone's page; return where it is. Raise OSError if that fails."""

    def choose_file(self, name: str, done: Callable[[str | None], None], most: int) -> None:
        """Read a file of that name, or one that the player chooses.

        ``done`` gets its text, of at most so many letters, or None if it cannot be read; in a page later or never.
        """

    def copy_text(self, text: str, done: Callable[[bool], None]) -> None:
        """Put a text on the clipboard; ``done`` is told whether that could be done, in a page later."""

    def share(self, link: str, command: str, done: Callable[[Copied], None]) -> None:
        """Put on the clipboard what opens a game elsewhere: in a page its address, natively the command for it.

        ``link`` is the part of the address after its #. ``done`` is told which it was.
        """

    def connect(self, address: str = "") -> "PageConnection | NativeConnection":
        """Return a connection to the server at ``address``, such as ws://192.168.1.20:8790/party, "" for the own one.

        It opens, breaks and ends by itself and raises nothing: ``closed`` says so. It is a ``Wire``
        (wire/party_client.py). Ask :meth:`can_connect` before.
        """


class Page(Machine):
    """A machine on which nothing is done that only some pages or desktops can do."""

    #: the options in the page's address, by name
    link_options: dict[str, str] = {}  # noqa: RUF012 - nobody writes to it
    #: the browser's language: two letters, or ""
    language = ""
    #: the system asks for less motion
    prefers_reduced_motion = False
    can_fullscreen = True
    #: the pointer is a finger
    touch = False
    can_vibrate = False
    #: the player has left the loading screen
    started = True
    #: where a page that has restarted by itself goes on (``scenes/navigation/addresses.py``), or ""
    resume_address = ""
    #: part of what the storage had refused was too large for the browser to keep through a reload
    data_lost = False
    #: the address of the page's own server of parties; a desktop is told one
    server = ""
    #: the page's address
    address = ""
    notices = Notices()

    def size(self) -> tuple[int, int] | None:
        """Return the size of the picture in pixels, or None where the window decides."""
        return None

    def safe_insets(self) -> tuple[int, int, int, int]:
        """Return the pixels covered by a notch or home bar above, at the right, below and at the left."""
        return (0, 0, 0, 0)

    def can_connect(self) -> bool:
        """Return True if servers can be reached."""
        return True

    def start_log(self, version: str) -> "StartLog | None":
        """The log of this start of a version from now on, beside what is stored; a page has none."""
        return None

    def clock_offset_ms(self, now_ms: Callable[[], float], readings: int = READINGS) -> float:
        """Return the offset from the clock ``now_ms`` to that of the page's time stamps, from several readings."""
        return 0.0

    def clock_resolution_ms(self) -> float:
        """Return the resolution of the time stamps' clock in milliseconds, or 0 where it does not matter."""
        return 0.0

    def ready(self) -> None:
        """Report that the first picture is drawn."""

    def show_failure(self, report: str) -> bool:
        """Show a report of what went wrong; return whether that could be done."""
        return False

    def mirror_scene(self, scene: dict[str, Any]) -> None:
        """Offer the screen's controls as real buttons; see :class:`~game.app.mirror.Mirror`."""

    def announce(self, text: str) -> None:
        """Have screen readers read out a message."""

    def append_log(self, lines: list[str], fresh: bool = False) -> None:
        """Have screen readers read out new lines of the log; a ``fresh`` one begins with them."""

    def set_fullscreen(self, on: bool) -> None:
        """Fill the screen or give it back."""

    def restart(self, address: str) -> None:
        """Reload, and go on at this address (``scenes/navigation/addresses.py``) with what the storage refused."""

    def check_for_update(self) -> None:
        """Look for a newer version than the page's; if there is one, it is fetched and an event tells so."""

    def keep_screen_on(self, on: bool) -> None:
        """Keep the screen from going off by itself, or no longer."""

    def vibrate(self, pattern: Sequence[int]) -> None:
        """Vibrate the device: milliseconds on and off in turn."""


class WebPage(Page):
    """The page that the game runs in."""

    started: bool

    def __init__(self, script: Any) -> None:
        self._script = script
        self.notices: WebNotices = WebNotices(script)
        info = json.loads(script.startInfo())
        self.link_options = {str(name): str(value) for name, value in info["linkOptions"].items()}
        self.language = info["language"]
        self.prefers_reduced_motion = info["reducedMotion"]
        self.can_fullscreen = info["fullscreen"]
        self.touch = bool(info.get("touch", False))
        self.can_vibrate = bool(info.get("vibration", False))
        self.server = str(info.get("server", ""))
        self.address = str(info.get("address", ""))
        self.started = False
        self.resume_address = str(info.get("resumeAt", ""))
        self.data_lost = bool(info.get("dataLost", False))
        self._connections: dict[int, PageConnection] = {}
        self._on_file: Callable[[str | None], None] | None = None
        self._on_copied: Callable[[bool], None] | None = None

    def size(self) -> tuple[int, int]:
        """Return the pixels of the page's stage, within the budget of a frame."""
        wide, high, *_ = map(int, str(self._script.size()).split(","))
        return wide, high

    def safe_insets(self) -> tuple[int, int, int, int]:
        """Return the insets that the page's style reports."""
        _wide, _high, top, right, bottom, left = map(int, str(self._script.size()).split(","))
        return top, right, bottom, left

    def clock_offset_ms(self, now_ms: Callable[[], float], readings: int = READINGS) -> float:
        """Return the least of several offsets: the time that passes between the two clocks only adds to it."""
        return min(-now_ms() + float(self._script.now()) for _ in range(readings))

    def clock_resolution_ms(self) -> float:
        """Return the resolution measured so far; some browsers round their clock against fingerprinting."""
        return float(self._script.clockResolution())

    def events(self) -> list[pygame.event.Event]:
        # pointers and keys come from the page, with its time stamps
        pads = [event for event in pygame.event.get() if event.type in page_input.PADS]
        screen = pygame.display.get_surface()
        return page_input.events(self.take_events(), screen.get_size() if screen else (1, 1)) + pads

    def take_events(self) -> list[dict[str, Any]]:
        """Return the events on the page since the last call, in order."""
        text = str(self._script.takeEvents() or "")
        if not text:
            return []
        events: list[dict[str, Any]] = json.loads(text)
        for event in events:
            if event["kind"] == "start":
                self.started = True
            elif event["kind"] == "file" and self._on_file:
                on_file, self._on_file = self._on_file, None
                on_file(event["text"])
            elif event["kind"] == "copied" and self._on_copied:
                on_copied, self._on_copied = self._on_copied, None
                on_copied(bool(event["ok"]))
            elif event["kind"] in {"notices", "push"}:
                self.notices.receive(event)
            elif event["kind"] == "line" and (connection := self._connections.get(event["number"])):
                connection.receive(event)
                if connection.closed is not None:
                    del self._connections[connection.number]
        return events

    def can_connect(self) -> bool:
        # a page's policy lets it reach no other server
        return bool(self.server)

    def connect(self, address: str = "") -> PageConnection:
        """Open a connection to a server; its messages come with the page's other events."""
        connection = PageConnection(self._script, address or self.server)
        self._connections[connection.number] = connection
        return connection

    def ready(self) -> None:
        """Take away the loading screen as soon as the player wants to."""
        self._script.ready()

    def show_failure(self, report: str) -> bool:
        self._script.reportCrash(json.dumps(report))
        return True

    def mirror_scene(self, scene: dict[str, Any]) -> None:
        self._script.mirrorScene(json.dumps(scene))

    def announce(self, text: str) -> None:
        self._script.announce(json.dumps(text))

    def append_log(self, lines: list[str], fresh: bool = False) -> None:
        self._script.appendLog(json.dumps(lines), fresh)

    def set_fullscreen(self, on: bool) -> None:
        """Ask the browser; an event tells whether it did it."""
        # one of the runtimes hands over a bool as an object, which JavaScript takes for true
        self._script.setFullscreen(int(on))

    def restart(self, address: str) -> None:
        self._script.restart(address)

    def check_for_update(self) -> None:
        self._script.checkForUpdate()

    def keep_screen_on(self, on: bool) -> None:
        """Ask the browser, which may refuse it."""
        self._script.keepScreenOn(int(on))

    def vibrate(self, pattern: Sequence[int]) -> None:
        """Ask the browser, which does it only after a first press."""
        self._script.vibrate(",".join(map(str, pattern)))

    # ---- files and storage ------------------------------------------------------------------------

    def storage(self) -> LocalStorage:
        return LocalStorage(self)

    def save_file(self, name: str, text: str) -> str:
        """Download a file to the player's device."""
        self._script.saveFile(name, json.dumps(text))
        return name

    def save_picture(self, name: str, data: bytes) -> str:
        """Download a PNG file to the player's device, or offer to share it on a phone."""
        self._script.savePicture(name, base64.b64encode(data).decode())
        return name

    def copy_text(self, text: str, done: Callable[[bool], None]) -> None:
        """Put a text on the clipboard, after the page's address if it begins with #.

        ``done`` is told a moment later whether the browser let it.
        """
        self._on_copied = done
        self._script.copyText(json.dumps(text))

    def share(self, link: str, command: str, done: Callable[[Copied], None]) -> None:
        self.copy_text(f"#{link}", lambda is_copied: done(Copied.LINK if is_copied else Copied.NOTHING))

    def choose_file(self, name: str, done: Callable[[str | None], None], most: int) -> None:
        """Ask the player for a file, which the page reads as far as it is allowed to be large."""
        self._on_file = done
        self._script.chooseFile()

    def read(self, name: str) -> str | None:
        """Return a text of the browser's storage, or one that it refused and the page keeps, or None."""
        text = json.loads(self._script.read(name))
        return None if text is None else str(text)

    def write(self, name: str, text: str) -> str:
        """Store a text; return why the browser refuses it, or "". The page keeps what the browser refuses."""
        return str(self._script.write(name, json.dumps(text)) or "")

    def remove(self, name: str) -> str:
        """Delete a text; return why the browser refuses it, or ""."""
        return str(self._script.remove(name) or "")

    def names(self) -> list[str]:
        """Return the names of all texts that can be read."""
        return list(json.loads(self._script.names()))


def find_script() -> Any | None:
    """Return the script of the page around the game, or None outside such a page."""
    window = getattr(platform, "window", None)
    if window is None:
        try:
            window = importlib.import_module("js")
        except ImportError:
            return None
    return getattr(window, "kartenkiste", None)
