"""The page's script: its modules in ``build/page/script``, joined into one, because each file would be another request.

The modules are ES modules with plain exports and imports of names, so every name can be looked up where it is used.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "page" / "script"
#: the module that imports all others
FIRST = "page.js"
#: an import, with its names and its module
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./(\w+\.js)";\n', re.MULTILINE)
#: a name that a module declares, with its export
DECLARED = re.compile(r"^(export )?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)


def in_order(first: str = FIRST, folder: Path = FOLDER) -> list[str]:
    """Return the modules in the order in which a browser would run them: each after those that it imports."""
    seen, ordered = set(), []

    def add(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        for found in IMPORT.finditer((folder / name).read_text(encoding="utf-8")):
            add(found[2])
        ordered.append(name)

    add(first)
    return ordered


def joined(folder: Path = FOLDER) -> str:
    """Return one script of all modules; raise SystemExit if two of them declare the same name."""
    home: dict[str, str] = {}
    parts = []
    for name in in_order(folder=folder):
        source = (folder / name).read_text(encoding="utf-8")
        for _export, declared in DECLARED.findall(source):
            if home.setdefault(declared, name) != name:
                raise SystemExit(f"Both {home[declared]} and {name} declare {declared}.")
        parts.append(DECLARED.sub(lambda found: found[0].removeprefix("export "), IMPORT.sub("", source)))
    return '"use strict";\n(() => {\n' + without_comments("".join(parts)) + "})();\n"


def without_comments(source: str) -> str:
    """Return a script without the lines that are comments or empty."""
    return re.sub(r"^ *(//.*)?\n", "", source, flags=re.MULTILINE)
