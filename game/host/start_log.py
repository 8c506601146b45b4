"""A log of the last start of the program and of the one before, beside what is stored: bounded, and nothing private."""

import time
from contextlib import suppress
from pathlib import Path

from game.host import facts

FILE = "kartenkiste.log"
#: with this a start begins; no other line does
MARK = "==== "
#: of a start there is no more than this, in bytes
MOST_BYTES = 32 * 1024


class StartLog:
    """Notes what happens from one start on. A folder that cannot be written has no log, and nothing fails for it."""

    def __init__(self, folder: Path, version: str) -> None:
        self.path = folder / FILE
        self._left = MOST_BYTES
        head = f"{MARK}{time.strftime('%Y-%m-%d %H:%M:%S')}\n".encode()
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".log-new")
            fresh.write_bytes(self._before() + head)
            fresh.replace(self.path)
        self.note(*facts.found(version))

    def _before(self) -> bytes:
        """Return the log of the start before, or nothing."""
        with suppress(OSError):
            found = self.path.read_bytes()
            return found[max(0, found.rfind(MARK.encode())) :][:MOST_BYTES]
        return b""

    def failed(self, error: BaseException) -> None:
        """Note which errors there were and where they came from; what they say may be private."""
        self.note(*facts.traced(error))

    def note(self, *lines: str) -> None:
        """Add lines, the first with the time of day, as long as there is room."""
        text = f"{time.strftime('%H:%M:%S')} " + "".join(f"{line}\n" for line in lines)
        data = text.encode("utf-8", "replace")
        if len(data) > self._left:
            return
        self._left -= len(data)
        with suppress(OSError), self.path.open("ab") as file:
            file.write(data)
