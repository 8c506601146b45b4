"""Change single lines of the game and see whether the tests notice: python build/tasks.py mutate --seed 1 --count 60.

Everything happens in a copy. The tests run once unchanged, noting which of them reach the lines that will be changed;
then each mutant meets the tests that reach its line, those of the same name and the quickest first, until one fails.
A mutant that is never noticed is shown as SURVIVED: it changes nothing that matters, or a test is missing.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from mutants import Mutant, Statement, is_another, proposed, readers_of
from mutation_plugin import VARIABLE

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(__file__).resolve().parent
#: files that no test needs
LEFT_OUT = (
    *(".git", ".venv*", ".*_cache", "__pycache__", "out", "site", "artefacts", "pictures", "*.zip", "dist"),
    *("kartenkiste-mutants-*", "node_modules"),
)
#: the tests of mutants by default: all that need no browser
NATIVELY = ("tests", "--ignore=tests/web")
#: a test may take this many times as long as without a mutant, plus this many seconds
PATIENCE, PATIENCE_S = 10.0, 10.0
#: waiting takes no processor time: all tests of a mutant together end after so many times as long as they took
WAITING, WAITING_S = 30.0, 180.0
#: the most promising tests run by themselves, so that for most mutants no others have to be collected
FIRST = 25


class Reached(NamedTuple):
    """A test, and its result without any mutant."""

    nodeid: str
    mutants: frozenset[int]
    seconds: float


class Verdict(NamedTuple):
    """The fate of a mutant."""

    number: int
    mutant: Mutant
    #: how it was noticed, or ""
    killer: str
    #: so many tests reach its line
    tests: int
    seconds: float


# ---- which mutants ------------------------------------------------------------------------------------


def closure(folder: Path, first: str) -> set[Path]:
    """Return the modules of a package that one of them needs, itself included."""
    found: set[Path] = set()
    waiting = [folder / f"{first}.py"]
    package = ".".join(folder.parts[-3:])
    while waiting:
        path = waiting.pop()
        if path in found or not path.exists():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                if node.module == package:
                    waiting += [folder / f"{each.name}.py" for each in node.names]
                elif node.module.startswith(f"{package}."):
                    waiting.append(folder / f"{node.module.removeprefix(f'{package}.')}.py")
    return found


def areas_of(root: Path) -> dict[str, list[str]]:
    """Return the parts of the house, each with its files: mutants come from each equally."""
    rules: set[Path] = set()
    bots: set[Path] = set()
    for folder in sorted((root / "game" / "games").glob("*/")):
        rules |= closure(folder, "rules") | closure(folder, "scoring")
        bots |= closure(folder, "bots")
    found = {"rules": rules, "bots": bots - rules}
    parts: dict[str, tuple[str, ...]] = {name: (name,) for name in ("core", "engine", "scenes", "table")}
    parts["core"] += ("ai", "tutorial")
    # between the machine and the scenes: saves, settings, statistics, the command line
    parts["host"] = ("host", "app", "catalogue", "player", "tools")
    for area, names in parts.items():
        paths = (path for name in names for path in (root / "game" / name).rglob("*.py"))
        found[area] = {path for path in paths if path.stem != "__init__"}
    return {name: sorted(path.relative_to(root).as_posix() for path in paths) for name, paths in found.items()}


def chosen(root: Path, areas: dict[str, list[str]], count: int, seed: int) -> list[Mutant]:
    """Return so many mutants, from each area equally, no two on one line; the same seed gives the same ones.

    A line is drawn first and then a kind of change, so that long lines and constants do not outweigh all others.
    """
    rng = random.Random(seed)
    lines: dict[str, dict[tuple[str, int], dict[str, list[Mutant]]]] = {}
    for area, paths in areas.items():
        places: dict[tuple[str, int], dict[str, list[Mutant]]] = {}
        for path in paths:
            for mutant in proposed(path, (root / path).read_text(encoding="utf-8")):
                places.setdefault((path, mutant.line), {}).setdefault(mutant.operator, []).append(mutant)
        if places:
            lines[area] = places
    found: list[Mutant] = []
    while len(found) < count and lines:
        for area in list(lines)[: count - len(found)]:
            place = rng.choice(sorted(lines[area]))
            kinds = lines[area].pop(place)
            mutant = rng.choice(kinds[rng.choice(sorted(kinds))])
            if is_another(mutant, (root / mutant.path).read_text(encoding="utf-8")):
                found.append(mutant)
            if not lines[area]:
                del lines[area]
    return found


def watched(root: Path, mutants: Sequence[Mutant]) -> dict[str, list[tuple[int, int, int]]]:
    """Return for each file the lines and columns of statements that, when run, reach a mutant.

    Code that runs at import is reached where a function reads its result, under any name.
    """
    rows: dict[str, set[tuple[int, int, int]]] = {}
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((root / "game").rglob("*.py"))}

    def watch(path: str, place: Statement, number: int) -> None:
        rows.setdefault(path, set()).add((place.line, place.column, number))

    for number, mutant in enumerate(mutants):
        watch(mutant.path, mutant.statement, number)
        names, new = mutant.statement.names, mutant.statement.names
        while new:
            made: set[str] = set()
            for path, tree in trees.items():
                places, others = readers_of(new, tree)
                made |= others
                for place in places:
                    watch(path.relative_to(root).as_posix(), place, number)
            new = frozenset(made) - names
            names |= new
    return {path: sorted(found) for path, found in rows.items()}


# ---- running tests ------------------------------------------------------------------------------------


def copied(root: Path, target: Path) -> Path:
    """Return a copy of the project without files that tests do not need."""
    shutil.copytree(root, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    return target


def pytest_in(
    folder: Path, asked: object, arguments: Sequence[str], limit: float | None = None, bytecode: bool = True
) -> tuple[int, str]:
    """Run pytest in a copy with the plugin and its instructions; return its exit code and output.

    The code is -1 if it took longer than the limit in seconds.
    """
    asking = folder / ".mutation.json"
    asking.write_text(json.dumps(asked), encoding="utf-8")
    around = os.environ | {VARIABLE: str(asking), "PYTHONPATH": str(BUILD)}
    if not bytecode:
        around["PYTHONDONTWRITEBYTECODE"] = "1"
    plain = ("-q", "--tb=no", "-p", "mutation_plugin", "-p", "no:cacheprovider", "--no-header")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *plain, *arguments],
            cwd=folder,
            env=around,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return -1, ""
    return done.returncode, done.stdout + done.stderr


def recorded(folder: Path, mutants: Sequence[Mutant], tests: Sequence[str], jobs: int) -> list[Reached]:
    """Run the tests once without mutants; failing ones are reported and left out. SystemExit if none can be run."""
    with tempfile.TemporaryDirectory() as place:
        asked = {"root": str(folder), "probes": watched(folder, mutants), "folder": place}
        several = ("-n", str(jobs), "--dist", "worksteal") if jobs > 1 else ()
        code, said = pytest_in(folder, asked, [*tests, *several], bytecode=False)
        parts = [json.loads(path.read_text(encoding="utf-8")) for path in Path(place).iterdir()]
    failed = {nodeid for part in parts for nodeid in part["failed"]}
    rows = [Reached(nodeid, frozenset(numbers), seconds) for part in parts for nodeid, numbers, seconds in part["rows"]]
    if code not in (0, 1) or not rows:
        raise SystemExit(f"The tests can't be run:\n{said[-3000:]}")
    for nodeid in sorted(failed):
        print(f"left out because it fails without any mutant: {nodeid}", flush=True)
    return [row for row in rows if row.nodeid not in failed]


def words_of(path: str) -> set[str]:
    """Return the words of a file's path."""
    return set(re.split(r"[/_.]", path.partition("::")[0])) - {"game", "games", "tests", "test", "py"}


