"""The page around the game in a browser, and its native twin, which does nothing.

The page's own script does what a browser must do itself. Python calls it with numbers and with strings in ASCII, for
one of the runtimes reads others as Latin-1: texts go as JSON. Once a frame it asks for what has happened. Under
pygbag's runtime JavaScript is ``platform.window``, under Pyodide the module ``js``: only this module knows.
"""

import importlib
import json
import platform
from collections.abc import Callable, Sequence
from typing import Any

#: how often the page's clock is read to find out what the difference is
READINGS = 16


class PageConnection:
    """A line to a server by the page's own means; see :class:`~game.wire.party_client.Connection`."""

    def __init__(self, script: Any, address: str) -> None:
        self._script = script
        self._incoming: list[str] = []
        #: why it is closed, or None
        self.closed: int | None = None
        self.number = int(script.dial(json.dumps(address)))

    def send(self, text: str) -> None:
        """Say something as soon as the line is open."""
        self._script.talk(self.number, json.dumps(text))

    def take(self) -> list[str]:
        """Return the messages since the last call."""
        heard, self._incoming = self._incoming, []
        return heard

    def close(self) -> None:
        """Close the connection."""
        self._script.hangUp(self.number)

    def happened(self, event: dict[str, Any]) -> None:
        """Something has come in, or the end of it."""
        if "text" in event:
            self._incoming.append(event["text"])
        else:
            self.closed = int(event["closed"])


class NoPage:
    """A desktop has a window instead of a page."""

    #: what the address asks for, by name
    asked: dict[str, str] = {}  # noqa: RUF012 - nobody writes to it
    #: two letters, or nothing
    language = ""
    #: the system asks for less motion
    calm = False
    #: there is a way to fill the screen
    can_fill = True
    #: the pointer is a finger
    touch = False
    #: the device can be felt
    vibrates = False
    #: the player has left the loading screen
    begun = True
    #: the page has started anew by itself and goes on at this address, or ""
    back = ""
    #: part of what the storage had refused was too large for the browser when the page was loaded again
    lost = False
    #: where the page's own server has lines to parties, if any does; a desktop is told an address
    server = ""
    #: the page's address
    here = ""

    def size(self) -> tuple[int, int] | None:
        """Return the size of the picture in pixels, or None where the window decides."""
        return None

    def safe(self) -> tuple[int, int, int, int]:
        """Return the pixels covered by a notch or home bar above, at the right, below and at the left."""
        return (0, 0, 0, 0)

    def origin_ms(self, now_ms: Callable[[], float], readings: int = READINGS) -> float:
        """Return the offset from the clock ``now_ms`` to that of the page's time stamps, from several readings."""
        return 0.0

    def grain_ms(self) -> float:
        """Return the resolution of the time stamps' clock in milliseconds, or 0 where it does not matter."""
        return 0.0

    def ready(self) -> None:
        """The first picture is drawn."""

    def failed(self, report: str) -> bool:
        """Show a report of what went wrong; return whether that could be done."""
        return False

    def show(self, seen: dict[str, Any]) -> None:
        """Offer what is on the screen without the picture."""

    def say(self, text: str) -> None:
        """Read out a message."""

    def record(self, lines: list[str], fresh: bool = False) -> None:
        """Read out new lines of the log; a ``fresh`` one begins with them."""

    def fullscreen(self, on: bool) -> None:
        """Fill the screen or give it back."""

    def renew(self, address: str) -> None:
        """Start anew, and go on at this address (``scenes/navigation/addresses.py``) with what the storage refused."""

    def look(self) -> None:
        """Look for a newer version than the page's; if there is one, it is fetched and an event tells so."""

    def awake(self, on: bool) -> None:
        """Keep the screen from going off by itself, or no longer."""

    def pulse(self, pattern: Sequence[int]) -> None:
        """Vibrate the device: milliseconds on and off in turn."""


