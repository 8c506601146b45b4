"""The machine the game runs on: its input, where things are stored, its language, how files come and go."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TextIO, TypeAlias

import pygame

from game.host import staged, transfer, x11_time
from game.host.clock import Clock, RealClock
from game.host.desktop import Desktop, beginning_of
from game.host.page import Page, WebPage, find_script
from game.host.storage import Storage, StorageRefused, WholeStorage


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

WEB = sys.platform == "emscripten"
#: between two frames input is looked for this often, in milliseconds: without better stamps they are as exact as that
POLL_MS = 1.0
FRAME_MS = 1000 / 60
#: what of a frame can be filled with work: a page needs some for itself
FREE_MS = 13.0 if WEB else FRAME_MS
#: while a text is typed: a key that is held counts again after so long, and then so often
REPEAT_AFTER_MS, REPEAT_EVERY_MS = 400, 40
#: what SDL falls back to where there is no display: they draw, but nobody sees it
UNSEEN = ("offscreen", "dummy")
#: smaller buffers crackle where sound is mixed between the frames
SOUND_BUFFER = 2048 if WEB else 512


def find_page() -> Page:
    """Return the page around the game, or its native twin."""
    script = find_script()
    return Desktop() if script is None else WebPage(script)


#: the page around the game, or its native twin
page: Page = find_page()


def storage() -> WholeStorage:
    """Return this machine's storage for saves and settings."""
    return staged.StagedStorage(page.storage())


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
        found += page.events()
        await next_frame()
    return found


def export_data(kept: Storage) -> str:
    """Hand out everything that is stored as one file; return where it is, raise OSError if that cannot be done."""
    try:
        text = transfer.packed_texts(kept)
    except StorageRefused as error:
        raise OSError(str(error)) from error
    return page.save_file(transfer.FILE, text)


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


def repeat_keys(on: bool) -> None:
    """Repeat a held key, as in a text field, or report it once, as in a game."""
    if not WEB and pygame.display.get_init():
        pygame.key.set_repeat(*((REPEAT_AFTER_MS, REPEAT_EVERY_MS) if on else ()))


def choose_data(done: DataRead, fits: DataFits = transfer.accept_any) -> None:
    """Read such a file: natively the one beside the data folder, in a browser one that the player chooses.

    ``fits`` says of the texts, by name, whether they are of a size that can be played with. ``done`` is told None
    and the texts, or a fault and none; in a browser later, or never if no file is chosen.
    """
    page.choose_file(transfer.FILE, lambda text: _take(text, done, fits), transfer.MOST_LETTERS + 1)


def read_data(path: Path, done: DataRead, fits: DataFits = transfer.accept_any) -> None:
    """Read such a file at ``path``; see :func:`choose_data`."""
    _take(beginning_of(path, transfer.MOST_LETTERS + 1), done, fits)


def _take(text: str | None, done: DataRead, fits: DataFits) -> None:
    if text is None:
        done(FileFault.MISSING, {})
        return
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