def promising(mutant: Mutant, tests: Sequence[Reached]) -> list[Reached]:
    """Return tests in the order in which they are tried: those about the same subject, then the quickest."""
    about = words_of(mutant.path)
    return sorted(tests, key=lambda test: (-len(about & words_of(test.nodeid)), test.seconds, test.nodeid))


def judged(folder: Path, number: int, mutant: Mutant, tests: Sequence[Reached]) -> Verdict:
    """Try a mutant in a copy, which is restored afterwards."""
    began = time.monotonic()
    path = folder / mutant.path
    text, then = path.read_text(encoding="utf-8"), path.stat()
    ordered = promising(mutant, tests)
    killer = ""
    try:
        path.write_text(mutant.source(text), encoding="utf-8")
        # a time of its own, so that no compiled form of another mutant is taken for this one
        os.utime(path, (then.st_atime, then.st_mtime + 10 * (number + 1)))
        for part in (ordered[:FIRST], ordered[FIRST:]):
            if part and not killer:
                killer = noticed(folder, part)
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, (then.st_atime, then.st_mtime))
    return Verdict(number, mutant, killer, len(tests), time.monotonic() - began)


def noticed(folder: Path, tests: Sequence[Reached]) -> str:
    """Return how these tests notice the change in a copy, or ""; RuntimeError if they cannot be run."""
    killer = folder / ".mutation-killer"
    killer.unlink(missing_ok=True)
    limits = {test.nodeid: PATIENCE * test.seconds + PATIENCE_S for test in tests}
    files = list(dict.fromkeys(test.nodeid.partition("::")[0] for test in tests))
    limit = WAITING * sum(test.seconds for test in tests) + WAITING_S
    code, said = pytest_in(folder, {"limits": limits, "killer": str(killer)}, ["-x", *files], limit)
    if code == 0:
        return ""
    if code in (4, 5):
        raise RuntimeError(said)
    if killer.exists():
        return killer.read_text(encoding="utf-8")
    return "it waits for ever" if code == -1 else "the tests cannot even begin"


