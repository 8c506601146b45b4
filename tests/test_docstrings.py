"""Docstrings name what exists."""

import ast
import builtins
import re
from collections.abc import Iterator, Mapping

from project import ROOT

#: errors after "raise" or "raises" in a docstring
RAISED = re.compile(r"\braises? ([A-Z]\w+(?:(?:, | or | and )[A-Z]\w+)*)")


def sources() -> dict[str, ast.Module]:
    """Return the sources of the program, its tools and its tests, by their paths."""
    paths = [path for room in ("game", "build", "tests") for path in sorted((ROOT / room).rglob("*.py"))]
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for path in paths
        if ROOT / "build" / "out" not in path.parents
    }


def documented(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every docstring with the line of what it documents."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield getattr(node, "lineno", 1), ast.get_docstring(node) or ""


def unknown_errors(trees: Mapping[str, ast.Module]) -> list[str]:
    """Return the errors that docstrings name although no class and no import has that name."""
    known = set(dir(builtins))
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                known.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                known |= {(alias.asname or alias.name) for alias in node.names}
    return [
        f"{path}:{line}: {name}"
        for path, tree in trees.items()
        for line, docstring in documented(tree)
        for listed in RAISED.findall(docstring)
        for name in re.findall(r"[A-Z]\w+", listed)
        if name not in known
    ]


def test_errors_that_docstrings_name_exist():
    found = sources()
    assert len(found) > 500
    assert unknown_errors(found) == []


def test_an_unknown_error_is_found_in_a_list_of_them():
    source = 'def f():\n    """Do it; raise ValueError, Gone or LookupError."""\n'
    assert unknown_errors({"a.py": ast.parse(source)}) == ["a.py:1: Gone"]
    assert unknown_errors({"a.py": ast.parse(source), "b.py": ast.parse("class Gone(Exception): ...")}) == []
