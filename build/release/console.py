"""Print to the terminal that has started a program without one on Windows; run before the program itself."""

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path

#: for AttachConsole: the terminal of the parent process
PARENT = -1


def attach(attach_console: Callable[[int], int], terminal: str) -> None:
    """Print to the ``terminal`` of this name if the program has no output and ``attach_console`` finds a terminal."""
    if sys.stdout is None and attach_console(PARENT):
        sys.stdout = sys.stderr = Path(terminal).open("w", encoding="utf-8", errors="replace", buffering=1)  # noqa: SIM115


if sys.platform == "win32":
    attach(ctypes.windll.kernel32.AttachConsole, "CONOUT$")
