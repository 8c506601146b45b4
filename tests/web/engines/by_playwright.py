"""The base of the two engines that playwright drives."""

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

#: a start that takes longer hangs, on any machine
START_MS = 90_000
#: playwright's own process, for all browsers of this process of the run: there can be but one
_driver: list[Any] = []


def driver() -> Any:
    """Return playwright, started once."""
    if not _driver:
        from playwright.sync_api import sync_playwright

        _driver.append(sync_playwright().start())
    return _driver[0]


def stop_driver() -> None:
    """End playwright when the last of its browsers is closed."""
    while _driver:
        _driver.pop().stop()


#: how long something may take to become true, in milliseconds: a weak and busy machine is slow, not broken
PATIENCE_MS = 90_000
#: after so many it is checked again: every check costs three processes time, so they get fewer in a long wait
LOOK_MS, SELDOM_MS = 10.0, 60.0
#: playwright's messages while a page goes to another one
LEAVING = ("context was destroyed", "navigati")


def patient(page: Any) -> None:
    """Make ``wait_for_function`` poll from outside the page.

    Playwright's own evaluates text within the page again and again, which the page's policy forbids.
    """

    def wait_for_function(source: str, *, arg: Any = None, timeout: float = PATIENCE_MS) -> Any:
        until, look = time.monotonic() + timeout / 1000, LOOK_MS
        while True:
            try:
                if found := page.evaluate(source, arg):
                    return SimpleNamespace(json_value=lambda: found)
            except Exception as error:
                if not any(text in str(error) for text in LEAVING):
                    raise
            assert time.monotonic() < until, f"this did not become true in {timeout:.0f} ms: {source}"
            page.wait_for_timeout(look)
            look = min(1.5 * look, SELDOM_MS)

    page.wait_for_function = wait_for_function


class ByPlaywright:
    """A browser behind playwright."""

    name: str
    browser: Any

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stumbles: list[str] = []

    @property
    def version(self) -> str:
        """The version to print."""
        return f"{self.name.capitalize()} {self.browser.version}"

    def new_context(self, **options: Any) -> Any:
        """Make a new visitor."""
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        context.on("page", patient)
        return context

    def download(self, page: Any, act: Callable[[], object]) -> bytes:
        """Return the content of the file that the page saves during ``act``."""
        with page.expect_download() as found:
            act()
        return Path(found.value.path()).read_bytes()

    def close(self) -> None:
        """End it."""
        self.browser.close()
