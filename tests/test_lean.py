"""The stripped sources of the web package do the same as the repository's, on the same lines."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "build"))

from lean import DOCUMENTED, lean  # noqa: E402

SOURCES = sorted((ROOT / "game").rglob("*.py"))


class Untyped(ast.NodeTransformer):
    """A transformer that removes the types in functions, and only those: a class's fields are made of theirs."""

    def visit_ClassDef(self, node):
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
        node.body = [part if part in fields else self.visit(part) for part in node.body]
        return node

    def visit_FunctionDef(self, node):
        node.returns = None
        for part in ast.walk(node.args):
            if isinstance(part, ast.arg):
                part.annotation = None
        node.body = [InFunction().visit(part) for part in node.body]
        return node

    visit_AsyncFunctionDef = visit_FunctionDef


class InFunction(Untyped):
    """A transformer that turns annotated assignments in a function into plain ones."""

    def visit_AnnAssign(self, node):
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def skeleton(source: str) -> str:
    """Return what a source does and where: its tree without docstrings and types in functions."""
    tree = Untyped().visit(ast.parse(source))
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            only = len(node.body) == 1 and not isinstance(node, ast.Module)
            node.body[:1] = [ast.Pass()] if only else []
        if isinstance(node, DOCUMENTED) and len(node.body) == 1 and isinstance(node.body[0], ast.Expr):
            value = node.body[0].value
            if isinstance(value, ast.Constant) and value.value is ...:
                node.body = [ast.Pass()]
    places = [
        (type(node).__name__, getattr(node, "lineno", 0)) for node in ast.walk(tree) if not isinstance(node, ast.Pass)
    ]
    return f"{ast.dump(tree)} {places}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_stripped_source_does_the_same_on_the_same_lines(path):
    source = path.read_text(encoding="utf-8")
    assert skeleton(lean(source)) == skeleton(source)


def test_hash_signs_in_strings_and_assigned_strings_stay():
    source = '"""Doc."""\nx = "# no comment"  # one\n\n\ndef f():\n    """Only words."""\n\n\ny = """\n# kept\n"""\n'
    assert lean(source) == '\nx = "# no comment"\n\n\ndef f():\n    ...\n\n\ny = """\n# kept\n"""\n'


def test_types_in_functions_are_removed():
    source = """def f(größe: int, *more: str, end: str = "->") -> dict[str, int]:
    all_: list[int] = [größe]
    only: int

    class Row(NamedTuple):
        seat: int = 1

        def g(self) -> int:
            self.x: int = 2

    def h(
        a: int,
    ) -> None:
        pass
"""
    assert (
        lean(source)
        == """def f(größe, *more, end = "->"):
    all_ = [größe]
    only: int

    class Row(NamedTuple):
        seat: int = 1

        def g(self):
            self.x = 2

    def h(
        a,
    ):
        pass
"""
    )


def test_stripping_saves_at_least_a_quarter():
    some = SOURCES[::5]
    whole = sum(path.stat().st_size for path in some)
    assert sum(len(lean(path.read_text(encoding="utf-8"))) for path in some) < 0.75 * whole
