"""The machine the game runs on: its input, where things are stored, its language, how files come and go."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, TypeAlias

import pygame

from game.host import page_input, staged, transfer, x11_time
from game.host.clock import Clock, RealClock
from game.host.notice_state import NoticeState
from game.host.page import NoPage, PageConnection, WebPage, find_page
from game.host.storage import FileStorage, LocalStorage, Storage, StorageRefused, WholeStorage, native_folder

if TYPE_CHECKING:
    from game.host.native_connection import NativeConnection
    from game.host.start_log import StartLog


class Copied(StrEnum):
    """Thing that was put on the clipboard; its text is ``setup.copied.VALUE``."""

    LINK = "link"
    COMMAND = "command"
    NOTHING = "failed"


class FileFault(StrEnum):
    """Fault of a file of exported data; its text is ``settings.import_VALUE``."""

    MISSING = "missing"
    BAD = "bad"
    NEWER = "newer"
    TOO_LARGE = "too_large"


#: takes what is wrong with a file, or None, and the texts in it
DataRead: TypeAlias = Callable[[FileFault | None, Mapping[str, str]], None]
#: returns True if texts, by name, are small enough to import
DataFits: TypeAlias = Callable[[Mapping[str, str]], bool]

#: of the window
TITLE = "Kartenkiste"
WEB = sys.platform == "emscripten"
#: between two frames input is looked for this often, in milliseconds: without better stamps they are as exact as that
POLL_MS = 1.0
FRAME_MS = 1000 / 60
#: how often files are looked at that another window may have written, in milliseconds
LOOK_MS = 500.0
#: what of a frame can be filled with work: a page needs some for itself
FREE_MS = 13.0 if WEB else FRAME_MS
#: while a text is typed: a key that is held counts again after so long, and then so often
REPEAT_AFTER_MS, REPEAT_EVERY_MS = 400, 40
#: what SDL falls back to where there is no display: they draw, but nobody sees it
UNSEEN = ("offscreen", "dummy")
#: smaller buffers crackle where sound is mixed between the frames
SOUND_BUFFER = 2048 if WEB else 512

#: the page around the game, or its native twin
page: NoPage = find_page()
_stamps = x11_time.Stamps()


class _OtherWindow:
    """Looks now and then whether another window of the program plays the same match."""

    def __init__(self) -> None:
        self.files: FileStorage | None = None
        self._next_ms = 0.0

    def events(self, now_ms: float) -> list[pygame.event.Event]:
        """Return what it has stored since the last look, as a page tells it of another tab."""
        if self.files is None or now_ms < self._next_ms:
            return []
        self._next_ms = now_ms + LOOK_MS
        return [pygame.event.Event(page_input.PAGE_MATCH_CHANGED, name=name) for name in self.files.changed_elsewhere()]


_other_window = _OtherWindow()


def storage() -> WholeStorage:
    """Return this machine's storage for saves and settings."""
    if isinstance(page, WebPage):
        return staged.StagedStorage(LocalStorage(page))
    _other_window.files = FileStorage(native_folder())
    return staged.StagedStorage(_other_window.files)


def start_log(version: str) -> "StartLog | None":
    """The log of this start of a version from now on, beside what is stored; a page has none."""
    if isinstance(page, WebPage):
        return None
    from game.host.start_log import StartLog

    return StartLog(native_folder(), version)


def is_persistent() -> bool:
    """Return True if stored texts outlive the program; a foreign page, such as pygbag's own, does not keep them."""
    return not WEB or isinstance(page, WebPage)


def clock() -> RealClock:
    """The machine's clock: in a browser the one of its time stamps."""
    return RealClock(page.clock_offset_ms(RealClock().now_ms))


def check(clock: Clock) -> None:
    """Look once more whether a clock is on that of the time stamps: the first readings may have been held up."""
    if isinstance(clock, RealClock):
        clock.hold_back(page.clock_offset_ms(RealClock().now_ms, 1))


