"""The licences of everything in a release: their texts, and the table behind the bill of materials."""

from __future__ import annotations

import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from release.common import HERE, ROOT, VERSION

TABLE = HERE / "components.toml"
TEXTS = HERE / "licence_texts"
#: texts of the browser's runtime, some of which hold here as well: each begins with a line between two rules
RUNTIME = ROOT / "build" / "runtime" / "built" / "LICENSES.txt"
RULE = "=" * 100
SECTIONS = {"lgpl": "pygame-ce: GNU Lesser General Public License 2.1", "freetype": "FreeType: the FreeType License"}
HEAD = """KARTENKISTE {version}: WHAT THIS PROGRAM IS MADE OF, AND ON WHICH TERMS

Kartenkiste itself is under the MIT licence, printed first. Where its pictures, sounds and fonts come from stands in
game/assets/LICENSES.md. The zipped site for phones (game/site.zip) brings a list of its own.

Libraries under the LGPL lie in this folder as files of their own: you may exchange them for versions of yours.
Portions of this software are copyright The FreeType Project (www.freetype.org). All rights reserved.
This software is based in part on the work of the Independent JPEG Group.
"""


class Component(NamedTuple):
    """A third-party part of the program. ``licence`` is an SPDX expression."""

    name: str
    files: Sequence[str]
    licence: str
    holder: str
    site: str
    texts: Sequence[str] = ()
    #: its name on PyPI, if it has one
    package: str = ""

    @property
    def version(self) -> str:
        """The installed version, or "" if only the file's own name tells it."""
        return metadata.version(self.package) if self.package else ""

    def owns(self, file: Path) -> bool:
        """Return whether ``file`` belongs to it, by the beginning of its name or of a folder's."""
        return any(part.lower().startswith(tuple(map(str.lower, self.files))) for part in file.parts)


def components() -> list[Component]:
    """Return everything that a release may hold, in the table's order."""
    return [Component(**row) for row in tomllib.loads(TABLE.read_text(encoding="utf-8"))["component"]]


def is_library(file: Path) -> bool:
    """Return whether ``file`` is native code."""
    return ".so" in file.suffixes or file.suffix in (".dll", ".dylib", ".pyd")


def found_in(folder: Path) -> tuple[list[Component], list[Path]]:
    """Return the components whose files lie in ``folder``, and the libraries that belong to none of them."""
    files = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    known = components()
    # the most specific name first: libpython3 is not pygame's, though it may lie beside it
    used = {next((one.name for one in known if one.owns(Path(file.name))), _by_folder(known, file)) for file in files}
    strange = [file for file in files if is_library(file) and not any(one.owns(file) for one in known)]
    return [one for one in known if one.name in used], strange


def _by_folder(known: Sequence[Component], file: Path) -> str:
    return next((one.name for one in known if one.owns(file.parent)), "")


def write(target: Path) -> list[Component]:
    """Write the licences of the program in the folder of ``target``, and return its components.

    SystemExit if a library belongs to no component.
    """
    used, strange = found_in(target.parent)
    if strange:
        raise SystemExit("Not listed in components.toml: " + ", ".join(map(str, strange)))
    rows = [f"  {one.name:<30} {one.licence:<44} {one.holder}" for one in used]
    parts = [HEAD.format(version=VERSION), "\n".join(rows), *_texts(used)]
    target.write_text("\n".join(parts).rstrip() + "\n", encoding="utf-8")
    return used


def _texts(used: Sequence[Component]) -> Iterator[str]:
    yield _section("Kartenkiste: MIT licence", (ROOT / "LICENSE").read_text(encoding="utf-8"))
    for one in used:
        if one.package and (own := _of_package(one.package)):
            yield _section(one.name, own)
    for name in dict.fromkeys(name for one in used for name in one.texts):
        title = ", ".join(one.name for one in used if name in one.texts)
        yield _section(title, text_of(name))


def _section(title: str, text: str) -> str:
    return f"\n{RULE}\n{title}\n{RULE}\n\n{text.strip()}\n"


def _of_package(package: str) -> str:
    files = metadata.files(package) or []
    texts = [file for file in files if "licen" in file.name.lower() or "copying" in file.name.lower()]
    return "\n\n".join(Path(str(file.locate())).read_text(encoding="utf-8") for file in texts)


def text_of(name: str) -> str:
    """Return the text of a licence by its name in the table."""
    if name == "python":
        return _python()
    if name == "apache":
        return _of_file("packaging", "LICENSE.APACHE")
    if name.startswith("ofl-"):
        found = next((ROOT / "assets" / "fonts").glob(f"OFL-{name.removeprefix('ofl-')}*.txt"))
        return found.read_text(encoding="utf-8")
    if name in SECTIONS:
        parts = RUNTIME.read_text(encoding="utf-8").split(f"{RULE}\n")
        return parts[parts.index(f"{SECTIONS[name]}\n") + 1]
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def _of_file(package: str, name: str) -> str:
    found = next(file for file in metadata.files(package) or [] if file.name == name)
    return Path(str(found.locate())).read_text(encoding="utf-8")


def _python() -> str:
    places = [
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sysconfig.get_config_var("base") or "") / "LICENSE.txt",
    ]
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        # Debian keeps it in another folder
        found = next(Path("/usr/share/doc").glob("python3.*/copyright"))
    return found.read_text(encoding="utf-8")
