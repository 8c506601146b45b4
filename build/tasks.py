#!/usr/bin/env python3
"""Run a task of the project: ``python3 build/tasks.py TASK``.

Every task first makes the project's own environment in ``.venv`` and installs there what it needs of the packages
that ``pyproject.toml`` lists: to play that is pygame-ce alone. When nothing has changed since, it starts at once.
What packages the game for a browser has ``.venv-web`` for itself.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

import hooks
import host as hosts
from environments import PLAY, RELEASE, ROOT, WEB, environment

#: looked at before anything runs: style, layout of the sources, types
CHECKS = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))
#: the tests that need no browser, in a process for each core; an idle one takes over from the others
NATIVELY = ("-n", "auto", "--dist", "worksteal", "--ignore=tests/web")
#: three side by side, on any number of cores: a browser has processes of its own, and tests often wait
IN_BROWSER = ("tests/web", "-n", "3", "--dist", "worksteal")
#: an option of the tests in a browser; alone it runs all of them, in that engine
ENGINE = "--engine"


class Benchmark(NamedTuple):
    """The script of a benchmark, the groups of packages that it needs, and what it measures."""

    script: str
    groups: tuple[str, ...]
    subject: str


BENCHMARKS = {
    "browser": Benchmark("bench_browser", (PLAY, "test"), "start-up, bytes, frames and memory of the site"),
    "endure": Benchmark("bench_endure", (PLAY, "test"), "growth of a page in the long run"),
    "host": Benchmark("bench_host", ("redis",), "a server with many tables"),
    "endure-host": Benchmark("endure_host", ("redis",), "growth of a server in the long run"),
    "storm": Benchmark("bench_storm", (PLAY, "test"), "how soon players are back when servers and their Redis fail"),
    "live": Benchmark("bench_live", (PLAY, "test"), "fairness of Twin It! over connections of different speeds"),
}


def run(*command: str) -> int:
    """Run a command in the project folder and return its exit code."""
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def in_turn(python: str, *modules: tuple[str, ...]) -> int:
    """Run modules with their arguments until one fails; return its exit code."""
    for module in modules:
        if code := run(python, "-m", *module):
            return code
    return 0


def play(rest: list[str]) -> int:
    """Start the game; options such as --game nein_danke --seats human,hard,hard are passed on to it."""
    return run(environment(PLAY), "main.py", *rest)


def check(rest: list[str]) -> int:
    """Check style and types only, as before every commit (see hooks)."""
    return in_turn(environment(PLAY, "style"), *CHECKS)


def test(rest: list[str]) -> int:
    """Check style and types, then run all tests; with options for pytest, run only the tests.

    With only --engine chromium, firefox or webkit: run all browser tests in that engine.
    """
    python = environment(PLAY, "test")
    # tests start many processes, which would all compile the sources again
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if any(part.partition("=")[0] == ENGINE for part in rest):
        if len(rest) == 1 + (rest[0] == ENGINE):
            return in_turn(python, ("pytest", *IN_BROWSER, *rest))
        # pytest's name of the option
        rest = rest if any(part.startswith("tests/") for part in rest) else ["tests/web", *rest]
    if rest:
        return in_turn(python, ("pytest", *rest))
    return in_turn(python, *CHECKS, *(("pytest", *part) for part in (NATIVELY, IN_BROWSER)))


def mutate(rest: list[str]) -> int:
    """Change single lines in a copy of the game and see if the tests notice: --seed, --count, --paths."""
    return run(environment(PLAY, "test"), "build/mutate.py", *rest)


def monkey(rest: list[str]) -> int:
    """Press anything on every screen for some time and show the errors met: --seconds, --seed, --runs, --party."""
    return run(environment(PLAY, "test"), "build/monkey.py", *rest)


def simulate(rest: list[str]) -> int:
    """Play games between bots without a window; --record writes them down, to be checked or reviewed later."""
    return run(environment(PLAY), "build/simulate.py", *rest)


def ladder(rest: list[str]) -> int:
    """Play the bot levels of every game (or the named one) against each other: win shares with 95% intervals."""
    return run(environment(PLAY), "build/simulate.py", "--ladder", *rest)


def bench(rest: list[str]) -> int:
    """Measure actions per second in random play and milliseconds per frame at the table, or a benchmark by name."""
    parser = argparse.ArgumentParser(prog="tasks.py bench", description=bench.__doc__)
    kinds = parser.add_subparsers(dest="kind", metavar="NAME")
    kinds.add_parser("speed", help="actions per second and milliseconds per frame, as without a name", add_help=False)
    for name, benchmark in BENCHMARKS.items():
        kinds.add_parser(name, help=benchmark.subject, add_help=False)
    options, rest = parser.parse_known_args(rest)
    if options.kind in BENCHMARKS:
        script, groups, _subject = BENCHMARKS[options.kind]
        return run(environment(*groups), f"build/{script}.py", *rest)
    python = environment(PLAY)
    return run(python, "build/simulate.py", "--bench", *rest) or run(python, "build/bench_frames.py")


def lengths(rest: list[str]) -> int:
    """Measure how long games last, for assets/lengths.json; with names, only those games."""
    return run(environment(PLAY), "build/lengths.py", *rest)


def puzzles(rest: list[str]) -> int:
    """Find puzzles in games between bots, for assets/puzzles; with names, only those games."""
    return run(environment(PLAY), "build/puzzles.py", *rest)


def art(rest: list[str]) -> int:
    """Draw all pictures and make all sounds again, byte for byte as committed; with names, only those pictures."""
    python = environment(PLAY, "art")
    only = ["--only", *rest] if rest else []
    return run(python, "build/art/make.py", *only) or (0 if rest else run(python, "build/sounds.py"))


def sounds(rest: list[str]) -> int:
    """Measure every sound: level, loudness, length, silence at both ends; fail if one is out of bounds."""
    return run(environment(PLAY, "test"), "build/music_check.py", *rest)


def store(rest: list[str]) -> int:
    """Make the cover, screenshots and film of the page on itch.io; --check: fail if one would come out differently."""
    return run(environment(PLAY, "test", "art"), "build/store.py", *rest)


def web(rest: list[str]) -> int:
    """Package the game for browsers, with a zip for itch.io; --self-contained: a site with its own runtime."""
    return run(environment("web", wanted=WEB), "build/web.py", *rest)


def serve(rest: list[str]) -> int:
    """Build what is missing and serve the game on 127.0.0.1; --self-contained: with its own runtime."""
    return run(environment("web", wanted=WEB), "build/serve.py", *rest)


def host(rest: list[str]) -> int:
    """Host games for phones and computers in the same room: one port for the site and tables, a code to scan."""
    return hosts.main(rest)


def runtime(rest: list[str]) -> int:
    """Assemble the runtime of the self-contained site; --rebuild compiles pygame-ce for it (Debian, as root)."""
    return run(environment("web", wanted=WEB), "build/runtime", *rest)


def release(rest: list[str]) -> int:
    """Make everything a release hands out: a program without Python, .deb, wheel, zips of the pages, checksums.

    With --check: make only the program and the packages, in a temporary folder, and see that they start.
    """
    group = "program" if rest == ["--check"] else "release"
    return run(environment(PLAY, group, wanted=RELEASE), "build/release", *rest)


def hook(rest: list[str]) -> int:
    """Make git check style and types before each commit in this clone; --remove undoes that."""
    return hooks.main(rest)


TASKS: dict[str, Callable[[list[str]], int]] = {
    "play": play,
    "test": test,
    "check": check,
    "hooks": hook,
    "mutate": mutate,
    "monkey": monkey,
    "simulate": simulate,
    "ladder": ladder,
    "bench": bench,
    "lengths": lengths,
    "puzzles": puzzles,
    "art": art,
    "sounds": sounds,
    "store": store,
    "web": web,
    "serve": serve,
    "host": host,
    "runtime": runtime,
    "release": release,
}
#: these explain their own options
OWN_HELP = (
    *("mutate", "monkey", "bench", "lengths", "puzzles", "store", "web", "serve"),
    *("host", "runtime", "release", "hooks"),
)


def main() -> int:
    """Read the command line and run the task."""
    parser = argparse.ArgumentParser(prog="tasks.py", description=(__doc__ or "").splitlines()[0])
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    for name, task in TASKS.items():
        # a percent sign would be a placeholder there
        short = (task.__doc__ or "").replace("%", "%%")
        tasks.add_parser(name, help=short, description=task.__doc__, add_help=name not in OWN_HELP)
    options, rest = parser.parse_known_args()
    return TASKS[options.task](rest)


if __name__ == "__main__":
    sys.exit(main())