def language() -> str:
    """The two letters of the language that the player prefers, or nothing; Python's own locale needs it installed."""
    if WEB or page.language:
        return page.language
    import pygame.system

    # SDL asks the system, but of the environment's variables not the ones that come first
    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES")
    return (asked or next((one["language"] for one in pygame.system.get_pref_locales()), ""))[:2].lower()


def request_stamps() -> None:
    """Ask for exact time stamps of the input, where the system has them; there is a window."""
    if not WEB:
        x11_time.ask()


def events() -> list[pygame.event.Event]:
    """Return the input since the last call, each event stamped with its time as ``at_ms``."""
    if not isinstance(page, WebPage):
        now_ms = clock().now_ms
        asked = now_ms()
        found = pygame.event.get()
        return _stamps.stamp(found, asked, now_ms()) + _other_window.events(asked)
    found = pygame.event.get()
    screen = pygame.display.get_surface()
    size = screen.get_size() if screen else (1, 1)
    pads = [event for event in found if event.type in page_input.PADS]
    return page_input.events(page.take_events(), size) + pads


def poll() -> list[pygame.event.Event]:
    """Look for input in the middle of a frame, so that without better stamps they are more exact; not in a browser."""
    return [] if isinstance(page, WebPage) else events()


async def next_frame() -> None:
    """Wait a moment between two looks at the input; in a browser for its next frame."""
    if not WEB:
        time.sleep(POLL_MS / 1000)
    await asyncio.sleep(0)


async def yield_to_page() -> None:
    """Take in waiting input and continue at once; a page delivers it between two tasks only."""
    await asyncio.sleep(0.001 if WEB else 0)


async def wait_for_start() -> list[pygame.event.Event]:
    """The first picture is there: wait until the player wants to see it. Return what has happened meanwhile."""
    page.ready()
    found: list[pygame.event.Event] = []
    while not page.started:
        found += events()
        await next_frame()
    return found


def export_data(kept: Storage) -> str:
    """Hand out everything that is stored as one file; return where it is, raise OSError if that cannot be done."""
    try:
        text = transfer.packed_texts(kept)
    except StorageRefused as error:
        raise OSError(str(error)) from error
    if isinstance(page, WebPage):
        page.save_file(transfer.FILE, text)
        return transfer.FILE
    path = native_folder().parent / transfer.FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.read_text(encoding="utf-8", errors="replace") != text:
        # an older one goes on being there, under the time at which it was written
        written = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(path.stat().st_mtime))
        path.replace(path.with_name(f"{written}-{path.name}"))
    path.write_text(text, encoding="utf-8")
    return str(path)


def save_picture(name: str, data: bytes) -> str:
    """Save a PNG file, or share it from a phone's page; return where it is, raise OSError if it cannot be written."""
    if isinstance(page, WebPage):
        page.save_picture(name, data)
        return name
    path = native_folder().parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


def share(link: str, command: str, done: Callable[[Copied], None]) -> None:
    """Put on the clipboard what opens a game elsewhere: in a browser its address, natively the command for it.

    ``link`` is the part of the address after its #. ``done`` is told which it was.
    """
    if isinstance(page, WebPage):
        page.copy_text(f"#{link}", lambda copied: done(Copied.LINK if copied else Copied.NOTHING))
        return
    try:
        pygame.scrap.put_text(command)
    except pygame.error:
        done(Copied.NOTHING)
    else:
        done(Copied.COMMAND)


def share_text(text: str, done: Callable[[bool], None]) -> None:
    """Put on the clipboard what is to be passed on; ``done`` is told whether that could be done, in a page later."""
    if isinstance(page, WebPage):
        page.copy_text(text, done)
        return
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        done(False)
    else:
        done(True)


def put_text(text: str) -> None:
    """Put a text on the clipboard; where there is none nothing happens. A page's own text field does it by itself."""
    with contextlib.suppress(pygame.error):
        pygame.scrap.put_text(text)


