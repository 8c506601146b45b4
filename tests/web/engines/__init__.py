"""The engines that the browser tests run in, each driven as far as its driver goes, all with the same calls.

What the tests and ``visitor.py`` call is a part of playwright's API: ``browser.new_context(...)``, pages with
``goto``, ``evaluate``, ``wait_for_selector``, ``mouse`` and so on. What drivers do not agree on (a finger, a file that
is saved, what lies on the clipboard) is asked of the engine itself, see ``Engine``. What an engine's driver cannot do
at all stands in ``left_out.py``, by the name of the test and with the reason.

* **Chromium**: Debian's ``chromium``, by playwright.
* **Firefox**: Debian's ``firefox-esr``, by playwright over WebDriver BiDi (its channel "moz-firefox").
* **WebKit**, the engine of Safari: Debian's WebKitGTK in windows of our own (``webkit_window.py``) on a screen that
  nobody sees.
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

#: name -> what starts it
ENGINES: dict[str, type[Engine]] = {"chromium": Chromium, "firefox": Firefox, "webkit": WebKit}


class Engine(Protocol):
    """A browser that runs, and what its driver needs to be asked in its own way."""

    @property
    def name(self) -> str:
        """As in ``ENGINES``."""

    @property
    def version(self) -> str:
        """What is printed of it."""

    @staticmethod
    def lacking() -> list[str]:
        """The Debian packages without which it does not run; none where it does."""

    def __init__(self, folder: Path, measured: bool = False) -> None:
        """Start it; ``folder`` is for what it keeps while it runs.

        Where that saves much its compilers do less than a player's, except when something is ``measured``.
        """

    @property
    def stumbles(self) -> list[str]:
        """What it failed by through no fault of the page, and was given a second try for; printed at the end."""

    @property
    def new_context(self) -> Callable[..., Any]:
        """Makes a visitor of its own: nothing that another one stored is there; options as playwright's."""

    def tap(self, page: Any, x: float, y: float) -> None:
        """Lay a finger down for a moment, at a place of the page."""

    def drag(self, page: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
        """Lay a finger on the first place and go through the others; return what lifts it."""

    def download(self, page: Any, act: Callable[[], object]) -> str:
        """The text of the file that the page hands out when ``act`` is done."""

    def clipboard(self, page: Any) -> str:
        """What lies on the clipboard."""

    def close(self) -> None:
        """End it with everything it has started."""


class Running:
    """The engines of one process of the run: each is started when a test first needs it, and with a second try."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: dict[str, Engine] = {}

    def start(self, name: str, measured: bool = False) -> Engine:
        """The engine of that name; RuntimeError if it does not start."""
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
    """One engine for a tool that is no test but measures."""
    running = Running(folder)
    try:
        yield running.start(name, measured=True)
    finally:
        running.close()
