"""The project's own Python environments, made from pinned requirements and kept until these change."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Environment(NamedTuple):
    """A folder with a Python of its own, and what is installed there."""

    folder: Path
    requirements: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


MAIN = Environment(ROOT / ".venv", ROOT / "build" / "requirements.txt")
#: pygbag runs black over the sources if it finds it, so it gets an environment without it
WEB = Environment(ROOT / ".venv-web", ROOT / "build" / "web-requirements.txt")


def environment(wanted: Environment = MAIN) -> str:
    """Make or update an environment and return its Python."""
    stamp = wanted.folder / "requirements.sha256"
    content = wanted.requirements.read_bytes()
    needed = hashlib.sha256(content + sys.version.encode()).hexdigest()
    if not (wanted.python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == needed):
        print(f"Preparing the environment in {wanted.folder.name} ...", flush=True)
        venv.create(wanted.folder, with_pip=True, clear=wanted.folder.exists())
        install = [str(wanted.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, "-r", str(wanted.requirements)], check=True)
        stamp.write_text(needed, encoding="utf-8")
    return str(wanted.python)
