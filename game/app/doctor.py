"""``kartenkiste --doctor``: what there is of all that the game needs, in plain words, without opening a window.

Nothing is changed by it: what is stored is read in a copy.
"""

import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pygame

from game import __version__
from game.core.codec import AnyJson
from game.engine import layout, music, surfaces
from game.engine.assets import ASSETS
from game.host import device, facts, native_connection, transfer
from game.host.clock import RealClock
from game.host.start_log import FILE
from game.host.storage import DAMAGED, FileStorage, MemoryStorage, StorageRefused, native_folder
from game.player import daily_store, family, goals, known_parties, lessons, puzzles, reviews, saves, stats
from game.player.stored_value import StoredValue
from game.services.context import Context

#: every list and table that is stored; besides them there are settings, choices of a set-up, and a match of each game
STORES: tuple[StoredValue[AnyJson], ...] = (
    *(daily_store.FINISHED_DAYS, daily_store.OPEN_DAYS, saves.SHELVED, saves.FINISHED, stats.STORED),
    *(family.STORED, goals.STORED, reviews.STORED, lessons.STORED, puzzles.STORED, known_parties.STORED),
)  # type: ignore[assignment]
#: all that is stored has room in this
ROOM_BYTES = 1_000_000
#: folder -> how many files of the game lie there
FILES = {"art": 201, "fonts": 6, "help": 5, "puzzles": 5, "sounds": 33, "texts": 2}


class Found:
    """The lines found so far, and the missing things that the game cannot do without."""

    def __init__(self) -> None:
        self.lines = [facts.program(__version__), facts.versions(), f"System: {facts.system()}"]
        self.missing: list[str] = []

    def add(self, what: str, text: str, fits: bool = True) -> None:
        """Add a line; if it does not fit, the game cannot be played, or not be kept."""
        self.lines.append(f"{what}: {text}")
        if not fits:
            self.missing.append(what.strip().lower())


def _screen() -> str:
    """The video driver, the size of each screen, and how large a table fills the first; raise pygame.error for none."""
    pygame.display.init()
    driver, asked = pygame.display.get_driver(), os.environ.get("SDL_VIDEODRIVER")
    if driver in device.UNSEEN and not asked:
        raise pygame.error(f"only the {driver} driver, which shows nothing")
    scale = layout.frame_for(pygame.display.get_desktop_sizes()[0]).scale
    return f"{facts.window()}, a full screen is drawn at scale {scale:.2f}"


def _sound() -> str:
    """The sound driver and the names of the devices; raise pygame.error for none."""
    pygame.mixer.init(44100, -16, 2, device.SOUND_BUFFER)
    text = facts.sound()
    with suppress(ImportError, pygame.error):
        from pygame._sdl2.audio import get_audio_device_names

        text = "; ".join([text, *get_audio_device_names(False)])
    return text


def _opened(path: Path) -> None:
    """Read a file of the game as the game does; whatever it raises, the file is damaged."""
    if path.suffix in (".png", ".jpg"):
        surfaces.sheet(str(path))
    elif path.suffix == ".ogg":
        music.length_ms(path)
    elif path.suffix == ".ttf":
        pygame.font.Font(path, 20)
    elif path.suffix == ".json":
        json.loads(path.read_text(encoding="utf-8"))


def _files(found: Found) -> None:
    """Look whether all files of the game are there and can be read."""
    pygame.font.init()
    faults = []
    for folder, count in FILES.items():
        paths = [path for path in sorted((ASSETS / folder).rglob("*")) if path.is_file()]
        if len(paths) < count:
            faults.append(f"{count - len(paths)} of {count} are missing in {folder}")
        for path in paths:
            try:
                _opened(path)
            except Exception as error:  # whatever a damaged file leads to
                faults.append(f"{path.relative_to(ASSETS).as_posix()} is damaged ({type(error).__name__})")
    text = "; ".join(faults) or f"all {sum(FILES.values())} are here and can be read"
    found.add("Files of the game", text, not faults)


def _objection(folder: Path) -> str:
    """Why a folder cannot be written, or nothing; one that is not there yet is made by the first start."""
    place = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=place, buffering=0) as file:
            return "" if file.write(bytes(ROOM_BYTES)) == ROOM_BYTES else "the disk is full"
    except OSError as error:
        return error.strerror or "access denied"


def damaged(texts: dict[str, str]) -> set[str]:
    """The names of the stored texts that the game would set aside; they are read as the game does, in a copy."""
    copy = MemoryStorage()
    copy.texts = dict(texts)
    context = Context(copy, RealClock(), layout.frame_for(layout.WIDE), "en")
    for store in STORES:
        store.read(context)
    saves.resumable_matches(context)
    for day in daily_store.open_days(context):
        daily_store.begin(context, day)
    context.stored("setup", "file.setup")
    aside = {name.partition(DAMAGED)[0] for name in {*copy.names()} - {*texts}}
    return (
        aside | {transfer.REPLACED} if transfer.REPLACED in texts and transfer.replaced_texts(copy) is None else aside
    )


def _stored(found: Found, folder: Path) -> None:
    """Say what is stored, how large it is and whether it can be read."""
    storage, texts = FileStorage(folder), {}
    for name in storage.names():
        try:
            texts[name] = storage.read(name) or ""
        except StorageRefused as error:
            found.add(f"  {name}", f"can't be read now: {facts.at_home(str(error))}", False)
    bad = damaged(texts)
    for name, text in texts.items():
        state = "can be read"
        if DAMAGED in name:
            state = "a damaged text, set aside"
        elif name in bad:
            state = "damaged: the game sets a copy aside and goes on without it"
        elif not transfer.is_known(name) and name not in (transfer.REPLACED, known_parties.STORED.name):
            state = "unknown to this version"
        found.add(f"  {name}", f"{len(text.encode()):,} bytes, {state}")
    found.add("Stored", f"{len(texts)} texts, {sum(len(text.encode()) for text in texts.values()):,} bytes")


def examined() -> Found:
    """Look at everything."""
    found = Found()
    for what, look, needed in (("Screen", _screen, True), ("Sound", _sound, False)):
        text = facts.tried(look)
        found.add(what, text, not needed or not text.startswith("none"))
    _files(found)
    folder = native_folder()
    objection = _objection(folder)
    state = f"can't be written: {objection}" if objection else "can be written"
    found.add("Data folder", f"{facts.at_home(str(folder))}, {state}", not objection)
    _stored(found, folder)
    log = folder / FILE
    found.add("Log", f"{FILE} in the data folder" if log.exists() else "none yet")
    lines = (
        "websockets is installed" if native_connection.has_library() else "not possible, websockets is not installed"
    )
    found.add("Tables on other devices", lines)
    return found


def main(say: Callable[[str], None] = print) -> int:
    """Print what there is; return 1 if something is missing that the game cannot do without."""
    try:
        found = examined()
    finally:
        pygame.quit()
    for line in found.lines:
        say(line)
    say(f"Missing: {', '.join(found.missing)}." if found.missing else "Everything the game needs is here.")
    return 1 if found.missing else 0
