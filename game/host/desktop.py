"""A desktop in place of a page: a window, a data folder, the system's clipboard and notices."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game.host import page_input, x11_time
from game.host.clock import RealClock
from game.host.notice_state import NoticeState
from game.host.notices import Notices
from game.host.page import Copied, Page
from game.host.storage import FileStorage, native_folder

if TYPE_CHECKING:
    from game.host.native_connection import NativeConnection
    from game.host.start_log import StartLog

#: of the window
TITLE = "Kartenkiste"
#: how often files are looked at that another window may have written, in milliseconds
LOOK_MS = 500.0


class DesktopNotices(Notices):
    """Notices of a desktop's system, and the title of the window."""

    def show_waiting(self, count: int) -> None:
        if pygame.display.get_init():
            pygame.display.set_caption(f"({count}) {TITLE}" if count else TITLE)

    def state(self) -> NoticeState:
        from game.host import native_notice

        return native_notice.state()

    def show(self, title: str, text: str) -> None:
        from game.host import native_notice

        native_notice.show(title, text)


class Desktop(Page):
    """The machine of a program, not of a page; a page that is not the game's own has nothing better."""

    def __init__(self) -> None:
        self.notices = DesktopNotices()
        self.stamps = x11_time.Stamps()
        self.now_ms: Callable[[], float] = RealClock().now_ms
        self.next_look_ms = 0.0
        self._files: FileStorage | None = None

    # ---- input ----------------------------------------------------------------------------------

    def events(self) -> list[pygame.event.Event]:
        asked = self.now_ms()
        found = pygame.event.get()
        return self.stamps.stamp(found, asked, self.now_ms()) + self._changes(asked)

    def poll(self) -> list[pygame.event.Event]:
        return self.events()

    def _changes(self, now_ms: float) -> list[pygame.event.Event]:
        """Return the matches that another window has stored since the last look, as a page tells it of another tab."""
        if self._files is None or now_ms < self.next_look_ms:
            return []
        self.next_look_ms = now_ms + LOOK_MS
        return [
            pygame.event.Event(page_input.PAGE_MATCH_CHANGED, name=name) for name in self._files.changed_elsewhere()
        ]

    # ---- files ----------------------------------------------------------------------------------

    def storage(self) -> FileStorage:
        self._files = FileStorage(native_folder())
        return self._files

    def start_log(self, version: str) -> "StartLog":
        from game.host.start_log import StartLog

        return StartLog(native_folder(), version)

    def save_file(self, name: str, text: str) -> str:
        path = _beside_data(name)
        if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
            # an older one goes on being there, under the time at which it was written
            written = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(path.stat().st_mtime))
            path.replace(path.with_name(f"{written}-{path.name}"))
        path.write_text(text, encoding="utf-8")
        return str(path)

    def save_picture(self, name: str, data: bytes) -> str:
        path = _beside_data(name)
        path.write_bytes(data)
        return str(path)

    def choose_file(self, name: str, done: Callable[[str | None], None], most: int) -> None:
        done(beginning_of(native_folder().parent / name, most))

    # ---- clipboard ------------------------------------------------------------------------------

    def copy_text(self, text: str, done: Callable[[bool], None]) -> None:
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            done(False)
        else:
            done(True)

    def share(self, link: str, command: str, done: Callable[[Copied], None]) -> None:
        self.copy_text(command, lambda is_copied: done(Copied.COMMAND if is_copied else Copied.NOTHING))

    # ---- servers --------------------------------------------------------------------------------

    def can_connect(self) -> bool:
        """Return True if the library is there that playing alone does not take."""
        from game.host.native_connection import has_library

        return has_library()

    def connect(self, address: str = "") -> "NativeConnection":
        from game.host.native_connection import NativeConnection

        return NativeConnection(address)


def _beside_data(name: str) -> Path:
    """Return the path of a file beside the data folder, whose own folder is there."""
    path = native_folder().parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def beginning_of(path: Path, most: int) -> str | None:
    """Return at most so many letters of a file, or None if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(most)
    except OSError:
        return None
