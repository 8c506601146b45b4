"""Record of what the browser's pygame-ce was built from: hashes of the recipe and of its results."""

from __future__ import annotations

import hashlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: the list among the results
NAME = "built_from.sha256"
#: the files that decide what the recipe builds; the others only hand its results on
RECIPE = ("check_imports.mjs", "compile.py", "licences.py", "pins.py", "pyodide.py", "recipe.py", "wheel.py")
FOLDERS = ("patches", "stub")


def listed(results: Path) -> str:
    """Return the hashes of the recipe's files and of the files in a folder, in the format of ``sha256sum``."""
    sources = [HERE / name for name in RECIPE]
    sources += [path for folder in FOLDERS for path in sorted((HERE / folder).iterdir()) if path.is_file()]
    rows = {path.relative_to(HERE).as_posix(): path for path in sources}
    rows |= {f"built/{path.name}": path for path in sorted(results.iterdir()) if path.name != NAME}
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in rows.items())


def is_unchanged(kept: Path) -> bool:
    """Return whether recipe and results are those that the last build wrote down."""
    record = kept / NAME
    return record.is_file() and record.read_text(encoding="utf-8") == listed(kept)
