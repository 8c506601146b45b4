"""Run first in a program on Windows that has no terminal of its own: let it answer in the one it was started from."""

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path

#: for AttachConsole: the terminal of the process that has started this one
PARENT = -1


def attach(attach_console: Callable[[int], int], terminal: str) -> None:
    """Write to the ``terminal`` by its name if nobody reads the program and ``attach_console`` finds one."""
    if sys.stdout is None and attach_console(PARENT):
        sys.stdout = sys.stderr = Path(terminal).open("w", encoding="utf-8", errors="replace", buffering=1)  # noqa: SIM115


if sys.platform == "win32":
    attach(ctypes.windll.kernel32.AttachConsole, "CONOUT$")
