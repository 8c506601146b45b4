"""The pytest plugin for mutants: record which tests reach their lines, or run chosen tests in an order, within limits.

A file named by the environment variable MUTATION holds the instructions; without it this plugin does nothing.
"""

from __future__ import annotations

import ast
import builtins
import importlib.machinery
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

#: the path of the file with the instructions
VARIABLE = "MUTATION"
PROBE = "__mutation_probe__"
#: an endless loop is interrupted again this often, in seconds, in case the code has caught it
AGAIN_S = 5.0


class EndlessLoop(BaseException):
    """A test takes many times as long as without the mutant."""


class Probes(ast.NodeTransformer):
    """A transformer that puts a call before every watched statement."""

    def __init__(self, watched: dict[tuple[int, int], list[int]]) -> None:
        self.watched = watched

    def visit(self, node: ast.AST) -> Any:
        """Leave expressions as they are; a watched statement becomes its probes and itself."""
        if isinstance(node, ast.expr):
            return node
        node = self.generic_visit(node)
        if not isinstance(node, ast.stmt):
            return node
        numbers = self.watched.get((node.lineno, node.col_offset), [])
        probes = [ast.parse(f"{PROBE}({number})").body[0] for number in numbers]
        for probe in probes:
            for part in ast.walk(probe):
                ast.copy_location(part, node)
        return [*probes, node]


def watch(root: Path, probes: dict[str, list[list[int]]], hits: set[int]) -> None:
    """Compile modules from now on with probes that record their numbers in ``hits``.

    ``probes`` has for each file rows of line, column and number.
    """
    setattr(builtins, PROBE, hits.add)
    plain = importlib.machinery.SourceFileLoader.source_to_code
    files = {str(root / path): rows for path, rows in probes.items()}

    def source_to_code(self: Any, data: Any, path: Any, **named: Any) -> CodeType:
        rows = files.get(str(path))
        if rows is None:
            return plain(self, data, path, **named)
        watched: dict[tuple[int, int], list[int]] = {}
        for line, column, number in rows:
            watched.setdefault((line, column), []).append(number)
        tree = ast.fix_missing_locations(Probes(watched).visit(ast.parse(data)))
        return compile(tree, path, "exec", dont_inherit=True)

    importlib.machinery.SourceFileLoader.source_to_code = source_to_code  # type: ignore[method-assign]


class Recorder:
    """A recorder of which probes each test reaches, how long it takes and whether it fails."""

    def __init__(self, folder: Path, hits: set[int]) -> None:
        self.folder, self.hits = folder, hits
        self.rows: list[tuple[str, list[int], float]] = []
        self.failed: list[str] = []

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run a test, and record the probes that it reaches."""
        self.hits.clear()
        began = time.process_time()
        outcome = yield
        self.rows.append((item.nodeid, sorted(self.hits), time.process_time() - began))
        return outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the failures without any mutant."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the records; each process has a file of its own."""
        text = json.dumps({"rows": self.rows, "failed": self.failed})
        (self.folder / f"{os.getpid()}.json").write_text(text, encoding="utf-8")


class Runner:
    """A runner of chosen tests in the order given, each within its limit of processor time."""

    def __init__(self, limits: dict[str, float], killer: Path) -> None:
        self.limits, self.killer = limits, killer

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen tests, in their order."""
        order = {nodeid: number for number, nodeid in enumerate(self.limits)}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run a test against the clock of the processor, which other programs do not affect."""
        timed = hasattr(signal, "setitimer")
        if timed:
            signal.signal(signal.SIGVTALRM, self._end)
            signal.setitimer(signal.ITIMER_VIRTUAL, self.limits[item.nodeid], AGAIN_S)
        try:
            return (yield)
        finally:
            if timed:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _end(self, _number: int, _frame: Any) -> None:
        raise EndlessLoop

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Report the test that has noticed the mutant."""
        if report.failed and not self.killer.exists():
            self.killer.write_text(report.nodeid, encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Carry out the instructions of the file."""
    if VARIABLE not in os.environ:
        return
    asked = json.loads(Path(os.environ[VARIABLE]).read_text(encoding="utf-8"))
    if "limits" in asked:
        config.pluginmanager.register(Runner(asked["limits"], Path(asked["killer"])))
    else:
        hits: set[int] = set()
        watch(Path(asked["root"]), asked["probes"], hits)
        config.pluginmanager.register(Recorder(Path(asked["folder"]), hits))
