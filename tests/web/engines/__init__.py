"""The engines that the browser tests run in, all driven by the same calls, as far as their drivers go.

What the tests and ``visitor.py`` call is a part of playwright's API: ``browser.new_context(...)``, pages with ``goto``,
``evaluate``, ``wait_for_selector``, ``mouse`` and so on. Where drivers differ (a finger, a file that is saved, the
clipboard) the engine itself is called, see ``Engine``. ``left_out.py`` lists what an engine's driver cannot do at all,
by the name of the test and with the reason.

The engines are Chromium (Debian's ``chromium``, by playwright), Firefox (Debian's ``firefox-esr``, by playwright over
WebDriver BiDi, its channel "moz-firefox") and WebKit, the engine of Safari (Debian's WebKitGTK in windows of our own,
``webkit_window.py``, on a hidden screen).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from .by_playwright import stop_driver
from .chromium import Chromium
from .firefox import Firefox
from .webkit import WebKit

#: name -> the function that starts it
ENGINES: dict[str, type[Engine]] = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}


class Engine(Protocol):
    """A running browser, and the calls in which drivers differ."""

    @property
    def name(self) -> str:
        """The name in ``ENGINES``."""

    @property
    def version(self) -> str:
        """The version to print."""

    @staticmethod
    def lacking() -> list[str]:
        """Return the missing Debian packages without which it does not run."""

    def __init__(self, folder: Path, measured: bool = False) -> None:
        """Start it; ``folder`` is for its files while it runs.

        Where that saves much its compilers do less than a player's, except when something is ``measured``.
        """

    @property
    def stumbles(self) -> list[str]:
        """The failures that were no fault of the page, and were given a second try; printed at the end."""

    @property
    def new_context(self) -> Callable[..., Any]:
        """Make a new visitor, for whom nothing is stored; options as playwright's."""

    def tap(self, page: Any, x: float, y: float) -> None:
        """Lay a finger down for a moment, at a place of the page."""

    def drag(self, page: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
        """Lay a finger on the first place and go through the others; return a function that lifts it."""

    def download(self, page: Any, act: Callable[[], object]) -> bytes:
        """Return the content of the file that the page saves during ``act``."""

    def clipboard(self, page: Any) -> str:
        """Return the text on the clipboard."""

    def close(self) -> None:
        """End it with everything it has started."""


class Running:
    """The engines of one process of the run: each is started when a test first needs it, and with a second try."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: dict[str, Engine] = {}

    def start(self, name: str, measured: bool = False) -> Engine:
        """Return the engine of that name; raise RuntimeError if it does not start."""
        key = f"{name} measured" if measured else name
        if key not in self.found:
            faults = []
            for attempt in range(2):
                folder = self.folder / f"{key} {attempt}".replace(" ", "_")
                folder.mkdir(parents=True)
                try:
                    self.found[key] = ENGINES[name](folder, measured)
                    break
                except Exception as error:
                    faults.append(f"{type(error).__name__}: {error}")
            else:
                raise RuntimeError(f"{name} does not start, tried twice:\n" + "\n".join(faults))
        return self.found[key]

    def close(self) -> None:
        """End all of them."""
        for engine in self.found.values():
            engine.close()
        stop_driver()


@contextmanager
def started(name: str, folder: Path) -> Iterator[Engine]:
    """Start one engine for a tool that measures instead of testing."""
    running = Running(folder)
    try:
        yield running.start(name, measured=True)
    finally:
        running.close()