# ---- the task -----------------------------------------------------------------------------------------


def difference(mutant: Mutant) -> str:
    """Return the changed line, before and after."""
    rows = difflib.unified_diff([mutant.before], [mutant.after], lineterm="", n=0)
    return "\n".join(f"      {row}" for row in list(rows)[3:])


def told(verdict: Verdict) -> str:
    """Return a verdict as it is printed."""
    mutant = verdict.mutant
    word = "killed  " if verdict.killer else "SURVIVED"
    how = f"by {verdict.killer}" if verdict.killer else f"{verdict.tests} tests reach it"
    head = f"{verdict.number:4} {word} {mutant.path}:{mutant.line} {mutant.operator}, {how}, {verdict.seconds:.0f} s"
    return f"{head}\n{difference(mutant)}"


def mutate(
    root: Path, mutants: Sequence[Mutant], tests: Sequence[str], jobs: int = 1, whole: bool = False
) -> Iterator[Verdict]:
    """Yield the verdict on each mutant, as soon as it is known.

    ``whole``: all tests, also those that do not reach it.
    """
    with tempfile.TemporaryDirectory(prefix="kartenkiste-mutants-") as place:
        first = copied(root, Path(place) / "0")
        print(f"{len(mutants)} mutants; the tests run once without them ...", flush=True)
        rows = recorded(first, mutants, tests, jobs)
        print(f"{len(rows)} tests in {sum(row.seconds for row in rows):.0f} s of computing", flush=True)
        free: Queue[Path] = Queue()
        free.put(first)
        for number in range(1, jobs):
            free.put(copied(root, Path(place) / str(number)))

        def judge(number: int) -> Verdict:
            folder = free.get()
            try:
                reaching = [row for row in rows if whole or number in row.mutants]
                return judged(folder, number, mutants[number], reaching)
            finally:
                free.put(folder)

        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(judge, range(len(mutants)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, print the verdicts, and return 1 if more survive than are allowed."""
    parser = argparse.ArgumentParser(prog="tasks.py mutate", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--seed", type=int, default=1, help="the same seed gives the same mutants (default: %(default)s)"
    )
    parser.add_argument("--count", type=int, default=60, help="number of mutants (default: %(default)s)")
    parser.add_argument("--paths", nargs="+", help="files to change, as patterns (default: every area alike)")
    parser.add_argument("--tests", nargs="+", default=NATIVELY, help="tests to run (default: all but tests/web)")
    parser.add_argument("--without", nargs="+", default=(), help="test files to leave out")
    parser.add_argument("--only", type=int, nargs="+", help="try only the mutants with these numbers")
    parser.add_argument("--jobs", type=int, default=1, help="mutants tried at the same time (default: %(default)s)")
    parser.add_argument("--whole", action="store_true", help="run tests that do not reach the changed line, too: slow")
    parser.add_argument("--allowed", type=int, default=5, help="mutants that may survive (default: %(default)s)")
    parser.add_argument("--list", action="store_true", help="show the mutants without trying them")
    given = parser.parse_args(arguments)
    areas = areas_of(ROOT)
    if given.paths:
        found = sorted({path.relative_to(ROOT).as_posix() for each in given.paths for path in ROOT.glob(each)})
        areas = {"paths": [path for path in found if path.endswith(".py")]}
    mutants = chosen(ROOT, areas, given.count, given.seed)
    if given.only:
        mutants = [mutants[number] for number in given.only]
    if given.list:
        for number, mutant in enumerate(mutants):
            print(f"{number:4} {mutant.path}:{mutant.line} {mutant.operator}\n{difference(mutant)}")
        return 0
    survivors = []
    tests = [*given.tests, *(f"--ignore={path}" for path in given.without)]
    for verdict in mutate(ROOT, mutants, tests, given.jobs, given.whole):
        print(told(verdict), flush=True)
        if not verdict.killer:
            survivors.append(verdict)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} mutants killed, {len(survivors)} survived")
    for verdict in survivors:
        print(told(verdict))
    return 1 if len(survivors) > given.allowed else 0


if __name__ == "__main__":
    sys.exit(main())
