"""The licences of everything in the runtime, in one text, with the places of the sources and our changes."""

from __future__ import annotations

from pathlib import Path

from runtime import pins

LINE = "=" * 100


def collect(chroot: Path, inside: Path, patches: Path) -> str:
    """Return the texts of Debian's and pygame-ce's packages, and our patches."""
    documents = chroot / "usr/share/doc"
    parts = {
        "pygame-ce: GNU Lesser General Public License 2.1": inside / "pygame/docs/LGPL.txt",
        "Pyodide: Mozilla Public License 2.0": chroot / "usr/share/common-licenses/MPL-2.0",
        "CPython and its standard library": documents / "libpython3.13-minimal/copyright",
        "Emscripten's runtime library, musl, compiler-rt": documents / "emscripten/copyright",
        "FreeType: the FreeType License": next(inside.glob("s/freetype-2*/docs/FTL.TXT")),
    }
    for name, _version, _hash in pins.SOURCES:
        # the folder's name ends with the version, which begins with 2 for all of them
        parts[f"{name}: as Debian describes it"] = next(inside.glob(f"s/{name}-2*/debian/copyright"))
    tag = f"https://github.com/pyodide/pyodide, tag {pins.PYODIDE}"
    pieces = [
        "WHERE THE SOURCES ARE\n",
        f"pygame-ce {pins.PYGAME}: the source archive pygame_ce-{pins.PYGAME}.tar.gz on PyPI,",
        f"  SHA-256 {pins.PYGAME_SHA256}",
        f"Pyodide {pins.PYODIDE}: {tag}; its package on npm was used",
        f"  as it is, SHA-256 {pins.PYODIDE_SHA256},",
        "  but for the standard library, whose modules were compiled",
        *(f"{name} {version}: Debian's source package of that name" for name, version, _ in pins.SOURCES),
        "The programs that build, and so relink, pygame-ce with all of these: build/runtime in Kartenkiste's sources.",
        "What was changed in pygame-ce and SDL is printed at the end.\n",
    ]
    for head, path in parts.items():
        pieces.append(f"{LINE}\n{head}\n{LINE}\n{path.read_text(encoding='utf-8', errors='replace').strip()}\n")
    pieces += [
        f"{LINE}\nOur changes: {path.stem}\n{LINE}\n{path.read_text(encoding='utf-8').strip()}\n"
        for path in sorted(patches.glob("*.patch"))
    ]
    return "\n".join(pieces)
