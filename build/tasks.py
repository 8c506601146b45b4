#!/usr/bin/env python3
"""The one command for people: ``python3 build/tasks.py TASK``.

Every task makes the project's own environment in ``.venv`` first and installs the pinned packages of
``build/requirements.txt`` into it; when nothing has changed since, it starts at once. Tasks for the browser have
``.venv-web`` for themselves.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from environments import ROOT, WEB, environment


def run(*command: str) -> int:
    """Run a command in the project folder and return its exit code."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def play(python: str, rest: list[str]) -> int:
    """Start the game; options such as --game nein_danke --seats human,hard,hard are passed on."""
    return run(python, "main.py", *rest)


def test(python: str, rest: list[str]) -> int:
    """Style, types, then every test; options are passed on to pytest, and then only the tests run."""
    if rest:
        return run(python, "-m", "pytest", *rest)
    # a process for each core, and then the browser, which needs the whole machine
    natively, in_browser = ("pytest", "-n", "auto", "--ignore=tests/web"), ("pytest", "tests/web")
    for check in (("ruff", "check", "."), ("mypy",), natively, in_browser):
        if code := run(python, "-m", *check):
            return code
    return 0


def ladder(python: str, rest: list[str]) -> int:
    """Bot levels of every game (or the one named) against each other: win shares and their 95 % intervals."""
    return run(python, "-m", "game.simulate", "--ladder", *rest)


def bench(python: str, rest: list[str]) -> int:
    """Actions a second in every game and milliseconds a frame of its table; --browser: the site in Chromium."""
    if "--browser" in rest:
        return run(python, "build/bench_browser.py")
    for command in (("-m", "game.simulate", "--bench", *rest), ("build/bench_frames.py",)):
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


def web(_python: str, rest: list[str]) -> int:
    """Package the game for a browser, with a zip for itch.io; --self-contained: a site with its own runtime."""
    return run(environment(WEB), "build/web.py", *rest)


def serve(_python: str, rest: list[str]) -> int:
    """Build what is missing and serve the game on 127.0.0.1; --self-contained: with its own runtime."""
    return run(environment(WEB), "build/serve.py", *rest)


def runtime(_python: str, rest: list[str]) -> int:
    """Build the browser runtime of the self-contained site in build/out/runtime (two minutes, Debian, root)."""
    return run(environment(WEB), "build/runtime", *rest)


TASKS = {
    "play": play,
    "test": test,
    "ladder": ladder,
    "bench": bench,
    "art": art,
    "web": web,
    "serve": serve,
    "runtime": runtime,
}


def main() -> int:
    """Read the command line and run the task."""
    parser = argparse.ArgumentParser(prog="tasks.py", description=__doc__.splitlines()[0])
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for name, task in TASKS.items():
        # those for the browser explain their own options
        own = name in ("web", "serve", "runtime")
        tasks.add_parser(name, help=task.__doc__, description=task.__doc__, add_help=not own)
    options, rest = parser.parse_known_args()
    return TASKS[options.task](environment(), rest)


if __name__ == "__main__":
    sys.exit(main())
