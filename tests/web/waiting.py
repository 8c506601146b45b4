"""Waiting for what a page holds, where its policy forbids the evaluation of text.

Playwright evaluates the text of what it waits for again and again, from within the page; in Chromium the page's policy
refuses that. What is evaluated from outside is always allowed.
"""

from __future__ import annotations

import time
from typing import Any

STEP_MS = 25
#: what playwright says while a page goes to another one
LEAVING = ("context was destroyed", "navigat", "because of a navigation")


class Found:
    """What came true."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def json_value(self) -> Any:
        """Its value."""
        return self._value


def patient(page: Any, timeout_ms: float) -> None:
    """Let ``page.wait_for_function`` ask from outside, by default for so long."""

    def wait_for_function(expression: str, *, arg: Any = None, timeout: float = timeout_ms) -> Found:
        until = time.monotonic() + timeout / 1000
        while True:
            try:
                if value := page.evaluate(expression, arg):
                    return Found(value)
            except Exception as error:
                if not any(words in str(error) for words in LEAVING):
                    raise
            assert time.monotonic() < until, f"this did not become true in {timeout:.0f} ms: {expression}"
            page.wait_for_timeout(STEP_MS)

    page.wait_for_function = wait_for_function
