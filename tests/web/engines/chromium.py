"""Chromium, by playwright: its driver can do everything that the tests need."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .by_playwright import START_MS, ByPlaywright, driver

PROGRAM = Path("/usr/bin/chromium")
#: the same engine without the browser's own windows, which take a third of a start's processor time
SHELL = Path("/usr/bin/chromium-headless-shell")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
#: the interpreter compiled quickly instead of well, which saves a third of a start's processor time
QUICK = "--js-flags=--liftoff-only"
#: between two places of a finger that is drawn over the page, in milliseconds
STEP_MS = 60


class Chromium(ByPlaywright):
    """Debian's Chromium without a window."""

    name = "chromium"

    def __init__(self, folder: Path, measured: bool = False) -> None:
        super().__init__(folder)
        flags = FLAGS if measured else [*FLAGS, QUICK]
        # measurements use what a player has
        program = PROGRAM if (measured and PROGRAM.exists()) or not SHELL.exists() else SHELL
        if measured and program == SHELL:
            print(f"{PROGRAM} is not there (Debian: chromium): measured in {SHELL.name}", file=sys.stderr)
        self.browser = driver().chromium.launch(executable_path=str(program), args=flags, timeout=START_MS)

    @staticmethod
    def lacking() -> list[str]:
        """Return the missing Debian packages without which it does not run."""
        return [] if SHELL.exists() or PROGRAM.exists() else ["chromium-headless-shell"]

    def tap(self, page: Any, x: float, y: float) -> None:
        """Lay a finger down for a moment."""
        page.touchscreen.tap(x, y)

    def drag(self, page: Any, places: list[tuple[float, float]]) -> Callable[[], None]:
        """Lay a finger on the first place and go through the others; return a function that lifts it."""
        touch = page.context.new_cdp_session(page)
        for number, (x, y) in enumerate(places):
            kind = "touchMove" if number else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            page.wait_for_timeout(STEP_MS)
        return lambda: touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def clipboard(self, page: Any) -> str:
        """Return the text on the clipboard."""
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        return str(page.evaluate("navigator.clipboard.readText()"))
