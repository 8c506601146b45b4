"""A folder with the game and the host as programs that need no Python, made by PyInstaller."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release import licences
from release.common import EPOCH, HERE, ICON, ROOT, VERSION

#: the linker's data in these files is never read at run time, and takes two thirds of them
STRIPPED = ("libpython*.so*", "python3*/lib-dynload/*.so")
#: the files beside the programs
TEXTS = ("LICENSES.txt", "CHANGELOG.md")
#: a program, an option, and a part of the answer
ANSWERS = (
    ("kartenkiste", "--version", f"Kartenkiste {VERSION}"),
    ("kartenkiste", "--help", "usage: kartenkiste "),
    ("kartenkiste", "--doctor", f"Kartenkiste {VERSION}, packaged program"),
    ("kartenkiste-host", "--version", f"Kartenkiste {VERSION}"),
    ("kartenkiste-host", "--help", "usage: kartenkiste-host "),
)
HOST_OF_APP = """#!/bin/sh
exec "$(dirname "$0")/Kartenkiste.app/Contents/MacOS/kartenkiste-host" "$@"
"""
#: Windows shows these in a program's properties
VERSION_FILE = """
VSVersionInfo(
  ffi=FixedFileInfo(filevers=({numbers}), prodvers=({numbers}), mask=0x3f, flags=0, OS=0x40004, fileType=1, subtype=0),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("FileDescription", "Kartenkiste"), StringStruct("FileVersion", "{version}"),
      StringStruct("ProductName", "Kartenkiste"), StringStruct("ProductVersion", "{version}"),
      StringStruct("LegalCopyright", "MIT licence")])]),
    VarFileInfo([VarStruct("Translation", [1033, 1200])])])
"""


def make(python: str, site: Path, folder: Path) -> tuple[Path, list[licences.Component]]:
    """Make the program in ``folder`` with the zipped ``site`` for the host; return its folder and its components.

    SystemExit if PyInstaller fails.
    """
    work = folder / "work"
    work.mkdir(parents=True, exist_ok=True)
    named = work / "site.zip"
    shutil.copyfile(site, named)
    numbers = ", ".join([*VERSION.split("."), "0"])
    file = work / "version.txt"
    file.write_text(VERSION_FILE.format(numbers=numbers, version=VERSION), encoding="utf-8")
    around = {
        **os.environ,
        # the order of sets decides the order of the packed files
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": str(EPOCH),
        "KARTENKISTE_ROOT": str(ROOT),
        "KARTENKISTE_HERE": str(HERE),
        "KARTENKISTE_SITE": str(named),
        "KARTENKISTE_ICON": str(ICON),
        "KARTENKISTE_VERSION": VERSION,
    }
    if sys.platform == "win32":
        around["KARTENKISTE_VERSION_FILE"] = str(file)
    options = ["--noconfirm", "--clean", "--log-level", "WARN", "--distpath", str(folder), "--workpath", str(work)]
    command = [python, "-m", "PyInstaller", *options, str(HERE / "kartenkiste.spec")]
    if subprocess.run(command, cwd=ROOT, env=around, check=False).returncode:
        raise SystemExit("PyInstaller could not make the program; see its message above.")
    made = folder / "kartenkiste"
    _strip(made)
    used = licences.write(made / "LICENSES.txt")
    shutil.copyfile(ROOT / "CHANGELOG.md", made / "CHANGELOG.md")
    shutil.rmtree(work)
    if sys.platform == "darwin":
        put_app_in(made)
    return made, used


def put_app_in(made: Path) -> None:
    """Replace the programs in ``made``, all but the texts, by macOS's app and a script that starts its host."""
    app = made.parent / "Kartenkiste.app"
    for path in made.iterdir():
        if path.name not in TEXTS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    app.rename(made / app.name)
    # a double-click opens it in a terminal
    host = made / "kartenkiste-host.command"
    host.write_text(HOST_OF_APP, encoding="utf-8")
    host.chmod(0o755)


def _strip(made: Path) -> None:
    """Drop the debugging symbols of Python's own libraries, if this system has the tool for it."""
    files = [path for pattern in STRIPPED for path in made.glob(f"_internal/{pattern}") if not path.is_symlink()]
    if tool := shutil.which("strip") if sys.platform == "linux" else None:
        subprocess.run([tool, "--strip-debug", *map(str, files)], check=True)


def try_out(made: Path) -> None:
    """Start the programs in the folder ``made`` without a window; raise SystemExit for a wrong answer."""
    inside = made / "Kartenkiste.app" / "Contents" / "MacOS" if sys.platform == "darwin" else made
    ending = ".exe" if sys.platform == "win32" else ""
    # on Windows the game writes to a terminal at most
    read = sys.platform != "win32"
    for name, option, answer in ANSWERS:
        with tempfile.TemporaryDirectory() as folder:
            around = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "KARTENKISTE_DATA": folder}
            done = subprocess.run(
                [inside / f"{name}{ending}", option],
                cwd=folder,
                env=around,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
        if done.returncode or (answer not in done.stdout and (read or name != "kartenkiste")):
            raise SystemExit(f"{name} {option} ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    print(f"{made.name}: {len(ANSWERS)} starts of both programs, without Python's environment", file=sys.stderr)
