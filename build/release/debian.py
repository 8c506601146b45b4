"""The package for Debian, Ubuntu and their like: menu entry, icons, type of the exported data's file."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from pathlib import Path

from release.common import EPOCH, ICON, NAME, ROOT, VERSION

from game.host import transfer

#: Debian's names of the processors that programs are made for
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
SIZES = (48, 64, 128, 256, 512)
MIME = "application/x-kartenkiste+json"
#: the libraries that are loaded while the program runs: a window's and the sound's
CONTROL = """Package: kartenkiste
Version: {version}
Architecture: {machine}
Maintainer: The Kartenkiste developers <kartenkiste@localhost>
Installed-Size: {size}
Section: games
Priority: optional
Depends: libc6 (>= {libc}), libstdc++6, libx11-6, libxext6
Recommends: libgl1, libpulse0 | libasound2 | libasound2t64, libxcursor1, libxi6, \
libwayland-client0, libxkbcommon0, libxrandr2, libxss1
Description: five card games in one box
 Nein Danke!, Keine Ahnung, dnuP, Push and Twin It!: with all of their printed
 rules, against bots on four levels, round one device, or together on several.
 .
 The program kartenkiste-host lets phones and computers in the same room join.
"""
ENTRY = """[Desktop Entry]
Type=Application
Name=Kartenkiste
GenericName=Card games
GenericName[de]=Kartenspiele
Comment=Five card games in one box
Comment[de]=Fünf Kartenspiele in einer Kiste
Exec=kartenkiste %f
Icon=kartenkiste
Terminal=false
Categories=Game;CardGame;
MimeType={mime};
Keywords=cards;board game;
Keywords[de]=Karten;Brettspiel;
StartupWMClass=kartenkiste
"""
#: desktops recognize a type by the end of a name, and try patterns with more letters after the star only for an unknown
#: end
TYPES = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{MIME}">
    <comment>Kartenkiste games and statistics</comment>
    <comment xml:lang="de">Kartenkiste: Partien und Statistik</comment>
    <sub-class-of type="application/json"/>
    <icon name="kartenkiste"/>
    <glob pattern="*{transfer.FILE}" weight="80"/>
    <glob pattern="kartenkiste-data*.json" weight="80"/>
  </mime-type>
</mime-info>
"""
COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Kartenkiste

Files: *
Copyright: the Kartenkiste developers
License: Expat
 The text is the first part of LICENSES.txt beside this file, which names all
 other components of the program with their licences.
"""


def make(program: Path, folder: Path) -> Path:
    """Make the package of the ``program``'s folder in ``folder``; raise SystemExit if ``dpkg-deb`` is missing."""
    if shutil.which("dpkg-deb") is None:
        raise SystemExit("dpkg-deb is missing: the package for Debian is made on Debian or Ubuntu.")
    from PIL import Image

    machine = MACHINES[os.uname().machine]
    root = folder / "debian"
    shutil.rmtree(root, ignore_errors=True)
    home, share = root / "usr" / "lib" / NAME, root / "usr" / "share"
    shutil.copytree(program, home, symlinks=True)
    _write(root / "usr" / "bin" / NAME, target=f"../lib/{NAME}/{NAME}")
    _write(root / "usr" / "bin" / f"{NAME}-host", target=f"../lib/{NAME}/{NAME}-host")
    _write(share / "applications" / f"{NAME}.desktop", ENTRY.format(mime=MIME))
    _write(share / "mime" / "packages" / f"{NAME}.xml", TYPES)
    documents = share / "doc" / NAME
    _write(documents / "copyright", COPYRIGHT)
    (home / "LICENSES.txt").replace(documents / "LICENSES.txt")
    (home / "CHANGELOG.md").unlink()
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (documents / "changelog.gz").write_bytes(gzip.compress(changes, 9, mtime=0))
    with Image.open(ICON) as icon:
        for size in SIZES:
            target = share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / f"{NAME}.png"
            target.parent.mkdir(parents=True)
            icon.resize((size, size), Image.Resampling.LANCZOS).save(target, optimize=True)
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink()) // 1024
    control = CONTROL.format(version=VERSION, machine=machine, size=size, libc=_libc(program))
    _write(root / "DEBIAN" / "control", control)
    _settle(root)
    made = folder / f"{NAME}_{VERSION}_{machine}.deb"
    around = os.environ | {"SOURCE_DATE_EPOCH": str(EPOCH)}
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(made)],
        env=around,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    shutil.rmtree(root)
    return made


def _write(path: Path, text: str = "", target: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if target:
        path.symlink_to(target)
    else:
        path.write_text(text, encoding="utf-8")


def _settle(root: Path) -> None:
    """Give files the modes that Debian requires, and one time."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        os.utime(path, (EPOCH, EPOCH), follow_symlinks=False)


def _libc(program: Path) -> str:
    """Return the newest version of the C library that a file of the program needs."""
    found = {(2, 17)}
    for path in program.rglob("*"):
        if path.is_file() and (".so" in path.name or not path.suffix):
            for part in path.read_bytes().split(b"GLIBC_2.")[1:]:
                digits = part[:4].split(b"\0")[0].split(b".")[0]
                if digits.isdigit():
                    found.add((2, int(digits)))
    return ".".join(map(str, max(found)))