def get_text() -> str:
    """The text on the clipboard, or nothing."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def show_waiting(count: int) -> None:
    """Show in the title of the page or window how many tables wait."""
    if isinstance(page, WebPage):
        page.show_waiting(count)
    elif pygame.display.get_init():
        pygame.display.set_caption(f"({count}) {TITLE}" if count else TITLE)


def notice_state() -> NoticeState:
    """Return whether notices can be shown."""
    if isinstance(page, WebPage):
        return page.notice_state()
    from game.host import native_notice

    return native_notice.state()


def ask_for_notices(done: Callable[[NoticeState], None]) -> None:
    """Ask the player for permission to show notices; ``done`` is told the new state, in a page later."""
    if isinstance(page, WebPage):
        page.ask_for_notices(done)
    else:
        done(notice_state())


def notify(title: str, text: str) -> None:
    """Show a notice of a desktop's system; a page does so by itself, see ``NoPage.prepare_notice``."""
    if not isinstance(page, WebPage):
        from game.host import native_notice

        native_notice.show(title, text)


def repeat_keys(on: bool) -> None:
    """Repeat a held key, as in a text field, or report it once, as in a game."""
    if not WEB and pygame.display.get_init():
        pygame.key.set_repeat(*((REPEAT_AFTER_MS, REPEAT_EVERY_MS) if on else ()))


def choose_data(done: DataRead, fits: DataFits = transfer.accept_any) -> None:
    """Read such a file: natively the one beside the data folder, in a browser one that the player chooses.

    ``fits`` says of the texts, by name, whether they are of a size that can be played with. ``done`` is told None
    and the texts, or a fault and none; in a browser later, or never if no file is chosen.
    """
    if isinstance(page, WebPage):
        page.choose_file(lambda text: _take(text, done, fits))
    else:
        read_data(native_folder().parent / transfer.FILE, done, fits)


def read_data(path: Path, done: DataRead, fits: DataFits = transfer.accept_any) -> None:
    """Read such a file at ``path``; see :func:`choose_data`."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            text = file.read(transfer.MOST_LETTERS + 1)
    except OSError:
        done(FileFault.MISSING, {})
    else:
        _take(text, done, fits)


def _take(text: str, done: DataRead, fits: DataFits) -> None:
    try:
        texts = transfer.texts_in(text, fits)
    except transfer.TooLarge:
        done(FileFault.TOO_LARGE, {})
    except transfer.Newer:
        done(FileFault.NEWER, {})
    except transfer.InvalidFile:
        done(FileFault.BAD, {})
    else:
        done(None, texts)


def announce(text: str) -> None:
    """Show why the program ends in a box of the system's, if it was opened by a double-click and has no terminal."""
    if getattr(sys, "frozen", False) and not any(map(_is_read, (sys.stdin, sys.stdout, sys.stderr))):
        with contextlib.suppress(pygame.error):
            pygame.display.message_box("Kartenkiste", text, "error")


def _is_read(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def secret_token(length: int) -> str:
    """Return ``length`` secure random bytes in hexadecimal."""
    return os.urandom(length).hex()


def can_connect() -> bool:
    """Return True if servers can be reached; natively that takes a library that playing alone does not."""
    if isinstance(page, WebPage):
        return True
    from game.host.native_connection import has_library

    return has_library()


def connect(address: str = "") -> "PageConnection | NativeConnection":
    """Return a connection to the server at ``address``, such as ws://192.168.1.20:8790/party, "" for the page's own.

    It opens, breaks and ends by itself and raises nothing: ``closed`` says so. It is a ``Wire``
    (wire/party_client.py). Ask :func:`can_connect` before.
    """
    if isinstance(page, WebPage):
        return page.connect(address or page.server)
    from game.host.native_connection import NativeConnection

    return NativeConnection(address)
