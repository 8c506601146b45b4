"""Shared parts of a release: its version, its folder, one time for all files."""

from __future__ import annotations

import gzip
import platform
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from project import ROOT
from web import EPOCH, EPOCH_ZIP

from game import __version__ as VERSION

__all__ = ["EPOCH", "HERE", "ICON", "NAME", "OUT", "ROOT", "SYSTEM", "UNPACKED", "VERSION", "packed"]

NAME = "kartenkiste"
HERE = ROOT / "build" / "release"
OUT = ROOT / "build" / "out" / "release"
#: the program as it is unpacked
UNPACKED = ROOT / "build" / "out" / "program"
ICON = ROOT / "build" / "page" / "icon-512.png"
#: this system in the names of files, such as linux-x86_64
SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform) + f"-{platform.machine().lower()}"

#: the types of entries, as in a zip made on Unix
UNIX, FILE, LINK = 3, 0o100000, 0o120777


def packed(folder: Path, target: Path) -> Path:
    """Pack ``folder`` as ``target``, a .zip or .tar.gz that is the same for the same files; return ``target``.

    Names are sorted, times and owners are fixed; whether a file is executable is kept.
    """
    paths = sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    names = {path: f"{folder.name}/{path.relative_to(folder).as_posix()}" for path in paths}
    pack = _zip if target.suffix == ".zip" else _tar
    pack(names, target)
    return target


def _zip(names: Mapping[Path, str], target: Path) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for path, name in names.items():
            row = zipfile.ZipInfo(name, EPOCH_ZIP)
            mode = LINK if path.is_symlink() else FILE | _mode(path)
            row.compress_type, row.create_system, row.external_attr = zipfile.ZIP_DEFLATED, UNIX, mode << 16
            content = str(path.readlink()) if path.is_symlink() else path.read_bytes()
            # a row of its own does not take the archive's level
            archive.writestr(row, content, compresslevel=9)


def _tar(names: Mapping[Path, str], target: Path) -> None:
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, EPOCH) as packing,
        tarfile.open(fileobj=packing, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path, name in names.items():
            row = archive.gettarinfo(path, name)
            row.mtime, row.uid, row.gid, row.uname, row.gname = EPOCH, 0, 0, "", ""
            if path.is_symlink():
                archive.addfile(row)
                continue
            row.mode = _mode(path)
            with path.open("rb") as content:
                archive.addfile(row, content)


def _mode(path: Path) -> int:
    return 0o755 if path.stat().st_mode & 0o100 else 0o644