class WebPage(NoPage):
    """The page that the game runs in."""

    begun: bool

    def __init__(self, script: Any) -> None:
        self._script = script
        about = json.loads(script.about())
        self.asked = {str(name): str(value) for name, value in about["asked"].items()}
        self.language = about["language"]
        self.calm = about["calm"]
        self.can_fill = about["fullscreen"]
        self.touch = bool(about.get("touch", False))
        self.vibrates = bool(about.get("vibrates", False))
        self.server = str(about.get("server", ""))
        self.here = str(about.get("here", ""))
        self.begun = False
        self.back = str(about.get("back", ""))
        self.lost = bool(about.get("lost", False))
        self._lines: dict[int, PageConnection] = {}
        self._chosen: Callable[[str], None] | None = None
        self._copied: Callable[[bool], None] | None = None

    def size(self) -> tuple[int, int]:
        """The pixels of the page's stage, within the budget of a frame."""
        wide, high, *_ = map(int, str(self._script.size()).split(","))
        return wide, high

    def safe(self) -> tuple[int, int, int, int]:
        """Return the insets that the page's style reports."""
        _wide, _high, top, right, bottom, left = map(int, str(self._script.size()).split(","))
        return top, right, bottom, left

    def origin_ms(self, now_ms: Callable[[], float], readings: int = READINGS) -> float:
        """The difference between a clock and the page's own: what passes between two readings only adds to it."""
        return min(-now_ms() + float(self._script.now()) for _ in range(readings))

    def grain_ms(self) -> float:
        """Return the resolution measured so far; some browsers round their clock against fingerprinting."""
        return float(self._script.grain())

    def take(self) -> list[dict[str, Any]]:
        """Return the input on the page since the last call, in order."""
        text = str(self._script.take() or "")
        if not text:
            return []
        inputs: list[dict[str, Any]] = json.loads(text)
        for event in inputs:
            if event["kind"] == "start":
                self.begun = True
            elif event["kind"] == "file" and self._chosen:
                done, self._chosen = self._chosen, None
                done(event["text"])
            elif event["kind"] == "copied" and self._copied:
                callback, self._copied = self._copied, None
                callback(bool(event["ok"]))
            elif event["kind"] == "line" and (line := self._lines.get(event["number"])):
                line.happened(event)
                if line.closed is not None:
                    del self._lines[line.number]
        return inputs

    def dial(self, address: str) -> PageConnection:
        """A line to a server; what comes in by it is heard with whatever else happens on the page."""
        line = PageConnection(self._script, address)
        self._lines[line.number] = line
        return line

    def ready(self) -> None:
        """Take away the loading screen as soon as the player wants to."""
        self._script.ready()

    def failed(self, report: str) -> bool:
        self._script.report(json.dumps(report))
        return True

    def show(self, seen: dict[str, Any]) -> None:
        self._script.show(json.dumps(seen))

    def say(self, text: str) -> None:
        """Put a message where screen readers listen."""
        self._script.say(json.dumps(text))

    def record(self, lines: list[str], fresh: bool = False) -> None:
        self._script.record(json.dumps(lines), fresh)

    def fullscreen(self, on: bool) -> None:
        """Ask the browser; what comes of it is told as an event."""
        # one of the runtimes hands over a bool as an object, which JavaScript takes for true
        self._script.fullscreen(int(on))

    def renew(self, address: str) -> None:
        self._script.renew(address)

    def look(self) -> None:
        self._script.look()

    def awake(self, on: bool) -> None:
        """Ask the browser, which may refuse it."""
        self._script.awake(int(on))

    def pulse(self, pattern: Sequence[int]) -> None:
        """Ask the browser, which does it only for somebody who is there."""
        self._script.pulse(",".join(map(str, pattern)))

    # ---- files and storage ------------------------------------------------------------------------

    def save(self, name: str, text: str) -> None:
        """Hand the player a file."""
        self._script.save(name, json.dumps(text))

    def copy(self, text: str, done: Callable[[bool], None]) -> None:
        """Put a text on the clipboard, the page's address before it if it begins with #.

        ``done`` hears a moment later whether the browser let it.
        """
        self._copied = done
        self._script.copy(json.dumps(text))

    def choose(self, done: Callable[[str], None]) -> None:
        """Ask the player for a file; ``done`` gets its text, later or never."""
        self._chosen = done
        self._script.choose()

    def read(self, name: str) -> str | None:
        """A text of the browser's storage, or one that it refused and the page holds, or None."""
        text = json.loads(self._script.read(name))
        return None if text is None else str(text)

    def write(self, name: str, text: str) -> str:
        """Store a text; return what the browser says against it, or nothing. What it refuses the page holds."""
        return str(self._script.write(name, json.dumps(text)) or "")

    def remove(self, name: str) -> str:
        """Forget a text; return what the browser says against it, or nothing."""
        return str(self._script.remove(name) or "")

    def names(self) -> list[str]:
        """The names of all texts that can be read."""
        return list(json.loads(self._script.names()))


def find_page() -> NoPage:
    """The page around the game, or its twin."""
    window = getattr(platform, "window", None)
    if window is None:
        try:
            window = importlib.import_module("js")
        except ImportError:
            return NoPage()
    script = getattr(window, "kartenkiste", None)
    return WebPage(script) if script is not None else NoPage()
