"""What the two engines that playwright drives have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

#: a start that takes longer hangs, on however busy a machine
START_MS = 90_000
#: playwright's own process, for all browsers of this process of the run: there can be but one
_driver: list[Any] = []


def driver() -> Any:
    """Playwright, started once."""
    if not _driver:
        from playwright.sync_api import sync_playwright

        _driver.append(sync_playwright().start())
    return _driver[0]


def stop_driver() -> None:
    """End playwright when the last of its browsers is closed."""
    while _driver:
        _driver.pop().stop()


class ByPlaywright:
    """A browser behind playwright."""

    name: str
    browser: Any

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stumbles: list[str] = []

    @property
    def version(self) -> str:
        """What is printed of it."""
        return f"{self.name.capitalize()} {self.browser.version}"

    def new_context(self, **options: Any) -> Any:
        """A visitor of its own."""
        return self.browser.new_context(**options)

    def download(self, page: Any, act: Callable[[], object]) -> str:
        """The text of the file that the page hands out when ``act`` is done."""
        with page.expect_download() as found:
            act()
        return Path(found.value.path()).read_text(encoding="utf-8")

    def close(self) -> None:
        """End it."""
        self.browser.close()
