#!/usr/bin/env python3
"""The one command for people: ``python3 build/tasks.py TASK``.

Every task makes the project's own environment in ``.venv`` first and installs the pinned packages of
``build/requirements.txt`` into it; when nothing has changed since, it starts at once.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
REQUIREMENTS = ROOT / "build" / "requirements.txt"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def environment() -> str:
    """Make or update ``.venv`` and return its Python."""
    stamp = VENV / "requirements.sha256"
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    if not (PYTHON.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted):
        print("Preparing the environment in .venv ...", flush=True)
        venv.create(VENV, with_pip=True, clear=VENV.exists())
        subprocess.run(
            [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(REQUIREMENTS)],
            check=True,
        )
        stamp.write_text(wanted, encoding="utf-8")
    return str(PYTHON)


def run(*command: str) -> int:
    """Run a command in the project folder and return its exit code."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def play(python: str, rest: list[str]) -> int:
    """Start the game; options such as --game nein_danke --seats human,hard,hard are passed on."""
    return run(python, "main.py", *rest)


def test(python: str, rest: list[str]) -> int:
    """Style, types, then every test; options are passed on to pytest, and then only the tests run."""
    if not rest:
        for check in (("ruff", "check", "."), ("mypy",)):
            if code := run(python, "-m", *check):
                return code
    return run(python, "-m", "pytest", *rest)


def ladder(python: str, rest: list[str]) -> int:
    """Bot levels against each other, with win shares and their 95 % intervals."""
    return run(python, "-m", "game.simulate", "nein_danke", "--ladder", *rest)


def bench(python: str, rest: list[str]) -> int:
    """Actions a second in every game, and milliseconds a frame of its table."""
    for command in (("-m", "game.simulate", "nein_danke", "--bench", *rest), ("build/bench_frames.py",)):
        if code := run(python, *command):
            return code
    return 0


def art(python: str, rest: list[str]) -> int:
    """Draw every picture and make every sound anew, byte for byte as committed; with names, only those pictures."""
    extra = ROOT / "build" / "art-requirements.txt"
    if code := run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(extra)):
        return code
    only = [part for name in rest for part in ("--only", name)]
    code = run(python, "build/art/make.py", *only)
    return code or (0 if rest else run(python, "build/sounds.py"))


TASKS = {"play": play, "test": test, "ladder": ladder, "bench": bench, "art": art}


def main() -> int:
    """Read the command line and run the task."""
    parser = argparse.ArgumentParser(prog="tasks.py", description=__doc__.splitlines()[0])
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for name, task in TASKS.items():
        tasks.add_parser(name, help=task.__doc__, description=task.__doc__)
    options, rest = parser.parse_known_args()
    return TASKS[options.task](environment(), rest)


if __name__ == "__main__":
    sys.exit(main())
