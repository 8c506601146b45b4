"""Python environments of the project: they get the groups of ``pyproject.toml`` as tasks need them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
#: the project's own dependencies, and so what it takes to play
PLAY = "play"


class Environment(NamedTuple):
    """A folder with a Python of its own."""

    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def scripts(self) -> Path:
        """The folder with the commands of installed packages."""
        return self.python.parent


MAIN = Environment(ROOT / ".venv")
#: pygbag runs black over the sources if it finds it, so it gets an environment without it
WEB = Environment(ROOT / ".venv-web")
#: PyInstaller packs everything it finds: this one holds only what a program of a release is based on
RELEASE = Environment(ROOT / ".venv-release")


def requirements(group: str, project: dict[str, Any]) -> list[str]:
    """Return the pinned packages of a group and of those it includes; raise KeyError for an unknown group."""
    if group == PLAY:
        return list(project["project"]["dependencies"])
    found: list[str] = []
    for row in project["dependency-groups"][group]:
        found += [row] if isinstance(row, str) else requirements(row["include-group"], project)
    return found


def environment(*groups: str, wanted: Environment = MAIN) -> str:
    """Make an environment, or add to it, until these groups are installed, and return its Python.

    What is there already costs nothing, so that tasks with different needs share an environment in any order. It is
    made anew when a pin of an installed group or the interpreter has changed. SystemExit if it cannot be made.
    """
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    stamp = wanted.folder / "installed.json"
    there: dict[str, Any] = json.loads(stamp.read_text(encoding="utf-8")) if stamp.exists() else {}
    given = {group: requirements(group, project) for group in project["dependency-groups"]}
    given[PLAY] = requirements(PLAY, project)
    changed = any(given.get(group) != pins for group, pins in there.get("groups", {}).items())
    if changed or there.get("python") != sys.version or not wanted.python.exists():
        there = {"python": sys.version, "groups": {}}
        make(wanted)
    lacking = [group for group in groups if group not in there["groups"]]
    if lacking:
        print(f"Installing into {wanted.folder.name}, once: {', '.join(lacking)} ...", flush=True)
        install = [str(wanted.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        if subprocess.run([*install, *(pin for group in lacking for pin in given[group])], check=False).returncode:
            raise SystemExit("pip couldn't install them; see its message above.")
        there["groups"] |= {group: given[group] for group in lacking}
        # written completely or not at all: an incomplete environment has no stamp
        fresh = stamp.with_suffix(".new")
        fresh.write_text(json.dumps(there, indent=1), encoding="utf-8")
        fresh.replace(stamp)
    return str(wanted.python)


def make(wanted: Environment) -> None:
    """Make an empty environment in place of the existing one; SystemExit where Python cannot make any."""
    print(f"Creating the environment {wanted.folder.name} ...", flush=True)
    try:
        venv.create(wanted.folder, with_pip=True, clear=wanted.folder.exists())
    except (subprocess.CalledProcessError, ImportError):
        raise SystemExit(
            "This Python can't create environments: venv or ensurepip is missing (Debian: apt install python3-venv)."
        ) from None
