"""Facts about a start: versions, system, window, sound, origin of an error; nothing about the player."""

import locale
import platform
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pygame

#: the folder above the program's own
ABOVE = Path(__file__).resolve().parent.parent.parent
#: so many of the last calls are told of an error, and so many errors that led to each other
MOST_CALLS, MOST_ERRORS = 30, 5


def at_home(text: str) -> str:
    """A text with ~ in place of the home folder, which has the player's name in it."""
    with suppress(RuntimeError):
        home = str(Path.home())
        return text.replace(home, "~") if len(home) > 1 else text
    return text


def program(version: str) -> str:
    """The program's version and how it came here."""
    # as PyInstaller marks its programs
    made = "packaged program" if getattr(sys, "frozen", False) else f"Python package in {at_home(str(ABOVE))}"
    return f"Kartenkiste {version}, {made}"


def versions() -> str:
    """The versions of what it stands on."""
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    return f"Python {platform.python_version()}, pygame-ce {pygame.version.ver}, SDL {sdl}"


def system() -> str:
    """The system, its machine and its language."""
    return f"{platform.system()} {platform.release()}, {platform.machine()}, {locale.getlocale()[0] or 'no language'}"


def window() -> str:
    """The video driver, the sizes of the screens, and that of the window if there is one."""
    sizes = [f"{wide}x{high}" for wide, high in pygame.display.get_desktop_sizes()]
    if surface := pygame.display.get_surface():
        sizes.append("window {}x{}".format(*surface.get_size()))
    return ", ".join([pygame.display.get_driver(), *sizes])


def sound() -> str:
    """The sound driver and what it plays; raise pygame.error without one."""
    if not (opened := pygame.mixer.get_init()):
        raise pygame.error("no device was opened")
    return f"{pygame.mixer.get_driver()}, {opened[0]} Hz, {opened[2]} channels"


def tried(what: Callable[[], str]) -> str:
    """Return the result of a function, or a line that says why there is none."""
    try:
        return what()
    except pygame.error as error:
        return f"none ({error})"


def found(version: str) -> list[str]:
    """All of it, line by line, for a version of the program."""
    return [program(version), versions(), f"System: {system()}", f"Screen: {tried(window)}", f"Sound: {tried(sound)}"]


def _error_text(error: BaseException) -> str:
    """The system's and SDL's own words; what other errors say may hold names, cards and secrets."""
    if isinstance(error, pygame.error):
        return f": {at_home(str(error))}"
    return f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""


def _place(file: str) -> str:
    """A file of the program from its own folder on, any other by its last two names."""
    path = Path(file)
    with suppress(ValueError):
        return path.relative_to(ABOVE).as_posix()
    return "/".join(path.parts[-2:])


def traced(error: BaseException) -> Iterator[str]:
    """The kinds of an error and of those that led to it, the last one first, and where each came from."""
    found: BaseException | None = error
    for _ in range(MOST_ERRORS):
        if found is None:
            return
        yield f"{type(found).__name__}{_error_text(found)}"
        for call in traceback.extract_tb(found.__traceback__)[-MOST_CALLS:]:
            yield f"  {_place(call.filename)}:{call.lineno} {call.name}"
        found = found.__cause__ or found.__context__
